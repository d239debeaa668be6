# SPDX-License-Identifier: MIT
"""Errata of the counters below the results that they may touch (pmc/events/errata.def)."""
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
