/*
 * SPDX-License-Identifier: MIT
 * x87 control, status and tag words, and the environment and state that FSTENV and FSAVE store.
 */
#include "sim/devices/devices.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

#define CONTROL_INITIAL  0x037fu
#define CONTROL_WRITABLE 0x1f3fu
#define CONTROL_ONES     0x0040u
#define STATUS_TOP_SHIFT 11
#define STATUS_TOP       0x3800u

/* Bits of precision for the PC field; the reserved value 1 is treated as 24 bits. */
static unsigned precision_bits(uint16_t control)
{
    static const uint8_t bits[4] = {24, 24, 53, 64};

    return bits[control >> 8 & 3];
}

static void control_set(struct fpu *fpu, uint16_t value)
{
    fpu->control = (uint16_t)((value & CONTROL_WRITABLE) | CONTROL_ONES);
    host_control(fpu->control);
    fpu_update_summary(fpu);
}

/* Deasserts FERR# when no exception is pending. */
static void ferr_update(struct cpu *cpu)
{
    if (!(cpu->fpu.status & FPU_ES))
        devices_ferr(cpu->devices, false);
}

static void control_write(struct cpu *cpu, uint16_t value)
{
    control_set(&cpu->fpu, value);
    ferr_update(cpu);
    model_x87_precision(cpu->model, precision_bits(cpu->fpu.control));
}

static uint16_t status_read(const struct fpu *fpu)
{
    return (uint16_t)(fpu->status | fpu->top << STATUS_TOP_SHIFT);
}

static void status_write(struct fpu *fpu, uint16_t value)
{
    fpu->status = (uint16_t)(value & ~STATUS_TOP);
    fpu->top = value >> STATUS_TOP_SHIFT & 7;
    host_clear();
    fpu_update_summary(fpu);
}

uint16_t fpu_status_word(const struct fpu *fpu)
{
    return status_read(fpu);
}

void fpu_control_and_status(struct cpu *cpu, uint16_t control, uint16_t status)
{
    status_write(&cpu->fpu, status);
    control_write(cpu, control);
}

void fpu_environment_reset(struct fpu *fpu)
{
    fpu->status = 0;
    fpu->top = 0;
    fpu->valid = 0;
    fpu->code_selector = fpu->data_selector = 0;
    fpu->code_offset = fpu->data_offset = 0;
    fpu->opcode = 0;
    control_set(fpu, CONTROL_INITIAL);
}

/* ---- the tag word -------------------------------------------------------------------------- */

enum { TAG_VALID, TAG_ZERO, TAG_SPECIAL, TAG_EMPTY };

static unsigned fpu_environment_tag(const struct fpu *fpu, unsigned physical)
{
    const struct fpu_register *reg = &fpu->reg[physical];
    const unsigned exponent = reg->exponent & 0x7fff;

    if (!(fpu->valid >> physical & 1))
        return TAG_EMPTY;
    if (exponent == 0)
        return reg->significand ? TAG_SPECIAL : TAG_ZERO;
    return exponent == 0x7fff || !(reg->significand >> 63) ? TAG_SPECIAL : TAG_VALID;
}

static uint16_t tags_read(const struct fpu *fpu)
{
    uint16_t tags = 0;

    for (unsigned i = 0; i < 8; i++)
        tags |= (uint16_t)(fpu_environment_tag(fpu, i) << 2 * i);
    return tags;
}

/* The state stores only whether a register is empty: the other tags follow from the values. */
static void tags_write(struct fpu *fpu, uint16_t tags)
{
    fpu->valid = 0;
    for (unsigned i = 0; i < 8; i++)
        if ((tags >> 2 * i & 3) != TAG_EMPTY)
            fpu->valid |= (uint8_t)(1u << i);
}

/* ---- the environment ----------------------------------------------------------------------- */

/*
 * The seven words or doublewords of the environment: control, status, tags, then instruction and
 * operand pointers. In real and virtual-8086 mode the pointers are linear addresses in pieces.
 */
struct environment {
    uint32_t field[7];
};

