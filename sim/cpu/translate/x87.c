/*
 * SPDX-License-Identifier: MIT
 * x87 instructions, by the host's: operands come from the guest's registers in memory, and the
 * result goes back there. Where the stack's top is and what is valid is known while translating;
 * with all exceptions masked they only gather in the host's status word.
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/translate/x87_form.h"

/* ---- host instructions ---------------------------------------------------------------------- */

static struct host_memory st(const struct translation *t, unsigned number)
{
    const size_t at =
        offsetof(struct cpu, fpu.reg) + x87_physical(&t->x87, number) * sizeof(struct fpu_register);

    return host_at(HOST_CPU, (int32_t)at);
}

static void load_register(struct translation *t, unsigned number)
{
    host_x87(t->code, 0xdb, 5, st(t, number));
}

static void store_register(struct translation *t, unsigned number)
{
    host_x87(t->code, 0xdb, 7, st(t, number));
}

static void two_bytes(struct translation *t, unsigned first, unsigned second)
{
    const uint8_t bytes[] = {(uint8_t)first, (uint8_t)second};

    host_bytes(t->code, bytes, sizeof bytes);
}

static void drop(struct translation *t)
{
    two_bytes(t, 0xdd, 0xd8); /* FSTP ST0 */
}

/* Looks at the host's status word, which takes it longer than most operations do. */
static void look(struct translation *t)
{
    host_x87(t->code, 0xdd, 7, HAS_CPU(x87_seen)); /* FNSTSW */
}

/* Whether anybody may ask for C1 before the next instruction that sets it. */
static bool is_asked(const struct translation *t, unsigned by)
{
    for (unsigned i = by + 1; i < t->block->count; i++) {
        if (t->how[i] == HOW_INTERPRETED || t->accesses[i])
            return true;
        if (t->how[i] == HOW_X87) {
            const enum form form = x87_insn_of(t, i).form;

            return form == FORM_COMPARE || form == FORM_STATUS;
        }
    }
    return true;
}

static void see(struct translation *t, unsigned i)
{
    if (is_asked(t, i))
        look(t);
    t->x87.c1 = C1_SEEN;
}

/* The bits of `which` in the guest's status word become those seen; exceptions are added. */
static void take_over(struct translation *t, unsigned which)
{
    host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(x87_seen));
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R10,
                            (int32_t)(which | FPU_EXCEPTIONS));
    host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R11, HAS_CPU(fpu.status));
    if (which || t->x87.c1 == C1_CLEAR)
        host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11,
                                (int32_t) ~(which | FPU_C1));
    host_registers(t->code, HOST_OR, HOST_32, HOST_R11, HOST_R10);
    host_memory(t->code, HOST_STORE, HOST_16, HOST_R11, HAS_CPU(fpu.status));
    t->x87.c1 = C1_AS_IT_IS;
}

static void settle(struct translation *t)
{
    if (t->x87.c1 == C1_CLEAR)
        look(t);
    if (t->x87.c1 != C1_AS_IT_IS)
        take_over(t, t->x87.c1 == C1_SEEN ? FPU_C1 : 0);
}

static void c1_clear(struct translation *t)
{
    t->x87.c1 = C1_CLEAR;
}

static void compare(struct translation *t, unsigned first, unsigned second)
{
    two_bytes(t, first, second);
    look(t);
    take_over(t, FPU_CONDITIONS);
    drop(t);
    drop(t);
}

static void move_register(struct translation *t, struct host_memory to, struct host_memory from)
{
    host_vector(t->code, 0x10, 0, from);
    host_vector(t->code, 0x11, 0, to);
}

static void exchange(struct translation *t, unsigned other)
{
    host_vector(t->code, 0x10, 0, st(t, 0));
    host_vector(t->code, 0x10, 1, st(t, other));
    host_vector(t->code, 0x11, 1, st(t, 0));
    host_vector(t->code, 0x11, 0, st(t, other));
}

/* ---- operations ------------------------------------------------------------------------------ */

static unsigned x87_reg(const ZydisDecodedInstruction *raw)
{
    return raw->raw.modrm.reg;
}

/* With a memory operand, which is at HOST_ADDRESS. */
void x87_operation(struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const struct host_memory operand = host_at(HOST_ADDRESS, 0);
    const struct x87_insn x87 = x87_insn_of(t, i);

    switch (x87.form) {
    case FORM_LOAD:
        host_x87(t->code, raw->opcode, x87_reg(raw), operand);
        c1_clear(t);
        store_register(t, 7);
        break;
    case FORM_STORE:
        load_register(t, 0);
        host_x87(t->code, raw->opcode, x87_reg(raw) == 2 ? 3 : x87_reg(raw), operand);
        see(t, i);
        break;
    case FORM_MEMORY:
        load_register(t, 0);
        host_x87(t->code, raw->opcode, x87_reg(raw), operand);
        see(t, i);
        store_register(t, 0);
        break;
    default: /* a comparison */
        settle(t);
        load_register(t, 0);
        host_x87(t->code, raw->opcode, 2, operand);
        look(t);
        take_over(t, FPU_CONDITIONS);
        drop(t);
        break;
    }
}

