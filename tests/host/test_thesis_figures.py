# SPDX-License-Identifier: MIT
"""`bareprobe run --report text` prints the lines of the thesis's Figures 4.3 to 4.6, byte for byte,
for thesis/program1: 100 branches and 305 instructions (bench/thesis/program1.asm)."""
import re

import pytest

FIGURES = {
    "4.3": ["use_assembly_regions=no"],
    "4.4": ["use_assembly_regions=no", "output_all_results=yes"],
    "4.5": [],
    "4.6": ["output_all_results=yes"],
}

LINES = {
    "4.3": """\
Results (for 3 repetitions with a 95% confidence level):
  Branches: 100.0 +/- 0.0 (0.000%)
  Instructions Executed: 305.0 +/- 0.0 (0.000%)
""",
    "4.4": """\
Results (for 3 repetitions with a 95% confidence level):
  Event: Branches
    rep 0:          100
    rep 1:          100
    rep 2:          100
    Average:        100.0 +/- 0.0 (0.000%)
  Event: Instructions Executed
    rep 0:          305
    rep 1:          305
    rep 2:          305
    Average:        305.0 +/- 0.0 (0.000%)
""",
    "4.5": """\
Results (for 1 regions, 3 repetitions, 95% confidence level):
    Region 0, entered 1 times and exited 1 times:
        Branches: 100.0 +/- 0.0 (0.000%) [100.0]
        Instructions Executed: 305.0 +/- 0.0 (0.000%) [305.0]
""",
    "4.6": """\
Results (for 1 regions, 3 repetitions, 95% confidence level):
    Region 0, entered 1 times and exited 1 times:
        Event: Branches
            rep 1:          100
            rep 2:          100
            rep 3:          100
            Average:        100.0 +/- 0.0 (0.000%)
                            100.0 per time region entered
        Event: Instructions Executed
            rep 1:          305
            rep 2:          305
            rep 3:          305
            Average:        305.0 +/- 0.0 (0.000%)
                            305.0 per time region entered
""",
}

# The end of Figures 4.3 and 4.4; the times are those of the run.
END = r"""Total elapsed time: \d+\.\d seconds
   \(program executed \d+ times, with an average execution time of \d+\.\ds\)
"""


@pytest.mark.parametrize("figure", sorted(FIGURES))
def test_lines_of_a_figure(figure, bareprobe):
    done = bareprobe("run", "-b", "thesis/program1", "-e", "branches,instructions", "-r", "3",
                     "--no-log", "--no-store", "--report", "text", *FIGURES[figure])
    assert done.returncode == 0, done.stderr
    results = done.stdout[done.stdout.index("Results (for"):]
    assert re.fullmatch(re.escape(LINES[figure]) + END + "2 results, 0 errors: ok\n", results)
    again = bareprobe("run", "-b", "thesis/program1", "-e", "branches,instructions", "-r", "3",
                      "-o", "a.log", "--no-store", "--report", "none", *FIGURES[figure])
    assert again.returncode == 0
    assert LINES[figure] in bareprobe("show", "a.log", "--report", "text").stdout
