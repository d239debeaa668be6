/*
 * SPDX-License-Identifier: MIT
 * Tests lists of events with a ring for each event, and events that only one processor has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "kernel/settings/config.h"
#include "kernel/settings/settings.h"
#include "pmc/netburst/netburst_notation.h"
#include "pmc/p5/p5_events.h"

/* Declared in netburst_table.h as weak, which would not link it from the archive. */
extern const struct event netburst_table[];
enum { NETBURST_TABLE_EVENTS = 66 };

static const struct pmc p5 = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};
static const struct pmc p55c = {
    .counters = 2, .events = p5_events, .n_events = P55C_EVENTS, .has_rdpmc = true};

#define KERNEL PMC_RING_KERNEL
#define USER   PMC_RING_USER

static struct config config;
static char error[CONFIG_ERROR_BYTES];

static int parse(const struct pmc *pmc, const char *line)
{
    memset(error, 0, sizeof error);
    return config_parse(&config, pmc, line, error, NULL);
}

static void a_suffix_names_the_rings(void **state)
{
    (void)state;
    static const unsigned rings[] = {USER, KERNEL, USER | KERNEL, USER | KERNEL, 0, USER};
    static const uint16_t codes[] = {0x00, 0x00, 0x00, 0x12, 0x12, 0x16};
    assert_int_equal(parse(&p5,
                           "events=data_read:u,DATA_READ:k,data_read:uk,branches:ku,branches,"
                           "0x16:u"),
                     0);
    assert_int_equal(config.n_events, 6);
    for (unsigned e = 0; e < 6; e++) {
        assert_int_equal(config.events[e].event->code, codes[e]);
        assert_int_equal(config.events[e].rings, rings[e]);
    }
}

/* 39 events and 74 events, once for each ring; the four of the branch group. */
static void groups_take_suffixes_too(void **state)
{
    (void)state;
    assert_int_equal(parse(&p5, "events=all:u,all:k"), 0);
    assert_int_equal(config.n_events, 78);
    assert_int_equal(parse(&p55c, "events=all:u,all:k,time_stamp"), 0);
    assert_int_equal(config.n_events, 149);
    assert_int_equal(parse(&p5, "events=branch:k"), 0);
    assert_int_equal(config.n_events, 4);
    assert_int_equal(config.events[3].rings, KERNEL);
    assert_int_equal(parse(&p55c, "events=all,all:u,all:k"), -1);
    assert_string_equal(error,
                        "command line: events: more than 221; ask for fewer events or fewer "
                        "rings");
}

static void clocks_and_cycles_are_count_clocks(void **state)
{
    (void)state;
    assert_int_equal(parse(&p5, "events=clocks:u,cycles:k"), 0);
    assert_int_equal(config.n_events, 2);
    assert_int_equal(config.events[0].event->code, EVENT_CODE_CLOCKS);
    assert_ptr_equal(config.events[1].event, config.events[0].event);
    assert_int_equal(parse(&p5, "cycles=yes"), 0);
    assert_int_equal(config.n_events, 1);
    assert_int_equal(parse(&p5, "clocks=yes count_clocks=no"), -1); /* two names of one event */
    assert_int_equal(parse(&p5, "events=clocks,cycles"), -1);
}

static void the_p55c_has_more(void **state)
{
    (void)state;
    assert_int_equal(parse(&p55c, "command=*"), 0);
    assert_int_equal(config.n_events, 74);
    assert_int_equal(parse(&p55c, "events=0x2b"), 0); /* code 2Bh is one event on each counter */
    assert_int_equal(config.n_events, 2);
    assert_int_equal(config.events[0].event->counters, EVENT_COUNTER_0);
    assert_int_equal(config.events[1].event->counters, EVENT_COUNTER_1);
    assert_int_equal(parse(&p55c, "events=0x39,r39,reserved_3ch:u"), 0);
    assert_string_equal(config.events[0].event->name, "returns");
    assert_string_equal(config.events[1].event->name, "reserved_39h");
    assert_int_equal(config.events[1].event->counters, EVENT_COUNTER_1);
    assert_int_equal(config.events[2].event->code, 0x3C);
    assert_int_equal(parse(&p5, "events=0x10,r21:u,0x2b"), 0); /* reserved on a P5 */
    assert_string_equal(config.events[2].event->name, "reserved_2Bh");
    assert_int_equal(parse(&p55c, "returns=yes probes=rdpmc"), 0);
    assert_int_equal(config.events[0].event->code, 0x39);
    assert_int_equal(config.probes, PROBES_RDPMC);
    assert_int_equal(parse(&p5, "probes=rdmsr"), 0);
    assert_int_equal(config.probes, PROBES_RDMSR);
}

