# SPDX-License-Identifier: MIT
"""The report over each kind of UART, at each speed, to receivers that want it slower; and what the
screen says where none of it can go out. Modelled time is exact: no test depends on the host."""
import re

import pytest

SHORT = "command=thesis/program* events=branches,count_clocks repetitions=2 exit=qemu"
MISTAKE = "report=text exit=qemu what=now"  # the shortest report: three lines and an error


def seconds(run):
    return float(re.search(r" clocks, ([0-9.]+) s at", run.stderr)[1])


def results(records):
    """What was measured, without what depends on when."""
    return [(record["bench"], record["event"], record["mean"]) for record in records
            if record["ev"] == "result"]


# ---- kinds --------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def expected(vpentium, records):
    found = results(records(vpentium(SHORT).stdout))
    assert len(found) == 4
    return found


@pytest.mark.parametrize("timing", ["fast", "timed"])
@pytest.mark.parametrize("kind, name", [("8250", "8250"), ("16450", "16450"), ("16550", "16550"),
                                        ("16550a", "16550A")])
def test_kinds_are_told_apart_and_lose_nothing(vpentium, records, expected, kind, name, timing):
    """The virtual 16550 holds one byte in its FIFO and loses the others, the 8250 and 16450 have
    none, so a byte that was not waited for would be missing: `records` fails then."""
    run = vpentium(SHORT, "-uart", kind, "-serial", timing)
    assert run.returncode == 0
    wire = records(run.stdout)
    assert wire[0]["uart"] == name
    assert results(wire) == expected


def test_only_the_fifo_that_works_is_filled(vpentium):
    """Where sending takes no time, a byte costs a read of the status, and 16 of them one read where
    the FIFO is used."""
    took = {kind: seconds(vpentium(MISTAKE, "-uart", kind, "-v"))
            for kind in ("16450", "16550", "16550a")}
    assert took["16550a"] < took["16550"]
    assert took["16550"] == pytest.approx(took["16450"], abs=50e-6)  # a scratch register is tried


@pytest.mark.parametrize("kind, why", [("none", "no UART answers"),
                                       ("stuck", "its UART is never done sending")])
def test_report_is_on_the_screen_where_no_port_sends(vpentium, kind, why):
    run = vpentium(MISTAKE, "-uart", kind, "-screen")
    assert (run.returncode, run.stdout) == (1, "")
    assert f"console: port 0x3f8: {why}; the report is shown here\n" in run.stderr
    assert "error: command line: 'what' is not a setting" in run.stderr


def test_report_on_the_screen_is_the_text(vpentium):
    run = vpentium(SHORT + " page=0", "-uart", "none", "-screen")
    assert (run.returncode, run.stdout) == (0, "")
    assert "        Branches: 3.0 +/- 0.0 (0.000%) [3.0]\n" in run.stderr
    assert "4 results, 0 errors: ok\nThe run has ended: ok\n" in run.stderr


# ---- ports and speeds ---------------------------------------------------------------------------

@pytest.mark.parametrize("kind, baud", [("8250", 1200), ("8250", 115200), *(
    ("16550a", baud) for baud in (300, 600, 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200))])
def test_each_speed_is_the_lines(vpentium, kind, baud):
    """A byte is ten bits, and the line never idles: the next one is always there in time. What else
    the run does, all of it but the text being made before and behind, takes less than 20 ms."""
    run = vpentium(f"{MISTAKE} console=com1,{baud}", "-uart", kind, "-serial", "timed", "-v")
    lasts = len(run.stdout.replace("\n", "\r\n")) * 10 / baud
    assert len(run.stdout) > 200
    assert lasts < seconds(run) < lasts + 0.02


@pytest.mark.parametrize("port, option", [("0x2f8", "-serial2"), ("com3", "-serial3"),
                                          ("0x2E8,9600", "-serial4")])
def test_ports_by_name_and_by_number(vpentium, records, expected, port, option):
    run = vpentium(f"{SHORT} console={port}", "-uart", "none", option, "-")
    assert results(records(run.stdout)) == expected


def test_port_with_nothing_there(vpentium):
    run = vpentium(f"{MISTAKE} console=0x1000", "-screen")
    assert run.stdout == ""
    assert "console: port 0x1000: no UART answers; the report is shown here\n" in run.stderr


def test_no_console_at_all(vpentium):
    run = vpentium(f"{MISTAKE} console=none", "-screen")
    assert run.stdout == ""
    assert "console: none; the report is shown here\nbareprobe 0.1" in run.stderr


# ---- flow control -------------------------------------------------------------------------------

@pytest.mark.parametrize("kind, way", [("8250", "rtscts"), ("16550a", "rtscts"),
                                       ("16550a", "xonxoff")])
def test_slow_receivers_get_all_of_it(vpentium, records, expected, kind, way):
    """They take half of what the line brings, keep 64 bytes and want no more from 61 on: a FIFO's
    17, of which 8 are worked on meanwhile, would be too many then."""
    run = vpentium(f"{SHORT} flow={way}", "-receiver", way, "-uart", kind)
    assert run.returncode == 0
    assert results(records(run.stdout)) == expected


@pytest.mark.parametrize("way", ["rtscts", "xonxoff"])
def test_without_flow_control_they_lose_bytes(vpentium, way):
    whole = vpentium(SHORT).stdout
    assert len(vpentium(SHORT, "-receiver", way).stdout) < 0.9 * len(whole)


def test_receiver_that_wants_nothing_holds_up_for_a_while_only(vpentium):
    run = vpentium(f"{SHORT} flow=rtscts", "-receiver", "deaf", "-screen")
    assert (run.returncode, run.stdout) == (1, "")
    assert ("console: port 0x3f8 stopped taking bytes: the report is not complete\n"
            "The run has ended: failed\n") in run.stderr


def test_flow_control_is_only_where_it_is_asked_for(vpentium, records, expected):
    """A cable of three wires gives no CTS."""
    run = vpentium(SHORT, "-receiver", "deaf")
    assert run.returncode == 0
    assert run.stdout == ""  # a deaf one takes nothing, but all was sent


def test_com4_is_left_alone_unless_it_is_asked_for(vpentium):
    """Its port is a display adapter's on some boards (8514/A and S3 have registers at 2E8h).
    Opening a port writes to its registers."""
    def writes(settings):
        return any("POST 2E" in vpentium(f"{SHORT} {settings}", "-post", port).stderr
                   for port in ("0x2e8", "0x2e9", "0x2eb", "0x2ec"))

    for other in "", "console=com2", "console=none page=0":
        assert not writes(other)
    assert writes("console=com4")
