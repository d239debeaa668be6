/*
 * SPDX-License-Identifier: MIT
 * Tests the reports of the thesis's chapter 4 character by character: Figures 4.2 to 4.9.
 *
 * The inputs are the figures' averages and intervals, the output is the figures' text. If a figure
 * prints an interval and a percentage, the interval has the further digits that give both. The
 * thesis's text has lost indentation (4.3), line ends (4.6) and the width of the gap before values
 * (4.4, 4.6, 4.7, 4.9); there the neighbouring figure is followed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "serial/p5mon_file.h"

static char sent[8192];

static void send(void *to, const char *text, size_t length)
{
    (void)to;
    assert_true(strlen(sent) + length < sizeof sent);
    strncat(sent, text, length);
}

static struct report_stream open_report(const struct report_form *form, bool whole_runs)
{
    sent[0] = 0;
    return (struct report_stream){.form = form,
                                  .wire = {.send = send},
                                  .plan = {.level = 95,
                                           .whole_runs = whole_runs,
                                           .ring = "user",
                                           .count_rings = "user",
                                           .output_file = ""}};
}

static fixed_t thousandths(int64_t value)
{
    return fixed_divide(fixed_from_int(value), fixed_from_int(1000));
}

/* Mean and half width are in thousandths. */
static struct report_result result(unsigned region, unsigned code, const char *text, int64_t mean,
                                   int64_t half_width, uint32_t entries)
{
    return (struct report_result){
        .region = region,
        .event = text, /* an event without ratios, which the figures do not have */
        .event_text = text,
        .code = (uint16_t)code,
        .entries = entries,
        .exits = entries,
        .corrected = {.mean = thousandths(mean), .half_width = thousandths(half_width)},
    };
}

static struct report_result with_samples(struct report_result result, const int64_t *samples,
                                         unsigned n)
{
    result.samples = samples;
    result.n_samples = n;
    return result;
}

static void print(struct report_stream *report, const struct report_result *results,
                  unsigned regions, unsigned events, unsigned repetitions)
{
    const struct report_bench bench = {.name = "hello",
                                       .state = "warm",
                                       .ablate = "none",
                                       .n_regions = regions,
                                       .n_events = events,
                                       .repetitions = repetitions,
                                       .results = results};
    REPORT(report, bench_end, &bench);
}

/* The sent text from the first line that begins with `start`. */
static const char *from(const char *start)
{
    const char *found = strstr(sent, start);
    assert_non_null(found);
    return found;
}

/* Equal to the figure except for the program's own name. */
static void figure_4_2(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text, true);
    report.plan.date = (struct report_date){1997, 1, 30, 4, 16, 2, 20};
    report.plan.directory = "/home/fixed/safford/p5mon";
    report.plan.experiment = "./STD_PARMS";
    report.plan.arguments = "";
    report.plan.command = "hello";
    REPORT(&report, plan, &report.plan);
    const char *expected =
        "\nbareprobe started at Thu Jan 30 16:02:20 1997\n"
        " current directory: /home/fixed/safford/p5mon\n"
        " parameter file: ./STD_PARMS\n"
        " arguments:\n"
        " command: hello\n";
    assert_memory_equal(sent, expected, strlen(expected)); /* the report continues after it */
}

static void figure_4_3(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text, true);
    const struct report_result results[] = {
        result(0, 0x00, "Data Read", 201900000, 2800, 1),
        result(0, 0x02, "Data TLB Miss", 269000, 0, 1),
        result(0, 0x0C, "Code Read", 202666400, 38800, 1),
        result(0, 0x0D, "Code TLB Miss", 525400, 10200, 1),
        result(0, 0x17, "Instructions Executed in the v-pipe", 141021600, 21500, 1),
        result(0, 0x100, "Clock cycles", 201900000, 2800, 1),
    };
    print(&report, results, 1, 6, 5);
    const struct report_done done = {.milliseconds = 1000, .runs = 15};
    REPORT(&report, done, &done);
    const char *expected =
        "Results (for 5 repetitions with a 95% confidence level):\n"
        "  Data Read: 201900.0 +/- 2.8 (0.001%)\n"
        "  Data TLB Miss: 269.0 +/- 0.0 (0.000%)\n"
        "  Code Read: 202666.4 +/- 38.8 (0.019%)\n"
        "  Code TLB Miss: 525.4 +/- 10.2 (1.941%)\n"
        "  Instructions Executed in the v-pipe: 141021.6 +/- 21.5 (0.015%)\n"
        "  Clock cycles: 201900.0 +/- 2.8 (0.001%)\n"
        "Total elapsed time: 1.0 seconds\n"
        "   (program executed 15 times, with an average execution time of "
        "0.1s)\n";
    assert_memory_equal(from("Results"), expected, strlen(expected));
}

