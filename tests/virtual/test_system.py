# SPDX-License-Identifier: MIT
"""x87 exceptions and their reporting, the interrupt shadow, HLT, time, the MSRs, and LOCK,
CMPXCHG8B, XLAT and multiplications. Rules: Pentium Developer's Manual volume 3, chapters 14, 16, 23
and 25."""
import pytest

NONE, UD, NM, GP, MF = 0xFFFFFFFF, 6, 7, 13, 16
EM, MP, TS, NE = 4, 2, 8, 32


# ---- x87 ----------------------------------------------------------------------------------------

DIVIDE = """
%macro DIVIDE_BY_ZERO 0                 ; all exceptions unmasked; leaves one pending
    fninit
    fldcw [all_unmasked]
    fld1
    fldz
    fdivp st1, st0
%endmacro
section .data
all_unmasked: dw 0x0340
section .text
"""


@pytest.mark.parametrize("code, waits", [
    ("fld1", True), ("fwait", True), ("fnop", True), ("fldcw [all_unmasked]", True),
    ("fabs", True), ("frndint", True), ("fstp dword [scratch]", True), ("frstor [scratch]", True),
    ("fldenv [scratch]", True),
    ("fnstsw ax", False), ("fnstcw [scratch]", False), ("fnclex", False), ("fninit", False),
    ("fnstenv [scratch]", False), ("fnsave [scratch]", False), ("fnstsw [scratch]", False),
    ("mov eax, ebx", False),
])
def test_exception_is_reported_by_the_next_waiting_instruction(protected, code, waits):
    """CR0.NE set: #MF before the waiting instruction, although FDIV is done and integer code comes
    between."""
    assert protected(DIVIDE + f"""
main:
    call protect
    mov eax, cr0
    or eax, {NE}
    mov cr0, eax
    TRY
    DIVIDE_BY_ZERO
    mov ecx, 5
    inc ecx
.next:
    {code}
    fninit
    ud2
    CAUGHT
    PRINT [fault.vector]
    mov eax, [fault.eip]
    sub eax, .next
    test eax, eax
    setnz al
    movzx eax, al
    call print
    ret
""") == ([MF, 0] if waits else [UD, 1])


def test_masked_exceptions_are_not_reported(protected):
    """They are sticky in the status word, and the result is the default: 1 / 0 is infinity."""
    assert protected("""
main:
    call protect
    mov eax, cr0
    or eax, 32
    mov cr0, eax
    fninit
    TRY
    fld1
    fldz
    fdivp st1, st0
    fwait
    fstp dword [scratch]
    CAUGHT
    fnstsw ax
    movzx eax, ax
    call print
    PRINT [fault.vector]
    PRINT [scratch]
    ret
""") == [4, NONE, 0x7F800000]


@pytest.mark.parametrize("cr0", [a | b | c for a in (0, EM) for b in (0, MP) for c in (0, TS)])
def test_who_is_not_available(protected, cr0):
    """Table 23-1: ESC with EM or TS, WAIT with MP and TS."""
    assert protected(f"""
main:
    call protect
    fninit
    mov eax, cr0
    and eax, ~14
    or eax, {cr0}
    mov cr0, eax
    TRY
    fld1
    CAUGHT
    PRINT [fault.vector]
    TRY
    fwait
    CAUGHT
    PRINT [fault.vector]
    ret
""") == [NM if cr0 & (EM | TS) else NONE, NM if cr0 & MP and cr0 & TS else NONE]


PRECISIONS = {"single": 0x007F, "double": 0x027F, "extended": 0x037F}  # control words
WAYS_TO_SET = {
    "fldcw": "fldcw [{word}]",
    "fldenv": "fnstenv [scratch]\n mov ax, [{word}]\n mov [scratch], ax\n fldenv [scratch]",
    "frstor": "fnsave [scratch]\n fldcw [other_word]\n mov ax, [{word}]\n mov [scratch], ax\n"
              " frstor [scratch]",
}
WAYS_TO_RESET = {"fninit": "fninit", "fnsave": "fnsave [scratch]"}  # extended precision


