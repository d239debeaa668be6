/*
 * SPDX-License-Identifier: MIT
 * Validates the tables of the Pentium 4's events and registers against the manuals:
 * tests/data/netburst.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmc/netburst/netburst_events.h"

#define FOLDER "tests/data/netburst/"

enum { MOST_CELLS = 8 };

/* Reads the next row's cells and returns their number, 0 at the end. The row of headings is
 * included. */
static unsigned next_row(FILE *file, char *line, size_t size, char *cells[MOST_CELLS])
{
    unsigned n = 0;
    if (!fgets(line, (int)size, file))
        return 0;
    line[strcspn(line, "\n")] = 0;
    for (char *rest = line; rest && n < MOST_CELLS;)
        cells[n++] = strsep(&rest, "\t");
    return n;
}

static FILE *open_data(const char *name)
{
    char line[400], *cells[MOST_CELLS];
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    assert_int_not_equal(next_row(file, line, sizeof line, cells), 0);
    return file;
}

static uint8_t models_of(const char *digits)
{
    uint8_t models = 0;
    for (; *digits; digits++)
        models |= (uint8_t)(1u << (*digits - '0'));
    return models;
}

static uint32_t counters_of(const char *list)
{
    uint32_t counters = 0;
    for (char *end; *list; list = *end == ',' ? end + 1 : end)
        counters |= 1u << strtoul(list, &end, 10);
    return counters;
}

static unsigned find_escr(const char *name, size_t length)
{
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (netburst_is(name, length, netburst_escrs[i].name))
            return i;
    fail_msg("no ESCR %.*s", (int)length, name);
    return NETBURST_NONE;
}

static uint8_t number_or_none(const char *text)
{
    return *text == '-' ? NETBURST_NONE : (uint8_t)strtoul(text, NULL, 10);
}

static void check_counter(char *cells[])
{
    unsigned number = (unsigned)strtoul(cells[3], NULL, 10);
    const struct netburst_counter *counter = &netburst_counters[number];
    bool cccr = !strcmp(cells[0], "cccr");
    assert_string_equal(cccr ? counter->cccr : counter->name, cells[1]);
    assert_int_equal((cccr ? MSR_NETBURST_CCCR0 : MSR_NETBURST_COUNTER0) + number,
                     strtoul(cells[2], NULL, 16));
    assert_int_equal(counter->cascade_from, number_or_none(cells[4]));
    assert_int_equal(counter->extended_from, number_or_none(strchr(cells[4], ' ') + 1));
}

static void check_escr(char *cells[])
{
    unsigned i = find_escr(cells[1], strlen(cells[1]));
    uint32_t counters = counters_of(cells[4]);
    assert_int_equal(netburst_escrs[i].address, strtoul(cells[2], NULL, 16));
    assert_int_equal(netburst_escrs[i].routing, strtoul(cells[3], NULL, 10));
    assert_int_equal(netburst_escrs[i].models, models_of(cells[5]));
    assert_int_equal(netburst_registers_reach(i), counters);
    for (unsigned counter = 0; counter < NETBURST_COUNTERS; counter++)
        assert_int_equal(netburst_escr_at(counter, netburst_escrs[i].routing) == i,
                         counters >> counter & 1);
}

/* 18 counters, 18 CCCRs, 45 ESCRs. */
static void registers_are_as_documented(void **state)
{
    (void)state;
    char line[400], *cells[MOST_CELLS];
    unsigned rows = 0;
    FILE *file = open_data(FOLDER "registers.tsv");
    for (; next_row(file, line, sizeof line, cells) == 6; rows++) {
        if (!strcmp(cells[0], "escr"))
            check_escr(cells);
        else
            check_counter(cells);
    }
    fclose(file);
    assert_int_equal(rows, 18 + 18 + 45);
}

/* `text` is as in "TC_ESCR0:4,5;TC_ESCR1:6,7". */
static void check_escrs(const struct netburst_event *event, char *text)
{
    for (unsigned i = 0; i < 2; i++) {
        char *one = strsep(&text, ";");
        if (!one) {
            assert_int_equal(event->escr[i], NETBURST_NONE);
            continue;
        }
        unsigned escr = find_escr(one, strcspn(one, ":"));
        assert_int_equal(event->escr[i], escr);
        assert_int_equal(netburst_registers_reach(escr), counters_of(strchr(one, ':') + 1));
        assert_int_equal(event->routing, netburst_escrs[escr].routing);
    }
}

/* 181 parts of 47 events. */
static void events_are_as_documented(void **state)
{
    (void)state;
    char line[400], *cells[MOST_CELLS];
    unsigned rows = 0, events = 0;
    const struct netburst_event *last = NULL;
    const struct netburst_mask *part = NULL;
    FILE *file = open_data(FOLDER "events.tsv");
    for (; next_row(file, line, sizeof line, cells) == 7; rows++) {
        const struct netburst_event *event = netburst_find_event(cells[0], strlen(cells[0]));
        assert_non_null(event);
        events += event != last;
        part = netburst_next_part(event, event == last ? part : NULL);
        assert_non_null(part);
        assert_string_equal(part->name, cells[3]);
        assert_int_equal(part->bit, strtoul(cells[2], NULL, 10));
        assert_int_equal(event->select, strtoul(cells[1], NULL, 16));
        assert_int_equal(event->routing, strtoul(cells[5], NULL, 10));
        assert_int_equal(event->models, models_of(cells[6]));
        check_escrs(event, cells[4]);
        last = event;
    }
    fclose(file);
    assert_int_equal(rows, NETBURST_MASKS);
    assert_int_equal(events, NETBURST_EVENTS);
    assert_int_equal(events, 47);
}

/* The default mask has only parts of the event; within an ESCR, each select belongs to one
 * event. */
static void events_are_whole(void **state)
{
    (void)state;
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        const struct netburst_event *event = &netburst_events[i];
        assert_int_equal(event->usual & ~netburst_all_masks(event), 0);
        assert_ptr_equal(netburst_find_event(event->name, strlen(event->name)), event);
        for (unsigned e = 0; e < 2; e++)
            if (event->escr[e] != NETBURST_NONE)
                assert_ptr_equal(netburst_event_at(event->escr[e], event->select), event);
    }
}

/* The upstream event of each tagged event feeds its way of tagging, and its mask has only parts of
 * that event. */
static void both_ends_go_together(void **state)
{
    (void)state;
    static const uint8_t counting[] = {[NETBURST_FRONT_END] = NETBURST_EVENT_front_end_event,
                                       [NETBURST_EXECUTION] = NETBURST_EVENT_execution_event,
                                       [NETBURST_REPLAY] = NETBURST_EVENT_replay_event};
    for (unsigned i = 0; i < NETBURST_TAGGED; i++) {
        const struct netburst_tagged *tagged = &netburst_tagged[i];
        assert_int_equal(tagged->counting, counting[tagged->way]);
        assert_int_equal(tagged->way == NETBURST_REPLAY, tagged->enable != 0);
        assert_int_equal(tagged->enable != 0, tagged->vertical != 0);
        if (tagged->upstream == NETBURST_NONE)
            continue;
        const struct netburst_event *upstream = &netburst_events[tagged->upstream];
        assert_int_equal(upstream->feeds, tagged->way);
        assert_int_not_equal(tagged->mask, 0);
        assert_int_equal(tagged->mask & ~netburst_all_masks(upstream), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_as_documented),
        cmocka_unit_test(events_are_as_documented),
        cmocka_unit_test(events_are_whole),
        cmocka_unit_test(both_ends_go_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
