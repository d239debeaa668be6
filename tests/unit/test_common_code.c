/*
 * SPDX-License-Identifier: MIT
 * Tests the gate's table of frequent instructions: it agrees with Zydis for every opcode and ModRM
 * byte, and with encodings written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "host/analysis/gate/code_decoder.h"
#include "host/analysis/gate/common_code.h"

#define ADDRESS 0x08049000u
#define GOT     0x080f0000u
#define SPACE   16 /* bytes that common_code_decode() requires */

static unsigned decoded;

static void assert_same(const struct decoded_code *a, const struct decoded_code *b)
{
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->goes_on, b->goes_on);
    assert_int_equal(a->jumps, b->jumps);
    assert_int_equal(a->unusual, b->unusual);
    if (a->jumps)
        assert_int_equal(a->target, b->target);
    assert_int_equal(a->n_addresses, b->n_addresses);
    for (unsigned i = 0; i < a->n_addresses; i++)
        assert_int_equal(a->addresses[i], b->addresses[i]);
    assert_int_equal(a->table, b->table);
    assert_int_equal(a->place, b->place);
    assert_int_equal(a->sets, b->sets);
}

static void compare(const uint8_t bytes[SPACE])
{
    struct decoded_code common, any = {0};
    if (!common_code_decode(bytes, SPACE, ADDRESS, GOT, &common))
        return;
    decoded++;
    const bool valid = code_decoder_decode_any(bytes, SPACE, ADDRESS, GOT, &any);
    if (!valid || common.length != any.length || common.flags != any.flags)
        print_message("%02x %02x %02x %02x\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    assert_true(valid);
    assert_same(&common, &any);
}

/* All pairs of an opcode and a ModRM byte, each with some SIB bytes and displacements. */
static void test_every_form_is_as_zydis_decodes_it(void **state)
{
    static const uint32_t words[] = {0, 0x08050000, 0xffffff80, 0xfff, 0xfffff000, 0x12345678};
    (void)state;
    for (unsigned both = 0; both < 0x20000; both++)
        for (unsigned sib = both & 7; sib < 256; sib += 21) {
            uint8_t bytes[SPACE] = {0x0f};
            uint8_t *at = both >> 16 ? bytes + 1 : bytes;
            const uint32_t word = words[(both + sib) % 6], value = words[sib % 5 + 1];
            at[0] = (uint8_t)(both >> 8);
            at[1] = (uint8_t)both;
            at[2] = (uint8_t)sib;
            memcpy(at + 3, &word, sizeof word);
            memcpy(at + 7, &value, sizeof value);
            compare(bytes);
        }
    /* 173 opcodes of one byte and 63 of two, each with 256 following bytes and 12 or 13 SIB bytes:
     * 725,000 at least; the forms that Zydis decodes are fewer than 25,000. */
    assert_in_range(decoded, 700000, 760000);
}

static struct decoded_code decode(const char *bytes)
{
    uint8_t space[SPACE] = {0};
    struct decoded_code code = {0};
    memcpy(space, bytes, strlen(bytes)); /* the rest is 0 */
    assert_true(common_code_decode(space, SPACE, ADDRESS, GOT, &code));
    return code;
}

static void test_encodings_by_hand(void **state)
{
    (void)state;
    struct decoded_code code = decode("\xe8\x10"); /* call +10h */
    assert_int_equal(code.length, 5);
    assert_int_equal(code.target, ADDRESS + 5 + 0x10);
    assert_int_equal(code.flags, NODE_CALL);
    assert_true(code.goes_on);

    code = decode("\x74\xfe"); /* jz to itself */
    assert_int_equal(code.target, ADDRESS);
    assert_int_equal(code.flags, NODE_CONDITION);

    code = decode("\xff\x24\x85\x44\x33\x22\x11"); /* jmp [11223344h + 4 * eax] */
    assert_int_equal(code.length, 7);
    assert_int_equal(code.table, 0x11223344);
    assert_false(code.goes_on);

    code = decode("\xc7\x05\x44\x33\x22\x11\x88\x77\x66\x55"); /* mov dword [11223344h],55667788h */
    assert_int_equal(code.length, 10);
    assert_int_equal(code.place, 0x11223344);
    assert_int_equal(code.flags, NODE_STORE);
    assert_int_equal(code.addresses[0], 0x55667788);

    code = decode("\x8d\x83\xf0\xff\xff\xff"); /* lea eax,[ebx-10h] */
    assert_int_equal(code.addresses[0], GOT - 0x10);
}

/* Later instructions but CMOV, undefined ones, and the last bytes of a section are Zydis's. */
static void test_other_instructions_are_left_to_zydis(void **state)
{
    static const char *const others[] = {
        "\x66\x0f\x6f\xc0", "\x0f\x6f\xc0", "\xf3\x0f\xb8\xc0", "\x0f\xa2",
        "\xcd\x80",         "\xf4",         "\x8d\xc0",         "\xc6\xf8",
        "\xdb\xe8",         "\x62\xc0",     "\xc5\xf8\x77",     "\xff\xf8",
    };
    struct decoded_code code;
    (void)state;
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        uint8_t space[SPACE] = {0};
        memcpy(space, others[i], strlen(others[i]));
        assert_false(common_code_decode(space, SPACE, ADDRESS, GOT, &code));
    }
    assert_false(common_code_decode((const uint8_t[SPACE]){0x90}, 15, ADDRESS, GOT, &code));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_form_is_as_zydis_decodes_it),
        cmocka_unit_test(test_encodings_by_hand),
        cmocka_unit_test(test_other_instructions_are_left_to_zydis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
