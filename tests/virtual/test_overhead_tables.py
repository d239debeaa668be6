# SPDX-License-Identifier: MIT
"""experiment=overhead: the tables of the thesis's Appendix D, on the machine and as records."""
import pytest

EVENTS = "instructions_executed,branches,count_clocks"


@pytest.fixture(name="calibrations", scope="module")
def fixture_calibrations(vpentium, records):
    """The records by event, ring, state, and kind of region or run."""
    run = vpentium(f"experiment=overhead command=thesis/program1 events={EVENTS} repetitions=3 "
                   "exit=qemu")
    wire = records(run.stdout)
    assert wire[-1]["status"] == "ok"
    return {(r["event"], r["ring"], r["state"], r["of"]): r for r in wire
            if r["ev"] == "calibration"}


def test_each_kind_is_measured_in_each_ring(calibrations):
    regions = {(ring, state, of) for ring in ("kernel", "user", "both")
               for state in ("cold", "warm") for of in ("region", "stub")}
    runs = {(ring, "warm", of) for ring in ("user", "both")
            for of in ("run", "run_bare", "program")}
    assert {key[1:] for key in calibrations} == regions | runs


def test_each_has_mean_and_interval(calibrations):
    """A model repeats exactly: mean and median are equal, and the interval is 0."""
    for record in calibrations.values():
        assert (record["n"], record["level"], record["ci"]) == ("3", "95", "0")
        assert record["mean"] == record["overhead"] == record["min"] == record["max"]


def test_an_empty_program(calibrations):
    """Its only instruction is the INT 80h that ends it, which a P5 counts as an instruction and as
    an interrupt (thesis, Appendix A): 2 in ring 3, and one branch."""
    assert calibrations["instructions_executed", "user", "warm", "program"]["mean"] == "2"
    assert calibrations["branches", "user", "warm", "program"]["mean"] == "1"
    for event in EVENTS.split(","):
        user, both = (float(calibrations[event, ring, "warm", "program"]["mean"])
                      for ring in ("user", "both"))
        assert 0 < user < both


def test_stubs_cost_more_than_probes(calibrations):
    """A stub is called, so that it has a CALL and a RET more: at least 2 branches."""
    for ring in ("kernel", "user", "both"):
        probe, stub = (float(calibrations["branches", ring, "warm", of]["mean"])
                       for of in ("region", "stub"))
        assert stub >= probe + 2


LONGEST = "pipeline_stalled_address_generation_interlock"


@pytest.mark.parametrize("events", (f"{LONGEST},clocks",
                                    pytest.param("all", marks=pytest.mark.full)))
def test_tables_fit_the_screen(events, vpentium):
    """No line of the tables has 80 columns or more, which would be wrapped."""
    run = vpentium(f"experiment=overhead command=thesis/program1 events={events} repetitions=2 "
                   "report=text exit=qemu")
    text = run.stdout.replace("\r", "")
    tables = text[text.index("Overhead of measuring"):text.index("Total elapsed")]
    assert max(map(len, tables.splitlines())) < 80
    assert tables.count("Pipeline Stalled due to Address Generation Interlock\n") == 4
    assert tables.count("\nClock cycles             ") == 4 and "program" in tables
    if events != "all":  # 18 of each event
        assert text.splitlines()[-1].startswith("36 overheads, 0 errors: ok")


@pytest.mark.full
def test_a_table_without_a_command_takes_seconds(vpentium, records):
    """The cases of all benchmarks are counted once, at the start, which takes 0.6 s of a Pentium's
    time, and not for each column: a run with one benchmark is shorter by that only."""
    times = []
    for command in ("", "command=thesis/program1"):
        run = vpentium(f"experiment=overhead {command} events=branches repetitions=1 exit=qemu")
        done = records(run.stdout)[-1]
        times.append(float(done["seconds"]))
        assert done["status"] == "ok"
    assert abs(times[0] - times[1]) < 1


@pytest.mark.full
def test_without_rdpmc_ring_3_is_left_out(vpentium, records):
    """A P6 reads its counters in ring 3 by RDPMC only. The columns of ring 0 are measured without
    it, and those of ring 3 have no number."""
    wire = records(vpentium("experiment=overhead command=thesis/program1 events=inst_retired "
                            "repetitions=1 exit=qemu", "-cpu", "ppro").stdout)
    rings = {r["ring"] for r in wire if r["ev"] == "calibration"}
    [row] = [r for r in wire if r["ev"] == "overhead"]
    if [r["status"] for r in wire if r["ev"] == "selftest" and r["name"] == "rdpmc"] == ["ok"]:
        assert rings == {"kernel", "user", "both"}
    else:
        assert rings == {"kernel"} and "user_first" not in row and "kernel_first" in row
    assert wire[-1]["status"] == "ok"


def test_little_memory_leaves_out_the_program(vpentium, records):
    """An empty program needs pages; a warning names the lack, and all else is measured."""
    run = vpentium("experiment=overhead command=thesis/program1 events=branches repetitions=1 "
                   "exit=qemu", "-m", "4")
    wire = records(run.stdout)
    assert wire[-1]["status"] == "ok"
    programs = [r for r in wire if r["ev"] == "calibration" and r["of"] == "program"]
    warnings = [r["what"] for r in wire if r["ev"] == "warning"]
    assert len(programs) == 2 or any("memory" in what for what in warnings)
