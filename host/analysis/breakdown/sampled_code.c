/*
 * SPDX-License-Identifier: MIT
 * Attributes samples to a region's instructions. A sample's address is the next instruction, so
 * samples at an address show that it is executed. For a pair this is the first half, since no
 * interrupt is taken between the halves.
 */
#include "host/analysis/breakdown/sampled_code.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/skid_correction.h"
#include "host/base/allocation.h"
#include "host/data/run/sampled_run.h"

#define WAYS_MOST 32 /* paths to one instruction that are distinguished */

struct samples {
    const struct profile *profile;
    const struct region_code *code;
    double *next; /* samples whose next instruction this is */
    double *on;   /* samples attributed to the instruction itself */
};

static bool sampled_code_is_case(const struct profile *profile, const struct hit *hit)
{
    const struct run *run = profile->run;
    return hit->sampling < run->n_samplings &&
           sampled_run_same_case(&run->samplings[hit->sampling], profile->first);
}

static int sampled_code_index(const struct region_code *code, uint32_t address)
{
    const struct code_instruction *at = region_code_at(code, address);
    return at ? (int)(at - code->all) : -1;
}

/* Finds the instructions that can be executed directly before instruction i. */
static unsigned sampled_code_predecessors(const struct region_code *code, unsigned i,
                                          unsigned ways[WAYS_MOST])
{
    const struct code_instruction *at = &code->all[i];
    unsigned n = 0;
    if (i > 0 && at[-1].falls && at[-1].address + at[-1].length == at->address)
        ways[n++] = i - 1;
    for (unsigned j = 0; j < code->n && n < WAYS_MOST; j++)
        if (code->all[j].target == at->address)
            ways[n++] = j;
    return n;
}

/*
 * Returns how often instruction i was sampled as the next one, alone or as the second half of a
 * pair.
 */
static double sampled_code_seen(const struct samples *samples, unsigned i)
{
    const struct code_instruction *at = &samples->code->all[i];
    if (samples->next[i] > 0 || i == 0 || !at->second || !at[-1].first || at->begins_block)
        return samples->next[i];
    return samples->next[i - 1];
}

static void sampled_code_share(struct samples *samples, const struct hit *hit)
{
    const int next = sampled_code_index(samples->code, hit->address);
    unsigned ways[WAYS_MOST],
        n = next < 0 ? 0 : sampled_code_predecessors(samples->code, (unsigned)next, ways);
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += sampled_code_seen(samples, ways[i]);
    bool call = n && samples->code->all[ways[0]].changes && !samples->code->all[ways[0]].target;
    if (n < 2 || sum <= 0 || call) {
        const int at = sampled_code_index(
            samples->code,
            skid_correction_of(samples->profile->image, samples->profile->run, hit).address);
        if (at >= 0)
            samples->on[at] += hit->n;
        return;
    }
    for (unsigned i = 0; i < n; i++)
        samples->on[ways[i]] += hit->n * sampled_code_seen(samples, ways[i]) / sum;
}

static double *zeros(unsigned n)
{
    double *numbers = allocate_zeroed((n + 1) * sizeof *numbers);
    memset(numbers, 0, (n + 1) * sizeof *numbers);
    return numbers;
}

double *sampled_code(const struct profile *profile, const struct region_code *code)
{
    struct samples samples = {profile, code, zeros(code->n), zeros(code->n)};
    const struct run *run = profile->run;
    for (unsigned i = 0; i < run->n_hits; i++) {
        const int at = sampled_code_is_case(profile, &run->hits[i])
                           ? sampled_code_index(code, run->hits[i].address)
                           : -1;
        if (at >= 0)
            samples.next[at] += run->hits[i].n;
    }
    for (unsigned i = 0; i < run->n_hits; i++)
        if (sampled_code_is_case(profile, &run->hits[i]))
            sampled_code_share(&samples, &run->hits[i]);
    free(samples.next);
    return samples.on;
}
