# SPDX-License-Identifier: MIT
"""The thesis's Figures 5.4 and 5.6 to 5.8 as printed, with the additions of libp5mon/README.md; and
the line of a stub whose region is wrong."""
import re
import subprocess

import pytest

import programs

FIGURES = programs.ROOT / "tests/data/figures"
TOOL = programs.BUILD / "bareprobe"
END = {"5_4": "", "5_6": "ret\n", "5_7": '.LC0: .string "%d\\n"\n',
       "5_8": 'ret\n.LC0: .string "%d\\n"\n'}

# Instructions and branches by region, where no library call is in the region: RET of the first
# stub, the code, CALL of the second. 5.7: INC, ADD, JNS, which leaves the loop in its first
# iteration, as ECX is not negative. 5.8: PUSH, MOV, XOR, MOV, then again the loop.
COUNTS = {"5_4": {}, "5_6": {}, "5_7": {"0": ("5", "3")}, "5_8": {"0": ("6", "2"), "1": ("5", "3")}}
WRITTEN = {"5_4": rb"Hello World!\nj is: -?\d+\n", "5_6": rb"-?\d+\n", "5_7": rb"2\n",
           "5_8": rb"2\n"}


def compiled(folder, source):
    (folder / "program.s").write_text(source)
    return subprocess.run([TOOL, "cc", "-g", "-o", "program", "program.s", "-lp5mon"], cwd=folder,
                          capture_output=True, text=True, check=False)


@pytest.mark.parametrize("figure", [
    "5_8", *(pytest.param(name, marks=pytest.mark.full) for name in ("5_4", "5_6", "5_7"))])
def test_figures_with_the_additions(measure, tmp_path, figure):
    printed = (FIGURES / f"figure_{figure}.s").read_text()
    assert compiled(tmp_path, printed).returncode != 0
    complete = ".globl main\n" + re.sub(r"^(\.L\d+)$", r"\1:", printed, flags=re.M) + END[figure]
    done = compiled(tmp_path, complete)
    assert done.returncode == 0, done.stderr
    done = measure(tmp_path, ["./program"], events="instructions_executed,branches",
                   settings="use_assembly_regions = yes;")
    results = [r for r in done.records if r["ev"] == "result"]
    assert results and all(r["status"] == "ok" for r in results)
    for region, counts in COUNTS[figure].items():
        assert tuple(r["mean"] for r in results if r["region"] == region) == counts
    assert re.fullmatch(WRITTEN[figure], done.written["stdout"])


def test_region_error_names_the_line_of_the_stub(tmp_path):
    """The program leaves region 0 open. Its probe is in the stub, which line 4 calls."""
    source = (".globl main\nmain:\n call p5mon_asm_init\n call p5mon_asm_begreg_0\n"
              " xorl %eax,%eax\n ret\n call p5mon_asm_endreg_0\n")
    assert compiled(tmp_path, source).returncode == 0
    done = subprocess.run([TOOL, "run", "--program", "./program", "-e", "branches", "-r", "1",
                           "--no-log", "--no-store"], cwd=tmp_path, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1
    assert "left open at the end: 1 entries, 0 exits; in main at program.s:4" in done.stdout
