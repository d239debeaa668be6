# SPDX-License-Identifier: MIT
"""`bareprobe explain --program`, and --account of programs: the clocks of instructions and regions
add up to the counts; names, source lines and advice are those of the executable."""
import csv
import os
import pathlib
import re
import subprocess

import pytest

from tiers import full

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TOOL = (ROOT / os.environ.get("BUILD", "build")).resolve() / "bareprobe"
LINKED = {"fixed": (), "pie": ("-pie", "--no-dynamic-linker")}


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    """A directory with the programs `fixed` and `pie` of loops.asm, `regions` and `reads`."""
    folder = tmp_path_factory.mktemp("explained")
    for source in (HERE / "explained/loops.asm", HERE / "regions/regions.asm"):
        subprocess.run(["nasm", "-f", "elf32", "-g", "-F", "dwarf", f"-I{ROOT}/pmc/program/", "-o",
                        f"{source.stem}.o", source], cwd=folder, check=True, timeout=60)
    for name, options in LINKED.items():
        subprocess.run(["ld", "-m", "elf_i386", *options, "-o", name, "loops.o"], cwd=folder,
                       check=True, timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-o", "regions", "regions.o"], cwd=folder, check=True,
                   timeout=60)
    subprocess.run([TOOL, "cc", "-O2", "-o", "reads", HERE / "explained/reads.c"], cwd=folder,
                   check=True, timeout=60)
    return folder


def tool(folder, *arguments, status=(0,)):
    done = subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode in status, done.stderr
    return done.stdout, done.stderr


def counted(folder, program, *words, status=(0,)):
    """The mean of each region, and the rows of the account."""
    records, _ = tool(folder, "run", "--program", f"./{program}", "-e", "count_clocks", "--no-log",
                      "--no-store", "--report", "records", "--account", "account", *words,
                      status=status)
    means = {(region, state): float(mean) for region, state, mean in re.findall(
        r"ev=result .* region=(\w+) .* state=(\w+) .* mean=(-?[\d.]+)", records)}
    with open(folder / "account", encoding="ascii") as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")),
                                   delimiter="\t", quoting=csv.QUOTE_NONE))
    return means, [row for row in rows if row["bench"] == f"programs/{program}"]


@pytest.mark.full
@pytest.mark.parametrize("program", ["pie", full("fixed")])
def test_hot_loop(folder, program):
    """Clocks, source line and advice of the loop; the sum is the count of a run."""
    shown, _ = tool(folder, "explain", "--ascii", "--program", f"./{program}")
    means, rows = counted(folder, program, "-r", "1")
    clocks = int(re.search(rf"^programs/{program}, whole run: ([\d,]+) clocks", shown,
                           re.M)[1].replace(",", ""))
    assert clocks == means["whole", "warm"] and 12000 < clocks < 12200
    source = (HERE / "explained/loops.asm").read_text()
    line = 1 + source.splitlines().index("    add esi, byte 0")
    assert re.search(rf"^loop at \S*loops\.asm:{line}, 3,000 iterations, 4\.0 clocks each",
                     shown, re.M)
    assert "jnz spin" in shown
    assert re.search(r"move mov eax, \[esi\] down by 1, after dec ecx: 3\.0\d clocks per iteration "
                     r"instead of 4(\.0\d)? \(simulated\)", " ".join(shown.split()))
    assert {row["symbol"].split("+")[0] for row in rows if row["kind"] == "insn"} == {"_start",
                                                                                      "spin"}


def test_accounts_of_regions_are_the_counts(folder):
    """Each region has the clocks that its counter counted, with the overhead of its probes and of
    its system calls, when it is new to the caches and when it is not."""
    # Region 2 consists of two calls. They may take fewer clocks than calls of the calibration: then
    # its count is below 0 and therefore suspect.
    means, rows = counted(folder, "regions", "-r", "2", "state=both", status=(0, 1))
    sums = {(row["region"], row["state"]): float(row["clocks"]) / int(row["repetitions"])
            for row in rows if row["kind"] == "corrected"}
    assert sums == means and len(sums) == 8
    for region, state in sums:
        inside = [row for row in rows if (row["region"], row["state"]) == (region, state)]
        [whole] = [int(row["clocks"]) for row in inside if row["kind"] == "region"]
        assert whole == sum(int(row["clocks"]) for row in inside
                            if row["kind"] in ("insn", "probe"))
    # Region 1 is one INC, entered 10 times in each of 2 repetitions.
    [inc] = [row for row in rows if row["kind"] == "insn" and row["state"] == "warm"
             and row["region"] == "1"]
    assert inc["instruction"].startswith("inc") and int(inc["alone"]) == 20


@pytest.mark.full
def test_regions_of_a_program(folder):
    """The most expensive region by default, and any region by its number or name."""
    means, _ = counted(folder, "regions", "-r", "1", status=(0, 1))
    shown, _ = tool(folder, "explain", "--program", "./regions", "--causes")
    assert re.search(r'^programs/regions, region 0 "outer": ', shown, re.M)
    assert re.search(r'^not shown: region 1 "inner", .* \(--region 1\)$', shown, re.M)
    for name in ("2", "calls"):
        shown, _ = tool(folder, "explain", "--program", "./regions", "--region", name,
                        "--causes")
        clocks = re.search(r'^programs/regions, region 2 "calls": (-?[\d,]+) clocks', shown, re.M)
        assert int(clocks[1].replace(",", "")) == means["2", "warm"]
    _, error = tool(folder, "explain", "--program", "./regions", "--region", "none", status=(2,))
    assert error.endswith("the program has no region 'none'; its regions: 0 (outer), 1 (inner), "
                          "2 (calls), 4\n")
    _, error = tool(folder, "explain", "--program", "./regions", "--region", "oter", status=(2,))
    assert "has no region 'oter'; did you mean outer? Its regions: 0 (outer), " in error
    _, error = tool(folder, "explain", "--program", "./reads", "--region", "outer", status=(2,))
    assert error.endswith("the program has no region 'outer': it has none\n")


def test_input_of_a_program(folder):
    """The options of `run --program`; an exit status other than 0 is reported."""
    (folder / "one.txt").write_text("text\n")
    shown, error = tool(folder, "explain", "--program", "./reads", "--causes")
    assert "programs/reads, whole run" in shown and "programs/reads: exit status 3" in error
    _, error = tool(folder, "explain", "--program", "./reads", "--causes", "--args", "one.txt",
                    "--file", "one.txt", "--stdin", "one.txt", "--env", "NAME=1")
    assert error == ""


@pytest.mark.parametrize("words, error", [
    (("--program", "./absent"), "'./absent' does not exist"),
    (("--program", "./fixed", "more"), "--program: one program is explained at a time"),
    (("--program", "./fixed", "-c", "nop"), "--program cannot be combined with -c"),
    (("--args", "x", "-c", "nop"), "--args requires --program"),
    (("--program", "./fixed", "--cpu", "p2"), "can be explained only for p54c and p55c"),
])
def test_refused_options(folder, words, error):
    assert error in tool(folder, "explain", *words, status=(2,))[1]
