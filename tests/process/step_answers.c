/*
 * SPDX-License-Identifier: MIT
 * Answers of CPUID and of system calls about the time.
 */
#include "tests/process/step_answers.h"

#include <stdio.h>
#include <string.h>

#define MOST_LEAVES 32
#define NOW         1000000000u /* seconds since 1970: 9 September 2001 */

static struct leaf {
    unsigned leaf, eax, ebx, ecx, edx;
} leaves[MOST_LEAVES];
static unsigned n_leaves;

void step_answers_read(const char *path)
{
    FILE *file = fopen(path, "re");
    if (!file)
        tracee_fail("%s cannot be read", path);
    char line[128];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        struct leaf *leaf = &leaves[n_leaves];
        if (n_leaves == MOST_LEAVES || sscanf(line, "%x %x %x %x %x", &leaf->leaf, &leaf->eax,
                                              &leaf->ebx, &leaf->ecx, &leaf->edx) != 5)
            tracee_fail("%s: not LEAF EAX EBX ECX EDX: %s", path, line);
        n_leaves++;
    }
    fclose(file);
}

/* Intel's processors answer an unknown basic leaf as the highest basic one. */
static const struct leaf *leaf_find(uint32_t number)
{
    const struct leaf *highest = &leaves[0];
    for (unsigned i = 0; i < n_leaves; i++) {
        if (leaves[i].leaf == number)
            return &leaves[i];
        if (leaves[i].leaf < 0x80000000 && leaves[i].leaf > highest->leaf)
            highest = &leaves[i];
    }
    return highest;
}

void step_answer_cpuid(const struct tracee *tracee, const struct user_regs_struct *before)
{
    struct user_regs_struct registers;
    if (!n_leaves)
        tracee_fail("the program executes CPUID at %08llx: --cpuid is needed", before->rip);
    const struct leaf *leaf = leaf_find((uint32_t)before->rax);
    tracee_get_registers(tracee, &registers);
    registers.rax = leaf->eax;
    registers.rbx = leaf->ebx;
    registers.rcx = leaf->ecx;
    registers.rdx = leaf->edx;
    tracee_set_registers(tracee, &registers);
}

void step_answer_call(const struct tracee *tracee, const struct user_regs_struct *before)
{
    enum { TIME = 13, GETTIMEOFDAY = 78, CLOCK_GETTIME = 265, CLOCK_GETTIME64 = 403 };
    const uint32_t short_time[2] = {NOW, 0};
    const uint64_t long_time[2] = {NOW, 0};
    struct user_regs_struct after;
    tracee_get_registers(tracee, &after);
    if ((int32_t)after.rax < 0)
        return;
    switch ((uint32_t)before->rax) {
    case TIME:
        if (before->rbx)
            tracee_write(tracee, (uint32_t)before->rbx, short_time, 4);
        after.rax = NOW;
        tracee_set_registers(tracee, &after);
        break;
    case GETTIMEOFDAY:
        if (before->rbx)
            tracee_write(tracee, (uint32_t)before->rbx, short_time, sizeof short_time);
        break;
    case CLOCK_GETTIME:
        tracee_write(tracee, (uint32_t)before->rcx, short_time, sizeof short_time);
        break;
    case CLOCK_GETTIME64:
        tracee_write(tracee, (uint32_t)before->rcx, long_time, sizeof long_time);
        break;
    default:
        break;
    }
}
