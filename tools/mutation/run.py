# SPDX-License-Identifier: MIT
"""Runs mutants: builds each in a work tree and runs the tests that execute its line, up to the
first that fails."""
import collections
import concurrent.futures
import json
import pathlib
import queue
import re
import threading
import time

from mutation import pytest_run
from mutation.processes import STOP, Stopped
from mutation.tree import BuildError

# Kernel code also runs where nothing is recorded: in QEMU, in Bochs, from boot media.
ELSEWHERE = re.compile(r"\bqemu\b|bochs|\bFLOPPY\b|bareprobe\.(?:iso|img)", re.I)
FIRST_BATCH = 10  # processor seconds; each next batch is four times as long
BATCH_GROWTH = 4
SLOWER = 3  # a machine that does other things, too

Plan = collections.namedtuple("Plan", "tier executing elsewhere seconds longest maps limit")


def make_plan(recording, tier, executing, limit, given=()):
    """How a tier's tests are run: `executing` is of lines.find_executing(), `given` are the files
    to take where nothing of the tier was recorded."""
    results = recording.results(tier)
    elsewhere = [name for name in results if name.endswith(".py")
                 and ELSEWHERE.search((recording.tree / name).read_text())]
    seconds = {name: result["seconds"] + 0.01 for name, result in results.items()}
    longest = {name: recording.longest_test(tier, name) for name in results}
    maps = {name: result["maps"] for name, result in results.items()}
    if not results:
        executing = {number: set(given) for number in executing}
    return Plan(tier, executing, elsewhere, seconds, longest, maps, limit)


def order_tests(plan, mutant, in_kernel):
    """(files that execute the line, files that may do so elsewhere), the shortest first."""
    def key(name):
        return plan.seconds.get(name, 0), name
    known = sorted(plan.executing[mutant["id"]], key=key)
    more = [name for name in plan.elsewhere if name not in known] if in_kernel else []
    return known, sorted(more, key=key)


def split_batches(plan, files):
    """Runs of files, the first short: pytest takes seconds to collect many files."""
    batches, room = [[]], FIRST_BATCH
    for name in files:
        if batches[-1] and sum(plan.seconds.get(each, 1) for each in batches[-1]) > room:
            batches.append([])
            room *= BATCH_GROWTH
        batches[-1].append(name)
    return [batch for batch in batches if batch]


def build_goals(tree, plan, files):
    """Goals of make for the programs and kernels that the files were seen to use."""
    goals = set()
    for name in files:
        for written in plan.maps.get(name, []):
            program = written.removeprefix("guest.")
            for folder in ("build", "build/tests/unit"):
                if (tree.path / folder / program).is_file():
                    goals.add(f"{folder}/{program}")
    return sorted(goals) if all(name in plan.maps for name in files) else ["products"]


class Baseline:
    """Which tests fail without a mutant: found out, once, for each test that failed with one."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.known = json.loads(path.read_text()) if path.exists() else {}

    def left_out(self, tier):
        with self.lock:
            return [key.split(" ", 1)[1] for key, fine in self.known.items()
                    if key.startswith(tier + " ") and not fine]

    def passes(self, tree, tier, test, bound):
        """Whether the test passes in the tree, which is in its built state."""
        key = f"{tier} {test}"
        with self.lock:
            if key in self.known:
                return self.known[key]
        fine = not run_one(tree, tier, test, bound)
        with self.lock:
            self.known[key] = fine
            self.path.write_text(json.dumps(self.known, indent=1, sort_keys=True) + "\n")
        return fine


def run_one(tree, tier, test, bound):
    """The names of tests that fail if one test, or a unit test's program, is run alone."""
    file = "tests/" + test.split("::")[0]
    if test.endswith("::(program)"):
        return pytest_run.run_unit(tree.path, file, bound).failed
    only = [test] if "::" in test else None
    return pytest_run.run_pytest(tree.path, tier, [file], None, only=only,
                                 extra={"HANG_BOUND": str(bound)}).failed


def hang_bound(longest):
    """Real seconds for a program that a test starts, given the processor time of the longest
    test: more than --hang-bound only for slow tests."""
    return max(pytest_run.HANG_BOUND, round(SLOWER * longest))


def bound_of(plan, files):
    return hang_bound(max((plan.longest.get(name, 0) for name in files), default=0))


class Failure(Exception):
    """A test failed with the mutant."""


