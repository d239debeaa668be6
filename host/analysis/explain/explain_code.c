/*
 * SPDX-License-Identifier: MIT
 * Prints the explanation of lines of assembly in a terminal.
 */
#include "host/analysis/explain/explain_code.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/diagram.h"
#include "host/analysis/explain/explained_code.h"
#include "host/analysis/loop/loop_image.h"
#include "host/base/allocation.h"
#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/base/number_text.h"

#define SVG_ITERATIONS 2
#define SETUP_LINES    5

void explain_code_what_ifs(const struct explained_code *explained,
                           const struct explain_options *options, double clocks[WHAT_IFS_MOST])
{
    for (unsigned i = 0; i < options->what_ifs.n; i++) {
        const char *words[9];
        struct explain_machine machine = options->machine;
        what_if_words(options->what_ifs.all[i], words);
        machine.more = words;
        clocks[i] = explained_code_clocks(explained, &machine);
    }
}

static void explain_code_print_what_ifs(const struct explained_code *explained,
                                        const struct explain_options *options, FILE *to)
{
    double clocks[WHAT_IFS_MOST];
    explain_code_what_ifs(explained, options, clocks);
    if (options->what_ifs.n)
        fputc('\n', to);
    what_ifs_print(&options->what_ifs, explained->loop.clocks, clocks, "per iteration",
                   options->layout.width, to);
}

int explain_code_write_svg(const struct explained_loop *loop, const struct explain_options *options)
{
    struct diagram diagram;
    char *text;
    size_t length;
    if (!options->svg)
        return 0;
    FILE *to = open_memstream(&text, &length);
    diagram_make(&diagram, loop, SVG_ITERATIONS);
    diagram_svg(&diagram, to);
    diagram_free(&diagram);
    fclose(to);
    int status = atomic_file_write(options->svg, text, length) ? -1 : 0;
    free(text);
    return status;
}

unsigned explain_code_notes(const struct explained_code *explained, char notes[2][EXPLAIN_NOTE])
{
    const struct loop_code *code = &explained->code;
    unsigned n = 0;
    if (code->source.counted)
        snprintf(notes[n++], EXPLAIN_NOTE,
                 "no jump to the beginning of the loop: added DEC %s and JNZ",
                 code_form_register(1u << code->setup.counter));
    if (code->called)
        snprintf(
            notes[n++], EXPLAIN_NOTE, "no loop in %s%.60s: added a loop of CALL, DEC %s and JNZ",
            code->function ? "the function " : "the code", code->function ? code->function : "",
            code_form_register(1u << code->setup.counter));
    if (code->setup.repeats)
        snprintf(notes[n++], EXPLAIN_NOTE, "no count for REP in the loop: added MOV ECX, %u",
                 LOOP_REPEATS);
    return n;
}

/* Returns "lines 3 to 7 of sum.asm"; the caller frees it. */
static char *explain_code_lines(const struct loop_code *code, uint32_t head, uint32_t end,
                                const char *name)
{
    unsigned first = 0, last = 0;
    for (uint32_t at = head; at < end; at++) {
        unsigned line = loop_code_line(code, at);
        if (!line)
            continue;
        first = !first || line < first ? line : first;
        last = line > last ? line : last;
    }
    const char *unit = name ? "line" : "statement";
    if (!first && code->function)
        return allocate_text("%s+0x%x to %s+0x%x", code->function, head - code->entry,
                             code->function, end - 1 - code->entry);
    if (!first)
        return allocate_text("%08x to %08x", head, end - 1);
    return first == last
               ? allocate_text("%s %u of %s", unit, first, name ? name : "-c")
               : allocate_text("%ss %u to %u of %s", unit, first, last, name ? name : "-c");
}

static char *explain_code_loop_lines(const struct loop_code *code, const char *name)
{
    const char *function = code->function;
    if (code->called)
        return allocate_text("%s%s, called in a loop", function ? "function " : "the code",
                             function ? function : "");
    char *lines = explain_code_lines(code, code->head, code->end, name);
    char *text = allocate_text("%s%s%sthe loop is %s", function ? "function " : "",
                               function ? function : "", function ? ", " : "", lines);
    free(lines);
    return text;
}

static char *explain_code_other_loops(const struct loop_code *code, const char *name)
{
    char *text = NULL;
    for (unsigned i = 0; i < code->n_others; i++) {
        char *lines = explain_code_lines(code, code->others[i][0], code->others[i][1], name);
        allocate_appended(&text, "; ", lines);
        free(lines);
    }
    char *line = text ? allocate_text("other loops: %s", text) : NULL;
    free(text);
    return line;
}

