/*
 * SPDX-License-Identifier: MIT
 * Finds tests of CPUID's answers. A jump is taken for a test rather than overlooked: the gate then
 * permits an instruction that the processor rejects when it is executed.
 */
#include "host/analysis/gate/cpuid_tests.h"

#include <stdlib.h>

#include "host/base/allocation.h"

#define NEAR 6 /* instructions between a call or a read and the jump that depends on it */

struct cpuid_search {
    const struct code_graph *graph;
    bool *tests;
    bool *after;      /* by node: executed after CPUID in its function */
    bool *has_cpuid;  /* by function */
    uint64_t *places; /* variables, sorted once all are known */
    unsigned n_places;
};

static void cpuid_tests_note(struct cpuid_search *search, uint32_t index)
{
    const struct code_node *node = &search->graph->nodes[index];
    if (node->flags & NODE_CONDITION)
        search->tests[index] = true;
    if (!(node->flags & NODE_STORE))
        return;
    uint64_t *place = allocate_element(&search->places, &search->n_places, sizeof *place);
    *place = code_node_place(node);
}

/* Notes what is executed after a node within its function. */
static void cpuid_tests_after_cpuid(struct cpuid_search *search, uint32_t cpuid)
{
    const struct code_node *nodes = search->graph->nodes;
    uint32_t *pending = NULL;
    unsigned n = 0;
    *(uint32_t *)allocate_element(&pending, &n, sizeof *pending) = cpuid;
    while (n) {
        uint32_t index = pending[--n];
        if (search->after[index])
            continue;
        search->after[index] = true;
        cpuid_tests_note(search, index);
        const uint32_t ways[] = {nodes[index].next,
                                 nodes[index].flags & NODE_CALL ? NO_NODE : nodes[index].target};
        for (unsigned w = 0; w < 2; w++)
            if (ways[w] != NO_NODE && nodes[ways[w]].function == nodes[cpuid].function)
                *(uint32_t *)allocate_element(&pending, &n, sizeof *pending) = ways[w];
    }
    free(pending);
}

/* Notes what follows a call of a function with CPUID, whose result may be its answer. */
static void cpuid_tests_after_call(struct cpuid_search *search, const struct code_node *call)
{
    const struct code_graph *graph = search->graph;
    uint32_t node = call->next;
    for (unsigned i = 0; i < NEAR && node != NO_NODE; i++) {
        cpuid_tests_note(search, node);
        if (graph->nodes[node].flags & (NODE_CONDITION | NODE_CALL))
            return;
        node = graph->nodes[node].next;
    }
}

static int cpuid_tests_compare(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Marks the first conditional jump after a read of a noted variable. */
static void cpuid_tests_after_read(struct cpuid_search *search, const struct code_node *read)
{
    const struct code_graph *graph = search->graph;
    const uint64_t place = code_node_place(read);
    uint32_t node = read->next;
    if (!place || !search->n_places ||
        !bsearch(&place, search->places, search->n_places, sizeof *search->places,
                 cpuid_tests_compare))
        return;
    for (unsigned i = 0; i < NEAR && node != NO_NODE; i++) {
        search->tests[node] |= (graph->nodes[node].flags & NODE_CONDITION) != 0;
        if (graph->nodes[node].flags & (NODE_CONDITION | NODE_CALL))
            return;
        node = graph->nodes[node].next;
    }
}

/* The kernel has passed the answer in AT_HWCAP, and the library has stored it. */
static void cpuid_tests_after_hwcap(struct cpuid_search *search, const struct code_node *test)
{
    const uint32_t next = test->next;
    if ((test->flags & NODE_HWCAP) && next != NO_NODE)
        search->tests[next] |= (search->graph->nodes[next].flags & NODE_CONDITION) != 0;
}

bool *cpuid_tests_find(const struct code_graph *graph)
{
    const unsigned n = graph->n_nodes;
    struct cpuid_search search = {.graph = graph,
                                  .tests = allocate_zeroed(n + 1),
                                  .after = allocate_zeroed(n + 1),
                                  .has_cpuid = allocate_zeroed(graph->n_functions + 1)};
    for (unsigned i = 0; i < n; i++) {
        if (!(graph->nodes[i].flags & NODE_CPUID))
            continue;
        search.has_cpuid[graph->nodes[i].function] = true;
        cpuid_tests_after_cpuid(&search, i);
    }
    for (unsigned i = 0; i < n; i++) {
        const struct code_node *node = &graph->nodes[i];
        if ((node->flags & NODE_CALL) && node->target != NO_NODE &&
            search.has_cpuid[graph->nodes[node->target].function])
            cpuid_tests_after_call(&search, node);
    }
    if (search.n_places)
        qsort(search.places, search.n_places, sizeof *search.places, cpuid_tests_compare);
    for (unsigned i = 0; i < n; i++)
        if (!(graph->nodes[i].flags & NODE_STORE))
            cpuid_tests_after_read(&search, &graph->nodes[i]);
    for (unsigned i = 0; i < n; i++)
        cpuid_tests_after_hwcap(&search, &graph->nodes[i]);
    free(search.places);
    free(search.has_cpuid);
    free(search.after);
    return search.tests;
}
