# SPDX-License-Identifier: MIT
"""--account: the clocks of each region equal those of its counter, and are divided correctly by
cause."""
import csv

import pytest

from tiers import full

CAUSES = ("AGI prefix first mispredict code TLB read write bank misaligned lock x87 IO entry "
          "halted").split()
PARTS = ["issue", "executing", "x87_executing", *CAUSES]
KEYS = ("bench", "region", "event", "ring", "state", "ablate", "counter")


def read(path):
    """Returns the lines of the file, each a dict, grouped by kind and by the fields of a result."""
    with open(path, encoding="ascii") as file:
        lines = [line for line in file if not line.startswith("#")]
    found = {}
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        found.setdefault((row["kind"], *(row[key] for key in KEYS)), []).append(row)
    return found


@pytest.fixture(name="account", scope="module")
def fixture_account(vpentium, records, tmp_path_factory):
    """account(settings, *options): the results that count clocks, and the lines of the file."""
    def run(settings, *options, image="bareprobe"):
        path = tmp_path_factory.mktemp("account") / "out.tsv"
        done = vpentium(f"{settings} exit=qemu", "-account", path, *options, image=image)
        wire = [r for r in records(done.stdout) if r["ev"] == "result"]
        return [r for r in wire if r["event"] in ("count_clocks", "time_stamp")], read(path)
    return run


def one(lines, kind, bench, region="0"):
    rows = [row for key, of in lines.items() if key[:3] == (kind, bench, region) for row in of]
    assert len(rows) == 1
    return {name: value for name, value in rows[0].items() if name in PARTS + ["clocks"]}


def figures(**parts):
    """Returns the columns of a line. Columns that are not named are 0."""
    return {name: str(parts.get(name, 0)) for name in PARTS + ["clocks"]}


def test_program1_by_hand(account):
    """The region takes 209 clocks, as derived in bench/thesis/program1.asm. U slots: 100 iterations
    of INC paired with DEC and of JNS; PUSH; MOV with MOV; XOR; LEAVE. LEAVE takes 3 clocks, 2 of
    them beyond its slot. The last JNS is mispredicted: 4 clocks, 3 of them beyond its slot."""
    results, lines = account("command=thesis/program1 repetitions=1 events=count_clocks")
    assert [r["mean"] for r in results] == ["209"]
    assert one(lines, "corrected", "thesis/program1") == figures(
        clocks=209, issue=204, executing=2, mispredict=3)


def test_program2_by_hand(account):
    """The region takes 41 clocks. U slots: PUSH; MOV with SUB; XOR; three iterations of INC paired
    with INC and of CMP with JLE; LEAVE. INC of memory takes 3 clocks, 2 beyond its slot, three
    times, and so does LEAVE. Each of INC's reads and writes is misaligned, 3 clocks. In the first
    iteration EDX, a part of its address, is written in the clock before: an interlock. The last JLE
    is mispredicted in V: 5 clocks in all, one of them the slot of CMP."""
    _, lines = account("command=thesis/program2 repetitions=1 events=count_clocks")
    assert one(lines, "corrected", "thesis/program2") == figures(
        clocks=41, issue=10, executing=8, misaligned=18, AGI=1, mispredict=4)


def check(results, lines):
    """Checks that each result has a line and that every sum is correct. Returns the number of
    results."""
    for result in results:
        assert result["status"] == "ok"
        key = tuple(result[name] for name in KEYS)
        (region,), (corrected,) = (lines[kind, *key] for kind in ("region", "corrected"))
        n = int(result["n"])
        assert int(region["repetitions"]) == n
        assert int(region["entries"]) == n * int(result["entries"])
        assert int(region["clocks"]) == n * float(result["raw"])
        assert float(corrected["clocks"]) == n * float(result["mean"])
        below = sum((lines.get((kind, *key), []) for kind in ("insn", "probe")), [])
        for name in ("alone", "U", "V", "raised", "clocks", *PARTS):
            assert sum(int(row[name]) for row in below) == int(region[name]), name
        for row in (region, corrected, *below):
            assert sum(int(row[name]) for name in PARTS) == int(row["clocks"])
        slots = int(region["alone"]) + int(region["U"])
        assert slots - int(region["first"]) <= int(region["issue"]) <= slots
    return len(results)


