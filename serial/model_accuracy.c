/*
 * SPDX-License-Identifier: MIT
 * Accuracy statements of the models, from their READMEs (sim/model/p6/core/, sim/model/k7/).
 */
#include "serial/model_accuracy.h"

#include <stddef.h>

#include "kernel/lib/string.h"

const char *model_accuracy(const char *vendor, uint32_t signature)
{
    unsigned family = signature >> 8 & 0xF;

    if (family == 6 && !strcmp(vendor, "GenuineIntel"))
        return "instructions, branches and references are exact; clocks are modelled, within 0.25 "
               "clocks or 10 % of a real chip for nine of ten instruction forms, and not validated "
               "for longer code";
    if (family == 6 && !strcmp(vendor, "AuthenticAMD"))
        return "instructions, branches and references are exact; clocks are an estimate from "
               "measured latencies and throughputs";
    return NULL;
}
