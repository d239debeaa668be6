/*
 * SPDX-License-Identifier: MIT
 * Finds faster orders of a loop's instructions. The model's issue rules select moves that may help;
 * running the changed loop shows whether they do.
 */
#include "host/analysis/explain/better_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/code/reordering.h"
#include "host/base/allocation.h"

#define MOST_CHANGES 4u
#define MOST_NOTES   8u /* each costs a run of the loop */
#define LEAST_GAIN   0.005

struct better_order_trial {
    struct model *model;
    better_order_try *run;
    void *context;
    struct code_form *forms;
    char (*texts)[96];
    unsigned n;
    uint32_t flags; /* that the changes so far leave to another instruction after the loop */
};

static const char *direction(const struct reordering_move *move)
{
    return move->from < move->to ? "down" : "up";
}

static unsigned better_order_distance(const struct reordering_move *move)
{
    return move->from < move->to ? move->to - move->from : move->from - move->to;
}

/* Formats the target of a move: "up by 1, after dec ecx", or "up by 2, to the beginning of the
 * loop". */
static void better_order_place_text(const struct better_order_trial *trial,
                                    const struct reordering_move *move, char text[80])
{
    unsigned before = move->from < move->to ? move->to : move->to - 1;
    if (!move->to)
        snprintf(text, 80, "up by %u, to the beginning of the loop", better_order_distance(move));
    else
        snprintf(text, 80, "%s by %u, after %.40s", direction(move), better_order_distance(move),
                 trial->texts[before]);
}

/* Formats the flags that a change leaves to another instruction, such as " (changes CF after the
 * loop)"; "" for none. */
static const char *better_order_flags_text(uint32_t flags, char text[64])
{
    static const char letters[] = "C P A ZS  DO";
    size_t length = 0;
    *text = 0;
    for (unsigned bit = 0; bit < sizeof letters - 1; bit++)
        if (flags >> bit & 1)
            length += (size_t)snprintf(text + length, 64 - length, "%s%cF",
                                       length ? ", " : " (changes ", letters[bit]);
    if (length)
        snprintf(text + length, 64 - length, " after the loop)");
    return text;
}

/* Returns the clocks of an iteration in another order; below 0 if its result differs. */
static double better_order_run(const struct better_order_trial *trial,
                               const struct code_form *forms, uint32_t flags)
{
    uint8_t bytes[CODE_MOST * INSTRUCTION_BYTES];
    unsigned size = 0;
    for (unsigned i = 0; i < trial->n; i++) {
        memcpy(bytes + size, forms[i].bytes, forms[i].insn.length);
        size += forms[i].insn.length;
    }
    return trial->run(trial->context, bytes, size, flags);
}

/* Adds a note to the moved instruction if the move saves clocks as predicted. */
static void better_order_note_move(struct explained_line *line,
                                   const struct better_order_trial *trial,
                                   const struct reordering_move *move, double clocks)
{
    struct code_form *moved = allocate_zeroed(trial->n * sizeof *moved);
    char place[80], flags[64];
    reordering_apply(trial->forms, trial->n, move, moved);
    double then = better_order_run(trial, moved, move->flags);
    code_form_pair_all(trial->model, moved, trial->n);
    bool pairs = line->alone >= 0.5 && moved[move->to].insn.timing.pipe != PIPE_U;
    free(moved);
    if (then < 0 || then > clocks - LEAST_GAIN)
        return;
    better_order_place_text(trial, move, place);
    better_order_flags_text(move->flags, flags);
    if (pairs)
        explained_loop_note(line, "pairs if moved %s%s", place, flags);
    else
        explained_loop_note(line, "saves %.3g if moved %s%s", clocks - then, place, flags);
}

