/*
 * SPDX-License-Identifier: MIT
 * Runs a program. Its output goes to files in memory, so that it never waits for its reader.
 */
#include "host/analysis/toolchain/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/host_clock.h"
#include "host/base/message.h"

#define NOT_STARTED 127
#define POLL_NS     500000

static char *child_read_output(int file)
{
    off_t length = lseek(file, 0, SEEK_END);
    char *text = allocate_zeroed((size_t)(length > 0 ? length : 0) + 1);
    ssize_t got = pread(file, text, (size_t)(length > 0 ? length : 0), 0);
    text[got > 0 ? got : 0] = 0;
    close(file);
    return text;
}

__attribute__((noreturn)) static void child_exec(char *const *words, int output, int errors)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execvp(words[0], words);
    _exit(NOT_STARTED);
}

static int child_wait(pid_t child, unsigned most_seconds)
{
    double until = clock_seconds() + most_seconds;
    int status = 0;
    for (;;) {
        pid_t got = waitpid(child, &status, WNOHANG);
        if (got == child)
            break;
        if (clock_seconds() > until) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return CHILD_LATE;
        }
        nanosleep(&(struct timespec){.tv_nsec = POLL_NS}, NULL);
    }
    if (!WIFEXITED(status))
        return CHILD_KILLED;
    return WEXITSTATUS(status) == NOT_STARTED ? CHILD_MISSING : WEXITSTATUS(status);
}

void child_run(struct child *child, char *const *words, unsigned most_seconds)
{
    int output = memfd_create("output", MFD_CLOEXEC), errors = memfd_create("errors", MFD_CLOEXEC);
    pid_t pid = output < 0 || errors < 0 ? -1 : fork();
    if (pid < 0)
        die(EXIT_TARGET, "cannot start %s: %s", words[0], strerror(errno));
    if (pid == 0)
        child_exec(words, output, errors);
    child->status = child_wait(pid, most_seconds);
    child->output = child_read_output(output);
    child->errors = child_read_output(errors);
}

void child_free(struct child *child)
{
    free(child->output);
    free(child->errors);
}
