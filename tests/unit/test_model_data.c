/*
 * SPDX-License-Identifier: MIT
 * Tests data accesses beyond hit and miss: alignment, both pipes and banks, locked cycles, page
 * walks.
 */
#include "test_model.h"

static void access_at(struct model *model, const struct insn *insn, uint32_t address,
                      unsigned bytes, enum access access)
{
    model_data(model, insn, address, address + bytes - 1, bytes, access);
}

/* Reads a line into the cache and waits until the bus is idle. */
static void warm_up(struct model *model, uint32_t address)
{
    access_at(model, NULL, address & ~3u, 4, ACCESS_READ);
    model_idle(model, 1000);
}

/*
 * 2 and 4 bytes must not cross a 4-byte boundary, 8 not an 8-byte one. A misaligned access counts
 * each part and takes 3 clocks more; of a read's 3, event 1Ah counts 2 (erratum).
 */
static void alignment(void **state)
{
    static const struct {
        uint32_t offset;
        unsigned bytes, reads, misaligned;
    } cases[] = {
        {0, 4, 1, 0},
        {1, 4, 2, 1},
        {2, 4, 2, 1},
        {3, 4, 2, 1},
        {4, 4, 1, 0},
        {0, 2, 1, 0},
        {1, 2, 1, 0},
        {2, 2, 1, 0},
        {3, 2, 2, 1},
        {3, 1, 1, 0},
        {0, 8, 1, 0},
        {4, 8, 2, 1},
        {8, 8, 1, 0},
        /* 10 bytes are 8 and 2: at 3 the 8 cross 8, the 2 at 11 cross 12. */
        {0, 10, 2, 0},
        {4, 10, 3, 1},
        {3, 10, 4, 2},
    };
    struct model *model = *state;

    warm_up(model, DATA_ADDRESS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t reads = counted(model, P5_data_read);
        const uint64_t misaligned = counted(model, P5_misaligned_data_memory_or_IO_references);
        const uint64_t waited = counted(model, P5_clocks_stalled_waiting_data_read);
        const uint64_t clock = model_clock(model);

        access_at(model, NULL, DATA_ADDRESS + cases[i].offset, cases[i].bytes, ACCESS_READ);
        assert_int_equal(counted(model, P5_data_read) - reads, cases[i].reads);
        assert_int_equal(counted(model, P5_misaligned_data_memory_or_IO_references) - misaligned,
                         cases[i].misaligned);
        assert_int_equal(model_clock(model) - clock, 3 * cases[i].misaligned);
        assert_int_equal(counted(model, P5_clocks_stalled_waiting_data_read) - waited,
                         2 * cases[i].misaligned);
    }
}

/*
 * Thesis, Figure 5.11: INCL -511(%EBP,%EDX,4) three times, at 1, 5 and 9 above an aligned address.
 * The counts are Table 5.4 without the stack's access: 6 reads, 6 writes, 6 misaligned, and no miss
 * once warm.
 */
static void program2(void **state)
{
    struct model *model = *state;
    const struct code inc =
        CODE(model, /* inc dword [ebp+edx*4-511] */ "\xff\x84\x95\x01\xfe\xff\xff");
    uint64_t reads;

    warm_up(model, DATA_ADDRESS);
    reads = counted(model, P5_data_read);
    for (unsigned i = 0; i < 3; i++) {
        access_at(model, &inc.insns[0], DATA_ADDRESS + 1 + 4 * i, 4, ACCESS_READ);
        access_at(model, &inc.insns[0], DATA_ADDRESS + 1 + 4 * i, 4, ACCESS_WRITE);
    }
    assert_int_equal(counted(model, P5_data_read) - reads, 6);
    assert_int_equal(counted(model, P5_data_write), 6);
    assert_int_equal(counted(model, P5_misaligned_data_memory_or_IO_references), 6);
    assert_int_equal(counted(model, P5_data_read_miss), 1); /* the miss of warm_up() */
    assert_int_equal(counted(model, P5_data_write_miss), 0);
    assert_int_equal(counted(model, P5_write_to_M_or_E_lines), 6);
}