@pytest.mark.full
@pytest.mark.parametrize("command, number", [("apps/l*", 15), full(("apps/*", 67))])
def test_apps(account, command, number):
    """Checks each variant of each benchmark. Only the pass that counts clocks is used."""
    results, lines = account(f"command={command} repetitions=1 events=branches,clocks,data_read")
    assert check(results, lines) == number
    assert {key[3] for key in lines} == {"count_clocks"}


@pytest.mark.parametrize("command, settings, options", [
    ("thesis/program2", "state=both ablate=branch,vpipe,l1", ()),
    full(("region/within", "state=both", ())),  # nested regions and consecutive regions
    ("region/within", "events=count_clocks:u,count_clocks:k privilege=user", ()),
    full(("region/within", "events=time_stamp privilege=user", ())),
    ("region/within", "privilege=user paging=4k", ("-cpu", "p55c")),
    ("region/within", "use_assembly_regions=no", ()),
    ("region/within", "state=cold", ("-silicon", "smi=1000x30")),
    full(("libp5mon/stub_empty", "state=both", ())),  # the stubs of the thesis
    full(("libp5mon/stub_registers", "privilege=user", ())),
])
def test_sums_are_the_counts(account, command, settings, options):
    events = "" if "events=" in settings else "events=data_read,count_clocks"
    results, lines = account(f"command={command} repetitions=2 {settings} {events}", *options,
                             image="bareprobe-test")
    assert check(results, lines)


def test_long_instructions_of_the_x87_are_apart(account):
    """The time that FSIN takes is in a separate column. Time that other instructions wait for it is
    in column `x87`."""
    _, lines = account("command=cycles/x87 repetitions=1 events=count_clocks",
                       image="bareprobe-test")
    rows = [row for key, of in lines.items() if key[0] == "insn" for row in of]
    assert any(int(row["x87_executing"]) for row in rows)
    for row in rows:
        x87 = row["instruction"].startswith("f") or row["instruction"] == "wait"
        assert not int(row["executing" if x87 else "x87_executing"])


# ---- models that execute out of order ------------------------------------------------------------

# The least clocks from the retirement of a mispredicted branch to the next one, less one: stages
# of fetching, renaming, dispatch, execution and retirement of core_parameters.def.
P6_REFILL = 7 + 3 + 1 + 2 - 2 - 1


def causes_of(row):
    """Returns the clocks of a line by cause."""
    names = list(row)
    return {name: float(row[name]) for name in names[names.index("clocks") + 1:]}


def check_causes(results, lines, event):
    """Checks that the clocks of each region are those of its counter, and that each line is the sum
    of its causes. Returns the causes of the corrected lines by benchmark and region."""
    found = {}
    for result in results:
        if result["event"] != event:
            continue
        key = tuple(result[name] for name in KEYS)
        (region,), (corrected,) = (lines[kind, *key] for kind in ("region", "corrected"))
        n = int(result["n"])
        assert int(region["repetitions"]) == n
        assert float(region["clocks"]) == n * float(result["raw"])
        assert float(corrected["clocks"]) == pytest.approx(n * float(result["mean"]), abs=0.01)
        below = sum((lines.get((kind, *key), []) for kind in ("insn", "probe")), [])
        assert sum(float(row["clocks"]) for row in below) == pytest.approx(
            float(region["clocks"]), abs=0.0005 * len(below))  # each is rounded
        for row in (region, corrected, *below):
            assert sum(causes_of(row).values()) == pytest.approx(float(row["clocks"]), abs=0.02)
        found[tuple(result[name] for name in ("bench", "region", "ring", "state", "ablate"))] = {
            name: clocks / n for name, clocks in causes_of(corrected).items()}
    return found


@pytest.fixture(name="account_by_cause", scope="module")
def fixture_account_by_cause(vpentium, records, tmp_path_factory):
    """account_by_cause(cpu, settings): all results, and the lines of the file."""
    def run(cpu, settings, image="bareprobe"):
        path = tmp_path_factory.mktemp("account") / "out.tsv"
        done = vpentium(f"{settings} exit=qemu", "-account", path, "-cpu", cpu, image=image)
        return [r for r in records(done.stdout) if r["ev"] == "result"], read(path)
    return run


