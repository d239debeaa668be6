# SPDX-License-Identifier: MIT
"""tests/speed/bench_sim.py: the tables it prints for synthetic times, and its messages if there is
nothing to compare with."""
import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tests/speed/bench_sim.py"
WIDTH = 100


@pytest.fixture(name="bench")
def fixture_bench():
    spec = importlib.util.spec_from_file_location("bench_sim", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cells(text, name):
    """Returns the cells of the rows whose first cell is the name."""
    return [line.split()[1:] for line in text.splitlines() if line.startswith(name)]


def test_tables(bench):
    """For 0.9, 0.6 and 0.7 s with a startup time of 0.1 s the median is 0.6 and the range 0.5 to
    0.8. 120 M clocks are 1.2 s at 100 MHz, which is 2.00 per host second; 90 M instructions are 150
    M per second; 0.6 is 1.5 times 0.4."""
    measured = bench.Measured(["vpentium", "cachegrind"], ("crc32",))
    measured.seconds = {("nothing", "vpentium"): [0.1, 0.1, 0.3],
                        ("nothing", "cachegrind"): [0.2, 0.1, 0.2],
                        ("crc32", "vpentium"): [0.9, 0.6, 0.7],
                        ("crc32", "cachegrind"): [0.6, 0.7, 0.5]}
    measured.said = {"crc32": {"clocks": 120_000_000, "instructions": 90_000_000, "result": 1}}
    measured.first = [0.030, 0.025, 0.090]
    text = "\n".join(bench.report(measured))
    assert cells(text, "crc32") == [
        ["0.60", "(0.50-0.80)", "0.40", "(0.30-0.50)", "-", "-"],
        ["1.20", "2.00", "150", "1.50", "-", "-"]]
    assert cells(text, "start") == [["ms", "100", "200", "-", "-"]]
    assert "to the first benchmark: 30 ms (25-90)" in text
    assert max(map(len, text.splitlines())) <= WIDTH


def run(*arguments, **variables):
    return subprocess.run([sys.executable, SCRIPT, *arguments], text=True, capture_output=True,
                          timeout=120, check=False, env={**os.environ, **variables})


def test_what_is_missing_is_said_and_not_made_up(tmp_path):
    """The PATH contains no programs."""
    done = run("--runs", "1", "quicksort", PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "no valgrind here, so cachegrind and callgrind were not run" in done.stdout
    assert "no qemu-system-i386 here, so QEMU was not run" in done.stdout
    seconds, rates = cells(done.stdout, "quicksort")
    assert seconds[2:] == rates[3:] == ["-", "-", "-"]
    assert float(seconds[0]) > 0
    assert max(map(len, done.stdout.splitlines())) <= WIDTH


def test_other_results_are_refused(bench, monkeypatch):
    said = {"vpentium": 1, "cachegrind": 2}
    monkeypatch.setattr(bench, "run", lambda command: ({"result": command}, 1.0))
    monkeypatch.setattr(bench, "TOOLS", {tool: lambda name, tool=tool: said[tool] for tool in said})
    with pytest.raises(SystemExit, match="nothing gives 0x2 in cachegrind, 0x1 in vpentium"):
        bench.Measured(["vpentium", "cachegrind"], ()).round()


@pytest.mark.parametrize("words, why", [(["bubblesort"], "no such program: bubblesort"),
                                        (["--runs", "0"], "--runs 0: 1 or more")])
def test_wrong_arguments(words, why):
    done = run(*words)
    assert (done.returncode, why in done.stderr) == (2, True)
