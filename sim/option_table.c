/*
 * SPDX-License-Identifier: MIT
 * Every option of vpentium, in the order of the help, and storing a value by its row.
 */
#include "sim/option_table.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "sim/cpu/test_switches.h"
#include "sim/cpu/translator/translation.h"
#include "sim/inspection/steps.h"
#include "sim/inspection/trace_window.h"
#include "sim/machine_options.h"
#include "sim/machine_profiles/machine_range.h"
#include "sim/model_options.h"
#include "sim/option_message.h"
#include "sim/option_parsers.h"

static const char *const serial_modes[] = {"fast", "timed", NULL};
static const char *const keyboards[] = {"ps2", "at", NULL};
static const char *const adapters[] = {"vga", "mda", NULL};

static const char *const uarts[] = {
    [UART_16550A] = "16550a", [UART_16550] = "16550", [UART_16450] = "16450", [UART_8250] = "8250",
    [UART_NONE] = "none",     [UART_STUCK] = "stuck", [UART_STUCK + 1] = NULL};

static const char *const receivers[] = {[RECEIVER_FAST] = "fast",
                                        [RECEIVER_RTS_CTS] = "rtscts",
                                        [RECEIVER_XON_XOFF] = "xonxoff",
                                        [RECEIVER_DEAF] = "deaf",
                                        [RECEIVER_DEAF + 1] = NULL};

static const char *const unit_testers[] = {[UNIT_TESTER_NONE] = "none",
                                           [UNIT_TESTER_EXIT] = "exit",
                                           [UNIT_TESTER_STAY] = "stay",
                                           [UNIT_TESTER_STAY + 1] = NULL};

/* Offset of a member; an error of the compiler if the member has another type. */
#define MEMBER(member, type)                                                                       \
    offsetof(struct options, member) + 0 * sizeof(&((struct options *)0)->member == (type *)0)

#define FLAG(member) .type = OPTION_FLAG, .offset = MEMBER(member, bool)
#define TEXT(member) .type = OPTION_TEXT, .offset = MEMBER(member, const char *)
#define NUMBER(member, from, to)                                                                   \
    .type = OPTION_NUMBER, .offset = MEMBER(member, unsigned), .low = (from), .high = (to)
#define EITHER(member, list, text)                                                                 \
    .type = OPTION_EITHER, .offset = MEMBER(member, bool), .words = (list), .allowed = (text)
#define WORD(member, list, text)                                                                   \
    .type = OPTION_WORD, .offset = MEMBER(member, unsigned), .words = (list), .allowed = (text)
#define PARSED(function) .type = OPTION_PARSED, .parse = (function)

#ifdef VPENTIUM_TEST
static bool option_table_parse_test(struct options *options, const char *value)
{
    (void)options;
    return test_switches_parse(value);
}
#endif

