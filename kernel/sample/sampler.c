/*
 * SPDX-License-Identifier: MIT
 * What the handler does, from the time-stamp counter's first look to its last: stops the counters,
 * reads them, keeps the sample, gives the next group its counters, arms the timer. A repetition is
 * launched as one that is not interrupted is (boot/launch.asm); its probes around the whole run say
 * where the counters stood at its begin and its end.
 */
#include "kernel/sample/sampler.h"

#include "boot/contain.h"
#include "boot/launch.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/machine/watchdog.h"
#include "pmc/counter_use.h"
#include "kernel/sample/single_steps.h"
#include "pmc/region.h"

#define COUNTER_MASK ((1ull << 40) - 1) /* as probes take differences */
#define LATE_UNIT    256                /* of sampler.late */
#define LATE_SMOOTH  16                 /* it follows what the last so many samples were late */
#define LATE_TICKS   16                 /* what is later than that was held up */
#define LEAD_MORE    2000               /* clocks, more than the handler takes */
#define MOST_LEAST   64                 /* of sampler.lead.least */
#define MORE_LEAST   4
#define VECTOR_DEBUG 1
#define SPARE_MEMORY 4 /* samples take at most that part of what is free */

static struct {
    const struct sample_source *source;
    const struct pmc *pmc;
    uint64_t ticks_of_clock; /* of the source, times 2^32 */
    uint32_t clocks_of_tick;

    const struct session *session;
    struct session_end *end;
    unsigned room;
    uint32_t outside;              /* clocks of an interruption that its handler does not see */
    uint64_t before;               /* the benchmark's clocks in earlier repetitions */
    uint64_t hidden;               /* that handlers took of this one */
    uint64_t left;                 /* time-stamp counter, when a handler was left last */
    uint64_t latest;               /* when a watched write was last, in the benchmark's clocks */
    uint64_t due;                  /* when the next sample is to be, in the benchmark's clocks */
    uint64_t armed;                /* time-stamp counter, when the source was armed last */
    uint64_t behind, behind_early; /* clocks that a handler took behind that, the last time: the
                                      timer runs then; and one that came early */
    bool aimed;                    /* it was armed for when it is due */
    int32_t late; /* clocks, 256ths: how much later than armed for the timer interrupts, smoothed */
    uint32_t to_go; /* of a source that counts: events until counter 0 overflows; or of one that
                       watches, writes until one is a sample */
    struct {
        uint64_t clocks; /* what lay between begin_run() and the last run; ... */
        uint32_t events; /* ... or of a source that counts, how many */
        uint64_t armed;  /* when begin_run() did, or for how many events */
        uint64_t hidden; /* what handlers took there */
        bool too_short;  /* of a source that counts: it interrupted before the run */
        uint32_t least;  /* events from the begin to where no probe is interrupted */
    } lead;
    struct {
        uint64_t entered, hidden; /* the time-stamp counter, and clocks */
    } aside;                      /* a handler that left the probes alone, in this repetition */
    unsigned runs;                /* begun in this repetition: the last is the counted one */
    uint32_t random;
    unsigned repetition, turn; /* turn: place in order[] */
    unsigned interruptions;    /* since the last sample */
    bool sampled;              /* in this repetition */
    unsigned turns;            /* in a round */
    uint8_t order[SAMPLER_MOST_TURNS];
    uint32_t carried[PMC_MAX_COUNTERS]; /* counted at the end of earlier repetitions */
} sampler;

/* ---- chance --------------------------------------------------------------------------------- */

/* Press and others, Numerical Recipes, 7.1: the upper bits are the good ones. */
static uint32_t draw(uint32_t below)
{
    sampler.random = sampler.random * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)sampler.random * below >> 32);
}

static uint64_t draw_interval(void)
{
    const struct session *session = sampler.session;
    if (!session->random)
        return session->every;
    return session->every / 2 + draw((uint32_t)session->every);
}

/* Fisher and Yates. */
static void shuffle(void)
{
    for (unsigned i = sampler.turns; sampler.session->shuffled && i > 1; i--) {
        unsigned other = draw(i);
        uint8_t last = sampler.order[i - 1];
        sampler.order[i - 1] = sampler.order[other];
        sampler.order[other] = last;
    }
}

/* ---- groups --------------------------------------------------------------------------------- */

static unsigned group_now(void)
{
    const struct session *session = sampler.session;
    return session->only < session->n_groups ? session->only : sampler.order[sampler.turn];
}

static void next_turn(void)
{
    if (++sampler.turn < sampler.turns)
        return;
    sampler.turn = 0;
    shuffle();
}

