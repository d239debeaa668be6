/*
 * SPDX-License-Identifier: MIT
 * Finds the measured row of an instruction. It tries name and operands as the table writes them,
 * then the name of a similar instruction (LIKE), then a register in place of memory or of a
 * number.
 */
#include "sim/model/k7/k7_forms.h"

#include <stdio.h>
#include <string.h>

#include "sim/model/p5/timing_table.h"

enum { OPERANDS_MOST = 3, WORD_BYTES = 16, NAME_BYTES = 16 };

struct k7_form_words {
    char name[NAME_BYTES];
    char operand[OPERANDS_MOST][WORD_BYTES];
    unsigned count;
    int memory, number; /* index of the memory operand and of the immediate; -1: none */
    bool differ;        /* two different registers */
};

static const struct k7_form_likeness {
    uint16_t mnemonic;
    const char *name;
} likenesses[] = {
#define LIKE(mnemonic, name) {ZYDIS_MNEMONIC_##mnemonic, name},
#include "sim/model/k7/k7_forms.def"
#undef LIKE
};

static const struct {
    const char *name;
    uint8_t unit;
} units[] = {
#define UNIT(name, unit) {name, K7_##unit},
#include "sim/model/k7/k7_forms.def"
#undef UNIT
};

/* ---- an instruction in the table's notation -------------------------------------------------- */

static void k7_form_register_word(const ZydisDecodedOperand *operand,
                                  const ZydisDecodedInstruction *decoded, char *word)
{
    const ZydisRegister reg = operand->reg.value;

    switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
        if (reg == ZYDIS_REGISTER_CL && operand->visibility == ZYDIS_OPERAND_VISIBILITY_IMPLICIT)
            strcpy(word, "cl");
        else
            snprintf(word, WORD_BYTES, "r%u", operand->size);
        break;
    case ZYDIS_REGCLASS_MMX:
        strcpy(word, "mm");
        break;
    case ZYDIS_REGCLASS_X87:
        strcpy(word, "st(i)");
        break;
    case ZYDIS_REGCLASS_SEGMENT:
        strcpy(word, "sr");
        break;
    case ZYDIS_REGCLASS_CONTROL:
    case ZYDIS_REGCLASS_DEBUG:
        strcpy(word, "cr");
        break;
    default:
        snprintf(word, WORD_BYTES, "r%u", decoded->operand_width);
        break;
    }
}

static void k7_form_number_word(const ZydisDecodedOperand *operand,
                                const ZydisDecodedInstruction *decoded, char *word)
{
    if (operand->visibility == ZYDIS_OPERAND_VISIBILITY_IMPLICIT)
        strcpy(word, "1");
    else
        snprintf(word, WORD_BYTES, "imm%u", decoded->raw.imm[0].size);
}

static void k7_form_memory_word(const ZydisDecodedOperand *operand,
                                const ZydisDecodedInstruction *decoded, char *word)
{
    const bool stores = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
    const bool far =
        decoded->mnemonic == ZYDIS_MNEMONIC_MOV || decoded->mnemonic == ZYDIS_MNEMONIC_ADD;

    if (decoded->meta.category == ZYDIS_CATEGORY_PREFETCH)
        strcpy(word, "[mem]");
    else
        snprintf(word, WORD_BYTES, "[m%u%s]", operand->size,
                 stores && far && operand->size == 32 && decoded->raw.disp.size ? "+8" : "");
}

static void k7_form_operand_word(const ZydisDecodedInstruction *decoded,
                                 const ZydisDecodedOperand *operand, struct k7_form_words *words)
{
    char *word = words->operand[words->count];

    if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER) {
        k7_form_register_word(operand, decoded, word);
    } else if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        k7_form_number_word(operand, decoded, word);
        words->number = (int)words->count;
    } else if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY) {
        k7_form_memory_word(operand, decoded, word);
        words->memory = (int)words->count;
    } else {
        return;
    }
    words->count++;
}

