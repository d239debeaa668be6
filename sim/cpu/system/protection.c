/*
 * SPDX-License-Identifier: MIT
 * Protection instructions LLDT LTR SLDT STR VERR VERW LAR LSL ARPL. They exist in protected mode
 * only and raise #UD elsewhere.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/privilege.h"
#include "sim/cpu/system/segment.h"

static void require_protected_ring0(struct cpu *cpu)
{
    require_protected(cpu);
    require_ring0(cpu);
}

/*
 * Defines the forms of an operation NAME that takes a selector from a register or memory. REQUIRE
 * checks the conditions that apply before the operand is read.
 */
#define DEFINE_SELECTOR(NAME, REQUIRE)                                                             \
    static void NAME##_r(struct cpu *cpu, const struct insn *insn)                                 \
    {                                                                                              \
        REQUIRE(cpu);                                                                              \
        protection_##NAME(cpu, insn, reg_read16(cpu, insn->reg));                                  \
    }                                                                                              \
    static void NAME##_m(struct cpu *cpu, const struct insn *insn)                                 \
    {                                                                                              \
        REQUIRE(cpu);                                                                              \
        protection_##NAME(cpu, insn,                                                               \
                          load16(cpu, insn, insn->segment, effective_address(cpu, insn)));         \
    }                                                                                              \
    const struct operation op_##NAME = {.r = ANY_SIZE(NAME##_r), .m = ANY_SIZE(NAME##_m)};

static struct descriptor protection_fetch_system(struct cpu *cpu, uint16_t selector, unsigned type,
                                                 unsigned other_type)
{
    if (selector & 4)
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));

    const struct descriptor descriptor = segment_descriptor_fetch(cpu, selector, VECTOR_GP);
    const uint8_t access = descriptor_access(&descriptor);
    const unsigned found = access_system_type(access);

    if (found == 0 || (found != type && found != other_type))
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(selector));
    return descriptor;
}

static void protection_lldt(struct cpu *cpu, const struct insn *insn, uint16_t selector)
{
    (void)insn;
    model_segment_load(cpu->model, 1);
    if (SELECTOR_IS_NULL(selector)) {
        segment_set_null(cpu, SEG_LDTR, selector);
    } else {
        const struct descriptor ldt = protection_fetch_system(cpu, selector, TYPE_LDT, TYPE_LDT);
        segment_set(cpu, SEG_LDTR, selector, &ldt);
    }
    model_serialise(cpu->model);
}

static void protection_ltr(struct cpu *cpu, const struct insn *insn, uint16_t selector)
{
    (void)insn;
    if (SELECTOR_IS_NULL(selector))
        raise_error(cpu, VECTOR_GP, 0);

    const struct descriptor tss = protection_fetch_system(cpu, selector, TYPE_TSS16, TYPE_TSS32);
    const uint8_t busy = descriptor_access(&tss) | 2;

    guest_descriptor_store_access(cpu, tss.linear, busy);
    model_segment_load(cpu->model, 1);
    segment_set(cpu, SEG_TR, selector, &tss);
    cpu->seg[SEG_TR].access = busy;
    model_serialise(cpu->model);
}

DEFINE_SELECTOR(lldt, require_protected_ring0)
DEFINE_SELECTOR(ltr, require_protected_ring0)

#define DEFINE_STORE_SELECTOR(NAME, SEGMENT)                                                       \
    static void NAME##_r16(struct cpu *cpu, const struct insn *insn)                               \
    {                                                                                              \
        require_protected(cpu);                                                                    \
        reg_write16(cpu, insn->reg, cpu->seg[SEGMENT].selector);                                   \
    }                                                                                              \
    static void NAME##_r32(struct cpu *cpu, const struct insn *insn)                               \
    {                                                                                              \
        require_protected(cpu);                                                                    \
        reg_write32(cpu, insn->reg, cpu->seg[SEGMENT].selector);                                   \
    }                                                                                              \
    static void NAME##_m(struct cpu *cpu, const struct insn *insn)                                 \
    {                                                                                              \
        require_protected(cpu);                                                                    \
        store16(cpu, insn, insn->segment, effective_address(cpu, insn),                            \
                cpu->seg[SEGMENT].selector);                                                       \
    }                                                                                              \
    const struct operation op_##NAME = {.r = WORD_SIZES(NAME##_r), .m = ANY_SIZE(NAME##_m)};

DEFINE_STORE_SELECTOR(sldt, SEG_LDTR)
DEFINE_STORE_SELECTOR(str, SEG_TR)

/* ---- VERR, VERW, LAR, LSL: ZF reports whether the segment is visible ------------------------- */

static bool visible(const struct cpu *cpu, uint16_t selector, uint8_t access)
{
    const unsigned dpl = ACCESS_BYTE_DPL(access);

    return access_is_conforming(access) || (dpl >= cpu->cpl && dpl >= SELECTOR_RPL(selector));
}

static bool protection_find(struct cpu *cpu, uint16_t selector, struct descriptor *descriptor)
{
    return !SELECTOR_IS_NULL(selector) && segment_descriptor_read(cpu, selector, descriptor) &&
           visible(cpu, selector, descriptor_access(descriptor));
}

