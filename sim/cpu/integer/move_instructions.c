/*
 * SPDX-License-Identifier: MIT
 * Data movement: MOV in all its forms, exchanges, extensions, LEA, far pointers, SETcc, CMOVcc.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/segment.h"

/* ---- MOV ----------------------------------------------------------------------------------- */

#define DEFINE_MOV(BITS)                                                                           \
    static void mov_rr##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg, reg_read##BITS(cpu, insn->rm));                            \
    }                                                                                              \
    static void mov_ri##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg, insn->immediate);                                          \
    }                                                                                              \
    static void mov_rm##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg,                                                            \
                        load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn)));       \
    }                                                                                              \
    static void mov_mr##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        store##BITS(cpu, insn, insn->segment, effective_address(cpu, insn),                        \
                    (uint##BITS##_t)reg_read##BITS(cpu, insn->reg));                               \
    }                                                                                              \
    static void mov_mi##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        store##BITS(cpu, insn, insn->segment, effective_address(cpu, insn),                        \
                    (uint##BITS##_t)insn->immediate);                                              \
    }

DEFINE_MOV(8)
DEFINE_MOV(16)
DEFINE_MOV(32)
const struct operation op_mov = {.rr = SIZES(mov_rr),
                                 .ri = SIZES(mov_ri),
                                 .rm = SIZES(mov_rm),
                                 .mr = SIZES(mov_mr),
                                 .mi = SIZES(mov_mi)};

/* ---- segment registers --------------------------------------------------------------------- */

static void mov_from_segment_r16(struct cpu *cpu, const struct insn *insn)
{
    reg_write16(cpu, insn->reg, cpu->seg[insn->rm].selector);
}

static void mov_from_segment_r32(struct cpu *cpu, const struct insn *insn)
{
    reg_write32(cpu, insn->reg, cpu->seg[insn->rm].selector);
}

static void mov_from_segment_m(struct cpu *cpu, const struct insn *insn)
{
    store16(cpu, insn, insn->segment, effective_address(cpu, insn), cpu->seg[insn->rm].selector);
}

const struct operation op_mov_from_segment = {.r = WORD_SIZES(mov_from_segment_r),
                                              .m = ANY_SIZE(mov_from_segment_m)};

/* Interrupts are inhibited until after the instruction that follows a load of SS, so that it can
 * load ESP. */
static void segment_load_shadowed(struct cpu *cpu, unsigned segment, uint16_t selector)
{
    segment_load(cpu, segment, selector);
    if (segment == SEG_SS) {
        cpu->shadow = SHADOW_SS;
        cpu_attention(cpu);
    }
}

static void mov_to_segment_r(struct cpu *cpu, const struct insn *insn)
{
    segment_load_shadowed(cpu, insn->rm, reg_read16(cpu, insn->reg));
}

