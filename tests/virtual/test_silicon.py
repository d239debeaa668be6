# SPDX-License-Identifier: MIT
"""-silicon: each part has the effect that sim/silicon.def describes, as seen by guests. A run
repeats with the same seed and differs with another."""
import pathlib
import re

import pytest

from tiers import full

ROOT = pathlib.Path(__file__).resolve().parents[2]
# (name, included in `rough`, value)
PARTS = [(name, rough == "true", value) for name, rough, value in
         re.findall(r'^PART\(\w+, "([^"]+)", (true|false), "([^"]*)",',
                    (ROOT / "sim/silicon.def").read_text(), re.M)]
ROUGH = [name for name, rough, _ in PARTS if rough]

# ---- the option ----------------------------------------------------------------------------------


def test_help_lists_each_part_on_a_line(guest):
    done = guest("main: ret").run("-silicon", "help")
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first.startswith("rough: ") and len(lines) == len(PARTS) >= 23
    for (name, rough, value), line in zip(PARTS, lines):
        assert line.startswith(f"{'*' if rough else ' '} {name} ")
        assert line.endswith(f" [{value}]" if value else line[-1])


@pytest.mark.parametrize("options, words", [
    (["-silicon", "nonsense"], ["'nonsense'", "no such part", "-silicon help"]),
    (["-silicon", "tr12-garbge"], ["'tr12-garbge'", "did you mean 'tr12-garbage'"]),
    (["-silicon", "rouhg"], ["'rouhg'", "did you mean 'rough'"]),
    (["-silicon", "smi,l2stays"], ["'l2stays'", "did you mean 'l2-stays'"]),
    (["-silicon", ""], ["''", "no such part", "-silicon help"]),
    (["-silicon", "smi,"], ["''", "no such part"]),
    (["-silicon", "-"], ["'-'", "no such part"]),
    (["-silicon", "smi=125"], ["'smi=125'", "smi=125x200"]),
    (["-silicon", "smi=0x200"], ["'smi=0x200'", "1 to 10000"]),
    (["-silicon", "smi=125x200x1"], ["'smi=125x200x1'", "smi=125x200"]),
    (["-silicon", "-smi=125x200"], ["'-smi=125x200'"]),
    (["-silicon", "uart-drops=0"], ["'uart-drops=0'", "1 to 4294967295"]),
    (["-silicon", "uart-drops=4294967296"], ["'uart-drops=4294967296'", "1 to 4294967295"]),
    (["-silicon", "e820=4194304"], ["'e820=4194304'", "0 to 4194303 KB"]),
    (["-silicon", "cmos=65536"], ["'cmos=65536'", "0 to 65535 KB"]),
    (["-silicon", "tsc-steps=0"], ["'tsc-steps=0'", "1 to 1000000"]),
    (["-silicon", "tsc-steps=1000001"], ["'tsc-steps=1000001'", "1 to 1000000"]),
    (["-silicon", "uart-overrun=2"], ["'uart-overrun=2'", "takes no value"]),
    (["-silicon", "l2-stays=off"], ["'l2-stays=off'", "takes no value", "-set"]),
    (["-silicon"], ["-silicon", "needs a value"]),
    (["-silicon", "a20", "-initrd", "x"], ["a20", "without -initrd"]),
    (["-seed", "x"], ["'x'", "0 to 4294967295"]),
    (["-seed", "-1"], ["'-1'", "0 to 4294967295"]),
    (["-smi", "1000000,20000,rand"], ["'1000000,20000,rand'", "20000,random"]),
])
def test_what_is_refused(guest, options, words):
    done = guest("main: ret").run(*options)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr


def settings(guest, *options):
    done = guest("main: ret").run("-set", "help", *options)
    assert done.returncode == 0
    return dict(re.findall(r"^(\S+)=(\S+)$", done.stdout, re.M))


