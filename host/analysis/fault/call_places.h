/*
 * SPDX-License-Identifier: MIT
 * Finds the source locations of system calls that the kernel lacks or that ended a program, and
 * main() functions without a status.
 */
#pragma once

#include "host/data/run/run.h"

/* Sets `place` and `void_main` for the programs of the run and their system calls, whose
 * executables fault_places_add_program() has named. */
void call_places_find(struct run *run);
