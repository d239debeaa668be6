/*
 * SPDX-License-Identifier: MIT
 * C11's <signal.h> (7.14). Nothing sends a signal here but raise(): an exception or the watchdog
 * ends the benchmark, whatever signal() was told.
 */
#pragma once

typedef int sig_atomic_t;

#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int)) - 1)

/* With Linux's numbers. */
#define SIGHUP  1
#define SIGINT  2
#define SIGILL  4
#define SIGABRT 6
#define SIGFPE  8
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15

/* What raise() is to call, once; returns what it was, or SIG_ERR for a number that is none. */
void (*signal(int number, void (*handler)(int)))(int);

/* Without a handler it ends the run as abort() does, with a message. */
int raise(int number);
