/*
 * SPDX-License-Identifier: MIT
 * Tests event names of the Pentium 4's counters and their registers, in both directions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "tests/unit/netburst_reading.h"

static struct netburst_count asked(const struct netburst_machine *machine, const char *text)
{
    struct netburst_count count;
    if (read_as(machine, text, &count))
        fail_msg("%s: %s", text, error);
    return count;
}

static void assert_written(const struct netburst_count *count, const char *expected)
{
    char text[300];
    assert_int_equal(netburst_format(count, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

/*
 * Published values. ESCR: select from bit 25, event mask from bit 9, tags 8-5 and their enable 4,
 * CPL 1-3 bit 2, CPL 0 bit 3, CPL 1-3 of the second logical processor bit 0. CCCR: 1000h enable,
 * 30000h any logical processor active, ESCR select from bit 13, compare 40000h, complement 80000h,
 * threshold from bit 20. Sources: perfex.c of perfctr 2.6.42; a guide to perfctr and Brink & Abyss
 * in Spanish (its values 405h and 205h have bit 0, so they are for two logical processors); Anton
 * Ertl's list for perfex.
 */
static const struct golden {
    const struct netburst_machine *machine;
    const char *names;
    uint32_t cccr, escr;
} goldens[] = {
    {&northwood, "instr_retired:nbogusntag:u@12", 0x00039000, 0x04000204},
    {&northwood, "replay_event:uk@12", 0x0003B000, 0x1200020C},
    {&northwood, "replay_event:u@12", 0x0003B000, 0x12000204},
    {&northwood, "branch_retired:mmtp+mmtm:c=3:u@14", 0x0027B000, 0x0C001804},
    {&with_threads, "uop_type:tagloads:u:u1@14", 0x00035000, 0x04000405},
    {&with_threads, "front_end_event:u:u1@15", 0x0003B000, 0x10000205},
    {&with_threads, "instr_retired:u1@12", 0x00039000, 0x04000601},
    {&with_threads, "page_walk_type:dtmiss:u:u1@0", 0x00039000, 0x02000205},
    {&northwood, "x87_fp_uop:tag=1:u@8", 0x00033000, 0x09000034},
    {&northwood, "execution_event:nbogus0:u@12", 0x0003B000, 0x18000204},
    {&northwood, "instr_retired:nbogusntag:c=16:i:u@12", 0x00FF9000, 0x04000204},
    {&northwood, "tc_deliver_mode:di:u@6", 0x00033000, 0x02000804},
    {&northwood, "tc_deliver_mode:di:c=1:i:u@7", 0x000F3000, 0x02000804},
    {&northwood, "tc_deliver_mode:bi:u@6", 0x00033000, 0x02004004},
    {&northwood, "bpu_fetch_request:u@0", 0x00031000, 0x06000204},
    {&northwood, "machine_clear:u@16", 0x0003B000, 0x04000204},
    {&northwood, "retired_mispred_branch_type:indirect:u@6", 0x00035000, 0x0A002004},
};

static void published_values_come_from_names(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        struct netburst_count count = asked(goldens[i].machine, goldens[i].names);
        assert_int_equal(netburst_cccr_value(&count), goldens[i].cccr);
        assert_int_equal(netburst_escr_value(&count), goldens[i].escr);
        assert_written(&count, goldens[i].names);
    }
}

static void published_values_are_read_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        char raw[64];
        snprintf(raw, sizeof raw, "0x%x/0x%x@%s", goldens[i].cccr, goldens[i].escr,
                 strchr(goldens[i].names, '@') + 1);
        struct netburst_count count = asked(goldens[i].machine, raw);
        assert_written(&count, goldens[i].names);
    }
}

