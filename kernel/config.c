/*
 * SPDX-License-Identifier: MIT
 * The defaults, and the command line as a source of settings.
 */
#include "kernel/config.h"

#include "kernel/lib/string.h"
#include "kernel/settings.h"

void config_default(struct config *config, const struct pmc *pmc)
{
    *config = (struct config){
        .command = "*",
        .n_events = pmc->n_events,
        .repetitions = 20,
        .report = REPORT_RECORDS,
        .console_port = 0x3F8,
        .console_baud = 115200,
        .exit = EXIT_HALT,
    };
    for (unsigned i = 0; i < pmc->n_events; i++)
        config->events[i] = &pmc->events[i];
}

static void apply_word(struct settings *settings, struct word word)
{
    struct word value = word;
    struct word name = word_take(&value, '=');
    if (name.length == word.length)
        settings_no_value(settings, name);
    else
        settings_apply(settings, name, value);
}

int config_parse(struct config *config, const struct pmc *pmc, const char *line, char *error)
{
    struct settings settings = {.config = config, .pmc = pmc, .error = error};
    struct word rest = {line, strlen(line)};
    bool first = true;
    error[0] = 0;
    settings_from(&settings, "command line");
    while (rest.length) {
        struct word word = word_take(&rest, ' ');
        if (!word.length)
            continue;
        bool kernel_path = first && !memchr(word.text, '=', word.length);
        first = false;
        if (!kernel_path)
            apply_word(&settings, word);
    }
    return error[0] ? -1 : 0;
}
