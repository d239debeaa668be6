/*
 * SPDX-License-Identifier: MIT
 * Tests the P55C: MMX pairing and latency, its additional events, its branch prediction.
 */
#include "test_model.h"

/* Two ALU operations pair. There is one shifter and one multiplier; accesses to memory and general
 * registers go through U only. */
static void pairing(void **state)
{
    static const struct {
        const char *text, *bytes;
        size_t size;
        unsigned in_v;
    } cases[] = {
#define PAIRING(text, bytes, in_v) {text, bytes, sizeof(bytes) - 1, in_v}
        PAIRING("ALU twice", /* paddb mm0,mm1 / psubw mm2,mm3 */ "\x0f\xfc\xc1\x0f\xf9\xd3", 1),
        PAIRING("dependent", /* paddb mm0,mm1 / psubw mm2,mm0 */ "\x0f\xfc\xc1\x0f\xf9\xd0", 0),
        PAIRING("shifter twice", /* psllw mm0,4 / psrld mm1,4 */ "\x0f\x71\xf0\x04\x0f\x72\xd1\x04",
                0),
        PAIRING("packing uses the shifter",
                /* packsswb mm0,mm1 / psrld mm2,4 */ "\x0f\x63\xc1\x0f\x72\xd2\x04", 0),
        PAIRING("shift and ALU", /* psllw mm0,4 / paddb mm1,mm2 */ "\x0f\x71\xf0\x04\x0f\xfc\xca",
                1),
        PAIRING("multiplier twice",
                /* pmullw mm0,mm1 / pmaddwd mm2,mm3 */ "\x0f\xd5\xc1\x0f\xf5\xd3", 0),
        PAIRING("multiply and ALU", /* pmullw mm0,mm1 / paddb mm2,mm3 */ "\x0f\xd5\xc1\x0f\xfc\xd3",
                1),
        PAIRING("memory in U", /* paddb mm0,[esi] / psubw mm2,mm3 */ "\x0f\xfc\x06\x0f\xf9\xd3", 1),
        PAIRING("memory in V", /* psubw mm2,mm3 / paddb mm0,[esi] */ "\x0f\xf9\xd3\x0f\xfc\x06", 0),
        PAIRING("beside integer code", /* paddb mm0,mm1 / inc eax */ "\x0f\xfc\xc1\x40", 1),
        PAIRING("EMMS", /* emms / inc eax */ "\x0f\x77\x40", 0),
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct code code = code_at(*state, CODE_ADDRESS, cases[i].bytes, cases[i].size);

        if (code.insns[1].timing.v_so_far != cases[i].in_v)
            fail_msg("%s: %u in V", cases[i].text, code.insns[1].timing.v_so_far);
    }
}

/* A product is ready after 3 clocks: if the next instruction uses it, 2 are lost (event 38h);
 * another multiplication can begin. */
static void multiplier(void **state)
{
    struct model *model = *state;
    const struct code dependent =
        CODE(model, /* pmullw mm0,mm1 / paddw mm0,mm2 */ "\x0f\xd5\xc1\x0f\xfd\xc2");
    const struct code others = CODE(model, /* pmullw mm3,mm1 / pmullw mm4,mm1 / pmullw mm5,mm1 */
                                    "\x0f\xd5\xd9\x0f\xd5\xe1\x0f\xd5\xe9");

    assert_int_equal(play(model, &dependent), 4);
    assert_int_equal(model->count[P55C_mmx_multiply_unit_interlock], 2);
    assert_int_equal(play(model, &others), 3);
    assert_int_equal(model->count[P55C_mmx_instructions_executed_u_pipe], 5);
    assert_int_equal(model->count[P55C_mmx_instructions_executed_v_pipe], 0);
}

/* A store of a result in the next clock waits for one more. */
static void stores(void **state)
{
    struct model *model = *state;
    const struct code fresh =
        CODE(model, /* paddb mm0,mm1 / movq [esi],mm0 */ "\x0f\xfc\xc1\x0f\x7f\x06");
    const struct code other =
        CODE(model, /* paddb mm0,mm1 / movq [esi],mm2 */ "\x0f\xfc\xc1\x0f\x7f\x16");

    assert_int_equal(play(model, &fresh), 3);
    assert_int_equal(play(model, &other), 2);
    assert_int_equal(model->count[P55C_movd_movq_store_stall_due_to_previous_mmx_operation], 1);
}

