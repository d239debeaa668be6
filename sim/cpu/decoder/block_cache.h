/*
 * SPDX-License-Identifier: MIT
 * Cache of decoded blocks, indexed by physical address. A store into a block's bytes removes the
 * block.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* Returns NULL if memory is exhausted. */
struct block_cache *block_cache_create(const struct cpu *cpu);
void block_cache_destroy(struct block_cache *cache);

/* Returns the block at CS:EIP, decoding it if necessary, and links it as a successor of
 * cpu->block. */
struct block *block_cache_find(struct cpu *cpu);

/*
 * Returns the block at `linear`, an address in the page of `from`; NULL if that block does not
 * exist yet or if one of the two continues in the next page. Changes nothing.
 */
struct block *block_cache_find_near(const struct cpu *cpu, const struct block *from,
                                    uint32_t linear);

/* Returns a block of the one instruction at CS:EIP, valid until the next call. */
struct block *block_cache_single(struct cpu *cpu);

/* Requests that all blocks be removed before the next one runs. */
void block_cache_flush_later(struct cpu *cpu);
/* Removes all blocks if that was requested. */
void block_cache_flush_due(struct cpu *cpu);
