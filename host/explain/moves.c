/*
 * SPDX-License-Identifier: MIT
 * The model's own issue says which moves may help; running the changed loop says whether they do.
 */
#include "host/explain/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/explain/reorder.h"

#define MOST_CHANGES 4u

struct trial {
    const char *cpu;
    moves_try *run;
    void *context;
    struct code_form *forms;
    char (*texts)[96];
    unsigned n;
};

static const char *direction(const struct reorder_move *move)
{
    return move->from < move->to ? "down" : "up";
}

static unsigned distance(const struct reorder_move *move)
{
    return move->from < move->to ? move->to - move->from : move->from - move->to;
}

/* "one up, behind dec ecx"; at the top "to the top". */
static void place_text(const struct trial *trial, const struct reorder_move *move, char text[80])
{
    unsigned before = move->from < move->to ? move->to : move->to - 1;
    if (!move->to)
        snprintf(text, 80, "%u up, to the loop's beginning", distance(move));
    else if (distance(move) == 1)
        snprintf(text, 80, "one %s, behind %.40s", direction(move), trial->texts[before]);
    else
        snprintf(text, 80, "%u %s, behind %.40s", distance(move), direction(move),
                 trial->texts[before]);
}

/* Whether it has a partner once it is moved. */
static bool pairs_then(const struct trial *trial, const struct model *model,
                       const struct reorder_move *move)
{
    struct code_form *moved = memory_get(trial->n * sizeof *moved);
    reorder_apply(trial->forms, trial->n, move, moved);
    code_pairs(model, moved, trial->n);
    bool pairs = moved[move->to].insn.timing.pipe != PIPE_U;
    free(moved);
    return pairs;
}

static void note_moves(struct explained_loop *loop, const struct trial *trial,
                       const struct model *model, unsigned clocks)
{
    for (unsigned i = 0; i + 1 < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        struct reorder_move move;
        char place[80];
        if (line->alone < 0.5 && line->lost[LOST_AGI] < 0.5 && line->lost[LOST_X87] < 0.5)
            continue;
        if (!reorder_best(trial->cpu, trial->forms, trial->n, i, clocks, &move))
            continue;
        place_text(trial, &move, place);
        if (line->alone >= 0.5 && pairs_then(trial, model, &move))
            explain_note(line, "pairs if moved %s", place);
        else
            explain_note(line, "saves %.3g if moved %s", (clocks - move.clocks) / 100.0, place);
    }
}

static double run(const struct trial *trial, const struct code_form *forms)
{
    uint8_t bytes[CODE_MOST * INSTRUCTION_BYTES];
    unsigned size = 0;
    for (unsigned i = 0; i < trial->n; i++) {
        memcpy(bytes + size, forms[i].bytes, forms[i].insn.length);
        size += forms[i].insn.length;
    }
    return trial->run(trial->context, bytes, size);
}

/* The best move of the order as it is now; false where none helps. */
static bool change_once(struct explained_loop *loop, struct trial *trial, double *clocks)
{
    struct reorder_move move;
    unsigned issue = code_turn_clocks(trial->cpu, trial->forms, trial->n);
    if (!reorder_best(trial->cpu, trial->forms, trial->n, trial->n, issue, &move))
        return false;
    struct code_form *moved = memory_get(trial->n * sizeof *moved);
    reorder_apply(trial->forms, trial->n, &move, moved);
    double then = trial->run ? run(trial, moved) : *clocks - (issue - move.clocks) / 100.0;
    bool better = then >= 0 && then < *clocks - 0.005;
    if (better) {
        struct explained_change *change =
            memory_add(&loop->changes, &loop->n_changes, sizeof *change);
        char place[80], text[96];
        place_text(trial, &move, place);
        snprintf(change->text, sizeof change->text, "move %.60s %s", trial->texts[move.from],
                 place);
        change->clocks = *clocks = then;
        change->run = trial->run != NULL;
        memcpy(trial->forms, moved, trial->n * sizeof *moved);
        memcpy(text, trial->texts[move.from], sizeof text);
        if (move.from < move.to)
            memmove(trial->texts[move.from], trial->texts[move.from + 1],
                    (move.to - move.from) * sizeof *trial->texts);
        else
            memmove(trial->texts[move.to + 1], trial->texts[move.to],
                    (move.from - move.to) * sizeof *trial->texts);
        memcpy(trial->texts[move.to], text, sizeof text);
    }
    free(moved);
    return better;
}

void moves_find(struct explained_loop *loop, const char *cpu, moves_try *try, void *context)
{
    struct model *model = code_model(cpu);
    struct trial trial = {.cpu = cpu, .run = try, .context = context, .n = loop->n};
    double clocks = loop->clocks;
    trial.forms = memory_get((loop->n + 1) * sizeof *trial.forms);
    trial.texts = memory_get((loop->n + 1) * sizeof *trial.texts);
    for (unsigned i = 0; i < loop->n; i++) {
        trial.forms[i] = loop->lines[i].form;
        memcpy(trial.texts[i], loop->lines[i].text, sizeof trial.texts[i]);
    }
    if (model && reorder_can(trial.forms, trial.n)) {
        note_moves(loop, &trial, model, code_turn_clocks(cpu, trial.forms, trial.n));
        for (unsigned i = 0; i < MOST_CHANGES && change_once(loop, &trial, &clocks);)
            i++;
    }
    if (model)
        model_destroy(model);
    free(trial.forms);
    free(trial.texts);
}
