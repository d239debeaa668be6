/*
 * SPDX-License-Identifier: MIT
 * Prints the explanation of benchmark regions in a terminal.
 */
#include "host/analysis/explain/explain_bench.h"

#include <string.h>

#include "host/analysis/explain/explained_case.h"
#include "host/base/number_text.h"

#define SHARE_SHOWN                                                                                \
    0.2 /* share of the region's clocks from which a loop other than the first is shown */

struct printer {
    const struct explain_options *options;
    bool named; /* the user named a region */
    FILE *to;
};

const char *explain_bench_rest(const struct explained_case *one)
{
    if (!one->watch->program)
        return "clocks of the probes in excess of those of an empty region";
    return one->region->number < 0
               ? "clocks for entering the program and for its system calls, which are subtracted"
               : "clocks of the probes in excess of those of an empty region, without those for "
                 "system calls";
}

static void explain_bench_print_sums(const struct printer *printer,
                                     const struct explained_case *one)
{
    const struct explained_region *explained = &one->explained;
    const struct cause_sums *sums = &explained->causes;
    enum cause order[CAUSES];
    unsigned n = causes_order(sums, order);
    fprintf(printer->to, "%s: %s clocks (%s)\n", one->title, number_text(explained->clocks, 0),
            printer->options->layout.machine);
    if (n)
        fprintf(printer->to, "%s without the causes below\n",
                number_text(sums->clocks[CAUSE_PAIRED], 0));
    explain_text_causes(sums, "of its instructions", &printer->options->layout, printer->to);
    fprintf(printer->to, "%12s  %s\n", number_text(explained->probes, 0), explain_bench_rest(one));
}

static void explain_bench_print_loop(const struct printer *printer, struct explained_case *one,
                                     unsigned number)
{
    struct explained_loop loop;
    char name[96];
    if (explained_case_loop(one, number, &loop))
        return;
    if (loop.lines[0].file)
        snprintf(name, sizeof name, "loop at %.60s:%d", loop.lines[0].file,
                 loop.lines[0].source_line);
    else
        snprintf(name, sizeof name, "loop at %08x", loop.first);
    fputc('\n', printer->to);
    explain_text_loop(&loop, name, &printer->options->layout, printer->to);
    if (number == 0)
        explain_code_write_svg(&loop, printer->options);
    explained_loop_free(&loop);
}

unsigned explain_bench_loops(const struct explained_case *one,
                             const struct explain_options *options)
{
    const struct explained_region *explained = &one->explained;
    unsigned n = explained->n_loops, asked = options->most_loops;
    if (asked)
        return n < asked ? n : asked;
    return n > 1 && explained->loops[1].clocks >= SHARE_SHOWN * explained->clocks ? 2 : n > 0;
}

static void explain_bench_print_loops(const struct printer *printer, struct explained_case *one)
{
    unsigned n = explain_bench_loops(one, printer->options);
    for (unsigned i = 0; i < n; i++)
        explain_bench_print_loop(printer, one, i);
    if (!n)
        fputs("\nno loop: the code is straight-line or recursive\n", printer->to);
}

void explain_bench_what_ifs(const struct explained_case *one, const struct explain_options *options,
                            double clocks[WHAT_IFS_MOST])
{
    for (unsigned i = 0; i < options->what_ifs.n; i++) {
        const char *words[9];
        struct explain_machine machine = options->machine;
        what_if_words(options->what_ifs.all[i], words);
        machine.more = words;
        clocks[i] = explained_case_clocks(one, &machine);
    }
}

static void explain_bench_print_what_ifs(const struct printer *printer,
                                         const struct explained_case *one)
{
    double clocks[WHAT_IFS_MOST];
    explain_bench_what_ifs(one, printer->options, clocks);
    if (printer->options->what_ifs.n)
        fputc('\n', printer->to);
    what_ifs_print(&printer->options->what_ifs, one->explained.clocks, clocks, "of the region",
                   printer->options->layout.width, printer->to);
}

void explain_bench_others(const struct explained_case *one, FILE *to)
{
    for (unsigned i = 0; i < one->accounts->n; i++) {
        const struct account_region *other = &one->accounts->all[i];
        if (other == one->region || strcmp(other->bench, one->region->bench) || other->number < 0)
            continue;
        const char *name = bench_watch_region(one->watch, other->bench, other->number);
        fprintf(to, "not shown: region %d%s%s%s, %s clocks (%s%s%d)\n", other->number,
                name ? " \"" : "", name ? name : "", name ? "\"" : "",
                number_text(other->corrected / other->repetitions, 0),
                one->watch->program ? "--region" : other->bench, one->watch->program ? " " : ":",
                other->number);
    }
}

static void explain_bench_print_case(void *context, struct explained_case *one, unsigned number)
{
    const struct printer *printer = context;
    if (number)
        fputc('\n', printer->to);
    explain_bench_print_sums(printer, one);
    if (!printer->options->brief)
        explain_bench_print_loops(printer, one);
    explain_bench_print_what_ifs(printer, one);
    if (!printer->named)
        explain_bench_others(one, printer->to);
}

bool explain_bench_named(const char *name, const struct explain_options *options)
{
    const char *colon = name ? strrchr(name, ':') : NULL;
    return options->region || (colon && !strchr(colon, '='));
}

struct explained_choice explain_bench_choice(const char *name,
                                             const struct explain_options *options)
{
    return (struct explained_choice){
        .bench = name,
        .program = options->program,
        .region = options->region,
        .kernel = options->kernel,
    };
}

int explain_bench(const char *name, const struct explain_options *options, FILE *to)
{
    struct printer printer = {
        .options = options, .named = explain_bench_named(name, options), .to = to};
    const struct explained_choice choice = explain_bench_choice(name, options);
    return explained_cases(&choice, &options->machine, explain_bench_print_case, &printer);
}
