/*
 * SPDX-License-Identifier: MIT
 * Opens and closes the output files of the serial ports. `-` is standard output, which COM1 uses
 * too.
 */
#include "sim/devices/serial_files.h"

#include <errno.h>
#include <string.h>

static const char *serial_files_path(const struct options *options, unsigned port)
{
    return port ? options->serial_files[port - 1] : "-";
}

static bool serial_files_complain(const struct options *options, unsigned port)
{
    fprintf(stderr, "vpentium: -serial%u '%s': %s\n", port + 1, serial_files_path(options, port),
            strerror(errno));
    return false;
}

bool serial_files_open(struct serial_files *files, const struct options *options)
{
    *files = (struct serial_files){0};
    if (!serial_input_open(&files->input, options->input))
        return false;
    for (unsigned i = 0; i < UART_COUNT; i++) {
        const char *path = serial_files_path(options, i);

        if (path)
            files->port[i] = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
        if (path && !files->port[i]) {
            serial_files_complain(options, i);
            serial_files_close(files, options);
            return false;
        }
    }
    return true;
}

static bool standard_output_is_complete(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    fprintf(stderr, "vpentium: standard output: it could not be written completely\n");
    return false;
}

/* Checks for errors at closing, because only then is all output known to have been written. */
bool serial_files_close(struct serial_files *files, const struct options *options)
{
    bool good = standard_output_is_complete();

    serial_input_close(&files->input);
    for (unsigned i = 0; i < UART_COUNT; i++) {
        FILE *file = files->port[i];

        files->port[i] = NULL;
        if (!file || file == stdout)
            continue;

        const bool failed = fflush(file) != 0 || ferror(file);

        if (failed)
            good = serial_files_complain(options, i);
        fclose(file);
    }
    return good;
}
