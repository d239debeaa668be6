/*
 * SPDX-License-Identifier: MIT
 * The test registers TR1 to TR11. A write to TR5, TR6 or TR11 executes a command. Fields whose
 * width depends on the number of ways follow each other, so that one description fits the P54C and
 * the P55C.
 */
#include "sim/model/p5/test_registers.h"

#include "sim/model/p5/p5_state.h"

#define MSR_TR1  0x02u
#define MSR_TR2  0x04u
#define MSR_TR3  0x05u
#define MSR_TR4  0x06u
#define MSR_TR5  0x07u
#define MSR_TR6  0x08u
#define MSR_TR7  0x09u
#define MSR_TR9  0x0bu
#define MSR_TR10 0x0cu
#define MSR_TR11 0x0du

/* Bits 1 and 0 of TR5 and TR11. */
enum test_command { TEST_NONE, TEST_WRITE, TEST_READ, TEST_FLUSH };

#define PAGE_NUMBER 0xfffff000u

static uint32_t test_registers_field(uint32_t value, unsigned low, unsigned bits)
{
    return value >> low & ((1u << bits) - 1);
}

/* Pseudo-LRU bits in register format: the root of the tree is the lowest bit. */
static uint32_t lru_bits(uint64_t tree, unsigned ways)
{
    return (uint32_t)(tree >> 1) & ((1u << (ways - 1)) - 1);
}

/* ---- caches -------------------------------------------------------------------------------- */

#define TR2_END_BITS   0x0fu
#define TR4_LRU        2u /* lowest bit; the state is below it, the tag from bit 12 on */
#define TR4_STATE_BITS 2u
#define TR5_BUFFER     2u /* dword of the line */
#define TR5_SET        5u
#define TR5_SETS       128u
#define TR5_ENTRY      12u
#define TEST_WAYS_MAX  8u /* TR4 has no space for more LRU bits */

/* The entry selected by TR5. */
struct cache_place {
    struct cache *cache;
    bool data; /* false: the code cache */
    bool write_back;
    unsigned set, index;
    uint32_t offset; /* offset of the dword in the line */
};

/*
 * Decodes entry, cache, and how a flush treats modified lines. Returns false if the fields cannot
 * address the cache.
 */
static bool test_registers_select_cache(struct model *model, uint32_t tr5,
                                        struct cache_place *place)
{
    const struct cache *data = &model->data, *code = &model->code;
    const unsigned bits = data->way_shift > code->way_shift ? data->way_shift : code->way_shift;

    model->test.control = tr5 & ((1u << (TR5_ENTRY + bits + 2)) - 1);
    place->data = test_registers_field(tr5, TR5_ENTRY + bits, 1);
    place->cache = place->data ? &model->data : &model->code;
    place->write_back = test_registers_field(tr5, TR5_ENTRY + bits + 1, 1);
    place->set = test_registers_field(tr5, TR5_SET, 7);
    place->index = (place->set << place->cache->way_shift) +
                   (test_registers_field(tr5, TR5_ENTRY, bits) & (place->cache->ways - 1));
    place->offset = test_registers_field(tr5, TR5_BUFFER, 3) * 4;
    return place->cache->set_mask + 1 == TR5_SETS && place->cache->ways <= TEST_WAYS_MAX;
}

static void test_registers_read_cache(struct model *model, const struct cache_place *place)
{
    struct test_registers *test = &model->test;
    const struct cache *cache = place->cache;
    const enum mesi state = cache->states[place->index];
    const uint32_t address = cache->tags[place->index] << LINE_SHIFT;

    test->tag = lru_bits(cache->ages[place->set], cache->ways) << TR4_LRU;
    test->data = test->end_bits = 0;
    if (state == LINE_INVALID)
        return;
    test->tag |= (address & PAGE_NUMBER) | (place->data ? state : 1);
    if (model->memory.read)
        test->data = model->memory.read(model->memory.context, address + place->offset);
    if (!place->data)
        test->end_bits = cache->ends[place->index] >> place->offset & TR2_END_BITS;
}

/* Writes tag, state and LRU bits first, since data needs a valid line. */
static void test_registers_write_cache(struct model *model, const struct cache_place *place)
{
    const struct test_registers *test = &model->test;
    struct cache *cache = place->cache;
    const uint32_t address = (test->tag & PAGE_NUMBER) | place->set << LINE_SHIFT;
    const enum mesi state = place->data       ? test_registers_field(test->tag, 0, TR4_STATE_BITS)
                            : (test->tag & 1) ? LINE_SHARED
                                              : LINE_INVALID;

    line_cache_drop(cache, place->index);
    cache->ages[place->set] = (uint64_t)test_registers_field(test->tag, TR4_LRU, cache->ways - 1)
                              << 1;
    cache->recent[place->set] = (uint8_t)plru_recent(cache->ages[place->set], cache->ways);
    if (state == LINE_INVALID)
        return;
    cache->tags[place->index] = address >> LINE_SHIFT;
    cache->states[place->index] = (uint8_t)state;
    cache->ends[place->index] &= ~(TR2_END_BITS << place->offset);
    cache->ends[place->index] |= test->end_bits << place->offset;
    if (model->memory.write)
        model->memory.write(model->memory.context, address + place->offset, test->data);
}

