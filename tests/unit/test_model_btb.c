/*
 * SPDX-License-Identifier: MIT
 * Tests the branch target buffer: each transition of the direction rules, allocation, sets and
 * ways, targets, penalties by pipe and kind.
 */
#include "test_model.h"

/* A two-byte Jcc. Its last byte, whose address identifies it in the BTB, is at address + 1. */
static struct code jcc(const struct model *model, uint32_t address)
{
    return code_at(model, address, /* jnz $+20 */ "\x75\x12", 2);
}

/* Clocks lost by one outcome of the conditional branch at this address. */
static uint64_t outcome(struct model *model, uint32_t address, bool taken)
{
    const struct code code = jcc(model, address);
    const uint64_t before = model_clock(model);

    model_branch(model, &code.insns[0], address, BRANCH_CONDITIONAL, taken, address + 20);
    return model_clock(model) - before;
}

/* Plays outcomes, given as T and N; `wrong` has an x for each one that is mispredicted. */
static void check_sequence(struct model *model, uint32_t address, const char *outcomes,
                           const char *wrong)
{
    for (size_t i = 0; outcomes[i]; i++) {
        const uint64_t flushes = counted(model, P5_pipeline_flushes);

        outcome(model, address, outcomes[i] == 'T');
        if ((counted(model, P5_pipeline_flushes) != flushes) != (wrong[i] == 'x'))
            fail_msg("outcome %u of %s", (unsigned)i, outcomes);
    }
}

/*
 * A branch is predicted taken unless its last two outcomes were both not taken; an absent branch is
 * predicted not taken. Allocation sets both outcomes to taken. N N: absent, right. T: absent,
 * wrong, allocated (11). T: right. N: wrong (10). T: right (01), then N: wrong (10), N: wrong (00),
 * N: right, T: wrong (01), N: wrong (10), T: right (01).
 */
static void asymmetric_rule(void **state)
{
    check_sequence(*state, 0x1000, "NNTTNTNNNTNT", "..x.x.xx.xx.");
}

/*
 * Symmetric counter, allocated at 3: N wrong (2), N wrong (1), N right (0), T wrong (1), T wrong
 * (2), T right (3), N wrong (2), T right (3).
 */
static void saturating_rule(void **unused)
{
    struct model_config config = model_config_default();
    struct model *model;

    (void)unused;
    config.branch.rule = DIRECTION_SATURATING;
    model = model_create(&config);
    assert_non_null(model);
    check_sequence(model, 0x1000, "TNNNTTTNT", "xxx.xx.x.");
    model_destroy(model);
}

/* Figure 5.10's loop of 100: cold 99 hits and 2 flushes, warm 100 hits and 1 flush. */
static void program1(void **state)
{
    struct model *model = *state;

    for (unsigned round = 1; round <= 3; round++) {
        for (unsigned i = 0; i < 100; i++)
            outcome(model, 0x1000, i < 99);
        assert_int_equal(counted(model, P5_branches), 100 * round);
        assert_int_equal(counted(model, P5_taken_branch_or_btb_hit), 100 * round);
        assert_int_equal(counted(model, P5_btb_hits), 100 * round - 1);
        assert_int_equal(counted(model, P5_pipeline_flushes), round + 1);
    }
}

/* An absent branch that is not taken counts as a branch and as nothing else. */
static void never_taken(void **state)
{
    struct model *model = *state;

    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(outcome(model, 0x1000, false), 0);
    assert_int_equal(counted(model, P5_branches), 10);
    assert_int_equal(counted(model, P5_btb_hits), 0);
    assert_int_equal(counted(model, P5_taken_branch_or_btb_hit), 0);
    assert_int_equal(counted(model, P5_pipeline_flushes), 0);
}

/* 64 sets of 4, selected by the low 6 bits of the last byte's address; the fifth branch of a set
 * evicts the first. */
static void sets_and_ways(void **state)
{
    struct model *model = *state;

    for (unsigned i = 0; i < 256; i++)
        outcome(model, 0x1000 + i, true);
    assert_int_equal(counted(model, P5_btb_hits), 0);
    for (unsigned i = 0; i < 256; i++)
        assert_int_equal(outcome(model, 0x1000 + i, true), 0);
    assert_int_equal(counted(model, P5_btb_hits), 256);
    outcome(model, 0x1000 + 256, true);
    assert_int_equal(outcome(model, 0x1000 + 1, true), 0); /* another set */
    assert_int_equal(outcome(model, 0x1000, true), 3);
}

