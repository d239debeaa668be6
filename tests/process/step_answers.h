/*
 * SPDX-License-Identifier: MIT
 * Replaces answers of the host that the paths of a program may depend on by those of the measured
 * machine: CPUID, and the time of day, which is fixed.
 */
#pragma once

#include "tests/process/tracee.h"

/* Reads answers of CPUID: lines of LEAF EAX EBX ECX EDX in hexadecimal; # begins a comment. */
void step_answers_read(const char *path);

/* After a CPUID; `before` are the registers before it. An unlisted leaf gets the last listed
 * answer.
 */
void step_answer_cpuid(const struct tracee *tracee, const struct user_regs_struct *before);

/* After a system call. */
void step_answer_call(const struct tracee *tracee, const struct user_regs_struct *before);
