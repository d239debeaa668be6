# SPDX-License-Identifier: MIT
"""The monitor in the virtual Pentium. Register names and reset values are from Intel's documents; a
P54C has no CR4.PCE and no RDPMC, a P55C has both (Developer's Manual, volume 3)."""
import re
import select
import subprocess
import sys

import pytest

from monitor_prompt import BOUND, BUILD, ROOT, begun, framed, texts
from tiers import fast_cases

sys.path.insert(0, str(ROOT / "tools"))
from monitor_fuzz import fuzz  # requires the directory added to the path above


@pytest.fixture(name="prompt", scope="module")
def fixture_prompt():
    with begun() as prompt:
        yield prompt


def test_registers_in_the_words_of_pmx(prompt):
    """CESR selects 3h, data_read_miss, in ring 3 only (bit 7): the example of PMX's survey."""
    written = ["MSR 11 = 00000000:00000083", "CTR0: data_read_miss, ring 3", "CTR1: off"]
    assert prompt.type("WRMSR 11 AND FFFFFC00 OR 00000083") == written
    assert prompt.type("rdmsr 11") == written
    assert prompt.type("wrmsr 11 clr 7 xor 1 set 25") == [
        "MSR 11 = 00000000:02000002", "CTR0: off", "CTR1: off"]
    assert prompt.type("restore") == ["msr:11: restored to 0"]
    assert prompt.type("rdmsr 0x11") == [
        "MSR 11 = 00000000:00000000", "CESR: both counters off"]


def test_events_are_a_value_of_cesr(prompt):
    """The value is that of p5montest (thesis, Figure B.1)."""
    assert prompt.type("wrmsr 11 data_read_miss:u,data_read:u") == [
        "MSR 11 = 00000000:00800083", "CTR0: data_read_miss, ring 3", "CTR1: data_read, ring 3"]
    assert prompt.type("wrmsr 11 clocks:uk,r10:k")[1:] == [
        "CTR0: count_clocks, all rings", "CTR1: reserved_10h, rings 0 to 2"]
    assert prompt.type("wrmsr 11 data_read_miss:u,branches") == [  # as `list registers`
        "MSR 11 = 00000000:00d20083", "CTR0: data_read_miss, ring 3", "CTR1: branches, all rings"]
    assert prompt.type("wrmsr 11 2ff03c0")[1:] == [
        "CTR0: count_clocks, all rings, pin PM0 at an overflow",
        "CTR1: reserved_3Fh, all rings, pin PM1 at an overflow"]
    assert prompt.type("restore") == ["msr:11: restored to 0"]
    for line, says in [("wrmsr 11 branches,data_read,flops", "3 events; CESR has room for 2"),
                       ("wrmsr 11 brances", "did you mean branches?"),
                       ("wrmsr 11 time_stamp", "cannot be counted on its counter"),
                       ("wrmsr 12 branches", "'branches' is not allowed")]:
        answer = prompt.type(line)
        assert len(answer) == 1 and says in answer[0], answer


def test_reserved_codes_have_no_number_in_the_simulator(prompt):
    """It has no model of them; a 0 would look like a count."""
    answer = prompt.type("count r10,branches thesis/program2 repetitions=2")
    assert "thesis/program2 0 reserved_10h: unsupported" in answer
    assert "thesis/program2 0 branches: 3 (3 to 3, n=2)" in answer


def test_an_event_is_described(prompt):
    answer = prompt.type("events data_read_miss -v")
    assert answer[0] == "data_read_miss: Data Read Miss"
    assert "  not counted   I/O, and the reads of a page walk" in answer
    assert "  errata        of P5 and P54C: counts 2 on a misaligned access" in answer
    assert all(len(line) < 80 for line in answer)
    assert prompt.type("events clocks -v")[0] == "count_clocks: Clock cycles"
    assert "  counts        unknown: Intel reserves this code" in prompt.type("events r10 -v")
    assert prompt.type("events nosuch -v")[0].startswith("events: 'nosuch' is not an event")


