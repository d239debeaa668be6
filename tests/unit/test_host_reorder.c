/*
 * SPDX-License-Identifier: MIT
 * Which moves leave a loop as it is: each case says why, and each has a like one that may go.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the four above before it. */
#include <cmocka.h>

#include "host/loop/reorder.h"
#include "sim/model/model.h"

static struct code_form forms[CODE_MOST];

static unsigned read_code(const char *bytes, size_t size)
{
    struct model *model = code_model("p55c");
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
    const struct reorder_move move = {.from = from, .to = to};

    return reorder_can(forms, n) && reorder_is_same(forms, n, &move);
}

#define MAY(from, to, code) may(from, to, code, sizeof(code) - 1)

#define JNZ "\x75\xf0" /* backwards */

static void registers(void **unused)
{
    (void)unused;
    /* add eax,ebx / mov ecx,eax: it reads what is written */
    assert_false(MAY(0, 1, "\x01\xd8\x89\xc1\x4a" JNZ));
    /* mov ecx,eax / add eax,ebx: it writes what is read */
    assert_false(MAY(0, 1, "\x89\xc1\x01\xd8\x4a" JNZ));
    /* mov eax,ebx / mov eax,ecx: both write */
    assert_false(MAY(0, 1, "\x89\xd8\x89\xc8\x4a" JNZ));
    /* mov al,bl / mov ah,cl: parts are as wholes */
    assert_false(MAY(0, 1, "\x88\xd8\x88\xcc\x4a" JNZ));
    /* add esi,4 / mov eax,[esi]: its address */
    assert_false(MAY(0, 1, "\x83\xc6\x04\x8b\x06\x4a" JNZ));
    /* mov eax,ebx / mov esi,ecx */
    assert_true(MAY(0, 1, "\x89\xd8\x89\xce\x4a" JNZ));
    /* mov eax,ebx / mov esi,ecx / mov edi,eax: not over the third */
    assert_false(MAY(0, 2, "\x89\xd8\x89\xce\x89\xc7\x4a" JNZ));
}

static void flags(void **unused)
{
    (void)unused;
    /* dec edx / inc eax / JNZ: then DEC's zero flag would count */
    assert_false(MAY(0, 1, "\x4a\x40" JNZ));
    /* dec edx / mov eax,ebx / JNZ: MOV leaves them */
    assert_true(MAY(0, 1, "\x4a\x89\xd8" JNZ));
    /* add eax,ebx / adc ecx,ecx / dec edx: ADC needs ADD's carry, of the same turn */
    assert_false(MAY(0, 1, "\x01\xd8\x11\xc9\x4a" JNZ));
    /* add eax,ebx / dec esi / adc ecx,ecx / dec edx: DEC leaves the carry, and goes in front */
    assert_true(MAY(1, 0, "\x01\xd8\x4e\x11\xc9\x4a" JNZ));
    /* the same with sub esi,1, whose carry ADC has: ADD may not come between */
    assert_false(MAY(0, 1, "\x01\xd8\x83\xee\x01\x11\xc9\x4a" JNZ));
}

static void memory(void **unused)
{
    (void)unused;
    /* mov [edi],eax / mov ebx,[esi]: they may be one place */
    assert_false(MAY(0, 1, "\x89\x07\x8b\x1e\x4a" JNZ));
    assert_false(MAY(1, 0, "\x8b\x1e\x89\x07\x4a" JNZ));
    /* mov [edi],eax / mov [esi],ebx */
    assert_false(MAY(0, 1, "\x89\x07\x89\x1e\x4a" JNZ));
    /* mov eax,[edi] / mov ebx,[esi]: two reads */
    assert_true(MAY(0, 1, "\x8b\x07\x8b\x1e\x4a" JNZ));
    /* lea eax,[edi] / mov [esi],ebx: LEA is no access */
    assert_true(MAY(0, 1, "\x8d\x07\x89\x1e\x4a" JNZ));
}

static void units(void **unused)
{
    (void)unused;
    /* fld1 / fldz; fld1 / mov eax,ebx */
    assert_false(MAY(0, 1, "\xd9\xe8\xd9\xee\x4a" JNZ));
    assert_true(MAY(0, 1, "\xd9\xe8\x89\xd8\x4a" JNZ));
    /* paddb mm0,mm1 / paddb mm2,mm3: their registers are not looked at */
    assert_false(MAY(0, 1, "\x0f\xfc\xc1\x0f\xfc\xd3\x4a" JNZ));
    /* push eax / mov ebx,ecx: the stack stays in its order */
    assert_false(MAY(0, 1, "\x50\x89\xcb\x4a" JNZ));
}

static void loops(void **unused)
{
    (void)unused;
    /* nothing goes behind the branch that closes it */
    assert_false(MAY(1, 2, "\x89\xd8\x4a" JNZ));
    /* and a loop with another branch in it is left alone: jz over mov */
    assert_false(MAY(2, 3, "\x4a\x74\x02\x89\xd8\x89\xce\x4f" JNZ));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers), cmocka_unit_test(flags), cmocka_unit_test(memory),
        cmocka_unit_test(units),     cmocka_unit_test(loops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
