/*
 * SPDX-License-Identifier: MIT
 * Finds penalties of events. If the counter does not distinguish several cases, the findings for
 * them are combined into one penalty.
 */
#include "host/analysis/breakdown/penalties.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmc/documented_values.h"

/* Returns the finding for state warm without ablation; NAN if it is missing. */
static double penalty_measured(const struct run *machine, const char *name)
{
    double value = NAN;
    for (unsigned i = 0; machine && i < machine->n_findings; i++) {
        const struct finding *finding = &machine->findings[i];
        if (!strcmp(finding->name, name) && !strcmp(finding->state, "warm") &&
            !strcmp(finding->ablate, "none") && !finding->text && !finding->unsettled)
            value = finding->value;
    }
    return value;
}

static double penalty_documented(const struct run *run, const char *name)
{
    const char *cpu = run_processor_name(run);
    const char *text = documented_value(name, cpu && !strcmp(cpu, "p55c") ? "P55C" : "P5");
    char *end;
    double value = text ? strtod(text, &end) : NAN;
    return text && end > text ? value : NAN;
}

/* Returns the mean and the extremes of the known values. The list of names ends with NULL. */
static struct penalty penalty_mean(const struct run *run, const struct run *machine,
                                   const char *const *names, bool document)
{
    struct penalty penalty = {.low = INFINITY, .high = -INFINITY, .measured = !document};
    unsigned n = 0;
    for (; *names; names++) {
        double value =
            document ? penalty_documented(run, *names) : penalty_measured(machine, *names);
        if (isnan(value))
            continue;
        penalty.value += value;
        penalty.low = fmin(penalty.low, value);
        penalty.high = fmax(penalty.high, value);
        n++;
    }
    if (!n)
        return (struct penalty){.value = NAN, .low = NAN, .high = NAN};
    penalty.value /= n;
    return penalty;
}

static struct penalty penalty_for_names(const struct run *run, const struct run *machine,
                                        const char *const *names)
{
    struct penalty penalty = penalty_mean(run, machine, names, false);
    return isnan(penalty.value) ? penalty_mean(run, machine, names, true) : penalty;
}

static struct penalty penalty_locked(const struct run *machine)
{
    double clocks = penalty_measured(machine, "locked_add_to_memory") -
                    penalty_measured(machine, "add_to_memory");
    return (struct penalty){clocks, clocks, clocks, !isnan(clocks)};
}

void penalties_find(const struct run *run, const struct run *machine, struct penalties *penalties)
{
    static const char *const names[PENALTIES][5] = {
        [PENALTY_FLUSH] = {"mispredict_u", "mispredict_v"},
        [PENALTY_CODE_MISS] = {"read_miss"},
        [PENALTY_READ_MISS] = {"read_miss"},
        [PENALTY_PAGE_WALK] = {"page_walk_as_paged", "page_walk"},
        [PENALTY_MISALIGNED] = {"misaligned_penalty", "misaligned_store_penalty"},
        [PENALTY_BANK] = {"bank_conflict"},
        [PENALTY_IO] = {"port_read", "port_write"},
    };
    for (unsigned i = 0; i < PENALTIES; i++)
        penalties->of[i] = i == PENALTY_LOCKED ? penalty_locked(machine)
                                               : penalty_for_names(run, machine, names[i]);
    if (machine && penalties->of[PENALTY_FLUSH].measured)
        snprintf(penalties->from, sizeof penalties->from, "penalties as measured in %s",
                 machine->source);
    else
        snprintf(
            penalties->from, sizeof penalties->from,
            "penalties as documented: the store has no run of suite `machine` on this machine");
}
