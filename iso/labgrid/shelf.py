#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures on a shelf of boxes, all at once and unattended: shelf.py ENVIRONMENT.yaml [BOX]...

Each box (a target of the labgrid environment; all where none is named) is switched on, its run is
kept in LOGS/BOX.log, and it is switched off again, whatever happened. The runs go to the store of
bareprobe. Exit status: 0 where each box said ok, 1 where a run failed, 3 where a box gave none."""
import argparse
import contextlib
import multiprocessing
import pathlib
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from labgrid import Environment

HERE = pathlib.Path(__file__).resolve().parent


def measure(environment, name, log):
    """One box from off to off, in a process of its own. (what it said, seconds as text)"""
    began = time.monotonic()
    strategy, said = None, "ok"
    try:
        target = Environment(environment).get_target(name)
        strategy = target.get_driver("BareprobeStrategy")
        strategy.transition("measured")
        said = strategy.result
    except Exception as error:  # pylint: disable=broad-except # one box must not stop the shelf
        said = f"no run: {error}"
    try:
        if strategy:
            log.write_bytes(strategy.log)
            strategy.transition("off")
    except Exception as error:  # pylint: disable=broad-except
        said += f"; not switched off: {error}"
    return said, f"{time.monotonic() - began:.1f}"


def keep(log, bareprobe, store):
    """Where the run went, or what bareprobe has against it."""
    done = subprocess.run([bareprobe, "import", log, "--db", store], capture_output=True, text=True,
                          check=False)
    return (done.stdout or done.stderr).strip().splitlines()[-1]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("environment")
    parser.add_argument("box", nargs="*")
    parser.add_argument("--logs", type=pathlib.Path, default=pathlib.Path("bareprobe-logs"))
    parser.add_argument("--db", default="bareprobe.db", help="the store of runs")
    parser.add_argument("--bareprobe", default=HERE.parents[1] / "build/bareprobe")
    wishes = parser.parse_args()
    if not shutil.which(wishes.bareprobe):
        parser.error(f"{wishes.bareprobe}: no such program; 'make run' builds it")
    return wishes


def main():
    wishes = arguments()
    boxes = wishes.box or list(Environment(wishes.environment).config.get_targets())
    wishes.logs.mkdir(parents=True, exist_ok=True)
    status = 0
    fresh = multiprocessing.get_context("spawn")
    with contextlib.ExitStack() as processes:
        logs = {box: wishes.logs / f"{box}.log" for box in boxes}
        runs = {}
        for box in boxes:  # a process each: labgrid keeps its steps and its strategies in globals
            own = processes.enter_context(ProcessPoolExecutor(1, mp_context=fresh))
            runs[box] = own.submit(measure, wishes.environment, box, logs[box])
        print(f"{'box':12} {'seconds':>7}  said")
        for box, run in runs.items():
            try:
                said, seconds = run.result()
            except BrokenProcessPool as error:
                said, seconds = f"no run: {error}; not switched off", "-"
            kept = keep(logs[box], wishes.bareprobe, wishes.db) if said in ("ok", "failed") else ""
            print(f"{box:12} {seconds:>7}  {said}{kept and '; '}{kept}", flush=True)
            status = max(status, {"ok": 0, "failed": 1}.get(said, 3))
    return status


if __name__ == "__main__":
    sys.exit(main())
