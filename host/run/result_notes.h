/*
 * SPDX-License-Identifier: MIT
 * What is to be known beside a result: errata of counters (pmc/p5/errata.def) that may touch it,
 * what of it may be the end probe's own (pmc/p5/probe_shares.def), and other regions' probes in it.
 */
#pragma once

#include "host/run/run.h"

/*
 * How a result may be wrong: it is not 0, its event has an erratum on the run's processor, and what
 * brings that about was counted in the same region or, where it may happen unseen, not counted at
 * all. NULL: it is right.
 */
const char *result_erratum(const struct run *run, const struct result *result);

/* What of a region's count may be its end probe's, where that may be worth a word; else NULL. */
const char *result_probe_share(const struct result *result);

/*
 * What of the count is other regions' probes, into buffer, where that may be worth a word: it is
 * known to be less than a hundredth, or there are none, where it is NULL.
 */
const char *result_inner(const struct result *result, char *buffer, size_t size);
