/*
 * SPDX-License-Identifier: MIT
 * The perfex report. Records contain event names and the counter of each; the kernel's own rules
 * convert these to register values. Events of one pass that need tags received them in the order of
 * the request.
 */
#include "host/pentium4/perfex/perfex_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"
#include "pmc/netburst/netburst_assign.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/pmc.h"

enum { MOST_WHY = 600, MOST_COUNTS = 1000 };

/* The results of a region, with the counter settings of each. */
struct perfex_place {
    const struct run *run;
    struct netburst_machine machine;
    const struct result *results[MOST_COUNTS];
    struct netburst_count counts[MOST_COUNTS];
    unsigned n;
    uint32_t enable, vertical;
};

static bool perfex_same_place(const struct result *a, const struct result *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->region == b->region &&
           a->state == b->state && a->ablate == b->ablate;
}

static bool is_time_stamp(const struct result *result)
{
    return !strcmp(result->event, pmc_time_stamp.name);
}

static unsigned perfex_rings(const char *ring)
{
    return !strcmp(ring, "kernel") ? PMC_RING_KERNEL
           : !strcmp(ring, "user") ? PMC_RING_USER
                                   : PMC_RING_KERNEL | PMC_RING_USER;
}

/* Returns a setting's value from the run's command line; 0 if it is missing. */
static uint32_t perfex_setting(const struct run *run, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = run->arguments; (at = strstr(at, name)); at += length)
        if ((at == run->arguments || at[-1] == ' ') && at[length] == '=')
            return (uint32_t)strtoul(at + length + 1, NULL, 0);
    return 0;
}

/* Returns false after a message if the event does not exist on a Pentium 4. */
static bool perfex_report_read_count(struct perfex_place *place, const struct result *result)
{
    char why[MOST_WHY];
    struct netburst_count *count = &place->counts[place->n];
    if (netburst_parse(&place->machine, perfex_rings(result->ring), result->event,
                       strlen(result->event), count, why, sizeof why)) {
        message_print("--report perfex: %s: %s", result->event, why);
        return false;
    }
    count->counter = (uint8_t)result->counter;
    place->results[place->n++] = result;
    return true;
}

/* Computes the registers of a result's pass, from the requested events around it that fit into the
 * same pass. */
static bool perfex_report_plan_around(const struct perfex_place *place, unsigned i,
                                      struct netburst_plan *plan)
{
    static struct netburst_count others[MOST_COUNTS];
    unsigned n = 0;
    for (unsigned k = 0; k < place->n; k++) {
        others[n] = place->counts[k];
        if (k == i || (k < i && netburst_fits(&place->machine, others, n + 1, plan)))
            n++;
        if (k == i && !netburst_fits(&place->machine, others, n, plan))
            others[0] = place->counts[i], n = 1;
    }
    return netburst_fits(&place->machine, others, n, plan);
}

static void perfex_report_print_count(struct perfex_place *place, unsigned i, FILE *to)
{
    const struct result *result = place->results[i];
    struct netburst_plan plan;
    if (!perfex_report_plan_around(place, i, &plan)) {
        message_print("--report perfex: %s: does not fit on counter %u", result->event,
                      result->counter);
        return;
    }
    place->enable |= plan.enable;
    place->vertical |= plan.vertical;
    fprintf(to, "event 0x%08X/0x%08X@%u\t%19lld\n", plan.cccr[result->counter],
            plan.escr[plan.escr_of[result->counter]], result->counter,
            llround(result->values.mean));
}

static void perfex_report_print_place(const struct run *run, const struct result *first,
                                      bool headed, FILE *to)
{
    static struct perfex_place place;
    char text[160];
    place = (struct perfex_place){.run = run,
                                  .machine = {.model = (uint8_t)(run->signature >> 4 & 0xF),
                                              .stepping = (uint8_t)(run->signature & 0xF),
                                              .counter_1 = true,
                                              .undocumented = true}};
    place.enable = perfex_setting(run, "pebs_enable");
    place.vertical = perfex_setting(run, "pebs_matrix_vert");
    if (headed)
        fprintf(to, "# %s, %s, %s\n", first->bench, run_region_text(first, text, sizeof text),
                first->state);
    for (const struct result *result = first; result < run->results + run->n_results; result++) {
        if (!perfex_same_place(first, result) || place.n == MOST_COUNTS)
            continue;
        if (!result_ok(result))
            message_print("--report perfex: %s: no value (%s)", result->event, result->status);
        else if (is_time_stamp(result))
            fprintf(to, "tsc\t\t\t%19lld\n", llround(result->values.mean));
        else
            perfex_report_read_count(&place, result);
    }
    for (unsigned i = 0; i < place.n; i++)
        perfex_report_print_count(&place, i, to);
    if (place.enable)
        fprintf(to, "PEBS_ENABLE 0x%08X\n", place.enable);
    if (place.vertical)
        fprintf(to, "PEBS_MATRIX_VERT 0x%08X\n", place.vertical);
}

/* Returns whether an earlier result has the same place. */
static bool perfex_place_is_known(const struct run *run, const struct result *result)
{
    for (const struct result *before = run->results; before < result; before++)
        if (perfex_same_place(before, result))
            return true;
    return false;
}

void perfex_report_print(const struct run *run, FILE *to)
{
    unsigned places = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        places += !perfex_place_is_known(run, &run->results[i]);
    for (unsigned i = 0; i < run->n_results; i++)
        if (!perfex_place_is_known(run, &run->results[i]))
            perfex_report_print_place(run, &run->results[i], places > 1, to);
    for (unsigned i = 0; i < run->n_faults; i++)
        message_print("%s", run->faults[i].what);
}