def test_what_is_not_there_is_one_line(prompt):
    for line, says in [("rdmsr 999", "rdmsr 999: general protection (vector 13)"),
                       ("wrcr 4 set 8", "wrcr 4: general protection (vector 13)"),
                       ("rdpmc 0", "rdpmc 0: invalid opcode (vector 6)"),
                       ("peek d fffffff0", "peek fffffff0: page fault (vector 14): no page for"),
                       ("dump 0", "dump 0: page fault (vector 14): no page for 00000000")]:
        answer = prompt.type(line)
        assert len(answer) == 1 and answer[0].startswith(says), answer


def test_what_hangs_wants_really(prompt):
    for line in ("rdmsr a", "wrmsr a 0", "tr 2", "tr d 1", "out b 64 fe", "poke b 110000 0",
                 "wrcr 0 clr 0", "wrcr 3 0", "out b 3fb 80"):
        answer = prompt.type(line)
        assert len(answer) == 1 and "append 'really' to do it" in answer[0], line
    # The virtual Pentium has no MSR 0Ah. The word `really` makes the monitor read it, and the
    # monitor reports the exception.
    assert "general protection" in prompt.type("rdmsr a really")[0]
    assert prompt.type("out b 80 55 really") == ["port 80: 55 written"]
    prompt.type("restore")


def test_what_was_touched_is_in_the_prompt_and_is_put_back(prompt):
    """CR4 is 10h, PSE, because the kernel uses pages of 4 MB; TSD is its bit 2."""
    prompt.send("wrcr 4 set 2\r")
    assert prompt.until(r"bareprobe \[.*> $").endswith("bareprobe [cr4]> ")
    assert "cr4: was 10, is 14" in prompt.type("touched")
    records = prompt.ask("rdtsc")
    assert all(" touched=cr4 " in record for record in records)
    prompt.send("\r")
    prompt.send("rdcr 4\r")  # the first typed line after a program's frame is not executed
    assert "type that again" in prompt.until(r"> $")
    assert prompt.type("rdcr 4") == ["CR4 = 00000014"]
    assert prompt.type("restore") == ["cr4: restored to 10"]
    assert prompt.type("wrcr 4 set 2") == ["CR4 = 00000014"]
    assert prompt.type("wrcr 4 clr 2") == ["CR4 = 00000010"]
    assert prompt.type("touched") == ["nothing was changed by hand"]


def test_wrong_words_say_what_would_do(prompt):
    for line, says in [("rdmsx 11", "did you mean rdmsr?"), ("rdcr 1", "allowed: 0, 2, 3, 4"),
                       ("rdmsr", "register missing; see 'help rdmsr'"),
                       ("rdmsr zz", "hexadecimal, 0 to"),
                       ("wrmsr 11 set 64", "0 to 63, decimal"), ("wrmsr 11 nand 5", "xor X"),
                       ("in q 80", "allowed: b, w, d"), ("out b 80 100", "0 to ff"),
                       ("rdmsr 11 11", "unexpected '11'"), ("flush all", "cache, tlb, btb")]:
        answer = prompt.type(line)
        assert len(answer) == 1 and says in answer[0], answer


def test_every_command_has_an_example_that_works_or_refuses_in_words(prompt):
    names = prompt.type("names commands")
    assert {"rdmsr", "wrcr", "dump", "help", "bye"} <= set(names)
    for name in names:
        text = "\n".join(prompt.type(f"help {name}"))
        assert re.search(rf"^Example: {name}\b", text, re.M), text


def test_memory_and_ports(prompt):
    """The multiboot header's magic is the first word of the image (Multiboot 0.6.96, 3.1.1); 60h in
    a UART's line status means that all bytes are sent."""
    assert prompt.type("peek d 100000") == ["00100000 = 1badb002"]
    assert prompt.type("dump 100000 4")[0].startswith("00100000  02 b0 ad 1b  ")
    assert prompt.type("poke w 90000 1234")[0].startswith("00090000: 1234, was ")
    assert prompt.type("peek w 90000") == ["00090000 = 1234"]
    assert prompt.type("in b 3fd") == ["port 3fd = 60"]
    prompt.type("restore")
    for kind in ("cache", "tlb", "btb"):
        assert len(prompt.type(f"flush {kind}")) == 1


