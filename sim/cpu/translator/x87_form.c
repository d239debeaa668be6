/*
 * SPDX-License-Identifier: MIT
 * Classifies x87 instructions, and tracks the register stack at translation time.
 */
#include "sim/cpu/translator/x87_form.h"

static struct x87_insn x87_form_memory(unsigned opcode, unsigned reg)
{
    static const uint8_t bytes[8] = {4, 4, 4, 4, 8, 8, 2, 2}; /* D8 to DF */
    struct x87_insn x87 = {.bytes = bytes[opcode & 7]};

    if (!(opcode & 1)) { /* D8 DA DC DE */
        x87.form = reg == 2 || reg == 3 ? FORM_COMPARE_MEMORY
                   : reg < 6            ? FORM_MEMORY
                                        : FORM_KEEPS; /* division */
        x87.pops = reg == 3;
        return x87;
    }
    switch (reg) {
    case 0:
        x87.form = FORM_LOAD;
        return x87;
    case 2:
    case 3:
        x87.form = FORM_STORE;
        x87.pops = reg == 3;
        return x87;
    case 5:
        x87.form = opcode == 0xdf ? FORM_LOAD : FORM_OTHER;
        x87.bytes = 8;
        return x87;
    case 7:
        x87.form = opcode == 0xdf   ? FORM_STORE
                   : opcode == 0xdb ? FORM_KEEPS   /* FSTP of 80 bits */
                   : opcode == 0xd9 ? FORM_CONTROL /* FNSTCW */
                                    : FORM_OTHER;
        x87.bytes = 8;
        x87.pops = opcode != 0xd9;
        return x87;
    default:
        return x87;
    }
}

static struct x87_insn x87_form_arithmetic(unsigned opcode, unsigned reg, unsigned i)
{
    const bool divides = reg >= 6;

    return (struct x87_insn){
        .form = divides                ? FORM_KEEPS
                : reg == 2 || reg == 3 ? FORM_COMPARE
                                       : FORM_REGISTERS,
        .other = i,
        .target = opcode == 0xd8 ? 0 : i,
        .pops = opcode == 0xde || reg == 3,
    };
}

/* D9 E0 to FF. */
static struct x87_insn x87_form_d9(unsigned modrm)
{
    switch (modrm) {
    case 0xe0:
    case 0xe1:
        return (struct x87_insn){.form = FORM_SIGN};
    case 0xe8:
    case 0xee:
        return (struct x87_insn){.form = FORM_PUSH_CONSTANT};
    case 0xe4: /* FTST, FXAM, F2XM1, FSQRT, FRNDINT, FSCALE, FSIN, FCOS */
    case 0xe5:
    case 0xf0:
    case 0xfa:
    case 0xfc:
    case 0xfd:
        return (struct x87_insn){.form = FORM_KEEPS};
    default:
        return (struct x87_insn){.form = FORM_OTHER};
    }
}

static struct x87_insn x87_form_register(unsigned opcode, unsigned modrm)
{
    const unsigned reg = modrm >> 3 & 7;
    const unsigned i = modrm & 7;

    switch (opcode) {
    case 0xd8:
    case 0xdc:
        return x87_form_arithmetic(opcode, reg, i);
    case 0xde:
        if (modrm == 0xd9)
            return (struct x87_insn){.form = FORM_COMPARE, .other = 1, .pops = 2};
        return reg == 2 || reg == 3 ? (struct x87_insn){0} : x87_form_arithmetic(opcode, reg, i);
    case 0xda:
        if (modrm == 0xe9)
            return (struct x87_insn){.form = FORM_COMPARE, .other = 1, .pops = 2};
        return (struct x87_insn){0};
    case 0xd9:
        if (reg == 0)
            return (struct x87_insn){.form = FORM_PUSH_REGISTER, .other = i};
        if (reg == 1)
            return (struct x87_insn){.form = FORM_EXCHANGE, .other = i};
        return reg < 4 ? (struct x87_insn){0} : x87_form_d9(modrm);
    case 0xdd:
        if (reg == 2 || reg == 3)
            return (struct x87_insn){.form = FORM_STORE_REGISTER, .target = i, .pops = reg == 3};
        if (reg == 4 || reg == 5)
            return (struct x87_insn){.form = FORM_COMPARE, .other = i, .pops = reg == 5};
        return (struct x87_insn){0};
    case 0xdf:
        return (struct x87_insn){.form = modrm == 0xe0 ? FORM_STATUS : FORM_OTHER};
    default:
        return (struct x87_insn){0};
    }
}

