# SPDX-License-Identifier: MIT
"""A new benchmark moves none of the others: bench/order has these in their places, and what is new
comes behind. The tests' image is the kernel's with benchmarks that only tests want."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = 4096
LINE = 32
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


def sections(image):
    """{section: (address, bytes)}"""
    lines = subprocess.run(["objdump", "-hw", ROOT / "build" / image], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    return {words[1]: (int(words[3], 16), int(words[2], 16)) for words in map(str.split, lines)
            if len(words) > 6 and words[0].isdigit()}


def lines_of_a_page(address, size):
    """Which of a page's 128 lines these bytes are in: the sets of a P5's code cache of 8 KB, which
    has two ways of 4 KB."""
    return {at // LINE % (PAGE // LINE) for at in range(address, address + size)}


def test_stubs_are_in_no_set_of_what_runs_between_runs():
    """Two ways: a line of a stub, a line of the benchmark that calls it. A line of .fixed_text,
    which runs behind the warming run, would be the third, and the counted run would miss one."""
    found = sections("bareprobe-test.elf")
    fixed, stubs = (lines_of_a_page(*found[name]) for name in (".fixed_text", ".stub_text"))
    assert len(fixed) > 50 and len(stubs) > 50
    assert not fixed & stubs
    symbols = subprocess.run(["nm", ROOT / "build/bareprobe-test.elf"], capture_output=True,
                             text=True, check=True).stdout.splitlines()
    start, size = found[".stub_text"]
    outside = [line for line in symbols if "p5mon_asm_" in line
               and not start <= int(line.split()[0], 16) < start + size]
    assert not outside and sum("p5mon_asm_" in line for line in symbols) == 201


def test_handlers_of_hooks_and_samples_have_one_line_of_a_set():
    """What each interrupt and exception runs, and hooks or samples behind it: so a set has a line
    for the benchmark, and a watched write 4 clocks behind another is found to be 4 clocks behind.
    What is last of samples may lie where exceptions enter. What timers run has no set of what runs
    around the counted run, either."""
    symbols = {words[-1]: int(words[0], 16) for words in map(str.split, subprocess.run(
        ["nm", ROOT / "build/bareprobe.elf"], capture_output=True, text=True,
        check=True).stdout.splitlines())}

    def within(room):
        start, end = (symbols[f"{room}_text_{edge}"] for edge in ("start", "end"))
        return lines_of_a_page(start, end - start)
    entries = lines_of_a_page(symbols["stub_0"], symbols["stub_watchdog"] - symbols["stub_0"] - 31)
    assert within("handler") > entries and len(within("handler")) < 40
    assert not within("handler") & within("hooks")
    assert within("handler") & within("samples") <= entries
    for room, names in (("handler", "trap_handle p5_stop p5_start_armed stub_13 take_exception"),
                        ("hooks", "hooked watch_points_bytes"),
                        ("samples", "interruption gains_start aim takes_pm0 steps_go_on")):
        start, end = symbols[f"{room}_text_start"], symbols[f"{room}_text_end"]
        assert end - start < PAGE
        assert all(start <= symbols[name] < end for name in names.split())
    timed = symbols["stub_timer"], symbols["edges_begin_run"]
    assert all(timed[0] <= symbols[name] <= timed[1] for name in (
        "interruption_at", "keep_sample", "gains_keep", "turns_next", "takes_pit", "aim"))
    assert not (lines_of_a_page(timed[0], timed[1] - timed[0])
                & lines_of_a_page(*sections("bareprobe.elf")[".fixed_text"]))


def test_stubs_that_nobody_calls_take_no_room():
    found = sections("bareprobe.elf")
    assert ".stub_text" not in found
    start, size = found[".program_text"]
    assert found[".user_rodata"][0] == -(-(start + size) // PAGE) * PAGE


def test_what_is_used_before_line_20_is_open_ends_in_front_of_it():
    """The address is linker.ld's: 1 MB and 640 KB. What grows past it moves what exact counting
    runs, which comes first there."""
    found = sections("bareprobe.elf")
    assert found[".late_text"][0] == 0x1A0000
    assert sum(found[".bss"]) <= 0x198000  # a loader's information lies there, a megabyte lower
    assert found[".late_bss"][0] > 0x1A0000


def test_each_line_is_a_benchmark():
    """Not the other way round: what somebody added has no line and needs none."""
    lines = (ROOT / "bench/order").read_text().splitlines()
    order = [line for line in lines if not line.startswith("#")]
    assert len(order) == len(set(order))
    for name in order:
        assert [*ROOT.glob(f"bench/{name}"), *ROOT.glob(f"bench/{name}.*")], name