def test_a_line_is_edited(prompt):
    prompt.send("rdmsr 12\x7f1\r")
    assert "MSR 11 = " in prompt.until(r"\nbareprobe> $")
    prompt.send("\x1b[A\r")  # the previous line
    assert "MSR 11 = " in prompt.until(r"\nbareprobe> $")
    prompt.send("nonsense\x15rdts\t\r")
    assert "TSC = " in prompt.until(r"\nbareprobe> $")


def test_a_breakpoint_in_the_monitor_itself_is_one_line(prompt):
    """DR7 enables an execution breakpoint at the code that reads a line. No benchmark is running,
    so the debug exception is reported in one line."""
    symbols = prompt_symbols()
    prompt.type(f"wrdr 0 {symbols['console_read']:x}")
    prompt.send("wrdr 7 1\r")
    said = prompt.until(r"bareprobe \[dr0\]> $")
    assert "that command faulted in the kernel: debug (vector 1)" in said
    prompt.type("restore")


def prompt_symbols():
    lines = subprocess.run(["nm", BUILD / "bareprobe.elf"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return {words[2]: int(words[0], 16) for words in map(str.split, lines) if len(words) == 3}


# ---- frames ------------------------------------------------------------------------------------

def test_an_ask_is_answered_once_and_kept():
    with begun() as prompt:
        first = prompt.ask("wrmsr 11 xor 1")
        assert texts(first) == ["MSR 11 = 00000000:00000001", "CTR0: off", "CTR1: off"]
        kinds = [re.search(r"ev=(\w+)", record)[1] for record in first]
        assert kinds == ["asked", "text", "text", "text", "answered"]
        assert 'status=ok prompt="bareprobe [msr:11]> "' in first[-1]
        # Repeats the frame, as after a lost answer. The command is not executed twice.
        prompt.asked -= 1
        assert prompt.ask("wrmsr 11 xor 1") == first
        # Continues from the second record on.
        seq = int(re.search(r"seq=(\d+)", first[1])[1])
        prompt.send(framed(f"BP ask=1 from={seq}"))
        assert prompt.until(r"ev=answered [^\n]*\n").splitlines() == first[1:]
        assert "ev=answered" in prompt.ask("nonsense")[-1]
        assert "status=error" in prompt.ask("nonsense")[-1]


def test_a_damaged_ask_is_asked_for_again():
    with begun() as prompt:
        whole = framed('BP ask=1 line="rdmsr 11"')
        for damaged in (whole.replace("rdmsr", "rdmsq"), whole[:20] + "\n",
                        whole.replace("crc=", "crd="), whole.replace('"rdmsr', "rdmsr")):
            prompt.send(damaged)
            assert "ev=text" not in prompt.until(r"ev=again crc=.*\n")
        # A frame whose beginning was destroyed by noise is not taken as a typed command.
        prompt.send(whole[2:])
        prompt.until("type that again")
        assert texts(prompt.ask("rdmsr 11")) == [
            "MSR 11 = 00000000:00000000", "CESR: both counters off"]


# ---- a receiver that is overrun ------------------------------------------------------------------

def test_a_typed_line_that_lost_bytes_is_not_executed():
    """32 characters arrive at once and the FIFO has 16. The return is lost too."""
    with begun("", "-silicon", "uart-overrun") as prompt:
        prompt.send("wrmsr 11 1234567 or 76543210 xx\r")
        prompt.until("wrmsr 11 1234567")
        prompt.send("\r")
        said = prompt.until(r"\nbareprobe> $")
        assert "received bytes were lost (UART overrun at 115200 baud): type that again" in said
        assert "or use 9600 baud (console=0x3f8,9600)" in said
        assert prompt.type("rdmsr 11") == [
            "MSR 11 = 00000000:00000000", "CESR: both counters off"]


@pytest.mark.full
def test_at_9600_baud_no_lower_speed_is_suggested():
    with begun("console=com1,9600", "-silicon", "uart-overrun") as prompt:
        prompt.send("wrmsr 11 1234567 or 76543210 xx\r")
        prompt.until("wrmsr 11 1234567")
        prompt.send("\r")
        said = prompt.until(r"\nbareprobe> $")
        assert re.search(r"UART overrun at 9600 baud\): type that again; send more slowly\n", said)


@pytest.mark.full
def test_an_overrun_is_in_the_answer_to_a_frame():
    """The first 16 bytes of the frame arrive. A later end of the line completes them."""
    with begun("", "-silicon", "uart-overrun") as prompt:
        prompt.send(framed('BP ask=1 line="rdmsr 11"'))
        for _ in range(BOUND):
            prompt.send("\n")
            if select.select([prompt.child.stdout], [], [], 1)[0]:
                break
        assert " overruns=" in prompt.until(r"ev=again [^\n]*\n")


def test_what_is_counted_says_what_was_touched(prompt):
    prompt.ask("wrcr 4 set 2")
    for line in ("count data_read thesis/hello repetitions=1", "run thesis/hello repetitions=1 "
                 "events=data_read report=records", "watch data_read every 50ms for 100ms",
                 "log 50ms branches for 100ms", "count data_read for 10ms", "selftest"):
        records = prompt.ask(line)
        assert len(records) > 2 and all(" touched=cr4 " in record for record in records), line
    prompt.ask("restore")
    records = prompt.ask("watch data_read every 50ms for 100ms")
    assert not any("touched=" in record for record in records)
    prompt.send("\r")


@pytest.fixture(name="fresh", scope="module")
def fixture_fresh():
    with begun() as prompt:
        yield prompt


def test_a_log_has_all_that_match(fresh):
    """Each round has an interval of each benchmark or case; the time is for each of them. The
    lines of a single benchmark have no name."""
    heading, names, *lines = fresh.type("log 20ms data_read thesis/program* for 40ms")
    assert heading == "# 2 benchmarks match: each in turn"
    assert names == "# runs and name last: ms,clocks,data_read"
    assert [line.split(",")[-1] for line in lines] == ["thesis/program1", "thesis/program2"] * 2
    cases = fresh.type("log 10ms data_read instr/mul* for 10ms")
    assert len({line.split(",")[-1] for line in cases[2:]}) == len(cases) - 2
    alone = fresh.type("log 20ms data_read thesis/program1 for 20ms")
    assert alone[0] == "# runs last: ms,clocks,data_read" and alone[1].count(",") == 3


ROW = re.compile(r" *(\d+\.\d+) s" + 2 * r" +(\d+) \|(#*) *[|>]")


def test_a_watch_charts_both_counters_of_each_benchmark(fresh):
    """An automatic scale is 1, 2 or 5 times a power of ten, so the bar of the largest rate is
    longer than a third of its 18 characters. Each benchmark has its row, with a bar for each
    counter."""
    heading, names, scale, *rows = fresh.type(
        "watch data_read,branches thesis/program* every 20ms for 40ms")
    assert heading == "# 2 benchmarks match: each in turn"
    assert names == "per second:  data_read  branches"
    assert re.fullmatch("  full bar +[125]0+ +[125]0+", scale)
    rows = [row for row in rows if not row.startswith("  full bar")]
    assert rows[::2] == ["thesis/program1", "thesis/program2"] * 2
    found = [ROW.fullmatch(row).groups() for row in rows[1::2]]
    assert [time for time, *_ in found] == ["0.02", "0.04", "0.06", "0.08"]
    assert max(len(row[4]) for row in found) > 6 and all(len(row) < 80 for row in rows)
    assert abs(int(found[0][1]) - int(found[2][1])) < int(found[0][1]) // 100


def test_a_watch_with_a_fixed_scale(fresh):
    """The mark of a rate above the scale is at the end of its bar."""
    _, scale, row = fresh.type("watch branches,data_read every 10ms for 10ms scale 1k,1000M")
    assert scale.split() == ["full", "bar", "1000", "1000000000"]
    assert row.count("#" * 18 + ">") == 1 and row.endswith("|")
    refused = fresh.type("watch branches every 10ms scale 1,2 for 10ms")
    assert refused == ["watch: scale: 2 numbers for 1 event; expected one for all, or one for each"]
    for wrong in ("scale", "scale 0", "scale x", "scale 5000M"):
        assert "expected auto, or the rate per second of a full bar" in fresh.type(
            f"watch branches for 10ms {wrong}")[0], wrong


def test_times_last_as_long_as_requested(fresh):
    """A run of thesis/hello takes 2,002,400 clocks, so at 100 MHz an interval ends at most 20 ms
    late, and the next one is shorter. 250 ms are not a multiple of 100 ms: the last interval ends
    there too. A million clocks are 10 ms; each interval without a benchmark ends within a poll."""
    heading, *lines = fresh.type("log 50ms data_read thesis/hello for 250ms")
    clocks = [int(line.split(",")[1]) for line in lines]
    assert 25_000_000 <= sum(clocks) <= 27_100_000, (heading, lines)
    heading, *lines = fresh.type("log 20ms data_read for 50ms")
    assert [line.split(",")[0] for line in lines] == ["20", "40", "50"], (heading, lines)
    assert sum(int(line.split(",")[1]) for line in lines) < 5_010_000
    rows = fresh.type("watch data_read every 1s for 30ms")
    assert [row.split()[0] for row in rows[2:]] == ["0.03"], rows


def test_a_watch_of_the_registers(fresh):
    """CESR is as it was written; counter 0 counts clocks (its control bits 00700xxx: 1h-4h << 6) of
    ring 0, so it advances like the time stamp; counter 1 stands still. The rows are 10 ms apart."""
    fresh.type("wrmsr 11 140")
    heading, *rows = fresh.type("watch msrs every 10ms for 25ms")
    fresh.type("restore")
    assert heading.split("  ")[0] == "seconds MSR 10 (TSC)" and len(rows) == 3
    times, stamps, cesr, clocks, still = zip(*(row.split() for row in rows))
    stamps, clocks = ([int(text.replace(":", ""), 16) for text in column]
                      for column in (stamps, clocks))
    assert times == ("0.010", "0.020", "0.025")
    assert set(cesr) == {"00000000:00000140"} and len(set(still)) == 1
    assert abs(stamps[2] - stamps[0] - 1_500_000) < 20_000
    assert abs((clocks[2] - clocks[0]) - (stamps[2] - stamps[0])) < 2_000
    assert "runs no benchmark" in fresh.type("watch msrs thesis/hello")[0]


def test_a_profile_at_the_prompt_counts_time_alone(fresh):
    """As on a command line. Events that were set are counted."""
    profile = fresh.type("run thesis/program1 experiment=profile samples=10")
    assert " events: 1, passes: 1 (lower bound: 1)" in profile
    assert any(re.fullmatch(r" +\d+\.\d % +\d+  0x[0-9a-f]{8}  \|#+ *\|  thesis/program1\+0x\w+",
                            line) for line in profile)
    assert not any(line.startswith("BP ") for line in profile)
    two = fresh.type("run thesis/program1 experiment=profile samples=10 events=data_read,branches")
    assert " events: 2, passes: 1 (lower bound: 1)" in two


# ---- the serial line -----------------------------------------------------------------------------

@pytest.mark.parametrize("baud", fast_cases(2, (1200, 115200, 300)))
def test_the_line_at_any_speed(baud):
    """Each byte takes its time, and a byte that is not fetched in time is lost. The shortest
    startup output, of a hundred characters, takes 4 seconds at 300 baud."""
    with begun(f"report=p5mon_file console=com1,{baud}", "-serial", "timed", "-mhz",
               "60") as prompt:
        assert prompt.type("rdcr 4") == ["CR4 = 00000010"]
        assert texts(prompt.ask("rdcr 4")) == ["CR4 = 00000010"]


def test_noise_does_not_end_what_a_program_watches(prompt):
    """Any key ends the command of a person. For a program that sends frames only Ctrl-C does."""
    prompt.asked += 1
    prompt.send(framed(f'BP ask={prompt.asked} line="watch branches every 10ms"'))
    prompt.until("ev=asked")
    prompt.send("z\r{~U\n")
    for _ in range(30):  # rows that come much later
        assert "ev=answered" not in prompt.until(r" s  [^\n]*\n")
    prompt.send("z\x03")
    assert "status=ok" in prompt.answer()
    prompt.send("\r")


# ---- noise ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("cpu, lines", fast_cases(1, (
    ("p54c", 40), ("p54c", 100), ("p2", 30), ("p54c", 400), ("p2", 60))))
def test_random_commands_do_not_end_it(cpu, lines):
    """A short run of tools/monitor_fuzz.py."""
    done = fuzz(lines, 7, "-cpu", cpu)
    assert sum(done.values()) > lines * 0.9 and {"command", "noise", "half_frame"} <= set(done)
