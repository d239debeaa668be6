/*
 * SPDX-License-Identifier: MIT
 * Fuzzes the settings parsers: an experiment file, and after its first 0 byte a command line.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/settings/settings.h"
#include "pmc/p5/p5_events.h"

static const struct pmc pmc = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A warning fits into its buffer. */
static void hear(void *to, const char *file, const char *what)
{
    (void)to;
    assert(strnlen(what, CONFIG_ERROR_BYTES) < CONFIG_ERROR_BYTES);
    assert(strnlen(file, CONFIG_FILE_BYTES) < CONFIG_FILE_BYTES);
}

static char dump[8192];

static void add_line(void *to, const char *text)
{
    (void)to;
    assert(strlen(dump) + strlen(text) + 2 < sizeof dump);
    strcat(strcat(dump, text), "\n");
}

/*
 * A dump can be read again and gives the same values, unless a value contains a character that ends
 * it in a file.
 */
static void check_dump(const struct config *config)
{
    static struct config again;
    static char error[CONFIG_ERROR_BYTES];
    dump[0] = 0;
    settings_dump(config, &pmc, add_line, NULL);
    const char *const texts[] = {config->command, config->program, config->environment,
                                 config->standard_input};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strpbrk(texts[i], "; \t\r\n"))
            return;
    assert(config_parse_file(&again, &pmc, "dump", dump, strlen(dump), "", error, NULL) == 0);
    assert(again.repetitions == config->repetitions && again.n_events == config->n_events);
    assert(again.ci_target - config->ci_target < FIXED_ONE / 1000);
    assert(again.ci_counts - config->ci_counts < FIXED_ONE / 1000);
    assert(again.console_port == config->console_port && again.cull == config->cull);
    assert(config_count_rings(&again) == config_count_rings(config));
    assert(!strcmp(again.command, config->command));
    assert(!strcmp(again.program, config->program));
    assert(!memcmp(again.ablate, config->ablate, sizeof again.ablate));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct config config;
    static const struct config_listener listener = {hear, NULL};
    static char error[CONFIG_ERROR_BYTES];
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t file_length = zero ? (size_t)(zero - data) : size;
    size_t line_length = zero ? size - file_length - 1 : 0;

    /* Copies of exactly their size, so that a read beyond an end is found. */
    char *file = malloc(file_length + 1);
    char *line = malloc(line_length + 1);
    memcpy(file, data, file_length);
    memcpy(line, data + size - line_length, line_length);
    line[line_length] = 0;
    file = realloc(file, file_length ? file_length : 1);

    int status =
        config_parse_file(&config, &pmc, "fuzz.parms", file, file_length, line, error, &listener);
    assert(status == 0 || error[0]);
    assert(strnlen(error, sizeof error) < sizeof error);
    assert(config.n_events <= CONFIG_MOST_EVENTS);
    assert(config.repetitions >= 1 && config.repetitions <= CONFIG_MOST_REPETITIONS);
    assert(config.console_baud >= 300 && 115200 % config.console_baud == 0);
    if (status == 0)
        check_dump(&config);
    free(file);
    free(line);
    return 0;
}
