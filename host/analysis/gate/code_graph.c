/*
 * SPDX-License-Identifier: MIT
 * Builds the graph. The code after a call is reached only if the called function returns: what
 * follows some calls is the next function, or data.
 */
#include "host/analysis/gate/code_graph.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define MOST_SPAN (64u << 20) /* of the code's addresses */
#define NEW       UINT32_MAX  /* instead of a function: a new one */

struct code_function {
    bool returns;   /* a RET is reached */
    uint32_t first; /* what waits for that; NO_NODE: nothing */
};

/* A node whose successors are not known yet. */
struct code_pending {
    uint32_t node;
    struct decoded_code code;
};

/* A call that waits for the return of a function, or a function that continues in another one. */
struct code_wait {
    bool is_call;
    uint32_t waiting; /* the call's node, or the function */
    uint32_t further; /* the next one for the same function */
};

/* ---- nodes ---------------------------------------------------------------------------------- */

static uint32_t code_graph_find(const struct code_graph *graph, uint32_t address)
{
    uint32_t at = address - graph->lowest;
    return at < graph->span && graph->node_at[at] ? graph->node_at[at] - 1 : NO_NODE;
}

/* Returns the node of an address, which is decoded once, for that function; NO_NODE if it is no
 * instruction. */
static uint32_t code_graph_node(struct code_graph *graph, uint32_t address, uint32_t function)
{
    struct decoded_code code;
    uint32_t at = address - graph->lowest, found = code_graph_find(graph, address);
    if (found != NO_NODE || at >= graph->span || !code_decoder_decode(graph->image, address, &code))
        return found;
    if (function == NEW) {
        struct code_function *added =
            allocate_element(&graph->functions, &graph->n_functions, sizeof *added);
        *added = (struct code_function){false, NO_NODE};
        function = graph->n_functions - 1;
    }
    struct code_node *node = allocate_element(&graph->nodes, &graph->n_nodes, sizeof *node);
    *node = (struct code_node){
        .address = address,
        .function = function,
        .next = NO_NODE,
        .target = NO_NODE,
        .first = NO_NODE,
        .place = (uint32_t)code.place,
        .sets = code.sets,
        .length = code.length,
        .flags = (uint8_t)(code.flags | (code.place & RELATIVE_PLACE ? NODE_RELATIVE : 0))};
    struct code_pending *pending =
        allocate_element(&graph->pending, &graph->n_pending, sizeof *pending);
    *pending = (struct code_pending){graph->n_nodes - 1, code};
    graph->has_cpuid |= (code.flags & NODE_CPUID) != 0;
    graph->node_at[at] = graph->n_nodes;
    return graph->n_nodes - 1;
}

static void code_graph_add_edge(struct code_graph *graph, uint32_t from, uint32_t to)
{
    struct code_edge *edge = allocate_element(&graph->edges, &graph->n_edges, sizeof *edge);
    *edge = (struct code_edge){to, graph->nodes[from].first};
    graph->nodes[from].first = graph->n_edges - 1;
}

/* ---- functions that return ------------------------------------------------------------------ */

static void code_graph_wait(struct code_graph *graph, uint32_t function, bool is_call,
                            uint32_t waiting)
{
    struct code_wait *wait = allocate_element(&graph->waits, &graph->n_waits, sizeof *wait);
    *wait = (struct code_wait){is_call, waiting, graph->functions[function].first};
    graph->functions[function].first = graph->n_waits - 1;
}

static void code_graph_continue(struct code_graph *graph, uint32_t index);

/* Notes that a function returns, and so do those that end by a jump to it. */
static void code_graph_set_returns(struct code_graph *graph, uint32_t function)
{
    uint32_t *pending = NULL;
    unsigned n = 0;
    *(uint32_t *)allocate_element(&pending, &n, sizeof *pending) = function;
    while (n) {
        struct code_function *returning = &graph->functions[pending[--n]];
        uint32_t wait = returning->first;
        if (returning->returns)
            continue;
        returning->returns = true;
        for (; wait != NO_NODE; wait = graph->waits[wait].further) {
            const struct code_wait waiting = graph->waits[wait];
            if (waiting.is_call)
                code_graph_continue(graph, waiting.waiting);
            else
                *(uint32_t *)allocate_element(&pending, &n, sizeof *pending) = waiting.waiting;
        }
    }
    free(pending);
}

/* Notes that a function continues at a node, which may be another function's. */
static void code_graph_join(struct code_graph *graph, uint32_t function, uint32_t node)
{
    if (node == NO_NODE || graph->nodes[node].function == function)
        return;
    uint32_t other = graph->nodes[node].function;
    if (graph->functions[other].returns)
        code_graph_set_returns(graph, function);
    else
        code_graph_wait(graph, other, false, function);
}

/* Continues at the instruction after a node. */
static void code_graph_continue(struct code_graph *graph, uint32_t index)
{
    const struct code_node node = graph->nodes[index];
    uint32_t next = code_graph_node(graph, node.address + node.length, node.function);
    graph->nodes[index].next = next;
    code_graph_join(graph, node.function, next);
}

/* ---- addresses ------------------------------------------------------------------------------ */

/* Returns whether the address is inside of an instruction that was decoded. */
static bool code_graph_overlaps(const struct code_graph *graph, uint32_t address)
{
    for (uint32_t back = 1; back < 15 && back <= address - graph->lowest; back++) {
        uint32_t node = code_graph_find(graph, address - back);
        if (node != NO_NODE && graph->nodes[node].length > back)
            return true;
    }
    return false;
}

