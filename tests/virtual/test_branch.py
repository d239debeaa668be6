# SPDX-License-Identifier: MIT
"""The benchmarks of bench/branch/ find the branch predictor that the virtual Pentium is configured
with."""
import pytest

from conclusions import findings, setting
from tiers import fast_cases

P54C = ["-cpu", "p54c"]
P55C = ["-cpu", "p55c"]

# Retained branches 3, 4, 8 ... 512 bytes apart, in S sets of W ways. If the distance is a power of
# two d, they use S / d sets, at least one; a distance of 3 uses all sets.
DISTANCES = [4, 8, 16, 32, 64, 128, 256, 512]


@pytest.mark.parametrize("sets,ways,options", fast_cases(1, [
    (64, 4, P54C), (128, 2, setting("branch.btb=128x2")), (64, 4, P55C)]))
def test_btb(vpentium, records, sets, ways, options):
    found = findings(vpentium, records, "branch/btb", *options)
    kept = [sets * ways] + [max(sets // distance, 1) * ways for distance in DISTANCES]
    assert found == {"btb_branches_kept": kept, "btb_entries": sets * ways, "btb_ways": ways}


@pytest.mark.parametrize("sets,ways", fast_cases(2, [(32, 4), (64, 1), (128, 4)]))
def test_btb_by_time_stamp(vpentium, records, sets, ways):
    found = findings(vpentium, records, "branch/btb:distance=3,branch/btb:distance=512",
                     *setting(f"branch.btb={sets}x{ways}"), events="time_stamp")
    assert (found["btb_entries"], found["btb_ways"]) == (sets * ways, ways)


def test_nothing_is_concluded_where_nothing_is_predicted(vpentium, records):
    """If prediction is off, rings of all sizes take the same time per jump, so no size can be
    inferred."""
    found = findings(vpentium, records, "branch/btb:distance=3", settings="ablate=branch")
    assert found == {"btb_branches_kept": 256, "btb_entries": 256}  # without the ablation


@pytest.mark.parametrize("u,v,direct,indirect,options", [
    (3, 4, 2, 3, P54C),
    (4, 5, 3, 4, P55C),
    (7, 4, 2, 3, setting("branch.conditional_u=7")),
    (3, 9, 2, 3, setting("branch.conditional_v=9")),
    (3, 4, 6, 3, setting("branch.direct=6")),
    (3, 4, 2, 11, setting("branch.indirect=11")),
    (3, 4, 2, 3, setting("branch.btb=128x4")),
])
def test_mispredictions(vpentium, records, u, v, direct, indirect, options):
    assert findings(vpentium, records, "branch/mispredict", *options) == {
        "mispredict_u": u, "mispredict_v": v, "mispredict_jump": direct, "mispredict_call": direct,
        "mispredict_return": indirect, "mispredict_indirect_jump": indirect,
        "mispredict_indirect_call": indirect}


@pytest.mark.parametrize("loses,options", [
    (3, P54C), (4, P55C), (5, setting("branch.indirect=5"))])
def test_indirect(vpentium, records, loses, options):
    assert findings(vpentium, records, "branch/indirect", *options) == {
        f"indirect_{n}_targets": loses for n in (2, 3, 4, 8)}


@pytest.mark.parametrize("expected,options", [
    ({"return_elsewhere": 3, "return_stack": 0}, P54C),
    ({"return_elsewhere": 0, "return_stack": 4}, P55C),
    ({"return_elsewhere": 0, "return_stack": 2}, P55C + setting("branch.return_stack=2")),
    ({"return_elsewhere": 0, "return_stack": 7}, setting("branch.return_stack=7")),
    ({"return_elsewhere": 0}, setting("branch.return_stack=12")),  # deeper than the calls
    ({"return_elsewhere": 4, "return_stack": 0}, P55C + setting("branch.return_stack=0")),
])
def test_returns(vpentium, records, expected, options):
    assert findings(vpentium, records, "branch/returns", *options) == expected


# ---- direction -----------------------------------------------------------------------------------

UNLESS_TWICE_NOT = "taken unless the last two were not"
COUNTER = "a counter of two bits"
FOUR_OUTCOMES = "counters of two bits by the last four outcomes"


def predictor(rule):
    """predicted(taken): the prediction for one branch under a rule; then the rule learns the
    outcome."""
    past, counters = "", {}

    def predicted(taken):
        nonlocal past
        if rule == UNLESS_TWICE_NOT:
            guess = past[-2:] != "NN"
        else:
            key = past[-4:] if rule == FOUR_OUTCOMES else ""
            counter = counters.get(key, 0)
            guess = counter > 1
            counters[key] = min(counter + 1, 3) if taken else max(counter - 1, 0)
        past += "T" if taken else "N"
        return guess

    return predicted


def mispredictions(rule, ring):
    """Counts the mispredictions in 8 iterations of a ring, after the same warm-up as in
    bench/branch/direction.c."""
    predicted = predictor(rule)
    wrong = [predicted(outcome == "T") != (outcome == "T")
             for outcome in "TTTTNNNNTNNTTNTN" * 4 + ring * 16]
    return sum(wrong[-8 * len(ring):])


def all_rings():
    """Returns one pattern of each set of rotations, of lengths 2 to 8, without repetitions of
    shorter ones."""
    for length in range(2, 9):
        for bits in range(2 ** length):
            ring = "".join("TN"[bits >> i & 1] for i in range(length))
            turned = [ring[i:] + ring[:i] for i in range(1, length)]
            # T is before N, so this rotation is the last in order
            if all(ring > other for other in turned):
                yield ring


def test_patterns_by_hand():
    """A loop of four iterations, T T T N: only the N is mispredicted. The following T is not,
    because one of the last two outcomes was T. In T N N N, T is mispredicted, because the outcomes
    before it were N, and so are the first two Ns, because one of the two outcomes before each was
    T."""
    assert mispredictions(UNLESS_TWICE_NOT, "TTTN") == 8
    assert mispredictions(UNLESS_TWICE_NOT, "TNNN") == 24
    assert mispredictions(COUNTER, "TNNN") == 8
    assert mispredictions(FOUR_OUTCOMES, "TNNN") == 0


@pytest.mark.parametrize("rule,options", [
    (UNLESS_TWICE_NOT, P54C),
    (FOUR_OUTCOMES, P55C),
    (COUNTER, setting("branch.rule=saturating")),
    (FOUR_OUTCOMES, setting("branch.rule=two-levels")),
    (COUNTER, P55C + setting("branch.rule=saturating")),
])
def test_direction(vpentium, records, rule, options):
    found = findings(vpentium, records, "branch/direction", *options,
                     events="count_clocks,pipeline_flushes")
    assert found.pop("direction_rule") == rule
    measured = {}
    for text in found.values():
        measured.update(pair.split() for pair in text.split(", "))
    assert len(measured) == 69 == len(list(all_rings()))
    assert measured == {ring: str(mispredictions(rule, ring)) for ring in all_rings()}


@pytest.mark.parametrize("rule,options", [
    (UNLESS_TWICE_NOT, P54C), (FOUR_OUTCOMES, P55C), (COUNTER, setting("branch.rule=saturating"))])
def test_direction_by_time_alone(vpentium, records, rule, options):
    found = findings(vpentium, records, "branch/direction", *options, events="time_stamp")
    assert found["direction_rule"] == rule
