/*
 * SPDX-License-Identifier: MIT
 * Runs an experiment from the prompt. A run that is ended at the keyboard or by a fault does not
 * return here: monitor.c's loop continues and releases its resources.
 */
#include "kernel/monitor/prompt_experiment.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/measure/cases.h"
#include "kernel/measure/experiment/additivity.h"
#include "kernel/measure/experiment/time_stamp_test.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/stop.h"
#include "kernel/process/run/process_experiment.h"
#include "kernel/settings/unused_settings.h"

#define HOUR 3600 /* seconds */

/* The small image runs no programs. */
#pragma weak process_experiment_run

static struct word once_words; /* the settings of this command alone */

/* Applies words like those of a command line. */
static int prompt_experiment_change(struct word words)
{
    char text[DIALOGUE_LINE_BYTES + 1];
    format(text, sizeof text, "%.*s", (int)words.length, words.text);
    if (config_change(&session.once, session.machine->run->pmc, "monitor", text, session.error))
        return dialogue_refuse("%s", session.error);
    if (stop_is_armed() && !session.once.watchdog) /* the clock's interrupt checks for Ctrl-C */
        session.once.watchdog = HOUR;
    return 0;
}

int prompt_experiment_begin(struct word words)
{
    session.once = session.settings;
    once_words = words;
    return prompt_experiment_change(words);
}

int prompt_experiment_set(const char *name, struct word value)
{
    char text[DIALOGUE_LINE_BYTES + 1];
    int length = format(text, sizeof text, "%s=%.*s", name, (int)value.length, value.text);
    if (memchr(value.text, ' ', value.length) || length >= (int)sizeof text)
        return dialogue_refuse("%s: '%.*s' is not a value", name, shown(value), value.text);
    return prompt_experiment_change(word_from_text(text));
}

static void prompt_experiment_reset(struct kernel_run *run)
{
    run->config = &session.once;
    run->tally.results = run->tally.errors = run->tally.passes_done = run->tally.passes_total = 0;
    run->tally.repetitions = run->tally.disturbed = 0;
    run->tally.excess = 0;
    run->started = rdtsc();
    run->selftests.trust = session.once.trust;
}

static void prompt_experiment_stop_first(void)
{
    for (const struct benchmark *b = case_list.start; b < case_list.end; b++)
        if (config_may_want(&session.once, b->name)) {
            stop_where_it_begins(b->run);
            return;
        }
}

typedef void prompt_experiment_function(struct kernel_run *run, const struct config *config,
                                        const struct first_boot *found);

static void prompt_experiment_measure(struct kernel_run *run, prompt_experiment_function *measure)
{
    int passes = plan_count_passes(run, &session.once);
    if (passes < 0)
        return;
    run->tally.passes_total = (unsigned)passes;
    prompt_experiment_stop_first();
    if (session.machine->use_pages(run, session.once.paging))
        return;
    if (process_experiment_run && session.once.program[0])
        process_experiment_run(run, &session.once, &session.machine->found, measure);
    else
        measure(run, &session.once, &session.machine->found);
}

/*
 * Runs the experiment. The screen shows the text of a report, but not the output of a custom
 * format, which is already there.
 */
static int prompt_experiment_run_by(const struct report_form *form,
                                    prompt_experiment_function *measure)
{
    struct kernel_run *run = session.machine->run;
    struct report_stream *report = session.machine->run->report;
    if (stop_is_armed() && session.once.experiment != EXPERIMENT_MEASURE)
        return dialogue_refuse("debug: only experiment=measure can be stopped");
    if (unused_settings_check_words(session.once.experiment, run->pmc, once_words, session.error))
        return dialogue_refuse("%s", session.error);
    if (!form && session.once.report != session.settings.report)
        form = dialogue_form(session.once.report);
    monitor_set_report_form(form);
    config_choose_profile_events(&session.once);
    prompt_experiment_reset(run);
    prompt_experiment_measure(run, measure);
    monitor_set_report_form(NULL);
    monitor_release();
    if (report->form != &report_text && dialogue_is_framed())
        dialogue_print("%u result%s, %u error%s", run->tally.results,
                       report_plural(run->tally.results), run->tally.errors,
                       report_plural(run->tally.errors));
    return run->tally.errors ? -1 : 0;
}

int prompt_experiment_run(const struct report_form *form)
{
    return prompt_experiment_run_by(form, session.machine->measure);
}

int prompt_experiment_run_program(prompt_experiment_function *run_program)
{
    return prompt_experiment_run_by(NULL, run_program);
}

int prompt_experiment_selftest(const struct report_form *form)
{
    struct kernel_run *run = session.machine->run;
    prompt_experiment_reset(run);
    run->selftests.n_outcomes = 0;
    monitor_set_report_form(form);
    selftest_run(run, session.machine->must_count);
    additivity_test(run);
    time_stamp_test(run);
    monitor_release();
    return run->tally.errors ? -1 : 0;
}
