# SPDX-License-Identifier: MIT
"""Records which code each test file executes: runs the tests, file by file, in a tree whose
programs are compiled with coverage_runtime.c."""
import concurrent.futures
import json
import os
import pathlib
import shutil
import time

from mutation import pytest_run
from mutation.draw import FOLDERS
from mutation.processes import STOP
from mutation.tree import MAKE, WorkTree, checked

RUNTIME = pathlib.Path(__file__).with_name("coverage_runtime.c")
FLAGS = "-fsanitize-coverage=trace-pc -O1 -no-pie -Wl,--wrap=decoder_decode -Wl,{runtime}"
FILE_LIMIT = 3600  # seconds for the tests of one file


class Recording:
    """`folder` has tree/, the work tree with the instrumented build, and for each test file
    TIER/TESTFILE/: maps/, times.tsv, result.json."""

    def __init__(self, folder):
        self.folder = folder
        self.tree = folder / "tree"

    def ensure_built(self, root, commit, template):
        """Builds the commit: copies the template, a built tree, and compiles the host programs
        again. What was recorded is kept if the code is the same in both commits."""
        before = self.commit()
        if before == commit:
            return
        runtime = self.folder / "coverage_runtime.o"
        if before and has_same_code(root, before, commit):
            WorkTree(self.tree).check_out(root, commit)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            checked(["cp", "-a", template.path, self.tree], root)
            remove_host_programs(self.tree / "build")
            checked(["gcc", "-O2", "-Wall", "-c", "-o", runtime, RUNTIME], root)
        flags = FLAGS.format(runtime=runtime)
        checked([*MAKE, f"SANITIZE={flags}", "products"], self.tree)
        (self.folder / "commit").write_text(commit)

    def commit(self):
        path = self.folder / "commit"
        return path.read_text() if path.exists() else None

    def place(self, tier, name):
        return self.folder / tier / name.replace("/", "__")

    def longest_test(self, tier, name):
        """Processor seconds of the longest test of the file."""
        return max(read_times(self.place(tier, name) / "times.tsv"), default=0.0)

    def results(self, tier):
        """{test file: its result} of those recorded so far."""
        found = {}
        for path in sorted((self.folder / tier).glob("*/result.json")):
            result = json.loads(path.read_text())
            found[result["file"]] = result
        return found

    def record(self, tier, files, processes, again=False, progress=print):
        """Records the files that are not recorded yet, a pytest process each."""
        known = {} if again else self.results(tier)
        todo = [name for name in files if name not in known]
        with concurrent.futures.ThreadPoolExecutor(processes) as pool:
            futures = [pool.submit(self.record_file, tier, name) for name in todo]
            try:
                for n, future in enumerate(concurrent.futures.as_completed(futures), 1):
                    result = future.result()
                    failed = f", {len(result['failed'])} failed" if result["failed"] else ""
                    progress(f"{n}/{len(todo)} {result['file']} {result['seconds']:.1f} s{failed}")
            except KeyboardInterrupt:
                STOP.set()
                pool.shutdown(cancel_futures=True)
                raise

    def record_file(self, tier, name):
        place = self.place(tier, name)
        shutil.rmtree(place, ignore_errors=True)
        maps = place / "maps"
        maps.mkdir(parents=True)
        began = time.monotonic()
        variables = {"COVERAGE_DIR": str(maps), "TEST_TIMES": str(place / "times.tsv")}
        if name.endswith(".c"):
            outcome = pytest_run.run_unit(self.tree, name, FILE_LIMIT, variables)
        else:
            outcome = pytest_run.run_pytest(self.tree, tier, [name], FILE_LIMIT, extra=variables)
        result = {"file": name, "failed": outcome.failed, "timed_out": outcome.timed_out,
                  "wall": round(time.monotonic() - began, 2),
                  "seconds": round(sum(read_times(place / "times.tsv")), 3)
                  or round(time.monotonic() - began, 3),
                  "maps": sorted(path.name for path in maps.iterdir())}
        for path in maps.iterdir():
            path.write_bytes(path.read_bytes().rstrip(b"\0"))
        (place / "result.json").write_text(json.dumps(result, indent=1) + "\n")
        return result


def has_same_code(root, one, other):
    """Whether the sources that mutants are drawn from are the same in two commits."""
    return not checked(["git", "diff", "--name-only", one, other, "--", *FOLDERS], root)


def remove_host_programs(build):
    """Removes what is compiled for the host, so that make makes it again; kernel objects stay."""
    for path in [*build.glob("host*"), build / "tests"]:
        shutil.rmtree(path)
    for path in build.iterdir():
        if path.is_file() and os.access(path, os.X_OK) and path.suffix == "":
            path.unlink()


def read_times(path):
    """Processor seconds of each test in a file that tests/conftest.py wrote."""
    rows = path.read_text().splitlines() if path.exists() else []
    return [float(row.split("\t")[0]) for row in rows]
