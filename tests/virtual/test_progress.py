# SPDX-License-Identifier: MIT
"""Heartbeat records: a listener computes progress and remaining time from `done` of `total`, over
all experiments of a boot."""


def ticks(wire):
    """Returns (done, total, seconds) of each tick. The total never changes, and done grows up to
    the total."""
    found = [(int(r["done"]), int(r["total"]), float(r["seconds"])) for r in wire
             if r["ev"] == "tick"]
    assert found and {total for _, total, _ in found} == {found[0][1]}
    assert all(a < b and s <= t for (a, _, s), (b, _, t) in zip(found, found[1:]))
    assert found[-1][0] == found[-1][1]
    return found


def test_calibration_is_part_of_it(vpentium, records):
    """branch is 4 events, with flops 5, in 3 passes; warm and cold are 2 variants: 6 passes to
    calibrate, and 6 for each of 2 benchmarks."""
    run = vpentium("command=thesis/program* events=branch,flops repetitions=2 state=both exit=qemu")
    wire = records(run.stdout)
    assert [done for done, _, _ in ticks(wire)] == list(range(1, 19))
    before = [r["ev"] for r in wire[:next(i for i, r in enumerate(wire) if r["ev"] == "bench")]]
    assert before.count("tick") == 6


def test_several_experiments_are_one_total(vpentium, records, tmp_path):
    """1 pass and 2 benchmarks: 3. The tables of overheads have 6 columns of regions, each by probes
    and by stubs, and 2 of whole runs: with probes, without, and of an empty program. These are 18
    calibrations of 2 passes."""
    files = [tmp_path / name for name in ("a.parms", "b.parms")]
    files[0].write_text("(p5mon command = thesis/program*; branches = yes; end)")
    files[1].write_text("(p5mon experiment = overhead; command = thesis/program*; "
                        "events = branches,flops,btb_hits; end)")
    wire = records(vpentium("repetitions=2 exit=qemu", "-initrd", ",".join(map(str, files))).stdout)
    assert [done for done, _, _ in ticks(wire)] == list(range(1, 40))


def test_overheads_are_counted_with_the_stubs(vpentium, records):
    """Benchmarks of the tests' image call libp5mon's stubs: 6 columns of regions have 2
    calibrations, 2 columns of whole runs have 4 (with probes, with stubs, without both, an empty
    program), all with 1 pass: 20."""
    run = vpentium("experiment=overhead command=thesis/program1 events=branches repetitions=1 "
                   "exit=qemu", image="bareprobe-test")
    assert ticks(records(run.stdout))[-1][:2] == (20, 20)


def test_what_fails_is_done_too(vpentium, records):
    """Five benchmarks and two calibrations, for probes and for stubs, have 2 passes each: a tick
    for each pass, but one for both passes if a benchmark faults in its first."""
    run = vpentium("command=fault/[do]* events=branch repetitions=1 exit=qemu",
                   image="bareprobe-test")
    wire = records(run.stdout)
    benches = len([r for r in wire if r["ev"] == "bench"])
    faulted = len({r["bench"] for r in wire if r["ev"] == "fault" and "vector" in r})
    assert benches > faulted > 1
    assert len(ticks(wire)) == 2 * (2 + benches) - faulted
    assert ticks(wire)[-1][:2] == (2 * (2 + benches), 2 * (2 + benches))


def test_mistake_in_the_last_experiment_stops_all(vpentium, records, tmp_path):
    """Not only syntax errors: a name that no benchmark has is found before the first benchmark
    runs."""
    files = [tmp_path / name for name in ("a.parms", "b.parms")]
    files[0].write_text("(p5mon command = program1; branches = yes; end)")
    files[1].write_text("(p5mon command = program7; branches = yes; end)")
    run = vpentium("repetitions=2 exit=qemu", "-initrd", ",".join(map(str, files)))
    wire = records(run.stdout)
    assert run.returncode == 1 and not [r for r in wire if r["ev"] in ("plan", "result")]
    assert "no benchmark matches 'program7'" in [r for r in wire if r["ev"] == "error"][0]["what"]
