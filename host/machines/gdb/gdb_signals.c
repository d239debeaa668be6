/*
 * SPDX-License-Identifier: MIT
 * Finds gdb's number of a signal by the words of the monitor.
 */
#include "host/machines/gdb/gdb_signals.h"

#include <string.h>

enum {
    GDB_INT = 2,
    GDB_ILL = 4,
    GDB_TRAP = GDB_SIGNAL_TRAP,
    GDB_FPE = 8,
    GDB_SEGV = 11,
    GDB_ALRM = 14
};

struct gdb_signal {
    const char *words;
    int number;
};

static const struct gdb_signal reasons[] = {
    {"a breakpoint", GDB_TRAP},  {"a step", GDB_TRAP},      {"write", GDB_TRAP},
    {"access", GDB_TRAP},        {"Ctrl-C", GDB_INT},       {"the watchdog", GDB_ALRM},
    {"invalid opcode", GDB_ILL}, {"divide error", GDB_FPE}, {"floating-point error", GDB_FPE},
    {"debug", GDB_TRAP},         {"breakpoint", GDB_TRAP},
};

/* Those that end a program (kernel/process/signals/signal_state.c). */
static const struct gdb_signal signals[] = {
    {"SIGHUP", 1},   {"SIGINT", 2},   {"SIGQUIT", 3},  {"SIGILL", 4},     {"SIGTRAP", 5},
    {"SIGABRT", 6},  {"SIGFPE", 8},   {"SIGKILL", 9},  {"SIGBUS", 10},    {"SIGSEGV", 11},
    {"SIGSYS", 12},  {"SIGPIPE", 13}, {"SIGALRM", 14}, {"SIGTERM", 15},   {"SIGXCPU", 24},
    {"SIGXFSZ", 25}, {"SIGIO", 23},   {"SIGPROF", 27}, {"SIGVTALRM", 26}, {"SIGUSR1", 30},
    {"SIGUSR2", 31}, {"SIGPWR", 32},
};

static int gdb_signal_find(const struct gdb_signal *list, size_t n, const char *text)
{
    for (size_t i = 0; i < n; i++)
        if (!strncmp(text, list[i].words, strlen(list[i].words)))
            return list[i].number;
    return 0;
}

int gdb_signal_named(const char *text)
{
    return gdb_signal_find(signals, sizeof signals / sizeof signals[0], text);
}

int gdb_signal_of_stop(const char *why)
{
    const int reason = gdb_signal_find(reasons, sizeof reasons / sizeof reasons[0], why);
    const int signal = gdb_signal_named(why);
    return reason ? reason : signal ? signal : GDB_SEGV;
}
