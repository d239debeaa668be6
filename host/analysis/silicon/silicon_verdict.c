/*
 * SPDX-License-Identifier: MIT
 * Compares only rows whose values were measured under equal conditions; the others get a reason.
 */
#include "host/analysis/silicon/silicon_verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define INSTRUCTIONS  "instr/"
#define FORM_ARGUMENT ":form="
#define ROUNDING      0.0005 /* findings are rounded to thousandths */

const char *const silicon_verdict_names[VERDICTS] = {"same", "differs", "doubtful", "board",
                                                     "not measured"};

/* ---- findings of the run --------------------------------------------------------------------- */

struct form_found {
    const char *form; /* without the prefix "instr/" */
    enum silicon_fact fact;
    unsigned at; /* position in the run, since the first one counts */
    double clocks;
    bool in_ring_3;
};

struct silicon_forms {
    struct form_found *found; /* sorted */
    unsigned n;
};

/* Orders by class and form, "alu:form=add_r32_r32", then by fact. */
static int compare_found(const struct form_found *a, const struct form_found *b)
{
    int order = strcmp(a->form, b->form);
    return order ? order : (int)a->fact - (int)b->fact;
}

static int in_order(const void *a, const void *b)
{
    const struct form_found *x = a, *y = b;
    int order = compare_found(x, y);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static bool is_of_a_form(const struct finding *finding)
{
    return !strncmp(finding->bench, INSTRUCTIONS, strlen(INSTRUCTIONS)) &&
           strstr(finding->bench, FORM_ARGUMENT) && !strcmp(finding->state, "warm") &&
           !strcmp(finding->ablate, "none");
}

struct silicon_forms *silicon_verdict_forms(const struct run *run)
{
    struct silicon_forms *forms = allocate_zeroed(sizeof *forms);
    bool any = false;
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        if (!is_of_a_form(finding))
            continue;
        any = true;
        for (enum silicon_fact fact = 0; fact < SILICON_FACTS; fact++) {
            if (strcmp(finding->name, silicon_fact_names[fact]) || isnan(finding->value))
                continue;
            struct form_found *found =
                allocate_element(&forms->found, &forms->n, sizeof *forms->found);
            *found = (struct form_found){
                .form = finding->bench + strlen(INSTRUCTIONS),
                .fact = fact,
                .at = i,
                .clocks = finding->value,
                .in_ring_3 = finding->plan < run->n_plans && run->plans[finding->plan].ring &&
                             !strcmp(run->plans[finding->plan].ring, "user"),
            };
        }
    }
    if (!any) {
        silicon_verdict_forms_free(forms);
        return NULL;
    }
    qsort(forms->found, forms->n, sizeof *forms->found, in_order);
    return forms;
}

void silicon_verdict_forms_free(struct silicon_forms *forms)
{
    if (forms)
        free(forms->found);
    free(forms);
}

