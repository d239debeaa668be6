/*
 * SPDX-License-Identifier: MIT
 * Parses the command line. One table defines every option, its value and its help; an error names
 * the option and the valid values.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine_options.h"
#include "sim/machine_profiles/machine_range.h"
#include "sim/cpu/cpu_kind.h"
#include "sim/cpu/translator/translation.h"
#include "sim/model_options.h"
#include "sim/vpentium_options.h"
#include "sim/inspection/steps.h"
#include "sim/inspection/trace_window.h"

static const char version[] = "vpentium 0.1";

struct vpentium_option {
    const char *name;
    const char *value; /* name of its value in the help; NULL: no value */
    const char *help;
    bool (*parse)(struct options *options, const char *value);
};

static bool vpentium_option_error(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "vpentium: %s '%s': %s\n", name, value, why);
    return false;
}

/* Reports a value that is not one of the allowed ones. */
static bool vpentium_option_unexpected(const char *name, const char *value, const char *allowed)
{
    fprintf(stderr, "vpentium: %s '%s': expected %s\n", name, value, allowed);
    return false;
}

static bool vpentium_option_kernel(struct options *options, const char *value)
{
    options->kernel = value;
    return true;
}

static bool vpentium_option_append(struct options *options, const char *value)
{
    options->append = value;
    return true;
}

static bool vpentium_option_initrd(struct options *options, const char *value)
{
    options->initrd = value;
    return true;
}

static bool vpentium_option_memory(struct options *options, const char *value)
{
    return machine_range_memory(value, &options->memory_mb) ||
           vpentium_option_unexpected("-m", value, RANGE_MEMORY);
}

static bool vpentium_option_mhz(struct options *options, const char *value)
{
    return machine_range_mhz(value, &options->mhz) ||
           vpentium_option_unexpected("-mhz", value, RANGE_MHZ);
}

/* The last of several -cpu applies, and only that one must be a processor of this program. */
static bool vpentium_option_cpu(struct options *options, const char *value)
{
    if (!machine_range_cpu(value) && !cpu_kind_named(value))
        return vpentium_option_unexpected("-cpu", value, RANGE_CPU);
    options->cpu = value;
    return true;
}

static bool vpentium_option_instructions(struct options *options, const char *value)
{
    if (!cpu_kind_named(value))
        return vpentium_option_unexpected(
            "-instructions", value,
            "p54c, p55c, mii, ppro, p2, p3, k7, willamette, northwood or "
            "prescott");
    options->instructions = value;
    return true;
}

/* Parses a list: `on` and `off` select the counters' errata, fdiv the divider's. */
static bool vpentium_option_errata(struct options *options, const char *value)
{
    for (const char *item = value; *item;) {
        const size_t length = strcspn(item, ",");
        if (length == 2 && strncmp(item, "on", 2) == 0)
            options->counter_errata = true;
        else if (length == 3 && strncmp(item, "off", 3) == 0)
            options->counter_errata = false;
        else if (length == 4 && strncmp(item, "fdiv", 4) == 0)
            options->division_flaw = true;
        else
            return vpentium_option_unexpected("-errata", value,
                                              "a comma-separated list of on, off and fdiv");
        item += length;
        item += *item == ',';
    }
    return true;
}

static bool vpentium_option_check(struct options *options, const char *value)
{
    (void)value;
    options->check = true;
    return true;
}

/* Parses the names of enum apic_left. */
static bool vpentium_option_apic(struct options *options, const char *value)
{
    static const char *const left[] = {"unused", "off", "virtual-wire"};

    for (unsigned i = 0; i < sizeof left / sizeof left[0]; i++)
        if (strcmp(value, left[i]) == 0) {
            options->apic = value;
            options->apic_left = (enum apic_left)i;
            return true;
        }
    return vpentium_option_unexpected("-apic", value, "unused, off or virtual-wire");
}

static bool vpentium_option_verbose(struct options *options, const char *value)
{
    (void)value;
    options->verbose = true;
    return true;
}

#define DEFINE_TEXT_OPTION(MEMBER)                                                                 \
    static bool vpentium_option_##MEMBER(struct options *options, const char *value)               \
    {                                                                                              \
        options->MEMBER = value;                                                                   \
        return true;                                                                               \
    }

