# SPDX-License-Identifier: MIT
"""--annotate: every clock of a run is attributed to one line, the right one, with the right
cause."""
import dataclasses
import pathlib
import re
import signal
import subprocess
import time

import pytest

from tiers import full

BUILD = pathlib.Path(__file__).resolve().parents[2] / "build"


@dataclasses.dataclass
class Line:
    address: int
    text: str
    costs: dict  # by column: alone, U, V, clocks, and clocks lost by cause

    def __getitem__(self, column):
        return self.costs.get(column, 0)


ROW = re.compile(r"  ([0-9a-f]{8}|all)  (.{44}) ( .*)")


def parse(path):
    """Parses the listing. Returns the lines of instructions and the line of totals."""
    lines, columns = [], None
    for text in path.read_text().splitlines():
        words = text.split()
        if words[:3] == ["alone", "U", "V"]:
            columns = words
        row = ROW.fullmatch(text)
        if row and columns:
            numbers = [0 if n == "." else int(n.replace(",", "")) for n in row[3].split()]
            assert len(numbers) == len(columns), text
            address = -1 if row[1] == "all" else int(row[1], 16)
            lines.append(Line(address, row[2].strip(), dict(zip(columns, numbers))))
    assert lines and lines[-1].address == -1
    return lines[:-1], lines[-1]


def total(lines, column="clocks"):
    return sum(line[column] for line in lines)


def check_sums(lines, everything):
    """Checks that the lines add up to the totals and that the columns of a line add up."""
    for column, value in everything.costs.items():
        assert total(lines, column) == value, column
    causes = set(everything.costs) - {"alone", "U", "V", "raised", "clocks"}
    for line in lines:
        assert sum(line[cause] for cause in causes) <= line["clocks"], line
    assert total(lines, "U") >= total(lines, "V")


@pytest.mark.parametrize("image, settings", [
    ("bareprobe", "command=thesis/[fp]* repetitions=2 events=branches"),
    ("bareprobe-test", "command=fault/[a-d]* repetitions=1 events=branches"),  # exceptions
    full(("bareprobe-test", "command=fault/[e-gi-z]* repetitions=1 events=branches")),
])
def test_lines_add_up_to_the_run(vpentium, tmp_path, image, settings):
    """The sum equals the clocks that -v prints. Annotation changes neither the clocks nor the
    output."""
    out = tmp_path / "out"
    plain = vpentium(f"{settings} exit=qemu", "-v", image=image)
    watched = vpentium(f"{settings} exit=qemu", "-v", "--annotate", out, image=image)
    assert (plain.stdout, plain.stderr) == (watched.stdout, watched.stderr)
    clocks = int(re.search(r"(\d+) clocks", watched.stderr)[1])
    lines, everything = parse(out)
    assert everything["clocks"] == clocks
    check_sums(lines, everything)


@pytest.mark.full
def test_loop_of_hello(vpentium, tmp_path):
    """bench/thesis/hello.asm derives 2,000,003 clocks for its loop of a million iterations, warm.
    In the very first run the branch is not in the BTB when it is first taken: 3 clocks more. The
    same holds for a later uncounted run before which the kernel's own branches displaced it. Fills
    of the code cache in that time are in separate columns."""
    out = tmp_path / "out"
    vpentium("command=thesis/hello repetitions=2 events=count_clocks exit=qemu", "--annotate", out)
    lines, _ = parse(out)
    at = next(i for i, line in enumerate(lines) if line.text == "jns hello.loop")
    add, dec, jns = loop = lines[at - 2:at + 1]
    runs = jns["alone"] // 1_000_000
    assert runs >= 3 and jns["alone"] == runs * 1_000_000
    fills = total(loop, "code") + total(loop, "first") + total(loop, "TLB")
    displaced = total(loop, "mispredict") - runs * 3
    assert jns["mispredict"] == runs * 3 + displaced
    assert displaced in range(3, 3 * runs + 1, 3)
    assert total(loop) - fills == runs * 2_000_003 + displaced
    assert add["U"] == dec["V"] == jns["alone"] - add["alone"]


