# SPDX-License-Identifier: MIT
"""Differences between the processors: CPUID, MSRs, CR4, and page tables with eight-byte entries.
Rules: AP-485, and the Software Developer's Manual volume 3, chapters 4 and 35; AMD's processor
recognition note for the Athlon."""
import os
import pathlib
import struct
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VPENTIUM = ROOT / os.environ.get("BUILD", "build") / "vpentium"

NONE = 0xFFFFFFFF
UD, GP, PF = 6, 13, 14


@pytest.fixture(name="kind")
def kind_fixture(protected):
    """kind(name, source): the numbers that a guest printed on that processor."""
    return lambda name, source: protected(
        source, "-cpu", name)


def cpuid(kind, name, *leaves):
    """Returns [(EAX, EBX, ECX, EDX)] of these leaves."""
    asks = "".join(f"""
    mov eax, {leaf}
    cpuid
    mov [registers], eax
    PRINT [registers]
    PRINT ebx
    PRINT ecx
    PRINT edx
""" for leaf in leaves)
    got = kind(name, f"""
section .bss
registers: resd 1
section .text
main:
{asks}
    ret
""")
    return [tuple(got[i:i + 4]) for i in range(0, len(got), 4)]


def letters(*registers):
    return struct.pack(f"<{len(registers)}I", *registers).rstrip(b"\0").decode()


# Signature and features are those of InstLatx64's dumps of these chips. The Pentium III's are
# without its serial number (bit 18 of 0387FBFFh).
@pytest.mark.parametrize("name, last, signature, features", [
    ("ppro", 2, 0x617, 0x0000FBFF), ("p2", 2, 0x651, 0x0183FBFF), ("p3", 2, 0x673, 0x0383FBFF),
    ("k7", 1, 0x644, 0x0183FBFF), ("p55c", 1, 0x543, 0x008001BF)])
def test_who_it_is(kind, name, last, signature, features):
    vendor, what, beyond = cpuid(kind, name, 0, 1, last + 1)
    assert vendor[0] == last
    assert letters(vendor[1], vendor[3], vendor[2]) == \
        ("AuthenticAMD" if name == "k7" else "GenuineIntel")
    assert what == (signature, 0, 0, features)
    assert beyond == (0, 0, 0, 0)


# 4 KB pages: 32 code and 64 data entries; L1 8 + 8 KB, L2 256 KB; or 16 + 16 KB and 512 KB.
@pytest.mark.parametrize("name, edx", [("ppro", 0x06040A42), ("p2", 0x0C040843),
                                       ("p3", 0x0C040843)])
def test_cache_descriptors(kind, name, edx):
    assert cpuid(kind, name, 2) == [(0x03020101, 0, 0, edx)]


def test_extended_leaves_of_the_athlon(kind):
    """L1: 64 KB, two ways, lines of 64 bytes in both caches; L2: 256 KB, 16 ways (code 8)."""
    last, what, *name, l1, l2, beyond = cpuid(kind, "k7", *(0x80000000 + i for i in range(8)))
    assert last[0] == 0x80000006 and letters(last[1], last[3], last[2]) == "AuthenticAMD"
    assert what == (0x744, 0, 0, 0xC1C3FBFF)
    assert letters(*name[0], *name[1], *name[2]) == "AMD Athlon(tm) processor"
    assert l1[2:] == (64 << 24 | 2 << 16 | 1 << 8 | 64,) * 2
    assert l2[2] == 256 << 16 | 8 << 12 | 1 << 8 | 64
    assert beyond == (0, 0, 0, 0)


@pytest.mark.parametrize("name", ["ppro", "p2", "p3"])
def test_intel_has_none_of_these(kind, name):
    assert cpuid(kind, name, 0x80000000, 0x80000001) == [(0, 0, 0, 0)] * 2


def test_platform_leaf_stays(kind):
    got, = cpuid(kind, "p3", 0x40000000)
    assert letters(*got[1:]) == "BareprobeP5 "


# ---- MSRs and CR4 -------------------------------------------------------------------------------

