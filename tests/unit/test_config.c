/*
 * SPDX-License-Identifier: MIT
 * Tests the command line: defaults, every key, and the message for each kind of mistake.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "kernel/settings/command_line.h"
#include "kernel/settings/config.h"
#include "pmc/p5/p5_events.h"

static const struct pmc pmc = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};

#define CONSOLE_ALLOWED                                                                            \
    "none, com1 to com4 or a port such as 0x3f8, then a comma and a speed of 300 to 115200 that "  \
    "divides 115200"

static struct config config;
static char error[CONFIG_ERROR_BYTES];

static int parse(const char *line)
{
    memset(error, 0, sizeof error);
    return config_parse(&config, &pmc, line, error, NULL);
}

static void defaults_hold(void **state)
{
    (void)state;
    const char *const lines[] = {"", "/boot/bareprobe.elf", "  kernel  ",
                                 "(cd)/boot/x report=records"};
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_int_equal(parse(lines[i]), 0);
        assert_string_equal(config.command, "*");
        assert_int_equal(config.n_events, 39);
        assert_int_equal(config.repetitions, 20);
        assert_int_equal(config.report, REPORT_RECORDS);
        assert_int_equal(config.console_port, 0x3F8);
        assert_int_equal(config.console_baud, 115200);
        assert_int_equal(config.exit, EXIT_HALT);
    }
}

static void every_key_is_read(void **state)
{
    (void)state;
    assert_int_equal(parse("k command=thesis/* events=branches,DATA_READ_MISS,count_clocks "
                           "repetitions=7 report=text console=com2,9600 exit=qemu"),
                     0);
    assert_string_equal(config.command, "thesis/*");
    assert_int_equal(config.n_events, 3);
    assert_int_equal(config.events[0].event->code, 0x12);
    assert_int_equal(config.events[1].event->code, 0x03); /* Intel's mnemonic */
    assert_int_equal(config.events[2].event->code, EVENT_CODE_CLOCKS);
    assert_int_equal(config.repetitions, 7);
    assert_int_equal(config.report, REPORT_TEXT);
    assert_int_equal(config.console_port, 0x2F8);
    assert_int_equal(config.console_baud, 9600);
    assert_int_equal(config.exit, EXIT_QEMU);
}

static void the_first_word_may_be_a_setting(void **state)
{
    (void)state;
    assert_int_equal(parse("repetitions=3"), 0);
    assert_int_equal(config.repetitions, 3);
}

#define ALLOWED                                                                                    \
    "allowed: all, names from the event table, codes such as 0x12, cache, branch, pipe, stall, "   \
    "bus, mmx, time_stamp; separated by commas, with :u, :k or :uk appended for the rings"