static void figure_4_4(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text, true);
    const int64_t reads[] = {201902, 201902, 201902, 201902, 201907};
    const int64_t misses[] = {269, 269, 269, 269, 271};
    const struct report_result results[] = {
        with_samples(result(0, 0x00, "Data Read", 201903000, 2300, 1), reads, 5),
        with_samples(result(0, 0x02, "Data TLB Miss", 269400, 919, 1), misses, 5),
    };
    print(&report, results, 1, 2, 5);
    const struct report_done done = {.milliseconds = 1300, .runs = 5};
    REPORT(&report, done, &done);
    const char *expected =
        "Results (for 5 repetitions with a 95% confidence level):\n"
        "  Event: Data Read\n"
        "    rep 0:       201902\n"
        "    rep 1:       201902\n"
        "    rep 2:       201902\n"
        "    rep 3:       201902\n"
        "    rep 4:       201907\n"
        "    Average:     201903.0 +/- 2.3 (0.001%)\n"
        "  Event: Data TLB Miss\n"
        "    rep 0:          269\n"
        "    rep 1:          269\n"
        "    rep 2:          269\n"
        "    rep 3:          269\n"
        "    rep 4:          271\n"
        "    Average:        269.4 +/- 0.9 (0.341%)\n"
        "Total elapsed time: 1.3 seconds\n"
        "   (program executed 5 times, with an average execution time of "
        "0.3s)\n";
    assert_memory_equal(from("Results"), expected, strlen(expected));
}

/* 1507 / 3 and 172 / 3 are the averages of Figure 4.6's samples. */
static const int64_t hits_0[] = {498, 498, 511}, hits_1[] = {2995, 2996, 2988},
                     hits_2[] = {59, 58, 55};
static const int64_t branches_0[] = {797, 797, 797}, branches_1[] = {3900, 3900, 3900},
                     branches_2[] = {174, 174, 174};

static void six_results(struct report_result results[6])
{
    results[0] = result(0, 0x12, "Branches", 797000, 0, 1);
    results[1] = result(0, 0x13, "BTB Hits", 502333, 11257, 1);
    results[2] = result(1, 0x12, "Branches", 3900000, 0, 100);
    results[3] = result(1, 0x13, "BTB Hits", 2993000, 6525, 100);
    results[4] = result(2, 0x12, "Branches", 174000, 0, 1);
    results[5] = result(2, 0x13, "BTB Hits", 57333, 0, 1);
    results[5].corrected.half_width = fixed_divide(thousandths(31224), fixed_from_int(10));
}

static void figure_4_5(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text, false);
    struct report_result results[6];
    six_results(results);
    print(&report, results, 3, 2, 3);
    assert_string_equal(from("Results"),
                        "Results (for 3 regions, 3 repetitions, 95% confidence level):\n"
                        "    Region 0, entered 1 times and exited 1 times:\n"
                        "        Branches: 797.0 +/- 0.0 (0.000%) [797.0]\n"
                        "        BTB Hits: 502.3 +/- 11.3 (2.241%) [502.3]\n"
                        "    Region 1, entered 100 times and exited 100 times:\n"
                        "        Branches: 3900.0 +/- 0.0 (0.000%) [39.0]\n"
                        "        BTB Hits: 2993.0 +/- 6.5 (0.218%) [29.9]\n"
                        "    Region 2, entered 1 times and exited 1 times:\n"
                        "        Branches: 174.0 +/- 0.0 (0.000%) [174.0]\n"
                        "        BTB Hits: 57.3 +/- 3.1 (5.446%) [57.3]\n");
}

