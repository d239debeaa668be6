/*
 * SPDX-License-Identifier: MIT
 * Commands for the processor's registers, with PMX's names (RDMSR, WRMSR, RDCR, WRCR with SET, CLR,
 * AND, OR, XOR).
 */
#include "kernel/lib/x86.h"
#include "kernel/lib/string.h"
#include "kernel/machine/machine_state.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/manual_changes.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/registers/event_registers.h"
#include "kernel/monitor/session.h"
#include "kernel/settings/word.h"

/* Registers below this one are a P5's test registers; one is reported to hang the processor. */
#define FIRST_HARMLESS_TR 0x0E
#define HANGS_A_PENTIUM   0x0A
#define UPDATE_TRIGGER    0x79 /* P6: loads microcode from the address that is written */

#define CR0_PE  (1u << 0)
#define CR4_PAE (1u << 5)
#define DR7_GD  (1u << 13)

static const char *const no_such[] = {"control register; allowed: 0, 2, 3, 4",
                                      "debug register; allowed: 0 to 3, 6, 7"};

/* Applies one step, such as `set 8`. Returns 0, 1 if no step is left, or -1 after a message. */
static int register_command_change(struct arguments *arguments, unsigned bits, uint64_t *value)
{
    struct word op = argument_next(arguments);
    uint64_t operand;
    uint32_t bit;
    if (!op.length)
        return 1;
    if (argument_is(op, "set") || argument_is(op, "clr")) {
        struct word number = argument_next(arguments);
        if (word_number(number, 0, bits - 1, &bit))
            return dialogue_refuse("%s: '%.*s' is not a bit number; allowed: 0 to %u, decimal",
                                   arguments->command, shown(number), number.text, bits - 1);
        *value = argument_is(op, "set") ? *value | 1ull << bit : *value & ~(1ull << bit);
        return 0;
    }
    bool and = argument_is(op, "and"), or = argument_is(op, "or");
    if (!and&&! or &&!argument_is(op, "xor"))
        return dialogue_refuse(
            "%s: '%.*s' is not allowed; allowed: a value, or set BIT, clr BIT, and X, or X, xor X",
            arguments->command, shown(op), op.text);
    if (command_argument_number(arguments, "number", bits == 64 ? UINT64_MAX : UINT32_MAX,
                                &operand))
        return -1;
    *value = and? *value & operand : or ? *value | operand : *value ^ operand;
    return 0;
}

/*
 * Computes the new value: a number, events, or the old value changed in steps. `known`: the old
 * value was readable.
 */
static int register_command_new_value(struct arguments *arguments, unsigned bits, bool known,
                                      uint32_t number, uint64_t *value)
{
    struct arguments before = *arguments;
    struct word first = argument_next(arguments);
    if (!first.length)
        return dialogue_refuse("%s: value missing, as in '%s 11 and FFFFFC00 or 83'",
                               arguments->command, arguments->command);
    if (!command_read_number(first, bits == 64 ? UINT64_MAX : UINT32_MAX, value))
        return arguments_end(arguments);
    struct arguments ahead = *arguments; /* a step such as `set 8` has a second word */
    const struct pmc *pmc = session.machine->run->pmc;
    if (bits == 64 && !argument_next(&ahead).length && event_registers_has(pmc, number))
        return prompt_experiment_begin(word_from_text("")) || prompt_experiment_set("events", first)
                   ? -1
                   : event_registers_encode(pmc, number, &session.once, value);
    *arguments = before;
    if (!known)
        return dialogue_refuse("%s: the register cannot be read (%s); give only a value",
                               arguments->command, contained_access_reason());
    for (;;) {
        int done = register_command_change(arguments, bits, value);
        if (done)
            return done < 0 ? -1 : 0;
    }
}

/* A kind of register. */
struct register_kind {
    const char *name;
    enum access read, write;
    enum manual_change_kind changed;
    unsigned bits;
    int (*risk)(const struct arguments *arguments, uint32_t number, bool writes, uint64_t before,
                uint64_t after);
};

static void register_command_show(const struct register_kind *kind, uint32_t number, uint64_t value)
{
    if (kind->bits == 64) {
        dialogue_print("%s %x = %08x:%08x", kind->name, (unsigned)number, (unsigned)(value >> 32),
                       (unsigned)value);
        event_registers_show(session.machine->run->pmc, number, value);
    } else {
        dialogue_print("%s%u = %08x", kind->name, (unsigned)number, (unsigned)value);
    }
}

