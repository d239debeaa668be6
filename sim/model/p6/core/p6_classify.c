/*
 * SPDX-License-Identifier: MIT
 * Derives the core's description of an instruction from Zydis's decoding: operands by register and
 * part, attributes, and uops by the row in uops.def.
 */
#include <string.h>

#include "sim/model/common/decoded_insn.h"
#include "sim/model/p5/timing_table.h"
#include "sim/model/p6/core/uop_build.h"

static uint8_t p6_classify_name(ZydisRegister reg, int stack)
{
    const unsigned id = (unsigned)ZydisRegisterGetId(reg);

    switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
        return (uint8_t)(P6_EAX + decoded_insn_general_register(reg));
    case ZYDIS_REGCLASS_X87:
        return (uint8_t)(P6_ST0 + id + (stack < 0 ? 8 : 0));
    case ZYDIS_REGCLASS_MMX:
        return (uint8_t)(P6_MM0 + id);
    case ZYDIS_REGCLASS_XMM:
        return (uint8_t)(P6_XMM0 + id);
    case ZYDIS_REGCLASS_SEGMENT:
    case ZYDIS_REGCLASS_CONTROL:
    case ZYDIS_REGCLASS_DEBUG:
        return P6_SEGMENT;
    default:
        break;
    }
    switch (reg) {
    case ZYDIS_REGISTER_X87CONTROL:
        return P6_X87_CONTROL;
    case ZYDIS_REGISTER_X87STATUS:
        return P6_X87_STATUS;
    case ZYDIS_REGISTER_MXCSR:
        return P6_MXCSR;
    default:
        return P6_NONE;
    }
}

static uint8_t p6_classify_parts(ZydisRegister reg)
{
    switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_GPR8:
        return reg >= ZYDIS_REGISTER_AH && reg <= ZYDIS_REGISTER_BH ? P6_HIGH : P6_LOW;
    case ZYDIS_REGCLASS_GPR16:
        return P6_WORD;
    default:
        return P6_WHOLE;
    }
}

static void p6_classify_add(struct p6_operand *list, unsigned capacity, unsigned *count,
                            uint8_t name, uint8_t parts)
{
    for (unsigned i = 0; i < *count; i++)
        if (list[i].name == name && (list[i].parts & parts)) { /* AL and AH stay separate */
            list[i].parts |= parts;
            return;
        }
    if (name != P6_NONE && *count < capacity)
        list[(*count)++] = (struct p6_operand){name, parts};
}

/* Returns whether the instruction implicitly updates ESP. */
static bool moves_esp(const ZydisDecodedOperand *operand, uint8_t name)
{
    return name == P6_ESP && operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN &&
           (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE);
}

static void p6_classify_register(const ZydisDecodedInstruction *decoded,
                                 const ZydisDecodedOperand *operand, struct uop_operands *to)
{
    const ZydisRegister reg = operand->reg.value;
    const bool writes = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
    const bool keeps = decoded->meta.category == ZYDIS_CATEGORY_CMOV; /* may keep the old value */
    const uint8_t name = p6_classify_name(reg, 0), parts = p6_classify_parts(reg);

    /* The uops of each iteration update REP's counter. */
    if (decoded_insn_is_string(decoded) && name == P6_EAX + 1)
        return;
    /* The pointers of string instructions are derived from the memory operands. */
    if (decoded_insn_is_string(decoded) && (name == P6_ESI || name == P6_EDI))
        return;
    if (moves_esp(operand, name)) {
        p6_classify_add(to->pointers, UOP_POINTERS, &to->pointer_count, name, P6_WHOLE);
        return;
    }
    if (keeps || operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
        p6_classify_add(to->sources, UOP_SOURCES, &to->source_count, name, parts);
    if (!writes)
        return;
    /* A push writes the register above the old top. */
    if (to->stack < 0 && name == P6_ST0)
        p6_classify_add(to->results, UOP_RESULTS, &to->result_count, P6_ST0 + 7, parts);
    else
        p6_classify_add(to->results, UOP_RESULTS, &to->result_count, name, parts);
}

static struct uop_memory p6_classify_address(const ZydisDecodedOperand *operand)
{
    return (struct uop_memory){
        .base = p6_classify_name(operand->mem.base, 0),
        .index = p6_classify_name(operand->mem.index, 0),
        .parts = ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LEGACY_32, operand->mem.base) == 16
                     ? P6_WORD
                     : P6_WHOLE,
        .halves = operand->size == 80 || operand->size == 128 ? 2 : 1};
}

