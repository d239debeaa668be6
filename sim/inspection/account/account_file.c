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

#include "sim/inspection/account/account_columns.h"
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

static const char *ablated(unsigned switched_off)
{
    static const char *const names[] = {[0] = "none", [1] = "branch", [4] = "vpipe", [8] = "l1"};
    const char *name = switched_off <= 8 ? names[switched_off] : NULL;

    return name ? name : "several";
}

/* A file that is being written. */
struct account_file {
    const struct account_config *config;
    const struct account_table *table;
    const struct probe_sites *sites;
    struct account_columns columns;
    FILE *to;
};

/* ---- the head -------------------------------------------------------------------------------- */

static void account_file_head(const struct account_file *file)
{
    const struct account_config *config = file->config;
    const struct account_columns *columns = &file->columns;
    FILE *to = file->to;

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
    for (unsigned i = 0; i < columns->count; i++)
        fprintf(to, "# %s: %s%s\n", columns->all[i].name,
                columns->all[i].lost ? "clocks lost: " : "", columns->all[i].text);
    for (unsigned i = 0; i < KEYS; i++)
        fprintf(to, "%s%s", i ? "\t" : "", keys[i].name);
    for (unsigned i = 0; i < columns->count; i++)
        fprintf(to, "\t%s", columns->all[i].name);
    fputc('\n', to);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void account_file_keys(const struct account_file *file, const struct account_region *region,
                              const char *kind)
{
    const struct account_key *key = &region->key;
    FILE *to = file->to;

    fprintf(to, "%s\t%s\t%s\t%s\t%s\t%s", kind, key->bench, key->cold ? "cold" : "warm",
            ablated(key->switched_off), key->stamp ? "time_stamp" : file->columns.event,
            key->ring_3 && key->ring_0 ? "both"
            : key->ring_3              ? "user"
                                       : "kernel");
    if (key->region == ACCOUNT_WHOLE)
        fputs("\twhole", to);
    else
        fprintf(to, "\t%u", key->region);
    fprintf(to, "\t%u\t%" PRIu64 "\t%" PRIu64, key->counter, region->repetitions, region->entries);
}

static void account_file_figure(const struct account_file *file, unsigned i, double figure)
{
    const double value = i < file->columns.executions ? figure : figure / file->columns.units;
    const double rounded = round(value);
    const bool whole = fabs(value - rounded) < 1e-6;

    fprintf(file->to, whole ? "\t%.0f" : "\t%.3f", whole ? rounded + 0.0 : value);
}

static void account_file_figures(const struct account_file *file, const struct account_cost *cost)
{
    for (unsigned i = 0; i < file->columns.count; i++)
        account_file_figure(file, i, (double)(int64_t)cost->figure[i]);
    fputc('\n', file->to);
}

static void account_file_sum(const struct account_file *file, const struct account_region *region,
                             const char *kind)
{
    account_file_keys(file, region, kind);
    fputs("\t-\t-\t-", file->to);
    account_file_figures(file, &region->cost);
}

static void account_file_quotients(const struct account_file *file,
                                   const struct account_region *region, const char *kind,
                                   const double figure[ACCOUNT_FIGURES_MOST])
{
    account_file_keys(file, region, kind);
    fputs("\t-\t-\t-", file->to);
    for (unsigned i = 0; i < file->columns.count; i++)
        account_file_figure(file, i, figure[i]);
    fputc('\n', file->to);
}

static void account_file_line(const struct account_file *file, const struct account_region *region,
                              const struct account_line *line)
{
    const bool probe = probe_sites_contain(file->sites, line->seen.linear);
    char text[DISASSEMBLY_BYTES], name[128];

    insn_text(file->config->symbols, &line->seen, text);
    insn_text_address(file->config->symbols, line->seen.linear, name, sizeof name);
    account_file_keys(file, region, probe ? "probe" : "insn");
    fprintf(file->to, "\t%08x\t%s\t%s", line->seen.linear, name[0] ? name : "-", text);
    account_file_figures(file, &line->cost);
}

static int account_file_by_address(const void *a, const void *b)
{
    const struct account_line *x = a, *y = b;

    if (x->seen.linear != y->seen.linear)
        return x->seen.linear < y->seen.linear ? -1 : 1;
    return x->seen.from < y->seen.from ? -1 : x->seen.from > y->seen.from;
}

static void account_file_lines(const struct account_file *file, const struct account_region *region)
{
    qsort(region->lines, region->count, sizeof *region->lines, account_file_by_address);
    for (size_t i = 0; i < region->count; i++)
        account_file_line(file, region, &region->lines[i]);
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

/* Returns the clocks of all calls for a figure; the INT itself is the program's. */
static double account_file_call_cost(const struct account_calls *calls, unsigned figure)
{
    if (!calls->three)
        return 0;
    const double three =
        (double)(int64_t)calls->three->cost.figure[figure] / (double)calls->three->entries;
    const double two =
        (double)(int64_t)calls->two->cost.figure[figure] / (double)calls->two->entries;

    return (double)calls->made * (three - two);
}

/*
 * Writes the overhead and the rest. The first entry of a repetition costs what `first` does, each
 * other entry what `other` does.
 */
static void account_file_corrected(const struct account_file *file,
                                   const struct account_region *region,
                                   const struct account_region *first,
                                   const struct account_region *other,
                                   const struct account_calls *calls)
{
    double overhead[ACCOUNT_FIGURES_MOST], corrected[ACCOUNT_FIGURES_MOST];
    const uint64_t others = region->entries - region->firsts;

    for (unsigned i = 0; i < file->columns.count; i++) {
        overhead[i] =
            (double)(int64_t)first->cost.figure[i] * (double)region->firsts /
                (double)first->entries +
            (double)(int64_t)other->cost.figure[i] * (double)others / (double)other->entries;
        if (i >= file->columns.executions)
            overhead[i] += account_file_call_cost(calls, i);
        corrected[i] = (double)(int64_t)region->cost.figure[i] - overhead[i];
    }
    account_file_quotients(file, region, "overhead", overhead);
    account_file_quotients(file, region, "corrected", corrected);
}

static void account_file_region(const struct account_file *file,
                                const struct account_region *region)
{
    const struct account_table *table = file->table;
    const struct account_region *first = account_file_empty(table, region, region->key.cold);
    const struct account_region *warm = account_file_empty(table, region, false);
    const struct account_calls calls = account_file_calls(table, region);

    if (region->broken || !region->entries)
        return;
    account_file_sum(file, region, region->key.empty ? "empty" : "region");
    if (region->key.empty)
        return;
    if (first)
        account_file_corrected(file, region, first, warm ? warm : first, &calls);
    account_file_lines(file, region);
}

void account_file_write(const struct account_config *config, const struct account_table *table,
                        const struct probe_sites *sites, const struct clock_account *clocks,
                        FILE *to)
{
    const struct account_file file = {config, table, sites, account_columns_of(clocks), to};

    account_file_head(&file);
    for (size_t i = 0; i < table->count; i++)
        account_file_region(&file, table->regions[i]);
}
