/*
 * SPDX-License-Identifier: MIT
 * Lists the registers that a set of Pentium 4 events requires, and the number of passes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/list/netburst_list.h"
#include "host/metrics/named_events.h"
#include "kernel/settings/suggest.h"
#include "pmc/netburst/netburst_names.h"
#include "pmc/netburst/netburst_passes.h"
#include "pmc/pmc.h"

enum { MOST_EVENTS = 1000, MOST_TEXT = 1200 };

struct asked {
    struct netburst_machine machine;
    struct netburst_count *counts, *room; /* room has the same capacity */
    uint16_t *pass;
    unsigned n;
};

/* Prints the error; if the name is not an event, it suggests the most similar one. */
static int refuse(const char *text, size_t length, const char *error)
{
    struct suggestion suggestion = {0};
    size_t name = strcspn(text, ":@,");
    const char *candidate;
    for (unsigned i = 0; (candidate = netburst_name_at(i)); i++)
        suggest_offer(&suggestion, text, name, candidate);
    bool event = netburst_find_event(text, name) || netburst_find_tagged(text, name) ||
                 memchr(text, '/', length);
    if (suggestion.best && !event)
        say("%s; did you mean %s?", error, suggestion.best);
    else
        say("%.*s: %s%s", (int)length, text, error,
            event ? "" : " ('bareprobe list events --cpu p4')");
    return -1;
}

/* Warns of register values that are valid but were probably misprinted. */
static void warn_of_misprint(const char *text, size_t length)
{
    char error[MOST_TEXT];
    struct netburst_raw raw;
    if (!memchr(text, '/', length) || netburst_read_raw(text, length, &raw, error, sizeof error))
        return;
    const char *misprint = netburst_misprint(raw.cccr, raw.escr);
    if (misprint)
        say("%.*s is a known misprint: it was printed %s", (int)length, text, misprint);
}

/* Parses events separated by commas. Returns 0, or -1 after a message. */
static int read_events(struct asked *asked, const char *text)
{
    char error[MOST_TEXT];
    for (const char *end; text; text = *end ? end + 1 : NULL) {
        end = text + strcspn(text, ",");
        if (asked->n == MOST_EVENTS) {
            say("too many events: at most %u are allowed", MOST_EVENTS);
            return -1;
        }
        if (netburst_read(&asked->machine, PMC_RING_USER | PMC_RING_KERNEL, text,
                          (size_t)(end - text), &asked->counts[asked->n], error, sizeof error))
            return refuse(text, (size_t)(end - text), error);
        warn_of_misprint(text, (size_t)(end - text));
        asked->n++;
    }
    return 0;
}

/* ---- printing ------------------------------------------------------------------------------- */

static unsigned members(const struct asked *asked, unsigned pass)
{
    unsigned n = 0;
    for (unsigned i = 0; i < asked->n; i++)
        if (asked->pass[i] == pass)
            asked->room[n++] = asked->counts[i];
    return n;
}

static void add_counter(struct table *table, const struct asked *asked,
                        const struct netburst_plan *plan, unsigned counter)
{
    char name[MOST_TEXT];
    unsigned escr = plan->escr_of[counter];
    netburst_write(&asked->room[plan->user[counter]], name, sizeof name);
    table_row(table);
    table_cell(table, 0, "%u", counter);
    table_cell(table, 1, "0x%08x", plan->cccr[counter]);
    table_cell(table, 2, "%s", netburst_escrs[escr].name);
    table_cell(table, 3, "0x%08x", plan->escr[escr]);
    table_cell(table, 4, "%s%s", plan->upstream >> counter & 1 ? "tags for " : "", name);
}

/* Adds the ESCRs that are programmed without a counter. */
static void add_companions(struct table *table, const struct netburst_plan *plan)
{
    uint64_t read = 0;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        read |= plan->counters >> i & 1 ? (uint64_t)1 << plan->escr_of[i] : 0;
    for (unsigned i = 0; i < NETBURST_ESCRS; i++) {
        if (!((plan->escrs & ~read) >> i & 1))
            continue;
        table_row(table);
        table_cell(table, 2, "%s", netburst_escrs[i].name);
        table_cell(table, 3, "0x%08x", plan->escr[i]);
        table_cell(table, 4, "must have the same value");
    }
}