static struct environment fpu_environment_read(const struct cpu *cpu, unsigned bytes)
{
    const struct fpu *fpu = &cpu->fpu;
    const uint32_t high = bytes == 4 ? 0xffff0000u : 0;
    struct environment e = {{high | fpu->control, high | status_read(fpu), high | tags_read(fpu)}};

    if (protected_mode(cpu)) {
        e.field[3] = fpu->code_offset;
        e.field[4] = fpu->code_selector | (bytes == 4 ? (uint32_t)fpu->opcode << 16 : 0);
        e.field[5] = fpu->data_offset;
        e.field[6] = high | fpu->data_selector;
        return e;
    }

    const uint32_t code = ((uint32_t)fpu->code_selector << 4) + fpu->code_offset;
    const uint32_t data = ((uint32_t)fpu->data_selector << 4) + fpu->data_offset;

    e.field[3] = high | (code & 0xffff);
    e.field[4] = (code >> 16) << 12 | fpu->opcode;
    e.field[5] = high | (data & 0xffff);
    e.field[6] = (data >> 16) << 12;
    return e;
}

static void fpu_environment_write(struct cpu *cpu, const struct environment *e, unsigned bytes)
{
    struct fpu *fpu = &cpu->fpu;

    status_write(fpu, (uint16_t)e->field[1]);
    control_write(cpu, (uint16_t)e->field[0]);
    tags_write(fpu, (uint16_t)e->field[2]);
    if (protected_mode(cpu)) {
        fpu->code_offset = e->field[3];
        fpu->code_selector = (uint16_t)e->field[4];
        fpu->opcode = bytes == 4 ? e->field[4] >> 16 & 0x7ff : 0;
        fpu->data_offset = e->field[5];
        fpu->data_selector = (uint16_t)e->field[6];
    } else {
        fpu->code_offset = (e->field[3] & 0xffff) | (e->field[4] >> 12 & 0xffff) << 16;
        fpu->code_selector = 0;
        fpu->opcode = e->field[4] & 0x7ff;
        fpu->data_offset = (e->field[5] & 0xffff) | (e->field[6] >> 12 & 0xffff) << 16;
        fpu->data_selector = 0;
    }
}

/* Checks all addresses before anything is stored: a fault occurs at the first byte that cannot be
 * written. */
static void fpu_environment_probe(struct cpu *cpu, const struct insn *insn, uint32_t offset,
                                  unsigned bytes)
{
    for (unsigned i = 0; i < 7; i++)
        guest_probe_store(cpu, insn->segment, (offset + i * bytes) & insn->address_mask, bytes);
}

static void fpu_environment_store(struct cpu *cpu, const struct insn *insn, uint32_t offset,
                                  unsigned bytes)
{
    const struct environment e = fpu_environment_read(cpu, bytes);

    for (unsigned i = 0; i < 7; i++) {
        const uint32_t at = (offset + i * bytes) & insn->address_mask;
        if (bytes == 4)
            store32(cpu, insn, insn->segment, at, e.field[i]);
        else
            store16(cpu, insn, insn->segment, at, (uint16_t)e.field[i]);
    }
}

static struct environment fpu_environment_load(struct cpu *cpu, const struct insn *insn,
                                               uint32_t offset, unsigned bytes)
{
    struct environment e;

    for (unsigned i = 0; i < 7; i++) {
        const uint32_t at = (offset + i * bytes) & insn->address_mask;
        e.field[i] = bytes == 4 ? load32(cpu, insn, insn->segment, at)
                                : load16(cpu, insn, insn->segment, at);
    }
    return e;
}

/* These instructions have their operand size in insn->operand_size. */
static void fpu_environment_fnstenv(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = effective_address(cpu, insn);
    const unsigned bytes = insn->operand_size;

    fpu_check(cpu, false);
    fpu_environment_probe(cpu, insn, offset, bytes);
    fpu_environment_store(cpu, insn, offset, bytes);
    cpu->fpu.control |= FPU_EXCEPTIONS;
    control_write(cpu, cpu->fpu.control);
}

