/*
 * SPDX-License-Identifier: MIT
 * Rules that a finding must meet: an instruction takes time, and none of it passes backwards.
 */
#include "kernel/measure/impossible_finding.h"

#include "kernel/lib/format.h"
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

static const char *impossible_finding_rule(const struct report_finding *finding)
{
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const struct finding_limit *limit = &limits[i];
        if (finding->value < !limit->may_be_zero && !strcmp(limit->name, finding->name) &&
            glob_match(limit->benches, finding->bench))
            return limit->rule;
    }
    return NULL;
}

bool impossible_finding_mark(struct report_finding *finding)
{
    static char text[40];
    char number[24];
    if (finding->text || finding->unsettled)
        return false;
    finding->suspect = impossible_finding_rule(finding);
    if (!finding->suspect)
        return false;
    fixed_format_short(number, sizeof number, finding->value, 2);
    format(text, sizeof text, REPORT_IMPOSSIBLE "%s", number);
    finding->text = text;
    return true;
}
