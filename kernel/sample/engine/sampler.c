/*
 * SPDX-License-Identifier: MIT
 * Runs sessions and their repetitions. A repetition is launched like an uninterrupted one
 * (boot/launch.asm); its probes around the whole run read the counters at its begin and end.
 */
#include "kernel/sample/engine/sampler.h"

#include "boot/contain.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/trap.h"
#include "kernel/machine/watchdog.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/sample/engine/sampler_state.h"
#include "kernel/sample/engine/single_steps.h"
#include "pmc/counter_use.h"

#define SPARE_MEMORY 4 /* samples use at most 1/4 of the free memory */

struct sampler sampler;

/* ---- repetitions ---------------------------------------------------------------------------- */

/* Marks the counters as changed, so that edges_begin_run() is called before each run. */
static void sampler_begin_repetition(void)
{
    counter_use.opened = true;
    if (sampler.session->anew) {
        sampler.before = 0;
        sampler.due = sampler.session->every;
        sampler.remaining = (uint32_t)sampler.session->every;
        memset(sampler.carried, 0, sizeof sampler.carried);
    }
    edges_begin_repetition(); /* uses sampler.before */
}

/*
 * A source that counts learns in the first repetition of a cold state how many events occur while
 * the caches are emptied. Until it knows, the counter overflows before the run, so that this
 * repetition has no sample.
 */
static bool sampler_is_rehearsal(const struct measurement *m)
{
    return m->setup->state == STATE_COLD && sampler.source->counts && edges_interrupted_early() &&
           !sampler.end->repetitions && !sampler.end->n;
}

static void sampler_end_rehearsal(void)
{
    edges_end_run(0, false);
    memset(sampler.carried, 0, sizeof sampler.carried);
    sampler.end->interruptions = sampler.end->entries = 0;
    sampler.interruptions = 0;
    single_steps_abandon();
    launch.begun = 0;
}

static void sampler_end_repetition(const struct measurement *m)
{
    struct session_end *end = sampler.end;
    if (sampler_is_rehearsal(m)) {
        interruption_settle();
        sampler_end_rehearsal();
        return;
    }
    bool stepping = single_steps_active(); /* nothing was counted since the sample */
    uint64_t clocks = (uint64_t)m->clocks[m->repetitions - 1];
    interruption_settle();
    sampler.hidden += edges_hidden();
    if (!stepping)
        counter_deltas_carry_rest();
    if (sampler.session->anew) {
        struct sample last = {.time = clocks - sampler.hidden};
        counter_deltas_store(&last);
    }
    edges_end_run(sampler.before + clocks - sampler.hidden, stepping);
    sampler.before += clocks - sampler.hidden;
    /* Only random intervals are adjusted: fixed ones must stay equal. */
    if (sampler.session->random && sampler.due < sampler.before)
        sampler.due = sampler.before;
    end->clocks += clocks;
    end->hidden += sampler.hidden;
    end->repetitions++;
    single_steps_abandon();
    sampler.repetition++;
    launch.begun = 0;
}

/* Evaluates a repetition that did not return, up to its last interruption. */
static void sampler_end_faulted(void)
{
    struct session_end *end = sampler.end;
    interruption_settle();
    end->faulted = true;
    end->repetitions++;
    if (!launch.begun || !sampler.sampled)
        return;
    end->clocks += sampler.left - launch.begun + sampler.outside;
    end->hidden += sampler.hidden;
}

/* ---- sessions ------------------------------------------------------------------------------- */

static int sampler_allocate(const struct session *session, struct session_end *end)
{
    const size_t each = sizeof *end->samples + (sampler.registers ? sizeof *end->registers : 0);
    size_t room = memory_left() / SPARE_MEMORY / each;
    sampler.room = room < session->room ? (unsigned)room : session->room;
    end->samples = memory_allocate(sampler.room * sizeof *end->samples);
    if (sampler.registers)
        end->registers = memory_allocate(sampler.room * sizeof *end->registers);
    return end->samples && sampler.room && (end->registers || !sampler.registers)
               ? 0
               : E_MEASURE_MEMORY;
}

/*
 * Returns the number of counters per group. A source that counts uses one; others need none if only
 * time is requested.
 */
static unsigned sampler_count_counters(const struct session *session)
{
    bool time_alone = !session->source->counts && session->groups[0].time_stamp;
    return time_alone ? 0 : sampler.most_counters;
}

int sampler_run(const struct session *session, uint32_t outside, struct measurement *m,
                struct session_end *end)
{
    *end = (struct session_end){0};
    if (sampler_allocate(session, end))
        return E_MEASURE_MEMORY;
    sampler.session = session;
    sampler.end = end;
    sampler.outside = outside;
    sampler.counters = sampler_count_counters(session);
    sampler.unsettled.duration = &sampler.unsettled.nothing;
    sampler.before = sampler.hidden = 0;
    sampler.repetition = sampler.interruptions = 0;
    memset(sampler.carried, 0, sizeof sampler.carried);
    edges_begin_session();
    timer_compensation_begin();
    slices_begin_session();
    if (sampler.pmc->notation)
        group_counters_begin_session(m->setup->reading);
    single_steps_begin_session();
    sampler.due = slices_interval();
    sampler.remaining = (uint32_t)sampler.due;

    int failed = 0;
    launch.begun = 0;
    contain_interruptible(true);
    if (session->source->steady)
        session->source->go(true);
    m->repetitions = 0;
    while (!failed && m->repetitions < session->repetitions &&
           end->n + end->lost < session->wanted &&
           (!session->until || sampler.before < session->until)) {
        failed = repetition_repeat(m, m->repetitions + 1);
        if (!failed)
            sampler_end_repetition(m);
        else if (failed == E_MEASURE_FAULT)
            sampler_end_faulted();
    }
    if (session->source->steady)
        session->source->go(false);
    if (session->source->watch)
        session->source->watch(0);
    sampler.session = NULL;
    contain_interruptible(watchdog_seconds() != 0);
    return failed;
}

struct measure_setup sampler_whole_runs(struct kernel_run *run, const struct benchmark *benchmark,
                                        const struct variant *variant, unsigned pass)
{
    static const struct schedule_pass counting;
    struct measure_setup setup = pass_run_setting(run, benchmark, variant, pass).setup;
    setup.whole = true;
    setup.reading = pass_run_reading(run, &counting);
    return setup;
}

void sampler_setup(struct measure_setup *setup)
{
    setup->begin_repetition = sampler_begin_repetition;
    setup->begin_run = edges_begin_run;
}

const char *sampler_open(const struct kernel_run *run, const struct sample_source *source,
                         unsigned rate)
{
    const char *missing = source->open(run->hz, rate);
    if (missing)
        return missing;
    trap_sample_by(interruption);
    sampler.source = source;
    sampler.registers = run->config->sample_registers;
    sampler.pmc = run->pmc->notation ? group_counters_open(run->pmc) : run->pmc;
    sampler.most_counters = plan_sampled_counters(run->pmc);
    for (unsigned c = 0; c < sampler.most_counters; c++)
        sampler.msr[c] = run->pmc->first_msr + c;
    timer_compensation_open(source, run->hz);
    return NULL;
}

void sampler_close(void)
{
    sampler.source->close();
    trap_sample_by(NULL);
}