static void p6_classify_memory(const ZydisDecodedInstruction *decoded,
                               const ZydisDecodedOperand *operand, struct uop_operands *to)
{
    const struct uop_memory memory = p6_classify_address(operand);

    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN) {
        p6_classify_add(to->sources, UOP_SOURCES, &to->source_count, memory.base, memory.parts);
        p6_classify_add(to->sources, UOP_SOURCES, &to->source_count, memory.index, memory.parts);
        return;
    }
    if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ && to->load_count < UOP_MEMORIES)
        to->loads[to->load_count++] = memory;
    if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE && to->store_count < UOP_MEMORIES)
        to->stores[to->store_count++] = memory;
    if (decoded_insn_is_string(decoded) && (memory.base == P6_ESI || memory.base == P6_EDI))
        p6_classify_add(to->pointers, UOP_POINTERS, &to->pointer_count, memory.base, P6_WHOLE);
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XLAT) /* Zydis omits its index */
        to->loads[0].index = P6_EAX;
}

static uint8_t p6_classify_flag_parts(uint32_t mask)
{
    return (
        uint8_t)((mask & ZYDIS_CPUFLAG_CF ? P6_CF : 0) | (mask & ZYDIS_CPUFLAG_OF ? P6_OF : 0) |
                 (mask & ZYDIS_CPUFLAG_AF ? P6_AF : 0) |
                 (mask & (ZYDIS_CPUFLAG_ZF | ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_PF) ? P6_SZP : 0));
}

static bool p6_classify_is_logical(ZydisMnemonic mnemonic)
{
    return mnemonic == ZYDIS_MNEMONIC_AND || mnemonic == ZYDIS_MNEMONIC_OR ||
           mnemonic == ZYDIS_MNEMONIC_XOR;
}

static bool p6_classify_is_shift(ZydisMnemonic mnemonic)
{
    switch (mnemonic) {
    case ZYDIS_MNEMONIC_SHL:
    case ZYDIS_MNEMONIC_SHR:
    case ZYDIS_MNEMONIC_SAR:
    case ZYDIS_MNEMONIC_ROL:
    case ZYDIS_MNEMONIC_ROR:
    case ZYDIS_MNEMONIC_SHLD:
    case ZYDIS_MNEMONIC_SHRD:
        return true;
    default:
        return false;
    }
}

/*
 * flags_written are the flags that a later instruction can read without waiting. They include AF
 * after AND, OR and XOR, which leave it undefined, but not after TEST; after a shift other than the
 * short form by 1 no flag is included (AGN 19).
 */
static void p6_classify_flags(const ZydisDecodedInstruction *decoded, uint32_t form,
                              struct uop_operands *to)
{
    const ZydisAccessedFlags *flags = decoded->cpu_flags;
    uint32_t written;

    if (!flags)
        return;
    written = flags->modified | flags->set_0 | flags->set_1;
    to->flags_read = p6_classify_flag_parts(flags->tested);
    to->flags_written = p6_classify_flag_parts(written);
    to->writes_flags = to->flags_written != 0;
    if (p6_classify_is_logical(decoded->mnemonic))
        to->flags_written = P6_ALL_FLAGS;
    if (p6_classify_is_shift(decoded->mnemonic) && !(form & COUNT_ONE))
        to->flags_written = 0;
    if (flags->tested & ZYDIS_CPUFLAG_DF)
        p6_classify_add(to->sources, UOP_SOURCES, &to->source_count, P6_DIRECTION, P6_WHOLE);
    /* CLD after CLD waits (ILAT), so each reads what it writes. */
    if (written & ZYDIS_CPUFLAG_DF) {
        p6_classify_add(to->sources, UOP_SOURCES, &to->source_count, P6_DIRECTION, P6_WHOLE);
        p6_classify_add(to->results, UOP_RESULTS, &to->result_count, P6_DIRECTION, P6_WHOLE);
    }
}

static bool p6_classify_serialises(const ZydisDecodedInstruction *decoded, uint32_t form)
{
    return decoded_insn_serialises(decoded) ||
           ((form & (CR | DR)) && (form & (TO_CR0 | TO_CR4 | DR)));
}

