/*
 * SPDX-License-Identifier: MIT
 * Writes the head of the page: the origin of the numbers and the measurement method.
 */
#include <stdlib.h>
#include <string.h>

#include "host/output/html/html_page.h"
#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/data/written/program_outcome.h"
#include "host/data/run/run_request_text.h"
#include "host/data/run/sampled_arrival.h"
#include "host/data/run/result_notes.h"

static void html_head_fact(FILE *page, const char *name, const char *text)
{
    fputs("<tr><th scope=row>", page);
    html_text(page, name);
    fputs("</th>", page);
    html_text_cell(page, *text ? text : "unknown");
    fputs("</tr>\n", page);
}

/* Counts benchmarks and cases with different names, regardless of the number of experiments. */
static void html_head_measured_text(const struct run *run, char *text, size_t size)
{
    unsigned benches = 0, cases = 0;
    for (unsigned i = 0; i < run->n_benches; i++) {
        const char *name = run->benches[i].name;
        size_t length = strcspn(name, ":");
        bool new_case = true, new_bench = true;
        for (unsigned j = 0; j < i && new_case; j++) {
            const char *before = run->benches[j].name;
            new_case = strcmp(before, name);
            new_bench =
                new_bench && (strncmp(before, name, length) || !strchr(":", before[length]));
        }
        cases += new_case;
        benches += new_case && new_bench;
    }
    int at = snprintf(text, size, "%u of %u benchmarks", benches, run->benches_there);
    if (cases > benches)
        at += snprintf(text + at, size - (size_t)at, " in %u cases", cases);
    snprintf(text + at, size - (size_t)at, ", %u experiment%s", run->n_plans,
             run->n_plans == 1 ? "" : "s");
}

static void html_head_machine(FILE *page, const struct run *run)
{
    char text[300];
    fputs("<table class=facts><tbody>\n", page);
    html_head_fact(page, "run", run->source);
    if (*run->label)
        html_head_fact(page, "label", run->label);
    if (run->when > 0)
        html_head_fact(page, "log date", number_text_time(run->when, text, sizeof text));
    snprintf(text, sizeof text, "%s%s%s, signature 0x%x", run->name, *run->name ? ", " : "",
             run->vendor, run->signature);
    html_head_fact(page, "processor", run->signature || *run->name ? text : "");
    snprintf(text, sizeof text, "%.6g MHz%s%s", run->mhz, *run->mhz_source ? ", measured by " : "",
             run->mhz_source);
    html_head_fact(page, "clock", run->mhz > 0 ? text : "");
    html_head_fact(page, "build", run->build);
    char *request = run_request_text(run->suite, run->simulator, run->arguments);
    html_head_fact(page, "settings", *request || !*run->build ? request : "the defaults");
    free(request);
    html_head_measured_text(run, text, sizeof text);
    html_head_fact(page, "measured", text);
    html_head_fact(page, "received", run_complete(run) ? "complete" : "incomplete (see below)");
    fputs("</tbody></table>\n", page);
}

static void html_head_method(FILE *page, const struct run *run)
{
    fputs(
        "<h3>Method</h3>\n"
        "<p>Two events are counted at a time, since a Pentium has two counters. Each repetition "
        "runs a benchmark once uncounted and once counted, so that caches, TLBs and branch "
        "predictor are warm; in rows marked cold, they are emptied before each counted run. "
        "Nothing else runs, and only the watchdog can interrupt.</p>\n"
        "<p>The cost of the probes of a region's entries, measured for that event on an empty "
        "region at startup, is subtracted from each sample. Mean and interval are computed from "
        "these corrected samples: t&nbsp;&times;&nbsp;s&nbsp;/&nbsp;&radic;n at the confidence "
        "level given in the table. The intervals of derived metrics follow by first-order "
        "propagation of error.</p>\n",
        page);
    if (run->n_samplings)
        fputs(
            "<p>Profiles, rates and multiplexed events are sampled in separate runs, in which the "
            "interrupts named in a section stop the benchmark; the calibrated cost of their "
            "handlers is subtracted.</p>\n",
            page);
    if (run->l2 && !strcmp(run->l2, "kept"))
        fprintf(
            page,
            "<p>The second-level cache of this board (%u KB) is not emptied for cold runs.</p>\n",
            run->l2_kb);
}