@pytest.mark.parametrize("cpu", ["p54c", "p2", "k7"])
def test_the_precision_that_divisions_use(protected, cpu):
    """The clocks of ten divisions, each of the quotient before it, depend on the precision in the
    control word, whichever instruction has set it. Before that instruction the precision is
    another. On a P5, FDIV takes 19, 33 and 39 clocks (Agner Fog, How to optimize for the Pentium
    family, 2000); in extended precision this holds for divisors below 1."""
    cases = [(name, way.format(word=name)) for way in WAYS_TO_SET.values() for name in PRECISIONS]
    cases += [("extended", way) for way in WAYS_TO_RESET.values()]
    measured = "".join(f"""
    mov word [other_word], {PRECISIONS["single" if name != "single" else "extended"]}
    mov ebp, 2                          ; the first time brings the code
%%push
%%$again:
    fninit
    fldcw [other_word]
    {code}
    call clocks_of_divisions
    dec ebp
    jnz %%$again
%%pop
    call print
""".replace("%%", "%") for name, code in cases)
    words = "".join(f"{name}: dw {value}\n" for name, value in PRECISIONS.items())
    got = protected(f"""
main:
    call protect
{measured}
    ret
clocks_of_divisions:
    fld dword [divisor]
    fld1
    rdtsc
    mov edi, eax
    times 10 fdiv st0, st1
    fstp dword [quotient]
    fwait
    rdtsc
    sub eax, edi
    ret
section .data
divisor: dd 0.7
quotient: dd 0
{words}
other_word: dw 0
section .text
""")
    clocks = dict(zip(PRECISIONS, got))
    assert got == [clocks[name] for name, _ in cases]
    assert clocks["single"] < clocks["double"] < clocks["extended"]
    if cpu == "p54c":
        assert clocks["double"] - clocks["single"] == 10 * (33 - 19)
        assert clocks["extended"] - clocks["double"] == 10 * (39 - 33)


def test_ferr_is_interrupt_13(protected):
    """CR0.NE clear, as on a PC: line 13, vector 2Dh, before the waiting instruction, which then
    continues because writing port F0h silences the line until FNCLEX. It comes once, and EIP is the
    FLDPI's."""
    assert protected('%include "devices.inc"\n' + DIVIDE + """
main:
    PIC_INIT 0xfb, 0xdf
    LINE 13, handler
    sti
    DIVIDE_BY_ZERO
    mov ecx, 1
    nop
.next:
    fldpi
    cli
    mov eax, [place]
    sub eax, .next
    call print
    PRINT [count]
    fninit
    ret
handler:
    push eax
    push edx
    mov eax, [esp + 8]
    mov [place], eax
    inc dword [count]
    xor eax, eax
    out 0xf0, al
    fnclex
    OUT8 PIC_SLAVE, 0x20
    OUT8 PIC_MASTER, 0x20
    pop edx
    pop eax
    iret
section .bss
place: resd 1
count: resd 1
section .text
""") == [0, 1]


# ---- interrupts ---------------------------------------------------------------------------------

def place_of_interrupt(protected, code, *options):
    """Runs `code`, with interrupts off at first, while a request of the timer waits. Returns the
    place where it is served, relative to `.here`, in a list; an empty one if it is not."""
    return protected('%include "devices.inc"\n' + f"""
main:
    PIC_INIT 0xfe, 0xff
    LINE 0, handler
    PIT_START 0, 2
    mov ecx, 20000
.wait:
    loop .wait
    {code}
    cli
    mov eax, [place]
    test eax, eax
    jz .none
    sub eax, .here
    call print
.none:
    ret
handler:
    push eax
    mov eax, [esp + 4]
    mov [place], eax
    mov al, 0x20
    out PIC_MASTER, al
    pop eax
    iret
section .bss
place: resd 1
section .text
""", *options)


@pytest.mark.parametrize("code, where", [
    ("sti\n.here: nop\n nop\n nop", 1),                 # after the instruction that follows STI
    ("sti\n.here: sti\n nop\n nop", 1),                 # a second STI delays nothing
    ("push dword 0x202\n popfd\n.here: nop\n nop", 0),  # POPF does not wait
    ("mov eax, ss\n sti\n.here: mov ss, eax\n nop\n nop", 3),
    ("push ss\n sti\n.here: pop ss\n nop\n nop", 2),
    ("sti\n.here: hlt\n nop", 1),                       # HLT is left at once
    ("sti\n.here: cli\n nop", None),
    # LOOP is 2 bytes; a REP after STI is interrupted after its first element and resumes after the
    # handler
    ("mov ecx, 1\n sti\n.here: loop $\n nop", 2),
    ("mov esi, scratch\n mov edi, esi\n mov ecx, 9\n sti\n.here: rep movsd\n nop", 0),
])
def test_shadow(protected, code, where):
    assert place_of_interrupt(protected, code) == ([] if where is None else [where])


@pytest.mark.parametrize("cpu, code", [
    *((cpu, "out dx, al") for cpu in ("p54c", "p2", "k7", "northwood")), ("p2", "outsb")])
