/*
 * SPDX-License-Identifier: MIT
 * Places the mappings of a traced program where kernel/process places them: Lua, for example,
 * hashes addresses, so that its count depends on them.
 */
#pragma once

#include "tests/process/tracee.h"

/*
 * Before a system call with these registers: sets the address that mmap2 is to use, if the program
 * leaves it open. Returns whether it did: mapping_restore() is then needed after the call.
 */
bool mapping_place(const struct tracee *tracee, const struct user_regs_struct *registers);

/* Restores the program's EBX, which a system call keeps. */
void mapping_restore(const struct tracee *tracee, const struct user_regs_struct *before);