static int register_command_read(struct arguments *arguments, const struct register_kind *kind,
                                 uint32_t number)
{
    uint64_t value = 0;
    if (arguments_end(arguments) || kind->risk(arguments, number, false, 0, 0))
        return -1;
    if (contained_access(kind->read, number, 0, &value))
        return dialogue_refuse("%s %x: %s", arguments->command, (unsigned)number,
                               contained_access_reason());
    register_command_show(kind, number, value);
    return 0;
}

static int register_command_write(struct arguments *arguments, const struct register_kind *kind,
                                  uint32_t number)
{
    uint64_t before = 0, value = 0, after = 0;
    if (kind->risk(arguments, number, false, 0, 0))
        return -1;
    bool known = contained_access(kind->read, number, 0, &before) == 0;
    value = before;
    if (register_command_new_value(arguments, kind->bits, known, number, &value) ||
        kind->risk(arguments, number, true, before, value))
        return -1;
    if (contained_access(kind->write, number, 0, &value))
        return dialogue_refuse("%s %x: %s", arguments->command, (unsigned)number,
                               contained_access_reason());
    bool seen = contained_access(kind->read, number, 0, &after) == 0;
    manual_changes_record(kind->changed, number, 0, known, before, seen ? after : value);
    if (kind->changed == CHANGED_CR)
        machine_state_save_control();
    if (seen)
        register_command_show(kind, number, after);
    else
        dialogue_print("%s %x: written; the register cannot be read", kind->name, (unsigned)number);
    return 0;
}

static int register_command_msr_risk(const struct arguments *arguments, uint32_t number,
                                     bool writes, uint64_t before, uint64_t after)
{
    (void)before;
    (void)after;
    if (number == HANGS_A_PENTIUM)
        return ask_really(arguments, "that register is reported to hang a Pentium");
    if (writes && number == UPDATE_TRIGGER)
        return ask_really(arguments, "that register loads microcode from the written address");
    return 0;
}

static int register_command_tr_risk(const struct arguments *arguments, uint32_t number, bool writes,
                                    uint64_t before, uint64_t after)
{
    if (number < FIRST_HARMLESS_TR)
        return ask_really(arguments,
                          "test registers below 0Eh are undocumented, and one hangs "
                          "the processor");
    return register_command_msr_risk(arguments, number, writes, before, after);
}

static int register_command_cr_risk(const struct arguments *arguments, uint32_t number, bool writes,
                                    uint64_t before, uint64_t after)
{
    uint64_t changed = before ^ after;
    if (!writes)
        return 0;
    if (number == 0 && changed & (CR0_PE | CR0_PG))
        return ask_really(arguments, "the kernel needs PE and PG unchanged");
    if (number == 3 && changed)
        return ask_really(arguments, "the kernel needs its own page tables");
    if (number == 4 && changed & CR4_PAE)
        return ask_really(arguments, "the kernel's page tables are not for PAE");
    return 0;
}

static int register_command_dr_risk(const struct arguments *arguments, uint32_t number, bool writes,
                                    uint64_t before, uint64_t after)
{
    (void)before;
    if (writes && number == 7 && after & DR7_GD)
        return ask_really(arguments, "with GD the kernel cannot use debug registers");
    return 0;
}

static const struct register_kind msrs = {
    "MSR", ACCESS_READ_MSR, ACCESS_WRITE_MSR, CHANGED_MSR, 64, register_command_msr_risk};
static const struct register_kind test_registers = {
    "MSR", ACCESS_READ_MSR, ACCESS_WRITE_MSR, CHANGED_MSR, 64, register_command_tr_risk};
static const struct register_kind control = {
    "CR", ACCESS_READ_CR, ACCESS_WRITE_CR, CHANGED_CR, 32, register_command_cr_risk};
static const struct register_kind debug = {
    "DR", ACCESS_READ_DR, ACCESS_WRITE_DR, CHANGED_DR, 32, register_command_dr_risk};

/* Parses the register's number and makes the access. */
static int register_command_access(struct arguments *arguments, const struct register_kind *kind,
                                   bool write)
{
    uint64_t number;
    if (command_argument_number(arguments, "register", kind->bits == 64 ? UINT32_MAX : 7, &number))
        return -1;
    bool cr = kind == &control, dr = kind == &debug;
    if ((cr && (number > 4 || number == 1)) || (dr && (number == 4 || number == 5)))
        return dialogue_refuse("%s: %x is not a %s", arguments->command, (unsigned)number,
                               no_such[dr]);
    return write ? register_command_write(arguments, kind, (uint32_t)number)
                 : register_command_read(arguments, kind, (uint32_t)number);
}

