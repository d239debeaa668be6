/*
 * SPDX-License-Identifier: MIT
 * Accuracy statements of the models, from their READMEs (sim/model/p6/core/, sim/model/k7/).
 */
#include "serial/model_worth.h"

#include <stddef.h>

#include "kernel/lib/string.h"

const char *model_worth(const char *vendor, uint32_t signature)
{
    unsigned family = signature >> 8 & 0xF;

    if (family == 6 && !strcmp(vendor, "GenuineIntel"))
        return "instructions, branches and references are exact; clocks are a model's, within 0.25 "
               "or 10 % of silicon for nine of ten forms of instructions, and not known for more";
    if (family == 6 && !strcmp(vendor, "AuthenticAMD"))
        return "instructions, branches and references are exact; clocks are made of measured "
               "latencies and throughputs, and an estimate of what code takes";
    return NULL;
}
