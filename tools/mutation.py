#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Mutation testing: which faults do the tests find?

  tools/mutation.py draw --seed 1 --count 120     # the mutants
  tools/mutation.py cover                         # which test file executes which line
  tools/mutation.py cover -m full tests/virtual   # more of them, from `make check-all`
  tools/mutation.py run --seed 1                  # the tests against each mutant; again: goes on
  tools/mutation.py report --seed 1

All is kept in build/mutation/. See tools/mutation/README.md.
"""
import argparse
import fcntl
import json
import pathlib
import sys

sys.dont_write_bytecode = True

from mutation import draw, lines, pytest_run, record, report, run
from mutation.tree import WorkTree, checked

ROOT = pathlib.Path(__file__).resolve().parents[1]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/mutation", metavar="DIR",
                        help="where work trees and results are kept (default build/mutation)")
    verbs = parser.add_subparsers(dest="verb", required=True)
    seeded = argparse.ArgumentParser(add_help=False)
    seeded.add_argument("--seed", type=int, required=True, help="random seed of the list")

    verb = verbs.add_parser("draw", parents=[seeded], help="draw mutants of the last commit")
    verb.add_argument("--count", type=int, default=120, help="number of mutants (default 120)")

    verb = verbs.add_parser("cover", help="record which test files execute which lines")
    verb.add_argument("-m", dest="mark", default="not full",
                      help='pytest mark: "not full" (default, `make check`) or "full"')
    verb.add_argument("-k", dest="keyword", help="pytest keyword, to choose files")
    verb.add_argument("-n", dest="jobs", type=int, default=2, help="processes (default 2)")
    verb.add_argument("--again", action="store_true", help="also record files that are recorded")
    verb.add_argument("paths", nargs="*", default=["tests"],
                      help="files or folders (default tests)")

    verb = verbs.add_parser("run", parents=[seeded], help="run the tests against each mutant")
    verb.add_argument("--jobs", type=int, default=2, help="work trees (default 2)")
    verb.add_argument("--limit", type=float, default=300, metavar="SECONDS",
                      help="time for a mutant's tests of `make check` (default 300)")
    verb.add_argument("--full-limit", type=float, default=600, metavar="SECONDS",
                      help="time for its tests of `make check-all` (default 600)")
    verb.add_argument("--full-tests", nargs="*", default=[], metavar="FILE",
                      help="test files to run with -m full if none were recorded")
    verb.add_argument("--hang-bound", type=int, default=pytest_run.HANG_BOUND, metavar="SECONDS",
                      help="time limit of a program that a test starts; three times the processor "
                           "time of the longest test, if that is more (default %(default)s)")
    verb.add_argument("--only", type=int, nargs="*", metavar="ID", help="only these mutants")
    verb.add_argument("--retry-timeouts", action="store_true",
                      help="run again the mutants whose tests did not end in time")

    verbs.add_parser("report", parents=[seeded], help="print tables and survivors as Markdown")
    return parser.parse_args()


def seed_folder(options):
    return options.work / f"seed-{options.seed}"


def load_drawn(options):
    path = seed_folder(options) / "mutants.json"
    if not path.exists():
        sys.exit(f"{path}: not found; begin with: tools/mutation.py draw --seed {options.seed}")
    return json.loads(path.read_text())


def head_commit():
    return checked(["git", "rev-parse", "HEAD"], ROOT).strip()


def first_tree(options, commit):
    tree = WorkTree(options.work / "tree-0")
    if not tree.has(commit):
        print(f"building {commit[:12]} in {tree.path}", flush=True)
    tree.ensure_built(ROOT, commit)
    return tree


def draw_list(options):
    commit = head_commit()
    tree = first_tree(options, commit)
    mutants, rejected = draw.draw_mutants(tree, options.seed, options.count, say)
    path = seed_folder(options) / "mutants.json"
    draw.save_mutants(path, options.seed, commit, mutants, rejected)
    say(f"{path}: {len(mutants)} mutants; not used: {rejected}")


def say(text):
    print(text, flush=True)


def cover(options):
    """Records the commit of the work tree, if there is one: mutants were drawn from it."""
    tree_path = options.work / "tree-0"
    commit = (checked(["git", "rev-parse", "HEAD"], tree_path).strip()
              if (tree_path / ".git").exists() else head_commit())
    tier = {mark: name for name, mark in pytest_run.MARKS.items()}.get(options.mark)
    if not tier:
        sys.exit(f'-m {options.mark}: unknown; "not full" and "full" are known')
    recording = record.Recording(options.work / "coverage")
    recording.ensure_built(ROOT, commit, first_tree(options, commit))
    files = pytest_run.list_test_files(recording.tree, options.mark, options.keyword, options.paths)
    say(f"{len(files)} test files")
    recording.record(tier, files, options.jobs, options.again, say)


def make_plans(options, recording, mutants):
    """A plan for each tier."""
    plans = []
    for tier, limit, given in (("check", options.limit, []),
                               ("full", options.full_limit, options.full_tests)):
        executing = lines.find_executing(recording, tier, mutants)
        plans.append(run.make_plan(recording, tier, executing, limit, given))
        kept = {number: sorted(names) for number, names in executing.items()}
        path = seed_folder(options) / f"executing-{tier}.json"
        path.write_text(json.dumps(kept, indent=1) + "\n")
    return plans


def run_list(options):
    drawn = load_drawn(options)
    pytest_run.HANG_BOUND = options.hang_bound
    recording = record.Recording(options.work / "coverage")
    if not recording.results("check"):
        sys.exit("no coverage is recorded; run: tools/mutation.py cover")
    if not record.has_same_code(ROOT, recording.commit(), drawn["commit"]):
        sys.exit("the coverage is of other code than the mutants; run: tools/mutation.py cover")
    trees = [first_tree(options, drawn["commit"])]
    for number in range(1, options.jobs):
        tree = WorkTree(options.work / f"tree-{number}")
        tree.ensure_built(ROOT, drawn["commit"], template=trees[0])
        trees.append(tree)
    folder = seed_folder(options)
    results = run.Results(folder / "results.jsonl")
    baseline = run.Baseline(options.work / "coverage" / "baseline.json")
    todo = run.select_mutants(drawn["mutants"], results.read(), options.retry_timeouts)
    if options.only:
        todo = [mutant for mutant in todo if mutant["id"] in options.only]
    plans = make_plans(options, recording, drawn["mutants"])
    check_recorded_failures(recording, trees[0], baseline)
    dependents = trees[0].find_dependents()
    say(f"{len(todo)} mutants to run")
    run.run_mutants(trees, todo, results, lambda tree, mutant: run.run_mutant(
        tree, plans, mutant, run.is_in_kernel(mutant, dependents), baseline), say)


def check_recorded_failures(recording, tree, baseline):
    """Runs tests that failed during `cover` on the plain build; those that fail are left out."""
    for tier in pytest_run.MARKS:
        for result in recording.results(tier).values():
            for test in result["failed"]:
                bound = run.hang_bound(recording.longest_test(tier, result["file"]))
                if "::" in test and not baseline.passes(tree, tier, test, bound):
                    say(f"left out, since it fails without a mutant: {test}")


def print_report(options):
    baseline = run.Baseline(options.work / "coverage" / "baseline.json")
    left_out = [f"{test} ({tier})" for tier in pytest_run.MARKS for test in baseline.left_out(tier)]
    results = run.Results(seed_folder(options) / "results.jsonl").read()
    print(report.format_report(load_drawn(options), results, left_out), end="")


def lock_work(options):
    """Lets only one command use the work trees. The lock ends with the process."""
    options.work.mkdir(parents=True, exist_ok=True)
    lock = (options.work / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"{options.work}: in use by another tools/mutation.py; wait for it, or use --work")
    return lock


def main():
    options = parse_arguments()
    options.work = options.work.resolve()
    lock = lock_work(options) if options.verb != "report" else None
    verbs = {"draw": draw_list, "cover": cover, "run": run_list, "report": print_report}
    try:
        verbs[options.verb](options)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from here")
    finally:
        if lock:
            lock.close()


if __name__ == "__main__":
    main()
