/*
 * SPDX-License-Identifier: MIT
 * Dominators of a flow graph: a vertex dominates another if each path from the first vertex to the
 * other passes it.
 */
#pragma once

#include <stdint.h>

#define NO_VERTEX UINT32_MAX

/* Edges in two arrays. */
struct flow {
    uint32_t *from, *to;
    unsigned n_edges, n_vertices;
};

void flow_add(struct flow *flow, uint32_t from, uint32_t to);
void flow_free(struct flow *flow);

/*
 * Returns for each vertex its closest dominator other than itself; NO_VERTEX for vertices that are
 * not reached from vertex 0, and 0 for vertex 0. The caller frees the array.
 */
uint32_t *dominators_find(const struct flow *flow);
