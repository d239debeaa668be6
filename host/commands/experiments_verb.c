/*
 * SPDX-License-Identifier: MIT
 * bareprobe experiments: measures sets of Pentium 4 events, described in the XML of Brink & Abyss.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/base/atomic_file.h"
#include "host/commands/all_verbs.h"
#include "host/pentium4/counter_entries.h"
#include "host/base/installed_files.h"
#include "host/pentium4/outdir.h"
#include "host/pentium4/bench_programs.h"
#include "host/pentium4/job_sequence.h"
#include "host/pentium4/xml/emon_config.h"
#include "host/pentium4/xml/emon_writer.h"

static int experiments_verb_write_config(const struct experiment_options *options)
{
    size_t length;
    char *text = emon_writer_text(&length);
    int status = atomic_file_write(options->write_config, text, length);
    free(text);
    return status;
}

/* ---- without a run -------------------------------------------------------------------------- */

static int experiments_verb_registers(const struct experiments *experiments, const char *outdir)
{
    int status = outdir_make(outdir);
    for (unsigned i = 0; i < experiments->n_experiments && !status; i++) {
        const struct experiment *experiment = &experiments->experiments[i];
        size_t length;
        char *text = register_file(experiment, experiments->errors.file, &length);
        char *path = allocate_text("%s/%s.txt", outdir, experiment->name);
        status = atomic_file_write(path, text, length);
        if (!status)
            puts(path);
        free(path);
        free(text);
    }
    return status;
}

static void experiments_verb_print(const struct experiment *experiment)
{
    static const char *const headers[] = {"event", "base", "counter", "CCCR", "in", "ESCR"};
    struct counter_entry entries[NETBURST_COUNTERS];
    unsigned n = counter_entries_of(experiment, entries);
    struct text_table *table = text_table_new(6);
    for (unsigned i = 0; i < 6; i++)
        text_table_set_column(table, i, headers[i], i == 2 ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < n; i++) {
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", entries[i].tags ? entries[i].event : entries[i].name);
        text_table_cell(table, 1, "%s%s", entries[i].tags ? entries[i].name : entries[i].event,
                        entries[i].tags ? ", tags" : "");
        text_table_cell(table, 2, "%u", entries[i].counter);
        text_table_cell(table, 3, "0x%08x", entries[i].cccr_value);
        text_table_cell(table, 4, "%s", netburst_escrs[entries[i].escr].name);
        text_table_cell(table, 5, "0x%08x", entries[i].escr_value);
    }
    printf("%s\n", experiment->name);
    text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    counter_entries_print_starts(entries, n, stdout);
    if (experiment->plan.enable)
        printf("PEBS_ENABLE 0x%08x, PEBS_MATRIX_VERT 0x%x\n", experiment->plan.enable,
               experiment->plan.vertical);
}

static int experiments_verb_print_all(const struct experiments *experiments)
{
    for (unsigned i = 0; i < experiments->n_experiments; i++) {
        if (i)
            putchar('\n');
        experiments_verb_print(&experiments->experiments[i]);
    }
    return EXIT_FINE;
}

/* ---- the verb ------------------------------------------------------------------------------- */

static int experiments_verb_perform(struct experiments *experiments,
                                    struct experiment_options *options)
{
    if (options->print)
        return experiments_verb_print_all(experiments);
    if (options->registers_only)
        return experiments_verb_registers(experiments, options->outdir);
    char *kernel =
        options->kernel ? allocate_copy(options->kernel) : installed_file_find("bareprobe.elf");
    options->kernel_path = kernel;
    int status = EXIT_USAGE;
    if (!bench_programs_find(experiments, options, kernel))
        status = job_sequence_run(experiments, options);
    free(kernel);
    return status;
}

static int experiments_verb_read_file(struct experiment_options *options)
{
    struct config config;
    struct experiments experiments = {.n_programs = 0};
    int status = EXIT_USAGE;
    bool read = !emon_config_open(&config, options->config, options->strict);
    if (read && !experiment_file_open(&experiments, &config, options->file, options->strict) &&
        !experiment_file_assign(&experiments, &options->machine))
        status = experiments_verb_perform(&experiments, options);
    else if (options->strict && config.errors.corrected + experiments.errors.corrected)
        message_print(
            "--strict: the file has errors that would otherwise be corrected; nothing was "
            "measured");
    experiment_file_close(&experiments);
    emon_config_close(&config);
    return status;
}