static bool k7_form_operand_seen(const ZydisDecodedOperand *operand)
{
    return operand->visibility != ZYDIS_OPERAND_VISIBILITY_HIDDEN;
}

static void k7_form_swap_operands(struct k7_form_words *words)
{
    char other[WORD_BYTES];

    memcpy(other, words->operand[0], WORD_BYTES);
    memcpy(words->operand[0], words->operand[1], WORD_BYTES);
    memcpy(words->operand[1], other, WORD_BYTES);
    words->memory = 1;
}

static struct k7_form_words k7_form_words_of(const ZydisDecodedInstruction *decoded,
                                             const ZydisDecodedOperand *operands)
{
    struct k7_form_words words = {.memory = -1, .number = -1};
    const bool lock = decoded->attributes & ZYDIS_ATTRIB_HAS_LOCK;

    snprintf(words.name, sizeof words.name, "%s%s", lock ? "lock" : "",
             ZydisMnemonicGetString(decoded->mnemonic));
    for (unsigned i = 0; i < decoded->operand_count && words.count < OPERANDS_MOST; i++)
        if (k7_form_operand_seen(&operands[i]))
            k7_form_operand_word(decoded, &operands[i], &words);
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XCHG && words.memory == 0) /* the table's order of
                                                                          operands */
        k7_form_swap_operands(&words);
    words.differ = words.count == 2 && operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                   operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                   operands[0].reg.value != operands[1].reg.value;
    return words;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static const struct k7_row *k7_form_find(const char *name, const struct k7_form_words *words)
{
    char key[64];
    size_t n = (size_t)snprintf(key, sizeof key, "%s", name);

    for (unsigned i = 0; i < words->count; i++)
        n += (size_t)snprintf(key + n, sizeof key - n, "%s%s", i ? "," : "", words->operand[i]);
    return n < K7_KEY_BYTES ? k7_row_find(key) : NULL;
}

/*
 * Tries "r1_32,r2_32" or "mm_1,mm_2" if two registers differ, and "im8", which the rows of new MMX
 * instructions use.
 */
static const struct k7_row *k7_form_find_as_written(const char *name,
                                                    const struct k7_form_words *words)
{
    struct k7_form_words other = *words;
    const struct k7_row *row = NULL;

    if (words->differ && words->operand[0][0] == 'r') {
        snprintf(other.operand[0], WORD_BYTES, "r1_%s", words->operand[0] + 1);
        snprintf(other.operand[1], WORD_BYTES, "r2_%s", words->operand[1] + 1);
        row = k7_form_find(name, &other);
    } else if (words->differ && words->operand[0][0] == 'm') {
        strcpy(other.operand[0], "mm_1");
        strcpy(other.operand[1], "mm_2");
        row = k7_form_find(name, &other);
    } else if (words->number == 2) {
        strcpy(other.operand[2], "im8");
        row = k7_form_find(name, &other);
    }
    return row ? row : k7_form_find(name, words);
}

static const char *k7_form_likeness(uint16_t mnemonic)
{
    for (size_t i = 0; i < sizeof likenesses / sizeof likenesses[0]; i++)
        if (likenesses[i].mnemonic == mnemonic)
            return likenesses[i].name;
    return NULL;
}

static const struct k7_row *k7_form_find_either(const char *own, const char *like,
                                                const struct k7_form_words *words)
{
    const struct k7_row *row = k7_form_find_as_written(own, words);

    return row || !like ? row : k7_form_find_as_written(like, words);
}

/* Replaces memory by a register of its size, or an MMX register. */
static void k7_form_memory_as_register(struct k7_form_words *words)
{
    char *word = words->operand[words->memory];
    unsigned bits = 32;

    sscanf(word, "[m%u", &bits);
    for (unsigned i = 0; i < words->count; i++)
        if (strcmp(words->operand[i], "mm") == 0)
            bits = 64;
    if (bits == 64)
        strcpy(word, "mm");
    else
        snprintf(word, WORD_BYTES, "r%u", bits);
}

