/*
 * SPDX-License-Identifier: MIT
 * Finds a benchmark for each program of an experiment file. The last component of the program's
 * command, or its label, is compared with the last components of the benchmarks' names.
 */
#include "host/pentium4/bench_programs.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "kernel/settings/suggestions.h"
#include "tools/bench_image.h"

/* The benchmarks of a kernel image. */
struct benches {
    struct elf32 elf;
    struct bench_image image;
};

static const char *bench_programs_bench_name(const struct benches *benches, unsigned i)
{
    struct bench_descriptor descriptor = bench_image_get(&benches->image, i);
    const char *name = elf32_text_at(&benches->elf, descriptor.name);
    return name ? name : "";
}

static const char *bench_programs_last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/*
 * Returns whether wanted[0..length-1] is the benchmark's name, or its last component if `whole` is
 * false.
 */
static bool bench_programs_is_named(const char *name, const char *wanted, size_t length, bool whole)
{
    const char *candidate = whole ? name : bench_programs_last_part(name);
    return strlen(candidate) == length && !strncmp(candidate, wanted, length);
}

/*
 * Returns the only benchmark with that name; arguments after the name are ignored. Returns NULL if
 * there is no such benchmark. Several benchmarks with the name are reported as an input error.
 */
static const char *bench_programs_find_named(struct experiments *experiments,
                                             const struct benches *benches,
                                             const struct experiment_program *program,
                                             const char *wanted, bool whole)
{
    size_t length = strcspn(wanted, ": ");
    const char *found = NULL;
    for (unsigned i = 0; i < benches->image.benchmarks.count; i++) {
        const char *name = bench_programs_bench_name(benches, i);
        if (!bench_programs_is_named(name, wanted, length, whole))
            continue;
        if (found)
            xml_error_refuse(&experiments->errors, program->line,
                             "<%s>: '%.*s' is ambiguous: it matches %s and %s; choose one, as in "
                             "--program %s=%s",
                             program->name, (int)length, wanted, found, name, program->name, found);
        found = name;
    }
    return found;
}

static void bench_programs_refuse(struct experiments *experiments, const struct benches *benches,
                                  const struct experiment_program *program, const char *wanted)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; strlen(wanted) > 2 && i < benches->image.benchmarks.count; i++)
        suggestions_offer(&suggestion, wanted, strlen(wanted),
                          bench_programs_last_part(bench_programs_bench_name(benches, i)));
    xml_error_refuse(&experiments->errors, program->line,
                     "<%s command=\"%s\">: no benchmark is named %s or %s%s%s%s; name one with "
                     "--program %s=BENCHMARK ('bareprobe list benches' lists all %u)",
                     program->name, program->command, wanted, program->name,
                     suggestion.best ? "; did you mean " : "",
                     suggestion.best ? suggestion.best : "", suggestion.best ? "?" : "",
                     program->name, benches->image.benchmarks.count);
}

static void bench_programs_find_one(struct experiments *experiments, const struct benches *benches,
                                    struct experiment_program *program)
{
    const char *command = program->command;
    while (!strncmp(command, "./", 2))
        command += 2;
    const char *wanted = bench_programs_last_part(command), *arguments = strchr(command, ':');
    if (arguments && arguments < wanted) /* the slash is in an argument's value */
        wanted = command;
    const char *found = bench_programs_find_named(experiments, benches, program, command, true);
    if (!found)
        found = bench_programs_find_named(experiments, benches, program, wanted, false);
    if (!found)
        found = bench_programs_find_named(experiments, benches, program, program->name, false);
    if (!found)
        bench_programs_refuse(experiments, benches, program, wanted);
    else
        program->bench =
            string_set_print(&experiments->strings, "%s%s", found, arguments ? arguments : "");
}

/* Handles --program PROGRAM=BENCHMARK of the command line. */
static int bench_programs_read_given(struct experiments *experiments, const char *const *given)
{
    for (; *given; given++) {
        const char *equals = strchr(*given, '=');
        struct experiment_program *program = NULL;
        for (unsigned i = 0; equals && i < experiments->n_programs; i++)
            if (strlen(experiments->programs[i].name) == (size_t)(equals - *given) &&
                !strncmp(experiments->programs[i].name, *given, (size_t)(equals - *given)))
                program = &experiments->programs[i];
        if (!program) {
            message_print(
                "--program: '%s': expected PROGRAM=BENCHMARK, where PROGRAM is defined in %s",
                *given, experiments->errors.file);
            return -1;
        }
        program->bench = string_set_add(&experiments->strings, equals + 1, strlen(equals + 1));
    }
    return 0;
}

static int bench_programs_find_all(struct experiments *experiments, const char *path)
{
    struct benches benches = {.elf = {0}};
    char error[200];
    if (elf32_load(&benches.elf, path, error, sizeof error)) {
        message_print("%s: not a kernel image: %s", path, error);
        return -1;
    }
    if (bench_image_open(&benches.image, &benches.elf)) {
        message_print("%s: not a kernel image of bareprobe: it has no table of benchmarks", path);
        elf32_free(&benches.elf);
        return -1;
    }
    for (unsigned i = 0; i < experiments->n_programs; i++)
        if (!experiments->programs[i].bench)
            bench_programs_find_one(experiments, &benches, &experiments->programs[i]);
    elf32_free(&benches.elf);
    return experiments->errors.refused ? -1 : 0;
}

/* Replaces all programs by one, as CountIt did. */
static void bench_programs_replace(struct experiments *experiments, const char *bench)
{
    free(experiments->programs);
    experiments->programs = NULL;
    experiments->n_programs = 0;
    struct experiment_program *program =
        allocate_element(&experiments->programs, &experiments->n_programs, sizeof *program);
    const char *name = bench_programs_last_part(bench);
    program->name = string_set_add(&experiments->strings, name, strcspn(name, ":"));
    program->command = program->bench = string_set_add(&experiments->strings, bench, strlen(bench));
}

int bench_programs_find(struct experiments *experiments, const struct experiment_options *options,
                        const char *kernel)
{
    if (options->bench)
        bench_programs_replace(experiments, options->bench);
    if (!experiments->n_programs) {
        message_print("%s: the file defines no program; name a benchmark with --bench BENCH",
                      experiments->errors.file);
        return -1;
    }
    if (bench_programs_read_given(experiments, options->programs))
        return -1;
    if (kernel)
        return bench_programs_find_all(experiments, kernel);
    char *places = installed_file_places("build/bareprobe.elf");
    message_print("the kernel image bareprobe.elf is %s; name one with --kernel FILE", places);
    free(places);
    return -1;
}
