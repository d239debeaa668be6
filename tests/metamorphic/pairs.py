# SPDX-License-Identifier: MIT
"""Draws pairs of runs: a plain run of a subject, and one that differs in one respect."""
import dataclasses
import itertools
import random as randomness

from . import subjects

REPETITIONS = 3
PAIRS_OF_A_SUBJECT = 6  # they share the plain run


@dataclasses.dataclass(frozen=True)
class Run:
    """A run of the simulator that measures the subject's benchmark, and perhaps others."""
    subject: subjects.Subject
    benches: tuple        # in the order in which they are named
    events: tuple         # in the order in which they are named
    repetitions: int = REPETITIONS
    way: str = "boot"     # a key of runs.WAYS
    form: str = "records"  # or text, p5mon_file


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two runs with equal results, and the respect in which they differ."""
    respect: str
    plain: Run
    other: Run


def plain_run(subject):
    return Run(subject, (subject.bench,), subject.events)


def vary_order(random, run):
    """The order of events=: reversed, if it has at least two events; else with one more event."""
    if len(run.events) < 2:
        return vary_events(random, run)
    events = list(run.events)
    while tuple(events) == run.events:
        random.shuffle(events)
    return dataclasses.replace(run, events=tuple(events))


def vary_events(random, run):
    """One to four other events, at any places in the list."""
    others = [event for event in subjects.EVENTS[run.subject.cpu] if event not in run.events]
    events = list(run.events)
    for event in random.sample(others, random.randint(1, 4)):
        events.insert(random.randint(0, len(events)), event)
    return dataclasses.replace(run, events=tuple(events))


def vary_benches(random, run):
    """One to three other benchmarks, which the kernel runs in the order of the image."""
    others = [bench for bench in subjects.NEIGHBOURS if bench not in run.benches]
    return dataclasses.replace(
        run, benches=(*run.benches, *random.sample(others, random.randint(1, 3))))


def vary_repetitions(random, run):
    return dataclasses.replace(run, repetitions=random.choice((1, 2, 5, 8)))


def vary_jobs(random, run):
    """Several benchmarks shared by two or three virtual Pentiums."""
    return dataclasses.replace(vary_benches(random, run), way=random.choice(("jobs 2", "jobs 3")))


def vary_form(random, run):
    return dataclasses.replace(run, form=random.choice(("text", "p5mon_file")))


def vary_way(random, run):
    """How the program came. Loaded code runs in ring 0."""
    ways = ["command", "suite", "prompt"]
    if ("privilege", "kernel") in run.subject.settings:
        ways += ["loaded"]
    return dataclasses.replace(run, way=random.choice(ways))


RESPECTS = {
    "order of events": vary_order, "other events": vary_events, "other benchmarks": vary_benches,
    "repetitions": vary_repetitions, "jobs": vary_jobs, "report form": vary_form,
    "way of the program": vary_way,
}


def draw_pairs(seed, count):
    """Returns `count` different pairs, always the same ones for a seed."""
    random = randomness.Random(seed)
    pairs = {}
    for cpu in itertools.cycle(subjects.PROCESSORS):
        if len(pairs) == count:
            break
        plain = plain_run(subjects.draw_subject(random, cpu))
        for respect in random.sample(tuple(RESPECTS), PAIRS_OF_A_SUBJECT):
            pair = Pair(respect, plain, RESPECTS[respect](random, plain))
            if len(pairs) < count:
                pairs[pair] = None
    return list(pairs)
