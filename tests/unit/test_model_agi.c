/*
 * SPDX-License-Identifier: MIT
 * Tests address-generation interlocks: an address needs its registers a clock earlier (AP-500,
 * Agner 9).
 */
#include "test_model.h"

struct agi_case {
    const char *text, *bytes;
    size_t size;
    uint64_t clocks, interlocks;
};

#define CASE(text, bytes, clocks, interlocks)                                                      \
    {                                                                                              \
        text, bytes, sizeof(bytes) - 1, clocks, interlocks                                         \
    }

static void check(struct model *model, const struct agi_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct code code = code_at(model, CODE_ADDRESS, cases[i].bytes, cases[i].size);
        const uint64_t before = counted(model, P5_pipeline_stalled_address_generation_interlock);
        const uint64_t clocks = play(model, &code);
        const uint64_t interlocks =
            counted(model, P5_pipeline_stalled_address_generation_interlock) - before;

        if (clocks != cases[i].clocks || interlocks != cases[i].interlocks)
            fail_msg("%s: %u clocks, %u interlocks", cases[i].text, (unsigned)clocks,
                     (unsigned)interlocks);
        pipeline_refill(model); /* so that the next case has no predecessor */
    }
}

#define CHECK(model, cases) check(model, cases, sizeof(cases) / sizeof *(cases))

/* Clocks: 1 for each unit (a pair or a single instruction), 2 for a load with an operation, 1 for
 * an interlock. */
static void inside_a_block(void **state)
{
    static const struct agi_case cases[] = {
        CASE("base", /* add eax,4 / mov ebx,[eax] */ "\x83\xc0\x04\x8b\x18", 3, 1),
        CASE("index", /* add eax,4 / mov ebx,[ecx+eax*4] */ "\x83\xc0\x04\x8b\x1c\x81", 3, 1),
        CASE("LEA", /* add eax,4 / lea ebx,[eax+1] */ "\x83\xc0\x04\x8d\x58\x01", 3, 1),
        CASE("a load's result", /* mov eax,[esi] / mov ebx,[eax] */ "\x8b\x06\x8b\x18", 3, 1),
        CASE("a part of the register", /* mov al,1 / mov ebx,[eax] */ "\xb0\x01\x8b\x18", 3, 1),
        CASE("AND writes", /* and eax,eax / mov ebx,[eax] */ "\x21\xc0\x8b\x18", 3, 1),
        CASE("TEST does not: they pair", /* test eax,eax / mov ebx,[eax] */ "\x85\xc0\x8b\x18", 1,
             0),
        /* ADC goes through U only, so each of these is a separate unit. */
        CASE("a clock between",
             /* adc eax,4 / adc ecx,edx / adc ebx,[eax] */ "\x83\xd0\x04\x11\xd1\x13\x18", 4, 0),
        CASE("written in V", /* adc ecx,edx / inc eax / mov ebx,[eax] */ "\x11\xd1\x40\x8b\x18", 3,
             1),
        CASE("both pipes wait: two interlocks, one clock",
             /* inc eax / inc ebx / mov ecx,[eax] / mov edx,[ebx] */ "\x40\x43\x8b\x08\x8b\x13", 3,
             2),
        CASE("V waits, and U with it",
             /* inc eax / inc ebx / mov ecx,[esi] / mov edx,[ebx] */ "\x40\x43\x8b\x0e\x8b\x13", 3,
             1),
        CASE("data is no address", /* inc eax / inc ebx / mov [esi],eax */ "\x40\x43\x89\x06", 2,
             0),
        CASE("string registers", /* adc edi,4 / stosd */ "\x83\xd7\x04\xab", 5, 1),
        CASE("which move by themselves: none",
             /* lodsd / stosd / movsd / scasd / cmpsd / mov eax,[esi] */
             "\xad\xab\xa5\xaf\xa7\x8b\x06", 2 + 3 + 4 + 4 + 5 + 1, 0),
        CASE("what LODS loads", /* lodsd / mov ebx,[eax] */ "\xad\x8b\x18", 4, 1),
    };

    CHECK(*state, cases);
}

