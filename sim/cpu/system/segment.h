/*
 * SPDX-License-Identifier: MIT
 * Selectors, descriptors and the hidden parts of segment registers.
 */
#pragma once

#include "sim/cpu/cpu.h"

#define SELECTOR_RPL(s)     ((s)&3u)
#define SELECTOR_ERROR(s)   ((uint32_t)(s)&0xfffcu) /* as in an error code */
#define SELECTOR_IS_NULL(s) (((s)&0xfffcu) == 0)

/* System descriptor types (Pentium Developer's Manual volume 3, table 12-1). */
enum {
    TYPE_TSS16 = 1,
    TYPE_LDT = 2,
    TYPE_TSS16_BUSY = 3,
    TYPE_CALL_GATE16 = 4,
    TYPE_TASK_GATE = 5,
    TYPE_INTERRUPT_GATE16 = 6,
    TYPE_TRAP_GATE16 = 7,
    TYPE_TSS32 = 9,
    TYPE_TSS32_BUSY = 11,
    TYPE_CALL_GATE32 = 12,
    TYPE_INTERRUPT_GATE32 = 14,
    TYPE_TRAP_GATE32 = 15,
};

/* A descriptor as stored in a table. */
struct descriptor {
    uint64_t raw;
    uint32_t linear; /* address it was read from */
};

static inline uint8_t descriptor_access(const struct descriptor *descriptor)
{
    return (uint8_t)(descriptor->raw >> 40);
}

static inline bool access_is_code(uint8_t access)
{
    return (access & (ACCESS_BYTE_S | ACCESS_BYTE_CODE)) == (ACCESS_BYTE_S | ACCESS_BYTE_CODE);
}

static inline bool access_is_data(uint8_t access)
{
    return (access & (ACCESS_BYTE_S | ACCESS_BYTE_CODE)) == ACCESS_BYTE_S;
}

static inline bool access_is_conforming(uint8_t access)
{
    return access_is_code(access) && (access & ACCESS_BYTE_CONFORMING);
}

/* The system type, or 0 for code and data; no system descriptor has type 0. */
static inline unsigned access_system_type(uint8_t access)
{
    return access & ACCESS_BYTE_S ? 0 : access & 0xfu;
}

static inline uint16_t gate_selector(const struct descriptor *descriptor)
{
    return (uint16_t)(descriptor->raw >> 16);
}

static inline uint32_t gate_offset(const struct descriptor *descriptor)
{
    const bool wide = descriptor_access(descriptor) & 8u;

    return (uint32_t)(descriptor->raw & 0xffff) |
           (wide ? (uint32_t)(descriptor->raw >> 32) & 0xffff0000u : 0);
}

/* Reads a descriptor; false if the selector is outside its table. */
bool segment_descriptor_read(struct cpu *cpu, uint16_t selector, struct descriptor *descriptor);

/* Reads a descriptor; raises `vector` with the selector as error code if it is outside its
 * table. */
struct descriptor segment_descriptor_fetch(struct cpu *cpu, uint16_t selector, uint8_t vector);

/* Sets the accessed bit in the table if it is clear. */
void segment_descriptor_mark(struct cpu *cpu, const struct descriptor *descriptor);

/* Fills a segment register's hidden part without checks. */
void segment_set(struct cpu *cpu, unsigned segment, uint16_t selector,
                 const struct descriptor *descriptor);
/* Loads a segment register as in real and virtual-8086 mode: base is selector * 16. */
void segment_set_real(struct cpu *cpu, unsigned segment, uint16_t selector);
void segment_set_null(struct cpu *cpu, unsigned segment, uint16_t selector);

/* Loads ES, SS, DS, FS or GS as MOV or POP do in the current mode, with all checks. */
void segment_load(struct cpu *cpu, unsigned segment, uint16_t selector);

/* Checks and loads a new SS for privilege level `cpl`; faults raise `vector`, a segment that is not
 * present raises `absent`. */
void segment_load_stack(struct cpu *cpu, uint16_t selector, unsigned cpl, uint8_t vector,
                        uint8_t absent);

/* Recomputes the segment's `flat`. Call it for all segments if a condition for flatness has
 * changed. */
void segment_update_flat(struct cpu *cpu, unsigned segment);
