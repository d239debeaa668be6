/*
 * SPDX-License-Identifier: MIT
 * The experiment `channels` and its runs. The stamps of successive repetitions fill the buffers in
 * order; when one is full, no further repetition starts.
 */
#include "kernel/sample/stamp_runs.h"

#include "boot/launch.h"
#include "kernel/lib/format.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/measure/experiment/case_run.h"
#include "kernel/measure/failure.h"
#include "kernel/sample/hook_stamps.h"
#include "kernel/sample/engine/sampler.h"
#include "kernel/sample/sampling.h"
#include "pmc/counter_use.h"

#define SPARE_MEMORY 8 /* a buffer uses at most 1/8 of the free memory */

uint64_t stamp_since(const struct stamp *stamp, uint64_t begun)
{
    uint64_t at = (uint64_t)(stamp->what & 0xFF) << 32 | stamp->low;
    return (at - begun) & ((1ull << 40) - 1);
}

/* ---- runs ----------------------------------------------------------------------------------- */

static struct channel_state at_begin, hooks_at_begin; /* at the start of a repetition */
static uint64_t prepared; /* time-stamp counter at the last preparation of a run */

/*
 * Called before the warm-up run and before the counted one. Only the counted run's stamps are kept,
 * unless a fault ends the other.
 */
static void stamp_run_begin(void)
{
    channel_state = at_begin;
    hook_state = hooks_at_begin;
    hook_stamps_arm();
    prepared = rdtsc();
}

/* Marks the counters as changed, so that stamp_run_begin() is called before each run. */
static void stamp_run_begin_repetition(void)
{
    counter_use.opened = true;
}

/* Rounds up to a page: ring 3 may write whole pages of the channels' buffer. */
static struct stamp *page_of(void *taken)
{
    return (struct stamp *)(((uint32_t)taken + PAGE_BYTES - 1) & -PAGE_BYTES);
}

static int stamp_run_allocate_buffers(struct stamp_session *s)
{
    size_t most = memory_left() / SPARE_MEMORY / sizeof(struct stamp);
    if (s->room > most)
        s->room = (unsigned)most;
    size_t bytes = (s->room * sizeof(struct stamp) + PAGE_BYTES - 1) & -(size_t)PAGE_BYTES;
    void *channels = memory_allocate(bytes + PAGE_BYTES);
    s->hooked = memory_allocate(s->room * sizeof(struct stamp));
    s->runs = memory_allocate(s->most_repetitions * sizeof *s->runs);
    if (!channels || !s->hooked || !s->runs || !s->room)
        return E_MEASURE_MEMORY;
    s->channels = page_of(channels);
    return 0;
}

static void share_buffer(const struct stamp_session *s, bool shared)
{
    if (s->run->config->privilege == RING_USER)
        paging_share((uint32_t)s->channels, (uint32_t)(s->channels + s->room), shared);
}

/* Drops stamps of restore(), which precede the run. */
static void stamp_run_drop_restored(const struct stamp_session *s, struct stamped_run *r)
{
    for (; r->channels && stamp_since(&s->channels[r->first_channel], r->begun) >> 39;
         r->channels--, r->met--)
        r->first_channel++;
    for (; r->hooked && stamp_since(&s->hooked[r->first_hooked], r->begun) >> 39;
         r->hooked--, r->hooks_met--)
        r->first_hooked++;
}

/*
 * Returns how many of n stamps precede the end of a full list; after that the order of time is
 * unknown.
 */
static unsigned up_to(const struct stamp *stamps, unsigned n, const struct stamp *full,
                      unsigned n_full, uint64_t begun)
{
    uint64_t end = n_full ? stamp_since(&full[n_full - 1], begun) : 0;
    while (n && stamp_since(&stamps[n - 1], begun) > end)
        n--;
    return n;
}

static void stamp_run_cut_at_loss(const struct stamp_session *s, struct stamped_run *r)
{
    const struct stamp *channels = &s->channels[r->first_channel];
    const struct stamp *hooked = &s->hooked[r->first_hooked];
    bool channels_full = r->met > r->channels, hooks_full = r->hooks_met > r->hooked;
    if (hooks_full)
        r->channels = up_to(channels, r->channels, hooked, r->hooked, r->begun);
    if (channels_full)
        r->hooked = up_to(hooked, r->hooked, channels, r->channels, r->begun);
}

static void stamp_run_store(struct stamp_session *s, bool faulted)
{
    struct stamped_run *r = &s->runs[s->repetitions];
    *r = (struct stamped_run){.begun = launch.begun ? launch.begun : prepared,
                              .ended = faulted ? 0 : launch.ended,
                              .channels = at_begin.left - channel_state.left,
                              .first_channel = (unsigned)(at_begin.next - s->channels),
                              .met = channel_state.met,
                              .hooked = hooks_at_begin.left - hook_state.left,
                              .first_hooked = (unsigned)(hooks_at_begin.next - s->hooked),
                              .hooks_met = hook_state.met};
    stamp_run_drop_restored(s, r);
    stamp_run_cut_at_loss(s, r);
    s->repetitions++;
    at_begin.left = channel_state.left;
    at_begin.next = channel_state.next;
    hooks_at_begin.left = hook_state.left;
    hooks_at_begin.next = hook_state.next;
}

static bool lost_any(const struct stamp_session *s)
{
    const struct stamped_run *last = &s->runs[s->repetitions - 1];
    return s->repetitions && (last->met > last->channels || last->hooks_met > last->hooked);
}

