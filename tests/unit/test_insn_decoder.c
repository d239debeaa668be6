/*
 * SPDX-License-Identifier: MIT
 * Tests that encodings which later processors redefined are decoded as a Pentium executes them, and
 * as the later instructions where code for any processor is searched. LZCNT, TZCNT and WBNOINVD
 * ignore the prefix on older processors: Intel 64 and IA-32 Architectures Software Developer's
 * Manual, volume 2, on each. Zydis 4.0 decodes no WBNOINVD by default.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "tools/insn_decoder.h"

static const struct {
    const char *bytes, *old, *later;
} encodings[] = {
    {"\xf3\x0f\xbc\xc3", "bsf", "tzcnt"},   {"\xf3\x0f\xbd\xc3", "bsr", "lzcnt"},
    {"\x0f\xbc\xc3", "bsf", "bsf"},         {"\xf3\x0f\x09\x90", "wbinvd", "wbinvd"},
    {"\xf3\x0f\x1e\xfb", "nop", "endbr32"}, {"\x0f\x1c\x00\x90", "nop", "cldemote"},
};

static const char *decoded(const ZydisDecoder *decoder, const char *bytes)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction instruction;

    assert_true(ZYAN_SUCCESS(ZydisDecoderDecodeFull(decoder, bytes, 4, &instruction, operands)));
    return ZydisMnemonicGetString(instruction.mnemonic);
}

static void redefined_encodings(void **unused)
{
    (void)unused;
    for (unsigned bits = 16; bits <= 32; bits += 16) {
        ZydisDecoder decoder;

        insn_decoder_init(&decoder, bits);
        for (unsigned i = 0; i < sizeof encodings / sizeof encodings[0]; i++)
            assert_string_equal(decoded(&decoder, encodings[i].bytes), encodings[i].old);
        insn_decoder_init_later(&decoder, bits);
        for (unsigned i = 0; i < sizeof encodings / sizeof encodings[0]; i++)
            assert_string_equal(decoded(&decoder, encodings[i].bytes), encodings[i].later);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(redefined_encodings)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
