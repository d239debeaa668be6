# SPDX-License-Identifier: MIT
"""`bareprobe monitor`: scripts, a bad line, a terminal, a machine on a pseudo-terminal."""
import os
import pathlib
import re
import subprocess
import time

import pytest

from terminal import Terminal
from tiers import full

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
MONITOR = [BUILD.resolve() / "bareprobe", "monitor"]


def monitor(*words, given=None):
    return subprocess.run([*MONITOR, *words], input=given, capture_output=True, text=True,
                          timeout=120, check=False)


def test_commands_of_a_line():
    done = monitor("-x", "-c", "wrmsr 11 and FFFFFC00 or 83; rdmsr 11; restore")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == """\
bareprobe> wrmsr 11 and FFFFFC00 or 83
MSR 11 = 00000000:00000083
CTR0: data_read_miss, ring 3
CTR1: off
bareprobe [msr:11]> rdmsr 11
MSR 11 = 00000000:00000083
CTR0: data_read_miss, ring 3
CTR1: off
bareprobe [msr:11]> restore
msr:11: restored to 0
"""


def test_a_failed_command_is_the_status_and_may_be_the_end(tmp_path):
    script = tmp_path / "script"
    script.write_text("# a remark\nrdmsr 999\n\nrdcr 4\n")
    done = monitor(script)
    assert done.returncode == 1
    assert re.fullmatch(r"rdmsr 999: general protection .*\nCR4 = 00000010\n", done.stdout)
    done = monitor("--stop", given=script.read_text())
    assert done.returncode == 1 and "CR4" not in done.stdout


def test_wrong_use():
    for words, says in [(["-c", "help", "file"], "both contain commands"),
                        (["--qemu", "--serial", "x"], "select only one target"),
                        (["--qemu", "--machine", "p55c-200"],
                         "--machine applies to the virtual Pentium only"),
                        (["repetition=5"], "did you mean repetitions?")]:
        done = monitor(*words)
        assert done.returncode == 2 and says in done.stderr, done.stderr


def test_counts_are_those_of_a_run():
    """Both use the same engine: the mean of `count` equals that of a run. The numbers of hello are
    stated nowhere."""
    run = subprocess.run([MONITOR[0], "run", "--no-store", "--no-log", "-b", "thesis/hello", "-e",
                          "data_read", "-r", "3", "--report", "records"], capture_output=True,
                         text=True, check=True)
    means = re.findall(r"ev=result .* region=(\d+) .* mean=(\d+) ", run.stdout)
    done = monitor("-c", "count data_read thesis/hello repetitions=3")
    assert done.returncode == 0
    assert re.findall(r"^thesis/hello (\d+) data_read: (\d+) ", done.stdout, re.M) == means
    assert len(means) == 3


def test_records_say_what_was_touched():
    done = monitor("--records", "-c", "wrcr 4 set 2; run thesis/hello events=data_read "
                   "repetitions=1; restore; run thesis/hello events=data_read repetitions=1")
    results = re.findall(r"ev=result (touched=\S+ )?", done.stdout)
    assert done.returncode == 0 and results == ["touched=cr4 "] * 3 + [""] * 3


def test_a_report_as_text_says_what_was_touched():
    done = monitor("-c", "wrcr 4 set 2; run thesis/hello events=data_read repetitions=1")
    assert " touched by hand: cr4\n" in done.stdout


def test_rates_and_logs():
    """At 100 MHz a tenth of a second is 10,000,000 clocks, plus the end of the last interval. Two
    intervals of the same benchmark have equal rates but for their ends, whenever the host's frames
    arrive."""
    done = monitor("-c", "watch data_read thesis/hello every 50ms for 100ms; "
                   "log 50ms for 100ms; count branches for 50ms; count data_read,branches,pipe x")
    rates = re.findall(r"^ +0\.\d\d s +(\d+) \|#+ *\|$", done.stdout, re.M)
    assert len(rates) == 2 and abs(int(rates[0]) - int(rates[1])) < int(rates[0]) / 100
    rows = re.findall(r"^(\d+),(\d+),(\d+)$", done.stdout, re.M)
    assert [row[0] for row in rows] == ["50", "100"]
    assert 10_000_000 <= sum(int(row[1]) for row in rows) < 10_010_000
    assert re.search(r"^branches: [1-9]\d* in 50\d{5} clocks$", done.stdout, re.M)
    assert "no benchmark matches 'x'" in done.stdout and done.returncode == 1


