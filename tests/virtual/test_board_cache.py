# SPDX-License-Identifier: MIT
"""Detection of the second-level cache by timing, and cold runs on boards that do not flush it on
WBINVD (bus.l2_flushed_by_wbinvd=off)."""
import os
import pathlib
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
SETTINGS = "command=thesis/program1 events=count_clocks repetitions=1 exit=qemu"
STAYS_FULL = ["-set", "bus.l2_flushed_by_wbinvd=off"]
# With 4 MB there is too little memory to displace a cache of this size.
KEPT = ["-m", "4", "-set", "bus.l2_bytes=0x100000", *STAYS_FULL]


def size(kb):
    return ["-set", f"bus.l2_bytes={kb * 1024}"]


def machine_of(wire):
    [machine] = [record for record in wire if record["ev"] == "machine"]
    return machine


@pytest.mark.parametrize("options, state, kb", [
    ([], "flushed", "256"),
    (["-m", "4"], "flushed", "256"),
    (size(0), "none", None),
    (["-m", "4", *size(0)], "none", None),
    (["-m", "4", *size(64)], "flushed", "64"),
    (size(2048), "flushed", "2048"),
    (STAYS_FULL, "displaced", "256"),
    (["-m", "4", *size(512), *STAYS_FULL], "displaced", "512"),
    (["-m", "16", *size(1024), *STAYS_FULL], "displaced", "1024"),
    (["-m", "16", "-cpu", "p55c", *size(2048), *STAYS_FULL], "displaced", "2048"),
    (KEPT, "kept", "1024"),
    # A bus at the processor's clock, and the fastest memory (EDO with a 430HX, in the open row).
    (["-set", "bus.ratio_core=1", "-set", "bus.ratio_bus=1", "-set", "bus.l2=3-1",
      "-set", "bus.dram_read=5-2"], "flushed", "256"),
    (["-set", "cache.uncached_from=0", "-set", "cache.uncached_to=0xffffffff"], "unknown", None),
    (["-smi", "6200,3000"], "flushed", "256"),
])
def test_size_and_flushing_are_found(vpentium, records, options, state, kb):
    """SMIs that take half of the time do not change a median: each lasts longer than a few lines,
    and none longer than a chunk."""
    machine = machine_of(records(vpentium(SETTINGS, *options).stdout))
    assert (machine["l2"], machine.get("l2_kb")) == (state, kb)


@pytest.mark.parametrize("mhz", [75, 100, 133, 150, 166, 200, 233])
def test_a_cache_that_reaches_all_memory_is_said_to_at_each_clock(vpentium, records, mhz):
    """The result holds for any start of the kernel's free memory, and for any cost of a line at
    that ratio."""
    machine = machine_of(records(vpentium(SETTINGS, "-mhz", str(mhz)).stdout))
    assert (machine["l2_kb"], machine.get("l2_reach_mb")) == ("256", None)


def results(wire):
    return {(record["bench"], record["event"], record["of"] if "of" in record else ""):
            (record["mean"], record["sd"]) for record in wire if record["ev"] == "result"}


@pytest.mark.parametrize("command", fast_cases(2, [
    "memory/second_level", "thesis/program*", "memory/latency:size=?K:*", "apps/lu,apps/sort",
    "memory/latency", "apps/copy"]))
def test_cold_is_as_cold_where_the_cache_is_displaced(vpentium, records, command):
    """The second-level cache then contains lines that launch_repetition() itself reads before it
    flushes, but none that a region reads. This includes lines that restore() touches (lu, sort)."""
    settings = (f"command={command} state=cold repetitions=2 exit=qemu "
                "events=count_clocks,data_read_miss,data_write_miss,code_cache_miss")
    flushed, displaced = (results(records(vpentium(settings, *options).stdout))
                          for options in ([], STAYS_FULL))
    assert len(flushed) >= 4 and flushed == displaced


def test_cold_is_warmer_where_the_cache_is_kept(vpentium, records, tmp_path):
    """32 lines of a pointer chase miss the first-level cache and come either from the second level
    or from memory. Both the kernel and the host report this state."""
    settings = "command=memory/latency:size=1K:stride=32 state=cold events=count_clocks exit=qemu"
    flushed, kept = (vpentium(f"{settings} repetitions=2", *options)
                     for options in (KEPT[:4], KEPT))
    clocks = [float(mean) for run in (flushed, kept)
              for mean, _ in results(records(run.stdout)).values()]
    assert len(clocks) == 2 and clocks[1] < clocks[0]

    log = tmp_path / "log"
    log.write_text(kept.stdout)
    shown = subprocess.run([BAREPROBE, "show", log], capture_output=True, text=True, check=True)
    assert "\nsecond-level cache: 1024 KB, not flushed: state=cold empties only L1" in shown.stdout
    text = vpentium(f"{settings} repetitions=2 report=text", *KEPT).stdout
    [said] = [line for line in text.splitlines() if line.startswith(" second-level cache: ")]
    assert said == (" second-level cache: 1024 KB, not emptied by WBINVD: cold means L1 caches, "
                    "TLBs and BTB, not this cache")
    told = subprocess.run([BAREPROBE, "show", "--report=text", log], capture_output=True, text=True,
                          check=True)
    assert f"\n{said}\n" in told.stdout
    page = tmp_path / "page.html"
    subprocess.run([BAREPROBE, "html", log, "-o", page], check=True)
    assert "cache of this board (1024 KB) is not emptied for cold runs" in page.read_text()


@pytest.mark.parametrize("memory, options, reach", [
    ("96", ("-silicon", "l2-64mb"), "64"), ("96", ("-set", "bus.l2_reach=32"), "32"),
    ("64", ("-silicon", "l2-64mb"), None), ("96", (), None)])
def test_how_far_it_reaches_is_found(vpentium, records, memory, options, reach):
    """bus.l2_reach is in MB. If memory does not exceed it, the reach cannot be found."""
    run = vpentium("experiment=first_boot exit=qemu", "-m", memory, *options)
    [machine] = [record for record in records(run.stdout) if record["ev"] == "machine"]
    assert machine.get("l2_reach_mb") == reach
    assert (machine["l2"], machine["l2_kb"]) == ("flushed", "256")
    told = vpentium("experiment=first_boot exit=qemu report=text", "-m", memory, *options).stdout
    assert ("helps in the first" in told) == (reach is not None)
