# SPDX-License-Identifier: MIT
"""Bytes and items per second, from a benchmark's WORK() and the clocks of its region."""
import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNITS = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}


def shown(bareprobe, *options):
    done = bareprobe("run", *options, "-e", "clocks", "-r", "2", "--report", "none", "--no-log")
    assert done.returncode == 0, done.stderr
    text = bareprobe("show", "last", "-r", "0").stdout
    mhz = float(re.search(r"([\d.]+) MHz", text)[1])
    clocks = float(re.search(r"count_clocks +([\d,.]+)", text)[1].replace(",", ""))
    rate = re.search(r"^ +([\d.]+) (k|M|G|)(B| items)/s$", text, re.M)
    return clocks / (mhz * 1e6), rate and (float(rate[1]) * UNITS[rate[2]], rate[3]), text


@pytest.mark.parametrize("bench, amount, unit, stated", [
    # 8192 loads by a chain of pointers, and a CRC over 3 KB
    ("memory/latency:size=1K:stride=32", 8192, " items", "items=8192"),
    ("apps/crc32:variant=table", 3072, "B", "bytes=3*1024"),
])
def test_a_rate_is_what_was_handled_over_its_time(bench, amount, unit, stated, bareprobe):
    name = bench.split(":", maxsplit=1)[0]
    sources = [*ROOT.glob(f"bench/{name}.c"), *ROOT.glob(f"bench/{name}/*.c")]
    assert any(stated in path.read_text() for path in sources)
    seconds, rate, _ = shown(bareprobe, "-b", bench)
    # Four digits are printed; the clock rate has one decimal.
    assert rate == (pytest.approx(amount / seconds, rel=1e-3), unit)


def test_google_benchmarks_form_has_them(bareprobe):
    seconds, _, _ = shown(bareprobe, "-b", "apps/crc32:variant=table")
    rows = json.loads(bareprobe("export", "last", "-f", "gbench", "-r", "0").stdout)["benchmarks"]
    mean, = [row for row in rows if row.get("aggregate_name") == "mean"]
    assert mean["bytes_per_second"] == pytest.approx(3072 / seconds, rel=1e-3)
    assert "items_per_second" not in mean


def test_what_says_nothing_of_it_has_no_rate(bareprobe):
    _, rate, text = shown(bareprobe, "-b", "thesis/program1")
    assert rate is None and "/s" not in text
