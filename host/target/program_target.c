/*
 * SPDX-License-Identifier: MIT
 * A target that is a child process: its COM1 is a pipe, and it ends when this program ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/installed_files.h"
#include "host/target/simulator_options.h"
#include "host/target/target_kind.h"

#define OUR_WORDS   26
#define MOST_WORDS  (OUR_WORDS + SIMULATOR_WORDS)
#define POLL_NS     5000000
#define STOP_POLLS  200 /* one second, from SIGTERM to SIGKILL */
#define LAST_WORDS  4000
#define EXEC_FAILED 127

struct program {
    struct target target;
    pid_t child;
    int ear;  /* input of its COM1; -1: none */
    int said; /* memory file for its stderr */
};

static int program_read(struct target *target, char *bytes, size_t size)
{
    ssize_t got = read(target->descriptor, bytes, size);
    if (got > 0)
        return (int)got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? TARGET_NOTHING : TARGET_ENDED;
}

/* Waits for the child's end, up to `polls` times; returns whether it has ended. */
static bool reap(pid_t child, int *status, unsigned polls)
{
    for (unsigned i = 0;; i++) {
        pid_t got = waitpid(child, status, WNOHANG);
        if (got == child || (got < 0 && errno != EINTR))
            return true;
        if (i >= polls)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = POLL_NS}, NULL);
    }
}

/* A program that closed its COM1 is about to exit, so wait for its own exit status. */
static int end(struct program *program)
{
    int status = 0;
    char byte;
    bool closed = read(program->target.descriptor, &byte, 1) == 0;
    if (reap(program->child, &status, closed ? STOP_POLLS : 0))
        return status;
    kill(program->child, SIGTERM);
    if (reap(program->child, &status, STOP_POLLS))
        return 0;
    kill(program->child, SIGKILL);
    waitpid(program->child, &status, 0);
    return 0;
}

static void tell_last_words(const struct program *program, int status)
{
    char words[LAST_WORDS + 1];
    off_t length = lseek(program->said, 0, SEEK_END);
    off_t from = length > LAST_WORDS ? length - LAST_WORDS : 0;
    ssize_t got = pread(program->said, words, LAST_WORDS, from);
    words[got > 0 ? got : 0] = 0;
    for (char *rest = words, *line; (line = strsep(&rest, "\n"));)
        if (*line)
            say("%s", line);
    if (WIFSIGNALED(status))
        say("%s was terminated by signal %d (%s)", program->target.name, WTERMSIG(status),
            strsignal(WTERMSIG(status)));
    else
        say("%s exited with status %d before the end of the run", program->target.name,
            WEXITSTATUS(status));
}

static void program_stop(struct target *target, int complain)
{
    struct program *program = (struct program *)target;
    int status = end(program);
    if (complain)
        tell_last_words(program, status);
    close(target->descriptor);
    close(program->said);
    if (program->ear >= 0)
        close(program->ear);
}

/* Ignores a failed write to an ended program; its end is detected on reading. */
static int program_write(struct target *target, const char *bytes, size_t count)
{
    struct program *program = (struct program *)target;
    while (count) {
        ssize_t done = write(program->ear, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        bytes += done;
        count -= (size_t)done;
    }
    return 0;
}

static const struct target_kind kind = {
    .read = program_read, .write = program_write, .stop = program_stop};

/* In the child: a separate process group, so that Ctrl-C reaches only the parent, which then ends
 * its children in order. */
__attribute__((noreturn)) static void become(char *const *words, int input, int output, int said,
                                             pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXEC_FAILED);
    if (input < 0)
        input = open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    signal(SIGINT, SIG_DFL);
    execvp(words[0], words);
    dprintf(STDERR_FILENO, "%s: cannot be started: %s\n", words[0], strerror(errno));
    _exit(EXEC_FAILED);
}

