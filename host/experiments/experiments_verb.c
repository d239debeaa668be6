/*
 * SPDX-License-Identifier: MIT
 * bareprobe experiments: measures sets of Pentium 4 events, described in the XML of Brink & Abyss.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/base/write_file.h"
#include "host/experiments/entries.h"
#include "host/base/installed_files.h"
#include "host/experiments/outdir.h"
#include "host/experiments/bench_programs.h"
#include "host/experiments/run_jobs.h"

static int write_config(const struct experiment_wishes *wishes)
{
    size_t length;
    char *text = config_write(&length);
    int status = write_whole(wishes->write_config, text, length);
    free(text);
    return status;
}

/* ---- without a run -------------------------------------------------------------------------- */

static int write_registers(const struct experiments *experiments, const char *outdir)
{
    int status = outdir_make(outdir);
    for (unsigned i = 0; i < experiments->n_experiments && !status; i++) {
        const struct experiment *experiment = &experiments->experiments[i];
        size_t length;
        char *text = register_file(experiment, experiments->slips.file, &length);
        char *path = memory_print("%s/%s.txt", outdir, experiment->name);
        status = write_whole(path, text, length);
        if (!status)
            puts(path);
        free(path);
        free(text);
    }
    return status;
}

static void print_experiment(const struct experiment *experiment)
{
    static const char *const headers[] = {"event", "base", "counter", "CCCR", "in", "ESCR"};
    struct entry entries[NETBURST_COUNTERS];
    unsigned n = entries_of(experiment, entries);
    struct table *table = table_new(6);
    for (unsigned i = 0; i < 6; i++)
        table_column(table, i, headers[i], i == 2 ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < n; i++) {
        table_row(table);
        table_cell(table, 0, "%s", entries[i].tags ? entries[i].event : entries[i].name);
        table_cell(table, 1, "%s%s", entries[i].tags ? entries[i].name : entries[i].event,
                   entries[i].tags ? ", tags" : "");
        table_cell(table, 2, "%u", entries[i].counter);
        table_cell(table, 3, "0x%08x", entries[i].cccr_value);
        table_cell(table, 4, "%s", netburst_escrs[entries[i].escr].name);
        table_cell(table, 5, "0x%08x", entries[i].escr_value);
    }
    printf("%s\n", experiment->name);
    table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    if (experiment->plan.enable)
        printf("PEBS_ENABLE 0x%08x, PEBS_MATRIX_VERT 0x%x\n", experiment->plan.enable,
               experiment->plan.vertical);
}

static int print_all(const struct experiments *experiments)
{
    for (unsigned i = 0; i < experiments->n_experiments; i++) {
        if (i)
            putchar('\n');
        print_experiment(&experiments->experiments[i]);
    }
    return EXIT_FINE;
}

/* ---- the verb ------------------------------------------------------------------------------- */

static int perform(struct experiments *experiments, struct experiment_wishes *wishes)
{
    if (wishes->print)
        return print_all(experiments);
    if (wishes->registers_only)
        return write_registers(experiments, wishes->outdir);
    char *kernel = wishes->kernel ? memory_text(wishes->kernel) : files_find("bareprobe.elf");
    wishes->kernel_path = kernel;
    int status = EXIT_USAGE;
    if (!programs_find(experiments, wishes, kernel))
        status = run_jobs(experiments, wishes);
    free(kernel);
    return status;
}

static int read_and_perform(struct experiment_wishes *wishes)
{
    struct config config;
    struct experiments experiments = {.n_programs = 0};
    int status = EXIT_USAGE;
    bool read = !config_open(&config, wishes->config, wishes->strict);
    if (read && !experiments_open(&experiments, &config, wishes->file, wishes->strict) &&
        !experiments_assign(&experiments, &wishes->machine))
        status = perform(&experiments, wishes);
    else if (wishes->strict && config.slips.mended + experiments.slips.mended)
        say("--strict: the file has errors that would otherwise be corrected; nothing was "
            "measured");
    experiments_close(&experiments);
    config_close(&config);
    return status;
}

static int experiments_run(int argc, char **argv)
{
    struct experiment_wishes wishes = {.outdir = "./emon_data", .iterations_text = "1"};
    bool sim = false; /* the default; the value is not needed */
    const struct option_spec options[] = {
        {0, "config", &wishes.config, NULL},
        {0, "outdir", &wishes.outdir, NULL},
        {0, "iters", &wishes.iterations_text, NULL},
        {0, "program...", wishes.programs, NULL},
        {'b', "bench", &wishes.bench, NULL},
        {0, "without-sampling", NULL, &wishes.no_sampling},
        {0, "registers-only", NULL, &wishes.registers_only},
        {0, "write-config", &wishes.write_config, &wishes.wants_config},
        {0, "print", NULL, &wishes.print},
        {0, "strict", NULL, &wishes.strict},
        {0, "cpu", &wishes.cpu, NULL},
        {0, "sim", &wishes.sim, &sim},
        {0, "serial", &wishes.serial, NULL},
        {0, "kernel", &wishes.kernel, NULL},
        {0, "db", &wishes.keeping.store, NULL},
        {0, "no-store", NULL, &wishes.keeping.no_store},
        {0, "timeout", &wishes.silence, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = options_read(&verb_experiments, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments > 0 && !strchr(argv[1], '=')) {
        wishes.file = argv[1];
        wishes.settings = argv + 2;
        wishes.n_settings = n_arguments - 1;
    }
    if (experiment_wishes_check(&wishes))
        return EXIT_USAGE;
    return wishes.wants_config ? write_config(&wishes) : read_and_perform(&wishes);
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
    .run = experiments_run,
};