/* Each message names the key, the value and the allowed values. */
static void mistakes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"k events=data_raed_miss",
         "command line: events: 'data_raed_miss' is not an event; did you mean data_read_miss?"},
        {"k events=xyzzy",
         "command line: events: 'xyzzy' is not an event of this processor; " ALLOWED},
        {"k events=0x40",
         "command line: events: '0x40' is not an event of this processor; " ALLOWED},
        {"k events=branches,,flops",
         "command line: events: '' is not an event of this processor; " ALLOWED},
        {"k events=branches,BRANCHES",
         "command line: events: 'BRANCHES' is given twice; once is enough"},
        {"k repetitions=0",
         "command line: repetitions: '0' is not allowed; allowed: a number from 1 "
         "to 10000000"},
        {"k repetitions=10000001",
         "command line: repetitions: '10000001' is not allowed; allowed: a number "
         "from 1 to 10000000"},
        {"k repetitions=99999999999999999999",
         "command line: repetitions: '99999999999999999999' is not allowed; allowed: a number from "
         "1 "
         "to 10000000"},
        {"k repetitions=-1",
         "command line: repetitions: '-1' is not allowed; allowed: a number from 1 "
         "to 10000000"},
        {"k report=xml",
         "command line: report: 'xml' is not allowed; allowed: records, text, p5mon_file"},
        {"k console=com5",
         "command line: console: 'com5' is not allowed; allowed: " CONSOLE_ALLOWED},
        {"k console=com1,1000",
         "command line: console: 'com1,1000' is not allowed; allowed: " CONSOLE_ALLOWED},
        {"k console=none,9600",
         "command line: console: 'none,9600' is not allowed; allowed: " CONSOLE_ALLOWED},
        {"k console=0x10000",
         "command line: console: '0x10000' is not allowed; allowed: " CONSOLE_ALLOWED},
        {"k flow=cts", "command line: flow: 'cts' is not allowed; allowed: none, rtscts, xonxoff"},
        {"k exit=burn",
         "command line: exit: 'burn' is not allowed; allowed: halt, reboot, poweroff, qemu, loop, "
         "monitor, 86box"},
        {"k exit=",
         "command line: exit: '' is not allowed; allowed: halt, reboot, poweroff, qemu, loop, "
         "monitor, 86box"},
        {"k exit",
         "command line: exit: no value; allowed: halt, reboot, poweroff, qemu, loop, "
         "monitor, 86box"},
        {"k exit=halt exit=qemu",
         "command line: exit: given twice, the second time as 'qemu'; once is allowed"},
        {"k repetition=3",
         "command line: 'repetition' is not a setting (value '3'); did you mean repetitions?"},
        {"k =3",
         "command line: '' is not a setting (value '3'); allowed: command= events= experiment= "
         "repetitions= max_repetitions= ci_target= batches= cull= confidence_level_99= "
         "output_all_results= skip_initialization_run= repeat_first_run= use_assembly_regions= "
         "max_regions= privilege= paging= user_events= kernel_events= probes= trust= state= "
         "ablate= "
         "watchdog= "
         "report= output_file= verbose_level= dump_parms= warn_parm_not_defined= "
         "warn_parm_defined_twice= warn_parm_not_used= parm_warn_file_name= parm_dump_file_name= "
         "console= flow= noise= page= runs= exit=, and events "
         "by name"},
        {"k ci_target=0%",
         "command line: ci_target: '0%' is not allowed; allowed: off, or a percentage above 0 "
         "and below 100, such as 1% or 0.5%, a number of counts such as 0.5, or both, as in "
         "1%,0.5"},
        {"k cull=mad",
         "command line: cull: 'mad' is not allowed; allowed: off, or mad:N, where N is a number "
         "from 1 to 1000"},
        {"k ablate=branch,l2",
         "command line: ablate: 'branch,l2' is not allowed; allowed: none, or branch, "
         "vpipe, l1, separated by commas"},
        {"k output_all_results=1",
         "command line: output_all_results: '1' is not allowed; allowed: no, "
         "yes"},
        {"k command=",
         "command line: command: '' is not allowed; allowed: names of benchmarks or globs, "
         "separated by commas, such as thesis/*,program1, or ./PROGRAM ARGUMENTS; "
         "1 to 255 characters, of a program 1 to 1000"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(parse(cases[i].line), -1);
        assert_string_equal(error, cases[i].message);
    }
}

/* Codes 12 to 15 are the branch group. Two stalls, 0A and 1F, are in the pipe group too. */
static void events_come_by_code_and_group(void **state)
{
    (void)state;
    assert_int_equal(parse("k events=0x16,branch,0x3"), 0);
    assert_int_equal(config.n_events, 6);
    const uint16_t codes[] = {0x16, 0x12, 0x13, 0x14, 0x15, 0x03};
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(config.events[i].event->code, codes[i]);
    assert_int_equal(parse("k events=stall,pipe"), 0);
    unsigned conflicts = 0;
    for (unsigned i = 0; i < config.n_events; i++)
        conflicts += config.events[i].event->code == 0x0A;
    assert_int_equal(conflicts, 1);
}

/* As in run_p5mon, naming one event turns the others off. */
static void events_are_settings_of_their_own(void **state)
{
    (void)state;
    assert_int_equal(parse("k data_read=no flops=yes branches=yes count_clocks=yes"), 0);
    assert_int_equal(config.n_events, 3);
    assert_int_equal(config.events[0].event->code, 0x22);
    assert_int_equal(config.events[1].event->code, 0x12);
    assert_int_equal(config.events[2].event->code, EVENT_CODE_CLOCKS);
    assert_int_equal(parse("k flops=maybe"), -1);
    assert_string_equal(error,
                        "command line: flops: 'maybe' is not allowed; allowed: yes, no, u, "
                        "k, uk, u,k");
    assert_int_equal(parse("k flops=yes branches=u,k flops=no"), -1); /* twice */
    assert_int_equal(parse("k branches=u,k btb_hits=uk time_stamp=yes"), 0);
    assert_int_equal(config.n_events, 4);
    assert_int_equal(config.events[0].rings, PMC_RING_USER);
    assert_int_equal(config.events[1].rings, PMC_RING_KERNEL);
    assert_int_equal(config.events[2].rings, PMC_RING_USER | PMC_RING_KERNEL);
    assert_int_equal(parse("k time_stamp=u"), -1);
}

