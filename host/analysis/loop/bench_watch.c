/*
 * SPDX-License-Identifier: MIT
 * Runs benchmarks and programs in the virtual Pentium for `explain`: one repetition of an event
 * that counts clocks, so that the account covers only that repetition.
 */
#include "host/analysis/loop/bench_watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/loop/watched_program.h"
#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"
#include "tools/bench_image.h"
#include "tools/elf32_base.h"

#define RUN_SECONDS 300
#define STEPS_MOST  "12000"
#define CHANGED     "changed.elf" /* a copy of the file with the code, for trials */

static int bench_watch_find_image(struct bench_watch *watch, const char *kernel)
{
    char error[200];
    watch->kernel = kernel ? allocate_copy(kernel) : installed_file_find("bareprobe.elf");
    if (!watch->kernel) {
        char *places = installed_file_places("build/bareprobe.elf");
        message_print("no bareprobe.elf: it is %s; name one with --kernel=PATH", places);
        free(places);
        return -1;
    }
    watch->image = debug_image_open(watch->kernel, error, sizeof error);
    if (watch->image)
        return 0;
    message_print("--kernel: %s: %s", watch->kernel, error);
    return -1;
}

/* Checks the program, and adds it to the image. Returns 0, or -1 after a message. */
static int bench_watch_add_program(struct bench_watch *watch, struct request *request)
{
    char error[200];
    request->kernel = watch->kernel;
    request->cpu = watch->machine->cpu;
    if (request_prepare(request))
        return -1;
    const char *path = request->executables.programs[0].path;
    struct debug_image *program = debug_image_open_program(path, error, sizeof error);
    if (!program) {
        message_print("--program: %s: %s", path, error);
        return -1;
    }
    debug_image_add_program(watch->image, program);
    watch->program = request;
    watch->its = allocate_zeroed(sizeof *watch->its);
    *watch->its =
        (struct watched_program){.name = request->executables.programs[0].name, .path = path};
    return 0;
}

int bench_watch_open(struct bench_watch *watch, const struct explain_machine *machine,
                     const char *kernel, struct request *program)
{
    *watch = (struct bench_watch){.machine = machine};
    if (bench_watch_find_image(watch, kernel) ||
        (program && bench_watch_add_program(watch, program)))
        return -1;
    watch->folder = temporary_folder_create("bareprobe");
    return watch->folder ? 0 : -1;
}

static char *bench_watch_path(const struct bench_watch *watch, const char *name)
{
    return allocate_text("%s/%s", watch->folder, name);
}

