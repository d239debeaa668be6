/*
 * SPDX-License-Identifier: MIT
 * Tests x87 latency, overlap, renaming by FXCH, and stores of recent results (Agner 28.2, Abrash
 * 63).
 */
#include "test_model.h"

struct x87_case {
    const char *text, *bytes;
    size_t size;
    uint64_t clocks;
};

#define CASE(text, bytes, clocks)                                                                  \
    {                                                                                              \
        text, bytes, sizeof(bytes) - 1, clocks                                                     \
    }

/* Plays each case with all operands ready at its start. */
static void check(const struct x87_case *cases, size_t count, unsigned precision)
{
    for (size_t i = 0; i < count; i++) {
        struct model *model = model_create(NULL);
        struct code code;
        uint64_t clocks;

        assert_non_null(model);
        model_x87_precision(model, precision);
        model_idle(model, 1000);
        code = code_at(model, CODE_ADDRESS, cases[i].bytes, cases[i].size);
        clocks = play(model, &code);
        if (clocks != cases[i].clocks)
            fail_msg("%s: %u clocks", cases[i].text, (unsigned)clocks);
        model_destroy(model);
    }
}

#define CHECK(cases, precision) check(cases, sizeof(cases) / sizeof *(cases), precision)

/* FADD: result after 3, the next may start after 1. FMUL: the next FMUL may start after 2. */
static void latency(void **unused)
{
    static const struct x87_case cases[] = {
        CASE("FADD", /* fadd st0,st1 */ "\xd8\xc1", 1),
        CASE("FADD on its result: at 0 and 3", /* fadd st0,st1 / fadd st0,st1 */ "\xd8\xc1\xd8\xc1",
             4),
        CASE("FADD beside FADD: at 0 and 1", /* fadd st1,st0 / fadd st2,st0 */ "\xdc\xc1\xdc\xc2",
             2),
        CASE("FMUL beside FMUL: at 0 and 2", /* fmul st1,st0 / fmul st2,st0 */ "\xdc\xc9\xdc\xca",
             3),
        CASE("FADD beside FMUL: at 0 and 1", /* fmul st1,st0 / fadd st2,st0 */ "\xdc\xc9\xdc\xc2",
             2),
        CASE("FADD on FMUL's result", /* fmul st0,st1 / fadd st0,st1 */ "\xd8\xc9\xd8\xc1", 4),
        CASE("FADD on a load: at 0 and 1", /* fld dword [esi] / fadd st0,st1 */ "\xd9\x06\xd8\xc1",
             2),
        CASE("FADD of memory", /* fadd dword [esi] / fadd dword [esi+4] */ "\xd8\x06\xd8\x46\x04",
             4),
        CASE("two integer pairs in FADD's shadow",
             /* fadd st0,st1 / inc eax / inc ebx / inc ecx / inc edx / fadd st0,st1 */
             "\xd8\xc1\x40\x43\x41\x42\xd8\xc1", 4),
    };

    (void)unused;
    CHECK(cases, 64);
}

/* FST to memory needs any kind of value a clock earlier than other instructions do; to a register
 * it is a copy (Agner 28.2). */
static void stores(void **unused)
{
    static const struct x87_case cases[] = {
        CASE("FADD at 0, FST at 4 for 2", /* fadd st0,st1 / fst dword [esi] */ "\xd8\xc1\xd9\x16",
             6),
        CASE("FLD at 0, FST at 2 for 2", /* fld dword [esi] / fst dword [edi] */ "\xd9\x06\xd9\x17",
             4),
        CASE("FCHS at 0, FST at 2 for 2", /* fchs / fst dword [esi] */ "\xd9\xe0\xd9\x16", 4),
        CASE("FLD at 0, NOP, FST at 2", /* fld dword [esi] / nop / fst dword [edi] */
             "\xd9\x06\x90\xd9\x17", 4),
        CASE("FLD at 0, FSTP at 1 for 1", /* fld dword [esi] / fstp st2 */ "\xd9\x06\xdd\xda", 2),
        CASE("of another register", /* fadd st1,st0 / fst dword [esi] */ "\xdc\xc1\xd9\x16", 3),
    };

    (void)unused;
    CHECK(cases, 64);
}

