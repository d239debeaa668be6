# SPDX-License-Identifier: MIT
"""The debug registers, and the events that count their matches. Rules: Pentium Developer's Manual
volume 3, chapter 17."""
import pytest

NONE = 0xFFFFFFFF
DB, UD = 1, 6
EXECUTE, WRITE, IO, ACCESS = 0, 1, 2, 3
BD, BS = 1 << 13, 1 << 14
EVENT_DR0 = 0x23


def dr7(kind, length=1, number=0, enable=True):
    return (enable << 2 * number + 1) | (kind | length - 1 << 2) << 16 + 4 * number


ARM = """
%macro ARM 3                            ; number, linear address, DR7. CHANGES: EAX.
    mov eax, %2
    mov dr%1, eax
    xor eax, eax
    mov dr6, eax
    mov eax, %3
    mov dr7, eax
%endmacro
%macro PRINT_HITS 0
    mov eax, dr6
    and eax, 0xe00f
    call print
%endmacro
"""


@pytest.mark.parametrize("length", [1, 2, 4])
@pytest.mark.parametrize("kind", [WRITE, ACCESS])
def test_data_breakpoint_covers_its_length(protected, length, kind):
    """A data breakpoint at scratch + 8 covers its length: of the accesses of 1, 2 and 4 bytes from
    scratch + 3 to scratch + 13, each that shares a byte with it traps. Reads trap only if the
    breakpoint watches both reads and writes."""
    reads = {1: "mov al, [{}]", 2: "mov ax, [{}]", 4: "mov eax, [{}]"}
    writes = {1: "mov [{}], al", 2: "mov [{}], ax", 4: "mov [{}], eax"}
    accesses = [(size, offset, write) for size in (1, 2, 4) for offset in range(3, 14)
                for write in (False, True)]
    code = "".join(f"""
    ARM 0, scratch + 8, {dr7(kind, length)}
    TRY
    {(writes if write else reads)[size].format(f"scratch + {offset}")}
    nop
    CAUGHT
    PRINT_HITS
""" for size, offset, write in accesses)
    hits = protected(ARM + "main:\n call protect" + code + "xor eax, eax\n mov dr7, eax\n ret")
    assert hits == [int(offset < 8 + length and offset + size > 8 and (write or kind == ACCESS))
                    for size, offset, write in accesses]


def test_data_breakpoint_is_a_trap(protected):
    """The trap comes after the instruction, which has been executed. For a length of 4 the low bits
    of an address are ignored, so DR3 at scratch + 6 covers scratch + 4 to 7."""
    assert protected(ARM + f"""
main:
    call protect
    ARM 3, scratch + 6, {dr7(WRITE, 4, 3)}
    TRY
.store:
    mov dword [scratch + 4], 0x1234
    nop
    CAUGHT
    PRINT_HITS
    PRINT_FAULT
    mov eax, [fault.eip]
    sub eax, .store
    call print
    xor eax, eax
    mov dr7, eax
    PRINT [scratch + 4]
    ret
""") == [8, DB, 0, 10, 0x1234]


def test_code_breakpoint_is_a_fault(protected):
    """The fault comes before the instruction. EFLAGS.RF, set by the handler, lets the instruction
    pass once."""
    assert protected(ARM + f"""
main:
    call protect
    GATE 1, handler
    ARM 1, .here, {dr7(EXECUTE, number=1)}
    mov ecx, 3
    mov ebx, 0
.here:
    inc ebx
    loop .here
    xor eax, eax
    mov dr7, eax
    PRINT ebx
    PRINT [entered]
    PRINT [sum]
    ret
handler:                                ; sums up EBX as it is in front of each INC: 0 + 1 + 2
    inc dword [entered]
    add [sum], ebx
    or dword [esp + 8], 1 << 16
    iret
section .bss
entered: resd 1
sum: resd 1
""") == [3, 3, 3]


def test_general_detect(protected):
    """If GD is set, any MOV of a debug register faults with BD; the handler runs with GD clear."""
    for access in ("mov eax, dr2", "mov dr2, eax", "mov eax, dr7"):
        assert protected(ARM + f"""
main:
    call protect
    ARM 0, 0, 1 << 13
    TRY
.access:
    {access}
    CAUGHT
    PRINT_HITS
    PRINT_FAULT
    mov eax, [fault.eip]
    sub eax, .access
    call print
    mov eax, dr7
    call print
    ret
""") == [BD, DB, 0, 0, 0x400]


