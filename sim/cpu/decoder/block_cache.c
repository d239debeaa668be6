/*
 * SPDX-License-Identifier: MIT
 * Builds, finds and removes decoded blocks. Blocks are allocated from one arena that is emptied
 * when full. A removed block therefore stays readable while it still runs or is linked to; its
 * `bits` are then 0.
 */
#include <stdlib.h>

#include "sim/cpu/decoder/block_cache.h"
#include "sim/cpu/decoder/decoder.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/translator/translation.h"

#define ARENA_BYTES     (32u << 20)
#define BUCKET_COUNT    16384u
#define BLOCK_MAX_BYTES ((BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD) * 15u)

struct block_cache {
    struct block **pages; /* by physical page: the blocks that have bytes in it */
    size_t page_count;
    bool flush_due;
    size_t used;
    _Alignas(64) uint8_t *arena;
    struct block *buckets[BUCKET_COUNT];
    struct insn scratch[BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD];
    struct decoded decoded[DECODED_COUNT];
    union {
        struct block block;
        uint8_t bytes[sizeof(struct block) + sizeof(struct insn)];
    } single;
};

struct block_cache *block_cache_create(const struct cpu *cpu)
{
    struct block_cache *cache = calloc(1, sizeof *cache);

    if (!cache)
        return NULL;
    cache->page_count = cpu->ram_size >> 12;
    cache->pages = calloc(cache->page_count, sizeof *cache->pages);
    cache->arena = malloc(ARENA_BYTES);
    if (!cache->pages || !cache->arena) {
        block_cache_destroy(cache);
        return NULL;
    }
    return cache;
}

void block_cache_destroy(struct block_cache *cache)
{
    if (!cache)
        return;
    free(cache->pages);
    free(cache->arena);
    free(cache);
}

static void block_cache_flush(struct cpu *cpu)
{
    struct block_cache *cache = cpu->blocks;

    memset(cache->buckets, 0, sizeof cache->buckets);
    memset(cache->pages, 0, cache->page_count * sizeof *cache->pages);
    memset(cpu->code_granules, 0, cache->page_count * sizeof *cpu->code_granules);
    cache->used = 0;
    cache->flush_due = false;
    cpu->block = NULL;
    if (cpu->translator)
        translator_flush(cpu->translator);
}

void block_cache_flush_later(struct cpu *cpu)
{
    cpu->blocks->flush_due = true;
    cpu_attention(cpu);
}

void block_cache_flush_due(struct cpu *cpu)
{
    if (cpu->blocks->flush_due)
        block_cache_flush(cpu);
}

/* ---- pages --------------------------------------------------------------------------------- */

static struct block **page_link(struct block *block, uint32_t page)
{
    return &block->page_next[block->physical >> 12 == page ? 0 : 1];
}

static void granules_mark(struct cpu *cpu, const struct block *block, uint32_t page)
{
    const uint32_t first = block->physical >> 12 == page ? block->physical & 0xfff : 0;
    const uint32_t last = block->physical_end >> 12 == page ? block->physical_end & 0xfff : 0xfff;

    for (uint32_t granule = first / 64; granule <= last / 64; granule++)
        cpu->code_granules[page] |= 1ull << granule;
}

static void block_cache_register_page(struct cpu *cpu, struct block *block, uint32_t page)
{
    struct block_cache *cache = cpu->blocks;

    if (page >= cache->page_count)
        return;
    near_lines_forget(cpu); /* later writes to the page must be noticed */
    *page_link(block, page) = cache->pages[page];
    cache->pages[page] = block;
    granules_mark(cpu, block, page);
}

static uint32_t bucket_of(uint32_t physical)
{
    return (physical ^ physical >> 14) % BUCKET_COUNT;
}

/* Replaces the handler of each instruction of a removed block that still runs: decodes again. */
static void stale(struct cpu *cpu, const struct insn *insn)
{
    cpu->eip = insn->address;
    cpu_unwind(cpu, UNWIND_AGAIN);
}

static void block_cache_remove(struct cpu *cpu, struct block *block)
{
    struct block **link = &cpu->blocks->buckets[bucket_of(block->physical)];

    while (*link && *link != block)
        link = &(*link)->hash_next;
    if (*link)
        *link = block->hash_next;
    block->bits = 0;
    block->body = NULL;
    block->plain_until = 0;
    for (unsigned i = 0; i < block->count; i++)
        block->insns[i].execute = stale;
}

static bool block_holds_bytes(const struct block *block, uint32_t from, uint32_t to)
{
    if (block->physical >> 12 == block->physical_end >> 12)
        return block->physical <= to && block->physical_end >= from;
    return (block->physical <= to && (block->physical | 0xfff) >= from) ||
           ((block->physical_end & ~0xfffu) <= to && block->physical_end >= from);
}

/* Removes the page's blocks that contain a byte from `from` to `to`, and unlinks those removed
 * before. */
