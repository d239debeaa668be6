# SPDX-License-Identifier: MIT
"""The image provides every library function that GCC calls where a P5 lacks an instruction, so that
no arithmetic operation of C prevents a benchmark from linking."""
import pathlib
import subprocess

import pytest

from test_benchcheck import flags
from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]

OPERATORS = {"add": "a + b", "subtract": "a - b", "multiply": "a * b", "divide": "a / b",
             "remain": "a % b", "left": "a << (b & 7)", "right": "a >> (b & 7)",
             "both": "a / b ^ a % b", "less": "a < b", "negate": "-a ^ ~b"}
INTEGERS = ["int", "unsigned", "long long", "unsigned long long", "signed char", "unsigned short"]
REALS = ["float", "double", "long double"]
BUILTINS = ["popcount", "popcountll", "clz", "clzll", "ctz", "ctzll", "ffs", "ffsll", "parity",
            "parityll", "bswap32", "bswap64", "clrsb", "clrsbll"]


def functions():
    for i, kind in enumerate(INTEGERS):
        for name, value in OPERATORS.items():
            yield f"{kind} {name}_{i}({kind} a, {kind} b) {{ return ({kind})({value}); }}"
        for name in ("add", "sub", "mul"):
            yield (f"int {name}_overflows_{i}({kind} a, {kind} b, {kind} *to) "
                   f"{{ return __builtin_{name}_overflow(a, b, to); }}")
    for i, real in enumerate(REALS):
        for j, kind in enumerate([*INTEGERS, *REALS]):
            yield f"{kind} from_{i}_{j}({real} a) {{ return ({kind})a; }}"
            yield f"{real} to_{i}_{j}({kind} a) {{ return ({real})a; }}"
        yield f"{real} arithmetic_{i}({real} a, {real} b) {{ return a * b + a / b - b; }}"
    for name in BUILTINS:
        kind = "unsigned long long" if name.endswith(("ll", "64")) else "unsigned"
        yield f"{kind} of_{name}({kind} a) {{ return ({kind})__builtin_{name}(a); }}"
    yield "struct large { int words[100]; };"
    yield "void copy(struct large *to, struct large *from) { *to = *from; }"
    yield "void clear(struct large *to) { *to = (struct large){{0}}; }"


def symbols(path, *options):
    lines = subprocess.run(["nm", *options, path], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return {line.split()[-1] for line in lines}


@pytest.mark.parametrize("level", fast_cases(1, ["-O2", "-Os", "-O0", "-O3"]))
def test_image_has_what_the_compiler_calls(tmp_path, level):
    (tmp_path / "all.c").write_text("\n".join(functions()) + "\n")
    subprocess.run(["gcc", *flags("bench/thesis/wc"), "-w", level, "-c", "all.c"], cwd=tmp_path,
                   check=True)
    called = symbols(tmp_path / "all.o", "-u")
    assert {"__divdi3", "__udivdi3", "__popcountdi2", "__ctzdi2"} <= called
    assert not called - symbols(ROOT / "build/bareprobe.elf", "--defined-only")