int stamp_run_benchmark(struct stamp_session *s, struct measurement *m)
{
    struct measure_setup setup = sampler_whole_runs(s->run, s->benchmark, s->variant, 0);
    setup.repetitions = s->most_repetitions;
    setup.begin_repetition = stamp_run_begin_repetition;
    setup.begin_run = stamp_run_begin;
    if (s->quiet)
        setup.announce = NULL;
    s->repetitions = 0;
    if (stamp_run_allocate_buffers(s))
        return E_MEASURE_MEMORY;
    at_begin = (struct channel_state){.left = s->room, .next = s->channels};
    hooks_at_begin = (struct channel_state){.left = s->room, .next = s->hooked};
    share_buffer(s, true);
    s->run->benchmark = s->benchmark->name;
    launch.begun = 0;
    stamp_run_begin();
    int failed = repetition_begin(s->benchmark, &setup, m);
    if (failed == E_MEASURE_FAULT)
        stamp_run_store(s, true);
    while (!failed && s->repetitions < s->most_repetitions && !lost_any(s)) {
        failed = repetition_repeat(m, m->repetitions + 1);
        stamp_run_store(s, failed);
        channel_state.left = 0;
    }
    channel_state.left = 0;
    s->faulted = failed == E_MEASURE_FAULT;
    s->run->benchmark = NULL;
    share_buffer(s, false);
    return failed;
}

/* ---- the experiment ------------------------------------------------------------------------- */

static const struct sample_source *stamp_run_interrupt_source(const struct config *config)
{
    static const struct sample_source *const sources[] = {[SOURCE_TIMER] = &sample_by_pit,
                                                          [SOURCE_PIT] = &sample_by_pit,
                                                          [SOURCE_RTC] = &sample_by_rtc,
                                                          [SOURCE_APIC] = &sample_by_apic,
                                                          [SOURCE_EVENT] = NULL};
    return config->hooks & HOOK_INTERRUPTS ? sources[config->source] : NULL;
}

#define USUAL_HZ 1000

static uint32_t ticks_between(const struct config *config, const struct sample_source *source)
{
    uint32_t hz = config->sample_hz ? config->sample_hz : USUAL_HZ;
    uint64_t ticks = config->sample_ns && !config->sample_hz
                         ? (uint64_t)source->hz() * config->sample_ns / 1000000000
                         : source->hz() / hz;
    return ticks < 1 ? 1 : ticks > source->most ? source->most : (uint32_t)ticks;
}

/* Returns NULL, or the reason why the requested hooks are not possible here. */
static const char *stamp_run_why_no_hooks(const struct kernel_run *run, const struct config *config)
{
    if ((config->hooks & HOOK_PORTS) && config->privilege != RING_USER)
        return "hook: 'ports': accesses in ring 0 do not trap; use privilege=user";
    if (!(config->hooks & HOOK_INTERRUPTS))
        return NULL;
    if (config->source == SOURCE_EVENT)
        return "hook: 'interrupts': source=event is for samples; allowed: timer, pit, rtc, apic";
    if (config->source == SOURCE_WATCH)
        return "hook: 'interrupts': source=watch is for samples; hook=watch:NAME stamps writes";
    if (config->source == SOURCE_PRECISE)
        return "hook: 'interrupts': source=precise does not interrupt; allowed: timer, pit, rtc, "
               "apic";
    return run->hz ? NULL : "hook: 'interrupts': the clock frequency is unknown";
}

/* Reports too little memory for the stamps. The caller releases the arena after the variant. */
static int stamp_run_no_memory(struct kernel_run *run, const struct benchmark *benchmark)
{
    char text[160];
    format(text, sizeof text,
           "%s: not enough memory for its stamps (%u KB are free); ask for fewer: samples= or "
           "repetitions=",
           benchmark->name, (unsigned)(memory_left() / 1024));
    run_error(run, text);
    return -1;
}

static int stamp_run_variant(struct kernel_run *run, const struct benchmark *benchmark,
                             struct variant *variant)
{
    const struct config *config = run->config;
    const struct sample_source *source = stamp_run_interrupt_source(config);
    struct stamp_costs costs;
    struct stamp_session s = {.run = run,
                              .benchmark = benchmark,
                              .variant = variant,
                              .room = config->samples,
                              .most_repetitions = config->repetitions};
    struct measurement m;
    const struct hook_options hooks = {.hooks = config->hooks,
                                       .ticks = source ? ticks_between(config, source) : 0,
                                       .ticks_hz = source ? source->hz() : 0,
                                       .watches = config->watches,
                                       .n_watches = config->n_watches};
    if (stamp_costs_find(run, variant, &hooks, &costs))
        return -1;
    hook_stamps_begin(&hooks);
    int failed = stamp_run_benchmark(&s, &m);
    hook_stamps_end();
    if (failed == E_MEASURE_MEMORY)
        return stamp_run_no_memory(run, benchmark);
    if (s.repetitions)
        stamp_records_report(&s, &costs);
    if (failed)
        failure_report_fault(run, &m);
    return failed;
}

void stamp_run_experiment(struct kernel_run *run, const struct config *config)
{
    char text[200];
    const struct sample_source *source = stamp_run_interrupt_source(config);
    const char *missing = stamp_run_why_no_hooks(run, config);
    if (plan_experiment(run, config))
        return;
    if (missing) {
        run_error(run, missing);
        return;
    }
    missing = source ? source->open(run->hz, config->sample_hz) : NULL;
    if (missing) {
        format(text, sizeof text, "hook: 'interrupts': source '%s': %s", source->name, missing);
        run_error(run, text);
        return;
    }
    hook_stamps_open(source);
    case_run_all(run, stamp_run_variant);
    if (source)
        source->close();
    hook_stamps_close();
}