def test_parts_of_the_model_are_its_parameters(guest):
    """Each part sets only its parameters. -set wins at any position, and single parts of `rough`
    can be removed."""
    kind = settings(guest)
    for name, _, value in PARTS:
        wanted = dict(kind)
        if "=" in value:
            wanted.update(pair.split("=") for pair in value.split())
        assert settings(guest, "-silicon", name) == wanted
    assert settings(guest, "-set", "silicon.tr12=zero", "-silicon",
                    "tr12-garbage")["silicon.tr12"] == "zero"
    rough = settings(guest, "-silicon", "rough")
    assert rough["silicon.tr12"] == "garbage" and rough["bus.l2_reach"] == "64"
    assert settings(guest, "-silicon", "rough,-tr12-garbage,-l2-64mb") == {
        **rough, "silicon.tr12": "written", "bus.l2_reach": "4096"}


# ---- registers -----------------------------------------------------------------------------------

TWICE = """
main:
    GATE 13, fault
    mov eax, {value}
    SET_MSR {msr}
    call once
once:
    mov edx, 0x55555555
    mov eax, edx
    GET_MSR {msr}
    call print
    mov eax, edx
    call print
    ret
fault:
    add dword [esp + 4], 2                  ; behind RDMSR; at ESP is the error code
    add esp, 4
    mov eax, 0xfa
    iret
"""


def halves(guest, msr, value, *options):
    """Returns EAX and EDX of two reads."""
    eax, edx, eax_again, edx_again = guest(TWICE.format(msr=msr, value=value)).numbers(*options)
    return (eax, edx), (eax_again, edx_again)


def test_tr12_reads(guest):
    assert halves(guest, 0x0e, 2) == ((2, 0), (2, 0))
    assert halves(guest, 0x0e, 2, "-silicon", "tr12-zero") == ((0, 0), (0, 0))
    assert halves(guest, 0x0e, 2, "-silicon", "tr12-fault") == ((0xfa, 0x55555555),) * 2
    first, second = halves(guest, 0x0e, 2, "-silicon", "tr12-garbage")
    assert len({*first, *second, 2, 0}) == 6


@pytest.mark.parametrize("part", ["tr12-garbage", "tr12-zero", "tr12-fault"])
def test_tr12_is_written_as_ever(guest, part):
    """Bit 2 disables the V pipe: of 16 one-clock instructions that pair, at least 8 went through V
    before. Event 17h, in every ring."""
    counted = """
main:
    mov eax, {tr12}
    SET_MSR 0x0e
    mov eax, 0x00d7
    SET_MSR MSR_CESR
    mov ebp, 2
.again:                                     ; its second time from the cache
    mov eax, 0
    SET_MSR MSR_CTR0
    times 8 db 0x89, 0xc3, 0x89, 0xca       ; mov ebx, eax / mov edx, ecx
    GET_MSR MSR_CTR0
    dec ebp
    jnz .again
    call print
    ret
"""
    [with_v] = guest(counted.format(tr12=0)).numbers("-silicon", part)
    [without] = guest(counted.format(tr12=4)).numbers("-silicon", part)
    assert with_v >= 8 and without == 0


@pytest.mark.parametrize("part, msr, low, high", [
    ("cesr-upper", 0x11, 0, 0xffffffff),
    ("cesr-reserved", 0x11, 0xfc00fc00, 0),
    ("counter-upper", 0x12, 0, 0xffffff00),
    ("counter-upper", 0x13, 0, 0xffffff00),
])
def test_bits_that_nobody_promised(guest, part, msr, low, high):
    """Documented bits read as usual (nothing counts, so a counter remains 3); the others are
    different in each read."""
    assert halves(guest, msr, 3) == ((3, 0), (3, 0))
    first, second = halves(guest, msr, 3, "-silicon", part)
    assert first != second
    for eax, edx in (first, second):
        assert (eax & ~low, edx & ~high) == (3, 0)
    assert halves(guest, msr, 3, "-silicon", part) == (first, second)
    assert halves(guest, msr, 3, "-silicon", part, "-seed", "2") != (first, second)