/* Counts a prefix byte anywhere among the prefixes. */
static unsigned p6_classify_prefixes(const ZydisDecodedInstruction *decoded, uint8_t value)
{
    unsigned found = 0;

    for (unsigned i = 0; i < decoded->raw.prefix_count; i++)
        found += decoded->raw.prefixes[i].value == value;
    return found;
}

/*
 * 66 before an immediate of 32 or 16 bits, and before F7, where only TEST has one (ILAT: NEG and
 * NOT r16 take as long). 67 before a displacement or a ModRM that may have one.
 */
static bool p6_classify_changes_length(const ZydisDecodedInstruction *decoded)
{
    const bool one_byte = decoded->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT;

    if (p6_classify_prefixes(decoded, 0x66)) {
        if (one_byte && decoded->opcode == 0xf7)
            return true;
        if (decoded->raw.imm[0].size == decoded->operand_width && decoded->raw.imm[0].size > 8)
            return true;
    }
    return p6_classify_prefixes(decoded, 0x67) &&
           ((decoded->attributes & ZYDIS_ATTRIB_HAS_MODRM) || decoded->raw.disp.size > 8);
}

static bool is_locked(const ZydisDecodedInstruction *decoded, uint32_t form)
{
    return (decoded->attributes & ZYDIS_ATTRIB_HAS_LOCK) ||
           (decoded->mnemonic == ZYDIS_MNEMONIC_XCHG && (form & MEMORY));
}

static unsigned p6_classify_by_mnemonic(ZydisMnemonic mnemonic)
{
    switch (mnemonic) {
    case ZYDIS_MNEMONIC_RDTSC:
    case ZYDIS_MNEMONIC_RDPMC:
    case ZYDIS_MNEMONIC_RDMSR:
        return P6_READS_TIME;
    case ZYDIS_MNEMONIC_FXCH:
        return P6_EXCHANGES;
    case ZYDIS_MNEMONIC_IN:
    case ZYDIS_MNEMONIC_OUT:
    case ZYDIS_MNEMONIC_SFENCE:
        return P6_FENCES;
    case ZYDIS_MNEMONIC_MUL:
    case ZYDIS_MNEMONIC_IMUL:
        return P6_MULTIPLIES;
    case ZYDIS_MNEMONIC_DIV:
    case ZYDIS_MNEMONIC_IDIV:
        return P6_DIVIDES;
    case ZYDIS_MNEMONIC_FSIN:
    case ZYDIS_MNEMONIC_FCOS:
    case ZYDIS_MNEMONIC_FSQRT:
    case ZYDIS_MNEMONIC_DIVSS:
    case ZYDIS_MNEMONIC_DIVPS:
    case ZYDIS_MNEMONIC_SQRTSS:
    case ZYDIS_MNEMONIC_SQRTPS:
        return P6_BY_VALUE;
    case ZYDIS_MNEMONIC_FDIV:
    case ZYDIS_MNEMONIC_FDIVP:
    case ZYDIS_MNEMONIC_FDIVR:
    case ZYDIS_MNEMONIC_FDIVRP:
    case ZYDIS_MNEMONIC_FIDIV:
    case ZYDIS_MNEMONIC_FIDIVR:
        return P6_BY_VALUE | P6_DIVIDES;
    case ZYDIS_MNEMONIC_FMUL:
    case ZYDIS_MNEMONIC_FMULP:
    case ZYDIS_MNEMONIC_FIMUL:
        return P6_MULTIPLIES;
    default:
        return 0;
    }
}

/* Returns the row of values.def. */
static uint8_t p6_classify_values(ZydisMnemonic mnemonic)
{
    enum {
#define VALUE(name, ...) name,
#include "sim/model/p6/core/values.def"
#undef VALUE
    };

    switch (mnemonic) {
    case ZYDIS_MNEMONIC_FSQRT:
        return FSQRT;
    case ZYDIS_MNEMONIC_FSIN:
        return FSIN;
    case ZYDIS_MNEMONIC_FCOS:
        return FCOS;
    case ZYDIS_MNEMONIC_DIVSS:
    case ZYDIS_MNEMONIC_DIVPS:
        return DIVSS;
    case ZYDIS_MNEMONIC_SQRTSS:
    case ZYDIS_MNEMONIC_SQRTPS:
        return SQRTSS;
    default:
        return FDIV;
    }
}

