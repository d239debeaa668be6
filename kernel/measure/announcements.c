/*
 * SPDX-License-Identifier: MIT
 * Announcements, which go to the same destination as results: a machine without an operating system
 * has only one output.
 */
#include "kernel/measure/announcements.h"

#include "kernel/settings/settings.h"

void announcements_warning(void *to, const char *file, const char *what)
{
    struct report_stream *report = to;
    REPORT(report, warning, file, what);
}

struct announced_dump {
    struct report_stream *report;
    const char *file;
};

static void announcements_dump_line(void *to, const char *text)
{
    const struct announced_dump *dump = to;
    REPORT(dump->report, file_line, dump->file, text);
}

void announcements_dump_settings(struct report_stream *report, const struct config *config,
                                 const struct pmc *pmc)
{
    struct announced_dump dump = {report, config->dump_file};
    settings_dump(config, pmc, announcements_dump_line, &dump);
}

static void announcements_execution(const struct kernel_run *run, const struct measurement *m,
                                    unsigned ahead, bool counted)
{
    const struct schedule_pass *pass = m->setup->pass;
    struct report_execution execution = {
        .bench = m->benchmark->name, .number = measure_executions + ahead, .counted = counted};
    if (pass->time_stamp)
        execution.events[execution.n_events++] = pmc_time_stamp.name;
    for (unsigned c = 0; c < run->pmc->counters && !pass->time_stamp; c++)
        if (pass->counted[c].event)
            execution.events[execution.n_events++] = pass->counted[c].event->name;
    REPORT(run->report, execution, &execution);
}

void announcements_repetition(void *to, const struct measurement *m)
{
    const struct kernel_run *run = to;
    bool executions = run->config->verbose_level > 1;
    if (!m->region) { /* the run that finds the regions */
        if (executions)
            announcements_execution(run, m, 1, false);
        return;
    }
    struct report_repetition repetition = {
        .bench = m->benchmark->name,
        .state = config_state_name(m->setup->state),
        .ablate = config_ablate_name(m->setup->ablate),
        .number = m->repetitions + 1,
        .of = run->config->repetitions,
    };
    REPORT(run->report, repetition, &repetition);
    bool uncounted = m->setup->state == STATE_WARM && !m->setup->skip_first;
    if (executions && uncounted)
        announcements_execution(run, m, 1, false);
    if (executions)
        announcements_execution(run, m, 1 + uncounted, true);
}