def test_a_counter_slips(guest):
    """Instructions, event 16h, of 200 sequences of the same length of about 110. If one in 50 is
    lost or counted twice most counts differ. The part's default of one in 100,000,000 does not show
    in this number."""
    source = """
main:
    mov eax, 0x00d6
    SET_MSR MSR_CESR
    mov ebp, 200
.again:
    mov eax, 0
    SET_MSR MSR_CTR0
    times 100 nop
    GET_MSR MSR_CTR0
    call print
    dec ebp
    jnz .again
    ret
"""
    kind = guest(source).numbers()
    assert len(set(kind)) == 1
    assert guest(source).numbers("-silicon", "counter-slip") == kind
    often = ("-silicon", "counter-slip", "-set", "silicon.counter_slip=50")
    rough = guest(source).numbers(*often)
    more = [n - kind[0] for n in rough]
    assert min(more) < 0 < max(more) and max(map(abs, more)) < 20
    assert sum(map(bool, more)) > 100
    assert guest(source).numbers(*often) == rough
    assert guest(source).numbers(*often, "-seed", "2") != rough


# ---- caches and memory ---------------------------------------------------------------------------

TIMED = """
; IN: EDI an address. OUT: EAX the clocks of a read there, a little more. The bus is idle before it.
clocks_of_read:
    mov ecx, 100
.wait:
    dec ecx
    jnz .wait
    rdtsc
    mov esi, eax
    mov ebx, [edi]
    rdtsc
    sub eax, esi
    ret
"""


def test_l2_does_not_answer(guest):
    """A line from L2 arrives 3 bus clocks after the request, one from memory 10: 10.5 processor
    clocks later, plus or minus one for the phase of the bus. L1 is empty in both cases."""
    source = TIMED + """
main:
    mov edi, scratch
    call clocks_of_read
    {empty}
    mov edi, scratch + 0x1000               ; brings the code back
    call clocks_of_read
    mov edi, scratch
    call clocks_of_read
    call print
    ret
"""
    for empty in ("wbinvd", "invd"):
        kind = guest(source.format(empty=empty)).numbers()[-1]
        rough = guest(source.format(empty=empty)).numbers("-silicon", "l2-stays")[-1]
        assert 9 <= kind - rough <= 12


def test_l2_reaches_to_64_mb(guest):
    """A line that two others of its set evicted from L1 comes from L2 below 64 MB and from memory
    above: 7 bus clocks later, 10.5 processor clocks."""
    source = TIMED + """
main:
    mov edi, scratch
    call clocks_of_read                     ; brings the code
    mov edi, 0x3f00000
    call again
    mov edi, 0x4000000
again:
    mov eax, [edi]
    mov eax, [edi + 0x1000]
    mov eax, [edi + 0x2000]
    call clocks_of_read
    call print
    ret
"""
    below, above = guest(source).numbers("-m", "128")
    assert abs(above - below) <= 1
    below, above = guest(source).numbers("-m", "128", "-silicon", "l2-64mb")
    assert 9 <= above - below <= 12


def test_l1_never_fills(guest):
    """Of 100 reads of a line the first misses; with KEN# inactive all miss."""
    source = """
main:
    mov eax, 0x00c3
    SET_MSR MSR_CESR
    mov ebx, 100
.turn:
    mov eax, [scratch]
    dec ebx
    jnz .turn
    GET_MSR MSR_CTR0
    call print
    ret
"""
    assert guest(source).numbers() == [1]
    assert guest(source).numbers("-silicon", "l1-never") == [100]


def test_caches_are_off_at_the_start(guest):
    """CD and NW are bits 30 and 29; the guest turns the caches on."""
    source = TIMED + """
main:
    mov eax, cr0
    call print
    mov ebp, 2
    mov edi, scratch
.turn:
    call clocks_of_read
    call clocks_of_read
    call print
    mov eax, cr0
    and eax, 0x9fffffff
    mov cr0, eax
    dec ebp
    jnz .turn
    ret
"""
    assert guest(source).numbers()[0] == 0x00000011
    cr0, off, on = guest(source).numbers("-silicon", "caches-off")
    assert cr0 == 0x60000011 and off > on + 10


