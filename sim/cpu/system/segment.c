/*
 * SPDX-License-Identifier: MIT
 * Segmentation: limit and rights checks, descriptor tables, loading of segment registers.
 */
#include "sim/cpu/system/segment.h"
#include "sim/cpu/system/debug_registers.h"
#include "sim/cpu/guest_memory.h"

/* ---- access checks --------------------------------------------------------------------------- */

static bool segment_within_limit(const struct segment *segment, uint32_t offset, unsigned bytes)
{
    const uint32_t last = offset + bytes - 1;
    const bool down = access_is_data(segment->access) && (segment->access & ACCESS_BYTE_DOWN);

    if (last < offset)
        return false;
    if (!down)
        return last <= segment->limit;
    return offset > segment->limit && last <= (segment->big ? 0xffffffffu : 0xffffu);
}

static bool segment_rights_allow(const struct segment *segment, bool write)
{
    if (!(segment->access & ACCESS_BYTE_PRESENT))
        return false;
    if (access_is_code(segment->access))
        return !write && (segment->access & ACCESS_BYTE_RW);
    return !write || (segment->access & ACCESS_BYTE_RW);
}

static bool alignment_checked(const struct cpu *cpu)
{
    return (cpu->cr0 & CR0_AM) && (cpu->eflags & FLAG_AC) && cpu->cpl == 3;
}

uint32_t segment_check(struct cpu *cpu, unsigned number, uint32_t offset, unsigned bytes,
                       unsigned alignment, bool write)
{
    const struct segment *segment = &cpu->seg[number];
    const uint32_t linear = segment->base + offset;

    if ((protected_mode(cpu) && !segment_rights_allow(segment, write)) ||
        !segment_within_limit(segment, offset, bytes))
        raise_error(cpu, number == SEG_SS ? VECTOR_SS : VECTOR_GP, 0);
    if (alignment_checked(cpu) && (linear & (alignment - 1)))
        raise_error(cpu, VECTOR_AC, 0);
    if (debug_register_checks_data(cpu))
        debug_register_data_access(cpu, linear, bytes, write);
    return linear;
}

/* True if translated code need not check base, limit and rights of the segment; a stack segment
 * must also be 32-bit. */
static bool segment_is_plain(const struct cpu *cpu, unsigned number)
{
    const struct segment *segment = &cpu->seg[number];

    if (number == SEG_CS)
        return segment->base == 0 && segment->limit == 0xffffffffu && segment->big;
    return segment->flat == (FLAT_READ | FLAT_WRITE) && (number != SEG_SS || segment->big);
}

static void segment_compute_flat(struct cpu *cpu, unsigned number)
{
    struct segment *segment = &cpu->seg[number];
    const bool down = access_is_data(segment->access) && (segment->access & ACCESS_BYTE_DOWN);

    segment->flat = 0;
    if (segment->base != 0 || segment->limit != 0xffffffffu || down || alignment_checked(cpu) ||
        debug_register_checks_data(cpu) || number >= SEG_LDTR)
        return;
    if (segment_rights_allow(segment, false))
        segment->flat |= FLAT_READ;
    if (segment_rights_allow(segment, true))
        segment->flat |= FLAT_WRITE;
}

void segment_update_flat(struct cpu *cpu, unsigned number)
{
    segment_compute_flat(cpu, number);
    if (number >= SEG_LDTR)
        return;
    cpu->plain_segments &= (uint8_t) ~(1u << number);
    cpu->plain_segments |= (uint8_t)(segment_is_plain(cpu, number) << number);
}

/* ---- descriptor tables --------------------------------------------------------------------- */

bool segment_descriptor_read(struct cpu *cpu, uint16_t selector, struct descriptor *descriptor)
{
    uint32_t base = cpu->gdtr.base;
    uint32_t limit = cpu->gdtr.limit;

    if (selector & 4) {
        if (!(cpu->seg[SEG_LDTR].access & ACCESS_BYTE_PRESENT))
            return false;
        base = cpu->seg[SEG_LDTR].base;
        limit = cpu->seg[SEG_LDTR].limit;
    }
    if ((selector | 7u) > limit)
        return false;
    descriptor->linear = base + (selector & 0xfff8u);
    descriptor->raw = guest_descriptor_load(cpu, descriptor->linear);
    return true;
}

struct descriptor segment_descriptor_fetch(struct cpu *cpu, uint16_t selector, uint8_t vector)
{
    struct descriptor descriptor;

