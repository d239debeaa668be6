/*
 * SPDX-License-Identifier: MIT
 * Rows of the score as a table, and the verdict on a measured value. Freestanding: the kernel and
 * the host link it.
 */
#include "score/score.h"

#include <stddef.h>

const struct score_row score_rows[SCORE_ROWS] = {
#define SCORE_ROW(number, group, name, label, unit, method, subject, what, p54c, p55c, ppro, p2,   \
                  p3, k7, source)                                                                  \
    {number,         SCORE_##group, SCORE_##unit,                                                  \
     SCORE_##method, #name,         label,                                                         \
     subject,        what,          {p54c, p55c, ppro, p2, p3, k7},                                \
     source},
#include "score/rows.def"
#undef SCORE_ROW
};

/* Numbers are 1, 2, 3 in this order, and labels fit. */
#define SCORE_ROW(number, group, name, label, ...)                                                 \
    _Static_assert(number == SCORE_##name + 1, "rows are numbered in order: " #name);              \
    _Static_assert(sizeof label <= SCORE_LABEL_BYTES, "label of " #name " is too long");
#include "score/rows.def"
#undef SCORE_ROW

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const chips[SCORE_CHIPS] = {"p54c", "p55c", "ppro", "p2", "p3", "k7"};
static const char *const chip_titles[SCORE_CHIPS] = {"Pentium P54C",     "Pentium MMX P55C",
                                                     "Pentium Pro",      "Pentium II 651h",
                                                     "Pentium III 673h", "Athlon 644h"};
static const char *const groups[SCORE_GROUPS] = {"identity", "counters", "timing", "structure",
                                                 "quirks"};
static const char *const units[] = {"clocks", "count",   "KB",     "bytes",
                                    "ways",   "entries", "yes_no", "text"};
static const char *const verdicts[SCORE_VERDICTS] = {"same", "near", "differs", "not_settled",
                                                     "not_measurable"};
static const char *const verdict_words[SCORE_VERDICTS] = {"same", "near", "differs", "not settled",
                                                          "not measurable"};

static bool score_text_is(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static bool score_name_find(const char *const names[], unsigned n, const char *name,
                            unsigned *found)
{
    for (unsigned i = 0; i < n; i++)
        if (score_text_is(names[i], name)) {
            *found = i;
            return true;
        }
    return false;
}

const char *score_chip_name(enum score_chip chip)
{
    return chips[chip];
}

const char *score_chip_title(enum score_chip chip)
{
    return chip_titles[chip];
}

const char *score_group_name(enum score_group group)
{
    return groups[group];
}

const char *score_unit_name(enum score_unit unit)
{
    return units[unit];
}

const char *score_verdict_name(enum score_verdict verdict)
{
    return verdicts[verdict];
}

const char *score_verdict_words(enum score_verdict verdict)
{
    return verdict_words[verdict];
}

char score_verdict_mark(enum score_verdict verdict)
{
    return "=~x?-"[verdict];
}

bool score_chip_find(const char *name, enum score_chip *chip)
{
    unsigned found;
    bool known = score_name_find(chips, SCORE_CHIPS, name, &found);
    if (known)
        *chip = (enum score_chip)found;
    return known;
}

bool score_verdict_find(const char *name, enum score_verdict *verdict)
{
    unsigned found;
    bool known = score_name_find(verdicts, SCORE_VERDICTS, name, &found);
    if (known)
        *verdict = (enum score_verdict)found;
    return known;
}

bool score_row_find(const char *name, unsigned *row)
{
    for (unsigned i = 0; i < SCORE_ROWS; i++)
        if (score_text_is(score_rows[i].name, name)) {
            *row = i;
            return true;
        }
    return false;
}

/* ---- the chip to compare with ---------------------------------------------------------------- */

/* Families and models: AP-485, table 3. A later processor is compared with the latest chip. */
enum score_chip score_chip_of(const char *vendor, uint32_t signature)
{
    const unsigned family = signature >> 8 & 15, model = signature >> 4 & 15;
    if (family < 5 || (family == 5 && model < 4))
        return SCORE_P54C;
    if (score_text_is(vendor, "AuthenticAMD"))
        return family == 5 ? SCORE_P55C : SCORE_K7;
    if (family == 5)
        return SCORE_P55C;
    if (family > 6 || model >= 7)
        return SCORE_P3;
    return model < 3 ? SCORE_PPRO : SCORE_P2;
}

/* ---- verdicts -------------------------------------------------------------------------------- */

#define SCORE_ROUNDING 5 /* hundredths of a clock */

/* Reads a decimal number with up to two places as hundredths; false if it is not one. */
static bool score_read_hundredths(const char *text, int64_t *hundredths)
{
    const bool negative = *text == '-';
    int64_t value = 0;
    int places = -1;
    text += negative;
    if (*text < '0' || *text > '9')
        return false;
    for (; *text; text++) {
        if (*text == '.' && places < 0) {
            places = 0;
        } else if (*text >= '0' && *text <= '9' && places < 2 && value < INT64_MAX / 1000) {
            value = 10 * value + (*text - '0');
            places += places >= 0;
        } else {
            return false;
        }
    }
    for (places = places < 0 ? 0 : places; places < 2; places++)
        value *= 10;
    *hundredths = negative ? -value : value;
    return true;
}

const char *score_real(const struct score_row *row, enum score_chip chip)
{
    const char *real = row->real[chip];
    return score_text_is(real, "-") ? NULL : real;
}

enum score_verdict score_verdict(const struct score_row *row, enum score_chip chip,
                                 const char *measured)
{
    const char *real = score_real(row, chip);
    int64_t got, want;
    if (!real)
        return SCORE_NOT_MEASURABLE;
    if (row->unit == SCORE_YES_NO || row->unit == SCORE_TEXT ||
        !score_read_hundredths(measured, &got) || !score_read_hundredths(real, &want))
        return score_text_is(measured, real) ? SCORE_SAME : SCORE_DIFFERS;
    const int64_t off = got < want ? want - got : got - want;
    if (off == 0 || (row->unit == SCORE_CLOCKS && (off <= SCORE_ROUNDING || 100 * off <= want)))
        return SCORE_SAME;
    return 10 * off <= want ? SCORE_NEAR : SCORE_DIFFERS;
}

void score_totals_add(struct score_totals *totals, enum score_verdict verdict)
{
    totals->rows++;
    totals->settled += verdict <= SCORE_DIFFERS;
    totals->near += verdict <= SCORE_NEAR;
    totals->strict += verdict == SCORE_SAME;
}
