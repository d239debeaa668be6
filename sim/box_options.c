/*
 * SPDX-License-Identifier: MIT
 * Handles -machine and completes the options: a machine profile applies where the command line sets
 * nothing else.
 */
#include "sim/box_options.h"

#include <stdio.h>
#include <string.h>

#include "sim/boxes/machine_range.h"
#include "sim/options.h"

bool take_box(struct options *options, const char *value)
{
    char error[BOX_ERROR_BYTES];

    if (strcmp(value, "help") == 0)
        return options->box_help = true;
    if (box_take(&options->box, value, error) == 0)
        return true;
    fprintf(stderr, "vpentium: -machine %s\n", error);
    return false;
}

void box_complete(struct options *options)
{
    const struct box *box = &options->box;
    const bool given = options->mhz;

    if (!options->cpu)
        options->cpu = box->cpu ? box->cpu : MODEL_CPU_DEFAULT;
    if (!options->instructions)
        options->instructions = options->cpu;
    if (!options->mhz)
        options->mhz = model_config_mhz(options->cpu);
    if (!given && box->mhz)
        range_mhz(box->mhz, &options->mhz);
    if (!options->memory_mb)
        range_memory(box->memory ? box->memory : "16", &options->memory_mb);
}