static bool html_head_has_failures(const struct run *run)
{
    for (unsigned i = 0; i < run->n_programs; i++)
        if (program_failed(&run->programs[i]))
            return true;
    return false;
}

/* Programs that ended by a signal or with a status other than 0. */
static void html_head_failures(FILE *page, const struct run *run)
{
    char **names = program_names(run);
    for (unsigned i = 0; i < run->n_programs; i++) {
        const struct program_run *program = &run->programs[i];
        if (!program_failed(program))
            continue;
        char *end = program_end_text(program);
        fputs("<li>", page);
        html_text_print(page, "programs/%s (%s), %s: %s", names[i], program->state,
                        program->command, end);
        fputs("</li>\n", page);
        free(end);
    }
    program_names_free(names, run);
}

static void html_head_problems(FILE *page, const struct run *run)
{
    char *sampled = sampled_arrival_missing(run) ? sampled_arrival_text(run) : NULL;
    const unsigned suspects = result_notes_count_suspects(run);
    if (!run->n_faults && !run->n_losses && !run->n_skips && run_complete(run) && !sampled &&
        !suspects && !html_head_has_failures(run))
        return;
    fputs("<h3>Problems</h3>\n<ul class=trouble>\n", page);
    if (!run->done)
        fputs("<li>the end record of the run is missing</li>\n", page);
    else if (!run->ok)
        fputs("<li>the run reported failure</li>\n", page);
    if (suspects)
        fprintf(page, "<li>suspect results: %u, each with its reason below its table</li>\n",
                suspects);
    if (sampled)
        fprintf(page, "<li>samples received: %s</li>\n", sampled);
    free(sampled);
    for (unsigned i = 0; i < run->n_faults; i++) {
        fputs("<li>", page);
        html_text_print(page, "%s%s%s: %s", run->faults[i].kind, run->faults[i].bench ? " in " : "",
                        run->faults[i].bench ? run->faults[i].bench : "", run->faults[i].what);
        fputs("</li>\n", page);
    }
    html_head_failures(page, run);
    for (unsigned i = 0; i < run->n_skips; i++) {
        fputs("<li>", page);
        html_text_print(page, "%s was skipped: it needs %u KB, but only %u KB are free",
                        run->skips[i].bench, run->skips[i].needs_kb, run->skips[i].has_kb);
        fputs("</li>\n", page);
    }
    for (unsigned i = 0; i < run->n_losses; i++) {
        fputs("<li>", page);
        html_text_print(page, "line %lu: %s: %s", run->losses[i].line, run->losses[i].kind,
                        run->losses[i].what ? run->losses[i].what : "");
        fputs("</li>\n", page);
    }
    fputs("</ul>\n", page);
}

void html_head_begin(FILE *page, const char *title, const char *heading)
{
    /* The policy prevents requests to other servers, regardless of the texts' content. */
    fputs(
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n<title>",
        page);
    html_text_print(page, "bareprobe: %s", title);
    fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", html_style);
    html_text(page, heading);
    fputs("</h1>\n", page);
}

void html_head_open(FILE *page, const char *title, const char *heading, enum platform platform)
{
    char *with_platform = allocate_text("%s (%s)", title, platform_name(platform));
    html_head_begin(page, with_platform, heading);
    free(with_platform);
    fprintf(page, "<p class=\"platform %s\">", platform_name(platform));
    html_text(page, run_platform_sentence(platform));
    fputs("</p>\n", page);
}

static void html_head_evidence(FILE *page, const struct run *run)
{
    if (run->platform_evidence && run->platform != PLATFORM_VIRTUAL) {
        fputs("<p>Evidence: ", page);
        html_text(page, run->platform_evidence);
        fputs("</p>\n", page);
    }
    if (run->test_machine)
        fputs("<p>A simulator for tests that may claim to be a real chip.</p>\n", page);
}

void html_head(FILE *page, const struct run *run, const struct result_selection *selection)
{
    char heading[200];
    int length =
        snprintf(heading, sizeof heading, "%s", run->name[0] ? run->name : "unknown processor");
    if (run->mhz > 0 && length < (int)sizeof heading)
        snprintf(heading + length, sizeof heading - (size_t)length, ", %.4g MHz", run->mhz);
    html_head_open(page, run->source, heading, run->platform);
    html_head_evidence(page, run);
    html_summary(page, run, selection);
    html_head_machine(page, run);
    html_head_method(page, run);
    html_head_problems(page, run);
}
