/*
 * SPDX-License-Identifier: MIT
 * The settings of sampling, of programs and of a Pentium 4. Their table is separate, so that the
 * small image, which has none of those, lacks these settings too.
 */
#include "kernel/lib/string.h"
#include "kernel/settings/setting_row.h"
#include "kernel/settings/unused_settings.h"

#define MEMBER(member) offsetof(struct config, member), sizeof((struct config *)0)->member

const struct setting further_settings[FURTHER_SETTINGS] = {
    {"source",
     "timer, pit, rtc or apic, optionally with the samples per second, 2 to 1000000, as in "
     "timer,1000; event with the name of an event that a counter can count and the events per "
     "sample, 100 to 1000000000, as in event,instructions,10007 (auto or no number: about 1000 "
     "samples a second); precise instead of event, if the processor stores the samples itself; "
     "watch:NAME@ADDRESS, optionally with the writes per sample, 1 to 1000000",
     &setting_source, MEMBER(source), 0, 0, OURS},
    {"interval", "a time between samples of 1us to 1000ms, such as 1ms or 50us", &setting_interval,
     MEMBER(sample_ns), 0, 0, OURS},
    {"samples", "a number from 1 to 1000000", &setting_number, MEMBER(samples), 1,
     CONFIG_MOST_SAMPLES, OURS},
    {"sample_registers", "no, yes", &setting_choice, MEMBER(sample_registers), 0, 0, OURS},
    {"spread", "auto, random, fixed", &setting_choice, MEMBER(spread), 0, 0, OURS},
    {"order", "random, fixed", &setting_choice, MEMBER(order), 0, 0, OURS},
    {"weights",
     "the weight of each group of events, which is its number of slices per round, from 1 to 16, "
     "as in 2,1,1: in the order of the plan's passes, at most 32; all other groups have weight 1",
     &setting_weights, MEMBER(weights), 0, 0, OURS},
    {"multiplex_regions", "no, yes", &setting_choice, MEMBER(multiplex_regions), 0, 0, OURS},
    {"hook",
     "none, or interrupts, exceptions, ports, watch:NAME@ADDRESS (at most four), separated by "
     "commas, such as exceptions,watch:total@0x15bc80; bareprobe finds the address of watch:NAME",
     &setting_hook, MEMBER(hooks), 0, 0, OURS},
    {"pebs_enable", "hexadecimal, a Pentium 4's PEBS_ENABLE, such as 0x01000001", &setting_hex,
     MEMBER(pebs_enable), 0, 0, OURS},
    {"pebs_matrix_vert", "hexadecimal, a Pentium 4's PEBS_MATRIX_VERT, such as 0x1", &setting_hex,
     MEMBER(pebs_matrix_vert), 0, 0, OURS},
    {"stdin", "the name of a file that was passed with the program, 1 to 255 characters",
     &setting_text, MEMBER(standard_input), 0, 0, OURS},
    {"environment",
     "variables as NAME=VALUE, separated by blanks, 1 to 1000 characters, such as HOME=/ LANG=C",
     &setting_text, MEMBER(environment), 0, 0, OURS},
    {"seed", "a number from 0 to 4294967295", &setting_number, MEMBER(seed), 0, UINT32_MAX, OURS},
};
_Static_assert(CONFIG_LEAST_COUNT == 100, "must match the text of 'source' above");
_Static_assert(CONFIG_MOST_SAMPLES == 1000000, "must match the text of 'samples' above");

/* Follows perfctr's driver; perfex has these settings as --p4pe and --p4pmv. */
static void further_settings_check_pebs(struct settings *settings)
{
    const struct config *config = settings->config;
    const struct pmc_notation *notation = settings->pmc->notation;
    char error[CONFIG_ERROR_BYTES / 2];
    if (!config->pebs_enable && !config->pebs_matrix_vert)
        return;
    if (!notation)
        settings_error(settings,
                       "pebs_enable, pebs_matrix_vert: only a Pentium 4 has these registers");
    else if (notation->check_pebs(config->pebs_enable, config->pebs_matrix_vert, error,
                                  sizeof error))
        settings_error(settings, "pebs_enable, pebs_matrix_vert: %s", error);
}

void further_settings_complete(struct settings *settings)
{
    program_settings_complete(settings);
    further_settings_check_pebs(settings);
    if (!strcmp(settings->source, SETTINGS_COMMAND_LINE))
        unused_settings_refuse(settings);
}