DEFINE_TEXT_OPTION(bios)
DEFINE_TEXT_OPTION(account)
DEFINE_TEXT_OPTION(annotate)
DEFINE_TEXT_OPTION(annotate_from)
DEFINE_TEXT_OPTION(annotate_to)
DEFINE_TEXT_OPTION(steps)
DEFINE_TEXT_OPTION(steps_after)
DEFINE_TEXT_OPTION(steps_from)
DEFINE_TEXT_OPTION(steps_to)
DEFINE_TEXT_OPTION(trace)
DEFINE_TEXT_OPTION(trace_from)
DEFINE_TEXT_OPTION(vcd)

static bool vpentium_option_trace_clocks(struct options *options, const char *value)
{
    if (machine_range_number(value, 1, TRACE_WINDOW_CLOCKS_MAX, &options->trace_clocks))
        return true;
    return vpentium_option_unexpected("-trace-clocks", value, "a number from 1 to 1000000");
}

static bool vpentium_option_steps_nth(struct options *options, const char *value)
{
    if (machine_range_number(value, 1, UINT_MAX, &options->steps_nth))
        return true;
    return vpentium_option_unexpected("-steps-nth", value, "a number from 1 to 4294967295");
}

static bool vpentium_option_steps_limit(struct options *options, const char *value)
{
    if (machine_range_number(value, 1, STEPS_MOST, &options->steps_limit))
        return true;
    return vpentium_option_unexpected("-steps-limit", value, "a number from 1 to 1000000");
}

static bool vpentium_option_steps_end(struct options *options, const char *value)
{
    (void)value;
    options->steps_end = true;
    return true;
}

static bool vpentium_option_serial(struct options *options, const char *value)
{
    if (strcmp(value, "fast") != 0 && strcmp(value, "timed") != 0)
        return vpentium_option_unexpected("-serial", value, "fast or timed");
    options->serial_timed = strcmp(value, "timed") == 0;
    return true;
}

#define DEFINE_SERIAL_OPTION(PORT)                                                                 \
    static bool vpentium_option_serial##PORT(struct options *options, const char *value)           \
    {                                                                                              \
        options->serial_files[PORT - 2] = value;                                                   \
        return true;                                                                               \
    }

DEFINE_SERIAL_OPTION(2)
DEFINE_SERIAL_OPTION(3)
DEFINE_SERIAL_OPTION(4)

/* Finds the index of `value` in `names`. */
static bool vpentium_option_choose(const char *value, const char *const *names, size_t count,
                                   unsigned *chosen)
{
    for (*chosen = 0; *chosen < count; ++*chosen)
        if (strcmp(value, names[*chosen]) == 0)
            return true;
    return false;
}

static bool vpentium_option_uart(struct options *options, const char *value)
{
    static const char *const names[] = {
        [UART_16550A] = "16550a", [UART_16550] = "16550", [UART_16450] = "16450",
        [UART_8250] = "8250",     [UART_NONE] = "none",   [UART_STUCK] = "stuck"};
    unsigned kind;

    if (!vpentium_option_choose(value, names, sizeof names / sizeof names[0], &kind))
        return vpentium_option_unexpected("-uart", value,
                                          "8250, 16450, 16550, 16550a, none or stuck");
    options->uart = kind;
    return true;
}

static bool vpentium_option_receiver(struct options *options, const char *value)
{
    static const char *const names[] = {[RECEIVER_FAST] = "fast",
                                        [RECEIVER_RTS_CTS] = "rtscts",
                                        [RECEIVER_XON_XOFF] = "xonxoff",
                                        [RECEIVER_DEAF] = "deaf"};
    unsigned kind;

    if (!vpentium_option_choose(value, names, sizeof names / sizeof names[0], &kind))
        return vpentium_option_unexpected("-receiver", value, "fast, rtscts, xonxoff or deaf");
    options->receiver = kind;
    return true;
}

