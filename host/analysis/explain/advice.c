/*
 * SPDX-License-Identifier: MIT
 * Formats advice for a loop as sentences.
 */
#include "host/analysis/explain/advice.h"

#include <stdio.h>
#include <string.h>

#include "host/base/number_text.h"

enum { CAUSES_HELPED = 3 };

#define LEAST_SHARE 0.05 /* least share of an iteration's clocks for advice */

/* Formats "move mov eax, [esi] one down ...: 3 clocks per iteration instead of 4 (simulated)". */
static void advice_change_text(const struct explained_loop *loop, unsigned i,
                               char text[ADVICE_SIZE])
{
    const struct explained_change *change = &loop->changes[i];
    snprintf(text, ADVICE_SIZE, "%s: %s clocks per iteration instead of %s (simulated)",
             change->text, number_text_short(change->clocks, 2),
             number_text_short(i ? loop->changes[i - 1].clocks : loop->clocks, 2));
}

/* Formats "(AGI, 1 clock) an instruction or two between ...". */
static void advice_remedy_text(const struct explained_loop *loop, enum cause cause,
                               char text[ADVICE_SIZE])
{
    const char *clocks = number_text_short(loop->causes.clocks[cause], 2);
    snprintf(text, ADVICE_SIZE, "(%s, %s clock%s) %s", causes_word(cause), clocks,
             strcmp(clocks, "1") ? "s" : "", causes_remedy(cause));
}

bool advice_text(const struct explained_loop *loop, unsigned i, char text[ADVICE_SIZE])
{
    enum cause order[CAUSES];
    unsigned n = causes_order(&loop->causes, order);
    if (i < loop->n_changes) {
        advice_change_text(loop, i, text);
        return true;
    }
    i -= loop->n_changes;
    for (unsigned k = 0; k < n && k < CAUSES_HELPED; k++)
        if (causes_remedy(order[k]) &&
            loop->causes.clocks[order[k]] >= LEAST_SHARE * loop->clocks && i-- == 0) {
            advice_remedy_text(loop, order[k], text);
            return true;
        }
    return false;
}
