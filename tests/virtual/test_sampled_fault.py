# SPDX-License-Identifier: MIT
"""Sampled benchmarks that end early: the samples up to that point are sent, and the next benchmarks
run. sample/late and sample/stuck write a word three times per run. In the ninth run since their
setup() they write it twice; then one divides by zero and the other never ends. A session is an
uncounted run, and repetitions of a warming and a counted run each, so the ninth run is the counted
one of the fourth repetition, after 3 * 3 + 2 = 11 writes."""
import collections
import os
import pathlib
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGE = ROOT / os.environ.get("BUILD", "build") / "bareprobe-test.elf"


@pytest.fixture(name="ended")
def fixture_ended(vpentium, records):
    """ended(bench, word, ...): the records of that benchmark and of another one after it, by
    kind."""
    nm = subprocess.run(["nm", IMAGE], capture_output=True, text=True, check=True).stdout
    symbols = {name: address for address, _, name in map(str.split, nm.splitlines())}

    def run(bench, settings, word=None):
        source = f"source=watch:{word}@0x{symbols[word]}" if word else ""
        done = vpentium(f"command={bench},sample/rings {settings} {source} watchdog=1 exit=qemu",
                        "-mhz", "60", image="bareprobe-test")
        assert done.returncode == 1
        kinds = collections.defaultdict(list)
        for record in records(done.stdout):
            kinds[record["ev"]].append(record)
        assert kinds["done"][0]["status"] == "failed"
        return kinds
    return run


@pytest.mark.parametrize("bench, name", [("late", "divide error"), ("stuck", "watchdog")])
@pytest.mark.parametrize("ring", fast_cases(1, ["user", "kernel"]))
def test_a_profile_has_the_samples_up_to_the_fault(ended, bench, name, ring):
    kinds = ended(f"sample/{bench}", f"experiment=profile privilege={ring}", f"{bench}_word")
    fault, = kinds["fault"]
    assert (fault["bench"], fault["name"]) == (f"sample/{bench}", name)
    about, = kinds["sampling"]
    assert (about["faulted"], about["repetitions"], about["samples"]) == ("1", "4", "11")
    assert 0 < int(about["hidden"]) < int(about["clocks"])
    assert [int(hit["n"]) for hit in kinds["hit"]] == [4, 4, 3]


def test_rates_have_the_ticks_up_to_the_fault(ended):
    """A whole repetition has a tick for each write and one for the rest after the last; the fourth
    has two."""
    kinds = ended("sample/late", "experiment=rates events=data_write privilege=user", "late_word")
    assert kinds["sampling"][0]["faulted"] == "1" and kinds["sampling"][0]["samples"] == "14"
    ticks = [record["values"].split(",") for record in kinds["series"]
             if record["event"] == "data_write"]
    assert [len(values) for values in ticks] == [4, 4, 4, 2]
    assert ticks[0] == ticks[1] == ticks[2] and ticks[3] == ticks[0][:2]


def test_turns_say_how_much_is_lost(ended):
    kinds = ended("sample/late", "experiment=multiplex events=data_write,branches,data_read "
                  "samples=20")
    assert "sample/late: ended in repetition 4; 0 samples are lost" in \
        kinds["error"][0]["what"]
    assert {record["bench"] for record in kinds["multiplex"]} == {"sample/rings"}


def test_others_go_on(ended):
    kinds = ended("sample/late", "experiment=profile source=timer,20000 samples=20")
    late, rings = kinds["sampling"]
    assert (late["bench"], late["faulted"]) == ("sample/late", "1")
    assert rings["bench"] == "sample/rings" and "faulted" not in rings
    assert sum(int(hit["n"]) for hit in kinds["hit"] if hit["bench"] == "sample/rings") >= 20
