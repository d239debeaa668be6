# SPDX-License-Identifier: MIT
"""Building blocks of the tables in differences.py: rules, and conditions under which they apply."""
import dataclasses
from collections.abc import Callable

from differential import layout

REFERENCES = ("bochs", "qemu")
OURS = "vpentium"
NOTHING = 0


@dataclasses.dataclass(frozen=True)
class Rule:
    """Limits `machine`, in cases where `when(case, results)` is true, to the bits in `mask` of the
    fields whose names match `fields`."""
    machine: str
    reason: str
    when: Callable
    fields: str = ".*"
    mask: int = NOTHING


def both(reason, when, fields=".*", mask=NOTHING):
    """The same rule for each reference: the manual leaves the result open."""
    return [Rule(machine, reason, when, fields, mask) for machine in REFERENCES]


def always(_case, _results):
    return True


def all_of(*conditions):
    return lambda case, results: all(condition(case, results) for condition in conditions)


def holds(*steps):
    """One of the case's instructions is in `steps`: a mnemonic, or a mnemonic with its opcode."""
    return lambda case, _: any(step.text in steps or step.text.split()[0] in steps
                               for step in case.steps)


def tagged(tag):
    return lambda case, _: tag in case.tags


def of_class(name):
    return lambda case, _: case.name == name


def judge(results):
    """The result that shows how a case really ended: that of Bochs, which checks the most; without
    Bochs, the virtual Pentium's."""
    return results.get("bochs") or results.get(OURS)


def ended_in(*vectors):
    """The case ended with one of these vectors."""
    return lambda _, results: judge(results)["v"] in vectors


def qemu_ended_in(*vectors):
    return lambda _, results: results["qemu"]["v"] in vectors


def x87(case, _):
    return bool(case.fpu)


def status(bits):
    """The x87 status word ended with one of these bits set."""
    return lambda case, results: bool(case.fpu) and judge(results)["fsw"] & bits != 0


def limited(case, _):
    """Some segment of the case has a limit below 4 GB or cannot be written."""
    return "limit" in case.tags or any(segment.limit != layout.FLAT
                                       for segment in case.segments.values())