static void test_registers_flush_cache(struct model *model, const struct cache_place *place)
{
    const unsigned lines = (place->cache->set_mask + 1) * place->cache->ways;

    for (unsigned i = 0; place->data && place->write_back && i < lines; i++)
        if (place->cache->states[i] == LINE_MODIFIED)
            data_access_write_back(model, i);
    line_cache_clear(place->cache);
    if (place->data)
        model->data_fill.line = NO_LINE;
    else
        model->code_line = model->code_fill.line = NO_LINE;
}

static int test_registers_cache_command(struct model *model, uint32_t tr5)
{
    const enum test_command command = tr5 & 3;
    struct cache_place place;

    if (!test_registers_select_cache(model, tr5, &place) && command != TEST_NONE)
        return -1;
    if (command == TEST_WRITE)
        test_registers_write_cache(model, &place);
    else if (command == TEST_READ)
        test_registers_read_cache(model, &place);
    else if (command == TEST_FLUSH)
        test_registers_flush_cache(model, &place);
    return 0;
}

/* ---- TLBs ---------------------------------------------------------------------------------- */

#define TR6_LOOKUP   0x001u /* set: look up; clear: write */
#define TR6_DATA     0x002u /* set: data; clear: code */
#define TR6_LARGE    0x004u
#define TR6_WRITABLE 0x100u
#define TR6_USER     0x200u
#define TR6_DIRTY    0x400u
#define TR6_VALID    0x800u
#define TR6_COMMAND  (TR6_LOOKUP | TR6_DATA | TR6_LARGE)
#define TR7_ENTRY    2u /* lowest bit; the hit bit follows it */
#define TR7_LRU      7u
#define TR7_LRU_WAYS 4u /* with more ways the field does not exist */

/* The width of TR7's entry number: that of the TLB with the most ways, and at least two bits. */
static unsigned test_registers_tlb_entry_bits(const struct model *model)
{
    const unsigned ways = model->tlb_code.ways | model->tlb_data.ways | model->tlb_large.ways;
    unsigned bits = 2;

    while (ways >> (bits + 1))
        bits++;
    return bits;
}

static struct tlb *test_registers_select_tlb(struct model *model, uint32_t tr6)
{
    const bool data = tr6 & TR6_DATA;

    if ((tr6 & TR6_LARGE) && (data || !model->config.tlb.code_large_split))
        return &model->tlb_large;
    return data ? &model->tlb_data : &model->tlb_code;
}

static bool tlb_shows_lru(const struct model *model, const struct tlb *tlb)
{
    return tlb->ways == TR7_LRU_WAYS && test_registers_tlb_entry_bits(model) == 2;
}

static void test_registers_lookup_tlb(struct model *model, const struct tlb *tlb, uint32_t tr6)
{
    struct test_registers *test = &model->test;
    const uint32_t set = tr6 >> tlb->page_shift & tlb->set_mask;
    const int way = tlb_array_way(tlb, tr6);

    test->linear = tr6 & (PAGE_NUMBER | TR6_COMMAND);
    test->physical = 0;
    if (tlb_shows_lru(model, tlb))
        test->physical = lru_bits(tlb->ages[set], tlb->ways) << TR7_LRU;
    if (way < 0)
        return;

    const struct tlb_entry *entry = &tlb->entries[set * tlb->ways + (unsigned)way];

    test->linear |= TR6_VALID | (entry->dirty ? TR6_DIRTY : 0) | (entry->user ? TR6_USER : 0) |
                    (entry->writable ? TR6_WRITABLE : 0);
    test->physical |= entry->physical | (uint32_t)way << TR7_ENTRY |
                      1u << (TR7_ENTRY + test_registers_tlb_entry_bits(model));
}

/* Without the hit bit the entry that would be replaced is written, as on the i486. */
static void test_registers_write_tlb(struct model *model, struct tlb *tlb, uint32_t tr6)
{
    const uint32_t tr7 = model->test.physical;
    const unsigned bits = test_registers_tlb_entry_bits(model);
    const uint32_t set = tr6 >> tlb->page_shift & tlb->set_mask;
    const uint32_t page = ~((1u << tlb->page_shift) - 1);
    const bool chosen = test_registers_field(tr7, TR7_ENTRY + bits, 1);
    const unsigned way = chosen ? test_registers_field(tr7, TR7_ENTRY, bits) & (tlb->ways - 1)
                                : plru_victim(tlb->ages[set], tlb->ways);

    model->test.linear = tr6 & ~(0xf8u);
    if (tlb_shows_lru(model, tlb))
        tlb->ages[set] = (uint64_t)test_registers_field(tr7, TR7_LRU, tlb->ways - 1) << 1;
    tlb->entries[set * tlb->ways + way] = (struct tlb_entry){
        .linear = tr6 & TR6_VALID ? tr6 & page : NO_PAGE,
        .physical = tr7 & page,
        .large = tlb == &model->tlb_large,
        .writable = tr6 & TR6_WRITABLE,
        .user = tr6 & TR6_USER,
        .dirty = tr6 & TR6_DIRTY,
    };
}

