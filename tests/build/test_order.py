# SPDX-License-Identifier: MIT
"""A new benchmark moves none of the others: bench/order has these in their places, and what is new
comes behind. The tests' image is the kernel's with benchmarks that only tests want."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = 4096
SECTIONS = {".user_text", ".user_rodata", ".user_data", ".user_bss"}


def places(image):
    """[(section, symbol, place in its page, bytes behind the section's start)] as they lie."""
    lines = subprocess.run(["objdump", "-ht", ROOT / "build" / image], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    starts = {words[1]: int(words[3], 16) for words in map(str.split, lines)
              if len(words) == 7 and words[1] in SECTIONS}
    assert starts.keys() == SECTIONS
    for line in sorted(lines):
        words = line.split()
        if len(words) >= 5 and words[-3] in SECTIONS:
            address = int(words[0], 16)
            yield words[-3], words[-1], address % PAGE, address - starts[words[-3]]


# What only P6 and K7 have of bench/instr lies behind all benchmarks, and from there on moves.
BEHIND = {".user_text": "wide_text_start", ".user_data": "wide_ends_start"}


def test_new_benchmarks_move_no_other():
    kernel, tests = (list(places(image)) for image in ("bareprobe.elf", "bareprobe-test.elf"))
    ends = {"user_code_end", "user_bss_end", "user_data_end"}
    behind = {section: at for section, name, _, at in kernel if BEHIND.get(section) == name}
    assert len(behind) == 2
    moved = [place for place in set(kernel) - set(tests)
             if place[1] not in ends and place[3] < behind.get(place[0], place[3] + 1)]
    assert not moved
    assert len(kernel) > 1000 and len(tests) > len(kernel) + 50


def test_each_line_is_a_benchmark():
    """Not the other way round: what somebody added has no line and needs none."""
    lines = (ROOT / "bench/order").read_text().splitlines()
    order = [line for line in lines if not line.startswith("#")]
    assert len(order) == len(set(order))
    for name in order:
        assert [*ROOT.glob(f"bench/{name}"), *ROOT.glob(f"bench/{name}.*")], name
