# SPDX-License-Identifier: MIT
"""`--live` on a terminal: contents of the screen for records written here, keys, resizing, and
restoring of the terminal at the end."""
import os
import pathlib
import pty
import re
import signal
import subprocess
import tty

import pytest

from logs import log_text, result_record, sampling_record, series_record, start_records
from terminal import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
BLOCKS = " ▁▂▃▄▅▆▇█"
# Twenty seconds of a processor's time. The calibration before it is short.
LONG_RUN = ["-b", "thesis/lzw", "-r", "400", "-e", "branches,data_read"]


def sample_records(values, event):
    return [f"ev=sample bench=apps/one region=0 event={event} ring=kernel state=warm ablate=none "
            f"rep={rep} value={value}" for rep, value in enumerate(values)]


# sd of 100, 110, ... 140: the root of (400 + 100 + 0 + 100 + 400) / 4
SAMPLES, SD = (100, 110, 120, 130, 140), 15.811388
BENCH = 'ev=bench bench=apps/one text="one"'
LINES = log_text(
    *start_records(), BENCH,
    *sample_records(SAMPLES, "branches"), result_record(mean=120, sd=SD),
    result_record(mean=7, event="data_read", code="0x00"),
    "ev=tick done=1 total=4 seconds=1").splitlines(keepends=True)
DONE = log_text(*[""] * len(LINES), "ev=done results=2 errors=0 status=ok").splitlines(True)[-1]


class Box:
    """The other end of a serial cable."""

    def __init__(self):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self.slave = slave

    def send(self, *lines):
        os.write(self.master, "".join(lines).encode())


@pytest.fixture(name="box")
def fixture_box():
    box = Box()
    yield box
    os.close(box.master)
    os.close(box.slave)


@pytest.fixture(name="capture")
def fixture_capture(box, tmp_path):
    with Terminal([TOOL, "capture", "--live", "-o", "raw.log", box.port], tmp_path) as terminal:
        yield terminal


def test_what_is_shown(box, capture):
    def waiting(text):
        assert "waiting for a run" in text
        assert box.port in text.split("\n")[0] and "no data yet" in text

    def shown(text):
        lines = text.split("\n")
        assert lines[0].endswith("(measured on real hardware)") and "Bareprobe 1.0" in lines[0]
        assert lines[1] == "GenuineIntel Pentium, 100 MHz"
        assert re.fullmatch(r"\[#{10}-{32}\]  25 %   apps/one   pass 1/1   \d+ s elapsed", lines[2])
        assert lines[3] == ("2 results, 0 without numbers, 0 faults or errors   "
                            "lines: 1 damaged, 0 lost")
        # The newest result is first.
        assert re.fullmatch(r"  apps/one region 0 +data_read +7\.0 \+/- 0\.0 events +warm, kernel",
                            lines[6])
        assert re.fullmatch(
            r"  apps/one region 0 +branches +120\.0 \+/- 19\.6 events +warm, kernel", lines[7])
        assert "damaged (crc" in lines[-2]
        assert lines[-1].startswith(" q quit   e event   p pause")

    capture.shows(waiting)
    damaged = "BP seq=90 ev=tick done=9 total=9 crc=0000\n"
    box.send(*LINES, damaged)
    capture.shows(shown)


def chart(text):
    """Returns the columns of the chart right of its scale, each as its number of eighths."""
    lines = text.split("\n")
    rows = [line.partition("|")[2] for line in lines if re.match(r"[ \d,.]{12} \|", line)]
    width = max(map(len, rows))
    return [sum(BLOCKS.index(row.ljust(width)[column]) for row in rows) for column in range(width)]


def chart_is(title, columns, *scale):
    """Returns a check of the title, the chart's columns, and the text next to them."""
    def check(text):
        assert title in text and chart(text) == columns
        for number in scale:
            assert re.search(rf"^ +{re.escape(number)} \|", text, re.M)
    return check


