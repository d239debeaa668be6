# SPDX-License-Identifier: MIT
"""More repetitions than memory has room for. region/all has 256 regions: 5,000 samples of them need
20 MB, which a machine with 16 MB lacks and one with 64 MB has. The samples are the same."""
import pytest

ALL = "command=region/all events=instructions,clocks exit=qemu "
SAME = ("mean", "sd", "ci", "n", "min", "max", "entries", "raw", "overhead", "per_entry")
ONLY_STORED = ("med", "mode", "outliers")


def results(records, run):
    assert run.returncode == 0, run.stdout[-600:]
    return {(record["region"], record["event"]): record for record in records(run.stdout)
            if record["ev"] == "result"}


@pytest.mark.full
def test_sums_have_the_same_results(vpentium, records):
    runs = [results(records, vpentium(ALL + "repetitions=5000", "-m", size, image="bareprobe-test"))
            for size in ("16", "64")]
    assert len(runs[0]) == 512
    for place, summed in runs[0].items():
        stored = runs[1][place]
        assert {key: summed[key] for key in SAME} == {key: stored[key] for key in SAME}
        assert summed["summed"] == "1" and "summed" not in stored
        assert not any(key in summed for key in ONLY_STORED)
        assert all(key in stored for key in ONLY_STORED)


def test_a_small_machine_sums(vpentium, records):
    """In 4 MB even 450 samples of 256 regions do not fit. Each region executes one NOP."""
    run = vpentium(ALL + "repetitions=450", "-m", "4", image="bareprobe-test")
    for (_, event), record in results(records, run).items():
        assert record["n"] == "450" and record["summed"] == "1" and "med" not in record
        if event == "instructions_executed":
            assert (record["mean"], record["sd"], record["min"], record["max"]) == (
                "1", "0", "1", "1")


@pytest.mark.parametrize("settings", [
    "cull=mad:5", *(pytest.param(settings, marks=pytest.mark.full) for settings in (
        "output_all_results=yes", "ci_target=1% max_repetitions=9000", "batches=2",
        "skip_initialization_run=yes"))])
def test_settings_that_need_the_samples_are_refused(vpentium, settings):
    run = vpentium(ALL + f"repetitions=9000 {settings}", "-m", "8", image="bareprobe-test")
    assert run.returncode == 1
    assert "repetitions over 256 regions do not fit in " in run.stdout


@pytest.mark.full
def test_a_hundred_thousand_repetitions_in_4_mb(vpentium, records):
    """The calibration's samples fit too. Each run of thesis/program1 has 100 branches."""
    run = vpentium("command=thesis/program1 events=branches repetitions=100000 exit=qemu",
                   "-m", "4")
    record = results(records, run)["0", "branches"]
    assert (record["n"], record["mean"], record["sd"], record["min"], record["summed"]) == (
        "100000", "100", "0", "100", "1")
