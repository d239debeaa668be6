/*
 * SPDX-License-Identifier: MIT
 * The cache of decoded blocks, by physical address. A store into a block's bytes removes it.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* NULL where memory is short. */
struct block_cache *blocks_create(const struct cpu *cpu);
void blocks_destroy(struct block_cache *cache);

/* The block at CS:EIP, decoded if need be; remembered as what followed cpu->block. */
struct block *block_find(struct cpu *cpu);

/* A block of the one instruction at CS:EIP, valid until the next call. */
/*
 * The block at that address, which lies in the page of `from`; NULL where there is none yet or one
 * of the two goes on in the next page. Changes nothing.
 */
struct block *block_near(const struct cpu *cpu, const struct block *from, uint32_t linear);

struct block *block_single(struct cpu *cpu);

/* Forgets all blocks before the next one is run. */
void blocks_flush_later(struct cpu *cpu);
/* Does it, where asked for. */
void blocks_flush_due(struct cpu *cpu);
