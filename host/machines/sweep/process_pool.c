/*
 * SPDX-License-Identifier: MIT
 * Runs commands in parallel. Each is a separate process, which is terminated when this one ends for
 * any reason.
 */
#include "host/machines/sweep/process_pool.h"

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
#include "host/base/message.h"
#include "host/machines/listener.h"

#define PROGRAM       "/proc/self/exe"
#define POLL_NS       5000000
#define EXEC_FAILED   127
#define MESSAGE_BYTES 4000

/* In the child: a separate process group, so that Ctrl-C reaches only the parent, which then ends
 * its children in order. */
__attribute__((noreturn)) static void pool_exec_command(const struct pool_command *command,
                                                        pid_t parent)
{
    unsigned n = command->words.n;
    char **words = allocate_zeroed((n + 1) * sizeof *words);
    int nothing = open("/dev/null", O_RDWR);
    words[0] = (char *)"bareprobe";
    memcpy(words + 1, command->words.word, n * sizeof *words);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(EXEC_FAILED);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(command->stderr_file, STDERR_FILENO);
    execv(PROGRAM, words);
    _exit(EXEC_FAILED);
}

static void pool_begin_command(struct pool_command *command)
{
    pid_t self = getpid();
    command->stderr_file = memfd_create("stderr", MFD_CLOEXEC);
    command->process = command->stderr_file < 0 ? -1 : fork();
    if (command->process < 0)
        die(EXIT_TARGET, "cannot start another process: %s", strerror(errno));
    if (command->process == 0)
        pool_exec_command(command, self);
}

static void pool_store_end(struct pool_command *command, int status)
{
    char bytes[MESSAGE_BYTES + 1];
    ssize_t got = pread(command->stderr_file, bytes, MESSAGE_BYTES, 0);
    bytes[got > 0 ? got : 0] = 0;
    command->messages = allocate_copy(bytes);
    command->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    command->ended = true;
    close(command->stderr_file);
}

static unsigned pool_reap(struct pool_command *commands, unsigned begun)
{
    unsigned running = 0;
    for (unsigned i = 0; i < begun; i++) {
        int status;
        if (commands[i].ended)
            continue;
        if (waitpid(commands[i].process, &status, WNOHANG) == commands[i].process)
            pool_store_end(&commands[i], status);
        else
            running++;
    }
    return running;
}

static void pool_interrupt(const struct pool_command *commands, unsigned begun)
{
    for (unsigned i = 0; i < begun; i++)
        if (!commands[i].ended)
            kill(commands[i].process, SIGTERM); /* SIGINT may be ignored */
}

void process_pool_run(struct pool_command *commands, unsigned n, unsigned at_once,
                      void (*ended)(void *context, unsigned index), void *context)
{
    unsigned begun = 0, reported = 0, running = 0;
    bool over = false;
    listen_for_signals();
    do {
        if (listen_interrupted() && !over) {
            over = true;
            pool_interrupt(commands, begun);
        }
        for (; begun < n && running < at_once && !over; running++)
            pool_begin_command(&commands[begun++]);
        nanosleep(&(struct timespec){.tv_nsec = POLL_NS}, NULL);
        running = pool_reap(commands, begun);
        for (; reported < begun && commands[reported].ended; reported++)
            ended(context, reported);
    } while (running || (begun < n && !over));
}
