/*
 * SPDX-License-Identifier: MIT
 * From lines of assembly to a loop that was watched, and what is said of it.
 */
#include "host/explain/explain_code.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/base/write_file.h"
#include "host/loop/loop_code.h"
#include "host/explain/better_order.h"
#include "host/explain/diagram.h"

#define SVG_TURNS 2

struct code_trial {
    const struct loop_code *code;
    const struct explain_machine *machine;
    const struct model *model;
};

/* Watched, and made a loop of. */
static int watch(const struct code_trial *trial, const uint8_t *body, struct explained_loop *loop)
{
    struct step_log log;
    if (loop_code_run(trial->code, trial->machine, body, &log))
        return -1;
    if (!log.n)
        say("the code did not come back to the loop's beginning often enough: it was to do so %u "
            "times; ECX begins as %u",
            2 * LOOP_TURNS + 1, LOOP_TURNS);
    int status = log.n ? explained_loop_make(loop, trial->model, &log, trial->code->turn,
                                             trial->code->behind)
                       : -1;
    step_log_free(&log);
    return status;
}

static double try_body(void *context, const uint8_t *bytes, unsigned size)
{
    const struct code_trial *trial = context;
    struct explained_loop loop;
    if (size != trial->code->behind - trial->code->turn || watch(trial, bytes, &loop))
        return -1;
    double clocks = loop.clocks;
    explained_loop_free(&loop);
    return clocks;
}

/* A file's lines stand beside their instructions. */
static void name_lines(struct explained_loop *loop, const struct loop_code *code, const char *name)
{
    for (unsigned i = 0; name && i < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        uint32_t at = line->form.insn.address - code->turn;
        uint32_t number = at < code->behind - code->turn ? code->line_at[at] : 0;
        if (!number || number > code->n_lines)
            continue;
        line->file = name;
        line->source_line = (int)number;
        line->source = code->lines[number - 1];
    }
}

/* A branch to the loop's beginning is told as it was typed, another by the number of its row. */
static void name_targets(struct explained_loop *loop)
{
    for (unsigned i = 0; i < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        const struct explained_line *target = explained_line_at(loop, line->form.target);
        if (!line->form.relative)
            continue;
        if (line->form.target == loop->first)
            snprintf(line->text, sizeof line->text, "%s -", line->form.mnemonic);
        else if (target)
            snprintf(line->text, sizeof line->text, "%s (%u)", line->form.mnemonic,
                     (unsigned)(target - loop->lines) + 1);
    }
}

static void print_what_ifs(const struct code_trial *trial, const struct explained_loop *loop,
                           const struct what_ifs *what_ifs, const struct explain_page *page,
                           FILE *to)
{
    double clocks[WHAT_IFS_MOST];
    for (unsigned i = 0; i < what_ifs->n; i++) {
        const char *words[9];
        struct explain_machine machine = *trial->machine;
        struct code_trial other = *trial;
        what_if_words(what_ifs->all[i], words);
        machine.more = words;
        other.machine = &machine;
        clocks[i] = try_body(&other, trial->code->image + (trial->code->turn - 0x100000),
                             trial->code->behind - trial->code->turn);
    }
    if (what_ifs->n)
        fputc('\n', to);
    what_ifs_print(what_ifs, loop->clocks, clocks, "a turn", page->width, to);
}

int explain_write_svg(const struct explained_loop *loop, const struct explain_order *order)
{
    struct diagram diagram;
    char *text;
    size_t length;
    if (!order->svg)
        return 0;
    FILE *to = open_memstream(&text, &length);
    diagram_make(&diagram, loop, SVG_TURNS);
    diagram_svg(&diagram, to);
    diagram_free(&diagram);
    fclose(to);
    int status = write_whole(order->svg, text, length) ? -1 : 0;
    free(text);
    return status;
}

static int explain_pipes(const struct code_trial *trial, const char *name,
                         const struct explain_order *order, FILE *to)
{
    struct explained_loop loop;
    if (watch(trial, NULL, &loop))
        return EXIT_REGRESSION;
    name_lines(&loop, trial->code, name);
    name_targets(&loop);
    explain_lines(&loop);
    better_order_find(&loop, order->machine.cpu, try_body, (void *)trial);
    if (trial->code->counted)
        fputs("nothing jumps to the beginning: DEC ECX and JNZ were added\n", to);
    explain_print_loop(&loop, name ? name : "the loop", &order->page, to);
    int status = explain_write_svg(&loop, order) ? EXIT_TARGET : EXIT_FINE;
    print_what_ifs(trial, &loop, &order->what_ifs, &order->page, to);
    explained_loop_free(&loop);
    return status;
}

/* ---- processors whose pipes are not known ---------------------------------------------------- */

/* Micro-operations of a turn: what more turns retire more. 0 where they are not counted. */
static double uops(const struct code_trial *trial)
{
    static const uint32_t retired[3] = {0x186, 0x4300c2, 0xc1}; /* EvntSel0, UOPS_RETIRED */
    uint32_t all, half;
    const char *cpu = trial->machine->cpu;
    if (strcmp(cpu, "ppro") != 0 && strcmp(cpu, "p2") != 0 && strcmp(cpu, "p3") != 0)
        return 0;
    if (loop_code_count(trial->code, trial->machine, LOOP_TURNS, retired, &all) ||
        loop_code_count(trial->code, trial->machine, LOOP_TURNS / 2, retired, &half))
        return 0;
    return (double)(all - half) / (LOOP_TURNS / 2);
}

static void print_retired(const struct explained_loop *loop, FILE *to)
{
    fprintf(to, "    %-44s%8s\n", "", "clocks");
    for (unsigned i = 0; i < loop->n; i++)
        fprintf(to, "%3u %-44s%8s\n", i + 1, loop->lines[i].text,
                number_text_short(loop->lines[i].clocks, 2));
    fputs(
        "clocks are those from the instruction before to where this one retired: which of them\n"
        "waited for what, this processor's model does not say\n",
        to);
}

static int explain_retired(const struct code_trial *trial, const struct explain_order *order,
                           FILE *to)
{
    struct explained_loop loop;
    if (order->what_ifs.n) {
        say("--what-if: only the P5's model (p54c, p55c) has machines that never were");
        return EXIT_USAGE;
    }
    if (watch(trial, NULL, &loop))
        return EXIT_REGRESSION;
    name_targets(&loop);
    double micro = uops(trial);
    fprintf(to, "the loop, %u instructions, ", loop.n);
    if (micro > 0)
        fprintf(to, "%s uops, ", number_text_short(micro, 2));
    fprintf(to, "%s clocks a turn (%s: an estimate of its model)\n\n",
            number_text_short(loop.clocks, 2), order->page.machine);
    print_retired(&loop, to);
    explained_loop_free(&loop);
    return EXIT_FINE;
}

int explain_code(const char *text, const char *name, const struct explain_order *order, FILE *to)
{
    struct loop_code code;
    struct code_form *forms = calloc(CODE_MOST, sizeof *forms);
    bool pipes = machine_has_pipes(&order->machine);
    struct model *model = code_model(pipes ? order->machine.cpu : "p55c");
    struct code_trial trial = {&code, &order->machine, model};
    int status = EXIT_USAGE;
    if (forms && loop_code_assemble(&code, text, name) == 0) {
        unsigned n = loop_code_forms(&code, model, forms);
        loop_code_registers(&code, forms, n);
        if (n)
            status =
                pipes ? explain_pipes(&trial, name, order, to) : explain_retired(&trial, order, to);
    }
    loop_code_free(&code);
    model_destroy(model);
    free(forms);
    return status;
}