const struct option_row option_table[] = {
#ifdef VPENTIUM_TEST
    {"test", "LIST",
     "differences from a chip: leaf, counters, selector, wide, msr, any-msr, "
     "bios",
     PARSED(option_table_parse_test)},
#endif
    {"kernel", "FILE", "multiboot kernel to run", TEXT(kernel)},
    {"bios", "FILE", "BIOS ROM to run instead of a kernel, 64 or 128 KB; it starts at FFFFFFF0h",
     TEXT(bios)},
    {"append", "STRING", "command line of the kernel", TEXT(append)},
    {"initrd", "FILE[ ARGS][,FILE...]", "multiboot modules to load with the kernel", TEXT(initrd)},
    {"m", "MB", "memory in MB, 2 to 3072 (default 16)", PARSED(option_parser_memory)},
    {"mhz", "MHZ", MODEL_MHZ_HELP, PARSED(option_parser_mhz)},
    {"cpu", "MODEL", MODEL_CPU_WORDS " (default " MODEL_CPU_DEFAULT ")", PARSED(option_parser_cpu)},
    {"instructions", "KIND",
     "instruction set, CPUID and MSRs of another processor, such as mii or prescott, with the "
     "clocks of -cpu; for tests (default: as -cpu)",
     PARSED(option_parser_instructions)},
    {"apic", "unused|off|virtual-wire",
     "state in which the BIOS leaves the local APIC (default unused)", PARSED(option_parser_apic)},
    {"errata", "LIST",
     "comma-separated: on or off for the errata of the counters, fdiv for the FDIV flaw (default "
     "on)",
     PARSED(option_parser_errata)},
    {"serial", "fast|timed", "timed: sending a byte takes its time on the line (default fast)",
     EITHER(serial_timed, serial_modes, "fast or timed")},
    {"input", "FILE", "input of COM1; - is standard input (default: no input)", TEXT(input)},
    {"serial2", "FILE", "output of COM2; - is standard output (default: discarded)",
     TEXT(serial_files[0])},
    {"serial3", "FILE", "output of COM3; - is standard output (default: discarded)",
     TEXT(serial_files[1])},
    {"serial4", "FILE", "output of COM4; - is standard output (default: discarded)",
     TEXT(serial_files[2])},
    {"uart", "KIND", "UART of COM1: 8250, 16450, 16550, 16550a, none or stuck (default 16550a)",
     WORD(uart, uarts, "8250, 16450, 16550, 16550a, none or stuck")},
    {"receiver", "KIND",
     "receiver at COM1: fast (no flow control), rtscts, xonxoff or deaf (never ready); all but "
     "fast imply -serial timed (default fast)",
     WORD(receiver, receivers, "fast, rtscts, xonxoff or deaf")},
    {"key", "KEY[,SECONDS]", "press KEY, esc or space, every SECONDS of simulated time (default 1)",
     PARSED(option_parser_key)},
    {"keyboard", "at|ps2",
     "keyboard controller; at sets bit 5 of its status, a transmit time-out (default ps2)",
     EITHER(at_keyboard, keyboards, "at or ps2")},
    {"adapter", "vga|mda", "display adapter that the BIOS data area reports (default vga)",
     EITHER(monochrome, adapters, "vga or mda")},
    {"rtc", "HH:MM:SS|none|stuck",
     "time of the real-time clock at the start; none: no clock; stuck: it does not advance "
     "(default 16:02:20)",
     PARSED(option_parser_rtc)},
    {"post", "PORT", "print values that are written to PORT and to port 80h on stderr",
     PARSED(option_parser_post)},
    {"unit-tester", "none|exit|stay",
     "86Box's unit tester at port 80h; stay: its exit command has no effect (default none)",
     WORD(unit_tester, unit_testers, "none, exit or stay")},
    {"exact", NULL,
     "interpret every instruction instead of translating blocks: the slower reference, with "
     "identical results",
     FLAG(exact)},
    {"translate-after", "N",
     "translate a block when it is executed for the Nth time, 1 to 1000000 (default 64)",
     NUMBER(translate_after, 1, TRANSLATE_AFTER_MAX)},
    {"screen", NULL, "write the text screen to stderr when the run ends", FLAG(screen)},
    {"check", NULL, "check the command line and run nothing", FLAG(check)},
    {"v", NULL, "print on stderr how the run ended and how long it took", FLAG(verbose)},
    {"account", "FILE", "write the clocks of each region by cause, for programs to read",
     TEXT(account)},
    {"annotate", "FILE", "write the clocks of each instruction by cause", TEXT(annotate)},
    {"annotate-from", "PLACE", "start -annotate whenever execution reaches PLACE",
     TEXT(annotate_from)},
    {"annotate-to", "PLACE", "stop -annotate whenever execution reaches PLACE", TEXT(annotate_to)},
    {"steps", "FILE", "write each executed instruction, for programs to read", TEXT(steps)},
    {"steps-from", "PLACE", "start -steps when execution reaches PLACE", TEXT(steps_from)},
    {"steps-nth", "N",
     "start -steps when execution reaches the PLACE of -steps-from for the Nth time (default 1)",
     NUMBER(steps_nth, 1, UINT_MAX)},
    {"steps-after", "PLACE,N",
     "count for -steps-nth only after execution has reached PLACE N times", TEXT(steps_after)},
    {"steps-to", "PLACE", "stop -steps when execution reaches PLACE after its start",
     TEXT(steps_to)},
    {"steps-limit", "N", "stop -steps after N instructions, 1 to 1000000 (default 20000)",
     NUMBER(steps_limit, 1, STEPS_MOST)},
    {"steps-end", NULL, "end the run when -steps stops", FLAG(steps_end)},
    {"trace", "FILE", "write the stages of the pipeline for the viewer Konata", TEXT(trace)},
    {"vcd", "FILE", "write pins, counters and waits for the viewer GTKWave", TEXT(vcd)},
    {"trace-from", "CLOCK|PLACE", "start -trace and -vcd at CLOCK or PLACE (default 0)",
     TEXT(trace_from)},
    {"trace-clocks", "N", "stop -trace and -vcd after N clocks, 1 to 1000000 (default 10000)",
     NUMBER(trace_clocks, 1, TRACE_WINDOW_CLOCKS_MAX)},
    {"pm0-nmi", NULL, "raise NMI when pin PM0 signals an overflow of counter 0", FLAG(pm0_nmi)},
    {"snoop", "ADDR,PERIOD[,write]",
     "another bus master reads or writes physical address ADDR every PERIOD clocks",
     PARSED(model_option_snoop)},
    {"smi", "PERIOD,CLOCKS[,random]",
     "every PERIOD clocks the machine stalls for CLOCKS clocks; random: both are means",
     PARSED(model_option_smi)},
    {"work-queue", "FILE",
     "work queue: a read of port F8h returns the number in FILE and increments it, for all "
     "machines that share FILE",
     PARSED(option_parser_work_queue)},
    {"silicon", "LIST|help",
     "imperfections of real hardware: rough or a comma-separated list of names; help lists them",
     PARSED(silicon_option_parse)},
    {"seed", "N", "random seed, 0 to 4294967295 (default 1)", NUMBER(seed, 0, UINT_MAX)},
    {"machine", "NAME|FILE|help",
     "profile of a measured machine, by name or file; other options override it; help lists the "
     "names",
     PARSED(machine_option_parse)},
    {"set", "NAME=VALUE|help", "set a parameter of the timing model; help lists them",
     PARSED(model_option_set)},
};