LOOP = """
main:
    mov eax, 0x01c0                     ; counter 0: clocks, in every ring
    SET_MSR MSR_CESR
    call measured                       ; cold
    call measured
    ret

align 32
measured:
    mov edi, scratch
    mov ebx, 1000
    GET_MSR MSR_CTR0
first:
    mov ebp, eax
.turn:
    mov esi, edi
    mov eax, [esi]
    dec ebx
    jnz .turn
    GET_MSR MSR_CTR0
behind:
    sub eax, ebp
    call print
    ret
"""


def test_region_between_two_reads_of_a_counter(guest, tmp_path):
    """For both runs, including their cold misses, the sum equals the clocks seen by the guest's
    counter."""
    out = tmp_path / "out"
    cold, warm = guest(LOOP).numbers("--annotate", out, "--annotate-from", "first",
                                     "--annotate-to", "behind")
    lines, everything = parse(out)
    check_sums(lines, everything)
    assert everything["clocks"] == total(lines) == cold + warm
    assert cold > warm


def test_clocks_and_causes_of_a_loop(guest, tmp_path):
    """Clocks of an iteration once the code is in the cache:
    mov esi, edi     U alone: the next instruction reads ESI                     1 clock
    mov eax, [esi]   U, waits a clock for ESI, written in the clock before       2
    dec ebx          V
    jnz              U alone, after a pair                                       1
    1000 iterations take 4000. JNZ is mispredicted at the end of each run and the first time it is
    taken: 3 clocks each, three times. Around the loop, the read of the counter leaves MOV EBP, 1,
    with which MOV ESI of the first iteration pairs, so that this iteration takes a clock less, MOV
    ECX, 1, and RDMSR, 27."""
    out = tmp_path / "out"
    _, warm = guest(LOOP).numbers("--annotate", out, "--annotate-from", "first",
                                  "--annotate-to", "behind")
    lines, _ = parse(out)
    by_text = {line.text: line for line in lines}
    move, load = by_text["mov esi, edi"], by_text["mov eax, [esi]"]
    dec, jnz = by_text["dec ebx"], by_text["jnz first.turn"]
    assert load["AGI"] == 2000
    assert load["clocks"] == 2000 + load["AGI"] + load["read"] + load["code"]
    assert load["read"] > 0  # its line, the first time
    assert dec["clocks"] == dec["first"] == dec["alone"]
    assert dec["V"] == 2000 - dec["alone"]
    assert jnz["mispredict"] == 9 and jnz["clocks"] == 2000 + 9 + jnz["code"]
    assert move["alone"] + move["V"] == 2000
    assert warm == 1 + 4000 - 1 + 3 + 1 + 27


HALT = """
main:
    GATE 0x20, tick
    mov al, 0x11                        ; 8259: vectors from 20h, only the timer let through
    out 0x20, al
    mov al, 0x20
    out 0x21, al
    mov al, 4
    out 0x21, al
    mov al, 1
    out 0x21, al
    mov al, 0xfe
    out 0x21, al
    mov al, 0x34                        ; 8254: counter 0, rate generator, 1193 ticks: 1 ms
    out 0x43, al
    mov al, 1193 & 0xff
    out 0x40, al
    mov al, 1193 >> 8
    out 0x40, al
    mov ebx, 10
    sti
.again:
    hlt
    dec ebx
    jnz .again
    cli
    ret
tick:
    push eax
    mov al, 0x20
    out 0x20, al
    pop eax
    iret
"""


def test_interrupts_and_halted_clocks_have_their_lines(guest, tmp_path):
    """There are ten ticks. Entry of the handler takes 31 clocks (clocks.exception). These and
    the halted clocks are attributed to HLT. 1193 ticks of 1.193182 MHz are 99,984.7 clocks of
    100 MHz."""
    out = tmp_path / "out"
    done = guest(HALT).run("-v", "--annotate", out)
    assert done.returncode == 0
    lines, everything = parse(out)
    check_sums(lines, everything)
    assert everything["clocks"] == int(re.search(r"(\d+) clocks", done.stderr)[1])
    hlt, = (line for line in lines if line.text == "hlt")
    assert hlt["alone"] == 10
    assert everything["entry"] == hlt["entry"] == 310
    assert everything["halted"] == hlt["halted"]
    assert 9 * 99_984 - 10 * 1000 < hlt["halted"] < 10 * 99_985


