/*
 * SPDX-License-Identifier: MIT
 * Tests that a loop's trials show a changed result: orders that are wrong, on which earlier data
 * gave the same sum, and orders that are right. The loops run in build/vpentium.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka.h needs four of the headers above. */
#include <cmocka.h>

#include "host/analysis/loop/loop_code.h"
#include "sim/model/model.h"

/* Returns build/vpentium, by the place of this program, build/tests/unit/NAME. */
static const char *simulator(void)
{
    static char path[PATH_MAX + 16];

    assert_non_null(realpath("/proc/self/exe", path));
    for (unsigned i = 0; i < 3; i++)
        *strrchr(path, '/') = 0;
    return strcat(path, "/vpentium");
}

/* Returns whether the loop has the same results with its instructions in another order. */
static bool same(const char *text, const char *order, uint32_t flags_excepted)
{
    const struct explain_machine machine = {.program = simulator()};
    struct model *model = code_form_model("p54c");
    const struct given_code given = {.text = text};
    struct loop_results before, after;
    struct loop_code code;
    uint8_t body[CODE_MOST];
    unsigned size = 0;

    assert_int_equal(loop_code_make(&code, model, &given), 0);
    assert_int_equal(code.flow.n, strlen(order));
    for (; *order; order++) {
        const struct code_form *form = &code.flow.forms[*order - '0'];

        memcpy(body + size, form->bytes, form->insn.length);
        size += form->insn.length;
    }
    loop_code_run_trials(&code, &machine, NULL, &before);
    loop_code_run_trials(&code, &machine, body, &after);
    assert_int_equal(before.n, LOOP_TRIALS);
    loop_code_free(&code);
    model_destroy(model);
    return loop_results_are_same(&before, &after, flags_excepted);
}

static void memory(void **unused)
{
    (void)unused;
    /* LODSD changes the address of the load: each dword of the buffer differs */
    assert_false(
        same("mov edi,eax; lodsd; mov ebx,[esi]; add ebx,edi; dec ecx; jnz -", "021345", 0));
    assert_true(same("mov edi,eax; mov ebx,[esi]; add ebx,edi; dec ecx; jnz -", "10234", 0));
    assert_false(same("mov [esi],ecx; mov eax,[esi]; add ebx,eax; dec ecx; jnz -", "10234", 0));
    /* the loaded value is an address */
    assert_false(same("mov esi,[esi]; add ebx,[esi]; dec ecx; jnz -", "1023", 0));
}

static void flags(void **unused)
{
    (void)unused;
    /* ADC needs ADD's carry whenever ECX is a multiple of 32 */
    assert_false(same("add eax,ebx; shl edx,cl; adc esi,edx; dec ecx; jnz -", "12034", 0));
    /* the carry after the loop */
    assert_false(same("add eax,ebx; sub edx,eax; stc; clc; dec ecx; jnz -", "013245", 0));
    assert_true(same("add eax,ebx; sub edx,eax; stc; clc; dec ecx; jnz -", "013245", FLAG_C));
}

static void x87(void **unused)
{
    (void)unused;
    assert_false(same("fadd st0,st1; fmul st0,st2; dec ecx; jnz -", "1023", 0));
    assert_true(same("fadd st0,st1; mov eax,ebx; dec ecx; jnz -", "1023", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory),
        cmocka_unit_test(flags),
        cmocka_unit_test(x87),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
