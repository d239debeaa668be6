/*
 * SPDX-License-Identifier: MIT
 * Notes on a result: counter errata (pmc/p5/p5_errata.def) that may affect it, the end probe's part
 * of it (pmc/p5/probe_shares.def), and probes of nested regions in it; results that are suspect
 * (pmc/plausibility/plausibility.h).
 */
#pragma once

#include "host/data/run/run.h"

/* After the name of a benchmark. */
#define NO_REGION_REMEDY "enters no region: use_assembly_regions=no counts its whole run"

/*
 * Returns the erratum that may make a result wrong: the result is not 0, its event has an erratum
 * on the run's processor, and the cause was counted in the same region, or was not counted although
 * it can occur unnoticed. NULL if there is no such erratum.
 */
const char *result_note_erratum(const struct run *run, const struct result *result);

/*
 * Describes in `buffer` the range of the counts that are the probes' own, or are missing because of
 * them. NULL if there are no such counts, or if they are below a hundredth of a positive count.
 */
const char *result_note_probe_range(const struct result *result, char *buffer, size_t size);

/* Describes how much of a region's count may be its end probe's; NULL if it is negligible. */
const char *result_note_probe_share(const struct result *result);

/* Describes in `buffer` how much of the count comes from other regions' probes; NULL if there are
 * no such probes or if they are known to be below a hundredth. */
const char *result_note_nested(const struct result *result, char *buffer, size_t size);

/* If a run has times of benchmarks and no results, because they enter no region: returns what to
 * do, after the name of the first one. Else NULL. The text is static. */
const char *result_note_no_region(const struct run *run);

/* Reports that none of the run's results is selected, or why it has none. */
void result_notes_report_none_selected(const struct run *run);

/* Returns the number of suspect results. */
unsigned result_notes_count_suspects(const struct run *run);

/*
 * Prints one message if any of the results is suspect: `prefix`, the number of suspect results, and
 * the first one with its reason. Returns their number.
 */
unsigned result_notes_report_suspects(const struct result *const *results, unsigned n,
                                      const char *prefix);

/* The same for all results of a run. */
unsigned result_notes_report_run_suspects(const struct run *run, const char *prefix);
