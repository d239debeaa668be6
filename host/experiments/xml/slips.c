/*
 * SPDX-License-Identifier: MIT
 * Prints input errors on standard error.
 */
#include "host/experiments/xml/slips.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/base/message.h"

static void tell(const struct slips *slips, long line, const char *format, va_list arguments)
{
    char *sentence;
    if (vasprintf(&sentence, format, arguments) < 0)
        die(EXIT_TARGET, "out of memory");
    if (line)
        say("%s:%ld: %s", slips->file, line, sentence);
    else
        say("%s: %s", slips->file, sentence);
    free(sentence);
}

#define TELL(slips, line, format)                                                                  \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    tell(slips, line, format, arguments);                                                          \
    va_end(arguments)

void slip_refuse(struct slips *slips, long line, const char *format, ...)
{
    TELL(slips, line, format);
    slips->refused++;
}

void slip_mend(struct slips *slips, long line, const char *format, ...)
{
    TELL(slips, line, format);
    slips->mended++;
    slips->refused += slips->strict;
}

void slip_tell(const struct slips *slips, long line, const char *format, ...)
{
    TELL(slips, line, format);
}
