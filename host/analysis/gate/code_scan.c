/*
 * SPDX-License-Identifier: MIT
 * Visits instructions by a list of addresses. An address that is only a constant is followed if the
 * code there is plausible, as in the graph, after all that is reached by jumps and calls. The graph
 * also rejects an address within an instruction that it has decoded; here such an instruction may
 * be one that is not reached. An address that is not plausible is tried again whenever more
 * instructions were visited, since those that lead to a visited one are plausible.
 */
#include "host/analysis/gate/code_scan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/gate/code_decoder.h"
#include "host/analysis/gate/code_graph.h"
#include "host/base/allocation.h"

struct scan_addresses {
    uint32_t *address;
    unsigned n;
};

struct scan_state {
    const struct program_image *image;
    unsigned has;
    unsigned instructions;
    bool lacks; /* an instruction is lacking: the rest is not visited */
    uint32_t lowest, span;
    uint8_t *visited; /* a bit for each address */
    struct scan_addresses pending, constants;
};

static void scan_add(struct scan_addresses *list, uint32_t address)
{
    uint32_t *added = allocate_element(&list->address, &list->n, sizeof *added);
    *added = address;
}

static bool scan_is_visited(const struct scan_state *state, uint32_t address)
{
    const uint32_t at = address - state->lowest;
    return at < state->span && state->visited[at / 8] >> at % 8 & 1;
}

/* Returns false if the address is not in the code, or was visited before. */
static bool scan_visit(struct scan_state *state, uint32_t address)
{
    const uint32_t at = address - state->lowest;
    if (at >= state->span || scan_is_visited(state, address))
        return false;
    state->visited[at / 8] |= (uint8_t)(1 << at % 8);
    return true;
}

static bool scan_is_code(const struct scan_state *state, uint32_t address)
{
    uint32_t left;
    return program_image_code(state->image, address, &left);
}

/* As code_graph_plausible(), except for overlaps. */
static bool scan_is_plausible(const struct scan_state *state, uint32_t address)
{
    for (unsigned i = 0; i < CODE_GRAPH_TRIAL && !scan_is_visited(state, address); i++) {
        struct decoded_code code;
        if (!code_decoder_decode(state->image, address, &code) || code.unusual)
            return false;
        if (code.jumps && !scan_is_code(state, code.target))
            return false;
        if (!code.goes_on && !code.jumps)
            return true;
        address = code.goes_on ? address + code.length : code.target;
    }
    return true;
}

static void scan_follow_address(struct scan_state *state, uint32_t address)
{
    if (scan_is_code(state, address) && !scan_is_visited(state, address))
        scan_add(&state->constants, address);
}

static void scan_follow_table(struct scan_state *state, uint32_t table)
{
    uint32_t target;
    for (unsigned i = 0; i < CODE_GRAPH_TABLE; i++, table += 4) {
        if (!program_image_word(state->image, table, &target) || !scan_is_code(state, target))
            return;
        scan_follow_address(state, target);
    }
}

static void scan_follow_constants(struct scan_state *state, const struct decoded_code *code)
{
    for (unsigned i = 0; i < code->n_addresses; i++)
        scan_follow_address(state, code->addresses[i]);
    if (code->table)
        scan_follow_table(state, code->table);
}

/* Visits the instructions from an address on, up to one that was visited or ends the path. */
static void scan_path(struct scan_state *state, uint32_t address)
{
    struct decoded_code code;
    uint32_t left;
    const uint8_t *bytes = program_image_code(state->image, address, &left);
    while (bytes && left && !scan_is_visited(state, address) &&
           code_decoder_decode_at(state->image, bytes, left, address, &code) &&
           scan_visit(state, address)) {
        state->instructions++;
        state->lacks |= (code.sets & ~state->has) != 0;
        if (code.jumps && !scan_is_visited(state, code.target))
            scan_add(&state->pending, code.target);
        scan_follow_constants(state, &code);
        if (!code.goes_on || state->lacks)
            return;
        address += code.length;
        bytes += code.length;
        left -= code.length;
    }
}

/* Visits the plausible constants. Returns whether there were any. */
static bool scan_constants(struct scan_state *state)
{
    struct scan_addresses all = state->constants;
    state->constants = (struct scan_addresses){NULL, 0};
    for (unsigned i = 0; i < all.n; i++) {
        if (scan_is_visited(state, all.address[i]))
            continue;
        const bool plausible = scan_is_plausible(state, all.address[i]);
        scan_add(plausible ? &state->pending : &state->constants, all.address[i]);
    }
    free(all.address);
    return state->pending.n;
}

static void scan_all(struct scan_state *state)
{
    do
        while (state->pending.n && !state->lacks)
            scan_path(state, state->pending.address[--state->pending.n]);
    while (!state->lacks && scan_constants(state));
}

/* Follows the words of data that are addresses of code. */
static void scan_follow_data(struct scan_state *state)
{
    for (unsigned i = 0; i < state->image->n_data; i++) {
        const struct image_range *range = &state->image->data[i];
        for (uint32_t at = -range->start & 3; at + 4 <= range->size; at += 4) {
            uint32_t word;
            memcpy(&word, range->bytes + at, sizeof word);
            scan_follow_address(state, word);
        }
    }
}

static void scan_begin(struct scan_state *state)
{
    code_graph_find_span(state->image, &state->lowest, &state->span);
    state->visited = allocate_zeroed(state->span / 8 + 1);
    scan_add(&state->pending, state->image->entry);
}

static void scan_end(struct scan_state *state)
{
    free(state->pending.address);
    free(state->constants.address);
    free(state->visited);
}

bool code_scan_is_complete(const struct program_image *image, unsigned has, unsigned *instructions)
{
    struct scan_state state = {.image = image, .has = has};
    scan_begin(&state);
    scan_all(&state);
    if (!state.lacks) {
        scan_follow_data(&state);
        scan_all(&state);
    }
    scan_end(&state);
    *instructions = state.instructions;
    return !state.lacks;
}