def test_dr4_and_dr5(protected):
    """DR4 and DR5 are aliases of DR6 and DR7 until CR4.DE makes them undefined opcodes."""
    assert protected(ARM + """
main:
    call protect
    ARM 0, 0, 1 << 9
    mov eax, dr5
    call print
    mov eax, dr4
    call print
    mov eax, 8
    mov cr4, eax
    TRY
    mov eax, dr5
    CAUGHT
    PRINT_FAULT
    ret
""") == [0x600, 0xFFFF0FF0, UD, 0]


@pytest.mark.parametrize("cr4, port, instruction, hit", [
    (8, 0x80, "out 0x80, al", True), (0, 0x80, "out 0x80, al", False),
    (8, 0x80, "in al, 0x80", True), (8, 0x80, "in al, 0x81", False),
    (8, 0x81, "out 0x80, ax", True), (8, 0x80, "mov [0x80], al", False),
])
def test_port_breakpoint(protected, cr4, port, instruction, hit):
    assert protected(ARM + f"""
main:
    call protect
    mov eax, {cr4}
    mov cr4, eax
    ARM 2, {port}, {dr7(IO, number=2)}
    TRY
    {instruction}
    nop
    CAUGHT
    xor eax, eax
    mov dr7, eax
    PRINT_HITS
    ret
""") == [4 if hit else 0]


STEP = """
main:
    call protect
    GATE 1, handler
    mov edi, scratch
    mov esi, scratch + 100
    mov ecx, 3
    push dword FLAG_T | 2
    popfd
{code}
    push dword 2
    popfd
    mov ecx, 0
.next:
    mov eax, [places + ecx * 4]
    sub eax, start
    call print
    inc ecx
    cmp ecx, [count]
    jb .next
    mov eax, dr6
    and eax, 0xe00f
    call print
    ret
handler:
    push eax
    push ebx
    mov eax, [esp + 8]
    mov ebx, [count]
    mov [places + ebx * 4], eax
    inc dword [count]
    pop ebx
    pop eax
    iret
section .bss
count: resd 1
places: resd 64
section .text
"""


@pytest.mark.parametrize("code, places", [
    # The end of POPF does not trap. PUSH (2 bytes) and POPF (1) after the code do.
    ("start: nop\n nop", [1, 2, 4, 5]),
    ("start: rep movsb", [0, 0, 2, 4, 5]),                   # after each of the three elements
    ("start: jmp .on\n nop\n nop\n.on: nop", [4, 5, 7, 8]),
    # MOV SS delays the trap until after the next instruction
    ("start: mov eax, ss\n mov ss, eax\n nop\n nop", [2, 5, 6, 8, 9]),
    # STI delays only interrupts
    ("start: sti\n nop\n cli", [1, 2, 3, 5, 6]),
    # INT clears TF, so neither it nor the handler traps, nor IRET, which begins without TF
    ("start: int 0x20\n nop", [3, 5, 6]),
    ("start: hlt\n nop", [1, 2, 4, 5]),                      # the trap ends the halt
])
def test_single_step(protected, code, places):
    """Returns the EIP of each trap, relative to `start`."""
    source = STEP.format(code=code).replace("    mov edi,", "    GATE 0x20, back\n    mov edi,", 1)
    assert protected(source + "back: iret\n") == [place & NONE for place in places] + [BS]


# ---- after STI and MOV SS -----------------------------------------------------------------------

BEHIND = ARM + """
main:
    call protect
    GATE 1, handler
    GATE 0x20, other
    mov ebx, ss
    mov [scratch], ebx
    ARM 0, {address}, {dr7}
start:
    {code}
    cli
    xor eax, eax
    mov dr7, eax
    mov eax, [count]
    call print
    cmp eax, 0
    je .none
    PRINT [place]
.none:
    PRINT_HITS
    ret
handler:                                ; a breakpoint is passed once
    inc dword [count]
    push eax
    mov eax, [esp + 4]
    sub eax, start
    mov [place], eax
    pop eax
    or dword [esp + 8], 1 << 16
    iret
other:
    iret
section .bss
count: resd 1
place: resd 1
section .text
"""