# ---- other bus masters ---------------------------------------------------------------------------

READS = """
; The clocks of 3000 reads of uncached memory, by how much they are above the least, in bytes.
COUNT equ 3000
main:
    call measure
    call measure                            ; its code is in the cache now
    mov ecx, COUNT
    mov esi, taken
.say:
    movzx eax, byte [esi]
    call print
    inc esi
    dec ecx
    jnz .say
    ret
measure:
    mov ecx, COUNT
    mov edi, taken
    mov ebp, 0xa0000
align 32
.turn:
    mov al, [edi]                           ; where STOSB writes is in the cache
    rdtsc
    mov ebx, eax
    mov edx, [ebp]
    rdtsc
    sub eax, ebx
    stosb
    dec ecx
    jnz .turn
    ret
section .bss
taken: resb COUNT
"""


def late(numbers):
    """Returns the delays over the minimum that are longer than a bus edge."""
    return [n - min(numbers) for n in numbers if n - min(numbers) > 3]


def test_memory_is_refreshed(guest):
    """A refresh takes 10 bus clocks, 15 processor clocks. A read waits for 15 and a bus edge at
    most, and no refresh delays two reads. 3000 reads, in iterations of about 39 clocks, have about
    75 refreshes, one every 1043 bus clocks, 1564.5. This is not a multiple of an iteration, so a
    refresh that falls between two reads comes in another part of the iteration the next time, and
    many meet a read."""
    often = ("-silicon", "refresh", "-set", "bus.refresh_interval=1043")
    assert not late(guest(READS).numbers())
    rough = guest(READS).numbers(*often)
    waits = late(rough)
    assert 10 < len(waits) <= 76 and max(waits) <= 15 + 3
    assert guest(READS).numbers(*often, "-seed", "2") == rough


def test_another_master_takes_the_bus(guest):
    """It takes 36 bus clocks, 54 processor clocks, every 1000 on average."""
    often = ("-silicon", "bus-master", "-set", "bus.master_interval=1000")
    rough = guest(READS).numbers(*often)
    waits = late(rough)
    assert 20 < len(waits) and max(waits) <= 54 + 3
    assert guest(READS).numbers(*often) == rough
    assert guest(READS).numbers(*often, "-seed", "2") != rough


def test_a_random_entry_leaves_the_btb(guest):
    """Jumps at five places of a set of four entries run 100 times; a bit records each hit in the
    last round. LRU has always evicted the entry that is needed next; random replacement sometimes
    evicts another."""
    jumps = "\n".join(f"    align 64\n    jmp .j{i}\n    align 64\n.j{i}:" for i in range(5))
    source = f"""
main:
    mov eax, 0x00d3                         ; BTB hits
    SET_MSR MSR_CESR
    mov ebp, 100
.turn:
{jumps}
    GET_MSR MSR_CTR0
    call print
    dec ebp
    jnz .turn
    ret
"""
    kind = guest(source).numbers()
    assert guest(source).numbers("-seed", "2") == kind
    rough = guest(source).numbers("-silicon", "btb-random")
    assert rough != kind
    assert guest(source).numbers("-silicon", "btb-random") == rough
    assert guest(source).numbers("-silicon", "btb-random", "-seed", "2") != rough


# ---- time taken by SMIs --------------------------------------------------------------------------

JUMPS = """
; What the time-stamp counter jumped by, and how long after the last jump's end, in 200 ms.
main:
    rdtsc
    mov ebp, eax                            ; the start
    mov edi, eax                            ; the last jump's end
    mov esi, eax                            ; the last reading
.turn:
    rdtsc
    mov ebx, eax
    sub eax, esi
    cmp eax, 500
    jb .on
    call print
    mov eax, esi
    sub eax, edi
    call print
    rdtsc
    mov edi, eax
    mov ebx, eax
.on:
    mov esi, ebx
    mov eax, ebx
    sub eax, ebp
    cmp eax, 20000000
    jb .turn
    ret
"""