/* Scan codes of set 1. */
static bool vpentium_option_key(struct options *options, const char *value)
{
    const size_t length = strcspn(value, ",");
    const char *seconds = value[length] ? value + length + 1 : "1";
    char *end;

    options->key = 0;
    if (length == 3 && strncmp(value, "esc", 3) == 0)
        options->key = 0x01;
    if (length == 5 && strncmp(value, "space", 5) == 0)
        options->key = 0x39;
    options->key_seconds = strtod(seconds, &end);
    if (options->key && end != seconds && !*end && options->key_seconds >= 0.001 &&
        options->key_seconds <= 1000)
        return true;
    return vpentium_option_unexpected(
        "-key", value, "esc or space; after a comma, seconds from 0.001 to 1000, as in esc,0.5");
}

static bool vpentium_option_keyboard(struct options *options, const char *value)
{
    options->at_keyboard = strcmp(value, "at") == 0;
    if (options->at_keyboard || strcmp(value, "ps2") == 0)
        return true;
    return vpentium_option_unexpected("-keyboard", value, "at or ps2");
}

static bool vpentium_option_adapter(struct options *options, const char *value)
{
    options->monochrome = strcmp(value, "mda") == 0;
    if (options->monochrome || strcmp(value, "vga") == 0)
        return true;
    return vpentium_option_unexpected("-adapter", value, "vga or mda");
}

/* Parses two digits at text[at], below `bound`; -1 if they are missing. */
static int vpentium_option_two_digits(const char *text, size_t at, int bound)
{
    if (text[at] < '0' || text[at] > '9' || text[at + 1] < '0' || text[at + 1] > '9')
        return -1;
    const int value = (text[at] - '0') * 10 + text[at + 1] - '0';
    return value < bound ? value : -1;
}

static bool vpentium_option_rtc(struct options *options, const char *value)
{
    const bool is_time = strlen(value) == 8 && value[2] == ':' && value[5] == ':';
    const int hours = is_time ? vpentium_option_two_digits(value, 0, 24) : -1;
    const int minutes = is_time ? vpentium_option_two_digits(value, 3, 60) : -1;
    const int seconds = is_time ? vpentium_option_two_digits(value, 6, 60) : -1;

    if (strcmp(value, "none") == 0)
        options->rtc.kind = RTC_NONE;
    else if (strcmp(value, "stuck") == 0)
        options->rtc.kind = RTC_STUCK;
    else if (hours >= 0 && minutes >= 0 && seconds >= 0)
        options->rtc.start = (uint32_t)((hours * 60 + minutes) * 60 + seconds);
    else
        return vpentium_option_unexpected("-rtc", value, "a time such as 23:59:58, none or stuck");
    return true;
}

static bool vpentium_option_post(struct options *options, const char *value)
{
    char *end;
    const unsigned long port = strtoul(value, &end, 0);

    if (value[0] < '0' || value[0] > '9' || *end || port < 1 || port > 0xffff)
        return vpentium_option_unexpected("-post", value, "a port from 1 to 0xffff, as in 0x190");
    options->post_port = (unsigned)port;
    return true;
}

static bool vpentium_option_exact(struct options *options, const char *value)
{
    (void)value;
    options->exact = true;
    return true;
}

static bool vpentium_option_translate_after(struct options *options, const char *value)
{
    if (machine_range_number(value, 1, TRANSLATE_AFTER_MAX, &options->translate_after))
        return true;
    return vpentium_option_unexpected("-translate-after", value, "a number from 1 to 1000000");
}

static bool vpentium_option_screen(struct options *options, const char *value)
{
    (void)value;
    options->screen = true;
    return true;
}

static bool vpentium_option_seed(struct options *options, const char *value)
{
    if (machine_range_number(value, 0, UINT_MAX, &options->seed))
        return true;
    return vpentium_option_unexpected("-seed", value, "a number from 0 to 4294967295");
}

static bool vpentium_option_pm0_nmi(struct options *options, const char *value)
{
    (void)value;
    options->pm0_nmi = true;
    return true;
}

static bool vpentium_option_work_queue(struct options *options, const char *value)
{
    if (queue_port_open(&options->queue_port, value))
        return true;
    return vpentium_option_unexpected("-work-queue", value,
                                      "a readable and writable file of at least 4 bytes");
}

static bool vpentium_option_input(struct options *options, const char *value)
{
    options->input = value;
    return true;
}

