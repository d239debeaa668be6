/*
 * SPDX-License-Identifier: MIT
 * Translates x87 instructions to host x87 instructions. The stack's top and the valid registers are
 * known at translation time. All exceptions are masked, so they only accumulate in the host's
 * status word.
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/translator/x87_form.h"

/* ---- operations ------------------------------------------------------------------------------ */

static void two_bytes(struct translation *t, unsigned first, unsigned second)
{
    const uint8_t bytes[] = {(uint8_t)first, (uint8_t)second};

    host_code_bytes(t->code, bytes, sizeof bytes);
}

static unsigned x87_reg(const ZydisDecodedInstruction *raw)
{
    return raw->raw.modrm.reg;
}

/* True if C1 must be read before the next instruction that sets it. */
static bool x87_code_needs_c1(const struct translation *t, unsigned by)
{
    for (unsigned i = by + 1; i < t->block->count; i++) {
        if (t->how[i] == HOW_X87)
            return x87_form_of(t, i).form == FORM_STATUS;
        if (t->how[i] == HOW_INTERPRETED || t->accesses[i])
            return true;
    }
    return false;
}

static void x87_code_set_c1(struct translation *t, unsigned i)
{
    t->x87.c1 = C1_HOST;
    if (x87_code_needs_c1(t, i))
        x87_registers_read_status(t);
}

static void x87_code_pushed(struct translation *t)
{
    t->x87.allocated++;
    t->x87.c1 = C1_CLEAR;
}

/* FISTP of 64 bits has no form that does not pop, so a copy is pushed first. */
static void x87_code_store(struct translation *t, const ZydisDecodedInstruction *raw,
                           struct host_memory operand)
{
    x87_registers_allocate(t, 1);
    if (raw->opcode == 0xdf && x87_reg(raw) == 7) {
        x87_registers_make_room(t);
        x87_registers_allocate(t, 1);
        two_bytes(t, 0xd9, 0xc0); /* FLD ST0 */
        host_code_x87(t->code, 0xdf, 7, operand);
    } else {
        host_code_x87(t->code, raw->opcode, 2, operand);
    }
}

/* Emits the operation with its memory operand at HOST_ADDRESS. */
void x87_code_operation(struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const struct host_memory operand = host_at(HOST_ADDRESS, 0);
    const struct x87_insn x87 = x87_form_of(t, i);

    switch (x87.form) {
    case FORM_LOAD:
        x87_registers_make_room(t);
        host_code_x87(t->code, raw->opcode, x87_reg(raw), operand);
        x87_code_pushed(t);
        break;
    case FORM_STORE:
        x87_code_store(t, raw, operand);
        x87_code_set_c1(t, i);
        break;
    case FORM_MEMORY:
        x87_registers_allocate(t, 1);
        host_code_x87(t->code, raw->opcode, x87_reg(raw), operand);
        x87_code_set_c1(t, i);
        break;
    default: /* a comparison */
        x87_registers_allocate(t, 1);
        host_code_x87(t->code, raw->opcode, 2, operand);
        x87_registers_read_conditions(t);
        break;
    }
    x87_registers_popped(t, x87.pops);
}

static void x87_code_push(struct translation *t, unsigned i, const struct x87_insn *x87)
{
    x87_registers_make_room(t);
    if (x87->form == FORM_PUSH_REGISTER)
        x87_registers_allocate(t, x87->other + 1);
    two_bytes(t, t->raw[i].opcode, x87_modrm(&t->raw[i]));
    x87_code_pushed(t);
}

static void x87_code_status_word(struct translation *t)
{
    x87_registers_settle(t);
    host_code_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(fpu.status));
    if (t->x87.top)
        host_code_register_immediate(t->code, HOST_OR_I, HOST_32, HOST_R10, t->x87.top << 11);
    host_code_registers(t->code, HOST_MOV, HOST_16, HOST_RAX, HOST_R10);
}

/* Emits an operation on registers. The host's registers have the guest's numbers, so the
 * instruction is the guest's own without the pop. */
