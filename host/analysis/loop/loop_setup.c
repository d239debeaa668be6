/*
 * SPDX-License-Identifier: MIT
 * Follows ECX through the loop: REP leaves 0 in it, so it cannot count iterations as well.
 */
#include "host/analysis/loop/loop_setup.h"

static bool loop_setup_sets_ecx(const struct code_form *form)
{
    return form->effects.registers_written >> ECX & 1 && !form->repeats && !form->counts;
}

static void loop_setup_find_repeats(struct loop_setup *setup, const struct code_form *forms,
                                    unsigned n)
{
    bool set = false;
    for (unsigned i = 0; i < n; i++) {
        if (forms[i].repeats && !set)
            setup->uncounted[setup->repeats++] = (uint16_t)i;
        set = !forms[i].repeats && (set || loop_setup_sets_ecx(&forms[i]));
    }
}

/* Returns a register that the loop does not use; ECX if it uses all. */
static uint8_t loop_setup_free_register(const struct code_form *forms, unsigned n)
{
    static const uint8_t order[] = {EBX, EDX, EBP, ESI, EDI, EAX};
    unsigned used = 0;
    for (unsigned i = 0; i < n; i++)
        used |= forms[i].effects.registers_read | forms[i].effects.registers_written;
    for (unsigned i = 0; i < sizeof order; i++)
        if (!(used >> order[i] & 1))
            return order[i];
    return ECX;
}

/* Returns the register that the last instruction before the closing jump counts; else ECX. */
static uint8_t loop_setup_closing_register(const struct code_form *forms, unsigned n)
{
    if (n < 2 || !forms[n - 1].branch || !forms[n - 2].counts)
        return ECX;
    for (uint8_t reg = EAX; reg <= EDI; reg++)
        if (reg != ESP && forms[n - 2].effects.registers_written == 1u << reg)
            return reg;
    return ECX;
}

void loop_setup_make(struct loop_setup *setup, const struct code_form *forms, unsigned n,
                     bool closed)
{
    *setup = (struct loop_setup){.counter = ECX};
    for (unsigned i = 0; i < n; i++) {
        setup->sets_ecx |= forms[i].repeats || loop_setup_sets_ecx(&forms[i]);
        setup->has_repeats |= forms[i].repeats;
        setup->low_buffer |= forms[i].short_address;
        setup->uses_stack |= forms[i].effects.pointers >> ESP & 1;
        setup->implicit |= forms[i].effects.implicit_memory;
    }
    loop_setup_find_repeats(setup, forms, n);
    if (closed)
        setup->counter = loop_setup_closing_register(forms, n);
    else if (setup->sets_ecx)
        setup->counter = loop_setup_free_register(forms, n);
}

const char *loop_setup_counter_name(const struct loop_setup *setup)
{
    static const char *const names[] = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"};
    return names[setup->counter];
}
