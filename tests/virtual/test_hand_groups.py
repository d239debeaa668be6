# SPDX-License-Identifier: MIT
"""Groups of events by hand, events=a+b/c: each group is a pass of exact counting, and a group of
multiplexing. The scheduler would form other groups."""
import pytest

GROUPS = "instructions+branches/data_read/data_read_miss+data_write_miss"


def test_each_group_is_a_pass(vpentium, records):
    """thesis/program1 executes 305 instructions, 100 of them branches (Figure 5.10), in any
    group. The scheduler would need 3 passes for 5 events too, but would put
    data_read together with another event."""
    run = vpentium(f"command=thesis/program1 events={GROUPS} repetitions=1 exit=qemu")
    results = [r for r in records(run.stdout) if r["ev"] == "result"]
    plan, = [r for r in records(run.stdout) if r["ev"] == "plan"]
    assert (run.returncode, plan["passes"], plan["passes_lower_bound"]) == (0, "3", "3")
    assert [(r["event"], r["counter"]) for r in results] == [
        ("instructions_executed", "0"), ("branches", "1"), ("data_read", "0"),
        ("data_read_miss", "0"), ("data_write_miss", "1")]
    assert [r["mean"] for r in results[:2]] == ["305", "100"]


@pytest.mark.parametrize("groups, why", [
    ("data_read/flops+branches+data_write", "group 2 (flops + branches + data_write) cannot be "
     "counted in one pass: there are 2 counters for 3 events"),
    ("data_read+branches experiment=multiplex source=event,instructions", "group 1 (data_read + "
     "branches) cannot be counted in one pass: only 1 of 2 counters can be used, for 2 events"),
    ("code_read+clocks", "group 1 (code_read + count_clocks) cannot be counted in one pass: probes "
     "count several of them exactly only on the counter that they read next to the region")])
def test_a_group_that_does_not_fit_is_named(vpentium, records, groups, why):
    run = vpentium(f"command=thesis/program1 events={groups} exit=qemu")
    errors = [r["what"] for r in records(run.stdout) if r["ev"] == "error"]
    assert (run.returncode, errors) == (1, ["events: " + why])


def test_groups_of_multiplexing(vpentium, records):
    """The counter that ends a slice is in no group: `code_read+clocks` needs both counters, and
    samples by the timer leave both to it."""
    run = vpentium("command=thesis/wc experiment=multiplex samples=20 exit=qemu "
                   "events=code_read+clocks/branches weights=2,1")
    groups = [(r["event"], r["group"], r["groups"], r["share"]) for r in records(run.stdout)
              if r["ev"] == "multiplex"]
    assert run.returncode == 0
    assert groups == [("code_read", "0", "2", "2"), ("count_clocks", "0", "2", "2"),
                      ("branches", "1", "2", "1")]
