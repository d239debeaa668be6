/*
 * SPDX-License-Identifier: MIT
 * Tests modifiers after an event's name, events given as numbers, and the resulting selectors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "pmc/evntsel/selector.h"
#include "pmc/families.h"
#include "pmc/k7/k7_event_table.h"
#include "pmc/modifiers.h"
#include "pmc/evntsel/raw_code.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p6/p6_event_table.h"

static const struct pmc p5 = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};

#define WITH_SELECTORS(table, n, which, of)                                                        \
    {                                                                                              \
        .counters = of, .events = table, .n_events = n, .processor = which, .has_selectors = true  \
    }

static const struct pmc ppro = WITH_SELECTORS(p6_events, P6_EVENTS, P6_PPRO, 2);
static const struct pmc p3 = WITH_SELECTORS(p6_events, P6_EVENTS, P6_P3, 2);
static const struct pmc pm = WITH_SELECTORS(p6_events, P6_EVENTS, P6_PM, 2);
static const struct pmc k7 = WITH_SELECTORS(k7_events, K7_EVENTS, K7_ATHLON, 4);

static char error[400];

/* Reads "name:modifiers" or "r<hex>:modifiers" for this processor. */
static int read(const struct pmc *pmc, const char *text, struct pmc_counted *counted)
{
    size_t name = strcspn(text, ":");
    error[0] = 0;
    *counted = (struct pmc_counted){.event = pmc_event_find(pmc, text, name)};
    if (!counted->event)
        assert_int_equal(raw_code_read(pmc, counted, text, name, error, sizeof error), 0);
    if (!text[name])
        return 0;
    return modifiers_read(pmc, counted, text + name + 1, strlen(text) - name - 1, error,
                          sizeof error);
}

/*
 * By hand from p6_events.tsv's and k7_events.tsv's codes and masks, USR 10000h, OS 20000h, E
 * 40000h, INV 800000h, CMASK from bit 24 (SDM volume 3, 18.22.1). M, E, S, I are 8, 4, 2, 1 of the
 * mask; without any of them the mask is 0Fh. The K7 has O too: 10h, 8, 4, 2, 1.
 */
