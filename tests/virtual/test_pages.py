# SPDX-License-Identifier: MIT
"""paging=: misses of a data TLB with 64 entries, 16 sets of 4 ways, and of one with 8 entries for
pages of 4 MB."""
import pytest

from tiers import fast_cases

RINGS = pytest.mark.parametrize("ring", ("kernel", "user"))
SETTINGS = "events=data_tlb_miss repetitions=2 exit=qemu"


@pytest.fixture(name="misses", scope="module")
def fixture_misses(vpentium, records):
    """misses(settings, *options): the counts by benchmark and region; all repetitions are equal."""
    def misses(settings, *options):
        run = vpentium(f"{settings} {SETTINGS}", *options, image="bareprobe-test")
        assert run.returncode == 0, run.stdout[-2000:]
        wire = records(run.stdout)
        plan, = (r for r in wire if r["ev"] == "plan")
        assert f"paging={plan['paging']}" in settings
        results = [r for r in wire if r["ev"] == "result"]
        assert results and all(r["sd"] == "0" for r in results)
        return {(r["bench"], int(r["region"])): int(r["mean"]) for r in results}
    return misses


@RINGS
def test_sixty_five_pages_from_cold(misses, ring):
    """The TLB starts empty: each page misses once, and the first four pages of the stack's set
    displace the stack page. It is in the set's way 0 and three pages fill the free ways. The tree
    of pseudo-LRU then points to the half used longer ago and, in it, away from the last used way:
    to way 0. So the PUSHA that ends the region misses, too. In ring 3 the end goes through a gate,
    whose descriptor is read in ring 3: its page was displaced in the same way. A page of 4 MB
    misses once. Without paging no TLB is used."""
    cold = f"command=paging/walk privilege={ring} state=cold"
    of = {kind: misses(f"{cold} paging={kind}")["paging/walk", 0]
          for kind in ("mixed", "off", "4k", "4m")}
    assert of == {"mixed": 1, "off": 0, "4k": 65 + 1 + (ring == "user"), "4m": 1}


@pytest.mark.full
@pytest.mark.parametrize("state, ring", fast_cases(1, (
    ("warm", "user"), ("cold", "user"), ("warm", "kernel"), ("cold", "kernel"))))
def test_pages_that_fit_and_pages_that_do_not(misses, ring, state):
    """The comment in bench/memory/pages.c derives the counts. In ring 3 the page of the gate adds
    as above."""
    command = f"command=memory/pages privilege={ring} state={state}"
    assert {kind: [misses(f"{command} paging={kind}")["memory/pages", region]
                   for region in (0, 1, 4)] for kind in ("4k", "4m", "off", "mixed")} == {
        "4k": [0, 0, 128 + 1 + (ring == "user")], "4m": [0] * 3, "off": [0] * 3, "mixed": [0] * 3}


@RINGS
def test_warm_walk_of_large_pages(misses, ring):
    for kind in "off", "4m", "mixed":
        assert misses(f"command=paging/walk privilege={ring} paging={kind}") == {
            ("paging/walk", 0): 0}


@RINGS
@pytest.mark.parametrize("kind, expected", [("4k", 65), ("mixed", 65), ("4m", 0), ("off", 0)])
def test_in_4_mb(misses, ring, kind, expected):
    """All memory is in the first 4 MB: `mixed` equals `4k`. The one page of 4 MB is in use before
    the region."""
    got = misses(f"command=paging/walk privilege={ring} state=cold paging={kind}", "-m", "4")
    more = 1 + (ring == "user") if expected else 0
    assert got == {("paging/walk", 0): expected + more}


@pytest.mark.parametrize("megabytes", (8, 64, 128))
def test_tables_for_all_of_memory(misses, megabytes):
    got = misses("command=paging/walk state=cold paging=4k", "-m", str(megabytes))
    assert got == {("paging/walk", 0): 66}


def test_what_a_walk_costs_is_told(vpentium, records):
    """A walk is two reads of tables, each 10 bus clocks of 1.5 clocks, 2 of the walker, and up to
    one bus clock of synchronisation. Without paging no walk is found."""
    for kind in "4k", "4m":
        run = vpentium(f"command=memory/pages events=clocks repetitions=2 exit=qemu paging={kind}")
        found, = (r for r in records(run.stdout) if r["ev"] == "finding")
        assert found["name"] == "page_walk_as_paged"
        if kind == "4k":
            assert 2 * (15 + 2) <= float(found["value"]) <= 2 * (15 + 2 + 1.5) + 1
        else:
            assert found["text"] == "not seen"


@pytest.mark.parametrize("ring", fast_cases(1, ("user", "kernel")))
def test_guards_of_small_pages(vpentium, records, ring):
    """Guarded are NULL, the end of the stack and, in ring 3, the kernel. Accesses to NULL are not
    detected if paging=off."""
    command = "command=fault/null,fault/stack_overrun,fault/writes_kernel,thesis/program1"

    def faults(kind):
        run = vpentium(f"{command} paging={kind} privilege={ring} {SETTINGS}",
                       image="bareprobe-test")
        return [(r["bench"], r["vector"], r.get("what")) for r in records(run.stdout)
                if r["ev"] == "fault"]
    assert faults("4k") == faults("mixed")
    assert len(faults("4k")) == (3 if ring == "user" else 2)
    for kind in "off", "4m":
        run = vpentium(f"command=fault/null paging={kind} privilege={ring} {SETTINGS}",
                       image="bareprobe-test")
        assert run.returncode == 0
        text = vpentium(f"command=thesis/program1 paging={kind} privilege={ring} events=clocks "
                        "repetitions=1 report=text exit=qemu").stdout
        assert f" paging={kind}: no guard pages: writes to NULL" in text
        assert ("the kernel" in text) == (ring == "user")


def test_each_experiment_has_its_own(vpentium, records, tmp_path):
    """Several experiment files in one boot: the mapping of one does not affect the next."""
    names = []
    for number, kind in enumerate(("4k", "off", "4m", "4k", "mixed")):
        names.append(tmp_path / f"{number}.parms")
        names[-1].write_text(f"(p5mon\n command = paging/walk;\n paging = {kind};\n state = cold;\n"
                             " events = data_tlb_miss;\n repetitions = 2;\nend)\n")
    run = vpentium("exit=qemu", "-initrd", ",".join(map(str, names)), image="bareprobe-test")
    wire = records(run.stdout)
    assert [r["mean"] for r in wire if r["ev"] == "result"] == ["66", "0", "1", "66", "1"]
    assert run.returncode == 0


def test_what_makes_page_tables_needs_paging(vpentium, records):
    """The message is printed once per benchmark, for any number of cases."""
    run = vpentium("command=memory/data_tlb,thesis/hello events=clocks repetitions=1 paging=off "
                   "exit=qemu")
    wire = records(run.stdout)
    errors = [r["what"] for r in wire if r["ev"] == "error"]
    assert errors == ["memory/data_tlb: not run: it needs page tables, but paging=off"]
    assert {r["bench"] for r in wire if r["ev"] == "result"} == {"thesis/hello"}
    assert run.returncode == 1