static struct target *start(const char *name, char *const *words, bool heard)
{
    int ends[2], ears[2] = {-1, -1};
    int said = memfd_create("stderr", MFD_CLOEXEC);
    if (said < 0 || pipe2(ends, O_CLOEXEC) || (heard && pipe2(ears, O_CLOEXEC)))
        die(EXIT_TARGET, "%s: cannot create a pipe: %s", name, strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pid_t self = getpid(), child = fork();
    if (child < 0)
        die(EXIT_TARGET, "%s cannot be started: %s", name, strerror(errno));
    if (child == 0)
        become(words, ears[0], ends[1], said, self);
    close(ends[1]);
    if (heard) {
        close(ears[0]);
        signal(SIGPIPE, SIG_IGN);
    }
    struct program *program = memory_get(sizeof *program);
    *program = (struct program){{&kind, memory_text(name), ends[0], 0}, child, ears[1], said};
    return &program->target;
}

/* Returns the named file, or the default one; NULL after a message. The caller frees it. */
static char *locate(const char *named, const char *usual, const char *option)
{
    char *path = named ? memory_text(named) : files_find(usual);
    if (path && access(path, R_OK) == 0)
        return path;
    char *places = files_places();
    if (path)
        say("%s: '%s' cannot be read: %s", option, path, strerror(errno));
    else
        say("no %s: it is %s; give its path with %s=PATH", usual, places, option);
    free(places);
    free(path);
    return NULL;
}

/* Builds the virtual Pentium's command line. */
static void virtual_words(const struct target_machine *machine, char *program, char *kernel,
                          char *words[MOST_WORDS])
{
    unsigned n = 0;
    words[n++] = program;
    words[n++] = "-kernel";
    words[n++] = kernel;
    words[n++] = "-append";
    words[n++] = (char *)(machine->append ? machine->append : "");
    if (machine->modules) {
        words[n++] = "-initrd";
        words[n++] = (char *)machine->modules;
    }
    if (machine->cpu) {
        words[n++] = "-cpu";
        words[n++] = (char *)machine->cpu;
    }
    if (machine->heard) {
        words[n++] = "-input";
        words[n++] = "-";
    }
    if (machine->deal) {
        words[n++] = "-work-queue";
        words[n++] = (char *)machine->deal;
    }
    for (unsigned i = 0; machine->words && machine->words[i]; i++)
        words[n++] = (char *)machine->words[i];
    words[n] = NULL;
}

struct target *target_virtual(const struct target_machine *machine)
{
    char *program = locate(machine->program, "vpentium", "--sim");
    char *kernel = program ? locate(machine->kernel, "bareprobe.elf", "--kernel") : NULL;
    struct target *target = NULL;
    if (kernel) {
        char *words[MOST_WORDS];
        virtual_words(machine, program, kernel, words);
        target =
            start(machine->name ? machine->name : "the virtual Pentium", words, machine->heard);
    }
    free(program);
    free(kernel);
    return target;
}

/* Adapts the simulator's error message: its options have one dash less than ours. */
static void tell_wrong_options(const char *name, int said)
{
    static const char theirs[] = "vpentium: -";
    char words[LAST_WORDS + 1];
    ssize_t got = pread(said, words, LAST_WORDS, 0);
    words[got > 0 ? got : 0] = 0;
    char *line = strtok(words, "\n");
    if (!line)
        say("%s rejects its options", name);
    for (; line; line = strtok(NULL, "\n"))
        if (!strncmp(line, theirs, sizeof theirs - 1))
            say("--%s", line + sizeof theirs - 1);
        else
            say("%s", line);
}

/* Runs a program to its end and returns its status; its output goes to the two files. */
static int run_to_end(char *const *words, int output, int said)
{
    int status = 0;
    pid_t self = getpid(), child = output < 0 || said < 0 ? -1 : fork();
    if (child < 0)
        die(EXIT_TARGET, "%s cannot be started: %s", words[0], strerror(errno));
    if (child == 0)
        become(words, -1, output, said, self);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Copies the file to stdout; returns whether it had content. */
static bool copy_out(int list)
{
    char bytes[LAST_WORDS];
    off_t at = 0;
    for (ssize_t got; (got = pread(list, bytes, sizeof bytes, at)) > 0; at += got)
        fwrite(bytes, 1, (size_t)got, stdout);
    return at > 0;
}

bool target_check_words(const struct target_machine *machine, int *status)
{
    char *program = locate(machine->program, "vpentium", "--sim"), *words[MOST_WORDS];
    *status = EXIT_TARGET;
    if (!program)
        return false;
    virtual_words(machine, program, "", words);
    unsigned n = 0;
    while (words[n])
        n++;
    words[n] = "-check";
    words[n + 1] = NULL;
    int list = memfd_create("stdout", MFD_CLOEXEC), said = memfd_create("stderr", MFD_CLOEXEC);
    bool wrong = run_to_end(words, list, said) != 0;
    if (wrong)
        tell_wrong_options(program, said);
    bool helped = !wrong && copy_out(list);
    close(list);
    close(said);
    free(program);
    *status = wrong ? EXIT_USAGE : EXIT_FINE;
    return !wrong && !helped;
}

struct target *target_qemu(const struct target_machine *machine)
{
    char *kernel = locate(machine->kernel, "bareprobe.elf", "--kernel");
    if (!kernel)
        return NULL;
    const char *program = machine->program ? machine->program : "qemu-system-i386";
    const char *modules = machine->modules;
    char *words[MOST_WORDS] = {(char *)program,
                               "-cpu",
                               "pentium",
                               "-m",
                               "16",
                               "-kernel",
                               kernel,
                               "-append",
                               (char *)machine->append,
                               "-serial",
                               "stdio",
                               "-monitor",
                               "none",
                               "-display",
                               "none",
                               "-no-reboot",
                               "-device",
                               "isa-debug-exit,iobase=0xf4,iosize=4",
                               modules ? "-initrd" : NULL,
                               (char *)modules};
    struct target *target = start("QEMU", words, machine->heard);
    free(kernel);
    return target;
}
