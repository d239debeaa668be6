/*
 * SPDX-License-Identifier: MIT
 * Describes what was lost of a run, from its losses and from the numbers in its end record.
 */
#include "host/data/losses/run_loss.h"

#include <stdlib.h>
#include <string.h>

#include "host/data/run/sampled_arrival.h"

/* Returns whether a lost record may have been an overhead. The end record of experiment=overhead
 * has results=0: it does not count them. */
static bool run_loss_may_be_overhead(const struct run *run)
{
    return run->n_overheads || (run->n_calibrations && !run->done_results && !run->n_samplings);
}

/* Describes lost records and results; NULL if none were lost. */
static const char *run_loss_records(struct run *run)
{
    unsigned lost = 0, rejected = 0;
    for (unsigned i = 0; i < run->n_losses; i++) {
        const struct loss *loss = &run->losses[i];
        if (!strcmp(loss->kind, "lost"))
            lost += loss->count;
        if (!strcmp(loss->kind, "late"))
            lost -= loss->count;
        if (!strcmp(loss->kind, "rejected"))
            rejected += loss->count;
    }
    unsigned numbers = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        numbers += result_ok(&run->results[i]);
    if (run->done && run->done_results > numbers)
        return string_set_print(&run->strings, "%u of %u results lost", run->done_results - numbers,
                                run->done_results);
    if (!run->done && run->n_samplings && !run->n_results)
        return string_set_print(
            &run->strings, "incomplete: the end record is missing; %u records were lost before it",
            lost + rejected);
    if (!run->done)
        return string_set_print(
            &run->strings,
            "incomplete: the end record is missing; %u results were received, %u "
            "records were lost before it",
            numbers, lost + rejected);
    if (lost || rejected)
        return string_set_print(
            &run->strings, "%u of %u records lost, %s", lost + rejected, run->records + lost,
            run_loss_may_be_overhead(run) ? "which may be overheads" : "but no results");
    return NULL;
}

const char *run_loss_sentence(struct run *run)
{
    const char *records = run_loss_records(run);
    char *sampled = records || sampled_arrival_missing(run) ? sampled_arrival_text(run) : NULL;
    if (!sampled)
        return records;
    const char *both = string_set_print(&run->strings, "%s%sreceived: %s", records ? records : "",
                                        records ? "; " : "", sampled);
    free(sampled);
    return both;
}
