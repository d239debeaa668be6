# SPDX-License-Identifier: MIT
"""Identification of the Pentium 4, the control bits that SSE, SSE2 and SSE3 require, and their
absence on earlier processors. The differential test covers results. Rules: AP-485 and the
Software Developer's Manual volumes 2 and 3; CPUID's bytes are those of InstLatx64 without a
second thread."""
import os
import pathlib

import pytest

from differential import extensions, netburst

ROOT = pathlib.Path(__file__).resolve().parents[2]
VPENTIUM = ROOT / os.environ.get("BUILD", "build") / "vpentium"
NONE = 0xFFFFFFFF
UD, NM, GP = 6, 7, 13
NAMES = ("willamette", "northwood", "prescott")
OSFXSR = 0x200
EM, TS = 4, 8


@pytest.fixture(name="kind")
def kind_fixture(protected):
    """kind(name, source): the numbers that a guest on that processor printed."""
    return lambda name, source: protected(source, "-instructions", name)


def cpuid(kind, name, *leaves):
    """Returns [(EAX, EBX, ECX, EDX)] of these (leaf, ECX)."""
    asks = "".join(f"""
    mov eax, {leaf}
    mov ecx, {number}
    cpuid
    mov [registers], eax
    PRINT [registers]
    PRINT ebx
    PRINT ecx
    PRINT edx
""" for leaf, number in leaves)
    got = kind(name, f"section .bss\nregisters: resd 1\nsection .text\nmain:\n{asks}\n    ret\n")
    return [tuple(got[i:i + 4]) for i in range(0, len(got), 4)]


# EBX: the brand index, CLFLUSH's 8 quadwords, one thread. Features 3FEBFBFFh.
@pytest.mark.parametrize("name, last, what", [
    ("willamette", 2, (0xF12, 0x00010808, 0, 0x3FEBFBFF)),
    ("northwood", 2, (0xF24, 0x00010809, 0, 0x3FEBFBFF)),
    ("prescott", 5, (0xF34, 0x00010800, 9, 0xBFEBFBFF))])
def test_who_it_is(kind, name, last, what):
    vendor, one, beyond = cpuid(kind, name, (0, 0), (1, 0), (last + 1, 0))
    assert vendor[0] == last
    assert one == what
    assert beyond == (0, 0, 0, 0)


# 66h, 60h: L1 of 8 and 16 KB; 7Ah to 7Ch: L2 of 256, 512 and 1024 KB (AP-485, table 17).
@pytest.mark.parametrize("name, l1, l2", [("willamette", 0x66, 0x7A), ("northwood", 0x66, 0x7B),
                                          ("prescott", 0x60, 0x7C)])
def test_cache_descriptors(kind, name, l1, l2):
    assert cpuid(kind, name, (2, 0)) == [(l1 << 24 | 0x5B5001, 0, 0, l2 << 16 | 0x7040)]


def test_caches_of_leaf_4(kind):
    """Ways x lines of a sector x bytes x sets: 8 x 1 x 64 x 32 is 16 KB, 8 x 2 x 64 x 1024 1 MB."""
    *caches, none, monitor = cpuid(kind, "prescott", (4, 0), (4, 1), (4, 2), (5, 0))
    sizes = [((ebx >> 22) + 1) * ((ebx >> 12 & 0x3FF) + 1) * ((ebx & 0xFFF) + 1) * (ecx + 1)
             for _, ebx, ecx, _ in caches]
    assert sizes == [16 << 10, 1 << 20]
    assert [eax & 0xFF for eax, *_ in caches] == [0x21, 0x43]  # level 1 data, level 2 unified
    assert none == (0, 0, 0, 0)
    assert monitor == (64, 64, 0, 0)


def test_counters_are_there_and_no_ds_area_is_used(kind):
    """MISC_ENABLE: bit 7 means that counters exist, 11 and 12 that BTS and PEBS do not."""
    value, = kind("northwood", "main:\n    mov ecx, 0x1a0\n    rdmsr\n    PRINT eax\n    ret\n")
    assert value >> 7 & 1 == 1 and value >> 11 & 3 == 3


def tried(code, osfxsr=True, cr0=0, offset=0):
    """Returns assembly that executes these bytes with these bits of CR0 and prints the vector
    raised; EAX is the address of a memory location, `offset` bytes after a multiple of 16. ECX and
    EDX are 0."""
    return f"""
    mov eax, cr0
    or eax, {cr0}
    mov cr0, eax
    mov eax, cr4
    and eax, ~{OSFXSR}
    or eax, {OSFXSR if osfxsr else 0}
    mov cr4, eax
    TRY
    mov eax, place + {offset}
    xor ecx, ecx
    xor edx, edx
    mov edi, place
    db {", ".join(f"0x{byte:02x}" for byte in code)}
    CAUGHT
    PRINT [fault.vector]
"""


def bytes_of(opcode):
    """Returns the encoding with [EAX], or its first register, and an immediate of 0."""
    memory = any(kind in "EM" for kind, _ in opcode.operands)
    modrm = [(0 if memory else 0xC0) | max(opcode.digit, 0) << 3]
    immediate = [0] if any(kind == "I" for kind, _ in opcode.operands) else []
    return bytes([*opcode.opcode, *(modrm if opcode.modrm else []), *immediate])


PLACE = """section .bss
align 16
place: resb 64
section .text
main:
    call protect
"""


def all_tried(opcodes, **options):
    body = "".join(tried(bytes_of(opcode), **options) for opcode in opcodes)
    return f"{PLACE}    fninit\n{body}    ret\n"


