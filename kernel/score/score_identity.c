/*
 * SPDX-License-Identifier: MIT
 * Rows of the score that CPUID answers.
 */
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/score/score_direct.h"

/* CPUID's EDX (AP-485, table 6): bits that the board decides. */
#define FEATURE_APIC   (1u << 9)
#define FEATURE_SERIAL (1u << 18)

static bool score_identity_is_there(struct score *score, unsigned row)
{
    if (!score->cpu->id.has_cpuid)
        score_value_set_unmeasurable(score, row, "no CPUID");
    return score->cpu->id.has_cpuid;
}

static void score_identity_set(struct score *score, unsigned row, const char *as, uint32_t value)
{
    char text[SCORE_VALUE_BYTES];
    if (!score_identity_is_there(score, row))
        return;
    format(text, sizeof text, as, (unsigned)value);
    score_value_set_text(score, row, text);
}

void score_identity_family(struct score *score, unsigned row)
{
    score_identity_set(score, row, "%u", score->cpu->id.signature >> 8 & 15);
}

void score_identity_model(struct score *score, unsigned row)
{
    score_identity_set(score, row, "%u", score->cpu->id.signature >> 4 & 15);
}

void score_identity_features(struct score *score, unsigned row)
{
    score_identity_set(score, row, "%x",
                       score->cpu->id.features & ~(FEATURE_APIC | FEATURE_SERIAL));
}

/* Every Intel processor of family 5 has the erratum (Pentium specification update, 81). */
void score_identity_f00f(struct score *score, unsigned row)
{
    const struct processor_id *id = &score->cpu->id;
    if (!score_identity_is_there(score, row))
        return;
    bool affected = !strcmp(id->vendor, "GenuineIntel") && (id->signature >> 8 & 15) == 5;
    score_value_set_text(score, row, affected ? "yes" : "no");
}
