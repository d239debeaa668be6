/*
 * SPDX-License-Identifier: MIT
 * State that the files of the engine share: the current session, and the functions of each file for
 * the others.
 */
#pragma once

#include "boot/launch.h"
#include "kernel/lib/x86.h"
#include "kernel/sample/engine/sampler.h"
#include "pmc/probe_reads.h"

struct trap_frame;

extern struct sampler {
    /*
     * The time-stamp counter when the last handler ended; sample_stubs.asm requires that this is
     * the first field.
     */
    uint64_t left;
    struct {
        uint64_t entered;   /* start of that handler, or `left` if nothing is to be settled */
        uint32_t outside;   /* clocks outside its measurement, or 0 */
        uint32_t *duration; /* field below that receives the duration, or &nothing */
        uint32_t nothing;
    } unsettled;
    const struct sample_source *source;
    bool timer; /* the source is a timer that is armed for each interval */
    const struct pmc *pmc;
    unsigned counters; /* of a group; 0 if the session counts only time */
    unsigned most_counters;
    uint32_t msr[SAMPLED_COUNTERS]; /* numbers by which the counters are read */

    const struct session *session; /* NULL: no current session */
    struct session_end *end;
    unsigned room;
    bool registers;   /* each sample's registers are stored */
    uint32_t outside; /* clocks of an interruption outside its handler's measurement */
    uint64_t before;  /* the benchmark's clocks in earlier repetitions */
    uint64_t hidden;  /* clocks of handlers in this repetition */
    uint64_t latest;  /* time of the last watched write, in the benchmark's clocks */
    uint64_t armed;   /* time-stamp counter at the last arming of the source */
    /*
     * The clocks that the last handler took after arming, while the timer runs; the same for a
     * handler of an early interrupt.
     */
    uint32_t after_arming, after_arming_early;
    uint64_t due; /* time of the next sample, in the benchmark's clocks */
    /* Events until counter 0 overflows, or watched writes until the next sample. */
    uint32_t remaining;
    unsigned repetition;
    unsigned interruptions;             /* since the last sample */
    bool sampled;                       /* an interruption was handled in this repetition */
    uint32_t carried[SAMPLED_COUNTERS]; /* counts since the last sample, up to the last reading */
} sampler;

/* ---- slices.c ------------------------------------------------------------------------------- */

void slices_begin_session(void);

/*
 * Returns the clocks, events or writes until the next sample: the session's mean, or a random value
 * around it.
 */
uint64_t slices_interval(void);

/* slices_group() returns the current group; slices_next() starts the next slice. */
unsigned slices_group(void);
void slices_next(void);

/* ---- timer_compensation.c: no effect unless a timer is armed for each interval --------------- */

/* Calibrates the source's clock against the processor's. */
void timer_compensation_open(const struct sample_source *source, uint64_t hz);
void timer_compensation_begin(void);

/* Arms the timer for sampler.due; the time is `now` after `clocks` clocks. */
void timer_compensation_arm(uint64_t now, uint32_t clocks);

/* Reports whether an interrupt at that time is too early for the sample that is due. */
bool timer_compensation_is_early(uint64_t time);

/* ---- counter_deltas.c ----------------------------------------------------------------------- */

/* Stops the counters, if any count. */
static inline void counter_deltas_stop(void)
{
    if (sampler.counters)
        sampler.pmc->stop();
}

/* Starts the current group; for a source that counts, with that many events until an overflow. */
void counter_deltas_start(uint32_t remaining);

#define COUNTER_MASK ((1ull << 40) - 1) /* the width in which probes subtract */

/* The value of a counter at the begin or end of the counted run. */
uint64_t counter_deltas_at_begin(unsigned counter);
uint64_t counter_deltas_at_end(unsigned counter);

/*
 * counter_deltas_carry() accumulates the counts since the last sample until now;
 * counter_deltas_carry_rest() until the end of the run.
 */
void counter_deltas_carry(void);
void counter_deltas_carry_rest(void);

/*
 * Stores the next sample: the fields of `made`, the group, and the accumulated counts. Without
 * room, returns a sample that is dropped.
 */
struct sample *counter_deltas_store(struct sample *made);

/* ---- sample_registers.c --------------------------------------------------------------------- */

/* Stores the interrupted registers of a sample that counter_deltas_store() has returned. */
void sample_registers_store(const struct trap_frame *frame, const struct sample *sample);

/* ---- group_counters.c ----------------------------------------------------------------------- */

/* Wraps a family whose passes may use any of many counters, for sampler.pmc. */
const struct pmc *group_counters_open(const struct pmc *pmc);
void group_counters_begin_session(enum probe_read reading);

/* ---- run_edges.c ---------------------------------------------------------------------------- */

void edges_begin_session(void);
void edges_begin_repetition(void);

/* Replaces the preparation of a run: called before the warm-up run and the counted one. */
void edges_begin_run(void);

/* Handles an interrupt before the counted run, which delays the run. */
void edges_interrupted_before(uint64_t entered);

/*
 * Reports whether an interrupt occurred at the counted run's probes or after them; then nothing is
 * changed.
 */
bool edges_step_aside(const struct trap_frame *frame, uint64_t entered);

/* Reports whether a source that counts interrupted before the counted run of this repetition. */
bool edges_interrupted_early(void);

/* Clocks of the counted run that this handling took, after the run. */
uint64_t edges_hidden(void);

/*
 * Called at the end of a repetition with the time: determines the due time of the first sample in
 * the next repetition.
 */
void edges_end_run(uint64_t time, bool stepping);

/* ---- interruption.c ------------------------------------------------------------------------- */

/* The handler for trap_sample_by(). */
bool interruption(struct trap_frame *frame);

/*
 * The handler for sample_stubs.asm, which reads the time-stamp counter itself. The result tells
 * whether it must read it again on leaving.
 */
enum interruption_is {
    INTERRUPTION_NOT_OURS, /* for trap_handle() */
    INTERRUPTION_UNTIMED,
    INTERRUPTION_TIMED,
};
enum interruption_is interruption_at(struct trap_frame *frame, uint64_t entered);

/* Adds the last handler's clocks to `hidden`; they are known only after it has ended. */
void interruption_settle(void);

/* Reads a counter. */
static inline uint64_t sampler_counter(unsigned counter)
{
    uint32_t msr = sampler.msr[counter];
    return rdmsr(msr);
}

/* Converts a value of the time-stamp counter to the benchmark's clocks since the session began. */
static inline uint64_t sampler_time(uint64_t clock)
{
    return sampler.before + clock - launch.begun - sampler.hidden;
}
