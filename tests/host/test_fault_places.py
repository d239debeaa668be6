# SPDX-License-Identifier: MIT
"""Function, line and callers of a fault. The expected line is found in the source by its text,
independently of the tool."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
TESTED = BUILD / "bareprobe-test.elf"
LIST = "tests/bench/walks/list.c"

# The instruction of tests/bench/fault/NAME.asm that faults, and the label before it. For the traps
# INT3 and INTO, EIP is after the instruction (Intel SDM volume 3, 6.5). A JMP to an invalid address
# completes before the fault, and single_step's trap comes after the stepped instruction.
FAULTING = {
    "bound": ("bound_check", "bound eax"),
    "breakpoint": ("breakpoint", "int3"),
    "divide": ("divide", "div ecx"),
    "double": ("double", "mov ds, ax"),
    "halt": ("halt", "jmp "),
    "hang": ("hang", "jmp "),
    "null": ("null", "mov dword [ecx + 8], 1"),
    "overflow": ("overflow", "into"),
    "protection": ("protection", "mov ds, ax"),
    "stack_overrun": ("stack_overrun", "call .again"),
    "x87_error": ("x87_error", "fwait"),
}


def line_of(source, text):
    lines = (ROOT / source).read_text().splitlines()
    if source.endswith(".asm"):
        lines = [line.split(";")[0] for line in lines]
    found, = [i for i, line in enumerate(lines, 1) if text in line]
    return found


def marked(comment):
    return line_of(LIST, f"/* {comment} */")


def callers():
    """Callers according to the sources: twice() is inlined in run(), which the harness calls."""
    return [f"in sum_list at {LIST}:{marked('faults')}",
            f"called from twice at {LIST}:{marked('calls')}",
            f"inlined in run at {LIST}:{marked('inlines')}"]


@pytest.fixture(name="ran", scope="module")
def fixture_ran(tmp_path_factory):
    """The report of all faulting benchmarks, and the directory with the log and store."""
    folder = tmp_path_factory.mktemp("faults")
    done = subprocess.run([BUILD / "bareprobe", "run", "--kernel", TESTED, "-b", "fault/*,walks/*",
                           "-e", "branches", "-r", "1", "-o", "log", "--db", "store", "watchdog=1",
                           "--report", "text"],
                          cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    return folder, done.stdout


def told(report, bench):
    """Returns the lines of a fault between its first and the registers, without indent."""
    block = re.search(rf"^fault: .* in {bench}\n(.*?)    eax", report, re.M | re.S)[1]
    return [line.strip() for line in block.splitlines()]


@pytest.mark.parametrize("bench", FAULTING)
def test_function_and_line(ran, bench):
    label, text = FAULTING[bench]
    source = f"tests/bench/fault/{bench}.asm"
    assert told(ran[1], f"fault/{bench}")[0] == f"in {label} at {source}:{line_of(source, text)}"


def test_what_is_no_code_has_no_line(ran):
    assert told(ran[1], "fault/opcode")[0] == "in undefined, which is data (.user_rodata)"
    assert told(ran[1], "fault/wild_jump")[0] == "in code outside the image"


def test_callers_by_the_compilers_notes(ran):
    lines = told(ran[1], "walks/list")
    assert [line for line in lines if " at " in line] == callers()
    assert not any("perhaps" in line for line in lines)


def test_a_caller_that_only_looks_so_is_a_guess(ran):
    """Assembly code has no unwind information, and the stack is full of return addresses of the
    recursion."""
    lines = told(ran[1], "fault/stack_overrun")
    source = "tests/bench/fault/stack_overrun.asm"
    assert lines[1] == (f"perhaps called from stack_overrun at {source}:"
                        f"{line_of(source, 'call .again')}")


def test_a_region_used_wrongly_has_its_function(ran):
    assert re.search(r"^fault: region 13 of fault/open_region.*\n.*\n    in open_region at ",
                     ran[1], re.M)


def test_the_store_keeps_it_and_all_forms_have_it(ran, bareprobe):
    """The tool is run in a place without the image, so its output must come from the store."""
    folder, report = ran
    alone = folder / "alone"
    alone.mkdir(exist_ok=True)
    shutil.copy(BUILD / "bareprobe", alone)

    def tell(*words):
        done = subprocess.run([alone / "bareprobe", *words, "--db", folder / "store"], text=True,
                              capture_output=True, cwd=alone, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout
    assert told(tell("show", "last", "--report"), "walks/list") == told(report, "walks/list")
    sentence = ", ".join(callers())
    assert sentence in tell("show", "last")
    assert sentence in tell("export", "last", "-f", "junit")
    tell("html", "last", "-o", "page.html")
    assert sentence in (alone / "page.html").read_text()
    unknown = subprocess.run([alone / "bareprobe", "show", folder / "log", "--report"], text=True,
                             capture_output=True, cwd=alone, timeout=60, check=True).stdout
    assert told(unknown, "walks/list")[0] == "in region 0 (sum up)"
    # next to the image, from a log only
    assert told(bareprobe("show", folder / "log", "--report").stdout,
                "walks/list") == told(report, "walks/list")


def changed(log, tmp_path, old, new):
    """Returns the log with a text replaced in each line and the CRCs corrected."""
    def crc16(text):
        crc = 0xFFFF
        for byte in text.encode():
            crc ^= byte << 8
            for _ in range(8):
                crc = crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1
            crc &= 0xFFFF
        return crc
    lines = []
    for line in log.read_text().splitlines():
        body = line.rpartition(" crc=")[0].replace(old, new)
        lines.append(f"{body} crc={crc16(body):04x}")
    path = tmp_path / "changed.log"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("key, value", [("build", "9.9-feed"), ("benches", "7")])
def test_another_builds_image_tells_nothing(ran, bareprobe, tmp_path, key, value):
    folder, _ = ran
    start = next(line for line in (folder / "log").read_text().splitlines() if "ev=start" in line)
    old = re.search(rf'{key}=("[^"]*"|\S+)', start)[0]
    log = changed(folder / "log", tmp_path, old, f"{key}={value}")
    done = bareprobe("import", log, "--kernel", TESTED)
    assert done.returncode == 0
    assert re.search(r"--kernel: \S+ is build .* faults are shown by address only", done.stderr)
    assert f"{value}:" in done.stderr if key == "benches" else value in done.stderr
    assert "list.c" not in bareprobe("show", "last", "--report").stdout


def test_other_code_at_the_fault_tells_nothing(ran, bareprobe, tmp_path):
    """A modified tree has the same build name: the bytes at EIP decide."""
    folder, _ = ran
    log = (folder / "log").read_text()
    fault, = [line for line in log.splitlines()
              if "ev=fault bench=walks/list" in line and "code=" in line]
    code = re.search(r" code=(\w+)", fault)[1]
    other = changed(folder / "log", tmp_path, f"code={code}", f"code={code[:-2]}f1")
    assert code[-2:] != "f1"
    report = bareprobe("show", other, "--report").stdout
    assert told(report, "walks/list")[0] == "in region 0 (sum up)"
    assert told(report, "fault/divide")[0].startswith("in divide at ")


def test_a_file_that_is_no_kernel_is_said(ran, bareprobe):
    done = bareprobe("import", ran[0] / "log", "--kernel", "/bin/true")
    assert done.returncode == 0 and "--kernel: " in done.stderr