static const struct vpentium_option table[] = {
    {"kernel", "FILE", "multiboot kernel to run", vpentium_option_kernel},
    {"bios", "FILE", "BIOS ROM to run instead of a kernel, 64 or 128 KB; it starts at FFFFFFF0h",
     vpentium_option_bios},
    {"append", "STRING", "command line of the kernel", vpentium_option_append},
    {"initrd", "FILE[ ARGS][,FILE...]", "multiboot modules to load with the kernel",
     vpentium_option_initrd},
    {"m", "MB", "memory in MB, 2 to 3072 (default 16)", vpentium_option_memory},
    {"mhz", "MHZ", MODEL_MHZ_HELP, vpentium_option_mhz},
    {"cpu", "MODEL", MODEL_CPU_WORDS " (default " MODEL_CPU_DEFAULT ")", vpentium_option_cpu},
    {"instructions", "KIND",
     "instruction set, CPUID and MSRs of another processor, such as mii or prescott, with the "
     "clocks of -cpu; for tests (default: as -cpu)",
     vpentium_option_instructions},
    {"apic", "unused|off|virtual-wire",
     "state in which the BIOS leaves the local APIC (default unused)", vpentium_option_apic},
    {"errata", "LIST",
     "comma-separated: on or off for the errata of the counters, fdiv for the FDIV flaw (default "
     "on)",
     vpentium_option_errata},
    {"serial", "fast|timed", "timed: sending a byte takes its time on the line (default fast)",
     vpentium_option_serial},
    {"input", "FILE", "input of COM1; - is standard input (default: no input)",
     vpentium_option_input},
    {"serial2", "FILE", "output of COM2; - is standard output (default: discarded)",
     vpentium_option_serial2},
    {"serial3", "FILE", "output of COM3; - is standard output (default: discarded)",
     vpentium_option_serial3},
    {"serial4", "FILE", "output of COM4; - is standard output (default: discarded)",
     vpentium_option_serial4},
    {"uart", "KIND", "UART of COM1: 8250, 16450, 16550, 16550a, none or stuck (default 16550a)",
     vpentium_option_uart},
    {"receiver", "KIND",
     "receiver at COM1: fast (no flow control), rtscts, xonxoff or deaf (never ready); all but "
     "fast imply -serial timed (default fast)",
     vpentium_option_receiver},
    {"key", "KEY[,SECONDS]", "press KEY, esc or space, every SECONDS of simulated time (default 1)",
     vpentium_option_key},
    {"keyboard", "at|ps2",
     "keyboard controller; at sets bit 5 of its status, a transmit time-out (default ps2)",
     vpentium_option_keyboard},
    {"adapter", "vga|mda", "display adapter that the BIOS data area reports (default vga)",
     vpentium_option_adapter},
    {"rtc", "HH:MM:SS|none|stuck",
     "time of the real-time clock at the start; none: no clock; stuck: it does not advance "
     "(default 16:02:20)",
     vpentium_option_rtc},
    {"post", "PORT", "print values that are written to PORT and to port 80h on stderr",
     vpentium_option_post},
    {"exact", NULL,
     "interpret every instruction instead of translating blocks: the slower reference, with "
     "identical results",
     vpentium_option_exact},
    {"translate-after", "N",
     "translate a block when it is executed for the Nth time, 1 to 1000000 (default 64)",
     vpentium_option_translate_after},
    {"screen", NULL, "write the text screen to stderr when the run ends", vpentium_option_screen},
    {"check", NULL, "check the command line and run nothing", vpentium_option_check},
    {"v", NULL, "print on stderr how the run ended and how long it took", vpentium_option_verbose},
    {"account", "FILE", "write the clocks of each region by cause, for programs to read",
     vpentium_option_account},
    {"annotate", "FILE", "write the clocks of each instruction by cause", vpentium_option_annotate},
    {"annotate-from", "PLACE", "start -annotate whenever execution reaches PLACE",
     vpentium_option_annotate_from},
    {"annotate-to", "PLACE", "stop -annotate whenever execution reaches PLACE",
     vpentium_option_annotate_to},
    {"steps", "FILE", "write each executed instruction, for programs to read",
     vpentium_option_steps},
    {"steps-from", "PLACE", "start -steps when execution reaches PLACE",
     vpentium_option_steps_from},
    {"steps-nth", "N",
     "start -steps when execution reaches the PLACE of -steps-from for the Nth time (default 1)",
     vpentium_option_steps_nth},
    {"steps-after", "PLACE,N",
     "count for -steps-nth only after execution has reached PLACE N times",
     vpentium_option_steps_after},
    {"steps-to", "PLACE", "stop -steps when execution reaches PLACE after its start",
     vpentium_option_steps_to},
    {"steps-limit", "N", "stop -steps after N instructions, 1 to 1000000 (default 20000)",
     vpentium_option_steps_limit},
    {"steps-end", NULL, "end the run when -steps stops", vpentium_option_steps_end},
    {"trace", "FILE", "write the stages of the pipeline for the viewer Konata",
     vpentium_option_trace},
    {"vcd", "FILE", "write pins, counters and waits for the viewer GTKWave", vpentium_option_vcd},
    {"trace-from", "CLOCK|PLACE", "start -trace and -vcd at CLOCK or PLACE (default 0)",
     vpentium_option_trace_from},
    {"trace-clocks", "N", "stop -trace and -vcd after N clocks, 1 to 1000000 (default 10000)",
     vpentium_option_trace_clocks},
    {"pm0-nmi", NULL, "raise NMI when pin PM0 signals an overflow of counter 0",
     vpentium_option_pm0_nmi},
    {"snoop", "ADDR,PERIOD[,write]",
     "another bus master reads or writes physical address ADDR every PERIOD clocks",
     model_option_snoop},
    {"smi", "PERIOD,CLOCKS[,random]",
     "every PERIOD clocks the machine stalls for CLOCKS clocks; random: both are means",
     model_option_smi},
    {"work-queue", "FILE",
     "work queue: a read of port F8h returns the number in FILE and increments it, for all "
     "machines that share FILE",
     vpentium_option_work_queue},
    {"silicon", "LIST|help",
     "imperfections of real hardware: rough or a comma-separated list of names; help lists them",
     silicon_option_parse},
    {"seed", "N", "random seed, 0 to 4294967295 (default 1)", vpentium_option_seed},
    {"machine", "NAME|FILE|help",
     "profile of a measured machine, by name or file; other options override it; help lists the "
     "names",
     machine_option_parse},
    {"set", "NAME=VALUE|help", "set a parameter of the timing model; help lists them",
     model_option_set},
};

