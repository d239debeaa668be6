# SPDX-License-Identifier: MIT
"""Compares the results of a case, field by field."""
from differential import differences, extensions, x87
from differential.case import (AC, AF, CF, DF, ID, IF, IOPL, NT, OF, PF, RF, SF, TF, VIF, VIP, VM,
                               ZF)
from differential.rules import OURS, REFERENCES

EFLAGS_COMPARED = (CF | PF | AF | ZF | SF | TF | IF | DF | OF | IOPL | NT | RF | VM | AC | VIF | VIP
                   | ID)
UNDECIDED = "undecided"
DR6_NOTHING = 0xFFFF0FF0  # not logged if unchanged (guest/log.c)
TRANSCENDENTAL_ERROR = 4  # units in the last place; the manual allows each machine 1


def normalise(case, result):
    """The result without everything that no manual defines."""
    if case.fpu:
        result = x87.unpack_result(case, result)
    if case.image:
        result = extensions.without_reserved(case, result)
    if case.sse:
        result = {"mxcsr": int.from_bytes(case.sse[:4], "little"), **result}
    result = {"dr6": DR6_NOTHING, **result}  # a rule may leave only one of its bits to compare
    return {**result, "fl": result["fl"] & EFLAGS_COMPARED & ~case.undefined_at(result["eip"])}


def compare(case, results):
    """The differences of one case: [(field, {machine: value}, verdict)].

    `results` maps each machine that was given the case to its result, None if the machine did not
    survive. The verdict names what is wrong: the virtual Pentium, or UNDECIDED if the references
    differ and no rule decides."""
    dead = [machine for machine, result in results.items() if result is None]
    if dead:
        verdict = OURS if OURS in dead else UNDECIDED
        return [("survives", {machine: machine not in dead for machine in results}, verdict)]
    results = {machine: normalise(case, result) for machine, result in results.items()}
    found = []
    for field in sorted(set().union(*results.values())):
        verdict = compare_field(case, field, results)
        if verdict:
            values = {machine: result.get(field) for machine, result in results.items()}
            found.append((field, values, verdict))
    return found


def compare_field(case, field, results):
    """The verdict on one field; None if nothing is wrong."""
    values = {machine: result.get(field) for machine, result in results.items()}
    if len(set(values.values())) == 1 and differences.expected(case, field) is None:
        return None
    close = "transcendental" in case.tags and field.startswith("st")
    trusted = {machine: differences.trusted_mask(machine, case, field, results)
               for machine in REFERENCES if machine in results}
    for one in trusted:
        for other in trusted:
            if differ(values[one], values[other], trusted[one] & trusted[other], close):
                return UNDECIDED
    if OURS not in results:
        return None
    manual = differences.expected(case, field)
    if manual is not None and values[OURS] != manual:
        return OURS
    if any(differ(values[machine], values[OURS], mask, close) for machine, mask in trusted.items()):
        return OURS
    return None


def differ(one, other, mask, close):
    if mask == 0:
        return False
    if one is None or other is None:
        return one is not other
    if close:
        return abs(ordinal(one) - ordinal(other)) > TRANSCENDENTAL_ERROR
    return one & mask != other & mask


def ordinal(number):
    """The rank of an 80-bit number among all of its sign, computed as if it had no integer bit."""
    return number >> 64 << 63 | number & (1 << 63) - 1
