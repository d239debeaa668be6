/*
 * SPDX-License-Identifier: MIT
 * Explains a region. The sums come from the simulator's account; a section of steps provides the
 * iteration to draw and the operands that x87 instructions waited for.
 */
#include "host/analysis/explain/explained_region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/code_spot.h"
#include "host/base/allocation.h"

static void explained_region_read_forms(struct explained_region *explained,
                                        const struct bench_watch *watch,
                                        const struct account_region *region)
{
    explained->forms = allocate_zeroed((region->n + 1) * sizeof *explained->forms);
    for (unsigned i = 0; i < region->n; i++) {
        size_t left = 0;
        uint32_t address = region->rows[i].address;
        const uint8_t *bytes = debug_image_bytes(watch->image, address, &left);
        if (!bytes ||
            !code_form_read(explained->model, address, bytes, (unsigned)left, &explained->forms[i]))
            explained->forms[i].insn = (struct insn){.address = address, .length = 1};
    }
}

/* Converts a row to a line with values per iteration. */
static struct explained_line explained_region_line(const struct account_row *row,
                                                   const struct code_form *form, double iterations)
{
    struct explained_line line = {.form = *form,
                                  .alone = row->alone / iterations,
                                  .u = row->u / iterations,
                                  .v = row->v / iterations,
                                  .clocks = row->clocks / iterations};
    snprintf(line.text, sizeof line.text, "%s", row->text);
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        line.lost[i] = row->lost[i] / iterations;
    return line;
}

void explained_region_make(struct explained_region *explained, const struct bench_watch *watch,
                           const struct account_region *region)
{
    double repetitions = region->repetitions > 0 ? region->repetitions : 1;
    *explained = (struct explained_region){.clocks = region->corrected / repetitions,
                                           .model = code_form_model(watch->machine->cpu),
                                           .sources = source_lines_new()};
    explained_region_read_forms(explained, watch, region);
    for (unsigned i = 0; i < region->n; i++) {
        struct explained_line line =
            explained_region_line(&region->rows[i], &explained->forms[i], repetitions);
        explained_loop_line_causes(&line, &explained->causes);
    }
    explained->probes = explained->clocks - causes_total(&explained->causes);
    explained->n_loops = region_loops_find(region, explained->forms, explained->loops);
}

void explained_region_free(struct explained_region *explained)
{
    free(explained->forms);
    if (explained->model)
        model_destroy(explained->model);
    source_lines_free(explained->sources);
}

static void explained_region_add_source(struct explained_region *explained,
                                        const struct bench_watch *watch,
                                        struct explained_line *line)
{
    struct code_spot spot;
    if (!code_spot_find(watch->image, line->form.insn.address, &spot) || !spot.file)
        return;
    line->file = spot.file;
    line->source_line = spot.line;
    line->source = source_line(explained->sources, spot.file, spot.folder, (unsigned)spot.line);
}

/* Replaces the lines of the steps by those of the account, and copies the waits. */
static void explained_region_replace_lines(struct explained_region *explained,
                                           const struct bench_watch *watch,
                                           const struct account_region *region,
                                           const struct region_loop *which,
                                           struct explained_loop *loop)
{
    struct explained_line *lines = NULL;
    unsigned n = 0;
    for (unsigned i = 0; i < region->n; i++) {
        uint32_t address = region->rows[i].address;
        if (address < which->first || address >= which->end)
            continue;
        struct explained_line *line = allocate_element(&lines, &n, sizeof *line);
        const struct explained_line *seen = explained_loop_line_at(loop, address);
        *line = explained_region_line(&region->rows[i], &explained->forms[i], which->iterations);
        if (seen)
            snprintf(line->waits_for, sizeof line->waits_for, "%s", seen->waits_for);
        explained_region_add_source(explained, watch, line);
    }
    free(loop->lines);
    loop->lines = lines;
    loop->n = n;
    explained_loop_total(loop);
}

int explained_region_loop(struct explained_region *explained, const struct bench_watch *watch,
                          const struct account_region *region, const struct region_loop *which,
                          struct explained_loop *loop)
{
    double iterations = which->iterations / (region->repetitions > 0 ? region->repetitions : 1);
    double before = region->begin ? 0 : iterations; /* iterations of the uncounted run */
    double middle = before + (double)(long)(iterations / 2) + 1;
    struct step_log log = {0};
    int status = bench_watch_steps(watch, region, which->first, middle, &log);
    if (!status)
        status = explained_loop_make(loop, explained->model, &log, which->first, which->end);
    step_log_free(&log);
    if (status)
        return -1;
    explained_region_replace_lines(explained, watch, region, which, loop);
    loop->iterations = iterations;
    loop->end = which->end;
    return 0;
}
