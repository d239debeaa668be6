/*
 * SPDX-License-Identifier: MIT
 * Tests the serial output character by character: records with their CRC, and the thesis's text
 * layout.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "pmc/p5/p5_events.h"
#include "serial/crc16.h"
#include "serial/report.h"

static char sent[16384];

static void send(void *to, const char *line, size_t length)
{
    (void)to;
    assert_true(strlen(sent) + length < sizeof sent);
    strncat(sent, line, length);
}

static struct report_stream open_report(const struct report_form *form)
{
    sent[0] = 0;
    return (struct report_stream){.form = form,
                                  .wire = {.send = send},
                                  .plan = {.repetitions = 3,
                                           .level = 95,
                                           .ring = "user",
                                           .count_rings = "both",
                                           .paging = "mixed"}};
}

/* The check value of the CRC catalogue. */
static void crc_is_ccitt_false(void **state)
{
    (void)state;
    assert_int_equal(crc16("123456789", 9), 0x29B1);
    assert_int_equal(crc16("", 0), 0xFFFF);
}

/* Values are in tenths: 5023 is 502.3. */
static struct report_result result(unsigned region, const char *text, int64_t mean,
                                   int64_t half_width, uint32_t entries)
{
    return (struct report_result){
        .bench = "a/b",
        .ring = "kernel",
        .state = "warm",
        .ablate = "none",
        .region = region,
        .event = "branches",
        .event_text = text,
        .code = 0x12,
        .entries = entries,
        .exits = entries,
        .raw = fixed_divide(fixed_from_int(mean), fixed_from_int(10)),
        .corrected = {.n = 3,
                      .mean = fixed_divide(fixed_from_int(mean), fixed_from_int(10)),
                      .half_width = fixed_divide(fixed_from_int(half_width), fixed_from_int(10))},
    };
}

/* The overhead may leave a sample with a fraction: its decimal point is aligned with the
 * average's. */
static void text_lists_all_results(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text);
    const int64_t samples[] = {3925, 3924, 3926};
    struct report_result all = result(1, "Branches", 39005, 0, 100);
    all.off = fixed_divide(fixed_from_int(49), fixed_from_int(2)); /* 24.5 of 100 entries */
    all.samples = samples;
    all.n_samples = 3;
    const struct report_bench bench = {.state = "cold",
                                       .ablate = "vpipe",
                                       .repetitions = 3,
                                       .n_regions = 1,
                                       .n_events = 1,
                                       .results = &all};
    REPORT(&report, bench_end, &bench);
    assert_string_equal(sent,
                        " measured in ring 3, user and kernel events counted, cold, V pipe off\n"
                        " time stamp counter over a whole run: 0.0 +/- 0.0 (0.000%)\n"
                        "Results (for 1 regions, 3 repetitions, 95% confidence level):\n"
                        "    Region 1, entered 100 times and exited 100 times:\n"
                        "        Event: Branches\n"
                        "            rep 1:         3900.5\n"
                        "            rep 2:         3899.5\n"
                        "            rep 3:         3901.5\n"
                        "            Average:       3900.5 +/- 0.0 (0.000%)\n"
                        "                             39.0 per time region entered\n");
}

static void text_shows_no_number_where_nothing_was_counted(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text);
    struct report_result results[] = {result(0, "Branches", 0, 0, 1), result(0, "Flops", 0, 5, 1),
                                      result(0, "A", 0, 0, 1), result(0, "B", 0, 0, 1),
                                      result(0, "C", 0, 0, 1)};
    results[2].status = RESULT_UNSUPPORTED;
    results[3].status = RESULT_STUCK;
    results[4].status = RESULT_BROKEN;
    const struct report_bench bench = {
        .state = "warm", .ablate = "none", .n_regions = 1, .n_events = 5, .results = results};
    REPORT(&report, bench_end, &bench);
    const char *expected =
        "        Branches: 0.0 +/- 0.0 (0.000%) [0.0]\n"
        "        Flops: 0.0 +/- 0.5 (NaN%) [0.0]\n"
        "        A: unsupported\n"
        "        B: stuck\n"
        "        C: broken\n";
    assert_non_null(strstr(sent, expected));
}

/* Three or more equal states share one line: if no event of the region counts, apart from the time
 * stamp, and for counted events that were not heard. */