def test_chart_of_a_chosen_event(box, capture):
    box.send(*LINES)
    # all equal: half of 10 rows of 8
    capture.shows(chart_is("data_read (events): results 1 to 1", [40]))
    capture.press("e")
    capture.until(lambda text: re.search(
        r"select the event of the chart.*\n event of the latest result *\n "
        r"branches *\n data_read *\n", text))
    capture.press("\x1bOB\r")
    # 30 rows minus 7 for the rest: 23, half of it minus the title: 10 rows, 80 levels; from 1 for
    # the minimum to 80 for the maximum in four equal steps of 19.75: 1, 20.75, 40.5, 60.25, 80.
    capture.shows(chart_is("branches (events) in apps/one region 0: repetitions 1 to 5",
                           [1, 21, 41, 60, 80], "140.0", "100.0"))
    capture.press("e\x1bOA\r")
    capture.until(lambda text: "data_read (events): results" in text)


def rates(n):
    """Two repetitions of n ticks, 2,000 clocks each: 20, 40, ... reads per tick in the second."""
    return log_text(
        *start_records(), BENCH,
        sampling_record("rates", events="data_read,data_write", samples=2 * n, repetitions=2),
        *(record for rep in (0, 1) for record in (
            series_record("time_stamp", [2000] * n, rep=rep),
            series_record("data_read", [20 * (tick + 1) * rep for tick in range(n)], rep=rep),
            series_record("data_write", [1] * n, rep=rep))))


def test_rates_over_time(box, capture):
    """The last repetition's ticks spread over the 96 columns next to the scale: 24 each. 10 to 40
    reads per 1,000 clocks are 1 to 80 levels in three steps of 26.33: 1, 27.3, 53.7, 80."""
    box.send(rates(4))
    capture.shows(chart_is("data_write per 1,000 clocks in apps/one: repetition 2 of 2, 4 ticks",
                           [40] * 96, "0.50"))
    capture.until(lambda text: re.search(
        r"last passes\n  apps/one  warm, rates, pass 0  8 samples, "
        r"0\.6 % of the time for sampling; by",
        text))
    capture.press("e")
    capture.until(lambda text: re.search(r"latest result *\n data_read *\n data_write *\n", text)
                  and "time_stamp" not in text)
    capture.press("\x1bOB\r")
    capture.shows(chart_is("data_read per 1,000 clocks in apps/one: repetition 2 of 2, 4 ticks",
                           [1] * 24 + [27] * 24 + [54] * 24 + [80] * 24, "40.00", "10.00"))


def test_more_ticks_than_columns(box, capture):
    """192 ticks in 96 columns: the first is 15 per 1,000 clocks, the last (1910 + 1920) / 2; column
    c has level 1 + 79 (c - 1) / 95."""
    box.send(rates(192))
    capture.until(lambda text: "192 ticks" in text)
    capture.press("e\x1bOB\r")
    capture.shows(chart_is("192 ticks", [int(1.5 + 79 * column / 95) for column in range(96)],
                           "15.0", "1,915.0"))


def test_ticks_that_did_not_come_are_gaps(box, capture):
    box.send(log_text(
        *start_records(), BENCH,
        sampling_record("rates", events="data_read", samples=4, repetitions=1),
        series_record("time_stamp", [1000] * 4), series_record("data_read", [10]),
        series_record("data_read", [20, 30], first=2)))
    capture.shows(chart_is("4 ticks", [1] * 24 + [0] * 24 + [41] * 24 + [80] * 24))


@pytest.mark.parametrize("experiment, said", [
    ("profile", "no numbers: 'bareprobe profile' shows the samples"),
    ("channels", "no numbers: 'bareprobe show --channels' shows the times between stamps")])
def test_what_has_no_chart(box, capture, experiment, said):
    box.send(log_text(*start_records(), BENCH, sampling_record(experiment)))
    capture.until(lambda text: said in text and f"warm, {experiment}, pass 0" in text)


def test_pause_holds_the_display_and_not_the_run(box, capture, tmp_path):
    box.send(*LINES[:-1])
    capture.until(lambda text: "2 results" in text)
    capture.press("p")
    capture.until(lambda text: "the run continues" in text)
    box.send(LINES[-1])
    size = len("".join(LINES))
    capture.until(lambda text: (tmp_path / "raw.log").stat().st_size == size)
    assert "25 %" not in capture.screen.text()
    capture.press("p")
    capture.until(lambda text: "25 %" in text)