static const struct k7_row *k7_form_no_displacement(const char *own, const char *like,
                                                    struct k7_form_words words)
{
    char *plus = strchr(words.operand[words.memory], '+');

    if (!plus)
        return NULL;
    strcpy(plus, "]");
    return k7_form_find_either(own, like, &words);
}

static void k7_form_number_as_register(struct k7_form_words *words)
{
    const unsigned n = (unsigned)words->number;

    strcpy(words->operand[n], n ? words->operand[n - 1] : "r32");
}

/* ---- instructions with special rows ---------------------------------------------------------- */

static const struct k7_row *k7_form_lea(const ZydisDecodedInstruction *decoded,
                                        const ZydisDecodedOperand *operands)
{
    char key[K7_KEY_BYTES];
    const unsigned bits = operands[0].size;
    const bool scaled = operands[1].mem.scale > 1, disp = decoded->raw.disp.size;

    if (scaled || disp)
        snprintf(key, sizeof key, "lear%u,[r+r%s%s]", bits, scaled ? "*8" : "",
                 disp ? "+disp8" : "");
    else
        snprintf(key, sizeof key, "lear%u,[r%u+r%u]", bits, bits, bits);
    return k7_row_find(key);
}

static const struct k7_row *k7_form_nop(const ZydisDecodedInstruction *decoded)
{
    char key[K7_KEY_BYTES] = "nop";
    unsigned prefixes = 0;

    for (unsigned i = 0; i < decoded->raw.prefix_count; i++)
        prefixes += decoded->raw.prefixes[i].value == 0x66;
    if (prefixes == 1)
        strcpy(key, "0x66nop");
    else if (prefixes)
        snprintf(key, sizeof key, "%ux0x66nop", prefixes);
    return k7_row_find(key);
}

/* The row of the full quotient; the size of the operands makes no difference on a K7. */
static const struct k7_row *k7_form_divide(ZydisMnemonic mnemonic, unsigned bits)
{
    static const char *const keys[2][3] = {
        {"divr816/8b(full)", "divr1632/16b(full)", "divr3264/32b(full)"},
        {"idivr814/7b(full)", "idivr1630/15b(full)", "idivr3262/31b(full)"}};

    return k7_row_find(keys[mnemonic == ZYDIS_MNEMONIC_IDIV][bits == 8 ? 0 : bits == 16 ? 1 : 2]);
}

/* One-operand multiplication: the rows of the lower and the upper half. */
static void k7_form_multiply(const char *name, unsigned bits, struct k7_form *form)
{
    static const char *const low[] = {"al", "ax", "eax"}, *const high[] = {"ah", "dx", "edx"};
    const unsigned size = bits == 8 ? 0 : bits == 16 ? 1 : 2;
    char key[K7_KEY_BYTES];

    snprintf(key, sizeof key, "%sr%u(%s)", name, bits, low[size]);
    form->row = k7_row_find(key);
    snprintf(key, sizeof key, "%sr%u(%s)", name, bits, high[size]);
    form->other = k7_row_find(key);
}

static void k7_form_repeated(const char *name, struct k7_form *form)
{
    char key[K7_KEY_BYTES];

    snprintf(key, sizeof key, "rep%.4s", name);
    form->row = k7_row_find(key);
    snprintf(key, sizeof key, "rep%.4s+", name);
    form->step = k7_row_find(key);
}