static void mov_to_segment_m(struct cpu *cpu, const struct insn *insn)
{
    segment_load_shadowed(cpu, insn->rm,
                          load16(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

const struct operation op_mov_to_segment = {.r = ANY_SIZE(mov_to_segment_r),
                                            .m = ANY_SIZE(mov_to_segment_m)};

/* LES LSS LDS LFS LGS: insn->rm is the segment register. */
static void move_far_pointer_m16(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = effective_address(cpu, insn);
    const uint16_t value = load16(cpu, insn, insn->segment, offset);

    segment_load(cpu, insn->rm,
                 load16(cpu, insn, insn->segment, (offset + 2) & insn->address_mask));
    reg_write16(cpu, insn->reg, value);
}

static void move_far_pointer_m32(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = effective_address(cpu, insn);
    const uint32_t value = load32(cpu, insn, insn->segment, offset);

    segment_load(cpu, insn->rm,
                 load16(cpu, insn, insn->segment, (offset + 4) & insn->address_mask));
    reg_write32(cpu, insn->reg, value);
}

const struct operation op_load_pointer = {.m = WORD_SIZES(move_far_pointer_m)};

/* ---- exchanges ----------------------------------------------------------------------------- */

/* XCHG with memory is locked even without the prefix. */
#define DEFINE_EXCHANGE(BITS)                                                                      \
    static void xchg_rr##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint32_t a = reg_read##BITS(cpu, insn->reg);                                         \
        reg_write##BITS(cpu, insn->reg, reg_read##BITS(cpu, insn->rm));                            \
        reg_write##BITS(cpu, insn->rm, a);                                                         \
    }                                                                                              \
    static void xchg_mr##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), true);          \
        rmw_store##BITS(cpu, insn, (uint##BITS##_t)reg_read##BITS(cpu, insn->reg), true);          \
        reg_write##BITS(cpu, insn->reg, a);                                                        \
    }                                                                                              \
    static void xadd_rr##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint32_t a = reg_read##BITS(cpu, insn->reg);                                         \
        const uint32_t b = reg_read##BITS(cpu, insn->rm);                                          \
        flags_add(cpu, a, b, a + b, BITS);                                                         \
        reg_write##BITS(cpu, insn->rm, a);                                                         \
        reg_write##BITS(cpu, insn->reg, a + b);                                                    \
    }                                                                                              \
    static void xadd_mr##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint32_t a =                                                                         \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), insn->lock);    \
        const uint32_t b = reg_read##BITS(cpu, insn->reg);                                         \
        rmw_store##BITS(cpu, insn, (uint##BITS##_t)(a + b), insn->lock);                           \
        flags_add(cpu, a, b, a + b, BITS);                                                         \
        reg_write##BITS(cpu, insn->reg, a);                                                        \
    }                                                                                              \
    static void cmpxchg_rr##BITS(struct cpu *cpu, const struct insn *insn)                         \
    {                                                                                              \
        const uint32_t a = reg_read##BITS(cpu, REG_EAX);                                           \
        const uint32_t b = reg_read##BITS(cpu, insn->reg);                                         \
        flags_sub(cpu, a, b, a - b, BITS);                                                         \
        if (a == b)                                                                                \
            reg_write##BITS(cpu, insn->reg, reg_read##BITS(cpu, insn->rm));                        \
        else                                                                                       \
            reg_write##BITS(cpu, REG_EAX, b);                                                      \
    }                                                                                              \
    static void cmpxchg_mr##BITS(struct cpu *cpu, const struct insn *insn)                         \
    {                                                                                              \
        const uint32_t a = reg_read##BITS(cpu, REG_EAX);                                           \
        const uint##BITS##_t b =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), insn->lock);    \
        flags_sub(cpu, a, b, a - b, BITS);                                                         \
        if (a == b) {                                                                              \
            rmw_store##BITS(cpu, insn, (uint##BITS##_t)reg_read##BITS(cpu, insn->reg),             \
                            insn->lock);                                                           \
        } else {                                                                                   \
            rmw_store##BITS(cpu, insn, b, insn->lock); /* the write cycle happens anyway */        \
            reg_write##BITS(cpu, REG_EAX, b);                                                      \
        }                                                                                          \
    }

DEFINE_EXCHANGE(8)
DEFINE_EXCHANGE(16)
DEFINE_EXCHANGE(32)
const struct operation op_xchg = {.rr = SIZES(xchg_rr), .mr = SIZES(xchg_mr)};
const struct operation op_xadd = {.rr = SIZES(xadd_rr), .mr = SIZES(xadd_mr)};
const struct operation op_cmpxchg = {.rr = SIZES(cmpxchg_rr), .mr = SIZES(cmpxchg_mr)};

static void move_cmpxchg8b_m(struct cpu *cpu, const struct insn *insn)
{
    const uint64_t old =
        rmw_load64(cpu, insn, insn->segment, effective_address(cpu, insn), insn->lock);
    const uint64_t expected = (uint64_t)cpu->reg[REG_EDX] << 32 | cpu->reg[REG_EAX];

    flags_set_zf(cpu, old == expected);
    if (old == expected) {
        rmw_store64(cpu, insn, (uint64_t)cpu->reg[REG_ECX] << 32 | cpu->reg[REG_EBX], insn->lock);
    } else {
        rmw_store64(cpu, insn, old, insn->lock);
        cpu->reg[REG_EAX] = (uint32_t)old;
        cpu->reg[REG_EDX] = (uint32_t)(old >> 32);
    }
}

const struct operation op_cmpxchg8b = {.m = ANY_SIZE(move_cmpxchg8b_m)};

static void bswap_r16(struct cpu *cpu, const struct insn *insn)
{
    reg_write16(cpu, insn->reg, 0); /* undefined in the manual; real chips write zero */
}

static void bswap_r32(struct cpu *cpu, const struct insn *insn)
{
    reg_write32(cpu, insn->reg, __builtin_bswap32(reg_read32(cpu, insn->reg)));
}

const struct operation op_bswap = {.r = WORD_SIZES(bswap_r)};

/* ---- extensions ---------------------------------------------------------------------------- */