def smis(guest, *options):
    """Returns (lengths, distances)."""
    numbers = guest(JUMPS).numbers(*options)
    return numbers[::2], numbers[1::2]


def test_smis_at_random(guest):
    """1000 per second of 30 us each: 10 % of them from 15 to 45 evenly, the distances exponential.
    The mean of 200 has a standard deviation of 7 %, and some are short and some long."""
    assert smis(guest) == ([], [])
    lengths, distances = smis(guest, "-silicon", "smi=1000x30")
    assert 140 < len(lengths) < 260
    assert all(1500 <= length < 4500 + 100 for length in lengths)
    assert max(lengths) - min(lengths) > 2400
    assert 65_000 < sum(distances) / len(distances) < 135_000
    assert min(distances) < 30_000 and max(distances) > 250_000
    assert smis(guest, "-silicon", "smi=1000x30") == (lengths, distances)
    assert smis(guest, "-silicon", "smi=1000x30", "-seed", "2") != (lengths, distances)
    assert smis(guest, "-smi", "100000,3000,random") == (lengths, distances)


def test_smis_as_usual(guest):
    """8 per second are 1.6 in 200 ms, 12.8 with eight seeds, standard deviation 3.6; each takes
    500 us. -smi wins over the part. Their measured lengths differ by an iteration of the guest's
    loop."""
    lengths = [length for seed in "12345678" for length in smis(guest, "-silicon", "smi",
                                                                "-seed", seed)[0]]
    assert 1 < len(lengths) < 31
    assert all(25_000 <= length < 75_000 + 100 for length in lengths)
    lengths, distances = smis(guest, "-silicon", "smi", "-smi", "100000,3000")
    assert max(lengths) - min(lengths) < 100
    assert max(distances[1:]) - min(distances[1:]) < 1000  # nothing was printed before the first


# ---- the serial line, and the state at startup ---------------------------------------------------

def test_a_byte_is_lost_on_the_line(guest):
    """One of 100 is lost of 9000: 90, standard deviation 10. A line of digits that lost one is
    shorter."""
    source = """
main:
    mov ebp, 1000
.turn:
    mov eax, 0x12345678
    call print
    dec ebp
    jnz .turn
    ret
"""
    whole = "12345678\n" * 1000
    assert guest(source).run().stdout == whole
    rough = guest(source).run("-silicon", "uart-drops=100").stdout
    assert 50 < len(whole) - len(rough) < 150
    assert guest(source).run("-silicon", "uart-drops=100").stdout == rough
    assert guest(source).run("-silicon", "uart-drops=100", "-seed", "2").stdout != rough
    assert re.sub("[^\n]", "", rough).count("\n") < 1000
    missing = iter(whole)
    assert all(byte in missing for byte in rough)  # no byte was added


RECEIVING = """
%include "devices.inc"
main:
    OUT8 COM1 + 2, {fcr}
    OUT8 COM1 + 4, 2                        ; RTS: the peer may send
    mov ecx, 1000
.wait:                                      ; until the first byte is there
    IN8 COM1 + 5
    test al, 1
    loopz .wait
    mov bl, al
.next:
    IN8 COM1
    PRINT_AL
    IN8 COM1 + 5
    or bl, al
    test al, 1
    jnz .next
    mov al, bl
    and al, 2                               ; LSR: overrun
    PRINT_AL
    ret
"""


@pytest.mark.parametrize("fcr, part, received, overrun", [
    (1, None, range(20), 0),  # the line waits for room
    (1, "uart-overrun", range(16), 2),
    (0, "uart-overrun", [19], 2),  # without the FIFO, a byte replaces the one before it
])
def test_a_receiver_is_overrun(guest, tmp_path, fcr, part, received, overrun):
    """20 bytes for a FIFO of 16. LSR has the overrun, and a read clears it (PC16550D, 8.4)."""
    sent = tmp_path / "sent"
    sent.write_bytes(bytes(range(20)))
    options = ("-input", sent, *(("-silicon", part) if part else ()))
    assert guest(RECEIVING.format(fcr=fcr)).numbers(*options) == [*received, overrun]


