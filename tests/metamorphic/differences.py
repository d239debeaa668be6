# SPDX-License-Identifier: MIT
"""Compares the results of a pair, and assigns each difference to an allowed cause."""
import collections
import concurrent.futures
import dataclasses
import os

from . import causes, runs

HALF_OF_LAST_DIGIT = 0.05 + 1e-9  # of a report with one digit after the point


@dataclasses.dataclass(frozen=True)
class Difference:
    """One result that is not the same in both runs of a pair. A result that is missing in one of
    them is None there."""
    pair: object
    key: tuple  # benchmark, region, event, state, switched-off feature
    plain: dict
    other: dict
    field: str

    @property
    def distance(self):
        """Between the means."""
        return abs(float(self.plain["mean"]) - float(self.other["mean"]))

    def __str__(self):
        values = [side and " ".join(str(side.get(name)) for name in (self.field, "min", "max"))
                  for side in (self.plain, self.other)]
        return f"    {' '.join(self.key)} {self.field}: {values[0]} | {values[1]}"


def described(pair):
    """The two runs of a pair, on two lines."""
    def words(run):
        return (f"events={','.join(run.events)} command={','.join(run.benches)} "
                f"repetitions={run.repetitions} {run.way}, {run.form}")
    subject = pair.plain.subject
    settings = " ".join(f"{name}={value}" for name, value in subject.settings)
    return (f"{pair.respect}, {subject.cpu}, {subject.image}.elf, {settings}\n"
            f"  {words(pair.plain)}\n  {words(pair.other)}")


def of_subject(subject, results):
    """The results of the subject's benchmark, or of its cases, for its events."""
    return {key: result for key, result in results.items()
            if key[0].split(":")[0] == subject.bench and key[2] in subject.events}


def number_differs(plain, other, rounded):
    if rounded:
        return abs(float(plain) - float(other)) > HALF_OF_LAST_DIGIT
    return plain != other


def compared_fields(pair):
    """The fields that must be equal. An interval depends on the number of repetitions."""
    same_n = pair.plain.repetitions == pair.other.repetitions
    return ("entries", "exits", "mean") + (("ci",) if same_n else ())


def differences_of(pair, plain, other):
    """The differences between the results of a pair: one for each benchmark, region, event."""
    plain, other = (of_subject(pair.plain.subject, results) for results in (plain, other))
    for key in sorted(set(plain) | set(other)):
        sides = plain.get(key), other.get(key)
        if None in sides or sides[0]["status"] != sides[1]["status"]:
            yield Difference(pair, key, *sides, "status")
            continue
        rounded = pair.other.form != "records"
        for field in compared_fields(pair) if sides[0]["status"] == "ok" else ():
            if number_differs(sides[0][field], sides[1][field], rounded):
                yield Difference(pair, key, *sides, field)
                break


@dataclasses.dataclass
class Outcome:
    """The differences found, and the amount of work."""
    pairs: int = 0
    compared: int = 0  # results
    executed: int = 0  # runs
    empty: list = dataclasses.field(default_factory=list)      # pairs without a number
    unexplained: list = dataclasses.field(default_factory=list)
    failed: list = dataclasses.field(default_factory=list)     # messages
    explained: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))


def make_run(run):
    """Returns the results and None, or an empty dict and a message."""
    try:
        return runs.results_of(run), None
    except runs.RunFailed as failure:
        return {}, str(failure)


def compare_pairs(pairs, jobs=os.cpu_count()):
    """Makes every run of the pairs once and compares them."""
    outcome = Outcome(pairs=len(pairs))
    wanted = dict.fromkeys(run for pair in pairs for run in (pair.plain, pair.other))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        made = dict(zip(wanted, pool.map(make_run, wanted)))
    outcome.failed = [text for _, text in made.values() if text]
    results = {run: found for run, (found, _) in made.items()}
    outcome.executed = len(results)
    for pair in pairs:
        plain = of_subject(pair.plain.subject, results[pair.plain])
        outcome.compared += len(plain)
        if not any(result["status"] == "ok" for result in plain.values()):
            outcome.empty.append(pair)
        for difference in differences_of(pair, results[pair.plain], results[pair.other]):
            cause = causes.cause_of(difference)
            (outcome.explained[cause.name] if cause else outcome.unexplained).append(difference)
    return outcome
