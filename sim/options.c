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

#include "sim/box_options.h"
#include "sim/boxes/machine_range.h"
#include "sim/cpu/kind.h"
#include "sim/cpu/translate/translate.h"
#include "sim/model_options.h"
#include "sim/options.h"
#include "sim/watch/steps.h"
#include "sim/watch/trace_window.h"

static const char version[] = "vpentium 0.1";

struct option {
    const char *name;
    const char *value; /* name of its value in the help; NULL: no value */
    const char *help;
    bool (*take)(struct options *options, const char *value);
};

static bool wrong(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "vpentium: %s '%s': %s\n", name, value, why);
    return false;
}

/* Reports a value that is not one of the allowed ones. */
static bool unexpected(const char *name, const char *value, const char *allowed)
{
    fprintf(stderr, "vpentium: %s '%s': expected %s\n", name, value, allowed);
    return false;
}

static bool take_kernel(struct options *options, const char *value)
{
    options->kernel = value;
    return true;
}

static bool take_append(struct options *options, const char *value)
{
    options->append = value;
    return true;
}

static bool take_initrd(struct options *options, const char *value)
{
    options->initrd = value;
    return true;
}

static bool take_memory(struct options *options, const char *value)
{
    return range_memory(value, &options->memory_mb) || unexpected("-m", value, RANGE_MEMORY);
}

static bool take_mhz(struct options *options, const char *value)
{
    return range_mhz(value, &options->mhz) || unexpected("-mhz", value, RANGE_MHZ);
}

/* The last of several -cpu applies, and only that one must be a processor of this program. */
static bool take_cpu(struct options *options, const char *value)
{
    if (!range_cpu(value) && !processor_kind_named(value))
        return unexpected("-cpu", value, RANGE_CPU);
    options->cpu = value;
    return true;
}

static bool take_instructions(struct options *options, const char *value)
{
    if (!processor_kind_named(value))
        return unexpected("-instructions", value,
                          "p54c, p55c, mii, ppro, p2, p3, k7, willamette, northwood or "
                          "prescott");
    options->instructions = value;
    return true;
}

/* Parses a list: `on` and `off` select the counters' errata, fdiv the divider's. */
static bool take_errata(struct options *options, const char *value)
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
            return unexpected("-errata", value, "a comma-separated list of on, off and fdiv");
        item += length;
        item += *item == ',';
    }
    return true;
}

static bool take_check(struct options *options, const char *value)
{
    (void)value;
    options->check = true;
    return true;
}

/* Parses the names of enum apic_left. */
static bool take_apic(struct options *options, const char *value)
{
    static const char *const left[] = {"unused", "off", "virtual-wire"};

    for (unsigned i = 0; i < sizeof left / sizeof left[0]; i++)
        if (strcmp(value, left[i]) == 0) {
            options->apic = value;
            options->apic_left = (enum apic_left)i;
            return true;
        }
    return unexpected("-apic", value, "unused, off or virtual-wire");
}

static bool take_verbose(struct options *options, const char *value)
{
    (void)value;
    options->verbose = true;
    return true;
}

#define DEFINE_TAKE_TEXT(MEMBER)                                                                   \
    static bool take_##MEMBER(struct options *options, const char *value)                          \
    {                                                                                              \
        options->MEMBER = value;                                                                   \
        return true;                                                                               \
    }

DEFINE_TAKE_TEXT(bios)
DEFINE_TAKE_TEXT(account)
DEFINE_TAKE_TEXT(annotate)
DEFINE_TAKE_TEXT(annotate_from)
DEFINE_TAKE_TEXT(annotate_to)
DEFINE_TAKE_TEXT(steps)
DEFINE_TAKE_TEXT(steps_behind)
DEFINE_TAKE_TEXT(steps_from)
DEFINE_TAKE_TEXT(steps_to)
DEFINE_TAKE_TEXT(trace)
DEFINE_TAKE_TEXT(trace_from)
DEFINE_TAKE_TEXT(vcd)

static bool take_trace_clocks(struct options *options, const char *value)
{
    if (range_number(value, 1, STRETCH_CLOCKS_MAX, &options->trace_clocks))
        return true;
    return unexpected("-trace-clocks", value, "a number from 1 to 1000000");
}