static void text_says_once_why_there_is_no_number(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text);
    struct report_result results[] = {result(0, "A", 0, 0, 1), result(0, "B", 0, 0, 1),
                                      result(0, "C", 0, 0, 1), result(0, "Time stamp", 70, 0, 1)};
    results[0].status = results[1].status = results[2].status = RESULT_UNSUPPORTED;
    results[3].code = EVENT_CODE_TIME_STAMP;
    const struct report_bench bench = {
        .state = "warm", .ablate = "none", .n_regions = 1, .n_events = 4, .results = results};
    REPORT(&report, bench_end, &bench);
    assert_non_null(strstr(sent,
                           "times:\n"
                           "        none of 3 events can be counted here: unsupported\n"
                           "        Time stamp: 7.0"));
    report = open_report(&report_text);
    results[1].status = RESULT_OK; /* one event counts, so each of the others has its own line */
    REPORT(&report, bench_end, &bench);
    assert_non_null(strstr(sent, "        A: unsupported\n        B: 0.0"));
    assert_null(strstr(sent, "none of"));
    report = open_report(&report_text);
    results[0].status = results[2].status = results[3].status = RESULT_NOT_HEARD;
    REPORT(&report, bench_end, &bench);
    assert_non_null(strstr(sent, "times:\n        3 events: not heard\n        B: 0.0"));
    assert_null(strstr(strstr(sent, "not heard") + 1, "not heard"));
}

/* 610 clocks of 305 instructions are 2 each; 122 of them, 40 %, went through V. Counts of different
 * rings are not related to each other. */
static void text_says_what_a_count_is_of_another(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_text);
    struct report_result results[] = {result(0, "I", 3050, 0, 1), result(0, "V", 1220, 0, 1),
                                      result(0, "Clock cycles", 6100, 0, 1)};
    results[0].event = "instructions_executed";
    results[1].event = "instructions_executed_in_v_pipe";
    results[2].event = "count_clocks";
    const struct report_bench bench = {
        .state = "warm", .ablate = "none", .n_regions = 1, .n_events = 3, .results = results};
    REPORT(&report, bench_end, &bench);
    assert_non_null(strstr(sent,
                           "        I: 305.0 +/- 0.0 (0.000%) [305.0]   #  2.00 CPI\n"
                           "        V: 122.0 +/- 0.0 (0.000%) [122.0]   #  40.000% of I\n"
                           "        Clock cycles: 610.0 +/- 0.0 (0.000%) [610.0]\n"));
    report = open_report(&report_text);
    results[2].ring = "user";
    REPORT(&report, bench_end, &bench);
    assert_null(strstr(sent, "CPI"));
}

/* Errata of pmc/p5/p5_errata.def that may affect a result: neither the result nor the cause's count
 * is 0. */
