/*
 * SPDX-License-Identifier: MIT
 * bareprobe fit: infers parameter values of the virtual Pentium from a run.
 */
#include "host/analysis/fit/fit.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/store/run_lookup.h"

static int fit_verb_run(const struct run *run, const char *file)
{
    struct fit_answers answers;
    int status = EXIT_FINE;
    infer_parameters(&answers, run);
    fit_output_print(&answers, run, stdout);
    if (file) {
        char *text = fit_output_profile(&answers, run);
        status = atomic_file_write(file, text, strlen(text));
        free(text);
    }
    infer_answers_free(&answers);
    return status;
}

static int fit_verb(int argc, char **argv)
{
    const char *store = NULL, *file = NULL;
    const struct option_spec options[] = {
        {'o', "output", &file, NULL},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = verb_options_read(&verb_fit, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments != 1) {
        message_print("expected one RUN, got %d", n_arguments);
        return verb_usage(&verb_fit);
    }
    struct run *run = run_lookup(argv[1], store);
    if (!run)
        return EXIT_USAGE;
    if (!run->n_findings) {
        message_print(
            "%s has no findings to infer parameters from; 'bareprobe run --suite fit' measures "
            "them",
            run->source);
        status = EXIT_USAGE;
    } else {
        status = fit_verb_run(run, file);
    }
    run_free(run);
    return status;
}

const struct verb verb_fit = {
    .name = "fit",
    .synopsis = "RUN [-o FILE]",
    .summary = "infer parameters of the virtual Pentium from a run",
    .help =
        "Prints each parameter on which sources disagree or which is an assumption: the\n"
        "value inferred from the run's findings, the interval they leave, and the values\n"
        "in the sources. For each undecided parameter, prints the reason and the\n"
        "benchmark that would decide it. The suite fit has those benchmarks.\n"
        "\n"
        "  -o, --output FILE   write inferred parameters for vpentium -machine FILE; - is\n"
        "                      standard output\n"
        "      --db FILE       store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                      bareprobe.db in this directory)\n"
        "\n"
        "Example: bareprobe fit last -o mine.box\n",
    .run = fit_verb,
};