static bool take_steps_turn(struct options *options, const char *value)
{
    if (range_number(value, 1, UINT_MAX, &options->steps_turn))
        return true;
    return unexpected("-steps-nth", value, "a number from 1 to 4294967295");
}

static bool take_steps_most(struct options *options, const char *value)
{
    if (range_number(value, 1, STEPS_MOST, &options->steps_most))
        return true;
    return unexpected("-steps-limit", value, "a number from 1 to 1000000");
}

static bool take_steps_end(struct options *options, const char *value)
{
    (void)value;
    options->steps_end = true;
    return true;
}

static bool take_serial(struct options *options, const char *value)
{
    if (strcmp(value, "fast") != 0 && strcmp(value, "timed") != 0)
        return unexpected("-serial", value, "fast or timed");
    options->serial_timed = strcmp(value, "timed") == 0;
    return true;
}

#define DEFINE_TAKE_SERIAL(PORT)                                                                   \
    static bool take_serial##PORT(struct options *options, const char *value)                      \
    {                                                                                              \
        options->serial_files[PORT - 2] = value;                                                   \
        return true;                                                                               \
    }

DEFINE_TAKE_SERIAL(2)
DEFINE_TAKE_SERIAL(3)
DEFINE_TAKE_SERIAL(4)

/* Finds the index of `value` in `names`. */
static bool choose(const char *value, const char *const *names, size_t count, unsigned *chosen)
{
    for (*chosen = 0; *chosen < count; ++*chosen)
        if (strcmp(value, names[*chosen]) == 0)
            return true;
    return false;
}

static bool take_uart(struct options *options, const char *value)
{
    static const char *const names[] = {
        [UART_16550A] = "16550a", [UART_16550] = "16550", [UART_16450] = "16450",
        [UART_8250] = "8250",     [UART_NONE] = "none",   [UART_STUCK] = "stuck"};
    unsigned kind;

    if (!choose(value, names, sizeof names / sizeof names[0], &kind))
        return unexpected("-uart", value, "8250, 16450, 16550, 16550a, none or stuck");
    options->uart = kind;
    return true;
}

static bool take_receiver(struct options *options, const char *value)
{
    static const char *const names[] = {[RECEIVER_FAST] = "fast",
                                        [RECEIVER_RTS_CTS] = "rtscts",
                                        [RECEIVER_XON_XOFF] = "xonxoff",
                                        [RECEIVER_DEAF] = "deaf"};
    unsigned kind;

    if (!choose(value, names, sizeof names / sizeof names[0], &kind))
        return unexpected("-receiver", value, "fast, rtscts, xonxoff or deaf");
    options->receiver = kind;
    return true;
}

/* Scan codes of set 1. */
static bool take_key(struct options *options, const char *value)
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
    return unexpected("-key", value,
                      "esc or space; after a comma, seconds from 0.001 to 1000, as in esc,0.5");
}

static bool take_keyboard(struct options *options, const char *value)
{
    options->at_keyboard = strcmp(value, "at") == 0;
    if (options->at_keyboard || strcmp(value, "ps2") == 0)
        return true;
    return unexpected("-keyboard", value, "at or ps2");
}

static bool take_adapter(struct options *options, const char *value)
{
    options->monochrome = strcmp(value, "mda") == 0;
    if (options->monochrome || strcmp(value, "vga") == 0)
        return true;
    return unexpected("-adapter", value, "vga or mda");
}

/* Parses two digits at text[at], below `bound`; -1 if they are missing. */
static int two_digits(const char *text, size_t at, int bound)
{
    if (text[at] < '0' || text[at] > '9' || text[at + 1] < '0' || text[at + 1] > '9')
        return -1;
    const int value = (text[at] - '0') * 10 + text[at + 1] - '0';
    return value < bound ? value : -1;
}

static bool take_rtc(struct options *options, const char *value)
{
    const bool is_time = strlen(value) == 8 && value[2] == ':' && value[5] == ':';
    const int hours = is_time ? two_digits(value, 0, 24) : -1;
    const int minutes = is_time ? two_digits(value, 3, 60) : -1;
    const int seconds = is_time ? two_digits(value, 6, 60) : -1;

    if (strcmp(value, "none") == 0)
        options->rtc.kind = RTC_NONE;
    else if (strcmp(value, "stuck") == 0)
        options->rtc.kind = RTC_STUCK;
    else if (hours >= 0 && minutes >= 0 && seconds >= 0)
        options->rtc.start = (uint32_t)((hours * 60 + minutes) * 60 + seconds);
    else
        return unexpected("-rtc", value, "a time such as 23:59:58, none or stuck");
    return true;
}

