/*
 * SPDX-License-Identifier: MIT
 * Prints input errors on standard error.
 */
#include "host/pentium4/xml/xml_errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/base/message.h"

static void xml_error_report(const struct xml_errors *errors, long line, const char *format,
                             va_list arguments)
{
    char *sentence;
    if (vasprintf(&sentence, format, arguments) < 0)
        die(EXIT_TARGET, "out of memory");
    if (line)
        message_print("%s:%ld: %s", errors->file, line, sentence);
    else
        message_print("%s: %s", errors->file, sentence);
    free(sentence);
}

#define XML_ERROR_REPORT(errors, line, format)                                                     \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    xml_error_report(errors, line, format, arguments);                                             \
    va_end(arguments)

void xml_error_refuse(struct xml_errors *errors, long line, const char *format, ...)
{
    XML_ERROR_REPORT(errors, line, format);
    errors->refused++;
}

void xml_error_correct(struct xml_errors *errors, long line, const char *format, ...)
{
    XML_ERROR_REPORT(errors, line, format);
    errors->corrected++;
    errors->refused += errors->strict;
}

void xml_error_note(const struct xml_errors *errors, long line, const char *format, ...)
{
    XML_ERROR_REPORT(errors, line, format);
}