static void ways_of_measuring(void **state)
{
    (void)state;
    assert_int_equal(
        parse("k state=both ablate=vpipe,l1 ci_target=0.5% max_repetitions=99 cull=mad:3 "
              "confidence_level_99=yes output_all_results=yes "
              "use_assembly_regions=no skip_initialization_run=yes"),
        0);
    assert_int_equal(config.state, STATES_BOTH);
    assert_false(config.ablate[ABLATE_BRANCH]);
    assert_true(config.ablate[ABLATE_VPIPE] && config.ablate[ABLATE_L1]);
    assert_int_equal(config.ci_target, FIXED_ONE / 2);
    assert_int_equal(config.max_repetitions, 99);
    assert_int_equal(config.cull, 3);
    assert_true(config.confidence_level_99 && config.output_all_results);
    assert_true(!config.use_assembly_regions && config.skip_initialization_run);
    assert_int_equal(parse("k console=0x2f0,300 flow=xonxoff page=7"), 0);
    assert_int_equal(config.console_port, 0x2F0);
    assert_int_equal(config.console_baud, 300);
    assert_int_equal(config.flow, UART_FLOW_XON_XOFF);
    assert_int_equal(config.page, 7);
    assert_int_equal(config.noise, CONFIG_NOISE_DEFAULT);
    assert_int_equal(parse("k noise=60"), 0);
    assert_int_equal(config.noise, 60);
    assert_int_equal(parse("k noise=0"), 0);
    assert_int_equal(config.noise, CONFIG_NOISE_SHORT);
    assert_int_equal(parse("k noise=61"), -1);
    assert_int_equal(parse("k console=none"), 0);
    assert_int_equal(config.console_port, 0);
    assert_int_equal(parse("k batches=4"), 0);
    assert_int_equal(config.batches, 4);
    assert_int_equal(parse("k ci_target=12%"), 0);
    assert_int_equal(config.ci_target, 12 * FIXED_ONE);
}

/* A profile takes samples for each event, so by default it counts only the time stamp. */
static void a_profile_counts_time_alone(void **state)
{
    (void)state;
    static const char *const alone[] = {"experiment=profile", "privilege=user experiment=profile"};
    for (unsigned i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        assert_int_equal(parse(alone[i]), 0);
        assert_int_equal(config.n_events, 1);
        assert_ptr_equal(config.events[0].event, &pmc_time_stamp);
    }
    assert_int_equal(parse("experiment=profile events=branches,data_read"), 0);
    assert_int_equal(config.n_events, 2);
    assert_int_equal(parse("experiment=profile events=all"), 0);
    assert_true(config.n_events > 2);
    assert_int_equal(parse("data_read=yes experiment=profile"), 0);
    assert_int_equal(config.n_events, 1);
    assert_string_equal(config.events[0].event->name, "data_read");
    assert_int_equal(parse("experiment=rates"), 0);
    assert_true(config.n_events > 2);
}

