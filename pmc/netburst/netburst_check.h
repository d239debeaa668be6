/*
 * SPDX-License-Identifier: MIT
 * Checks whether values may be written to CCCRs and ESCRs: the rules of perfctr's driver
 * (p4_check_control in version 2.6.42, x86.c), and one that it lacks.
 */
#pragma once

#include <stddef.h>

#include "pmc/netburst/netburst_registers.h"

struct netburst_count;

/* The processor that counts, and what may be used on it. */
struct netburst_machine {
    uint8_t model;     /* CPUID, family 15: 0 to 4, and 6 */
    uint8_t stepping;  /* CPUID stepping */
    bool threads;      /* Hyper-Threading: there are two logical processors */
    bool counter_1;    /* counter 1 may be used, though its CCCR's enable bit does nothing
                          (Linux, p4.c) */
    bool undocumented; /* undocumented selects and parts may be used */
    uint8_t most;      /* maximum number of events in a set; 0: the number of counters */
    const struct netburst_count *first; /* an event that is in each pass; NULL: none */
    uint32_t broken;                    /* counters that must not be used, as a mask */
};

/* The register values of one counter. */
struct netburst_raw {
    uint32_t cccr, escr;
    uint8_t counter;
    bool interrupts; /* requested to interrupt: perfctr's i-mode */
    int64_t reload;  /* initial value if it interrupts, below 0 */
};

/* All register values given to perfex and perfctr. */
struct netburst_control {
    const struct netburst_raw *raw;
    unsigned n;
    uint32_t enable, vertical; /* PEBS_ENABLE, PEBS_MATRIX_VERT */
};

/*
 * Each returns 0, or -1 with a message in error[size] that names the register, its value and the
 * valid values.
 */
int netburst_check_raw(const struct netburst_machine *machine, const struct netburst_raw *raw,
                       char *error, size_t size);
int netburst_check_pebs(uint32_t enable, uint32_t vertical, char *error, size_t size);
/* Checks all of these, that no counter occurs twice, and that no ESCR has two values. */
int netburst_check_control(const struct netburst_machine *machine,
                           const struct netburst_control *control, char *error, size_t size);
