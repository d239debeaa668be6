/*
 * SPDX-License-Identifier: MIT
 * Finds a historical command by its name, ignoring letter case.
 */
#include "host/pentium4/command_lines/historical_command.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "host/base/message.h"
#include "host/pentium4/command_lines/command_runs.h"

static const struct historical_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"brink", brink_command_run,
     "usage: brink -exp FILE [-config FILE] [-outdir DIR] [-iters N] [OPTION]...\n"
     "count the experiments of an XML file: 'bareprobe experiments'\n"
     "\n"
     "-expfile and -configfile are the same as -exp and -config. All other words are\n"
     "those of 'bareprobe experiments'.\n"
     "\n"
     "Example: bareprobe brink -exp mine.xml -outdir results\n"},
    {"brinkMod", brinkmod_command_run,
     "usage: brinkMod -exp FILE [-config FILE] [-outdir DIR]\n"
     "write a register file of libp4pm for each experiment, and measure nothing:\n"
     "'bareprobe experiments --registers-only'\n"
     "\n"
     "Example: bareprobe brinkMod -exp mine.xml -outdir registers\n"},
    {"CountIt", countit_command_run,
     "usage: CountIt -expfile FILE [-iters N] [-configfile FILE] [-outdir DIR] "
     "[--OPTION=VALUE]...\n"
     "               PROGRAM [ARGUMENT]...\n"
     "run a program that was linked with libp4pm once for each experiment\n"
     "\n"
     "PROGRAM is an executable that 'bareprobe cc' has linked with -lp4pm. Its last two\n"
     "arguments are a register file and its name without extension. Register files are\n"
     "in DIR/registers, and the files that the program writes in DIR/EXPERIMENT\n"
     "(default for DIR: countit_data). Arguments that are names of files are provided\n"
     "to it. --OPTION=VALUE is an option of 'bareprobe run' (default --cpu=northwood).\n"
     "\n"
     "Example: bareprobe CountIt -expfile mine.xml -iters 3 ./work 7\n"},
    {"perfex", perfex_command_run,
     "usage: perfex [-e EVENT]... [--p4pe=N] [--p4pmv=N] [-o FILE] [--OPTION=VALUE]...\n"
     "              COMMAND [ARGUMENT]...\n"
     "       perfex {-i | -l | -L}\n"
     "count the events of a whole program: 'bareprobe run --report perfex'\n"
     "\n"
     "  -e, --event=CCCR/ESCR@COUNTER  count this event on this counter\n"
     "      --p4pe=N, --p4_pebs_enable=N         PEBS_ENABLE\n"
     "      --p4pmv=N, --p4_pebs_matrix_vert=N   PEBS_MATRIX_VERT\n"
     "  -d, --decimal      numbers are decimal unless they begin with 0x\n"
     "  -x, --hex          numbers are hexadecimal (default)\n"
     "  -o, --output=FILE  write the counts to FILE (default: standard error)\n"
     "  -i, --info         print the processor\n"
     "  -l, --list         print the processor and its events\n"
     "  -L, --long-list    the same with parts and sources\n"
     "\n"
     "COMMAND is a static executable for Linux/i386. A counter is decimal unless it\n"
     "begins with 0x. Arguments that are names of files are provided to the program.\n"
     "--OPTION=VALUE is an option of 'bareprobe run' (default --cpu=northwood).\n"
     "\n"
     "Example: bareprobe perfex -e 0x39000/0x4000204@12 ./wc book.txt\n"},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

static const struct historical_command *historical_command_find(const char *path)
{
    const char *slash = strrchr(path, '/');
    for (unsigned i = 0; i < COMMANDS; i++)
        if (!strcasecmp(slash ? slash + 1 : path, commands[i].name))
            return &commands[i];
    return NULL;
}

bool historical_command_is(const char *path)
{
    return historical_command_find(path);
}

int historical_command_run(int argc, char **argv)
{
    const struct historical_command *command = historical_command_find(argv[0]);
    message_set_verb(command->name);
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        fputs(command->help, stdout);
        return EXIT_FINE;
    }
    return command->run(argc, argv);
}
