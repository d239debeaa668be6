/*
 * SPDX-License-Identifier: MIT
 * Forms a job's names and the kernel settings of its runs.
 */
#include "host/experiments/experiment_job.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/experiments/entries.h"
#include "host/target/request.h"
#include "pmc/netburst/netburst_registers.h"

#define MOST_SETTINGS 64
#define USUAL_SAMPLES 1000 /* of the kernel's setting `samples` */

struct job job_of(const struct experiments *experiments, const struct experiment_wishes *wishes,
                  unsigned program, unsigned experiment)
{
    struct job job = {
        .experiments = experiments,
        .wishes = wishes,
        .program = &experiments->programs[program],
        .experiment = &experiments->experiments[experiment],
        .number = program * experiments->n_experiments + experiment + 1,
        .of = experiments->n_programs * experiments->n_experiments,
    };
    job.stem = memory_print("job.%s.%s", job.program->name, job.experiment->name);
    job.folder = memory_print("%s/%s", wishes->outdir, job.stem);
    return job;
}

void job_free(struct job *job)
{
    free(job->stem);
    free(job->folder);
}

char *job_path(const struct job *job, const char *suffix)
{
    return memory_print("%s/%s.%s", job->folder, job->stem, suffix);
}

/* ---- settings ------------------------------------------------------------------------------- */

/* NAME=VALUE words; those of the user take precedence. */
struct setting_list {
    char *word[MOST_SETTINGS];
    int n;
};

static bool is_given(const struct experiment_wishes *wishes, const char *word)
{
    size_t length = strcspn(word, "=") + 1;
    for (int i = 0; i < wishes->n_settings; i++)
        if (!strncmp(wishes->settings[i], word, length))
            return true;
    return false;
}

static void add(struct setting_list *list, const struct job *job, char *word)
{
    if (list->n == MOST_SETTINGS || is_given(job->wishes, word))
        free(word);
    else
        list->word[list->n++] = word;
}

/*
 * The original programs ran in ring 3 and were counted there. The job runs in ring 0 only if all of
 * its events are for ring 0 alone.
 */
static const char *privilege(const struct experiment *experiment)
{
    unsigned cpl = 0;
    for (unsigned i = 0; i < experiment->n; i++)
        cpl |= experiment->counts[i].cpl;
    return cpl & ESCR_T0_USR ? "user" : "kernel";
}

static void add_sampling(struct setting_list *list, const struct job *job)
{
    const struct instance *sampled = experiment_sampled(job->experiment);
    const struct event_sampling *sampling = &sampled->sampling;
    char *event = entries_source(job->experiment, sampled);
    add(list, job, memory_text("experiment=profile"));
    add(list, job,
        memory_print("source=%s,%s,%.0f", sampling->kind == SAMPLING_PRECISE ? "precise" : "event",
                     event, sampling->interval));
    add(list, job, memory_text("spread=fixed"));
    if (sampling->most > 0 && sampling->most < USUAL_SAMPLES)
        add(list, job, memory_print("samples=%.0f", sampling->most));
    free(event);
}

static void add_all(struct setting_list *list, const struct job *job, enum job_run kind)
{
    const struct netburst_plan *plan = &job->experiment->plan;
    add(list, job, memory_print("privilege=%s", privilege(job->experiment)));
    if (entries_set_pebs(job->experiment)) {
        add(list, job, memory_print("pebs_enable=0x%08x", plan->enable));
        add(list, job, memory_print("pebs_matrix_vert=0x%x", plan->vertical));
    }
    if (kind == JOB_COUNTS) {
        add(list, job, memory_text("use_assembly_regions=no"));
        add(list, job, memory_text("output_all_results=yes"));
    }
    if (kind == JOB_RATES)
        add(list, job, memory_text("experiment=rates"));
    if (kind == JOB_SAMPLES)
        add_sampling(list, job);
    for (int i = 0; i < job->wishes->n_settings && list->n < MOST_SETTINGS; i++)
        list->word[list->n++] = memory_text(job->wishes->settings[i]);
}

char *job_settings(const struct job *job, enum job_run kind)
{
    struct setting_list list = {.n = 0};
    char *events = entries_words(job->experiment);
    char *repetitions = memory_print("%u", kind == JOB_COUNTS ? job->wishes->iterations : 1);
    add_all(&list, job, kind);
    struct request request = {
        .bench = job->program->bench,
        .events = kind == JOB_SAMPLES ? NULL : events,
        .repetitions = kind == JOB_SAMPLES ? NULL : repetitions,
        .settings = list.word,
        .n_settings = list.n,
        .kernel = job->wishes->kernel_path,
        .cpu = job->wishes->cpu,
    };
    char *settings = request_settings(&request);
    for (int i = 0; i < list.n; i++)
        free(list.word[i]);
    free(repetitions);
    free(events);
    return settings;
}