static void selectors_are_as_documented(void **state)
{
    (void)state;
    static const struct {
        const struct pmc *pmc;
        const char *text;
        uint32_t selector;
        const char *back; /* the text that modifiers_write() produces from it */
    } rows[] = {
        {&ppro, "inst_retired:k", 0x000200C0, "k"},
        {&ppro, "INST_RETIRED:UK", 0x000300C0, "uk"},
        {&ppro, "inst_retired:u=1", 0x000100C0, "u"},
        {&ppro, "inst_retired", 0x000000C0, ""}, /* no ring yet */
        {&ppro, "l2_ld:u", 0x00010F29, "u"},
        {&ppro, "l2_ld:mes:u", 0x00010E29, "mes:u"},
        {&ppro, "l2_ld:M:E:S:u", 0x00010E29, "mes:u"},
        {&ppro, "l2_ld:i:u", 0x00010129, "i:u"}, /* i is the state here, not the modifier */
        {&ppro, "l2_ld:e=1:u", 0x00050F29, "e=1:u"},
        {&ppro, "l2_ld:e:c=2:e=1:i=1:u", 0x02850429, "e:c=2:i=1:e=1:u"},
        {&ppro, "resource_stalls:c=1:e:k", 0x010600A2, "c=1:e=1:k"},
        {&ppro, "uops_retired:c=3:i:uk", 0x038300C2, "c=3:i=1:uk"},
        {&ppro, "uops_retired:c=255:k", 0xFF0200C2, "c=255:k"},
        {&ppro, "bus_tran_any:any:k", 0x00022070, "any:k"},
        {&ppro, "bus_tran_any:self:k", 0x00020070, "k"},
        {&p3, "mmx_uops_exec:k", 0x00020FB2, "k"},
        {&p3, "mmx_instr_type_exec:k", 0x00023FB3, "k"},
        {&p3, "mmx_instr_type_exec:mul:arith:k", 0x000221B3, "mul:arith:k"},
        {&p3, "emon_kni_pref_miss:t2:k", 0x0002024B, "t2:k"},
        {&p3, "fp_mmx_trans:fp_to_mmx:k", 0x000201CC, "fp_to_mmx:k"},
        {&pm, "l2_ld:k", 0x00020F29, "k"},
        {&pm, "l2_ld:m:only_hw_prefetch:k", 0x00021829, "m:only_hw_prefetch:k"},
        {&pm, "l2_ld:any_hw_prefetch:k", 0x00022F29, "mesi:any_hw_prefetch:k"},
        {&k7, "data_cache_refills_from_l2:k", 0x00021F42, "k"},
        {&k7, "data_cache_refills_from_l2:mo:k", 0x00021842, "mo:k"},
        {&k7, "l2_requests:load:store:k", 0x00021879, "load:store:k"},
        {&k7, "retired_ops:c=3:uk", 0x030300C1, "c=3:uk"},
        {&ppro, "r49:k", 0x00020049, "r0049:k"},   /* not in the table */
        {&ppro, "r0f29:k", 0x00020F29, "k"},       /* l2_ld */
        {&ppro, "r0829:u", 0x00010829, "m:u"},     /* l2_ld:m */
        {&ppro, "r0029:u", 0x00010029, "r0029:u"}, /* counts nothing, so it has no name */
        {&ppro, "R400c0:k", 0x000600C0, "e=1:k"},
        {&ppro, "r028000c2:k", 0x028200C2, "c=2:i=1:k"}, /* uops_retired:c=2:i */
        {&ppro, "clocks:k", 0x00020079, "k"},
        {&k7, "instructions:k", 0x000200C0, "k"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct pmc_counted counted, again;
        char back[80];
        if (read(rows[i].pmc, rows[i].text, &counted))
            fail_msg("%s: %s", rows[i].text, error);
        if (selector_encode(&counted) != rows[i].selector)
            fail_msg("%s: %08x, not %08x", rows[i].text, selector_encode(&counted),
                     rows[i].selector);
        modifiers_write(&counted, back, sizeof back);
        assert_string_equal(back, rows[i].back);
        again = (struct pmc_counted){.event = counted.event};
        if (counted.event == &pmc_raw_event || !back[0])
            continue;
        assert_int_equal(
            modifiers_read(rows[i].pmc, &again, back, strlen(back), error, sizeof error), 0);
        assert_true(counted_alike(&counted, &again));
    }
    const struct pmc_counted nothing = {0};
    assert_int_equal(selector_encode(&nothing), 0);
}

/* The kernel sets bits 16, 17, 19 to 22 itself. */
static void a_number_has_no_other_bits(void **state)
{
    (void)state;
    struct pmc_counted counted;
    static const char *const bad[] = {"r100c0",  "r200c0",  "r800c0",
                                      "r1000c0", "r2000c0", "r4000c0"};
    static const char *const none[] = {"r", "rg", "r100000000", "x12", "returns"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(
            raw_code_read(&ppro, &counted, bad[i], strlen(bad[i]), error, sizeof error), -1);
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(
            raw_code_read(&ppro, &counted, none[i], strlen(none[i]), error, sizeof error), 1);
    assert_int_equal(raw_code_read(&p5, &counted, "r16", 3, error, sizeof error), 1);
}

/* The rings are under a separate key in the records. */
static void names_are_as_asked_for(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"inst_retired:k", "inst_retired"},
        {"l2_ld:S:m:k", "l2_ld:ms"},
        {"uops_retired:c=3:i:uk", "uops_retired:c=3:i=1"},
        {"r49:c=2:u", "r0049:c=2"},
        {"r0f29:u", "l2_ld"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct pmc_counted counted;
        char name[80];
        assert_int_equal(read(&ppro, rows[i][0], &counted), 0);
        assert_int_equal(modifiers_write_name(&counted, name, sizeof name), strlen(rows[i][1]));
        assert_string_equal(name, rows[i][1]);
    }
}

static void mistakes_are_named(void **state)
{
    (void)state;
#define RINGS "allowed: :u (3), :k (0 to 2), :uk"
#define ALL   RINGS ", :c=1 to :c=255, :i, :e"
    static const struct {
        const struct pmc *pmc;
        const char *text, *error;
    } rows[] = {
        {&p5, "branches:c=1", "':c=1' is not a ring; " RINGS},
        {&p5, "branches:", "':' is not a ring; " RINGS},
        {&ppro, "inst_retired:c=0", "':c=0' is not allowed; " ALL},
        {&ppro, "inst_retired:c=256", "':c=256' is not allowed; " ALL},
        {&ppro, "inst_retired:c", "':c' is not allowed; " ALL},
        {&ppro, "inst_retired:e=2", "':e=2' is not allowed; " ALL},
        {&ppro, "inst_retired:i", "':i' inverts a threshold; add :c=1 to :c=255"},
        {&ppro, "inst_retired:m", "':m' is not allowed; " ALL},
        {&ppro, "l2_ld:mx", "':mx' is not allowed; " ALL ", and for this event :m :e :s :i"},
        {&ppro, "l2_ld:m:", "':' is not allowed; " ALL ", and for this event :m :e :s :i"},
        {&ppro, "bus_tran_any:any:self",
         "':self' excludes another part that is named; use one of them"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct pmc_counted counted;
        assert_int_equal(read(rows[i].pmc, rows[i].text, &counted), -1);
        assert_string_equal(error, rows[i].error);
    }
}

/*
 * 110 rows list ppro 68 times, p3 80 times and pm 102 times; libpfm4 has 68 and 80 for the first
 * two, as has OProfile. The K7 has 57. No two rows with one code are for the same processor, so a
 * code identifies one event there.
 */
static void each_processor_has_its_own(void **state)
{
    (void)state;
    static const struct {
        const struct pmc *pmc;
        unsigned events;
    } rows[] = {{&ppro, 68}, {&p3, 80}, {&pm, 102}, {&k7, 57}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct pmc *pmc = rows[i].pmc;
        unsigned n = 0;
        for (unsigned e = 0; e < pmc->n_events; e++) {
            if (!pmc_has(pmc, &pmc->events[e]))
                continue;
            n++;
            for (unsigned other = 0; other < e; other++)
                assert_false(pmc_has(pmc, &pmc->events[other]) &&
                             pmc->events[other].code == pmc->events[e].code);
            assert_ptr_equal(pmc_event_find(pmc, pmc->events[e].name, strlen(pmc->events[e].name)),
                             &pmc->events[e]);
        }
        assert_int_equal(n, rows[i].events);
    }
    assert_null(pmc_event_find(&ppro, "mmx_instr_ret", 13));
    assert_non_null(pmc_event_find_anywhere("mmx_instr_ret", 13));
}

static void families_have_names(void **state)
{
    (void)state;
    uint8_t processors;
    assert_ptr_equal(family_find("P6", &processors), &families[FAMILY_P6]);
    assert_int_equal(processors, 0xFF);
    assert_ptr_equal(family_find("p2", &processors), &families[FAMILY_P6]);
    assert_int_equal(processors, P6_P2);
    assert_ptr_equal(family_find("p55c", &processors), &families[FAMILY_P5]);
    assert_ptr_equal(family_find("k7", &processors), &families[FAMILY_K7]);
    assert_null(family_find("p", &processors));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selectors_are_as_documented), cmocka_unit_test(a_number_has_no_other_bits),
        cmocka_unit_test(names_are_as_asked_for),      cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(each_processor_has_its_own),  cmocka_unit_test(families_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