def test_a_line_that_loses_bytes():
    """Each xor toggles the bit, so a lost or repeated command is visible."""
    commands = ["wrmsr 11 xor 1"] * 5 + ["rdmsr 11", "help"]
    good = monitor("-c", ";".join(commands))
    bad = monitor("--silicon", "uart-drops=200", "-c", ";".join(commands))
    assert bad.stdout == good.stdout and bad.returncode == 0
    assert "frames were retransmitted" in bad.stderr
    assert good.stdout.count("= 00000000:00000001") == 4  # the 1st, 3rd and 5th xor, and rdmsr


@pytest.mark.full
def test_a_receiver_that_is_overrun():
    """Each frame is longer than the FIFO. The commands are executed once all the same, and the
    message suggests a speed that needs no pauses. A slow machine may not see the overruns, which
    are those of the line before for it."""
    commands = ["wrmsr 11 xor 1"] * 3 + ["rdmsr 11"]
    good = monitor("-c", ";".join(commands))
    slow = monitor("--silicon", "uart-overrun", "-c", ";".join(commands))
    assert (slow.returncode, slow.stdout) == (0, good.stdout)
    assert slow.stderr.count(": sending slowly from now on; ") == 1
    assert ("the machine has lost bytes (UART overrun)" in slow.stderr
            or "the machine answers only what is sent slowly" in slow.stderr)
    assert "9600 baud on both sides needs no pauses (console=com1,9600 and" in slow.stderr
    assert "overrun" not in good.stderr


def test_code_is_shown():
    """Memory at the image's entry has the contents of the file."""
    lines = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "-j", ".fixed_text",
                            BUILD / "bareprobe.elf"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    want = [int(line.split(":")[0], 16) for line in lines if re.match(r"^ +\w+:\t", line)][:8]
    done = monitor("-c", f"disassemble {want[0]:x} 8")
    assert [int(line[:8], 16) for line in done.stdout.splitlines()] == want


def test_a_routine_over_the_line(tmp_path):
    """MOV, 100 times DEC and JNZ; the RET also belongs to the empty routine."""
    (tmp_path / "loop.asm").write_text("bits 32\nmov ecx, 100\n.l: dec ecx\njnz .l\nret\n")
    subprocess.run(["nasm", "-f", "bin", "-o", tmp_path / "loop.bin", tmp_path / "loop.asm"],
                   check=True)
    (tmp_path / "fault.bin").write_bytes(b"\x0f\x0b")  # UD2
    done = monitor("-c", f"load {tmp_path}/loop.bin; count branches,instructions_executed loaded;"
                   f"load {tmp_path}/fault.bin; count branches loaded; rdcr 4")
    assert "loaded whole run branches: 100 (100 to 100, n=20)" in done.stdout
    assert "loaded whole run instructions_executed: 201 (201 to 201, n=20)" in done.stdout
    assert re.search(r"^loaded: ended by invalid opcode at [0-9a-f]{8}$", done.stdout, re.M)
    assert "\nloaded whole run branches: fault\n" in done.stdout
    assert done.stdout.endswith("CR4 = 00000010\n")


@pytest.mark.parametrize("cpu, count", (
    ("p54c", "instructions,data_read,branches"), ("p55c", "instructions,data_read"),
    full(("p2", "instructions,data_mem_refs")), full(("k7", "instructions")),
    full(("willamette", "instr_retired"))))
def test_benchmarks_over_the_line(cpu, count):
    """Linked to another address, a benchmark has the same counts as in the image, whether probes in
    place or stubs mark its regions. Clocks too, if its position in a cache line is the same."""
    loads, names = "", ("thesis/program2", "libp5mon/figure_5_11", "libp5mon/stub_and_probe")
    for name in names:
        file = next(BUILD.glob(f"kernel/**/bench/{name}.o"))
        events = count + ",clocks,code_read" * (cpu == "p54c" and name == names[0])
        loads += f"load {file};" + "".join(f"count {events} {of} repetitions=3;"
                                           for of in ("loaded", name))
    done = monitor("--kernel", BUILD / "bareprobe-test.elf", "--cpu", cpu, "-c", loads)
    assert done.returncode == 0
    for name in names:
        counted = [line for line in done.stdout.splitlines() if line.startswith(name)]
        half = len(counted) // 2
        assert half >= len(count.split(",")) and counted[:half] == counted[half:]