static void what_only_others_have_may_be_left_out(void **state)
{
    (void)state;
    assert_int_equal(parse(&p5, "events=returns?,flops?,l2_ld?"), 0);
    assert_int_equal(config.n_events, 1);
    assert_int_equal(parse(&p5, "events=returns?,branches,uops_retired:c=1?"), 0);
    assert_int_equal(config.n_events, 1);
    assert_string_equal(config.events[0].event->name, "branches");
    assert_int_equal(parse(&p55c, "events=returns?:u"), -1);
    assert_int_equal(parse(&p55c, "events=returns:u?,flops"), 0);
    assert_int_equal(config.n_events, 2);
    assert_int_equal(config.events[0].rings, USER);
}

static void mistakes_are_named(void **state)
{
    (void)state;
#define FOREIGN "event not on this processor: only the P55C (Pentium MMX) counts it"
    static const struct {
        const struct pmc *pmc;
        const char *line, *message;
    } cases[] = {
        {&p5, "events=returns", "events: 'returns': " FOREIGN},
        {&p5, "events=EMMS_INSTRUCTIONS_EXECUTED:u",
         "events: 'EMMS_INSTRUCTIONS_EXECUTED': " FOREIGN},
        {&p5, "returns=yes", "events: 'returns': " FOREIGN},
        {&p5, "events=mmx", "events: 'mmx': this processor has no such event"},
        {&p5, "probes=rdpmc", "probes: 'rdpmc': this processor has no RDPMC; allowed: rdmsr"},
        {&p55c, "probes=rdtsc", "probes: 'rdtsc' is not allowed; allowed: rdmsr, rdpmc"},
        {&p5, "events=flops:x",
         "events: 'flops:x': ':x' is not a ring; allowed: :u (3), :k (0 to 2), :uk"},
        {&p5,
         "events=flops:", "events: 'flops:': ':' is not a ring; allowed: :u (3), :k (0 to 2), :uk"},
        {&p5, "events=flops:u,flops:u", "events: 'flops:u' is given twice; once is enough"},
        {&p5, "events=flop?,branches", "events: 'flop' is not an event; did you mean flops?"},
        {&p5, "events=returns?", "events: 'returns': " FOREIGN},
        {&p5, "events=returns?,l2_ld?", "events: 'returns': " FOREIGN},
        {&p5, "events=flop:u", "events: 'flop' is not an event; did you mean flops?"},
        {&p55c, "events=returns,0x39", "events: '0x39' is given twice; once is enough"},
        {&p5, "events=time_stamp:k",
         "events: 'time_stamp:k': the time-stamp counter counts in every ring; allowed: "
         "time_stamp"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(parse(cases[i].pmc, cases[i].line), -1);
        assert_string_equal(error + strlen("command line: "), cases[i].message);
    }
}

/* The value of `events`, and the group of each event. */
static const struct grouped_line {
    const struct pmc *pmc;
    const char *line;
    unsigned n;
    unsigned groups[5];
} grouped_lines[] = {
    {&p5, "events=data_read+branches/flops+data_write", 4, {0, 0, 1, 1}},
    {&p5, "events=data_read/branches", 2, {0, 1}},
    {&p5, "events=data_read+branches,flops", 3, {0, 0, 1}},
    {&p5, "events=data_read:u+data_read:k/0x12", 3, {0, 0, 1}},
    {&p5, "events=0x12/0x13+data_read", 3, {0, 1, 1}},
    {&p5, "events=flops/branch", 5, {0, 1, 1, 1, 1}},
    {&p5, "events=flops+returns?/data_write", 2, {0, 1}},
    {&p5, "events=returns?/flops+data_write", 2, {1, 1}},
};

static void plus_and_slash_form_groups(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof grouped_lines / sizeof grouped_lines[0]; i++) {
        const struct grouped_line *line = &grouped_lines[i];
        assert_int_equal(parse(line->pmc, line->line), 0);
        assert_true(config.grouped);
        assert_int_equal(config.n_events, line->n);
        for (unsigned e = 0; e < line->n; e++)
            assert_int_equal(config_event_group(&config, e), line->groups[e]);
    }
}

