/*
 * SPDX-License-Identifier: MIT
 * Guest memory accesses by instructions: segment check, translation, timing model, then the data.
 * Every function raises its faults itself. A read-modify-write checks write permission before it
 * reads.
 */
#pragma once

#include <string.h>

#include "sim/cpu/cpu.h"

/* ---- addresses ----------------------------------------------------------------------------- */

static inline uint32_t effective_address(const struct cpu *cpu, const struct insn *insn)
{
    return (insn->displacement + cpu->reg[insn->base] + (cpu->reg[insn->index] << insn->scale)) &
           insn->address_mask;
}

/* Makes the whole segment check: limit, rights, alignment (a power of two), data breakpoints.
 * Returns the linear address. */
uint32_t segment_check(struct cpu *cpu, unsigned segment, uint32_t offset, unsigned bytes,
                       unsigned alignment, bool write);

static inline uint32_t segment_linear_aligned(struct cpu *cpu, unsigned segment, uint32_t offset,
                                              unsigned bytes, unsigned alignment, bool write)
{
    if (likely(cpu->seg[segment].flat & (write ? FLAT_WRITE : FLAT_READ)))
        return offset;
    return segment_check(cpu, segment, offset, bytes, alignment, write);
}

/* For an operand that is aligned to its size, a power of two. */
static inline uint32_t segment_linear(struct cpu *cpu, unsigned segment, uint32_t offset,
                                      unsigned bytes, bool write)
{
    return segment_linear_aligned(cpu, segment, offset, bytes, bytes, write);
}

static inline bool window_hit(const struct window *window, uint32_t linear, unsigned bytes)
{
    return (uint64_t)(uint32_t)(linear - window->start) + bytes <= window->size;
}

static inline const struct window *window_for(const struct cpu *cpu, uint32_t linear, bool write)
{
    const unsigned set = (linear >> 12) & cpu->window_mask;

    return write ? &cpu->write_window[set] : &cpu->read_window[set];
}

/* Reports an access that hits the window of that address to a data TLB that has only one set. */
static inline void guest_window_used(struct cpu *cpu, uint32_t linear)
{
    struct one_set *set = &cpu->one_set;

    if (unlikely(set->tree)) {
        const uint32_t way = cpu->window_way[(linear >> 12) & cpu->window_mask];

        if (way != set->last) {
            *set->tree = (*set->tree & set->touch[way].keep) | set->touch[way].set;
            set->last = way;
        }
    }
}

/* Translates for a data access at the current privilege level; raises #PF. Refills the window. */
uint32_t page_walk_data(struct cpu *cpu, uint32_t linear, bool write);

/* Translates with supervisor rights, as for descriptor tables and task state. */
uint32_t page_walk_system(struct cpu *cpu, uint32_t linear, bool write);

/* Translates a code address; raises #PF. Refills cpu->code_window. */
uint32_t page_walk_code(struct cpu *cpu, uint32_t linear);

/*
 * True if the page of `linear` is mapped for fetching to the page of `physical`. Changes neither
 * TLB, page tables nor counts.
 */
bool code_page_mapped(const struct cpu *cpu, uint32_t linear, uint32_t physical);

void page_walk_flush_windows(struct cpu *cpu);

/* Sets up the windows for the model's data TLB. Call it once, before the other functions here. */
void page_walk_attach_windows(struct cpu *cpu);

/* These discard what translated code knows about cache lines: those in the windows of TLB set
 * `set`, or all. */
void near_window_forget(struct cpu *cpu, unsigned set);
void near_lines_forget(struct cpu *cpu);

/* Call it after an access: records the line if translated code may access it directly next time. */
void guest_near_line_record(struct cpu *cpu, uint32_t linear);

#define A20 (1u << 20)

/* Opens or closes the gate of address line 20. */
void memory_gate_a20(struct cpu *cpu, bool open);

/* ---- physical memory ----------------------------------------------------------------------- */

/*
 * Outside RAM, reads return ones and writes have no effect. A ROM's bytes are in cpu->ram below
 * ROM_END, where nothing writes them; they are also visible below 4 GB.
 */
#define ROM_END 0x100000u

