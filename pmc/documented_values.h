/*
 * SPDX-License-Identifier: MIT
 * Documented values of processor properties that benchmarks measure (pmc/p5/documented.def).
 */
#pragma once

/*
 * Returns the documented value of a finding, in the finding's unit or as words. `counters` is the
 * name of the counters in struct pmc: "P5" (which includes the P54C) or "P55C". NULL: none.
 */
const char *documented_value(const char *finding, const char *counters);

/* The source of a finding's values; NULL if no processor has a value. */
const char *documented_source(const char *finding);
