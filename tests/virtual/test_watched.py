# SPDX-License-Identifier: MIT
"""Samples of writes to a watched word, attributed to the writing code. sample/writers writes the
word once, twice and seven times per run, in that order, so each expected number below follows from
its source."""
import collections
import os
import pathlib
import subprocess

import pytest

from tiers import full

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGE = ROOT / os.environ.get("BUILD", "build") / "bareprobe-test.elf"
WRITERS = ["writers_once", "writers_twice", "writers_seven"]


@pytest.fixture(scope="module", name="symbols")
def fixture_symbols():
    lines = subprocess.run(["nm", IMAGE], capture_output=True, text=True, check=True).stdout
    return {name: int(address, 16) for address, _, name in map(str.split, lines.splitlines())}


@pytest.fixture(name="watched")
def fixture_watched(vpentium, records, symbols):
    """watched(...): the records of sample/writers with that word watched, by kind."""
    def run(word, n, settings, *options, status=0):
        source = f"source=watch:{word}@{symbols[word]:#x}" + (f",{n}" if n else "")
        done = vpentium(f"command=sample/writers exit=qemu {source} {settings}", *options,
                        image="bareprobe-test")
        assert done.returncode == status, done.stdout[-2000:]
        kinds = collections.defaultdict(list)
        for record in records(done.stdout):
            kinds[record["ev"]].append(record)
        return kinds
    return run


def by_writer(symbols, hits):
    """Returns (samples, gains) of each of the three functions, whose code is 64 bytes apart."""
    found = {name: [0] for name in WRITERS}
    for hit in hits:
        inside = [name for name in WRITERS if 0 < int(hit["address"], 16) - symbols[name] < 64]
        assert len(inside) == 1, hit
        found[inside[0]][0] += int(hit["n"])
        found[inside[0]] += map(int, hit.get("gains", "").split(",") if "gains" in hit else [])
    return list(found.values())


# By N: repetitions, and samples of each function. 30 samples are requested, and the number of
# repetitions follows.
#  1: each write of three runs.
#  2: of the writes 1 (once), 2, 3 (twice), 4 to 10 (seven) the second, 4th, 6th, 8th and 10th, in
#     each of six runs.
#  3: in three runs 3, 6, 9, then 2, 5, 8, then 1, 4, 7, 10: each of the ten once, nine runs in all.
@pytest.mark.parametrize("n, repetitions, samples, options", [
    (None, 3, [3, 6, 21], ()), (1, 3, [3, 6, 21], ()), (2, 6, [0, 6, 24], ()),
    (3, 9, [3, 6, 21], ()), full((3, 9, [3, 6, 21], ("-cpu", "p2", "-mhz", "100"))),
    (2, 6, [0, 6, 24], ("-cpu", "k7", "-mhz", "500"))])
def test_each_nth_write_is_a_sample(watched, symbols, n, repetitions, samples, options):
    kinds = watched("writers_word", n, "experiment=profile samples=30", *options)
    about, = kinds["sampling"]
    assert [count for count, *_ in by_writer(symbols, kinds["hit"])] == samples
    assert (about["source"], about["every"], about["spread"], about["unit"], about["lost"]) == (
        "watch", str(n or 1), "fixed", "writes to writers_word", "0")
    assert (about["samples"], about["repetitions"]) == ("30", str(repetitions))


@pytest.mark.parametrize("ring", ["kernel", "user"])
def test_what_is_counted_between_two_writes(watched, symbols, ring):
    """Counts between writes, in the order of the source, without the handler's own counts:
    writers_twice: ret, call, mov, mov to the word: 4 instructions; the CALL writes, too, so 2
    writes; then dec, jnz, mov: 3 and 1. In total 7 and 3 per run.
    writers_seven: dec, jnz, ret, mov to the neighbour, call, mov, mov, mov to the word: 8 and 3
    writes; then six times dec, jnz, mov, mov: 24 and 6. In total 32 and 9."""
    kinds = watched("writers_word", 1, "experiment=profile samples=30 "
                    f"events=data_write,instructions_executed privilege={ring}")
    assert {hit["ring"] for hit in kinds["hit"]} == {ring}
    assert by_writer(symbols, kinds["hit"])[1:] == [[6, 3 * 3, 3 * 7], [21, 3 * 9, 3 * 32]]


def test_ticks_of_writes(watched):
    """Ring 3 counts do not include the handler. data_write between each third write. The code
    before the first write has w writes, the same in each first tick; then follow those of the
    docstring above: 1, 2, 1 | 3, 1, 1 | 1, 1, 1 | 1. No write follows the tenth."""
    one, = [record for record in watched(
        "writers_word", 1, "experiment=rates repetitions=1 events=data_write privilege=user")
            ["series"] if record["event"] == "data_write"]
    first = int(one["values"].split(",")[0])
    assert one["values"] == f"{first},2,1,3,1,1,1,1,1,1,0"
    three = watched("writers_word", 3,
                    "experiment=rates repetitions=2 events=data_write privilege=user")["series"]
    assert [record["values"] for record in three if record["event"] == "data_write"] == [
        f"{first + 3},5,3,1"] * 2
    for record in three:
        assert all(int(value) >= 0 for value in record["values"].split(","))


def test_a_random_number_of_writes(watched):
    """Intervals are from a half to three halves of 4, so 30 samples take 60 to 180 writes, at ten
    per run. The mean of 30 numbers from 2 to 5 is 3.5, with a standard error of 0.2."""
    kinds = watched("writers_word", 4, "experiment=profile samples=30 spread=random")
    about, = kinds["sampling"]
    assert about["spread"] == "random" and 9 <= int(about["repetitions"]) <= 13


# ---- refusals -----------------------------------------------------------------------------------

@pytest.mark.parametrize("word, n, settings, said", [
    ("writers_unwritten", 1, "experiment=profile",
     "is written 0 times in a run, so fewer than 1 times"),
    ("writers_word", 1000000, "experiment=profile",
     "is written 10 times in a run, so fewer than 1000000"),
    ("writers_word", "0", "experiment=profile",
     "source: '0' writes per sample is out of range; allowed: 1 to 1000000"),
    ("writers_word", "1000001", "experiment=profile",
     "source: '1000001' writes per sample is out of range; allowed: 1 to 1000000"),
    ("writers_word", 1, "experiment=multiplex", "'watch' is for experiment=profile and rates"),
    ("writers_word", 1, "experiment=channels hook=interrupts", "source=watch is for samples")])
def test_what_is_refused(watched, word, n, settings, said):
    kinds = watched(word, n, settings + " events=data_write", status=1)
    assert said in kinds["error"][0]["what"] and not kinds["hit"]


@pytest.mark.parametrize("source, said", [
    ("watch", "source: 'watch' is not allowed"),
    ("watch:total", "the kernel has no symbol names"),
    ("watch:@0x1000", "a name has 1 to 27 characters")])
def test_what_is_not_a_watch(vpentium, records, source, said):
    done = vpentium(f"experiment=profile command=sample/writers exit=qemu source={source}",
                    image="bareprobe-test")
    assert done.returncode == 1
    assert said in [r["what"] for r in records(done.stdout) if r["ev"] == "error"][0]
