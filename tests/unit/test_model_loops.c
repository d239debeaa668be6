/*
 * SPDX-License-Identifier: MIT
 * Tests whole loops through the model - fetch, issue, branch, retire - against counts worked out by
 * hand.
 */
#include "test_model.h"

/* Plays one iteration of a loop body whose last instruction is the branch. */
static void iterate(struct model *model, const struct code *loop, bool jumped, bool taken)
{
    const struct insn *branch = &loop->insns[loop->count - 1];

    model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, loop->bytes, jumped);
    for (unsigned i = 0; i < loop->count; i++)
        model_issue(model, &loop->insns[i]);
    model_branch(model, branch, branch->address, BRANCH_CONDITIONAL, taken, CODE_ADDRESS);
    model_retire(model, loop->insns, loop->count);
}

static void run(struct model *model, const struct code *loop, unsigned iterations)
{
    for (unsigned i = 0; i < iterations; i++)
        iterate(model, loop, i > 0, i + 1 < iterations);
}

/*
 * Thesis, Figure 5.3: L: ADD EBX,2 / DEC EAX / JNS L. ADD and DEC pair; JNS is in U, since its
 * successor is a branch target: 2 clocks an iteration, 3 instructions, 1 in V. The last JNS is
 * mispredicted, in U: 3 clocks more.
 */
static void hello(void **state)
{
    struct model *model = *state;
    const struct code loop =
        CODE(model, /* add ebx,2 / dec eax / jns $-4 */ "\x83\xc3\x02\x48\x79\xfa");
    uint64_t clocks, instructions, in_v;

    run(model, &loop, 100);
    clocks = model_clock(model);
    instructions = counted(model, P5_instructions_executed);
    in_v = counted(model, P5_instructions_executed_in_v_pipe);
    run(model, &loop, 1000);
    assert_int_equal(model_clock(model) - clocks, 2003);
    assert_int_equal(counted(model, P5_instructions_executed) - instructions, 3000);
    assert_int_equal(counted(model, P5_instructions_executed_in_v_pipe) - in_v, 1000);
}

/*
 * The first execution of the same code. Its line is new: ADD, of 3 bytes, does not pair in the
 * first iteration, which costs a clock. The line comes from memory in 10 bus clocks = 15. The
 * branch is mispredicted twice, when it enters the BTB and when it falls through. 100 * 2 + 1 + 15
 * + 2 * 3 = 222.
 */
static void hello_cold(void **state)
{
    struct model *model = *state;
    const struct code loop =
        CODE(model, /* add ebx,2 / dec eax / jns $-4 */ "\x83\xc3\x02\x48\x79\xfa");

    run(model, &loop, 100);
    assert_int_equal(model_clock(model), 222);
    assert_int_equal(model->lost[LOST_FIRST_EXECUTION], 1);
    assert_int_equal(model->lost[LOST_CODE_MISS], 15);
    assert_int_equal(model->lost[LOST_MISPREDICT], 6);
    assert_int_equal(counted(model, P5_instructions_executed), 300);
    assert_int_equal(counted(model, P5_instructions_executed_in_v_pipe), 99);
    assert_int_equal(counted(model, P5_code_read), 100);
    assert_int_equal(counted(model, P5_code_cache_miss), 1);
}

/* INC EDX is one byte long and pairs in the first iteration too: 100 in V even when cold. */
static void program1_cold(void **state)
{
    struct model *model = *state;
    const struct code loop = CODE(model, /* inc edx / dec eax / jns $-2 */ "\x42\x48\x79\xfc");

    run(model, &loop, 100);
    assert_int_equal(counted(model, P5_instructions_executed_in_v_pipe), 100);
    assert_int_equal(counted(model, P5_branches), 100);
    assert_int_equal(counted(model, P5_taken_branch_or_btb_hit), 100);
    assert_int_equal(counted(model, P5_btb_hits), 99);
    assert_int_equal(counted(model, P5_pipeline_flushes), 2);
    run(model, &loop, 100);
    assert_int_equal(counted(model, P5_btb_hits), 199);
    assert_int_equal(counted(model, P5_pipeline_flushes), 3);
}