def msr(number, low, high=0):
    """Returns source that writes and reads the MSR and prints both faults and the value."""
    return f"""
    TRY
    mov ecx, {number}
    mov eax, {low}
    mov edx, {high}
    wrmsr
    CAUGHT
    PRINT [fault.vector]
    xor ebx, ebx
    xor esi, esi
    TRY
    mov ecx, {number}
    rdmsr
    mov ebx, eax
    mov esi, edx
    CAUGHT
    PRINT [fault.vector]
    PRINT ebx
    PRINT esi
"""


@pytest.mark.parametrize("name, number, low, high, wrote, read, value", [
    ("p2", 0x174, 8, 0, NONE, NONE, (8, 0)),
    ("p2", 0x174, 0x10000, 0, GP, NONE, (0, 0)),  # 16 bits
    ("ppro", 0x174, 8, 0, GP, GP, (0, 0)),        # it has no SYSENTER
    ("p55c", 0x174, 8, 0, GP, GP, (0, 0)),
    ("p3", 0x200, 0x1006, 0xF, NONE, NONE, (0x1006, 0xF)),  # a page, write-back
    ("p3", 0x200, 0x1106, 0xF, GP, NONE, (0, 0)),  # bits 8 to 11 are reserved
    ("p3", 0x200, 0x1002, 0xF, GP, NONE, (0, 0)),  # there is no type 2
    ("p3", 0x200, 0, 0x10, GP, NONE, (0, 0)),     # the address has 36 bits
    ("p3", 0xFE, 0, 0, GP, NONE, (0x508, 0)),     # MTRRcap is read-only
    ("p3", 0xFE, 0x508, 0, GP, NONE, (0x508, 0)),  # even its own value
    ("p3", 0x277, 0, 0, NONE, NONE, (0, 0)),
    ("ppro", 0x277, 0, 0, GP, GP, (0, 0)),        # PAT came with the Pentium II
    ("k7", 0xC0000080, 1, 0, NONE, NONE, (1, 0)),
    ("k7", 0xC0000080, 0x100, 0, GP, NONE, (0, 0)),  # no long mode
    ("p3", 0xC0000080, 1, 0, GP, GP, (0, 0)),
    ("k7", 0x12345, 1, 0, GP, GP, (0, 0)),
])
def test_stored_msr(kind, name, number, low, high, wrote, read, value):
    assert kind(name, "main:\n call protect" + msr(number, low, high) + " ret") == \
        [wrote, read, *value]


PAE, PGE, PCE, OSFXSR, OSXMMEXCPT = 1 << 5, 1 << 7, 1 << 8, 1 << 9, 1 << 10


@pytest.mark.parametrize("name, bits", [
    ("p54c", 0), ("p55c", PCE), ("ppro", PAE | PGE | PCE), ("p2", PAE | PGE | PCE | OSFXSR),
    ("k7", PAE | PGE | PCE | OSFXSR), ("p3", PAE | PGE | PCE | OSFXSR | OSXMMEXCPT)])
def test_bits_of_cr4(kind, name, bits):
    """Sets one bit at a time. Bits that do not exist raise #GP and stay clear."""
    for bit in (PAE, PGE, PCE, OSFXSR, OSXMMEXCPT, 1 << 11, 1 << 13, 1 << 20):
        vector, value = kind(name, f"""
main:
    call protect
    TRY
    mov eax, {bit}
    mov cr4, eax
    CAUGHT
    PRINT [fault.vector]
    mov eax, cr4
    call print
    ret
""")
        assert (vector, value) == ((NONE, bit) if bit & bits else (GP, 0))


# ---- fast system calls ---------------------------------------------------------------------------

# SEE stores ESP, CS, SS and IF, and uses another stack from then on.
FAST_CALLS = """
%macro SET 2-3 0                        ; MSR, low half, high half
    mov ecx, %1
    mov eax, %2
    mov edx, %3
    wrmsr
%endmacro
%macro SEE 1
    mov [seen + %1], esp
    mov [seen + %1 + 4], cs
    mov [seen + %1 + 8], ss
    mov esp, scratch + 4096
    pushfd
    and dword [esp], FLAG_IF
    pop dword [seen + %1 + 12]
%endmacro
section .bss
seen: resd 9
section .text
main:
    mov al, 0xff                        ; no device interrupts
    out 0x21, al
    out 0xa1, al
    call protect
"""
SYSENTER = """    SET 0x174, {cs}
    SET 0x175, 0x5550
    SET 0x176, entry
"""
SYSCALL = """    SET 0xc0000080, {enabled}
    SET 0xc0000081, entry, 0x0018000b
"""


