# SPDX-License-Identifier: MIT
"""The text screen beside the report and in its place: what stays on it when the run has ended,
pages that wait for a key, and the key that ends the run. tests/qemu/test_qemu_screen.py looks at it
meanwhile."""
import math
import re

import pytest

ONE = "command=thesis/program1 repetitions=2 exit=qemu"
LINES, COLUMNS = 24, 80


def screen(run):
    lines = [line for line in run.stderr.splitlines() if not line.startswith("vpentium: ")]
    assert len(lines) == LINES + 1
    return lines


def seconds(run):
    return float(re.search(r" clocks, ([0-9.]+) s at", run.stderr)[1])


@pytest.mark.parametrize("report", ["records", "text"])
def test_beside_the_port_are_no_results(vpentium, report):
    run = vpentium(f"{ONE} report={report} events=branches", "-screen")
    shown = screen(run)
    assert "console: the report goes to port 0x3f8: 16550A, 115200 baud" in shown
    assert " processor: Intel Pentium (P54C), GenuineIntel, signature 0x52c (cC0)" in shown
    assert " clock: 100.0 MHz" in shown
    assert "thesis/program1: Program 1 (Figure 5.10): a loop of a hundred turns" in shown
    assert not any("Branches" in line for line in shown)
    assert shown[-2:] == ["1 results, 0 errors: ok", "The run has ended: ok"]
    assert run.stdout.count("branches" if report == "records" else "Branches:") > 0


def test_what_goes_wrong_is_on_it_too(vpentium):
    shown = screen(vpentium("command=fault/divide events=branches exit=qemu", "-screen",
                            image="bareprobe-test"))
    assert any(line.startswith("fault: exception 0 (divide error)") for line in shown)
    assert shown[-1] == "The run has ended: failed"


def test_long_lines_go_on_in_the_next(vpentium):
    shown = screen(vpentium("what=" + 60 * "x" + " exit=qemu", "-screen"))
    first = next(line for line in shown if line.startswith("error: "))
    second = shown[shown.index(first) + 1]
    assert len(first) == COLUMNS
    assert (first + second).startswith(
        f"error: command line: 'what' is not a setting (value '{60 * 'x'}')")


@pytest.mark.parametrize("adapter", ["vga", "mda"])
def test_either_adapter_has_the_end_of_the_report(vpentium, adapter):
    """vpentium shows B0000h only where nothing is written at B8000h."""
    shown = screen(vpentium(f"{ONE} console=none page=0", "-adapter", adapter, "-screen"))
    assert "        Clock cycles: 209.0 +/- 0.0 (0.000%) [209.0]" in shown
    assert shown[-2:] == ["39 results, 0 errors: ok", "The run has ended: ok"]


@pytest.fixture(scope="module")
def unpaged(vpentium):
    """How long the run takes that waits for nobody."""
    return seconds(vpentium(f"{ONE} console=none page=0", "-v"))


def test_page_that_nobody_reads_is_the_last_to_wait(vpentium, unpaged):
    run = vpentium(f"{ONE} console=none page=1", "-v")
    assert run.returncode == 0
    assert seconds(run) - unpaged == pytest.approx(1, abs=0.01)


def test_each_page_waits_for_a_key(vpentium, unpaged):
    """A page is 24 lines, and the last one does not wait. The key comes each 1.2 s, later than what
    passes without one, so that each ends a wait; behind the last comes what is left of the run."""
    assert unpaged < 1.2
    told = ["console: none; the report is shown here"]
    told += vpentium(f"{ONE} report=text").stdout.splitlines()
    lines = sum(max(1, math.ceil(len(line) / COLUMNS)) for line in told)
    waits = (lines - 1) // LINES
    assert waits >= 2
    run = vpentium(f"{ONE} console=none page=60", "-v", "-key", "space,1.2")
    assert run.returncode == 0
    assert waits * 1.2 < seconds(run) < waits * 1.2 + unpaged


def test_nothing_waits_beside_a_port(vpentium, unpaged):
    assert seconds(vpentium(f"{ONE} report=text page=60", "-v")) < unpaged + 0.1


@pytest.mark.parametrize("console", ["com1", "none"])
def test_esc_ends_the_run_between_two_passes(vpentium, console):
    run = vpentium(f"command=thesis/* exit=qemu report=text console={console}", "-key", "esc,1.2",
                   "-screen")
    assert run.returncode == 1
    assert "error: ended at the keyboard" in screen(run)
    assert run.stdout.count("ended at the keyboard") == (console == "com1")
    assert screen(run)[-1] == "The run has ended: failed"


def test_a_time_out_of_an_at_keyboard_is_no_mouse(vpentium):
    """Bit 5 of its status is set with each key."""
    run = vpentium("command=thesis/* exit=qemu report=text", "-key", "esc,1.2", "-keyboard", "at")
    assert run.returncode == 1 and run.stdout.count("ended at the keyboard") == 1


def test_other_keys_end_nothing(vpentium, records):
    run = vpentium(ONE, "-key", "space,0.05")
    assert run.returncode == 0
    assert records(run.stdout)[-1]["status"] == "ok"


def test_key_changes_no_count(vpentium, records):
    """Between two passes the keyboard is read; what is counted begins behind that."""
    def measured(*options):
        return [(record["event"], record["mean"], record["raw"])
                for record in records(vpentium(ONE, *options).stdout) if record["ev"] == "result"]
    assert len(measured()) == 39
    assert measured() == measured("-key", "space,0.01")