/* Erratum: a misaligned access that misses counts two misses, in one line as well as in two. */
static void misaligned_misses(void **unused)
{
    for (unsigned errata = 0; errata < 2; errata++) {
        struct model_config config = model_config_default();
        struct model *model;

        config.errata = errata;
        model = model_create(&config);
        assert_non_null(model);
        model_set_cache(model, true);
        access_at(model, NULL, DATA_ADDRESS + 1, 4, ACCESS_READ); /* in one line */
        assert_int_equal(counted(model, P5_data_read_miss), errata ? 2 : 1);
        access_at(model, NULL, DATA_ADDRESS + 0x5e, 4, ACCESS_READ); /* across two */
        assert_int_equal(counted(model, P5_data_read_miss), errata ? 4 : 3);
        access_at(model, NULL, DATA_ADDRESS + 0x101, 4, ACCESS_WRITE);
        assert_int_equal(counted(model, P5_data_write_miss), errata ? 2 : 1);
        model_destroy(model);
    }
    (void)unused;
}

/* The part after the end of a page is in the page of the last byte. */
static void across_pages(void **state)
{
    struct model *model = *state;

    warm_up(model, DATA_ADDRESS + 0xffc);
    warm_up(model, 0x300000);
    model_data(model, NULL, DATA_ADDRESS + 0xffe, 0x300001, 4, ACCESS_READ);
    assert_int_equal(counted(model, P5_data_read_miss), 2);
    assert_int_equal(counted(model, P5_data_read), 4);
}

/* Bits 2 to 4 select the bank. The pair of accesses always counts, and a conflict costs a clock. */
static void banks(void **state)
{
    static const struct {
        uint32_t u, v;
        unsigned conflicts;
    } cases[] = {{0, 4, 0},  {0, 0, 1},  {0, 32, 1}, {4, 0x1004, 1},
                 {0, 16, 0}, {0, 28, 0}, {0, 2, 1},  {8, 44, 0}};
    struct model *model = *state;
    const struct code pair = CODE(model, /* mov eax,[esi] / mov ebx,[edi] */ "\x8b\x06\x8b\x1f");

    warm_up(model, DATA_ADDRESS);
    warm_up(model, DATA_ADDRESS + 32);
    warm_up(model, DATA_ADDRESS + 0x1000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t conflicts = counted(model, P5_bank_conflicts);
        const uint64_t both = counted(model, P5_memory_accesses_in_both_pipes);
        const uint64_t clock = model_clock(model);

        model_issue(model, &pair.insns[0]);
        access_at(model, &pair.insns[0], DATA_ADDRESS + cases[i].u, 2, ACCESS_READ);
        model_issue(model, &pair.insns[1]);
        access_at(model, &pair.insns[1], DATA_ADDRESS + cases[i].v, 2, ACCESS_READ);
        assert_int_equal(counted(model, P5_bank_conflicts) - conflicts, cases[i].conflicts);
        assert_int_equal(counted(model, P5_memory_accesses_in_both_pipes) - both, 1);
        assert_int_equal(model_clock(model) - clock, 1 + cases[i].conflicts);
    }
}

/* An access in V next to a U half without one is not a pair of accesses; nor are two successive
 * accesses in U. */
static void one_pipe(void **state)
{
    struct model *model = *state;
    const struct code pair = CODE(model, /* mov eax,ecx / mov ebx,[edi] */ "\x89\xc8\x8b\x1f");
    const struct code alone = CODE(model, /* adc eax,[esi] / adc ebx,[edi] */ "\x13\x06\x13\x1f");

    warm_up(model, DATA_ADDRESS);
    access_at(model, &pair.insns[1], DATA_ADDRESS, 4, ACCESS_READ);
    access_at(model, &alone.insns[0], DATA_ADDRESS, 4, ACCESS_READ);
    access_at(model, &alone.insns[1], DATA_ADDRESS, 4, ACCESS_READ);
    assert_int_equal(counted(model, P5_memory_accesses_in_both_pipes), 0);
    assert_int_equal(counted(model, P5_bank_conflicts), 0);
}

