# SPDX-License-Identifier: MIT
"""`show --multiplex` prints the counts of regions next to their exact counts, from a log written
here, and from the store; `export -f ndjson` has them."""
import json

from logs import multiplex_record, run_log, sampling_record, series_record


def count(of, value, region=1, event="data_read", **more):
    keys = {"region": region, "event": event, "of": of, "group": 0, "rounds": 2, "entries": 40,
            "count": value, **more}
    return "ev=region_count bench=apps/one state=warm ablate=none " + " ".join(
        f"{key}={text}" for key, text in keys.items())


LOG = run_log(
    sampling_record("multiplex", events="", samples=4, repetitions=1, clocks=1000,
                    hidden=10),
    series_record("data_read", [1, 3], of="estimate"),
    series_record("data_read", [1, 3], of="exact"),
    multiplex_record("data_read", rounds=2),
    count("estimate", 1100, ci=55), count("exact", 1000),  # 10 % and 5 %: 100 and 55 of 1,000
    count("estimate", -3.25, region=2, region_name="loop", inner_begins=1, inner_ends=1))


def test_regions_are_a_table(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(LOG)
    shown = bareprobe("show", "a.log", "--multiplex").stdout
    assert "1       data_read       40     1,100  +-5.0 %         1,000  10.0 %" in shown
    assert "2 loop  data_read       40       -3!           not received" in shown
    assert "include the probes of other regions" in shown
    assert bareprobe("import", "a.log").returncode == 0
    assert bareprobe("show", "last", "--multiplex").stdout == shown


def test_regions_are_exported(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(LOG)
    lines = bareprobe("export", "a.log", "-f", "ndjson").stdout.splitlines()
    found = [one for one in map(json.loads, lines) if one.get("sampled") == "region_count"]
    assert [(one["region"], one["of"], one["count"]) for one in found] == [
        (1, "estimate", 1100), (1, "exact", 1000), (2, "estimate", -3.25)]


def test_a_second_count_is_rejected(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(run_log(
        sampling_record("multiplex", events="", samples=4, repetitions=1), count("exact", 10),
        count("exact", 11), count("sum", 11), count("exact", 11, region="x")))
    text = bareprobe("import", "a.log").stderr
    assert "already received" in text and "neither estimate nor exact" in text
    assert "region, group, rounds or entries is missing" in text
