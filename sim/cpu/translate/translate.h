/*
 * SPDX-License-Identifier: MIT
 * Blocks that are run often, as code of the host: the same results, clocks and counts as the
 * interpreter's, which stays the reference and does all that is not plain.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* A block is translated when it is run for the so-manieth time, unless cpu->translate_after says
 * another. */
#define TRANSLATE_AFTER     64u
#define TRANSLATE_AFTER_MAX 1000000u

struct translator;

/* NULL where the host or the model, as it is set, is not one to translate for. */
struct translator *translator_create(struct cpu *cpu);
void translator_destroy(struct translator *translator);

/* Forgets all host code: when the blocks are emptied. None may be running. */
void translator_flush(struct translator *translator);

/* Gives the block host code, unless something in it is not to be translated. */
void translate(struct cpu *cpu, struct block *block);

/*
 * Runs the block, and those that follow it, as long as all is plain; true if so. False where the
 * interpreter has to run it: nothing has been done then. Flags are left pending.
 */
bool run_translated(struct cpu *cpu, struct block *block);

/* What follows the block that run_translated() came back from: from now on without coming back. */
void translated_link(struct cpu *cpu, struct block *next);
