# SPDX-License-Identifier: MIT
"""The bus of a virtual Pentium 4: requests and data, counted by edges and by clocks."""
import pytest

from p4_guest import CMP, EDGE, count # pylint: disable=unused-import

READS, WRITES, UC, WB, OWN, AHEAD = 1 << 5, 1 << 6, 1 << 7, 1 << 11, 1 << 13, 1 << 15
ALL = 1 | READS | WRITES | UC | WB | OWN | AHEAD
BY_EDGE = f"CCCR(6) | {CMP | EDGE}"
NO_ERRATUM = ("-set", "counters.erratum_ioq=off")


def requests(mask, cccr=BY_EDGE):
    return 0, "MSR_FSB_ESCR0", f"ESCR(3, {mask})", cccr


def data(mask, cccr=BY_EDGE):
    return 0, "MSR_FSB_ESCR0", f"ESCR(0x17, {mask})", cccr


def flushed(lines):
    """Returns code that flushes both lines of each of N sectors and then reads the first line of
    each."""
    flushes = "".join(f"clflush [ebp + {64 * i}]\n" for i in range(2 * lines))
    return flushes + "".join(f"mov eax, [ebp + {128 * i}]\n" for i in range(lines))


@pytest.mark.parametrize("mask, requested", [
    (ALL, 8), (ALL & ~AHEAD, 4), (ALL & ~READS, 0), (ALL & ~WRITES, 8), (ALL & ~OWN, 0),
    (ALL & ~WB, 0), (ALL & ~UC, 8), (ALL & ~1, 0), (ALL + 1, 0)])
def test_lines_are_read(count, mask, requested):
    """Four loads that miss all caches fetch four lines, and four more of their sectors by prefetch.
    From model 2 on type, direction and memory type must all match. Type 1 matches any request, and
    2 none that is known."""
    assert count(flushed(4), requests(mask)) == [requested]


@pytest.mark.parametrize("mask, requested", [
    (1 | OWN, 4), (READS | OWN, 4), (WRITES | OWN, 0), (WB | OWN, 4), (UC | OWN, 0),
    (WB | WRITES | OWN, 0), (WB | READS | OWN | AHEAD, 8), (1 | READS, 0)])
def test_before_model_2_any_will_do(count, mask, requested):
    """The memory type is ignored if a direction is selected."""
    assert count(flushed(4), requests(mask), name="willamette") == [requested]


def test_one_escr(count):
    """Below F27h the second ESCR counts nothing and rings are ignored; on Prescott neither is the
    case."""
    second = 2, "MSR_FSB_ESCR0 + 1", f"ESCR(3, {ALL})", BY_EDGE
    user = 0, "MSR_FSB_ESCR0", f"ESCR(3, {ALL}) ^ 3 << 2", BY_EDGE
    assert count(flushed(4), second, user) == [0, 8]
    assert count(flushed(4), second, user, options=NO_ERRATUM) == [8, 0]
    assert count(flushed(4), second, user, name="prescott") == [8, 0]


def test_lines_are_written_back(count):
    """Three lines are read for their stores; the other lines of their sectors are present. CLFLUSH
    writes them back, once each. A line takes four clocks of data, and two more to hold the bus for
    it."""
    body = "".join(f"mov [ebp + {128 * i}], eax\nclflush [ebp + {128 * i}]\n" for i in range(3))
    body += "clflush [ebp]"
    driven = [data(mask, cccr) for mask in (1, 8) for cccr in (BY_EDGE, "CCCR(6)")]
    assert count(body, requests(ALL), requests(ALL & ~READS), data(2)) == [6, 3, 3]
    assert count(body, *driven, data(2, "CCCR(6)")) == [3, 12, 3, 6, 12]


def test_what_is_not_cacheable(count):
    """The PC's video memory is not cacheable: each access is a separate request with two clocks of
    data, and the bus is not held for it."""
    body = "mov eax, [0xa0000]\nmov [0xa0004], eax\nmov [0xa0008], eax"
    assert count(body, requests(ALL), requests(ALL & ~UC), requests(ALL & ~WRITES)) == [3, 0, 1]
    assert count(body, data(1, "CCCR(6)"), data(2, "CCCR(6)"), data(8)) == [4, 2, 0]


def test_wbinvd_writes_back(count):
    """WBINVD writes back each modified line, including the one with the iteration count; INVD
    none."""
    body = "".join(f"mov [ebp + {64 * i}], eax\n" for i in range(7))
    written = requests(ALL & ~READS)
    assert count(body + "wbinvd", written) == [7 + 1]
    assert count(body + "invd", written) == [0]


def test_more_than_the_bus_holds(count):
    """Only sixteen of the 200 lines and their sectors can be outstanding at a time. None is
    lost."""
    assert count(flushed(200), requests(ALL), data(2)) == [400, 400]


def test_hits_of_the_second_level(count):
    """In the second level a written line is modified and a read one exclusive. Other lines of the
    same first-level set evict them from it: four ways, 2048 bytes apart."""
    def lookups(bit):
        return 0, "MSR_BSU_ESCR0", f"ESCR(12, {1 << bit})", "CCCR(7)"
    others = "".join(f"mov eax, [ebp + {2048 * (i + 2)}]\n" for i in range(4))
    body = "mov [ebp], eax\n" + others + "mov eax, [ebp]\n"
    modified, = count(body, lookups(2))
    exclusive, = count(others + "mov eax, [ebp + 2048]\n", lookups(1))
    assert (modified, exclusive) == (1, 5)
