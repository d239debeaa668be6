# SPDX-License-Identifier: MIT
"""`bareprobe plan` prints the passes and groups that the kernel then counts."""
import re

import pytest

from tiers import fast_cases


def planned(text):
    """Returns (pass or group, counter, position, event) of each row of the table."""
    lines = iter(text.splitlines())
    header = next(line for line in lines if re.match(r"( pass|pass|group) ", line))
    rows, number = [], 0
    columns = {word: (header.index(word), header.index(word) + len(word))
               for word in header.split()}
    for line in lines:
        if not line.startswith(" ") or line.startswith("  then"):
            break
        first = line[:columns[header.split()[0]][1]].strip()
        number = int(first) if first else number
        words = line.split()
        counter = line[columns["counter"][0]:columns["counter"][1]].strip()
        read = next((w for w in words if w in ("near", "far")), None)
        rows.append((number, counter, read, words[-1]))
    return rows


def plan_of(bareprobe, *words):
    run = bareprobe("plan", *words)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("cpu, words", fast_cases(1, [
    ("p54c", ["-e", "instructions,branches,data_read,clocks,code_cache_miss,flops"]),
    ("k7", ["-e", "instructions,clocks,data_cache_accesses,data_cache_misses,branches"]),
    ("p55c", ["-e", "all"]), ("p54c", ["-e", "all:u,all:k"]),
    ("p54c", ["-e", "code_read+flops/branches+clocks/data_read", "state=both"]),
    ("p2", ["-e", "instructions,clocks,data_mem_refs,dcu_lines_in,flops,mul"]),
    ("northwood", ["-e", "branch_retired:mmtp+mmtm,instr_retired,uops_retired,x87_fp_uop"])]))
def test_passes_are_those_of_the_run(bareprobe, cpu, words):
    """Results are sent pass by pass, in the order of the requested events. A pass ends where a
    counter is used again, and the events of these lists fill passes."""
    rows = planned(plan_of(bareprobe, "--cpu", cpu, "-b", "thesis/program1", *words))
    run = bareprobe("run", "--cpu", cpu, "-b", "thesis/program1", *words, "-r", "1", "--report",
                    "records", "--no-store", "--no-log")
    results = [dict(re.findall(r"(\w+)=(\S+)", line)) for line in run.stdout.splitlines()
               if " ev=result " in line and " state=warm " in line]
    passes = int(re.search(r" ev=plan .* passes=(\d+)", run.stdout)[1])
    assert passes == max(row[0] for row in rows)
    found, number, counters = [], 1, set()
    for result in results:
        if result["counter"] in counters:
            number, counters = number + 1, set()
        counters.add(result["counter"])
        found.append((number, result["counter"], result.get("position"),
                      result["event"].split(":")[0]))
    assert sorted(found) == sorted(row[:3] + (row[3].split(":")[0],) for row in rows)


def test_groups_are_those_of_the_run(bareprobe):
    words = ("-b", "apps/sort:*radix", "-e", "code_read+clocks/branches,flops",
             "experiment=multiplex",
             "weights=2,1", "samples=12")
    text = plan_of(bareprobe, *words)
    run = bareprobe("run", *words, "--report", "records", "--no-store", "--no-log")
    groups = [(int(g) + 1, e, s) for e, g, s in re.findall(
        r" ev=multiplex .* event=(\S+) group=(\d+) .* share=(\d+)", run.stdout)]
    assert [(number, event) for number, _, _, event in planned(text)] == [g[:2] for g in groups]
    assert re.findall(r"^ +\d+ +(\d+) +\d", text, re.M) == ["2", "1", "1"]
    assert "a round: 4 slices, in a random order for each round; 12 samples: 3 rounds;" in text
    assert re.search(r" ev=multiplex .* rounds=3 ", run.stdout)


def test_cases_and_runs_are_counted(bareprobe):
    """apps/sort has two variants; two states; 3 events need 2 passes."""
    text = plan_of(bareprobe, "-b", "apps/sort,thesis/wc", "-e", "data_read,branches,flops", "-r",
                   "3", "state=both")
    assert text.startswith("p54c: 3 events in 2 passes, 2 counters\n")
    assert "3 cases: apps/sort:variant=quicksort, apps/sort:variant=radix, thesis/wc\n" in text
    assert "3 x 2 x 2 x 3 = 36 counted runs" in text.replace("\n  ", " ")
    assert max(map(len, text.splitlines())) < 80


def test_runs_beyond_32_bits_are_counted(bareprobe):
    """2^32 is 4,294,967,296. Three cases, each in 2 states with 4 ablations (none, too), in 20
    passes of all 39 events."""
    text = plan_of(bareprobe, "-b", "apps/sort,thesis/wc", "-r", "10000000", "--state", "both",
                   "--ablate", "branch,vpipe,l1").replace("\n  ", " ")
    assert "3 x 8 x 20 x 10000000 = 4800000000 counted runs" in text


def test_a_program_is_one_case(bareprobe):
    text = plan_of(bareprobe, "command=./any", "-e", "data_read,branches", "-r",
                   "3").replace("\n  ", " ")
    assert "1 program: ./any\n" in text and "1 x 1 x 1 x 3 = 3 counted runs" in text


def test_the_counter_that_ends_slices_is_in_no_group(bareprobe):
    text = plan_of(bareprobe, "-b", "thesis/wc", "-e", "data_read,branches", "experiment=multiplex",
                   "source=event,instructions,20000")
    assert "2 groups, 1 counter; counter 0 counts instructions_executed\n" in text
    assert [row[1] for row in planned(text)] == ["1", "1"]


def test_groups_by_hand_are_compared_with_the_schedulers(bareprobe):
    text = plan_of(bareprobe, "-b", "thesis/wc", "-e", "data_read/branches")
    assert text.startswith(
        "p54c: 2 events in 2 passes, 2 counters; 1 would be enough without groups by hand\n")


@pytest.mark.parametrize("words, why", [
    (["-e", "data_read+branches+flops"], "there are 2 counters for 3 events"),
    (["-e", "data_raed"], "'data_raed' is not an event; did you mean data_read?"),
    (["-b", "apps/sorry"], "no benchmark matches 'apps/sorry'; did you mean apps/sort?"),
    (["-e", "data_read", "experiment=multiplex", "weights=1,2"],
     "weights: 2 given, but the events form 1 group"),
    (["-e", "data_read,flops,branches", "experiment=multiplex", "samples=1"],
     "samples: 1 are fewer than the 2 slices of a round"),
    (["experiment=score"], "experiment: only measure, profile, rates and multiplex have passes")])
def test_errors(bareprobe, words, why):
    run = bareprobe("plan", *words)
    assert (run.returncode, run.stdout) == (2, "")
    assert why in run.stderr
