# SPDX-License-Identifier: MIT
"""Profiles against the truth: each function's share of the samples, as `bareprobe profile` has it,
beside its share of the clocks, or of the instructions, that --annotate counts in runs that nothing
interrupts. Only the program's own functions are held; what launches it, and the probes, are in no
share: exact runs calibrate the probes, too, so that these count for more there."""
import bisect
import collections
import csv
import io
import math
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
Z95 = 1.959964  # of the normal distribution, 95 %

# Several functions each of which has its share; functions alone in their program would always fit.
LONG_CALLS = ["sample/shares", "apps/fft:variant=plain", "apps/line:variant=branch",
              "apps/mandelbrot:variant=x87"]
SHORT_CALLS = ["apps/search:variant=horspool", "apps/dct:variant=aan"]
PROGRAMS = [*LONG_CALLS, *SHORT_CALLS, "thesis/wc", "apps/sha1:variant=paired"]
BY_PM0 = "event,instructions_executed,3000"
# Five clocks lie between an overflow and the pin (SDM volume 3, 18.23.2), in which a program whose
# calls are short is in another function already: such are held where the pin has no lag.
AT_ONCE = ("-pm0-nmi", "-set", "overflow_pin_lag=0")
# ..., processor, column of --annotate, programs, seeds
SOURCES = {
    "timer": ("pit,2000", (), "clocks", PROGRAMS, 10),
    "pm0": (BY_PM0, ("-pm0-nmi",), "instructions", LONG_CALLS, 3),
    "pm0 at once": (BY_PM0, AT_ONCE, "instructions", SHORT_CALLS, 12),
    "overflow": ("event,instructions,3000", ("-cpu", "p2"), "instructions",
                 [*LONG_CALLS, *SHORT_CALLS], 4),
}
PROBES = {"inner_regions", "region_empty", "inner_read", "called_read_2", "called_read_4",
          "begin_far", "end_far"}  # pmc/region.c, inner_probes.asm, called_probes.asm
SAMPLES = 300
ROW = re.compile(r"  ([0-9a-f]{8})  .{44} ( .*)")  # of --annotate
LEAST = 0.01  # share of a function that is held


@pytest.fixture(name="symbols", scope="module")
def fixture_symbols():
    lines = subprocess.run(["nm", "-n", BUILD / "bareprobe-test.elf"], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    return [(int(address, 16), kind, name) for address, kind, name in map(str.split, lines)]


@pytest.fixture(name="function_at", scope="module")
def fixture_function_at(symbols):
    """The function of the benchmarks or their library that an address is in; None for any other,
    and for the probes that they share."""
    functions = [(address, name) for address, kind, name in symbols
                 if kind in "tT" and "." not in name]
    begins = [address for address, _ in functions]
    places = {name: address for address, _, name in symbols}

    def find(address):
        if not places["user_code_start"] <= address < places["user_code_end"]:
            return None
        name = functions[bisect.bisect_right(begins, address) - 1][1]
        return None if name in PROBES else name
    return find


def by_function(function_at, counts):
    found = collections.Counter()
    for address, n in counts:
        if function_at(address):
            found[function_at(address)] += n
    return found


def exact(vpentium, tmp_path, program, options, column):
    """(address, clocks or instructions) of the counted runs, which nothing interrupts."""
    out = tmp_path / "annotated"
    run = vpentium(f"command={program} repetitions=2 use_assembly_regions=no events=instructions "
                   "exit=qemu", *options, "-annotate", str(out), "-annotate-from",
                   "launch_repetition.go", "-annotate-to", "launch_repetition.leave",
                   image="bareprobe-test")
    assert run.returncode == 0, run.stdout[-2000:]
    columns, counts = None, []
    for text in out.read_text().splitlines():
        row = ROW.fullmatch(text)
        if text.split()[:3] == ["alone", "U", "V"]:
            columns = text.split()
        elif row and columns:
            costs = dict(zip(columns, (0 if n == "." else int(n.replace(",", ""))
                                       for n in row[2].split())))
            counts.append((int(row[1], 16), costs["clocks"] if column == "clocks"
                           else costs["alone"] + costs["U"] + costs["V"]))
    assert counts
    return counts


def profile(vpentium, tmp_path, program, source, options, seed):
    run = vpentium(f"command={program} experiment=profile source={source} samples={SAMPLES} "
                   f"events=time_stamp seed={seed} exit=qemu", *options, image="bareprobe-test")
    assert run.returncode == 0, run.stdout[-2000:]
    (tmp_path / "log").write_text(run.stdout)
    shown = subprocess.run([BUILD / "bareprobe", "profile", tmp_path / "log", "-f", "csv",
                            "--kernel", BUILD / "bareprobe-test.elf"], capture_output=True,
                           text=True, check=True)
    return [(int(row["address"], 16), int(row["samples"]))
            for row in csv.DictReader(io.StringIO(shown.stdout))]


def wilson(n, total):
    """The 95 % interval of a share (Wilson 1927), worked out from its formula."""
    share, z2 = n / total, Z95 * Z95
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = Z95 / (1 + z2 / total) * math.sqrt(share * (1 - share) / total
                                              + z2 / (4 * total * total))
    return middle - half, middle + half


def held(truth, found, name):
    """How many functions of 1 % to 99 % lie in their intervals, and which do not."""
    total, samples = sum(truth.values()), sum(found.values())
    inside, missed = 0, []
    assert samples >= 250, name
    for function, n in truth.items():
        if not LEAST <= n / total <= 1 - LEAST:
            continue
        low, high = wilson(found[function], samples)
        if low <= n / total <= high:
            inside += 1
        else:
            missed.append(f"{name} {function}: {n / total:.4f}, not in [{low:.4f}, {high:.4f}]")
    return inside, missed


@pytest.mark.parametrize("source", SOURCES)
def test_shares_of_functions_lie_in_their_intervals(vpentium, tmp_path, function_at, source):
    """At least 95 % of them: of all functions with a share from 1 % to 99 %, by some seeds."""
    setting, options, column, programs, seeds = SOURCES[source]
    inside, missed = 0, []
    for program in programs:
        truth = by_function(function_at, exact(vpentium, tmp_path, program, options, column))
        for seed in range(1, seeds + 1):
            found = by_function(function_at, profile(vpentium, tmp_path, program, setting, options,
                                                     seed))
            fit, others = held(truth, found, f"{program} {seed}")
            inside += fit
            missed += others
    assert inside + len(missed) >= max(20, 4 * seeds)
    assert inside >= 0.95 * (inside + len(missed)), (inside, missed)
