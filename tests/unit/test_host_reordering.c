/*
 * SPDX-License-Identifier: MIT
 * Tests which moves of instructions leave a loop's result unchanged. Each rejected case states the
 * reason, and most have a similar case that is accepted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "host/analysis/code/reordering.h"
#include "sim/model/model.h"

static struct code_form forms[CODE_MOST];

static unsigned read_code(const char *bytes, size_t size)
{
    struct model *model = code_form_model("p55c");
    unsigned n = 0;

    for (size_t at = 0; at < size; at += forms[n++].insn.length)
        assert_true(code_form_read(model, 0x100000 + (uint32_t)at, (const uint8_t *)bytes + at,
                                   (unsigned)(size - at), &forms[n]));
    model_destroy(model);
    return n;
}

static bool may(unsigned from, unsigned to, const char *bytes, size_t size)
{
    const unsigned n = read_code(bytes, size);
    struct reordering_move move = {.from = from, .to = to};

    return reordering_is_possible(forms, n) && reordering_is_same(forms, n, &move);
}

#define MAY(from, to, code) may(from, to, code, sizeof(code) - 1)

#define JNZ "\x75\xf0" /* backwards */

static void registers(void **unused)
{
    (void)unused;
    /* add eax,ebx / mov ecx,eax: the second reads what the first writes */
    assert_false(MAY(0, 1, "\x01\xd8\x89\xc1\x4a" JNZ));
    /* mov ecx,eax / add eax,ebx: the second writes what the first reads */
    assert_false(MAY(0, 1, "\x89\xc1\x01\xd8\x4a" JNZ));
    /* mov eax,ebx / mov eax,ecx: both write */
    assert_false(MAY(0, 1, "\x89\xd8\x89\xc8\x4a" JNZ));
    /* mov al,bl / mov ah,cl: a part counts as the whole register */
    assert_false(MAY(0, 1, "\x88\xd8\x88\xcc\x4a" JNZ));
    /* add esi,4 / mov eax,[esi]: the address depends on the first */
    assert_false(MAY(0, 1, "\x83\xc6\x04\x8b\x06\x4a" JNZ));
    /* mov eax,ebx / mov esi,ecx */
    assert_true(MAY(0, 1, "\x89\xd8\x89\xce\x4a" JNZ));
    /* mov eax,ebx / mov esi,ecx / mov edi,eax: the first may not move past the third */
    assert_false(MAY(0, 2, "\x89\xd8\x89\xce\x89\xc7\x4a" JNZ));
}

static void flags(void **unused)
{
    (void)unused;
    /* dec edx / inc eax / JNZ: JNZ would test INC's zero flag instead of DEC's */
    assert_false(MAY(0, 1, "\x4a\x40" JNZ));
    /* dec edx / mov eax,ebx / JNZ: MOV leaves the flags unchanged */
    assert_true(MAY(0, 1, "\x4a\x89\xd8" JNZ));
    /* add eax,ebx / adc ecx,ecx / dec edx: ADC needs ADD's carry of the same iteration */
    assert_false(MAY(0, 1, "\x01\xd8\x11\xc9\x4a" JNZ));
    /* add eax,ebx / dec esi / adc ecx,ecx / dec edx: DEC leaves the carry and may go before ADD */
    assert_true(MAY(1, 0, "\x01\xd8\x4e\x11\xc9\x4a" JNZ));
    /* the same with sub esi,1, whose carry ADC reads: ADD may not come between them */
    assert_false(MAY(0, 1, "\x01\xd8\x83\xee\x01\x11\xc9\x4a" JNZ));
}

static void conditional_flags(void **unused)
{
    (void)unused;
    /* add eax,ebx / shl edx,cl / adc esi,edx: with a count of 0 ADC reads ADD's carry */
    assert_false(MAY(0, 1, "\x01\xd8\xd3\xe2\x11\xd6\x49" JNZ));
    assert_false(MAY(0, 2, "\x01\xd8\xd3\xe2\x11\xd6\x49" JNZ));
    /* the same with shl edx,0 and shl edx,32, which write no flag */
    assert_true(MAY(0, 1, "\x01\xd8\xc1\xe2\x00\x11\xd6\x49" JNZ));
    assert_true(MAY(0, 1, "\x01\xd8\xc1\xe2\x20\x11\xd6\x49" JNZ));
    assert_false(MAY(0, 2, "\x01\xd8\xc1\xe2\x20\x11\xd6\x49" JNZ));
    /* add ebp,ebx / shl edx,1 / adc esi,eax: the carry is SHL's */
    assert_false(MAY(0, 1, "\x01\xdd\xd1\xe2\x11\xc6\x49" JNZ));
    /* add ebp,ebx / mov edi,ebx / shl edx,1 / adc esi,eax: MOV between */
    assert_true(MAY(0, 1, "\x01\xdd\x89\xdf\xd1\xe2\x11\xc6\x49" JNZ));
    /* add eax,ebx / rol edx,4 / jo: the overflow flag after a count above 1 is undefined */
    assert_false(MAY(0, 1, "\x01\xd8\xc1\xc2\x04\x70\xf0"));
    /* add ebp,ebx / repe cmpsb / adc edx,eax: with ECX 0 the carry is ADD's */
    assert_false(MAY(0, 1, "\x01\xdd\xf3\xa6\x11\xc2\x49" JNZ));
}