/* Names move with the stack: ST0 becomes ST1 after a push, ST1 becomes ST0 after a pop. */
static void stack(void **unused)
{
    static const struct x87_case cases[] = {
        CASE("independent of the first sum: at 0 1 2 3",
             /* fld dword [esi] / fadd st0,st1 / fld dword [esi] / fadd st0,st2 */
             "\xd9\x06\xd8\xc1\xd9\x06\xd8\xc2", 4),
        CASE("needs the first sum, begun at 1: at 0 1 2 4",
             /* fld dword [esi] / fadd st0,st1 / fld dword [esi] / fadd st0,st1 */
             "\xd9\x06\xd8\xc1\xd9\x06\xd8\xc1", 5),
        CASE("FADDP leaves its sum on top: at 0 and 3",
             /* faddp st1,st0 / fadd st0,st1 */ "\xde\xc1\xd8\xc1", 4),
        CASE("FXCH beside FADD; then other registers: at 0 and 1",
             /* fadd st0,st1 / fxch st2 / fadd st0,st1 */ "\xd8\xc1\xd9\xca\xd8\xc1", 2),
        CASE("FXCH brings the sum back: at 0, 1 and 3",
             /* fadd st0,st1 / fxch st2 / fadd st0,st1 / fxch st2 / fadd st0,st1 */
             "\xd8\xc1\xd9\xca\xd8\xc1\xd9\xca\xd8\xc1", 4),
        CASE("FXCH alone: 1", /* nop / fxch st2 */ "\x90\xd9\xca", 2),
    };

    (void)unused;
    CHECK(cases, 64);
}

/* FDIV takes 39 clocks at 64 bits; x87 waits for 37 of them, integer code for 1, IMUL for 37
 * too. */
static void division(void **unused)
{
    static const struct x87_case cases[] = {
        CASE("beside integer code",
             /* fdiv st0,st1 / inc eax / inc ebx / inc ecx / inc edx */ "\xd8\xf1\x40\x43\x41\x42",
             3),
        CASE("FADD beside it: at 37", /* fdiv st1,st0 / fadd st2,st0 */ "\xdc\xf9\xdc\xc2", 38),
        CASE("FADD on its result: at 39", /* fdiv st0,st1 / fadd st0,st1 */ "\xd8\xf1\xd8\xc1", 40),
        CASE("FST of its result: at 40 for 2",
             /* fdiv st0,st1 / fst dword [esi] */ "\xd8\xf1\xd9\x16", 42),
        CASE("MUL needs the unit: at 37 for 9", /* fdiv st0,st1 / mul ebx */ "\xd8\xf1\xf7\xe3",
             46),
        CASE("FWAIT: at 37", /* fdiv st0,st1 / wait */ "\xd8\xf1\x9b", 38),
    };
    static const struct x87_case at_53[] = {
        CASE("FADD on its result: at 33", /* fdiv st0,st1 / fadd st0,st1 */ "\xd8\xf1\xd8\xc1", 34),
    };
    static const struct x87_case at_24[] = {
        CASE("FADD on its result: at 19", /* fdiv st0,st1 / fadd st0,st1 */ "\xd8\xf1\xd8\xc1", 20),
        CASE("FADD beside it: at 17", /* fdiv st1,st0 / fadd st2,st0 */ "\xdc\xf9\xdc\xc2", 18),
    };

    (void)unused;
    CHECK(cases, 64);
    CHECK(at_53, 53);
    CHECK(at_24, 24);
}

/* Clocks of two instructions in a row. If each needs the other's result the second waits; the last
 * takes 1. */
static uint64_t two_in_a_row(struct model *model, const struct code *code,
                             void (*takes)(struct model *, const struct insn *))
{
    uint64_t before;

    model_idle(model, 1000);
    before = model_clock(model);
    model_issue(model, &code->insns[0]);
    takes(model, &code->insns[0]);
    model_issue(model, &code->insns[1]);
    return model_clock(model) - before;
}

static void zero_by_one(struct model *model, const struct insn *insn)
{
    model_x87_divides(model, insn, true, 0x3fff, 1ull << 63);
}

static void by_one(struct model *model, const struct insn *insn)
{
    model_x87_divides(model, insn, false, 0x3fff, 1ull << 63);
}

