/*
 * SPDX-License-Identifier: MIT
 * step_count: counts the instructions that a static Linux/i386 program executes in ring 3, up to
 * and without the system call that ends it, by single steps. This is the reference for counts of
 * the same program on Bareprobe.
 *
 * REP is one instruction; the processor stops after each of its iterations. MOV SS and POP SS delay
 * the stop by an instruction.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/process/mapping_places.h"
#include "tests/process/start_stack.h"
#include "tests/process/step_answers.h"
#include "tests/process/tracee.h"

struct step_count {
    uint64_t instructions, calls, most;
};

/* ---- kinds of instructions ------------------------------------------------------------------- */

enum step_kind {
    STEP_UNKNOWN,
    STEP_PLAIN,
    STEP_REP, /* the address after it is that of its opcode plus 1 */
    STEP_LOADS_SS,
    STEP_CALL,
    STEP_CPUID,
    STEP_PUSHES_FLAGS,
};

static bool step_is_prefix(uint8_t byte)
{
    return byte && strchr("\xF2\xF3\x66\x67\x2E\x36\x3E\x26\x64\x65\xF0", byte);
}

static bool step_is_string(uint8_t opcode)
{
    return (opcode >= 0xA4 && opcode <= 0xA7) || (opcode >= 0xAA && opcode <= 0xAF);
}

/* Classifies an instruction. *length is only valid for STEP_REP. */
static enum step_kind step_classify(const uint8_t code[16], unsigned *length)
{
    unsigned at = 0;
    bool repeats = false;
    for (; at < 14 && step_is_prefix(code[at]); at++)
        repeats |= code[at] == 0xF2 || code[at] == 0xF3;
    *length = at + 1;
    if (step_is_string(code[at]))
        return repeats ? STEP_REP : STEP_PLAIN;
    if (code[at] == 0x17 || (code[at] == 0x8E && (code[at + 1] >> 3 & 7) == 2))
        return STEP_LOADS_SS;
    if (code[at] == 0xCD && code[at + 1] == 0x80)
        return STEP_CALL;
    if (code[at] == 0x0F && code[at + 1] == 0xA2)
        return STEP_CPUID;
    return code[at] == 0x9C ? STEP_PUSHES_FLAGS : STEP_PLAIN;
}

/* The kind at each address that was executed, page by page; code does not change. */
static uint8_t *step_pages[1 << 20];