def test_a_time_stamp_in_steps(guest):
    """RDTSC and RDMSR 10h return the last multiple of the step. Two reads in a row take less than a
    step, so some are equal."""
    source = """
main:
    mov ebp, 40
.again:
    rdtsc
    call print
    GET_MSR 0x10
    call print
    dec ebp
    jnz .again
    ret
"""
    exact = guest(source).numbers()
    coarse = guest(source).numbers("-silicon", "tsc-steps=3000")
    assert any(stamp % 3000 for stamp in exact) and all(stamp % 3000 == 0 for stamp in coarse)
    assert coarse == [stamp - stamp % 3000 for stamp in exact]
    assert 1 < len(set(coarse)) < len(coarse)


def test_times_of_a_coarse_time_stamp_are_suspect(vpentium, records):
    """In steps of 400 clocks, a region of 209 clocks takes 0 or 400. An error of one step is 0.1 %
    of 400,000 clocks, and both regions of checksum are shorter. Counts of clocks are exact."""
    wire = records(vpentium("command=thesis/program1,apps/checksum events=time_stamp,count_clocks "
                            "repetitions=3 exit=qemu", "-silicon", "tsc-steps").stdout)
    results = [record for record in wire if record["ev"] == "result"]
    assert {record["tsc_step"] for record in wire if record["ev"] == "cpu"} == {"400"}
    times = [record for record in results if record["event"] == "time_stamp"]
    assert len(times) >= 3
    for record in times:
        assert record["suspect"] == "the time stamp advances in steps of 400 clocks"
        assert float(record["raw"]) < 400_000
    exact = [record for record in results if record["event"] == "count_clocks"]
    assert exact and not any("suspect" in record for record in exact)


@pytest.mark.full
def test_a_long_time_of_a_coarse_time_stamp_is_not(vpentium, records):
    """64 clocks are 0.07 % of the 87,600 that checksum takes before its change, and 0.4 % of the
    15,300 after it."""
    wire = records(vpentium("command=apps/checksum events=time_stamp repetitions=3 exit=qemu",
                            "-silicon", "tsc-steps=64").stdout)
    marked = {record["bench"]: "suspect" in record for record in wire if record["ev"] == "result"}
    assert marked == {"apps/checksum:variant=before": False, "apps/checksum:variant=after": True}


@pytest.mark.full
def test_findings_of_a_coarse_time_stamp_are_not_settled(vpentium, records):
    wire = records(vpentium("command=instr/alu:form=add_r32_r32 events=time_stamp repetitions=3 "
                            "exit=qemu", "-silicon", "tsc-steps").stdout)
    found = {record["name"]: record["status"] for record in wire if record["ev"] == "finding"}
    assert found["latency"] == found["throughput"] == "unsettled"


def test_the_first_page_of_a_machine_shows_a_coarse_time_stamp(vpentium):
    """One step at a time is no interruption, so there are no jumps."""
    said = vpentium("experiment=first_boot report=text exit=qemu", "-silicon", "tsc-steps").stdout
    assert re.search("^time stamp +advances in steps of 400 clocks: ", said, re.M)
    assert re.search("^noise .*: 0 jumps", said, re.M), said


def test_records_tell_of_a_lost_byte(vpentium):
    """An undamaged line has a correct checksum and a number one above the previous one."""
    sent = vpentium(KERNEL, "-silicon", "uart-drops=2000").stdout
    whole = vpentium(KERNEL).stdout
    assert 0 < len(whole) - len(sent) < 20
    good = set(whole.splitlines())
    damaged = [line for line in sent.splitlines() if line not in good]
    assert damaged
    for line in damaged:
        body, _, crc = line.rpartition(" crc=")
        assert len(crc) != 4 or f"{crc16(body.encode()):04x}" != crc


def crc16(data):
    """CRC-16/CCITT-FALSE."""
    crc = 0xffff
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xffff
    return crc