static void text_notes_errata(void **state)
{
    (void)state;
    static const char note[] = "            erratum: counts 2 on a misaligned access\n";
    static const struct {
        const char *vendor;
        uint32_t signature;
        int64_t misses, misaligned; /* -1: was not measured */
        bool noted;
    } cases[] = {
        {"GenuineIntel", 0x52C, 40, 30, true},  {"GenuineIntel", 0x517, 40, -1, true},
        {"GenuineIntel", 0x52C, 40, 0, false},  {"GenuineIntel", 0x52C, 0, 30, false},
        {"GenuineIntel", 0x543, 40, 30, false}, {"GenuineIntel", 0x633, 40, 30, false},
        {"AuthenticAMD", 0x52C, 40, 30, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct report_stream report = open_report(&report_text);
        const struct report_cpu cpu = {
            .name = "p", .vendor = cases[i].vendor, .signature = cases[i].signature};
        REPORT(&report, cpu, &cpu);
        struct report_result results[] = {result(0, "Data Read Miss", cases[i].misses, 0, 1),
                                          result(0, "Misaligned", cases[i].misaligned, 0, 1)};
        results[0].code = P5_data_read_miss;
        results[1].code = P5_misaligned_data_memory_or_IO_references;
        const struct report_bench bench = {.state = "warm",
                                           .ablate = "none",
                                           .n_regions = 1,
                                           .n_events = cases[i].misaligned < 0 ? 1 : 2,
                                           .results = results};
        REPORT(&report, bench_end, &bench);
        assert_int_equal(strstr(sent, note) != NULL, cases[i].noted);
    }
}

/* The end probe may miss the TLB once: for 2 entries 2 misses may be its own, a hundredth of 200.
 */
static void text_notes_what_may_be_the_probes(void **state)
{
    (void)state;
    static const char note[] = "            1 per entry is the end probe's, if";
    static const struct {
        int64_t walks;
        bool by_stub, whole_run, noted;
    } cases[] = {
        {16, false, false, true},   {0, false, false, false}, {200, false, false, true},
        {300, false, false, false}, {16, true, false, false}, {16, false, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct report_stream report = open_report(&report_text);
        report.plan.whole_runs = cases[i].whole_run;
        struct report_result walks = result(0, "Data TLB Miss", cases[i].walks * 10, 0, 2);
        walks.event = "data_tlb_miss";
        walks.by_stub = cases[i].by_stub;
        const struct report_bench bench = {
            .state = "warm", .ablate = "none", .n_regions = 1, .n_events = 1, .results = &walks};
        REPORT(&report, bench_end, &bench);
        assert_int_equal(strstr(sent, note) != NULL, cases[i].noted);
    }
}

static void records_carry_every_key(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_records);
    struct report_result r = result(1, "Branches", 1005, 25, 100);
    r.overhead = fixed_from_int(6);
    r.corrected.minimum = fixed_from_int(-1);
    REPORT(&report, result, &r);
    r.status = RESULT_STUCK;
    REPORT(&report, result, &r);
    assert_non_null(
        strstr(sent,
               "BP seq=0 ev=result bench=a/b region=1 event=branches code=0x12 "
               "counter=0 ring=kernel state=warm ablate=none index=0 n=3 mean=100.5 sd=0 ci=2.5 "
               "level=95 min=-1 med=0 max=0 mode=0 entries=100 exits=100 raw=100.5 "
               "overhead=6 per_entry=1.005 outliers=0 status=ok crc="));
    assert_non_null(
        strstr(sent,
               "BP seq=1 ev=result bench=a/b region=1 event=branches code=0x12 "
               "counter=0 ring=kernel state=warm ablate=none index=0 entries=100 exits=100 "
               "status=stuck crc="));
}

/* The reason is in the record and below the text's result; the last line has the number. */
static void a_suspect_result_has_its_reason(void **state)
{
    (void)state;
    struct report_result r = result(1, "Branches", 1005, 25, 100);
    r.suspect = "more branches than instructions";
    struct report_stream report = open_report(&report_records);
    REPORT(&report, result, &r);
    assert_non_null(
        strstr(sent, " outliers=0 suspect=\"more branches than instructions\" status=ok crc="));
    const struct report_bench bench = {
        .state = "warm", .ablate = "none", .n_regions = 1, .n_events = 1, .results = &r};
    report = open_report(&report_text);
    REPORT(&report, bench_end, &bench);
    assert_non_null(strstr(sent,
                           "        Branches: 100.5 +/- 2.5 (2.488%) [1.0]\n"
                           "            suspect: more branches than instructions\n"));
    r.status = RESULT_STUCK; /* it has no number that could be wrong */
    report = open_report(&report_text);
    REPORT(&report, bench_end, &bench);
    report.form = &report_records;
    REPORT(&report, result, &r);
    assert_null(strstr(sent, "suspect"));
}

static void the_last_line_counts_suspect_results(void **state)
{
    (void)state;
    struct report_done done = {.results = 234, .suspects = 1};
    struct report_stream report = open_report(&report_text);
    REPORT(&report, done, &done);
    assert_string_equal(sent, "234 results, 0 errors, 1 suspect: ok\n");
    report = open_report(&report_p5mon_file);
    REPORT(&report, done, &done);
    assert_string_equal(sent, "# 234 results, 0 errors, 1 suspect: ok\n");
    done.suspects = 0;
    report = open_report(&report_text);
    REPORT(&report, done, &done);
    assert_string_equal(sent, "234 results, 0 errors: ok\n");
}

/* The overhead is that of an empty region, of its stub or of a whole run. `tries` is left out if
 * the first one settled. */
static void calibrations_say_whether_they_settled(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_records);
    struct report_result empty = result(0, "Branches", 60, 0, 1);
    struct report_calibration calibration = {.empty = &empty,
                                             .of = "region",
                                             .overhead = fixed_from_int(6),
                                             .tries = 1,
                                             .settled = true};
    empty.read_by = "rdmsr";
    empty.corrected.minimum = fixed_from_int(5);
    empty.corrected.maximum = fixed_from_int(9);
    empty.corrected.median = empty.corrected.mode = fixed_from_int(6);
    empty.corrected.deviation = fixed_from_int(2);
    empty.corrected.half_width = fixed_from_int(4);
    empty.mad = fixed_divide(fixed_from_int(1), fixed_from_int(2));
    empty.outliers = 2;
    REPORT(&report, calibration, &calibration);
    calibration.tries = 2;
    empty.by_stub = true;
    calibration.of = result_overhead_of(&empty);
    REPORT(&report, calibration, &calibration);
    calibration.tries = 4;
    calibration.settled = false;
    empty.region = REPORT_WHOLE_RUN;
    calibration.of = result_overhead_of(&empty);
    REPORT(&report, calibration, &calibration);
    calibration.other_key = "overhead_cold";
    calibration.other = fixed_from_int(7);
    empty.position = "near";
    REPORT(&report, calibration, &calibration);
#define EMPTY(seq, of)                                                                             \
    "BP seq=" seq                                                                                  \
    " ev=calibration event=branches code=0x12 counter=0 ring=kernel state=warm "                   \
    "ablate=none index=0 read_by=rdmsr of=" of                                                     \
    " overhead=6 n=3 mean=6 sd=2 ci=4 level=95 min=5 med=6 max=9 mode=6 "                          \
    "mad=0.5 outliers=2 "
    assert_non_null(strstr(sent, EMPTY("0", "region") "status=ok crc="));
    assert_non_null(strstr(sent, EMPTY("1", "stub") "tries=2 status=ok crc="));
    assert_non_null(strstr(sent, EMPTY("2", "run_stub") "tries=4 status=unsettled crc="));
    assert_non_null(strstr(sent, " counter=0 position=near ring=kernel "));
    assert_non_null(strstr(sent, " overhead=6 overhead_cold=7 n=3 "));
}