def test_an_interrupt_that_a_write_to_a_port_permits(protected, cpu, code):
    """Interrupts are on. The write clears the timer's bit in the mask of the controller, and the
    interrupt is served before the next instruction."""
    assert place_of_interrupt(protected, f"""
    OUT8 PIC_MASTER + 1, 0xff
    sti
    mov al, 0xfe
    push eax
    mov esi, esp
    {code}
.here:
    times 40 nop
    pop eax
""", "-cpu", cpu) == [0]


def test_halt_with_interrupts_off_is_the_end(guest):
    done = guest("main: cli\n hlt\n ret").run("-v")
    assert done.returncode == 0 and "halt" in done.stderr


# ---- time and MSRs ------------------------------------------------------------------------------

@pytest.mark.parametrize("ring, cr4, vector", [(0, 4, 0x30), (3, 0, 0x30), (3, 4, GP)])
def test_time_stamp_disable(protected, ring, cr4, vector):
    enter = "ENTER_RING CODE_3, DATA_3, .inside, ring3_stack_end" if ring else ""
    assert protected(f"""
main:
    call protect
    mov eax, {cr4}
    mov cr4, eax
    TRY
    {enter}
.inside:
    rdtsc
    int BACK_VECTOR
    CAUGHT
    PRINT_FAULT
    ret
""") == [vector, 0]


@pytest.mark.parametrize("msr, there", [
    (0x00, True), (0x01, True), (0x0E, True), (0x10, True), (0x11, True), (0x12, True),
    (0x13, True), (0x03, False), (0x0A, False), (0x0F, False), (0x14, False), (0x1B, False),
    (0x100, False), (0xC1, False), (0x186, False), (0xC0000080, False), (0xFFFFFFFF, False),
])
def test_msrs(protected, msr, there):
    """MSRs that a Pentium does not have raise #GP(0) and leave EDX:EAX unchanged."""
    got = protected(f"""
main:
    call protect
    mov ecx, {msr:#x}
    mov eax, 0x1234
    mov edx, 0x5678
    TRY
    rdmsr
    CAUGHT
    mov ebx, eax
    PRINT_FAULT
    PRINT ebx
    PRINT edx
    TRY
    wrmsr
    CAUGHT
    PRINT_FAULT
    ret
""")
    if there:
        assert got[:2] == [NONE, 0]
    else:
        assert got == [GP, 0, 0x1234, 0x5678, GP, 0]


@pytest.mark.parametrize("code", ["cmovz eax, ebx", "rdpmc", "sysenter", "fcomi st0, st1",
                                  "fcmovb st0, st1", "movd mm0, eax", "emms", "xorps xmm0, xmm0",
                                  "ud2", "fxsave [scratch]", "prefetchnta [scratch]", "rsm",
                                  "syscall", "pause_is_nop", "db 0x0f, 0xc3, 0x07"])
def test_later_processors_instructions_are_undefined(protected, code):
    """F3 90, the later PAUSE, is a NOP with a prefix that has no effect."""
    nop = code == "pause_is_nop"
    assert protected(f"""
main:
    call protect
    TRY
    {"db 0xf3, 0x90" if nop else code}
    CAUGHT
    PRINT_FAULT
    ret
""") == [NONE if nop else UD, 0]


def test_instruction_of_15_bytes_and_of_16(protected):
    """Fourteen prefixes and NOP are the maximum; one more raises #GP(0)."""
    for prefixes, vector in ((14, NONE), (15, GP)):
        assert protected(f"""
main:
    call protect
    TRY
    times {prefixes} db 0x3e
    nop
    CAUGHT
    PRINT_FAULT
    ret
""") == [vector, 0]


@pytest.mark.parametrize("code, fine", [
    ("lock inc dword [scratch]", True), ("lock cmpxchg8b [scratch]", True),
    ("lock xchg [scratch], eax", True), ("lock bts dword [scratch], 3", True),
    ("db 0xf0\n nop", False), ("db 0xf0\n inc eax", False), ("db 0xf0\n mov [scratch], eax", False),
    ("db 0xf0\n cmp [scratch], eax", False), ("db 0xf0\n bt dword [scratch], 3", False),
    ("db 0xf0, 0x0f, 0xc7, 0xc8", False),  # LOCK CMPXCHG8B EAX: the model does not lock up
])
def test_lock(protected, code, fine):
    assert protected(f"""
main:
    call protect
    TRY
    {code}
    CAUGHT
    PRINT_FAULT
    ret
""") == [NONE if fine else UD, 0]


