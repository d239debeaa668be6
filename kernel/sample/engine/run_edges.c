/*
 * SPDX-License-Identifier: MIT
 * Interrupts before the counted run, at its probes and at its end: they are no samples of the
 * benchmark, and a sample that is due there is not lost.
 */
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/trap.h"
#include "kernel/sample/engine/sampler_state.h"

#define LEAD_MORE  2000 /* clocks, more than the handler takes */
#define MOST_LEAST 64   /* limit of lead.least */
#define MORE_LEAST 4

/* The time or events between arming the source in edges_begin_run() and the counted run. */
static struct {
    uint32_t clocks; /* clocks in the last repetition, or */
    uint32_t events; /* events, for a source that counts */
    uint64_t armed;  /* time of arming, or number of events armed for */
    uint64_t hidden; /* clocks of handlers in that time */
    bool too_short;  /* a source that counts interrupted before the run */
    uint32_t least;  /* events after the begin of the run before which a probe may be interrupted */
} lead;

static struct {
    uint64_t entered, hidden; /* time-stamp counter; clocks */
} aside;                      /* the last handler in this repetition that left the probes alone */

static unsigned runs; /* begun in this repetition: the last is the counted one */

void edges_begin_session(void)
{
    memset(&lead, 0, sizeof lead);
    lead.least = 1;
}

void edges_begin_repetition(void)
{
    runs = 0;
    sampler.hidden = aside.hidden = 0;
    sampler.latest = sampler.before;
    sampler.sampled = lead.too_short = false;
}

/* ---- before the counted run ----------------------------------------------------------------- */

/* Prevents interrupts until the counted run, as far as the source permits. */
static void edges_put_off(void)
{
    counter_deltas_start(INT32_MAX);
    if (sampler.timer)
        sampler.source->arm(sampler.source->most);
    if (sampler.source->watch)
        sampler.source->watch(0);
}

__attribute__((noinline)) static void edges_start_counters(void)
{
    uint64_t events = (uint64_t)sampler.remaining + lead.events;
    counter_deltas_start(events < INT32_MAX ? (uint32_t)events : INT32_MAX);
    if (sampler.source->counts)
        lead.armed = events;
}

/*
 * Prepares a run. Its code displaces cache lines that the warm-up run has loaded, so it is short.
 */
void edges_begin_run(void)
{
    if (runs++ < launch.warm) {
        edges_put_off();
        return;
    }
    lead.hidden = 0;
    timer_compensation_arm(sampler.before, lead.clocks);
    lead.armed = sampler.armed;
    if (sampler.counters)
        edges_start_counters();
    if (sampler.source->watch)
        sampler.source->watch(sampler.session->watched);
}

/*
 * Re-arms after an interrupt before the run. For a source that watches, restore() has written to
 * the address, and nothing is re-armed.
 */
static void edges_begin_again(void)
{
    if (sampler.source->watch)
        return;
    if (runs <= launch.warm) {
        edges_put_off();
        return;
    }
    lead.too_short = true;
    if (sampler.source->counts)
        lead.armed += INT32_MAX;
    counter_deltas_start(INT32_MAX);
    timer_compensation_arm(sampler.before, LEAD_MORE);
}

void edges_interrupted_before(uint64_t entered)
{
    edges_begin_again();
    lead.hidden += rdtsc() - entered + sampler.outside;
}

/* ---- at and after the run's probes ---------------------------------------------------------- */

static bool is_before_run(const struct trap_frame *frame)
{
    return frame->eip - (uint32_t)launch_repetition <
           (uint32_t)launch_counting - (uint32_t)launch_repetition;
}

static bool is_after_run(const struct trap_frame *frame)
{
    return launch.ended > launch.begun || frame->eip - (uint32_t)launch_counted <
                                              (uint32_t)launch_make_cold - (uint32_t)launch_counted;
}

/*
 * Postpones the sample: the next repetition begins with it. Not inlined, since few interruptions
 * execute it.
 */
__attribute__((noinline)) static void edges_spare_probes(uint64_t entered)
{
    uint64_t stood[SAMPLED_COUNTERS];
    counter_deltas_stop();
    for (unsigned c = 0; c < sampler.counters; c++)
        stood[c] = sampler_counter(c);
    counter_deltas_start(INT32_MAX);
    for (unsigned c = 0; c < sampler.counters; c++) {
        uint32_t msr = sampler.msr[c];
        wrmsr(msr, stood[c]);
    }
    aside.entered = entered;
    aside.hidden = rdtsc() - entered + sampler.outside;
}

/*
 * Handles interrupts at and after the probes. PM0 is an NMI, which no flag masks, and a watched
 * write traps too, so either may occur there. The values that the probes read must not change.
 */
bool edges_step_aside(const struct trap_frame *frame, uint64_t entered)
{
    bool before = is_before_run(frame);
    if (!before && !is_after_run(frame))
        return false;
    if (before && lead.least < MOST_LEAST)
        lead.least += MORE_LEAST;
    edges_spare_probes(entered);
    return true;
}

bool edges_interrupted_early(void)
{
    return lead.too_short;
}

uint64_t edges_hidden(void)
{
    return aside.entered < launch.ended ? aside.hidden : 0;
}

/* ---- end of the run ------------------------------------------------------------------------- */

/*
 * Returns the events until counter 0 overflows; 0 if it overflowed in the last instructions of the
 * run, with the interrupt after them.
 */
static uint32_t events_short(void)
{
    uint64_t left = -counter_deltas_at_end(0) & COUNTER_MASK;
    return left > INT32_MAX ? 0 : (uint32_t)left;
}

/*
 * Returns the events until counter 0's next sample. A sample that would be due in the next
 * repetition's probes is moved after them or, if samples must be equally frequent everywhere,
 * dropped.
 */
static uint32_t events_left(void)
{
    uint32_t left = events_short();
    if (left >= lead.least)
        return left;
    return sampler.session->stepped ? left + (uint32_t)slices_interval() : lead.least;
}

/*
 * Keeps a sample whose instruction is unknown because the run has ended; it is assigned to the end
 * of the run. In the next repetition, it would overrepresent the first instructions.
 */
static void edges_store_cut_sample(uint64_t time)
{
    struct sample cut = {.time = time, .address = (uint32_t)launch_counted};
    counter_deltas_store(&cut);
    sampler.remaining = (uint32_t)slices_interval();
}

/* Learns the lead, so that the first clocks and events of a repetition are sampled too. */
static void learn_lead(void)
{
    if (sampler.source->counts)
        lead.events = (uint32_t)(counter_deltas_at_begin(0) + lead.armed);
    else
        lead.clocks = (uint32_t)(launch.begun - lead.armed - lead.hidden);
}

void edges_end_run(uint64_t time, bool stepping)
{
    learn_lead();
    if (!sampler.source->counts || lead.too_short || stepping)
        return;
    if (sampler.session->stepped && sampler.end->interruptions && !events_short())
        edges_store_cut_sample(time);
    else
        sampler.remaining = events_left();
}
