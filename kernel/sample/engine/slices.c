/*
 * SPDX-License-Identifier: MIT
 * Draws the length of each interval, and the order of the groups' slices in a round.
 */
#include "kernel/sample/engine/sampler_state.h"

static struct {
    uint32_t random;
    unsigned slice;  /* index in order[] */
    unsigned slices; /* slices in a round */
    uint8_t order[SAMPLER_MOST_SLICES];
} round;

/* Press and others, Numerical Recipes, 7.1: the upper bits are the most random ones. */
static uint32_t slices_draw_random(uint32_t below)
{
    round.random = round.random * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)round.random * below >> 32);
}

uint64_t slices_interval(void)
{
    const struct session *session = sampler.session;
    if (!session->random)
        return session->every;
    return session->every / 2 + slices_draw_random((uint32_t)session->every);
}

/* Shuffles by Fisher and Yates. */
static void slices_shuffle(void)
{
    for (unsigned i = round.slices; i > 1; i--) {
        unsigned other = slices_draw_random(i);
        uint8_t last = round.order[i - 1];
        round.order[i - 1] = round.order[other];
        round.order[other] = last;
    }
}

unsigned slices_group(void)
{
    const struct session *session = sampler.session;
    return session->only < session->n_groups ? session->only : round.order[round.slice];
}

void slices_next(void)
{
    if (++round.slice < round.slices)
        return;
    round.slice = 0;
    if (sampler.session->shuffled)
        slices_shuffle();
}

void slices_begin_session(void)
{
    const struct session *session = sampler.session;
    round.random = session->seed;
    round.slice = round.slices = 0;
    for (unsigned g = 0; g < session->n_groups; g++)
        for (unsigned s = 0; s < (session->slices ? session->slices[g] : 1); s++)
            round.order[round.slices++] = (uint8_t)g;
    if (session->shuffled)
        slices_shuffle();
}
