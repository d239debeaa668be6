# SPDX-License-Identifier: MIT
"""Below the results that they may touch: errata of the counters, and the end probe's own share."""
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


SHARE = "          of data_write_miss, up to 8 an entry are the end probe's, where the region " \
        "displaced the stack from L1"
WRITE_MISSES = {"event": "data_write_miss", "code": "0x04"}


@pytest.mark.parametrize("result, noted", [
    (result_record(8, **WRITE_MISSES), True),
    (result_record(0, **WRITE_MISSES), False),
    (result_record(800, **WRITE_MISSES), True),     # 8 of 800 are a hundredth
    (result_record(801, **WRITE_MISSES), False),
    (result_record(8, **MISSES), False),
])
def test_what_may_be_the_end_probes_own_is_said(bareprobe, write_run, result, noted):
    write_run("a.log", result)
    assert (SHARE in bareprobe("show", "a.log").stdout.splitlines()) is noted
