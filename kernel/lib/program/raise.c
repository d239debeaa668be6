/*
 * SPDX-License-Identifier: MIT
 * signal() and raise(): signals that a program sends to itself.
 */
#include "kernel/lib/signal.h"

#include "kernel/lib/errno.h"
#include "kernel/lib/program/reset.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

#define SIGNALS 32

static void (*handlers[SIGNALS])(int);

void signals_reset(void)
{
    memset(handlers, 0, sizeof handlers);
}

static int is_signal(int number)
{
    if (number > 0 && number < SIGNALS)
        return 1;
    errno = EINVAL;
    return 0;
}

void (*signal(int number, void (*handler)(int)))(int)
{
    void (*before)(int);

    if (!is_signal(number))
        return SIG_ERR;
    before = handlers[number];
    handlers[number] = handler;
    return before;
}

int raise(int number)
{
    void (*handler)(int);

    if (!is_signal(number))
        return -1;
    handler = handlers[number];
    if (handler == SIG_IGN)
        return 0;
    if (handler == SIG_DFL) {
        printf("raise(%d): no handler for this signal\n", number);
        abort();
    }
    handlers[number] = SIG_DFL;
    handler(number);
    return 0;
}

void program_abort(void)
{
    if (handlers[SIGABRT] != SIG_DFL && handlers[SIGABRT] != SIG_IGN)
        raise(SIGABRT);
    abort();
}
