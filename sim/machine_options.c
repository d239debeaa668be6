/*
 * SPDX-License-Identifier: MIT
 * Handles -machine and completes the options: a machine profile applies where the command line sets
 * nothing else.
 */
#include "sim/machine_options.h"

#include <stdio.h>
#include <string.h>

#include "sim/machine_profiles/machine_range.h"
#include "sim/vpentium_options.h"
#include "tools/processor_words.h"

bool machine_option_parse(struct options *options, const char *value)
{
    char error[PROFILE_ERROR_BYTES];

    if (strcmp(value, "help") == 0)
        return options->profile_help = true;
    if (machine_profile_read(&options->profile, value, error) == 0)
        return true;
    fprintf(stderr, "vpentium: -machine %s\n", error);
    return false;
}

void machine_options_complete(struct options *options)
{
    const struct machine_profile *profile = &options->profile;
    const bool given = options->mhz;

    if (!options->cpu)
        options->cpu = profile->cpu ? virtual_processor(profile->cpu) : MODEL_CPU_DEFAULT;
    if (!options->instructions)
        options->instructions = options->cpu;
    if (!options->mhz)
        options->mhz = model_config_mhz(options->cpu);
    if (!given && profile->mhz)
        machine_range_mhz(profile->mhz, &options->mhz);
    if (!options->memory_mb)
        machine_range_memory(profile->memory ? profile->memory : "16", &options->memory_mb);
}
