# SPDX-License-Identifier: MIT
"""Pairs of runs that differ in one respect which must not change a count (README.md)."""
import collections
import dataclasses

import pytest

from metamorphic import causes, differences, pairs, runs, subjects

SAMPLE = 14  # pairs of `make check`: each respect twice


def check(found):
    assert not found.failed, found.failed[0]
    assert not found.empty
    assert not found.unexplained, "\n".join(
        [differences.described(found.unexplained[0].pair), *map(str, found.unexplained[:4])])


def sample(seed):
    """The first pairs of a P5 in each respect."""
    kept = collections.defaultdict(list)
    for pair in pairs.draw_pairs(seed, 200):
        if pair.plain.subject.cpu in subjects.P5 and len(kept[pair.respect]) < 2:
            kept[pair.respect].append(pair)
    return sum(kept.values(), [])


def test_sample_of_the_pairs_is_equal():
    wanted = sample(1)
    assert len(wanted) == SAMPLE == 2 * len(pairs.RESPECTS)
    check(differences.compare_pairs(wanted))


@pytest.mark.full
@pytest.mark.parametrize("seed, count", [(1, 500), (2, 200)])
def test_pairs_are_equal(seed, count):
    check(differences.compare_pairs(pairs.draw_pairs(seed, count)))


def test_pairs_of_a_seed_are_always_the_same_and_cover_everything():
    drawn = pairs.draw_pairs(1, 500)
    assert drawn == pairs.draw_pairs(1, 500) != pairs.draw_pairs(2, 500)
    assert len(set(drawn)) == 500
    assert {pair.respect for pair in drawn} == set(pairs.RESPECTS)
    assert {pair.plain.subject.cpu for pair in drawn} == set(subjects.PROCESSORS)
    assert {pair.other.way for pair in drawn} == set(runs.WAYS)
    assert all(pair.plain != pair.other for pair in drawn)


def result(**changes):
    return {"status": "ok", "mean": "7", "ci": "0", "entries": "1", "exits": "1", **changes}


@pytest.mark.parametrize("changes, field", [
    ({"mean": "8"}, "mean"), ({"ci": "0.5"}, "ci"), ({"entries": "2"}, "entries"),
    ({"status": "broken", "mean": None}, "status"), (None, "status"), ({}, None)])
def test_every_kind_of_difference_is_found(changes, field):
    """A result that differs in one value, or is missing in one run."""
    subject = subjects.Subject("p54c", "bareprobe", "a/b", ("data_read",), ())
    plain = pairs.plain_run(subject)
    pair = pairs.Pair("other events", plain, plain)
    key = ("a/b:size=1", "0", "data_read", "warm", "none")
    other = {} if changes is None else {key: result(**changes)}
    found = list(differences.differences_of(pair, {key: result()}, other))
    assert [difference.field for difference in found] == ([field] if field else [])
    assert not any(causes.cause_of(difference) for difference in found)


def test_there_are_at_most_five_causes():
    assert len(causes.CAUSES) <= 5
    assert all(cause.range and cause.mechanism for cause in causes.CAUSES)


@pytest.mark.parametrize("mean, event, way, explained", [
    ("39", "code_cache_miss", "loaded", "address of loaded code"),
    ("39", "code_cache_miss", "boot", None), ("40", "code_cache_miss", "loaded", None),
    ("8", "instructions_executed", "loaded", None)])
def test_a_cause_explains_only_its_events_within_its_range(mean, event, way, explained):
    subject = subjects.Subject("p54c", "bareprobe", "a/b", (event,), ())
    plain = pairs.plain_run(subject)
    pair = pairs.Pair("way", plain, dataclasses.replace(plain, way=way))
    found = causes.cause_of(differences.Difference(
        pair, ("a/b", "0", event, "warm", "none"), result(), result(mean=mean), "mean"))
    assert (found and found.name) == explained


TEXT = """\
apps/list:variant=packed: walks a list
 measured in ring 0, kernel events counted, cold, paging off, L1 caches off
Results (for 1 regions, 3 repetitions, 95% confidence level):
    Region 3 (walk), entered 2 times and exited 2 times:
        contains 1 begins and 1 ends of other regions; their probes are counted
        Clock cycles: -54.0 +/- 1.5 (0.000%) [-27.0]   #  1.82 CPI
            about 3 are other regions' probes
        Data Read: unsupported
"""
FILE = """\
# apps/list:variant=packed: in ring 0, kernel events counted, cold, L1 caches off
# Results (for 1 regions, 3 repetitions, 95% confidence level):
# Region Event Repetition Value [conf.int] [percentage]
# Region 3 (walk): entered 2 exited 2
3 0x100 -1        -54.0 1.5 0.000 -27.0
"""


@pytest.mark.parametrize("form, text", [("text", TEXT), ("p5mon_file", FILE)])
def test_reports_are_read(form, text):
    subject = subjects.Subject("p54c", "bareprobe", "apps/list", ("count_clocks", "data_read"), ())
    read = runs.FORMS[form](text, pairs.plain_run(subject))
    key = ("apps/list:variant=packed", "3", "count_clocks", "cold", "l1")
    assert read[key] == result(mean="-54.0", ci="1.5", entries="2", exits="2")
    if form == "text":
        assert read[(*key[:2], "data_read", *key[3:])]["status"] == "unsupported"