static uint16_t p6_classify_attributes(const ZydisDecodedInstruction *decoded,
                                       const ZydisDecodedOperand *operands, uint32_t form,
                                       const struct timing_row *p5)
{
    unsigned attributes = p6_classify_by_mnemonic(decoded->mnemonic);

    attributes |= p6_classify_serialises(decoded, form) ? P6_SERIALISES : 0;
    attributes |= is_locked(decoded, form) ? P6_LOCKED : 0;
    attributes |= p6_classify_changes_length(decoded) ? P6_LENGTH_CHANGING : 0;
    attributes |= form & REPEATED && decoded_insn_is_string(decoded) ? P6_REPEATED : 0;
    attributes |= decoded->meta.branch_type != ZYDIS_BRANCH_TYPE_NONE ? P6_BRANCH : 0;
    attributes |= form & FAR ? P6_FAR : 0;
    attributes |= decoded_insn_zeroes(decoded, operands) ? P6_ZEROING : 0;
    attributes |= decoded_insn_is_x87(decoded) ? P6_X87 : 0;
    attributes |= decoded_insn_is_x87(decoded) && p5->operations ? P6_X87_ARITHMETIC : 0;
    return (uint16_t)attributes;
}

/*
 * DIV of 8 bits writes AL and AH separately: a reader of AX waits for both (ILAT 19 instead of 12).
 */
static void p6_classify_split_division(const ZydisDecodedInstruction *decoded, uint32_t form,
                                       struct uop_operands *to)
{
    if (!(form & SIZE8) ||
        (decoded->mnemonic != ZYDIS_MNEMONIC_DIV && decoded->mnemonic != ZYDIS_MNEMONIC_IDIV))
        return;
    to->results[0] = (struct p6_operand){P6_EAX, P6_HIGH};
    to->results[1] = (struct p6_operand){P6_EAX, P6_LOW};
    to->result_count = 2;
}

void p6_classify(const struct ZydisDecodedInstruction_ *decoded,
                 const struct ZydisDecodedOperand_ *operands, struct p6_insn *insn)
{
    const uint32_t form = timing_table_form(decoded, operands);
    const struct timing_row *p5 = timing_table_find((uint16_t)decoded->mnemonic, form);
    struct uop_operands to = {.stack = p5->stack};

    memset(insn, 0, sizeof *insn);
    for (unsigned i = 0; i < decoded->operand_count; i++) {
        if (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER)
            p6_classify_register(decoded, &operands[i], &to);
        else if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            p6_classify_memory(decoded, &operands[i], &to);
    }
    p6_classify_flags(decoded, form, &to);
    p6_classify_split_division(decoded, form, &to);
    if (decoded->mnemonic == ZYDIS_MNEMONIC_RDTSC || decoded->mnemonic == ZYDIS_MNEMONIC_RDPMC ||
        decoded->mnemonic == ZYDIS_MNEMONIC_RDMSR) { /* in sequence (ILAT: RDTSC 31 each) */
        p6_classify_add(to.sources, UOP_SOURCES, &to.source_count, P6_SEGMENT, P6_WHOLE);
        p6_classify_add(to.results, UOP_RESULTS, &to.result_count, P6_SEGMENT, P6_WHOLE);
    }
    if (decoded->mnemonic == ZYDIS_MNEMONIC_LDMXCSR) /* in sequence (ILAT: 15 each) */
        p6_classify_add(to.sources, UOP_SOURCES, &to.source_count, P6_MXCSR, P6_WHOLE);
    if (decoded->mnemonic == ZYDIS_MNEMONIC_POPF || decoded->mnemonic == ZYDIS_MNEMONIC_POPFD)
        to.flags_read = P6_ALL_FLAGS; /* it keeps some (ILAT: POPFD after POPFD waits) */
    insn->attributes = p6_classify_attributes(decoded, operands, form, p5);
    insn->length = decoded->length;
    insn->prefixes = decoded->raw.prefix_count;
    insn->stack = p5->stack;
    insn->values = p6_classify_values(decoded->mnemonic);
    if (insn->attributes & P6_EXCHANGES)
        insn->exchanged = decoded_insn_exchanged(operands);
    uop_build_insn(uop_table_find(decoded, form), decoded, &to, insn);
}
