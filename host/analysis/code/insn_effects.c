/*
 * SPDX-License-Identifier: MIT
 * Derives the effects of an instruction: explicit operands from Zydis, flags and implicit registers
 * from the table below (Intel Architecture Software Developer's Manual, volume 1, appendix A, and
 * the descriptions of the instructions in volume 2). Zydis 4.0 omits ESI and EDI of CMPS, SCAS, INS
 * and OUTS, and AL of XLAT, and lists the flags of a shift by CL and of REP CMPS as written
 * although a count of 0 leaves them. An instruction without a row is not moved.
 */
#include "host/analysis/code/insn_effects.h"

#include <string.h>

#include <Zydis/Zydis.h>

enum { EAX = 1 << 0, ECX = 1 << 1, EDX = 1 << 2, EBX = 1 << 3, ESP = 1 << 4 };
enum { EBP = 1 << 5, ESI = 1 << 6, EDI = 1 << 7 };

#define SZP  (FLAG_S | FLAG_Z | FLAG_P)
#define SZAP (SZP | FLAG_A)
#define OC   (FLAG_O | FLAG_C)

enum effects_kind {
    EFFECTS_PLAIN,
    EFFECTS_SHIFT,  /* flags depend on the count */
    EFFECTS_STRING, /* with REP, flags and registers depend on the count */
    EFFECTS_ORDERS, /* known, but not moved: the stack */
};

struct effects_row {
    uint16_t mnemonic;
    uint8_t kind;
    uint16_t flags_read, flags_set, flags_changed;
    uint8_t registers_read, registers_written; /* implicit ones */
};

#define M(name) ZYDIS_MNEMONIC_##name

