# SPDX-License-Identifier: MIT
"""Results that contradict themselves or their calibration are rejected although the CRC of the
record is right."""
import sqlite3

import pytest

from logs import log_text, result_record, start_records

BENCH = 'ev=bench bench=apps/one text="a text"'


def calibration(event="branches", code="0x12", counter=0, ring="kernel", state="warm",
                ablate="none", of="region", overhead=0, others=""):
    return (f"ev=calibration event={event} code={code} counter={counter} ring={ring} state={state} "
            f"ablate={ablate} index=0 read_by=rdmsr of={of} overhead={overhead} {others}n=20 "
            f"min={overhead} max={overhead} mad=0 outliers=0 status=ok")


def result(*changes):
    """100, with a standard deviation of 2 in 5 repetitions from 96 to 104, and these (old, new)
    changes of its text."""
    text = result_record(sd=2)
    for old, new in changes:
        assert text.count(f" {old} ") == 1
        text = text.replace(f" {old} ", f" {new} ")
    return text


@pytest.fixture(name="rejected")
def fixture_rejected(bareprobe, tmp_path):
    """rejected(records...): the reasons of the rejected ones of a run's records."""
    def run(*records):
        (tmp_path / "a.log").write_text(log_text(*start_records(), *records,
                                                 "ev=done results=1 errors=0 status=ok"))
        assert bareprobe("import", "a.log").returncode == 0
        with sqlite3.connect(tmp_path / "bareprobe.db") as store:
            return [what for kind, what in store.execute("SELECT kind, what FROM losses")
                    if kind == "rejected"]
    return run


RANGE = "mean, median or mode is not between min and max"
BALANCE = "mean is not raw - entries * overhead"
CI = "ci is not t * sd / sqrt(n)"  # 2.776 * 2 / sqrt(5) = 2.483328


CONTRADICTIONS = (
    ("code=0x12", "code=0x13", "code is not that of the event"),
    ("event=branches", "event=mine", "event is unknown and was not calibrated"),
    ("ring=kernel", "ring=inner", "ring is unknown"),
    ("state=warm", "state=hot", "state is unknown"),
    ("ablate=none", "ablate=all", "ablate is unknown"),
    ("level=95", "level=90", "level is neither 95 nor 99"),
    ("level=95", "level=99", CI),
    ("n=5", "n=0", "n is out of range"),
    ("n=5", "n=4000000000", "n is out of range"),
    ("n=5", "n=6", CI),
    ("sd=2", "sd=-2", "sd or ci is negative"),
    ("ci=2.483328", "ci=-2.483328", "sd or ci is negative"),
    ("sd=2", "sd=9", "sd is greater than max - min"),
    ("sd=2", "sd=3", CI),
    ("ci=2.483328", "ci=2.483400", CI),
    ("min=96", "min=101", RANGE), ("max=104", "max=99", RANGE),
    ("med=100", "med=95", RANGE), ("med=100", "med=105", RANGE),
    ("mode=100", "mode=95", RANGE), ("mode=100", "mode=105", RANGE),
    ("mean=100", "mean=95", RANGE), ("mean=100", "mean=105", RANGE),
    ("mean=100", "mean=101", BALANCE), ("raw=100", "raw=101", BALANCE),
    ("overhead=0", "overhead=1", BALANCE),
    ("exits=1", "exits=2", "entries and exits differ, but status is ok"),
    ("per_entry=100", "per_entry=101", "per_entry is not mean / entries"),
)


def test_results_that_contradict_themselves(rejected):
    records = [result(("region=0", f"region={region}"), (old, new))
               for region, (old, new, _) in enumerate(CONTRADICTIONS)]
    assert rejected(BENCH, *records) == [why for *_, why in CONTRADICTIONS]


def test_numbers_without_entries(rejected):
    assert rejected(BENCH, result(("entries=1", "entries=0"), ("exits=1", "exits=0"))) == [
        "it has numbers but no entries"]


OVERHEAD = "overhead differs from the calibration"
PLACE = "code or counter differs from the calibration"
OTHERS = [calibration(**{key: value}, overhead=1) for key, value in (
    ("event", "flops"), ("ring", "user"), ("state", "cold"), ("ablate", "l1"), ("of", "stub"),
    ("of", "run"))]
MINE = result(("event=branches", "event=mine"))
COLD = calibration(overhead=0, others="overhead_cold=4 ")


def average(overhead):
    """A result with this average overhead of one entry."""
    return result(("overhead=0", f"overhead={overhead}"), ("raw=100", f"raw={100 + overhead}"))


@pytest.mark.parametrize("before, record, why", [
    ([], result(), []),
    ([calibration()], result(), []),
    ([calibration(overhead=1)], result(), [OVERHEAD]),
    ([calibration(overhead=0.001)], result(), [OVERHEAD]),
    ([calibration(counter=1)], result(), [PLACE]),
    # an event that only its calibration defines
    ([calibration("mine")], MINE, []),
    ([calibration("mine", code="0x13")], MINE, [PLACE]),
    # calibrations of other events, rings and states do not count, before or after
    (OTHERS, result(), []),
    ([calibration(), *OTHERS], result(), []),
    ([*OTHERS, calibration()], result(), []),
    ([calibration(overhead=1), *OTHERS], result(), [OVERHEAD]),
    ([*OTHERS, calibration(overhead=1)], result(), [OVERHEAD]),
    # of two, the latest
    ([calibration(overhead=1), calibration()], result(), []),
    ([calibration(), calibration(overhead=1)], result(), [OVERHEAD]),
    # one of an earlier experiment does not count
    ([calibration(overhead=1), start_records()[2]], result(), []),
    ([calibration(), start_records()[2], calibration(overhead=1)], result(), [OVERHEAD]),
    # an average of cold and warm entries is not beyond either
    ([COLD], average(0), []),
    ([COLD], average(0.8), []),
    ([COLD], average(4), []),
    ([COLD], average(4.5), [OVERHEAD]),
    ([COLD], average(-1), [OVERHEAD]),
    ([calibration(overhead=4, others="overhead_warm=3 ")], average(3.25), []),
    ([calibration(overhead=4, others="overhead_warm=3 ")], average(2), [OVERHEAD]),
])
def test_a_result_that_contradicts_its_calibration(rejected, before, record, why):
    assert rejected(*before, BENCH, record) == why
