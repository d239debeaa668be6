/*
 * SPDX-License-Identifier: MIT
 * Forms a job's names and the kernel settings of its runs.
 */
#include "host/pentium4/experiment_job.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/pentium4/counter_entries.h"
#include "host/machines/request.h"
#include "pmc/netburst/netburst_registers.h"

#define MOST_SETTINGS 64
#define USUAL_SAMPLES 1000 /* of the kernel's setting `samples` */

struct job experiment_job_of(const struct experiments *experiments,
                             const struct experiment_options *options, unsigned program,
                             unsigned experiment)
{
    struct job job = {
        .experiments = experiments,
        .options = options,
        .program = &experiments->programs[program],
        .experiment = &experiments->experiments[experiment],
        .number = program * experiments->n_experiments + experiment + 1,
        .of = experiments->n_programs * experiments->n_experiments,
    };
    job.stem = allocate_text("job.%s.%s", job.program->name, job.experiment->name);
    job.folder = allocate_text("%s/%s", options->outdir, job.stem);
    return job;
}

void experiment_job_free(struct job *job)
{
    free(job->stem);
    free(job->folder);
}

char *experiment_job_path(const struct job *job, const char *suffix)
{
    return allocate_text("%s/%s.%s", job->folder, job->stem, suffix);
}

/* ---- settings ------------------------------------------------------------------------------- */

/* NAME=VALUE words; those of the user take precedence. */
struct setting_list {
    char *word[MOST_SETTINGS];
    int n;
};

static bool experiment_job_is_given(const struct experiment_options *options, const char *word)
{
    size_t length = strcspn(word, "=") + 1;
    for (int i = 0; i < options->n_settings; i++)
        if (!strncmp(options->settings[i], word, length))
            return true;
    return false;
}

static void experiment_job_add_setting(struct setting_list *list, const struct job *job, char *word)
{
    if (list->n == MOST_SETTINGS || experiment_job_is_given(job->options, word))
        free(word);
    else
        list->word[list->n++] = word;
}

/*
 * The original programs ran in ring 3 and were counted there. The job runs in ring 0 only if all of
 * its events are for ring 0 alone.
 */
static const char *experiment_job_privilege(const struct experiment *experiment)
{
    unsigned cpl = 0;
    for (unsigned i = 0; i < experiment->n; i++)
        cpl |= experiment->counts[i].cpl;
    return cpl & ESCR_T0_USR ? "user" : "kernel";
}

static void experiment_job_add_sampling(struct setting_list *list, const struct job *job)
{
    const struct instance *sampled = experiment_file_sampled(job->experiment);
    const struct event_sampling *sampling = &sampled->sampling;
    char *event = counter_entries_source(job->experiment, sampled);
    experiment_job_add_setting(list, job, allocate_copy("experiment=profile"));
    experiment_job_add_setting(
        list, job,
        allocate_text("source=%s,%s,%.0f", sampling->kind == SAMPLING_PRECISE ? "precise" : "event",
                      event, sampling->interval));
    experiment_job_add_setting(list, job, allocate_copy("spread=fixed"));
    if (sampling->all)
        experiment_job_add_setting(list, job, allocate_copy("sample_registers=yes"));
    if (sampling->most > 0 && sampling->most < USUAL_SAMPLES)
        experiment_job_add_setting(list, job, allocate_text("samples=%.0f", sampling->most));
    free(event);
}

/* Returns whether another run of the job uses the setting, and this one does not. */
static bool experiment_job_is_for_another(const char *setting, enum job_run kind)
{
    static const char *const experiments[JOB_RUNS] = {
        [JOB_COUNTS] = "measure", [JOB_RATES] = "rates", [JOB_SAMPLES] = "profile"};
    bool used = false;
    for (unsigned i = 0; i < JOB_RUNS; i++)
        used = used || request_setting_is_used(setting, experiments[i]);
    return used && !request_setting_is_used(setting, experiments[kind]);
}

static void experiment_job_add_settings(struct setting_list *list, const struct job *job,
                                        enum job_run kind)
{
    const struct netburst_plan *plan = &job->experiment->plan;
    experiment_job_add_setting(
        list, job, allocate_text("privilege=%s", experiment_job_privilege(job->experiment)));
    if (counter_entries_set_pebs(job->experiment)) {
        experiment_job_add_setting(list, job, allocate_text("pebs_enable=0x%08x", plan->enable));
        experiment_job_add_setting(list, job,
                                   allocate_text("pebs_matrix_vert=0x%x", plan->vertical));
    }
    if (kind == JOB_COUNTS) {
        /* An uncounted execution would take some of the events until a cascade's overflow. */
        if (counter_entries_cascade(job->experiment))
            experiment_job_add_setting(list, job, allocate_copy("skip_initialization_run=yes"));
        experiment_job_add_setting(list, job, allocate_copy("use_assembly_regions=no"));
        experiment_job_add_setting(list, job, allocate_copy("output_all_results=yes"));
    }
    if (kind == JOB_RATES)
        experiment_job_add_setting(list, job, allocate_copy("experiment=rates"));
    if (kind == JOB_SAMPLES)
        experiment_job_add_sampling(list, job);
    for (int i = 0; i < job->options->n_settings && list->n < MOST_SETTINGS; i++)
        if (!experiment_job_is_for_another(job->options->settings[i], kind))
            list->word[list->n++] = allocate_copy(job->options->settings[i]);
}

char *experiment_job_settings(const struct job *job, enum job_run kind)
{
    struct setting_list list = {.n = 0};
    char *events = counter_entries_words(job->experiment);
    char *repetitions = allocate_text("%u", kind == JOB_COUNTS ? job->options->iterations : 1);
    experiment_job_add_settings(&list, job, kind);
    struct request request = {
        .bench = job->program->bench,
        .events = kind == JOB_SAMPLES ? NULL : events,
        .repetitions = kind == JOB_SAMPLES ? NULL : repetitions,
        .settings = list.word,
        .n_settings = list.n,
        .kernel = job->options->kernel_path,
        .cpu = job->options->cpu,
    };
    char *settings = request_settings(&request);
    for (int i = 0; i < list.n; i++)
        free(list.word[i]);
    free(repetitions);
    free(events);
    return settings;
}
