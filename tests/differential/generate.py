# SPDX-License-Identifier: MIT
"""Builds case number n of a seed: its class and its contents. The same seed and number give the
same case, alone or among others."""
import random

from differential import control, faults, integer, system, x87
from differential.encode import Unreachable
from differential.opcodes import OPCODES


def of_kinds(*kinds):
    return [opcode for opcode in OPCODES if opcode.kind in kinds]


def with_memory(opcodes):
    """The opcodes that can have a memory operand."""
    return [opcode for opcode in opcodes
            if opcode.kind == "string" or opcode.rm and opcode.rm[0] in "EM"]


# Class: its share of the cases, the function that builds one, and the opcodes to draw from.
CLASSES = {
    "integer": (50, integer.single, of_kinds(*integer.PLAIN)),
    "stream": (25, integer.stream, of_kinds(*integer.IN_STREAMS)),
    "stack": (6, control.stack, of_kinds("stack")),
    "popf": (2, control.popf, of_kinds("popf")),
    "frame": (2, control.frame, of_kinds("enter", "leave")),
    "jump": (5, control.jump, of_kinds("jump")),
    "indirect": (3, control.indirect, of_kinds("indirect")),
    "return": (2, control.near_return, of_kinds("return")),
    "far": (5, control.far, of_kinds("far")),
    "far return": (6, control.far_return, of_kinds("far_return")),
    "interrupt": (4, control.interrupt, of_kinds("interrupt")),
    "task": (2, control.task, of_kinds("far") + [o for o in of_kinds("far_return")
                                                 if o.mnemonic == "iret"]),
    "segment": (6, system.segment, of_kinds("segment")),
    "selector": (5, system.selector, of_kinds("selector")),
    "system": (8, system.system, of_kinds("system")),
    "privileged": (2, system.privileged, of_kinds("privileged", "flag_if")),
    "port": (3, system.port, of_kinds("port")),
    "string port": (1, system.string_port, of_kinds("string_io")),
    "x87": (45, x87.x87, x87.OPCODES),
    "limits": (8, faults.limits, with_memory(of_kinds(*faults.CROSSING))),
    "stack limits": (3, faults.stack_limits, of_kinds("stack")),
    "alignment": (5, faults.alignment, with_memory(of_kinds(*faults.CROSSING)) + of_kinds("stack")),
    "undefined": (4, faults.undefined, [None]),
    "too long": (1, faults.too_long, of_kinds("alu", "move")),
    "fetch": (4, faults.fetch, of_kinds("alu", "move")),
    "debug": (6, faults.debug, [opcode for opcode in of_kinds("alu", "move", "exchange", "shift")
                                 if str(opcode) not in ("test f6/1", "test f7/1")]),
    "v86": (15, faults.v86, of_kinds(*faults.V86_BUILDERS) + x87.OPCODES[::5]),
    "model": (2, system.model, of_kinds("model")),
}
TURNS = [name for name, (share, *_) in CLASSES.items() for _ in range(share)]
random.Random(1).shuffle(TURNS)


def class_of(number):
    return TURNS[number % len(TURNS)]


def make_case(seed, number):
    """Returns the case with its name and number set."""
    name = class_of(number)
    _, build, opcodes = CLASSES[name]
    dice = random.Random(f"{seed}:{number}")
    while True:
        try:
            case = build(dice, opcodes if build is integer.stream else dice.choice(opcodes))
        except Unreachable:
            continue
        case.name, case.number = name, number
        return case