static void figure_4_6(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text, false);
    struct report_result results[6];
    const int64_t *const samples[] = {branches_0, hits_0, branches_1, hits_1, branches_2, hits_2};
    six_results(results);
    for (unsigned i = 0; i < 6; i++)
        results[i] = with_samples(results[i], samples[i], 3);
    print(&report, results, 3, 2, 3);
    assert_string_equal(from("Results"),
                        "Results (for 3 regions, 3 repetitions, 95% confidence level):\n"
                        "    Region 0, entered 1 times and exited 1 times:\n"
                        "        Event: Branches\n"
                        "            rep 1:          797\n"
                        "            rep 2:          797\n"
                        "            rep 3:          797\n"
                        "            Average:        797.0 +/- 0.0 (0.000%)\n"
                        "                            797.0 per time region entered\n"
                        "        Event: BTB Hits\n"
                        "            rep 1:          498\n"
                        "            rep 2:          498\n"
                        "            rep 3:          511\n"
                        "            Average:        502.3 +/- 11.3 (2.241%)\n"
                        "                            502.3 per time region entered\n"
                        "    Region 1, entered 100 times and exited 100 times:\n"
                        "        Event: Branches\n"
                        "            rep 1:         3900\n"
                        "            rep 2:         3900\n"
                        "            rep 3:         3900\n"
                        "            Average:       3900.0 +/- 0.0 (0.000%)\n"
                        "                             39.0 per time region entered\n"
                        "        Event: BTB Hits\n"
                        "            rep 1:         2995\n"
                        "            rep 2:         2996\n"
                        "            rep 3:         2988\n"
                        "            Average:       2993.0 +/- 6.5 (0.218%)\n"
                        "                             29.9 per time region entered\n"
                        "    Region 2, entered 1 times and exited 1 times:\n"
                        "        Event: Branches\n"
                        "            rep 1:          174\n"
                        "            rep 2:          174\n"
                        "            rep 3:          174\n"
                        "            Average:        174.0 +/- 0.0 (0.000%)\n"
                        "                            174.0 per time region entered\n"
                        "        Event: BTB Hits\n"
                        "            rep 1:           59\n"
                        "            rep 2:           58\n"
                        "            rep 3:           55\n"
                        "            Average:         57.3 +/- 3.1 (5.446%)\n"
                        "                             57.3 per time region entered\n");
}

#define FIGURE_4_7_HEAD                                                                            \
    "# run_p5mon results file\n"                                                                   \
    "# Results (5 repetitions, 95% confidence level):\n"                                           \
    "# Event Repetition Value [conf.int] [percentage]\n"

static void figure_4_7(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_p5mon_file, true);
    const int64_t read[] = {11113, 11003, 10962, 10975, 10979};
    const int64_t write[] = {8856, 8876, 8816, 8850, 8845};
    const struct report_result results[] = {
        with_samples(result(0, 3, "", 11006400, 63200, 1), read, 5),
        with_samples(result(0, 4, "", 8848600, 22300, 1), write, 5),
    };
    print(&report, results, 1, 2, 5);
    assert_string_equal(sent, "# hello: in ring 3, user events counted, warm\n" FIGURE_4_7_HEAD
                              "0x3 0        11113\n"
                              "0x3 1        11003\n"
                              "0x3 2        10962\n"
                              "0x3 3        10975\n"
                              "0x3 4        10979\n"
                              "0x3 -1      11006.4 63.2 0.574\n"
                              "0x4 0         8856\n"
                              "0x4 1         8876\n"
                              "0x4 2         8816\n"
                              "0x4 3         8850\n"
                              "0x4 4         8845\n"
                              "0x4 -1       8848.6 22.3 0.252\n");
}

/* The thesis's text has lost this figure, but states that it consists of 4.7's summary lines. */
static void figure_4_8(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_p5mon_file, true);
    const struct report_result results[] = {result(0, 3, "", 11006400, 63200, 1),
                                            result(0, 4, "", 8848600, 22300, 1)};
    print(&report, results, 1, 2, 5);
    assert_string_equal(from("# run"), FIGURE_4_7_HEAD
                        "0x3 -1      11006.4 63.2 0.574\n"
                        "0x4 -1       8848.6 22.3 0.252\n");
}

