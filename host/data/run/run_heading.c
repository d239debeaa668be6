/*
 * SPDX-License-Identifier: MIT
 * Prints a run's heading. The platform is next to the machine, so that a model's numbers are never
 * mistaken for a chip's.
 */
#include "host/data/run/run_heading.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "serial/model_accuracy.h"

static void run_heading_evidence(const struct run *run, FILE *to)
{
    if (run->platform_evidence && run->platform != PLATFORM_VIRTUAL)
        fprintf(to, "platform: %s: %s\n", platform_name(run->platform), run->platform_evidence);
    if (run->test_machine)
        fputs("platform: a simulator for tests that may claim to be a real chip\n", to);
}

static void run_heading_machine(const struct run *run, FILE *to)
{
    char noise[100] = "";
    if (run->noise_jumps > 0)
        snprintf(noise, sizeof noise, "   noise: %.0f jumps, the largest %.0f clocks",
                 run->noise_jumps, run->noise_largest);
    const bool known = run->mhz > 0;
    char *line = allocate_text(
        "%s%s%s%s%s   %s   build %s", run->name[0] ? run->name : "unknown processor",
        known ? ", " : "", known ? number_text(run->mhz, 1) : "", known ? " MHz" : "", noise,
        run_platform_sentence(run->platform), run->build[0] ? run->build : "unknown");
    text_table_fit_line(line, to);
    free(line);
}

void run_heading(const struct run *run, FILE *to)
{
    run_heading_machine(run, to);
    const char *worth =
        run->platform == PLATFORM_VIRTUAL ? model_accuracy(run->vendor, run->signature) : NULL;
    if (worth)
        fprintf(to, "model: %s\n", worth);
    run_heading_evidence(run, to);
    if (run->fdiv && !strcmp(run->fdiv, "flawed"))
        fputs("this processor has the FDIV flaw: benchmarks that divide may compute wrong values\n",
              to);
    if (run->memory_wrong)
        fprintf(to, "memory: wrong sizes in KB: %s; %u KB were verified\n", run->memory_wrong,
                run->memory_kb);
    if (run->caches && (!strcmp(run->caches, "off") || !strcmp(run->caches, "ineffective")))
        fprintf(to, "first-level caches: %s\n", run->caches);
    if (run->l2 && !strcmp(run->l2, "kept"))
        fprintf(to,
                "second-level cache: %u KB, not flushed: state=cold empties only L1 caches, TLBs "
                "and BTB\n",
                run->l2_kb);
    if (run->l2_reach_mb)
        fprintf(to, "second-level cache: caches only the first %u MB of memory\n",
                run->l2_reach_mb);
    for (unsigned i = 0; i < run->n_faults; i++)
        fprintf(to, "%s: %s\n", run->faults[i].kind, run->faults[i].what);
    for (unsigned i = 0; i < run->n_skips; i++)
        fprintf(to, "skipped: %s needs %u KB, this machine has %u KB free\n", run->skips[i].bench,
                run->skips[i].needs_kb, run->skips[i].has_kb);
}