    if (!segment_descriptor_read(cpu, selector, &descriptor))
        raise_error(cpu, vector, SELECTOR_ERROR(selector));
    return descriptor;
}

void segment_descriptor_mark(struct cpu *cpu, const struct descriptor *descriptor)
{
    const uint8_t access = descriptor_access(descriptor);

    if (!(access & ACCESS_BYTE_ACCESSED))
        guest_descriptor_store_access(cpu, descriptor->linear, access | ACCESS_BYTE_ACCESSED);
}

/* ---- segment registers --------------------------------------------------------------------- */

void segment_set(struct cpu *cpu, unsigned number, uint16_t selector,
                 const struct descriptor *descriptor)
{
    const uint64_t raw = descriptor->raw;
    const uint32_t limit = (uint32_t)(raw & 0xffff) | ((uint32_t)(raw >> 32) & 0xf0000u);
    struct segment *segment = &cpu->seg[number];

    if (number == SEG_CS)
        cpu->code_window.size = 0;
    segment->selector = selector;
    segment->base = ((uint32_t)(raw >> 16) & 0xffffffu) | ((uint32_t)(raw >> 32) & 0xff000000u);
    segment->limit = raw >> 55 & 1 ? limit << 12 | 0xfffu : limit;
    segment->big = raw >> 54 & 1;
    segment->access = descriptor_access(descriptor);
    if (segment->access & ACCESS_BYTE_S)
        segment->access |= ACCESS_BYTE_ACCESSED;
    segment_update_flat(cpu, number);
}

void segment_set_real(struct cpu *cpu, unsigned number, uint16_t selector)
{
    struct segment *segment = &cpu->seg[number];

    if (number == SEG_CS)
        cpu->code_window.size = 0;
    segment->selector = selector;
    segment->base = (uint32_t)selector << 4;
    if (v86_mode(cpu)) {
        segment->limit = 0xffff;
        segment->big = false;
        segment->access = 0xf3; /* present, DPL 3, data, writable, accessed */
    } else if (number == SEG_CS) {
        segment->access = 0x93; /* real mode keeps the limit, which "unreal" mode relies on */
    } else {
        segment->access |= ACCESS_BYTE_PRESENT;
    }
    segment_update_flat(cpu, number);
}

void segment_set_null(struct cpu *cpu, unsigned number, uint16_t selector)
{
    struct segment *segment = &cpu->seg[number];

    segment->selector = selector;
    segment->access = 0;
    segment_update_flat(cpu, number);
}

void segment_load_stack(struct cpu *cpu, uint16_t selector, unsigned cpl, uint8_t vector,
                        uint8_t absent)
{
    if (SELECTOR_IS_NULL(selector))
        raise_error(cpu, vector, vector == VECTOR_TS ? SELECTOR_ERROR(selector) : 0);

    const struct descriptor descriptor = segment_descriptor_fetch(cpu, selector, vector);
    const uint8_t access = descriptor_access(&descriptor);

    if (SELECTOR_RPL(selector) != cpl || ACCESS_BYTE_DPL(access) != cpl ||
        !access_is_data(access) || !(access & ACCESS_BYTE_RW))
        raise_error(cpu, vector, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, absent, SELECTOR_ERROR(selector));
    segment_descriptor_mark(cpu, &descriptor);
    segment_set(cpu, SEG_SS, selector, &descriptor);
}

static void segment_load_data(struct cpu *cpu, unsigned number, uint16_t selector)
{
    if (SELECTOR_IS_NULL(selector)) {
        segment_set_null(cpu, number, selector);
        return;
    }

    const struct descriptor descriptor = segment_descriptor_fetch(cpu, selector, VECTOR_GP);
    const uint8_t access = descriptor_access(&descriptor);
    const unsigned dpl = ACCESS_BYTE_DPL(access);
    const bool readable_code = access_is_code(access) && (access & ACCESS_BYTE_RW);

    if (!access_is_data(access) && !readable_code)
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!access_is_conforming(access) && (SELECTOR_RPL(selector) > dpl || cpu->cpl > dpl))
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(selector));
    segment_descriptor_mark(cpu, &descriptor);
    segment_set(cpu, number, selector, &descriptor);
}

void segment_load(struct cpu *cpu, unsigned number, uint16_t selector)
{
    model_segment_load(cpu->model, 1);
    if (!protected_mode(cpu))
        segment_set_real(cpu, number, selector);
    else if (number == SEG_SS)
        segment_load_stack(cpu, selector, cpu->cpl, VECTOR_GP, VECTOR_SS);
    else
        segment_load_data(cpu, number, selector);
}
