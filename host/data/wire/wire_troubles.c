/*
 * SPDX-License-Identifier: MIT
 * Reports the troubles of a reader.
 */
#include "host/data/wire/wire_troubles.h"

#include <stdarg.h>
#include <stdio.h>

const char *wire_trouble_name(enum wire_trouble trouble)
{
    static const char *const names[WIRE_TROUBLES] = {
        "damaged", "lost", "late", "repeated", "merged", "cut off", "without a start",
    };
    return names[trouble];
}

void wire_reader_report(struct wire_reader *reader, enum wire_trouble trouble, unsigned count,
                        const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    reader->counts[trouble] += count;
    if (reader->listener.trouble)
        reader->listener.trouble(reader->listener.context, trouble, reader->line, count, what);
}
