/*
 * SPDX-License-Identifier: MIT
 * Translates guest instructions to host instructions: the host has all of them, so each is encoded
 * again with other registers for ESP and for the memory operand's address.
 */
#include "sim/cpu/translator/translator.h"

enum host_register host_of(unsigned guest)
{
    return guest == REG_ESP ? HOST_GUEST_ESP : (enum host_register)guest;
}

const ZydisDecodedOperand *guest_insn_memory(const struct translation *t, unsigned i)
{
    for (unsigned n = 0; n < t->raw[i].operand_count; n++)
        if (t->operands[i][n].type == ZYDIS_OPERAND_TYPE_MEMORY)
            return &t->operands[i][n];
    return NULL;
}

/* ---- selection ------------------------------------------------------------------------------- */

/* True for instructions that compute the same on the host with any operands. Their memory operand
 * is read, written, or read and written, once. */
static bool guest_insn_computes_alike(ZydisMnemonic mnemonic)
{
    switch (mnemonic) {
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_MOVZX:
    case ZYDIS_MNEMONIC_MOVSX:
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_ADC:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_SBB:
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_AND:
    case ZYDIS_MNEMONIC_OR:
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_TEST:
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC:
    case ZYDIS_MNEMONIC_NEG:
    case ZYDIS_MNEMONIC_NOT:
    case ZYDIS_MNEMONIC_SHL:
    case ZYDIS_MNEMONIC_SHR:
    case ZYDIS_MNEMONIC_SAR:
    case ZYDIS_MNEMONIC_ROL:
    case ZYDIS_MNEMONIC_ROR:
    case ZYDIS_MNEMONIC_IMUL:
    case ZYDIS_MNEMONIC_MUL:
        return true;
    default:
        return false;
    }
}

static bool guest_insn_uses_registers_only(ZydisMnemonic mnemonic)
{
    switch (mnemonic) {
    case ZYDIS_MNEMONIC_LEA:
    case ZYDIS_MNEMONIC_NOP:
    case ZYDIS_MNEMONIC_XCHG:
    case ZYDIS_MNEMONIC_BSWAP:
    case ZYDIS_MNEMONIC_CDQ:
    case ZYDIS_MNEMONIC_CWDE:
    case ZYDIS_MNEMONIC_CBW:
    case ZYDIS_MNEMONIC_CWD:
    case ZYDIS_MNEMONIC_SHLD:
    case ZYDIS_MNEMONIC_SHRD:
        return true;
    default:
        return false;
    }
}

static bool is_segment(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           ZydisRegisterGetClass(operand->reg.value) != ZYDIS_REGCLASS_GPR8 &&
           ZydisRegisterGetClass(operand->reg.value) != ZYDIS_REGCLASS_GPR16 &&
           ZydisRegisterGetClass(operand->reg.value) != ZYDIS_REGCLASS_GPR32 &&
           ZydisRegisterGetClass(operand->reg.value) != ZYDIS_REGCLASS_FLAGS;
}

bool guest_insn_memory_is_usual(const struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const unsigned segment = insn->segment;

    return insn->address_size == 4 && (segment == SEG_DS || segment == SEG_ES || segment == SEG_SS);
}

/* Encodes the instruction; returns its length, or 0 if the host does not have that form. */
static unsigned guest_insn_encode(const struct translation *t, unsigned i, uint8_t *bytes)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const bool address_only = raw->mnemonic == ZYDIS_MNEMONIC_LEA;
    ZyanUSize length = ZYDIS_MAX_INSTRUCTION_LENGTH;
    ZydisEncoderRequest request;

    if (!ZYAN_SUCCESS(ZydisEncoderDecodedInstructionToEncoderRequest(
            raw, t->operands[i], raw->operand_count_visible, &request)))
        return 0;
    request.machine_mode = ZYDIS_MACHINE_MODE_LONG_64;
    request.prefixes = 0;
    request.address_size_hint = ZYDIS_ADDRESS_SIZE_HINT_NONE;
    request.operand_size_hint = ZYDIS_OPERAND_SIZE_HINT_NONE;
    for (unsigned n = 0; n < request.operand_count; n++) {
        ZydisEncoderOperand *operand = &request.operands[n];

        if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER) {
            if (operand->reg.value == ZYDIS_REGISTER_ESP)
                operand->reg.value = ZYDIS_REGISTER_R8D;
            else if (operand->reg.value == ZYDIS_REGISTER_SP)
                operand->reg.value = ZYDIS_REGISTER_R8W;
        } else if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY && !address_only) {
            operand->mem.base = ZYDIS_REGISTER_R9;
            operand->mem.index = ZYDIS_REGISTER_NONE;
            operand->mem.scale = 0;
            operand->mem.displacement = 0;
        } else if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand->imm.u >> 31 &&
                   t->operands[i][n].size == 32 && !(operand->imm.u >> 32)) {
            operand->imm.s = (int32_t)operand->imm.u;
        }
    }
    if (!ZYAN_SUCCESS(ZydisEncoderEncodeInstruction(&request, bytes, &length)))
        return 0;
    return (unsigned)length;
}

static bool is_lea_of_registers(const struct translation *t, unsigned i)
{
    return t->raw[i].mnemonic == ZYDIS_MNEMONIC_LEA && t->block->insns[i].address_size == 4;
}

