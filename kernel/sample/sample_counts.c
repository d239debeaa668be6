/*
 * SPDX-License-Identifier: MIT
 * A profile: the number of samples at each address, and the counts of the intervals that ended
 * there.
 */
#include <stddef.h>

#include "kernel/lib/format.h"
#include "kernel/lib/stdlib.h"
#include "kernel/sample/sample_records.h"
#include "kernel/sample/sample_text.h"

#define IMAGE_BEGIN    0x100000u /* linker.ld */
#define CALL_NEAR      0xE8u
#define CALL_NEAR_SIZE 5u
#define GROUP_5        0xFFu /* its /2 is CALL through a register or memory */
#define LONGEST_CALL   7u

extern char image_end[];

static bool calls_indirectly(const uint8_t *code)
{
    return code[0] == GROUP_5 && (code[1] >> 3 & 7) == 2;
}

/*
 * Returns the word on top of the stack if a CALL to the sample's address may have pushed it, else
 * 0. This distinguishes a routine's first instruction after a CALL from a jump to it.
 */
static uint32_t sample_counts_return_address(const struct sample *sample)
{
    uint32_t word = sample->on_stack;
    if (word < IMAGE_BEGIN + LONGEST_CALL || word >= (uint32_t)image_end)
        return 0;
    const uint8_t *end = (const uint8_t *)(uintptr_t)word;
    if (end[-(int)CALL_NEAR_SIZE] == CALL_NEAR &&
        word + *(const uint32_t *)(end - sizeof word) == sample->address)
        return word;
    for (int length = 2; length <= (int)LONGEST_CALL; length++)
        if (calls_indirectly(end - length))
            return word;
    return 0;
}

static int sample_counts_by_address(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->on_stack != y->on_stack)
        return x->on_stack < y->on_stack ? -1 : 1;
    if (x->executed != y->executed)
        return x->executed < y->executed ? -1 : 1;
    return (int)x->user - (int)y->user;
}

static void sample_counts_report_one(const struct sampled *sampled, unsigned pass,
                                     const struct sample *at, unsigned n)
{
    char deltas[SAMPLED_COUNTERS * 24];
    size_t length = 0;
    struct record record;
    for (unsigned c = 0; c < plan_sampled_counters(sampled->run->pmc); c++)
        if (sample_record_event(sampled->run, pass, c))
            length +=
                (size_t)format(deltas + length, sizeof deltas - length, "%s%lld", length ? "," : "",
                               (long long)sampling_counter_delta(sampled, pass, c, at, n));
    sample_record_begin(&record, sampled, "hit");
    record_unsigned(&record, "pass", pass);
    record_hex(&record, "address", at->address);
    if (at->on_stack)
        record_hex(&record, "return_to", at->on_stack);
    if (at->executed)
        record_hex(&record, "executed", at->executed);
    record_text(&record, "ring", at->user ? "user" : "kernel");
    record_unsigned(&record, "n", n);
    if (length)
        record_text(&record, "gains", deltas);
    record_end(&record);
}

/* Inserts an address into the list of those with the most samples; returns its new length. */
static unsigned sample_counts_rank(struct sample_text_hit *most, unsigned n_most,
                                   const struct sample *at, unsigned n)
{
    unsigned place = n_most;
    while (place && most[place - 1].n < n)
        place--;
    if (place == SAMPLE_TEXT_HITS)
        return n_most;
    n_most += n_most < SAMPLE_TEXT_HITS;
    for (unsigned i = n_most - 1; i > place; i--)
        most[i] = most[i - 1];
    most[place] = (struct sample_text_hit){at->address, n, at->user};
    return n_most;
}

/* Reports the hits; sorting groups the samples of an address. */
static void sample_counts_report(const struct sampled *sampled, unsigned pass,
                                 struct session_end *end)
{
    for (unsigned i = 0; i < end->n; i++)
        end->samples[i].on_stack =
            end->samples[i].executed ? 0 : sample_counts_return_address(&end->samples[i]);
    struct sample_text_hit most[SAMPLE_TEXT_HITS];
    unsigned n_most = 0;
    qsort(end->samples, end->n, sizeof *end->samples, sample_counts_by_address);
    for (unsigned first = 0, next; first < end->n; first = next) {
        next = first + 1;
        while (next < end->n &&
               !sample_counts_by_address(&end->samples[first], &end->samples[next]))
            next++;
        sample_counts_report_one(sampled, pass, &end->samples[first], next - first);
        n_most = sample_counts_rank(most, n_most, &end->samples[first], next - first);
    }
    if (n_most)
        sample_text_hits(sampled->run, sampled->benchmark->name, most, n_most, end->n);
}

static const struct register_key {
    const char *key;
    uint16_t offset;
} register_keys[] = {
#define KEY(name)                                                                                  \
    {                                                                                              \
#name, offsetof(struct pmc_registers, name)                                                \
    }
    KEY(eflags), KEY(eax), KEY(ebx), KEY(ecx), KEY(edx), KEY(esi), KEY(edi), KEY(ebp), KEY(esp),
#undef KEY
};

/* Reports the registers of each sample in the order of time; it must precede the sorting. */
static void sample_counts_report_registers(const struct sampled *sampled, unsigned pass,
                                           const struct session_end *end)
{
    struct record record;
    for (unsigned i = 0; end->registers && i < end->n; i++) {
        const char *registers = (const char *)&end->registers[i];
        sample_record_begin(&record, sampled, "registers");
        record_unsigned(&record, "pass", pass);
        record_unsigned(&record, "sample", i);
        record_hex(&record, "address", end->registers[i].eip);
        record_text(&record, "ring", end->samples[i].user ? "user" : "kernel");
        for (unsigned r = 0; r < sizeof register_keys / sizeof register_keys[0]; r++)
            record_hex(&record, register_keys[r].key,
                       *(const uint32_t *)(registers + register_keys[r].offset));
        record_end(&record);
    }
}

int sample_counts_pass(const struct sampled *sampled, unsigned pass)
{
    struct session session = sampling_session(sampled, pass);
    struct session_end end;
    if (sampling_run_session(sampled, &session, pass, &end))
        return -1;
    sample_record_session(sampled, &session, pass, &end);
    sample_counts_report_registers(sampled, pass, &end);
    sample_counts_report(sampled, pass, &end);
    return end.faulted ? -1 : 0;
}
