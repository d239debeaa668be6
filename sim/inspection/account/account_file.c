/*
 * SPDX-License-Identifier: MIT
 * Writes the file of -account. The cost of an empty region is divided by its entries; a quotient
 * that is not an integer has three decimals.
 */
#include "sim/inspection/account/account_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/inspection/insn_text.h"

static const struct {
    const char *name, *text;
} keys[] = {
    {"kind",
     "region: the count of the counter, summed over the repetitions. overhead: the count of as "
     "many entries of an empty region, or of an empty program and the program's system calls, from "
     "the calibration of this run. corrected: region minus "
     "overhead. insn: an instruction of the region above, not corrected. probe: an instruction of "
     "a probe; the lines insn and probe add up to region. empty: the region of the calibration"},
    {"bench", "case of the benchmark"},
    {"state", "warm or cold"},
    {"ablate", "feature that TR12 disables: none, branch, vpipe, l1 or several"},
    {"event", "count_clocks or time_stamp"},
    {"ring", "rings in which the counter counts: kernel, user or both"},
    {"region", "number of the region; whole: the whole run"},
    {"counter", "number of the counter: 0 or 1"},
    {"repetitions", "number of repetitions"},
    {"entries", "entries of the region in all repetitions"},
    {"address", "address of the instruction"},
    {"symbol", "symbol and offset of the address"},
    {"instruction", "disassembled instruction"},
};
enum { KEYS = sizeof keys / sizeof *keys };

static const struct {
    const char *name, *text;
} figures[ACCOUNT_LOST] = {
    [ACCOUNT_ALONE] = {"alone", "executions alone in U"},
    [ACCOUNT_U] = {"U", "executions as the first of a pair"},
    [ACCOUNT_V] = {"V", "executions as the second of a pair"},
    [ACCOUNT_RAISED] = {"raised", "executions that ended in an exception"},
    [ACCOUNT_CLOCKS] = {"clocks", "all clocks: the sum of the columns to the right"},
    [ACCOUNT_ISSUE] =
        {"issue",
         "one clock for each U slot, so the sum of alone and U; the clock of the second "
         "half of a split pair is in `first`"},
    [ACCOUNT_EXECUTING] = {"executing", "further clocks of instructions that take more than one"},
    [ACCOUNT_X87] = {"x87_executing",
                     "further clocks of x87 instructions; waits for them are in `x87`"},
};

static const char *ablated(unsigned switched_off)
{
    static const char *const names[] = {[0] = "none", [1] = "branch", [4] = "vpipe", [8] = "l1"};
    const char *name = switched_off <= 8 ? names[switched_off] : NULL;

    return name ? name : "several";
}

/* ---- the head -------------------------------------------------------------------------------- */

