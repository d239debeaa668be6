/*
 * SPDX-License-Identifier: MIT
 * What any model's parameters can be asked, whichever they are.
 */
#pragma once

#include "sim/model/parameter_types.h"

struct model_config;

/* That of MODEL_CPU_DEFAULT. */
struct model_config model_config_default(void);

/* Those of MODEL_CPU_WORDS. 0, or -1 for any other name. */
int model_config_named(const char *name, struct model_config *config);

/* What such a processor runs at where nobody says. */
unsigned model_config_mhz(const char *name);

enum model_apic model_config_apic(const struct model_config *config);

/* The bus's share of such a processor clock. */
void model_config_set_mhz(struct model_config *config, unsigned mhz);

/* NULL where the model can be built so, else what is wrong with it. */
const char *model_config_error(const struct model_config *config);