static void x87_code_register_operation(struct translation *t, unsigned i,
                                        const struct x87_insn *x87)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const bool unordered = raw->opcode == 0xda || raw->opcode == 0xdd;

    switch (x87->form) {
    case FORM_REGISTERS:
        x87_registers_allocate(t, x87->other + 1);
        two_bytes(t, raw->opcode == 0xde ? 0xdc : raw->opcode, x87_modrm(raw));
        x87_code_set_c1(t, i);
        break;
    case FORM_COMPARE:
        x87_registers_allocate(t, x87->other + 1);
        two_bytes(t, unordered ? 0xdd : 0xd8, (unordered ? 0xe0 : 0xd0) + x87->other);
        x87_registers_read_conditions(t);
        break;
    case FORM_PUSH_REGISTER:
    case FORM_PUSH_CONSTANT:
        x87_code_push(t, i, x87);
        break;
    case FORM_STORE_REGISTER:
        x87_registers_allocate(t, x87->target + 1);
        two_bytes(t, 0xdd, 0xd0 + x87->target);
        t->x87.c1 = C1_CLEAR;
        break;
    case FORM_EXCHANGE:
    case FORM_SIGN:
        x87_registers_allocate(t, x87->other + 1);
        two_bytes(t, raw->opcode, x87_modrm(raw));
        t->x87.c1 = C1_CLEAR;
        break;
    default: /* FNSTSW AX */
        x87_code_status_word(t);
        break;
    }
    x87_registers_popped(t, x87->pops);
}

/* ---- translating an instruction -------------------------------------------------------------- */

void x87_code_instruction(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const struct x87_insn x87 = x87_form_of(t, i);
    const uint8_t model_top = t->x87.model_top;

    x87_issue_emit(t, i);
    t->x87.model_top = (uint8_t)((model_top + (unsigned)insn->timing.x87.stack) & 7);
    t->x87.changed |= insn->timing.x87.stack != 0;
    if (x87.bytes) {
        memory_access_x87(t, i, x87.bytes, x87.form == FORM_STORE ? TIMING_WRITES : TIMING_READS);
        t->x87.by_address = insn;
    } else {
        x87_code_register_operation(t, i, &x87);
    }
    if (x87.form != FORM_STATUS)
        t->x87.last = insn;
    t->x87.model_top = model_top;
    x87_form_move_stack(&t->x87, &x87, &insn->timing);
}

void x87_code_interpreted(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const struct x87_insn x87 = x87_form_of(t, i);

    x87_issue_forget_times(t);
    t->x87.last = t->x87.by_address = NULL;
    t->x87.c1 = C1_AS_IT_IS;
    if (t->raw[i].meta.category == ZYDIS_CATEGORY_X87_ALU && t->x87.known)
        x87_form_pass(&t->x87, &x87, &insn->timing);
}

/* ---- beginning and end of a block ------------------------------------------------------------ */

void x87_code_begin(struct translation *t, struct late_code *fail)
{
    const struct block *block = t->block;

    host_code_memory_immediate8(t->code, HOST_CMP_I, HAS_CPU(x87_plain), 0);
    fail->jumps[2] = host_code_jump_if(t->code, HOST_IF_EQUAL);
    host_code_memory_immediate(t->code, HOST_CMP_I, HOST_16, HAS_CPU(fpu.top),
                               (int16_t)(block->x87_top | block->x87_valid << 8));
    fail->jumps[3] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_code_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_model(t, t->translator->x87.top),
                               block->x87_top);
    fail->jumps[4] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
}

_Static_assert(offsetof(struct fpu, valid) == offsetof(struct fpu, top) + 1,
               "both are compared and stored at the same time");

static void x87_code_store_selector(struct translation *t, unsigned segment, struct host_memory to)
{
    const size_t from = offsetof(struct cpu, seg) + segment * sizeof(struct segment) +
                        offsetof(struct segment, selector);

    host_code_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, host_at(HOST_CPU, (int32_t)from));
    host_code_memory(t->code, HOST_STORE, HOST_16, HOST_R10, to);
}

void x87_code_pointers(struct translation *t, const struct x87_state *x87)
{
    if (x87->last) {
        x87_code_store_selector(t, SEG_CS, HAS_CPU(fpu.code_selector));
        host_code_store_immediate(t->code, HOST_32, HAS_CPU(fpu.code_offset),
                                  (int32_t)x87->last->address);
        host_code_store_immediate(t->code, HOST_16, HAS_CPU(fpu.opcode), x87->last->selector);
    }
    if (x87->by_address)
        x87_code_store_selector(t, x87->by_address->segment, HAS_CPU(fpu.data_selector));
}

void x87_code_end(struct translation *t)
{
    const struct x87_state *x87 = &t->x87;

    if (!x87->known)
        return;
    x87_registers_settle(t);
    x87_registers_spill(t);
    if (x87->changed) {
        host_code_store_immediate(t->code, HOST_16, HAS_CPU(fpu.top),
                                  (int16_t)(x87->top | x87->valid << 8));
        host_code_store_immediate(t->code, HOST_32, in_model(t, t->translator->x87.top),
                                  x87->model_top);
    }
    x87_code_pointers(t, x87);
}