/* Each part of each event, with various modifiers: from names to registers and back to names. */
static void everything_goes_both_ways(void **state)
{
    (void)state;
    static const char *const behind[] = {":u", ":k", ":c=1:e:uk", ":c=16:i:u", ":c=7:i:e:k"};
    struct netburst_machine machine = prescott;
    machine.counter_1 = true;
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        const struct netburst_event *event = &netburst_events[i];
        for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));) {
            for (unsigned b = 0; b < sizeof behind / sizeof behind[0]; b++) {
                char names[200], raw[64], back[200];
                unsigned counter = netburst_escrs[event->escr[0]].block == NETBURST_IQ ? 13 : 0;
                while (!(netburst_registers_reach(event->escr[0]) >> counter & 1))
                    counter++;
                const char *rings = i == NETBURST_EVENT_ioq_active_entries ? ":uk" : behind[b];
                snprintf(names, sizeof names, "%s:%s%s@%u", event->name, part->name, rings,
                         counter);
                struct netburst_count count = asked(&machine, names);
                snprintf(raw, sizeof raw, "%x/%x@0x%x", netburst_cccr_value(&count),
                         netburst_escr_value(&count), counter);
                struct netburst_count again = asked(&machine, raw);
                assert_int_equal(netburst_cccr_value(&again), netburst_cccr_value(&count));
                assert_int_equal(netburst_escr_value(&again), netburst_escr_value(&count));
                netburst_format(&count, names, sizeof names);
                netburst_format(&again, back, sizeof back);
                assert_string_equal(names, back);
            }
        }
    }
}

/* Both notations of thresholds, parts separated by either character, upper and lower case. */
static void other_spellings_mean_the_same(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"branch_retired:mmtp:mmtm:thr=2:u@14", "branch_retired:mmtp+mmtm:c=3:u@14"},
        {"Branch_Retired:MMTM:MMTP:U:C=3@14", "branch_retired:mmtp+mmtm:c=3:u@14"},
        {"tc_deliver_mode:di:thr=0:cmpl:u@7", "tc_deliver_mode:di:c=1:i:u@7"},
        {"machine_clear:clear:e", "machine_clear:c=1:e:u"},
        {"x87_fp_retired:nbogus:ku", "x87_fp_retired:uk"},
        {"39000/4000204@12", "instr_retired:nbogusntag:u@12"},
        {"0x39000/0x4000204@0x8000000c", "instr_retired:nbogusntag:u@12"},
        {"uops_retired:cascade=30:pmi:u", "uops_retired:pmi:cascade=30:u"},
        {"uops_retired:force_ovf:pmi:u@16", "uops_retired:force_ovf:pmi:u@16"},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct netburst_count count = asked(&northwood, pairs[i][0]);
        assert_written(&count, pairs[i][1]);
    }
}

static void assert_refused(const struct netburst_machine *machine, const char *text,
                           const char *word)
{
    struct netburst_count count;
    if (!read_as(machine, text, &count))
        fail_msg("%s was taken", text);
    if (!strstr(error, word))
        fail_msg("%s: %s; without '%s'", text, error, word);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    assert_refused(&northwood, "", "'' is not an event");
    assert_refused(&northwood, "branches:u", "'branches' is not an event of the Pentium 4");
    assert_refused(&northwood, "branch_retired:taken", "':taken' is not allowed; allowed: :u, :k");
    assert_refused(&northwood, "branch_retired:taken", ":mmnp :mmnm :mmtp :mmtm");
    assert_refused(&northwood, "branch_retired:mmtp+x", "':mmtp+x' is not allowed");
    assert_refused(&northwood, "branch_retired:", "':' is not allowed");
    assert_refused(&northwood, "branch_retired:u:", "':' is not allowed");
    assert_refused(&northwood, "branch_retired:c=0", "':c=0' is not allowed");
    assert_refused(&northwood, "branch_retired:c=17", "':c=17' is not allowed");
    assert_refused(&northwood, "branch_retired:thr=16", "':thr=16' is not allowed");
    assert_refused(&northwood, "branch_retired:i", "add :c=1 to :c=16");
    assert_refused(&northwood, "branch_retired:u1", "no Hyper-Threading");
    assert_refused(&northwood, "branch_retired:active=both", "no Hyper-Threading");
    assert_refused(&northwood, "branch_retired:force_ovf", "without :pmi");
    assert_refused(&northwood, "branch_retired@18", "'@18' is not a counter; allowed: 0 to 17");
    assert_refused(&northwood, "branch_retired@8", "allowed: @12 @13 @14 @15 @16 @17");
    assert_refused(&northwood, "branch_retired:tag=1", "does not accept :tag");
    assert_refused(&northwood, "x87_fp_retired:tag=1", "does not accept :tag");
    assert_refused(&northwood, "tc_deliver_mode:u", "must be named; allowed: :dd :db");
    assert_refused(&northwood, "itlb_reference@1", "enable bit does nothing");
    assert_refused(&northwood, "instr_completed", "needs model 3 (Prescott)");
    assert_refused(&northwood, "ioq_active_entries:own:u", "regardless of its ESCR; use :uk");
    assert_refused(&willamette, "ioq_allocation:own:u", "below CPUID F27h; use :uk");
    assert_refused(&northwood, "39000/4000204", "is not CCCR/ESCR@COUNTER");
    assert_refused(&northwood, "39000/40002g4@12", "is not CCCR/ESCR@COUNTER");
    assert_refused(&northwood, "39000/4000204@18", "there is no counter 18");
    assert_refused(&northwood, "39000/4000200@12", "bits 3-2 select no ring");
    assert_refused(&northwood, "39000/4000004@12", "select no part of the event");
    assert_int_equal(asked(&northwood, "ioq_allocation:own:e:u").cpl, ESCR_T0_USR);
    assert_int_equal(asked(&prescott, "instr_completed").mask, 1);
}

