# SPDX-License-Identifier: MIT
"""bench/apps: each optimized variant is faster than the first, by about the factor in the README's
table."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
APPS = ROOT / "bench" / "apps"


@pytest.fixture(scope="module")
def run(vpentium, records):
    """Runs the benchmarks. Each checks its results; a wrong one, or a region without a number,
    fails."""
    done = vpentium("command=apps/* events=count_clocks repetitions=2 exit=qemu")
    sent = records(done.stdout)
    assert [record["what"] for record in sent if record["ev"] == "error"] == []
    assert done.returncode == 0
    return [record for record in sent if record["ev"] == "result"]


@pytest.fixture(scope="module")
def clocks(run):
    """Sums the clocks of all regions: {benchmark without its variant: {variant: clocks}}, in
    order."""
    found = {}
    for result in run:
        stem, variant = re.fullmatch(r"(.*?):variant=(\w+)(?::.*)?", result["bench"]).groups()
        stem += result["bench"].partition(f":variant={variant}")[2]
        variants = found.setdefault(stem, {})
        variants[variant] = variants.get(variant, 0) + float(result["mean"])
    return found


def test_all_of_them_run_and_check_their_results(clocks):
    sources = {path.stem for path in APPS.iterdir() if path.suffix == ".c" or path.is_dir()}
    assert {stem.split(":")[0] for stem in clocks} == {f"apps/{name}" for name in sources}
    for source in APPS.rglob("*.c"):
        if "BENCHMARK(" in source.read_text():
            assert ".check = " in source.read_text(), f"{source}: nobody checks its results"


def test_each_variant_is_faster_than_the_first(clocks):
    for stem, variants in clocks.items():
        (_, first), *others = variants.items()
        assert others, f"{stem} has one variant"
        for variant, taken in others:
            assert taken < first, f"{stem}:variant={variant}: {taken} clocks, the first {first}"


def readme_rows():
    """Returns (benchmark, region number, variant, clocks) of each row in bench/apps/README.md."""
    table = re.search(r"\n```\n(.*?)```\n", (APPS / "README.md").read_text(), re.S)[1]
    stem = region = None
    for line in table.splitlines():
        if head := re.match(r"(apps/\S+)   region (\d+)", line):
            stem, region = head.groups()
        elif row := re.match(r"(\w+) +([\d,]+\.\d) ", line):
            yield stem, region, row[1], float(row[2].replace(",", ""))


def test_the_table_tells_the_truth(run):
    """tools/apps_table.sh writes the table. Linking at other addresses changes clocks a little, so
    deviations of 5 %, or of 50 clocks for small values, are allowed."""
    measured = {(result["bench"], result["region"]): float(result["mean"]) for result in run}
    shown = {}
    for stem, region, variant, taken in readme_rows():
        name = next(bench for bench, _ in measured
                    if bench.replace(f":variant={variant}", "") == stem and bench != stem)
        shown[name, region] = pytest.approx(taken, rel=0.05, abs=50)
    assert measured == shown
