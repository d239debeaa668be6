/*
 * SPDX-License-Identifier: MIT
 * Fuzzes the command line of vpentium: arguments that end with 0 bytes. Output is discarded;
 * accepted values must be in range.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/vpentium_options.h"

#define ARGUMENTS_MAX 64

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer has its own copy of stderr. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    FILE *nowhere = fopen("/dev/null", "w");

    (void)argc;
    (void)argv;
    assert(nowhere);
    stderr = stdout = nowhere;
    return 0;
}

static void check(const struct options *options)
{
    assert(!options->kernel != !options->bios);
    assert(options->memory_mb >= 2 && options->memory_mb <= 3072);
    assert(options->mhz >= 60 && options->mhz <= 233);
    assert(options->post_port <= 0xffff);
    assert(options->setting_count <= SETTINGS_MAX);
    assert(options->append && options->cpu);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char name[] = "vpentium";
    char *argv[ARGUMENTS_MAX + 2] = {name};
    struct options options;
    int argc = 1;

    /* Each is a copy of exactly its size, so that a read beyond its end is found. */
    while (size && argc <= ARGUMENTS_MAX) {
        const size_t length = strnlen((const char *)data, size);
        argv[argc++] = strndup((const char *)data, length);
        data += length;
        size -= length;
        if (size) {
            data++;
            size--;
        }
    }
    if (vpentium_options_parse(argc, argv, &options) == OPTIONS_RUN)
        check(&options);
    for (int i = 1; i < argc; i++)
        free(argv[i]);
    return 0;
}