def test_causes_of_a_p6(account_by_cause):
    """Clocks in which uops retire are counted by an event too. A mispredicted branch costs the
    refill of the pipeline, and less if older uops retire later than it completes."""
    results, lines = account_by_cause(
        "p2", "command=apps/sort:variant=quicksort,apps/list:variant=scattered repetitions=1 "
        "events=cpu_clk_unhalted,uops_retired:c=1,br_miss_pred_retired")
    causes = check_causes(results, lines, "cpu_clk_unhalted")
    counted = {(r["bench"], r["event"]): float(r["mean"]) for r in results}
    assert len(causes) == 2
    for (bench, *_), clocks in causes.items():
        assert clocks["retire"] == counted[bench, "uops_retired:c=1"]
        branches = counted[bench, "br_miss_pred_retired"]
        if branches > 100:
            assert 0.9 * P6_REFILL * branches < clocks["mispredict"] <= P6_REFILL * branches
        else:
            assert max(clocks, key=clocks.get) == "L2"  # the list is not in the data cache


def test_causes_of_a_k7(account_by_cause):
    """Three instructions retire in a clock. A mispredicted branch stops dispatch for 10 clocks."""
    results, lines = account_by_cause(
        "k7", "command=apps/sort:variant=quicksort repetitions=1 events=cpu_clk_unhalted,"
        "retired_instructions,retired_branches_mispredicted")
    (clocks,) = check_causes(results, lines, "cpu_clk_unhalted").values()
    counted = {r["event"]: float(r["mean"]) for r in results}
    assert clocks["retire"] == pytest.approx(counted["retired_instructions"] / 3, abs=1)
    branches = counted["retired_branches_mispredicted"]
    assert 0.8 * 10 * branches < clocks["mispredict"] <= 10 * branches


@pytest.mark.parametrize("cpu, event, settings, image", [
    full(("p2", "cpu_clk_unhalted", "command=thesis/program2 state=both ablate=l1", "bareprobe")),
    full(("p2", "cpu_clk_unhalted", "command=region/within privilege=user", "bareprobe-test")),
    full(("ppro", "cpu_clk_unhalted", "command=apps/l*,apps/copy state=both", "bareprobe")),
    full(("k7", "cpu_clk_unhalted", "command=apps/l*,apps/copy state=both", "bareprobe")),
    full(("k7", "cpu_clk_unhalted", "command=region/within privilege=user", "bareprobe-test")),
])
def test_causes_add_up(account_by_cause, cpu, event, settings, image):
    events = f"{event}:u,{event}:k" if "user" in settings else event
    results, lines = account_by_cause(cpu, f"{settings} repetitions=2 events={events}", image)
    assert check_causes(results, lines, event)


@pytest.mark.full
def test_causes_of_waits(account_by_cause):
    """A list that is not in the data cache waits for L2, and in the cold state for memory. The
    divisions of a hash wait for the divider."""
    results, lines = account_by_cause("p2", "command=apps/list:variant=scattered,apps/hash:variant="
                                      "chains repetitions=1 state=both events=cpu_clk_unhalted")
    causes = check_causes(results, lines, "cpu_clk_unhalted")
    most = {key[0].split(":")[0] + " " + key[3]: max(clocks, key=clocks.get)
            for key, clocks in causes.items()}
    assert most == {"apps/list warm": "L2", "apps/list cold": "memory", "apps/hash warm": "divide",
                    "apps/hash cold": "divide"}


@pytest.mark.parametrize("options, why", [
    (("-cpu", "northwood"), "the model of this processor does not support it"),
])
def test_other_models_have_none(vpentium, tmp_path, options, why):
    done = vpentium("command=thesis/hello exit=qemu", "-account", tmp_path / "out", *options)
    assert done.returncode == 2 and why in done.stderr


def test_a_kernel_without_probes_is_told(guest, tmp_path):
    done = guest("main: ret").run("-account", tmp_path / "out")
    assert done.returncode == 2
    assert "--account" in done.stderr and "no region probes" in done.stderr