def run_files(tree, plan, files, left_out, deadline):
    """Raises Failure for the first test that fails; returns whether all were run in time."""
    units = [name for name in files if name.endswith(".c")]
    for name in units:
        failed = pytest_run.run_unit(tree.path, name, pytest_run.HANG_BOUND).failed
        if failed and failed[0] not in left_out:
            raise Failure(failed[0])
    for batch in split_batches(plan, [name for name in files if name not in units]):
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            return False
        outcome = pytest_run.run_pytest(tree.path, plan.tier, batch, remaining, ("-x",), left_out,
                                        extra={"HANG_BOUND": str(bound_of(plan, batch))})
        if outcome.failed:
            raise Failure(outcome.failed[0])
        if outcome.timed_out:
            return False
    return True


def run_tier(tree, plan, mutant, in_kernel, left_out):
    """Builds what the tests need and runs them: `none`, `timeout`, or an exception."""
    known, more = order_tests(plan, mutant, in_kernel)
    began = time.monotonic()
    if known:
        tree.make(build_goals(tree, plan, known))
    building = time.monotonic() - began
    deadline = time.monotonic() + plan.limit
    in_time = run_files(tree, plan, known, left_out, deadline)
    if in_time and more:
        tree.make(["products"])
        in_time = run_files(tree, plan, more, left_out, deadline)
    return {"result": "none" if in_time else "timeout", "files": len(known) + len(more),
            "build_seconds": round(building, 1)}


def run_mutant(tree, plans, mutant, in_kernel, baseline):
    """The mutant's result: killed by `check` or `full`, `none`, or `timeout`."""
    began = time.monotonic()
    result = {"result": "none", "files": 0, "build_seconds": 0}
    for plan in plans:
        ran = run_until_known(tree, plan, mutant, in_kernel, baseline)
        for name in ("files", "build_seconds"):
            ran[name] = round(result[name] + ran.get(name, 0), 1)
        result = ran
        if result["result"] != "none":
            break
    return {"id": mutant["id"], **result, "seconds": round(time.monotonic() - began, 1)}


def run_until_known(tree, plan, mutant, in_kernel, baseline):
    """The result of a tier. It is run again without the tests that fail without the mutant, too."""
    while True:
        try:
            tree.apply(mutant)
            return run_tier(tree, plan, mutant, in_kernel, baseline.left_out(plan.tier))
        except BuildError as error:
            return {"result": plan.tier, "killed_by": "build", "output": str(error)[-400:]}
        except Failure as failure:
            tree.restore()
            bound = bound_of(plan, ["tests/" + str(failure).split("::", maxsplit=1)[0]])
            if baseline.passes(tree, plan.tier, str(failure), bound):
                return {"result": plan.tier, "killed_by": str(failure)}
        finally:
            tree.restore()


class Results:
    """A file of a JSON object a line, one for each mutant that was run."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()

    def read(self):
        """{mutant id: result}; the last line counts, and a line that was cut off does not."""
        found = {}
        for row in self.path.read_text().splitlines() if self.path.exists() else []:
            try:
                result = json.loads(row)
            except json.JSONDecodeError:
                continue
            found[result["id"]] = result
        return found

    def append(self, result):
        with self.lock, self.path.open("a") as file:
            file.write(json.dumps(result) + "\n")


def select_mutants(mutants, known, retry_timeouts=False):
    """The mutants without a result, and on request those that timed out."""
    return [mutant for mutant in mutants if mutant["id"] not in known
            or (retry_timeouts and known[mutant["id"]]["result"] == "timeout")]


def run_mutants(trees, todo, results, run, progress=print):
    """Calls run(tree, mutant) for each mutant, one at a time in each tree. Ctrl-C ends it."""
    waiting = queue.SimpleQueue()
    for mutant in todo:
        waiting.put(mutant)

    def work(tree):
        while not STOP.is_set():
            try:
                mutant = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                result = run(tree, mutant)
            except Stopped:
                return
            results.append(result)
            progress(f"{mutant['id']} {mutant['file']}:{mutant['line']} {result['result']} "
                     f"{result.get('killed_by', '')} {result['seconds']} s")

    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        futures = [pool.submit(work, tree) for tree in trees]
        try:
            for future in futures:
                future.result()
        except KeyboardInterrupt:
            STOP.set()
            raise


def is_in_kernel(mutant, dependents):
    return any(pathlib.PurePath(target).parts[:2] == ("build", "kernel")
               for target in dependents.get(mutant["file"], []))
