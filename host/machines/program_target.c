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

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/installed_files.h"
#include "host/machines/simulator_options.h"
#include "host/machines/target.h"
#include "host/machines/target_kind.h"

#define OUR_WORDS   26
#define MOST_WORDS  (OUR_WORDS + SIMULATOR_WORDS)
#define POLL_NS     5000000
#define STOP_POLLS  200 /* one second, from SIGTERM to SIGKILL */
#define LAST_WORDS  4000
#define EXEC_FAILED 127

struct program_target {
    struct target target;
    pid_t child;
    int input;  /* input of its COM1; -1: none */
    int errors; /* memory file for its stderr */
};

static int program_target_read(struct target *target, char *bytes, size_t size)
{
    ssize_t got = read(target->descriptor, bytes, size);
    if (got > 0)
        return (int)got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? TARGET_NOTHING : TARGET_ENDED;
}

/* Waits for the child's end, up to `polls` times; returns whether it has ended. */
static bool program_target_reap(pid_t child, int *status, unsigned polls)
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
static int program_target_end(struct program_target *program)
{
    int status = 0;
    char byte;
    bool closed = read(program->target.descriptor, &byte, 1) == 0;
    if (program_target_reap(program->child, &status, closed ? STOP_POLLS : 0))
        return status;
    kill(program->child, SIGTERM);
    if (program_target_reap(program->child, &status, STOP_POLLS))
        return 0;
    kill(program->child, SIGKILL);
    waitpid(program->child, &status, 0);
    return 0;
}

/* Prints a message of the simulator with the name that its option -m has here. */
static void program_target_message(char *line)
{
    char *option = strstr(line, "; -m MB ");
    if (option)
        *option = 0;
    message_print("%s%s%s", line, option ? "; --memory MB " : "",
                  option ? option + strlen("; -m MB ") : "");
}

static void program_target_last_words(const struct program_target *program, int status)
{
    char words[LAST_WORDS + 1];
    off_t length = lseek(program->errors, 0, SEEK_END);
    off_t from = length > LAST_WORDS ? length - LAST_WORDS : 0;
    ssize_t got = pread(program->errors, words, LAST_WORDS, from);
    words[got > 0 ? got : 0] = 0;
    for (char *rest = words, *line; (line = strsep(&rest, "\n"));)
        if (*line)
            program_target_message(line);
    if (WIFSIGNALED(status))
        message_print("%s was terminated by signal %d (%s)", program->target.name, WTERMSIG(status),
                      strsignal(WTERMSIG(status)));
    else
        message_print("%s exited with status %d before the end of the run", program->target.name,
                      WEXITSTATUS(status));
}

static void program_target_stop(struct target *target, int complain)
{
    struct program_target *program = (struct program_target *)target;
    int status = program_target_end(program);
    if (complain)
        program_target_last_words(program, status);
    close(target->descriptor);
    close(program->errors);
    if (program->input >= 0)
        close(program->input);
}

/* Ignores a failed write to an ended program; its end is detected on reading. */
static int program_target_write(struct target *target, const char *bytes, size_t count)
{
    struct program_target *program = (struct program_target *)target;
    while (count) {
        ssize_t done = write(program->input, bytes, count);
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
    .read = program_target_read, .write = program_target_write, .stop = program_target_stop};

/* In the child: a separate process group, so that Ctrl-C reaches only the parent, which then ends
 * its children in order. */
__attribute__((noreturn)) static void program_target_exec(char *const *words, int input, int output,
                                                          int errors, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXEC_FAILED);
    if (input < 0)
        input = open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    signal(SIGINT, SIG_DFL);
    execvp(words[0], words);
    dprintf(STDERR_FILENO, "%s: cannot be started: %s\n", words[0], strerror(errno));
    _exit(EXEC_FAILED);
}