char *explain_code_setup(const struct explained_code *explained, const struct given_code *given,
                         unsigned number)
{
    const struct loop_code *code = &explained->code;
    uint32_t buffer = loop_image_fact(code->image, BUFFER);
    char *lines[SETUP_LINES] = {0}, *part;
    unsigned n = 0;
    part = explain_code_loop_lines(code, given->name);
    lines[n++] = allocate_text("%s; %s", code_syntax_text(code->source.syntax), part);
    free(part);
    part = loop_inputs_text(&code->inputs, &code->flow.uses, buffer);
    lines[n++] = allocate_text("initial values: %s", part);
    free(part);
    if (code->assembled.notes.placed)
        lines[n++] = allocate_text("not defined in the code, placed in the buffer: %s",
                                   code->assembled.notes.placed);
    if (code->assembled.notes.missing)
        lines[n++] = allocate_text("not defined in the code, which ends where it calls them: %s",
                                   code->assembled.notes.missing);
    lines[n] = explain_code_other_loops(code, given->name);
    for (unsigned i = 0; i < SETUP_LINES; i++)
        if (i != number)
            free(lines[i]);
    return number < SETUP_LINES ? lines[number] : NULL;
}

static void explain_code_print_setup(const struct explained_code *explained,
                                     const struct given_code *given, FILE *to)
{
    fputs("\ncode\n", to);
    char *line;
    for (unsigned i = 0; (line = explain_code_setup(explained, given, i)); i++) {
        fprintf(to, "  %s\n", line);
        free(line);
    }
}

static int explain_code_print_pipes(const struct explained_code *explained,
                                    const struct given_code *given,
                                    const struct explain_options *options, FILE *to)
{
    const char *name = given->name;
    char notes[2][EXPLAIN_NOTE];
    unsigned n = explain_code_notes(explained, notes);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s\n", notes[i]);
    explain_text_loop(&explained->loop, name ? name : "the loop", &options->layout, to);
    explain_code_print_what_ifs(explained, options, to);
    explain_code_print_setup(explained, given, to);
    return explain_code_write_svg(&explained->loop, options) ? EXIT_TARGET : EXIT_FINE;
}

/* Prints a loop for a processor without a pipe model. */
static void explain_code_print_retired(const struct explained_loop *loop, FILE *to)
{
    fprintf(to, "    %-44s%8s\n", "", "clocks");
    for (unsigned i = 0; i < loop->n; i++)
        fprintf(to, "%3u %-44s%8s\n", i + 1, loop->lines[i].text,
                number_text_short(loop->lines[i].clocks, 2));
    fputs(
        "clocks: from the retirement of the previous instruction to that of this one;\n"
        "this processor's model does not attribute them to causes\n",
        to);
}

static int explain_code_print_other(const struct explained_code *explained,
                                    const struct given_code *given,
                                    const struct explain_options *options, FILE *to)
{
    const struct explained_loop *loop = &explained->loop;
    fprintf(to, "the loop, %u instructions, ", loop->n);
    if (explained->uops > 0)
        fprintf(to, "%s uops, ", number_text_short(explained->uops, 2));
    fprintf(to, "%s clocks per iteration (%s: estimated by its model)\n\n",
            number_text_short(loop->clocks, 2), options->layout.machine);
    explain_code_print_retired(loop, to);
    explain_code_print_setup(explained, given, to);
    return EXIT_FINE;
}

int explain_code_make(struct explained_code *explained, const struct given_code *given,
                      const struct explain_options *options)
{
    *explained = (struct explained_code){0};
    if (!explain_machine_has_pipes(&options->machine) && (options->what_ifs.n || options->svg)) {
        message_print("--%s: only the P5 model (p54c, p55c) has %s",
                      options->svg ? "svg" : "what-if",
                      options->svg ? "pipes to draw" : "what-if settings");
        return EXIT_USAGE;
    }
    return explained_code_make(explained, given, &options->machine);
}

int explain_code(const struct given_code *given, const struct explain_options *options, FILE *to)
{
    struct explained_code explained;
    int status = explain_code_make(&explained, given, options);
    if (status == EXIT_FINE)
        status = explained.pipes ? explain_code_print_pipes(&explained, given, options, to)
                                 : explain_code_print_other(&explained, given, options, to);
    explained_code_free(&explained);
    return status;
}
