# SPDX-License-Identifier: MIT
"""The benchmarks of bench/pipe/ find the pipeline parameters of the virtual Pentium.
The benchmarks' code states the default values of P54C and P55C (WORK). These tests check the
findings, and that they follow changes of the model.
"""
import pytest

from conclusions import findings, setting

P55C = ["-cpu", "p55c"]

PAIRING = "pipe/pairing*,pipe/dependence,pipe/encoding"

NO_PAIRS_ON_P54C = {
    "adc_second", "shift_second", "rotate_immediate_first", "not_first", "neg_second",
    "test_immediate_first", "jcc_first", "read_after_write", "write_after_write",
    "low_and_high_byte", "byte_and_whole", "push_pop", "pop_push", "push_and_read_esp",
    "displacement_and_immediate", "ten_bytes", "x87_and_integer", "operand_size_second",
    "address_size_second", "segment_second"}
IN_EITHER_PIPE = {"operand_size_second", "address_size_second"}


@pytest.mark.parametrize("no_pairs,options", [
    (NO_PAIRS_ON_P54C, []),
    (NO_PAIRS_ON_P54C - IN_EITHER_PIPE - {"displacement_and_immediate"}, P55C),
    (NO_PAIRS_ON_P54C - {"rotate_immediate_first"}, setting("pairing.rotate_immediate=on")),
    (NO_PAIRS_ON_P54C - {"displacement_and_immediate", "ten_bytes"},
     setting("pairing.displacement_immediate_u=on")),
    (NO_PAIRS_ON_P54C - IN_EITHER_PIPE, setting("pairing.opcode_size_prefix_in_v=on")),
])
def test_pairing(vpentium, records, no_pairs, options):
    found = findings(vpentium, records, PAIRING, *options)
    assert {name.removeprefix("pairs_") for name, value in found.items() if value == "no"} == \
        no_pairs
    assert set(found.values()) == {"yes", "no"} and len(found) == 50


def test_pairing_by_time_stamp(vpentium, records):
    assert findings(vpentium, records, PAIRING, events="time_stamp") == \
        findings(vpentium, records, PAIRING)


def test_nothing_pairs_without_v(vpentium, records):
    found = findings(vpentium, records, PAIRING, *setting("pairing.enabled=off"))
    assert set(found.values()) == {"no"}


NO_INTERLOCK = {"address_interlock_u_a_clock_later", "address_interlock_v_a_clock_later",
                "address_interlock_test", "address_interlock_push_and_push"}


@pytest.mark.parametrize("none,options", [
    (NO_INTERLOCK, []),
    (NO_INTERLOCK, P55C),
    (NO_INTERLOCK | {"address_interlock_push_and_esp"},
     setting("pairing.esp_interlock_after_stack=off")),
])
def test_interlocks(vpentium, records, none, options):
    found = findings(vpentium, records, "pipe/agi", *options)
    assert found == {name: 0 if name in none else 1 for name in found}
    assert len(found) == 15 and none < set(found)


@pytest.mark.parametrize("size,two,segment,opcode,options", [
    (1, 2, 1, 1, []),
    (2, 3, 1, 0, P55C),
    (3, 6, 1, 1, setting("prefix.size=3")),
    (3, 4, 1, 1, setting("prefix.first_size=2")),
    (1, 2, 2, 1, setting("prefix.segment_repeat_lock=2")),
    (1, 2, 1, 0, setting("prefix.opcode_0f=0")),
    (0, 0, 1, 4, setting("prefix.size=0", "prefix.opcode_0f=4")),
])
def test_prefixes(vpentium, records, size, two, segment, opcode, options):
    """XCHG takes 2 clocks and hides one decode clock of the next instruction. A P55C takes 2 for
    the first of 66 and 67, and 1 for each further prefix (InstLatx64: n of them before a NOP, n + 2
    clocks)."""
    assert findings(vpentium, records, "pipe/prefix", *options) == {
        "prefix_operand_size": size, "prefix_address_size": size, "prefix_segment": segment,
        "prefix_0f": opcode, "prefix_two": two, "prefix_hidden_by_2_clocks": segment - 1,
        "prefix_two_behind_2_clocks": 2 * segment - 1}


@pytest.mark.parametrize("lost,options", [
    (1, []), (0, P55C), (0, setting("pairing.first_execution=off"))])
def test_first_execution(vpentium, records, lost, options):
    assert findings(vpentium, records, "pipe/first_execution", *options)["first_execution"] == lost


def test_modified_code_waits_for_the_bus(vpentium, records):
    """The line is fetched again, so it costs more on a slower bus."""
    cost = [findings(vpentium, records, "pipe/first_execution", *options)["self_modifying"]
            for options in ([], setting("bus.l2=6-2"), setting("bus.l2=12-4"))]
    assert 0 < cost[0] < cost[1] < cost[2]


def test_system(vpentium, records):
    """OUT takes 12 clocks and 66 bus clocks of 1.5: 111, or 74 bus clocks. IN takes 7 and the same
    bus clocks, 106, and a cycle begins on a bus clock: 71 of them each, 106.5. The first of ten may
    begin at any time: 0.2 clocks of one. A locked ADD has a prefix, and a read and a write on the
    bus, so it takes longer than one that is not locked."""
    found = findings(vpentium, records, "pipe/system")
    assert (found["segment_load"], found["segment_load_from_memory"], found["segment_store"]) == \
        (2, 3, 1)
    assert (found["port_write"], found["port_read"]) == pytest.approx((111, 106.5), abs=0.201)
    assert found["locked_add_to_memory"] > found["add_to_memory"] + 6
    assert found["exchange_with_memory"] >= 15 - 0.2  # "more than 15": Agner Fog, 28.1


def test_system_on_another_board(vpentium, records):
    """OUT: 12 + 34 x 1.5 = 63, or 42 bus clocks. IN: 7 + 51 = 58, so 39 bus clocks: 58.5. Locked
    operations depend on the second-level cache: a read takes 9 bus clocks instead of 3."""
    options = setting("bus.io=34", "bus.l2=9-1")
    found = findings(vpentium, records, "pipe/system", *options)
    assert (found["port_write"], found["port_read"]) == pytest.approx((63, 58.5), abs=0.201)
    assert found["locked_add_to_memory"] > \
        findings(vpentium, records, "pipe/system")["locked_add_to_memory"] + 6


def test_ports_are_left_out_in_ring_3(vpentium, records):
    found = findings(vpentium, records, "pipe/system", settings="privilege=user")
    assert found["segment_load"] == 2 and "port_write" not in found