bool guest_insn_is_native(const struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const struct insn *insn = &t->block->insns[i];
    const ZydisDecodedOperand *memory = guest_insn_memory(t, i);
    const bool lea = raw->mnemonic == ZYDIS_MNEMONIC_LEA;
    uint8_t bytes[ZYDIS_MAX_INSTRUCTION_LENGTH];

    if (insn->lock || insn->repeat || insn->timing.attention & ATTENTION_MMX)
        return false;
    if (!guest_insn_computes_alike(raw->mnemonic) && !guest_insn_uses_registers_only(raw->mnemonic))
        return false;
    for (unsigned n = 0; n < raw->operand_count; n++)
        if (is_segment(&t->operands[i][n]))
            return false;
    if (memory && !lea &&
        (guest_insn_uses_registers_only(raw->mnemonic) || !guest_insn_memory_is_usual(t, i)))
        return false;
    if (lea)
        return is_lea_of_registers(t, i);
    return guest_insn_encode(t, i, bytes) != 0;
}

/* ---- instructions that may be interpreted inside a translated block -------------------------- */

bool guest_insn_is_harmless(const ZydisDecodedInstruction *raw)
{
    switch (raw->mnemonic) {
    case ZYDIS_MNEMONIC_FLDCW: /* these may unmask exceptions */
    case ZYDIS_MNEMONIC_FLDENV:
    case ZYDIS_MNEMONIC_FRSTOR:
    case ZYDIS_MNEMONIC_FCOMI: /* these set flags */
    case ZYDIS_MNEMONIC_FCOMIP:
    case ZYDIS_MNEMONIC_FUCOMI:
    case ZYDIS_MNEMONIC_FUCOMIP:
        return false;
    case ZYDIS_MNEMONIC_PUSH:
    case ZYDIS_MNEMONIC_POP:
        return raw->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT &&
               !(raw->opcode < 0x20 && (raw->opcode & 6) == 6); /* segment registers */
    case ZYDIS_MNEMONIC_MOV:
        return raw->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT && raw->opcode != 0x8e;
    case ZYDIS_MNEMONIC_DIV:
    case ZYDIS_MNEMONIC_IDIV:
    case ZYDIS_MNEMONIC_BSF:
    case ZYDIS_MNEMONIC_BSR:
    case ZYDIS_MNEMONIC_BT:
    case ZYDIS_MNEMONIC_BTC:
    case ZYDIS_MNEMONIC_BTR:
    case ZYDIS_MNEMONIC_BTS:
    case ZYDIS_MNEMONIC_RCL:
    case ZYDIS_MNEMONIC_RCR:
    case ZYDIS_MNEMONIC_MOVSB:
    case ZYDIS_MNEMONIC_MOVSW:
    case ZYDIS_MNEMONIC_MOVSD:
    case ZYDIS_MNEMONIC_STOSB:
    case ZYDIS_MNEMONIC_STOSW:
    case ZYDIS_MNEMONIC_STOSD:
    case ZYDIS_MNEMONIC_LODSB:
    case ZYDIS_MNEMONIC_LODSW:
    case ZYDIS_MNEMONIC_LODSD:
    case ZYDIS_MNEMONIC_CMPSB:
    case ZYDIS_MNEMONIC_CMPSW:
    case ZYDIS_MNEMONIC_CMPSD:
    case ZYDIS_MNEMONIC_SCASB:
    case ZYDIS_MNEMONIC_SCASW:
    case ZYDIS_MNEMONIC_SCASD:
    case ZYDIS_MNEMONIC_CLD:
    case ZYDIS_MNEMONIC_STD:
    case ZYDIS_MNEMONIC_CLC:
    case ZYDIS_MNEMONIC_STC:
    case ZYDIS_MNEMONIC_CMC:
    case ZYDIS_MNEMONIC_LAHF:
    case ZYDIS_MNEMONIC_SAHF:
    case ZYDIS_MNEMONIC_XLAT:
    case ZYDIS_MNEMONIC_CMPXCHG:
    case ZYDIS_MNEMONIC_XADD:
    case ZYDIS_MNEMONIC_LEAVE:
    case ZYDIS_MNEMONIC_RDTSC:
    case ZYDIS_MNEMONIC_RDMSR:
    case ZYDIS_MNEMONIC_LOOP:
    case ZYDIS_MNEMONIC_LOOPE:
    case ZYDIS_MNEMONIC_LOOPNE:
    case ZYDIS_MNEMONIC_JCXZ:
    case ZYDIS_MNEMONIC_JECXZ:
        return true;
    case ZYDIS_MNEMONIC_JMP:
    case ZYDIS_MNEMONIC_CALL:
    case ZYDIS_MNEMONIC_RET:
        return raw->meta.branch_type != ZYDIS_BRANCH_TYPE_FAR;
    default:
        return raw->meta.category == ZYDIS_CATEGORY_X87_ALU ||
               raw->meta.category == ZYDIS_CATEGORY_COND_BR ||
               raw->meta.category == ZYDIS_CATEGORY_SETCC ||
               guest_insn_computes_alike(raw->mnemonic) ||
               guest_insn_uses_registers_only(raw->mnemonic);
    }
}

/* ---- emitting ------------------------------------------------------------------------------ */

/* LEA has register operands only, so its address is computed here: the sum wraps at 32 bits. */
static void emit_lea(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];

    memory_access_address(t, insn, HOST_ADDRESS);
    host_code_registers(t->code, HOST_MOV, insn->operand_size, host_of(insn->reg), HOST_ADDRESS);
}

void guest_insn_emit(struct translation *t, unsigned i)
{
    uint8_t bytes[ZYDIS_MAX_INSTRUCTION_LENGTH];

    if (t->raw[i].mnemonic == ZYDIS_MNEMONIC_LEA)
        emit_lea(t, i);
    else
        host_code_bytes(t->code, bytes, guest_insn_encode(t, i, bytes));
}
