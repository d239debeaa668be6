/*
 * SPDX-License-Identifier: MIT
 * SSE state instructions: LDMXCSR, STMXCSR, and FXSAVE and FXRSTOR, which processors without SSE
 * have too (Intel Architecture Software Developer's Manual, volume 2, FXSAVE).
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_unit.h"

static void sse_state_ldmxcsr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);

    const uint32_t value = load32(cpu, insn, insn->segment, effective_address(cpu, insn));

    if (value & ~mxcsr_valid(cpu))
        raise_error(cpu, VECTOR_GP, 0);
    cpu->sse.mxcsr = value;
}

static void sse_state_stmxcsr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    store32(cpu, insn, insn->segment, effective_address(cpu, insn), cpu->sse.mxcsr);
}

const struct operation op_ldmxcsr = {.m = ANY_SIZE(sse_state_ldmxcsr)};
const struct operation op_stmxcsr = {.m = ANY_SIZE(sse_state_stmxcsr)};

/* ---- FXSAVE -------------------------------------------------------------------------------- */

/* The image has 512 bytes. These processors do not access the last 224, and most do not access the
 * MXCSR mask. */
#define IMAGE_BYTES     512u
#define IMAGE_MXCSR     24u
#define IMAGE_MASK      28u
#define IMAGE_REGISTERS 32u  /* ST(0) to ST(7), 16 bytes each */
#define IMAGE_XMM       160u /* XMM0 to XMM7 */

static uint32_t sse_state_image_begin(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = effective_address(cpu, insn);

    fpu_check(cpu, false);
    if ((cpu->seg[insn->segment].base + offset) & 15)
        raise_error(cpu, VECTOR_GP, 0);
    return offset;
}

static bool has_sse(const struct cpu *cpu)
{
    return cpu->kind->isa & ISA_SSE;
}

static bool saves_xmm(const struct cpu *cpu)
{
    return has_sse(cpu) && (cpu->cr4 & CR4_OSFXSR);
}

struct image {
    struct cpu *cpu;
    const struct insn *insn;
    uint32_t offset;
};

static uint32_t image_at(const struct image *image, uint32_t at)
{
    return (image->offset + at) & image->insn->address_mask;
}

static void image_store(const struct image *image, uint32_t at, uint64_t value)
{
    store64(image->cpu, image->insn, image->insn->segment, image_at(image, at), value);
}

static uint64_t image_load(const struct image *image, uint32_t at)
{
    return load64(image->cpu, image->insn, image->insn->segment, image_at(image, at));
}

static void sse_state_store_environment(const struct image *image)
{
    const struct fpu *fpu = &image->cpu->fpu;

    image_store(image, 0,
                fpu->control | (uint64_t)fpu_status_word(fpu) << 16 | (uint64_t)fpu->valid << 32 |
                    (uint64_t)fpu->opcode << 48);
    image_store(image, 8, fpu->code_offset | (uint64_t)fpu->code_selector << 32);
    image_store(image, 16, fpu->data_offset | (uint64_t)fpu->data_selector << 32);
    if (has_sse(image->cpu))
        store32(image->cpu, image->insn, image->insn->segment, image_at(image, IMAGE_MXCSR),
                image->cpu->sse.mxcsr);
    if (image->cpu->kind->mxcsr_mask)
        store32(image->cpu, image->insn, image->insn->segment, image_at(image, IMAGE_MASK),
                image->cpu->kind->mxcsr_mask);
}

static void sse_state_fxsave(struct cpu *cpu, const struct insn *insn)
{
    const struct image image = {cpu, insn, sse_state_image_begin(cpu, insn)};

    for (unsigned at = 0; at < IMAGE_BYTES; at += 16)
        guest_probe_store(cpu, insn->segment, image_at(&image, at), 16);
    sse_state_store_environment(&image);
    for (unsigned i = 0; i < 8; i++) {
        const struct fpu_register *reg = fpu_st(&cpu->fpu, i);
        image_store(&image, IMAGE_REGISTERS + 16 * i, reg->significand);
        image_store(&image, IMAGE_REGISTERS + 16 * i + 8, reg->exponent);
    }
    for (unsigned i = 0; i < 8 && saves_xmm(cpu); i++) {
        image_store(&image, IMAGE_XMM + 16 * i, cpu->sse.reg[i].q[0]);
        image_store(&image, IMAGE_XMM + 16 * i + 8, cpu->sse.reg[i].q[1]);
    }
}

/* ---- FXRSTOR ------------------------------------------------------------------------------- */

static void sse_state_load_environment(struct cpu *cpu, const uint64_t words[3])
{
    struct fpu *fpu = &cpu->fpu;

    fpu_control_and_status(cpu, (uint16_t)words[0], (uint16_t)(words[0] >> 16));
    fpu->valid = (uint8_t)(words[0] >> 32);
    fpu->opcode = words[0] >> 48 & 0x7ff;
    fpu->code_offset = (uint32_t)words[1];
    fpu->code_selector = (uint16_t)(words[1] >> 32);
    fpu->data_offset = (uint32_t)words[2];
    fpu->data_selector = (uint16_t)(words[2] >> 32);
}

static void sse_state_fxrstor(struct cpu *cpu, const struct insn *insn)
{
    const struct image image = {cpu, insn, sse_state_image_begin(cpu, insn)};
    uint64_t words[IMAGE_BYTES / 8];

    for (unsigned i = 0; i < (saves_xmm(cpu) ? IMAGE_XMM + 128 : IMAGE_XMM) / 8; i++)
        words[i] = image_load(&image, 8 * i);
    if (has_sse(cpu) && (uint32_t)words[IMAGE_MXCSR / 8] & ~mxcsr_valid(cpu))
        raise_error(cpu, VECTOR_GP, 0);
    sse_state_load_environment(cpu, words);
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t *reg = words + (IMAGE_REGISTERS + 16 * i) / 8;
        *fpu_st(&cpu->fpu, i) =
            (struct fpu_register){.significand = reg[0], .exponent = (uint16_t)reg[1]};
    }
    if (has_sse(cpu))
        cpu->sse.mxcsr = (uint32_t)words[IMAGE_MXCSR / 8];
    if (saves_xmm(cpu))
        memcpy(cpu->sse.reg, words + IMAGE_XMM / 8, sizeof cpu->sse.reg);
}

const struct operation op_fxsave = {.m = ANY_SIZE(sse_state_fxsave)};
const struct operation op_fxrstor = {.m = ANY_SIZE(sse_state_fxrstor)};