static void by_half(struct model *model, const struct insn *insn)
{
    model_x87_divides(model, insn, false, 0xbffe, 1ull << 63);
}

static void root_of_zero(struct model *model, const struct insn *insn)
{
    model_x87_root(model, insn, 0, 0);
}

static void root_of_another(struct model *model, const struct insn *insn)
{
    model_x87_root(model, insn, 1ull << 63, 0x3fff);
}

/*
 * InstLatx64: FDIV of 0 takes 6 clocks; by 1 it takes 41 and nothing overlaps it; by 1/2 it takes
 * 39, and the next one starts after 38. In double precision it takes 33 for any divisor, and the
 * next starts after 32. FSQRT takes 70, of 0 4; the next starts 1 clock sooner. The second of two
 * then takes 1.
 */
static void by_operands(void **state)
{
    struct model *model = *state;
    const struct code chain = CODE(model, /* fdiv st0,st1 / fadd st0,st1 */ "\xd8\xf1\xd8\xc1");
    const struct code beside = CODE(model, /* fdiv st1,st0 / fdiv st2,st0 */ "\xdc\xf9\xdc\xfa");
    const struct code sum = CODE(model, /* fdiv st1,st0 / fadd st2,st0 */ "\xdc\xf9\xdc\xc2");
    const struct code roots = CODE(model, /* fsqrt / fadd st0,st1 */ "\xd9\xfa\xd8\xc1");

    assert_int_equal(two_in_a_row(model, &chain, zero_by_one), 6 + 1);
    assert_int_equal(two_in_a_row(model, &chain, by_one), 41 + 1);
    assert_int_equal(two_in_a_row(model, &chain, by_half), 39 + 1);
    assert_int_equal(two_in_a_row(model, &beside, zero_by_one), 6 + 1);
    assert_int_equal(two_in_a_row(model, &beside, by_one), 41 + 1);
    assert_int_equal(two_in_a_row(model, &beside, by_half), 38 + 1);
    assert_int_equal(two_in_a_row(model, &sum, by_one), 41 + 1);
    assert_int_equal(two_in_a_row(model, &sum, by_half), 37 + 1);
    assert_int_equal(two_in_a_row(model, &roots, root_of_zero), 4 + 1);
    assert_int_equal(two_in_a_row(model, &roots, root_of_another), 70 + 1);
    model_x87_precision(model, 53);
    assert_int_equal(two_in_a_row(model, &chain, zero_by_one), 6 + 1);
    assert_int_equal(two_in_a_row(model, &chain, by_one), 33 + 1);
    assert_int_equal(two_in_a_row(model, &beside, by_one), 32 + 1);
    model->config.x87.by_value = false;
    model_x87_precision(model, 64);
    assert_int_equal(two_in_a_row(model, &chain, zero_by_one), 39 + 1);
    assert_int_equal(two_in_a_row(model, &chain, by_one), 39 + 1);
    assert_int_equal(two_in_a_row(model, &roots, root_of_zero), 70 + 1);
}

struct argument {
    const char *text;
    uint64_t significand;
    uint16_t exponent;
    unsigned sine, cosine; /* clocks */
};