static const char figure_4_9_text[] =
    "# run_p5mon results file\n"
    "# Results (for 2 regions, 5 repetitions, 95% confidence level):\n"
    "# Region Event Repetition Value [conf.int] [percentage]\n"
    "# Region 0: entered 1 exited 1\n"
    "0 0x3 0            5\n"
    "0 0x3 1            5\n"
    "0 0x3 2            5\n"
    "0 0x3 3            5\n"
    "0 0x3 4            5\n"
    "0 0x3 -1          5.0 0.0 0.000 5.0\n"
    "0 0x4 0            6\n"
    "0 0x4 1            6\n"
    "0 0x4 2            6\n"
    "0 0x4 3            6\n"
    "0 0x4 4            6\n"
    "0 0x4 -1          6.0 0.0 0.000 6.0\n"
    "# Region 1: entered 1 exited 1\n"
    "1 0x3 0            0\n"
    "1 0x3 1            0\n"
    "1 0x3 2            0\n"
    "1 0x3 3            0\n"
    "1 0x3 4            0\n"
    "1 0x3 -1          0.0 0.0 NaN 0.0\n"
    "1 0x4 0            2\n"
    "1 0x4 1            2\n"
    "1 0x4 2            2\n"
    "1 0x4 3            2\n"
    "1 0x4 4            2\n"
    "1 0x4 -1          2.0 0.0 0.000 2.0\n";

static void figure_4_9(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_p5mon_file, false);
    static const int64_t samples[4][5] = {{5, 5, 5, 5, 5}, {6, 6, 6, 6, 6}, {0}, {2, 2, 2, 2, 2}};
    struct report_result results[4];
    for (unsigned i = 0; i < 4; i++)
        results[i] =
            with_samples(result(i / 2, 3 + i % 2, "", 1000 * samples[i][0], 0, 1), samples[i], 5);
    print(&report, results, 2, 2, 5);
    assert_string_equal(from("# run"), figure_4_9_text);
}

/* A setting of output_file adds the same lines to a text report, each after the file's name. */
static void an_output_file_is_that_file(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text, false);
    const int64_t samples[] = {5, 5};
    const struct report_result all = with_samples(result(0, 3, "A", 5000, 0, 1), samples, 2);
    const struct report_bench bench = {.name = "hello",
                                       .state = "cold",
                                       .ablate = "l1",
                                       .n_regions = 1,
                                       .n_events = 1,
                                       .repetitions = 2,
                                       .results = &all};
    p5mon_file_bench(&report, &bench);
    assert_string_equal(sent, "");
    report.plan.output_file = "p5mon_output";
    p5mon_file_bench(&report, &bench);
    assert_string_equal(
        sent,
        "p5mon_output: # hello: in ring 3, user events counted, cold, L1 caches off\n"
        "p5mon_output: # run_p5mon results file\n"
        "p5mon_output: # Results (for 1 regions, 2 repetitions, 95% confidence level):\n"
        "p5mon_output: # Region Event Repetition Value [conf.int] [percentage]\n"
        "p5mon_output: # Region 0: entered 1 exited 1\n"
        "p5mon_output: 0 0x3 0            5\n"
        "p5mon_output: 0 0x3 1            5\n"
        "p5mon_output: 0 0x3 -1          5.0 0.0 0.000 5.0\n");
    report.form = &report_p5mon_file; /* the report is already in the file's form */
    sent[0] = 0;
    p5mon_file_bench(&report, &bench);
    assert_string_equal(sent, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_4_2),
        cmocka_unit_test(figure_4_3),
        cmocka_unit_test(figure_4_4),
        cmocka_unit_test(figure_4_5),
        cmocka_unit_test(figure_4_6),
        cmocka_unit_test(figure_4_7),
        cmocka_unit_test(figure_4_8),
        cmocka_unit_test(figure_4_9),
        cmocka_unit_test(an_output_file_is_that_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