/* Cost of a misprediction: conditional 3 in U and 4 in V, direct 2, indirect or RET 3. */
static void penalties(void **state)
{
    struct model *model = *state;
    const struct code pair = CODE(model, /* cmp eax,ebx / jnz $+20 */ "\x39\xd8\x75\x12");
    const struct code jump = CODE(model, /* jmp $+20 */ "\xeb\x12");
    const struct code indirect = CODE(model, /* jmp eax */ "\xff\xe0");
    const struct code ret = CODE(model, /* ret */ "\xc3");

    assert_int_equal(outcome(model, 0x1000, true), 3);
    model_branch(model, &pair.insns[1], 0x2002, BRANCH_CONDITIONAL, true, 0x3000);
    assert_int_equal(model->lost[LOST_MISPREDICT], 3 + 4);
    model_branch(model, &jump.insns[0], 0x3004, BRANCH_UNCONDITIONAL, true, 0x4000);
    assert_int_equal(model->lost[LOST_MISPREDICT], 3 + 4 + 2);
    model_branch(model, &indirect.insns[0], 0x4010, BRANCH_INDIRECT, true, 0x5000);
    assert_int_equal(model->lost[LOST_MISPREDICT], 3 + 4 + 2 + 3);
    model_branch(model, &ret.insns[0], 0x5020, BRANCH_RETURN, true, 0x6000);
    assert_int_equal(model->lost[LOST_MISPREDICT], 3 + 4 + 2 + 3 + 3);
    model_branch(model, &jump.insns[0], 0x3004, BRANCH_UNCONDITIONAL, true, 0x4000);
    assert_int_equal(model->lost[LOST_MISPREDICT], 3 + 4 + 2 + 3 + 3);
}

/* A return to a different target than last time is mispredicted although it is in the BTB; a return
 * to the same target is right. */
static void targets(void **state)
{
    struct model *model = *state;
    const struct code ret = CODE(model, /* ret */ "\xc3");
    static const struct {
        uint32_t target;
        unsigned flushes;
    } returns[] = {{0x2000, 1}, {0x2000, 1}, {0x3000, 2}, {0x3000, 2}, {0x2000, 3}};

    for (size_t i = 0; i < sizeof returns / sizeof *returns; i++) {
        model_branch(model, &ret.insns[0], 0x1000, BRANCH_RETURN, true, returns[i].target);
        assert_int_equal(counted(model, P5_pipeline_flushes), returns[i].flushes);
    }
    assert_int_equal(counted(model, P5_btb_hits), 4);
}

/* Far transfers are taken branches that never enter the BTB; INT and IRET do not flush. */
static void far_transfers(void **state)
{
    struct model *model = *state;
    const struct code far = CODE(model, /* retf */ "\xcb");
    const struct code iret = CODE(model, /* iret */ "\xcf");

    for (unsigned i = 0; i < 2; i++)
        model_branch(model, &far.insns[0], 0x1000, BRANCH_FAR, true, 0x2000);
    assert_int_equal(counted(model, P5_pipeline_flushes), 2);
    model_branch(model, &iret.insns[0], 0x1100, BRANCH_FAR, true, 0x2000);
    assert_int_equal(counted(model, P5_branches), 3);
    assert_int_equal(counted(model, P5_taken_branch_or_btb_hit), 3);
    assert_int_equal(counted(model, P5_btb_hits), 0);
    assert_int_equal(counted(model, P5_pipeline_flushes), 2);
}

/* Counts of events 12h, 14h, 15h, 16h and 27h by events other than branch instructions. */
static void events_like_branches(void **state)
{
    struct model *model = *state;

    model_serialise(model);          /* branch, no flush */
    model_exception(model);          /* branch, flush, instruction */
    model_interrupt(model);          /* the same, and hardware interrupt */
    model_software_interrupt(model); /* instruction; INT itself counts the branch */
    assert_int_equal(counted(model, P5_branches), 3);
    assert_int_equal(counted(model, P5_taken_branch_or_btb_hit), 3);
    assert_int_equal(counted(model, P5_pipeline_flushes), 2);
    assert_int_equal(counted(model, P5_instructions_executed), 3);
    assert_int_equal(counted(model, P5_hardware_interrupts), 1);
}

/* TR12 bit 0 turns prediction off: nothing is found and nothing is allocated; a taken branch is
 * always mispredicted. */
static void prediction_off(void **state)
{
    struct model *model = *state;

    outcome(model, 0x1000, true);
    assert_int_equal(model_write_msr(model, 0x0e, 1), 0);
    assert_int_equal(outcome(model, 0x1000, true), 3);
    assert_int_equal(outcome(model, 0x2000, true), 3);
    assert_int_equal(outcome(model, 0x2000, false), 0);
    assert_int_equal(counted(model, P5_btb_hits), 0);
    assert_int_equal(model_write_msr(model, 0x0e, 0), 0);
    assert_int_equal(outcome(model, 0x1000, true), 0);
    assert_int_equal(outcome(model, 0x2000, true), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(asymmetric_rule),
        cmocka_unit_test(saturating_rule),
        MODEL_TEST(program1),
        MODEL_TEST(never_taken),
        MODEL_TEST(sets_and_ways),
        MODEL_TEST(penalties),
        MODEL_TEST(targets),
        MODEL_TEST(far_transfers),
        MODEL_TEST(events_like_branches),
        MODEL_TEST(prediction_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
