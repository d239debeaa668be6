/*
 * SPDX-License-Identifier: MIT
 * The registers that select events, as text: CESR of a P5, the EvntSel of P6 and K7. They are shown
 * by `bareprobe list registers` and by the monitor's rdmsr and wrmsr.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "pmc/pmc.h"

#define SELECT_REGISTERS_MOST 4

struct select_register {
    uint32_t msr;
    const char *name;  /* CESR, EVNTSEL0 to EVNTSEL3 */
    unsigned counter;  /* the first counter that it selects for */
    unsigned counters; /* number of counters: 2 for CESR */
};

/* Sets *reg to the register with that index. Returns false if this processor has none. */
bool select_register_at(const struct pmc *pmc, unsigned index, struct select_register *reg);

/*
 * The register's value for the events counted[], an entry for each of its counters, which are then
 * running; an event of NULL turns its counter off. Events without rings are counted in all rings.
 */
uint32_t select_register_encode(const struct pmc *pmc, const struct select_register *reg,
                                const struct pmc_counted counted[]);

/*
 * Writes what the value makes a counter of the register count, such as "data_read_miss, ring 3" or
 * "off". Returns the length.
 */
int select_register_text(const struct pmc *pmc, const struct select_register *reg, unsigned counter,
                         uint32_t value, char *text, size_t size);
