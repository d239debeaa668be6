/*
 * SPDX-License-Identifier: MIT
 * C11's <signal.h> (7.14). Only raise() sends a signal: an exception or the watchdog ends the
 * benchmark, even if signal() has set a handler.
 */
#pragma once

typedef int sig_atomic_t;

#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int)) - 1)

/* Linux's numbers. */
#define SIGHUP  1
#define SIGINT  2
#define SIGILL  4
#define SIGABRT 6
#define SIGFPE  8
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15

/*
 * Sets the handler that raise() calls, once. Returns the previous handler, or SIG_ERR for an
 * invalid number.
 */
void (*signal(int number, void (*handler)(int)))(int);

/* Without a handler, ends the run as abort() does, with a message. */
int raise(int number);