unsigned x87_modrm(const ZydisDecodedInstruction *raw)
{
    return (unsigned)(raw->raw.modrm.mod << 6 | raw->raw.modrm.reg << 3 | raw->raw.modrm.rm);
}

struct x87_insn x87_form_of(const struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];

    if (raw->opcode < 0xd8 || raw->opcode > 0xdf) /* FWAIT */
        return (struct x87_insn){.form = FORM_CONTROL};
    return raw->raw.modrm.mod == 3 ? x87_form_register(raw->opcode, x87_modrm(raw))
                                   : x87_form_memory(raw->opcode, raw->raw.modrm.reg);
}

/* ---- the stack at translation time ----------------------------------------------------------- */

unsigned x87_physical(const struct x87_state *x87, unsigned st)
{
    return (x87->top + st) & 7;
}

static bool is_valid(const struct x87_state *x87, unsigned st)
{
    return x87->valid >> x87_physical(x87, st) & 1;
}

static void set_valid(struct x87_state *x87, unsigned st)
{
    x87->valid |= (uint8_t)(1u << x87_physical(x87, st));
}

static void x87_form_push(struct x87_state *x87)
{
    x87->top = (x87->top - 1) & 7;
    set_valid(x87, 0);
}

static void x87_form_pop(struct x87_state *x87, unsigned times)
{
    while (times--) {
        x87->valid &= (uint8_t) ~(1u << x87->top);
        x87->top = (x87->top + 1) & 7;
    }
}

static bool x87_form_operands_valid(const struct x87_state *x87, const struct x87_insn *insn)
{
    switch (insn->form) {
    case FORM_LOAD:
    case FORM_PUSH_CONSTANT:
        return !is_valid(x87, 7);
    case FORM_PUSH_REGISTER:
        return is_valid(x87, insn->other) && !is_valid(x87, 7);
    case FORM_STATUS:
        return true;
    case FORM_KEEPS:
    case FORM_REGISTERS:
    case FORM_COMPARE:
    case FORM_EXCHANGE:
        return is_valid(x87, 0) && is_valid(x87, insn->other);
    default:
        return is_valid(x87, 0);
    }
}

static bool pushes(enum form form)
{
    return form == FORM_LOAD || form == FORM_PUSH_CONSTANT || form == FORM_PUSH_REGISTER;
}

void x87_form_move_stack(struct x87_state *x87, const struct x87_insn *insn,
                         const struct insn_timing *timing)
{
    if (timing->fpu != 0)
        x87->model_top = (x87->model_top + (unsigned)timing->x87.stack) & 7;
    if (insn->form == FORM_STORE_REGISTER)
        set_valid(x87, insn->target);
    if (pushes(insn->form))
        x87_form_push(x87);
    x87_form_pop(x87, insn->pops);
    x87->changed |= insn->pops || pushes(insn->form) || insn->form == FORM_STORE_REGISTER;
}

void x87_form_pass(struct x87_state *x87, const struct x87_insn *insn,
                   const struct insn_timing *timing)
{
    if (insn->form < FORM_KEEPS ||
        (insn->form != FORM_CONTROL && !x87_form_operands_valid(x87, insn)))
        x87->known = false;
    else
        x87_form_move_stack(x87, insn, timing);
}

bool x87_form_plan(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    const struct x87_insn x87 = x87_form_of(t, i);
    struct x87_plan plan;

    if (!t->x87.known)
        return false;
    if (x87.form > FORM_CONTROL && x87_form_operands_valid(&t->x87, &x87) &&
        p5_translated_x87_plan(t->cpu->model, insn, &plan) &&
        !(insn->timing.attention & ~(ATTENTION_X87 | ATTENTION_ENTRY)) &&
        (x87.bytes == 0 || guest_insn_memory_is_usual(t, i))) {
        x87_form_move_stack(&t->x87, &x87, &insn->timing);
        return true;
    }
    x87_form_pass(&t->x87, &x87, &insn->timing);
    return false;
}
