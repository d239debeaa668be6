/*
 * SPDX-License-Identifier: MIT
 * The model's parameters by name, as in parameters.def: `bus.dram_read`, `errata`.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "sim/model/p5/parameters.h"

/* Longest message, with its NUL. */
#define SETTING_ERROR_BYTES 256

/*
 * Takes `name=value`. 0, or -1 with what is wrong in `error`. Whether the whole fits together only
 * model_config_error() says. Values: on, off; a number; an address in hexadecimal or decimal;
 * 128x2 for 128 sets of 2 ways; 10-3 for 10 bus clocks and then 3; the name of a rule.
 */
int setting_take(struct model_config *config, const char *text, char error[SETTING_ERROR_BYTES]);

/* A line for each: its name, its value in `config`, what may be set, what it is. */
void settings_list(const struct model_config *config, FILE *to);
