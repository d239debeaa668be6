/*
 * SPDX-License-Identifier: MIT
 * Binary translation: frequently run blocks become host code with the same results, clocks and
 * counts as the interpreter, which remains the reference and handles everything that is not simple.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* Default and maximum of cpu->translate_after: a block is translated at its Nth execution. */
#define TRANSLATE_AFTER     64u
#define TRANSLATE_AFTER_MAX 1000000u

struct translator;

/* Returns NULL if the host or the configured model does not support translation. */
struct translator *translator_create(struct cpu *cpu);
void translator_destroy(struct translator *translator);

/* Discards all host code when the blocks are removed. No host code may be running. */
void translator_flush(struct translator *translator);

/* Translates the block, unless it contains something that cannot be translated. */
void block_code_translate(struct cpu *cpu, struct block *block);

/*
 * Runs the block and its successors while everything is simple, and returns true. Returns false,
 * having done nothing, if the interpreter must run the block. Flags are left pending.
 */
bool translated_block_run(struct cpu *cpu, struct block *block);

/* Links the block after which translated_block_run() returned to `next`, so that it continues there
 * without returning to C. */
void translated_block_link(struct cpu *cpu, struct block *next);