static void account_file_head(const struct account_config *config, FILE *to)
{
    fprintf(to, "# Clocks of each region by cause, %s: simulated clocks, not a real chip's\n",
            config->machine);
    fprintf(to, "# %s %s\n", config->kernel, config->command_line);
    fputs(
        "# Fields are separated by tabs; - is a field that does not apply. Clocks and executions "
        "are "
        "sums over all repetitions: divided by `repetitions`, those of region and corrected are "
        "`raw` and `mean` of the result.\n",
        to);
    for (unsigned i = 0; i < KEYS; i++)
        fprintf(to, "# %s: %s\n", keys[i].name, keys[i].text);
    for (unsigned i = 0; i < ACCOUNT_LOST; i++)
        fprintf(to, "# %s: %s\n", figures[i].name, figures[i].text);
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        fprintf(to, "# %s: clocks lost: %s\n", stall_cause_names[i], stall_cause_texts[i]);
    for (unsigned i = 0; i < KEYS; i++)
        fprintf(to, "%s%s", i ? "\t" : "", keys[i].name);
    for (unsigned i = 0; i < ACCOUNT_LOST; i++)
        fprintf(to, "\t%s", figures[i].name);
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        fprintf(to, "\t%s", stall_cause_names[i]);
    fputc('\n', to);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void account_file_keys(const struct account_region *region, const char *kind, FILE *to)
{
    const struct account_key *key = &region->key;

    fprintf(to, "%s\t%s\t%s\t%s\t%s\t%s", kind, key->bench, key->cold ? "cold" : "warm",
            ablated(key->switched_off), key->stamp ? "time_stamp" : "count_clocks",
            key->ring_3 && key->ring_0 ? "both"
            : key->ring_3              ? "user"
                                       : "kernel");
    if (key->region == ACCOUNT_WHOLE)
        fputs("\twhole", to);
    else
        fprintf(to, "\t%u", key->region);
    fprintf(to, "\t%u\t%" PRIu64 "\t%" PRIu64, key->counter, region->repetitions, region->entries);
}

static void account_file_sum(const struct account_region *region, const char *kind,
                             const struct account_cost *cost, FILE *to)
{
    account_file_keys(region, kind, to);
    fputs("\t-\t-\t-", to);
    for (unsigned i = 0; i < ACCOUNT_FIGURES; i++)
        fprintf(to, "\t%" PRIu64, cost->figure[i]);
    fputc('\n', to);
}

static void account_file_quotients(const struct account_region *region, const char *kind,
                                   const double figure[ACCOUNT_FIGURES], FILE *to)
{
    account_file_keys(region, kind, to);
    fputs("\t-\t-\t-", to);
    for (unsigned i = 0; i < ACCOUNT_FIGURES; i++) {
        const double rounded = round(figure[i]);

        fprintf(to, fabs(figure[i] - rounded) < 1e-6 ? "\t%.0f" : "\t%.3f",
                fabs(figure[i] - rounded) < 1e-6 ? rounded + 0.0 : figure[i]);
    }
    fputc('\n', to);
}

static void account_file_line(const struct account_config *config,
                              const struct account_region *region, const struct account_line *line,
                              bool probe, FILE *to)
{
    char text[DISASSEMBLY_BYTES], name[128];

    insn_text(config->symbols, &line->seen, text);
    insn_text_address(config->symbols, line->seen.linear, name, sizeof name);
    account_file_keys(region, probe ? "probe" : "insn", to);
    fprintf(to, "\t%08x\t%s\t%s", line->seen.linear, name[0] ? name : "-", text);
    for (unsigned i = 0; i < ACCOUNT_FIGURES; i++)
        fprintf(to, "\t%" PRIu64, line->cost.figure[i]);
    fputc('\n', to);
}

static int account_file_by_address(const void *a, const void *b)
{
    const struct account_line *x = a, *y = b;

    if (x->seen.linear != y->seen.linear)
        return x->seen.linear < y->seen.linear ? -1 : 1;
    return x->seen.from < y->seen.from ? -1 : x->seen.from > y->seen.from;
}

static void account_file_lines(const struct account_config *config,
                               const struct account_region *region, const struct probe_sites *sites,
                               FILE *to)
{
    qsort(region->lines, region->count, sizeof *region->lines, account_file_by_address);
    for (size_t i = 0; i < region->count; i++)
        account_file_line(config, region, &region->lines[i],
                          probe_sites_contain(sites, region->lines[i].seen.linear), to);
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Returns the account of a calibration; NULL if the run has none. */
static const struct account_region *account_file_find(const struct account_table *table,
                                                      const struct account_key *region,
                                                      const char *bench)
{
    struct account_key key = *region;

    key.empty = true;
    snprintf(key.bench, sizeof key.bench, "%s", bench);
    for (size_t i = 0; i < table->count; i++)
        if (account_same_key(&table->regions[i]->key, &key) && table->regions[i]->entries &&
            !table->regions[i]->broken)
            return table->regions[i];
    return NULL;
}

/* Returns the calibration of a region's probe overhead in a state; NULL if the run has none. */
static const struct account_region *account_file_empty(const struct account_table *table,
                                                       const struct account_region *region,
                                                       bool cold)
{
    struct account_key key = region->key;

    key.cold = cold;
    if (key.region == ACCOUNT_WHOLE && key.program)
        return account_file_find(table, &key, "empty program");
    if (key.region != ACCOUNT_WHOLE)
        key.region = 0;
    key.program = false;
    return account_file_find(table, &key, region->by_stub ? "empty stub" : "empty");
}

/*
 * The part of the kernel's instructions around a program's system calls that the counter counts.
 * The last call of a run ends the program.
 */
struct account_calls {
    const struct account_region *three, *two; /* calibrations; NULL: nothing is subtracted */
    uint64_t made;
};

static struct account_calls account_file_calls(const struct account_table *table,
                                               const struct account_region *region)
{
    struct account_key key = region->key;
    struct account_calls calls = {.made = region->calls};

    if (!key.program || key.ring_0)
        return calls;
    key.region = ACCOUNT_WHOLE;
    calls.two = account_file_find(table, &key, "two calls");
    calls.three = calls.two ? account_file_find(table, &key, "three calls") : NULL;
    if (region->key.region == ACCOUNT_WHOLE)
        calls.made -= calls.made < region->repetitions ? calls.made : region->repetitions;
    return calls;
}

/* Returns the cost of all calls for a figure; the INT itself is the program's. */
static double account_file_call_cost(const struct account_calls *calls, unsigned figure)
{
    if (!calls->three)
        return 0;
    const double three = (double)calls->three->cost.figure[figure] / (double)calls->three->entries;
    const double two = (double)calls->two->cost.figure[figure] / (double)calls->two->entries;
    const bool executions = figure <= ACCOUNT_RAISED;

    return executions ? 0 : (double)calls->made * (three - two);
}

/*
 * Writes the overhead and the rest. The first entry of a repetition costs what `first` does, each
 * other entry what `other` does.
 */
static void account_file_corrected(const struct account_region *region,
                                   const struct account_region *first,
                                   const struct account_region *other,
                                   const struct account_calls *calls, FILE *to)
{
    double overhead[ACCOUNT_FIGURES], corrected[ACCOUNT_FIGURES];
    const uint64_t others = region->entries - region->firsts;

    for (unsigned i = 0; i < ACCOUNT_FIGURES; i++) {
        overhead[i] =
            (double)first->cost.figure[i] * (double)region->firsts / (double)first->entries +
            (double)other->cost.figure[i] * (double)others / (double)other->entries +
            account_file_call_cost(calls, i);
        corrected[i] = (double)region->cost.figure[i] - overhead[i];
    }
    account_file_quotients(region, "overhead", overhead, to);
    account_file_quotients(region, "corrected", corrected, to);
}

static void account_file_region(const struct account_config *config,
                                const struct account_table *table,
                                const struct account_region *region,
                                const struct probe_sites *sites, FILE *to)
{
    const struct account_region *first = account_file_empty(table, region, region->key.cold);
    const struct account_region *warm = account_file_empty(table, region, false);
    const struct account_calls calls = account_file_calls(table, region);

    if (region->broken || !region->entries)
        return;
    account_file_sum(region, region->key.empty ? "empty" : "region", &region->cost, to);
    if (region->key.empty)
        return;
    if (first)
        account_file_corrected(region, first, warm ? warm : first, &calls, to);
    account_file_lines(config, region, sites, to);
}

void account_file_write(const struct account_config *config, const struct account_table *table,
                        const struct probe_sites *sites, FILE *to)
{
    account_file_head(config, to);
    for (size_t i = 0; i < table->count; i++)
        account_file_region(config, table, table->regions[i], sites, to);
}