#define DEFINE_EXTEND(NAME, FROM, TYPE, TO)                                                        \
    static void NAME##FROM##_rr##TO(struct cpu *cpu, const struct insn *insn)                      \
    {                                                                                              \
        reg_write##TO(cpu, insn->reg, (uint32_t)(TYPE)reg_read##FROM(cpu, insn->rm));              \
    }                                                                                              \
    static void NAME##FROM##_rm##TO(struct cpu *cpu, const struct insn *insn)                      \
    {                                                                                              \
        reg_write##TO(                                                                             \
            cpu, insn->reg,                                                                        \
            (uint32_t)(TYPE)load##FROM(cpu, insn, insn->segment, effective_address(cpu, insn)));   \
    }

#define DEFINE_EXTEND_SIZES(NAME, FROM, TYPE)                                                      \
    DEFINE_EXTEND(NAME, FROM, TYPE, 16)                                                            \
    DEFINE_EXTEND(NAME, FROM, TYPE, 32)                                                            \
    const struct operation op_##NAME##FROM = {.rr = WORD_SIZES(NAME##FROM##_rr),                   \
                                              .rm = WORD_SIZES(NAME##FROM##_rm)};

DEFINE_EXTEND_SIZES(movzx, 8, uint8_t)
DEFINE_EXTEND_SIZES(movzx, 16, uint16_t)
DEFINE_EXTEND_SIZES(movsx, 8, int8_t)
DEFINE_EXTEND_SIZES(movsx, 16, int16_t)

static void cbw_16(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    reg_write16(cpu, REG_EAX, (uint32_t)(int8_t)cpu->reg[REG_EAX]);
}

static void cbw_32(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    reg_write32(cpu, REG_EAX, (uint32_t)(int16_t)cpu->reg[REG_EAX]);
}

const struct operation op_cbw = {.r = WORD_SIZES(cbw_)};

static void cwd_16(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    reg_write16(cpu, REG_EDX, cpu->reg[REG_EAX] & 0x8000 ? 0xffff : 0);
}

static void cwd_32(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    reg_write32(cpu, REG_EDX, cpu->reg[REG_EAX] >> 31 ? 0xffffffff : 0);
}

const struct operation op_cwd = {.r = WORD_SIZES(cwd_)};

/* ---- other ----------------------------------------------------------------------------------- */

static void lea_m16(struct cpu *cpu, const struct insn *insn)
{
    reg_write16(cpu, insn->reg, effective_address(cpu, insn));
}

static void lea_m32(struct cpu *cpu, const struct insn *insn)
{
    reg_write32(cpu, insn->reg, effective_address(cpu, insn));
}

const struct operation op_lea = {.rm = WORD_SIZES(lea_m)};

static void xlat(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = (cpu->reg[REG_EBX] + (cpu->reg[REG_EAX] & 0xff)) & insn->address_mask;

    reg_write8(cpu, 0, load8(cpu, insn, insn->segment, offset));
}

const struct operation op_xlat = {.r = ANY_SIZE(xlat)};

static void nop(struct cpu *cpu, const struct insn *insn)
{
    (void)cpu;
    (void)insn;
}

const struct operation op_nop = {.r = ANY_SIZE(nop)};
/* 0F 18 to 0F 1F: the operand is not accessed. */
const struct operation op_hint = {.r = ANY_SIZE(nop), .m = ANY_SIZE(nop)};

static void setcc_r(struct cpu *cpu, const struct insn *insn)
{
    reg_write8(cpu, insn->reg, flags_condition(cpu, insn->opcode & 15));
}

static void setcc_m(struct cpu *cpu, const struct insn *insn)
{
    store8(cpu, insn, insn->segment, effective_address(cpu, insn),
           flags_condition(cpu, insn->opcode & 15));
}

const struct operation op_setcc = {.r = ANY_SIZE(setcc_r), .m = ANY_SIZE(setcc_m)};

/* ---- CMOVcc: memory is read even if the condition is false ----------------------------------- */

#define DEFINE_CMOV(BITS)                                                                          \
    static void cmov_rr##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        if (flags_condition(cpu, insn->opcode & 15))                                               \
            reg_write##BITS(cpu, insn->reg, reg_read##BITS(cpu, insn->rm));                        \
    }                                                                                              \
    static void cmov_rm##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint##BITS##_t value =                                                               \
            load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));                    \
        if (flags_condition(cpu, insn->opcode & 15))                                               \
            reg_write##BITS(cpu, insn->reg, value);                                                \
    }

DEFINE_CMOV(16)
DEFINE_CMOV(32)

const struct operation op_cmov = {.rr = WORD_SIZES(cmov_rr), .rm = WORD_SIZES(cmov_rm)};
