/*
 * SPDX-License-Identifier: MIT
 * bareprobe html: writes a run as one self-contained page; also a page of two runs, or of all.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/metrics/overhead_results.h"
#include "host/data/run/result_notes.h"
#include "host/analysis/compare/sampled_pairs.h"
#include "host/commands/all_verbs.h"
#include "host/output/html/html_page.h"
#include "host/data/metrics/named_events.h"
#include "host/output/show/named_history.h"
#include "host/data/run/event_lookup.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/data/store/run_lookup.h"
#include "host/base/atomic_file.h"

/* Writes the finished page, unless it is empty, and frees the text. */
static int html_verb_finish(FILE *page, char **text, const size_t *length, bool any,
                            const char *file)
{
    html_end(page);
    if (fclose(page))
        die(EXIT_TARGET, "out of memory");
    int status = any ? atomic_file_write(file, *text, *length) : EXIT_USAGE;
    free(*text);
    return status;
}

static FILE *html_verb_open(char **text, size_t *length)
{
    FILE *page = open_memstream(text, length);
    if (!page)
        die(EXIT_TARGET, "out of memory");
    return page;
}

static int html_verb_page(const struct run *run, const struct result_selection *selection,
                          const char *kernel, const char *file)
{
    char *text = NULL;
    size_t length;
    selection_check(selection, run);
    FILE *page = html_verb_open(&text, &length);
    html_head(page, run, selection);
    html_findings(page, run, selection);
    unsigned shown = html_sampled(page, run, selection, kernel);
    shown += html_benches(page, run, selection);
    if (!shown)
        result_notes_report_none_selected(run);
    return html_verb_finish(page, &text, &length, shown, file);
}

static int html_verb_comparison(const struct run *a, const struct run *b,
                                const struct result_selection *selection, bool any_platform,
                                const char *kernel, const char *file)
{
    struct result_pairs pairs;
    char *text = NULL;
    size_t length;
    if (a->platform != b->platform && !any_platform) {
        message_print(
            "%s is %s and %s is %s: different platforms are not comparable; --any-platform "
            "compares them anyway",
            a->source, run_platform_sentence(a->platform), b->source,
            run_platform_sentence(b->platform));
        return EXIT_USAGE;
    }
    selection_check(selection, a);
    sampled_pairs_make(&pairs, a, b, selection, 0.95, &(struct kernels){NULL, kernel});
    FILE *page = html_verb_open(&text, &length);
    html_comparison(page, a, b, &pairs);
    if (!pairs.n)
        message_print("the runs have no selected row in common");
    int status = html_verb_finish(page, &text, &length, pairs.n, file);
    result_pairs_free(&pairs);
    return status;
}

/* The default event is count_clocks. */
static int html_verb_trend(const char *path, const struct result_selection *selection,
                           const char *file)
{
    struct store_history history;
    char *text = NULL;
    size_t length;
    struct store *store = store_open(path, STORE_READ);
    const char *name = selection->event ? selection->event : "count_clocks";
    const struct event *event = event_lookup_find(name);
    if (!store)
        return EXIT_USAGE;
    int status = EXIT_USAGE;
    if (named_history_of(store, NULL, NULL, event ? event->name : name, NULL, &history) == 0) {
        FILE *page = html_verb_open(&text, &length);
        unsigned shown = html_trend(page, &history, store_name(store), selection);
        if (!shown)
            message_print("%s: no two runs have %s of the same region", store_name(store),
                          event ? event->name : name);
        status = html_verb_finish(page, &text, &length, shown, file);
    }
    store_history_free(&history);
    store_close(store);
    return status;
}

static int html_verb_runs(char **names, int n, const char *store,
                          const struct result_selection *selection, bool any_platform,
                          const char *kernel, const char *file)
{
    struct run *a = run_lookup(names[0], store),
               *b = a && n > 1 ? run_lookup(names[1], store) : NULL;
    int status = EXIT_USAGE;
    overhead_results_add(a);
    if (a)
        named_results_add(a, selection->event);
    overhead_results_add(b);
    if (b)
        named_results_add(b, selection->event);
    if (a && n == 1)
        status = html_verb_page(a, selection, kernel, file);
    else if (a && b)
        status = html_verb_comparison(a, b, selection, any_platform, kernel, file);
    run_free(a);
    run_free(b);
    return status;
}

static int html_verb(int argc, char **argv)
{
    struct result_selection selection = {0};
    bool trend = false, any_platform = false;
    const char *store = NULL, *kernel = NULL, *file = "bareprobe.html";
    const struct option_spec options[] = {
        {'o', "output", &file, NULL}, SELECTION_OPTIONS(selection),
        {0, "trend", NULL, &trend},   {0, "any-platform", NULL, &any_platform},
        {0, "kernel", &kernel, NULL}, {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = verb_options_read(&verb_html, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (trend ? n != 0 : n != 1 && n != 2) {
        message_print(trend ? "--trend shows all runs of the store and takes no RUN, got %d"
                            : "expected one RUN, or two to compare; got %d",
                      n);
        return verb_usage(&verb_html);
    }
    status = trend ? html_verb_trend(store, &selection, file)
                   : html_verb_runs(argv + 1, n, store, &selection, any_platform, kernel, file);
    if (status == EXIT_FINE && strcmp(file, "-"))
        printf("%s\n", file);
    return status;
}

const struct verb verb_html = {
    .name = "html",
    .synopsis =
        "RUN [RUN] [-o FILE.html] [-b GLOB] [-e GLOB] [-r REGION]\n"
        "       bareprobe html --trend [-e EVENT]",
    .summary = "write a run as an HTML page with tables, metrics and plots",
    .help =
        "  RUN RUN              compare two runs; the largest change is first\n"
        "      --trend          clocks, or the event of -e, in all runs of the store\n"
        "  -o, --output FILE    file to write (default bareprobe.html); - is standard\n"
        "                       output\n"
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION\n"
        "                       select results, as in 'bareprobe show'\n"
        "      --state GLOB, --ring GLOB, --ablate GLOB\n"
        "                       select results by state, ring or disabled\n"
        "                       feature, as in 'bareprobe show'\n"
        "      --any-platform   allow comparing a real chip with a model or an emulator\n"
        "      --kernel FILE    kernel image that ran, for functions and lines of a\n"
        "                       profile (default: the one installed with this program)\n"
        "      --db FILE        store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                       bareprobe.db in this directory)\n"
        "\n"
        "The page is self-contained and loads nothing. A click on a benchmark opens it\n"
        "and draws its plots; a click on a column header sorts a table.\n"
        "Example: bareprobe html last -b 'thesis/*' -o thesis.html\n",
    .run = html_verb,
};
