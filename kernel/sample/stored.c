/*
 * SPDX-License-Identifier: MIT
 * Runs a benchmark over and over while the processor stores samples, and takes them from its buffer
 * behind each repetition. The event is counted once more beside the counter that stores: so which
 * of the samples are the run's is known, and no other is kept.
 */
#include "kernel/sample/stored.h"

#include "boot/launch.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "pmc/counter_use.h"

#define STORING      0 /* places in the pass */
#define BESIDE       1
#define COUNTER_MASK ((1ull << 40) - 1)
#define SPARE_MEMORY 4 /* samples take at most that part of what is free */

static struct {
    const struct pmc_precise *precise;
    const struct pmc *pmc;
    struct counted counted[PMC_MAX_COUNTERS];
    struct pass pass;
    uint32_t every, to_go; /* events: between two samples; to the next one */
    uint32_t lead, armed;  /* from where it is started to the run, the last time; for how many */
    void *area;
    unsigned room;
    unsigned runs; /* begun in this repetition: the last is the counted one */
    bool user;
} stored;

const char *stored_missing(const struct run *run, const struct counted *event)
{
    if (!run->pmc->precise)
        return "no processor stores samples but a Pentium 4 (PEBS); source=event interrupts";
    memset(stored.counted, 0, sizeof stored.counted);
    return run->pmc->precise->prepare(event, stored.counted);
}

/* ---- repetitions ---------------------------------------------------------------------------- */

/* Counts as a restored run, so that begin_run() is called before each. */
static void begin_repetition(void)
{
    counter_use.opened = true;
    stored.runs = 0;
}

static void begin_run(void)
{
    if (stored.runs++ < launch.warm) {
        stored.pmc->start(stored.counted);
        return;
    }
    stored.precise->start(stored.counted, stored.armed, stored.every, stored.area, stored.room);
}

/* As many overflows as bring the one counter from where it stood to where it stands, which is so
 * far that the other has counted as much, but for what lies between their reads. */
static unsigned overflows_of_run(uint32_t first, uint32_t left)
{
    uint64_t counted = reading_sum(REGION_WHOLE, BESIDE) & COUNTER_MASK;
    return (unsigned)((counted + left + stored.every / 2 - first) / stored.every);
}

static void take(struct session_end *end, unsigned n, unsigned room)
{
    for (unsigned i = 0; i < n; i++) {
        if (end->n == room) {
            end->lost += n - i;
            return;
        }
        end->samples[end->n++] = (struct sample){.repetition = end->repetitions & 0xFFFF,
                                                 .address = stored.precise->address(stored.area, i),
                                                 .user = stored.user,
                                                 .interruptions = 1};
    }
}

/* The first repetition is a rehearsal, of which nothing is stored: it says how many events are in
 * front of the run. A later one with a sample there, where there are more than the last time, has
 * that left out with what it stored. */
static void end_repetition(const struct measurement *m, struct session_end *end, unsigned room)
{
    const unsigned there = stored.precise->stop();
    const uint64_t begin = reading_begin(REGION_WHOLE, STORING);
    const uint64_t last = begin + reading_sum(REGION_WHOLE, STORING);
    const uint32_t first = (uint32_t)-begin, left = (uint32_t)-last;
    const bool early = first > stored.armed;
    unsigned n = early ? 0 : overflows_of_run(first, left);
    if (n > there) {
        end->lost += n - there;
        n = there;
    }
    take(end, n, room);
    if (!early)
        stored.lead = stored.armed - first;
    if (!early && stored.armed != INT32_MAX)
        stored.to_go = left;
    stored.armed = stored.to_go + stored.lead;
    end->clocks += (uint64_t)m->clocks[m->repetitions - 1];
    end->repetitions++;
}

int stored_run(const struct sampled *sampled, const struct session *session,
               struct measure_setup *setup, struct session_end *end, struct measurement *m)
{
    const struct run *run = sampled->run;
    const size_t part = memory_left() / SPARE_MEMORY;
    const unsigned most = (unsigned)(part / (sizeof *end->samples + 64));
    const unsigned room = session->room < most ? session->room : most;
    stored.pmc = run->pmc;
    stored.precise = run->pmc->precise;
    stored.pass.counted = stored.counted;
    stored.every = stored.to_go = (uint32_t)session->every;
    stored.armed = INT32_MAX;
    stored.room = room;
    stored.user = session->trigger.rings == PMC_RING_USER;
    end->samples = memory_take(room * sizeof *end->samples);
    stored.area = memory_take(stored.precise->bytes(room));
    if (!room || !end->samples || !stored.area || stored_missing(run, &session->trigger))
        return E_MEASURE_MEMORY;
    setup->pass = &stored.pass;
    setup->begin_repetition = begin_repetition;
    setup->begin_run = begin_run;
    int failed = measure_begin(sampled->benchmark, setup, m);
    while (!failed && m->repetitions < session->repetitions &&
           end->n + end->lost < session->wanted) {
        failed = measure_repeat(m, m->repetitions + 1);
        if (!failed)
            end_repetition(m, end, room);
    }
    stored.precise->stop();
    end->faulted = failed == E_MEASURE_FAULT && end->n;
    return failed;
}

/* ---- as a source ---------------------------------------------------------------------------- */

static const char *open_store(uint64_t tsc_hz, unsigned rate)
{
    (void)tsc_hz, (void)rate;
    return NULL;
}

static uint32_t no_hz(void)
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
    .hz = no_hz,
    .takes = takes_none,
    .close = close_store,
};
