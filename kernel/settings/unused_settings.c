/*
 * SPDX-License-Identifier: MIT
 * The table of the settings that only some experiments use. All others apply to each experiment, or
 * to the whole run.
 */
#include "kernel/settings/unused_settings.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

#define USED_BY(experiment) (1u << EXPERIMENT_##experiment)

#define MEASURE   USED_BY(MEASURE)
#define OVERHEAD  USED_BY(OVERHEAD)
#define SCORE     USED_BY(SCORE)
#define PROFILE   USED_BY(PROFILE)
#define RATES     USED_BY(RATES)
#define MULTIPLEX USED_BY(MULTIPLEX)
#define CHANNELS  USED_BY(CHANNELS)
#define SAMPLED   (PROFILE | RATES | MULTIPLEX)
#define BENCHES   (MEASURE | SAMPLED | CHANNELS)

static const char *const experiment_names[] = {
    [EXPERIMENT_MEASURE] = "measure",       [EXPERIMENT_OVERHEAD] = "overhead",
    [EXPERIMENT_FIRST_BOOT] = "first_boot", [EXPERIMENT_SCORE] = "score",
    [EXPERIMENT_PROFILE] = "profile",       [EXPERIMENT_RATES] = "rates",
    [EXPERIMENT_MULTIPLEX] = "multiplex",   [EXPERIMENT_CHANNELS] = "channels",
};
#define EXPERIMENTS (sizeof experiment_names / sizeof experiment_names[0])

static const struct {
    const char *name;
    unsigned used_by;
} table[] = {
    {"command", BENCHES | OVERHEAD | SCORE},
    {"events", BENCHES | OVERHEAD},
    {"repetitions", MEASURE | OVERHEAD | RATES | CHANNELS},
    {"max_repetitions", MEASURE | OVERHEAD},
    {"ci_target", MEASURE | OVERHEAD},
    {"batches", MEASURE | OVERHEAD},
    {"cull", MEASURE | OVERHEAD},
    {"confidence_level_99", BENCHES | OVERHEAD},
    {"conf_level_99", BENCHES | OVERHEAD},
    {"output_all_results", MEASURE},
    {"skip_initialization_run", MEASURE | OVERHEAD},
    {"repeat_first_run", MEASURE | OVERHEAD},
    {"use_assembly_regions", BENCHES},
    {"max_regions", MEASURE},
    {"privilege", BENCHES},
    {"user_events", BENCHES},
    {"kernel_events", BENCHES},
    {"probes", BENCHES | OVERHEAD},
    {"state", BENCHES},
    {"ablate", BENCHES},
    {"watchdog", BENCHES | OVERHEAD},
    {"output_file", MEASURE},
    {"source", SAMPLED | CHANNELS},
    {"interval", SAMPLED | CHANNELS},
    {"samples", SAMPLED | CHANNELS},
    {"sample_registers", PROFILE},
    {"spread", SAMPLED},
    {"seed", SAMPLED},
    {"order", MULTIPLEX},
    {"weights", MULTIPLEX},
    {"multiplex_regions", MULTIPLEX},
    {"hook", CHANNELS},
    {"pebs_enable", BENCHES | OVERHEAD},
    {"pebs_matrix_vert", BENCHES | OVERHEAD},
    {"stdin", BENCHES},
    {"environment", BENCHES},
};
#define ROWS (sizeof table / sizeof table[0])

/* Writes the sentence that refuses the setting; `name` is the one that was typed. */
static void unused_settings_message(struct word name, unsigned used_by, enum experiment experiment,
                                    char text[CONFIG_ERROR_BYTES])
{
    int length = format(text, CONFIG_ERROR_BYTES, "%.*s: experiment=%s does not use it, only",
                        settings_shown(name), name.text, experiment_names[experiment]);
    for (unsigned i = 0, n = 0; i < EXPERIMENTS; i++)
        if (used_by >> i & 1)
            length += format(text + length, CONFIG_ERROR_BYTES - (size_t)length, "%s %s",
                             n++ ? "," : "", experiment_names[i]);
    format(text + length, CONFIG_ERROR_BYTES - (size_t)length, "; remove it");
}

/* Returns whether the current source gave the setting; `here` has only its settings. */
static bool unused_settings_given(const struct settings *here, const char *name)
{
    return strcmp(name, "events") ? settings_given(here, name) : settings_events_given(here);
}

void unused_settings_refuse(struct settings *settings)
{
    static const char *const of_programs[] = {"stdin", "environment"};
    static struct settings here; /* too large for the stack */
    char text[CONFIG_ERROR_BYTES];
    const struct config *config = settings->config;
    here = *settings;
    here.defined = settings->seen;
    memcpy(here.defined_event, settings->seen_event, sizeof here.defined_event);
    if (config->exit == EXIT_MONITOR) /* they are the initial settings of the prompt, too */
        return;
    for (unsigned i = 0; i < ROWS; i++)
        if (!(table[i].used_by >> config->experiment & 1) &&
            unused_settings_given(&here, table[i].name)) {
            unused_settings_message(word_from_text(table[i].name), table[i].used_by,
                                    config->experiment, text);
            settings_error(settings, "%s", text);
        }
    for (unsigned i = 0; i < 2 && !config->program[0]; i++)
        if (settings_given(&here, of_programs[i]))
            settings_error(settings, "%s: only a program uses it (command=./NAME); remove it",
                           of_programs[i]);
}

/* Returns the row of the setting, or of `events` for the name of an event; ROWS: none. */
static unsigned unused_settings_row(struct word name, bool event)
{
    unsigned i = 0;
    while (i < ROWS && !word_is(name, table[i].name) &&
           !(event && !strcmp(table[i].name, "events")))
        i++;
    return i;
}

bool unused_settings_used(const char *experiment, struct word name)
{
    const unsigned row = unused_settings_row(name, false);
    for (unsigned i = 0; i < EXPERIMENTS && row < ROWS; i++)
        if (!strcmp(experiment_names[i], experiment))
            return table[row].used_by >> i & 1;
    return true;
}

int unused_settings_check_words(enum experiment experiment, const struct pmc *pmc,
                                struct word words, char *error)
{
    while (words.length) {
        struct word value = word_split(&words, ' ');
        struct word name = word_split(&value, '=');
        const unsigned row =
            unused_settings_row(name, pmc_event_find(pmc, name.text, name.length) != NULL);
        if (row == ROWS || table[row].used_by >> experiment & 1)
            continue;
        unused_settings_message(name, table[row].used_by, experiment, error);
        return -1;
    }
    return 0;
}