/* Warnings, lines of files and progress, in each form. */
static void messages_beside_the_results(void **state)
{
    (void)state;
    static const struct {
        const struct report_form *form;
        const char *sent;
    } cases[] = {
        {&report_text,
         "warning: w\nf: warning: w\nl\nf: l\n"
         "repetition 2 of 20: a/b, cold, L1 caches off\n"
         "execution 9: a/b, counting flops, branches\n"},
        {&report_p5mon_file,
         "# warning: w\n# warning: w\n# l\n# l\n"
         "# repetition 2 of 20: a/b, cold, L1 caches off\n"
         "# execution 9: a/b, counting flops, branches\n"},
        {&report_records,
         "BP seq=0 ev=warning file=stderr what=w\n"
         "BP seq=1 ev=warning file=f what=w\n"
         "BP seq=2 ev=file name=stdout line=l\n"
         "BP seq=3 ev=file name=f line=l\n"
         "BP seq=4 ev=repetition bench=a/b state=cold ablate=l1 number=2 of=20\n"
         "BP seq=5 ev=execution bench=a/b number=9 counted=yes events=flops,branches\n"},
    };
    const struct report_repetition repetition = {"a/b", "cold", "l1", 2, 20};
    const struct report_execution execution = {"a/b", 9, true, {"flops", "branches"}, 2};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct report_stream report = open_report(cases[i].form);
        REPORT(&report, warning, "stderr", "w");
        REPORT(&report, warning, "f", "w");
        REPORT(&report, file_line, "stdout", "l");
        REPORT(&report, file_line, "f", "l");
        REPORT(&report, repetition, &repetition);
        REPORT(&report, execution, &execution);
        for (char *crc = strstr(sent, " crc="); crc; crc = strstr(crc, " crc="))
            memmove(crc, strchr(crc, '\n'), strlen(strchr(crc, '\n')) + 1);
        assert_string_equal(sent, cases[i].sent);
    }
}

static void values_are_quoted_where_needed(void **state)
{
    (void)state;
    static const struct {
        const char *value, *sent;
    } cases[] = {
        {"plain", " k=plain "},
        {"two words", " k=\"two words\" "},
        {"", " k=\"\" "},
        {"a=b", " k=\"a=b\" "},
        {"say \"x\"", " k=\"say 'x'\" "},
        {"tab\there", " k=\"tab?here\" "},
        {"\xff", " k=\"?\" "},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct report_stream report = open_report(&report_records);
        struct record record;
        record_begin(&record, &report.wire, "x");
        record_text(&record, "k", cases[i].value);
        record_end(&record);
        assert_non_null(strstr(sent, cases[i].sent));
    }
}

/* The record shows that something is missing, and its CRC is still valid. */
static void what_does_not_fit_is_marked(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_records);
    struct record record;
    char value[300];
    memset(value, 'v', sizeof value);
    value[sizeof value - 1] = 0;
    record_begin(&record, &report.wire, "x");
    for (unsigned i = 0; i < 5; i++)
        record_text(&record, "k", value);
    record_end(&record);
    assert_true(strlen(sent) <= RECORD_BYTES);
    char *crc = strstr(sent, " cut=1 crc=");
    assert_non_null(crc);
    unsigned said;
    assert_int_equal(sscanf(crc, " cut=1 crc=%4x\n", &said), 1);
    assert_int_equal(said, crc16(sent, (size_t)(crc + strlen(" cut=1") - sent)));
}

