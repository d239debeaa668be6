/*
 * SPDX-License-Identifier: MIT
 * bareprobe html: a run as one page that needs nothing else.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/html/html_page.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/plot/gnuplot.h"
#include "host/store/find_run.h"
#include "host/base/write_file.h"

static int write_page(const struct run *run, const struct selection *selection, const char *file)
{
    char *text = NULL;
    size_t length;
    selection_check(selection, run);
    FILE *page = open_memstream(&text, &length);
    if (!page)
        die(EXIT_TARGET, "out of memory");
    bool drawn = gnuplot_there();
    if (!drawn)
        say("gnuplot, which draws the pictures, is not installed (on Debian: gnuplot-nox): the "
            "page has none");
    html_head(page, run);
    html_findings(page, run, selection);
    unsigned shown = html_benches(page, run, selection, drawn);
    fprintf(page, "<script>\n%s</script>\n</body>\n</html>\n", html_script);
    if (fclose(page))
        die(EXIT_TARGET, "out of memory");
    int status = EXIT_USAGE;
    if (shown)
        status = write_whole(file, text, length);
    else
        say("%s: none of its %u results is selected", run->source, run->n_results);
    free(text);
    return status;
}

static int html(int argc, char **argv)
{
    struct selection selection = {0};
    const char *store = NULL, *file = "bareprobe.html";
    const struct option_spec options[] = {
        {'o', "output", &file, NULL},
        SELECTION_OPTIONS(selection),
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = options_read(&verb_html, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (n != 1) {
        say("one run makes a page; %d are named", n);
        return verb_usage(&verb_html);
    }
    struct run *run = runs_find(argv[1], store);
    if (!run)
        return EXIT_USAGE;
    status = write_page(run, &selection, file);
    if (status == EXIT_FINE && strcmp(file, "-"))
        printf("%s\n", file);
    run_free(run);
    return status;
}

const struct verb verb_html = {
    .name = "html",
    .synopsis = "RUN [-o FILE.html] [-b GLOB] [-e GLOB] [-r REGION]",
    .summary = "write a run as one page: tables, metrics, pictures",
    .help =
        "  -o, --output FILE    bareprobe.html unless it is given; - is standard output\n"
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION, --state, --ring, --ablate\n"
        "                       which results, as in 'bareprobe show'\n"
        "      --db FILE        the store that RUN is looked up in\n"
        "\n"
        "The page is whole by itself and fetches nothing; its tables sort by a click on a header.\n"
        "Example: bareprobe html last -b 'thesis/*' -o thesis.html\n",
    .run = html,
};
