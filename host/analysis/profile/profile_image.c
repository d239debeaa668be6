/*
 * SPDX-License-Identifier: MIT
 * Finds the kernel image that a run used, for functions, lines and instructions.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/analysis/profile/profiles.h"
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

struct debug_image *profile_image_find(const struct run *run, const char *kernel)
{
    static const char *const usual[] = {"bareprobe.elf", "bareprobe-quick.elf",
                                        "bareprobe-test.elf"};
    if (kernel)
        return profile_image_open(run, kernel);
    for (unsigned i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        char error[200], *path = installed_file_find(usual[i]);
        struct debug_image *image = path ? debug_image_open(path, error, sizeof error) : NULL;
        free(path);
        if (image && bench_image_is(debug_image_benches(image), run->build, run->benches_there))
            return image;
        if (image)
            debug_image_close(image);
    }
    char *places = installed_file_places();
    message_print(
        "samples are shown by address only: the kernel image of build %s, which has functions and "
        "lines, is %s; name it with --kernel FILE",
        *run->build ? run->build : "(unknown)", places);
    free(places);
    return NULL;
}

/* Returns whether the run measured a program from a file of that size. */
static bool profile_image_has_program(const struct run *run, const char *path)
{
    struct stat file;
    bool same = false;
    for (unsigned i = 0; i < run->n_programs && !stat(path, &file); i++)
        same = same || run->programs[i].file_bytes == (unsigned)file.st_size;
    return same;
}

struct debug_image *profile_image_add_program(struct debug_image *image, const struct run *run,
                                              const char *path)
{
    char error[200];
    struct debug_image *program = debug_image_open_program(path, error, sizeof error);
    if (!program) {
        message_print("--program: %s: its samples are shown by address only", error);
        return image;
    }
    if (run->n_programs && !profile_image_has_program(run, path)) {
        message_print(
            "--program: %s is not the file that ran: its samples are shown by address only", path);
        debug_image_close(program);
        return image;
    }
    if (!image)
        return program;
    debug_image_add_program(image, program);
    return image;
}
