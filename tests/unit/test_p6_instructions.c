/*
 * SPDX-License-Identifier: MIT
 * Tests clocks and uops of single instructions in the P6's core: strings, locks, the divider, FXCH.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "tests/unit/p6_code.h"

/* Uops by instruction, from AGN. */
static void uops(void **state)
{
    (void)state;
    assert_int_equal(CLASSIFIED(/* mov eax,ebx */ "\x89\xd8").total, 1);
    assert_int_equal(CLASSIFIED(/* mov [eax],ebx */ "\x89\x18").total, 2);
    assert_int_equal(CLASSIFIED(/* mov eax,[ebx] */ "\x8b\x03").total, 1);
    assert_int_equal(CLASSIFIED(/* add [eax],ebx */ "\x01\x18").total, 4);
    assert_int_equal(CLASSIFIED(/* adc [eax],ebx */ "\x11\x18").total, 6);
    assert_int_equal(CLASSIFIED(/* push eax */ "\x50").total, 3);
    assert_int_equal(CLASSIFIED(/* push [eax] */ "\xff\x30").total, 4);
    assert_int_equal(CLASSIFIED(/* pop eax */ "\x58").total, 2);
    assert_int_equal(CLASSIFIED(/* pop [eax] */ "\x8f\x00").total, 8);
    assert_int_equal(CLASSIFIED(/* call */ "\xe8\x00\x00\x00\x00").total, 4);
    assert_int_equal(CLASSIFIED(/* ret */ "\xc3").total, 4);
    assert_int_equal(CLASSIFIED(/* leave */ "\xc9").total, 3);
    assert_int_equal(CLASSIFIED(/* pushad */ "\x60").total, 18);
    assert_int_equal(CLASSIFIED(/* popad */ "\x61").total, 10);
    assert_int_equal(CLASSIFIED(/* xchg ecx,edx */ "\x87\xca").total, 3);
    assert_int_equal(CLASSIFIED(/* xchg [eax],edx */ "\x87\x10").total, 7);
    assert_int_equal(CLASSIFIED(/* fld tbyte [eax] */ "\xdb\x28").total, 4);
    assert_int_equal(CLASSIFIED(/* fstp tbyte [eax] */ "\xdb\x38").total, 6);
    assert_int_equal(CLASSIFIED(/* fistp dword [eax] */ "\xdb\x18").total, 4);
    assert_int_equal(CLASSIFIED(/* lodsd */ "\xad").total, 2);
    assert_int_equal(CLASSIFIED(/* stosd */ "\xab").total, 3);
    assert_int_equal(CLASSIFIED(/* div ebx */ "\xf7\xf3").total, 4);
}

static uint64_t uops_of_one(const struct line *line)
{
    struct p6_core *core = p6_core_create(NULL);
    uint64_t total;

    play(core, line, 1, 1, false);
    p6_core_settle(core);
    total = p6_clock_tally(core, P6_CORE_UOPS_RETIRED)->total;
    p6_core_destroy(core);
    return total;
}

#define FORWARDS                                                                                   \
    {                                                                                              \
        LOAD(DATA, 4), STORE(DATA + 4096, 4), LOAD(DATA + 4, 4), STORE(DATA + 4100, 4)             \
    }

/*
 * REP MOVSD: 10 uops and 6 for each of n iterations, three per clock if the reservation station is
 * large. Forwards 8 for each 16 bytes, in 3 clocks, and for the remainder; 4 to 7 dwords take as
 * long (GMP, mpn/x86/p6/README). From 64 aligned iterations on 215 and 2 for each (AGN).
 */
