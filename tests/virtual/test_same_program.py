# SPDX-License-Identifier: MIT
"""The same bytes on each virtual P6 have the instructions, branches and references of the Pentium.
The programs are thesis/* and apps/*. The Pentium's counts are validated by WORK and
valgrind against derivations by hand. The Athlon's are in test_k7_counted.py.
Instructions and branches are equal: REP with its string instruction is one on both (SDM volume 3,
Tables 19-37 and 19-38), and none of these programs faults. References differ by definition, and
only for split accesses. A P5 counts each part of an access that crosses 4 bytes, or 8 for one of 8
bytes, and each split once in misaligned_data_memory_or_IO_references; so the number without parts
is data_read + data_write - misaligned. A P6 splits only at 8 bytes, and both halves count in
data_mem_refs and in misalign_mem_ref.
Regions that contain probes of other regions are left out, because on a P6 a probe is a call.
"""
import pytest

pytestmark = pytest.mark.full

PENTIUM = ("instructions_executed", "branches", "data_read", "data_write",
           "misaligned_data_memory_or_IO_references")
P6 = ("inst_retired", "br_inst_retired", "data_mem_refs", "misalign_mem_ref")
SETTINGS = ("command=thesis/*,apps/* repetitions=1 skip_initialization_run=yes exit=qemu "
            "events=")


def counts(vpentium, records, cpu, events):
    """Returns {(bench, region): {event: count}} of regions without probes of other regions."""
    done = vpentium(SETTINGS + ",".join(events), "-cpu", cpu, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    found = {}
    for record in records(done.stdout):
        if record["ev"] == "result" and record["event"] in events and \
                "inner_begins" not in record and "inner_ends" not in record:
            assert record["status"] == "ok", record
            found.setdefault((record["bench"], record["region"]), {})[record["event"]] = \
                float(record["mean"])
    return found


@pytest.fixture(name="pentium", scope="module")
def fixture_pentium(vpentium, records):
    found = counts(vpentium, records, "p54c", PENTIUM)
    assert len(found) > 60
    return found


def references(region):
    return region["data_read"] + region["data_write"] - region[PENTIUM[-1]]


@pytest.mark.parametrize("cpu", ("ppro", "p2", "p3"))
def test_a_p6_counts_what_a_pentium_does(vpentium, records, pentium, cpu):
    found = counts(vpentium, records, cpu, P6)
    assert found.keys() == pentium.keys()
    expected = {key: (region["instructions_executed"], region["branches"], references(region))
                for key, region in pentium.items()}
    assert {key: (region["inst_retired"], region["br_inst_retired"],
                  region["data_mem_refs"] - region["misalign_mem_ref"] / 2)
            for key, region in found.items()} == expected


def test_some_accesses_are_split(pentium):
    """If no access were split, the rule for splits would not be tested."""
    assert sum(region[PENTIUM[-1]] > 0 for region in pentium.values()) >= 3