SSE = [opcode for opcode in extensions.EARLIER if opcode.of == "sse"]
SSE2 = [opcode for opcode in extensions.parse(netburst.TABLE) if opcode.of == "sse2"]
SSE3 = [opcode for opcode in extensions.parse(netburst.TABLE) if opcode.of == "sse3"]
NO_STATE = ("movnti", "clflush", "fence", "pause")  # use neither x87, MMX nor XMM registers
PLAIN = (*NO_STATE, "paddq")  # do not depend on CR4: PADDQ is that of MMX registers


@pytest.mark.parametrize("name, opcodes", [("p3", SSE2 + SSE3), ("p55c", SSE2 + SSE3),
                                           ("k7", SSE2 + SSE3), ("northwood", SSE3)])
def test_undefined_where_it_is_not(kind, name, opcodes):
    source = all_tried(opcodes)
    if name == "p55c":
        source = source.replace("mov cr4, eax", "")  # the bit does not exist there
    assert kind(name, source) == [UD] * len(opcodes)


@pytest.mark.parametrize("name", NAMES)
def test_executed_where_it_is(kind, name):
    opcodes = SSE2 + (SSE3 if name == "prescott" else [])
    # FISTTP of an empty register is an invalid operation, which FNINIT masks.
    assert kind(name, all_tried(opcodes)) == [NONE] * len(opcodes)


def test_undefined_until_the_system_says_that_it_saves_them(kind):
    """CR4.OSFXSR is clear: #UD, except for instructions that do not use XMM registers (volume
    2)."""
    got = kind("northwood", all_tried(SSE + SSE2, osfxsr=False))
    assert got == [NONE if opcode.mnemonic in PLAIN else UD for opcode in SSE + SSE2]
    assert kind("p3", all_tried(SSE, osfxsr=False)) == [UD] * len(SSE)


UNALIGNED = {bytes.fromhex(code) for code in (
    "0f10", "0f11", "660f10", "660f11", "f30f6f", "f30f7f")}  # MOVUPS, MOVUPD, MOVDQU


@pytest.mark.parametrize("name, opcodes", [("p3", SSE), ("prescott", SSE2 + SSE3)])
@pytest.mark.parametrize("offset", [1, 8])
def test_16_bytes_must_be_aligned(kind, name, opcodes, offset):
    """A memory operand of 16 bytes raises #GP if its address is not a multiple of 16, except in the
    moves for such addresses and LDDQU, whose operand has no size in the table. A smaller operand
    may be anywhere (volume 2). LDMXCSR is left out: it would unmask the others' exceptions."""
    opcodes = [opcode for opcode in opcodes if opcode.mnemonic != "ldmxcsr"]
    aligned = [opcode.rm in (("E", "x"), ("M", "x")) and opcode.opcode not in UNALIGNED
               for opcode in opcodes]
    assert 20 <= sum(aligned) <= len(opcodes) - 20
    assert kind(name, all_tried(opcodes, offset=offset)) == [
        GP if wide else NONE for wide in aligned]


@pytest.mark.parametrize("cr0, vector", [(EM, UD), (TS, NM), (EM | TS, UD)])
def test_not_without_x87_and_not_after_a_task_switch(kind, cr0, vector):
    """CR0.EM: #UD; CR0.TS: #NM, except for instructions that use no state of these units (volume
    2)."""
    got = kind("northwood", all_tried(SSE + SSE2, cr0=cr0))
    assert got == [NONE if opcode.mnemonic in NO_STATE else vector for opcode in SSE + SSE2]
    assert kind("p3", all_tried(SSE, cr0=cr0)) == [vector] * len(SSE)


@pytest.mark.parametrize("name, vector", [("p3", GP), *((name, NONE) for name in NAMES)])
def test_denormals_as_zeros(kind, name, vector):
    """MXCSR bit 6: 5E-324 x 1 is 0 with it, and raises no exception."""
    got = kind(name, f"""
section .data
align 16
one: dq 1.0, 0
tiny: dq 1, 0
mxcsr: dd 0x1fc0
result: dd 0, 0
section .text
main:
    call protect
    mov eax, cr4
    or eax, {OSFXSR}
    mov cr4, eax
    TRY
    ldmxcsr [mxcsr]
    CAUGHT
    PRINT [fault.vector]
""" + ("" if name == "p3" else """
    movsd xmm0, [tiny]
    mulsd xmm0, [one]
    movsd [result], xmm0
    PRINT [result]
    stmxcsr [mxcsr]
    PRINT [mxcsr]
""") + "    ret\n")
    assert got == ([vector] if name == "p3" else [vector, 0, 0x1FC0])


@pytest.mark.parametrize("code, vector", [
    ([0x0F, 0x01, 0xC8], NONE),        # MONITOR
    ([0x0F, 0x01, 0xC9], NONE),        # MWAIT, which may end for any reason
    ([0x0F, 0x01, 0xCA], UD)])
def test_monitor(kind, code, vector):
    source = PLACE + tried(code) + "    ret\n"
    assert kind("prescott", source) == [vector]
    assert kind("northwood", source) == [UD]


def test_monitor_refuses_extensions(kind):
    """ECX other than 0 raises #GP."""
    source = tried([0x0F, 0x01, 0xC8]).replace("xor ecx, ecx", "mov ecx, 1")
    assert kind("prescott", PLACE + source
                + "    ret\n") == [GP]
