/*
 * SPDX-License-Identifier: MIT
 * bareprobe cc: compiles C programs for the machine: gcc for a Pentium, and musl as the C library,
 * linked statically. tools/musl/cc.specs replaces the directories and files of the host's library.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/build_name.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/commands/all_verbs.h"

/* Words of the command before those of the user. */
enum { CC_VERB_SPECS = 4, CC_VERB_OWN_WORDS = 9 };

static bool cc_verb_has(int argc, char **argv, const char *word)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], word))
            return true;
    return false;
}

/* Returns the directory of musl, or NULL after a message. The caller frees it. */
static char *cc_verb_musl(void)
{
    char *library = installed_file_find("musl/lib/libc.a");
    if (!library) {
        char *places = build_is_listener ? allocate_copy("not part of the listener (make listener)")
                                         : installed_file_places(NULL);
        message_print("musl, the C library of programs, is %s; 'make musl' %s", places,
                      build_is_listener ? "on an x86-64 computer fetches it"
                                        : "fetches it, and 'make install' then installs it");
        free(places);
        return NULL;
    }
    library[strlen(library) - strlen("/lib/libc.a")] = 0;
    return library;
}

/*
 * The user's words come last, so that they win. Position-independent code is Debian's default, and
 * costs a register: it is only used for -static-pie, which -static would undo.
 */
static char **cc_verb_command(const char *musl, int argc, char **argv)
{
    char **command = allocate_zeroed((CC_VERB_OWN_WORDS + (size_t)argc + 1) * sizeof *command);
    bool pie = cc_verb_has(argc, argv, "-static-pie");
    unsigned n = 0;
    command[n++] = "gcc";
    command[n++] = "-Wmain"; /* a main() that is void has no exit status */
    command[n++] = "-m32";
    command[n++] = "-march=pentium";
    command[n++] = allocate_text("-specs=%s/cc.specs", musl); /* CC_VERB_SPECS */
    if (pie) {
        command[n++] = "-fPIE";
    } else {
        command[n++] = "-static";
        command[n++] = "-fno-pie";
    }
    for (int i = 1; i < argc; i++)
        if (!pie || strcmp(argv[i], "-static"))
            command[n++] = argv[i];
    return command;
}

static int cc_verb_print(const char *musl, char **command)
{
    printf("BAREPROBE_MUSL=%s", musl);
    for (char **word = command; *word; word++)
        printf(" %s", *word);
    putchar('\n');
    return EXIT_FINE;
}

static int cc_verb_run(int argc, char **argv)
{
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return verb_help(&verb_cc);
    bool print = argc > 1 && !strcmp(argv[1], "--print");
    argc -= print, argv += print;
    if (argc < 2) {
        message_print("no source file given");
        return verb_usage(&verb_cc);
    }
    char *musl = cc_verb_musl();
    if (!musl)
        return EXIT_TARGET;
    char **command = cc_verb_command(musl, argc, argv);
    if (print) {
        int status = cc_verb_print(musl, command);
        free(command[CC_VERB_SPECS]);
        free(command);
        free(musl);
        return status;
    }
    setenv("BAREPROBE_MUSL", musl, 1);
    execvp(command[0], command);
    if (errno == ENOENT)
        die(EXIT_TARGET, "the compiler gcc is not installed; install Debian's package gcc");
    die(EXIT_TARGET, "gcc cannot be started: %s", strerror(errno));
}

const struct verb verb_cc = {
    .name = "cc",
    .synopsis = "[--print] GCC-OPTION... FILE...",
    .summary = "compile C programs for the machine, with musl as the C library",
    .help =
        "The result is a static Linux executable for i386 that a Pentium executes, also\n"
        "without an operating system: 'bareprobe run --program' measures it. Runs\n"
        "\n"
        "  gcc -Wmain -m32 -march=pentium -static ARGUMENTS\n"
        "\n"
        "with the headers and libraries of musl. All options of gcc are accepted, such as\n"
        "-c, -o, -O2, -D, -I, -lm, -static-pie, or a later -march. 'make musl' fetches\n"
        "musl once. The exit status is gcc's.\n"
        "\n"
        "      --print  as the first option: print the command instead of running it\n"
        "\n"
        "Example: bareprobe cc -O2 -o wc wc.c && bareprobe run --program ./wc\n",
    .run = cc_verb_run,
};
