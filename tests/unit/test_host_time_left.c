/*
 * SPDX-License-Identifier: MIT
 * Tests the estimate of the time left against recorded runs: tests/data/pace/NAME.1 of a virtual
 * Pentium of 100 MHz and NAME.2 of 200 MHz. Each line is a tick: modelled seconds, passes done, and
 * all passes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "host/machines/live/time_left.h"
#include "host/data/run/pace_marks.h"

#define MOST_TICKS 2000

struct ticks {
    struct {
        double seconds;
        unsigned done, passes;
    } tick[MOST_TICKS];
    unsigned n;
};

static void read_ticks(const char *name, unsigned take, struct ticks *ticks)
{
    char path[200];
    snprintf(path, sizeof path, "tests/data/pace/%s.%u", name, take);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    ticks->n = 0;
    while (ticks->n < MOST_TICKS &&
           fscanf(file, "%lf %u %u", &ticks->tick[ticks->n].seconds, &ticks->tick[ticks->n].done,
                  &ticks->tick[ticks->n].passes) == 3)
        ticks->n++;
    fclose(file);
    assert_true(ticks->n > 2);
}

static const struct wire_record tick_record = {.kind = {"tick", 4}};
static const struct wire_record other_record = {.kind = {"start", 5}};

static void hear(struct run *run, const struct ticks *ticks, unsigned i)
{
    run->passes_done = ticks->tick[i].done;
    run->passes = ticks->tick[i].passes;
}

static char *pace_of(const struct ticks *ticks)
{
    struct run run = {.pace = ""};
    struct pace_marks marks = {0};
    pace_marks_update(&marks, &run, 100);
    for (unsigned i = 0; i < ticks->n; i++) {
        hear(&run, ticks, i);
        pace_marks_update(&marks, &run, 100 + ticks->tick[i].seconds);
    }
    return pace_marks_text(&marks);
}

/* Checks the estimate at each percent from 10 to 95, within a factor of 1.5. */
static void hold(const char *name)
{
    struct ticks before, now;
    read_ticks(name, 1, &before);
    read_ticks(name, 2, &now);
    char *earlier = pace_of(&before);
    assert_int_not_equal(*earlier, 0);
    struct run run = {.pace = earlier};
    struct pace pace = {0};
    time_left_record(&pace, &run, &other_record, 50);
    double end = now.tick[now.n - 1].seconds;
    unsigned heard = 0;
    for (unsigned percent = 10; percent <= 95; percent++) {
        double at = end * percent / 100, left = end - at;
        for (; heard < now.n && now.tick[heard].seconds <= at; heard++) {
            hear(&run, &now, heard);
            time_left_record(&pace, &run, &tick_record, 50 + now.tick[heard].seconds);
        }
        double said = time_left_seconds(&pace, 50 + at);
        if (said > 1.5 * left || said < left / 1.5)
            fail_msg("%s, at %u %%: %.2f s left, said %.2f", name, percent, left, said);
    }
    free(earlier);
}

static void test_recorded_runs(void **state)
{
    (void)state;
    static const char *const names[] = {"quick",   "machine", "fit",  "apps",
                                        "program", "pipe",    "sort", "instr"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        hold(names[i]);
}

/* Four passes of 1, 1, 1 and 7 s: half of the passes are done when 8 of 10 s are left. If each
 * takes twice as long, every estimate doubles, except for the weight of a fiftieth of the earlier
 * run, 0.2 s. */
static void test_known_pace(void **state)
{
    (void)state;
    struct ticks even = {.tick = {{1, 1, 4}, {2, 2, 4}, {3, 3, 4}, {10, 4, 4}}, .n = 4};
    char *pace = pace_of(&even), text[40];
    struct run run = {.pace = pace, .passes = 4};
    struct pace now = {0};
    time_left_record(&now, &run, &other_record, 0);
    assert_true(time_left_seconds(&now, 0) > 9.999 && time_left_seconds(&now, 0) < 10.001);
    hear(&run, &even, 1);
    time_left_record(&now, &run, &tick_record, 2);
    assert_string_equal(time_left_text(&now, 2, text, sizeof text), "8 s left");
    assert_string_equal(time_left_text(&now, 5, text, sizeof text), "5 s left");
    assert_string_equal(time_left_text(&now, 99, text, sizeof text), "0 s left");
    now.ticked = 4; /* 4.2 / 2.2 of 10 s, less 4 */
    assert_string_equal(time_left_text(&now, 4, text, sizeof text), "15 s left");
    free(pace);
}

static void test_nothing_known(void **state)
{
    (void)state;
    static const char *const paces[] = {"", "1 2 3", "x", "nan"};
    char text[40];
    for (unsigned i = 0; i < sizeof paces / sizeof paces[0]; i++) {
        struct run run = {.pace = paces[i], .passes = 4, .passes_done = 2};
        struct pace pace = {0};
        time_left_record(&pace, &run, &tick_record, 10);
        assert_true(time_left_seconds(&pace, 75) < 0);
        assert_string_equal(time_left_text(&pace, 75, text, sizeof text), "1 min 5 s elapsed");
    }
}

/* A run that ends early leaves no pace. */
static void test_incomplete(void **state)
{
    (void)state;
    struct ticks half = {.tick = {{1, 1, 4}, {2, 2, 4}}, .n = 2};
    char *pace = pace_of(&half);
    assert_string_equal(pace, "");
    free(pace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recorded_runs),
        cmocka_unit_test(test_known_pace),
        cmocka_unit_test(test_nothing_known),
        cmocka_unit_test(test_incomplete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