static bool take_post(struct options *options, const char *value)
{
    char *end;
    const unsigned long port = strtoul(value, &end, 0);

    if (value[0] < '0' || value[0] > '9' || *end || port < 1 || port > 0xffff)
        return unexpected("-post", value, "a port from 1 to 0xffff, as in 0x190");
    options->post_port = (unsigned)port;
    return true;
}

static bool take_exact(struct options *options, const char *value)
{
    (void)value;
    options->exact = true;
    return true;
}

static bool take_translate_after(struct options *options, const char *value)
{
    if (range_number(value, 1, TRANSLATE_AFTER_MAX, &options->translate_after))
        return true;
    return unexpected("-translate-after", value, "a number from 1 to 1000000");
}

static bool take_screen(struct options *options, const char *value)
{
    (void)value;
    options->screen = true;
    return true;
}

static bool take_seed(struct options *options, const char *value)
{
    if (range_number(value, 0, UINT_MAX, &options->seed))
        return true;
    return unexpected("-seed", value, "a number from 0 to 4294967295");
}

static bool take_pm0_nmi(struct options *options, const char *value)
{
    (void)value;
    options->pm0_nmi = true;
    return true;
}

static bool take_deal(struct options *options, const char *value)
{
    if (dealer_open(&options->dealer, value))
        return true;
    return unexpected("-work-queue", value, "a readable and writable file of at least 4 bytes");
}

static bool take_input(struct options *options, const char *value)
{
    options->input = value;
    return true;
}