static void block_cache_page_written(struct cpu *cpu, uint32_t granule, uint32_t from, uint32_t to)
{
    const uint32_t page = granule / 64;
    struct block **link = &cpu->blocks->pages[page];
    bool left = false; /* a block remains in this granule */
    struct block *block;

    while ((block = *link)) {
        if (block->bits && block_holds_bytes(block, from, to))
            block_cache_remove(cpu, block);
        if (block->bits) {
            left = left || block_holds_bytes(block, granule * 64, granule * 64 + 63);
            link = page_link(block, page);
        } else {
            *link = *page_link(block, page);
        }
    }
    if (!left)
        cpu->code_granules[page] &= ~(1ull << granule % 64);
}

void block_cache_code_written(struct cpu *cpu, uint32_t physical, unsigned bytes)
{
    const uint32_t last = physical + bytes - 1;

    for (uint32_t granule = physical / 64; granule <= last / 64; granule++)
        if (cpu->code_granules[granule / 64] >> (granule % 64) & 1)
            block_cache_page_written(cpu, granule, physical, last);
}

/* ---- building ------------------------------------------------------------------------------ */

/* The code to decode: the bytes left in the page and in the code segment. */
struct code {
    uint32_t linear, physical;
    unsigned bits;
    unsigned size;     /* bytes available in this page */
    bool segment_ends; /* the bytes end at the segment limit, not at the page's end */
    const uint8_t *bytes;
    uint8_t copy[32]; /* used if the bytes are not in RAM or continue in the next page */
};

static struct code block_cache_code_at(struct cpu *cpu)
{
    const struct segment *cs = &cpu->seg[SEG_CS];
    struct code code = {.linear = cs->base + cpu->eip, .bits = cs->big ? 32 : 16};

    if (cpu->eip > cs->limit)
        raise_error(cpu, VECTOR_GP, 0);
    code.physical = window_hit(&cpu->code_window, code.linear, 1)
                        ? cpu->code_window.physical + (code.linear - cpu->code_window.start)
                        : page_walk_code(cpu, code.linear);
    code.size = 0x1000 - (code.physical & 0xfff);
    if (cs->limit - cpu->eip < code.size - 1) {
        code.size = cs->limit - cpu->eip + 1;
        code.segment_ends = true;
    }
    return code;
}

/* Extends the code into the next page if consecutive linear pages map to consecutive frames. */
static void block_cache_extend_code(const struct cpu *cpu, struct code *code)
{
    const struct segment *cs = &cpu->seg[SEG_CS];
    const uint32_t left = cs->limit - cpu->eip; /* offset of the last byte */

    if (code->segment_ends || code->size >= BLOCK_MAX_BYTES ||
        !in_ram(cpu, code->physical, code->size + 0x1000) ||
        !code_page_mapped(cpu, code->linear + code->size, code->physical + code->size))
        return;
    code->segment_ends = left < code->size + 0xfff;
    code->size = code->segment_ends ? left + 1 : code->size + 0x1000;
}

static void block_cache_code_bytes(const struct cpu *cpu, struct code *code)
{
    const uint32_t at = rom_unaliased(cpu, code->physical);

    if (in_ram(cpu, at, code->size)) {
        code->bytes = cpu->ram + at;
        return;
    }
    if (code->size > sizeof code->copy)
        code->size = sizeof code->copy;
    guest_physical_read(cpu, code->physical, code->copy, code->size);
    code->bytes = code->copy;
}

/*
 * Decodes up to `most` instructions into cache->scratch; returns how many belong to the block. The
 * last ones of a full block are only lookahead for pairing.
 */
static unsigned block_cache_decode_run(struct cpu *cpu, const struct code *code, unsigned most)
{
    struct insn *insns = cpu->blocks->scratch;
    unsigned count = 0;
    unsigned at = 0;

    while (count < most && at < code->size) {
        struct insn *insn = &insns[count];
        const enum decode_status status =
            decoder_decode(cpu, cpu->blocks->decoded, code->bytes + at, code->size - at,
                           cpu->eip + at, code->bits, insn);
        if (status == DECODE_TRUNCATED || (status == DECODE_TOO_LONG && count > 0))
            break;
        if (status == DECODE_TOO_LONG)
            raise_error(cpu, VECTOR_GP, 0);
        if (count > 0 && insn->timing.starts_block)
            break;
        count++;
        at += insn->length;
        if (status == DECODE_LAST)
            break;
    }
    return count ? pairing_assign(cpu->model, insns, count) : 0;
}

/* Decodes the one instruction that crosses into the next page. Returns the physical address of its
 * last byte. */
static uint32_t block_cache_decode_across(struct cpu *cpu, struct code *code)
{
    const unsigned room = code->size;
    uint32_t next;

    if (code->segment_ends)
        raise_error(cpu, VECTOR_GP, 0);
    guest_physical_read(cpu, code->physical, code->copy, room);
    next = page_walk_code(cpu, code->linear + room);
    guest_physical_read(cpu, next, code->copy + room, 15 - room);
    code->bytes = code->copy;
    code->size = 15;
    if (!block_cache_decode_run(cpu, code, 1))
        raise_error(cpu, VECTOR_GP, 0);

    const unsigned length = cpu->blocks->scratch[0].length;

    if (cpu->seg[SEG_CS].limit - cpu->eip < length - 1)
        raise_error(cpu, VECTOR_GP, 0);
    return length > room ? next + length - room - 1 : code->physical + length - 1;
}

