/*
 * SPDX-License-Identifier: MIT
 * Runs a benchmark repeatedly while the processor stores samples, and reads them from its buffer
 * after each repetition. A second counter counts the same event, which identifies the samples of
 * the counted run; others are dropped.
 */
#include "kernel/sample/stored_samples.h"

#include "boot/launch.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "pmc/counter_use.h"

#define STORING      0 /* places in the pass */
#define BESIDE       1
#define COUNTER_MASK ((1ull << 40) - 1)
#define SPARE_MEMORY 4 /* samples use at most 1/4 of the free memory */

static struct {
    const struct pmc_precise *precise;
    const struct pmc *pmc;
    struct pmc_counted counted[PMC_MAX_COUNTERS];
    struct schedule_pass pass;
    uint32_t every, remaining; /* events: between two samples; until the next one */
    /* Events from the start of the counter to the run, last time; events that it was armed for. */
    uint32_t lead, armed;
    void *area;
    unsigned room;
    unsigned runs; /* begun in this repetition: the last is the counted one */
    bool user;
} stored;

const char *stored_samples_missing(const struct kernel_run *run, const struct pmc_counted *event)
{
    if (!run->pmc->precise)
        return "only a Pentium 4 stores samples (PEBS); use source=event";
    memset(stored.counted, 0, sizeof stored.counted);
    return run->pmc->precise->prepare(event, stored.counted);
}

/* ---- repetitions ---------------------------------------------------------------------------- */

/* Marks the counters as changed, so that stored_samples_begin_run() is called before each run. */
static void stored_samples_begin(void)
{
    counter_use.opened = true;
    stored.runs = 0;
}

static void stored_samples_begin_run(void)
{
    if (stored.runs++ < launch.warm) {
        stored.pmc->start(stored.counted);
        return;
    }
    stored.precise->start(stored.counted, stored.armed, stored.every, stored.area, stored.room);
}

/*
 * Computes the number of overflows in the run from the counter's values at its begin and end and
 * the events counted by the second counter, which differ only by the code between their reads.
 */
static unsigned overflows_of_run(uint32_t first, uint32_t left)
{
    uint64_t counted = probe_reads_sum(REGION_WHOLE, BESIDE) & COUNTER_MASK;
    return (unsigned)((counted + left + stored.every / 2 - first) / stored.every);
}

static void stored_samples_read(struct session_end *end, unsigned n, unsigned room)
{
    for (unsigned i = 0; i < n; i++) {
        if (end->n == room) {
            end->lost += n - i;
            return;
        }
        const struct pmc_registers *sample = stored.precise->sample(stored.area, i);
        if (end->registers)
            end->registers[end->n] = *sample;
        end->samples[end->n++] = (struct sample){.repetition = end->repetitions & 0xFFFF,
                                                 .address = sample->eip,
                                                 .user = stored.user,
                                                 .interruptions = 1};
    }
}

/*
 * The first repetition is a rehearsal without samples: it counts the events before the run. A later
 * repetition that has a sample there, because more events precede the run than last time, is
 * dropped.
 */
static void stored_samples_end_repetition(const struct measurement *m, struct session_end *end,
                                          unsigned room)
{
    const unsigned there = stored.precise->stop();
    const uint64_t begin = probe_reads_begin(REGION_WHOLE, STORING);
    const uint64_t last = begin + probe_reads_sum(REGION_WHOLE, STORING);
    const uint32_t first = (uint32_t)-begin, left = (uint32_t)-last;
    const bool early = first > stored.armed;
    unsigned n = early ? 0 : overflows_of_run(first, left);
    if (n > there) {
        end->lost += n - there;
        n = there;
    }
    stored_samples_read(end, n, room);
    if (!early)
        stored.lead = stored.armed - first;
    if (!early && stored.armed != INT32_MAX)
        stored.remaining = left;
    stored.armed = stored.remaining + stored.lead;
    end->clocks += (uint64_t)m->clocks[m->repetitions - 1];
    end->repetitions++;
}

int stored_samples_run(const struct sampled *sampled, const struct session *session,
                       struct measure_setup *setup, struct session_end *end, struct measurement *m)
{
    const struct kernel_run *run = sampled->run;
    const size_t part = memory_left() / SPARE_MEMORY;
    const unsigned most = (unsigned)(part / (sizeof *end->samples + 2 * sizeof *end->registers));
    const unsigned room = session->room < most ? session->room : most;
    stored.pmc = run->pmc;
    stored.precise = run->pmc->precise;
    stored.pass.counted = stored.counted;
    stored.every = stored.remaining = (uint32_t)session->every;
    stored.armed = INT32_MAX;
    stored.room = room;
    stored.user = session->trigger.rings == PMC_RING_USER;
    const bool registers = run->config->sample_registers;
    end->samples = memory_allocate(room * sizeof *end->samples);
    end->registers = registers ? memory_allocate(room * sizeof *end->registers) : NULL;
    stored.area = memory_allocate(stored.precise->bytes(room));
    if (!room || !end->samples || !stored.area || (registers && !end->registers) ||
        stored_samples_missing(run, &session->trigger))
        return E_MEASURE_MEMORY;
    setup->pass = &stored.pass;
    setup->begin_repetition = stored_samples_begin;
    setup->begin_run = stored_samples_begin_run;
    int failed = repetition_begin(sampled->benchmark, setup, m);
    while (!failed && m->repetitions < session->repetitions &&
           end->n + end->lost < session->wanted) {
        failed = repetition_repeat(m, m->repetitions + 1);
        if (!failed)
            stored_samples_end_repetition(m, end, room);
    }
    stored.precise->stop();
    end->faulted = failed == E_MEASURE_FAULT && end->n;
    return failed;
}

/* ---- source interface ----------------------------------------------------------------------- */

static const char *open_store(uint64_t tsc_hz, unsigned rate)
{
    (void)tsc_hz, (void)rate;
    return NULL;
}

static uint32_t stored_samples_hz(void)
{
    return 1;
}

static bool takes_none(const struct trap_frame *frame)
{
    (void)frame;
    return false;
}

static void close_store(void)
{
}

const struct sample_source sample_by_store = {
    .name = "precise",
    .counts = true,
    .stores = true,
    .most = INT32_MAX,
    .open = open_store,
    .hz = stored_samples_hz,
    .acknowledge = takes_none,
    .close = close_store,
};
