/*
 * SPDX-License-Identifier: MIT
 * Rules that a finding must meet: an instruction takes time, and none of it passes backwards.
 */
#include "kernel/measure/impossible_finding.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/glob.h"
#include "kernel/lib/string.h"

static const struct finding_limit {
    const char *benches, *name;
    const char *rule;
    bool may_be_zero;
} limits[] = {
    {"instr/*", "latency", "not above 0 clocks", false},
    {"instr/*", "throughput", "not above 0 clocks", false},
    {"instr/*", "overlap", "below 0 clocks", true},
};

const char *impossible_finding_rule(const char *bench, const char *name, int64_t thousandths)
{
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const struct finding_limit *limit = &limits[i];
        if (thousandths < !limit->may_be_zero && glob_match(limit->benches, bench) &&
            !strcmp(limit->name, name))
            return limit->rule;
    }
    return NULL;
}