def test_cmpxchg8b(protected):
    """Equal: ECX:EBX is stored and ZF set; unequal: EDX:EAX is loaded and ZF cleared. No other flag
    changes."""
    assert protected("""
%macro COMPARE 1
    mov eax, %1
    mov edx, 0x55667788
    mov ebx, 0x0badcafe
    mov ecx, 0x600df00d
    push dword 0x8d7 ^ 0x40 * (%1 == 0x11223344)
    popfd
    cmpxchg8b [scratch]
    pushfd
    PRINT eax
    PRINT edx
    pop eax
    call print
    PRINT [scratch]
    PRINT [scratch + 4]
%endmacro
main:
    mov dword [scratch], 0x11223344
    mov dword [scratch + 4], 0x55667788
    COMPARE 0x11223345
    COMPARE 0x11223344
    ret
""") == [0x11223344, 0x55667788, 0x897, 0x11223344, 0x55667788,
         0x11223344, 0x55667788, 0x8D7, 0x0BADCAFE, 0x600DF00D]


def test_xlat(same):
    """AL becomes the byte at EBX + AL, of any segment; with 16-bit addresses at BX + AL modulo 64
    KB, here with the second half of the table at address 0. All bytes of the table differ. Neither
    the rest of EAX nor a flag changes."""
    table = [(167 * index + 13) % 256 for index in range(256)]
    assert same(f"""
%include "protected.inc"
%macro ALL 2                            ; EBX and the instruction
    xor ecx, ecx
%%next:
    mov ebx, %1
    lea eax, [ecx + 0xabcdef00]
    push dword 0x8d7
    popfd
    %2
    pushfd
    pop edx
    cmp edx, 0x8d7
    jne %%wrong
    mov [results + ecx * 4], eax
    inc ecx
    cmp ecx, 256
    jb %%next
%%wrong:
    xor ecx, ecx
%%print:
    mov eax, [results + ecx * 4]
    call print
    mov dword [results + ecx * 4], 0
    inc ecx
    cmp ecx, 256
    jb %%print
%endmacro
main:
    call protect
    mov dword [spare], 0xffff           ; as ring 0's data, from 1000h on
    mov dword [spare + 4], 0x00cf9300
    DESCRIPTOR_BASE spare, 0x1000
    mov ecx, SPARE
    mov fs, ecx
    mov ecx, 128
.copy:
    mov al, [table + ecx - 1]
    mov [0xff80 + ecx - 1], al
    mov al, [table + 128 + ecx - 1]
    mov [ecx - 1], al
    loop .copy
    ALL table, xlatb
    ALL table - 0x1000, fs xlatb
    ALL 0x1234ff80, a16 xlatb
    ret
section .data
table: db {", ".join(map(str, table))}
section .bss
results: resd 256
section .text
""") == 3 * [0xABCDEF00 | byte for byte in table]


C, P, Z, S, O = 1, 4, 0x40, 0x80, 0x800


def products(bits):
    """[(factor, factor, low half of the product, flags after IMUL, flags after MUL)]. C and O are
    set if the product does not fit in the half, signed or unsigned. Z, S and P are those of the
    low half, and A is clear: the manual leaves the four undefined; QEMU and Bochs set them so. P
    is set for an even number of ones in the low byte."""
    top, ones = 1 << (bits - 1), (1 << bits) - 1
    return [(3, 5, 15, P, P), (1 << bits // 2, 1 << bits // 2, 0, C | O | Z | P, C | O | Z | P),
            (ones, 1, ones, S | P, S | P), (top // 2, 2, top, C | O | S | P, S | P),
            (ones, ones, 1, 0, C | O)]


@pytest.mark.parametrize("bits, a, b, size", [
    (16, "ax", "bx", "word"), (32, "eax", "ebx", "dword")])
def test_multiplications_set_flags(same, bits, a, b, size):
    """Each instruction runs often enough to be translated, after all flags were set or clear."""
    code, expected = "", []
    for one, other, low, signed, unsigned in products(bits):
        for instruction in (f"imul {a}, {b}", f"imul {a}, [scratch]", f"imul {a}, {b}, {one}",
                            f"imul {a}, [scratch], {one}", f"imul {b}", f"imul {size} [scratch]",
                            f"mul {b}", f"mul {size} [scratch]"):
            for before in (0, 0x8d5):
                code += f"""
    mov eax, {one}
    mov ebx, {other}
    mov [scratch], ebx
    push dword {before}
    popfd
    {instruction}
    pushfd
    pop dword [results + {4 * len(expected)}]
    mov [results + {4 * len(expected) + 4}], {a}"""
                expected += [unsigned if instruction.startswith("mul") else signed, low]
    got = same(f"""
main:
    mov ebp, 100
.again:{code}
    dec ebp
    jnz .again
.print:
    mov eax, [results + ebp * 4]
    call print
    inc ebp
    cmp ebp, {len(expected)}
    jb .print
    ret
section .bss
results: resd {len(expected)}
section .text
""")
    got[::2] = [flags & 0x8d5 for flags in got[::2]]
    assert got == expected