static int test_registers_tlb_command(struct model *model, uint32_t tr6)
{
    struct tlb *tlb = test_registers_select_tlb(model, tr6);

    if (tr6 & TR6_LOOKUP) {
        test_registers_lookup_tlb(model, tlb, tr6);
        return 0;
    }
    test_registers_write_tlb(model, tlb, tr6);
    return MODEL_TRANSLATE;
}

/* ---- branch target buffer ------------------------------------------------------------------ */

#define TR11_ENTRY 2u
#define TR11_SET   6u
#define TR11_SETS  64u /* RBIL draws four bits for them; 64 sets need six */
#define TR11_WAYS  4u
#define TR9_TAG    0xffffffc0u

/* An unused entry reads as 0 in all registers, and TR9 = 0 makes an entry unused. */
static void test_registers_write_btb(struct model *model, struct btb_entry *entry, unsigned set)
{
    const struct test_registers *test = &model->test;
    const uint32_t history = test->branch & (model->btb.two_levels ? 15u : BTB_STATES - 1u);

    *entry = (struct btb_entry){
        .tag = (test->branch & TR9_TAG) | set,
        .target = test->target,
        .counters = UINT32_MAX, /* not visible in a register: as in a new entry */
        .history = (uint8_t)history,
        .valid = test->branch != 0,
    };
}

static void test_registers_read_btb(struct model *model, const struct btb_entry *entry)
{
    model->test.branch = entry->valid ? (entry->tag & TR9_TAG) | entry->history : 0;
    model->test.target = entry->valid ? entry->target : 0;
}

static int test_registers_btb_command(struct model *model, uint32_t tr11)
{
    struct btb *btb = &model->btb;
    const enum test_command command = tr11 & 3;
    const unsigned set = test_registers_field(tr11, TR11_SET, 6);
    const unsigned way = test_registers_field(tr11, TR11_ENTRY, 2);
    struct btb_entry *entry;

    if (command != TEST_NONE && (btb->set_mask + 1 != TR11_SETS || btb->ways != TR11_WAYS))
        return -1;
    model->test.command = tr11 & 0xfcfu;
    if (command == TEST_FLUSH)
        btb_clear(btb);
    if (command != TEST_WRITE && command != TEST_READ)
        return 0;
    entry = &btb->entries[(set << btb->way_shift) + way];
    if (command == TEST_WRITE)
        test_registers_write_btb(model, entry, set);
    else
        test_registers_read_btb(model, entry);
    return 0;
}

/* ---- by number ----------------------------------------------------------------------------- */

/*
 * The register that stores what is written to this MSR, with the mask of stored bits in *mask;
 * NULL: none.
 */
static uint32_t *test_registers_plain(struct test_registers *test, uint32_t msr, uint32_t *mask)
{
    *mask = UINT32_MAX;
    switch (msr) {
    case MSR_TR2:
        *mask = TR2_END_BITS;
        return &test->end_bits;
    case MSR_TR3:
        return &test->data;
    case MSR_TR4:
        return &test->tag;
    case MSR_TR7:
        return &test->physical;
    case MSR_TR9:
        return &test->branch;
    case MSR_TR10:
        return &test->target;
    default:
        return NULL;
    }
}

int test_registers_write(struct model *model, uint32_t msr, uint32_t value)
{
    uint32_t mask;
    uint32_t *plain = test_registers_plain(&model->test, msr, &mask);

    if (plain) {
        *plain = value & mask;
        return 0;
    }
    switch (msr) {
    case MSR_TR1:
        return 0; /* parity reversal; the model has no parity */
    case MSR_TR5:
        return test_registers_cache_command(model, value);
    case MSR_TR6:
        return test_registers_tlb_command(model, value);
    case MSR_TR11:
        return test_registers_btb_command(model, value);
    default:
        return -1;
    }
}

int test_registers_read(const struct model *model, uint32_t msr, uint64_t *value)
{
    struct test_registers test = model->test;
    uint32_t mask;
    const uint32_t *plain = test_registers_plain(&test, msr, &mask);

    switch (msr) {
    case MSR_TR1:
        *value = 0;
        return 0;
    case MSR_TR5:
        *value = test.control;
        return 0;
    case MSR_TR6:
        *value = test.linear;
        return 0;
    case MSR_TR11:
        *value = test.command;
        return 0;
    default:
        if (plain)
            *value = *plain;
        return plain ? 0 : -1;
    }
}
