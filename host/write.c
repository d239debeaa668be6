/*
 * SPDX-License-Identifier: MIT
 * No half file ever stands under a name that was asked for.
 */
#include "host/write.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "host/message.h"

int write_whole(const char *file, const char *bytes, size_t length)
{
    if (!strcmp(file, "-"))
        return fwrite(bytes, 1, length, stdout) == length ? EXIT_FINE : EXIT_USAGE;
    char *unfinished = memory_print("%s.part", file);
    FILE *to = fopen(unfinished, "w");
    bool written = to && fwrite(bytes, 1, length, to) == length;
    if (to && fclose(to))
        written = false;
    if (written && rename(unfinished, file))
        written = false;
    if (!written) {
        say("%s: cannot be written: %s", file, strerror(errno));
        remove(unfinished);
    }
    free(unfinished);
    return written ? EXIT_FINE : EXIT_USAGE;
}