/* x87 rows depend on the operation, and on whether it is in registers or with memory. */
static const struct k7_row *k7_form_x87(const char *name, const struct k7_form_words *words)
{
    static const struct {
        const char *name, *in_registers, *in_memory;
    } keys[] = {
        {"fadd", "faddst(i),st", "faddst(i),st"},
        {"fmul", "fmulst(i),st", "fmulst(i),st"},
        {"fdiv", "fdiv80st(i),st", "fdiv80st(i),st"},
        {"fsqrt", "fsqrt80st", NULL},
        {"fcom", "fcomst(i)", "fcomst(i)"},
        {"fcomi", "fcomist,st(i)", NULL},
        {"fcmove", "fcmovest,st(i)", NULL},
        {"fxch", "fxchst(i)", NULL},
        {"fsin", "fsin80(1.0)+fadd", NULL},
        {"fcos", "fcos80(0.73908513...)", NULL},
        {"fld", "fldst(i)", "fld[m32]"},
        {"fst", "fstst(i)", "fst[m32]"},
        {"fild", NULL, "fild[m32]"},
        {"fist", NULL, "fist[m32]"},
    };
    const bool memory = words->memory >= 0;

    if (memory && strcmp(words->operand[words->memory], "[m80]") == 0 && k7_form_find(name, words))
        return k7_form_find(name, words);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *key = memory ? keys[i].in_memory : keys[i].in_registers;

        if (strcmp(name, keys[i].name) == 0 && key)
            return k7_row_find(key);
    }
    return k7_row_find(name);
}

/* ---- the complete lookup --------------------------------------------------------------------- */

static enum k7_unit k7_form_unit(const char *name, const struct k7_form_words *words)
{
    bool mmx = false, general = false;

    for (unsigned i = 0; i < words->count; i++) {
        mmx |= strcmp(words->operand[i], "mm") == 0;
        general |= words->operand[i][0] == 'r';
    }
    if (mmx && general)
        return K7_VECTOR;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, name) == 0)
            return (enum k7_unit)units[i].unit;
    return mmx ? K7_FADD_OR_FMUL : K7_ALU;
}

/* Rows measured with memory are limited by the memory ports. */
static enum k7_unit k7_form_unit_with_memory(enum k7_unit unit, const struct k7_row *row,
                                             const ZydisDecodedOperand *operands, int memory)
{
    if (strncmp(row->key, "movcr", 5) == 0 || strncmp(row->key, "movsr", 5) == 0 ||
        strncmp(row->key, "lock", 4) == 0)
        return K7_VECTOR;
    if ((unit != K7_ALU && unit != K7_FADD_OR_FMUL) || memory < 0 || !strstr(row->key, "[m"))
        return unit;
    return operands[memory].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE ? K7_STORE : K7_LOAD;
}

/*
 * A row with a register in place of memory includes no load; if the operand is written, it includes
 * no store.
 */
static void k7_form_find_no_memory(const char *own, const char *like, struct k7_form_words *words,
                                   const ZydisDecodedOperand *operands, struct k7_form *form)
{
    const bool loads = operands[words->memory].actions & ZYDIS_OPERAND_ACTION_MASK_READ;
    const bool stores = operands[words->memory].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;

    k7_form_memory_as_register(words);
    if (loads && stores) { /* taken from an addition to memory */
        char key[K7_KEY_BYTES];

        snprintf(key, sizeof key, "%sadd[m%s],r%s", strncmp(own, "lock", 4) == 0 ? "lock" : "",
                 words->operand[words->memory] + 1, words->operand[words->memory] + 1);
        form->row = k7_row_find(key);
        return;
    }
    form->row = k7_form_find_either(own, like, words);
    if (!form->row && words->number >= 0) {
        k7_form_number_as_register(words);
        form->row = k7_form_find_either(own, like, words);
    }
    form->loads_first = loads;
}

static bool k7_form_is_x87(const ZydisDecodedInstruction *decoded)
{
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_FCOMI:
    case ZYDIS_MNEMONIC_FCOMIP:
    case ZYDIS_MNEMONIC_FUCOMI:
    case ZYDIS_MNEMONIC_FUCOMIP:
        return true;
    default:
        return decoded->meta.isa_set == ZYDIS_ISA_SET_X87 ||
               decoded->meta.isa_set == ZYDIS_ISA_SET_FCMOV;
    }
}