/* Both halves read, modify and write: this is one pair of accesses, not two. */
static void both_modify(void **state)
{
    struct model *model = *state;
    const struct code pair = CODE(model, /* add [esi],eax / add [edi],ebx */ "\x01\x06\x01\x1f");

    warm_up(model, DATA_ADDRESS);
    for (unsigned i = 0; i < 2; i++) {
        access_at(model, &pair.insns[i], DATA_ADDRESS + 8 * i, 4, ACCESS_READ);
        access_at(model, &pair.insns[i], DATA_ADDRESS + 8 * i, 4, ACCESS_WRITE);
    }
    assert_int_equal(counted(model, P5_memory_accesses_in_both_pipes), 1);
}

/* The read half counts, twice if it is split. The line leaves the cache and is written back if
 * modified. */
static void locked(void **state)
{
    struct model *model = *state;

    warm_up(model, DATA_ADDRESS);
    access_at(model, NULL, DATA_ADDRESS, 4, ACCESS_WRITE);
    access_at(model, NULL, DATA_ADDRESS, 4, ACCESS_READ_LOCKED);
    access_at(model, NULL, DATA_ADDRESS, 4, ACCESS_WRITE_LOCKED);
    assert_int_equal(counted(model, P5_locked_bus_cycle), 1);
    assert_int_equal(counted(model, P5_data_cache_lines_written_back), 1);
    assert_int_equal(counted(model, P5_data_read), 2);
    assert_int_equal(counted(model, P5_data_write), 2);
    access_at(model, NULL, DATA_ADDRESS, 4, ACCESS_READ);
    assert_int_equal(counted(model, P5_data_read_miss), 2);
    access_at(model, NULL, DATA_ADDRESS + 0x102, 4, ACCESS_READ_LOCKED);
    assert_int_equal(counted(model, P5_locked_bus_cycle), 3);
}

/* Erratum: a misaligned FST counts twice in event 0Bh. */
static void misaligned_fst(void **state)
{
    struct model *model = *state;
    const struct code fst = CODE(model, /* fst dword [esi] */ "\xd9\x16");

    access_at(model, &fst.insns[0], DATA_ADDRESS + 2, 4, ACCESS_WRITE);
    assert_int_equal(counted(model, P5_misaligned_data_memory_or_IO_references), 2);
}

/*
 * A walk's reads are noncacheable bus cycles and not data reads; an update is locked. A table entry
 * that is in the data cache is read from there.
 */
static void page_walks(void **state)
{
    struct model *model = *state;

    assert_null(tlb_lookup(model, TLB_DATA, 0x1000));
    model_page_walk(model, DATA_ADDRESS, false);
    assert_int_equal(counted(model, P5_non_cacheable_memory_reads), 1);
    assert_int_equal(counted(model, P5_data_read), 0);
    assert_int_equal(counted(model, P5_data_read_miss), 0);
    assert_int_equal(counted(model, P5_clocks_stalled_waiting_data_read), model_clock(model));
    model_page_walk(model, DATA_ADDRESS, true);
    assert_int_equal(counted(model, P5_locked_bus_cycle), 1);
    warm_up(model, DATA_ADDRESS);
    model_page_walk(model, DATA_ADDRESS, false);
    assert_int_equal(counted(model, P5_non_cacheable_memory_reads), 1);
}

/* Erratum: event 1Ah counts all 3 clocks of a misaligned read if the TLB missed just before. */
static void misaligned_behind_a_walk(void **state)
{
    struct model *model = *state;
    uint64_t waited;

    warm_up(model, DATA_ADDRESS);
    assert_null(tlb_lookup(model, TLB_DATA, 0x1000));
    model_page_walk(model, DATA_ADDRESS + 0x400, false);
    waited = counted(model, P5_clocks_stalled_waiting_data_read);
    access_at(model, NULL, DATA_ADDRESS + 1, 4, ACCESS_READ);
    assert_int_equal(counted(model, P5_clocks_stalled_waiting_data_read) - waited, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(alignment),
        MODEL_TEST(program2),
        cmocka_unit_test(misaligned_misses),
        MODEL_TEST(across_pages),
        MODEL_TEST(banks),
        MODEL_TEST(one_pipe),
        MODEL_TEST(both_modify),
        MODEL_TEST(locked),
        MODEL_TEST(misaligned_fst),
        MODEL_TEST(page_walks),
        MODEL_TEST(misaligned_behind_a_walk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
