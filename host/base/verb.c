/*
 * SPDX-License-Identifier: MIT
 * Prints the help and the usage of a verb.
 */
#include "host/base/verb.h"

#include <stdio.h>

#include "host/base/message.h"

int verb_help(const struct verb *verb)
{
    printf("usage: bareprobe %s %s\n%s\n\n%s", verb->name, verb->synopsis, verb->summary,
           verb->help);
    return EXIT_FINE;
}

int verb_usage(const struct verb *verb)
{
    fprintf(stderr,
            "usage: bareprobe %s %s\n"
            "see 'bareprobe %s --help'\n",
            verb->name, verb->synopsis, verb->name);
    return EXIT_USAGE;
}
