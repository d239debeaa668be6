# SPDX-License-Identifier: MIT
"""tools/mutation.py: the seed decides the mutants, the operators give the changes derived by hand
and leave comments and strings alone, a run goes on where it stopped, no process outlives its
limit."""
import itertools
import json
import os
import pathlib
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from mutation import draw, lines, operators, processes, report, run
from mutation.source import Source

TEXT = '''/* if (a < 1) in a comment */
#include "x.h"
#define LIMIT 7 /* 5 */ \\
    + 1
_Static_assert(LIMIT == 8, "eight");
static const int table[3] = {1, 0x1f, true};
int declared(int n);
struct pair {
    int values[4];
};
static int sum(const int *values, int n)
{
    int copy[9], total = 0;
    for (int i = 0; i < n; i++)
        total += values[i]; // 12 > 11
    say("if (a == 2) %d; {", copy[0]);
    if (total >= LIMIT && values->next != NULL)
        return -1;
    total <<= 2;
    return total;
}
'''
FOR, ADD, SAY, IF, MINUS, SHIFT = 14, 15, 16, 17, 18, 19


def changed(line, operator, text=TEXT, name="x.c"):
    """The line with each change of the operator."""
    source = Source(name, text)
    edits = operators.find_changes(source, line).get(operator, [])
    return {draw.apply_edit(text, edit).splitlines()[line - 1].strip() for edit in edits}


def test_constants():
    assert changed(6, "constant") == {
        f"static const int table[3] = {{{values}}};"
        for values in ("0, 0x1f, true", "2, 0x1f, true", "1, 0x20, true", "1, 0x1e, true",
                       "1, 0x0, true", "1, 0x1f, false")}
    assert changed(SHIFT, "constant") == {"total <<= 0;", "total <<= 1;", "total <<= 3;"}
    # The size of a declared array is left alone.
    assert changed(13, "constant") == {"int copy[9], total = 1;"}


def test_comparisons():
    assert changed(FOR, "comparison") == {"for (int i = 0; i <= n; i++)",
                                          "for (int i = 0; i >= n; i++)"}
    assert changed(IF, "comparison") == {
        "if (total > LIMIT && values->next != NULL)", "if (total < LIMIT && values->next != NULL)",
        "if (total >= LIMIT && values->next == NULL)"}
    assert changed(SHIFT, "comparison") == set()


def test_statements():
    assert changed(ADD, "statement") == {"{ } // 12 > 11"}
    assert changed(SAY, "statement") == {"{ }"}
    assert changed(MINUS, "statement") == {"{ }"}
    assert not any(changed(line, "statement") for line in (13, FOR, IF))


def test_off_by_one():
    assert changed(ADD, "off-by-one") == {"total += values[i + 1]; // 12 > 11",
                                          "total += values[i - 1]; // 12 > 11"}
    assert changed(FOR, "off-by-one") == {
        "for (int i = 0; i < n + 1; i++)", "for (int i = 0; i < n - 1; i++)",
        "for (int i = 0 + 1; i < n; i++)", "for (int i = 0 - 1; i < n; i++)"}
    text = "int f(int a, int b)\n{\n    return a[b ? 1 : 2] < b * 2;\n}\n"
    assert changed(3, "off-by-one", text) == {
        "return a[(b ? 1 : 2) + 1] < b * 2;", "return a[(b ? 1 : 2) - 1] < b * 2;",
        "return a[b ? 1 : 2] < (b + 1) * 2;", "return a[b ? 1 : 2] < (b - 1) * 2;"}


def test_what_is_no_code_is_untouched():
    source = Source("x.c", TEXT)
    assert source.code_lines() == [6, 13, FOR, ADD, SAY, IF, MINUS, SHIFT, 20]
    assert Source("x.h", TEXT).code_lines() == source.code_lines()[1:]
    assert changed(SAY, "comparison") == set()
    assert changed(SAY, "constant") == {'say("if (a == 2) %d; {", copy[1]);'}
    assert source.function_lines(ADD) == [11, 21]
    assert source.function_lines(6) is None


def stream(seed, count):
    sources = draw.read_sources(ROOT, [name for name in draw.list_sources(ROOT)
                                       if name.startswith("stats/")])
    return list(itertools.islice(draw.candidate_stream(sources, seed), count))


def test_the_seed_decides():
    first = stream(1, 200)
    assert first == stream(1, 200)
    assert first[:50] == stream(1, 50)
    assert first != stream(2, 200)
    assert {mutant["operator"] for mutant in first} == set(operators.OPERATORS)
    for mutant in first:
        old, new = mutant["diff"].split("\n")[0], mutant["diff"].split("\n")[-1]
        assert old[0] == "-" and new[0] == "+" and old[1:] != new[1:]