def test_line_20_is_low(guest):
    """300000h is 200000h until port 92h opens the gate (bit 1). The guest, loaded a megabyte below
    its addresses, opens it while it runs there."""
    source = """
DOWN equ 0x100000
main:
    mov dword [0x200000], 1
    mov dword [0x300000], 2
    mov eax, [0x200000]
    call print
    in al, 0x92
    and eax, 2
    call print
    jmp CODE_SELECTOR:.low - DOWN
.low:
    sub esp, DOWN
    mov al, 2
    out 0x92, al
    mov dword [0x300000], 3
    mov ebx, [0x200000]
    mov ecx, [0x300000]
    mov al, 0
    out 0x92, al
    mov esi, [0x300000]
    add esp, DOWN
    jmp CODE_SELECTOR:.high
.high:
    mov eax, ebx
    call print
    mov eax, ecx
    call print
    mov eax, esi
    call print
    ret
"""
    # If the gate is open from the start, or masks nothing, the code below is missing.
    before = source[:source.index("    jmp CODE_SELECTOR:.low")] + "    ret\n"
    assert guest(before).numbers() == [1, 2]
    assert guest(source).numbers("-silicon", "a20") == [2, 0, 2, 3, 2]


@pytest.mark.parametrize("cpu", ["p54c", "p2", "k7"])
@pytest.mark.parametrize("settings", [
    "", "experiment=profile source=timer output_file=x.dat verbose_level=2", "events=nonesuch",
    "nonesuch=1"])
def test_kernel_says_that_line_20_is_low(vpentium, records, cpu, settings):
    """From A0000h on the image is not in memory (linker.ld), so nothing there may be needed. This
    includes the code that parses a Pentium 4's events, so this error precedes errors in the
    events."""
    run = vpentium(KERNEL.replace("events=count_clocks,btb_hits ", "") + " " + settings,
                   "-silicon", "a20", "-cpu", cpu)
    assert run.returncode == 1
    said = records(run.stdout)
    assert [record["ev"] for record in said] == ["start", "error", "done"]
    assert "A20 is disabled" in said[1]["what"]
    done = said[2]
    assert (done["errors"], done["runs"], done["status"]) == ("1", "0", "failed")


def test_a_report_as_text_says_that_line_20_is_low(vpentium):
    run = vpentium(KERNEL + " report=text", "-silicon", "a20")
    assert run.returncode == 1
    assert run.stdout.splitlines()[-2:] == [
        "error: address line A20 is disabled: boot with a loader that enables it",
        "0 results, 1 error: failed"]


def test_no_kernel_lies_where_a_low_line_20_has_the_boot_information(vpentium):
    """The image with the benchmarks for tests extends from 1 MB to above 1E0000h."""
    run = vpentium(KERNEL, "-silicon", "a20", image="bareprobe-test")
    assert run.returncode == 2 and run.stdout == ""
    assert "the kernel uses memory between 198000h and 1A0000h" in run.stderr


# ---- all at once ---------------------------------------------------------------------------------

KERNEL = "command=thesis/program1 events=count_clocks,btb_hits repetitions=5 exit=qemu"


# Parts that are not random, and end the run early or change what test_memory_sources.py tests.
FIXED = ("e820", "mem-upper", "cmos", "memory-wraps", "no-cr4", "no-cpuid")


@pytest.mark.parametrize("parts", [*[full(name) if name in FIXED else name for name, _, _ in PARTS],
                                   "rough"])
def test_a_run_repeats(vpentium, parts):
    runs = [vpentium(KERNEL, "-silicon", parts) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0].stdout.startswith("BP seq=0 ev=start")


def test_rough_is_all_that_have_a_star(vpentium):
    together = vpentium(KERNEL, "-silicon", "rough")
    assert vpentium(KERNEL, "-silicon", ",".join(ROUGH)) == together
    assert vpentium(KERNEL, "-silicon", "rough,-l2-stays").stdout != together.stdout
    assert vpentium(KERNEL, "-silicon", "rough", "-seed", "2").stdout != together.stdout


def test_a_seed_alone_changes_nothing(vpentium):
    assert vpentium(KERNEL, "-seed", "5") == vpentium(KERNEL)