STEPPED = """
main:
    GATE 1, stepped
    pushf
    or dword [esp], 0x100               ; TF
    popf
    mov ecx, 3
.again:
    lodsb
    loop .again
    pushf
    and dword [esp], ~0x100
    popf
    ret
stepped:
    iret
"""


def test_single_stepped_instructions_have_their_lines(guest, tmp_path):
    """There is a trap after each of MOV, three LODSB and LOOP, PUSHF, AND, and POPF, whose change
    of TF takes effect after the next instruction. The handler is entered 10 times."""
    out = tmp_path / "out"
    done = guest(STEPPED).run("-v", "--annotate", out)
    assert done.returncode == 0
    lines, everything = parse(out)
    check_sums(lines, everything)
    assert everything["clocks"] == int(re.search(r"(\d+) clocks", done.stderr)[1])
    iret, = (line for line in lines if line.text.startswith("iret"))
    assert iret["alone"] == 10
    assert everything["entry"] == 310


def test_run_that_ends_in_a_triple_fault_is_written_too(guest, tmp_path):
    """The IDT is empty, so neither UD2 nor the double fault finds a gate."""
    out = tmp_path / "out"
    done = guest("main: ud2").run("--annotate", out)
    assert done.returncode == 3
    lines, everything = parse(out)
    check_sums(lines, everything)
    undefined, = (line for line in lines if line.text.startswith("(undefined"))
    assert (undefined["raised"], undefined["alone"]) == (1, 0)


@pytest.mark.parametrize("number", (signal.SIGTERM, signal.SIGHUP))
def test_run_that_a_signal_ends_is_written_too(tmp_path, number):
    """The run would take hours. Its last record before the signal is the first one."""
    out, log = tmp_path / "out.txt", tmp_path / "log"
    with log.open("wb") as stdout, subprocess.Popen(
            [BUILD / "vpentium", "-kernel", BUILD / "bareprobe.elf", "-append",
             "command=apps/* repetitions=10000 exit=qemu", "-annotate", out],
            stdin=subprocess.DEVNULL, stdout=stdout) as vpentium:
        bound = time.monotonic() + 60
        while b"ev=start" not in log.read_bytes() and time.monotonic() < bound:
            time.sleep(0.02)
        vpentium.send_signal(number)
        assert vpentium.wait(timeout=60) == -number
    assert b"ev=done" not in log.read_bytes()
    lines, everything = parse(out)
    check_sums(lines, everything)
    assert len(lines) > 100 and total(lines) > 10000


@pytest.mark.parametrize("field, offset, value", [
    ("e_shoff", 0x20, 0xffffff00), ("e_shoff", 0x20, 0), ("e_shentsize", 0x2e, 0x10000),
    ("e_shnum", 0x30, 0xffff),
])
def test_damaged_symbols_count_as_none(guest, tmp_path, field, offset, value):
    """The kernel runs without symbols."""
    kernel = guest("main: ret")
    image = bytearray(kernel.elf.read_bytes())
    size = 4 if field == "e_shoff" else 2
    image[offset:offset + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")
    kernel.elf.write_bytes(image)
    out = tmp_path / "out"
    assert kernel.run("--annotate", out).returncode == 0
    lines, everything = parse(out)
    check_sums(lines, everything)
    if field != "e_shnum":
        assert "(no symbol)" in out.read_text()


@pytest.mark.parametrize("options, words", [
    (["--annotate", "/dev/null", "--annotate-from", "nowhere"], ["--annotate-from", "nowhere"]),
    (["--annotate", "/dev/null", "--annotate-to", "main+x"], ["--annotate-to", "main+x"]),
    (["--annotate", "/nonexistent/out"], ["--annotate", "/nonexistent/out", "No such file"]),
    (["--annotate", "/dev/full"], ["--annotate", "/dev/full", "No space"]),
    (["--trace", "/dev/null", "--trace-clocks", "0"], ["trace-clocks", "1 to 1000000"]),
    (["--trace", "/dev/null", "--trace-from", "nowhere"], ["--trace-from", "nowhere"]),
])
def test_what_is_refused(guest, options, words):
    done = guest("main: ret").run(*options)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr
