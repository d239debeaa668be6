# SPDX-License-Identifier: MIT
"""Multiplexed counts per region (multiplex_regions=yes). A run of thesis/program1 enters region 0
once, which executes 305 instructions, 100 branches, one read and one write of data
(bench/thesis/program1.asm). A run is short, so every few samples one interrupts a probe."""
import pytest

PROGRAM1 = {"instructions_executed": 305, "branches": 100, "data_write": 1, "data_read": 1}
PER_REGION = "experiment=multiplex multiplex_regions=yes exit=qemu "
PROGRAM = PER_REGION + "command=thesis/program1 interval=50us "
EVENTS = "events=instructions,data_read,data_write,branches "


def counts(records, run):
    """The records of counts, by event and kind."""
    assert run.returncode == 0, run.stdout[-600:]
    return {(record["event"], record["of"]): record
            for record in records(run.stdout) if record["ev"] == "region_count"}


def assert_exact(found, event, counted, samples):
    """The last round may end inside a region, which then lacks a part of its count. The mean count
    of the handlers, which is subtracted, is known to half a count; that of their instructions,
    some 80 in ring 0, to five."""
    record = found[event, "exact"]
    slack = samples * (5 if event == "instructions_executed" else 0.5)
    whole = counted * int(record["entries"])
    assert whole - counted - slack <= float(record["count"]) <= whole + slack, record


@pytest.mark.parametrize("ring", ["kernel", "user"])
def test_regions_count_what_they_execute(vpentium, records, ring):
    """Data reads of an IRET are partly a region's, so only the others are equal."""
    run = vpentium(PROGRAM + EVENTS + f"samples=200 privilege={ring}")
    found = counts(records, run)
    for event in ("instructions_executed", "branches", "data_write"):
        assert_exact(found, event, PROGRAM1[event], 200)
        estimate = found[event, "estimate"]
        expected = PROGRAM1[event] * int(estimate["entries"])
        assert abs(float(estimate["count"]) - expected) < 3 * float(estimate["ci"]), estimate


@pytest.mark.full
@pytest.mark.parametrize("ring", ["kernel", "user"])
@pytest.mark.parametrize("interval", ["37us", "61us", "103us"])
def test_regions_are_exact_wherever_samples_fall(vpentium, records, ring, interval):
    run = vpentium(PER_REGION + f"command=thesis/program1 interval={interval} samples=3000 "
                   f"privilege={ring} " + EVENTS)
    found = counts(records, run)
    for event in ("instructions_executed", "branches", "data_write"):
        assert_exact(found, event, PROGRAM1[event], 3000)


def test_slices_of_instructions(vpentium, records):
    """Counter 0 ends the slices by pin PM0, so each event is a group."""
    run = vpentium(PER_REGION + "command=thesis/program1 source=event,instructions,1009 "
                   "samples=300 events=data_read,data_write,branches", "-pm0-nmi")
    found = counts(records, run)
    for event in ("data_read", "data_write", "branches"):
        assert_exact(found, event, PROGRAM1[event], 300)


@pytest.mark.full
def test_nested_regions_name_the_probes_inside(vpentium, records):
    """The inner loop of thesis/wc is a region in a region."""
    run = vpentium(PER_REGION + "command=thesis/wc interval=200us samples=100 events=branches")
    regions = {(record["region"], record["of"]): record for record in records(run.stdout)
               if record["ev"] == "region_count"}
    assert regions["0", "exact"]["inner_begins"] == regions["0", "exact"]["inner_ends"] == "1"
    assert "inner_begins" not in regions["1", "exact"]
    assert float(regions["1", "exact"]["count"]) <= float(regions["0", "exact"]["count"])


@pytest.mark.parametrize("settings, options, reason", [
    ("state=cold", (), "needs state=warm"),
    ("use_assembly_regions=no", (), "not with use_assembly_regions=no"),
    ("source=rtc,1024", (), "needs source=timer"),
    ("source=event,instructions,1000 privilege=user", ("-pm0-nmi",), "an NMI may interrupt"),
    ("", ("-cpu", "p2"), "needs a Pentium, whose probes read two counters themselves")])
def test_refusals(vpentium, settings, options, reason):
    run = vpentium(PER_REGION + f"command=thesis/program1 events=instructions {settings}",
                   *options)
    assert run.returncode == 1 and "multiplex_regions: " in run.stdout and reason in run.stdout
