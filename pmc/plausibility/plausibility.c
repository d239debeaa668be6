/*
 * SPDX-License-Identifier: MIT
 * The rules of all families, and their evaluation.
 */
#include "pmc/plausibility/plausibility.h"

#include "kernel/lib/string.h"

const struct plausibility_rule plausibility_rules[] = {
#define PLAUSIBLE(event, text, ...)        {#event, text, false, {__VA_ARGS__}},
#define PLAUSIBLE_OF_RAW(event, text, ...) {#event, text, true, {__VA_ARGS__}},
#include "pmc/k7/k7_plausible.def"
#include "pmc/p5/p5_plausible.def"
#include "pmc/p6/p6_plausible.def"
#undef PLAUSIBLE
#undef PLAUSIBLE_OF_RAW
};
const unsigned plausibility_rule_count = sizeof plausibility_rules / sizeof *plausibility_rules;

bool plausibility_is_violated(const struct plausibility_rule *rule, plausibility_find find,
                              const void *context)
{
    struct plausibility_range range;
    fixed_t most = 0;
    for (unsigned i = 0; i < PLAUSIBILITY_TERMS && rule->term[i].event; i++) {
        const struct plausibility_term *term = &rule->term[i];
        if (!find(context, term->event, &range))
            return false;
        if (rule->raw)
            range.maximum += range.overhead;
        most += fixed_multiply_divide(range.maximum, term->times, term->per);
    }
    return find(context, rule->event, &range) && range.minimum > most;
}

bool plausibility_concerns(const struct plausibility_rule *rule, const char *event)
{
    bool concerns = !strcmp(rule->event, event);
    for (unsigned i = 0; i < PLAUSIBILITY_TERMS && rule->term[i].event; i++)
        concerns |= !strcmp(rule->term[i].event, event);
    return concerns;
}
