/*
 * SPDX-License-Identifier: MIT
 * Finds the loops of a region. A clock is attributed to the innermost loop around it.
 */
#include "host/analysis/loop/region_loops.h"

#include <stdlib.h>

static const struct account_row *region_loops_row_at(const struct account_region *region,
                                                     uint32_t address)
{
    for (unsigned i = 0; i < region->n; i++)
        if (region->rows[i].address == address)
            return &region->rows[i];
    return NULL;
}

static double region_loops_executions(const struct account_row *row)
{
    return row->alone + row->u + row->v;
}

/* Several branches can close the same loop, which ends after the last of them. */
static unsigned region_loops_add(struct region_loop *loops, unsigned n, uint32_t first,
                                 uint32_t end, double iterations)
{
    for (unsigned i = 0; i < n; i++)
        if (loops[i].first == first) {
            if (loops[i].end < end)
                loops[i].end = end;
            return n;
        }
    loops[n] = (struct region_loop){.first = first, .end = end, .iterations = iterations};
    return n + 1;
}

static struct region_loop *region_loops_innermost(struct region_loop *loops, unsigned n,
                                                  uint32_t address)
{
    struct region_loop *best = NULL;
    for (unsigned i = 0; i < n; i++)
        if (address >= loops[i].first && address < loops[i].end &&
            (!best || loops[i].end - loops[i].first < best->end - best->first))
            best = &loops[i];
    return best;
}

static int region_loops_by_clocks(const void *a, const void *b)
{
    const struct region_loop *x = a, *y = b;
    if (x->clocks != y->clocks)
        return x->clocks > y->clocks ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

unsigned region_loops_find(const struct account_region *region, const struct code_form *forms,
                           struct region_loop loops[MOST_LOOPS])
{
    struct region_loop *all = calloc(region->n + 1, sizeof *all);
    unsigned n = 0;
    if (!all)
        return 0;
    for (unsigned i = 0; i < region->n; i++) {
        const struct account_row *head = region_loops_row_at(region, forms[i].target);
        if (!forms[i].relative || forms[i].target > region->rows[i].address || !head ||
            region_loops_executions(head) < 2)
            continue;
        n = region_loops_add(all, n, forms[i].target,
                             region->rows[i].address + forms[i].insn.length,
                             region_loops_executions(head));
    }
    for (unsigned i = 0; i < region->n; i++) {
        struct region_loop *loop = region_loops_innermost(all, n, region->rows[i].address);
        if (loop)
            loop->clocks += region->rows[i].clocks;
        for (unsigned k = 0; k < n; k++)
            if (region->rows[i].address >= all[k].first && region->rows[i].address < all[k].end)
                all[k].all_clocks += region->rows[i].clocks;
    }
    qsort(all, n, sizeof *all, region_loops_by_clocks);
    if (n > MOST_LOOPS)
        n = MOST_LOOPS;
    for (unsigned i = 0; i < n; i++)
        loops[i] = all[i];
    free(all);
    return n;
}
