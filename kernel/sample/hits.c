/*
 * SPDX-License-Identifier: MIT
 * A profile: how many samples fell on which address, and what was counted in the intervals that
 * ended there.
 */
#include "kernel/lib/format.h"
#include "kernel/lib/stdlib.h"
#include "kernel/sample/sample_records.h"

static int by_address(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (int)x->user - (int)y->user;
}

static void report_hit(const struct sampled *sampled, unsigned pass, const struct sample *at,
                       unsigned n)
{
    char gains[PMC_MAX_COUNTERS * 24];
    size_t length = 0;
    struct record record;
    for (unsigned c = 0; c < sampled->run->pmc->counters; c++)
        if (sample_event(sampled->run, pass, c))
            length +=
                (size_t)format(gains + length, sizeof gains - length, "%s%lld", length ? "," : "",
                               (long long)sampled_gain(sampled, pass, c, at, n));
    sample_record_begin(&record, sampled, "hit");
    record_unsigned(&record, "pass", pass);
    record_hex(&record, "address", at->address);
    record_text(&record, "ring", at->user ? "user" : "kernel");
    record_unsigned(&record, "n", n);
    if (length)
        record_text(&record, "gains", gains);
    record_end(&record);
}

/* Sorted, those of one address stand together. */
static void report_hits(const struct sampled *sampled, unsigned pass, struct session_end *end)
{
    qsort(end->samples, end->n, sizeof *end->samples, by_address);
    for (unsigned first = 0, next; first < end->n; first = next) {
        next = first + 1;
        while (next < end->n && !by_address(&end->samples[first], &end->samples[next]))
            next++;
        report_hit(sampled, pass, &end->samples[first], next - first);
    }
}

int profile_pass(const struct sampled *sampled, unsigned pass)
{
    struct session session = sampled_session(sampled, pass);
    struct session_end end;
    if (sampled_run(sampled, &session, pass, &end))
        return -1;
    sampled_report(sampled, &session, pass, &end);
    report_hits(sampled, pass, &end);
    return 0;
}