@pytest.mark.parametrize("name, msrs, there, back, first, then, if_after", [
    # CS and SS of ring 0 are SYSENTER_CS and the next one, those of ring 3 the next two. ESP comes
    # from an MSR and from ECX. SYSEXIT does not change IF.
    ("p2", SYSENTER.format(cs=0x0B), "sysenter", "mov ecx, 0x6660\n mov edx, ring3\n sysexit",
     [0x5550, 0x08, 0x10], [0x6660, 0x1B, 0x23], 0),
    # ESP stays. ECX is the return address. SYSRET forces the RPL of CS only, and sets IF.
    ("k7", SYSCALL.format(enabled=1), "syscall",
     "mov [seen + 32], ecx\n mov esp, 0x6660\n mov ecx, ring3\n sysret",
     [0x4440, 0x08, 0x10], [0x6660, 0x1B, 0x20], 0x200),
])
def test_a_fast_call_and_its_return(kind, name, msrs, there, back, first, then, if_after):
    """SDM volume 2, and AMD 21086. A call clears IF and the RPL of CS."""
    got = kind(name, FAST_CALLS + msrs + f"""
    mov dword [seen + 32], after
    TRY
    mov esp, 0x4440
    sti
    {there}
after:
    ud2
entry:
    SEE 0
    {back}
    ud2
ring3:
    SEE 16
    int BACK_VECTOR
    CAUGHT
    PRINT_FAULT
    PRINT [fault.cs]
    mov eax, [seen + 32]
    sub eax, after
    call print
%assign at 0
%rep 8
    PRINT [seen + at]
%assign at at + 4
%endrep
    ret
""")
    assert got == [0x30, 0, 0x1B, 0, *first, 0, *then, if_after]


@pytest.mark.parametrize("name, msrs, code, ring, vector", [
    ("p2", SYSENTER.format(cs=8), "sysexit", 3, GP),  # only ring 0 may
    ("k7", SYSCALL.format(enabled=1), "sysret", 3, GP),
    *(("p2", SYSENTER.format(cs=cs), code, 0, GP)     # SYSENTER_CS selects no segment
      for cs in (0, 3) for code in ("sysenter", "sysexit")),
    *(("k7", SYSCALL.format(enabled=0), code, 0, UD) for code in ("syscall", "sysret")),
    *((name, "", code, 0, UD) for name, code in (
        ("ppro", "sysenter"), ("ppro", "sysexit"), ("p3", "syscall"), ("p3", "sysret"))),
])
def test_a_fast_call_that_is_refused(kind, name, msrs, code, ring, vector):
    got = kind(name, FAST_CALLS + msrs + f"""
    TRY
    ENTER_RING {[0x08, 0x19, 0x2A, 0x3B][ring]}, DATA_{ring}, inside, ring{ring}_stack_end
inside:
    mov ecx, entry
    mov edx, entry
    {code}
entry:
    int BACK_VECTOR
    CAUGHT
    PRINT_FAULT
    mov eax, [fault.eip]
    sub eax, entry
    call print
    ret
""")
    assert got == [vector, 0, 0xFFFFFFFE]


# ---- pages of eight-byte entries -----------------------------------------------------------------

P, W, U, A, D, LARGE, G = 1, 2, 4, 0x20, 0x40, 0x80, 0x100

