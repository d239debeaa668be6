/*
 * SPDX-License-Identifier: MIT
 * Lists registers that select events, for each pass.
 */
#include "host/commands/list/list_selectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/data/metrics/named_events.h"
#include "host/data/run/event_lookup.h"
#include "kernel/settings/config.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p5/p5_registers.h"
#include "pmc/p5/p5_reserved.h"
#include "pmc/schedule.h"
#include "pmc/descriptions/select_register.h"

enum { MOST_TEXT = 200 };

bool list_selectors_is_pentium(const char *events)
{
    bool is = false;
    while (*events && !is) {
        char *name = allocate_text("%.*s", (int)strcspn(events, ",:"), events);
        const struct event *event = event_lookup_find(name);
        is = event && (event_family(event) == &families[FAMILY_P5] || p5_reserved_is(event)) &&
             !event_of_family(&families[FAMILY_P4], name);
        free(name);
        events += strcspn(events, ",");
        events += *events == ',';
    }
    return is;
}

/* The counters of the processor; if several are selected, of the one that has most events. */
static struct pmc list_selectors_pmc(const struct list_cpu *cpu)
{
    bool p5 = cpu->family == &families[FAMILY_P5];
    struct pmc pmc = {.counters = cpu->family == &families[FAMILY_K7] ? 4 : 2,
                      .events = cpu->family->events,
                      .n_events = cpu->family->n_events,
                      .has_selectors = !p5};
    if (p5 && !(cpu->processors & P5_P55C))
        pmc.n_events = P5_EVENTS;
    if (!p5 && !(cpu->processors & (cpu->processors - 1)))
        pmc.processor = cpu->processors;
    return pmc;
}

/* ---- printing ------------------------------------------------------------------------------- */

/* Prints the fields of CESR as in the thesis's Figure 2.1. */
static void list_selectors_print_fields(const struct pmc *pmc, const struct select_register *reg,
                                        uint32_t cesr)
{
    static const char *const headers[] = {"bits", "field", "value", "meaning"};
    struct text_table *table = text_table_new(4);
    char text[MOST_TEXT];
    for (unsigned i = 0; i < 4; i++)
        text_table_set_column(table, i, headers[i], i ? TABLE_LEFT : TABLE_RIGHT);
    for (unsigned c = 0; c < reg->counters; c++) {
        unsigned shift = c * CESR_COUNTER_SHIFT;
        uint32_t field = cesr >> shift;
        const char *what = field & CESR_CC_CLOCKS ? "clocks" : "the event";
        bool user = field & CESR_CC_USER, kernel = field & CESR_CC_KERNEL;
        select_register_text(pmc, reg, c, cesr, text, sizeof text);
        text_table_add_row(table);
        text_table_cell(table, 0, "%u-%u", shift + 5, shift);
        text_table_cell(table, 1, "ES%u", c);
        text_table_cell(table, 2, "0x%02x", field & CESR_ES_MASK);
        text_table_cell(table, 3, "%s",
                        field & CESR_CC_CLOCKS ? "any, since the clocks are counted" : text);
        if (strchr(text, ',') && !(field & CESR_CC_CLOCKS))
            text_table_cell(table, 3, "%.*s", (int)strcspn(text, ","), text);
        text_table_add_row(table);
        text_table_cell(table, 0, "%u-%u", shift + 8, shift + 6);
        text_table_cell(table, 1, "CC%u", c);
        text_table_cell(table, 2, "%u%u%u", !!(field & CESR_CC_CLOCKS), user, kernel);
        if (user || kernel)
            text_table_cell(table, 3, "counts %s in %s", what,
                            user && kernel ? "all rings"
                            : user         ? "ring 3"
                                           : "rings 0 to 2");
        else
            text_table_cell(table, 3, "off");
        text_table_add_row(table);
        text_table_cell(table, 0, "%u", shift + 9);
        text_table_cell(table, 1, "PC%u", c);
        text_table_cell(table, 2, "%u", !!(field & CESR_PC));
        text_table_cell(table, 3, "pin PM%u signals each increment", c);
    }
    text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
}

static void list_selectors_print_pass(const struct pmc *pmc, const struct schedule_pass *pass)
{
    struct select_register reg;
    char text[MOST_TEXT];
    for (unsigned i = 0; select_register_at(pmc, i, &reg); i++) {
        uint32_t value = select_register_encode(pmc, &reg, &pass->counted[reg.counter]);
        if (!value)
            continue;
        printf("%s (MSR %x) = 0x%08x", reg.name, reg.msr, value);
        if (reg.counters > 1) {
            puts("\n");
            list_selectors_print_fields(pmc, &reg, value);
            continue;
        }
        select_register_text(pmc, &reg, reg.counter, value, text, sizeof text);
        printf("  %s\n", text);
    }
}

/* ---- passes --------------------------------------------------------------------------------- */

static int list_selectors_print_passes(const struct pmc *pmc, struct config *config)
{
    const unsigned n = config->n_events;
    struct schedule_pass *passes = allocate_zeroed(n * sizeof *passes);
    struct pmc_counted *counted = allocate_zeroed(n * pmc->counters * sizeof *counted);
    for (unsigned p = 0; p < n; p++)
        passes[p].counted = counted + p * pmc->counters;
    int made = schedule_passes(pmc, SCHEDULE_READS, (1u << pmc->counters) - 1, config->events, n,
                               passes, n);
    if (made > 1)
        printf("%d passes, because there are %u counters\n", made, pmc->counters);
    for (int p = 0; p < made; p++) {
        if (made > 1)
            printf("\npass %d\n", p + 1);
        list_selectors_print_pass(pmc, &passes[p]);
    }
    free(passes);
    free(counted);
    return made < 0 ? -1 : (int)n;
}

static bool list_selectors_has_time_stamp(const struct config *config)
{
    for (unsigned e = 0; e < config->n_events; e++)
        if (config->events[e].event == &pmc_time_stamp)
            return true;
    return false;
}

int list_selectors(const struct listing *listing, const struct list_cpu *cpu)
{
    static struct config config;
    char error[CONFIG_ERROR_BYTES];
    const struct pmc pmc = list_selectors_pmc(cpu);
    char *events = named_events_expand(listing->pattern, cpu->family->name);
    if (!events)
        return -1;
    char *words = allocate_text("events=%s", events);
    config_default(&config, &pmc);
    int printed = config_change(&config, &pmc, "list registers", words, error);
    if (printed)
        message_print("%s", error + strcspn(error, ":") + 2);
    else if (list_selectors_has_time_stamp(&config))
        message_print("time_stamp: the time-stamp counter needs no other register"), printed = -1;
    free(events);
    free(words);
    if (printed)
        return -1;
    return list_selectors_print_passes(&pmc, &config);
}
