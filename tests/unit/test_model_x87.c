/*
 * SPDX-License-Identifier: MIT
 * x87 latency, overlap, renaming by FXCH, and stores of fresh results (Agner 28.2, Abrash 63).
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

/* All operands are ready at the start of a case. */
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

/* FADD: result after 3, the next may start after 1. FMUL: after 2 if it is an FMUL. */
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

/* An arithmetic result is there for FST a clock later than for arithmetic; a loaded one is not. */
static void stores(void **unused)
{
    static const struct x87_case cases[] = {
        CASE("FADD at 0, FST at 4 for 2", /* fadd st0,st1 / fst dword [esi] */ "\xd8\xc1\xd9\x16",
             6),
        CASE("FLD at 0, FST at 1 for 2", /* fld dword [esi] / fst dword [edi] */ "\xd9\x06\xd9\x17",
             3),
        CASE("of another register", /* fadd st1,st0 / fst dword [esi] */ "\xdc\xc1\xd9\x16", 3),
    };

    (void)unused;
    CHECK(cases, 64);
}

/* Names move with the stack: what was ST0 is ST1 after a push, ST1 is ST0 after a pop. */
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

/* FDIV: 39 clocks at 64 bits; x87 waits for 37 of them, integer code for 1, IMUL as x87 does. */
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
        CASE("MUL needs the unit: at 37 for 10", /* fdiv st0,st1 / mul ebx */ "\xd8\xf1\xf7\xe3",
             47),
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

/* A miss holds the result back as long as it holds the pipes. */
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

/* FLOPS: one each, integer MUL too, none for FLD, FCHS and FCOM, ten for FSIN by default. */
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