@pytest.mark.parametrize("code, found", [
    # SDM: STI delays only maskable interrupts. The fault is at the instruction.
    ("sti\nhere: nop", [1, 1, 1]),
    # Volume 3, 14.7.2.2: a load of SS delays interrupts and debug exceptions until after the next
    # instruction.
    ("mov ss, ebx\nhere: nop", [0, 0]),
    ("push ss\n pop ss\nhere: nop", [0, 0]),
    ("mov ss, ebx\n nop\nhere: nop", [1, 3, 1]),
    ("sti\n mov ss, ebx\nhere: nop", [0, 0]),
    ("mov ss, ebx\n sti\nhere: nop", [1, 3, 1]),
])
def test_a_code_breakpoint_behind_them(protected, code, found):
    """Prints the number of matches, the address relative to `start`, and DR6."""
    assert protected(BEHIND.format(code=code, address="here", dr7=dr7(EXECUTE))) == found


LOAD = "mov ss, [scratch]"  # 6 bytes; the memory that it reads is watched


@pytest.mark.parametrize("code, found", [
    (f"{LOAD}\n nop\n nop", [1, 7, 1]),           # after the instruction that follows it
    # The handler of INT n comes first and the trap after it, at the handler's first instruction.
    (f"{LOAD}\n int 0x20\n nop", [1, "other", 1]),
    # INT1 is a #DB itself and reports the pending trap, once, after INT1.
    (f"{LOAD}\n int1\n nop", [1, 7, 1]),
    ("nop\n int1\n nop", [1, 2, 0]),
])
def test_a_data_breakpoint_waits_behind_mov_ss(guest, code, found):
    built = guest('%include "protected.inc"\n' +
                  BEHIND.format(code=code, address="scratch", dr7=dr7(ACCESS, 4)))
    symbols = built.symbols()
    assert built.numbers() == [symbols[one] - symbols["start"] if one == "other" else one
                               for one in found]


# ---- events 23h to 26h --------------------------------------------------------------------------

MATCHES = ARM + """
main:
    call protect
    GATE 1, handler
    call hundred_turns                  ; its code is in the cache from now on
    ARM {number}, {address}, {dr7}
    mov eax, {cesr}
    SET_MSR MSR_CESR
    call hundred_turns
    GET_MSR MSR_CTR0
    mov esi, eax
    xor eax, eax
    mov dr7, eax
    SET_MSR MSR_CESR
    PRINT esi
    ret
hundred_turns:
    mov ecx, 100
    jmp turn                            ; a branch's target is in U
align 32
turn:
    mov eax, [scratch]
first:
    dec ecx
second:
    jnz turn
    ret
handler:
    or dword [esp + 8], 1 << 16
    iret
"""


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("address, kind, length, count", [
    ("scratch", ACCESS, 4, 100), ("scratch + 2", ACCESS, 2, 100), ("scratch", WRITE, 4, 0),
    ("scratch + 4", ACCESS, 4, 0), ("turn", EXECUTE, 1, 100), ("second", EXECUTE, 1, 100),
    ("turn + 1", EXECUTE, 1, 0),
])
@pytest.mark.parametrize("enable", [False, True])
def test_matches_count_enabled_or_not(protected, number, address, kind, length, count, enable):
    """Thesis, Appendix A: "whether or not the breakpoints are enabled". MOV executes in U with DEC
    in V; JNZ executes in U, alone. The three are executed a hundred times."""
    got = protected(MATCHES.format(number=number, address=address, cesr=0xC0 | EVENT_DR0 + number,
                                   dr7=dr7(kind, length, number, enable)))
    assert got == [count]


def test_match_in_v_is_seen_only_if_enabled(protected):
    """SDM volume 3, Table 19-38. DEC pairs with MOV in each iteration."""
    for enable, count in ((True, 100), (False, 0)):
        assert protected(MATCHES.format(number=0, address="first", cesr=0xC0 | EVENT_DR0,
                                        dr7=dr7(EXECUTE, enable=enable))) == [count]


def test_counting_matches_changes_no_clock(protected):
    """Clocks of the loop on counter 1 are equal while counter 0 counts matches and while it counts
    branches."""
    source = MATCHES.replace("GET_MSR MSR_CTR0", "GET_MSR MSR_CTR1")
    clocks = [protected(source.format(number=0, address="turn", dr7=dr7(EXECUTE, enable=False),
                                      cesr=0x01C000C0 | event)) for event in (EVENT_DR0, 0x12)]
    assert clocks[0] == clocks[1] and clocks[0][0] > 200


def test_matches_with_an_observer(guest, tmp_path):
    """-annotate runs blocks in a different way; the counts are the same."""
    source = '%include "protected.inc"\n' + MATCHES.format(
        number=0, address="turn", cesr=0xC0 | EVENT_DR0, dr7=dr7(EXECUTE, enable=False))
    assert guest(source).numbers("-annotate", str(tmp_path / "out")) == [100]