static inline bool in_rom(const struct cpu *cpu, uint32_t physical)
{
    return physical - (ROM_END - cpu->rom_size) < cpu->rom_size;
}

/* Index in cpu->ram of the RAM or ROM byte at `physical`. */
static inline uint32_t rom_unaliased(const struct cpu *cpu, uint32_t physical)
{
    return physical + cpu->rom_size < cpu->rom_size ? physical + ROM_END : physical;
}

void guest_physical_read(const struct cpu *cpu, uint32_t physical, void *data, unsigned bytes);
void guest_physical_write(struct cpu *cpu, uint32_t physical, const void *data, unsigned bytes);

/* Makes RAM known to the model, whose test registers read and write it. */
void memory_attach(struct cpu *cpu);

/* Call it after a store to a page that holds decoded code: removes the blocks that contain the
 * bytes. */
void block_cache_code_written(struct cpu *cpu, uint32_t physical, unsigned bytes);

/* ---- data accesses ------------------------------------------------------------------------- */

void guest_load_slow(struct cpu *cpu, const struct insn *insn, uint32_t linear, void *data,
                     unsigned bytes);
void guest_store_slow(struct cpu *cpu, const struct insn *insn, uint32_t linear, const void *data,
                      unsigned bytes);
void guest_rmw_load_slow(struct cpu *cpu, const struct insn *insn, uint32_t linear, void *data,
                         unsigned bytes, bool lock);
void guest_rmw_store_slow(struct cpu *cpu, const struct insn *insn, const void *data,
                          unsigned bytes, bool lock);

static inline bool in_ram(const struct cpu *cpu, uint32_t physical, unsigned bytes)
{
    return (uint64_t)physical + bytes <= cpu->ram_size;
}

static inline void guest_code_check(struct cpu *cpu, uint32_t physical, unsigned bytes)
{
    const uint32_t last = physical + bytes - 1;

    if (unlikely((cpu->code_granules[physical >> 12] >> (physical >> 6 & 63) |
                  cpu->code_granules[last >> 12] >> (last >> 6 & 63)) &
                 1))
        block_cache_code_written(cpu, physical, bytes);
}

