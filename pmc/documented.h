/*
 * SPDX-License-Identifier: MIT
 * What documents say of a finding: documented.def, for the kernel and for the host.
 */
#pragma once

/*
 * Of a processor whose counters are called that (struct pmc, name: P5, which is the P54C's too, or
 * P55C): the value in the unit of the finding, or words; NULL for none.
 */
const char *documented(const char *finding, const char *counters);

/* Who says so; NULL where documented() has nothing for any processor. */
const char *documented_source(const char *finding);