def test_a_stream_ends_where_there_is_nothing_more():
    source = Source("x.c", "int f(void)\n{\n    return 1;\n}\n")
    found = [mutant["diff"] for mutant in draw.candidate_stream([source], 1)]
    assert sorted(found) == ["-    return 1;\n+    return 0;", "-    return 1;\n+    return 2;",
                             "-    return 1;\n+    { }"]


def test_a_second_run_goes_on(tmp_path):
    results = run.Results(tmp_path / "results.jsonl")
    mutants = [{"id": n, "file": "pmc/a.c", "line": n, "operator": "constant", "diff": "-1\n+2"}
               for n in (1, 2, 3)]
    ran = []

    def one(_, mutant):
        ran.append(mutant["id"])
        if mutant["id"] == 2 and ran.count(2) == 1:
            raise processes.Stopped
        return {"id": mutant["id"], "result": "none", "files": 1, "seconds": 0}

    run.run_mutants([None], mutants, results, one, progress=lambda text: None)
    assert list(results.read()) == [1]
    with results.path.open("a") as file:
        file.write('{"id": 2, "res')  # cut off
    run.run_mutants([None], run.select_mutants(mutants, results.read()), results, one,
                    progress=lambda text: None)
    assert ran == [1, 2, 2, 3]


def test_an_empty_row_has_the_call_at_its_address():
    """The line table of an inlined function may have rows without a length."""
    program = lines.Program.__new__(lines.Program)
    program.guest, program.functions, program.calls = False, [0x400100], [0x400120, 0x400140]
    def calls(start, end):
        row = lines.Row("x.c", "x.c", 1, start, end)
        return {(place << 2) + lines.HOST_START for place in program.places([row])}
    assert calls(0x400120, 0x400120) == {0x400124}
    assert calls(0x400130, 0x400138) == {0x400124}  # the nearest call before it
    assert calls(0x400120, 0x400150) == {0x400124, 0x400144}
    assert calls(0x400110, 0x400118) == set()


def test_report():
    mutants = [{"id": n, "file": file, "line": 3, "operator": "constant", "diff": f"-{n}\n+0"}
               for n, file in enumerate(("pmc/p5/a.c", "pmc/b.c", "sim/cpu/c.c", "sim/cpu/d.c"), 1)]
    results = {n: {"id": n, "result": result, "files": 1}
               for n, result in enumerate(("check", "full", "none", "timeout"), 1)}
    drawn = {"seed": 1, "commit": "0" * 40, "rejected": {"does not compile": 5}, "mutants": mutants}
    text = report.format_report(drawn, results, [])
    assert "| pmc | 2 | 1 (50 %) | 1 (50 %) | 0 (0 %) | 0 (0 %) |" in text
    assert "| all | 4 | 1 (25 %) | 1 (25 %) | 1 (25 %) | 1 (25 %) |" in text
    assert "3. `sim/cpu/c.c:3`, constant\n\n```diff\n-3\n+0\n```" in text
    assert "pmc/b.c:3" not in text


@pytest.mark.parametrize("script", ["sleep 77.5", "setsid sleep 77.5 & sleep 77.5"])
def test_nothing_outlives_the_limit(script):
    began = time.monotonic()
    assert processes.run_bounded(["sh", "-c", script], ROOT, 0.5)[0] is None
    assert time.monotonic() - began < 30
    marked = [path for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")
              if os.access(path, os.R_OK) and read_quietly(path) == b"sleep\x0077.5\0"]
    assert not marked


def read_quietly(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_usage(tmp_path):
    tool = [ROOT / "tools/mutation.py", "--work", tmp_path]
    shown = subprocess.run([*tool, "--help"], capture_output=True, text=True, check=True).stdout
    assert all(verb in shown for verb in ("draw", "cover", "run", "report"))
    missing = subprocess.run([*tool, "report", "--seed", "4"], capture_output=True, text=True,
                             check=False)
    assert missing.returncode == 1
    assert "begin with: tools/mutation.py draw --seed 4" in missing.stderr
    (tmp_path / "seed-4").mkdir()
    (tmp_path / "seed-4/mutants.json").write_text(json.dumps(
        {"seed": 4, "commit": "0" * 40, "rejected": {}, "mutants": []}))
    assert subprocess.run([*tool, "report", "--seed", "4"], capture_output=True, text=True,
                          check=True).stdout == "no mutant was run yet\n"
