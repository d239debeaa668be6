/*
 * SPDX-License-Identifier: MIT
 * Tests decode clocks of prefixes, and what hides them (Agner 1997, chapter 13): N clocks of
 * execution hide N-1 prefixes of the next two units.
 */
#include "test_model.h"

/* Clocks of code without a predecessor. ADC goes through U only, and nothing pairs after it
 * here. */
static uint64_t clocks_of(struct model *model, const struct code *code)
{
    pipeline_refill(model);
    return play(model, code);
}

static void each_costs_a_clock(void **state)
{
    struct model *model = *state;
    const struct code one = CODE(model, /* mov ax,bx */ "\x66\x89\xd8");
    const struct code two = CODE(model, /* mov ax,[es:esi] */ "\x26\x66\x8b\x06");
    const struct code three =
        CODE(model, /* mov ax,bx / mov cx,bx / mov dx,bx */ "\x66\x89\xd8\x66\x89\xd9\x66\x89\xda");
    const struct code behind = CODE(model, /* adc ecx,1 / adc ecx,1 / adc ecx,1 / mov ax,bx */
                                    "\x83\xd1\x01\x83\xd1\x01\x83\xd1\x01\x66\x89\xd8");
    const struct code jcc = CODE(model, /* jnz $+2000 */ "\x0f\x85\xca\x07\x00\x00");

    assert_int_equal(clocks_of(model, &one), 2);
    assert_int_equal(clocks_of(model, &two), 3);
    assert_int_equal(clocks_of(model, &three), 6);
    assert_int_equal(clocks_of(model, &behind), 5);
    assert_int_equal(clocks_of(model, &jcc), 1); /* a near Jcc's 0F costs nothing */
    assert_int_equal(model->lost[LOST_PREFIX], 1 + 2 + 3 + 1);
}

/* MUL r32 takes 9 clocks and so hides up to 8 prefixes. */
static void hidden(void **state)
{
    struct model *model = *state;
    const struct code next = CODE(model, /* mul ebx / mov cx,bx */ "\xf7\xe3\x66\x89\xd9");
    const struct code second =
        CODE(model, /* mul ebx / adc ecx,1 / mov cx,bx */ "\xf7\xe3\x83\xd1\x01\x66\x89\xd9");
    const struct code third = CODE(model, /* mul ebx / adc ecx,1 / adc ecx,1 / mov cx,bx */
                                   "\xf7\xe3\x83\xd1\x01\x83\xd1\x01\x66\x89\xd9");
    const struct code both =
        CODE(model, /* mul ebx / mov cx,bx / mov si,bx */ "\xf7\xe3\x66\x89\xd9\x66\x89\xde");
    /* 2 clocks of a load with an operation hide 1 of 2 prefixes: 2 + 1 + 1. */
    const struct code part =
        CODE(model, /* adc ecx,[esi] / mov dx,[es:ebx] */ "\x13\x0e\x26\x66\x8b\x13");

    assert_int_equal(clocks_of(model, &next), 10);
    assert_int_equal(clocks_of(model, &second), 11);
    assert_int_equal(clocks_of(model, &third), 13);
    assert_int_equal(clocks_of(model, &both), 11);
    assert_int_equal(clocks_of(model, &part), 4);
}

/* MOVZX r,r takes 3 clocks and one for its 0F; after another MOVZX, 2 of the 3 hide the 0F. */
static void two_byte_opcodes(void **state)
{
    struct model *model = *state;
    const struct code code =
        CODE(model, /* movzx eax,bl / movzx ecx,dl */ "\x0f\xb6\xc3\x0f\xb6\xca");

    assert_int_equal(clocks_of(model, &code), 4 + 3);
}

/* Decoding can use the clock of an interlock: ADC 1, interlock 1, MOV 1. */
static void hidden_by_an_interlock(void **state)
{
    struct model *model = *state;
    const struct code code = CODE(model, /* adc eax,4 / mov cx,[eax] */ "\x83\xd0\x04\x66\x8b\x08");

    assert_int_equal(clocks_of(model, &code), 3);
}

/* A read that misses occupies EX from its issue on, so the prefix after it costs nothing more. */
static void hidden_by_a_miss(void **state)
{
    struct model *model = *state;
    const struct code code = CODE(model, /* adc eax,[esi] / mov cx,bx */ "\x13\x06\x66\x89\xd9");
    uint64_t clocks;

    pipeline_refill(model);
    clocks = model_clock(model);
    model_issue(model, &code.insns[0]);
    model_data(model, &code.insns[0], DATA_ADDRESS, DATA_ADDRESS + 3, 4, ACCESS_READ);
    model_issue(model, &code.insns[1]);
    model_retire(model, code.insns, code.count);
    assert_int_equal(model->lost[LOST_PREFIX], 0);
    assert_int_equal(model_clock(model) - clocks, 2 + 1 + model->lost[LOST_READ_MISS]);
}

/* Across a branch: after MUL and JMP the prefix is in the second unit and hidden; after a refill it
 * is not. */