/* MMX, x87, MMX: three transitions with the first; the one to x87 takes 100 clocks. */
static void transitions(void **state)
{
    struct model *model = *state;
    const struct code mmx = CODE(model, /* paddsb mm0,mm1 */ "\x0f\xec\xc1");
    const struct code emms = CODE(model, /* emms */ "\x0f\x77");
    const struct code x87 = CODE(model, /* fld1 */ "\xd9\xe8");

    assert_int_equal(play(model, &mmx), 1);
    assert_int_equal(play(model, &emms), 1);
    assert_int_equal(play(model, &x87), 102);
    assert_int_equal(play(model, &x87), 2);
    assert_int_equal(play(model, &mmx), 1);
    assert_int_equal(model->count[P55C_transitions_between_mmx_and_fp_instructions], 3);
    assert_int_equal(model->count[P55C_emms_instructions_executed], 1);
    assert_int_equal(model->count[P55C_saturating_mmx_instructions_executed], 2);
}

/* A cold aligned read, a warm misaligned read, a write that misses. */
static void accesses(void **state)
{
    struct model *model = *state;
    const struct code load = CODE(model, /* movq mm0,[esi] */ "\x0f\x6f\x06");
    const struct code store = CODE(model, /* movq [esi],mm0 */ "\x0f\x7f\x06");
    const uint32_t a = DATA_ADDRESS;

    model_data(model, &load.insns[0], a, a + 7, 8, ACCESS_READ);
    model_idle(model, 100);
    model_data(model, &load.insns[0], a + 4, a + 11, 8, ACCESS_READ);
    model_data(model, &store.insns[0], a + 64, a + 71, 8, ACCESS_WRITE);
    assert_int_equal(model->count[P55C_mmx_instruction_data_reads], 3);
    assert_int_equal(model->count[P55C_mmx_instruction_data_read_misses], 1);
    assert_int_equal(model->count[P55C_mmx_instruction_data_writes], 1);
    assert_int_equal(model->count[P55C_mmx_instruction_data_write_misses], 1);
    assert_int_equal(model->count[P55C_misaligned_data_memory_reference_on_mmx_instructions], 1);
    assert_int_equal(model->count[P55C_pipeline_stall_for_mmx_instruction_data_memory_reads],
                     counted(model, P5_clocks_stalled_waiting_data_read));
}

static void branch(struct model *model, const struct code *code, uint32_t at, enum branch_kind kind,
                   bool taken, uint32_t target)
{
    model_branch(model, &code->insns[0], at, kind, taken, target);
}

/* One RET that returns to two callers in turn: after the first time the return stack is always
 * right. */
static void return_stack(void **state)
{
    struct model *model = *state;
    const struct code call = CODE(model, /* call $+100 */ "\xe8\x5f\x00\x00\x00");
    const struct code ret = CODE(model, /* ret */ "\xc3");

    for (unsigned i = 0; i < 10; i++) {
        const uint32_t caller = i & 1 ? 0x1000 : 0x2000;

        branch(model, &call, caller, BRANCH_UNCONDITIONAL, true, 0x3000);
        branch(model, &ret, 0x3000, BRANCH_RETURN, true, caller + 5);
    }
    assert_int_equal(model->count[P55C_returns], 10);
    assert_int_equal(model->count[P55C_mispredicted_or_unpredicted_returns], 1);
    assert_int_equal(model->count[P55C_predicted_returns], 9);
}

/* An unknown backward branch is predicted taken, a forward one not taken. */
static void unseen_branches(void **state)
{
    struct model *model = *state;
    const struct code jcc = CODE(model, /* jnz $ */ "\x75\xfe");

    branch(model, &jcc, 0x1000, BRANCH_CONDITIONAL, true, 0x0ff0);
    assert_int_equal(counted(model, P5_pipeline_flushes), 0);
    branch(model, &jcc, 0x1100, BRANCH_CONDITIONAL, false, 0x1000);
    assert_int_equal(counted(model, P5_pipeline_flushes), 1);
    branch(model, &jcc, 0x1200, BRANCH_CONDITIONAL, true, 0x1300);
    assert_int_equal(counted(model, P5_pipeline_flushes), 2);
    assert_int_equal(model->count[P55C_taken_branches], 2);
}

/* Taken twice, not taken once, repeated: four outcomes of history determine the next one. */
static void pattern(void **state)
{
    struct model *model = *state;
    const struct code jcc = CODE(model, /* jnz $ */ "\x75\xfe");
    uint64_t flushes;

    for (unsigned i = 0; i < 60; i++)
        branch(model, &jcc, 0x1000, BRANCH_CONDITIONAL, i % 3 != 2, 0x0ff0);
    flushes = counted(model, P5_pipeline_flushes);
    for (unsigned i = 0; i < 60; i++)
        branch(model, &jcc, 0x1000, BRANCH_CONDITIONAL, i % 3 != 2, 0x0ff0);
    assert_int_equal(counted(model, P5_pipeline_flushes), flushes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        P55C_TEST(pairing),         P55C_TEST(multiplier), P55C_TEST(stores),
        P55C_TEST(transitions),     P55C_TEST(accesses),   P55C_TEST(return_stack),
        P55C_TEST(unseen_branches), P55C_TEST(pattern),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
