#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures several machines in parallel and unattended: shelf.py ENVIRONMENT.yaml [BOX]...

BOX is a target of the labgrid environment (default: all). Each machine is switched on, its run is
written to LOGS/BOX.log, and it is always switched off again. The runs are imported into the store
of bareprobe. Exit status: 0 if each run was ok, 1 if a run failed, 3 if a machine has no run."""
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

NOT_OFF = "; not switched off"
HERE = pathlib.Path(__file__).resolve().parent


def measure(environment, name, log):
    """Switches one machine on, measures, switches it off. Returns (result, notes, seconds as
    text)."""
    began = time.monotonic()
    strategy, result, notes = None, "ok", ""
    try:
        target = Environment(environment).get_target(name)
        strategy = target.get_driver("BareprobeStrategy")
        strategy.transition("measured")
        result = strategy.result
    except Exception as error:  # pylint: disable=broad-except # the other machines continue
        result = f"no run: {error}"
    try:
        if strategy:
            log.write_bytes(strategy.log)
            strategy.transition("off")
            if strategy.unclosed:
                notes = f"; the console was not closed: {strategy.unclosed}"
    except Exception as error:  # pylint: disable=broad-except
        notes = f"{NOT_OFF}: {error}"
    return result, notes, f"{time.monotonic() - began:.1f}"


def import_log(log, bareprobe, store):
    """Imports the log. Returns the number of the run in the store, or the error of bareprobe."""
    done = subprocess.run([bareprobe, "import", log, "--db", store], capture_output=True, text=True,
                          check=False)
    return (done.stdout or done.stderr).strip().splitlines()[-1]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("environment", help="labgrid environment, a YAML file")
    parser.add_argument("box", nargs="*", help="targets to measure (default: all)")
    parser.add_argument("--logs", type=pathlib.Path, default=pathlib.Path("bareprobe-logs"),
                        help="directory of the logs (default %(default)s)")
    parser.add_argument("--db", default="bareprobe.db",
                        help="store of runs (default %(default)s)")
    parser.add_argument("--bareprobe", default=HERE.parents[1] / "build/bareprobe",
                        help="program bareprobe (default %(default)s)")
    options = parser.parse_args()
    if not shutil.which(options.bareprobe):
        parser.error(f"{options.bareprobe}: no such program; 'make run' builds it")
    return options


def main():
    options = arguments()
    boxes = options.box or list(Environment(options.environment).config.get_targets())
    options.logs.mkdir(parents=True, exist_ok=True)
    status = 0
    fresh = multiprocessing.get_context("spawn")
    with contextlib.ExitStack() as processes:
        logs = {box: options.logs / f"{box}.log" for box in boxes}
        runs = {}
        for box in boxes:  # one process each: labgrid has its steps and strategies in globals
            own = processes.enter_context(ProcessPoolExecutor(1, mp_context=fresh))
            runs[box] = own.submit(measure, options.environment, box, logs[box])
        print(f"{'box':12} {'seconds':>7}  result")
        for box, run in runs.items():
            try:
                result, notes, seconds = run.result()
            except BrokenProcessPool as error:
                result, notes, seconds = f"no run: {error}", NOT_OFF, "-"
            stored = ""
            if result in ("ok", "failed"):
                stored = "; " + import_log(logs[box], options.bareprobe, options.db)
            print(f"{box:12} {seconds:>7}  {result}{notes}{stored}", flush=True)
            status = max(status, {"ok": 0, "failed": 1}.get(result, 3),
                         3 if notes.startswith(NOT_OFF) else 0)
    return status


if __name__ == "__main__":
    sys.exit(main())
