/*
 * SPDX-License-Identifier: MIT
 * The program that an experiment measures: a static Linux/i386 executable, which runs alone in ring
 * 3 and calls the kernel by INT 80h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "boot/descriptors.h"
#include "boot/multiboot.h"
#include "kernel/settings/config.h"
#include "serial/program_report.h"

#define PROCESS_MOST_CALLS 448 /* numbers of system calls are below; Linux 5.10 has 440 */
#define PROCESS_NUMBER     2   /* of the process and its only thread: getpid(), gettid() */

/* The state of a run. It starts anew before each run. */
struct process {
    uint32_t entry; /* address of the first instruction */
    enum ring ring;
    uint32_t stack_low;       /* lowest mapped address of the stack */
    uint32_t brk_start, brk;  /* the area that brk() changes */
    struct trap_frame *frame; /* of the running system call; NULL before the first */
    unsigned answers_exit;    /* the number of calls that are answered with the number of exit() */
    bool ended;
    uint32_t calls;                   /* system calls made */
    int status;                       /* exit status, if it has ended */
    int signal;                       /* the signal that ended it, or 0 */
    char sentence[160];               /* why the kernel ended it, or empty */
    struct report_call_site end_site; /* the call that signal or sentence are from, if n is not 0 */
};

extern struct process process;

/* ---- before the first experiment ------------------------------------------------------------- */

/*
 * Removes executables and files from the loader's list of modules: those whose string has a word
 * program=NAME or file=NAME. The remaining modules are experiments.
 */
void process_find_modules(struct multiboot_info *info);

/*
 * Limits the memory that the kernel maps to itself, so that the programs' addresses are free. Call
 * it before paging is installed.
 */
void process_limit_memory(void);

/* ---- an experiment --------------------------------------------------------------------------- */

/*
 * Loads the experiment's program, if it has one, and makes it the only benchmark. Returns NULL, or
 * the reason why it cannot run. `features` are CPUID's.
 */
const char *process_select(const struct config *config, uint32_t features);

/* The same for the empty program, process_empty, which needs no file. */
const char *process_select_empty(const struct config *config, uint32_t features);

/* Frees the program's memory and restores the benchmarks. */
void process_deselect(void);

/*
 * Programs that make calls, to which the kernel returns at once, and exit. Their difference is the
 * cost of a call. At the first call of a run, data of the kernel may be missing in the cache.
 */
extern const struct benchmark process_two_calls, process_three_calls;

/* Returns the size of the executable file in bytes. */
uint32_t process_executable_bytes(void);

/* ---- for system calls ------------------------------------------------------------------------ */

/* Opens the gate of probes (INT 32h), for a program that sets counters itself. */
void process_open_probes(void);
