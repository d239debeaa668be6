/*
 * SPDX-License-Identifier: MIT
 * Opens each file before anything is started. A boot loader needs a file with a size.
 */
#include "host/machines/programs/input_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"

#define COPY_BYTES      65536u
#define MOST_COPY_BYTES (256ull << 20)

static bool exists(const char *path)
{
    return *path && access(path, F_OK) == 0;
}

int input_file_split(const char *value, struct named_file *file)
{
    const char *first = strchr(value, '='), *at = first;
    while (at && !exists(at + 1))
        at = strchr(at + 1, '=');
    at = at || exists(value) ? at : first;
    if (!*value || at == value || (at && !at[1])) {
        message_print("--file: '%s' is not NAME=PATH", value);
        return -1;
    }
    file->name = at ? allocate_text("%.*s", (int)(at - value), value) : NULL;
    file->path = allocate_copy(at ? at + 1 : value);
    return 0;
}

/* Copies all bytes. Returns 0, or -1 after a message. */
static int input_file_copy(const char *option, const char *path, int from, int to)
{
    unsigned long long copied = 0;
    char *bytes = allocate_zeroed(COPY_BYTES);
    ssize_t n;
    int failed = 0;
    while (!failed && ((n = read(from, bytes, COPY_BYTES)) > 0 || (n < 0 && errno == EINTR))) {
        if (n < 0)
            continue;
        copied += (unsigned long long)n;
        failed = copied > MOST_COPY_BYTES;
        for (ssize_t at = 0, part; at < n && !failed; at += part)
            failed = (part = write(to, bytes + at, (size_t)(n - at))) < 0;
    }
    if (copied > MOST_COPY_BYTES)
        message_print("%s: '%s' is a stream of more than %llu MB; give a file", option, path,
                      MOST_COPY_BYTES >> 20);
    else if (failed || n < 0)
        message_print("%s: '%s' cannot be copied to a temporary file: %s", option, path,
                      strerror(errno));
    free(bytes);
    return failed || n < 0 ? -1 : 0;
}

/* Returns the path of a temporary file with all that the descriptor provides; NULL after a message.
 */
static char *input_file_copy_stream(const char *option, const char *path, int from)
{
    const char *folder = temporary_folder_new();
    if (!folder)
        return NULL;
    char *copy = allocate_text("%s/input", folder);
    int to = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0)
        message_print("%s: cannot create %s: %s", option, copy, strerror(errno));
    int failed = to < 0 || input_file_copy(option, path, from, to);
    if (to >= 0)
        close(to);
    if (!failed)
        return copy;
    free(copy);
    return NULL;
}

char *input_file_open(const char *option, const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    char *opened = NULL;
    if (file < 0 || fstat(file, &status)) {
        message_print("%s: '%s' cannot be read: %s%s", option, path, strerror(errno),
                      errno == EACCES ? "; allow it with chmod +r"
                                      : "; give the path of a file on this computer");
    } else if (S_ISDIR(status.st_mode)) {
        message_print("%s: '%s' is a directory; repeat the option for each file", option, path);
    } else {
        opened = S_ISREG(status.st_mode) ? allocate_copy(path)
                                         : input_file_copy_stream(option, path, file);
    }
    if (file >= 0)
        close(file);
    return opened;
}

bool input_file_is_stream(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}
