/*
 * SPDX-License-Identifier: MIT
 * What the engine's files share: the session under way, and what each does for the others.
 */
#pragma once

#include "boot/launch.h"
#include "kernel/lib/x86.h"
#include "kernel/sample/engine/sampler.h"

struct trap_frame;

extern struct sampler {
    uint64_t left; /* time-stamp counter, when a handler was left last: sample_stubs.asm knows that
                      it comes first */
    struct {
        uint64_t entered; /* when that one was; where nothing is to be settled, `left`, ... */
        uint32_t outside; /* ... and 0 */
        uint32_t *behind; /* which of those below it is to be, or nothing */
        uint32_t nothing;
    } unsettled;
    const struct sample_source *source;
    bool timer; /* that is armed for each interval */
    const struct pmc *pmc;
    unsigned counters; /* of a group; 0 where the session counts time alone */
    unsigned most_counters;
    uint32_t msr[SAMPLED_COUNTERS]; /* what they are read by */

    const struct session *session; /* NULL: none is under way */
    struct session_end *end;
    unsigned room;
    uint32_t outside;              /* clocks of an interruption that its handler does not see */
    uint64_t before;               /* the benchmark's clocks in earlier repetitions */
    uint64_t hidden;               /* that handlers took of this one */
    uint64_t latest;               /* when a watched write was last, in the benchmark's clocks */
    uint64_t armed;                /* time-stamp counter, when the source was armed last */
    uint32_t behind, behind_early; /* clocks that a handler took behind that, the last time: the
                                      timer runs then; and one that came early */
    uint64_t due;                  /* when the next sample is to be, in the benchmark's clocks */
    uint32_t to_go; /* of a source that counts: events until counter 0 overflows; or of one
                       that watches, writes until one is a sample */
    unsigned repetition;
    unsigned interruptions;             /* since the last sample */
    bool sampled;                       /* in this repetition */
    uint32_t carried[SAMPLED_COUNTERS]; /* counted since the last sample, up to the last look */
} sampler;

/* ---- turns.c -------------------------------------------------------------------------------- */

void turns_begin_session(void);

/* Clocks, events or writes to the next sample: the session's, or drawn about it. */
uint64_t turns_interval(void);

/* Which of the session's groups counts now; and the next one's turn. */
unsigned turns_group(void);
void turns_next(void);

/* ---- aim.c: the rest does nothing unless it is a timer that is armed for each interval ------- */

/* The source's clock beside the processor's. */
void aim_open(const struct sample_source *source, uint64_t hz);
void aim_begin_session(void);

/* Has the interrupt come at sampler.due, where it is `now` in so many clocks. */
void aim(uint64_t now, uint32_t clocks);

/* Whether an interrupt at that time is too early to be the sample that is due. */
bool aim_is_early(uint64_t time);

/* ---- gains.c -------------------------------------------------------------------------------- */

/* The counters, if any count. */
static inline void gains_stop(void)
{
    if (sampler.counters)
        sampler.pmc->stop();
}

/* The group whose turn it is; of a source that counts, so many events from an overflow. */
void gains_start(uint32_t to_go);

#define COUNTER_MASK ((1ull << 40) - 1) /* as probes take differences */

/* Where a counter stood when the counted run began, or when it ended. */
uint64_t gains_at_begin(unsigned counter);
uint64_t gains_at_end(unsigned counter);

/* Carries what was counted since the last sample: up to now; or up to the run's end. */
void gains_carry(void);
void gains_carry_rest(void);

/* The next sample: what is in that, whose it is, and all that was carried. Where there is no room,
   one to be forgotten. */
struct sample *gains_keep(struct sample *made);

/* ---- listed.c ------------------------------------------------------------------------------- */

/* A family whose passes take any of many counters, for sampler.pmc. */
const struct pmc *listed_open(const struct pmc *pmc);
void listed_begin_session(void);

/* ---- run_edges.c ---------------------------------------------------------------------------- */

void edges_begin_session(void);
void edges_begin_repetition(void);

/* In place of what prepares a run again: before the warming one and the counted one. */
void edges_begin_run(void);

/* An interruption before the counted run, which began later than the last one. */
void edges_interrupted_before(uint64_t entered);

/* Whether an interruption came to the counted run's own probes, or behind them: then all is left as
   it was. */
bool edges_step_aside(const struct trap_frame *frame, uint64_t entered);

/* Clocks that this took of the counted run, once that is over. */
uint64_t edges_hidden(void);

/* At the end of a repetition, at that time: when the next one's first sample is to be. */
void edges_end_run(uint64_t time, bool stepping);

/* ---- interruption.c ------------------------------------------------------------------------- */

/* For trap_sample_by(). */
bool interruption(struct trap_frame *frame);

/* For sample_stubs.asm, which looks at the time-stamp counter itself: whether that is to be done
   again when it is left. */
enum interruption_is {
    INTERRUPTION_NOT_OURS, /* trap_handle()'s */
    INTERRUPTION_UNTIMED,
    INTERRUPTION_TIMED,
};
enum interruption_is interruption_at(struct trap_frame *frame, uint64_t entered);

/* What the last handler took is hidden: it is known only when it has been left. */
void interruption_settle(void);

/* What a counter stands at now. */
static inline uint64_t sampler_counter(unsigned counter)
{
    uint32_t msr = sampler.msr[counter];
    return rdmsr(msr);
}

/* The benchmark's clocks since the session began, at that of the time-stamp counter. */
static inline uint64_t sampler_time(uint64_t clock)
{
    return sampler.before + clock - launch.begun - sampler.hidden;
}