@pytest.mark.parametrize("rows, columns", [(12, 60), (50, 200), (3, 20), (1, 1)])
def test_new_size(box, capture, rows, columns):
    def check(text):
        assert text.split("\n")[-1] == " q quit   e event   p pause the display"[:columns].rstrip()
        if rows > 1:
            first = f"Bareprobe 1.0  in {box.port}  (measured on real hardware)"
            assert text.split("\n")[0] == first[:columns]

    box.send(*LINES)
    capture.until(lambda text: "2 results" in text)
    capture.resize(rows, columns)
    capture.shows(check)
    capture.resize(30, 110)
    capture.until(lambda text: "7.0 +/- 0.0" in text)
    capture.press("q")
    assert capture.end() == 3 and capture.is_as_it_was()


def test_a_window_that_has_its_old_size_again_is_drawn_again(box, capture):
    """ncurses compares sizes only and sees no change: the window shrank and grew while it slept."""
    box.send(*LINES)
    capture.until(lambda text: "7.0 +/- 0.0" in text)
    os.kill(capture.pid, signal.SIGSTOP)
    os.waitpid(capture.pid, os.WUNTRACED)
    capture.resize(1, 1)
    capture.resize(30, 110)
    assert "7.0 +/- 0.0" not in capture.screen.text()
    os.kill(capture.pid, signal.SIGCONT)
    capture.until(lambda text: "7.0 +/- 0.0" in text)
    capture.press("q")
    assert capture.end() == 3 and capture.is_as_it_was()


def test_a_small_screen_has_results(box, capture):
    """60 columns, 15 rows: 5 above, 2 below, and 8 for results, including their heading."""
    def check(text):
        lines = text.split("\n")
        assert len(lines) == 15 and lines[5] == "last results"
        assert re.fullmatch(r"  one +data_read +7\.0 \+/- 0\.0", lines[6])
        assert re.fullmatch(r"  one +branches +120\.0 \+/- 19\.6", lines[7])

    box.send(*LINES)
    capture.until(lambda text: "2 results" in text)
    capture.resize(15, 60)
    capture.shows(check)


def test_a_constant_0_is_drawn_as_0(box, capture):
    """A 0 is an eighth of a cell at the bottom of the chart, with the label 0."""
    def check(text):
        assert chart(text) == [1, 1]
        rows = [line for line in text.split("\n") if re.match(r"[ \d,.]{12} \|", line)]
        assert rows[-1].startswith("         0.0 |") and "0.0" not in "".join(rows[:-1])

    box.send(log_text(*start_records(), BENCH, result_record(mean=0),
                      result_record(mean=0, region=1)))
    capture.until(lambda text: "results 1 to 2" in text)
    capture.shows(check)


def test_end_of_the_run_is_the_end(box, capture):
    box.send(*LINES, DONE)
    assert capture.end() == 0 and capture.is_as_it_was()
    assert "run 1: ok, 2 results, measured on real hardware, in raw.log" in capture.screen.text()


def test_what_was_said_is_said_again_at_the_end(box, capture):
    box.send("BP seq=7 ev=tick done=9 total=9 crc=0000\n", *LINES, DONE)
    assert capture.end() == 0 and capture.is_as_it_was()
    text = capture.screen.text()
    assert re.search(r"^bareprobe capture: .* waiting for a machine to boot", text, re.M)
    assert re.search(r"^bareprobe capture: line 1: damaged \(crc", text, re.M)


def test_several_ports(box, tmp_path):
    other = Box()
    with Terminal([TOOL, "capture", "--live", box.port, other.port], tmp_path) as terminal:
        box.send(*LINES)
        terminal.until(lambda text: "(1 of 2)" in text and "2 results" in text)
        terminal.press("\t")
        terminal.until(lambda text: "(2 of 2)" in text and "waiting for a run" in text
                       and other.port in text.split("\n")[0])
        terminal.press("q")
        assert terminal.end() == 3 and terminal.is_as_it_was()
    os.close(other.master)
    os.close(other.slave)


