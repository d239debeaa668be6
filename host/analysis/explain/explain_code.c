/*
 * SPDX-License-Identifier: MIT
 * Prints the explanation of lines of assembly in a terminal.
 */
#include "host/analysis/explain/explain_code.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/diagram.h"
#include "host/analysis/explain/explained_code.h"
#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/base/number_text.h"

#define SVG_ITERATIONS 2

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
    if (code->setup.repeats)
        snprintf(notes[n++], EXPLAIN_NOTE, "no count for REP in the loop: added MOV ECX, %u",
                 LOOP_REPEATS);
    return n;
}

static int explain_code_print_pipes(const struct explained_code *explained, const char *name,
                                    const struct explain_options *options, FILE *to)
{
    char notes[2][EXPLAIN_NOTE];
    unsigned n = explain_code_notes(explained, notes);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s\n", notes[i]);
    explain_text_loop(&explained->loop, name ? name : "the loop", &options->layout, to);
    explain_code_print_what_ifs(explained, options, to);
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
                                    const struct explain_options *options, FILE *to)
{
    const struct explained_loop *loop = &explained->loop;
    fprintf(to, "the loop, %u instructions, ", loop->n);
    if (explained->uops > 0)
        fprintf(to, "%s uops, ", number_text_short(explained->uops, 2));
    fprintf(to, "%s clocks per iteration (%s: estimated by its model)\n\n",
            number_text_short(loop->clocks, 2), options->layout.machine);
    explain_code_print_retired(loop, to);
    return EXIT_FINE;
}

int explain_code_make(struct explained_code *explained, const char *text, const char *name,
                      const struct explain_options *options)
{
    *explained = (struct explained_code){0};
    if (!explain_machine_has_pipes(&options->machine) && (options->what_ifs.n || options->svg)) {
        message_print("--%s: only the P5 model (p54c, p55c) has %s",
                      options->svg ? "svg" : "what-if",
                      options->svg ? "pipes to draw" : "what-if settings");
        return EXIT_USAGE;
    }
    return explained_code_make(explained, text, name, &options->machine);
}

int explain_code(const char *text, const char *name, const struct explain_options *options,
                 FILE *to)
{
    struct explained_code explained;
    int status = explain_code_make(&explained, text, name, options);
    if (status == EXIT_FINE)
        status = explained.pipes ? explain_code_print_pipes(&explained, name, options, to)
                                 : explain_code_print_other(&explained, options, to);
    explained_code_free(&explained);
    return status;
}
