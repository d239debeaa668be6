# SPDX-License-Identifier: MIT
"""Divides the rewriting of assert statements among the workers of a run.

pytest rewrites the asserts of each test file on import and keeps the result, below
PYTHONPYCACHEPREFIX in `make check`. All workers import all files at the same time, in the same
order, so without a division each of them would rewrite every file. That takes longer than the rest
of the collection."""
import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parent


def rewrite_share(config):
    """Rewrites this worker's share of the test files. A file that no worker has rewritten yet when
    it is imported is rewritten then."""
    worker = getattr(config, "workerinput", None)
    if not worker or sys.dont_write_bytecode:
        return
    files = sorted(TESTS.rglob("test_*.py"), key=lambda path: -path.stat().st_size)
    number = int(worker["workerid"].removeprefix("gw"))
    for path in files[number::worker["workercount"]]:
        rewrite(config, path)


def rewrite(config, path):
    """Does what pytest does on import, without executing the module. These functions of pytest are
    internal; without them, each worker rewrites all files."""
    try:
        from _pytest.assertion import rewrite as pytest_rewrite
        folder = pytest_rewrite.get_cache_dir(path)
        kept = folder / (path.stem + pytest_rewrite.PYC_TAIL)
        if pytest_rewrite._read_pyc(path, kept) is None and pytest_rewrite.try_makedirs(folder):
            status, code = pytest_rewrite._rewrite_test(path, config)
            state = config.stash[pytest_rewrite.assertstate_key]
            pytest_rewrite._write_pyc(state, code, status, kept)
    except (ImportError, AttributeError, TypeError, SyntaxError):
        pass  # an import reports the error, if there is one in the file
