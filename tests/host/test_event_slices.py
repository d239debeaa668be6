# SPDX-License-Identifier: MIT
"""Slices of instructions and of clocks with `bareprobe run` on the default P54C, whose pin PM0 must
be wired to NMI for them."""
import pytest


@pytest.mark.parametrize("event", ["instructions", pytest.param("clocks", marks=pytest.mark.full)])
def test_slices_of_events_need_no_option(bareprobe, event):
    run = bareprobe("run", "-b", "apps/sort:*radix", "-e", "data_read,branches",
                    "experiment=multiplex",
                    f"source=event,{event},2000", "samples=10", "--no-log")
    assert run.returncode == 0, run.stdout + run.stderr
    assert ("bareprobe run: source=event: pin PM0 of the virtual Pentium is wired to NMI, as with "
            "--pm0-nmi\n") in run.stderr
    shown = bareprobe("show", "last", "--multiplex").stdout
    assert "2 events in 2 groups, slices of 2,000 " in shown
    assert "--pm0-nmi" in bareprobe("list", "runs", "-v").stdout + shown


@pytest.mark.full
def test_no_other_target_is_wired(bareprobe):
    """A Pentium II interrupts through its local APIC."""
    run = bareprobe("run", "--cpu", "p2", "-b", "thesis/wc", "-e", "data_mem_refs", "samples=20",
                    "experiment=multiplex", "source=event,instructions,20000", "--no-log")
    assert (run.returncode, "PM0" in run.stderr) == (0, False), run.stdout
