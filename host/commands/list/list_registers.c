/*
 * SPDX-License-Identifier: MIT
 * Lists the registers that a set of events requires, and the number of passes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/pentium4/netburst_cpu.h"
#include "host/commands/list/list_cpu.h"
#include "host/commands/list/list_selectors.h"
#include "host/commands/list/list_subjects.h"
#include "host/commands/list/register_events.h"
#include "host/data/metrics/named_events.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/netburst/netburst_passes.h"
#include "pmc/pmc.h"

enum { MOST_TEXT = 1200 };

struct registers_request {
    struct register_events events;
    struct netburst_count *room; /* REGISTER_EVENTS_MOST, like events.counts */
    uint16_t *pass;
};

/* ---- printing ------------------------------------------------------------------------------- */

static unsigned list_registers_members(const struct registers_request *request, unsigned pass)
{
    unsigned n = 0;
    for (unsigned i = 0; i < request->events.n; i++)
        if (request->pass[i] == pass)
            request->room[n++] = request->events.counts[i];
    return n;
}

static void list_registers_add_counter(struct text_table *table,
                                       const struct registers_request *request,
                                       const struct netburst_plan *plan, unsigned counter)
{
    char name[MOST_TEXT];
    unsigned escr = plan->escr_of[counter];
    netburst_format(&request->room[plan->user[counter]], name, sizeof name);
    text_table_add_row(table);
    text_table_cell(table, 0, "%u", counter);
    text_table_cell(table, 1, "0x%08x", plan->cccr[counter]);
    text_table_cell(table, 2, "%s", netburst_escrs[escr].name);
    text_table_cell(table, 3, "0x%08x", plan->escr[escr]);
    text_table_cell(table, 4, "%s%s", plan->upstream >> counter & 1 ? "tags for " : "", name);
}

/* Adds the ESCRs that are programmed without a counter. */
static void list_registers_add_companions(struct text_table *table,
                                          const struct netburst_plan *plan)
{
    uint64_t read = 0;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        read |= plan->counters >> i & 1 ? (uint64_t)1 << plan->escr_of[i] : 0;
    for (unsigned i = 0; i < NETBURST_ESCRS; i++) {
        if (!((plan->escrs & ~read) >> i & 1))
            continue;
        text_table_add_row(table);
        text_table_cell(table, 2, "%s", netburst_escrs[i].name);
        text_table_cell(table, 3, "0x%08x", plan->escr[i]);
        text_table_cell(table, 4, "must have the same value");
    }
}

/* Prints "perfex -e 0x39000/0x4000204@12 ...". perfex cannot program an ESCR without a counter. */
static void list_registers_print_perfex(const struct netburst_plan *plan)
{
    printf("perfex");
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (plan->counters >> i & 1)
            printf(" -e 0x%x/0x%x@0x%x", plan->cccr[i], plan->escr[plan->escr_of[i]], i);
    if (plan->enable)
        printf(" --p4pe=0x%x --p4pmv=0x%x", plan->enable, plan->vertical);
    putchar('\n');
}

static void list_registers_print_pass(const struct registers_request *request, unsigned pass,
                                      bool verbose)
{
    static const char *const headers[] = {"counter", "CCCR", "in", "ESCR", "counts"};
    struct netburst_plan plan;
    unsigned n = list_registers_members(request, pass);
    netburst_fits(&request->events.machine, request->room, n, &plan);
    struct text_table *table = text_table_new(5);
    for (unsigned i = 0; i < 5; i++)
        text_table_set_column(table, i, headers[i], i ? TABLE_LEFT : TABLE_RIGHT);
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (plan.counters >> i & 1)
            list_registers_add_counter(table, request, &plan, i);
    list_registers_add_companions(table, &plan);
    text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    if (plan.enable)
        printf("PEBS_ENABLE 0x%08x, PEBS_MATRIX_VERT 0x%x\n", plan.enable, plan.vertical);
    if (verbose)
        list_registers_print_perfex(&plan);
}

/* Prints the reason why one pass is not sufficient. */
static void list_registers_print_reason(const struct registers_request *request, int passes)
{
    char why[MOST_TEXT];
    struct netburst_plan plan;
    netburst_assign(&request->events.machine, request->events.counts, request->events.n, &plan, why,
                    sizeof why);
    printf(
        "%d passes (lower bound: %u), because %s\n", passes,
        netburst_passes_bound(&request->events.machine, request->events.counts, request->events.n),
        why);
}

static int list_registers_print_passes(const struct registers_request *request, bool verbose)
{
    char why[MOST_TEXT];
    struct netburst_plan plan;
    int passes =
        netburst_passes(&request->events.machine, request->events.counts, request->events.n,
                        request->pass, request->events.n, request->room);
    if (passes < 0) {
        netburst_assign(&request->events.machine, request->events.counts, request->events.n, &plan,
                        why, sizeof why);
        message_print("%s", why);
        return -1;
    }
    if (passes > 1)
        list_registers_print_reason(request, passes);
    for (int pass = 0; pass < passes; pass++) {
        if (passes > 1)
            printf("\npass %d\n", pass + 1);
        list_registers_print_pass(request, (unsigned)pass, verbose);
    }
    return (int)request->events.n;
}

int list_registers(const struct listing *listing)
{
    const char *name = listing->cpu ? listing->cpu : "p4";
    struct netburst_cpu cpu;
    struct list_cpu other;
    if (!listing->pattern || !*listing->pattern) {
        message_print(
            "no events given; separate events by commas: 'bareprobe list registers "
            "x87_fp_retired:u,branch_retired:mmtp+mmtm:u'");
        return -1;
    }
    if (!listing->cpu && list_selectors_is_pentium(listing->pattern))
        name = "p5";
    if (!netburst_cpu_find(name, &cpu)) {
        if (list_cpu_read(name, &other))
            return -1;
        if (other.family)
            return list_selectors(listing, &other);
        message_print("--cpu: 'all' is not one processor; name one, such as p54c, p2, k7, p4");
        return -1;
    }
    struct registers_request request = {
        .events = {.machine = cpu.machine,
                   .counts = allocate_zeroed(REGISTER_EVENTS_MOST * sizeof *request.events.counts)},
        .room = allocate_zeroed(REGISTER_EVENTS_MOST * sizeof *request.room),
        .pass = allocate_zeroed(REGISTER_EVENTS_MOST * sizeof *request.pass)};
    char *events = named_events_expand(listing->pattern, "p4"); /* pcl: and papi: are formulas */
    int printed = events ? register_events_read(&request.events, events) : -1;
    if (!printed)
        printed = list_registers_print_passes(&request, listing->verbose);
    free(request.events.counts);
    free(request.room);
    free(request.pass);
    free(events);
    return printed;
}