def test_executable_sent_over_the_line(tmp_path):
    """The counts are those of the same program as a boot module. Its name is part of the stack."""
    (tmp_path / "loaded.c").write_text("#include <stdio.h>\nint main(void)\n{\n"
                                       "    return printf(\"%d\\n\", 42) < 0;\n}\n")
    program = tmp_path / "loaded"
    subprocess.run([BUILD / "bareprobe", "cc", "-O2", "-s", "-o", program, "loaded.c"],
                   cwd=tmp_path, check=True)
    count = "count branches,instructions_executed program repetitions=2"
    done = monitor("-c", f"{count}; load {program}; {count}; count branches loaded; "
                         f"load {tmp_path}/loaded.c; {count}")
    expected = subprocess.run([BUILD / "bareprobe", "run", "--program", "./loaded", "-e",
                               "branches,instructions_executed", "-r", "2", "--no-log",
                               "--no-store", "--report", "p5mon_file"], cwd=tmp_path, check=True,
                              capture_output=True, text=True).stdout
    branches, instructions = (re.search(rf"^0x{code} -1 +(\d+)\.0", expected, re.M)[1]
                              for code in ("12", "16"))
    assert f"branches: {branches} ({branches} to {branches}, n=2)" in done.stdout
    assert f"instructions_executed: {instructions} ({instructions} to" in done.stdout
    assert done.stdout.count("whole run branches") == 1  # none before, none after the text
    assert "no program is selected: use 'load FILE'" in done.stderr + done.stdout
    assert "an executable is loaded: use 'count EV[,EV] program'" in done.stderr + done.stdout
    assert "no executable was received" in done.stderr + done.stdout


def test_stubs_of_the_standard_image_serve_loaded_code():
    """Program 2 of the thesis through stubs, as tests/bench/libp5mon/figure_5_11.s derives it:
    19 instructions and 3 branches, of which the stubs' own are none. In stub_and_probe both regions
    have 2 instructions and 1 branch; in stub_mixed one region is marked in both ways, so neither
    overhead is right."""
    loads = ";".join(f"load {BUILD}/kernel/tests/bench/libp5mon/{name}.o; count branches,"
                     "instructions_executed,data_read loaded"
                     for name in ("figure_5_11", "stub_and_probe", "stub_mixed"))
    lines = monitor("-c", loads).stdout.splitlines()
    assert [line.removeprefix("libp5mon/") for line in lines if " bytes at " not in line] == [
        "figure_5_11 0 branches: 3 (3 to 3, n=20)",
        "figure_5_11 0 instructions_executed: 19 (19 to 19, n=20)",
        "figure_5_11 0 data_read: 7 (7 to 7, n=20)",
        "stub_and_probe 7 branches: 1 (1 to 1, n=20)",
        "stub_and_probe 7 instructions_executed: 2 (2 to 2, n=20)",
        "stub_and_probe 8 (in place) branches: 1 (1 to 1, n=20)",
        "stub_and_probe 8 (in place) instructions_executed: 2 (2 to 2, n=20)",
        "stub_and_probe 7 data_read: 1 (1 to 1, n=20)",
        "stub_and_probe 8 (in place) data_read: 1 (1 to 1, n=20)",
        "stub_mixed: region 3: begun by a stub and ended by a probe, or vice versa",
        "stub_mixed 3 branches: broken",
        "stub_mixed 3 instructions_executed: broken",
        "stub_mixed 3 data_read: broken"]


def test_several_sources_over_the_line():
    """A benchmark of several sources, which calls functions of the image."""
    done = monitor("-c", f"load {BUILD}/kernel/bench/apps/hash.o; count instructions loaded;"
                   "count instructions apps/hash")
    _, *lines = done.stdout.splitlines()
    half = len(lines) // 2
    assert lines[:half] == lines[half:] != []


def test_loaded_code_is_a_benchmark_like_any(tmp_path):
    """A report as records, a cold run and a whole run without probes agree with the image's. Loaded
    again with a region that nothing enters, it has no count."""
    bench = BUILD / "kernel/bench/thesis/program2.o"
    (tmp_path / "bare.asm").write_text(
        'bits 32\n%include "bench/bench.inc"\nsection .text\nbare: nop\nret\n'
        'BENCHMARK "no region", bare\n')
    subprocess.run(["nasm", "-f", "elf32", f"-I{ROOT}/", '-DBENCH_NAME="demo/bare"', "-o",
                    tmp_path / "bare.o", tmp_path / "bare.asm"], check=True)
    settings = "events=instructions_executed,data_read state=both repetitions=3"
    done = monitor("--records", "-c", f"load {bench}; run loaded {settings}; "
                   f"run thesis/program2 {settings}; run loaded {settings} use_assembly_regions=no;"
                   f"run thesis/program2 {settings} use_assembly_regions=no")
    results = re.findall(r"ev=result bench=(.*?) crc", done.stdout)
    assert len(results) == 16
    assert results[:4] == results[4:8] and results[8:12] == results[12:]
    done = monitor("-c", f"load {tmp_path}/bare.o; count branches loaded;"
                   "count instructions_executed loaded use_assembly_regions=no")
    assert done.returncode == 1
    assert "demo/bare: no region was entered; use_assembly_regions=no counts" in done.stdout
    assert "demo/bare whole run instructions_executed: 1 (1 to 1, n=20)" in done.stdout


