/*
 * SPDX-License-Identifier: MIT
 * The defaults, and the command line as a source of settings.
 */
#include "kernel/config.h"

#include "kernel/lib/string.h"
#include "kernel/parms.h"

const char *state_name(enum state state)
{
    return state == STATE_COLD ? "cold" : "warm";
}

const char *ablate_name(enum ablate ablate)
{
    static const char *const names[ABLATIONS] = {
        [ABLATE_NONE] = "none",
        [ABLATE_BRANCH] = "branch",
        [ABLATE_VPIPE] = "vpipe",
        [ABLATE_L1] = "l1",
    };
    return names[ablate];
}

static bool counts(enum ring_choice choice, bool by_privilege)
{
    return choice == COUNT_BY_PRIVILEGE ? by_privilege : choice == COUNT_YES;
}

unsigned config_count_rings(const struct config *config)
{
    bool user = counts(config->user_events, config->privilege == RING_USER);
    bool kernel = counts(config->kernel_events, config->privilege == RING_KERNEL);
    return (user ? PMC_RING_USER : 0) | (kernel ? PMC_RING_KERNEL : 0);
}

void config_default(struct config *config, const struct pmc *pmc)
{
    *config = (struct config){
        .name = "command line",
        .command = "*",
        .n_events = pmc->n_events,
        .repetitions = 20,
        .max_repetitions = 1000,
        .batches = 1,
        .watchdog = 10,
        .use_assembly_regions = 1,
        .report = REPORT_RECORDS,
        .console_port = 0x3F8,
        .console_baud = 115200,
        .exit = EXIT_HALT,
    };
    for (unsigned i = 0; i < pmc->n_events; i++)
        config->events[i].event = &pmc->events[i];
}

static void apply_word(struct settings *settings, struct word word)
{
    if (word.length > 2 && !strncmp(word.text, "-F", 2)) {
        word.text += 2;
        word.length -= 2;
    }
    struct word value = word;
    struct word name = word_take(&value, '=');
    if (name.length == word.length)
        settings_no_value(settings, name);
    else
        settings_apply(settings, name, value);
}

static void read_command_line(struct settings *settings, const char *line)
{
    struct word rest = {line, strlen(line)};
    bool first = true;
    settings_from(settings, "command line");
    while (rest.length) {
        struct word word = word_take(&rest, ' ');
        if (!word.length)
            continue;
        bool kernel_path = first && !memchr(word.text, '=', word.length);
        first = false;
        if (!kernel_path)
            apply_word(settings, word);
    }
}

int config_parse(struct config *config, const struct pmc *pmc, const char *line, char *error)
{
    return config_parse_file(config, pmc, NULL, NULL, 0, line, error);
}

int config_parse_file(struct config *config, const struct pmc *pmc, const char *name,
                      const char *text, size_t length, const char *line, char *error)
{
    struct settings settings = {.config = config, .pmc = pmc, .error = error};
    error[0] = 0;
    config_default(config, pmc);
    if (name) {
        config->name = name;
        settings_from(&settings, name);
        parms_read(&settings, text, length);
    }
    read_command_line(&settings, line);
    return error[0] ? -1 : 0;
}
