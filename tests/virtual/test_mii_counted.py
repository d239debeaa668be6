# SPDX-License-Identifier: MIT
"""Counting on a 6x86MX, whose registers are a P5's with event selects of seven bits:
pmc/p5/README.md. Its clocks are modelled as a P55C's and are not checked."""
import pytest

MII = ["-cpu", "p55c", "-instructions", "mii"]
WIDE = [*MII, "-set", "wide_select=on"]
# Derived in bench/thesis/program1.asm.
KNOWN = {"branches": "100", "instructions_executed": "305", "data_read": "1", "data_write": "1"}


@pytest.fixture(name="measured", scope="module")
def fixture_measured(vpentium, records):
    """measured(events, options): the records of thesis/program1 on this processor, by kind."""
    def measured(events, options):
        run = vpentium(f"command=thesis/program1 events={events} repetitions=2 exit=qemu", *options)
        assert run.returncode == 0, run.stdout[-2000:]
        kinds = {}
        for record in records(run.stdout):
            kinds.setdefault(record["ev"], []).append(record)
        return kinds
    return measured


def test_what_a_p5_counts_is_counted(measured):
    wire = measured(",".join(KNOWN), WIDE)
    [cpu] = wire["cpu"]
    assert (cpu["name"], cpu["vendor"], cpu.get("missing")) == \
        ("Cyrix 6x86MX or MII", "CyrixInstead", None)
    assert {result["event"]: result["mean"] for result in wire["result"]} == KNOWN
    assert {result["status"] for result in wire["result"]} == {"ok"}
    assert {test["name"]: test["status"] for test in wire["selftest"]
            if not test["name"].startswith("additivity")} == dict.fromkeys(
                ("cesr", "ctr0", "ctr1", "rdpmc", "time_stamp"), "ok")


def test_what_cyrix_has_otherwise_is_not(measured):
    """Only select 1Bh is unsupported. The next code is the same as a P5's, and both are in one
    list."""
    wire = measured("clocks_stalled_write_to_M_or_E_line,locked_bus_cycle", WIDE)
    assert {result["event"]: result["status"] for result in wire["result"]} == {
        "clocks_stalled_write_to_M_or_E_line": "unsupported", "locked_bus_cycle": "ok"}


def test_what_only_a_p55c_has_is_refused(vpentium):
    run = vpentium("command=thesis/program1 events=emms_instructions_executed exit=qemu", *WIDE)
    assert run.returncode == 1
    assert "emms_instructions_executed" in run.stdout and "P55C" in run.stdout


def test_without_seven_bits_nothing_is_counted_but_time(measured):
    """The selects are 69h and 16h. A register of six bits reads 29h after a write of bit 6, which
    is CESR bit 10 or 26. Such a processor is not a 6x86MX as documented, and the self-test does not
    report a failure of a Pentium either."""
    wire = measured("branches,time_stamp", MII)
    tests = {test["name"]: test for test in wire["selftest"]}
    assert tests["cesr"]["status"] == "unsupported"
    assert int(tests["cesr"]["expect"]) ^ int(tests["cesr"]["got"]) == 1 << 10
    results = {result["event"]: result for result in wire["result"]}
    assert results["branches"]["status"] == "unsupported" and "mean" not in results["branches"]
    assert results["time_stamp"]["status"] == "ok" and float(results["time_stamp"]["mean"]) > 0


def test_a_p5_has_no_such_bits(measured):
    """The self-test of a P5 neither writes nor requires these bits."""
    wire = measured("branches", ["-cpu", "p55c"])
    [cesr] = [test for test in wire["selftest"] if test["name"] == "cesr"]
    assert cesr["status"] == "ok" and int(cesr["expect"]) & (1 << 10 | 1 << 26) == 0
