/*
 * SPDX-License-Identifier: MIT
 * Runs benchmarks in the virtual Pentium for `explain`: one repetition of an event that counts
 * clocks, so that the account covers only that repetition.
 */
#include "host/analysis/loop/bench_watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/machines/request.h"
#include "tools/bench_image.h"
#include "tools/elf32.h"

#define RUN_SECONDS 300
#define STEPS_MOST  "12000"

static int bench_watch_find_image(struct bench_watch *watch, const char *kernel)
{
    char error[200];
    watch->kernel = kernel ? allocate_copy(kernel) : installed_file_find("bareprobe.elf");
    if (!watch->kernel) {
        char *places = installed_file_places();
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

int bench_watch_open(struct bench_watch *watch, const struct explain_machine *machine,
                     const char *kernel)
{
    const char *temporary = getenv("TMPDIR");
    *watch = (struct bench_watch){.machine = machine};
    if (bench_watch_find_image(watch, kernel))
        return -1;
    watch->folder = allocate_text("%s/bareprobe-XXXXXX", temporary ? temporary : "/tmp");
    if (mkdtemp(watch->folder))
        return 0;
    message_print("%s: cannot create directory: %s", watch->folder, strerror(errno));
    free(watch->folder);
    watch->folder = NULL;
    return -1;
}

static char *bench_watch_path(const struct bench_watch *watch, const char *name)
{
    return allocate_text("%s/%s", watch->folder, name);
}

void bench_watch_close(struct bench_watch *watch)
{
    static const char *const files[] = {"account", "steps", "changed.elf"};
    for (unsigned i = 0; watch->folder && i < sizeof files / sizeof files[0]; i++) {
        char *path = bench_watch_path(watch, files[i]);
        unlink(path);
        free(path);
    }
    if (watch->folder)
        rmdir(watch->folder);
    if (watch->image)
        debug_image_close(watch->image);
    free(watch->folder);
    free(watch->kernel);
}

/* Returns the kernel's command line; NULL after a message if the kernel's own rules refuse it. */
static char *bench_watch_command_line(const struct bench_watch *watch, const char *bench)
{
    const struct request request = {.bench = bench,
                                    .events = "count_clocks",
                                    .repetitions = "1",
                                    .kernel = watch->kernel,
                                    .cpu = watch->machine->cpu};
    char *settings = request_settings(&request);
    char *line = settings ? allocate_text("%s report=records exit=qemu", settings) : NULL;
    free(settings);
    return line;
}

/*
 * `right`: the benchmark's checks must succeed; otherwise the run is explained even if they fail.
 */
static int bench_watch_run(const struct explain_machine *machine, const char *const *words,
                           bool right)
{
    struct child child;
    if (explain_machine_run(machine, words, RUN_SECONDS, &child))
        return -1;
    int status = right && child.status ? -1 : 0;
    child_free(&child);
    return status;
}

static int bench_watch_account(const struct bench_watch *watch,
                               const struct explain_machine *machine, const char *kernel,
                               const char *bench, struct region_accounts *accounts)
{
    char *line = bench_watch_command_line(watch, bench), *path = bench_watch_path(watch, "account");
    const char *words[] = {"-kernel", kernel, "-append", line, "-account", path, NULL};
    int status = line ? bench_watch_run(machine, words, kernel != watch->kernel) : -1;
    if (!status)
        status = region_accounts_read(accounts, path);
    free(line);
    free(path);
    return status;
}

int bench_watch_accounts(const struct bench_watch *watch, const struct explain_machine *machine,
                         const char *bench, struct region_accounts *accounts)
{
    return bench_watch_account(watch, machine, watch->kernel, bench, accounts);
}

/*
 * Writes a copy of the image's file with the bytes. Returns 0, or -1 if the address is not in the
 * file.
 */
static int bench_watch_write_changed(const struct bench_watch *watch, const char *path,
                                     uint32_t address, const uint8_t *bytes, unsigned size)
{
    struct elf32 elf;
    char error[200];
    size_t left;
    int status = -1;
    FILE *from = fopen(watch->kernel, "rb"), *to = NULL;
    if (!from || elf32_load(&elf, watch->kernel, error, sizeof error)) {
        if (from)
            fclose(from);
        return -1;
    }
    const uint8_t *at = elf32_at(&elf, address, &left);
    if (at && left >= size && fseek(from, 0, SEEK_END) == 0 && (to = fopen(path, "wb"))) {
        size_t length = (size_t)ftell(from), offset = (size_t)(at - elf.file);
        memcpy(elf.file + offset, bytes, size);
        status = fwrite(elf.file, 1, length, to) == length ? 0 : -1;
        status = fclose(to) ? -1 : status;
    }
    fclose(from);
    elf32_free(&elf);
    return status;
}

int bench_watch_changed(const struct bench_watch *watch, const char *bench, uint32_t address,
                        const uint8_t *bytes, unsigned size, struct region_accounts *accounts)
{
    char *path = bench_watch_path(watch, "changed.elf");
    int status = bench_watch_write_changed(watch, path, address, bytes, size);
    if (!status)
        status = bench_watch_account(watch, watch->machine, path, bench, accounts);
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
    char *line = bench_watch_command_line(watch, region->bench),
         *path = bench_watch_path(watch, "steps");
    char place[16], nth[24], begin[32];
    snprintf(place, sizeof place, "0x%x", address);
    snprintf(nth, sizeof nth, "%.0f", iteration);
    snprintf(begin, sizeof begin, "0x%x,%.0f", region->begin,
             region->entries / region->repetitions + 1);
    const char *words[] = {"-kernel",      watch->kernel,
                           "-append",      line,
                           "-steps",       path,
                           "-steps-from",  place,
                           "-steps-nth",   nth,
                           "-steps-limit", STEPS_MOST,
                           "-steps-end",   region->begin ? "-steps-after" : NULL,
                           begin,          NULL};
    int status = line ? bench_watch_run(watch->machine, words, false) : -1;
    if (!status)
        status = step_log_read(log, path);
    free(line);
    free(path);
    return status;
}

const char *bench_watch_region(void *context, const char *bench, int number)
{
    const struct bench_watch *watch = context;
    const struct bench_image *benches = debug_image_benches(watch->image);
    const char *of, *name;
    uint32_t its;
    for (unsigned i = 0; i < benches->regions.count; i++)
        if (bench_image_region(benches, i, &of, &name, &its) && its == (uint32_t)number &&
            !strncmp(of, bench, strlen(of)) && (!bench[strlen(of)] || bench[strlen(of)] == ':'))
            return name;
    return NULL;
}
