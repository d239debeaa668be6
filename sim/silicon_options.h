/*
 * SPDX-License-Identifier: MIT
 * The -silicon option: which parts of silicon.def are active, and what they change.
 */
#pragma once

#include <stdbool.h>

enum silicon_part {
#define PART(id, name, rough, value, text) SILICON_##id,
#include "sim/silicon.def"
#undef PART
    SILICON_PARTS,
};

struct silicon {
    bool help; /* the list was requested */
    bool on[SILICON_PARTS];
    unsigned smi_hz, smi_us;                 /* SILICON_SMI: SMIs per second, microseconds each */
    unsigned line_loss;                      /* SILICON_UART_DROPS: one byte in N is lost */
    unsigned e820_kb, mem_upper_kb, cmos_kb; /* SILICON_E820 and so on: KB above 1 MB */
    unsigned tsc_step;                       /* SILICON_TSC_STEPS: clocks */
};

struct options;
struct model_config;

/* Parses the option's value and adds it to earlier ones; returns false after one line on stderr. */
bool silicon_option_parse(struct options *options, const char *value);

/* Changes the model's parameters. Call it before each -set is applied, because -set overrides
 * it. */
void silicon_options_apply(const struct silicon *silicon, struct model_config *model);

/* Prints the list of `-silicon help` to standard output. */
void silicon_options_list(void);
