/*
 * SPDX-License-Identifier: MIT
 * Words for results, in records and in text.
 */
#include "serial/report.h"

#include "kernel/lib/format.h"

#define LEVEL_DECIMALS 6 /* as for all numbers on the wire */

fixed_t result_per_entry(const struct report_result *result)
{
    return fixed_divide(result->corrected.mean, fixed_from_int(result->entries));
}

bool result_is_negative(const struct report_result *result)
{
    return result->corrected.mean < -(FIXED_ONE / 1024); /* smaller values may be rounding errors */
}

const char *result_overhead_of(const struct report_result *result)
{
    if (result->region != REPORT_WHOLE_RUN)
        return result->by_stub ? "stub" : "region";
    return result->without_probes ? "run_bare" : result->by_stub ? "run_stub" : "run";
}

struct suspects_text suspects_text(unsigned suspects)
{
    struct suspects_text text = {""};
    if (suspects)
        format(text.text, sizeof text.text, ", %u suspect", suspects);
    return text;
}

const char *result_status_name(enum result_status status)
{
    static const char *const names[] = {"ok",           "broken", "stuck", "unsupported",
                                        "reprogrammed", "fault",  "off",   "not heard"};
    return names[status];
}

struct levels_text record_report_levels(const struct report_levels *levels)
{
    struct levels_text text;
    char low[32], high[32];
    fixed_format_short(low, sizeof low, levels->low, LEVEL_DECIMALS);
    fixed_format_short(high, sizeof high, levels->high, LEVEL_DECIMALS);
    format(text.text, sizeof text.text, "%s x %u, %s x %u", low, levels->low_n, high,
           levels->high_n);
    return text;
}
