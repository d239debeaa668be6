# SPDX-License-Identifier: MIT
"""Debugs programs from executable files: with gdb, which prints the same as for a process of this
computer, and at the monitor's prompt."""
import os
import re
import subprocess

import pytest

from bounds import HANG_BOUND
from places import BUILD, ROOT

TOOL = BUILD.resolve() / "bareprobe"
SOURCE = ROOT / "tests/programs/debugged.c"


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("debugged")
    subprocess.run([TOOL, "cc", "-g", "-O0", "-o", folder / "fixed", SOURCE], check=True,
                   timeout=120)
    subprocess.run([TOOL, "cc", "-g", "-O0", "-static-pie", "-o", folder / "pie", SOURCE],
                   check=True, timeout=120)
    return folder


def gdb(folder, program, lines):
    script = folder / "script.gdb"
    script.write_text("set pagination off\nset debuginfod enabled off\nset confirm off\n"
                      "set style enabled off\nhandle SIGUSR1 nostop noprint\n" + lines)
    done = subprocess.run(["gdb", "-nx", "-batch", "-x", script, program], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, "HOME": str(folder)},
                          timeout=HANG_BOUND)
    return done.stdout


def served(program, argument, how="extended-remote"):
    return f"target {how} | {TOOL} monitor --program ./{program} --args {argument} --gdb\n"


SESSION = """break square
run
backtrace
info args
finish
watch half
continue
print counter
print half
delete
print square(12)
tbreak deep if n == 38
continue
backtrace
up
print n
delete
finish
next
continue
"""

# gdb prints the number of a process of Linux. The output of the program comes in another place.
UNLIKE = re.compile(r"\[Inferior 1 .*|warning: Error disabling address space.*|caught 10, .*|"
                    "the program ended with .*")


def lines_of(text):
    return [line for line in text.splitlines() if line and not UNLIKE.match(line)]


def test_a_session(folder):
    """The exit status is the program's, and its output comes at its end."""
    shown = gdb(folder, "fixed", served("fixed", "none") + SESSION)
    assert "#0  square (n=2) at " in shown and "#1  " in shown and " in main (argc=2, " in shown
    assert "Old value = 0.5\nNew value = 2\n" in shown
    assert re.search(r"= 4\n\$\d+ = 2\n\$\d+ = 144\n", shown)
    assert "#2  " in shown and re.search(r"^\$\d+ = 39$", shown, re.M)
    assert "[Inferior 1 (Remote target) exited with code 03]" in shown
    assert "caught 10, sum 820\nthe program ended with exit status 3\n" in shown


@pytest.mark.full
@pytest.mark.parametrize("program", ["fixed", "pie"])
def test_the_same_as_on_linux(folder, program):
    """Addresses differ: of the stack, and of a position-independent program."""
    def comparable(text):
        return re.sub(r"0x[0-9a-f]+", "ADDRESS", "\n".join(lines_of(text)))
    script = SESSION + "break handler\nrun\nbacktrace 1\nprint number\ncontinue\n"
    ours = gdb(folder, program, served(program, "none") + script)
    theirs = gdb(folder, program, f"set args none\n{script}")
    assert comparable(ours) == comparable(theirs)
    assert "handler (number=10)" in ours


@pytest.mark.full
@pytest.mark.parametrize("argument, signal, end", [
    ("fault", "SIGSEGV, Segmentation fault", "SIGSEGV"), ("abort", "SIGABRT, Aborted", "SIGABRT")])
def test_a_signal_that_ends_the_program(folder, argument, signal, end):
    """gdb stops at the signal. A program can be run again."""
    script = "run\ncontinue\nrun\nkill\nbreak square\nrun\n"
    shown = gdb(folder, "fixed", served("fixed", argument) + script)
    assert shown.count(f"Program received signal {signal}") == 2
    assert f"Program terminated with signal {end}" in shown
    assert "Breakpoint 1, square (n=2)" in shown
    assert f"({end})" in shown


@pytest.mark.full
def test_an_endless_loop_is_interrupted(folder):
    """Debugged by `target remote`, which begins the program itself."""
    script = ("python import threading, os, signal\n"
              "python threading.Timer(2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
              "continue\nprint counter > 4\nprint sum\nset var counter = 7\nprint counter\n")
    shown = gdb(folder, "fixed", served("fixed", "loop", "remote") + script)
    assert re.search(r"^Program received signal SIGINT, Interrupt.\n(0x\w+ in )?main ", shown, re.M)
    assert "$1 = 1\n$2 = 820\n$3 = 7\n" in shown


