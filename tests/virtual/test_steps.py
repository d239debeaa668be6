# SPDX-License-Identifier: MIT
"""--steps: lists each instruction of an interval with its clocks, its pipe, and the cause of its
waits."""
import dataclasses
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VPENTIUM = ROOT / os.environ.get("BUILD", "build") / "vpentium"


@dataclasses.dataclass
class Step:
    address: int
    unit: str
    begun: int
    enters: int
    until: int
    end: str
    lost: dict
    x87: list
    code: bytes
    text: str


def read(path):
    """Returns the steps and the text of the last line."""
    steps = []
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            last = line
            continue
        address, unit, begun, enters, until, end, lost, x87, code, text = line.split("\t")
        lost = {} if lost == "-" else dict(one.split("=") for one in lost.split(","))
        steps.append(Step(int(address, 16), unit, int(begun), int(enters), int(until), end,
                          {cause: int(n) for cause, n in lost.items()},
                          [] if x87 == "-" else x87.split(","), bytes.fromhex(code), text))
    return steps, last


LOOP = """
main:
    fninit
    fld1
    fld1
    mov edi, scratch
    mov ecx, 50
align 32
turn:
    fadd st0, st1
    mov esi, edi
    fmul st0, st1
    mov eax, [esi]
    inc edx
    dec ecx
    jnz turn
behind:
    ret
"""


@pytest.fixture(name="turns")
def fixture_turns(guest, tmp_path):
    """turns(*options): the steps of LOOP from the 20th iteration on, and the last line."""
    def run(*options):
        done = guest(LOOP).run("-steps", tmp_path / "steps", "-steps-from", "turn",
                               "-steps-nth", "20", *options)
        assert (done.returncode, done.stderr) == (0, "")
        return read(tmp_path / "steps")
    return run


def test_a_turn_clock_by_clock(turns):
    """FADD begins at clock 0 of an iteration, when FMUL of the previous one is done: it needs ST0.
    0  fadd st0, st1    alone: x87, no FXCH follows; its result is ready 3 clocks later
    1  mov esi, edi     alone: x87 goes only in U, and only with FXCH
    2  fmul st0, st1    waits a clock for ST0, enters at 3, ready at 6
    4  mov eax, [esi]   U, ESI was written long before; inc edx  V
    5  dec ecx          U; jnz  V
    6  the next iteration: FADD needs ST0, which FMUL has written by then
    6 clocks per iteration, 1 of them lost."""
    steps, _ = turns("-steps-limit", "14")
    assert len(steps) == 14
    start = steps[0].enters
    assert [(step.text, step.unit, step.enters - start, step.until - start, step.lost)
            for step in steps[:7]] == [
        ("fadd st0, st1", "alone", 0, 1, {}),
        ("mov esi, edi", "alone", 1, 2, {}),
        ("fmul st0, st1", "alone", 3, 4, {"x87": 1}),
        ("mov eax, [esi]", "U", 4, 5, {}),
        ("inc edx", "V", 5, 5, {}),
        ("dec ecx", "U", 5, 6, {}),
        ("jnz turn", "V", 6, 6, {}),
    ]
    assert [step.x87 for step in steps[:3]] == [
        [f"ready={start + 3}"], [], [f"ready={start + 6}", "operand=st0"]]
    assert [step.enters - start for step in steps[7:]] == [6, 7, 9, 10, 11, 11, 12]
    assert steps[0].code == bytes.fromhex("d8c1")


def test_each_clock_is_one_instructions(turns):
    steps, last = turns("-steps-to", "behind")
    assert all(a.until == b.begun for a, b in zip(steps, steps[1:]))
    assert len(steps) == 31 * 7 and last == "# 217 instructions"
    # Each of 31 iterations takes 6; the last JNZ falls through, and is mispredicted in V: 4 more.
    assert steps[-1].until - steps[0].enters == 31 * 6 + 4
    assert steps[-1].lost == {"mispredict": 4}
    assert sum(sum(step.lost.values()) for step in steps[1:]) == 31 + 4