static struct block *block_cache_allocate(struct cpu *cpu, unsigned count)
{
    struct block_cache *cache = cpu->blocks;
    const size_t bytes = (sizeof(struct block) + count * sizeof(struct insn) + 63) & ~(size_t)63;
    struct block *block;

    if (cache->used + bytes > ARENA_BYTES)
        block_cache_flush(cpu);
    block = (struct block *)(void *)(cache->arena + cache->used);
    cache->used += bytes;
    return block;
}

static void block_cache_fill(struct cpu *cpu, struct block *block, const struct code *code,
                             unsigned count)
{
    const struct insn *insns = cpu->blocks->scratch;

    *block = (struct block){
        .physical = code->physical,
        .linear = code->linear,
        .bits = (uint8_t)code->bits,
        .count = (uint8_t)count,
    };
    memcpy(block->insns, insns, count * sizeof insns[0]);
    for (unsigned i = 0; i < count; i++)
        block->bytes = (uint16_t)(block->bytes + insns[i].length);
}

static struct block *block_cache_build(struct cpu *cpu, struct code *code)
{
    struct block_cache *cache = cpu->blocks;
    uint32_t end = 0;
    unsigned count;
    struct block *block;

    block_cache_extend_code(cpu, code);
    block_cache_code_bytes(cpu, code);
    count = block_cache_decode_run(cpu, code, BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD);
    if (count == 0) {
        end = block_cache_decode_across(cpu, code);
        count = 1;
    }
    block = block_cache_allocate(cpu, count);
    block_cache_fill(cpu, block, code, count);
    block->physical_end = end ? end : block->physical + block->bytes - 1;
    if (!end && block->physical_end >> 12 != block->physical >> 12)
        page_walk_code(cpu, block->linear + block->bytes - 1); /* sets the A bit, fills the TLB */
    block->hash_next = cache->buckets[bucket_of(block->physical)];
    cache->buckets[bucket_of(block->physical)] = block;
    block_cache_register_page(cpu, block, block->physical >> 12);
    if (block->physical_end >> 12 != block->physical >> 12)
        block_cache_register_page(cpu, block, block->physical_end >> 12);
    return block;
}

/* ---- finding ------------------------------------------------------------------------------- */

/*
 * A block across two pages is valid only while the second page is mapped to the same frame. If that
 * page would fault, the fault belongs to the instruction that reaches it; a block of one
 * instruction or a shorter block then raises it.
 */
static bool block_cache_second_page_valid(struct cpu *cpu, const struct block *block)
{
    const uint32_t last = block->linear + block->bytes - 1;

    if (!(last >> 12 ^ block->linear >> 12))
        return true;
    if (block->count > 1 && !code_page_mapped(cpu, last, block->physical_end))
        return false;
    return page_walk_code(cpu, last) == block->physical_end;
}

static bool is_near(const struct block *from, const struct block *to)
{
    const uint32_t page = from->linear >> 12;

    return (from->linear + from->bytes - 1) >> 12 == page && to->linear >> 12 == page &&
           (to->linear + to->bytes - 1) >> 12 == page;
}

/* The code window stays valid if both blocks lie entirely in one page. */
static void block_cache_link(struct block *from, bool jumped, struct block *to)
{
    from->next[jumped] = to;
    from->near[jumped] = is_near(from, to) ? to : NULL;
}

struct block *block_cache_find_near(const struct cpu *cpu, const struct block *from,
                                    uint32_t linear)
{
    const uint32_t physical = from->physical + (linear - from->linear);
    struct block *block = cpu->blocks->buckets[bucket_of(physical)];

    while (block &&
           !(block->physical == physical && block->linear == linear && block->bits == from->bits))
        block = block->hash_next;
    return block && is_near(from, block) ? block : NULL;
}

struct block *block_cache_find(struct cpu *cpu)
{
    struct code code = block_cache_code_at(cpu);
    struct block *block = cpu->blocks->buckets[bucket_of(code.physical)];

    while (block && !(block->physical == code.physical && block->linear == code.linear &&
                      block->bits == code.bits && block->insns[0].address == cpu->eip))
        block = block->hash_next;
    if (block && !block_cache_second_page_valid(cpu, block)) {
        block_cache_remove(cpu, block);
        block = NULL;
    }
    if (!block)
        block = block_cache_build(cpu, &code);
    if (cpu->block)
        block_cache_link(cpu->block, cpu->jumped, block);
    return block;
}

struct block *block_cache_single(struct cpu *cpu)
{
    struct code code = block_cache_code_at(cpu);
    struct block *block = &cpu->blocks->single.block;
    uint32_t end = 0;

    block_cache_code_bytes(cpu, &code);
    if (block_cache_decode_run(cpu, &code, 1) == 0)
        end = block_cache_decode_across(cpu, &code);
    block_cache_fill(cpu, block, &code, 1);
    block->physical_end = end ? end : block->physical + block->bytes - 1;
    return block;
}
