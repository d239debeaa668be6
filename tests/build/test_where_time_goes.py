# SPDX-License-Identifier: MIT
"""tools/where_time_goes.py: assigns samples to groups; one test profiles a real run of vpentium."""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools/where_time_goes.py"
SPEED = ROOT / os.environ.get("BUILD", "build") / "speed"


@pytest.fixture(name="tool", scope="module")
def fixture_tool():
    spec = importlib.util.spec_from_file_location("where_time_goes", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sources():
    return [str(path.relative_to(ROOT)) for path in (ROOT / "sim").rglob("*.[ch]")]


def test_each_file_at_work_in_a_run_has_a_group(tool):
    inner = re.compile("sim/(cpu|model|counters|devices)/")
    left = [name for name in sources() if inner.match(name) and not tool.group_of_file(name)]
    assert len(sources()) > 100 and not left


def test_each_group_has_files_and_a_row(tool):
    with_files = {tool.group_of_file(name) for name in sources()} - {None, tool.BY_CALLER}
    named = {group for _, group in tool.GROUPS} - {tool.BY_CALLER}
    assert named - with_files <= {"translating"}
    assert named | {tool.TRANSLATED, tool.HOST} == set(tool.ORDER)


@pytest.mark.parametrize("files, group", [
    # Frames from the innermost out: a cache's header in a data access in an instruction's handler.
    (["sim/model/common/line_cache.h", "sim/model/p5/data_access.c",
      "sim/cpu/integer/move_instructions.c"], "data cache"),
    (["sim/model/common/line_cache.h", "sim/model/p5/code_fetch.c", "sim/cpu/run_loop.c"],
     "code cache"),
    (["sim/cpu/flags.h", "sim/cpu/integer/alu.c"], "execute"),
    (["sim/model/p5/p5_state.h"], "rest of the model"),
    (["/build/sim/cpu/decoder/block_cache.c"], "decode"),
    (["sim/vpentium_main.c"], "host: start, libc, kernel"),
    (["??"], "host: start, libc, kernel"),
])
def test_group_of_a_place(tool, files, group):
    assert tool.group_of_frames(files) == group


@pytest.mark.parametrize("name, group", [
    ("/usr/lib/x86_64-linux-gnu/libZydis.so.4.0.0.0", "decode"),
    ("/usr/lib/x86_64-linux-gnu/libc.so.6", "host: start, libc, kernel"),
    ("[kernel.kallsyms]", "host: start, libc, kernel"),
    ("//anon", "translated code"), ("[unknown]", "translated code"),
    ("/tmp/perf-4711.map", "translated code"), ("/memfd:blocks (deleted)", "translated code"),
])
def test_group_of_an_object(tool, name, group):
    assert tool.group_of_object(name) == group


def can_sample(folder):
    return shutil.which("perf") and subprocess.run(
        ["perf", "record", "-q", "-e", "cpu-clock", "-o", folder / "perf.data", "true"],
        capture_output=True, check=False).returncode == 0


def test_matrix_is_x87_and_data_cache(tmp_path):
    """The program does 13 million multiplications of numbers in 96 KB. No code is decoded twice and
    no device is used. The shares must add up to 100 %, within the rounding of 20 rows to one
    decimal."""
    if not can_sample(tmp_path):
        pytest.skip("perf takes no samples here (Debian package linux-perf, perf_event_paranoid)")
    done = subprocess.run([sys.executable, SCRIPT, "--frequency", "500", "--",
                           SPEED.parent / "vpentium", "-kernel", SPEED / "matrix.elf"],
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    rows = dict(re.findall(r"^\| (.*) \| ([\d.]+) \|$", done.stdout, re.M))
    shares = {name: float(value) for name, value in rows.items() if name != "seconds"}
    assert sum(shares.values()) == pytest.approx(100, abs=1)
    assert shares.get("decode", 0) < 5 and shares.get("devices", 0) < 5
    assert shares.get("x87 and MMX", 0) + shares.get("translated code", 0) > 10


def test_what_ends_badly_is_said(tmp_path):
    if not can_sample(tmp_path):
        pytest.skip("perf takes no samples here (Debian package linux-perf, perf_event_paranoid)")
    done = subprocess.run([sys.executable, SCRIPT, "--", "false"], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 1
    assert "-- false ended with 1" in done.stderr