const size_t option_table_rows = sizeof option_table / sizeof option_table[0];

const struct option_row *option_table_find(const char *name, size_t length)
{
    for (size_t i = 0; i < option_table_rows; i++)
        if (strlen(option_table[i].name) == length &&
            strncmp(name, option_table[i].name, length) == 0)
            return &option_table[i];
    return NULL;
}

/* Reports a value that the row does not allow. */
static bool option_table_refuse(const struct option_row *row, const char *value)
{
    char name[24], range[48];

    snprintf(name, sizeof name, "-%s", row->name);
    snprintf(range, sizeof range, "a number from %u to %u", row->low, row->high);
    return option_message_unexpected(name, value,
                                     row->type == OPTION_NUMBER ? range : row->allowed);
}

/* Returns the index of the value in the row's words, or that of their end. */
static unsigned option_table_word(const struct option_row *row, const char *value)
{
    unsigned i = 0;

    while (row->words[i] && strcmp(value, row->words[i]) != 0)
        i++;
    return i;
}

bool option_table_store(const struct option_row *row, struct options *options, const char *value)
{
    void *member = (char *)options + row->offset;
    unsigned word;

    switch (row->type) {
    case OPTION_FLAG:
        return *(bool *)member = true;
    case OPTION_TEXT:
        *(const char **)member = value;
        return true;
    case OPTION_NUMBER:
        return machine_range_number(value, row->low, row->high, member) ||
               option_table_refuse(row, value);
    case OPTION_EITHER:
    case OPTION_WORD:
        word = option_table_word(row, value);
        if (!row->words[word])
            return option_table_refuse(row, value);
        if (row->type == OPTION_EITHER)
            *(bool *)member = word;
        else
            *(unsigned *)member = word;
        return true;
    default:
        return row->parse(options, value);
    }
}