/*
 * Commands in the guide that contradict its own figures. Without threads bit 0 or 1 of an ESCR
 * reveals each error. On a processor with threads the first is a valid setting, and its name shows
 * what it counts: not branches.
 */
static void misprints_are_caught(void **state)
{
    (void)state;
    assert_refused(&northwood, "0x39000/0x0200020A@14", "bits 1-0");
    assert_refused(&northwood, "0x39000/0x0200020A@14", "0x0027b000/0x0c001804 is meant");
    assert_refused(&northwood, "0x35000/0x04000205@14", "0x00035000/0x04000405 is meant");
    assert_refused(&with_threads, "page_walk_type:dtmiss:u1", "independent of threads");
    assert_refused(&with_threads, "page_walk_type:dtmiss:u:uk1", "independent of threads");
    assert_refused(&with_threads, "0x39000/0x02000201@0", "independent of threads");
    assert_refused(&with_threads, "0x39000/0x04000600@12", "bits 3-0 select no ring");
    assert_refused(&with_threads, "0x35000/0x04000205@14", "uop_type has no part for 0x0001");
    assert_refused(&with_threads, "0x35000/0x04000205@14", "tagloads (0x00000400)");
    assert_refused(&with_threads, "0x33000/0x18008035@8", "packed_dp_uop has no part for 0x0040");
    assert_refused(&with_threads, "0x33000/0x18008035@8", "0x00033000/0x09000034 is meant");
    assert_refused(&with_threads, "0x33000/0x18000205@12", "select 0Ch in ALF_ESCR0");
    assert_refused(&with_threads, "0x33000/0x18000205@12", "needs CCCR 0x0003b000");
    assert_refused(&with_threads, "0x33000/0x18000205@12", "0x0003b000/0x18000204 is meant");
    struct netburst_count count = asked(&with_threads, "0x39000/0x0200020A@14");
    assert_written(&count, "uops_retired:k:k1@14");
    assert_non_null(netburst_misprint(0x39000, 0x0200020A));
    assert_null(netburst_misprint(0x39000, 0x04000204));
}

/* With `undocumented` or a '!' a setting that is in no document is accepted, and written as it was
 * given. */
static void undocumented_settings_stay_numbers(void **state)
{
    (void)state;
    struct netburst_machine machine = northwood;
    machine.undocumented = true;
    struct netburst_count count = asked(&machine, "0x33000/0x18000204@12");
    assert_null(count.event);
    assert_written(&count, "0x00033000/0x18000204@12!");
    count = asked(&machine, "0x35000/0x04000204@14");
    assert_written(&count, "0x00035000/0x04000204@14!");
    count = asked(&northwood, "0x33000/0x18000204@12!");
    assert_written(&count, "0x00033000/0x18000204@12!");
    assert_refused(&northwood, "0x33000/0x18000204@12!!", "is not CCCR/ESCR@COUNTER");
    count = asked(&northwood, "0x39000/0x4000204@12!");
    assert_written(&count, "instr_retired:nbogusntag:u@12");
    assert_refused(&northwood, "0x33000/0x18000204@12", "no document lists an event");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values_come_from_names),
        cmocka_unit_test(published_values_are_read_back),
        cmocka_unit_test(everything_goes_both_ways),
        cmocka_unit_test(other_spellings_mean_the_same),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(misprints_are_caught),
        cmocka_unit_test(undocumented_settings_stay_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