/* Prints "perfex -e 0x39000/0x4000204@12 ...". perfex cannot program an ESCR without a counter. */
static void print_perfex(const struct netburst_plan *plan)
{
    printf("perfex");
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (plan->counters >> i & 1)
            printf(" -e 0x%x/0x%x@0x%x", plan->cccr[i], plan->escr[plan->escr_of[i]], i);
    if (plan->enable)
        printf(" --p4pe=0x%x --p4pmv=0x%x", plan->enable, plan->vertical);
    putchar('\n');
}

static void print_pass(const struct asked *asked, unsigned pass, bool verbose)
{
    static const char *const headers[] = {"counter", "CCCR", "in", "ESCR", "counts"};
    struct netburst_plan plan;
    unsigned n = members(asked, pass);
    netburst_fits(&asked->machine, asked->room, n, &plan);
    struct table *table = table_new(5);
    for (unsigned i = 0; i < 5; i++)
        table_column(table, i, headers[i], i ? TABLE_LEFT : TABLE_RIGHT);
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (plan.counters >> i & 1)
            add_counter(table, asked, &plan, i);
    add_companions(table, &plan);
    table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    if (plan.enable)
        printf("PEBS_ENABLE 0x%08x, PEBS_MATRIX_VERT 0x%x\n", plan.enable, plan.vertical);
    if (verbose)
        print_perfex(&plan);
}

/* Prints the reason why one pass is not sufficient. */
static void print_why(const struct asked *asked, int passes)
{
    char why[MOST_TEXT];
    struct netburst_plan plan;
    netburst_assign(&asked->machine, asked->counts, asked->n, &plan, why, sizeof why);
    printf("%d passes (lower bound: %u), because %s\n", passes,
           netburst_passes_bound(&asked->machine, asked->counts, asked->n), why);
}

static int print_all(const struct asked *asked, bool verbose)
{
    char why[MOST_TEXT];
    struct netburst_plan plan;
    int passes = netburst_passes(&asked->machine, asked->counts, asked->n, asked->pass, asked->n,
                                 asked->room);
    if (passes < 0) {
        netburst_assign(&asked->machine, asked->counts, asked->n, &plan, why, sizeof why);
        say("%s", why);
        return -1;
    }
    if (passes > 1)
        print_why(asked, passes);
    for (int pass = 0; pass < passes; pass++) {
        if (passes > 1)
            printf("\npass %d\n", pass + 1);
        print_pass(asked, (unsigned)pass, verbose);
    }
    return (int)asked->n;
}

int list_registers(const struct listing *listing)
{
    const char *name = listing->cpu ? listing->cpu : "p4";
    struct netburst_cpu cpu;
    if (!netburst_cpu_find(name, &cpu)) {
        say("--cpu: '%s' is not a Pentium 4; allowed: " NETBURST_CPUS
            ", each optionally followed by +ht for Hyper-Threading",
            name);
        return -1;
    }
    if (!listing->pattern) {
        say("no events given; separate events by commas: 'bareprobe list registers "
            "x87_fp_retired:u,branch_retired:mmtp+mmtm:u'");
        return -1;
    }
    struct asked asked = {.machine = cpu.machine,
                          .counts = memory_get(MOST_EVENTS * sizeof *asked.counts),
                          .room = memory_get(MOST_EVENTS * sizeof *asked.room),
                          .pass = memory_get(MOST_EVENTS * sizeof *asked.pass)};
    char *events = named_events_expand(listing->pattern, "p4"); /* pcl: and papi: are formulas */
    int printed = events ? read_events(&asked, events) : -1;
    if (!printed)
        printed = print_all(&asked, listing->verbose);
    free(asked.counts);
    free(asked.room);
    free(asked.pass);
    free(events);
    return printed;
}