static void fpu_environment_fldenv(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = effective_address(cpu, insn);
    const unsigned bytes = insn->operand_size;

    fpu_check(cpu, true);

    const struct environment e = fpu_environment_load(cpu, insn, offset, bytes);

    fpu_environment_write(cpu, &e, bytes);
}

static void fpu_environment_fnsave(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = effective_address(cpu, insn);
    const unsigned bytes = insn->operand_size;
    const uint32_t registers = offset + 7 * bytes;

    fpu_check(cpu, false);
    fpu_environment_probe(cpu, insn, offset, bytes);
    for (unsigned i = 0; i < 8; i++)
        guest_probe_store(cpu, insn->segment, (registers + 10 * i) & insn->address_mask, 10);
    fpu_environment_store(cpu, insn, offset, bytes);
    for (unsigned i = 0; i < 8; i++)
        store80(cpu, insn, (registers + 10 * i) & insn->address_mask, fpu_st(&cpu->fpu, i),
                ALIGNMENT_IN_IMAGE);
    fpu_environment_reset(&cpu->fpu);
    ferr_update(cpu);
    model_x87_precision(cpu->model, 64);
}

static void fpu_environment_frstor(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = effective_address(cpu, insn);
    const unsigned bytes = insn->operand_size;
    const uint32_t registers = offset + 7 * bytes;
    struct fpu_register values[8] = {0};

    fpu_check(cpu, true);

    const struct environment e = fpu_environment_load(cpu, insn, offset, bytes);

    for (unsigned i = 0; i < 8; i++)
        load80(cpu, insn, (registers + 10 * i) & insn->address_mask, &values[i],
               ALIGNMENT_IN_IMAGE);
    fpu_environment_write(cpu, &e, bytes);
    for (unsigned i = 0; i < 8; i++)
        *fpu_st(&cpu->fpu, i) = values[i];
}

/* ---- single words -------------------------------------------------------------------------- */

static void fldcw(struct cpu *cpu, const struct insn *insn)
{
    fpu_check(cpu, true);
    control_write(cpu, load16(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

static void fnstcw(struct cpu *cpu, const struct insn *insn)
{
    fpu_check(cpu, false);
    store16(cpu, insn, insn->segment, effective_address(cpu, insn), cpu->fpu.control);
}

static void fnstsw(struct cpu *cpu, const struct insn *insn)
{
    fpu_check(cpu, false);
    store16(cpu, insn, insn->segment, effective_address(cpu, insn), status_read(&cpu->fpu));
}

static void fnstsw_ax(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    fpu_check(cpu, false);
    reg_write16(cpu, REG_EAX, status_read(&cpu->fpu));
}

static void fnclex(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    fpu_check(cpu, false);
    cpu->fpu.status &= FPU_CONDITIONS;
    host_clear();
    ferr_update(cpu);
}

static void fninit(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    fpu_check(cpu, false);
    fpu_environment_reset(&cpu->fpu);
    ferr_update(cpu);
    model_x87_precision(cpu->model, 64);
}

/* FENI, FDISI and FSETPM of older units have no effect. */
static void fnothing(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    fpu_check(cpu, false);
}

insn_execute *fpu_environment_decode(uint8_t opcode, uint8_t modrm)
{
    const unsigned reg = modrm >> 3 & 7;

    if (modrm < 0xc0) {
        static insn_execute *const memory_d9[8] = {
            [4] = fpu_environment_fldenv, fldcw, fpu_environment_fnstenv, fnstcw};
        static insn_execute *const memory_dd[8] = {
            [4] = fpu_environment_frstor, NULL, fpu_environment_fnsave, fnstsw};
        return opcode == 0xd9 ? memory_d9[reg] : opcode == 0xdd ? memory_dd[reg] : NULL;
    }
    if (opcode == 0xdf && modrm == 0xe0)
        return fnstsw_ax;
    if (opcode != 0xdb || reg != 4)
        return NULL;
    switch (modrm) {
    case 0xe0:
    case 0xe1:
    case 0xe4:
        return fnothing;
    case 0xe2:
        return fnclex;
    case 0xe3:
        return fninit;
    default:
        return NULL;
    }
}
