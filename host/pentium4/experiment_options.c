/*
 * SPDX-License-Identifier: MIT
 * Checks the options of `bareprobe experiments` and reports combinations that are not valid.
 */
#include "host/pentium4/experiment_options.h"

#include <string.h>

#include "host/base/message.h"
#include "host/pentium4/netburst_cpu.h"

#define USUAL_CPU     "northwood"
#define USUAL_SILENCE "300"
#define MOST_ITERS    10000

static int experiment_options_check_files(const struct experiment_options *options)
{
    if (options->wants_config && options->file) {
        message_print(
            "--write-config writes the default configuration and reads no file of experiments; "
            "--write-config=FILE names the file to write");
        return -1;
    }
    if (!options->wants_config && !options->file) {
        message_print("no file of experiments given; name one, such as experiments.xml");
        return -1;
    }
    if (options->registers_only && options->print) {
        message_print(
            "--registers-only writes register files, --print prints the registers: give only one "
            "of them");
        return -1;
    }
    return 0;
}

int experiment_options_check(struct experiment_options *options)
{
    struct netburst_cpu cpu;
    double iterations;
    if (experiment_options_check_files(options))
        return -1;
    if (options->serial && (options->sim || options->kernel)) {
        message_print("%s cannot be combined with --serial: the machine boots its own kernel",
                      options->sim ? "--sim" : "--kernel");
        return -1;
    }
    if (options->bench && options->programs[0]) {
        message_print(
            "--bench sets one benchmark for all programs, --program one for each: give only one of "
            "them");
        return -1;
    }
    if (saved_run_check_options(&options->saving))
        return -1;
    if (!netburst_cpu_find(options->cpu ? options->cpu : USUAL_CPU, &cpu)) {
        message_print("--cpu: '%s' is not a Pentium 4; allowed: " NETBURST_CPUS, options->cpu);
        return -1;
    }
    options->machine = cpu.machine;
    if (!options->cpu && !options->serial)
        options->cpu = USUAL_CPU;
    if (verb_option_number("--iters", options->iterations_text, 1, MOST_ITERS, &iterations))
        return -1;
    options->iterations = (unsigned)iterations;
    options->saving.kernel = options->kernel;
    const char *usual = options->serial ? "0" : USUAL_SILENCE;
    return verb_option_number("--timeout", options->silence ? options->silence : usual, 0, 1e6,
                              &options->most_silence);
}