static enum step_kind step_kind_at(const struct tracee *tracee, uint32_t eip, unsigned *length)
{
    uint8_t **page = &step_pages[eip >> 12];
    if (!*page)
        *page = calloc(4096, 1);
    if (!*page)
        tracee_fail("out of memory");
    uint8_t *known = &(*page)[eip & 4095];
    if (*known == STEP_PLAIN)
        return STEP_PLAIN;
    uint8_t code[16] = {0};
    tracee_read(tracee, eip, code, sizeof code);
    *known = (uint8_t)step_classify(code, length);
    return (enum step_kind) * known;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The stepping shows in the flags that PUSHF stores. */
static void step_hide_trap_flag(const struct tracee *tracee)
{
    struct user_regs_struct registers;
    uint32_t flags;
    tracee_get_registers(tracee, &registers);
    tracee_read(tracee, (uint32_t)registers.rsp, &flags, sizeof flags);
    flags &= ~0x100u;
    tracee_write(tracee, (uint32_t)registers.rsp, &flags, sizeof flags);
}

/* Executes a system call. Returns false for the one that ends the program. */
static bool step_call(struct tracee *tracee, struct step_count *count, int *signal)
{
    enum { EXIT = 1, EXIT_GROUP = 252 };
    struct user_regs_struct before;
    tracee_get_registers(tracee, &before);
    if ((uint32_t)before.rax == EXIT || (uint32_t)before.rax == EXIT_GROUP)
        return false;
    bool placed = mapping_place(tracee, &before);
    *signal = tracee_step(tracee, *signal);
    count->calls++;
    if (tracee->exited)
        return true;
    if (placed)
        mapping_restore(tracee, &before);
    step_answer_call(tracee, &before);
    return true;
}

/* Executes one instruction. Returns false if it would end the program. */
static bool step_once(struct tracee *tracee, struct step_count *count, int *signal)
{
    uint32_t eip = tracee_eip(tracee);
    unsigned length = 0;
    enum step_kind kind = step_kind_at(tracee, eip, &length);
    struct user_regs_struct before;
    if (kind == STEP_CALL && !*signal) {
        if (!step_call(tracee, count, signal))
            return false;
    } else if (kind == STEP_REP && !*signal) {
        *signal = tracee_run_to(tracee, eip + length);
    } else {
        if (kind == STEP_CPUID)
            tracee_get_registers(tracee, &before);
        /* A signal is delivered first: the step then ends at the handler's first instruction. */
        bool delivers = *signal != 0;
        *signal = tracee_step(tracee, *signal);
        if (delivers)
            return true;
    }
    if (*signal || tracee->exited)
        return true;
    if (kind == STEP_CPUID)
        step_answer_cpuid(tracee, &before);
    if (kind == STEP_PUSHES_FLAGS)
        step_hide_trap_flag(tracee);
    count->instructions += kind == STEP_LOADS_SS ? 2 : 1;
    return true;
}

static void step_all(struct tracee *tracee, struct step_count *count)
{
    int signal = 0;
    while (!tracee->exited && step_once(tracee, count, &signal))
        if (count->instructions > count->most)
            tracee_fail("more than %llu instructions", (unsigned long long)count->most);
    if (!tracee->exited)
        tracee_run(tracee);
}

/* ---- the command ----------------------------------------------------------------------------- */

static const char usage[] =
    "usage: step_count [OPTION]... PROGRAM [ARGUMENT]...\n"
    "Counts the instructions of a static Linux/i386 program by single steps.\n"
    "\n"
    "  --to FILE        write the counts to FILE instead of stderr\n"
    "  --features HEX   AT_HWCAP, EDX of CPUID 1 (default 1bf, a P54C's)\n"
    "  --cpuid FILE     answers of CPUID: lines of LEAF EAX EBX ECX EDX, in hexadecimal\n"
    "  --env NAME=VALUE add to the environment, which is empty\n"
    "  --most N         stop after N instructions with an error (default 20000000)\n"
    "\n"
    "The program's input and output are those of step_count. Status: 2 for an error.\n";

struct step_options {
    const char *to;
    struct start_stack stack;
    uint64_t most;
    char *environment[64];
};

static void step_option(struct step_options *options, const char *name, char *value)
{
    static unsigned n_environment;
    if (!strcmp(name, "--to"))
        options->to = value;
    else if (!strcmp(name, "--features"))
        options->stack.features = (uint32_t)strtoul(value, NULL, 16);
    else if (!strcmp(name, "--cpuid"))
        step_answers_read(value);
    else if (!strcmp(name, "--env") && n_environment < 63)
        options->environment[n_environment++] = value;
    else if (!strcmp(name, "--most"))
        options->most = strtoull(value, NULL, 10);
    else
        tracee_fail("%s is not an option; --help lists them", name);
}

static char **step_options_read(struct step_options *options, char **argv)
{
    for (argv++; argv[0] && !strncmp(argv[0], "--", 2); argv += 2) {
        if (!strcmp(argv[0], "--help")) {
            fputs(usage, stdout);
            exit(0);
        }
        if (!argv[1])
            tracee_fail("%s has no value", argv[0]);
        step_option(options, argv[0], argv[1]);
    }
    if (!argv[0])
        tracee_fail("no program given; see --help");
    return argv;
}

int main(int argc, char **argv)
{
    (void)argc;
    struct step_options options = {.most = 20000000, .stack.features = 0x1BF};
    options.stack.environment = options.environment;
    options.stack.arguments = step_options_read(&options, argv);
    struct step_count count = {.most = options.most};
    FILE *to = options.to ? fopen(options.to, "we") : stderr;
    if (!to)
        tracee_fail("%s cannot be written", options.to);
    struct tracee tracee = {0};
    tracee_start(&tracee, options.stack.arguments);
    start_stack_replace(&tracee, &options.stack);
    step_all(&tracee, &count);
    fprintf(to, "instructions %llu\nsystem_calls %llu\n", (unsigned long long)count.instructions,
            (unsigned long long)count.calls);
    if (WIFSIGNALED(tracee.status))
        fprintf(to, "signal %d\n", WTERMSIG(tracee.status));
    else
        fprintf(to, "status %d\n", WEXITSTATUS(tracee.status));
    return 0;
}
