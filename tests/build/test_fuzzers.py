# SPDX-License-Identifier: MIT
"""The fuzzers, which only `make check-all` builds and runs, compile with the headers of today."""
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = re.search(r"^FUZZ_CFLAGS +:= (.*)$", (ROOT / "make/fuzz.mk").read_text(), re.M)[1].split()


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("tests/fuzz/*.c")))
def test_fuzzer_compiles(name):
    command = ["gcc", *FLAGS, "-fsyntax-only", "-Werror", f"tests/fuzz/{name}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
