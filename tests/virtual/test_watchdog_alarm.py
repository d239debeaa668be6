# SPDX-License-Identifier: MIT
"""The watchdog ends benchmarks that do not end on every processor, and with a local APIC also those
that disable interrupts. tests/bench/deaf/ has these."""
import pytest

from tiers import fast_cases

# The slowest clocks: a second has the fewest.
MHZ = {"p54c": "60", "p55c": "60", "ppro": "100", "p2": "100", "p3": "100", "k7": "500",
       "willamette": "1300", "northwood": "1300", "prescott": "1300"}
PENTIUM_4 = ("northwood", "prescott")
WITH_APIC = ("northwood", "k7", "p2", "prescott", "ppro", "p3", "willamette")
WATCHDOG = "40"  # as in docs/records.md


def watched(vpentium, records, cpu, bench, *options, settings=""):
    """Returns the plan, the fault or None, and the records of the run."""
    done = vpentium(f"command={bench} events=instructions repetitions=1 watchdog=1 exit=qemu "
                    f"{settings}", "-cpu", cpu, "-mhz", MHZ[cpu], *options,
                    image="bareprobe-test")
    wire = records(done.stdout)
    assert wire[-1]["ev"] == "done"
    plan = next(record for record in wire if record["ev"] == "plan")
    return plan, next((r for r in wire if r["ev"] == "fault"), None), wire


@pytest.mark.parametrize("cpu", fast_cases(2, WITH_APIC))
def test_an_nmi_ends_what_disables_interrupts(vpentium, records, cpu):
    """CLI, then HLT for ever. The NMI of the second benchmark is accepted, too."""
    plan, _, wire = watched(vpentium, records, cpu, "deaf/halt,fault/halt")
    assert (plan["watchdog"], plan["alarm"]) == ("1", "nmi")
    faults = [record for record in wire if record["ev"] == "fault"]
    assert len(faults) == 2
    assert {(f["vector"], f["what"]) for f in faults} == {
        (WATCHDOG, "did not end within 1 second; watchdog=SECONDS sets the limit")}


@pytest.mark.full
@pytest.mark.parametrize("cpu", ("p2", "k7"))
def test_an_nmi_ends_a_loop(vpentium, records, cpu):
    """Without a Pentium 4: simulating 1.3 billion clocks of a loop takes minutes."""
    _, fault, _ = watched(vpentium, records, cpu, "deaf/spin")
    assert (fault["vector"], fault["code"][:4]) == (WATCHDOG, "ebfe")


@pytest.mark.parametrize("cpu", fast_cases(3, ("p54c", "p55c", "northwood", "p2", "k7",
                                               "prescott")))
def test_an_alarm_ends_what_waits(vpentium, records, cpu):
    """On every processor; a P5 has no APIC, so there the alarm is an interrupt."""
    plan, fault, _ = watched(vpentium, records, cpu, "fault/halt")
    assert plan["alarm"] == ("nmi" if cpu in WITH_APIC else "interrupt")
    assert (fault["vector"], fault["what"]) == (
        WATCHDOG, "did not end within 1 second; watchdog=SECONDS sets the limit")


@pytest.mark.parametrize("cpu", fast_cases(1, ("northwood", "k7", "p2")))
def test_a_timer_interrupts_after_an_nmi_was_tried(vpentium, records, cpu):
    """The controllers' requests are interrupts again, and the handler costs clocks."""
    done = vpentium("command=thesis/program2 experiment=profile source=timer,2000 samples=10 "
                    "exit=qemu", "-cpu", cpu, "-mhz", MHZ[cpu])
    sampling = next(r for r in records(done.stdout) if r["ev"] == "sampling")
    assert int(sampling["samples"]) > 0 and float(sampling["handler"]) > 100


@pytest.mark.parametrize("left", fast_cases(1, ("off", "virtual-wire")))
def test_the_apic_may_be_off(vpentium, records, left):
    """Once disabled in APIC_BASE it cannot be used, so the alarm is an interrupt."""
    plan, fault, _ = watched(vpentium, records, "p2", "fault/halt", "-apic", left)
    assert plan["alarm"] == ("interrupt" if left == "off" else "nmi")
    assert fault["vector"] == WATCHDOG


@pytest.mark.parametrize("clock", ("none", "stuck"))
def test_what_was_not_seen_is_unproved(vpentium, records, clock):
    plan, fault, _ = watched(vpentium, records, "p54c", "thesis/program1", "-rtc", clock)
    assert plan["watchdog"] == "unproved" and "alarm" not in plan and not fault


@pytest.mark.parametrize("bench, cpu, ring", fast_cases(2, [
    (f"pcl/{name}", cpu, ring) for ring in ("kernel", "user")
    for name, cpu in (("codes", "northwood"), ("sums:by=pcl", "prescott"),
                      ("sums:by=pcl", "northwood"), ("codes", "prescott"))]))
def test_a_library_may_replace_the_plan_of_counters(vpentium, records, bench, cpu, ring):
    """The library of these benchmarks plans counters during the run, so that the kernel has to
    plan its own again before the next run, on the small stack of boot/launch.asm."""
    _, fault, wire = watched(vpentium, records, cpu, bench, settings=f"privilege={ring}")
    assert not fault and wire[-1]["status"] == "ok"
    assert any(record["ev"] == "output" for record in wire)