static void better_order_note_moves(struct explained_loop *loop,
                                    const struct better_order_trial *trial, unsigned clocks)
{
    unsigned tried = 0;
    for (unsigned i = 0; i + 1 < loop->n && tried < MOST_NOTES; i++) {
        struct explained_line *line = &loop->lines[i];
        struct reordering_move move;
        if (line->alone < 0.5 && line->lost[LOST_AGI] < 0.5 && line->lost[LOST_X87] < 0.5)
            continue;
        if (!reordering_best(trial->model, trial->forms, trial->n, i, clocks, &move))
            continue;
        better_order_note_move(line, trial, &move, loop->clocks);
        tried++;
    }
}

static void better_order_move_text(struct better_order_trial *trial,
                                   const struct reordering_move *move)
{
    char text[sizeof *trial->texts];
    memcpy(text, trial->texts[move->from], sizeof text);
    if (move->from < move->to)
        memmove(trial->texts[move->from], trial->texts[move->from + 1],
                (move->to - move->from) * sizeof *trial->texts);
    else
        memmove(trial->texts[move->to + 1], trial->texts[move->to],
                (move->from - move->to) * sizeof *trial->texts);
    memcpy(trial->texts[move->to], text, sizeof text);
}

/* Applies the moves one after the other and appends their description to `text`. */
static void better_order_apply_moves(struct better_order_trial *trial,
                                     const struct reordering_move *moves, unsigned n, char *text,
                                     size_t size)
{
    struct code_form *moved = allocate_zeroed(trial->n * sizeof *moved);
    for (unsigned i = 0; i < n; i++) {
        char place[80], flags[64];
        size_t length = strlen(text);
        better_order_place_text(trial, &moves[i], place);
        snprintf(text + length, size - length, "%smove %.40s %s%s", i ? "; then " : "",
                 trial->texts[moves[i].from], place,
                 better_order_flags_text(moves[i].flags, flags));
        reordering_apply(trial->forms, trial->n, &moves[i], moved);
        memcpy(trial->forms, moved, trial->n * sizeof *moved);
        trial->flags |= moves[i].flags;
        better_order_move_text(trial, &moves[i]);
    }
    free(moved);
}

/* Applies the best move to the current order, or the best two. Returns false if none helps. */
static bool better_order_change_once(struct explained_loop *loop, struct better_order_trial *trial,
                                     double *clocks)
{
    struct reordering_move moves[2];
    unsigned n = trial->n, n_moves = 1;
    unsigned issue = code_form_loop_clocks(trial->model, trial->forms, n);
    struct explained_change change = {0};
    if (!reordering_best(trial->model, trial->forms, n, n, issue, moves)) {
        n_moves = 2;
        if (!reordering_best_two(trial->model, trial->forms, n, issue, moves))
            return false;
    }
    better_order_apply_moves(trial, moves, n_moves, change.text, sizeof change.text);
    change.clocks = better_order_run(trial, trial->forms, trial->flags);
    if (change.clocks < 0 || change.clocks > *clocks - LEAST_GAIN)
        return false;
    *clocks = change.clocks;
    *(struct explained_change *)allocate_element(&loop->changes, &loop->n_changes,
                                                 sizeof *loop->changes) = change;
    return true;
}

void better_order_find(struct explained_loop *loop, const char *cpu, better_order_try *try,
                       void *context)
{
    struct better_order_trial trial = {
        .model = code_form_model(cpu), .run = try, .context = context, .n = loop->n};
    double clocks = loop->clocks;
    trial.forms = allocate_zeroed((loop->n + 1) * sizeof *trial.forms);
    trial.texts = allocate_zeroed((loop->n + 1) * sizeof *trial.texts);
    for (unsigned i = 0; i < loop->n; i++) {
        trial.forms[i] = loop->lines[i].form;
        memcpy(trial.texts[i], loop->lines[i].text, sizeof trial.texts[i]);
    }
    if (trial.model && reordering_is_possible(trial.forms, trial.n)) {
        better_order_note_moves(loop, &trial,
                                code_form_loop_clocks(trial.model, trial.forms, trial.n));
        for (unsigned i = 0; i < MOST_CHANGES && better_order_change_once(loop, &trial, &clocks);)
            i++;
    }
    if (trial.model)
        model_destroy(trial.model);
    free(trial.forms);
    free(trial.texts);
}