/* A target is in percent, in counts, or both, in either order, each once. */
static void targets_of_intervals(void **state)
{
    (void)state;
    assert_int_equal(parse("k ci_target=1%,0.5"), 0);
    assert_int_equal(config.ci_target, FIXED_ONE);
    assert_int_equal(config.ci_counts, FIXED_ONE / 2);
    assert_int_equal(parse("k ci_target=20.25,3%"), 0);
    assert_int_equal(config.ci_target, 3 * FIXED_ONE);
    assert_int_equal(config.ci_counts, 81 * FIXED_ONE / 4);
    assert_int_equal(parse("k ci_target=2"), 0);
    assert_int_equal(config.ci_target, 0);
    assert_int_equal(config.ci_counts, 2 * FIXED_ONE);
    const char *const bad[] = {"k ci_target=1%,2%", "k ci_target=1,2",   "k ci_target=1%,0",
                               "k ci_target=1%,x",  "k ci_target=,1",    "k ci_target=1000000",
                               "k ci_target=100%",  "k ci_target=0.0001"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(parse(bad[i]), -1);
}

/* Settings after a mistake are still parsed, so that the message reaches the selected port and the
 * selected exit. */
static void settings_behind_a_mistake_are_read(void **state)
{
    (void)state;
    assert_int_equal(parse("k exit=never reprot=text console=com3 report=text"), -1);
    assert_string_equal(
        error,
        "command line: exit: 'never' is not allowed; allowed: halt, reboot, poweroff, qemu, loop, "
        "monitor, 86box");
    assert_int_equal(config.console_port, 0x3E8);
    assert_int_equal(config.report, REPORT_TEXT);
}

/*
 * The lines are those of QEMU 7.2 -kernel (the path as typed, with a blank after it), GRUB 2.06 (no
 * path) and iPXE 1.0.0+git-20190125 (the whole URL).
 */
static void the_kernels_path_is_no_setting(void **state)
{
    (void)state;
    const struct {
        const char *line, *directory, *command;
    } rows[] = {
        {"/tmp/in my/bareprobe.elf ", "/tmp/in my", "*"},
        {"/tmp/in my/bareprobe.elf command=a/b", "/tmp/in my", "a/b"},
        {"in the way/x/bareprobe-quick.elf command=a/b", "in the way/x", "a/b"},
        {"a=b/bareprobe.elf command=a/b", "a=b", "a/b"},
        {"/tmp/a=b/kernel command=a/b", "/tmp/a=b", "a/b"},
        {"/tmp/a= b/c=d e/bareprobe command=a/b", "/tmp/a= b/c=d e", "a/b"},
        {"http://10.0.2.2/get?name=bareprobe command=a/b", "http://10.0.2.2", "a/b"},
        {"tftp://10.0.2.2/probe command=a/b", "tftp://10.0.2.2", "a/b"},
        {"command=a/b", ".", "a/b"},
        {"  command=x/bareprobe", ".", "x/bareprobe"},
        {"kernel command=/tmp/bareprobe.elf", ".", "/tmp/bareprobe.elf"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(parse(rows[i].line), 0);
        assert_string_equal(config.command, rows[i].command);
        assert_string_equal(command_line_split(rows[i].line).directory, rows[i].directory);
    }
    assert_int_equal(parse("/x/bareprobe.elf thesis/hello"), -1);
    assert_non_null(strstr(error, "'thesis/hello' is not a setting"));
    assert_int_equal(parse("comand=thesis/hello"), -1);
    assert_non_null(strstr(error, "did you mean command?"));
}

static void a_line_that_was_cut_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(parse("k begin repetitions=7 command=thesis/* end"), 0);
    assert_int_equal(config.repetitions, 7);
    assert_int_equal(parse("k begin repetitions=7 end command=thesis/*"), 0);
    assert_string_equal(config.command, "thesis/*");
    const char *const cut[] = {"k begin", "k begin repetitions=7 comm", "repetitions=7 begin en"};
    for (unsigned i = 0; i < sizeof cut / sizeof cut[0]; i++) {
        assert_int_equal(parse(cut[i]), -1);
        assert_non_null(strstr(error, "command line: cut by the loader"));
    }
}

static void long_words_are_cut_in_messages(void **state)
{
    (void)state;
    char line[4096];
    const char *const keys[] = {"command", "events", "repetitions", "report",
                                "console", "exit",   "what"};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        int length = snprintf(line, sizeof line, "k %s=", keys[i]);
        memset(line + length, 'x', sizeof line - (size_t)length - 1);
        line[sizeof line - 1] = 0;
        assert_int_equal(parse(line), -1);
        assert_true(strlen(error) < CONFIG_ERROR_BYTES - 1);
    }
    memset(line, 'y', sizeof line - 1); /* the kernel's name may be a path of any length */
    assert_int_equal(parse(line), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_hold),
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(the_first_word_may_be_a_setting),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(events_come_by_code_and_group),
        cmocka_unit_test(events_are_settings_of_their_own),
        cmocka_unit_test(ways_of_measuring),
        cmocka_unit_test(a_profile_counts_time_alone),
        cmocka_unit_test(targets_of_intervals),
        cmocka_unit_test(settings_behind_a_mistake_are_read),
        cmocka_unit_test(the_kernels_path_is_no_setting),
        cmocka_unit_test(a_line_that_was_cut_is_an_error),
        cmocka_unit_test(long_words_are_cut_in_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