static bool k7_form_is_one_operand(const ZydisDecodedInstruction *decoded, uint32_t kinds)
{
    return decoded->mnemonic == ZYDIS_MNEMONIC_MUL ||
           (decoded->mnemonic == ZYDIS_MNEMONIC_IMUL && (kinds & ONE_OPERAND));
}

/* Returns true if the mnemonic's rows are not selected by its operands. */
static bool k7_form_find_special(const ZydisDecodedInstruction *decoded,
                                 const ZydisDecodedOperand *operands, const char *name,
                                 const struct k7_form_words *words, struct k7_form *form)
{
    const uint32_t kinds = timing_table_form(decoded, operands);

    if (kinds & FAR)
        form->row = k7_row_find(strncmp(name, "iret", 4) == 0 ? "iret" : "far");
    else if (decoded->mnemonic == ZYDIS_MNEMONIC_LEA)
        form->row = k7_form_lea(decoded, operands);
    else if (decoded->mnemonic == ZYDIS_MNEMONIC_NOP && words->count == 0)
        form->row = k7_form_nop(decoded);
    else if (decoded->mnemonic == ZYDIS_MNEMONIC_NOP)
        form->row = k7_row_find("nop");
    else if (decoded->mnemonic == ZYDIS_MNEMONIC_DIV || decoded->mnemonic == ZYDIS_MNEMONIC_IDIV)
        form->row = k7_form_divide(decoded->mnemonic, operands[0].size);
    else if (k7_form_is_one_operand(decoded, kinds))
        k7_form_multiply(name, operands[0].size, form);
    else if (decoded->meta.category == ZYDIS_CATEGORY_COND_BR && words->count &&
             form->unit == K7_ALU)
        form->row = k7_row_find("jcc");
    else if (kinds & REPEATED && decoded->meta.category == ZYDIS_CATEGORY_STRINGOP)
        k7_form_repeated(name, form);
    else if (decoded->meta.category == ZYDIS_CATEGORY_STRINGOP)
        form->row = k7_row_find(name);
    else if (decoded->mnemonic == ZYDIS_MNEMONIC_CPUID)
        form->row = k7_row_find("cpuid(eax=1)");
    else if (k7_form_is_x87(decoded))
        form->row = k7_form_x87(name, words);
    else
        return false;
    return true;
}

static void k7_form_find_by_operands(const char *own, const char *like, struct k7_form_words words,
                                     const ZydisDecodedOperand *operands, struct k7_form *form)
{
    form->row = k7_form_find_either(own, like, &words);
    if (!form->row && words.memory >= 0)
        form->row = k7_form_no_displacement(own, like, words);
    if (!form->row && words.memory >= 0)
        k7_form_find_no_memory(own, like, &words, operands, form);
    if (!form->row && words.number >= 0) {
        k7_form_number_as_register(&words);
        form->row = k7_form_find_either(own, like, &words);
    }
    if (!form->row)
        form->row = k7_row_find(own);
    if (!form->row && like)
        form->row = k7_row_find(like);
}

struct k7_form k7_form_of(const ZydisDecodedInstruction *decoded,
                          const ZydisDecodedOperand *operands)
{
    const struct k7_form_words words = k7_form_words_of(decoded, operands);
    const char *like = k7_form_likeness((uint16_t)decoded->mnemonic);
    const char *family = like ? like : words.name;
    struct k7_form form = {0};

    form.unit = k7_form_unit(words.name, &words);
    if (form.unit == K7_ALU)
        form.unit = k7_form_unit(family, &words);
    if (!k7_form_find_special(decoded, operands, k7_form_is_x87(decoded) ? family : words.name,
                              &words, &form))
        k7_form_find_by_operands(words.name, like, words, operands, &form);
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XCHG && words.differ && words.operand[0][0] == 'r') {
        struct k7_form_words same = words;

        same.differ = false;
        form.other = k7_form_find("xchg", &same);
    }
    if (form.row)
        form.unit = k7_form_unit_with_memory(form.unit, form.row, operands, words.memory);
    return form;
}
