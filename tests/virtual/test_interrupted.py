# SPDX-License-Identifier: MIT
"""Sampling: interrupts while a benchmark runs, and the results of profile, rates and multiplex. The
programs of tests/bench/sample have shares and phases that follow from their loops."""
import collections
import math
import os
import pathlib
import re
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

SHARES = {"sample_tenth": 0.1, "sample_fifth": 0.2, "sample_rest": 0.7}
Z95 = 1.959964  # of the normal distribution, 95 %
ATHLON = ("-cpu", "k7", "-mhz", "500")  # the slowest clock, so that waits for real time are short


def sampled(vpentium, records, append, *options, status=0):
    """Runs an experiment and returns the records by kind."""
    run = vpentium(append + " exit=qemu", *options, image="bareprobe-test")
    assert run.returncode == status, run.stdout[-2000:]
    kinds = collections.defaultdict(list)
    for record in records(run.stdout):
        kinds[record["ev"]].append(record)
    return kinds


def series(kinds, event, of, repetition=0):
    values = []
    for record in kinds["series"]:
        if (record["event"], record["of"], int(record["rep"])) == (event, of, repetition):
            assert int(record["first"]) == len(values)
            values += map(int, record["values"].split(","))
    return values


@pytest.fixture(scope="module")
def functions():
    """Returns the addresses of the functions of the test image, in order."""
    lines = subprocess.run(["nm", "-n", BUILD / "bareprobe-test.elf"], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    return [(int(address, 16), name) for address, kind, name in map(str.split, lines)
            if kind in "tT" and "." not in name]


def function_at(functions, address):
    before = [name for start, name in functions if start <= address]
    return before[-1]


def by_function(functions, kinds):
    found = collections.Counter()
    for hit in kinds["hit"]:
        found[function_at(functions, int(hit["address"], 16))] += int(hit["n"])
    return found


def wilson(n, total):
    """Returns the 95 % interval of a share (Wilson 1927), computed from its formula."""
    share, z2 = n / total, Z95 * Z95
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = Z95 / (1 + z2 / total) * math.sqrt(share * (1 - share) / total
                                              + z2 / (4 * total * total))
    return middle - half, middle + half


# ---- profiles -----------------------------------------------------------------------------------

@pytest.mark.parametrize("options, source", fast_cases(2, [
    ((), "pit,5000"), ((), "rtc,8192"), (("-cpu", "p55c"), "pit,5000"),
    (("-cpu", "p2"), "apic,30000"), (ATHLON, "apic,20000")]))
def test_shares_lie_in_their_intervals(vpentium, records, functions, options, source):
    """Of 30 shares, three functions by ten seeds, at least 95 % must be inside: 28. Later
    processors take other numbers of clocks for the loops, so their reference is a run with one
    sample every ten microseconds, and two seeds are tried. The real-time clock at 8192 Hz has no
    seed: one run."""
    late = "p2" in options or "k7" in options
    shares = SHARES
    if late:
        kinds = sampled(vpentium, records, "command=sample/shares experiment=profile "
                        "source=apic,100000 samples=2000 events=time_stamp", *options)
        found = by_function(functions, kinds)
        shares = {name: found[name] / sum(found.values()) for name in SHARES}
    seeds = 1 if source.startswith("rtc") else 2 if late else 10
    inside = 0
    for seed in range(1, seeds + 1):
        kinds = sampled(vpentium, records, f"command=sample/shares experiment=profile seed={seed} "
                        f"source={source} samples=300 events=time_stamp", *options)
        about, = kinds["sampling"]
        found = by_function(functions, kinds)
        assert sum(found.values()) == int(about["samples"]) >= 300
        assert about["lost"] == "0"
        assert about["spread"] == ("fixed" if source.startswith("rtc") else "random")
        for name, share in shares.items():
            low, high = wilson(found[name], int(about["samples"]))
            inside += low <= share <= high
    assert inside >= math.floor(0.95 * 3 * seeds)


def test_gains_fall_where_the_event_happens(vpentium, records, functions):
    """Only sample_rest reads, once per iteration, 210,000 times per repetition. An interval may
    have begun in the previous function, so samples in sample_tenth include intervals that wrapped
    around to a new run."""
    kinds = sampled(vpentium, records, "command=sample/shares experiment=profile source=pit,20000 "
                    "samples=2000 events=data_read")
    gains = collections.Counter()
    for hit in kinds["hit"]:
        gains[function_at(functions, int(hit["address"], 16))] += int(hit["gains"])
    total = sum(gains.values())
    about, = kinds["sampling"]
    clocks = int(about["clocks"]) - int(about["hidden"])
    assert total / clocks == pytest.approx(210_000 / 600_000, rel=0.01)
    assert gains["sample_rest"] / total > 0.97
    assert abs(gains["sample_fifth"]) / total < 0.001


# Each repetition has 990,000 instructions: 2 x 60,000, 2 x 120,000 and 3 x 210,000.
INSTRUCTIONS = {"sample_tenth": 12 / 99, "sample_fifth": 24 / 99, "sample_rest": 63 / 99}


@pytest.mark.parametrize("options, name, seeds", fast_cases(1, [
    (("-pm0-nmi", "-mhz", "60"), "pm0", 2), (("-pm0-nmi",), "pm0", 4),
    (("-cpu", "p55c", "-pm0-nmi"), "pm0", 4), (("-cpu", "p2"), "overflow", 4),
    (ATHLON, "overflow", 4)]))
def test_samples_by_an_event_fall_where_it_happens(vpentium, records, functions, options, name,
                                                   seeds):
    """Of 12 shares, three functions by four seeds, at least 95 % are in their intervals: 11. Of 6
    by two, 5."""
    inside = 0
    for seed in range(1, seeds + 1):
        kinds = sampled(vpentium, records, f"command=sample/shares experiment=profile seed={seed} "
                        "source=event,instructions,2503 samples=300 events=time_stamp", *options)
        about, = kinds["sampling"]
        assert (about["source"], about["every"], about["lost"]) == (name, "2503", "0")
        # Repetitions continue each other as one run, so the intervals add up to the executed
        # instructions.
        assert int(about["samples"]) * 2503 == pytest.approx(
            990_000 * int(about["repetitions"]), rel=0.05)
        found = by_function(functions, kinds)
        for function, share in INSTRUCTIONS.items():
            low, high = wilson(found[function], int(about["samples"]))
            inside += low <= share <= high
    assert inside >= math.floor(0.95 * 3 * seeds)


# A run has 990,000 instructions and 210,000 reads in 600,000 clocks: 6 ms of the P54C at 100 MHz. A
# thousand samples per second are one each 165,000 instructions, or 35,000 reads; four samples in
# total are one each 247,500 instructions. On a P II at 350 MHz the run takes `alone` clocks.
@pytest.mark.full
@pytest.mark.parametrize("options, setting, every", fast_cases(1, [
    (("-pm0-nmi",), "instructions samples=8", 165_000),
    (("-pm0-nmi",), "instructions,auto samples=4", 247_500),
    (("-pm0-nmi",), "data_read samples=8", 35_000),
    (("-cpu", "p2"), "instructions samples=8", None)]))
def test_after_how_many_events_is_found_out(vpentium, records, options, setting, every):
    """The probes and cold caches make the run some clocks longer: 600,345."""
    kinds = sampled(vpentium, records, "command=sample/shares experiment=profile source=event,"
                    + setting, *options)
    about, = kinds["sampling"]
    if every is None:
        every = 990_000 * 350_000 / int(about["alone"])
    assert int(about["every"]) == pytest.approx(every, rel=1e-3)
    assert int(about["samples"]) >= int(setting[-1])


@pytest.mark.full
def test_an_event_that_does_not_happen_is_refused(vpentium, records):
    kinds = sampled(vpentium, records, "command=sample/shares experiment=profile "
                    "source=event,flops", "-pm0-nmi", "-mhz", "60", status=1)
    assert "flops happens 0 times in a run" in kinds["error"][0]["what"]
    assert "sampling" not in kinds


def test_a_profile_counts_time_alone_unless_asked(vpentium, records):
    kinds = sampled(vpentium, records, "command=sample/shares experiment=profile samples=20")
    assert [about["events"] for about in kinds["sampling"]] == [""]
    assert kinds["plan"][0]["passes"] == "1"


def test_a_pentium_without_the_wire_says_so(vpentium, records):
    kinds = sampled(vpentium, records, "command=sample/shares experiment=profile events=time_stamp "
                    "source=event,instructions_executed,10007", status=1)
    assert "PM0 must be wired to NMI" in kinds["error"][0]["what"]


@pytest.mark.full
@pytest.mark.parametrize("options, event, others, groups, rounds", fast_cases(1, [
    (("-pm0-nmi", "-mhz", "60"), "instructions_executed", ["data_read"], 2, 40),
    (("-pm0-nmi",), "instructions_executed", ["data_read"], 2, 200),
    (("-cpu", "p2"), "inst_retired", ["data_mem_refs"], 2, 30),
    (ATHLON, "retired_instructions", ["retired_branches", "data_cache_accesses"], 1, 60)]))
def test_slices_of_instructions(vpentium, records, options, event, others, groups, rounds):
    """A slice has 5,000 instructions. Up to 100 of them are the handler's exit, and the next
    interrupt may skid by 20 more. The estimate of each round has the same size for any end of the
    slices: this switch runs about 31,000 instructions per run, so now and then a slice ends in the
    probe after the run. Only the first slice begins before the run and includes the code there.
    Counter 0 ends the slices, so groups have one event on a P6 and three on an Athlon."""
    kinds = sampled(vpentium, records, "command=apps/bytecode:variant=switch experiment=multiplex "
                    f"samples={groups * rounds} source=event,{event},5000 "
                    f"events={event},{','.join(others)}", *options)
    assert {(int(m["groups"]), m["unit"], int(m["rounds"])) for m in kinds["multiplex"]} == {
        (groups, "events", rounds)}
    for of in ("estimate", "exact"):
        found = series(kinds, event, of)[1:]
        assert len(found) == rounds - 1
        assert groups * 4_900 <= min(found) and max(found) <= groups * 5_020
        clocks = series(kinds, "time_stamp", of)[1:]
        assert max(clocks) < 1.3 * min(clocks)
    for other in others:
        estimate, exact = series(kinds, other, "estimate"), series(kinds, other, "exact")
        assert sum(estimate) == pytest.approx(sum(exact), rel=0.05)


# ---- cost of an interruption --------------------------------------------------------------------

@pytest.mark.parametrize("hz, left", [(1000, 0.005), (5000, 0.01), (20000, 0.02)])
def test_the_handlers_time_is_taken_off(vpentium, records, hz, left):
    """The remaining difference to an undisturbed run are the handler's lines in the code cache and
    its entries in the BTB, which the benchmark has to fetch again."""
    kinds = sampled(vpentium, records, f"command=sample/shares experiment=profile samples=500 "
                    f"source=pit,{hz} events=time_stamp")
    about, = kinds["sampling"]
    alone = int(about["alone"]) * int(about["repetitions"])
    clocks, hidden = int(about["clocks"]), int(about["hidden"])
    assert clocks > alone  # interrupts are not free
    assert abs(clocks - hidden - alone) / alone < left
    handler = float(about["handler"])
    assert float(about["handler_min"]) <= handler <= float(about["handler_max"])
    # The average is a little higher if the handler's code is cold, or if an interrupt came early
    # and a second one had to follow.
    assert 0.9 * handler < hidden / int(about["samples"]) < 1.5 * handler


@pytest.mark.parametrize("cpu", fast_cases(1, ("p2", "k7", "northwood")))
def test_a_tick_longer_than_the_calibration_loop(vpentium, records, cpu):
    """The loop runs until ticks have come, at the highest rate; a difference of two runs without
    a tick is no cost."""
    kinds = sampled(vpentium, records, "command=sample/shares experiment=profile samples=6 "
                    "source=rtc,1024 events=time_stamp", "-cpu", cpu)
    about, = kinds["sampling"]
    handler = float(about["handler"])
    assert 0 < float(about["handler_min"]) <= handler <= float(about["handler_max"])
    assert 0.9 * handler < int(about["hidden"]) / int(about["samples"]) < 1.5 * handler


def test_interrupts_before_the_run_are_not_its_own(vpentium, records):
    """apps/matmul restores much data before each run, and a fast timer also interrupts that. The
    number of samples must be the same as at any other rate."""
    kinds = sampled(vpentium, records, "command=apps/matmul:variant=naive experiment=profile "
                    "samples=1000 source=pit,20000 events=time_stamp")
    about, = kinds["sampling"]
    clocks = int(about["clocks"]) - int(about["hidden"])
    assert int(about["samples"]) == pytest.approx(clocks / int(about["every"]), rel=0.03)
    assert int(about["samples"]) >= 1000


# ---- rates --------------------------------------------------------------------------------------

def test_ticks_add_up_to_the_exact_count(vpentium, records):
    """The sum of all ticks equals the count of an uninterrupted run: the counts of the handler's
    entry and exit are subtracted from each tick exactly."""
    exact = sampled(vpentium, records, "command=thesis/lzw privilege=user repetitions=2 "
                    "use_assembly_regions=no events=instructions_executed,data_read")
    raw = {result["event"]: float(result["raw"]) for result in exact["result"]}
    kinds = sampled(vpentium, records, "command=thesis/lzw privilege=user repetitions=3 "
                    "experiment=rates interval=100us events=instructions_executed,data_read")
    for repetition in range(3):
        for event, counted in raw.items():
            ticks = series(kinds, event, "gain", repetition)
            assert len(ticks) > 5
            assert abs(sum(ticks) - counted) <= 1


def test_phases_borders_within_a_tick(vpentium, records):
    """sample/shares reads after 30 % of its clocks: 180,000, the eighteenth tick of 100 us at 100
    MHz."""
    kinds = sampled(vpentium, records, "command=sample/shares experiment=rates interval=100us "
                    "repetitions=1 events=data_read")
    reads = series(kinds, "data_read", "gain")
    clocks = series(kinds, "time_stamp", "gain")
    assert len(reads) == len(clocks) == 61 or len(reads) == len(clocks) == 60
    rate = [n / c for n, c in zip(reads, clocks)]
    first = next(i for i, r in enumerate(rate) if i and r >= 0.01)  # part of a tick is enough
    assert sum(clocks[:first]) <= 180_500 and sum(clocks[:first + 1]) >= 180_000
    assert all(r < 0.01 for r in rate[1:first])
    assert all(r == pytest.approx(0.5, rel=0.02) for r in rate[first + 1:-1])


# ---- multiplexing -------------------------------------------------------------------------------

def distance(exact, estimate):
    """Returns the Kullback-Leibler divergence of the counts of rounds, taken as two
    distributions."""
    estimate = [value if value > 0 else 0.5 for value in estimate]
    return sum(p / sum(exact) * math.log((p / sum(exact)) / (q / sum(estimate)))
               for p, q in zip(exact, estimate) if p > 0)


def test_estimates_are_near_the_exact_counts(vpentium, records):
    kinds = sampled(vpentium, records, "command=apps/matmul:variant=naive experiment=multiplex "
                    "source=pit,2000 samples=100 privilege=user "
                    "events=data_read,data_write,branches,instructions_executed,flops")
    told = {record["event"]: record for record in kinds["multiplex"]}
    assert len(told) == 5 and {record["groups"] for record in told.values()} == {"3"}
    for event, record in told.items():
        estimate, exact = series(kinds, event, "estimate"), series(kinds, event, "exact")
        assert len(estimate) == len(exact) == int(record["rounds"]) == 33
        assert sum(estimate) == pytest.approx(sum(exact), rel=0.05)
        assert distance(exact, estimate) < 0.20


def drawn_rounds(seed, shares, rounds):
    """Returns the groups of each round in order: Press's generator, Fisher-Yates shuffle."""
    state, found = seed, []
    order = [group for group, share in enumerate(shares) for _ in range(share)]
    for _ in range(rounds):
        for i in range(len(order), 1, -1):
            state = (state * 1664525 + 1013904223) % 2**32
            other = state * i >> 32
            order[i - 1], order[other] = order[other], order[i - 1]
        found.append(list(order))
    return found


def beaten(vpentium, records, shares, slice_, order, rounds):
    """Runs sample/beat with two groups and returns the estimates of each. Only ring 3 counts, in
    slices of instructions. A round has 60,000 instructions; the first 30,000 read 10,000 times:
    (mov dec jnz). The phases have four more instructions and each slice about two that skid, so
    rounds and phases drift apart by at most a fiftieth in 60 rounds."""
    kinds = sampled(vpentium, records, "command=sample/beat experiment=multiplex privilege=user "
                    f"source=event,instructions,{slice_} samples={rounds * sum(shares)} "
                    f"order={order} weights={','.join(map(str, shares))} seed=1 "
                    "events=data_read,data_read_or_write", "-pm0-nmi", "-mhz", "60",
                    "-set", "overflow_pin_lag=0")
    assert [(int(m["share"]), int(m["slices"]), m["rounds"]) for m in kinds["multiplex"]] == [
        (share, sum(shares), str(rounds)) for share in shares]
    events = ("data_read", "data_read_or_write")
    for event in events:
        assert series(kinds, event, "exact") == pytest.approx([10_000] * rounds, rel=0.02)
    return [series(kinds, event, "estimate") for event in events]


def read_in(round_, group, slice_):
    """Returns a group's estimate for a round: the reads in its slices, divided by its fraction of
    the round."""
    read = sum(max(0, min(30_000 - i * slice_, slice_)) / 3
               for i, turn in enumerate(round_) if turn == group)
    return read * len(round_) / round_.count(group)


@pytest.mark.full
@pytest.mark.parametrize("shares, slice_, order, rounds", fast_cases(1, [
    ((1, 1), 30_000, "fixed", 20), ((1, 1), 30_000, "random", 40),
    ((2, 1), 20_000, "fixed", 20), ((1, 2), 20_000, "fixed", 20),
    ((2, 1), 20_000, "random", 20)]))
def test_a_fixed_order_beats_and_a_random_one_does_not(vpentium, records, shares, slice_, order,
                                                       rounds):
    """In a fixed order the first group sees all reads of each round and reports twice the true
    number, and the second reports none. If it has two of three slices, it sees all 10,000 reads in
    40,000 of 60,000 instructions and reports 15,000; if it has one of three, it sees 6,667 in
    20,000 and reports 20,000, and the other 5,000. If the order is drawn for each round, a round's
    error depends on its order, and the sums over all rounds are close to the truth."""
    drawn = drawn_rounds(1, shares, rounds)
    if order == "fixed":
        drawn = [[group for group, share in enumerate(shares) for _ in range(share)]] * rounds
        assert [round(read_in(drawn[0], group, slice_)) for group in (0, 1)] == {
            (1, 1): [20_000, 0], (2, 1): [15_000, 0], (1, 2): [20_000, 5_000]}[shares]
    found = beaten(vpentium, records, shares, slice_, order, rounds)
    for group, estimates in enumerate(found):
        assert estimates == pytest.approx([read_in(round_, group, slice_) for round_ in drawn],
                                          abs=600)
        if order == "random":
            assert 0.8 < sum(estimates) / (10_000 * rounds) < 1.2


@pytest.mark.parametrize("hz", [pytest.param(200_000, marks=pytest.mark.full), 400_000])
def test_rates_above_100_khz_are_kept(vpentium, records, hz):
    """The clocks between two samples, without handlers, are 100 MHz divided by the rate."""
    session, = sampled(vpentium, records, "command=apps/sort:*radix experiment=profile "
                       f"samples=1000 source=timer,{hz}")["sampling"]
    own = int(session["clocks"]) - int(session["hidden"])
    assert int(session["every"]) == pytest.approx(100_000_000 / hz, rel=1e-3)
    assert own / int(session["samples"]) == pytest.approx(100_000_000 / hz, rel=0.02)


@pytest.mark.parametrize("source, why", [
    ("timer,900000", "apps/sort:variant=radix: samples came each [1-3].. clocks instead of 111: "
     "source=pit and its handler are not faster; ask for fewer samples per second"),
    ("timer interval=1us -mhz=60", "interval: a sample each (59|60) clocks is too often; the least "
     "is 100 clocks, 166. ns on this machine")])
def test_rates_that_cannot_be_kept_are_refused(vpentium, records, source, why):
    """The PIT counts 84 clocks at a time, and its interrupt and handler take more than 111."""
    settings, _, mhz = source.partition(" -mhz=")
    kinds = sampled(vpentium, records, "command=apps/sort:*radix experiment=profile "
                    f"samples=1000 source={settings}", "-mhz", mhz or "100", status=1)
    assert re.fullmatch(why, kinds["error"][0]["what"])
    assert not kinds["sampling"] and not kinds["sample"]


def test_more_repetitions_than_samples_can_number_are_refused(vpentium, records):
    """A sample has 16 bits for its repetition."""
    kinds = sampled(vpentium, records, "command=thesis/hello experiment=rates repetitions=65537 "
                    "events=data_read", status=1)
    assert kinds["error"][0]["what"] == ("repetitions: 65537 is out of range for experiment=rates "
                                         "(1 to 65536)")
    assert not kinds["sampling"]


@pytest.mark.full
def test_slices_of_events_in_a_cold_state(vpentium, records):
    """Emptying the caches takes more than the 2,000 clocks of a calibrated sample. The first
    repetition learns this, so the counted rounds begin near the begin of the run. A round has two
    slices of 2,000 instructions, of which some 50 each are the handler's (kernel/sample/README.md),
    and the first slice is up to a third shorter."""
    kinds = sampled(vpentium, records, "command=apps/sort:variant=radix experiment=multiplex "
                    "source=event,instructions,2000 samples=20 state=cold "
                    "events=instructions,data_read_miss", "-pm0-nmi")
    first, *others = series(kinds, "instructions_executed", "exact")
    assert 4000 - 2000 / 3 - 120 < first < 4000
    assert others == pytest.approx([4000 - 2 * 55] * 9, abs=30)
    misses = series(kinds, "data_read_miss", "exact")
    assert len(misses) == 10 and misses[0] > 2 * misses[1]


def test_more_shares_than_groups(vpentium, records):
    kinds = sampled(vpentium, records, "command=sample/beat experiment=multiplex weights=1,2 "
                    "samples=10 events=data_read,data_write", status=1)
    assert "weights: 2 given, but the events form 1 group;" in kinds["error"][0]["what"]


def test_fewer_samples_than_a_round_has_slices(vpentium, records):
    """It gave 0 rounds, with status ok."""
    kinds = sampled(vpentium, records, "command=sample/beat experiment=multiplex weights=3,1 "
                    "samples=3 events=data_read,data_write,branches", status=1)
    assert kinds["error"][0]["what"] == (
        "samples: 3 are fewer than the 4 slices of a round; ask for more")


# ---- rings: kernel-only, user-only, full --------------------------------------------------------

def test_rings_take_turns_side_by_side(vpentium, records):
    """An iteration of sample/rings has 248 instructions in ring 3 and 8 in ring 0."""
    kinds = sampled(vpentium, records, "command=sample/rings experiment=multiplex privilege=user "
                    "source=pit interval=200us samples=90 events=instructions_executed:k,"
                    "instructions_executed:u,instructions_executed:uk")
    names = [f"instructions_executed:{rings}" for rings in ("k", "u", "uk")]
    for of in ("estimate", "exact"):
        kernel, user, both = (sum(series(kinds, name, of)) for name in names)
        assert kernel / user == pytest.approx(8 / 248, rel=0.04)
        assert both == pytest.approx(kernel + user, rel=0.01)


@pytest.mark.parametrize("settings, rings, late", fast_cases(0, [
    ("", "u", 20), ("user_events=no kernel_events=yes", "k", 300),
    ("kernel_events=yes", "uk", 300)]))
def test_slices_have_the_clocks_of_their_rings(vpentium, records, settings, rings, late):
    """The slices are measured in clocks of ring 3, of ring 0, or of both; each round has three
    slices. PM0 lags by 5 clocks, and by more during an IRET. If ring 0 counts, the handler's exit
    takes up to 300 clocks of a slice. If a slice is due in the probe after a run, it includes the
    handler: about 1,200 clocks, and 20 more for each of its 40 lines that is in no cache. A
    repetition has at most one such round."""
    kinds = sampled(vpentium, records, "command=sample/rings experiment=multiplex privilege=user "
                    f"source=event,clocks,10000 samples=60 {settings} "
                    "events=clocks:u,clocks:k,clocks:uk", "-pm0-nmi")
    assert {m["groups"] for m in kinds["multiplex"]} == {"3"}
    for of in ("estimate", "exact"):
        found = {event: series(kinds, f"count_clocks:{event}", of)[1:]
                 for event in ("u", "k", "uk")}
        assert 3 * (10_000 - late) < min(found[rings])
        above = [n - 3 * 10_100 for n in found[rings] if n >= 3 * 10_100]
        repetitions = max(int(about["repetitions"]) for about in kinds["sampling"])
        assert len(above) <= (repetitions if "k" in rings else 0)
        assert all(n < 2_000 for n in above)
        assert sum(found["uk"]) == pytest.approx(sum(found["u"] + found["k"]), rel=0.03)
        assert sum(found["uk"]) == pytest.approx(sum(series(kinds, "time_stamp", of)[1:]), rel=0.03)


# ---- refusals -----------------------------------------------------------------------------------

@pytest.mark.parametrize("setting, said", [
    ("source=clock", "source: 'clock' is not allowed"),
    ("source=pit,1", "source: '1' samples per second is out of range; allowed: 2 to 1000000"),
    ("source=event,instructions_executed,5",
     "source: '5' events per sample is out of range; allowed: 100 to 1000000000"),
    ("source=event,no_such_event,10007", "source: 'no_such_event' is not an event"),
    ("interval=5", "interval: '5' is not allowed"),
    ("interval=2000ms", "interval: '2000ms' is not allowed"),
    ("samples=0", "samples: '0' is not allowed"),
    ("order=any", "order: 'any' is not allowed")])
def test_wrong_settings_cost_a_sentence(vpentium, records, setting, said):
    kinds = sampled(vpentium, records, f"experiment=profile command=thesis/hello {setting}",
                    status=1)
    assert said in kinds["error"][0]["what"]


def test_no_local_apic_on_a_p54c(vpentium, records):
    kinds = sampled(vpentium, records, "experiment=profile command=sample/shares source=apic "
                    "events=time_stamp", status=1)
    assert "no local APIC" in kinds["error"][0]["what"]


def test_what_sets_the_counters_itself_is_not_sampled(vpentium, records):
    kinds = sampled(vpentium, records, "experiment=profile command=thesis/figure_3_4 "
                    "events=data_read", status=1)
    assert "it sets the counters itself" in kinds["error"][0]["what"]


def test_the_small_image_says_that_it_cannot(vpentium, records):
    run = vpentium("experiment=profile exit=qemu", image="bareprobe-quick")
    assert run.returncode == 1
    errors = [record["what"] for record in records(run.stdout) if record["ev"] == "error"]
    assert "not in the small image" in errors[0]


def test_a_hang_is_still_ended(vpentium, records):
    kinds = sampled(vpentium, records, "experiment=profile command=fault/hang watchdog=1 "
                    "events=time_stamp", status=1)
    assert kinds["fault"][0]["name"] == "watchdog"


# ---- exact counting -----------------------------------------------------------------------------

def test_exact_counting_has_no_interrupt(vpentium, records):
    """Checked before and after a sampled experiment, too. Event 27h counts the interrupts that the
    processor acknowledges."""
    parms = ROOT / "build" / "sampled.parms"
    exact = "(p5mon command = thesis/wc; events = hardware_interrupts; repetitions = 5; end)"
    sampling = "(p5mon command = thesis/wc; experiment = profile; samples = 50; end)"
    paths = []
    for number, text in enumerate((exact, sampling, exact)):
        path = parms.with_suffix(f".{number}.parms")
        path.write_text(text)
        paths.append(str(path))
    run = vpentium("exit=qemu", "-initrd", ",".join(paths), image="bareprobe-test")
    assert run.returncode == 0
    results = [record for record in records(run.stdout) if record["ev"] == "result"]
    assert len(results) >= 2 and {record["max"] for record in results} == {"0"}


def test_kernel_counts_of_a_program_in_ring_3(vpentium, records):
    """Ring 0 executes only the begin and the end of each run, and the handlers, whose counts are
    subtracted: nothing is left in the rounds between, and nothing is missing. Timer interrupts that
    come early count like the others."""
    kinds = sampled(vpentium, records, "command=sample/beat experiment=multiplex privilege=user "
                    "source=pit user_events=no kernel_events=yes samples=60 "
                    "events=data_read,instructions_executed,branches")
    for of in ("estimate", "exact"):
        for event in ("data_read", "instructions_executed", "branches"):
            rounds = series(kinds, event, of)
            assert len(rounds) == 30
            assert sorted(rounds)[15] == 0 and rounds.count(0) >= 20


def test_rounds_of_a_free_running_clock(vpentium, records):
    """The clock ticks between runs of a short program too, so a round has any number of the
    program's clocks. Exact counts are for the same clocks as the estimates. Program 1 is the same
    in every run, so the two are near each other in each round."""
    kinds = sampled(vpentium, records, "command=thesis/program1 experiment=multiplex source=rtc "
                    "samples=60 events=clocks,data_read,instructions_executed,branches")
    assert series(kinds, "time_stamp", "estimate") == series(kinds, "time_stamp", "exact")
    for event in ("data_read", "instructions_executed", "branches"):
        estimate, exact = series(kinds, event, "estimate"), series(kinds, event, "exact")
        assert len(estimate) == len(exact) == 30
        assert distance(exact, estimate) < 0.02