static struct target *program_target_start(const char *name, char *const *words, bool has_input)
{
    int ends[2], inputs[2] = {-1, -1};
    int errors = memfd_create("stderr", MFD_CLOEXEC);
    if (errors < 0 || pipe2(ends, O_CLOEXEC) || (has_input && pipe2(inputs, O_CLOEXEC)))
        die(EXIT_TARGET, "%s: cannot create a pipe: %s", name, strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pid_t self = getpid(), child = fork();
    if (child < 0)
        die(EXIT_TARGET, "%s cannot be started: %s", name, strerror(errno));
    if (child == 0)
        program_target_exec(words, inputs[0], ends[1], errors, self);
    close(ends[1]);
    if (has_input) {
        close(inputs[0]);
        signal(SIGPIPE, SIG_IGN);
    }
    struct program_target *program = allocate_zeroed(sizeof *program);
    *program =
        (struct program_target){{&kind, allocate_copy(name), ends[0], 0}, child, inputs[1], errors};
    return &program->target;
}

/* Returns the named file, or the default one; NULL after a message. The caller frees it. */
static char *program_target_locate(const char *named, const char *usual, const char *option)
{
    char *path = named ? allocate_copy(named) : installed_file_find(usual);
    if (path && access(path, R_OK) == 0)
        return path;
    char *goal = allocate_text("build/%s", usual);
    char *places = installed_file_places(goal);
    if (path)
        message_print("%s: '%s' cannot be read: %s", option, path, strerror(errno));
    else
        message_print("no %s: it is %s; give its path with %s=PATH", usual, places, option);
    free(places);
    free(goal);
    free(path);
    return NULL;
}

/* Builds the virtual Pentium's command line. */
static void program_target_virtual_words(const struct target_machine *machine, char *program,
                                         char *kernel, char *words[MOST_WORDS])
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
    if (machine->has_input) {
        words[n++] = "-input";
        words[n++] = "-";
    }
    if (machine->work_queue) {
        words[n++] = "-work-queue";
        words[n++] = (char *)machine->work_queue;
    }
    for (unsigned i = 0; machine->words && machine->words[i]; i++)
        words[n++] = (char *)machine->words[i];
    words[n] = NULL;
}

struct target *program_target_virtual(const struct target_machine *machine)
{
    char *program = program_target_locate(machine->program, "vpentium", "--sim");
    char *kernel =
        program ? program_target_locate(machine->kernel, "bareprobe.elf", "--kernel") : NULL;
    struct target *target = NULL;
    if (kernel) {
        char *words[MOST_WORDS];
        program_target_virtual_words(machine, program, kernel, words);
        target = program_target_start(machine->name ? machine->name : "the virtual Pentium", words,
                                      machine->has_input);
    }
    free(program);
    free(kernel);
    return target;
}

/* Adapts the simulator's error message: its options have one dash less than ours. */
static void program_target_wrong_options(const char *name, int errors)
{
    static const char theirs[] = "vpentium: -", memory[] = "vpentium: -m ";
    char words[LAST_WORDS + 1];
    ssize_t got = pread(errors, words, LAST_WORDS, 0);
    words[got > 0 ? got : 0] = 0;
    char *line = strtok(words, "\n");
    if (!line)
        message_print("%s rejects its options", name);
    for (; line; line = strtok(NULL, "\n"))
        if (!strncmp(line, memory, sizeof memory - 1))
            message_print("--memory %s", line + sizeof memory - 1);
        else if (!strncmp(line, theirs, sizeof theirs - 1))
            message_print("--%s", line + sizeof theirs - 1);
        else
            message_print("%s", line);
}

/* Runs a program to its end and returns its status; its output goes to the two files. */
static int program_target_run_to_end(char *const *words, int output, int errors)
{
    int status = 0;
    pid_t self = getpid(), child = output < 0 || errors < 0 ? -1 : fork();
    if (child < 0)
        die(EXIT_TARGET, "%s cannot be started: %s", words[0], strerror(errno));
    if (child == 0)
        program_target_exec(words, -1, output, errors, self);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Copies the file to stdout; returns whether it had content. */
static bool program_target_copy_output(int list)
{
    char bytes[LAST_WORDS];
    off_t at = 0;
    for (ssize_t got; (got = pread(list, bytes, sizeof bytes, at)) > 0; at += got)
        fwrite(bytes, 1, (size_t)got, stdout);
    return at > 0;
}

bool program_target_check_words(const struct target_machine *machine, int *status)
{
    char *program = program_target_locate(machine->program, "vpentium", "--sim"),
         *words[MOST_WORDS];
    *status = EXIT_TARGET;
    if (!program)
        return false;
    program_target_virtual_words(machine, program, "", words);
    unsigned n = 0;
    while (words[n])
        n++;
    words[n] = "-check";
    words[n + 1] = NULL;
    int list = memfd_create("stdout", MFD_CLOEXEC), errors = memfd_create("stderr", MFD_CLOEXEC);
    bool wrong = program_target_run_to_end(words, list, errors) != 0;
    if (wrong)
        program_target_wrong_options(program, errors);
    bool helped = !wrong && program_target_copy_output(list);
    close(list);
    close(errors);
    free(program);
    *status = wrong ? EXIT_USAGE : EXIT_FINE;
    return !wrong && !helped;
}

struct target *program_target_qemu(const struct target_machine *machine)
{
    char *kernel = program_target_locate(machine->kernel, "bareprobe.elf", "--kernel");
    if (!kernel)
        return NULL;
    const char *program = machine->program ? machine->program : "qemu-system-i386";
    const char *modules = machine->modules;
    char *words[MOST_WORDS] = {(char *)program,
                               "-cpu",
                               "pentium",
                               "-m",
                               (char *)(machine->memory ? machine->memory : "16"),
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
    struct target *target = program_target_start("QEMU", words, machine->has_input);
    free(kernel);
    return target;
}