static int register_command_rdmsr(struct arguments *arguments)
{
    return register_command_access(arguments, &msrs, false);
}

static int register_command_wrmsr(struct arguments *arguments)
{
    return register_command_access(arguments, &msrs, true);
}

static int register_command_rdcr(struct arguments *arguments)
{
    return register_command_access(arguments, &control, false);
}

static int register_command_wrcr(struct arguments *arguments)
{
    return register_command_access(arguments, &control, true);
}

static int register_command_rddr(struct arguments *arguments)
{
    return register_command_access(arguments, &debug, false);
}

static int register_command_wrdr(struct arguments *arguments)
{
    return register_command_access(arguments, &debug, true);
}

static int register_command_tr(struct arguments *arguments)
{
    struct arguments ahead = *arguments;
    argument_next(&ahead);
    return register_command_access(arguments, &test_registers, argument_next(&ahead).length != 0);
}

static struct cpuid_result identified;
static uint32_t leaf;

static void register_command_run_cpuid(void)
{
    identified = cpuid(leaf);
}

static int register_command_cpuid(struct arguments *arguments)
{
    uint64_t number = 0;
    struct arguments ahead = *arguments;
    if (argument_next(&ahead).length &&
        command_argument_number(arguments, "leaf", UINT32_MAX, &number))
        return -1;
    leaf = (uint32_t)number;
    if (arguments_end(arguments))
        return -1;
    if (contained_access_call(register_command_run_cpuid))
        return dialogue_refuse("cpuid %x: %s", (unsigned)leaf, contained_access_reason());
    dialogue_print("CPUID %x: EAX %08x EBX %08x ECX %08x EDX %08x", (unsigned)leaf,
                   (unsigned)identified.eax, (unsigned)identified.ebx, (unsigned)identified.ecx,
                   (unsigned)identified.edx);
    return 0;
}

static int register_command_rdtsc(struct arguments *arguments)
{
    if (arguments_end(arguments))
        return -1;
    dialogue_print("TSC = %llu", (unsigned long long)rdtsc());
    return 0;
}

static int register_command_rdpmc(struct arguments *arguments)
{
    uint64_t number, value = 0;
    if (command_argument_number(arguments, "counter", UINT32_MAX, &number) ||
        arguments_end(arguments))
        return -1;
    if (contained_access(ACCESS_READ_PMC, (uint32_t)number, 0, &value))
        return dialogue_refuse("rdpmc %x: %s", (unsigned)number, contained_access_reason());
    dialogue_print("counter %x = %llu", (unsigned)number, (unsigned long long)value);
    return 0;
}

#define EVENTS "EVENT[,EVENT] | "
#define CHANGE "VALUE | set BIT | clr BIT | and X | or X | xor X ..."

static const struct monitor_command commands[] = {
    {"rdmsr", "N", "read a model-specific register", "rdmsr 11", register_command_rdmsr},
    {"wrmsr", "N " EVENTS CHANGE, "write a model-specific register",
     "wrmsr 11 data_read_miss:u,branches", register_command_wrmsr},
    {"rdcr", "N", "read a control register: 0, 2, 3, 4", "rdcr 4", register_command_rdcr},
    {"wrcr", "N " CHANGE, "write a control register: 0, 2, 3, 4", "wrcr 4 set 8",
     register_command_wrcr},
    {"rddr", "N", "read a debug register: 0 to 3, 6, 7", "rddr 7", register_command_rddr},
    {"wrdr", "N " CHANGE, "write a debug register; each run sets DR7", "wrdr 0 100000",
     register_command_wrdr},
    {"tr", "N [VALUE ...]", "access a P5's test register; each run sets TR12", "tr e 1",
     register_command_tr},
    {"cpuid", "[LEAF]", "print a CPUID leaf", "cpuid 1", register_command_cpuid},
    {"rdtsc", "", "read the time-stamp counter", "rdtsc", register_command_rdtsc},
    {"rdpmc", "N", "read a counter by RDPMC (P55C and later)", "rdpmc 0", register_command_rdpmc},
};

const struct command_group register_commands = {
    "Registers", commands, sizeof commands / sizeof commands[0], .measures = false};