static void start_group(uint32_t to_go)
{
    const struct counted *counted = sampler.session->groups[group_now()].counted;
    if (!sampler.source->counts) {
        sampler.pmc->start(counted);
        return;
    }
    struct counted armed[PMC_MAX_COUNTERS];
    memcpy(armed, counted, sizeof armed);
    armed[0] = sampler.session->trigger;
    sampler.pmc->start_armed(armed, to_go);
}

/* Where the counters stood when the counted run began, or when it ended. */
static uint64_t counter_at_begin(unsigned c)
{
    const struct region *whole = &regions[REGION_WHOLE];
    if (c < REGION_COUNTERS)
        return c ? whole->far_begin : whole->near_begin;
    return called_regions[REGION_WHOLE].begin[c - REGION_COUNTERS];
}

static uint64_t counter_at_end(unsigned c)
{
    const struct region *whole = &regions[REGION_WHOLE];
    uint64_t since = c < REGION_COUNTERS ? c ? whole->far_sum : whole->near_sum
                                         : called_regions[REGION_WHOLE].sum[c - REGION_COUNTERS];
    return (counter_at_begin(c) + since) & COUNTER_MASK;
}

/* What it stood at when it was counted from: at the run's begin, or when the handler started it. */
static uint64_t counted_from(unsigned c)
{
    if (!sampler.sampled)
        return counter_at_begin(c);
    return sampler.source->counts && c == 0 ? -(uint64_t)sampler.to_go : 0;
}

/* ---- time ----------------------------------------------------------------------------------- */

static uint64_t time_at(uint64_t clock)
{
    return sampler.before + clock - launch.begun - sampler.hidden;
}

/* Armed for each interval. */
static bool is_timer(void)
{
    return !sampler.source->steady && !sampler.source->counts && !sampler.source->watch;
}

/* So that the interrupt comes at `due`, to a tick, or, where that is far, early. */
static void arm(uint64_t now, uint64_t behind)
{
    if (!is_timer())
        return;
    uint64_t clocks = sampler.due > now ? sampler.due - now : 0;
    sampler.armed = rdtsc();
    clocks += behind;
    uint64_t late = (uint64_t)(sampler.late / LATE_UNIT);
    clocks = clocks > late ? clocks - late : 0;
    uint64_t most = (uint64_t)sampler.source->most * sampler.clocks_of_tick;
    uint32_t ticks = sampler.source->most;
    if (clocks < most)
        ticks = (uint32_t)(clocks * sampler.ticks_of_clock >> 32);
    sampler.source->arm(ticks ? ticks : 1);
    sampler.aimed = ticks && clocks < most && now < sampler.due;
}

/*
 * A timer cannot be set to the clock, and the way in takes longer in one place than in another: one
 * that is early by less than that is a sample, or places with a short way in would have too few.
 */
static bool is_early(uint64_t time)
{
    return is_timer() && time + 2 * sampler.clocks_of_tick + sampler.outside < sampler.due;
}

/* Its way through ports and bus: what of that is steady is taken off when it is armed. */
static void learn_late(uint64_t time)
{
    int64_t by = (int64_t)(time - sampler.due);
    int32_t most = LATE_TICKS * (int32_t)sampler.clocks_of_tick;
    if (!sampler.aimed || by > most || by < -most)
        return;
    sampler.late += (int32_t)by * (LATE_UNIT / LATE_SMOOTH);
    if (sampler.late < 0)
        sampler.late = 0;
    if (sampler.late > most * LATE_UNIT)
        sampler.late = most * LATE_UNIT;
}

/* ---- the handler ---------------------------------------------------------------------------- */

/* Where the next one goes; where there is no room, to be forgotten. */
static struct sample *next_sample(uint64_t time)
{
    static struct sample lost;
    struct session_end *end = sampler.end;
    struct sample *sample = end->n < sampler.room ? &end->samples[end->n++] : &lost;
    end->lost += sample == &lost;
    *sample = (struct sample){.time = time,
                              .repetition = sampler.repetition & 0xFFFF,
                              .group = group_now() & 0xFF,
                              .interruptions = sampler.interruptions & 0x7FFFFF};
    sampler.interruptions = 0;
    return sample;
}

/* From ring 0 the processor pushes no ESP: where it would stand is what lay on top. */
static uint32_t word_on_stack(const struct trap_frame *frame)
{
    if (!(frame->cs & 3))
        return frame->esp;
    uint32_t left = (uint32_t)paging_benchmark_stack() - frame->esp;
    bool there = left >= sizeof(uint32_t) && left <= PAGING_STACK_BYTES;
    return there ? *(const uint32_t *)(uintptr_t)frame->esp : 0;
}

