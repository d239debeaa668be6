/*
 * SPDX-License-Identifier: MIT
 * Evaluates the DWARF expressions that compilers generate for plain C on an i386: the canonical
 * frame address (CFA) as a register and an offset, and registers saved at an offset from it. DWARF
 * 5, 6.4.
 */
#include "host/analysis/fault/frame_rules.h"

#include <dwarf.h>

static bool frame_rules_cfa(Dwarf_Frame *rules, const struct debug_frame *frame, uint32_t *cfa)
{
    Dwarf_Op *ops;
    size_t n;
    if (dwarf_frame_cfa(rules, &ops, &n) || n != 1)
        return false;
    bool indexed = ops->atom == DW_OP_bregx;
    if (!indexed && (ops->atom < DW_OP_breg0 || ops->atom > DW_OP_breg31))
        return false;
    Dwarf_Word number = indexed ? ops->number : (Dwarf_Word)(ops->atom - DW_OP_breg0);
    Dwarf_Word offset = indexed ? ops->number2 : ops->number;
    if (number >= FRAME_EIP || !frame->known[number])
        return false;
    *cfa = frame->registers[number] + (uint32_t)offset;
    return true;
}

/* Returns whether the rule is an address on the stack: the CFA plus an offset. */
static bool frame_rules_is_saved(const Dwarf_Op *ops, size_t n, uint32_t cfa, uint32_t *address)
{
    if (n < 1 || n > 2 || ops[0].atom != DW_OP_call_frame_cfa ||
        (n == 2 && ops[1].atom != DW_OP_plus_uconst))
        return false;
    *address = cfa + (n == 2 ? (uint32_t)ops[1].number : 0);
    return true;
}

bool frame_rules_apply(Dwarf_Frame *rules, struct debug_frame *frame)
{
    struct debug_frame caller = *frame;
    uint32_t cfa, address;
    if (!frame_rules_cfa(rules, frame, &cfa))
        return false;
    for (int i = 0; i < FRAME_REGISTERS; i++) {
        Dwarf_Op memory[3], *ops;
        size_t n;
        if (dwarf_frame_register(rules, i, memory, &ops, &n))
            return false;
        if (n == 0 && !ops)
            continue; /* unchanged in the caller */
        caller.known[i] = frame_rules_is_saved(ops, n, cfa, &address) &&
                          debug_frame_word(frame, address, &caller.registers[i]);
    }
    caller.registers[FRAME_ESP] = cfa; /* its value before the call, by definition */
    caller.known[FRAME_ESP] = true;
    if (!caller.known[FRAME_EIP])
        return false;
    *frame = caller;
    return true;
}
