# SPDX-License-Identifier: MIT
"""tests/conftest.py itself: results of cmocka programs are counted as reported, a program with a
bad exit status fails the run, and the last line and the exit status show it."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from tiers import fast_cases, full

TESTS = pathlib.Path(__file__).resolve().parents[1]

HEAD = """
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#define RUN(...) \\
    const struct CMUnitTest tests[] = {__VA_ARGS__}; \\
    return cmocka_run_group_tests(tests, NULL, NULL)
static void good(void **state) { (void)state; }
static void bad(void **state) { (void)state; assert_int_equal(1, 2); }
static void absent(void **state) { (void)state; skip(); }
static void wild(void **state) { (void)state; *(volatile int *)0 = 1; }
static void fatal(void **state) { (void)state; fflush(stdout); _Exit(7); }
#define UNUSED (void)good, (void)bad, (void)absent, (void)wild, (void)fatal
"""


@pytest.fixture(name="workers", params=[0, full(2)])
def fixture_workers(request):
    """The Makefile runs several workers. In `make check` only one test does."""
    return request.param


@pytest.fixture(name="frame")
def fixture_frame(tmp_path, workers):
    """Runs pytest with this conftest.py in a separate tree. unit(name, main) adds a cmocka
    program."""
    class Frame:
        def __init__(self):
            (tmp_path / "tests" / "unit").mkdir(parents=True)
            (tmp_path / "build" / "tests" / "unit").mkdir(parents=True)
            (tmp_path / "tests" / "wire").mkdir()
            for name in ("conftest.py", "rewriting.py", "bounds.py", "places.py", "pytest.ini"):
                shutil.copy(TESTS / name, tmp_path / "tests")
            shutil.copy(TESTS / "wire" / "check_wire.py", tmp_path / "tests" / "wire")

        def unit(self, name, main, built=True):
            source = tmp_path / "tests" / "unit" / f"{name}.c"
            source.write_text(HEAD + f"int main(void) {{ UNUSED; {main} }}\n")
            if built:
                program = tmp_path / "build" / "tests" / "unit" / name
                subprocess.run(["gcc", "-w", "-o", program, source, "-lcmocka"], check=True)

        def python(self, text, folder="."):
            (tmp_path / "tests" / folder).mkdir(exist_ok=True)
            (tmp_path / "tests" / folder / "test_it.py").write_text(text)

        def run(self):
            # A worker of the enclosing run has variables that describe it.
            variables = {name: value for name, value in os.environ.items()
                         if not name.startswith("PYTEST_")}
            done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                                   "-p", "no:labgrid", "-n", str(workers), "--dist", "loadfile",
                                   "tests"],
                                  cwd=tmp_path, env=variables, capture_output=True, text=True,
                                  timeout=120, check=False)
            return done.returncode, done.stdout.splitlines()[-1], done.stdout
    return Frame()


def test_each_cmocka_test_counts(frame):
    frame.unit("two", "RUN(cmocka_unit_test(good), cmocka_unit_test_setup(good, NULL));")
    frame.unit("one", "RUN(cmocka_unit_test(good));")
    frame.python("def test_more(): pass\n")
    status, last, _ = frame.run()
    assert (status, last) == (0, "4 passed, 0 failed")


@pytest.mark.parametrize("workers", [0])
@pytest.mark.parametrize("folder", fast_cases(1, sorted(
    {path.parent.name for path in TESTS.glob("*/test_*") if path.suffix == ".py"})))
def test_no_folder_is_passed_over(frame, folder):
    # By default pytest silently ignores directories with some names, such as build.
    frame.python("def test_it(): pass\n", folder)
    assert frame.run()[:2] == (0, "1 passed, 0 failed")


@pytest.mark.parametrize("workers", [2, full(0)])
def test_failed_and_skipped_cmocka_tests_count(frame):
    frame.unit("mixed", "RUN(cmocka_unit_test(good), cmocka_unit_test(bad), "
                        "cmocka_unit_test(absent), cmocka_unit_test(good));")
    frame.unit("one", "RUN(cmocka_unit_test(good));")
    frame.python("def test_more(): pass\n")
    status, last, output = frame.run()
    assert (status, last) == (1, "4 passed, 1 failed, 1 skipped")
    assert "mixed: bad" in output
    assert "0x1 != 0x2" in output


def test_crash_within_a_test_fails_it_alone(frame):
    frame.unit("crash", "RUN(cmocka_unit_test(wild), cmocka_unit_test(good));")
    status, last, output = frame.run()
    assert (status, last) == (1, "1 passed, 1 failed")
    assert "Segmentation fault" in output


def test_program_that_ends_early_fails(frame):
    frame.unit("early", "RUN(cmocka_unit_test(good), cmocka_unit_test(fatal), "
                        "cmocka_unit_test(good));")
    status, last, output = frame.run()
    assert (status, last) == (1, "1 passed, 1 failed")
    assert "1 of 3 tests reported, exit status 7" in output


def test_program_without_tests_fails(frame):
    for name, main in (("zero", "return 0;"), ("one", "return 1;"), ("aborted", "abort();")):
        frame.unit(name, main)
    assert frame.run()[:2] == (1, "0 passed, 3 failed")


def test_bad_exit_status_fails_though_each_test_passed(frame):
    # A sanitizer that finds a leak at exit also ends a program with such a status.
    frame.unit("leak", "const struct CMUnitTest tests[] = {cmocka_unit_test(good)}; "
                       "cmocka_run_group_tests(tests, NULL, NULL); return 23;")
    status, last, output = frame.run()
    assert (status, last) == (1, "1 passed, 1 failed")
    assert "exit status 23" in output


def test_program_that_was_not_built_fails(frame):
    frame.unit("unbuilt", "return 0;", built=False)
    status, last, output = frame.run()
    assert (status, last) == (1, "0 passed, 1 failed")
    assert "was not built" in output


def test_error_in_a_fixture_counts_as_failed(frame):
    frame.python("import pytest\n"
                 "@pytest.fixture\ndef broken(): raise ValueError\n"
                 "def test_it(broken): pass\ndef test_other(): pass\n")
    assert frame.run()[:2] == (1, "1 passed, 1 failed")


def test_file_that_cannot_be_read_counts_as_failed(frame):
    frame.python("import no_such_module\n")
    status, last, _ = frame.run()
    assert status != 0
    assert last == "0 passed, 1 failed"


def test_run_without_tests_fails(frame):
    status, last, _ = frame.run()
    assert status != 0
    assert last == "0 passed, 0 failed"


def test_run_that_only_skips_fails(frame):
    frame.python("import pytest\ndef test_it(): pytest.skip('not here')\n")
    assert frame.run()[:2] == (1, "0 passed, 0 failed, 1 skipped")


def test_files_that_begin_first_are_there():
    """Checks that the files listed in LONG of tests/conftest.py exist."""
    text = (TESTS / "conftest.py").read_text()
    names = re.findall(r'"([^"]+)"', re.search(r"^LONG = \((.*?)\)", text, re.M | re.S)[1])
    assert len(names) > 10
    assert [name for name in names if not (TESTS / name).exists()] == []