/*
 * Figure 5.10's compare in a pair: CMP EAX,EBX / JNZ issues in one clock, with JNZ in V, where a
 * misprediction costs 4. 100 iterations, warm: 100 + 4.
 */
static void branch_in_v(void **state)
{
    struct model *model = *state;
    const struct code loop = CODE(model, /* cmp eax,ebx / jnz $-2 */ "\x39\xd8\x75\xfc");
    uint64_t clocks;

    run(model, &loop, 100);
    clocks = model_clock(model);
    run(model, &loop, 100);
    assert_int_equal(model_clock(model) - clocks, 104);
}

/*
 * The end of the loop moves a pointer that its start uses. If JNZ is in V next to LEA, MOV follows
 * directly and waits a clock: MOV 1, NEG (never pairs) 1, LEA and JNZ 1, interlock 1 in all but the
 * first iteration, which follows a misprediction. If LEA is next to MOV nothing waits: 1, NEG 1,
 * JNZ 1.
 */
static void interlock_round_the_loop(void **state)
{
    struct model *model = *state;
    const struct code tight = CODE(model, /* mov eax,[esi] / neg ecx / lea esi,[esi+4] / jnz $-7 */
                                   "\x8b\x06\xf7\xd9\x8d\x76\x04\x75\xf7");
    const struct code loose = CODE(model, /* mov eax,[esi] / lea esi,[esi+4] / neg ecx / jnz $-7 */
                                   "\x8b\x06\x8d\x76\x04\xf7\xd9\x75\xf7");
    uint64_t clocks;

    run(model, &tight, 10);
    clocks = model_clock(model);
    run(model, &tight, 100);
    assert_int_equal(model_clock(model) - clocks, 300 + 99 + 4);
    run(model, &loose, 10);
    clocks = model_clock(model);
    run(model, &loose, 100);
    assert_int_equal(model_clock(model) - clocks, 300 + 3);
}

struct watched {
    uint64_t lost[LOST_CAUSES], until;
};

static void watch(void *context, enum lost cause, uint64_t from, uint64_t clocks)
{
    struct watched *watched = context;

    assert_true(clocks > 0);
    assert_true(from >= watched->until); /* in order and without overlap */
    watched->lost[cause] += clocks;
    watched->until = from + clocks;
}

/* The clocks lost by cause and the clocks of issue add up to all clocks. */
static void every_clock_has_a_cause(void **state)
{
    struct model *model = *state;
    const struct code loop = CODE(
        model,
        /* add eax,[esi] / mov [edi],eax / dec ecx / jnz $-5 */ "\x03\x06\x89\x07\x49\x75\xf9");
    struct watched watched = {0};
    uint64_t all_lost = 0, issued = 0;

    model_watch(model, watch, &watched);
    for (unsigned i = 0; i < 100; i++) {
        const uint32_t address = DATA_ADDRESS + 0x21 * i;

        model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, loop.bytes, i > 0);
        for (unsigned k = 0; k < loop.count; k++) {
            const struct insn *insn = &loop.insns[k];

            model_issue(model, insn);
            issued += insn->timing.clocks;
            if (k < 2)
                model_data(model, insn, address, address + 3, 4, k ? ACCESS_WRITE : ACCESS_READ);
        }
        model_branch(model, &loop.insns[3], loop.insns[3].address, BRANCH_CONDITIONAL, i < 99,
                     CODE_ADDRESS);
        model_retire(model, loop.insns, loop.count);
    }
    for (unsigned i = 0; i < LOST_CAUSES; i++) {
        assert_int_equal(watched.lost[i], model->lost[i]);
        all_lost += watched.lost[i];
    }
    assert_true(all_lost > 0);
    assert_int_equal(model_clock(model), issued + all_lost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(hello),
        MODEL_TEST(hello_cold),
        MODEL_TEST(program1_cold),
        MODEL_TEST(branch_in_v),
        MODEL_TEST(interlock_round_the_loop),
        MODEL_TEST(every_clock_has_a_cause),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
