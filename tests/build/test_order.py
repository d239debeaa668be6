# SPDX-License-Identifier: MIT
"""A new benchmark does not move existing ones: bench/order fixes their places, and a new benchmark
is linked after them. The tests' image is the kernel's image plus benchmarks that only tests use."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = 4096
LINE = 32
SECTIONS = {".user_text", ".user_rodata", ".user_data", ".user_bss"}


def places(image):
    """Yields (section, symbol, offset in its page, offset in its section), ordered by address."""
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


# The parts of bench/instr that only P6 and K7 use are linked after all benchmarks. The code from
# these symbols on may move.
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
    """Returns {section: (address, size in bytes)}."""
    lines = subprocess.run(["objdump", "-hw", ROOT / "build" / image], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    return {words[1]: (int(words[3], 16), int(words[2], 16)) for words in map(str.split, lines)
            if len(words) > 6 and words[0].isdigit()}


def lines_of_a_page(address, size):
    """Returns the indexes of the page's 128 lines that these bytes occupy. They are the sets of a
    P5's code cache of 8 KB, which has two ways of 4 KB."""
    return {at // LINE % (PAGE // LINE) for at in range(address, address + size)}


def test_stubs_are_in_no_set_of_what_runs_between_runs():
    """A set has two ways: one for a line of a stub, one for a line of the benchmark that calls it.
    A line of .fixed_text, which runs after the warming run, would need a third way, and the counted
    run would miss a line."""
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
    """All code that an interrupt or exception runs, including the hook or sample code after it,
    occupies at most one line of each set. The other way of the set remains for the benchmark, so a
    watched write 4 clocks after another one is measured as 4 clocks later. The last part of the
    sample code may share sets with the exception entries. The code that timers run shares no set
    with the code that runs around the counted run."""
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
    for room, names in (("handler", "trap_handle p5_stop p5_start_armed stub_13 exception_entry"),
                        ("hooks", "hook_stamps_handle watch_points_bytes"),
                        ("samples", "interruption counter_deltas_start timer_compensation_arm "
                                    "takes_pm0 single_steps_go_on")):
        start, end = symbols[f"{room}_text_start"], symbols[f"{room}_text_end"]
        assert end - start < PAGE
        assert all(start <= symbols[name] < end for name in names.split())
    timed = symbols["stub_timer"], symbols["edges_begin_run"]
    assert all(timed[0] <= symbols[name] <= timed[1] for name in (
        "interruption_at", "interruption_store_sample", "counter_deltas_store", "slices_next",
        "takes_pit", "timer_compensation_arm"))
    assert not (lines_of_a_page(timed[0], timed[1] - timed[0])
                & lines_of_a_page(*sections("bareprobe.elf")[".fixed_text"]))


def test_stubs_end_with_the_last_page_of_code():
    """They follow the code that counts probes, and no line of a set is used twice."""
    found = sections("bareprobe.elf")
    start, size = found[".nested_text"]
    stubs, length = found[".stub_text"]
    page = -(-(stubs + length) // PAGE) * PAGE
    assert start + size <= stubs < start + size + PAGE and page == found[".user_rodata"][0]
    assert ".stub_text" not in sections("bareprobe-quick.elf")


def test_what_is_used_before_line_20_is_open_ends_in_front_of_it():
    """The address is set in linker.ld: 1 MB plus 640 KB. Growth beyond it would move the code used
    by exact counting, which comes first there."""
    found = sections("bareprobe.elf")
    assert found[".late_text"][0] == 0x1A0000
    # a loader stores its information there, at an address that is one megabyte lower
    assert sum(found[".bss"]) <= 0x198000
    assert found[".late_bss"][0] > 0x1A0000


def test_each_line_is_a_benchmark():
    """The converse does not hold: a user's benchmark has no line and needs none."""
    lines = (ROOT / "bench/order").read_text().splitlines()
    order = [line for line in lines if not line.startswith("#")]
    assert len(order) == len(set(order))
    for name in order:
        assert [*ROOT.glob(f"bench/{name}"), *ROOT.glob(f"bench/{name}.*")], name
