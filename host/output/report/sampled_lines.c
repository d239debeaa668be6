/*
 * SPDX-License-Identifier: MIT
 * Describes a sampled pass as text, for show and report.
 */
#include "host/output/report/sampled_lines.h"

#include <string.h>

#include "host/base/number_text.h"
#include "host/data/run/sampled_arrival.h"
#include "host/data/run/sampled_run.h"

static void sampled_lines_handler(const struct sampling *sampling, const char *indent, FILE *to)
{
    bool stamps = !strcmp(sampling->experiment, "channels");
    fprintf(to, "%s%s %s clocks (%s to %s), %.2f %% of the time\n", indent,
            stamps ? "cost of a stamp" : "handler", number_text_short(sampling->handler, 1),
            number_text_short(sampling->handler_min, 1),
            number_text_short(sampling->handler_max, 1),
            sampling->clocks > 0 ? 100 * sampling->hidden / sampling->clocks : 0.0);
}

void sampled_lines_print(const struct run *run, unsigned at, const char *indent, FILE *to)
{
    const struct sampling *sampling = &run->samplings[at];
    char text[200];
    sampled_lines_handler(sampling, indent, to);
    if (sampling->lost)
        fprintf(to, "%s%s more samples did not fit into memory\n", indent,
                number_text(sampling->lost, 0));
    if (sampled_run_fault_text(sampling, text, sizeof text))
        fprintf(to, "%s%s\n", indent, text);
    struct sampled_arrival arrival = sampled_arrival_of(run, at);
    if (arrival.received < arrival.announced)
        fprintf(to, "%s%s of its %s were lost in transmission\n", indent,
                number_text(arrival.announced - arrival.received, 0),
                sampled_kind_name(arrival.kind));
    if (arrival.unannounced > 0)
        fprintf(to, "%s%s values ignored: the records of their events are missing\n", indent,
                number_text(arrival.unannounced, 0));
}