static void protection_verr(struct cpu *cpu, const struct insn *insn, uint16_t selector)
{
    struct descriptor descriptor;

    (void)insn;

    bool readable = protection_find(cpu, selector, &descriptor);

    if (readable) {
        const uint8_t access = descriptor_access(&descriptor);
        readable = access_is_data(access) || (access_is_code(access) && (access & ACCESS_BYTE_RW));
    }
    flags_set_zf(cpu, readable);
}

static void protection_verw(struct cpu *cpu, const struct insn *insn, uint16_t selector)
{
    struct descriptor descriptor;

    (void)insn;

    bool writable = protection_find(cpu, selector, &descriptor);

    if (writable) {
        const uint8_t access = descriptor_access(&descriptor);
        writable = access_is_data(access) && (access & ACCESS_BYTE_RW);
    }
    flags_set_zf(cpu, writable);
}

DEFINE_SELECTOR(verr, require_protected)
DEFINE_SELECTOR(verw, require_protected)

/* System types that LAR and LSL accept, a bit for each. */
#define LAR_TYPES                                                                                  \
    (1u << TYPE_TSS16 | 1u << TYPE_LDT | 1u << TYPE_TSS16_BUSY | 1u << TYPE_CALL_GATE16 |          \
     1u << TYPE_TASK_GATE | 1u << TYPE_TSS32 | 1u << TYPE_TSS32_BUSY | 1u << TYPE_CALL_GATE32)
#define LSL_TYPES                                                                                  \
    (1u << TYPE_TSS16 | 1u << TYPE_LDT | 1u << TYPE_TSS16_BUSY | 1u << TYPE_TSS32 |                \
     1u << TYPE_TSS32_BUSY)

static bool protection_find_typed(struct cpu *cpu, uint16_t selector, uint32_t types,
                                  struct descriptor *descriptor)
{
    if (!protection_find(cpu, selector, descriptor))
        return false;

    const uint8_t access = descriptor_access(descriptor);

    return (access & ACCESS_BYTE_S) || (types >> access_system_type(access) & 1);
}

static void protection_answer(struct cpu *cpu, const struct insn *insn, bool found, uint32_t value)
{
    flags_set_zf(cpu, found);
    if (!found)
        return;
    if (insn->operand_size == 4)
        reg_write32(cpu, insn->reg, value);
    else
        reg_write16(cpu, insn->reg, value);
}

static void protection_lar(struct cpu *cpu, const struct insn *insn, uint16_t selector)
{
    struct descriptor descriptor = {0};
    const bool found = protection_find_typed(cpu, selector, LAR_TYPES, &descriptor);

    protection_answer(cpu, insn, found, (uint32_t)(descriptor.raw >> 32) & 0x00f0ff00u);
}

static void protection_lsl(struct cpu *cpu, const struct insn *insn, uint16_t selector)
{
    struct descriptor descriptor = {0};
    const bool found = protection_find_typed(cpu, selector, LSL_TYPES, &descriptor);
    const uint64_t raw = descriptor.raw;
    const uint32_t limit = (uint32_t)(raw & 0xffff) | ((uint32_t)(raw >> 32) & 0xf0000u);

    protection_answer(cpu, insn, found, raw >> 55 & 1 ? limit << 12 | 0xfffu : limit);
}

#define DEFINE_QUERY(NAME)                                                                         \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        require_protected(cpu);                                                                    \
        protection_##NAME(cpu, insn, reg_read16(cpu, insn->rm));                                   \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        require_protected(cpu);                                                                    \
        protection_##NAME(cpu, insn,                                                               \
                          load16(cpu, insn, insn->segment, effective_address(cpu, insn)));         \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_QUERY(lar)
DEFINE_QUERY(lsl)

/* ---- ARPL ---------------------------------------------------------------------------------- */

static void protection_arpl_rr(struct cpu *cpu, const struct insn *insn)
{
    const uint16_t a = reg_read16(cpu, insn->reg);
    const uint16_t rpl = SELECTOR_RPL(reg_read16(cpu, insn->rm));

    require_protected(cpu);
    if (SELECTOR_RPL(a) < rpl)
        reg_write16(cpu, insn->reg, (a & ~3u) | rpl);
    flags_set_zf(cpu, SELECTOR_RPL(a) < rpl);
}

/*
 * On a read-only segment or page the instruction faults even if it changes nothing: the manual
 * states #GP for a destination that is not writable, without a condition. (Its pseudo-code writes
 * only if ZF is set. QEMU always writes; Bochs reads with intent to write, as this code does.)
 */
static void protection_arpl_mr(struct cpu *cpu, const struct insn *insn)
{
    require_protected(cpu);

    const uint16_t a = rmw_load16(cpu, insn, insn->segment, effective_address(cpu, insn), false);
    const uint16_t rpl = SELECTOR_RPL(reg_read16(cpu, insn->reg));

    if (SELECTOR_RPL(a) < rpl)
        rmw_store16(cpu, insn, (uint16_t)((a & ~3u) | rpl), false);
    flags_set_zf(cpu, SELECTOR_RPL(a) < rpl);
}

const struct operation op_arpl = {.rr = ANY_SIZE(protection_arpl_rr),
                                  .mr = ANY_SIZE(protection_arpl_mr)};