#define DEFINE_ACCESS(BITS)                                                                        \
    static inline uint##BITS##_t load##BITS(struct cpu *cpu, const struct insn *insn,              \
                                            unsigned segment, uint32_t offset)                     \
    {                                                                                              \
        const uint32_t linear = segment_linear(cpu, segment, offset, BITS / 8, false);             \
        const struct window *window = window_for(cpu, linear, false);                              \
        uint##BITS##_t value;                                                                      \
                                                                                                   \
        if (likely(window_hit(window, linear, BITS / 8))) {                                        \
            const uint32_t physical = window->physical + (linear - window->start);                 \
            guest_window_used(cpu, linear);                                                        \
            model_data(cpu->model, insn, physical, physical + BITS / 8 - 1, BITS / 8,              \
                       ACCESS_READ);                                                               \
            memcpy(&value, cpu->ram + physical, BITS / 8);                                         \
        } else {                                                                                   \
            guest_load_slow(cpu, insn, linear, &value, BITS / 8);                                  \
        }                                                                                          \
        return value;                                                                              \
    }                                                                                              \
                                                                                                   \
    static inline void store##BITS(struct cpu *cpu, const struct insn *insn, unsigned segment,     \
                                   uint32_t offset, uint##BITS##_t value)                          \
    {                                                                                              \
        const uint32_t linear = segment_linear(cpu, segment, offset, BITS / 8, true);              \
        const struct window *window = window_for(cpu, linear, true);                               \
                                                                                                   \
        if (likely(window_hit(window, linear, BITS / 8))) {                                        \
            const uint32_t physical = window->physical + (linear - window->start);                 \
            guest_window_used(cpu, linear);                                                        \
            model_data(cpu->model, insn, physical, physical + BITS / 8 - 1, BITS / 8,              \
                       ACCESS_WRITE);                                                              \
            memcpy(cpu->ram + physical, &value, BITS / 8);                                         \
            guest_code_check(cpu, physical, BITS / 8);                                             \
        } else {                                                                                   \
            guest_store_slow(cpu, insn, linear, &value, BITS / 8);                                 \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* First half of a read-modify-write; rmw_store of the same size must follow. */               \
    static inline uint##BITS##_t rmw_load##BITS(struct cpu *cpu, const struct insn *insn,          \
                                                unsigned segment, uint32_t offset, bool lock)      \
    {                                                                                              \
        const uint32_t linear = segment_linear(cpu, segment, offset, BITS / 8, true);              \
        const struct window *window = window_for(cpu, linear, true);                               \
        uint##BITS##_t value;                                                                      \
                                                                                                   \
        if (likely(window_hit(window, linear, BITS / 8))) {                                        \
            const uint32_t physical = window->physical + (linear - window->start);                 \
            guest_window_used(cpu, linear);                                                        \
            cpu->rmw.physical = physical;                                                          \
            cpu->rmw.physical_end = physical + BITS / 8 - 1;                                       \
            model_data(cpu->model, insn, physical, physical + BITS / 8 - 1, BITS / 8,              \
                       lock ? ACCESS_READ_LOCKED : ACCESS_READ);                                   \
            memcpy(&value, cpu->ram + physical, BITS / 8);                                         \
        } else {                                                                                   \
            guest_rmw_load_slow(cpu, insn, linear, &value, BITS / 8, lock);                        \
        }                                                                                          \
        return value;                                                                              \
    }                                                                                              \
                                                                                                   \
    static inline void rmw_store##BITS(struct cpu *cpu, const struct insn *insn,                   \
                                       uint##BITS##_t value, bool lock)                            \
    {                                                                                              \
        const uint32_t physical = cpu->rmw.physical;                                               \
                                                                                                   \
        if (likely(cpu->rmw.physical_end == physical + BITS / 8 - 1 &&                             \
                   in_ram(cpu, physical, BITS / 8) && !in_rom(cpu, physical))) {                   \
            model_data(cpu->model, insn, physical, physical + BITS / 8 - 1, BITS / 8,              \
                       lock ? ACCESS_WRITE_LOCKED : ACCESS_WRITE);                                 \
            memcpy(cpu->ram + physical, &value, BITS / 8);                                         \
            guest_code_check(cpu, physical, BITS / 8);                                             \
        } else {                                                                                   \
            guest_rmw_store_slow(cpu, insn, &value, BITS / 8, lock);                               \
        }                                                                                          \
    }

DEFINE_ACCESS(8)
DEFINE_ACCESS(16)
DEFINE_ACCESS(32)
DEFINE_ACCESS(64)
#undef DEFINE_ACCESS

/* Accesses of ten bytes: an x87 extended real or packed decimal. As an operand it is aligned to 8
 * bytes. FSAVE and FRSTOR align only the start of their image, to the operand size (Pentium
 * Developer's Manual volume 3, interrupt 17). */
#define ALIGNMENT_80       8
#define ALIGNMENT_IN_IMAGE 1
void load80(struct cpu *cpu, const struct insn *insn, uint32_t offset, void *data,
            unsigned alignment);
void store80(struct cpu *cpu, const struct insn *insn, uint32_t offset, const void *data,
             unsigned alignment);

/* Checks that a later store of `bytes` bytes will not fault; ten bytes are part of an image. */
void guest_probe_store(struct cpu *cpu, unsigned segment, uint32_t offset, unsigned bytes);

/* ---- accesses by the processor itself, with supervisor rights -------------------------------- */

uint16_t system_load16(struct cpu *cpu, uint32_t linear);
uint32_t system_load32(struct cpu *cpu, uint32_t linear);
void system_store16(struct cpu *cpu, uint32_t linear, uint16_t value);
void system_store32(struct cpu *cpu, uint32_t linear, uint32_t value);
/* Reads the eight bytes of a descriptor. */
uint64_t guest_descriptor_load(struct cpu *cpu, uint32_t linear);
/* Rewrites byte 5 of the descriptor at `linear` with a locked cycle. */
void guest_descriptor_store_access(struct cpu *cpu, uint32_t linear, uint8_t access);
