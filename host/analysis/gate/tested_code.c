/*
 * SPDX-License-Identifier: MIT
 * Finds the code that is executed without a test of CPUID, from the entry. Most functions have no
 * test: all that is reached there is untested. The others are examined one by one.
 */
#include "host/analysis/gate/tested_code.h"

#include <stdlib.h>

#include "host/analysis/gate/cpuid_tests.h"
#include "host/analysis/gate/dominators.h"
#include "host/base/allocation.h"

struct tested_code {
    const struct code_graph *graph;
    bool *tests, *untested;
    bool *has_tests; /* by function */
    bool *entered;   /* by node: code outside of its function leads to it without a test */
    bool *queued;    /* by function: a node of it was entered since it was examined */
    uint32_t *local; /* by node of a function with tests: its number in its function, from 1 */
    uint32_t *start; /* of a function's nodes in `order`; one more than functions */
    uint32_t *order; /* nodes of functions with tests, by function */
    uint32_t *queue; /* functions to be examined */
    unsigned n_queue;
    uint32_t *reached; /* nodes of functions without tests, whose successors are to be entered */
    unsigned n_reached;
};

/* Lists the nodes of each function with tests. */
static void tested_code_sort(struct tested_code *code)
{
    const struct code_graph *graph = code->graph;
    code->start = allocate_zeroed((graph->n_functions + 2) * sizeof *code->start);
    code->local = allocate_zeroed((graph->n_nodes + 1) * sizeof *code->local);
    for (unsigned i = 0; i < graph->n_nodes; i++)
        code->has_tests[graph->nodes[i].function] |= code->tests[i];
    for (unsigned i = 0; i < graph->n_nodes; i++)
        if (code->has_tests[graph->nodes[i].function])
            code->local[i] = ++code->start[graph->nodes[i].function + 1];
    for (unsigned f = 0; f < graph->n_functions; f++)
        code->start[f + 1] += code->start[f];
    code->order = allocate_zeroed((code->start[graph->n_functions] + 1) * sizeof *code->order);
    for (unsigned i = 0; i < graph->n_nodes; i++)
        if (code->local[i])
            code->order[code->start[graph->nodes[i].function] + code->local[i] - 1] = i;
}

static void tested_code_enter(struct tested_code *code, uint32_t node)
{
    if (node == NO_NODE || code->entered[node])
        return;
    uint32_t function = code->graph->nodes[node].function;
    code->entered[node] = true;
    if (!code->has_tests[function]) {
        code->untested[node] = true;
        uint32_t *reached = allocate_element(&code->reached, &code->n_reached, sizeof *reached);
        *reached = node;
        return;
    }
    if (code->queued[function])
        return;
    code->queued[function] = true;
    uint32_t *place = allocate_element(&code->queue, &code->n_queue, sizeof *place);
    *place = function;
}

/* Adds the edge from a node to another one of its function. Each outcome of a test is a vertex of
 * its own, above those of the nodes. */
static void tested_code_add(struct tested_code *code, struct flow *flow, uint32_t from, uint32_t to,
                            bool outcome)
{
    const struct code_node *nodes = code->graph->nodes;
    if (to == NO_NODE || nodes[to].function != nodes[from].function)
        return;
    if (outcome) {
        flow_add(flow, code->local[from], flow->n_vertices);
        flow_add(flow, flow->n_vertices++, code->local[to]);
    } else {
        flow_add(flow, code->local[from], code->local[to]);
    }
}