def test_a_common_variable_is_the_objects_own(tmp_path):
    """The kernel has a variable `clock_hz`, 100 million here, which a COMMON symbol of that name
    would share."""
    (tmp_path / "own.asm").write_text(
        'bits 32\n%include "bench/bench.inc"\ncommon clock_hz 64:4\nsection .text\n'
        'own: inc dword [clock_hz]\ncmp dword [clock_hz], 1000\njb .right\nint3\n.right: ret\n'
        'BENCHMARK "a variable", own\n')
    subprocess.run(["nasm", "-f", "elf32", f"-I{ROOT}/", '-DBENCH_NAME="demo/own"', "-o",
                    tmp_path / "own.o", tmp_path / "own.asm"], check=True)
    done = monitor("-c", f"load {tmp_path}/own.o; count branches loaded use_assembly_regions=no")
    assert "demo/own whole run branches: 1 (1 to 1, n=20)" in done.stdout, done.stdout


def test_what_is_loaded_is_checked(tmp_path):
    done = monitor("-c", "count branches loaded; load at 0 90; load begin 4; load at 1 90;"
                   "load at 0 9090; load end 0; load at 2 90c3; load end 0; load begin 99999999")
    says = ["nothing is loaded", "start with 'load begin SIZE'", "4 bytes go to ", "allowed: hexa",
            "2 of 4 bytes received", "the CRC-16 of the received bytes is ", "allowed: hexadecimal"]
    lines = done.stdout.splitlines()
    assert len(lines) == len(says) and all(map(str.__contains__, lines, says)), lines
    done = monitor("-c", f"load {tmp_path}/nothing.bin")
    assert done.returncode == 1 and "cannot be read" in done.stderr
    done = monitor("-c", "load; upload ; disassemble")
    assert re.findall(r"(\w+: needs .*);", done.stderr) == [
        "load: needs FILE", "upload: needs FILE", "disassemble: needs ADDRESS [INSTRUCTIONS]"]


def test_settings_over_the_line(tmp_path):
    (tmp_path / "mine.parms").write_text("(p5mon\n command = thesis/hello;\n data_read = yes;\n"
                                         " repetitions = 2;\nend)\n")
    (tmp_path / "wrong.parms").write_text("(p5mon\n comand = x;\nend)\n")
    done = monitor("-c", f"upload {tmp_path}/mine.parms; run; upload {tmp_path}/wrong.parms")
    assert "Results (for 3 regions, 2 repetitions" in done.stdout
    assert "uploaded:2: 'comand' is not a setting" in done.stdout and done.returncode == 1


def test_typed_at_a_terminal(tmp_path):
    with Terminal(MONITOR, tmp_path, XDG_STATE_HOME=str(tmp_path)) as terminal:
        terminal.until(lambda text: "bareprobe>" in text)
        terminal.press("rdt\t\r")
        terminal.until(lambda text: "TSC = " in text)
        terminal.press("wrcr 4 set 2\r")
        terminal.until(lambda text: "bareprobe [cr4]>" in text)
        terminal.press("restore\r")
        terminal.until(lambda text: "cr4: restored to 10" in text)
        terminal.press("bye\r")
        assert terminal.end() == 0
    kept = (tmp_path / "bareprobe" / "monitor_history").read_text()
    assert "restore" in kept and "rdtsc" in kept.replace("\\040", " ")


@pytest.fixture(name="box")
def fixture_box(tmp_path):
    """QEMU, with COM1 as a pseudo-terminal."""
    command = ["qemu-system-i386", "-cpu", "pentium", "-m", "16", "-display", "none", "-monitor",
               "none", "-serial", "pty", "-no-reboot", "-device",
               "isa-debug-exit,iobase=0xf4,iosize=4", "-kernel", BUILD / "bareprobe.elf",
               "-append", "exit=monitor console=com1,9600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          cwd=tmp_path) as child:
        device = re.search(r"/dev/pts/\d+", child.stdout.readline())[0]
        yield device, child
        child.kill()


def test_a_box_on_a_pseudo_terminal(box):
    device, child = box
    done = monitor("--serial", f"{device},9600", "-c", "peek d 100000; wrcr 4 set 2; rdmsr 999")
    assert "00100000 = 1badb002\n" in done.stdout and "CR4 = " in done.stdout
    # The machine stays in the monitor, and changed registers keep their values.
    done = monitor("--serial", f"{device},9600", "-x", "-c", "touched; restore; bye")
    assert re.search(r"bareprobe \[cr4.*\]> touched\ncr4: was", done.stdout)
    deadline = time.monotonic() + 30
    while child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert child.poll() is not None
