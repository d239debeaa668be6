/*
 * SPDX-License-Identifier: MIT
 * Runs gnuplot. The script is a file in memory on the child's stdin, so that writing it cannot
 * block; the picture comes back through a pipe.
 */
#include "host/output/plot/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define EXEC_FAILED  127
#define LARGEST      (64u << 20) /* bytes of a picture */
#define FIRST_BUFFER 65536

bool gnuplot_is_installed(void)
{
    const char *path = getenv("PATH");
    char *folders = allocate_copy(path ? path : "/usr/bin:/bin"), *rest = folders, *folder;
    bool there = false;
    while (!there && (folder = strsep(&rest, ":"))) {
        char *file = allocate_text("%s/gnuplot", *folder ? folder : ".");
        there = access(file, X_OK) == 0;
        free(file);
    }
    free(folders);
    return there;
}

/*
 * Its messages are about its script, which the user has not written: they are discarded.
 * -d ignores the user's own settings, so that a picture looks the same everywhere.
 */
__attribute__((noreturn)) static void gnuplot_exec(int script, int output, int messages)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(script, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    execlp("gnuplot", "gnuplot", "-d", "-", (char *)NULL);
    _exit(EXEC_FAILED);
}

static double gnuplot_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Reads all output until the child closes the pipe. Returns 0, or -1 if it takes too long or is too
 * large. */
static int gnuplot_read_output(int from, char **bytes, size_t *length)
{
    double deadline = gnuplot_seconds() + GNUPLOT_SECONDS;
    size_t capacity = FIRST_BUFFER;
    *bytes = allocate_zeroed(capacity);
    *length = 0;
    for (;;) {
        double left = deadline - gnuplot_seconds();
        struct pollfd wait = {from, POLLIN, 0};
        if (left <= 0 || *length > LARGEST)
            return -1;
        if (poll(&wait, 1, (int)(1000 * left) + 1) <= 0)
            continue;
        ssize_t got = read(from, *bytes + *length, capacity - *length);
        if (got == 0)
            return 0;
        if (got > 0)
            *length += (size_t)got;
        if (*length == capacity)
            *bytes = allocation_resize(*bytes, capacity *= 2);
    }
}

/* Returns 0 if there is a picture, or -1 after a message. */
static int gnuplot_check_status(bool in_time, int status, size_t length)
{
    if (!in_time)
        message_print("gnuplot did not finish within %d s and was terminated", GNUPLOT_SECONDS);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == EXEC_FAILED)
        message_print(
            "gnuplot, which draws the plots, is not installed (Debian package: gnuplot-nox)");
    else if (WIFSIGNALED(status))
        message_print("gnuplot was terminated by signal %d (%s)", WTERMSIG(status),
                      strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) || !length)
        message_print(
            "gnuplot cannot draw this plot (status %d); -o FILE.gp writes its script instead",
            WEXITSTATUS(status));
    else
        return 0;
    return -1;
}

char *gnuplot_draw(const char *script, size_t length, size_t *picture_length)
{
    int ends[2], status = 0;
    int in = memfd_create("script", MFD_CLOEXEC),
        messages = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (in < 0 || messages < 0 || pipe2(ends, O_CLOEXEC) ||
        write(in, script, length) != (ssize_t)length || lseek(in, 0, SEEK_SET))
        die(EXIT_TARGET, "cannot create a pipe to gnuplot: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die(EXIT_TARGET, "cannot start gnuplot: %s", strerror(errno));
    if (child == 0)
        gnuplot_exec(in, ends[1], messages);
    close(ends[1]);
    char *picture;
    bool in_time = gnuplot_read_output(ends[0], &picture, picture_length) == 0;
    if (!in_time)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    int failed = gnuplot_check_status(in_time, status, *picture_length);
    close(ends[0]);
    close(in);
    close(messages);
    if (!failed)
        return picture;
    free(picture);
    return NULL;
}
