/*
 * SPDX-License-Identifier: MIT
 * -silicon: which parts of silicon.def are in force, and what they change.
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
    bool help; /* the list was asked for */
    bool on[SILICON_PARTS];
    unsigned smi_hz, smi_us; /* of SILICON_SMI: how often, and microseconds of each */
    unsigned line_loss;      /* of SILICON_UART_DROPS: one byte in so many */
};

struct options;
struct model_config;

/* Takes the option's value, added to those before; false after one line on stderr. */
bool take_silicon(struct options *options, const char *value);

/* Changes the model's parameters as the parts say: before each -set, which wins. */
void silicon_apply(const struct silicon *silicon, struct model_config *model);

/* The list of `-silicon help` to standard output. */
void silicon_list(void);