#define OPTION_COUNT (sizeof table / sizeof table[0])

enum {
    HELP_NAME = 26,  /* columns of an option's name and value */
    HELP_WIDTH = 80, /* columns of a line */
};

/* Prints an option and its text, which is wrapped and begins on a new line after a long name. */
static void vpentium_option_help(const char *name, const char *text)
{
    const size_t width = HELP_WIDTH - HELP_NAME - 4;

    printf("  %-*s", HELP_NAME, name);
    if (strlen(name) > HELP_NAME)
        printf("\n  %*s", HELP_NAME, "");
    while (strlen(text) > width) {
        size_t length = width;

        while (text[length] != ' ')
            length--;
        printf("  %.*s\n  %*s", (int)length, text, HELP_NAME, "");
        text += length + 1;
    }
    printf("  %s\n", text);
}

static void vpentium_options_help(void)
{
    puts(
        "usage: vpentium -kernel FILE | -bios FILE [options]\n"
        "Runs a multiboot kernel or a BIOS ROM on a simulated Pentium.\n\n"
        "COM1 is standard output.\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        char name[48];
        snprintf(name, sizeof name, "-%s%s%s", table[i].name, table[i].value ? " " : "",
                 table[i].value ? table[i].value : "");
        vpentium_option_help(name, table[i].help);
    }
    vpentium_option_help("--help", "print this help");
    vpentium_option_help("--version", "print the version");
    puts(
        "\nPLACE is a code symbol of the kernel, as in main+0x10, or an address, as in\n"
        "0x100010.\n"
        "Exit status: the value that the kernel writes to port F4h; 0 after a final halt\n"
        "or a reset; 2 for an error in the command line or a file; 3 for a triple fault.");
}

