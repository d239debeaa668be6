/*
 * SPDX-License-Identifier: MIT
 * Tests what p6_classify() reads from an encoding, and that no instruction of a Pentium III is
 * missing from uops.def.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <Zydis/Zydis.h>
#include <string.h>

#include "sim/model/p6/core/p6_insn.h"
#include "tools/insn_decoder.h"

static bool classified(const void *bytes, size_t size, ZydisDecodedInstruction *decoded,
                       struct p6_insn *insn)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecoder decoder;

    insn_decoder_init(&decoder, 32);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, size, decoded, operands)))
        return false;
    p6_classify(decoded, operands, insn);
    return true;
}

static struct p6_insn insn_of(const char *bytes, size_t size)
{
    ZydisDecodedInstruction decoded;
    struct p6_insn insn;

    assert_true(classified(bytes, size, &decoded, &insn));
    return insn;
}

#define INSN(bytes) insn_of(bytes, sizeof(bytes) - 1)

static bool of_pentium_3(const ZydisDecodedInstruction *decoded)
{
    switch (decoded->meta.isa_set) {
    case ZYDIS_ISA_SET_I86:
    case ZYDIS_ISA_SET_I186:
    case ZYDIS_ISA_SET_I286REAL:
    case ZYDIS_ISA_SET_I286PROTECTED:
    case ZYDIS_ISA_SET_I386:
    case ZYDIS_ISA_SET_I486:
    case ZYDIS_ISA_SET_I486REAL:
    case ZYDIS_ISA_SET_PENTIUMREAL:
    case ZYDIS_ISA_SET_PENTIUMMMX:
    case ZYDIS_ISA_SET_PPRO:
    case ZYDIS_ISA_SET_CMOV:
    case ZYDIS_ISA_SET_FCMOV:
    case ZYDIS_ISA_SET_X87:
    case ZYDIS_ISA_SET_SSE:
    case ZYDIS_ISA_SET_FXSAVE:
        return true;
    default:
        return false;
    }
}

/* All opcodes of one byte and after 0F, each with every ModRM, alone and after 66, F2 and F3. */
static void none_is_missing(void **state)
{
    static const uint8_t prefixes[] = {0x90, 0x66, 0xf2, 0xf3};
    unsigned seen = 0;

    (void)state;
    for (unsigned n = 0; n < 4 * 2 * 65536; n++) {
        uint8_t bytes[ZYDIS_MAX_INSTRUCTION_LENGTH] = {prefixes[n >> 17], 0x0f, (uint8_t)(n >> 8),
                                                       (uint8_t)n};
        const bool wide = n >> 16 & 1;
        const unsigned skip = n >> 17 == 0;
        ZydisDecodedInstruction decoded;
        struct p6_insn insn;

        if (!wide)
            memmove(bytes + 1, bytes + 2, 2);
        if (!classified(bytes + skip, sizeof bytes - skip, &decoded, &insn) ||
            !of_pentium_3(&decoded))
            continue;
        seen++;
        if (insn.attributes & P6_UNLISTED)
            fail_msg("%s is not in uops.def", ZydisMnemonicGetString(decoded.mnemonic));
        if (insn.count == 0 || insn.count >= P6_INSN_UOPS || insn.total == 0)
            fail_msg("%s: %u entries, %u uops", ZydisMnemonicGetString(decoded.mnemonic),
                     insn.count, insn.total);
    }
    assert_true(seen > 50000);
}

static void attributes(void **state)
{
    (void)state;
    assert_int_equal(INSN(/* mov eax,ebx */ "\x89\xd8").attributes, 0);
    assert_int_equal(INSN(/* cpuid */ "\x0f\xa2").attributes, P6_SERIALISES);
    assert_int_equal(INSN(/* rdtsc */ "\x0f\x31").attributes, P6_READS_TIME);
    assert_int_equal(INSN(/* lock inc dword [eax] */ "\xf0\xff\x00").attributes, P6_LOCKED);
    assert_int_equal(INSN(/* xchg [eax],ebx */ "\x87\x18").attributes, P6_LOCKED);
    assert_int_equal(INSN(/* xchg ecx,ebx */ "\x87\xd9").attributes, 0);
    assert_int_equal(INSN(/* xor eax,eax */ "\x31\xc0").attributes, P6_ZEROING);
    assert_int_equal(INSN(/* xor eax,ebx */ "\x31\xd8").attributes, 0);
    assert_int_equal(INSN(/* sub ecx,ecx */ "\x29\xc9").attributes, P6_ZEROING);
    assert_int_equal(INSN(/* jz */ "\x74\x00").attributes, P6_BRANCH);
    assert_int_equal(INSN(/* rep stosd */ "\xf3\xab").attributes, P6_REPEATED);
    assert_int_equal(INSN(/* fadd */ "\xd8\xc1").attributes, P6_X87 | P6_X87_ARITHMETIC);
    assert_int_equal(INSN(/* fcmove */ "\xda\xc9").attributes, P6_X87);
    assert_int_equal(INSN(/* fdiv */ "\xd8\xf1").attributes,
                     P6_X87 | P6_X87_ARITHMETIC | P6_BY_VALUE | P6_DIVIDES);
}