static const struct option table[] = {
    {"kernel", "FILE", "multiboot kernel to run", take_kernel},
    {"bios", "FILE", "BIOS ROM to run instead of a kernel, 64 or 128 KB; it starts at FFFFFFF0h",
     take_bios},
    {"append", "STRING", "command line of the kernel", take_append},
    {"initrd", "FILE[ ARGS][,FILE...]", "multiboot modules to load with the kernel", take_initrd},
    {"m", "MB", "memory in MB, 2 to 3072 (default 16)", take_memory},
    {"mhz", "MHZ", MODEL_MHZ_HELP, take_mhz},
    {"cpu", "MODEL", MODEL_CPU_WORDS " (default " MODEL_CPU_DEFAULT ")", take_cpu},
    {"instructions", "KIND",
     "instruction set, CPUID and MSRs of another processor, such as mii or prescott, with the "
     "clocks of -cpu; for tests (default: as -cpu)",
     take_instructions},
    {"apic", "unused|off|virtual-wire",
     "state in which the BIOS leaves the local APIC (default unused)", take_apic},
    {"errata", "LIST",
     "comma-separated: on or off for the errata of the counters, fdiv for the FDIV flaw (default "
     "on)",
     take_errata},
    {"serial", "fast|timed", "timed: sending a byte takes its time on the line (default fast)",
     take_serial},
    {"input", "FILE", "input of COM1; - is standard input (default: no input)", take_input},
    {"serial2", "FILE", "output of COM2; - is standard output (default: discarded)", take_serial2},
    {"serial3", "FILE", "output of COM3; - is standard output (default: discarded)", take_serial3},
    {"serial4", "FILE", "output of COM4; - is standard output (default: discarded)", take_serial4},
    {"uart", "KIND", "UART of COM1: 8250, 16450, 16550, 16550a, none or stuck (default 16550a)",
     take_uart},
    {"receiver", "KIND",
     "receiver at COM1: fast (no flow control), rtscts, xonxoff or deaf (never ready); all but "
     "fast imply -serial timed (default fast)",
     take_receiver},
    {"key", "KEY[,SECONDS]", "press KEY, esc or space, every SECONDS of simulated time (default 1)",
     take_key},
    {"keyboard", "at|ps2",
     "keyboard controller; at sets bit 5 of its status, a transmit time-out (default ps2)",
     take_keyboard},
    {"adapter", "vga|mda", "display adapter that the BIOS data area reports (default vga)",
     take_adapter},
    {"rtc", "HH:MM:SS|none|stuck",
     "time of the real-time clock at the start; none: no clock; stuck: it does not advance "
     "(default 16:02:20)",
     take_rtc},
    {"post", "PORT", "print values that are written to PORT and to port 80h on stderr", take_post},
    {"exact", NULL,
     "interpret every instruction instead of translating blocks: the slower reference, with "
     "identical results",
     take_exact},
    {"translate-after", "N",
     "translate a block when it is executed for the Nth time, 1 to 1000000 (default 64)",
     take_translate_after},
    {"screen", NULL, "write the text screen to stderr when the run ends", take_screen},
    {"check", NULL, "check the command line and run nothing", take_check},
    {"v", NULL, "print on stderr how the run ended and how long it took", take_verbose},
    {"account", "FILE", "write the clocks of each region by cause, for programs to read",
     take_account},
    {"annotate", "FILE", "write the clocks of each instruction by cause", take_annotate},
    {"annotate-from", "PLACE", "start -annotate whenever execution reaches PLACE",
     take_annotate_from},
    {"annotate-to", "PLACE", "stop -annotate whenever execution reaches PLACE", take_annotate_to},
    {"steps", "FILE", "write each executed instruction, for programs to read", take_steps},
    {"steps-from", "PLACE", "start -steps when execution reaches PLACE", take_steps_from},
    {"steps-nth", "N",
     "start -steps when execution reaches the PLACE of -steps-from for the Nth time (default 1)",
     take_steps_turn},
    {"steps-after", "PLACE,N",
     "count for -steps-nth only after execution has reached PLACE N times", take_steps_behind},
    {"steps-to", "PLACE", "stop -steps when execution reaches PLACE after its start",
     take_steps_to},
    {"steps-limit", "N", "stop -steps after N instructions, 1 to 1000000 (default 20000)",
     take_steps_most},
    {"steps-end", NULL, "end the run when -steps stops", take_steps_end},
    {"trace", "FILE", "write the stages of the pipeline for the viewer Konata", take_trace},
    {"vcd", "FILE", "write pins, counters and waits for the viewer GTKWave", take_vcd},
    {"trace-from", "CLOCK|PLACE", "start -trace and -vcd at CLOCK or PLACE (default 0)",
     take_trace_from},
    {"trace-clocks", "N", "stop -trace and -vcd after N clocks, 1 to 1000000 (default 10000)",
     take_trace_clocks},
    {"pm0-nmi", NULL, "raise NMI when pin PM0 signals an overflow of counter 0", take_pm0_nmi},
    {"snoop", "ADDR,PERIOD[,write]",
     "another bus master reads or writes physical address ADDR every PERIOD clocks", take_snoop},
    {"smi", "PERIOD,CLOCKS[,random]",
     "every PERIOD clocks the machine stalls for CLOCKS clocks; random: both are means", take_smi},
    {"work-queue", "FILE",
     "work queue: a read of port F8h returns the number in FILE and increments it, for all "
     "machines that share FILE",
     take_deal},
    {"silicon", "LIST|help",
     "imperfections of real hardware: rough or a comma-separated list of names; help lists them",
     take_silicon},
    {"seed", "N", "random seed, 0 to 4294967295 (default 1)", take_seed},
    {"machine", "NAME|FILE|help",
     "profile of a measured machine, by name or file; other options override it; help lists the "
     "names",
     take_box},
    {"set", "NAME=VALUE|help", "set a parameter of the timing model; help lists them",
     take_setting},
};

#define OPTION_COUNT (sizeof table / sizeof table[0])

enum {
    HELP_NAME = 26,  /* columns of an option's name and value */
    HELP_WIDTH = 80, /* columns of a line */
};

/* Prints an option and its text, which is wrapped and begins on a new line after a long name. */
static void help_option(const char *name, const char *text)
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