void x87_before_store(struct translation *t)
{
    if (t->x87.c1 == C1_CLEAR) {
        host_x87(t->code, 0xdd, 7, HAS_CPU(x87_seen_before)); /* FNSTSW */
    } else {
        host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(x87_seen));
        host_memory(t->code, HOST_STORE, HOST_16, HOST_R10, HAS_CPU(x87_seen_before));
    }
}

static void register_operation(struct translation *t, unsigned i, const struct x87_insn *x87)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const bool unordered = raw->opcode == 0xda || raw->opcode == 0xdd;

    switch (x87->form) {
    case FORM_REGISTERS:
        load_register(t, x87->other);
        load_register(t, 0);
        two_bytes(t, 0xd8, 0xc1u | x87_reg(raw) << 3);
        see(t, i);
        store_register(t, x87->target);
        drop(t);
        break;
    case FORM_COMPARE:
        settle(t);
        load_register(t, x87->other);
        load_register(t, 0);
        if (unordered)
            compare(t, 0xdd, 0xe1);
        else
            compare(t, 0xd8, 0xd1);
        break;
    case FORM_PUSH_REGISTER:
        move_register(t, st(t, 7), st(t, x87->other));
        c1_clear(t);
        break;
    case FORM_PUSH_CONSTANT:
        two_bytes(t, raw->opcode, x87_modrm(raw));
        store_register(t, 7);
        c1_clear(t);
        break;
    case FORM_STORE_REGISTER:
        move_register(t, st(t, x87->target), st(t, 0));
        c1_clear(t);
        break;
    case FORM_EXCHANGE:
        exchange(t, x87->other);
        c1_clear(t);
        break;
    case FORM_SIGN: {
        struct host_memory sign = st(t, 0);

        sign.displacement += (int32_t)offsetof(struct fpu_register, exponent) + 1;
        host_memory_immediate8(t->code, x87_modrm(raw) == 0xe0 ? HOST_XOR_I : HOST_AND_I, sign,
                               x87_modrm(raw) == 0xe0 ? -128 : 127);
        c1_clear(t);
        break;
    }
    default: /* FNSTSW AX */
        settle(t);
        host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(fpu.status));
        if (t->x87.top)
            host_register_immediate(t->code, HOST_OR_I, HOST_32, HOST_R10, t->x87.top << 11);
        host_registers(t->code, HOST_MOV, HOST_16, HOST_RAX, HOST_R10);
        break;
    }
}

/* ---- issuing --------------------------------------------------------------------------------- */

static struct host_memory ready(const struct translation *t, unsigned number)
{
    return in_model(t, &t->translator->x87.ready[(t->x87.model_top + number) & 7]);
}

/* R10 becomes the later of itself and what is there. */
static void later(struct translation *t, struct host_memory clock)
{
    host_memory(t->code, HOST_MOV, HOST_64, HOST_R11, clock);
    host_registers(t->code, HOST_CMP, HOST_64, HOST_R11, HOST_R10);
    host_registers(t->code, HOST_CMOVA, HOST_64, HOST_R10, HOST_R11);
}

static void wait(struct translation *t, const struct insn_timing *timing,
                 const struct x87_plan *plan)
{
    const struct x87_places *places = &t->translator->x87;
    uint8_t *no_wait;

    if (!plan->exchanges && timing->x87.reads && plan->early) {
        host_load_constant(t->code, HOST_R10, 0);
        for (unsigned left = timing->x87.reads; left; left &= left - 1)
            later(t, ready(t, (unsigned)__builtin_ctz(left)));
        host_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_R10, (int32_t)plan->early);
        later(t, in_model(t, places->free));
    } else {
        host_memory(t->code, HOST_MOV, HOST_64, HOST_R10, in_model(t, places->free));
        for (unsigned left = plan->exchanges ? 0 : timing->x87.reads; left; left &= left - 1)
            later(t, ready(t, (unsigned)__builtin_ctz(left)));
    }
    if (plan->multiplies)
        later(t, in_model(t, places->multiplier_free));
    host_registers(t->code, HOST_SUB, HOST_64, HOST_R10, HOST_CLOCK);
    no_wait = host_jump_if(t->code, HOST_IF_NOT_ABOVE);
    host_memory(t->code, HOST_ADD_TO, HOST_64, HOST_R10,
                in_model(t, t->translator->places.tally[TALLY_X87_CLOCKS]));
    host_registers(t->code, HOST_ADD, HOST_64, HOST_CLOCK, HOST_R10);
    host_land(no_wait, t->code->at);
}