/* InstLatx64's rows less 3 for the FADD that follows; the arguments are the nearest doubles. */
static void by_argument(void **state)
{
    static const struct argument arguments[] = {
        {"0", 0, 0, 16, 16},
        {"1", 0x8000000000000000, 0x3fff, 96, 94},
        {"-1", 0x8000000000000000, 0xbfff, 96, 94},
        {"4 pi", 0xc90fdaa22168c000, 0x4002, 73, 73},
        {"2 pi", 0xc90fdaa22168c000, 0x4001, 72, 72},
        {"pi", 0xc90fdaa22168c000, 0x4000, 72, 77},
        {"pi/2", 0xc90fdaa22168c000, 0x3fff, 71, 71},
        {"pi/4", 0xc90fdaa22168c000, 0x3ffe, 88, 86},
        {"pi/8", 0xc90fdaa22168c000, 0x3ffd, 81, 83},
        {"pi/16", 0xc90fdaa22168c000, 0x3ffc, 63, 63},
        {"pi/32", 0xc90fdaa22168c000, 0x3ffb, 63, 63},
        {"cos x = x", 0xbd34aeec1e717000, 0x3ffe, 87, 83}, /* FSIN's is interpolated */
        {"1e19, out of range", 0x8ac7230489e80000, 0x403e, 16, 16},
    };
    struct model *model = *state;
    const struct code code = CODE(model, /* fsin */ "\xd9\xfe");

    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
        for (unsigned cosine = 0; cosine < 2; cosine++) {
            const struct argument *argument = &arguments[i];
            uint64_t before;

            model_idle(model, 1000);
            before = model_clock(model);
            model_issue(model, &code.insns[0]);
            model_x87_sine(model, &code.insns[0], cosine, argument->significand,
                           argument->exponent);
            model_issue(model, &code.insns[0]);
            model_x87_sine(model, &code.insns[0], cosine, 0, 0);
            /* The second has its minimum time; integer code can overlap 2 clocks of it. */
            if (model_clock(model) - before != (cosine ? argument->cosine : argument->sine) + 14)
                fail_msg("%s of %s: %u clocks", cosine ? "FCOS" : "FSIN", argument->text,
                         (unsigned)(model_clock(model) - before - 14));
        }
}

/* Returns the clock at which the second FSIN or FCOS of 0 starts, with an FADD between them. */
static uint64_t sine_and_sum(struct model *model, const struct code *code, bool cosine)
{
    enum { OVERLAPPED = 14 }; /* of 16, as above */
    uint64_t before;

    model_idle(model, 1000);
    before = model_clock(model);
    for (unsigned i = 0; i < 3; i++) {
        model_issue(model, &code->insns[i]);
        if (i != 1)
            model_x87_sine(model, &code->insns[i], cosine, 0, 0);
    }
    return model_clock(model) - before - OVERLAPPED;
}

/* InstLatx64, P54C and P55C: FSIN of 0 with FADD 17, FCOS of 0 with FADD 19. */
static void sine_of_zero(void **state)
{
    struct model *model = *state;
    const struct code code =
        CODE(model, /* fsin / fadd st0,st1 / fsin */ "\xd9\xfe\xd8\xc1\xd9\xfe");

    assert_int_equal(sine_and_sum(model, &code, false), 17);
    assert_int_equal(sine_and_sum(model, &code, true), 19);
    model->config.x87.sine_zero_early = 0;
    assert_int_equal(sine_and_sum(model, &code, false), 19);
}

/* A miss delays the result by as many clocks as it stalls the pipes. */
static void late_operand(void **state)
{
    struct model *model = *state;
    const struct code code = CODE(model, /* fadd dword [esi] / fadd st0,st1 */ "\xd8\x06\xd8\xc1");
    uint64_t clocks;

    model_idle(model, 1000);
    clocks = model_clock(model);
    model_issue(model, &code.insns[0]);
    model_data(model, &code.insns[0], DATA_ADDRESS, DATA_ADDRESS + 3, 4, ACCESS_READ);
    model_issue(model, &code.insns[1]);
    assert_true(model->lost[LOST_READ_MISS] > 0);
    assert_int_equal(model_clock(model) - clocks, 4 + model->lost[LOST_READ_MISS]);
}

/* FLOPS: one for each operation, also for integer MUL, none for FLD, FCHS and FCOM, ten for FSIN by
 * default. */
static void operations(void **state)
{
    struct model *model = *state;
    const struct code code =
        CODE(model, /* fadd st0,st1 / fmul st0,st1 / fdiv st0,st1 / fsqrt / mul ebx / fld st1 / fchs
                       / fcom st1 */
             "\xd8\xc1\xd8\xc9\xd8\xf1\xd9\xfa\xf7\xe3\xd9\xc1\xd9\xe0\xd8\xd1");
    const struct code sine = CODE(model, /* fsin */ "\xd9\xfe");

    play(model, &code);
    assert_int_equal(counted(model, P5_flops), 5);
    play(model, &sine);
    assert_int_equal(counted(model, P5_flops), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency),  cmocka_unit_test(stores), cmocka_unit_test(stack),
        cmocka_unit_test(division), MODEL_TEST(late_operand), MODEL_TEST(operations),
        MODEL_TEST(by_operands),    MODEL_TEST(by_argument),  MODEL_TEST(sine_of_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
