/*
 * SPDX-License-Identifier: MIT
 * Finds faster orders of a loop's instructions. The model's issue rules select moves that may help;
 * running the changed loop shows whether they do.
 */
#include "host/analysis/explain/better_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/loop/reordering.h"
#include "host/base/allocation.h"

#define MOST_CHANGES 4u
#define LEAST_GAIN   0.005

struct better_order_trial {
    struct model *model;
    better_order_try *run;
    void *context;
    struct code_form *forms;
    char (*texts)[96];
    unsigned n;
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

/* Returns whether the instruction pairs after the move. */
static bool better_order_pairs(const struct better_order_trial *trial,
                               const struct reordering_move *move)
{
    struct code_form *moved = allocate_zeroed(trial->n * sizeof *moved);
    reordering_apply(trial->forms, trial->n, move, moved);
    code_form_pair_all(trial->model, moved, trial->n);
    bool pairs = moved[move->to].insn.timing.pipe != PIPE_U;
    free(moved);
    return pairs;
}

static void better_order_note_moves(struct explained_loop *loop,
                                    const struct better_order_trial *trial, unsigned clocks)
{
    for (unsigned i = 0; i + 1 < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        struct reordering_move move;
        char place[80];
        if (line->alone < 0.5 && line->lost[LOST_AGI] < 0.5 && line->lost[LOST_X87] < 0.5)
            continue;
        if (!reordering_best(trial->model, trial->forms, trial->n, i, clocks, &move))
            continue;
        better_order_place_text(trial, &move, place);
        if (line->alone >= 0.5 && better_order_pairs(trial, &move))
            explained_loop_note(line, "pairs if moved %s", place);
        else
            explained_loop_note(line, "saves %.3g if moved %s", (clocks - move.clocks) / 100.0,
                                place);
    }
}

static double better_order_run(const struct better_order_trial *trial,
                               const struct code_form *forms)
{
    uint8_t bytes[CODE_MOST * INSTRUCTION_BYTES];
    unsigned size = 0;
    for (unsigned i = 0; i < trial->n; i++) {
        memcpy(bytes + size, forms[i].bytes, forms[i].insn.length);
        size += forms[i].insn.length;
    }
    return trial->run(trial->context, bytes, size);
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
        char place[80];
        size_t length = strlen(text);
        better_order_place_text(trial, &moves[i], place);
        snprintf(text + length, size - length, "%smove %.40s %s", i ? "; then " : "",
                 trial->texts[moves[i].from], place);
        reordering_apply(trial->forms, trial->n, &moves[i], moved);
        memcpy(trial->forms, moved, trial->n * sizeof *moved);
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
    struct explained_change change = {.run = trial->run != NULL};
    if (!reordering_best(trial->model, trial->forms, n, n, issue, moves)) {
        n_moves = 2;
        if (!reordering_best_two(trial->model, trial->forms, n, issue, moves))
            return false;
    }
    better_order_apply_moves(trial, moves, n_moves, change.text, sizeof change.text);
    change.clocks = trial->run ? better_order_run(trial, trial->forms)
                               : *clocks - (issue - moves[n_moves - 1].clocks) / 100.0;
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
