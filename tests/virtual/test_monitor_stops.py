# SPDX-License-Identifier: MIT
"""Stops a benchmark in the monitor: at its beginning, at breakpoints of each kind, by an exception,
by the watchdog and by Ctrl-C. Counts of benchmarks that are not stopped do not change.
Program 1 (bench/thesis/program1.asm) sets EAX to 99. Each of its 100 iterations is INC EDX, DEC
EAX, JNS; XOR EAX, EAX and LEAVE follow them. A measurement of one repetition runs it three times:
to find its regions, to warm up, and counted."""
import re
import subprocess

import pytest

from monitor_prompt import BUILD, begun, texts

COUNT = "count branches,data_read thesis/program1 repetitions=1"
RINGS = pytest.mark.parametrize("ring", ("kernel", "user"))


@pytest.fixture(name="symbols", scope="module")
def fixture_symbols():
    lines = subprocess.run(["nm", BUILD / "bareprobe-test.elf"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return {words[2]: int(words[0], 16) for words in map(str.split, lines) if len(words) == 3}


@pytest.fixture(name="prompt")
def fixture_prompt():
    with begun(image="bareprobe-test") as prompt:
        yield prompt


def registers(prompt):
    return {name: int(value, 16)
            for name, value in re.findall(r"(\w+)=([0-9a-f]+)", " ".join(prompt.type("regs")))}


@RINGS
def test_it_stops_where_it_begins_and_goes_on_step_by_step(prompt, symbols, ring):
    before = prompt.type(f"{COUNT} privilege={ring}")
    assert before[0].startswith("thesis/program1 0 branches: 100 ")
    begin = symbols["program1"]
    assert prompt.type(f"debug {COUNT} privilege={ring}") == [
        f"stopped by a breakpoint at {begin:08x}"]
    assert registers(prompt)["eip"] == begin
    assert registers(prompt)["cs"] & 3 == (0 if ring == "kernel" else 3)
    prompt.type("break soft %x" % symbols["program1.loop"])
    assert prompt.type("go")[0].startswith("stopped by a breakpoint at ")
    was = registers(prompt)
    assert was["eax"] == 99
    assert prompt.type("step") == [f"stopped by a step at {was['eip'] + 1:08x}"]
    prompt.type("step")
    now = registers(prompt)
    assert (now["edx"] - was["edx"], now["eax"], now["esp"]) == (1, 98, was["esp"])
    prompt.type("regs eax 0")  # the last iteration but one of this run
    prompt.type("clear all")
    answer = prompt.type("go")
    assert "4 stops: the counts include more than the benchmark" == answer[-1]
    assert answer[0].startswith("thesis/program1 0 branches: ")
    assert prompt.type(f"{COUNT} privilege={ring}") == before


def test_turns_are_met_as_often_as_there_are(prompt, symbols):
    """The breakpoint is met a hundred times in each of five runs, which find the regions, warm the
    caches, are counted, and again warm the caches and find a displaced stack; and the beginning
    once."""
    for kind in ("soft", "hard"):
        prompt.type("break %s %x" % (kind, symbols["program1.loop"]))
        prompt.send(f"debug {COUNT}\r")
        met = 0
        while "stopped by" in prompt.until(r"\nbareprobe[^\n]*> $"):
            met += 1
            prompt.send("go\r")
        assert met == 501
        prompt.type("clear all")


def test_writes_and_accesses_are_told_behind_them(prompt, symbols):
    """The accesses are the benchmark's PUSH EBP and its LEAVE, which reads the word. The probe
    pushes first, so the test finds the address of the word by running to the loop."""
    prompt.type("break %x" % symbols["program1.loop"])
    prompt.type(f"debug {COUNT}")
    prompt.type("go")
    word = registers(prompt)["ebp"]
    prompt.type("clear all")
    assert prompt.type(f"break access {word:x} 4") == [f"access {word:08x}"]
    assert prompt.type("go")[0].startswith(f"stopped by access of {word:08x} at ")
    assert registers(prompt)["eax"] == 0  # after the loop: LEAVE has read it
    prompt.type("clear all")
    assert prompt.type(f"break write {word:x} 4") == [f"write {word:08x}"]
    assert prompt.type("go")[0].startswith(f"stopped by write of {word:08x} at ")
    assert prompt.type("kill") == ["the stopped benchmark was killed"]
    assert prompt.type("regs")[0].startswith("regs: no benchmark is stopped")


@pytest.mark.parametrize("name, says", (
    ("null", "stopped by page fault at "), ("opcode", "stopped by invalid opcode at "),
    ("divide", "stopped by divide error at "), ("x87_error", "stopped by floating-point error at "),
    ("breakpoint", "stopped by breakpoint at ")))
def test_what_it_raises_stops_it_once_and_is_the_runs_then(prompt, name, says):
    prompt.type(f"debug count data_read fault/{name}")
    assert prompt.type("go")[0].startswith(says)
    answer = prompt.type("go")
    assert any(line.startswith(f"fault/{name}: ended by ") for line in answer), answer
    assert "2 stops" in answer[-1]


def test_what_never_ends_is_stopped_by_ctrl_c_and_the_watchdog(prompt):
    """The tick comes eight times a second. The alarm comes at least `watchdog` seconds after each
    go."""
    prompt.type("debug count data_read fault/hang watchdog=1")
    prompt.send("go\r")
    prompt.until(r"go\n")
    prompt.send("\x03")
    assert "stopped by Ctrl-C at " in prompt.until(r"bareprobe \[stopped\]> $")
    for _ in range(2):  # a stop of any length, twice
        assert prompt.type("go")[0].startswith("stopped by the watchdog at ")
    assert prompt.type("kill") == ["the stopped benchmark was killed"]
    prompt.type("debug count data_read fault/hang watchdog=0")
    prompt.send("go\r")
    prompt.until(r"go\n")
    prompt.send("\x03")
    assert "stopped by Ctrl-C at " in prompt.until(r"bareprobe \[stopped\]> $")


def test_the_prompt_of_a_stop_does_no_harm_to_what_is_stopped(prompt, symbols):
    """The prompt executes failing accesses, one that needs the benchmark's stack, and x87
    instructions. Registers and stack are unchanged, and the run ends without an error. A stop in
    ring 0 pushes fewer than 100h bytes of registers below ESP; the prompt would write below these
    if it used the benchmark's stack."""
    prompt.type("break %x" % symbols["program1.loop"])
    prompt.type(f"debug {COUNT}")
    prompt.type("go")
    was, x87 = registers(prompt), prompt.type("regs x87")
    below = range(was["esp"] - 0x300, was["esp"] - 0x100, 0x20)
    for address in below:
        prompt.type(f"poke d {address:x} 5a5aa5a5 really")
    for line in ("peek d fffffff0", "rdmsr 999", "dump 0", "rdcr 4", "in b 3fd", "touched", "help"):
        prompt.type(line)
    assert registers(prompt) == was and prompt.type("regs x87") == x87
    assert {prompt.type(f"peek d {address:x}")[0].split()[-1] for address in below} == {"5a5aa5a5"}
    for line in (COUNT, "run thesis/hello", "watch data_read", "load begin 4", "selftest"):
        assert prompt.type(line) == [f"{line.split()[0]}: a benchmark is stopped; use 'go' or "
                                     "'kill' first"]
    assert prompt.type("debug rdtsc")[0].startswith("debug: another 'debug' command is active")
    prompt.type("regs st0 3fff8000000000000000")
    prompt.type("regs fctrl 27f")
    x87 = prompt.type("regs x87")
    assert x87[0] == "st0=3fff8000000000000000" and x87[8].startswith("fctrl=0000027f ")
    prompt.type("clear all")
    prompt.type("step")
    assert prompt.type("regs x87")[:9] == x87[:9]
    assert prompt.type("go")[-1].endswith("stops: the counts include more than the benchmark")


def test_wrong_words_say_what_would_do(prompt, symbols):
    kernel = symbols["kernel_main"]
    for line, says in [("go", "no benchmark is stopped"), ("debug", "command missing"),
                       (f"break {kernel:x}", "is in the kernel's code"),
                       ("break 0", "page fault"), ("break write 90001 4", "watches 1, 2 or 4"),
                       ("break write 90000 3", "watches 1, 2 or 4"),
                       ("clear 90000", "no breakpoint"),
                       ("break x", "hexadecimal"), ("clear", "address missing"),
                       ("debug run thesis/hello experiment=profile", "experiment=measure")]:
        answer = prompt.type(line)
        assert says in answer[0], answer
    for i in range(4):
        prompt.type(f"break write {0x90000 + 4 * i:x}")
    assert "all 4 debug registers are in use" in prompt.type("break write 90010")[0]
    assert prompt.type("break")[3] == "write 0009000c 4"
    prompt.type(f"debug {COUNT}")
    for line, says in [("regs cs 10", "cannot be changed"), ("regs foo 1", "is not a register"),
                       ("regs eax x", "hexadecimal"), ("regs st0 1", "20 hexadecimal digits"),
                       ("regs fop 800", "0 to 7ff"),
                       (f"regs eip {kernel:x}", "in the kernel's code"),
                       ("regs esp 90000", "in the benchmarks' stack")]:
        assert says in prompt.type(line)[0], line


def test_records_of_a_run_that_was_stopped_say_so(prompt):
    run = "run thesis/program1 events=data_read repetitions=1"
    prompt.ask(f"debug {run}")
    stopped = prompt.ask("go")
    results = [record for record in stopped if " ev=result " in record]
    assert results and all(" touched=stopped " in record for record in results)
    assert "1 stop:" in texts(stopped)[-1]
    results = [record for record in prompt.ask(run) if " ev=result " in record]
    assert results and not any("touched=" in record for record in results)


@pytest.mark.full
def test_counts_of_later_runs_are_what_they_were(prompt, symbols):
    """Counts every event of program 1, in both rings, before and after sessions of each
    kind."""
    def counted():
        return [re.sub(r"seq=\d+|crc=\w+", "", record) for ring in ("kernel", "user")
                for record in prompt.ask(f"run thesis/program1 repetitions=2 privilege={ring}")
                if re.search(r" ev=(result|calibration) ", record)]
    prompt.ask("set report=records")
    before = counted()
    for kind in ("soft", "hard", "access"):
        prompt.ask("break %s %x" % (kind, symbols["program1.loop"]))
    for ring in ("kernel", "user"):
        prompt.ask(f"debug {COUNT} privilege={ring}")
        for command in ("go", "step", "regs edx 5", "go", "kill"):
            prompt.ask(command)
    assert len(before) > 100 and counted() == before


def test_an_x87_that_is_switched_off_by_hand_ends_the_run_and_no_more(prompt):
    """CR0.TS, bit 3, is set by hand: then the kernel's own FNINIT faults, which ends the run. After
    `restore` the next run works."""
    for end in ("go", "kill"):
        prompt.type(f"debug {COUNT}")
        prompt.type("wrcr 0 set 3")
        assert "that command faulted in the kernel: device not available" in prompt.type(end)[0]
        assert prompt.type("restore") == ["cr0: restored to 80000031"]
        assert prompt.type(COUNT)[0].startswith("thesis/program1 0 branches: 100 ")
