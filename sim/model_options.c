/*
 * SPDX-License-Identifier: MIT
 * Configures the timing model: -cpu and -mhz select it, then -errata, -machine, -silicon and each
 * -set modify it.
 */
#include "sim/model_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/model/parameter_table.h"
#include "sim/option_message.h"

/* Shorter periods would leave no time for execution. */
#define SNOOP_PERIOD_MIN 10u
#define SMI_PERIOD_MIN   1000u

bool model_option_set(struct options *options, const char *value)
{
    if (options->setting_count == SETTINGS_MAX)
        return option_message_error("-set", value, "more than 200 settings");
    options->settings[options->setting_count++] = value;
    return true;
}

/* Reads a number up to `end`; hexadecimal after 0x. */
static bool model_option_number(const char *text, const char **end, unsigned long long high,
                                unsigned long long *value)
{
    const int base = strncmp(text, "0x", 2) == 0 ? 16 : 10;
    char *stop;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    *value = strtoull(text, &stop, base);
    *end = stop;
    return !errno && *value <= high;
}

bool model_option_snoop(struct options *options, const char *value)
{
    struct snooper *snooper = &options->snooper;
    unsigned long long address, period;
    const char *rest;

    if (!model_option_number(value, &rest, UINT32_MAX, &address) || *rest != ',' ||
        !model_option_number(rest + 1, &rest, UINT32_MAX, &period) || period < SNOOP_PERIOD_MIN ||
        (*rest && strcmp(rest, ",write") != 0))
        return option_message_unexpected(
            "-snoop", value,
            "a physical address and a period of 10 to 4294967295 clocks, as in "
            "0x200000,1000 or 0x200000,1000,write");
    *snooper = (struct snooper){
        .physical = (uint32_t)address, .write = *rest, .period = period, .next = period};
    return true;
}

bool model_option_smi(struct options *options, const char *value)
{
    unsigned long long period, clocks;
    const char *rest;

    if (!model_option_number(value, &rest, UINT32_MAX, &period) || *rest != ',' ||
        period < SMI_PERIOD_MIN || !model_option_number(rest + 1, &rest, UINT32_MAX, &clocks) ||
        (*rest && strcmp(rest, ",random") != 0))
        return option_message_unexpected(
            "-smi", value,
            "a period of 1000 to 4294967295 clocks and a length of 0 to 4294967295 "
            "clocks, as in 1000000,20000 or 1000000,20000,random");
    options->smi = (struct smi){.period = period, .clocks = clocks, .random = *rest};
    return true;
}

/* -smi, otherwise the setting of -silicon; both apply from the start of the run. */
static void model_options_apply_smi(struct options *options)
{
    const struct silicon *silicon = &options->silicon;
    struct smi *smi = &options->smi;

    if (!smi->period && silicon->on[SILICON_SMI])
        *smi = (struct smi){.period = (uint64_t)options->mhz * 1000000 / silicon->smi_hz,
                            .clocks = (uint64_t)options->mhz * silicon->smi_us,
                            .random = true};
    smi->chance = chance_from(options->seed, CHANCE_SMI);
    smi->next = smi_interval(smi);
}

static bool model_options_apply_all(struct options *options)
{
    struct model_config *model = &options->model;
    char error[SETTING_ERROR_BYTES];

    if (model_config_named(options->cpu, model) != 0)
        return option_message_unexpected("-cpu", options->cpu, MODEL_CPU_WORDS);
    model->errata &= options->counter_errata; /* those of the P55C are not known */
    model_config_set_mhz(model, options->mhz);
    model->seed = options->seed;
    for (unsigned i = 0; i < options->profile.setting_count; i++)
        if (parameter_table_set(model, options->profile.settings[i], error) != 0)
            return option_message_error("-machine", options->profile.last, error);
    silicon_options_apply(&options->silicon, model);
    model_options_apply_smi(options);
    for (unsigned i = 0; i < options->setting_count; i++) {
        if (strcmp(options->settings[i], "help") == 0)
            continue;
        if (parameter_table_set(model, options->settings[i], error) != 0)
            return option_message_error("-set", options->settings[i], error);
    }
    return true;
}

bool model_options_help(const struct options *options)
{
    for (unsigned i = 0; i < options->setting_count; i++) {
        if (strcmp(options->settings[i], "help") == 0) {
            parameter_table_list(&options->model, stdout);
            return true;
        }
    }
    return false;
}

bool model_options_apply(struct options *options)
{
    const char *error;

    if (!model_options_apply_all(options))
        return false;
    error = model_config_error(&options->model);
    if (!error)
        return true;
    if (options->setting_count)
        return option_message_error("-set", options->settings[options->setting_count - 1], error);
    return option_message_error("-machine", options->profile.last, error);
}