void bench_watch_close(struct bench_watch *watch)
{
    static const char *const files[] = {"account", "steps", CHANGED};
    for (unsigned i = 0; watch->folder && i < sizeof files / sizeof files[0]; i++) {
        char *path = bench_watch_path(watch, files[i]);
        unlink(path);
        free(path);
    }
    if (watch->folder)
        rmdir(watch->folder);
    if (watch->image)
        debug_image_close(watch->image);
    if (watch->program) {
        watched_program_free(watch->its);
        free(watch->its);
        request_close(watch->program);
    }
    free(watch->folder);
    free(watch->kernel);
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* The files of a run and its settings. */
struct watched_run {
    const char *kernel;
    char *settings, *modules; /* modules: NULL for none */
};

/*
 * Returns 0, or -1 after a message, also if the kernel's own rules refuse the settings. `changed`
 * replaces the file that has the code; NULL for none.
 */
static int bench_watch_begin(const struct bench_watch *watch, const char *bench, char *changed,
                             struct watched_run *run)
{
    struct request request = {.bench = bench, .kernel = watch->kernel, .cpu = watch->machine->cpu};
    *run = (struct watched_run){.kernel = watch->kernel};
    if (watch->program)
        request = *watch->program;
    request.events = "count_clocks";
    request.repetitions = "1";
    char *settings = request_settings(&request);
    if (!settings)
        return -1;
    run->settings = allocate_text("%s report=records exit=qemu", settings);
    free(settings);
    if (changed && !watch->program)
        run->kernel = changed;
    struct named_file *file = request.executables.programs;
    char *own = file ? file->path : NULL;
    if (file && changed)
        file->path = changed;
    int status = request_modules(&request, &run->modules);
    if (file)
        file->path = own;
    return status;
}

static void bench_watch_end(struct watched_run *run)
{
    free(run->settings);
    free(run->modules);
}

/*
 * Runs the simulator with the words `more` and those of the run. `right`: the benchmark's checks
 * must succeed; otherwise the run is explained even if they fail.
 */
static int bench_watch_run(const struct explain_machine *machine, const struct watched_run *run,
                           const char *const *more, bool right, char **records)
{
    const char *words[24] = {"-kernel", run->kernel, "-append", run->settings};
    struct child child;
    unsigned n = 4;
    if (run->modules) {
        words[n++] = "-initrd";
        words[n++] = run->modules;
    }
    while ((words[n++] = *more++))
        continue;
    if (explain_machine_run(machine, words, RUN_SECONDS, &child))
        return -1;
    int status = right && child.status ? -1 : 0;
    if (records)
        *records = allocate_copy(child.output);
    child_free(&child);
    return status;
}

static int bench_watch_account(const struct bench_watch *watch,
                               const struct explain_machine *machine, const char *bench,
                               char *changed, struct region_accounts *accounts)
{
    char *path = bench_watch_path(watch, "account"), *records = NULL;
    const char *words[] = {"-account", path, NULL};
    struct watched_run run;
    int status = bench_watch_begin(watch, bench, changed, &run);
    if (!status)
        status = bench_watch_run(machine, &run, words, changed != NULL,
                                 watch->program && !changed ? &records : NULL);
    if (!status && records)
        watched_program_read(watch->its, records, watch->kernel);
    if (!status)
        status = region_accounts_read(accounts, path);
    bench_watch_end(&run);
    free(records);
    free(path);
    return status;
}

int bench_watch_accounts(const struct bench_watch *watch, const struct explain_machine *machine,
                         const char *bench, struct region_accounts *accounts)
{
    return bench_watch_account(watch, machine, bench, NULL, accounts);
}

/*
 * Writes a copy of the file that has the code, with other bytes. Returns 0, or -1 if the address is
 * not in the file.
 */
static int bench_watch_write_changed(const struct bench_watch *watch, const char *path,
                                     uint32_t address, const uint8_t *bytes, unsigned size)
{
    struct elf32 elf;
    char error[200];
    size_t left;
    int status = -1;
    FILE *to = NULL;
    const char *file =
        watch->program ? watch->program->executables.programs[0].path : watch->kernel;
    if (elf32_load(&elf, file, error, sizeof error))
        return -1;
    const uint8_t *at = elf32_at(&elf, address - elf32_base(&elf), &left);
    if (at && left >= size && (to = fopen(path, "wb"))) {
        memcpy(elf.file + (at - elf.file), bytes, size);
        status = fwrite(elf.file, 1, elf.file_size, to) == elf.file_size ? 0 : -1;
        status = fclose(to) ? -1 : status;
    }
    elf32_free(&elf);
    return status;
}

int bench_watch_changed(const struct bench_watch *watch, const char *bench, uint32_t address,
                        const uint8_t *bytes, unsigned size, struct region_accounts *accounts)
{
    char *path = bench_watch_path(watch, CHANGED);
    int status = bench_watch_write_changed(watch, path, address, bytes, size);
    if (!status)
        status = bench_watch_account(watch, watch->machine, bench, path, accounts);
    free(path);
    return status;
}

/*
 * The counted run follows an uncounted one, which has the same number of region entries and of
 * iterations.
 */
int bench_watch_steps(const struct bench_watch *watch, const struct account_region *region,
                      uint32_t address, double iteration, struct step_log *log)
{
    char *path = bench_watch_path(watch, "steps");
    struct watched_run run;
    char place[16], nth[24], begin[32];
    snprintf(place, sizeof place, "0x%x", address);
    snprintf(nth, sizeof nth, "%.0f", iteration);
    snprintf(begin, sizeof begin, "0x%x,%.0f", region->begin,
             region->entries / region->repetitions + 1);
    const char *words[] = {"-steps",       path,
                           "-steps-from",  place,
                           "-steps-nth",   nth,
                           "-steps-limit", STEPS_MOST,
                           "-steps-end",   region->begin ? "-steps-after" : NULL,
                           begin,          NULL};
    int status = bench_watch_begin(watch, region->bench, NULL, &run);
    if (!status)
        status = bench_watch_run(watch->machine, &run, words, false, NULL);
    if (!status)
        status = step_log_read(log, path);
    bench_watch_end(&run);
    free(path);
    return status;
}

const char *bench_watch_region(void *context, const char *bench, int number)
{
    const struct bench_watch *watch = context;
    const struct bench_image *benches = debug_image_benches(watch->image);
    const char *of, *name;
    uint32_t its;
    if (watch->program)
        return number >= 0 ? watch->its->regions[number] : NULL;
    for (unsigned i = 0; i < benches->regions.count; i++)
        if (bench_image_region(benches, i, &of, &name, &its) && its == (uint32_t)number &&
            !strncmp(of, bench, strlen(of)) && (!bench[strlen(of)] || bench[strlen(of)] == ':'))
            return name;
    return NULL;
}
