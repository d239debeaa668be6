# SPDX-License-Identifier: MIT
"""The program next to vpentium that contains the P6's model: which program runs which processor,
and that the same code has the same counts on both if both have the event."""
import shutil
import subprocess

import pytest

from places import VPENTIUM


def run(*arguments, program=VPENTIUM):
    return subprocess.run([program, *arguments], capture_output=True, stdin=subprocess.DEVNULL,
                          text=True, timeout=60, check=False)


@pytest.mark.parametrize("option", (("-cpu", "p3"), ("-cpu=p3",), ("--cpu", "p3"),
                                    ("-cpu", "p54c", "-cpu", "p3")))
def test_the_other_program_has_the_other_parameters(option):
    listed = run(*option, "-set", "help").stdout
    assert "core.reorder_buffer=40" in listed and "counters.reserved_faults=on" in listed
    assert "pairing.enabled" not in listed


def test_what_only_looks_like_the_option_is_none():
    listed = run("-append", "-cpu", "-set", "help").stdout
    assert "pairing.enabled=on" in listed and "core.reorder_buffer" not in listed
    assert "pairing.enabled=on" in run("-cpu", "p2", "-cpu", "p55c", "-set", "help").stdout


def test_where_it_is_missing(tmp_path):
    alone = shutil.copy(VPENTIUM, tmp_path / "vpentium")
    done = run("-cpu", "p2", "-kernel", "none", program=alone)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"vpentium: -cpu 'p2': {tmp_path}/vpentium-p6 does not exist; "
                           "install Bareprobe again: 'make install' copies every simulator\n")


@pytest.mark.parametrize("folder,command", (
    ("build", "make build/vpentium-p6"),
    ("build-debug", "make BUILD=build-debug build-debug/vpentium-p6")))
def test_where_it_is_not_built(tmp_path, folder, command):
    """make/simulator.mk next to the build directory shows that this is a source tree."""
    for path in ("make", folder):
        (tmp_path / path).mkdir()
    (tmp_path / "make/simulator.mk").touch()
    alone = shutil.copy(VPENTIUM, tmp_path / folder / "vpentium")
    done = run("-cpu", "p2", "-kernel", "none", program=alone)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"vpentium: -cpu 'p2': {tmp_path}/{folder}/vpentium-p6 does not exist; "
                           f"build it with: {command}\n")


def test_where_it_cannot_be_executed(tmp_path):
    alone = shutil.copy(VPENTIUM, tmp_path / "vpentium")
    (tmp_path / "vpentium-p6").touch(mode=0o644)
    done = run("-cpu", "p2", "-kernel", "none", program=alone)
    assert done.stderr == (f"vpentium: -cpu 'p2': cannot run {tmp_path}/vpentium-p6: "
                           "Permission denied\n")


def test_refusals():
    done = run("-cpu", "p2", "-kernel", "none", "-trace", "none")
    assert (done.returncode, done.stderr) == (
        2, "vpentium: -trace 'none': the model of this processor does not support it\n")
    done = run("-cpu", "p2", "-kernel", "none", "-set", "pairing.enabled=off")
    assert done.returncode == 2 and "no such parameter" in done.stderr


@pytest.mark.parametrize("cpu,mhz", (("ppro", 200), ("p2", 350), ("p3", 450)))
def test_clocks_of_their_own(guest, cpu, mhz):
    done = guest("main: ret").run("-cpu", cpu, "-v")
    assert done.returncode == 0 and f" at {mhz} MHz\n" in done.stderr
    done = guest("main: ret").run("-cpu", cpu, "-v", "-mhz", "300")
    assert " at 300 MHz\n" in done.stderr


MIXED = """
    mov ebp, 20
%$turn:
    call %$sub
    push ebp
    mov ecx, 16
    mov esi, area
    mov edi, area + 256
    rep movsd
    pop ebp
    fild dword [area]
    fmul st0
    fistp dword [area + 8]
    mov eax, [area + ebp * 4]
    imul eax, eax, 77
    xor edx, edx
    mov ebx, 13
    div ebx
    test dl, 3
    jz %$skip
    add [area + 64], eax
%$skip:
    dec ebp
    jnz %$turn
    jmp %$end
%$sub:
    pusha
    xchg eax, [area + 128]
    popa
    ret
%$end:"""

# INSTRUCTIONS_EXECUTED, BRANCHES and DATA_READ_OR_WRITE of the P5, and the P6's events that are
# equal if no access is misaligned.
PAIRS = ((0x16, 0xc0), (0x12, 0xc4), (0x28, 0x43))


@pytest.mark.parametrize("cpu", ("ppro", "p2", "p3"))
def test_the_same_code_counts_the_same_on_a_p5(guest, cpu):
    """Counts of an empty body are subtracted, because its code differs: REP MOVSD is one
    instruction with two references per element, PUSHA has eight, XCHG two."""
    data = "section .bss\nalignb 4096\narea: resb 4096"
    old, new = ["main:", "finit"], ['%include "p6.inc"', "main:", "finit"]
    for event, other in PAIRS:
        for code in ("", MIXED):
            old += ["%push", f"mov eax, {event | 0x40}", "SET_MSR MSR_CESR", "mov eax, 0",
                    "SET_MSR MSR_CTR0", code, "GET_MSR MSR_CTR0", "call print", "%pop"]
            new += ["%push", f"START {other} | SEL_OS", code, "STOP", "mov ecx, MSR_PERFCTR0",
                    "rdmsr", "call print", "%pop"]
    results = []
    for source, options in ((old, ()), (new, ("-cpu", cpu))):
        numbers = guest("\n".join([*source, "ret", data])).numbers(*options)
        results.append([full - empty for empty, full in zip(numbers[::2], numbers[1::2])])
    assert results[0] == results[1]
    assert results[0][1] > 20 * 4


@pytest.mark.full
def test_neither_counter_counts_stores_between_the_reads(vpentium, records):
    """The sort displaces the line into which the called probe stores the counters: a store before
    the last read would be a line more on counter 0. Between the reads of either counter an empty
    region executes 30 instructions: of the begin the rest of the routine and the probe, 13 after
    counter 0 and 17 after counter 1; of the end 3 in the probe and 13 or 9 in the routine; and a
    read."""
    lines, overheads = set(), set()
    for events in ("dcu_lines_in,inst_retired", "inst_retired,dcu_lines_in"):
        wire = records(vpentium(f"command=apps/sort events={events} repetitions=2 exit=qemu",
                                "-cpu", "ppro").stdout)
        overheads |= {(r["counter"], r["overhead"]) for r in wire if r["ev"] == "calibration"
                      and r["event"] == "inst_retired" and r["of"] == "region"}
        lines |= {(r["counter"], r["bench"], r["mean"]) for r in wire
                  if r["ev"] == "result" and r["event"] == "dcu_lines_in"}
    assert overheads == {("0", "30"), ("1", "30")}
    on_0, on_1 = ({row[1:] for row in lines if row[0] == counter} for counter in "01")
    assert on_0 and on_0 == on_1
