# SPDX-License-Identifier: MIT
"""86Box's unit tester (-unit-tester) as seen by a guest, after its specification, version 1.0.0:
the base comes after the bytes "86Box" at port 80h, and a second exit byte is clamped to 7Fh. With
exit=86box the kernel ends the emulator through it."""
import re

import pytest

from tiers import fast_cases

BASE = 0x1234
PLACE = """
%macro POST 1-*
%rep %0
    OUT8 0x80, %1
    %rotate 1
%endrep
%endmacro
%define PLACED '8', '6', 'B', 'o', 'x'
"""


@pytest.fixture(name="tester")
def fixture_tester(guest):
    """tester(source, *options): a run of the guest with a tester."""
    return lambda source, *options: guest(
        '%include "devices.inc"\n' + PLACE + "main:\n" + source).run(
            *(options or ("-unit-tester", "exit")))


def numbers(done):
    assert (done.returncode, done.stderr) == (0, "")
    return [int(line, 16) for line in done.stdout.split()]


STATUS = "IN8 0x1234\nPRINT_AL\n"


@pytest.mark.parametrize("sequence, status", fast_cases(1, [
    ("PLACED, 0x34, 0x12", 0x04),
    ("'8', '6', '8', '6', 'B', 'o', 'x', 0x34, 0x12", 0x04),  # the sequence begins with each 8
    ("'8', '6', 'B', 'o', 'X', 0x34, 0x12", 0xff),
    ("'8', '6', 'B', 0, 'o', 'x', 0x34, 0x12", 0xff),
    ("PLACED, 0x34", 0xff),
    ("PLACED, 0x34, 0x12, PLACED, 0xff, 0xff", 0xff),  # hidden again
    ("PLACED, 0x36, 0x12, PLACED, 0x34, 0x12", 0x04),  # moved
    ("PLACED, '8', '6', 'B', 'o', 'x', 0x34, 0x12", 0x04),  # it is found in the bytes of a base too
]))
def test_its_ports_come_after_the_sequence(tester, sequence, status):
    assert numbers(tester(f"POST {sequence}\n{STATUS}ret")) == [status]


@pytest.mark.full
def test_without_the_option_there_is_none(tester):
    done = tester(f"POST PLACED, 0x34, 0x12\n{STATUS}ret", "-v")
    assert done.stdout.split() == ["000000ff"]


def test_commands(tester):
    """04h: no command in flight; 0Ch: the last one does not exist; 02h: data is expected. Data that
    is not expected is ignored, and each command cancels the one before it."""
    done = tester(f"""
    POST PLACED, 0x34, 0x12
    IN8 0x1235
    PRINT_AL                ; no data: FFh
    OUT8 0x1235, 5          ; not expected
    {STATUS}
    OUT8 0x1234, 0x7e
    {STATUS}
    OUT8 0x1234, 4
    {STATUS}
    OUT8 0x1234, 0
    {STATUS}
    OUT8 0x1235, 5          ; the exit command was cancelled
    ret""")
    assert numbers(done) == [0xff, 0x04, 0x0c, 0x02, 0x04]


@pytest.mark.parametrize("value, status", fast_cases(1, [(0xff, 0x7f), (0, 0), (1, 1),
                                                         (0x7f, 0x7f), (0x80, 0x7f)]))
def test_exit(tester, value, status):
    done = tester(f"POST PLACED, 0x34, 0x12\nOUT8 0x1234, 4\nOUT8 0x1235, {value}\n{STATUS}ret")
    assert (done.returncode, done.stdout) == (status, "")


def test_a_disabled_exit_counts_as_executed(tester):
    done = tester(f"POST PLACED, 0x34, 0x12\nOUT8 0x1234, 4\nOUT8 0x1235, 5\n{STATUS}ret",
                  "-unit-tester", "stay")
    assert numbers(done) == [0x04]


# ---- the kernel ----------------------------------------------------------------------------------

SHORT = "command=thesis/program1 events=branch repetitions=1 exit=86box"


@pytest.mark.parametrize("settings, status",
                         fast_cases(1, [(f"{SHORT} command=nothing", 1), (SHORT, 0)]))
def test_the_kernel_ends_86box(vpentium, records, settings, status):
    run = vpentium(settings, "-unit-tester", "exit", "-v")
    assert records(run.stdout)[-1]["status"] == ("failed" if status else "ok")
    assert run.returncode == status and f"ended by the kernel, status {status}\n" in run.stderr


@pytest.mark.parametrize("kind, says", fast_cases(1, [
    ("stay", "The run has ended: ok; 86Box's unit tester did not end 86Box"),
    ("none", "The run has ended: ok; 86Box's unit tester is not there"),
]))
def test_without_its_help_the_machine_halts_and_says_so(vpentium, kind, says):
    run = vpentium(SHORT, "-unit-tester", kind, "-v", "-screen", "-post", "0x80")
    assert run.returncode == 0 and "halted at" in run.stderr
    assert says in run.stderr.splitlines()
    assert re.findall("POST 80h: (.*)", run.stderr)[-1] == "B0h"  # after the sequence


@pytest.mark.full
def test_bye_ends_86box(vpentium, tmp_path):
    (tmp_path / "typed").write_text("bye\r")
    run = vpentium("exit=monitor", "-unit-tester", "exit", "-v", "-input", tmp_path / "typed")
    assert "ended by the kernel, status 0\n" in run.stderr