@pytest.mark.full
def test_arguments_of_run_are_refused(folder):
    shown = gdb(folder, "fixed", served("fixed", "none") + "run -l text\n")
    assert "run: the program has its arguments by --args" in shown
    done = subprocess.run([TOOL, "monitor", "--program", "./fixed", "--gdb=-", "-c", "none"],
                          cwd=folder, capture_output=True, text=True, timeout=HANG_BOUND,
                          stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 1 and "by --args" in done.stderr


@pytest.mark.full
def test_counted_runs_stop_too(folder):
    """The counts of a later run are those of an undisturbed one."""
    count = "count instructions_executed program repetitions=2"
    shown = gdb(folder, "fixed", served("fixed", "none") + f"monitor {count}\n"
                      f"break square\nrun {count}\ncontinue\ndelete\ncontinue\nmonitor {count}\n"
                      "monitor touched\n")
    counts = re.findall(r"^programs/fixed whole run .*", shown, re.M)
    assert len(counts) == 3 and counts[0] == counts[2]
    assert shown.count("Breakpoint 1, square") == 2
    assert "stops: the counts include more than the benchmark" in shown
    assert "nothing was changed by hand" in shown


# ---- at the prompt -----------------------------------------------------------------------------

# getpid(); exit(5). The addresses are by hand: MOV has 5 bytes, INT and XOR 2, MOV BL 2.
CALLS = """global _start
_start:
    mov eax, 20
    int 80h
    mov eax, 1
    xor ebx, ebx
    mov bl, 5
    int 80h
"""


def prompt(folder, *words, status=0):
    done = subprocess.run([TOOL, "monitor", *words], cwd=folder, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout


@pytest.fixture(name="calls", scope="module")
def fixture_calls(tmp_path_factory):
    folder = tmp_path_factory.mktemp("calls")
    (folder / "calls.asm").write_text(CALLS)
    subprocess.run(["nasm", "-f", "elf32", "-o", "calls.o", "calls.asm"], cwd=folder, check=True,
                   timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-Ttext=0x8049000", "-o", "calls", "calls.o"],
                   cwd=folder, check=True, timeout=60)
    return folder


def test_steps_and_breakpoints(calls):
    """A step of INT 80h ends after it. A breakpoint at INT 80h is active again after the step, as
    the second repetition shows, and it may be set before the program is loaded."""
    steps = "".join(f"stopped by a step at {at:08x}\n"
                    for at in (0x8049005, 0x8049007, 0x804900c, 0x804900e, 0x8049010))
    end = "the program ended with exit status 5\n"
    shown = prompt(calls, "--program", "./calls", "-c", "program; debug program" + "; step" * 6,
                   status=1)
    assert shown == f"{end}stopped by a breakpoint at 08049000\n{steps}{end}"
    shown = prompt(calls, "--program", "./calls", "-c", "break 8049005; debug count "
                   "instructions_executed program repetitions=1; go; go; go; go; break; clear all; "
                   "count instructions_executed program repetitions=1; debug regions "
                   "thesis/program1; go")
    stops = "stopped by a breakpoint at 08049005\n"
    counted = "programs/calls whole run instructions_executed: "
    assert shown.startswith("soft 08049005\nstopped by a breakpoint at 08049000\n" + 3 * stops)
    assert f"{counted}5 (5 to 5, n=1)\nstopped by a breakpoint at " in shown
    assert shown.count(counted) == 2 and "soft 08049005\nno breakpoints\n" in shown


def test_memory_of_a_stopped_program(calls):
    """A failed access, a changed register and a changed instruction: MOV BL, 9 instead of 5."""
    shown = prompt(calls, "--program", "./calls", "-c", "debug program; peek d 0; "
                   "poke b 804900f 9; touched; go; program", status=1)
    assert "peek 0: page fault (vector 14): no page for 00000000" in shown
    assert "0804900f: 09, was 05\nnothing was changed by hand\n" in shown
    assert shown.endswith("the program ended with exit status 9\n"
                          "the program ended with exit status 5\n")
    shown = prompt(calls, "-c", "program", status=1)
    assert "program: none is selected: use 'load FILE', start 'bareprobe monitor --program" in shown