static const struct effects_row effects_rows[] = {
    /* moves and addresses */
    {M(MOV), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(MOVSX), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(MOVZX), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(LEA), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(XCHG), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(BSWAP), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(NOP), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(PAUSE), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(CBW), EFFECTS_PLAIN, 0, 0, 0, EAX, EAX},
    {M(CWDE), EFFECTS_PLAIN, 0, 0, 0, EAX, EAX},
    {M(CWD), EFFECTS_PLAIN, 0, 0, 0, EAX, EDX},
    {M(CDQ), EFFECTS_PLAIN, 0, 0, 0, EAX, EDX},
    {M(XLAT), EFFECTS_PLAIN, 0, 0, 0, EAX | EBX, EAX},
    {M(CMPXCHG), EFFECTS_PLAIN, 0, FLAGS_STATUS, 0, EAX, EAX},
    {M(CMPXCHG8B), EFFECTS_PLAIN, 0, FLAG_Z, 0, EAX | ECX | EDX | EBX, EAX | EDX},
    {M(XADD), EFFECTS_PLAIN, 0, FLAGS_STATUS, 0, 0, 0},
    /* arithmetic */
    {M(ADD), EFFECTS_PLAIN, 0, FLAGS_STATUS, 0, 0, 0},
    {M(SUB), EFFECTS_PLAIN, 0, FLAGS_STATUS, 0, 0, 0},
    {M(CMP), EFFECTS_PLAIN, 0, FLAGS_STATUS, 0, 0, 0},
    {M(NEG), EFFECTS_PLAIN, 0, FLAGS_STATUS, 0, 0, 0},
    {M(ADC), EFFECTS_PLAIN, FLAG_C, FLAGS_STATUS, 0, 0, 0},
    {M(SBB), EFFECTS_PLAIN, FLAG_C, FLAGS_STATUS, 0, 0, 0},
    {M(INC), EFFECTS_PLAIN, 0, SZAP | FLAG_O, 0, 0, 0},
    {M(DEC), EFFECTS_PLAIN, 0, SZAP | FLAG_O, 0, 0, 0},
    {M(MUL), EFFECTS_PLAIN, 0, OC, SZAP, EAX, EAX},
    {M(IMUL), EFFECTS_PLAIN, 0, OC, SZAP, 0, 0},
    {M(DIV), EFFECTS_PLAIN, 0, 0, FLAGS_STATUS, EAX, EAX},
    {M(IDIV), EFFECTS_PLAIN, 0, 0, FLAGS_STATUS, EAX, EAX},
    {M(AAA), EFFECTS_PLAIN, FLAG_A, FLAG_A | FLAG_C, SZP | FLAG_O, EAX, EAX},
    {M(AAS), EFFECTS_PLAIN, FLAG_A, FLAG_A | FLAG_C, SZP | FLAG_O, EAX, EAX},
    {M(DAA), EFFECTS_PLAIN, FLAG_A | FLAG_C, SZAP | FLAG_C, FLAG_O, EAX, EAX},
    {M(DAS), EFFECTS_PLAIN, FLAG_A | FLAG_C, SZAP | FLAG_C, FLAG_O, EAX, EAX},
    {M(AAM), EFFECTS_PLAIN, 0, SZP, FLAG_A | OC, EAX, EAX},
    {M(AAD), EFFECTS_PLAIN, 0, SZP, FLAG_A | OC, EAX, EAX},
    /* logic and bits */
    {M(AND), EFFECTS_PLAIN, 0, SZP | OC, FLAG_A, 0, 0},
    {M(OR), EFFECTS_PLAIN, 0, SZP | OC, FLAG_A, 0, 0},
    {M(XOR), EFFECTS_PLAIN, 0, SZP | OC, FLAG_A, 0, 0},
    {M(TEST), EFFECTS_PLAIN, 0, SZP | OC, FLAG_A, 0, 0},
    {M(NOT), EFFECTS_PLAIN, 0, 0, 0, 0, 0},
    {M(SHL), EFFECTS_SHIFT, 0, SZP | FLAG_C, FLAG_A | FLAG_O, 0, 0},
    {M(SHR), EFFECTS_SHIFT, 0, SZP | FLAG_C, FLAG_A | FLAG_O, 0, 0},
    {M(SAR), EFFECTS_SHIFT, 0, SZP | FLAG_C, FLAG_A | FLAG_O, 0, 0},
    {M(SHLD), EFFECTS_SHIFT, 0, SZP | FLAG_C, FLAG_A | FLAG_O, 0, 0},
    {M(SHRD), EFFECTS_SHIFT, 0, SZP | FLAG_C, FLAG_A | FLAG_O, 0, 0},
    {M(ROL), EFFECTS_SHIFT, 0, FLAG_C, FLAG_O, 0, 0},
    {M(ROR), EFFECTS_SHIFT, 0, FLAG_C, FLAG_O, 0, 0},
    {M(RCL), EFFECTS_SHIFT, FLAG_C, FLAG_C, FLAG_O, 0, 0},
    {M(RCR), EFFECTS_SHIFT, FLAG_C, FLAG_C, FLAG_O, 0, 0},
    {M(BT), EFFECTS_PLAIN, 0, FLAG_C, SZAP | FLAG_O, 0, 0},
    {M(BTS), EFFECTS_PLAIN, 0, FLAG_C, SZAP | FLAG_O, 0, 0},
    {M(BTR), EFFECTS_PLAIN, 0, FLAG_C, SZAP | FLAG_O, 0, 0},
    {M(BTC), EFFECTS_PLAIN, 0, FLAG_C, SZAP | FLAG_O, 0, 0},
    {M(BSF), EFFECTS_PLAIN, 0, FLAG_Z, FLAG_S | FLAG_A | FLAG_P | OC, 0, 0},
    {M(BSR), EFFECTS_PLAIN, 0, FLAG_Z, FLAG_S | FLAG_A | FLAG_P | OC, 0, 0},
    /* flags */
    {M(CLC), EFFECTS_PLAIN, 0, FLAG_C, 0, 0, 0},
    {M(STC), EFFECTS_PLAIN, 0, FLAG_C, 0, 0, 0},
    {M(CMC), EFFECTS_PLAIN, FLAG_C, FLAG_C, 0, 0, 0},
    {M(CLD), EFFECTS_PLAIN, 0, FLAG_D, 0, 0, 0},
    {M(STD), EFFECTS_PLAIN, 0, FLAG_D, 0, 0, 0},
    {M(LAHF), EFFECTS_PLAIN, SZAP | FLAG_C, 0, 0, EAX, EAX},
    {M(SAHF), EFFECTS_PLAIN, 0, SZAP | FLAG_C, 0, EAX, 0},
    {M(SALC), EFFECTS_PLAIN, FLAG_C, 0, 0, 0, EAX},
    /* strings; ECX of REP is added */
    {M(MOVSB), EFFECTS_STRING, FLAG_D, 0, 0, ESI | EDI, ESI | EDI},
    {M(MOVSW), EFFECTS_STRING, FLAG_D, 0, 0, ESI | EDI, ESI | EDI},
    {M(MOVSD), EFFECTS_STRING, FLAG_D, 0, 0, ESI | EDI, ESI | EDI},
    {M(CMPSB), EFFECTS_STRING, FLAG_D, FLAGS_STATUS, 0, ESI | EDI, ESI | EDI},
    {M(CMPSW), EFFECTS_STRING, FLAG_D, FLAGS_STATUS, 0, ESI | EDI, ESI | EDI},
    {M(CMPSD), EFFECTS_STRING, FLAG_D, FLAGS_STATUS, 0, ESI | EDI, ESI | EDI},
    {M(SCASB), EFFECTS_STRING, FLAG_D, FLAGS_STATUS, 0, EAX | EDI, EDI},
    {M(SCASW), EFFECTS_STRING, FLAG_D, FLAGS_STATUS, 0, EAX | EDI, EDI},
    {M(SCASD), EFFECTS_STRING, FLAG_D, FLAGS_STATUS, 0, EAX | EDI, EDI},
    {M(LODSB), EFFECTS_STRING, FLAG_D, 0, 0, ESI, EAX | ESI},
    {M(LODSW), EFFECTS_STRING, FLAG_D, 0, 0, ESI, EAX | ESI},
    {M(LODSD), EFFECTS_STRING, FLAG_D, 0, 0, ESI, EAX | ESI},
    {M(STOSB), EFFECTS_STRING, FLAG_D, 0, 0, EAX | EDI, EDI},
    {M(STOSW), EFFECTS_STRING, FLAG_D, 0, 0, EAX | EDI, EDI},
    {M(STOSD), EFFECTS_STRING, FLAG_D, 0, 0, EAX | EDI, EDI},
    {M(INSB), EFFECTS_ORDERS, FLAG_D, 0, 0, EDX | EDI, EDI},
    {M(INSW), EFFECTS_ORDERS, FLAG_D, 0, 0, EDX | EDI, EDI},
    {M(INSD), EFFECTS_ORDERS, FLAG_D, 0, 0, EDX | EDI, EDI},
    {M(OUTSB), EFFECTS_ORDERS, FLAG_D, 0, 0, EDX | ESI, ESI},
    {M(OUTSW), EFFECTS_ORDERS, FLAG_D, 0, 0, EDX | ESI, ESI},
    {M(OUTSD), EFFECTS_ORDERS, FLAG_D, 0, 0, EDX | ESI, ESI},
    /* the stack, and branches */
    {M(PUSH), EFFECTS_ORDERS, 0, 0, 0, ESP, ESP},
    {M(POP), EFFECTS_ORDERS, 0, 0, 0, ESP, ESP},
    {M(PUSHA), EFFECTS_ORDERS, 0, 0, 0, 0xff, ESP},
    {M(PUSHAD), EFFECTS_ORDERS, 0, 0, 0, 0xff, ESP},
    {M(POPA), EFFECTS_ORDERS, 0, 0, 0, ESP, 0xff},
    {M(POPAD), EFFECTS_ORDERS, 0, 0, 0, ESP, 0xff},
    {M(ENTER), EFFECTS_ORDERS, 0, 0, 0, ESP | EBP, ESP | EBP},
    {M(LEAVE), EFFECTS_ORDERS, 0, 0, 0, EBP, ESP | EBP},
    {M(CALL), EFFECTS_ORDERS, 0, 0, 0, ESP, ESP},
    {M(RET), EFFECTS_ORDERS, 0, 0, 0, ESP, ESP},
    {M(JMP), EFFECTS_ORDERS, 0, 0, 0, 0, 0},
    {M(JCXZ), EFFECTS_ORDERS, 0, 0, 0, ECX, 0},
    {M(JECXZ), EFFECTS_ORDERS, 0, 0, 0, ECX, 0},
    {M(LOOP), EFFECTS_ORDERS, 0, 0, 0, ECX, ECX},
    {M(LOOPE), EFFECTS_ORDERS, FLAG_Z, 0, 0, ECX, ECX},
    {M(LOOPNE), EFFECTS_ORDERS, FLAG_Z, 0, 0, ECX, ECX},
};

