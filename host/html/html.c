/*
 * SPDX-License-Identifier: MIT
 * bareprobe html: writes a run as one self-contained page; also a page of two runs, or of all.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/compare/sampled_pairs.h"
#include "host/html/html_page.h"
#include "host/metrics/named_events.h"
#include "host/show/named_history.h"
#include "host/run/event_lookup.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/store/find_run.h"
#include "host/base/write_file.h"

/* Writes the finished page, unless it is empty, and frees the text. */
static int put_page(FILE *page, char **text, const size_t *length, bool any, const char *file)
{
    html_end(page);
    if (fclose(page))
        die(EXIT_TARGET, "out of memory");
    int status = any ? write_whole(file, *text, *length) : EXIT_USAGE;
    free(*text);
    return status;
}

static FILE *open_page(char **text, size_t *length)
{
    FILE *page = open_memstream(text, length);
    if (!page)
        die(EXIT_TARGET, "out of memory");
    return page;
}

static int write_page(const struct run *run, const struct selection *selection, const char *kernel,
                      const char *file)
{
    char *text = NULL;
    size_t length;
    selection_check(selection, run);
    FILE *page = open_page(&text, &length);
    html_head(page, run, selection);
    html_findings(page, run, selection);
    unsigned shown = html_sampled(page, run, selection, kernel);
    shown += html_benches(page, run, selection);
    if (!shown)
        say("%s: none of its %u results is selected", run->source, run->n_results);
    return put_page(page, &text, &length, shown, file);
}

static int write_comparison(const struct run *a, const struct run *b,
                            const struct selection *selection, bool any_platform,
                            const char *kernel, const char *file)
{
    struct pairs pairs;
    char *text = NULL;
    size_t length;
    if (a->platform != b->platform && !any_platform) {
        say("%s is %s and %s is %s: different platforms are not comparable; --any-platform "
            "compares them anyway",
            a->source, platform_sentence(a->platform), b->source, platform_sentence(b->platform));
        return EXIT_USAGE;
    }
    selection_check(selection, a);
    pairs_make_all(&pairs, a, b, selection, 0.95, &(struct kernels){NULL, kernel});
    FILE *page = open_page(&text, &length);
    html_comparison(page, a, b, &pairs);
    if (!pairs.n)
        say("the runs have no selected row in common");
    int status = put_page(page, &text, &length, pairs.n, file);
    pairs_free(&pairs);
    return status;
}

/* The default event is count_clocks. */
static int write_trend(const char *path, const struct selection *selection, const char *file)
{
    struct store_history history;
    char *text = NULL;
    size_t length;
    struct store *store = store_open(path, STORE_READ);
    const char *name = selection->event ? selection->event : "count_clocks";
    const struct event *event = events_find(name);
    if (!store)
        return EXIT_USAGE;
    int status = EXIT_USAGE;
    if (history_of(store, NULL, NULL, event ? event->name : name, NULL, &history) == 0) {
        FILE *page = open_page(&text, &length);
        unsigned shown = html_trend(page, &history, store_name(store), selection);
        if (!shown)
            say("%s: no two runs have %s of the same region", store_name(store),
                event ? event->name : name);
        status = put_page(page, &text, &length, shown, file);
    }
    store_history_free(&history);
    store_close(store);
    return status;
}

static int of_runs(char **names, int n, const char *store, const struct selection *selection,
                   bool any_platform, const char *kernel, const char *file)
{
    struct run *a = runs_find(names[0], store), *b = a && n > 1 ? runs_find(names[1], store) : NULL;
    int status = EXIT_USAGE;
    if (a)
        named_events_add(a, selection->event);
    if (b)
        named_events_add(b, selection->event);
    if (a && n == 1)
        status = write_page(a, selection, kernel, file);
    else if (a && b)
        status = write_comparison(a, b, selection, any_platform, kernel, file);
    run_free(a);
    run_free(b);
    return status;
}

static int html(int argc, char **argv)
{
    struct selection selection = {0};
    bool trend = false, any_platform = false;
    const char *store = NULL, *kernel = NULL, *file = "bareprobe.html";
    const struct option_spec options[] = {
        {'o', "output", &file, NULL}, SELECTION_OPTIONS(selection),
        {0, "trend", NULL, &trend},   {0, "any-platform", NULL, &any_platform},
        {0, "kernel", &kernel, NULL}, {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = options_read(&verb_html, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (trend ? n != 0 : n != 1 && n != 2) {
        say(trend ? "--trend shows all runs of the store and takes no RUN, got %d"
                  : "expected one RUN, or two to compare; got %d",
            n);
        return verb_usage(&verb_html);
    }
    status = trend ? write_trend(store, &selection, file)
                   : of_runs(argv + 1, n, store, &selection, any_platform, kernel, file);
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
    .run = html,
};
