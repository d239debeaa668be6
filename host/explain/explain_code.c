/*
 * SPDX-License-Identifier: MIT
 * Prints the explanation of lines of assembly in a terminal.
 */
#include "host/explain/explain_code.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/base/write_file.h"
#include "host/explain/diagram.h"
#include "host/explain/explained_code.h"

#define SVG_TURNS 2

void explain_code_what_ifs(const struct explained_code *explained,
                           const struct explain_order *order, double clocks[WHAT_IFS_MOST])
{
    for (unsigned i = 0; i < order->what_ifs.n; i++) {
        const char *words[9];
        struct explain_machine machine = order->machine;
        what_if_words(order->what_ifs.all[i], words);
        machine.more = words;
        clocks[i] = explained_code_clocks(explained, &machine);
    }
}

static void print_what_ifs(const struct explained_code *explained,
                           const struct explain_order *order, FILE *to)
{
    double clocks[WHAT_IFS_MOST];
    explain_code_what_ifs(explained, order, clocks);
    if (order->what_ifs.n)
        fputc('\n', to);
    what_ifs_print(&order->what_ifs, explained->loop.clocks, clocks, "per iteration",
                   order->page.width, to);
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

static int print_pipes(const struct explained_code *explained, const char *name,
                       const struct explain_order *order, FILE *to)
{
    if (explained->code.counted)
        fputs("no jump to the beginning of the loop: added DEC ECX and JNZ\n", to);
    explain_print_loop(&explained->loop, name ? name : "the loop", &order->page, to);
    print_what_ifs(explained, order, to);
    return explain_write_svg(&explained->loop, order) ? EXIT_TARGET : EXIT_FINE;
}

/* Prints a loop for a processor without a pipe model. */
static void print_retired(const struct explained_loop *loop, FILE *to)
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

static int print_other(const struct explained_code *explained, const struct explain_order *order,
                       FILE *to)
{
    const struct explained_loop *loop = &explained->loop;
    fprintf(to, "the loop, %u instructions, ", loop->n);
    if (explained->uops > 0)
        fprintf(to, "%s uops, ", number_text_short(explained->uops, 2));
    fprintf(to, "%s clocks per iteration (%s: estimated by its model)\n\n",
            number_text_short(loop->clocks, 2), order->page.machine);
    print_retired(loop, to);
    return EXIT_FINE;
}

int explain_code_make(struct explained_code *explained, const char *text, const char *name,
                      const struct explain_order *order)
{
    *explained = (struct explained_code){0};
    if (!machine_has_pipes(&order->machine) && (order->what_ifs.n || order->svg)) {
        say("--%s: only the P5 model (p54c, p55c) has %s", order->svg ? "svg" : "what-if",
            order->svg ? "pipes to draw" : "what-if settings");
        return EXIT_USAGE;
    }
    return explained_code_make(explained, text, name, &order->machine);
}

int explain_code(const char *text, const char *name, const struct explain_order *order, FILE *to)
{
    struct explained_code explained;
    int status = explain_code_make(&explained, text, name, order);
    if (status == EXIT_FINE)
        status = explained.pipes ? print_pipes(&explained, name, order, to)
                                 : print_other(&explained, order, to);
    explained_code_free(&explained);
    return status;
}