/* `form` is written "alu/add_r32_r32". */
static const struct form_found *silicon_verdict_find_form(const struct silicon_forms *forms,
                                                          const char *form, enum silicon_fact fact)
{
    int class = (int)strcspn(form, "/");
    char *name =
        allocate_text("%.*s" FORM_ARGUMENT "%s", class, form, form + class + !!form[class]);
    const struct form_found sought = {.form = name, .fact = fact};
    unsigned low = 0, high = forms->n;
    while (low < high) { /* binary search for the first one not less than it */
        unsigned middle = low + (high - low) / 2;
        if (compare_found(&forms->found[middle], &sought) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool there = low < forms->n && !compare_found(&forms->found[low], &sought);
    free(name);
    return there ? &forms->found[low] : NULL;
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static enum silicon_verdict silicon_verdict_withheld(enum silicon_standing standing)
{
    return standing == STANDS_BOARD || standing == STANDS_CODE ? VERDICT_BOARD
           : standing == STANDS_DOUBTFUL                       ? VERDICT_DOUBTFUL
                                                               : VERDICT_NOT_MEASURED;
}

struct silicon_tolerance silicon_tolerance_of(const struct silicon_chip *chip)
{
    const uint32_t family = silicon_signature(chip) >> 8 & 0xF;
    const bool intel = silicon_is_by(chip, "GenuineIntel");
    const bool p6_or_k7 = family == 6 && (intel || silicon_is_by(chip, "AuthenticAMD"));
    if (p6_or_k7 || (intel && family == 15))
        return (struct silicon_tolerance){.clocks = 0.25, .share = 0.10};
    return (struct silicon_tolerance){.clocks = 0.1};
}

static bool is_near(double clocks, double silicon, struct silicon_tolerance tolerance)
{
    return fabs(clocks - silicon) <= fmax(tolerance.clocks, tolerance.share * silicon) + ROUNDING;
}

/*
 * Returns whether the values are compared. STANDS_CODE: code cache misses can only add clocks, so
 * it excuses only a chip that is slower than the run.
 */
static bool silicon_verdict_compares(enum silicon_standing standing, const struct form_found *found,
                                     double silicon, struct silicon_tolerance tolerance)
{
    return standing == STANDS_EQUAL || (standing == STANDS_RING && found->in_ring_3) ||
           (standing == STANDS_CODE &&
            (silicon < found->clocks || is_near(found->clocks, silicon, tolerance)));
}

static void silicon_verdict_of_row(struct silicon_row_verdict *row_verdict,
                                   const struct silicon_forms *forms,
                                   const struct silicon_chip *chip)
{
    const struct silicon_match *match = silicon_match_of(row_verdict->row->name);
    const struct silicon_tolerance tolerance = silicon_tolerance_of(chip);
    bool compared = false, differs = false;
    row_verdict->verdict = VERDICT_NOT_MEASURED;
    for (enum silicon_fact fact = 0; fact < SILICON_FACTS; fact++)
        row_verdict->measured[fact] = NAN;
    if (!match) {
        row_verdict->reason = "bench/instr has no such form";
        return;
    }
    for (enum silicon_fact fact = 0; fact < SILICON_FACTS; fact++) {
        const struct form_found *found = silicon_verdict_find_form(forms, match->form, fact);
        double silicon = row_verdict->row->clocks[fact];
        enum silicon_standing standing = silicon_standing(match, chip, fact);
        if (!found)
            continue;
        row_verdict->measured[fact] = found->clocks;
        if (isnan(silicon))
            continue;
        if (silicon_verdict_compares(standing, found, silicon, tolerance)) {
            compared = true;
            differs |= !is_near(found->clocks, silicon, tolerance);
            continue;
        }
        row_verdict->reason = match->reason;
        if (!compared)
            row_verdict->verdict = silicon_verdict_withheld(standing);
    }
    if (compared)
        row_verdict->verdict = differs ? VERDICT_DIFFERS : VERDICT_SAME;
    else if (!row_verdict->reason)
        row_verdict->reason = "the run has no value";
}

void silicon_verdicts_make(struct silicon_verdicts *verdicts, const struct silicon_forms *forms,
                           const struct silicon_chip *chip)
{
    *verdicts = (struct silicon_verdicts){
        .chip = chip,
        .rows = allocate_zeroed(chip->n_rows * sizeof(struct silicon_row_verdict)),
        .n = chip->n_rows,
    };
    for (unsigned i = 0; i < chip->n_rows; i++) {
        verdicts->rows[i].row = &chip->rows[i];
        silicon_verdict_of_row(&verdicts->rows[i], forms, chip);
        verdicts->count[verdicts->rows[i].verdict]++;
    }
}

void silicon_verdicts_free(struct silicon_verdicts *verdicts)
{
    free(verdicts->rows);
    *verdicts = (struct silicon_verdicts){0};
}

double silicon_verdicts_share(const struct silicon_verdicts *verdicts)
{
    unsigned same = verdicts->count[VERDICT_SAME];
    unsigned compared = same + verdicts->count[VERDICT_DIFFERS];
    return compared ? (double)same / compared : NAN;
}
