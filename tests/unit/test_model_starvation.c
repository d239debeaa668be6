/*
 * SPDX-License-Identifier: MIT
 * Tests the P55C's event 33h: clocks in which D1 has no instruction, and those in which it has only
 * one.
 */
#include "test_model.h"

/* Makes both counters count 33h in ring 0. */
static void count_starvation(struct model *model)
{
    assert_int_equal(model_write_msr(model, 0x11, 0x00730073), 0);
    assert_int_equal(model_write_msr(model, 0x12, 0), 0);
    assert_int_equal(model_write_msr(model, 0x13, 0), 0);
}

static void assert_starved(struct model *model, uint64_t nothing, uint64_t one)
{
    uint64_t value;

    assert_int_equal(model_read_pmc(model, 0, &value), 0);
    assert_int_equal(value, nothing);
    assert_int_equal(model_read_pmc(model, 1, &value), 0);
    assert_int_equal(value, one);
}

/*
 * A flush loses 4 clocks for a Jcc resolved in U, 5 in V, 3 for a JMP: 2 are those of PF and F, in
 * the others the wrong path is in D1 and later stages. A right prediction loses none, and a flush
 * that is configured to lose 1 starves D1 for no more than that. INT is not a flush, a far JMP is
 * one.
 */
static void starved_by_flushes(void **state)
{
    struct model *model = *state;
    const struct code u = CODE(model, /* jnz $ */ "\x75\xfe");
    const struct code v = CODE(model, /* inc eax / jnz $ */ "\x40\x75\xfe");
    const struct code jump = CODE(model, /* jmp $ */ "\xeb\xfe");
    const struct code interrupt = CODE(model, /* int 0x80 */ "\xcd\x80");
    const struct code far = CODE(model, /* jmp far [eax] */ "\xff\x28");

    count_starvation(model);
    model_branch(model, &u.insns[0], 0x1000, BRANCH_CONDITIONAL, true, 0x2000);
    assert_starved(model, 2, 0);
    model_branch(model, &v.insns[1], 0x1100, BRANCH_CONDITIONAL, true, 0x2000);
    assert_starved(model, 4, 0);
    model_branch(model, &jump.insns[0], 0x1200, BRANCH_UNCONDITIONAL, true, 0x2000);
    assert_starved(model, 6, 0);
    assert_int_equal(model->lost[LOST_MISPREDICT], 4 + 5 + 3);
    model_branch(model, &jump.insns[0], 0x1200, BRANCH_UNCONDITIONAL, true, 0x2000);
    model_branch(model, &interrupt.insns[0], 0x1300, BRANCH_FAR, true, 0x2000);
    assert_starved(model, 6, 0);
    model_branch(model, &far.insns[0], 0x1400, BRANCH_FAR, true, 0x2000);
    assert_starved(model, 8, 0);
    model->config.branch.direct = 1;
    model_branch(model, &jump.insns[0], 0x1500, BRANCH_UNCONDITIONAL, true, 0x2000);
    assert_starved(model, 9, 0);
}

/*
 * From bus clock 2000 = clock 3000 a line comes from memory: its first 8 bytes after 10 bus clocks
 * = 15, its last after 19, 28.5 and so 29. MUL executes in 9 of the 14 clocks between. A third
 * fetch finds the line present.
 */
static void starved_by_a_code_miss(void **state)
{
    struct model *model = *state;
    const struct code multiply = CODE(model, /* mul ebx */ "\xf7\xe3");

    count_starvation(model);
    model_idle(model, 3000 - model_clock(model));
    model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, 8, true);
    assert_starved(model, 15, 0);
    play(model, &multiply);
    model_fetch(model, CODE_ADDRESS + 8, CODE_ADDRESS + 8, 24, true);
    assert_starved(model, 15 + 5, 0);
    model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, 32, true);
    assert_starved(model, 15 + 5, 0);
}

/* Directory and table are in the data cache, so each read takes 2 clocks. A walk for data does not
 * starve D1. */
static void starved_by_a_code_walk(void **state)
{
    struct model *model = *state;
    const struct code load = CODE(model, /* mov eax,[esi] */ "\x8b\x06");

    model_data(model, &load.insns[0], DATA_ADDRESS, DATA_ADDRESS + 3, 4, ACCESS_READ);
    count_starvation(model);
    for (enum tlb_kind kind = TLB_CODE; kind <= TLB_DATA; kind++) {
        assert_null(tlb_lookup(model, kind, CODE_ADDRESS));
        model_page_walk(model, DATA_ADDRESS, false);
        model_page_walk(model, DATA_ADDRESS + 4, false);
        assert_starved(model, 4, 0);
    }
}

/* ES: blocks the entrance of the FIFO for 1 clock, 66 for 2, 0F for none; MUL's 10 clocks hide
 * both. */
static void starved_by_prefixes(void **state)
{
    struct model *model = *state;
    const struct code bare = CODE(model, /* mov ax,[es:esi] */ "\x26\x66\x8b\x06");
    const struct code hidden =
        CODE(model, /* mul ebx / mov ax,[es:esi] */ "\xf7\xe3\x26\x66\x8b\x06");
    const struct code two_byte = CODE(model, /* movzx eax,bl */ "\x0f\xb6\xc3");

    count_starvation(model);
    pipeline_refill(model);
    assert_int_equal(play(model, &bare), 1 + 3);
    assert_starved(model, 3, 0);
    pipeline_refill(model);
    play(model, &hidden);
    pipeline_refill(model);
    play(model, &two_byte);
    assert_starved(model, 3, 0);
}

/*
 * On a new line ADD and DEC pair on the P55C. If the model uses the P5's end bits, DEC is not found
 * in time, as ADD has 3 bytes: D1 issues ADD alone, once. The other counter counts the line's 15
 * clocks.
 */
static void one_instruction_ready(void **state)
{
    struct model *model = *state;
    const struct code code = CODE(model, /* add ebx,2 / dec eax */ "\x83\xc3\x02\x48");

    count_starvation(model);
    for (unsigned turn = 0; turn < 3; turn++) {
        model->config.pairing.first_execution = turn == 1;
        model_invalidate_caches(model, false);
        model_idle(model, 3000 * (turn + 1) - model_clock(model));
        model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, code.bytes, true);
        assert_int_equal(play(model, &code), turn == 1 ? 2 : 1);
        model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, code.bytes, true);
        assert_int_equal(play(model, &code), 1);
        assert_starved(model, 15 * (turn + 1), turn >= 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        P55C_TEST(starved_by_flushes),     P55C_TEST(starved_by_a_code_miss),
        P55C_TEST(starved_by_a_code_walk), P55C_TEST(starved_by_prefixes),
        P55C_TEST(one_instruction_ready),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
