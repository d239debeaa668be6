# SPDX-License-Identifier: MIT
"""Notes below affected results: errata of the counters, and the end probe's own share."""
import json

import pytest

from logs import result_record

MISSES = {"event": "data_read_miss", "code": "0x03"}
MISALIGNED = {"event": "misaligned_data_memory_or_IO_references", "code": "0x0b"}
FLUSHES = {"event": "pipeline_flushes", "code": "0x15"}
SEGMENTS = {"event": "segment_register_loaded", "code": "0x0f"}
TWICE = "          erratum of data_read_miss: counts 2 on a misaligned access"
LOADS = "          erratum of pipeline_flushes: counts some descriptor loads, and VERR"


@pytest.mark.parametrize("results, start, notes", [
    ([result_record(3, **MISSES), result_record(5, **MISALIGNED)], {}, [
        TWICE, "          erratum of misaligned_data_memory_or_IO_references: "
               "counts 2 for FST and FSTP"]),
    ([result_record(3, **MISSES), result_record(0, **MISALIGNED)], {}, []),
    ([result_record(3, **MISSES), result_record(5, region=1, **MISALIGNED)], {}, [
        TWICE, "          erratum of misaligned_data_memory_or_IO_references: "
               "counts 2 for FST and FSTP"]),
    ([result_record(0, **MISSES)], {}, []),
    ([result_record(3, **MISSES)], {}, [TWICE]),
    ([result_record(3, **MISSES)], {"signature": "0x517"}, [TWICE]),
    ([result_record(3, **MISSES)], {"signature": "0x543", "name": "Pentium MMX"}, []),
    ([result_record(2, **FLUSHES)], {}, []),
    ([result_record(2, **FLUSHES), result_record(4, **SEGMENTS)], {}, [LOADS]),
    ([result_record(2, **FLUSHES), result_record(0, **SEGMENTS)], {}, []),
    ([result_record(2, event="data_tlb_miss", code="0x02")], {}, []),
])
def test_noted_where_they_may_touch(bareprobe, write_run, results, start, notes):
    write_run("a.log", *results, **start)
    shown = bareprobe("show", "a.log").stdout
    assert [line for line in shown.splitlines() if "erratum" in line] == notes


P3, P2 = {"signature": "0x673"}, {"signature": "0x651"}
LINES_IN = {"event": "l2_lines_in", "code": "0x24"}
WRONG = "          erratum of l2_lines_in: E45 of the Pentium III: wrong"

@pytest.mark.parametrize("result, start, notes", [
    (result_record(3, **LINES_IN), P3, [WRONG]),
    (result_record(0, **LINES_IN), P3, []),
    (result_record(3, **LINES_IN), P2, []),         # only on the Pentium III
    (result_record(3, event="l2_lines_out", code="0x26"), P2, []),
    # an erratum with interrupts; there are no interrupts
    (result_record(3, event="inst_retired", code="0xc0"), P2, []),
    (result_record(3, event="retired_instructions", code="0xc0"),
     {"signature": "0x644"}, []),
])
def test_those_of_later_families(bareprobe, write_run, result, start, notes):
    """pmc/p6/p6.def lists the errata with the events."""
    write_run("a.log", result, **start)
    shown = bareprobe("show", "a.log").stdout
    assert [line for line in shown.splitlines() if "erratum" in line] == notes


NORTHWOOD = {"signature": "0xf24"}
TYPES = {"event": "retired_branch_type:conditional@6", "code": "0x4"}


@pytest.mark.parametrize("result, start, noted", [
    (result_record(200, **TYPES), NORTHWOOD, True),
    (result_record(200, **TYPES), P3, False),
    (result_record(3, event="machine_clear", code="0x2"), NORTHWOOD, False),
    # Its code is that of retired_branch_type.
    (result_record(3, event="x87_fp_uop", code="0x4"), NORTHWOOD, False),
])
def test_those_of_a_pentium_4_go_by_name(bareprobe, write_run, result, start, noted):
    write_run("a.log", result, **start)
    lines = [line for line in bareprobe("show", "a.log").stdout.splitlines() if "erratum" in line]
    assert len(lines) == noted
    if noted:
        assert lines[0].startswith("          erratum of retired_branch_type:conditional@6: "
                                   "conditional branches count twice")


SHARE = "          of data_tlb_miss, 1 per entry is the end probe's, if the region displaced the " \
        "stack from the TLB"
TLB_MISSES = {"event": "data_tlb_miss", "code": "0x02"}


@pytest.mark.parametrize("result, noted", [
    (result_record(1, **TLB_MISSES), True),
    (result_record(0, **TLB_MISSES), False),
    (result_record(100, **TLB_MISSES), True),     # 1 of 100 is a hundredth
    (result_record(101, **TLB_MISSES), False),
    (result_record(8, **MISSES), False),
])
def test_what_may_be_the_end_probes_own_is_said(bareprobe, write_run, result, noted):
    write_run("a.log", result)
    assert (SHARE in bareprobe("show", "a.log").stdout.splitlines()) is noted


def ranged(mean, low, high):
    return result_record(mean).replace(
        " status=ok", f" probe_low={low} probe_high={high} status=ok")