static const struct vpentium_option *vpentium_option_find(const char *name, size_t length)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (strlen(table[i].name) == length && strncmp(name, table[i].name, length) == 0)
            return &table[i];
    return NULL;
}

static const struct vpentium_option *vpentium_option_named(const char *text)
{
    const char *name = text + (text[0] == '-') + (text[0] == '-' && text[1] == '-');

    return text[0] == '-' ? vpentium_option_find(name, strcspn(name, "=")) : NULL;
}

/* Parses -name value, --name value, -name=value or --name=value. */
static bool vpentium_option_parse(struct options *options, char **argv, int *at)
{
    const char *text = argv[*at];
    const struct vpentium_option *option = vpentium_option_named(text);
    const char *value = strchr(text, '=') ? strchr(text, '=') + 1 : NULL;

    if (!option)
        return vpentium_option_error("option", text,
                                     "unknown; 'vpentium --help' lists all options");
    if (!option->value && value)
        return vpentium_option_error("option", text, "takes no value");
    if (option->value && !value)
        value = argv[++*at];
    if (option->value && !value)
        return vpentium_option_error("option", text, "needs a value");
    return option->parse(options, value);
}

const char *vpentium_options_cpu(int argc, char **argv)
{
    const char *cpu = NULL;

    for (int i = 1; i < argc; i++) {
        const struct vpentium_option *option = vpentium_option_named(argv[i]);
        const char *inside = strchr(argv[i], '=');

        if (!option)
            break;
        if (option->parse == vpentium_option_cpu)
            cpu = inside ? inside + 1 : i + 1 < argc ? argv[i + 1] : NULL;
        i += option->value && !inside;
    }
    return cpu;
}

/* Requires one of -kernel and -bios. Options for a kernel are not valid with a ROM. */
static bool vpentium_options_software(const struct options *options)
{
    if (options->kernel && options->bios)
        return vpentium_option_error("-bios", options->bios, "cannot be combined with -kernel");
    if (options->bios && (options->append[0] || options->initrd))
        return vpentium_option_error("-bios", options->bios, "-append and -initrd require -kernel");
    if ((options->bios || options->initrd) && options->silicon.on[SILICON_A20])
        return vpentium_option_error("-silicon", "a20", "requires -kernel, without -initrd");
    if (options->apic && model_config_apic(&options->model) == MODEL_NO_APIC)
        return vpentium_option_error("-apic", options->apic,
                                     "the model of this processor has no local APIC");
    if (options->account && !MODEL_HAS_PIPES)
        return vpentium_option_error("-account", options->account,
                                     "the model of this processor does not support it");
    if (options->account && options->bios)
        return vpentium_option_error("-account", options->account, "requires -kernel");
    if (options->trace && !MODEL_HAS_PIPES)
        return vpentium_option_error("-trace", options->trace,
                                     "the model of this processor does not support it");
    if (options->kernel || options->bios)
        return true;
    fputs("vpentium: -kernel FILE or -bios FILE is required\n", stderr);
    return false;
}

enum options_result vpentium_options_parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){
        .append = "",
        .counter_errata = true,
        .rtc = {.start = RTC_START},
        .trace_clocks = TRACE_WINDOW_CLOCKS,
        .steps_nth = 1,
        .steps_limit = STEPS_USUAL,
        .seed = 1,
        .translate_after = TRANSLATE_AFTER,
    };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-help") == 0) {
            vpentium_options_help();
            return OPTIONS_DONE;
        }
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-version") == 0) {
            puts(version);
            return OPTIONS_DONE;
        }
        if (!vpentium_option_parse(options, argv, &i))
            return OPTIONS_WRONG;
    }
    if (options->silicon.help) {
        silicon_options_list();
        return OPTIONS_DONE;
    }
    if (options->profile_help) {
        machine_profiles_list(stdout);
        return OPTIONS_DONE;
    }
    machine_options_complete(options);
    if (!model_options_apply(options))
        return OPTIONS_WRONG;
    if (model_options_help(options))
        return OPTIONS_DONE;
    if (!vpentium_options_software(options))
        return OPTIONS_WRONG;
    return options->check ? OPTIONS_DONE : OPTIONS_RUN;
}