static uint64_t counter_read(unsigned counter)
{
    uint32_t msr = sampler.pmc->first_msr + counter;
    return rdmsr(msr);
}

static void counter_write(unsigned counter, uint64_t value)
{
    uint32_t msr = sampler.pmc->first_msr + counter;
    wrmsr(msr, value);
}

static void carry_gains(void)
{
    for (unsigned c = 0; c < sampler.pmc->counters; c++)
        sampler.carried[c] += (uint32_t)(counter_read(c) - counted_from(c));
    sampler.sampled = true;
}

static struct sample *keep_sample(const struct trap_frame *frame, uint64_t time)
{
    struct sample *sample = next_sample(time);
    sample->address = frame->eip;
    sample->on_stack = word_on_stack(frame);
    sample->user = frame->cs & 3;
    memcpy(sample->gain, sampler.carried, sizeof sample->gain);
    memset(sampler.carried, 0, sizeof sampler.carried);
    return sample;
}

/* Counted since counter 0 overflowed. */
static uint32_t events_behind(void)
{
    return (uint32_t)counter_read(0);
}

/* Whether it was kept. */
static bool take(struct trap_frame *frame, uint64_t entered)
{
    uint64_t time = time_at(entered - sampler.outside); /* nearly all of that is the way in */
    sampler.interruptions++;
    sampler.end->interruptions++;
    learn_late(time);
    if (is_early(time)) {
        arm(time, sampler.behind_early);
        return false;
    }
    sampler.pmc->stop();
    carry_gains();
    struct sample *sample = keep_sample(frame, time);
    bool stepping = sampler.session->stepped && steps_begin(frame, sample, events_behind());
    next_turn();
    if (sampler.source->counts)
        sampler.to_go = (uint32_t)draw_interval();
    sampler.due += draw_interval();
    if (sampler.due < time) /* the handler is slower than that */
        sampler.due = time;
    arm(time, sampler.behind);
    if (!stepping)
        start_group(sampler.to_go);
    return true;
}

/* The counters stand still between an overflow and its sample. */
static void take_step(struct trap_frame *frame)
{
    if (!steps_go_on(frame))
        start_group(sampler.to_go);
}

/*
 * When a watched write was. Where writes follow each other at once, what lies outside of the
 * handler may be less than calibration found, by more than the program took: that is nothing.
 */
static uint64_t time_of_write(uint64_t entered)
{
    uint64_t time = time_at(entered - sampler.outside);
    if ((int64_t)(time - sampler.latest) < 0) {
        sampler.hidden -= sampler.latest - time;
        time = sampler.latest;
    }
    sampler.latest = time;
    return time;
}

/* All of them alike while counters run, so that what the handler counts is always the same. */
static bool take_write(const struct trap_frame *frame, uint64_t entered)
{
    sampler.pmc->stop();
    sampler.interruptions++;
    sampler.end->interruptions++;
    uint64_t time = time_of_write(entered);
    carry_gains();
    if (!--sampler.to_go) {
        keep_sample(frame, time);
        next_turn();
        sampler.to_go = (uint32_t)draw_interval();
    }
    start_group(0);
    return true;
}

/* No interrupt is to come up to the counted run, as far as the source can be told. */
static void put_off(void)
{
    start_group(INT32_MAX);
    if (is_timer())
        sampler.source->arm(sampler.source->most);
    if (sampler.source->watch)
        sampler.source->watch(0);
}

/* Before the counted run, which began later than the last one; or restore() writes there. */
static void before_run(void)
{
    if (sampler.source->watch)
        return;
    if (sampler.runs <= launch.warm) {
        put_off();
        return;
    }
    sampler.lead.too_short = true;
    if (sampler.source->counts)
        sampler.lead.armed += INT32_MAX;
    start_group(INT32_MAX);
    arm(sampler.before, LEAD_MORE);
}

/* Where the counted run's own probes are, or behind it. */
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

/*
 * PM0 is an NMI, which no flag holds off, and a watched write traps too, so either comes to the
 * probes and behind the run too. What they read is not to change; the next repetition begins with
 * the sample that was due.
 */
static void step_aside(uint64_t entered)
{
    uint64_t stood[PMC_MAX_COUNTERS];
    sampler.pmc->stop();
    for (unsigned c = 0; c < sampler.pmc->counters; c++)
        stood[c] = counter_read(c);
    start_group(INT32_MAX);
    for (unsigned c = 0; c < sampler.pmc->counters; c++)
        counter_write(c, stood[c]);
    sampler.aside.entered = entered;
    sampler.aside.hidden = rdtsc() - entered + sampler.outside;
}

