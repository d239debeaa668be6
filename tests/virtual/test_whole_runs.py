# SPDX-License-Identifier: MIT
"""use_assembly_regions=no: what is subtracted from a whole run is an empty run with the probes that
the run has executed: none, a region by probes, or a region by stubs."""
import os
import pathlib
import subprocess

import pytest

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")

# Instructions beyond those of an empty run with the same probes: a jump, or 100 NOPs.
RUNS = {"whole/nothing": (1, "run_bare"), "whole/nops": (100, "run_bare"),
        "whole/one_region": (100, "run"), "whole/stub_region": (100, "run_stub")}


@pytest.fixture(name="wire", scope="module", params=["kernel", "user"])
def fixture_wire(request, vpentium, records):
    run = vpentium("command=whole/* use_assembly_regions=no events=instructions_executed,data_read,"
                   f"data_write repetitions=2 privilege={request.param} exit=qemu",
                   image="bareprobe-test")
    assert run.returncode == 0
    return records(run.stdout)


def test_what_was_executed_is_subtracted(wire):
    results = {(r["bench"], r["event"]): r for r in wire if r["ev"] == "result"}
    assert len(results) == 3 * len(RUNS)
    for bench, (instructions, of) in RUNS.items():
        assert float(results[bench, "instructions_executed"]["mean"]) == instructions
        for event in "data_read", "data_write":
            assert float(results[bench, event]["mean"]) == 0
        for event in "instructions_executed", "data_read", "data_write":
            assert results[bench, event].get("of", "run") == of
            assert not {"negative", "suspect", "inner_begins"} & results[bench, event].keys()


def test_a_calibration_for_each_kind_of_run(wire):
    kinds = [(r["of"], r["event"]) for r in wire if r["ev"] == "calibration"]
    assert len(kinds) == len(set(kinds)) == 9
    assert {of for of, _ in kinds} == {"run", "run_bare", "run_stub"}
    overhead = {r["of"]: float(r["overhead"]) for r in wire
                if r["ev"] == "calibration" and r["event"] == "instructions_executed"}
    # A begin and an end by probes are 41 instructions in ring 0 (pmc/README.md).
    assert overhead["run"] - overhead["run_bare"] >= 41
    assert overhead["run_stub"] > overhead["run"]


def test_the_host_finds_the_calibration_of_each_result(tmp_path):
    """The host rejects a result whose overhead is not that of its calibration."""
    done = subprocess.run([BUILD / "bareprobe", "run", "--kernel", BUILD / "bareprobe-test.elf",
                           "-b", "whole/*", "-e", "instructions_executed", "-r", "2", "--db",
                           tmp_path / "runs.db", "use_assembly_regions=no"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and "rejected" not in done.stdout + done.stderr
    assert "4 results, 0 errors: ok" in done.stdout
