/*
 * SPDX-License-Identifier: MIT
 * Fuzzing what reads settings: an experiment file, and behind its first 0 byte a command line.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/config.h"

static const struct pmc pmc = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct config config;
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

    int status = config_parse_file(&config, &pmc, "fuzz.parms", file, file_length, line, error);
    assert(status == 0 || error[0]);
    assert(strnlen(error, sizeof error) < sizeof error);
    assert(config.n_events <= CONFIG_MOST_EVENTS);
    assert(config.repetitions >= 1 && config.repetitions <= CONFIG_MOST_REPETITIONS);
    assert(config.console_baud >= 300 && 115200 % config.console_baud == 0);
    free(file);
    free(line);
    return 0;
}