def test_settings_for_the_box_are_shown(box, tmp_path):
    with Terminal([TOOL, "run", "--live", "--no-log", "--serial", box.port, "-r", "7"],
                  tmp_path) as terminal:
        terminal.until(
            lambda text: "set in its boot menu: repetitions=7" in text)
        terminal.press("q")
        assert terminal.end() == 3 and terminal.is_as_it_was()


def test_q_keeps_what_came(tmp_path):
    with Terminal([TOOL, "run", "--live", "-o", "raw.log", *LONG_RUN], tmp_path) as terminal:
        terminal.until(lambda text: "thesis/lzw" in text.split("\n", 3)[2])
        terminal.press("q")
        assert terminal.end() == 3 and terminal.is_as_it_was()
        said = "the received data is kept in raw.log, marked as incomplete"
        assert said in terminal.screen.text()
    assert "ev=bench" in (tmp_path / "raw.log").read_text()


@pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
def test_signals_that_ask(number, tmp_path):
    with Terminal([TOOL, "run", "--live", "--no-log", *LONG_RUN], tmp_path) as terminal:
        terminal.until(lambda text: "thesis/lzw" in text)
        os.kill(terminal.pid, number)
        assert terminal.end() == 3 and terminal.is_as_it_was()


@pytest.mark.parametrize("number", (signal.SIGQUIT, signal.SIGABRT, signal.SIGSEGV))
def test_signals_that_kill(number, tmp_path):
    with Terminal([TOOL, "run", "--live", "--no-log", *LONG_RUN], tmp_path) as terminal:
        terminal.until(lambda text: "thesis/lzw" in text)
        os.kill(terminal.pid, number)
        assert terminal.end() == -number and terminal.is_as_it_was()


def test_an_ignored_signal_stays_ignored(tmp_path):
    command = ["sh", "-c", 'trap "" QUIT; exec "$@"', "sh", TOOL, "run", "--live", "--no-log",
               "-b", "thesis/program1", "-e", "branches", "-r", "300"]
    with Terminal(command, tmp_path) as terminal:
        terminal.until(lambda text: "thesis/program1" in text)
        os.kill(terminal.pid, signal.SIGQUIT)
        assert terminal.end() == 0 and terminal.is_as_it_was()


def test_report_comes_after_the_screen(tmp_path):
    with Terminal([TOOL, "run", "--live", "--no-log", "-b", "thesis/program1", "-r", "2", "-e",
                   "branches"], tmp_path, rows=60) as terminal:
        assert terminal.end() == 0 and terminal.is_as_it_was()
        assert "1 result, 0 errors: ok" in terminal.screen.text()


@pytest.mark.parametrize("verb", (["run", "--no-log"], ["capture", "/dev/ttyNONE9"]))
def test_no_terminal(verb, tmp_path):
    done = subprocess.run([TOOL, *verb, "--live"], capture_output=True, text=True, cwd=tmp_path,
                          stdin=subprocess.DEVNULL, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--live: standard output is not a terminal" in done.stderr


@pytest.mark.parametrize("term, why", [("", "TERM is not set"), ("no-such", "an unknown terminal"),
                                       ("dumb", "cursor cannot be positioned")])
def test_unknown_terminal(term, why, tmp_path):
    with Terminal([TOOL, "run", "--live", "--no-log"], tmp_path, TERM=term) as terminal:
        assert terminal.end() == 2 and terminal.is_as_it_was()
        assert why in terminal.screen.text()


def test_error_gives_the_terminal_back(tmp_path):
    with Terminal([TOOL, "capture", "--live", "/dev/ttyNONE9"], tmp_path) as terminal:
        assert terminal.end() == 3 and terminal.is_as_it_was()
        assert "/dev/ttyNONE9: No such file" in terminal.screen.text()


def test_records_and_a_screen_do_not_share_stdout(tmp_path):
    with Terminal([TOOL, "run", "--live", "--report", "records"], tmp_path) as terminal:
        assert terminal.end() == 2
        assert "--live and --report records cannot be combined" in terminal.screen.text()
