/*
 * SPDX-License-Identifier: MIT
 * Parameters of the linked model by name: `bus.dram_read`, `errata`.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "sim/model/parameter_types.h"

struct model_config;

enum setting_type {
    SETTING_flag,
    SETTING_unsigned,
    SETTING_address,
    SETTING_shape,
    SETTING_burst,
    SETTING_direction,
    SETTING_reading,
};

struct parameter_row {
    const char *name;
    enum setting_type type;
    size_t offset; /* into struct model_config */
    uint32_t low, high;
    const char *text;
};

/* The table of the linked model. */
extern const struct parameter_row model_settings[];
extern const size_t model_setting_count;

/* Longest error message, with its NUL. */
#define SETTING_ERROR_BYTES 256

/*
 * Sets `name=value`. Returns 0, or -1 with a message in `error`. Only model_config_error() checks
 * whether the values fit together. Values: on, off; a number; an address in hexadecimal or decimal;
 * 128x2 for 128 sets of 2 ways; 10-3 for 10 bus clocks and then 3; the name of a rule.
 */
int parameter_table_set(struct model_config *config, const char *text,
                        char error[SETTING_ERROR_BYTES]);

/*
 * Prints a line for each parameter: its name, its value in `config`, the valid values, its
 * description.
 */
void parameter_table_list(const struct model_config *config, FILE *to);