static void results(struct translation *t, const struct insn_timing *timing,
                    const struct x87_plan *plan)
{
    const struct x87_places *places = &t->translator->x87;
    unsigned left = timing->x87.stack < 0 ? 1 : timing->x87.writes;
    const unsigned by = timing->x87.stack < 0 ? 7 : 0; /* a push's is the new top */

    host_memory(t->code, HOST_LEA, HOST_64, HOST_R10, host_at(HOST_CLOCK, timing->x87.busy));
    host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, in_model(t, places->free));
    if (plan->multiplies) {
        host_memory(t->code, HOST_LEA, HOST_64, HOST_R10,
                    host_at(HOST_CLOCK, (int32_t)places->multiply_issue));
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, in_model(t, places->multiplier_free));
    }
    if (left)
        host_memory(t->code, HOST_LEA, HOST_64, HOST_R10, host_at(HOST_CLOCK, timing->x87.latency));
    for (; left; left &= left - 1)
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R10,
                    ready(t, by + (unsigned)__builtin_ctz(left)));
}

static void issue(struct translation *t, const struct insn *insn)
{
    const struct insn_timing *timing = &insn->timing;
    struct x87_plan plan;

    model_x87_plan(t->cpu->model, insn, &plan);
    t->share.flops = (uint8_t)(t->share.flops + timing->x87.operations);
    if (t->share.clocks)
        host_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK, t->share.clocks);
    t->share.clocks = 0;
    if (plan.waits)
        wait(t, timing, &plan);
    if (plan.exchanges) {
        host_memory(t->code, HOST_MOV, HOST_64, HOST_R10, ready(t, 0));
        host_memory(t->code, HOST_MOV, HOST_64, HOST_R11, ready(t, plan.exchanged));
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R11, ready(t, 0));
        host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, ready(t, plan.exchanged));
    } else {
        results(t, timing, &plan);
    }
    t->share.clocks = timing->clocks;
}

void x87_instruction(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const struct x87_insn x87 = x87_insn_of(t, i);
    const uint8_t model_top = t->x87.model_top;

    issue(t, insn);
    t->x87.model_top = (uint8_t)((model_top + (unsigned)insn->timing.x87.stack) & 7);
    t->x87.changed |= insn->timing.x87.stack != 0;
    if (x87.bytes) {
        access_x87(t, i, x87.bytes, x87.form == FORM_STORE ? TIMING_WRITES : TIMING_READS);
        t->x87.by_address = insn;
    } else {
        register_operation(t, i, &x87);
    }
    if (x87.form != FORM_STATUS)
        t->x87.last = insn;
    t->x87.model_top = model_top;
    x87_move_stack(&t->x87, &x87, &insn->timing);
}

void x87_interpreted(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const struct x87_insn x87 = x87_insn_of(t, i);

    t->x87.last = t->x87.by_address = NULL;
    t->x87.c1 = C1_AS_IT_IS;
    if (t->raw[i].meta.category == ZYDIS_CATEGORY_X87_ALU && t->x87.known)
        x87_pass(&t->x87, &x87, &insn->timing);
}

/* ---- a block --------------------------------------------------------------------------------- */

void x87_begin(struct translation *t, struct late *fail)
{
    const struct block *block = t->block;

    host_memory_immediate8(t->code, HOST_CMP_I, HAS_CPU(x87_plain), 0);
    fail->jumps[2] = host_jump_if(t->code, HOST_IF_EQUAL);
    host_memory_immediate(t->code, HOST_CMP_I, HOST_16, HAS_CPU(fpu.top),
                          (int16_t)(block->x87_top | block->x87_valid << 8));
    fail->jumps[3] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_model(t, t->translator->x87.top),
                          block->x87_top);
    fail->jumps[4] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
}

_Static_assert(offsetof(struct fpu, valid) == offsetof(struct fpu, top) + 1,
               "both are compared, and stored, at once");

static void selector_to(struct translation *t, unsigned segment, struct host_memory to)
{
    const size_t from = offsetof(struct cpu, seg) + segment * sizeof(struct segment) +
                        offsetof(struct segment, selector);

    host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, host_at(HOST_CPU, (int32_t)from));
    host_memory(t->code, HOST_STORE, HOST_16, HOST_R10, to);
}

void x87_end(struct translation *t)
{
    const struct x87_state *x87 = &t->x87;

    if (!x87->known)
        return;
    settle(t);
    if (x87->changed) {
        host_store_immediate(t->code, HOST_16, HAS_CPU(fpu.top),
                             (int16_t)(x87->top | x87->valid << 8));
        host_store_immediate(t->code, HOST_32, in_model(t, t->translator->x87.top), x87->model_top);
    }
    if (x87->last) {
        selector_to(t, SEG_CS, HAS_CPU(fpu.code_selector));
        host_store_immediate(t->code, HOST_32, HAS_CPU(fpu.code_offset),
                             (int32_t)x87->last->address);
        host_store_immediate(t->code, HOST_16, HAS_CPU(fpu.opcode), x87->last->selector);
    }
    if (x87->by_address)
        selector_to(t, x87->by_address->segment, HAS_CPU(fpu.data_selector));
}