# The first gigabyte: 0 to 2 MB and 2 to 4 MB are mapped to themselves, 4 MB by a table whose first
# page is 300000h, 6 MB as the test specifies. The fourth gigabyte has no directory.
EXTENDED = """
POINTERS equ 0x310000
DIRECTORY equ 0x311000
TABLE equ 0x312000
SMALL equ 0x400000
BIG equ 0x600000
%macro EXTENDED_ON 4                    ; PTE of SMALL, PDE of BIG, low and high
    mov dword [POINTERS], DIRECTORY | 1
    mov dword [POINTERS + 24], 0
    mov dword [DIRECTORY], 0x83
    mov dword [DIRECTORY + 8], 0x200083
    mov dword [DIRECTORY + 16], TABLE | 7
    mov dword [TABLE], %1
    mov dword [TABLE + 4], %2
    mov dword [DIRECTORY + 24], %3
    mov dword [DIRECTORY + 28], %4
    mov dword [0x300000], 0x12345678
    mov dword [0x200000], 0x9abcdef0
    mov eax, 0x20
    mov cr4, eax
    mov eax, POINTERS
    mov cr3, eax
    mov eax, cr0
    or eax, 1 << 31
    mov cr0, eax
%endmacro
"""


def test_small_and_large_pages(kind):
    """A and D are set in the low halves. A large page of 2 MB maps 200000h a second time."""
    assert kind("ppro", EXTENDED + """
main:
    call protect
    EXTENDED_ON 0x300003, 0, 0x200083, 0
    PRINT [SMALL]
    PRINT [TABLE]
    mov dword [SMALL + 4], 1
    PRINT [TABLE]
    PRINT [DIRECTORY + 16]
    PRINT [BIG]
    PRINT [DIRECTORY + 24]
    mov dword [BIG + 0x1ff000], 77
    PRINT [0x3ff000]
    PRINT [DIRECTORY + 24]
    ret
""") == [0x12345678, 0x300003 | A, 0x300003 | A | D, 0x312007 | A, 0x9ABCDEF0, 0x200083 | A, 77,
         0x200083 | A | D]


@pytest.mark.parametrize("low, high, address, error", [
    (0x200082, 0, "BIG", 0),                  # not present
    (0x200083, 0x10, "BIG", P | 8),           # bit 36 of an address with 36 bits
    (0x202083, 0, "BIG", P | 8),              # bit 13 of a large page
    (0x200083, 0, "0xc0000000", 0)])          # no directory
def test_faults_of_extended_pages(kind, low, high, address, error):
    assert kind("p2", EXTENDED + f"""
main:
    call protect
    EXTENDED_ON 0x300003, 0, {low}, {high}
    TRY
    mov edx, [{address}]
    CAUGHT
    PRINT_FAULT
    mov eax, cr2
    call print
    ret
""") == [PF, error, 0xC0000000 if address[0] == "0" else 0x600000]


def test_nothing_beyond_4_gb(kind):
    """Memory beyond 4 GB can be addressed, reads as ones, and stores nothing."""
    assert kind("p3", EXTENDED + """
main:
    call protect
    EXTENDED_ON 0x300003, 1, 0x83, 1
    mov dword [SMALL], 5
    PRINT [SMALL]
    mov dword [BIG], 5
    PRINT [BIG]
    mov dword [TABLE], 3
    mov eax, cr3
    mov cr3, eax
    PRINT [SMALL]
    ret
""") == [NONE, NONE, NONE]


def test_wrong_directory_pointer(kind):
    """The load of CR3 that would use the pointer raises #GP, and CR3 is unchanged. Without P,
    reserved bits are ignored."""
    assert kind("p3", EXTENDED + """
main:
    call protect
    EXTENDED_ON 0x300003, 0, 0x200083, 0
    mov dword [POINTERS + 8], 2
    mov eax, cr3
    mov cr3, eax
    mov dword [POINTERS + 8], DIRECTORY | 3
    TRY
    mov eax, POINTERS
    mov cr3, eax
    CAUGHT
    PRINT_FAULT
    PRINT [SMALL]
    ret
""") == [GP, 0, 0x12345678]


# PSE-36: bits 13 to 16 of a 4 MB page's entry are address bits 32 to 35; bits 17 to 21 must be 0.
@pytest.mark.parametrize("name, pde, vector, value", [
    ("p2", 0x2083, NONE, NONE), ("p2", 0x20083, PF, 0), ("ppro", 0x2083, PF, 0),
    ("p54c", 0x2083, PF, 0)])
