# SPDX-License-Identifier: MIT
"""Events as libpfm4 and PAPI write them, through the commands: tests/reference/test_pfm.py compares
all selectors. Register values are those of libpfm4 4.13.0 (Debian's libpfm4:i386), without the
second logical processor's bits, which it sets on a Pentium 4 (ESCR bits 1-0)."""
import re

import pytest

from tiers import fast_cases


def registers(bareprobe, events, cpu="northwood"):
    """(CCCR, ESCR) of each counter, and the output."""
    done = bareprobe("list", "registers", events, "--cpu", cpu)
    assert done.returncode == 0, done.stderr
    return [(int(cccr, 16), int(escr, 16)) for cccr, escr in
            re.findall(r"^ *\d+  (0x\w+)  \S+ +(0x\w+)", done.stdout, re.M)], done.stdout


@pytest.mark.parametrize("event, cccr, escr", [
    # Not a comparison: with bit 18 (compare) and threshold 0, as before, it counted clocks.
    ("instr_retired:nbogusntag:u:thr=0", 0x39000, 0x4000204),
    ("netburst::instr_retired:NBOGUSNTAG:k=0:u=1:e=0:cmpl=0:thr=0", 0x39000, 0x4000204),
    ("netburst::instr_retired:NBOGUSNTAG:k=0:u=1:e=1:cmpl=1:thr=3", 0x13f9000, 0x4000204),
    ("netburst::instr_retired:NBOGUSNTAG:k=1:u=1:e=0:cmpl=1:thr=0", 0xf9000, 0x400020c),
    ("netburst_p::instr_completed:NBOGUS:k=1:u=1:e=0:cmpl=0:thr=0", 0x39000, 0xe00020c),
    ("instr_retired:nbogusntag:u:c=0:i=0", 0x39000, 0x4000204),
    ("uops_type:TAGLOADS:uk", 0x35000, 0x400040c),
    ("netburst::x87_FP_uop:ALL:TAG0:k=1:u=1:e=0:cmpl=0:thr=0", 0x33000, 0x900003c),
    ("ioq_allocation:TYPE_BIT0:ALL_READ:OWN:uk", 0x3d000, 0x640420c),
])
def test_registers_are_libpfm4s(bareprobe, event, cccr, escr):
    cpu = "prescott" if event.startswith("netburst_p:") else "northwood"
    assert registers(bareprobe, event, cpu)[0] == [(cccr, escr)], "libpfm4 4.13.0"


def test_a_part_of_replay_event_is_the_event_of_its_tag(bareprobe):
    """PEBS_ENABLE and PEBS_MATRIX_VERT: SDM volume 3, Table 19-33."""
    found, text = registers(bareprobe, "netburst::replay_event:NBOGUS:L1_LD_MISS:k=1:u=1:e=0:"
                                       "cmpl=0:thr=0")
    assert found == [(0x3b000, 0x1200020c)]
    assert "PEBS_ENABLE 0x01000001, PEBS_MATRIX_VERT 0x1" in text


@pytest.mark.parametrize("words, names", [
    ("instructions,clocks", ["global_power_events", "instr_completed"]),
    ("branches:u", ["branch_retired"])])
def test_list_registers_takes_the_words_of_run(bareprobe, words, names):
    text = registers(bareprobe, words, "prescott")[1]
    assert sorted(re.findall(r"(\w+)(?::\S+)?$", text, re.M)[1:]) == sorted(names)


def test_list_registers_takes_groups(bareprobe):
    """The events of the group `branch` that `list groups` shows, each once."""
    listed = bareprobe("list", "groups", "branch", "--cpu", "northwood").stdout
    members = re.findall(r"^(?:branch)? +(\w+)", listed, re.M)
    text = registers(bareprobe, "branch")[1]
    counted = [row.split()[-1].split(":")[0] for row in text.splitlines()
               if re.match(r" *\d+ +0x", row) and "tags for" not in row]
    assert counted and len(counted) == len(set(counted)) and set(counted) == set(members)


@pytest.mark.parametrize("cpu, asked, stored", fast_cases(1, [
    ("northwood", "netburst::instr_retired:NBOGUSNTAG:k=0:u=1:e=0:cmpl=0:thr=0",
     ("instr_retired:nbogusntag", "user")),
    ("p2", "pii::L2_LD:M:E:k=0:u=1:e=0:i=0:c=0", ("l2_ld:me", "user")),
    ("k7", "amd64_k7::RETIRED_BRANCH_INSTRUCTIONS:k=1:u=0:e=0:i=0:c=0",
     ("retired_branches", "kernel"))]))
def test_run_takes_full_names(bareprobe, cpu, asked, stored):
    done = bareprobe("run", "--cpu", cpu, "-b", "thesis/hello", "-r", "1", "-e", asked,
                     "--report", "records", "--no-store", "--no-log")
    assert done.returncode == 0, done.stderr
    event, ring = re.search(r'ev=result .*?event="?([^ "]+)"? .*?ring=(\w+)', done.stdout).groups()
    assert (event, ring) == stored


@pytest.mark.parametrize("cpu, event, said", [
    ("northwood", "pii::INST_RETIRED",
     "'pii::' is not a table of this processor; libpfm4's are: netburst:: netburst_p::"),
    ("p54c", "pii::INST_RETIRED", "'pii::': libpfm4 has no table of this processor; remove it"),
    ("p2", "inst_retired:k=0", "the rings are :u=0 and :k=0; one of them must be 1"),
    ("p2", "pii::INST_RETIRED:", "':' is not allowed"),
    ("northwood", "instr_retired:nbogusntag:", "':' is not allowed"),
    ("northwood", "xyzzy", "registers as CCCR/ESCR@COUNTER, cache, branch, pipe, stall, bus, mmx"),
    ("k7", "xyzzy", "selectors such as r00c0, cache, branch, pipe, stall, bus, time_stamp"),
    ("p54c", "xyzzy", "codes such as 0x12, cache, branch, pipe, stall, bus, time_stamp")])
def test_refused_names(bareprobe, cpu, event, said):
    done = bareprobe("run", "--cpu", cpu, "-b", "thesis/hello", "-e", event)
    assert done.returncode == 2 and said in done.stderr


def test_events_that_do_not_fit_into_the_one_pass_of_an_interval(bareprobe):
    """Counting for a time has one pass, and the front end has one tag. 10 ms of a Northwood are 16
    million clocks."""
    done = bareprobe("monitor", "--cpu", "northwood", "-c",
                     "count memory_loads,memory_stores for 10ms; "
                     "count memory_loads,x87_fp_retired for 10ms")
    assert "2 events need more than 1 pass, the most possible here: memory_stores:k does not fit" \
        in done.stdout + done.stderr
    assert re.search(r"^memory_loads: [1-9]\d* in 16\d{6} clocks$", done.stdout, re.M)
