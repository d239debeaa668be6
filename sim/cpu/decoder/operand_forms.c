/*
 * SPDX-License-Identifier: MIT
 * Decodes operands: selects registers, immediates and the handler from the opcode's operand form.
 */
#include "sim/cpu/integer/branch_instructions.h"
#include "sim/cpu/decoder/operand_forms.h"
#include "sim/cpu/fpu/fpu.h"

/* ---- operands ------------------------------------------------------------------------------ */

static uint8_t reg_number(unsigned encoded, unsigned size)
{
    return (uint8_t)(size == SIZE_8 ? (encoded & 3) * 4 + (encoded >> 2) : encoded);
}

static uint8_t reg_of_zydis(ZydisRegister reg)
{
    return reg == ZYDIS_REGISTER_NONE ? REG_NONE : (uint8_t)ZydisRegisterGetId(reg);
}

static uint8_t scale_shift(unsigned scale)
{
    return scale == 8 ? 3 : scale == 4 ? 2 : scale == 2 ? 1 : 0;
}

static const ZydisDecodedOperand *memory_operand(const struct decoding *d)
{
    for (unsigned i = 0; i < d->raw.operand_count; i++)
        if (d->operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            return &d->operands[i];
    return NULL;
}

void operand_form_memory(struct decoding *d, int override)
{
    const ZydisDecodedOperand *operand = memory_operand(d);
    struct insn *insn = d->insn;

    if (!operand)
        return;
    insn->base = reg_of_zydis(operand->mem.base);
    insn->index = reg_of_zydis(operand->mem.index);
    insn->scale = scale_shift(operand->mem.scale);
    insn->displacement = (uint32_t)operand->mem.disp.value;
    insn->segment = SEG_DS;
    if (override >= 0)
        insn->segment = (uint8_t) override;
    else if (insn->base == REG_ESP || insn->base == REG_EBP)
        insn->segment = SEG_SS;
}

uint32_t immediate_of(const struct decoding *d, unsigned number)
{
    return (uint32_t)d->raw.raw.imm[number].value.u;
}

static insn_execute *pick(insn_execute *const handlers[SIZE_COUNT], const struct decoding *d)
{
    return handlers[d->size];
}

/* ---- forms --------------------------------------------------------------------------------- */

static insn_execute *operand_form_modrm(struct decoding *d)
{
    const struct operation *op = d->opcode->operation;
    struct insn *insn = d->insn;
    const uint8_t reg = reg_number(d->raw.raw.modrm.reg, d->size);
    uint8_t rm = reg_number(d->raw.raw.modrm.rm, d->size);

    /* The source of a byte extension is a byte register. */
    if (op == &op_movzx8 || op == &op_movsx8)
        rm = reg_number(d->raw.raw.modrm.rm, SIZE_8);
    insn->reg = reg;
    insn->rm = rm;
    switch (d->opcode->form) {
    case FORM_EG:
    case FORM_EGI:
        if (d->memory)
            return pick(op->mr, d);
        insn->reg = rm;
        insn->rm = reg;
        return pick(op->rr, d);
    case FORM_GE:
    case FORM_GEI:
        if (d->memory)
            return pick(op->rm, d) ? pick(op->rm, d) : pick(op->m, d);
        return pick(op->rr, d);
    case FORM_EI:
    case FORM_E1:
        insn->reg = rm;
        return d->memory ? pick(op->mi, d) : pick(op->ri, d);
    case FORM_ES:
        insn->reg = rm;
        insn->rm = d->raw.raw.modrm.reg;
        if (insn->rm > SEG_GS || (insn->rm == SEG_CS && op == &op_mov_to_segment))
            return NULL;
        return d->memory ? pick(op->m, d) : pick(op->r, d);
    default:
        insn->reg = rm;
        return d->memory ? pick(op->m, d) : pick(op->r, d);
    }
}

static insn_execute *operand_form_control(struct decoding *d)
{
    d->insn->reg = d->raw.raw.modrm.rm;
    d->insn->rm = d->raw.raw.modrm.reg;
    return pick(d->opcode->operation->r, d);
}

/* The segment register that LES, LDS and the 0F opcodes load. */
static uint8_t operand_form_pointer_segment(const ZydisDecodedInstruction *raw)
{
    switch (raw->opcode) {
    case 0xc4:
        return SEG_ES;
    case 0xc5:
        return SEG_DS;
    case 0xb2:
        return SEG_SS;
    case 0xb4:
        return SEG_FS;
    default:
        return SEG_GS;
    }
}

static insn_execute *operand_form_pointer(struct decoding *d)
{
    d->insn->reg = d->raw.raw.modrm.reg;
    d->insn->rm = operand_form_pointer_segment(&d->raw);
    return d->memory ? pick(d->opcode->operation->m, d) : NULL;
}

static insn_execute *operand_form_relative(struct decoding *d)
{
    struct insn *insn = d->insn;

    insn->immediate += insn->address + insn->length;
    if (insn->operand_size == 2)
        insn->immediate &= 0xffff;
    if (d->opcode->operation == &op_jcc)
        return jcc_handlers[d->raw.opcode & 15];
    return pick(d->opcode->operation->r, d);
}

static insn_execute *operand_form_implied(struct decoding *d)
{
    const struct operation *op = d->opcode->operation;
    struct insn *insn = d->insn;

    switch (d->opcode->form) {
    case FORM_R:
        insn->reg = reg_number(d->raw.opcode & 7, d->size);
        return pick(op->r, d);
    case FORM_RI:
        insn->reg = reg_number(d->raw.opcode & 7, d->size);
        return pick(op->ri, d);
    case FORM_RA:
        insn->reg = d->raw.opcode & 7;
        insn->rm = REG_EAX;
        return pick(op->rr, d);
    case FORM_AI:
        insn->reg = REG_EAX;
        return pick(op->ri, d);
    case FORM_AO:
        insn->reg = REG_EAX;
        return pick(op->rm, d);
    case FORM_OA:
        insn->reg = REG_EAX;
        return pick(op->mr, d);
    case FORM_I:
        return pick(op->ri, d) ? pick(op->ri, d) : pick(op->r, d);
    case FORM_FAR:
        insn->immediate = d->operands[0].ptr.offset;
        insn->selector = d->operands[0].ptr.segment;
        return pick(op->r, d);
    case FORM_FRAME:
        insn->selector = (uint16_t)immediate_of(d, 1);
        return pick(op->r, d);
    case FORM_SEGMENT:
        insn->rm = d->raw.opcode >> 3 & 7;
        return pick(op->r, d);
    default:
        return pick(op->r, d);
    }
}

insn_execute *operand_form_handler(struct decoding *d)
{
    switch (d->opcode->form) {
    case FORM_UNDEFINED:
        return NULL;
    case FORM_E:
    case FORM_EG:
    case FORM_GE:
    case FORM_EI:
    case FORM_E1:
    case FORM_EGI:
    case FORM_GEI:
    case FORM_ES:
        return operand_form_modrm(d);
    case FORM_CONTROL:
        return operand_form_control(d);
    case FORM_POINTER:
        return operand_form_pointer(d);
    case FORM_RELATIVE:
        return operand_form_relative(d);
    case FORM_X87:
        return fpu_decode(
            d->isa, d->raw.opcode,
            d->raw.raw.modrm.mod << 6 | d->raw.raw.modrm.reg << 3 | d->raw.raw.modrm.rm, d->insn);
    default:
        return operand_form_implied(d);
    }
}