static void strings(void **unused)
{
    (void)unused;
    /* lodsd / mov ebx,[esi]: LODSD moves ESI */
    assert_false(MAY(0, 1, "\xad\x8b\x1e\x49" JNZ));
    assert_false(MAY(1, 0, "\x8b\x1e\xad\x49" JNZ));
    /* lodsd / mov ebx,[edi] */
    assert_true(MAY(0, 1, "\xad\x8b\x1f\x49" JNZ));
    /* stosd / mov edx,edi; movsd / mov edx,esi */
    assert_false(MAY(0, 1, "\xab\x89\xfa\x49" JNZ));
    assert_false(MAY(0, 1, "\xa5\x89\xf2\x49" JNZ));
    /* cmpsd / mov edx,edi; cmpsd / lea ebx,[esi+4]; scasd / mov edx,edi: omitted by Zydis */
    assert_false(MAY(0, 1, "\xa7\x89\xfa\x49" JNZ));
    assert_false(MAY(0, 1, "\xa7\x8d\x5e\x04\x49" JNZ));
    assert_false(MAY(0, 1, "\xaf\x89\xfa\x49" JNZ));
    /* mov al,dl / xlatb; mov al,[edi] / xlatb */
    assert_false(MAY(0, 1, "\x88\xd0\xd7\x49" JNZ));
    assert_false(MAY(0, 1, "\x8a\x07\xd7\x49" JNZ));
    /* mov edx,ecx / rep stosd */
    assert_false(MAY(0, 1, "\x89\xca\xf3\xab\x4b" JNZ));
    /* std / lodsd */
    assert_false(MAY(0, 1, "\xfd\xad\x49" JNZ));
}

static void flags_after(void **unused)
{
    struct reordering_move move = {.from = 0, .to = 1};

    (void)unused;
    /* add eax,ebx / sub edx,4 / dec ecx: DEC leaves the carry, which is SUB's before and ADD's
     * after the move */
    assert_true(MAY(0, 1, "\x01\xd8\x83\xea\x04\x49" JNZ));
    assert_true(reordering_is_same(forms, 4, &move));
    assert_int_equal(move.flags, FLAG_C);
    /* the same with sub ecx,1 */
    assert_true(MAY(0, 1, "\x01\xd8\x83\xea\x04\x83\xe9\x01" JNZ));
    assert_true(reordering_is_same(forms, 4, &move));
    assert_int_equal(move.flags, 0);
}

static void memory(void **unused)
{
    (void)unused;
    /* mov [edi],eax / mov ebx,[esi]: both may access the same address */
    assert_false(MAY(0, 1, "\x89\x07\x8b\x1e\x4a" JNZ));
    assert_false(MAY(1, 0, "\x8b\x1e\x89\x07\x4a" JNZ));
    /* mov [edi],eax / mov [esi],ebx */
    assert_false(MAY(0, 1, "\x89\x07\x89\x1e\x4a" JNZ));
    /* mov eax,[edi] / mov ebx,[esi]: two reads */
    assert_true(MAY(0, 1, "\x8b\x07\x8b\x1e\x4a" JNZ));
    /* lea eax,[edi] / mov [esi],ebx: LEA does not access memory */
    assert_true(MAY(0, 1, "\x8d\x07\x89\x1e\x4a" JNZ));
}

static void units(void **unused)
{
    (void)unused;
    /* fld1 / fldz; fld1 / mov eax,ebx */
    assert_false(MAY(0, 1, "\xd9\xe8\xd9\xee\x4a" JNZ));
    assert_true(MAY(0, 1, "\xd9\xe8\x89\xd8\x4a" JNZ));
    /* paddb mm0,mm1 / paddb mm2,mm3: MMX registers are not analysed */
    assert_false(MAY(0, 1, "\x0f\xfc\xc1\x0f\xfc\xd3\x4a" JNZ));
    /* push eax / mov ebx,ecx: stack instructions keep their order */
    assert_false(MAY(0, 1, "\x50\x89\xcb\x4a" JNZ));
    /* mov eax,ebx / mov ecx,edx / fnstenv [edi]: it would store another instruction's address */
    assert_false(MAY(0, 1, "\x89\xd8\x89\xd1\xd9\x37\x4a" JNZ));
    /* insd and outsd: ports */
    assert_false(MAY(0, 1, "\x6d\x89\xcb\x49" JNZ));
    assert_false(MAY(0, 1, "\x6f\x89\xcb\x49" JNZ));
}

static void loops(void **unused)
{
    (void)unused;
    /* nothing moves past the branch that closes the loop */
    assert_false(MAY(1, 2, "\x89\xd8\x4a" JNZ));
    /* a loop with another branch is not changed: jz over mov */
    assert_false(MAY(2, 3, "\x4a\x74\x02\x89\xd8\x89\xce\x4f" JNZ));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers),
        cmocka_unit_test(flags),
        cmocka_unit_test(conditional_flags),
        cmocka_unit_test(strings),
        cmocka_unit_test(flags_after),
        cmocka_unit_test(memory),
        cmocka_unit_test(units),
        cmocka_unit_test(loops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