/*
 * launch.begun is 0 until the counted run: what is put back before it is interrupted for nothing.
 * So is what runs when no session does, by what was still to come.
 */
static bool interrupted(struct trap_frame *frame)
{
    uint64_t entered = rdtsc();
    bool step = frame->vector == VECTOR_DEBUG && steps_under_way();
    if (!step && !sampler.source->takes(frame))
        return false;
    if (!sampler.session)
        return true;
    if (!launch.begun) {
        before_run();
        sampler.lead.hidden += rdtsc() - entered + sampler.outside;
        return true;
    }
    bool anywhere = !step && (sampler.source->counts || sampler.source->watch);
    bool before = anywhere && is_before_run(frame);
    if (before || (anywhere && is_behind_run(frame))) {
        if (before && sampler.lead.least < MOST_LEAST)
            sampler.lead.least += MORE_LEAST;
        step_aside(entered);
        return true;
    }
    bool kept =
        !step && (sampler.source->watch ? take_write(frame, entered) : take(frame, entered));
    if (step)
        take_step(frame);
    uint64_t left = rdtsc();
    uint64_t behind = left - sampler.armed + sampler.outside;
    if (kept)
        sampler.behind = behind;
    else
        sampler.behind_early = behind;
    sampler.left = left;
    sampler.hidden += left - entered + sampler.outside;
    sampler.end->entries++;
    return true;
}

/* ---- repetitions ---------------------------------------------------------------------------- */

/* In place of what prepares a run again: before the warming one and the counted one. */
static void begin_run(void)
{
    if (sampler.runs++ < launch.warm) {
        put_off();
        return;
    }
    sampler.hidden = sampler.lead.hidden = 0;
    sampler.aside.hidden = 0;
    sampler.latest = sampler.before;
    sampler.sampled = sampler.lead.too_short = false;
    uint64_t events = (uint64_t)sampler.to_go + sampler.lead.events;
    start_group(events < INT32_MAX ? (uint32_t)events : INT32_MAX);
    arm(sampler.before, sampler.lead.clocks);
    if (sampler.source->watch)
        sampler.source->watch(sampler.session->watched);
    sampler.lead.armed = sampler.source->counts ? events : sampler.armed;
}

/* Counts as a restored run, so that begin_run() is called before each. */
static void begin_repetition(void)
{
    counter_use.opened = true;
    sampler.runs = 0;
    if (sampler.session->anew) {
        sampler.before = 0;
        sampler.due = sampler.session->every;
        sampler.to_go = (uint32_t)sampler.session->every;
        memset(sampler.carried, 0, sizeof sampler.carried);
    }
}

/* Counter 0 in the run's last instructions, where the interrupt came behind them. */
static bool overflowed(void)
{
    uint64_t left = -counter_at_end(0) & COUNTER_MASK;
    return left > INT32_MAX || !left;
}

/* How many counter 0 has to go. What would be due in the next repetition's probes comes behind
   them, or where samples are to be as often in one place as in another, not at all. */
static uint32_t events_left(void)
{
    uint32_t left = overflowed() ? 0 : (uint32_t)-counter_at_end(0);
    if (left >= sampler.lead.least)
        return left;
    return sampler.session->stepped ? left + (uint32_t)draw_interval() : sampler.lead.least;
}

/* Which of those instructions it would have been is not known: it is where the run ends. In the
   next repetition it would be too often at one that begins a run. */
static void keep_cut(uint64_t time)
{
    struct sample *sample = next_sample(time);
    sample->address = (uint32_t)launch_counted;
    memcpy(sample->gain, sampler.carried, sizeof sample->gain);
    memset(sampler.carried, 0, sizeof sampler.carried);
    sampler.to_go = (uint32_t)draw_interval();
}

/* So that a repetition's first clocks and events have their samples too. */
static void learn_lead(void)
{
    if (sampler.source->counts)
        sampler.lead.events = (uint32_t)(counter_at_begin(0) + sampler.lead.armed);
    else
        sampler.lead.clocks = launch.begun - sampler.lead.armed - sampler.lead.hidden;
}