static void across_blocks(void **state)
{
    struct model *model = *state;
    const struct code jump = CODE(model, /* mul ebx / jmp $+20 */ "\xf7\xe3\xeb\x12");
    const struct code target = CODE(model, /* mov cx,bx */ "\x66\x89\xd9");
    const struct code plain = CODE(model, /* jmp $+20 */ "\xeb\x12");
    const struct code multiply = CODE(model, /* mul ebx */ "\xf7\xe3");

    play(model, &jump);
    assert_int_equal(play(model, &target), 1);
    play(model, &plain);
    assert_int_equal(play(model, &target), 2);
    play(model, &multiply); /* the JMP is in a separate block */
    play(model, &plain);
    assert_int_equal(play(model, &target), 1);
    play(model, &jump);
    pipeline_refill(model);
    assert_int_equal(play(model, &target), 2);
    /* Continued from block to block: nothing hides these prefixes. */
    assert_int_equal(play(model, &target), 2);
    assert_int_equal(play(model, &target), 2);
}

/* The clocks of a repeated string instruction include its REP: 6 without iterations, 13 + n with
 * n. */
static void repeated(void **state)
{
    struct model *model = *state;
    const struct code code = CODE(model, /* rep movsd */ "\xf3\xa5");

    assert_int_equal(clocks_of(model, &code), 6);
    assert_int_equal(clocks_of(model, &code), 6);
    model_steps(model, &code.insns[0], 0);
    assert_int_equal(model_clock(model), 12);
    model_steps(model, &code.insns[0], 100);
    assert_int_equal(model_clock(model), 12 + 7 + 100);
}

/*
 * The P55C's first 66 takes 2 clocks, each further one 1 (InstLatx64: n of them before a NOP, n +
 * 2). Such MOVs may pair. They do so if there is time to decode the second, as after a division,
 * but not in succession, where each takes its 3 clocks in U.
 */
static void on_the_p55c(void **state)
{
    struct model *model = *state;
    const struct code one = CODE(model, /* 66 nop */ "\x66\x90");
    const struct code three = CODE(model, /* 66 66 66 nop */ "\x66\x66\x66\x90");
    const struct code row = CODE(model, /* mov ax,bx / mov cx,bx / mov dx,bx / mov si,bx */
                                 "\x66\x89\xd8\x66\x89\xd9\x66\x89\xda\x66\x89\xde");
    const struct code behind = CODE(model, /* idiv ebx / mov ax,si / mov dx,di */
                                    "\xf7\xfb\x66\x89\xf0\x66\x89\xfa");
    /* If U's half has no prefixes, decoding of V's half begins with it and ends 2 clocks later. */
    const struct code mixed = CODE(model, /* mov eax,ecx / mov dx,cx */ "\x89\xc8\x66\x89\xca");

    assert_int_equal(clocks_of(model, &one), 3);
    assert_int_equal(clocks_of(model, &three), 5);
    assert_int_equal(clocks_of(model, &row), 4 * 3);
    assert_int_equal(counted(model, P5_instructions_executed_in_v_pipe), 0);
    assert_int_equal(clocks_of(model, &behind), 46 + 1);
    assert_int_equal(counted(model, P5_instructions_executed_in_v_pipe), 1);
    assert_int_equal(clocks_of(model, &mixed), 1 + 2);
    assert_int_equal(counted(model, P5_instructions_executed_in_v_pipe), 1);
}

/*
 * GMP's README: a loop of SHLD and 2 XORs takes 5 clocks on a P54C, with 3 or 4 XORs 7; on a P55C 6
 * with 4. SHLD's 0F explains this. It is decoded while the two units before it execute, so it costs
 * nothing after SHLD and a pair, but a clock after two units of one clock each: SHLD 4, two units,
 * 1. The first of four SHLDs has that clock before it.
 */
#define SHLD  "\x0f\xa4\xd0\x01"
#define XOR_2 "\x31\xdb\x31\xf6"
#define XOR_1 "\x31\xff"

static void shadow_of_shld(void **state)
{
    struct model *model = *state;
    const struct code two = CODE(model, SHLD XOR_2 SHLD XOR_2 SHLD XOR_2 SHLD XOR_2);
    const struct code three =
        CODE(model, SHLD XOR_2 XOR_1 SHLD XOR_2 XOR_1 SHLD XOR_2 XOR_1 SHLD XOR_2 XOR_1);
    const struct code four =
        CODE(model, SHLD XOR_2 XOR_2 SHLD XOR_2 XOR_2 SHLD XOR_2 XOR_2 SHLD XOR_2 XOR_2);
    const bool p55c = model->config.p55c;

    assert_int_equal(clocks_of(model, &two), p55c ? 4 * 5 : 4 * 5 + 1);
    assert_int_equal(clocks_of(model, &three), p55c ? 4 * 6 : 4 * 7);
    assert_int_equal(clocks_of(model, &four), p55c ? 4 * 6 : 4 * 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(each_costs_a_clock), MODEL_TEST(hidden),
        MODEL_TEST(two_byte_opcodes),   MODEL_TEST(hidden_by_an_interlock),
        MODEL_TEST(hidden_by_a_miss),   MODEL_TEST(across_blocks),
        MODEL_TEST(repeated),           P55C_TEST(on_the_p55c),
        MODEL_TEST(shadow_of_shld),     P55C_TEST(shadow_of_shld),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
