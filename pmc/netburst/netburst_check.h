/*
 * SPDX-License-Identifier: MIT
 * Whether values of CCCRs and ESCRs may be written: the rules of perfctr's driver (p4_check_control
 * in version 2.6.42, x86.c), and one that it lacks.
 */
#pragma once

#include <stddef.h>

#include "pmc/netburst/netburst_registers.h"

struct netburst_count;

/* What is counted on, and what is allowed there. */
struct netburst_machine {
    uint8_t model;     /* CPUID, family 15: 0 to 4, and 6 */
    uint8_t stepping;  /* likewise */
    bool threads;      /* Hyper-Threading: there are two logical processors */
    bool counter_1;    /* may be used, though its CCCR's enable bit does nothing (Linux, p4.c) */
    bool undocumented; /* selects and parts that no document names may be used */
    uint8_t most;      /* events of a set; 0: as many as there are counters */
    const struct netburst_count *first; /* an event that is in each pass; NULL: none is */
    uint32_t broken;                    /* counters that are not to be used, as a mask */
};

/* A counter's registers as they stand. */
struct netburst_raw {
    uint32_t cccr, escr;
    uint8_t counter;
    bool interrupts; /* it is meant to: perfctr's i-mode */
    int64_t reload;  /* what it starts from then, below 0 */
};

/* All that perfex and perfctr are given. */
struct netburst_control {
    const struct netburst_raw *raw;
    unsigned n;
    uint32_t enable, vertical; /* PEBS_ENABLE, PEBS_MATRIX_VERT */
};

/* Each 0, or -1 and in error[size] the register, its value, and what would do. */
int netburst_check_raw(const struct netburst_machine *machine, const struct netburst_raw *raw,
                       char *error, size_t size);
int netburst_check_pebs(uint32_t enable, uint32_t vertical, char *error, size_t size);
/* All of them, none twice, and no ESCR with two values. */
int netburst_check_control(const struct netburst_machine *machine,
                           const struct netburst_control *control, char *error, size_t size);