static int experiments_verb_run(int argc, char **argv)
{
    struct experiment_options options = {.outdir = "./emon_data", .iterations_text = "1"};
    bool sim = false; /* the default; the value is not needed */
    const struct option_spec option_table[] = {
        {0, "config", &options.config, NULL},
        {0, "outdir", &options.outdir, NULL},
        {0, "iters", &options.iterations_text, NULL},
        {0, "program...", options.programs, NULL},
        {'b', "bench", &options.bench, NULL},
        {0, "without-sampling", NULL, &options.no_sampling},
        {0, "registers-only", NULL, &options.registers_only},
        {0, "write-config", &options.write_config, &options.wants_config},
        {0, "print", NULL, &options.print},
        {0, "strict", NULL, &options.strict},
        {0, "cpu", &options.cpu, NULL},
        {0, "sim", &options.sim, &sim},
        {0, "serial", &options.serial, NULL},
        {0, "kernel", &options.kernel, NULL},
        {0, "db", &options.saving.store, NULL},
        {0, "no-store", NULL, &options.saving.no_store},
        {0, "timeout", &options.silence, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = verb_options_read(&verb_experiments, argc, argv, option_table, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments > 0 && !verb_word_is_setting(argv[1])) {
        options.file = argv[1];
        options.settings = argv + 2;
        options.n_settings = n_arguments - 1;
    }
    if (experiment_options_check(&options))
        return EXIT_USAGE;
    return options.wants_config ? experiments_verb_write_config(&options)
                                : experiments_verb_read_file(&options);
}

const struct verb verb_experiments = {
    .name = "experiments",
    .synopsis = "FILE [--config FILE] [--outdir DIR] [OPTION]... [SETTING=VALUE]...",
    .summary = "count sets of Pentium 4 events given in the XML of Brink & Abyss",
    .help =
        "      --config FILE      events that can be counted (default: all events known\n"
        "                         to bareprobe)\n"
        "      --write-config[=FILE]  write the default configuration, to be edited\n"
        "      --outdir DIR       directory for results (default ./emon_data)\n"
        "      --iters N          counted executions of each program (default 1)\n"
        "      --program PROGRAM=BENCH  benchmark to run for a program of the file\n"
        "                         (default: the one named like the last part of the\n"
        "                         program's command)\n"
        "  -b, --bench BENCH      run this benchmark instead of the file's programs\n"
        "  SETTING=VALUE          any setting of the kernel, such as state=cold\n"
        "      --registers-only   write a register file of libp4pm for each experiment,\n"
        "                         DIR/EXPERIMENT.txt, and measure nothing\n"
        "      --print            print the registers of each experiment, and measure\n"
        "                         nothing\n"
        "      --without-sampling  count events that have <ebs/> instead of sampling them\n"
        "      --strict           reject files with errors, even where the intended\n"
        "                         meaning is clear\n"
        "      --sim[=PATH]       run in the virtual Pentium 4 (default)\n"
        "      --cpu MODEL        simulated processor: willamette, northwood (default),\n"
        "                         prescott\n"
        "      --serial DEV[,BAUD]  run on the machine at this port, which must boot once\n"
        "                         for each job\n"
        "      --kernel FILE      kernel image (default: the one installed with this\n"
        "                         program)\n"
        "      --db FILE          store for the runs (default $BAREPROBE_DB, else\n"
        "                         bareprobe.db in this directory)\n"
        "      --no-store         do not store the runs\n"
        "      --timeout S        stop after S seconds without data; 0: never (default\n"
        "                         300, with --serial 0)\n"
        "\n"
        "A job measures one program with one experiment and has its own directory in DIR.\n"
        "Errors in a file are reported with their line. They are corrected if only one\n"
        "meaning is possible. A set of events that cannot be counted together is rejected\n"
        "with the reason.\n"
        "\n"
        "Example: bareprobe experiments --write-config=emon_config.xml\n",
    .run = experiments_verb_run,
};
