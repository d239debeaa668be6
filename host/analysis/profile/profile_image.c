/*
 * SPDX-License-Identifier: MIT
 * Finds the kernel image and the executables that a run used, for functions, lines and
 * instructions.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/analysis/profile/profiles.h"
#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"

static struct debug_image *profile_image_open(const struct run *run, const char *kernel)
{
    char error[200];
    struct debug_image *image = debug_image_open(kernel, error, sizeof error);
    if (!image) {
        bool named = strstr(error, kernel);
        message_print("--kernel: %s%s%s: samples are shown by address only", named ? "" : kernel,
                      named ? "" : " ", error);
        return NULL;
    }
    const struct bench_image *benches = debug_image_benches(image);
    if (bench_image_is(benches, run->build, run->benches_there))
        return image;
    message_print(
        "--kernel: %s is build %s with %u benchmarks, but the run is of build %s with %u: samples "
        "are shown by address only",
        kernel, bench_image_build(benches), benches->benchmarks.count,
        *run->build ? run->build : "(unknown)", run->benches_there);
    debug_image_close(image);
    return NULL;
}

/* Opens the default image of the run's build; returns NULL if it is not found. The caller frees
 * *path, which is set if `path` is not NULL. */
static struct debug_image *profile_image_open_usual(const struct run *run, char **path)
{
    static const char *const usual[] = {"bareprobe.elf", "bareprobe-quick.elf",
                                        "bareprobe-test.elf"};
    for (unsigned i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        char error[200], *found = installed_file_find(usual[i]);
        struct debug_image *image = found ? debug_image_open(found, error, sizeof error) : NULL;
        const bool right =
            image && bench_image_is(debug_image_benches(image), run->build, run->benches_there);
        if (right && path)
            *path = found;
        else
            free(found);
        if (right)
            return image;
        if (image)
            debug_image_close(image);
    }
    char *places = installed_file_places(NULL);
    message_print(
        "samples are shown by address only: the kernel image of build %s, which has functions and "
        "lines, is %s; name it with --kernel FILE",
        *run->build ? run->build : "(unknown)", places);
    free(places);
    return NULL;
}

struct debug_image *profile_image_find(const struct run *run, const char *kernel)
{
    return kernel ? profile_image_open(run, kernel) : profile_image_open_usual(run, NULL);
}

/* ---- programs -------------------------------------------------------------------------------- */

/* Adds an image for a benchmark, unless it has one. */
static void profile_images_add_bench(struct profile_images *images, const char *bench,
                                     const char *path, const char *kernel)
{
    char error[200];
    for (unsigned i = 0; i < images->n; i++)
        if (images->programs[i].bench == bench)
            return;
    struct debug_image *program = debug_image_open_program(path, error, sizeof error);
    struct debug_image *image = kernel ? debug_image_open(kernel, error, sizeof error) : NULL;
    if (image)
        debug_image_add_program(image, program);
    struct profile_program *one =
        allocate_element(&images->programs, &images->n, sizeof *images->programs);
    *one = (struct profile_program){bench, image ? image : program};
}

/* Adds the images of an executable's benchmarks; `kernel` is the image's file, or NULL. */
static void profile_images_add(struct profile_images *images, const struct run *run,
                               const char *path, const char *kernel)
{
    char error[200];
    struct stat file;
    unsigned found = 0;
    struct debug_image *program = debug_image_open_program(path, error, sizeof error);
    if (!program) {
        message_print("--program: %s: its samples are shown by address only", error);
        return;
    }
    debug_image_close(program);
    for (unsigned i = 0; i < run->n_programs && !stat(path, &file); i++) {
        if ((off_t)run->programs[i].file_bytes != file.st_size)
            continue;
        profile_images_add_bench(images, run->programs[i].bench, path, kernel);
        found++;
    }
    if (!found)
        message_print(
            "--program: %s is not the file that ran: its samples are shown by address only", path);
}

/* Reports the first program whose executable was not named. */
static void profile_images_report_unnamed(const struct run *run)
{
    if (run->n_programs)
        message_print(
            "%s: its samples are shown by address only; name its executable with "
            "--program FILE",
            run->programs[0].bench);
}

void profile_images_open(struct profile_images *images, const struct run *run, const char *kernel,
                         const char *const *programs)
{
    char *usual = NULL;
    *images = (struct profile_images){.kernel = kernel ? profile_image_open(run, kernel)
                                                       : profile_image_open_usual(run, &usual)};
    for (unsigned i = 0; programs[i]; i++)
        profile_images_add(images, run, programs[i], images->kernel && kernel ? kernel : usual);
    if (!programs[0])
        profile_images_report_unnamed(run);
    free(usual);
}

void profile_images_close(struct profile_images *images)
{
    for (unsigned i = 0; i < images->n; i++)
        debug_image_close(images->programs[i].image);
    if (images->kernel)
        debug_image_close(images->kernel);
    free(images->programs);
    *images = (struct profile_images){0};
}
