/*
 * SPDX-License-Identifier: MIT
 * Before the counted run, at its probes and where it ends: what comes there is no sample of the
 * benchmark, and what is due there is not lost.
 */
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/trap.h"
#include "kernel/sample/engine/sampler_state.h"

#define LEAD_MORE  2000 /* clocks, more than the handler takes */
#define MOST_LEAST 64   /* of lead.least */
#define MORE_LEAST 4

/* From where edges_begin_run() arms the source to the counted run. */
static struct {
    uint32_t clocks; /* what lay between in the last repetition; ... */
    uint32_t events; /* ... or of a source that counts, how many */
    uint64_t armed;  /* when it did, or for how many events */
    uint64_t hidden; /* what handlers took there */
    bool too_short;  /* of a source that counts: it interrupted before the run */
    uint32_t least;  /* events from the begin to where no probe is interrupted */
} lead;

static struct {
    uint64_t entered, hidden; /* the time-stamp counter, and clocks */
} aside;                      /* a handler that left the probes alone, in this repetition */

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

/* No interrupt is to come up to the counted run, as far as the source can be told. */
static void put_off(void)
{
    gains_start(INT32_MAX);
    if (sampler.timer)
        sampler.source->arm(sampler.source->most);
    if (sampler.source->watch)
        sampler.source->watch(0);
}

__attribute__((noinline)) static void start_counters(void)
{
    uint64_t events = (uint64_t)sampler.to_go + lead.events;
    gains_start(events < INT32_MAX ? (uint32_t)events : INT32_MAX);
    if (sampler.source->counts)
        lead.armed = events;
}

/* What it runs for the counted run displaces what the warming one has left, so it is little. */
void edges_begin_run(void)
{
    if (runs++ < launch.warm) {
        put_off();
        return;
    }
    lead.hidden = 0;
    aim(sampler.before, lead.clocks);
    lead.armed = sampler.armed;
    if (sampler.counters)
        start_counters();
    if (sampler.source->watch)
        sampler.source->watch(sampler.session->watched);
}

/* Or restore() writes to what is watched. */
static void begin_again(void)
{
    if (sampler.source->watch)
        return;
    if (runs <= launch.warm) {
        put_off();
        return;
    }
    lead.too_short = true;
    if (sampler.source->counts)
        lead.armed += INT32_MAX;
    gains_start(INT32_MAX);
    aim(sampler.before, LEAD_MORE);
}

void edges_interrupted_before(uint64_t entered)
{
    begin_again();
    lead.hidden += rdtsc() - entered + sampler.outside;
}

/* ---- at its probes and behind it ------------------------------------------------------------ */

static bool is_before_run(const struct trap_frame *frame)
{
    return frame->eip - (uint32_t)launch_repetition <
           (uint32_t)launch_counting - (uint32_t)launch_repetition;
}

static bool is_behind_run(const struct trap_frame *frame)
{
    return launch.ended > launch.begun || frame->eip - (uint32_t)launch_counted <
                                              (uint32_t)launch_make_cold - (uint32_t)launch_counted;
}

/* The next repetition begins with the sample that was due. Apart, as few interruptions run it. */
__attribute__((noinline)) static void leave_probes_alone(uint64_t entered)
{
    uint64_t stood[SAMPLED_COUNTERS];
    gains_stop();
    for (unsigned c = 0; c < sampler.counters; c++)
        stood[c] = sampler_counter(c);
    gains_start(INT32_MAX);
    for (unsigned c = 0; c < sampler.counters; c++) {
        uint32_t msr = sampler.msr[c];
        wrmsr(msr, stood[c]);
    }
    aside.entered = entered;
    aside.hidden = rdtsc() - entered + sampler.outside;
}

/*
 * PM0 is an NMI, which no flag holds off, and a watched write traps too, so either comes to the
 * probes and behind the run too. What they read is not to change.
 */
bool edges_step_aside(const struct trap_frame *frame, uint64_t entered)
{
    bool before = is_before_run(frame);
    if (!before && !is_behind_run(frame))
        return false;
    if (before && lead.least < MOST_LEAST)
        lead.least += MORE_LEAST;
    leave_probes_alone(entered);
    return true;
}

uint64_t edges_hidden(void)
{
    return aside.entered < launch.ended ? aside.hidden : 0;
}

/* ---- where it ends -------------------------------------------------------------------------- */

/* Events that counter 0 had to go; 0 where it overflowed in the run's last instructions, and the
   interrupt came behind them. */
static uint32_t events_short(void)
{
    uint64_t left = -gains_at_end(0) & COUNTER_MASK;
    return left > INT32_MAX ? 0 : (uint32_t)left;
}

/* How many counter 0 has to go. What would be due in the next repetition's probes comes behind
   them, or where samples are to be as often in one place as in another, not at all. */
static uint32_t events_left(void)
{
    uint32_t left = events_short();
    if (left >= lead.least)
        return left;
    return sampler.session->stepped ? left + (uint32_t)turns_interval() : lead.least;
}

/* Which of those instructions it would have been is not known: it is where the run ends. In the
   next repetition it would be too often at one that begins a run. */
static void keep_cut(uint64_t time)
{
    struct sample cut = {.time = time, .address = (uint32_t)launch_counted};
    gains_keep(&cut);
    sampler.to_go = (uint32_t)turns_interval();
}

/* So that a repetition's first clocks and events have their samples too. */
static void learn_lead(void)
{
    if (sampler.source->counts)
        lead.events = (uint32_t)(gains_at_begin(0) + lead.armed);
    else
        lead.clocks = (uint32_t)(launch.begun - lead.armed - lead.hidden);
}

void edges_end_run(uint64_t time, bool stepping)
{
    learn_lead();
    if (!sampler.source->counts || lead.too_short || stepping)
        return;
    if (sampler.session->stepped && sampler.end->interruptions && !events_short())
        keep_cut(time);
    else
        sampler.to_go = events_left();
}
