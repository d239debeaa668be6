# SPDX-License-Identifier: MIT
"""`bareprobe run --cpu`: events of a P6 and an Athlon with modifiers, from the option to the
output, and input errors that are found before the boot."""
import re

import pytest

from tiers import fast_cases


def test_modifiers_come_back_as_names(bareprobe):
    """Program 1 retires 305 instructions, a hundred of them branches (bench/thesis/program1.asm),
    and reads and writes memory once each: r0043 is data_mem_refs. Clocks without a retired uop and
    those with one add up to all clocks."""
    done = bareprobe("run", "--cpu", "p2", "--mhz", "100", "-b", "thesis/program1", "-r", "2",
                     "--no-log", "--report", "text", "-e",
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


def test_a_pentium_4_counts_in_its_notation(bareprobe):
    """Program 1 retires 305 instructions in ring 0, a hundred of them branches, 99 taken, and loads
    and stores once each. The output names the events instead of register values. The instruction
    with the load is tagged, and 304 are not. branch_retired twice and front_end_event need three
    values of CRU_ESCR2 and 3."""
    events = ["instructions", "branches", "branch_retired:mmtp+mmtm", "memory_loads",
              "instr_retired:nbogusntag", "0x00039000/0x04000208@12",
              "global_power_events", "instr_retired:c=16:i"]
    done = bareprobe("run", "--cpu", "p4", "--mhz", "1300", "-b", "thesis/program1", "-r", "2",
                     "--no-log", "--report", "text", "-e", ",".join(events))
    assert done.returncode == 0, done.stderr
    found = {name: float(mean) for name, mean in
             re.findall(r"^        ([\w:=+@]+)(?: \(\w+\))?: (\S+) \+/-", done.stdout, re.M)}
    assert found.pop("global_power_events") == found.pop("instr_retired:c=16:i")
    assert found == {"instr_retired": 305, "branch_retired": 100, "branch_retired:mmtp+mmtm": 99,
                     "memory_loads": 1, "instr_retired:nbogusntag": 304,
                     "instr_retired:nbogusntag@12": 304}
    assert " events: 8, passes: 2 (lower bound: 2)" in done.stdout
    shown = bareprobe("show", "last").stdout
    assert re.search(r"instr_retired:c=16:i .* clocks", shown) and "rejected" not in shown


@pytest.mark.parametrize("cpu, event, said", [
    ("p2", "l2_lds", "'l2_lds' is not an event; did you mean l2_ads?"),
    ("p2", "data_read", "only a processor of the family p5 counts it"),
    ("p54c", "cpu_clk_unhalted", "only a processor of the family p6 or the Athlon and Duron "),
    ("ppro", "mmx_assist", "only the Pentium II or the Pentium III or the Pentium M counts it"),
    ("p3", "l2_ld:xyz", "':xyz' is not allowed; allowed: :u (3), "),
    ("k7", "retired_ops:c=256", "':c=256' is not allowed; allowed: "),
    ("p54c", "data_read:c=1", "':c=1' is not a ring; allowed: :u (3), :k (0 to 2), :uk"),
    ("p4", "memory_load", "'memory_load' is not an event; did you mean memory_loads?"),
    ("p4", "branch_retired:mmtb", "':mmtb' is not allowed; allowed: :u, :k, :uk, :c=1 to :c=16, "),
    ("p4", "instr_completed", "'instr_completed': event not on this processor: only the Pentium 4 "
     "from model 3 on counts it"),
    ("p4", "instr_retired@0", "counter 0 cannot count instr_retired; allowed: @12 "),
    ("p4", "0x39000/0x0c000204@12", "no document lists an event with select 06h in CRU_ESCR0; "
     "branch_retired needs CCCR 0x0003b000"),
])
def test_refused_before_it_boots(bareprobe, cpu, event, said):
    done = bareprobe("run", "--cpu", cpu, "-b", "thesis/hello", "-e", event)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_no_switch_for_it(bareprobe):
    done = bareprobe("run", "--cpu", "athlon", "-b", "thesis/hello", "--ablate", "branch,l1")
    assert done.returncode == 2 and not done.stdout
    assert "--ablate: 'branch,l1': on this processor only l1 can be switched off" in done.stderr


def test_no_such_processor(bareprobe):
    done = bareprobe("run", "--cpu", "p9", "-b", "thesis/hello")
    assert done.returncode == 2
    assert ("'p9' is not a processor; allowed: p54c, p55c, ppro, p2, p3, k7, willamette, "
            "northwood, prescott; aliases: pentium, ") in done.stderr


@pytest.mark.parametrize("word, mhz, processor", fast_cases(3, [
    ("pentium", 60, "Intel Pentium (P54C)"), ("Pentium-MMX", 120, "Intel Pentium MMX (P55C)"),
    ("pentium-4", 1300, "Intel Pentium 4 (Northwood)"),
    ("pentiumpro", 100, "Intel Pentium Pro"), ("pentium2", 100, "Intel Pentium II or Celeron"),
    ("Pentium III", 100, "Intel Pentium III or Celeron"),
    ("athlon", 500, "AMD Athlon or Duron")]))
def test_words_for_processors(bareprobe, word, mhz, processor):
    done = bareprobe("run", "--cpu", word, "--mhz", mhz, "-b", "thesis/program1", "-r", "1",
                     "--no-log", "--no-store", "--report", "text", "-e", "instructions")
    assert done.returncode == 0, done.stderr
    assert f" processor: {processor}, " in done.stdout


def test_a_list_knows_them(bareprobe):
    for word, cpu in (("Pentium_Pro", "ppro"), ("pentium", "p54c"), ("Pentium-MMX", "p55c"),
                      ("pentiumpro", "ppro"), ("pentium2", "p2"), ("Pentium III", "p3"),
                      ("athlon", "k7")):
        assert bareprobe("list", "events", "--cpu", word).stdout == \
            bareprobe("list", "events", "--cpu", cpu).stdout != ""
    assert "aliases: pentium, " in bareprobe("list", "events", "--cpu", "p9").stderr
