/*
 * SPDX-License-Identifier: MIT
 * Prints messages on stderr.
 */
#include "host/base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LONGEST_REDIRECTED 1000 /* bytes of a message that goes to a callback */

static const char *speaker = "bareprobe";
static void (*clear_first)(void);
static void (*receiver)(const char *sentence);

void message_clear_before(void (*clear)(void))
{
    clear_first = clear;
}

void message_redirect(void (*receive)(const char *sentence))
{
    receiver = receive;
}

void message_set_verb(const char *verb)
{
    speaker = verb;
}

static void message_write(const char *format, va_list arguments)
{
    if (receiver) {
        char sentence[LONGEST_REDIRECTED];
        int length = snprintf(sentence, sizeof sentence, "%s: ", speaker);
        vsnprintf(sentence + length, sizeof sentence - (size_t)length, format, arguments);
        receiver(sentence);
        return;
    }
    if (clear_first)
        clear_first();
    fflush(stdout); /* so that stdout and stderr appear in the order of the calls */
    fprintf(stderr, "%s: ", speaker);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void message_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_write(format, arguments);
    va_end(arguments);
}

void die(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_write(format, arguments);
    va_end(arguments);
    exit(status);
}

bool colour_on(int file)
{
    const char *off = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(file) && !(off && *off) && !(term && !strcmp(term, "dumb"));
}

unsigned terminal_width(int file)
{
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 100;
}
