/*
 * SPDX-License-Identifier: MIT
 * Finds dominators by iteration over the reverse postorder (Cooper, Harvey and Kennedy, "A Simple,
 * Fast Dominance Algorithm", 2001).
 */
#include "host/analysis/gate/dominators.h"

#include <stdlib.h>

#include "host/base/allocation.h"

void flow_add(struct flow *flow, uint32_t from, uint32_t to)
{
    unsigned n = flow->n_edges;
    uint32_t *source = allocate_element(&flow->from, &n, sizeof *source);
    uint32_t *destination = allocate_element(&flow->to, &flow->n_edges, sizeof *destination);
    *source = from;
    *destination = to;
}

void flow_free(struct flow *flow)
{
    free(flow->from);
    free(flow->to);
    *flow = (struct flow){0};
}

/* The neighbours of all vertices in one array, those of v from start[v] to start[v + 1] - 1. */
struct neighbours {
    uint32_t *start, *vertex;
};

static struct neighbours neighbours_sort(const struct flow *flow, const uint32_t *of,
                                         const uint32_t *neighbour)
{
    struct neighbours all = {allocate_zeroed((flow->n_vertices + 2) * sizeof *all.start),
                             allocate_zeroed((flow->n_edges + 1) * sizeof *all.vertex)};
    for (unsigned i = 0; i < flow->n_edges; i++)
        all.start[of[i] + 2]++;
    for (unsigned v = 0; v < flow->n_vertices; v++)
        all.start[v + 2] += all.start[v + 1];
    for (unsigned i = 0; i < flow->n_edges; i++)
        all.vertex[all.start[of[i] + 1]++] = neighbour[i];
    return all;
}

static void neighbours_free(struct neighbours *all)
{
    free(all->start);
    free(all->vertex);
}

/* Numbers the reached vertices in postorder, and lists them. Returns how many there are. */
static unsigned dominators_number(const struct flow *flow, const struct neighbours *after,
                                  uint32_t *number, uint32_t *order)
{
    uint32_t *stack = allocate_zeroed((flow->n_vertices + 1) * sizeof *stack);
    uint32_t *position = allocate_zeroed((flow->n_vertices + 1) * sizeof *position);
    unsigned n = 0, depth = 1;
    for (unsigned v = 0; v < flow->n_vertices; v++) {
        number[v] = NO_VERTEX;
        position[v] = NO_VERTEX; /* not visited */
    }
    position[0] = after->start[0];
    while (depth) {
        uint32_t v = stack[depth - 1];
        if (position[v] < after->start[v + 1]) {
            uint32_t next = after->vertex[position[v]++];
            if (position[next] == NO_VERTEX) {
                position[next] = after->start[next];
                stack[depth++] = next;
            }
            continue;
        }
        order[n] = v;
        number[v] = n++;
        depth--;
    }
    free(stack);
    free(position);
    return n;
}

static uint32_t dominators_common(const uint32_t *closest, const uint32_t *number, uint32_t a,
                                  uint32_t b)
{
    while (a != b) {
        while (number[a] < number[b])
            a = closest[a];
        while (number[b] < number[a])
            b = closest[b];
    }
    return a;
}

uint32_t *dominators_find(const struct flow *flow)
{
    struct neighbours after = neighbours_sort(flow, flow->from, flow->to);
    struct neighbours before = neighbours_sort(flow, flow->to, flow->from);
    uint32_t *number = allocate_zeroed((flow->n_vertices + 1) * sizeof *number);
    uint32_t *order = allocate_zeroed((flow->n_vertices + 1) * sizeof *order);
    uint32_t *closest = allocate_zeroed((flow->n_vertices + 1) * sizeof *closest);
    unsigned n = dominators_number(flow, &after, number, order), changed = n;
    for (unsigned v = 1; v < flow->n_vertices; v++)
        closest[v] = NO_VERTEX;
    while (changed) {
        changed = 0;
        for (unsigned i = n - 1; i-- > 0;) {
            uint32_t v = order[i], found = NO_VERTEX;
            for (uint32_t p = before.start[v]; p < before.start[v + 1]; p++) {
                uint32_t from = before.vertex[p];
                if (closest[from] != NO_VERTEX)
                    found =
                        found == NO_VERTEX ? from : dominators_common(closest, number, found, from);
            }
            changed += found != closest[v];
            closest[v] = found;
        }
    }
    neighbours_free(&after);
    neighbours_free(&before);
    free(number);
    free(order);
    return closest;
}
