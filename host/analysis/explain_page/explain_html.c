/*
 * SPDX-License-Identifier: MIT
 * Writes the HTML page for lines of assembly and for benchmark regions.
 */
#include "host/analysis/explain_page/explain_html.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/explain_bench.h"
#include "host/analysis/explain/explained_code.h"
#include "host/analysis/explain_page/explain_assets.h"
#include "host/analysis/explain_page/loop_html.h"
#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/output/html/html_page.h"

enum { PRE_WIDTH = 100 };

void explain_html_open(struct explain_html_page *page, const char *title,
                       const struct explain_options *options)
{
    *page = (struct explain_html_page){.options = options};
    page->to = open_memstream(&page->text, &page->length);
    if (!page->to)
        die(EXIT_TARGET, "out of memory");
    html_head_open(page->to, title, title, PLATFORM_VIRTUAL);
    fprintf(page->to, "<style>\n%s</style>\n", explain_style);
}

int explain_html_close(struct explain_html_page *page, int status)
{
    fputs("</body>\n</html>\n", page->to);
    if (fclose(page->to))
        die(EXIT_TARGET, "out of memory");
    if (status == EXIT_FINE)
        status = atomic_file_write(page->options->html, page->text, page->length);
    if (status == EXIT_FINE && strcmp(page->options->html, "-") != 0)
        printf("%s\n", page->options->html);
    free(page->text);
    return status;
}

/* Writes "4 clocks per iteration (virtual P54C); 2 without the lost clocks". */
static void explain_html_clocks(const struct explain_html_page *page,
                                const struct explained_loop *loop, bool pipes)
{
    double least = loop->causes.clocks[CAUSE_PAIRED];
    fputs("<p>", page->to);
    if (loop->iterations > 0)
        fprintf(page->to, "%s iterations, ", number_text(loop->iterations, 0));
    fprintf(page->to, "<b>%s clocks per iteration</b> (", number_text_short(loop->clocks, 2));
    html_text(page->to, page->options->layout.machine);
    fputs(")", page->to);
    if (pipes && least < loop->clocks - 0.005)
        fprintf(page->to, "; %s without the lost clocks", number_text_short(least, 2));
    fputs(".</p>\n", page->to);
}

/* Writes the same table that a terminal shows. */
static void explain_html_what_ifs(const struct explain_html_page *page, double as_it_is,
                                  const double *clocks, const char *of)
{
    char *text;
    size_t length;
    if (!page->options->what_ifs.n)
        return;
    FILE *to = open_memstream(&text, &length);
    what_ifs_print(&page->options->what_ifs, as_it_is, clocks, of, PRE_WIDTH, to);
    fclose(to);
    fputs("<h3>What if (hypothetical processors)</h3>\n<pre>", page->to);
    html_text(page->to, text);
    fputs("</pre>\n", page->to);
    free(text);
}

/* ---- lines of assembly ----------------------------------------------------------------------- */

static void explain_html_code_what_ifs(const struct explain_html_page *page,
                                       const struct explained_code *explained)
{
    double clocks[WHAT_IFS_MOST];
    explain_code_what_ifs(explained, page->options, clocks);
    explain_html_what_ifs(page, explained->loop.clocks, clocks, "per iteration");
}

static void explain_html_notes(const struct explain_html_page *page,
                               const struct explained_code *explained)
{
    char notes[2][EXPLAIN_NOTE];
    unsigned n = explain_code_notes(explained, notes);
    for (unsigned i = 0; i < n; i++)
        fprintf(page->to, "<p>%c%s.</p>\n", toupper((unsigned char)notes[i][0]), notes[i] + 1);
}

static void explain_html_setup(const struct explain_html_page *page,
                               const struct explained_code *explained,
                               const struct given_code *given)
{
    char *line;
    for (unsigned i = 0; (line = explain_code_setup(explained, given, i)); i++) {
        html_text_print(page->to, "%s", line);
        fputs(".<br>\n", page->to);
        free(line);
    }
}

int explain_html_code(const struct given_code *given, const struct explain_options *options)
{
    struct explained_code explained;
    struct explain_html_page page;
    int status = explain_code_make(&explained, given, options);
    if (status == EXIT_FINE) {
        explain_html_open(&page, given->name ? given->name : "Explanation of a loop", options);
        explain_html_notes(&page, &explained);
        explain_html_clocks(&page, &explained.loop, explained.pipes);
        loop_html(page.to, &explained.loop, explained.pipes);
        explain_html_code_what_ifs(&page, &explained);
        explain_html_setup(&page, &explained, given);
        if (explain_code_write_svg(&explained.loop, options))
            status = EXIT_TARGET;
        status = explain_html_close(&page, status);
    }
    explained_code_free(&explained);
    return status;
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

static void explain_html_loop(const struct explain_html_page *page, struct explained_case *one,
                              unsigned number)
{
    struct explained_loop loop;
    if (explained_case_loop(one, number, &loop))
        return;
    fputs("<h3>", page->to);
    if (loop.lines[0].file)
        html_text_print(page->to, "Loop at %s:%d", loop.lines[0].file, loop.lines[0].source_line);
    else
        html_text_print(page->to, "Loop at %08x", loop.first);
    fputs("</h3>\n", page->to);
    explain_html_clocks(page, &loop, true);
    loop_html(page->to, &loop, true);
    if (number == 0)
        explain_code_write_svg(&loop, page->options);
    explained_loop_free(&loop);
}

static void explain_html_others(const struct explain_html_page *page,
                                const struct explained_case *one)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    explain_bench_others(one, to);
    fclose(to);
    if (*text) {
        fputs("<p class=\"lines where\">", page->to);
        html_text(page->to, text);
        fputs("</p>\n", page->to);
    }
    free(text);
}

static void explain_html_case(void *context, struct explained_case *one, unsigned number)
{
    const struct explain_html_page *page = context;
    const struct explained_region *explained = &one->explained;
    double clocks[WHAT_IFS_MOST];
    (void)number;
    fputs("<h2>", page->to);
    html_text(page->to, one->title);
    fprintf(page->to, "</h2>\n<p><b>%s clocks</b> (", number_text(explained->clocks, 0));
    html_text(page->to, page->options->layout.machine);
    fprintf(page->to, "); %s of them are %s; %s without the lost clocks.</p>\n",
            number_text(explained->probes, 0), explain_bench_rest(one),
            number_text(explained->causes.clocks[CAUSE_PAIRED], 0));
    loop_html_causes(page->to, &explained->causes, "of its instructions");
    unsigned loops = page->options->brief ? 0 : explain_bench_loops(one, page->options);
    for (unsigned i = 0; i < loops; i++)
        explain_html_loop(page, one, i);
    if (!explained->n_loops)
        fputs("<p>No loop: the code is straight-line or recursive.</p>\n", page->to);
    explain_bench_what_ifs(one, page->options, clocks);
    explain_html_what_ifs(page, explained->clocks, clocks, "of the region");
    if (!page->region_named)
        explain_html_others(page, one);
}

int explain_html_bench(const char *name, const struct explain_options *options)
{
    struct explain_html_page page;
    const struct explained_choice choice = explain_bench_choice(name, options);
    explain_html_open(&page, name ? name : options->program->programs.programs[0], options);
    page.region_named = explain_bench_named(name, options);
    return explain_html_close(
        &page, explained_cases(&choice, &options->machine, explain_html_case, &page));
}