static void help(void)
{
    puts(
        "usage: vpentium -kernel FILE | -bios FILE [options]\n"
        "Runs a multiboot kernel or a BIOS ROM on a simulated Pentium.\n\n"
        "COM1 is standard output.\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        char name[48];
        snprintf(name, sizeof name, "-%s%s%s", table[i].name, table[i].value ? " " : "",
                 table[i].value ? table[i].value : "");
        help_option(name, table[i].help);
    }
    help_option("--help", "print this help");
    help_option("--version", "print the version");
    puts(
        "\nPLACE is a code symbol of the kernel, as in main+0x10, or an address, as in\n"
        "0x100010.\n"
        "Exit status: the value that the kernel writes to port F4h; 0 after a final halt\n"
        "or a reset; 2 for an error in the command line or a file; 3 for a triple fault.");
}

static const struct option *find(const char *name, size_t length)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (strlen(table[i].name) == length && strncmp(name, table[i].name, length) == 0)
            return &table[i];
    return NULL;
}

static const struct option *named(const char *text)
{
    const char *name = text + (text[0] == '-') + (text[0] == '-' && text[1] == '-');

    return text[0] == '-' ? find(name, strcspn(name, "=")) : NULL;
}

/* Parses -name value, --name value, -name=value or --name=value. */
static bool take(struct options *options, char **argv, int *at)
{
    const char *text = argv[*at];
    const struct option *option = named(text);
    const char *value = strchr(text, '=') ? strchr(text, '=') + 1 : NULL;

    if (!option)
        return wrong("option", text, "unknown; 'vpentium --help' lists all options");
    if (!option->value && value)
        return wrong("option", text, "takes no value");
    if (option->value && !value)
        value = argv[++*at];
    if (option->value && !value)
        return wrong("option", text, "needs a value");
    return option->take(options, value);
}

const char *options_cpu(int argc, char **argv)
{
    const char *cpu = NULL;

    for (int i = 1; i < argc; i++) {
        const struct option *option = named(argv[i]);
        const char *inside = strchr(argv[i], '=');

        if (!option)
            break;
        if (option->take == take_cpu)
            cpu = inside ? inside + 1 : i + 1 < argc ? argv[i + 1] : NULL;
        i += option->value && !inside;
    }
    return cpu;
}

/* Requires one of -kernel and -bios. Options for a kernel are not valid with a ROM. */
static bool has_software(const struct options *options)
{
    if (options->kernel && options->bios)
        return wrong("-bios", options->bios, "cannot be combined with -kernel");
    if (options->bios && (options->append[0] || options->initrd))
        return wrong("-bios", options->bios, "-append and -initrd require -kernel");
    if ((options->bios || options->initrd) && options->silicon.on[SILICON_A20])
        return wrong("-silicon", "a20", "requires -kernel, without -initrd");
    if (options->apic && model_config_apic(&options->model) == MODEL_NO_APIC)
        return wrong("-apic", options->apic, "the model of this processor has no local APIC");
    if (options->account && !MODEL_HAS_PIPES)
        return wrong("-account", options->account,
                     "the model of this processor does not support it");
    if (options->account && options->bios)
        return wrong("-account", options->account, "requires -kernel");
    if (options->trace && !MODEL_HAS_PIPES)
        return wrong("-trace", options->trace, "the model of this processor does not support it");
    if (options->kernel || options->bios)
        return true;
    fputs("vpentium: -kernel FILE or -bios FILE is required\n", stderr);
    return false;
}

enum options_result options_parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){
        .append = "",
        .counter_errata = true,
        .rtc = {.start = RTC_START},
        .trace_clocks = STRETCH_CLOCKS,
        .steps_turn = 1,
        .steps_most = STEPS_USUAL,
        .seed = 1,
        .translate_after = TRANSLATE_AFTER,
    };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-help") == 0) {
            help();
            return OPTIONS_DONE;
        }
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-version") == 0) {
            puts(version);
            return OPTIONS_DONE;
        }
        if (!take(options, argv, &i))
            return OPTIONS_WRONG;
    }
    if (options->silicon.help) {
        silicon_list();
        return OPTIONS_DONE;
    }
    if (options->box_help) {
        boxes_list(stdout);
        return OPTIONS_DONE;
    }
    box_complete(options);
    if (!model_options_apply(options))
        return OPTIONS_WRONG;
    if (model_options_help(options))
        return OPTIONS_DONE;
    if (!has_software(options))
        return OPTIONS_WRONG;
    return options->check ? OPTIONS_DONE : OPTIONS_RUN;
}