static void end_repetition(const struct measurement *m)
{
    struct session_end *end = sampler.end;
    bool stepping = steps_under_way(); /* then nothing was counted since the sample */
    uint64_t clocks = (uint64_t)m->clocks[m->repetitions - 1];
    if (sampler.aside.entered < launch.ended)
        sampler.hidden += sampler.aside.hidden;
    struct sample *last = sampler.session->anew ? next_sample(clocks - sampler.hidden) : NULL;
    for (unsigned c = 0; c < sampler.pmc->counters; c++) {
        uint64_t left = stepping ? 0 : counter_at_end(c) - counted_from(c);
        sampler.carried[c] += (uint32_t)left;
        end->tail[c] += (uint32_t)left;
        if (last)
            last->gain[c] = sampler.carried[c];
    }
    learn_lead();
    bool counting = sampler.source->counts && !sampler.lead.too_short && !stepping;
    if (counting && sampler.session->stepped && end->interruptions && overflowed())
        keep_cut(sampler.before + clocks - sampler.hidden);
    else if (counting)
        sampler.to_go = events_left();
    sampler.before += clocks - sampler.hidden;
    if (sampler.session->random && sampler.due < sampler.before) /* else they are all alike */
        sampler.due = sampler.before;
    end->clocks += clocks;
    end->hidden += sampler.hidden;
    end->repetitions++;
    steps_give_up();
    sampler.repetition++;
    launch.begun = 0;
}

/* What there is of a repetition that did not return: all up to its last interruption. */
static void end_faulted(void)
{
    struct session_end *end = sampler.end;
    end->faulted = true;
    end->repetitions++;
    if (!launch.begun || !sampler.sampled)
        return;
    end->clocks += sampler.left - launch.begun + sampler.outside;
    end->hidden += sampler.hidden;
}

static void begin_turns(const struct session *session)
{
    sampler.turn = sampler.turns = 0;
    for (unsigned g = 0; g < session->n_groups; g++)
        for (unsigned s = 0; s < (session->slices ? session->slices[g] : 1); s++)
            sampler.order[sampler.turns++] = (uint8_t)g;
    shuffle();
}

static int take_memory(const struct session *session, struct session_end *end)
{
    size_t room = memory_left() / SPARE_MEMORY / sizeof *end->samples;
    sampler.room = room < session->room ? (unsigned)room : session->room;
    end->samples = memory_take(sampler.room * sizeof *end->samples);
    return end->samples && sampler.room ? 0 : E_MEASURE_MEMORY;
}

int sampler_run(const struct session *session, uint32_t outside, struct measurement *m,
                struct session_end *end)
{
    *end = (struct session_end){0};
    if (take_memory(session, end))
        return E_MEASURE_MEMORY;
    sampler.session = session;
    sampler.end = end;
    sampler.outside = outside;
    sampler.before = sampler.hidden = 0;
    sampler.repetition = sampler.interruptions = 0;
    sampler.random = session->seed;
    memset(sampler.carried, 0, sizeof sampler.carried);
    memset(&sampler.lead, 0, sizeof sampler.lead);
    sampler.lead.least = 1;
    sampler.behind = sampler.behind_early = 0;
    sampler.late = 0;
    begin_turns(session);
    steps_begin_session();
    sampler.due = draw_interval();
    sampler.to_go = (uint32_t)sampler.due;

    int failed = 0;
    launch.begun = 0;
    contain_interruptible(true);
    if (session->source->steady)
        session->source->go(true);
    m->repetitions = 0;
    while (!failed && m->repetitions < session->repetitions &&
           end->n + end->lost < session->wanted) {
        failed = measure_repeat(m, m->repetitions + 1);
        if (!failed)
            end_repetition(m);
        else if (failed == E_MEASURE_FAULT)
            end_faulted();
    }
    if (session->source->steady)
        session->source->go(false);
    if (session->source->watch)
        session->source->watch(0);
    sampler.session = NULL;
    contain_interruptible(watchdog_seconds() != 0);
    return failed;
}

struct measure_setup sampler_whole_runs(struct run *run, const struct benchmark *benchmark,
                                        const struct variant *variant, unsigned pass)
{
    static const struct pass counting;
    struct measure_setup setup = setting_of(run, benchmark, variant, pass).setup;
    setup.whole = true;
    setup.reading = run_reading(run, &counting);
    return setup;
}

void sampler_setup(struct measure_setup *setup)
{
    setup->begin_repetition = begin_repetition;
    setup->begin_run = begin_run;
}

const char *sampler_open(const struct run *run, const struct sample_source *source, unsigned rate)
{
    const char *missing = source->open(run->hz, rate);
    if (missing)
        return missing;
    trap_sample_by(interrupted);
    sampler.source = source;
    sampler.pmc = run->pmc;
    sampler.ticks_of_clock = ((uint64_t)source->hz() << 32) / run->hz;
    sampler.clocks_of_tick = (uint32_t)(run->hz / source->hz()) + 1;
    return NULL;
}

void sampler_close(void)
{
    sampler.source->close();
    trap_sample_by(NULL);
}
