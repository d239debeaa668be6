/*
 * SPDX-License-Identifier: MIT
 * Configuration of a model, whichever is linked: defaults, processors by name, checks.
 */
#pragma once

#include "sim/model/parameter_types.h"

struct model_config;

/* The configuration of MODEL_CPU_DEFAULT. */
struct model_config model_config_default(void);

/* The configuration of a processor of MODEL_CPU_WORDS. Returns 0, or -1 for any other name. */
int model_config_named(const char *name, struct model_config *config);

/* The processor's default clock rate in MHz. */
unsigned model_config_mhz(const char *name);

enum model_apic model_config_apic(const struct model_config *config);

/*
 * Sets the ratio of bus clock to processor clock for this clock rate, and the clocks of an I/O
 * transaction.
 */
void model_config_set_mhz(struct model_config *config, unsigned mhz);

/* Returns NULL if a model can be built from it, else an error message. */
const char *model_config_error(const struct model_config *config);
