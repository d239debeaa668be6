/*
 * SPDX-License-Identifier: MIT
 * The instructions of a program that its control flow reaches from its entry, and the flow between
 * them. Bytes that no jump, call or address leads to are never decoded, so data in a code section
 * does no harm.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/gate/code_decoder.h"

#define NO_NODE          UINT32_MAX
#define CODE_GRAPH_TABLE 1024 /* targets of a jump through a table, at most */
#define CODE_GRAPH_TRIAL 64   /* instructions that must be plausible where an address may be code */

/* An instruction. */
struct code_node {
    uint32_t address;
    uint32_t function; /* the function that reached it first */
    uint32_t next;     /* the node that follows it; NO_NODE: none */
    uint32_t target;   /* of a direct jump or call */
    uint32_t first;    /* its first edge to code whose address it has; NO_NODE: none */
    uint32_t place;    /* the low half of code_node_place() */
    uint16_t sets;     /* as processor_sets_needed() returns them */
    uint8_t length, flags;
};

/* Returns the variable that it reads or writes; 0: none, or unknown. */
static inline uint64_t code_node_place(const struct code_node *node)
{
    return node->place | (node->flags & NODE_RELATIVE ? RELATIVE_PLACE : 0);
}

struct code_edge {
    uint32_t to, further; /* the node; the next edge of the same node */
};

struct code_graph {
    const struct program_image *image;
    struct code_node *nodes; /* node 0 is the entry's */
    unsigned n_nodes;
    struct code_edge *edges;
    unsigned n_edges;
    struct code_function *functions;
    unsigned n_functions;
    struct code_wait *waits;
    unsigned n_waits;
    struct code_pending *pending; /* while the graph is built */
    unsigned n_pending;
    bool has_cpuid;
    uint32_t lowest, span; /* addresses of the code */
    uint32_t *node_at;     /* by address from `lowest` on: index + 1 */
};

/*
 * Follows the program from its entry: jumps, calls that return, and addresses of functions that
 * instructions contain. If no instruction is CPUID, addresses in data are followed too: code that a
 * program selects by CPUID is reached through such addresses.
 */
void code_graph_open(struct code_graph *graph, const struct program_image *image);
void code_graph_close(struct code_graph *graph);

/* Finds the addresses of the code, from *lowest on. */
void code_graph_find_span(const struct program_image *image, uint32_t *lowest, uint32_t *span);
