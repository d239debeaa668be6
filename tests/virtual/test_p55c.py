# SPDX-License-Identifier: MIT
"""The Pentium with MMX: additional events, pairing of events that only one counter has, RDPMC in
the probes; and on both processors separate rings for the two counters."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def p55c(vpentium, records):
    """Runs on the P55C and returns the records."""
    def run(settings, **options):
        done = vpentium(f"{settings} exit=qemu", "-cpu", "p55c", **options)
        assert done.returncode == 0, done.stdout[-2000:]
        return records(done.stdout)
    return run


def of_kind(wire, kind, **keys):
    return [r for r in wire if r["ev"] == kind and all(r[k] == v for k, v in keys.items())]


def one(wire, kind, **keys):
    (record,) = of_kind(wire, kind, **keys)
    return record


def table():
    """Returns (name, counter column) of each event of pmc/p5/p55c.def."""
    text = (ROOT / "pmc/p5/p55c.def").read_text()
    return re.findall(r"^EVENT\(\w+, (\w+),[^;]*?(COUNTER_[01])(?: \| NEAR)?,", text, re.M)


def test_all_is_all_that_it_counts(p55c):
    """There are 39 and 35 events. 18 of the latter are only on counter 0 and 17 only on counter 1,
    so 37 passes are enough."""
    wire = p55c("command=thesis/program1 repetitions=2")
    plan = one(wire, "plan")
    assert (plan["events"], plan["passes"], plan["passes_lower_bound"]) == ("74", "37", "37")
    results = {r["event"]: r for r in of_kind(wire, "result")}
    assert len(results) == 74 and {r["status"] for r in results.values()} == {"ok"}
    restricted = table()
    assert len(restricted) == 35
    for name, column in restricted:
        assert results[name]["counter"] == column[-1]


def test_restricted_events_share_passes(p55c):
    """One event of each counter takes 1 pass. Three of counter 0 and one of counter 1 take 3
    passes, not 2."""
    wire = p55c("command=thesis/program1 repetitions=2 "
                "events=mmx_instructions_executed_v_pipe,mmx_instructions_executed_u_pipe")
    plan = one(wire, "plan")
    assert (plan["passes"], plan["passes_lower_bound"]) == ("1", "1")
    wire = p55c("command=thesis/program1 repetitions=2 "
                "events=returns,taken_branches,btb_false_entries,emms_instructions_executed")
    plan = one(wire, "plan")
    assert (plan["passes"], plan["passes_lower_bound"]) == ("3", "3")


@pytest.mark.parametrize("privilege", ("kernel", "user"))
@pytest.mark.parametrize("probes", ("rdmsr", "rdpmc"))
def test_counts_do_not_depend_on_probe_or_ring(p55c, probes, privilege):
    """Counts of tests/bench/mmx/, where they are derived."""
    wire = p55c(f"command=mmx/* repetitions=3 events=mmx,returns,taken_branches,count_clocks "
                f"probes={probes} privilege={privilege}", image="bareprobe-test")
    for bench, region, event, count in (
            ("mmx/events", "0", "mmx_instructions_executed_v_pipe", 10),
            ("mmx/events", "0", "count_clocks", 10),
            ("mmx/events", "1", "mmx_multiply_unit_interlock", 20),
            ("mmx/events", "2", "mmx_instruction_data_writes", 10),
            ("mmx/events", "3", "mmx_instruction_data_reads", 30),
            ("mmx/events", "4", "emms_instructions_executed", 10),
            ("mmx/returns", "0", "returns", 10),
            ("mmx/returns", "0", "taken_branches", 29)):
        result = one(wire, "result", bench=bench, region=region, event=event)
        assert (float(result["mean"]), result["sd"]) == (count, "0")
        assert result["ring"] == privilege


def test_a_benchmark_can_ask_for_mmx(vpentium, records):
    """On a processor without MMX mmx/events returns before its first region: no fault and no
    count."""
    run = vpentium("command=mmx/events events=branches exit=qemu", image="bareprobe-test")
    wire = records(run.stdout)
    assert run.returncode == 0 and one(wire, "bench")["bench"] == "mmx/events"
    assert not of_kind(wire, "result")


# Overheads do not depend on the benchmark, so one is selected: finding all 4,600 cases takes a
# machine a second for each column.
ONE = "command=thesis/program1"


def calibrations(wire):
    return {(r["event"], r["counter"], r["ring"], r["read_by"]): float(r["overhead"])
            for r in of_kind(wire, "calibration", of="region", state="warm")}


def test_rdpmc_probes_cost_the_same_in_every_ring(p55c):
    """Between the reads of the near counter: (mov mov) | POPA 5 | PUSHA 5 | MOV ECX | RDPMC 14, 26
    clocks and 6 instructions. The far one counts 14 instructions. An RDMSR takes 28 clocks, so the
    near counter counts 40. The clocks are near on either counter."""
    settings = f"experiment=overhead {ONE} repetitions=3"
    near = p55c(f"{settings} events=instructions_executed")
    clocks = calibrations(p55c(f"{settings} events=count_clocks,instructions_executed"))
    others = calibrations(p55c(f"{settings} events=instructions_executed,count_clocks"))
    alone = calibrations(near)
    for ring in ("kernel", "user", "both"):
        assert clocks["count_clocks", "0", ring, "rdpmc"] == 26
        assert others["count_clocks", "1", ring, "rdpmc"] == 26
        assert clocks["instructions_executed", "1", ring, "rdpmc"] == 14
        assert others["instructions_executed", "0", ring, "rdpmc"] == 14
        assert alone["instructions_executed", "0", ring, "rdpmc"] == 6
    assert clocks["count_clocks", "0", "kernel", "rdmsr"] == 40
    assert others["count_clocks", "1", "kernel", "rdmsr"] == 40
    assert alone["instructions_executed", "0", "user", "gate"] == 7  # see test_run.py
    assert one(near, "cpu")["read_by"] == "rdmsr,rdpmc"


def test_overhead_tables_name_their_probes(vpentium):
    heading = "Counters are read by {} in ring 0, by {} in ring 3"
    settings = f"experiment=overhead {ONE} events=branches repetitions=2 report=text exit=qemu"
    for cpu, more, tables in (("p55c", "", (("rdpmc", "rdpmc"), ("rdmsr", "gate"))),
                              ("p55c", " probes=rdmsr", (("rdmsr", "gate"),)),
                              ("p55c", " probes=rdpmc", (("rdpmc", "rdpmc"),)),
                              ("p54c", "", (("rdmsr", "gate"),))):
        text = vpentium(settings + more, "-cpu", cpu).stdout
        assert re.findall(r"Counters are.*", text.replace("\r", "")) == [
            heading.format(*names) for names in tables]


def test_a_p54c_has_neither_the_events_nor_rdpmc(vpentium, records):
    for setting, sentence in (
            ("events=branches,returns",
             "events: 'returns': event not on this processor: "
             "only the P55C (Pentium MMX) counts it"),
            ("events=mmx", "events: 'mmx': this processor has no such event"),
            ("probes=rdpmc", "probes: 'rdpmc': this processor has no RDPMC; allowed: rdmsr")):
        run = vpentium(f"{setting} exit=qemu")
        wire = records(run.stdout)
        assert run.returncode == 1 and not of_kind(wire, "result")
        assert one(wire, "error")["what"] == f"command line: {sentence}"


@pytest.mark.parametrize("cpu,user,near_kernel,far_kernel,near_user,far_user", (
    # A read through the gate is INT 32h, RDMSR, IRET. In ring 0 the near counter sees RDMSR and
    # IRET of the first read, the far one those of three reads. In ring 3 the near counter sees 5
    # instructions and an INT, which counts as an instruction and as an interrupt; the far one 11,
    # and three INTs.
    ("p54c", "user", 2, 6, 7, 17),
    # RDPMC runs no instruction in ring 0.
    ("p55c", "user", 0, 0, 6, 14),
))
def test_one_event_in_both_rings_side_by_side(vpentium, records, cpu, user, near_kernel, far_kernel,
                                              near_user, far_user):
    """Program 1 in ring 3 has 305 instructions there and none in ring 0, for either order of the
    events."""
    settings = f"command=thesis/program1 privilege={user} repetitions=3 exit=qemu"
    for order, costs in ((("u", "k"), (near_user, far_kernel)),
                         (("k", "u"), (near_kernel, far_user))):
        events = ",".join(f"instructions_executed:{ring}" for ring in order)
        wire = records(vpentium(f"{settings} events={events}", "-cpu", cpu).stdout)
        assert one(wire, "plan")["passes"] == "1"
        for counter, (suffix, cost) in enumerate(zip(order, costs)):
            ring, count = {"u": ("user", 305), "k": ("kernel", 0)}[suffix]
            result = one(wire, "result", ring=ring)
            assert (int(result["counter"]), float(result["overhead"])) == (counter, cost)
            assert (float(result["mean"]), result["sd"]) == (count, "0")
            assert float(result["raw"]) == count + cost


@pytest.mark.parametrize("cpu", ("p54c", "p55c"))
def test_clocks_by_ring(vpentium, records, cpu):
    """All clocks of the region pass in ring 3, and their number equals that of the time-stamp
    counter. For every way of reading the counter its cost in each ring is subtracted."""
    wire = records(vpentium("command=thesis/program1 privilege=user repetitions=3 exit=qemu "
                            "events=count_clocks:k,count_clocks:u,time_stamp", "-cpu", cpu).stdout)
    in_kernel, in_user, time_stamp = [float(r["mean"]) for r in of_kind(wire, "result")]
    assert in_kernel == 0
    assert in_user == time_stamp > 200  # a hundred iterations of two clocks


def test_a_suffix_wins_over_the_settings(vpentium, records):
    """The event is counted three times: in ring 3, in ring 0, and, as kernel_events selects, in
    both."""
    wire = records(vpentium("command=thesis/program1 privilege=user kernel_events=yes exit=qemu "
                            "events=branches:u,time_stamp,branches,branches:k").stdout)
    means = {r["ring"]: float(r["mean"]) for r in of_kind(wire, "result", event="branches")}
    assert means == {"user": 100, "kernel": 0, "both": 100}
    assert one(wire, "result", event="time_stamp")["ring"] == "both"
    assert one(wire, "plan")["passes"] == "3"


def test_text_names_the_rings_asked_for(vpentium):
    text = vpentium("command=thesis/program1 privilege=user report=text exit=qemu "
                    "events=data_read:u,data_read:k,branches").stdout
    assert "Data Read (user): 1.0 +/- 0.0" in text
    assert "Data Read (kernel): 0.0 +/- 0.0" in text
    assert "Branches: 100.0 +/- 0.0" in text


def test_the_same_twice_is_refused(vpentium, records):
    for settings, sentence in (
            ("events=flops,flops:k",
             "events: flops would be counted twice in the same rings (kernel)"),
            ("experiment=overhead events=flops:u", "experiment=overhead counts every event in each "
             "ring: remove :u, :k and :uk from events")):
        run = vpentium(f"command=thesis/program1 {settings} exit=qemu")
        assert run.returncode == 1
        assert one(records(run.stdout), "error")["what"] == sentence