/* Returns the flow within a function; vertex 0 stands for the code that enters it. */
static struct flow tested_code_flow(struct tested_code *code, uint32_t function)
{
    const struct code_graph *graph = code->graph;
    const uint32_t first = code->start[function], end = code->start[function + 1];
    struct flow flow = {.n_vertices = end - first + 1};
    for (uint32_t i = first; i < end; i++) {
        const uint32_t index = code->order[i];
        const struct code_node *node = &graph->nodes[index];
        if (code->entered[index])
            flow_add(&flow, 0, code->local[index]);
        tested_code_add(code, &flow, index, node->next, code->tests[index]);
        if (!(node->flags & NODE_CALL))
            tested_code_add(code, &flow, index, node->target, code->tests[index]);
        for (uint32_t e = node->first; e != NO_NODE; e = graph->edges[e].further)
            tested_code_add(code, &flow, index, graph->edges[e].to, false);
    }
    return flow;
}

/* Enters the code outside of its function that a node leads to. */
static void tested_code_leave(struct tested_code *code, uint32_t index)
{
    const struct code_graph *graph = code->graph;
    const struct code_node *node = &graph->nodes[index];
    const uint32_t ways[] = {node->next, node->target};
    for (unsigned w = 0; w < 2; w++)
        if (ways[w] != NO_NODE && (graph->nodes[ways[w]].function != node->function ||
                                   (w == 1 && (node->flags & NODE_CALL))))
            tested_code_enter(code, ways[w]);
    for (uint32_t e = node->first; e != NO_NODE; e = graph->edges[e].further)
        if (graph->nodes[graph->edges[e].to].function != node->function)
            tested_code_enter(code, graph->edges[e].to);
}

/*
 * The closest dominators of untested code are nodes; an outcome among them means that it is tested.
 * A jump out of a function that is itself an outcome of a test does not enter anything.
 */
static void tested_code_examine(struct tested_code *code, uint32_t function)
{
    struct flow flow = tested_code_flow(code, function);
    const uint32_t first = code->start[function], n = code->start[function + 1] - first;
    uint32_t *closest = dominators_find(&flow);
    bool *known = allocate_zeroed(flow.n_vertices + 1),
         *tested = allocate_zeroed(flow.n_vertices + 1);
    for (uint32_t local = 1; local <= n; local++) {
        uint32_t v = local;
        while (v && v <= n && closest[v] != NO_VERTEX && !known[v])
            v = closest[v];
        bool result = v && (known[v] ? tested[v] : true);
        for (uint32_t u = local; u != v; u = closest[u]) {
            known[u] = true;
            tested[u] = result;
        }
        if (result)
            continue;
        code->untested[code->order[first + local - 1]] = true;
        tested_code_leave(code, code->order[first + local - 1]);
    }
    free(known);
    free(tested);
    free(closest);
    flow_free(&flow);
}

/* Enters all that follows a node of a function without tests. */
static void tested_code_follow(struct tested_code *code, uint32_t index)
{
    const struct code_graph *graph = code->graph;
    tested_code_enter(code, graph->nodes[index].next);
    tested_code_enter(code, graph->nodes[index].target);
    for (uint32_t e = graph->nodes[index].first; e != NO_NODE; e = graph->edges[e].further)
        tested_code_enter(code, graph->edges[e].to);
}

bool *tested_code_find_others(const struct code_graph *graph)
{
    struct tested_code code = {.graph = graph,
                               .tests = cpuid_tests_find(graph),
                               .untested = allocate_zeroed(graph->n_nodes + 1),
                               .has_tests = allocate_zeroed(graph->n_functions + 1),
                               .entered = allocate_zeroed(graph->n_nodes + 1),
                               .queued = allocate_zeroed(graph->n_functions + 1)};
    tested_code_sort(&code);
    tested_code_enter(&code, 0);
    while (code.n_reached || code.n_queue) {
        if (code.n_reached) {
            tested_code_follow(&code, code.reached[--code.n_reached]);
            continue;
        }
        uint32_t function = code.queue[--code.n_queue];
        code.queued[function] = false;
        tested_code_examine(&code, function);
    }
    free(code.tests);
    free(code.has_tests);
    free(code.entered);
    free(code.queued);
    free(code.local);
    free(code.start);
    free(code.order);
    free(code.queue);
    free(code.reached);
    return code.untested;
}