static void repeated(void **state)
{
    static const struct line few = DOES(/* rep movsd */ "\xf3\xa5", .steps = 32);
    static const struct line none = DOES(/* rep movsd */ "\xf3\xa5", .steps = 0);
    static const struct line many =
        DOES(/* rep movsd */ "\xf3\xa5", .steps = 100, .access = FORWARDS, .accesses = 4);
    static const struct line backwards = DOES(
        /* rep movsd */ "\xf3\xa5", .steps = 100,
        .access = {LOAD(DATA, 4), STORE(DATA + 4096, 4), LOAD(DATA - 4, 4), STORE(DATA + 4092, 4)},
        .accesses = 4);

    static const struct line some[] = {
        DOES(/* rep movsd */ "\xf3\xa5", .steps = 4, .access = FORWARDS, .accesses = 4),
        DOES(/* rep movsd */ "\xf3\xa5", .steps = 7, .access = FORWARDS, .accesses = 4),
        DOES(/* rep movsd */ "\xf3\xa5", .steps = 8, .access = FORWARDS, .accesses = 4),
        DOES(/* rep movsd */ "\xf3\xa5", .steps = 32, .access = FORWARDS, .accesses = 4),
        DOES(/* rep movsd */ "\xf3\xa5", .steps = 60, .access = FORWARDS, .accesses = 4),
    };
    struct p6_core_parameters large;

    (void)state;
    p6_core_defaults(&large);
    large.reservation_station = 40;
    about(clocks_of(&large, &few, 1, false), (10 + 6 * 32) / 3.0);
    assert_int_equal(uops_of_one(&some[0]), 10 + 8 + 8);
    assert_int_equal(uops_of_one(&some[1]), 10 + 8 + 8);
    assert_int_equal(uops_of_one(&some[2]), 10 + 8 * 2 + 8);
    about(clocks_of(NULL, &some[4], 1, false) - clocks_of(NULL, &some[3], 1, false), 3 * (15 - 8));
    assert_int_equal(uops_of_one(&none), 10);
    assert_int_equal(uops_of_one(&many), 215 + 2 * 100);
    assert_int_equal(uops_of_one(&backwards), 10 + 6 * 100);
}

/*
 * LOCK ADD [m],r: its load begins when everything before it has ended; 14 and 1 clocks later the
 * sum is ready; data 1, retired 2 later, written 1 later (ILAT 21, within 10 %).
 */
static void locked(void **state)
{
    static const struct line lines[] = {
        DOES(/* lock add [esi],eax */ "\xf0\x01\x06", .access = {LOAD(DATA, 4), STORE(DATA, 4)},
             .accesses = 2),
    };

    (void)state;
    about(CLOCKS(lines), 14 + 1 + 1 + 2 + 1);
}

/* CPUID: 44 after 7 and 3 stages, retired 2 later; fetching resumes in the next clock (ILAT 62). */
static void serialising(void **state)
{
    static const struct line lines[] = {LINE(/* cpuid */ "\x0f\xa2")};

    (void)state;
    about(CLOCKS(lines), 62);
}

/* The divider is not pipelined: it is busy for 37 of 39 clocks. Other instructions continue
 * meanwhile. */
static void divider(void **state)
{
    static const struct line lines[] = {
        LINE(/* mov eax,ebx */ "\x89\xd8"),
        LINE(/* mov edx,ecx */ "\x89\xca"),
        LINE(/* div esi */ "\xf7\xf6"),
        LINE(/* imul edi,ecx */ "\x0f\xaf\xf9"),
    };
    struct p6_core *core = p6_core_create(NULL);

    (void)state;
    about(CLOCKS(lines), 37);
    play(core, lines, 4, 10, false);
    p6_core_settle(core);
    assert_int_equal(p6_clock_tally(core, P6_CORE_CYCLES_DIV_BUSY)->total, 370);
    p6_core_destroy(core);
}

/* FDIV by precision and value: the divider is busy for a clock less than the latency. */
static void divide_by_value(void **state)
{
    static const struct {
        uint8_t value;
        unsigned clocks;
    } cases[] = {{P6_VALUE_SINGLE, 18},
                 {P6_VALUE_DOUBLE, 32},
                 {P6_VALUE_EXTENDED, 38},
                 {P6_VALUE_SIMPLE, 9}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct line chain = DOES(/* fdiv st1,st0 */ "\xdc\xf9", .value = cases[i].value);
        const struct line stream[] = {
            DOES(/* fdiv st1,st0 */ "\xdc\xf9", .value = cases[i].value),
            DOES(/* fdiv st2,st0 */ "\xdc\xfa", .value = cases[i].value),
        };

        about(clocks_of(NULL, &chain, 1, false), cases[i].clocks);
        about(CLOCKS(stream), 2 * (cases[i].clocks - 1));
    }
}

/* FXCH renames: chains of FADD in two registers, which are alternately on top, run in parallel. */
static void exchange(void **state)
{
    static const struct line lines[] = {
        LINE(/* fadd st0,st2 */ "\xd8\xc2"),
        LINE(/* fxch st1 */ "\xd9\xc9"),
        LINE(/* fadd st0,st2 */ "\xd8\xc2"),
        LINE(/* fxch st1 */ "\xd9\xc9"),
    };

    (void)state;
    about(CLOCKS(lines), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uops),     cmocka_unit_test(repeated),
        cmocka_unit_test(locked),   cmocka_unit_test(serialising),
        cmocka_unit_test(divider),  cmocka_unit_test(divide_by_value),
        cmocka_unit_test(exchange),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
