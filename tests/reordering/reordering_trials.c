/*
 * SPDX-License-Identifier: MIT
 * Writes trials of random loops and of all their permitted moves: reordering_trials SEED LOOPS
 * MODULE. Standard output has a line for each loop, `loop` and its instructions, and a line for
 * each order of it, in the order of the trials, two for each:
 * `order KIND FLAGS MNEMONIC FROM TO`. KIND is old, move, moves (two of them) or wrong (a move that
 * is not permitted); FLAGS are those that may differ after the loop.
 *
 * An order's code is four iterations one after the other; the branch at the end of each jumps to
 * the next one, so that every loop ends.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/code/reordering.h"
#include "sim/model/model.h"
#include "tests/reordering/random_loop.h"
#include "tests/reordering/trial_file.h"

enum { ITERATIONS = 4, STATES = 2, WRONG_MOVES = 2 };
enum { PLACE_EDI, PLACE_ESI, PLACE_EBP, PLACE_ESP, PLACE_EBX, PLACE_EDX, PLACE_ECX, PLACE_EAX };

static const uint8_t end_of_code[2] = {0xcd, 0x30}; /* INT 30h */

struct loop_trials {
    struct trial_file *file;
    const struct random_loop *loop;
    uint32_t states[STATES];
    uint64_t *random;
};

/* Registers that may address memory point into the buffer, so that a sum of two does too. */
static uint32_t random_state_add(struct trial_file *file, uint64_t *random)
{
    struct trial_state state = {.seed = random_next(random)};
    static const uint8_t pointers[] = {PLACE_EDI, PLACE_ESI, PLACE_EBP, PLACE_EBX};
    for (unsigned i = 0; i < 8; i++)
        state.registers[i] = random_next(random);
    for (unsigned i = 0; i < sizeof pointers; i++)
        state.registers[pointers[i]] = 256 + 4 * random_below(random, 176);
    state.registers[PLACE_EDX] = random_below(random, 32);
    state.registers[PLACE_ECX] = random_below(random, 3) ? random_below(random, 6) : 32;
    if (random_below(random, 4) == 0)
        state.registers[PLACE_EAX] = random_below(random, 256);
    state.flags = 2 | (random_next(random) & (FLAGS_STATUS | FLAG_D));
    state.x87[0] = 0x7f; /* exceptions masked */
    state.x87[1] = (uint8_t)(random_below(random, 4) | random_below(random, 4) << 2);
    state.x87[5] = (uint8_t)(random_below(random, 8) << 3); /* top of stack */
    uint16_t tags = (uint16_t)(random_below(random, 3) ? 0 : random_next(random) & 0xc3c3);
    memcpy(state.x87 + 8, &tags, sizeof tags);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t parts[2] = {random_next(random), random_next(random) | 0x80000000u};
        uint16_t sign_exponent =
            (uint16_t)((random_next(random) & 0x8000) | (0x3fff - 8 + random_below(random, 16)));
        memcpy(state.x87 + 28 + 10 * i, parts, sizeof parts);
        memcpy(state.x87 + 36 + 10 * i, &sign_exponent, sizeof sign_exponent);
    }
    return trial_file_append(file, &state, sizeof state);
}

/* Appends the iterations: body, branch to the next iteration, jump to the end. */
static uint32_t order_code_add(struct trial_file *file, const struct code_form *forms, unsigned n)
{
    uint8_t code[ITERATIONS * (RANDOM_LOOP_MOST * INSTRUCTION_BYTES + 8) + sizeof end_of_code];
    unsigned size = 0, body = 0;
    for (unsigned i = 0; i + 1 < n; i++)
        body += forms[i].insn.length;
    for (unsigned k = 0; k < ITERATIONS; k++) {
        for (unsigned i = 0; i + 1 < n; i++) {
            memcpy(code + size, forms[i].bytes, forms[i].insn.length);
            size += forms[i].insn.length;
        }
        int32_t rest = (int32_t)((ITERATIONS - 1 - k) * (body + 7));
        code[size++] = forms[n - 1].bytes[0];
        code[size++] = 5;
        code[size++] = 0xe9;
        memcpy(code + size, &rest, sizeof rest);
        size += sizeof rest;
    }
    memcpy(code + size, end_of_code, sizeof end_of_code);
    return trial_file_append(file, code, size + sizeof end_of_code);
}

static void order_add(struct loop_trials *trials, const struct code_form *forms, const char *kind,
                      const struct reordering_move *move, uint32_t flags)
{
    uint32_t code = order_code_add(trials->file, forms, trials->loop->n);
    for (unsigned i = 0; i < STATES; i++)
        trial_file_add(trials->file, code, trials->states[i]);
    printf("order %s %x %s %u %u\n", kind, flags,
           move ? trials->loop->forms[move->from].mnemonic : "-", move ? move->from : 0,
           move ? move->to : 0);
}

/* Adds a further permitted move after the first one, as in the advice of two moves. */
static void second_move_add(struct loop_trials *trials, const struct code_form *moved,
                            const struct reordering_move *first)
{
    struct code_form twice[RANDOM_LOOP_MOST];
    unsigned n = trials->loop->n;
    for (unsigned tries = 0; tries < 6; tries++) {
        struct reordering_move second = {.from = random_below(trials->random, n - 1),
                                         .to = random_below(trials->random, n - 1)};
        if (!reordering_is_same(moved, n, &second))
            continue;
        reordering_apply(moved, n, &second, twice);
        order_add(trials, twice, "moves", first, first->flags | second.flags);
        return;
    }
}

static void loop_trials_add(struct loop_trials *trials)
{
    const struct random_loop *loop = trials->loop;
    struct code_form moved[RANDOM_LOOP_MOST];
    unsigned wrong = 0;
    printf("loop");
    for (unsigned i = 0; i < loop->n; i++)
        printf("%s %s", i ? ";" : "", loop->texts[i]);
    printf("\n");
    order_add(trials, loop->forms, "old", NULL, 0);
    if (!reordering_is_possible(loop->forms, loop->n))
        return;
    for (unsigned from = 0; from + 1 < loop->n; from++)
        for (unsigned to = 0; to + 1 < loop->n; to++) {
            struct reordering_move move = {.from = from, .to = to};
            if (from == to)
                continue;
            reordering_apply(loop->forms, loop->n, &move, moved);
            if (reordering_is_same(loop->forms, loop->n, &move)) {
                order_add(trials, moved, "move", &move, move.flags);
                second_move_add(trials, moved, &move);
            } else if (wrong < WRONG_MOVES && random_below(trials->random, 8) == 0) {
                wrong++;
                order_add(trials, moved, "wrong", &move, 0);
            }
        }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: reordering_trials SEED LOOPS MODULE\n");
        return 2;
    }
    uint64_t random = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15ull + 1;
    struct model *model = code_form_model("p55c");
    struct trial_file file = {0};
    for (unsigned long left = strtoul(argv[2], NULL, 10); left && model; left--) {
        struct random_loop loop;
        struct loop_trials trials = {.file = &file, .loop = &loop, .random = &random};
        random_loop_make(&loop, model, &random);
        for (unsigned i = 0; i < STATES; i++)
            trials.states[i] = random_state_add(&file, &random);
        loop_trials_add(&trials);
    }
    FILE *to = fopen(argv[3], "wb");
    int status = !to || !model || trial_file_write(&file, to);
    status |= to && fclose(to);
    trial_file_free(&file);
    if (model)
        model_destroy(model);
    return status ? 1 : 0;
}
