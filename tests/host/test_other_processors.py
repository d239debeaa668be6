# SPDX-License-Identifier: MIT
"""bareprobe run --cpu: events of a P6 and an Athlon with modifiers, from what is asked to what is
shown, and what is refused before anything boots."""
import re

import pytest


def test_modifiers_come_back_as_names(bareprobe):
    """Program 1 retires 305 instructions, a hundred of them branches (bench/thesis/program1.asm),
    and reads and writes memory once each: r0043 is data_mem_refs. Clocks without a uop retired and
    those with one are all clocks."""
    done = bareprobe("run", "--cpu", "p2", "-b", "thesis/program1", "-r", "2", "--no-log", "-e",
                     "instructions,branches,clocks,r0043,uops_retired:c=1,uops_retired:c=1:i")
    assert done.returncode == 0, done.stderr
    found = {name: float(mean) for name, mean in
             re.findall(r"^        ([\w:=]+): (\S+) \+/-", done.stdout, re.M)}
    assert (found["inst_retired"], found["br_inst_retired"], found["data_mem_refs"]) == \
        (305, 100, 2)
    assert found["uops_retired:c=1"] + found["uops_retired:c=1:i=1"] == found["cpu_clk_unhalted"]
    assert "#  " in done.stdout and " CPI" in done.stdout
    assert " model: instructions, branches and references are exact" in done.stdout
    shown = bareprobe("show", "last").stdout
    assert re.search(r"uops_retired:c=1:i=1 .* clocks", shown) and "rejected" not in shown


@pytest.mark.parametrize("cpu, event, said", [
    ("p2", "l2_lds", "'l2_lds' is not an event; did you mean l2_ads?"),
    ("p2", "data_read", "only a processor of the family p5 counts it"),
    ("p54c", "cpu_clk_unhalted", "only a processor of the family p6 or the Athlon and Duron "),
    ("ppro", "mmx_assist", "only the Pentium II or the Pentium III or the Pentium M counts it"),
    ("p3", "l2_ld:xyz", "':xyz' is not allowed; allowed: :u (3), "),
    ("k7", "retired_ops:c=256", "':c=256' is not allowed; allowed: "),
    ("p54c", "data_read:c=1", "':c=1' is no ring; allowed: :u (3), :k (0 to 2), :uk"),
])
def test_refused_before_it_boots(bareprobe, cpu, event, said):
    done = bareprobe("run", "--cpu", cpu, "-b", "thesis/hello", "-e", event)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_no_switch_for_it(bareprobe):
    done = bareprobe("run", "--cpu", "athlon", "-b", "thesis/hello", "--ablate", "branch,l1")
    assert done.returncode == 2 and not done.stdout
    assert "--ablate: 'branch,l1': this processor has a documented switch for l1 alone" in \
        done.stderr


def test_no_such_processor(bareprobe):
    done = bareprobe("run", "--cpu", "p4", "-b", "thesis/hello")
    assert done.returncode == 2
    assert ("'p4' is not a processor; allowed: p54c, p55c, ppro, p2, p3, k7; understood, too: "
            "pentium, ") in done.stderr


@pytest.mark.parametrize("word, processor", [
    ("pentium", "Intel Pentium (P54C)"), ("Pentium-MMX", "Intel Pentium MMX (P55C)"),
    ("pentiumpro", "Intel Pentium Pro"), ("pentium2", "Intel Pentium II or Celeron"),
    ("Pentium III", "Intel Pentium III or Celeron"), ("athlon", "AMD Athlon or Duron")])
def test_words_for_processors(bareprobe, word, processor):
    done = bareprobe("run", "--cpu", word, "-b", "thesis/program1", "-r", "1", "--no-log",
                     "--no-store", "-e", "instructions")
    assert done.returncode == 0, done.stderr
    assert f" processor: {processor}, " in done.stdout


def test_a_list_knows_them(bareprobe):
    assert bareprobe("list", "events", "--cpu", "Pentium_Pro").stdout == \
        bareprobe("list", "events", "--cpu", "ppro").stdout != ""
    assert "understood, too: pentium, " in bareprobe("list", "events", "--cpu", "p9").stderr