def test_large_page_beyond_4_gb(kind, name, pde, vector, value):
    assert kind(name, f"""
DIRECTORY equ 0x310000
main:
    call protect
    mov dword [DIRECTORY], 0x83
    mov dword [DIRECTORY + 4], {pde}
    mov eax, 0x10
    mov cr4, eax
    mov eax, DIRECTORY
    mov cr3, eax
    mov eax, cr0
    or eax, 1 << 31
    mov cr0, eax
    xor edx, edx
    TRY
    mov edx, [0x400000]
    CAUGHT
    PRINT [fault.vector]
    PRINT edx
    ret
""") == [vector, value]


# ---- ports ---------------------------------------------------------------------------------------

# MHz of the processor and of its bus: its ratio is the smallest multiple of a half that keeps the
# bus at its limit or below (66, 133 or 100 MHz).
@pytest.mark.parametrize("name, mhz, bus", [
    ("p54c", 100, 200 / 3), ("ppro", 200, 200 / 3), ("k7", 1400, 400 / 3),
    ("willamette", 1500, 100), ("northwood", 1600, 100), ("prescott", 3000, 200), ("p2", 350, 100),
    ("p3", 450, 100)])
def test_a_port_of_the_isa_bus_takes_a_microsecond(kind, name, mhz, bus):
    """The time on the bus is rounded to its clocks. A word over the end of a doubleword (port 87h)
    takes two transactions, and one at its end (86h) or start (84h) takes one; the rest of IN takes
    less than half a microsecond. These are the AT's DMA page registers; to read them does
    nothing."""
    numbers = kind(name, """
%macro CLOCKS 1                         ; of sixteen reads of a word at port %1
    mov ebp, 2                          ; the second time the code is in the caches
align 64
%%again:
    xor eax, eax
    cpuid
    rdtsc
    mov edi, eax
    mov edx, %1
    times 16 in ax, dx
    xor eax, eax
    cpuid
    rdtsc
    sub eax, edi
    dec ebp
    jnz %%again
    call print
%endmacro
main:
    CLOCKS 0x84
    CLOCKS 0x86
    CLOCKS 0x87
    ret
""")
    first, last, both = (clocks / 16 for clocks in numbers)
    assert first == last < 1.5 * mhz
    assert abs(both - first - mhz) < mhz / bus


# ---- numbers without a reference -----------------------------------------------------------------

# AMD 21928: PFRCP has 14 bits, and 24 after its two further steps, whose last bit may be wrong;
# PFRSQRT has 15.
@pytest.mark.parametrize("number", [1.5, 3.0, 7.0, 0.1, 12345.678, 1e-10, 1.9999999])
def test_reciprocals_are_as_close_as_promised(kind, number):
    bits, = struct.unpack("<I", struct.pack("<f", number))
    exact, = struct.unpack("<f", struct.pack("<I", bits))
    got = kind("k7", f"""
section .data
align 8
number: dd {bits}, {bits}
section .bss
alignb 8
answers: resq 4
section .text
main:
    movq mm0, [number]
    pfrcp mm1, mm0
    movq [answers], mm1
    pfrcpit1 mm0, mm1
    pfrcpit2 mm0, mm1
    movq [answers + 8], mm0
    movq mm0, [number]
    pfrsqrt mm1, mm0
    movq [answers + 16], mm1
    movq mm2, mm1
    pfmul mm1, mm1
    pfrsqit1 mm0, mm1
    pfrcpit2 mm0, mm2
    movq [answers + 24], mm0
    femms
    PRINT [answers]
    PRINT [answers + 8]
    PRINT [answers + 16]
    PRINT [answers + 24]
    ret
""")
    first, second, root, better = (struct.unpack("<f", struct.pack("<I", value))[0]
                                   for value in got)
    assert abs(first * exact - 1) <= 2 ** -14
    assert abs(second * exact - 1) <= 2 ** -22
    assert abs(root * exact ** 0.5 - 1) <= 2 ** -15
    assert abs(better * exact ** 0.5 - 1) <= 2 ** -22


@pytest.mark.parametrize("name", ["p7", "", "k8"])
def test_a_kind_that_is_not_known(tmp_path, name):
    done = subprocess.run([VPENTIUM, "-kernel", tmp_path / "none", "-instructions", name],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"-instructions '{name}'" in done.stderr