def test_a_run_that_is_over_with_the_stretch(guest, tmp_path):
    """The guest counts down forever; nothing else would end it."""
    endless = guest("main:\n    nop\nturn:\n    inc eax\n    jmp turn\n")
    done = endless.run("-steps", tmp_path / "steps", "-steps-from", "turn", "-steps-limit", "10",
                       "-steps-end")
    assert (done.returncode, done.stderr) == (0, "")
    steps, last = read(tmp_path / "steps")
    assert [step.text for step in steps] == ["inc eax", "jmp turn"] * 5
    assert last == "# 10 instructions"


def test_a_pair_that_is_not_made(guest, tmp_path):
    """On a line that was just filled, only an instruction of one byte can be the U half of a pair:
    ADD, of three bytes, goes alone, and DEC a clock later. From the second iteration on they are a
    pair."""
    done = guest("main:\n    mov eax, 5\n    jmp turn\nalign 4096\nturn:\n    add ebx, 2\n"
                 "    dec eax\n    jnz turn\n    ret\n").run(
        "-steps", tmp_path / "steps", "-steps-from", "turn", "-steps-limit", "6")
    assert done.returncode == 0
    steps, _ = read(tmp_path / "steps")
    assert [step.unit for step in steps] == ["alone", "alone", "alone", "U", "V", "alone"]
    assert steps[1].lost == {"first": 1} and steps[4].lost == {}


def test_turns_are_counted_behind_a_place(guest, tmp_path):
    """Two loops of three and of four iterations share `shared`. After the second time at `outer`
    the second iteration is the one with ECX at 3, which the SUB makes 2."""
    code = """
main:
    mov edi, 3
    call outer
    mov edi, 4
outer:
    mov ecx, edi
shared:
    mov eax, ecx
    sub eax, 1
    dec ecx
    jnz shared
    ret
"""
    done = guest(code).run("-steps", tmp_path / "steps", "-steps-from", "shared", "-steps-after",
                           "outer,2", "-steps-nth", "2")
    assert (done.returncode, done.stderr) == (0, "")
    steps, _ = read(tmp_path / "steps")
    assert [step.text for step in steps].count("sub eax, 0x01") == 3
    assert steps[0].text == "mov eax, ecx"


def test_a_place_that_is_not_reached(turns):
    steps, last = turns("-steps-nth", "51")
    assert not steps and "-steps-from was not reached often enough" in last


def test_a_later_processor_says_when_each_retired(guest, tmp_path):
    done = guest(LOOP).run("-cpu", "p2", "-steps", tmp_path / "steps", "-steps-from", "turn",
                           "-steps-nth", "20", "-steps-limit", "7")
    assert (done.returncode, done.stderr) == (0, "")
    steps, _ = read(tmp_path / "steps")
    assert [step.unit for step in steps] == ["alone"] * 7
    assert not any(step.x87 for step in steps)


@pytest.mark.parametrize("option, value, said", [
    ("-steps-nth", "0", "vpentium: -steps-nth '0': expected a number from 1 to 4294967295"),
    ("-steps-limit", "1000001",
     "vpentium: -steps-limit '1000001': expected a number from 1 to 1000000"),
    ("-steps-after", "main", "vpentium: -steps-after 'main': expected a place and a number"),
    ("-steps-from", "nowhere", "vpentium: --steps-from 'nowhere': expected a code symbol"),
])
def test_what_is_wrong_is_said(guest, tmp_path, option, value, said):
    done = guest("main:\n    ret\n").run("-steps", tmp_path / "steps", option, value)
    assert done.returncode == 2 and done.stderr.startswith(said)


def test_a_file_that_cannot_be_written(guest, tmp_path):
    done = guest("main:\n    ret\n").run("-steps", tmp_path / "no" / "steps")
    assert done.returncode == 2 and "No such file" in done.stderr
    assert subprocess.run([VPENTIUM, "--help"], capture_output=True, text=True,
                          check=True).stdout.count("\n  -steps") == 7