RANGES = pytest.mark.parametrize("result, note, line", [
    (ranged(8, 0, 8), "0 to 8 are the probe's", "0 to 8 of these are the probe's"),
    (ranged(-8, -8, 0), "0 to 8 are missing because of the probe",
     "0 to 8 too few because of the probe"),
    (ranged(5, -1, 8), "the probe removes up to 1 or adds up to 8",
     "between 1 too few and 8 too many because of the probe"),
    (ranged(0, -3, 0), "0 to 3 are missing because of the probe",
     "0 to 3 too few because of the probe"),
    (ranged(800, 0, 8), "0 to 8 are the probe's", "0 to 8 of these are the probe's"),
    (ranged(801, -8, 8), None, None),  # less than a hundredth
    (result_record(-8), None, None),
])


@RANGES
def test_the_range_of_the_probe_is_said(bareprobe, write_run, tmp_path, result, note, line):
    """In the table, on the page and in the report, for logs and for stored runs."""
    time = ("ev=time bench=apps/one state=warm ablate=none n=5 mean=1 sd=0 ci=0 level=95 min=1 "
            "med=1 max=1 mode=1")
    write_run("a.log", result, time)
    bareprobe("import", "a.log")
    for run in ("a.log", "last"):
        shown = bareprobe("show", run).stdout.splitlines()
        assert [text for text in shown if "probe" in text] == (
            ["          of branches, " + note] if note else [])
        report = bareprobe("show", run, "--report").stdout.splitlines()
        assert [text for text in report if text.startswith(12 * " ") and "probe" in text] == (
            ["            " + line] if line else [])
        bareprobe("html", run, "-o", "page.html")
        page = (tmp_path / "page.html").read_text()
        assert ("because of the probe" in page or "adds up to" in page
                or "are the probe" in page) is bool(note)
        assert (note or "").replace("'", "&#39;") in page


def test_an_export_has_the_range(bareprobe, write_run):
    write_run("a.log", ranged(-8, -8, 0))
    line = json.loads(bareprobe("export", "a.log", "-f", "ndjson").stdout)
    assert [line[key] for key in ("mean", "probe_low", "probe_high")] == [-8, -8, 0]


def test_csv_has_columns_of_ranges_if_there_are_any(bareprobe, write_run):
    for result, header, end in (
            (ranged(-8, -8, 0), ",platform,probe_low,probe_high", ",silicon,-8,0"),
            (result_record(3), ",platform", ",silicon")):
        write_run("a.log", result)
        first, row = bareprobe("export", "a.log", "-f", "csv").stdout.splitlines()
        assert first.endswith(header) and row.endswith(end)


HOLDS = "          of branches, "


def inner(mean, begins, ends, cost=None, **more):
    return result_record(mean, **more).replace(
        " status=ok", f" inner_begins={begins} inner_ends={ends}"
        + (f" inner_cost={cost}" if cost is not None else "") + " status=ok")


INNER = [
    (inner(4000, 100, 100, 3000),
     "about 3000 is the overhead of 100 begins and 100 ends of other regions"),
    # a hundredth
    (inner(100, 1, 0, 1), "about 1 is the overhead of 1 begins and 0 ends of other regions"),
    (inner(101, 1, 0, 1), None),
    (inner(100, 1, 1, 0), None),
    (inner(5, 1, 2), "includes the overhead of 1 begins and 2 ends of other regions"),
    (inner(4000, 100, 100, 3000, region="whole"),
     "about 3000 is the overhead of 100 begins and 100 ends of regions"),
    (result_record(4000), None),
]


@pytest.mark.parametrize("result, said", INNER)
def test_other_regions_probes_are_said(bareprobe, write_run, tmp_path, result, said):
    """They appear for logs and for stored runs, and on the page."""
    write_run("a.log", result)
    bareprobe("import", "a.log")
    for run in ("a.log", "last"):
        shown = bareprobe("show", run).stdout
        assert [line for line in shown.splitlines() if "of branches," in line] == (
            [HOLDS + said] if said else [])
        bareprobe("html", run, "-o", "page.html")
        page = (tmp_path / "page.html").read_text()
        assert page.count(" ends of ") == bool(said) and (said or "") in page


@pytest.mark.parametrize("result, line", [
    (inner(4000, 100, 100, 3000), "            about 3000 are other regions' probes"),
    (inner(5, 1, 2),
     "        contains 1 begins and 2 ends of other regions; their probes are counted"),
])
def test_a_report_retold_says_them_too(bareprobe, write_run, result, line):
    time = ("ev=time bench=apps/one state=warm ablate=none n=5 mean=1 sd=0 ci=0 level=95 min=1 "
            "med=1 max=1 mode=1")
    write_run("a.log", result, time)
    bareprobe("import", "a.log")
    assert line in bareprobe("show", "last", "--report").stdout.splitlines()


@pytest.mark.parametrize("result, cost", [
    (inner(4000, 100, 100, 3000), 3000), (inner(5, 100, 100), None)])
def test_an_export_has_them(bareprobe, write_run, result, cost):
    write_run("a.log", result)
    line = json.loads(bareprobe("export", "a.log", "-f", "ndjson").stdout)
    assert [line[key] for key in ("inner_begins", "inner_ends", "inner_cost")] == [100, 100, cost]