static void a_fault_fits_in_one_record(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_records);
    struct report_fault fault;
    memset(&fault, 0xFF, sizeof fault);
    fault.bench = "group/a_rather_long_name_for_a_benchmark";
    fault.name = "coprocessor segment overrun";
    fault.region = 255;
    fault.region_name = "a name as long as one would give to a region";
    fault.what[sizeof fault.what - 1] = 0;
    REPORT(&report, fault, &fault);
    assert_null(strstr(sent, "cut=1"));
    assert_non_null(strstr(sent, " eip=0xffffffff "));
    assert_non_null(strstr(sent, " code=ffffffffffffffffffffffffffffffff "));
}

/* Lines are sent separately, with tabs expanded to columns of 8 and '?' for other characters that
 * are not printable ASCII; a last line without a newline is marked. */
static void output_is_sent_by_lines(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_records);
    static const char text[] = "one\ttwo\n\n\t\aj is: 3";
    struct report_output output = {"a/b", "warm", "none", text, sizeof text - 1, false};
    REPORT(&report, output, &output);
    assert_non_null(strstr(sent,
                           "BP seq=0 ev=output bench=a/b state=warm ablate=none line=0 "
                           "text=\"one     two\" crc="));
    assert_non_null(strstr(sent, " line=1 text=\"\" crc="));
    assert_non_null(strstr(sent, " line=2 text=\"        ?j is: 3\" newline=0 crc="));

    report = open_report(&report_text);
    REPORT(&report, output, &output);
    assert_string_equal(sent, "Output:\n    one     two\n    \n            ?j is: 3\n");
    report = open_report(&report_p5mon_file);
    REPORT(&report, output, &output);
    assert_string_equal(sent, "# output: one     two\n# output: \n# output:         ?j is: 3\n");
}

/* 600 characters are sent as 255, 255 and 90, and nothing is missing. */
static void long_output_is_sent_in_pieces(void **state)
{
    (void)state;
    char text[601];
    struct output_piece piece;
    size_t position = 0;
    memset(text, 'x', 600);
    text[599] = '\n';
    struct report_output output = {"a/b", "warm", "none", text, 600, true};
    static const size_t lengths[] = {255, 255, 89};
    for (unsigned i = 0; i < 3; i++) {
        assert_true(output_lines_next(&output, &position, &piece));
        assert_int_equal(strlen(piece.text), lengths[i]);
        assert_int_equal(piece.ended, i == 2);
    }
    assert_false(output_lines_next(&output, &position, &piece));
    struct report_stream report = open_report(&report_records);
    REPORT(&report, output, &output);
    const char *first = strstr(sent, " newline=0 lost=1 crc=");
    assert_non_null(first);
    assert_null(strstr(first + strlen(" newline=0 lost=1"), "lost=1"));
}

/*
 * QEMU 7.2 -cpu pentium3 has no switch for the caches, so that the effect of one is the difference
 * of two nearly equal times.
 */
static void a_negative_effect_has_its_sign(void **state)
{
    (void)state;
    const struct report_selftest test = {"ablate_l1", "unsupported", 4361, -98, NULL};
    struct report_stream report = open_report(&report_records);
    REPORT(&report, selftest, &test);
    assert_non_null(strstr(sent, " expect=4361 got=-98 crc="));
    report = open_report(&report_text);
    REPORT(&report, selftest, &test);
    assert_string_equal(sent, " self-test: ablate_l1 is unsupported: expected 4361, got -98\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_is_sent_by_lines),
        cmocka_unit_test(a_negative_effect_has_its_sign),
        cmocka_unit_test(long_output_is_sent_in_pieces),
        cmocka_unit_test(crc_is_ccitt_false),
        cmocka_unit_test(text_lists_all_results),
        cmocka_unit_test(messages_beside_the_results),
        cmocka_unit_test(text_shows_no_number_where_nothing_was_counted),
        cmocka_unit_test(text_says_what_a_count_is_of_another),
        cmocka_unit_test(text_says_once_why_there_is_no_number),
        cmocka_unit_test(text_notes_errata),
        cmocka_unit_test(text_notes_what_may_be_the_probes),
        cmocka_unit_test(records_carry_every_key),
        cmocka_unit_test(a_suspect_result_has_its_reason),
        cmocka_unit_test(the_last_line_counts_suspect_results),
        cmocka_unit_test(calibrations_say_whether_they_settled),
        cmocka_unit_test(values_are_quoted_where_needed),
        cmocka_unit_test(what_does_not_fit_is_marked),
        cmocka_unit_test(a_fault_fits_in_one_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
