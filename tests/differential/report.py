# SPDX-License-Identifier: MIT
"""Runs cases on all machines, and describes a case that differs: code, start state and results."""
import concurrent.futures
import subprocess

from differential import compare, extensions, generate, machines, rules
from differential.case import REGISTERS


def run(seed, numbers, names, build=machines.BUILD, kind=None):
    """Runs these cases of a seed on these machines in parallel: (cases, {machine: results}). If
    `kind` is given they are the cases of extensions.py, on that processor."""
    cases = [extensions.make_case(kind, seed, number) if kind else generate.make_case(seed, number)
             for number in numbers]
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        results = list(pool.map(lambda name: machines.run_cases(name, cases, build, kind=kind),
                                names))
    return cases, dict(zip(names, results))


def differences(cases, results):
    """[(case, its results by machine, compare()'s differences)] of the cases that differ."""
    found = []
    for case in cases:
        own = {name: of_machine[case.number] for name, of_machine in results.items()
               if case.number in of_machine}
        different = compare.compare(case, own)
        if different:
            found.append((case, own, different))
    return found


def disassemble(case):
    bits = "32" if case.code32 else "16"
    command = ["ndisasm", "-b", bits, "-o", hex(case.eip & 0xFFFFFFFF), "-"]
    return subprocess.run(command, input=bytes(case.code), capture_output=True,
                          check=True).stdout.decode()


def show(value):
    return "as before" if value is None else f"{value:x}"


def describe(seed, case, different):
    """A report of one case; its last line is the command that runs it again."""
    mode = f"ring {case.ring}, {32 if case.code32 else 16}-bit code"
    if case.v86:
        mode = "virtual-8086 mode"
    lines = [f"seed {seed}, case {case.number} ({case.name}): {mode}", disassemble(case).rstrip(),
             " ".join(f"{name}={value:08x}" for name, value in zip(REGISTERS, case.registers)),
             f"eflags={case.eflags:x} cr0={case.cr0:x} cr4={case.cr4:x} "
             + " ".join(f"{name}={segment.selector:x}" for name, segment in case.segments.items())]
    lines += [f"memory {address:x}: {contents.hex()}" for address, contents in case.patches]
    if case.sse:
        lines.append(f"MXCSR, XMM0 to XMM7: {case.sse.hex()}")
    if case.fpu:
        lines.append(f"FRSTOR image: {case.fpu.hex()}")
    for field, values, verdict in different:
        shown = ", ".join(f"{machine} {show(value)}" for machine, value in values.items())
        lines.append(f"{field}: {shown}  [{'wrong: ' if verdict == rules.OURS else ''}{verdict}]")
    lines.append(f"again: tests/differential/fuzz.py --seed {seed} --case {case.number}"
                 + (f" --cpu {case.kind}" if case.kind else ""))
    return "\n".join(lines)
