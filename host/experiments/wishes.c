/*
 * SPDX-License-Identifier: MIT
 * Checks the options of `bareprobe experiments` and reports combinations that are not valid.
 */
#include "host/experiments/wishes.h"

#include <string.h>

#include "host/base/message.h"
#include "host/list/netburst_list.h"

#define USUAL_CPU     "northwood"
#define USUAL_SILENCE "300"
#define MOST_ITERS    10000

static int check_files(const struct experiment_wishes *wishes)
{
    if (wishes->wants_config && wishes->file) {
        say("--write-config writes the default configuration and reads no file of experiments; "
            "--write-config=FILE names the file to write");
        return -1;
    }
    if (!wishes->wants_config && !wishes->file) {
        say("no file of experiments given; name one, such as experiments.xml");
        return -1;
    }
    if (wishes->registers_only && wishes->print) {
        say("--registers-only writes register files, --print prints the registers: give only one "
            "of them");
        return -1;
    }
    return 0;
}

int experiment_wishes_check(struct experiment_wishes *wishes)
{
    struct netburst_cpu cpu;
    double iterations;
    if (check_files(wishes))
        return -1;
    if (wishes->serial && (wishes->sim || wishes->kernel)) {
        say("%s cannot be combined with --serial: the machine boots its own kernel",
            wishes->sim ? "--sim" : "--kernel");
        return -1;
    }
    if (wishes->bench && wishes->programs[0]) {
        say("--bench sets one benchmark for all programs, --program one for each: give only one of "
            "them");
        return -1;
    }
    if (keeping_check(&wishes->keeping))
        return -1;
    if (!netburst_cpu_find(wishes->cpu ? wishes->cpu : USUAL_CPU, &cpu)) {
        say("--cpu: '%s' is not a Pentium 4; allowed: " NETBURST_CPUS, wishes->cpu);
        return -1;
    }
    wishes->machine = cpu.machine;
    if (!wishes->cpu && !wishes->serial)
        wishes->cpu = USUAL_CPU;
    if (option_number("--iters", wishes->iterations_text, 1, MOST_ITERS, &iterations))
        return -1;
    wishes->iterations = (unsigned)iterations;
    wishes->keeping.kernel = wishes->kernel;
    const char *usual = wishes->serial ? "0" : USUAL_SILENCE;
    return option_number("--timeout", wishes->silence ? wishes->silence : usual, 0, 1e6,
                         &wishes->most_silence);
}
