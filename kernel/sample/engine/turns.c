/*
 * SPDX-License-Identifier: MIT
 * Draws the length of each interval, and the order of the groups' slices in a round.
 */
#include "kernel/sample/engine/sampler_state.h"

static struct {
    uint32_t random;
    unsigned turn;  /* index in order[] */
    unsigned turns; /* slices in a round */
    uint8_t order[SAMPLER_MOST_TURNS];
} round;

/* Press and others, Numerical Recipes, 7.1: the upper bits are the most random ones. */
static uint32_t draw(uint32_t below)
{
    round.random = round.random * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)round.random * below >> 32);
}

uint64_t turns_interval(void)
{
    const struct session *session = sampler.session;
    if (!session->random)
        return session->every;
    return session->every / 2 + draw((uint32_t)session->every);
}

/* Shuffles by Fisher and Yates. */
static void shuffle(void)
{
    for (unsigned i = round.turns; i > 1; i--) {
        unsigned other = draw(i);
        uint8_t last = round.order[i - 1];
        round.order[i - 1] = round.order[other];
        round.order[other] = last;
    }
}

unsigned turns_group(void)
{
    const struct session *session = sampler.session;
    return session->only < session->n_groups ? session->only : round.order[round.turn];
}

void turns_next(void)
{
    if (++round.turn < round.turns)
        return;
    round.turn = 0;
    if (sampler.session->shuffled)
        shuffle();
}

void turns_begin_session(void)
{
    const struct session *session = sampler.session;
    round.random = session->seed;
    round.turn = round.turns = 0;
    for (unsigned g = 0; g < session->n_groups; g++)
        for (unsigned s = 0; s < (session->slices ? session->slices[g] : 1); s++)
            round.order[round.turns++] = (uint8_t)g;
    if (session->shuffled)
        shuffle();
}
