# SPDX-License-Identifier: MIT
"""The report on the text screen, with and without a serial port: the text that remains at the end,
pages that wait for a key, and the key that ends the run. tests/qemu/test_qemu_screen.py checks the
screen during a run."""
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


def told(vpentium, settings):
    """Returns the report as text in the lines of the screen, after a line for the console
    message."""
    lines = vpentium(f"{settings} report=text").stdout.splitlines()
    return [line[at:at + COLUMNS].rstrip() for line in ["console: ...", *lines]
            for at in range(0, max(1, len(line)), COLUMNS)]


def results(lines):
    """Returns the lines from the heading of the results to the last of them."""
    first, = [n for n, line in enumerate(lines) if line.startswith("Results (for")]
    behind, = [n for n, line in enumerate(lines) if line.startswith("Total elapsed time")]
    return lines[first:behind]


@pytest.mark.parametrize("report", ["records", "text", "p5mon_file"])
def test_beside_the_port_is_the_report(vpentium, report):
    """The screen shows the report for any format on the wire."""
    run = vpentium(f"{ONE} report={report} events=branches,clocks", "-screen")
    shown = screen(run)
    assert "thesis/program1: Program 1 (Figure 5.10): a loop of 100 iterations" in shown
    assert results(shown)[2] == "        Branches: 100.0 +/- 0.0 (0.000%) [100.0]"
    assert results(shown) == results(told(vpentium, f"{ONE} events=branches,clocks"))
    assert shown[-2:] == ["2 results, 0 errors: ok", "The run has ended: ok"]
    wire = {"records": "event=branches ", "text": "Branches:", "p5mon_file": "0 0x12 -1 "}
    assert run.stdout.count(wire[report]) > 0


@pytest.mark.parametrize("report, what", [("records", "records go"), ("text", "the report goes")])
def test_what_goes_where_is_said(vpentium, report, what):
    shown = screen(vpentium(f"repetitions=none report={report} exit=qemu", "-screen"))
    assert f"console: {what} to port 0x3f8: 16550A, 115200 baud" in shown


def test_announcements_do_not_push_the_results_out(vpentium):
    shown = screen(vpentium(f"{ONE} events=branches verbose_level=2 output_file=out", "-screen"))
    assert "        Branches: 100.0 +/- 0.0 (0.000%) [100.0]" in shown
    assert not any(line.startswith(("out: ", "Repetition", "Execution")) for line in shown)


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
    """vpentium prints B0000h only if nothing is written at B8000h."""
    shown = screen(vpentium(f"{ONE} console=none page=0", "-adapter", adapter, "-screen"))
    assert "        Clock cycles: 209.0 +/- 0.0 (0.000%) [209.0]" in shown
    assert shown[-2:] == ["39 results, 0 errors: ok", "The run has ended: ok"]


@pytest.fixture(scope="module")
def unpaged(vpentium):
    """Returns the duration of a run that waits for no key."""
    return seconds(vpentium(f"{ONE} console=none page=0", "-v"))


def test_page_that_nobody_reads_is_the_last_to_wait(vpentium, unpaged):
    run = vpentium(f"{ONE} console=none page=1", "-v")
    assert run.returncode == 0
    assert seconds(run) - unpaged == pytest.approx(1, abs=0.01)


def test_each_page_waits_for_a_key(vpentium, unpaged):
    """A page is 24 lines, and the last one does not wait. A key comes every 2 s, later than all
    time that passes without waits, so that each key ends a wait. The rest of the run follows the
    last key."""
    assert unpaged < 2
    waits = (len(told(vpentium, ONE)) - 1) // LINES
    assert waits >= 2
    run = vpentium(f"{ONE} console=none page=60", "-v", "-key", "space,2")
    assert run.returncode == 0
    assert waits * 2 < seconds(run) < waits * 2 + unpaged


@pytest.mark.parametrize("report", ["records", "text"])
def test_nothing_waits_beside_a_port(vpentium, unpaged, report):
    """A user who captures the port is not at the keyboard, and 60 s per page would be minutes."""
    assert seconds(vpentium(f"{ONE} report={report} page=60", "-v")) < unpaged + 0.1


def test_pages_wait_beside_a_port_from_the_first_key_on(vpentium, unpaged):
    """The first key comes at 0.2 s, during the passes. The text before it is at most one page. The
    results are printed at the end, where each page waits for the next key."""
    assert 0.2 < unpaged
    lines = told(vpentium, ONE)
    before = next(n for n, line in enumerate(lines) if line.startswith(" measured "))
    waits = (len(lines) - 1) // LINES - before // LINES
    assert waits >= 2
    run = vpentium(f"{ONE} report=records page=60", "-v", "-key", "space,0.2")
    assert run.returncode == 0
    assert unpaged + (waits - 1) * 0.2 - 0.05 < seconds(run) < unpaged + waits * 0.2 + 0.05
    assert seconds(vpentium(f"{ONE} page=0", "-v", "-key", "space,0.2")) < unpaged + 0.1


def test_results_are_the_same_beside_a_screen_that_waits(vpentium, records):
    """Drawing and waiting happen only between repetitions, so they affect no count."""
    settings = "command=thesis/program1 exit=qemu events=all state=both repetitions=2"
    runs = [records(vpentium(f"{settings} {more}", *options).stdout)
            for more, options in (("page=0", ()), ("page=60", ("-key", "space,0.2")))]
    counts = [[(record["bench"], record["event"], record["state"], record["mean"], record["raw"])
               for record in run if record["ev"] == "result"] for run in runs]
    assert len(counts[0]) == 2 * 39
    assert counts[0] == counts[1]


@pytest.mark.parametrize("console", ["com1", "none"])
def test_esc_ends_the_run_between_two_passes(vpentium, console):
    run = vpentium(f"command=thesis/* exit=qemu report=text console={console}", "-key", "esc,1.2",
                   "-screen")
    assert run.returncode == 1
    assert "error: ended at the keyboard" in screen(run)
    assert run.stdout.count("ended at the keyboard") == (console == "com1")
    assert screen(run)[-1] == "The run has ended: failed"


def test_a_time_out_of_an_at_keyboard_is_no_mouse(vpentium):
    """Bit 5 of the keyboard controller's status is set with each key."""
    run = vpentium("command=thesis/* exit=qemu report=text", "-key", "esc,1.2", "-keyboard", "at")
    assert run.returncode == 1 and run.stdout.count("ended at the keyboard") == 1


def test_other_keys_end_nothing(vpentium, records):
    run = vpentium(ONE, "-key", "space,0.05")
    assert run.returncode == 0
    assert records(run.stdout)[-1]["status"] == "ok"


def test_key_changes_no_count(vpentium, records):
    """The keyboard is read between two passes, before anything is counted."""
    def measured(*options):
        return [(record["event"], record["mean"], record["raw"])
                for record in records(vpentium(ONE, *options).stdout) if record["ev"] == "result"]
    assert len(measured()) == 39
    assert measured() == measured("-key", "space,0.01")