/* 66 with an immediate of operand size changes the length, with F7 regardless of an immediate; 66
 * with an 8-bit immediate does not. */
static void length_changing(void **state)
{
    (void)state;
    assert_true(INSN(/* add cx,1234 */ "\x66\x81\xc1\x34\x12").attributes & P6_LENGTH_CHANGING);
    assert_true(INSN(/* mov cx,1234 */ "\x66\xb9\x34\x12").attributes & P6_LENGTH_CHANGING);
    assert_true(INSN(/* neg cx */ "\x66\xf7\xd9").attributes & P6_LENGTH_CHANGING);
    assert_false(INSN(/* add cx,12 */ "\x66\x83\xc1\x12").attributes & P6_LENGTH_CHANGING);
    assert_false(INSN(/* add cx,dx */ "\x66\x01\xd1").attributes & P6_LENGTH_CHANGING);
    assert_false(INSN(/* add ecx,12345678 */ "\x81\xc1\x78\x56\x34\x12").attributes &
                 P6_LENGTH_CHANGING);
}

static bool reads(const struct p6_uop *uop, unsigned name, unsigned parts)
{
    for (unsigned i = 0; i < P6_SOURCES; i++)
        if (uop->sources[i].name == name && uop->sources[i].parts == parts)
            return true;
    return false;
}

static bool writes(const struct p6_uop *uop, unsigned name, unsigned parts)
{
    for (unsigned i = 0; i < P6_RESULTS; i++)
        if (uop->results[i].name == name && uop->results[i].parts == parts)
            return true;
    return false;
}

static void parts(void **state)
{
    const struct p6_insn ah = INSN(/* add ah,bl */ "\x00\xdc"), ax = INSN(/* inc ax */ "\x66\x40");
    const struct p6_insn own = INSN(/* sub bl,bh */ "\x28\xfb");

    (void)state;
    assert_true(reads(&ah.uops[0], P6_EAX, P6_HIGH) && reads(&ah.uops[0], P6_EAX + 3, P6_LOW));
    assert_true(writes(&ah.uops[0], P6_EAX, P6_HIGH));
    assert_true(writes(&ax.uops[0], P6_EAX, P6_WORD));
    assert_true(writes(&ax.uops[0], P6_FLAGS, P6_ALL_FLAGS & ~P6_CF));
    assert_true(reads(&own.uops[0], P6_EAX + 3, P6_LOW));
    assert_true(reads(&own.uops[0], P6_EAX + 3, P6_HIGH));
}

/* A push writes the register above the old top; the stack pointer moves afterwards. */
static void x87_stack(void **state)
{
    const struct p6_insn load = INSN(/* fld dword [eax] */ "\xd9\x00");
    const struct p6_insn pop = INSN(/* faddp */ "\xde\xc1");
    const struct p6_insn exchange = INSN(/* fxch st3 */ "\xd9\xcb");

    (void)state;
    assert_int_equal(load.stack, -1);
    assert_int_equal(load.total, 1);
    assert_int_equal(load.uops[0].kind, P6_LOAD);
    assert_true(writes(&load.uops[0], P6_ST0 + 7, P6_WHOLE));
    assert_int_equal(pop.stack, 1);
    assert_true(writes(&pop.uops[0], P6_ST0 + 1, P6_WHOLE));
    assert_int_equal(exchange.exchanged, 3);
    assert_int_equal(exchange.uops[0].ports, 0);
}

/* The load, the operation, ESP and the store: what each depends on. */
static void read_modify_write(void **state)
{
    const struct p6_insn insn = INSN(/* add [ebx+ecx],edx */ "\x01\x14\x0b");

    (void)state;
    assert_int_equal(insn.count, 4);
    assert_int_equal(insn.uops[0].ports, P6_PORT_2);
    assert_true(reads(&insn.uops[0], P6_EAX + 3, P6_WHOLE));
    assert_true(reads(&insn.uops[0], P6_EAX + 1, P6_WHOLE));
    assert_int_equal(insn.uops[1].ports, P6_PORT_0 | P6_PORT_1);
    assert_true(reads(&insn.uops[1], P6_EAX + 2, P6_WHOLE));
    assert_true(reads(&insn.uops[1], P6_TEMPORARY, P6_WHOLE));
    assert_int_equal(insn.uops[2].ports, P6_PORT_3);
    assert_false(reads(&insn.uops[2], P6_TEMPORARY, P6_WHOLE));
    assert_int_equal(insn.uops[3].ports, P6_PORT_4);
    assert_true(reads(&insn.uops[3], P6_TEMPORARY + 1, P6_WHOLE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_missing), cmocka_unit_test(attributes),
        cmocka_unit_test(length_changing), cmocka_unit_test(parts),
        cmocka_unit_test(x87_stack),       cmocka_unit_test(read_modify_write),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