/* Returns whether code at an address looks like a function's: all instructions of its first ones
 * are usual, and no jump leaves the code. */
static bool code_graph_plausible(const struct code_graph *graph, uint32_t address)
{
    uint32_t left;
    if (!program_image_code(graph->image, address, &left) || code_graph_overlaps(graph, address))
        return false;
    for (unsigned i = 0; i < CODE_GRAPH_TRIAL && code_graph_find(graph, address) == NO_NODE; i++) {
        struct decoded_code code;
        if (!code_decoder_decode(graph->image, address, &code) || code.unusual)
            return false;
        if (code.jumps && !program_image_code(graph->image, code.target, &left))
            return false;
        if (!code.goes_on && !code.jumps)
            return true;
        address = code.goes_on ? address + code.length : code.target;
    }
    return true;
}

/* Follows an address to a new function, or to code of the given one. */
static void code_graph_follow_address(struct code_graph *graph, uint32_t from, uint32_t address,
                                      uint32_t function)
{
    if (!code_graph_plausible(graph, address))
        return;
    uint32_t node = code_graph_node(graph, address, function);
    if (node == NO_NODE)
        return;
    code_graph_add_edge(graph, from, node);
    if (function != NEW)
        code_graph_join(graph, function, node);
}

static void code_graph_follow_table(struct code_graph *graph, uint32_t from, uint32_t table)
{
    uint32_t left, target;
    for (unsigned i = 0; i < CODE_GRAPH_TABLE; i++, table += 4) {
        if (!program_image_word(graph->image, table, &target) ||
            !program_image_code(graph->image, target, &left))
            return;
        code_graph_follow_address(graph, from, target, graph->nodes[from].function);
    }
}

/* ---- the whole program ---------------------------------------------------------------------- */

static void code_graph_follow_jump(struct code_graph *graph, uint32_t index, uint32_t address)
{
    const struct code_node node = graph->nodes[index];
    const bool is_call = node.flags & NODE_CALL;
    uint32_t target = code_graph_node(graph, address, is_call ? NEW : node.function);
    graph->nodes[index].target = target;
    if (!is_call)
        code_graph_join(graph, node.function, target);
    else if (target == NO_NODE || graph->functions[graph->nodes[target].function].returns)
        code_graph_continue(graph, index);
    else
        code_graph_wait(graph, graph->nodes[target].function, true, index);
}

/* Decodes what follows a node, as far as execution is known to reach it. */
static void code_graph_explore_node(struct code_graph *graph, const struct code_pending *pending)
{
    const uint32_t index = pending->node;
    const struct decoded_code code = pending->code;
    const uint8_t flags = code.flags;
    if (flags & NODE_RETURN)
        code_graph_set_returns(graph, graph->nodes[index].function);
    if (code.jumps)
        code_graph_follow_jump(graph, index, code.target);
    if (code.goes_on && !(code.jumps && (flags & NODE_CALL)))
        code_graph_continue(graph, index);
    for (unsigned i = 0; i < code.n_addresses; i++)
        code_graph_follow_address(graph, index, code.addresses[i], NEW);
    if (code.table)
        code_graph_follow_table(graph, index, code.table);
}

/* The last node first, which is usually the next instruction: its bytes and its entry in `node_at`
 * are then in the cache. */
static void code_graph_explore(struct code_graph *graph)
{
    while (graph->n_pending) {
        const struct code_pending last = graph->pending[--graph->n_pending];
        code_graph_explore_node(graph, &last);
    }
}

/* Follows the words of data that are addresses of code, as edges of the entry. */
static void code_graph_follow_data(struct code_graph *graph)
{
    const struct program_image *image = graph->image;
    for (unsigned i = 0; i < image->n_data; i++) {
        const struct image_range *range = &image->data[i];
        for (uint32_t at = -range->start & 3; at + 4 <= range->size; at += 4) {
            uint32_t word;
            memcpy(&word, range->bytes + at, sizeof word);
            code_graph_follow_address(graph, 0, word, NEW);
        }
    }
}

void code_graph_find_span(const struct program_image *image, uint32_t *lowest, uint32_t *span)
{
    uint32_t highest = 0;
    *lowest = UINT32_MAX;
    for (unsigned i = 0; i < image->n_code; i++) {
        const struct image_range *range = &image->code[i];
        if (range->start < *lowest)
            *lowest = range->start;
        if (range->start + range->size > highest)
            highest = range->start + range->size;
    }
    *span = highest - *lowest < MOST_SPAN ? highest - *lowest : MOST_SPAN;
}

void code_graph_open(struct code_graph *graph, const struct program_image *image)
{
    *graph = (struct code_graph){.image = image};
    code_graph_find_span(image, &graph->lowest, &graph->span);
    graph->node_at = allocate_zeroed((graph->span + 1) * sizeof *graph->node_at);
    if (code_graph_node(graph, image->entry, NEW) != NO_NODE)
        code_graph_explore(graph);
    if (graph->n_nodes && !graph->has_cpuid) {
        code_graph_follow_data(graph);
        code_graph_explore(graph);
    }
    free(graph->pending);
    graph->pending = NULL;
}

void code_graph_close(struct code_graph *graph)
{
    free(graph->nodes);
    free(graph->edges);
    free(graph->functions);
    free(graph->waits);
    free(graph->node_at);
    *graph = (struct code_graph){0};
}