static const struct effects_row *effects_row_find(ZydisMnemonic mnemonic)
{
    for (unsigned i = 0; i < sizeof effects_rows / sizeof effects_rows[0]; i++)
        if (effects_rows[i].mnemonic == mnemonic)
            return &effects_rows[i];
    return NULL;
}

/* Returns the bit of the register that contains `reg`; 0 if it is not a general register. */
static uint8_t effects_register(ZydisRegister reg)
{
    reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, reg);
    return ZydisRegisterGetClass(reg) == ZYDIS_REGCLASS_GPR32
               ? (uint8_t)(1u << ZydisRegisterGetId(reg))
               : 0;
}

static void effects_add_memory(struct insn_effects *effects, const ZydisDecodedOperand *operand)
{
    effects->pointers |= effects_register(operand->mem.base);
    effects->indices |= effects_register(operand->mem.index);
    effects->implicit_memory |= operand->visibility != ZYDIS_OPERAND_VISIBILITY_EXPLICIT;
    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN)
        return;
    effects->reads_memory |= (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
    effects->writes_memory |= (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
}

static void effects_add_register(struct insn_effects *effects, const ZydisDecodedOperand *operand)
{
    const uint8_t bit = effects_register(operand->reg.value);
    const bool writes = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
    if (operand->actions &
        ~ZYDIS_OPERAND_ACTION_WRITE) /* a conditional write keeps the old value */
        effects->registers_read |= bit;
    if (writes)
        effects->registers_written |= bit;
    switch (ZydisRegisterGetClass(operand->reg.value)) {
    case ZYDIS_REGCLASS_SEGMENT:
        effects->orders |= writes;
        break;
    case ZYDIS_REGCLASS_CONTROL:
    case ZYDIS_REGCLASS_DEBUG:
    case ZYDIS_REGCLASS_TEST:
        effects->orders = true;
        break;
    default:
        break;
    }
}

/* Returns the flags of condition `code`, the low half of the opcode of Jcc and SETcc. */
static uint32_t effects_condition_flags(unsigned code)
{
    static const uint16_t flags[8] = {FLAG_O, FLAG_C, FLAG_Z,          FLAG_C | FLAG_Z,
                                      FLAG_S, FLAG_P, FLAG_S | FLAG_O, FLAG_S | FLAG_O | FLAG_Z};
    return flags[code >> 1 & 7];
}

/* Reads the flags of a condition. Returns false if the instruction is neither Jcc nor SETcc. */
static bool effects_add_condition(const ZydisDecodedInstruction *decoded,
                                  struct insn_effects *effects)
{
    const bool plain = decoded->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT;
    const unsigned row = decoded->opcode & 0xf0;
    const bool jumps = row == (plain ? 0x70 : 0x80);
    const bool sets = !plain && row == 0x90;
    if (decoded->encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY ||
        (!plain && decoded->opcode_map != ZYDIS_OPCODE_MAP_0F) || (!jumps && !sets))
        return false;
    effects->flags_read = effects_condition_flags(decoded->opcode & 15);
    effects->orders |= jumps;
    return true;
}

/* A count of 0 writes no flag; a count as wide as the operand leaves them undefined. */
static void effects_add_shift(const ZydisDecodedInstruction *decoded,
                              const ZydisDecodedOperand *operands, const struct effects_row *row,
                              struct insn_effects *effects)
{
    const ZydisDecodedOperand *count = &operands[decoded->operand_count_visible - 1];
    const uint32_t all = row->flags_set | row->flags_changed;
    const unsigned n = (unsigned)count->imm.value.u & 31;
    effects->flags_set = 0;
    effects->flags_changed = all;
    if (count->type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
        return;
    if (n && n < operands[0].size)
        effects->flags_set = row->flags_set | (n == 1 ? FLAG_O : 0);
    effects->flags_changed = n ? all & ~effects->flags_set : 0;
}

static bool effects_repeats(const ZydisDecodedInstruction *decoded)
{
    return decoded->attributes &
           (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE);
}

static void effects_add_repeats(struct insn_effects *effects)
{
    effects->registers_read |= ECX | effects->registers_written;
    effects->registers_written |= ECX;
    effects->flags_changed |= effects->flags_set;
    effects->flags_set = 0;
}

static void effects_add_row(const ZydisDecodedInstruction *decoded,
                            const ZydisDecodedOperand *operands, const struct effects_row *row,
                            struct insn_effects *effects)
{
    effects->registers_read |= row->registers_read;
    effects->registers_written |= row->registers_written;
    effects->flags_read = row->flags_read;
    effects->flags_set = row->flags_set;
    effects->flags_changed = row->flags_changed;
    effects->orders |= row->kind == EFFECTS_ORDERS;
    if (row->kind == EFFECTS_SHIFT)
        effects_add_shift(decoded, operands, row, effects);
    /* The destination keeps its value if the source is 0. */
    if (row->mnemonic == ZYDIS_MNEMONIC_BSF || row->mnemonic == ZYDIS_MNEMONIC_BSR)
        effects->registers_read |= effects_register(operands[0].reg.value);
}

static void effects_add_x87(const ZydisDecodedInstruction *decoded, struct insn_effects *effects)
{
    effects->x87 = true;
    effects->stores_address =
        decoded->mnemonic == ZYDIS_MNEMONIC_FNSTENV || decoded->mnemonic == ZYDIS_MNEMONIC_FNSAVE;
    /* FCOMI and the like are of later processors. */
    effects->orders |=
        decoded->cpu_flags && (decoded->cpu_flags->modified || decoded->cpu_flags->tested);
}

static void effects_add_unknown(const ZydisDecodedInstruction *decoded,
                                struct insn_effects *effects)
{
    effects->orders = true;
    effects->flags_read = FLAGS_STATUS | FLAG_D;
    if (decoded->cpu_flags)
        effects->flags_changed = decoded->cpu_flags->modified | decoded->cpu_flags->set_0 |
                                 decoded->cpu_flags->set_1 | decoded->cpu_flags->undefined;
}

void insn_effects_read(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       struct insn_effects *effects)
{
    const struct effects_row *row = effects_row_find(decoded->mnemonic);
    memset(effects, 0, sizeof *effects);
    for (unsigned i = 0; i < decoded->operand_count; i++) {
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            effects_add_memory(effects, &operands[i]);
        else if (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER)
            effects_add_register(effects, &operands[i]);
    }
    if (decoded->mnemonic == ZYDIS_MNEMONIC_ENTER || decoded->mnemonic == ZYDIS_MNEMONIC_LEAVE)
        effects->pointers |= EBP;
    if (decoded->meta.isa_ext == ZYDIS_ISA_EXT_X87 || decoded->meta.isa_ext == ZYDIS_ISA_EXT_MMX)
        effects_add_x87(decoded, effects);
    else if (row)
        effects_add_row(decoded, operands, row, effects);
    else if (!effects_add_condition(decoded, effects))
        effects_add_unknown(decoded, effects);
    effects->registers_read |= effects->pointers | effects->indices;
    if (effects_repeats(decoded))
        effects_add_repeats(effects);
}