static char dumped[CONFIG_PROGRAM_BYTES + 32];

static void keep_events(void *to, const char *text)
{
    (void)to;
    if (!strncmp(text, "    events = ", 13))
        strcpy(dumped, text + 13);
}

/* A dump has the groups, so that it can be read again. */
static void a_dump_has_the_groups(void **state)
{
    (void)state;
    assert_int_equal(parse(&p5, "events=data_read:u+branches/flops,data_read:k+time_stamp"), 0);
    settings_dump(&config, &p5, keep_events, NULL);
    assert_string_equal(dumped, "data_read:u+branches/flops/data_read:k+time_stamp;");
    dumped[0] = 0;
    assert_int_equal(parse(&p5, "events=data_read,branches"), 0);
    settings_dump(&config, &p5, keep_events, NULL);
    assert_string_equal(dumped, "");
}

static void a_list_has_no_groups(void **state)
{
    (void)state;
    assert_int_equal(parse(&p5, "events=data_read+branches events=flops,data_write"), -1);
    assert_int_equal(parse(&p5, "events=flops,data_write"), 0);
    assert_false(config.grouped);
    assert_int_equal(parse(&p5, "events=data_read+branches flops=yes"), 0);
    assert_false(config.grouped);
    assert_int_equal(config.n_events, 1);
}

/* A plus joins parts of an event, and a slash the registers CCCR and ESCR. */
static void a_pentium_4_has_other_pluses(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        unsigned n;
        bool grouped;
        unsigned groups[3];
    } lines[] = {
        {"events=branch_retired:mmtp+mmtm:u,instr_retired:nbogusntag", 2, false, {0}},
        {"events=branch_retired:mmtp+mmtm:u+instr_retired:nbogusntag", 2, true, {0, 0}},
        {"events=0x39000/0x4000204@12,0x39000/0x4000404@13", 2, false, {0}},
        {"events=0x39000/0x4000204@12/instr_retired+branch_retired:mmtp", 3, true, {0, 1, 1}},
        {"events=branch_retired:mmtp+0x39000/0x4000204@12", 2, true, {0, 0}},
        {"events=39000/4000204@12,3b000/c001e0c@0x8000000e", 2, false, {0}},
        {"events=0X39000/0X4000204@12/3b000/c001e0c@14", 2, true, {0, 1}},
        {"events=39000/4000204@12+3b000/c001e0c@14", 2, true, {0, 0}},
        {"events=instr_retired:nbogusntag+3b000/c001e0c@14/branch_retired", 3, true, {0, 0, 1}},
    };
    const struct pmc p4 = {.counters = NETBURST_COUNTERS,
                           .events = netburst_table,
                           .n_events = NETBURST_TABLE_EVENTS,
                           .notation = &netburst_notation,
                           .has_selectors = true};
    const struct netburst_machine northwood = {.model = 2, .stepping = 9};
    netburst_set_machine(&northwood);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_int_equal(parse(&p4, lines[i].line), 0);
        assert_int_equal(config.n_events, lines[i].n);
        assert_int_equal(config.grouped, lines[i].grouped);
        for (unsigned e = 0; config.grouped && e < config.n_events; e++)
            assert_int_equal(config_event_group(&config, e), lines[i].groups[e]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_suffix_names_the_rings),
        cmocka_unit_test(groups_take_suffixes_too),
        cmocka_unit_test(clocks_and_cycles_are_count_clocks),
        cmocka_unit_test(the_p55c_has_more),
        cmocka_unit_test(what_only_others_have_may_be_left_out),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(plus_and_slash_form_groups),
        cmocka_unit_test(a_dump_has_the_groups),
        cmocka_unit_test(a_list_has_no_groups),
        cmocka_unit_test(a_pentium_4_has_other_pluses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
