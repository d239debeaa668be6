/*
 * SPDX-License-Identifier: MIT
 * Finds a benchmark for each program of an experiment file. The last component of the program's
 * command, or its label, is compared with the last components of the benchmarks' names.
 */
#include "host/experiments/bench_programs.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "kernel/settings/suggest.h"
#include "tools/bench_image.h"

/* The benchmarks of a kernel image. */
struct benches {
    struct elf32 elf;
    struct bench_image image;
};

static const char *bench_name(const struct benches *benches, unsigned i)
{
    struct bench_descriptor descriptor = bench_image_get(&benches->image, i);
    const char *name = elf32_text_at(&benches->elf, descriptor.name);
    return name ? name : "";
}

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/*
 * Returns whether asked[0..length-1] is the benchmark's name, or its last component if `whole` is
 * false.
 */
static bool is_called(const char *name, const char *asked, size_t length, bool whole)
{
    const char *candidate = whole ? name : last_part(name);
    return strlen(candidate) == length && !strncmp(candidate, asked, length);
}

/*
 * Returns the only benchmark with that name; arguments after the name are ignored. Returns NULL if
 * there is no such benchmark. Several benchmarks with the name are reported as an input error.
 */
static const char *find(struct experiments *experiments, const struct benches *benches,
                        const struct program *program, const char *asked, bool whole)
{
    size_t length = strcspn(asked, ": ");
    const char *found = NULL;
    for (unsigned i = 0; i < benches->image.benchmarks.count; i++) {
        const char *name = bench_name(benches, i);
        if (!is_called(name, asked, length, whole))
            continue;
        if (found)
            slip_refuse(&experiments->slips, program->line,
                        "<%s>: '%.*s' is ambiguous: it matches %s and %s; choose one, as in "
                        "--program %s=%s",
                        program->name, (int)length, asked, found, name, program->name, found);
        found = name;
    }
    return found;
}

static void refuse(struct experiments *experiments, const struct benches *benches,
                   const struct program *program, const char *asked)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; strlen(asked) > 2 && i < benches->image.benchmarks.count; i++)
        suggest_offer(&suggestion, asked, strlen(asked), last_part(bench_name(benches, i)));
    slip_refuse(&experiments->slips, program->line,
                "<%s command=\"%s\">: no benchmark is named %s or %s%s%s%s; name one with "
                "--program %s=BENCHMARK ('bareprobe list benches' lists all %u)",
                program->name, program->command, asked, program->name,
                suggestion.best ? "; did you mean " : "", suggestion.best ? suggestion.best : "",
                suggestion.best ? "?" : "", program->name, benches->image.benchmarks.count);
}

static void find_program(struct experiments *experiments, const struct benches *benches,
                         struct program *program)
{
    const char *command = program->command;
    while (!strncmp(command, "./", 2))
        command += 2;
    const char *asked = last_part(command), *arguments = strchr(command, ':');
    if (arguments && arguments < asked) /* the slash is in an argument's value */
        asked = command;
    const char *found = find(experiments, benches, program, command, true);
    if (!found)
        found = find(experiments, benches, program, asked, false);
    if (!found)
        found = find(experiments, benches, program, program->name, false);
    if (!found)
        refuse(experiments, benches, program, asked);
    else
        program->bench =
            strings_print(&experiments->strings, "%s%s", found, arguments ? arguments : "");
}

/* Handles --program PROGRAM=BENCHMARK of the command line. */
static int take_given(struct experiments *experiments, const char *const *given)
{
    for (; *given; given++) {
        const char *equals = strchr(*given, '=');
        struct program *program = NULL;
        for (unsigned i = 0; equals && i < experiments->n_programs; i++)
            if (strlen(experiments->programs[i].name) == (size_t)(equals - *given) &&
                !strncmp(experiments->programs[i].name, *given, (size_t)(equals - *given)))
                program = &experiments->programs[i];
        if (!program) {
            say("--program: '%s': expected PROGRAM=BENCHMARK, where PROGRAM is defined in %s",
                *given, experiments->slips.file);
            return -1;
        }
        program->bench = strings_keep(&experiments->strings, equals + 1, strlen(equals + 1));
    }
    return 0;
}

static int find_all(struct experiments *experiments, const char *path)
{
    struct benches benches = {.elf = {0}};
    char error[200];
    if (elf32_load(&benches.elf, path, error, sizeof error)) {
        say("%s: not a kernel image: %s", path, error);
        return -1;
    }
    if (bench_image_open(&benches.image, &benches.elf)) {
        say("%s: not a kernel image of bareprobe: it has no table of benchmarks", path);
        elf32_free(&benches.elf);
        return -1;
    }
    for (unsigned i = 0; i < experiments->n_programs; i++)
        if (!experiments->programs[i].bench)
            find_program(experiments, &benches, &experiments->programs[i]);
    elf32_free(&benches.elf);
    return experiments->slips.refused ? -1 : 0;
}

/* Replaces all programs by one, as CountIt did. */
static void take_bench(struct experiments *experiments, const char *bench)
{
    free(experiments->programs);
    experiments->programs = NULL;
    experiments->n_programs = 0;
    struct program *program =
        memory_add(&experiments->programs, &experiments->n_programs, sizeof *program);
    const char *name = last_part(bench);
    program->name = strings_keep(&experiments->strings, name, strcspn(name, ":"));
    program->command = program->bench = strings_keep(&experiments->strings, bench, strlen(bench));
}

int programs_find(struct experiments *experiments, const struct experiment_wishes *wishes,
                  const char *kernel)
{
    if (wishes->bench)
        take_bench(experiments, wishes->bench);
    if (!experiments->n_programs) {
        say("%s: the file defines no program; name a benchmark with --bench BENCH",
            experiments->slips.file);
        return -1;
    }
    if (take_given(experiments, wishes->programs))
        return -1;
    if (kernel)
        return find_all(experiments, kernel);
    char *places = files_places();
    say("the kernel image bareprobe.elf is %s; name one with --kernel FILE", places);
    free(places);
    return -1;
}
