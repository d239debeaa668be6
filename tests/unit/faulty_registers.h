/*
 * SPDX-License-Identifier: MIT
 * Model-specific registers for the self-tests of pmc/: one is missing, or one of its bits sticks.
 * After this header, a source of pmc/ that is included uses them instead of the processor's.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Its addresses are those of a 32-bit processor. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpointer-to-int-cast"
#include "kernel/lib/x86.h"
#pragma GCC diagnostic pop
#include "pmc/pmc.h"
#include "pmc/probe_reads.h"

#define BIT(n)             (1u << (n))
#define GENERAL_PROTECTION 13

/* A register is found by the low 12 bits of its number. */
#define REGISTERS 0x1000

static struct {
    uint64_t value[REGISTERS];
    uint64_t written[REGISTERS]; /* the bits that any write set */
    uint32_t faulty;             /* the number of the register with the fault, 0 for none */
    bool missing;
    uint32_t at_0, at_1; /* the bits that stick */
} registers;

static inline void registers_are_sound(void)
{
    memset(&registers, 0, sizeof registers);
}

static inline void register_is_missing(uint32_t number)
{
    registers_are_sound();
    registers.faulty = number;
    registers.missing = true;
}

static inline void register_sticks(uint32_t number, unsigned bit, bool at_1)
{
    registers_are_sound();
    registers.faulty = number;
    *(at_1 ? &registers.at_1 : &registers.at_0) = BIT(bit);
}

static inline int registers_read(uint32_t number, uint64_t *value)
{
    bool faulty = number == registers.faulty;
    *value = registers.value[number % REGISTERS];
    if (faulty)
        *value = (*value & ~(uint64_t)registers.at_0) | registers.at_1;
    return faulty && registers.missing ? GENERAL_PROTECTION : 0;
}

static inline int registers_write(uint32_t number, uint64_t value)
{
    registers.value[number % REGISTERS] = value;
    registers.written[number % REGISTERS] |= value;
    return number == registers.faulty && registers.missing ? GENERAL_PROTECTION : 0;
}

static inline uint64_t registers_value(uint32_t number)
{
    uint64_t value;
    registers_read(number, &value);
    return value;
}

static inline uint64_t registers_written(uint32_t number)
{
    return registers.written[number % REGISTERS];
}

/* Reads the second counter, as RDMSR does. */
int probe_reads_try_rdpmc(const struct pmc *pmc, uint32_t *value)
{
    *value = (uint32_t)registers_value(pmc->first_msr + 1);
    return 0;
}

#define rdmsr            registers_value
#define wrmsr            (void)registers_write
#define x86_rdmsr_safe   registers_read
#define x86_wrmsr_safe   registers_write
#define read_cr0()       0u
#define write_cr0(value) ((void)(value))
#define read_cr3()       0u
#define write_cr3(value) ((void)(value))
#define read_cr4()       CR4_PCE
#define write_cr4(value) ((void)(value))
