/*
 * SPDX-License-Identifier: MIT
 * Checks options for conflicts before anything is started; each conflict has one message.
 */
#include "host/verbs/run_wishes.h"

#include <string.h>

#include "host/base/message.h"
#include "host/base/processor_words.h"
#include "host/live/live.h"
#include "host/target/jobs.h"
#include "kernel/settings/suggest.h"

#define USUAL_SILENCE "300"

static const char *form_name(enum form form)
{
    return form < FORM_RECORDS    ? report_layout_names[form]
           : form == FORM_RECORDS ? "records"
                                  : "none";
}

static int read_form(struct wishes *wishes)
{
    if (!wishes->form_name) {
        wishes->form = wishes->suite_name ? FORM_OF_SUITE : FORM_TABLE;
        return 0;
    }
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < FORMS; i++) {
        wishes->form = (enum form)i;
        suggest_offer(&suggestion, wishes->form_name, strlen(wishes->form_name),
                      form_name(wishes->form));
        if (!strcmp(wishes->form_name, form_name(wishes->form)))
            return 0;
    }
    if (suggestion.best)
        say("--report: '%s' is not a form of report; did you mean %s?", wishes->form_name,
            suggestion.best);
    else
        say("--report: '%s' is not a form of report; allowed: " REPORT_NAMES ", records, none",
            wishes->form_name);
    return -1;
}

/* Inserts the suite's files before those of --parms. Returns 0, or -1 after a message. */
static int take_suite(struct wishes *wishes)
{
    const char **parms = wishes->request.parms;
    unsigned n = 0, n_files = 0;
    if (!wishes->suite_name)
        return 0;
    if (suite_find(wishes->suite_name, &wishes->suite))
        return -1;
    while (parms[n])
        n++;
    while (wishes->suite.files[n_files])
        n_files++;
    if (n + n_files > OPTION_MOST_REPEATS) {
        say("--suite and --parms: more than %d experiment files", OPTION_MOST_REPEATS);
        return -1;
    }
    memmove(parms + n_files, parms, n * sizeof *parms);
    memcpy(parms, wishes->suite.files, n_files * sizeof *parms);
    return 0;
}

static bool asks_for_runs(const struct request *request)
{
    for (int i = 0; i < request->n_settings; i++)
        if (!strncmp(request->settings[i], "runs=", 5) && strcmp(request->settings[i], "runs=1"))
            return true;
    return false;
}

/* Returns 0, or -1 after a message. */
static int jobs_check(struct wishes *wishes)
{
    const char *alone =
        wishes->serial               ? "--serial: it measures on one machine"
        : wishes->qemu               ? "--qemu: its time depends on the load of this computer"
        : wishes->simulator.annotate ? "--annotate: its file describes one process"
        : wishes->simulator.account  ? "--account: its file describes one process"
        : wishes->simulator.silicon
            ? "--silicon: its random state carries over from one benchmark to the next"
        : asks_for_runs(&wishes->request) ? "runs=: each run must be of one machine"
                                          : NULL;
    if (jobs_read(wishes->jobs_text, &wishes->jobs))
        return -1;
    if (wishes->jobs == 1 || !alone || wishes->sweep[0])
        return 0;
    say("--jobs cannot be combined with %s", alone);
    return -1;
}

/* Returns 0, or -1 after a message. */
static int sweep_check(const struct wishes *wishes)
{
    const char *file = simulator_options_file(&wishes->simulator);
    const char *alone = wishes->serial      ? "--serial"
                        : wishes->live      ? "--live"
                        : file              ? file
                        : wishes->no_log    ? "--no-log"
                        : wishes->files_to  ? "--files-to"
                        : wishes->form_name ? "--report"
                                            : NULL;
    if (wishes->print && !wishes->sweep[0]) {
        say("--print requires --sweep");
        return -1;
    }
    if (!wishes->sweep[0] || !alone)
        return 0;
    say("--sweep cannot be combined with %s: a sweep consists of several runs, each with its own "
        "log",
        alone);
    return -1;
}

/* P6 and K7 document only switches for their caches. Returns 0, or -1 after a message. */
static int ablate_check(const struct wishes *wishes)
{
    const char *ablate = wishes->request.ablate;
    bool p5 = !strncmp(wishes->machine.cpu, "p5", 2);
    if (!ablate || p5)
        return 0;
    if (!strstr(ablate, "branch") && !strstr(ablate, "vpipe"))
        return 0;
    say("--ablate: '%s': on this processor only l1 can be switched off (the caches, by CR0.CD)",
        ablate);
    return -1;
}

/* Converts the processor's name to the virtual machine's name. Returns 0, or -1 after a message. */
static int take_cpu(struct wishes *wishes)
{
    const char *asked = wishes->machine.cpu;
    if (!asked)
        return 0;
    if (wishes->serial || wishes->qemu) {
        say("--cpu applies to the virtual Pentium only");
        return -1;
    }
    wishes->machine.cpu = virtual_processor(asked);
    if (wishes->machine.cpu)
        return ablate_check(wishes);
    say("--cpu: '%s' is not a processor; allowed: " VIRTUAL_PROCESSORS
        "; aliases: " PROCESSOR_WORDS,
        asked);
    return -1;
}

int wishes_check(struct wishes *wishes)
{
    if (wishes->sim + wishes->qemu + (wishes->serial != NULL) > 1) {
        say("--sim, --qemu and --serial: select only one target");
        return -1;
    }
    if (read_form(wishes))
        return -1;
    if (wishes->live && wishes->form == FORM_RECORDS) {
        say("--live and --report records cannot be combined: both use standard output");
        return -1;
    }
    if (wishes->output && wishes->no_log) {
        say("-o and --no-log cannot be combined");
        return -1;
    }
    if (take_cpu(wishes))
        return -1;
    const char *simulated = simulator_options_given(&wishes->simulator);
    if (simulated && (wishes->serial || wishes->qemu)) {
        say("%s applies to the virtual Pentium only", simulated);
        return -1;
    }
    if (keeping_check(&wishes->keeping) || jobs_check(wishes) || sweep_check(wishes))
        return -1;
    /* The processor of a machine profile is known only to vpentium; a P55C has all events of a
     * P54C. */
    if (!wishes->serial)
        wishes->request.cpu = wishes->machine.cpu     ? wishes->machine.cpu
                              : wishes->simulator.box ? "p55c"
                                                      : "p54c";
    if (wishes->serial && (wishes->request.parms[0] || wishes->request.files[0] ||
                           wishes->machine.kernel || wishes->suite_name)) {
        say("%s cannot be combined with --serial: the machine loads the files of its own disk",
            wishes->machine.kernel     ? "--kernel"
            : wishes->suite_name       ? "--suite"
            : wishes->request.files[0] ? "--file"
                                       : "--parms");
        return -1;
    }
    const char *usual = wishes->serial ? "0" : USUAL_SILENCE;
    if (option_number("--timeout", wishes->silence ? wishes->silence : usual, 0, 1e6,
                      &wishes->most_silence))
        return -1;
    if (!wishes->sweep[0] && take_suite(wishes)) /* each point of a sweep processes it itself */
        return -1;
    return wishes->live ? live_check() : 0;
}
