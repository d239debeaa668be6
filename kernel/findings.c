/*
 * SPDX-License-Identifier: MIT
 * Conclusions are drawn in ring 0, between measurements, and reported as they are drawn.
 */
#include "kernel/findings.h"

#include "kernel/lib/string.h"
#include "pmc/documented.h"

/* What is concluded from, while a benchmark does so. */
static struct {
    struct run *run;
    const struct report_bench *bench;
} from;

static const struct report_result *find(unsigned region, const char *event)
{
    for (unsigned i = 0; from.bench && i < from.bench->n_regions * from.bench->n_events; i++) {
        const struct report_result *result = &from.bench->results[i];
        if (result->region == region && result->status == RESULT_OK &&
            !strcmp(result->event, event))
            return result;
    }
    return NULL;
}

int64_t measured(unsigned region, const char *event)
{
    const struct report_result *result = find(region, event);
    if (!result && !strcmp(event, "clocks"))
        result = find(region, "count_clocks");
    if (!result && !strcmp(event, "clocks"))
        result = find(region, pmc_time_stamp.name);
    if (!result)
        return NOT_MEASURED;
    return fixed_to_int(fixed_multiply(result->corrected.mean, fixed_from_int(1000)));
}

static void report(const char *name, const char *text, int64_t thousandths, const char *unit)
{
    if (!from.bench)
        return; /* only conclude() has anything to conclude from */
    struct report_finding finding = {
        .bench = from.bench->name,
        .state = from.bench->state,
        .ablate = from.bench->ablate,
        .name = name,
        .text = text,
        .value = fixed_divide(fixed_from_int(thousandths), fixed_from_int(1000)),
        .unit = unit,
        .documented = documented(name, from.run->pmc->n_events > P5_EVENTS),
    };
    REPORT(from.run->report, finding, &finding);
}

void finding(const char *name, int64_t thousandths, const char *unit)
{
    report(name, NULL, thousandths, unit);
}

void finding_text(const char *name, const char *text)
{
    report(name, text, 0, NULL);
}

int findings_conclude(struct run *run, const struct benchmark *benchmark,
                      const struct report_bench *bench)
{
    if (!benchmark->conclude)
        return 0;
    from.run = run;
    from.bench = bench;
    int failed = measure_contain(benchmark->conclude);
    from.bench = NULL;
    return failed;
}