static void stack(void **state)
{
    static const struct agi_case cases[] = {
        CASE("PUSH after PUSH", /* push eax / push ebx / push ecx */ "\x50\x53\x51", 2, 0),
        CASE("POP after POP", /* pop eax / pop ebx / pop ecx */ "\x58\x5b\x59", 2, 0),
        CASE("POP after PUSH", /* push eax / pop ebx */ "\x50\x5b", 2, 0),
        CASE("POP after ADD ESP", /* add esp,4 / pop eax */ "\x83\xc4\x04\x58", 3, 1),
        CASE("RET after MOV ESP", /* mov esp,ebp / ret */ "\x89\xec\xc3", 4, 1),
        CASE("[ESP+x] after ADD ESP",
             /* add esp,4 / mov eax,[esp+4] */ "\x83\xc4\x04\x8b\x44\x24\x04", 3, 1),
        CASE("[ESP+x] after PUSH", /* push eax / mov ebx,[esp+4] */ "\x50\x8b\x5c\x24\x04", 3, 1),
        CASE("a popped register", /* pop eax / mov ebx,[eax] */ "\x58\x8b\x18", 3, 1),
        CASE("PUSHA and POPA", /* pushad / popad */ "\x60\x61", 10, 0),
    };

    CHECK(*state, cases);
}

/* The other interpretation of AP-500: PUSH's change of ESP delays no address. */
static void stack_without_interlock(void **unused)
{
    static const struct agi_case cases[] = {
        CASE("[ESP+x] after PUSH", /* push eax / mov ebx,[esp+4] */ "\x50\x8b\x5c\x24\x04", 2, 0),
        CASE("[ESP+x] after ADD ESP",
             /* add esp,4 / mov eax,[esp+4] */ "\x83\xc4\x04\x8b\x44\x24\x04", 3, 1),
    };
    struct model_config config = model_config_default();
    struct model *model;

    (void)unused;
    config.pairing.esp_interlock_after_stack = false;
    model = model_create(&config);
    assert_non_null(model);
    CHECK(model, cases);
    model_destroy(model);
}

/* An interlock between the last unit of a block and the first of the next costs 1 clock, and none
 * after a refill. */
static void across_blocks(void **state)
{
    struct model *model = *state;
    const struct code writes = CODE(model, /* inc eax */ "\x40");
    const struct code pair = CODE(model, /* inc ebx / inc eax */ "\x43\x40");
    const struct code later = CODE(model, /* adc eax,1 / adc ecx,1 */ "\x83\xd0\x01\x83\xd1\x01");
    const struct code reads = CODE(model, /* mov ecx,edx / mov ebx,[eax] */ "\x89\xd1\x8b\x18");
    const struct code ret_n = CODE(model, /* ret 8 */ "\xc2\x08\x00");
    const struct code ret = CODE(model, /* ret */ "\xc3");
    const struct code pop = CODE(model, /* pop eax */ "\x58");

    play(model, &writes);
    assert_int_equal(play(model, &reads), 2);
    assert_int_equal(counted(model, P5_pipeline_stalled_address_generation_interlock), 1);
    play(model, &pair);
    assert_int_equal(play(model, &reads), 2);
    play(model, &later);
    assert_int_equal(play(model, &reads), 1);
    play(model, &writes);
    pipeline_refill(model);
    assert_int_equal(play(model, &reads), 1);
    play(model, &ret_n);
    assert_int_equal(play(model, &pop), 2);
    play(model, &ret);
    assert_int_equal(play(model, &pop), 1);
    assert_int_equal(model->lost[LOST_AGI], 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(inside_a_block),
        MODEL_TEST(stack),
        cmocka_unit_test(stack_without_interlock),
        MODEL_TEST(across_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
