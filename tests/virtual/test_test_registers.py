# SPDX-License-Identifier: MIT
"""TR1 to TR11: reads show the state that execution left, and writes affect execution."""
import pytest

# MSR numbers of the test registers from the Developer's Manual, volume 3.
REGISTERS = """
MSR_TR2 equ 0x04
MSR_TR3 equ 0x05
MSR_TR4 equ 0x06
MSR_TR5 equ 0x07
MSR_TR6 equ 0x08
MSR_TR7 equ 0x09
MSR_TR9 equ 0x0b
MSR_TR10 equ 0x0c
MSR_TR11 equ 0x0d
WRITE equ 1                             ; commands of TR5 and TR11
READ equ 2
FLUSH equ 3
DATA equ 1 << 13                        ; TR5: the data cache
WAY1 equ 1 << 12
WRITE_BACK equ 1 << 14
SET64 equ 64 << 5                       ; of scratch + 800h
SECOND equ 1 << 2                       ; the line's second dword

%macro SET 2
    mov eax, %2
    SET_MSR %1
%endmacro
%macro SHOW 1
    GET_MSR %1
    call print
%endmacro
; Prints how often event %1 happens, in every ring, in the instruction that follows as %2.
%macro COUNT 2
    SET MSR_CESR, 0xc0 | %1
    SET MSR_CTR0, 0
    %2
    GET_MSR MSR_CTR0
    call print
%endmacro
"""
SET64 = 0x800
DATA_READ_MISS, WRITTEN_BACK, BTB_HIT, FLUSHES = 0x03, 0x06, 0x13, 0x15


@pytest.fixture
def run(guest):
    """run(source, *options): the guest's symbols, and the numbers that it printed."""
    def play(source, *options):
        built = guest(REGISTERS + source)
        return built.symbols(), built.numbers(*options)
    return play


# ---- caches -------------------------------------------------------------------------------------

def test_data_line_is_where_its_address_says(run):
    """Scratch is page-aligned: its byte 800h is in set 64, in way 0 of the empty set. TR4: tag, LRU
    bit (2) with the way to be replaced next, MESI. A read makes the line exclusive (2), a write
    modified (3). A second line of the set goes into way 1; then way 0 is the older one."""
    symbols, got = run(f"""
main:
    mov dword [scratch + {SET64} + 4], 0x12345678
    wbinvd
    mov eax, [scratch + {SET64}]
    SET MSR_TR5, DATA | SET64 | SECOND | READ
    GET_MSR MSR_TR4
    mov esi, eax
    GET_MSR MSR_TR3
    mov edi, eax
    mov byte [scratch + {SET64}], 0
    SET MSR_TR5, DATA | SET64 | READ
    GET_MSR MSR_TR4
    mov ebp, eax
    mov eax, [scratch + 0x1000 + {SET64}]
    SET MSR_TR5, DATA | SET64 | WAY1 | READ
    GET_MSR MSR_TR4
    call print
    mov eax, esi
    call print
    mov eax, edi
    call print
    mov eax, ebp
    call print
    SHOW MSR_TR5
    ret
""")
    page = symbols["scratch"]
    assert got == [page + 0x1000 | 0 << 2 | 2, page | 1 << 2 | 2, 0x12345678, page | 1 << 2 | 3,
                   1 << 13 | 1 << 12 | 64 << 5 | 2]


def test_nothing_is_read_of_an_invalid_line(run):
    _, got = run("""
main:
    wbinvd
    SET MSR_TR5, DATA | SET64 | READ
    SHOW MSR_TR4
    SHOW MSR_TR3
    ret
""")
    assert got == [0, 0]


@pytest.mark.parametrize("state, misses", [(0, 1), (1, 0), (2, 0), (3, 0)])
def test_line_put_in_is_hit(run, state, misses):
    """The address was never read before: only an invalid line (0) misses."""
    _, got = run(f"""
main:
    wbinvd
    SET MSR_TR4, scratch + {state}
    SET MSR_TR5, DATA | SET64 | WRITE
    COUNT {DATA_READ_MISS}, {{mov eax, [scratch + {SET64}]}}
    ret
""")
    assert got == [misses]


def test_line_taken_out_is_missed(run):
    _, got = run(f"""
main:
    wbinvd
    mov eax, [scratch + {SET64}]
    COUNT {DATA_READ_MISS}, {{mov eax, [scratch + {SET64}]}}
    SET MSR_TR4, 0
    SET MSR_TR5, DATA | SET64 | WRITE
    COUNT {DATA_READ_MISS}, {{mov eax, [scratch + {SET64}]}}
    ret
""")
    assert got == [0, 1]


def test_data_put_into_a_line_is_read(run):
    _, got = run(f"""
main:
    SET MSR_TR4, scratch + 3
    SET MSR_TR3, 0x600dda7a
    SET MSR_TR5, DATA | SET64 | SECOND | WRITE
    mov eax, [scratch + {SET64} + 4]
    call print
    mov eax, [scratch + {SET64}]
    call print
    ret
""")
    assert got == [0x600dda7a, 0]


@pytest.mark.parametrize("oldest, first, second", [(0, 1, 0), (1, 0, 1)])
def test_lru_bit_says_which_line_goes(run, oldest, first, second):
    """Lines are put into way 0 and way 1, then a third is read: a read of the first misses if it
    was replaced. That miss would evict the second, so each line is read in a separate run."""
    got = [run(f"""
main:
    wbinvd
    SET MSR_TR4, scratch + 2
    SET MSR_TR5, DATA | SET64 | WRITE
    SET MSR_TR4, scratch + 0x1002 + ({oldest} << 2)
    SET MSR_TR5, DATA | SET64 | WAY1 | WRITE
    mov eax, [0x200000 + {SET64}]
    COUNT {DATA_READ_MISS}, {{mov eax, [scratch + {offset} + {SET64}]}}
    ret
""")[1] for offset in (0, 0x1000)]
    assert got == [[first], [second]]


@pytest.mark.parametrize("option, written", [("0", 0), ("WRITE_BACK", 1)])
def test_flush_of_the_data_cache(run, option, written):
    """One modified line is written back if TR5 requests it. It is invalid in either case."""
    _, got = run(f"""
main:
    wbinvd
    mov eax, [scratch + {SET64}]
    mov [scratch + {SET64}], eax
    mov [scratch + {SET64}], eax
    SET MSR_CESR, 0xc0 | {WRITTEN_BACK}
    SET MSR_CTR0, 0
    SET MSR_TR5, DATA | FLUSH | {option}
    GET_MSR MSR_CTR0
    mov esi, eax
    SET MSR_TR5, DATA | SET64 | READ
    SHOW MSR_TR4
    mov eax, esi
    call print
    ret
""")
    assert got == [0, written]


ROUTINE = """
align 32
routine:
    db 0xb8, 1, 0, 0, 0                 ; mov eax, 1
    inc ecx
    db 0x83, 0xc0, 0x10                 ; add eax, 10h
    ret
    times 22 nop
section .text
"""


def test_code_line_and_its_end_bits(run):
    """The line is valid (1), and way 1 is the older one (4). TR2: bytes 4, 5, 8 and 9 are the ends
    of instructions; the first dword has none, and 10 and 11 are as filled, all set: 0, 3, Fh."""
    symbols, got = run("""
main:
    mov ebx, routine
    and ebx, 0xfe0
    wbinvd
    call routine
%assign dword 0
%rep 3
    lea eax, [ebx + (dword << 2 | READ)]
    SET_MSR MSR_TR5
    GET_MSR MSR_TR4
    push eax
    GET_MSR MSR_TR3
    push eax
    GET_MSR MSR_TR2
    push eax
%assign dword dword + 1
%endrep
    mov ecx, 9
.next:
    pop eax
    call print
    loop .next
    ret
""" + ROUTINE)
    tag = symbols["routine"] & ~0xfff | 1 << 2 | 1
    assert got == [0xf, 0x9090c310, tag, 3, 0xc0834100, tag, 0, 0x000001b8, tag]


def test_code_put_into_a_line_is_executed(run):
    symbols, got = run("""
main:
    mov ebx, routine
    and ebx, 0xfe0
    call routine
    call print
    mov eax, routine
    and eax, 0xfffff000
    or eax, 1
    SET_MSR MSR_TR4
    SET MSR_TR3, 0x000002b8                 ; mov eax, 2 and what follows
    lea eax, [ebx + WRITE]
    SET_MSR MSR_TR5
    call routine
    call print
    ret
""" + ROUTINE)
    assert got == [0x11, 0x12]


def test_flush_of_the_code_cache(run):
    """TR5 with CD 0: the routine's line is gone, the data cache's remains."""
    symbols, got = run("""
main:
    wbinvd
    call routine
    mov eax, [scratch + 0x800]
    mov ebx, routine
    and ebx, 0xfe0
%rep 2
    lea eax, [ebx + READ]
    SET_MSR MSR_TR5
    GET_MSR MSR_TR4
    push eax
    SET MSR_TR5, FLUSH
%endrep
    SET MSR_TR5, DATA | SET64 | READ
    SHOW MSR_TR4
    pop eax
    call print
    pop eax
    call print
    ret
""" + ROUTINE)
    assert got == [symbols["scratch"] | 1 << 2 | 2, 0, symbols["routine"] & ~0xfff | 1 << 2 | 1]


def test_other_geometries_cannot_be_selected(guest):
    """TR5 has seven bits for the set: with 256 sets its commands are refused."""
    source = REGISTERS + GENERAL_PROTECTION + """
main:
    GATE 13, fault
    SET MSR_TR5, DATA | READ
    mov eax, [faults]
    call print
    ret
"""
    assert guest(source).numbers() == [0]
    assert guest(source).numbers("-set", "cache.data=256x2") == [1]


# ---- TLBs ---------------------------------------------------------------------------------------

# Identity mapping: 4 KB pages for the first 4 MB, one page for the second 4 MB, for all rings.
PAGING = """
PHYSICAL equ 0x220000
%macro PAGING_ON 0
    mov edi, scratch + 0x1000
    mov eax, 7
    mov ecx, 1024
%%next:
    stosd
    add eax, 0x1000
    loop %%next
    mov eax, scratch + 0x1000 + 7
    mov [scratch], eax
    mov dword [scratch + 4], 0x400087
    mov eax, cr4
    or eax, 0x10                        ; PSE
    mov cr4, eax
    mov eax, scratch
    mov cr3, eax
    mov eax, cr0
    or eax, 0x80000000
    mov cr0, eax
%endmacro
%macro LOOK_UP 1
    SET MSR_TR6, %1
    SHOW MSR_TR6
    SHOW MSR_TR7
%endmacro
"""
HIT, VALID, DIRTY, USER, WRITABLE, LOOKUP = 0x10, 0x800, 0x400, 0x200, 0x100, 1
DATA_TLB, LARGE = 2, 4
FIRST_USED = 0b011 << 7  # way 0 of four was used last: root and left pair point away from it


def test_data_tlb_lookup(run):
    """Page 200h is alone in set 0 and therefore in way 0. After a read it is not dirty; after a
    write it is. Page 210h, of the same set, is absent: no hit bit, and the set's LRU bits."""
    _, got = run(PAGING + """
main:
    PAGING_ON
    mov eax, [0x200000]
    LOOK_UP 0x200003
    mov [0x200000], eax
    LOOK_UP 0x200003
    LOOK_UP 0x210003
    ret
""")
    flags = VALID | USER | WRITABLE | DATA_TLB | LOOKUP
    assert got == [0x200000 | flags, 0x200000 | HIT | FIRST_USED,
                   0x200000 | flags | DIRTY, 0x200000 | HIT | FIRST_USED,
                   0x210003, FIRST_USED]


def test_tlbs_of_code_and_of_large_pages(run):
    """The code is in page 101h, which is alone in set 1 of 8. The second 4 MB are page 1 of 4 MB,
    in set 1 of 2. Neither is in the data TLB for 4 KB pages."""
    _, got = run(PAGING + """
main:
    PAGING_ON
    mov eax, [0x400000]
    LOOK_UP 0x101001
    LOOK_UP 0x400007
    LOOK_UP 0x400003
    ret
""")
    flags = VALID | USER | WRITABLE | LOOKUP
    assert got == [0x101000 | flags, 0x101000 | HIT | FIRST_USED,
                   0x400000 | flags | DATA_TLB | LARGE, 0x400000 | HIT | FIRST_USED,
                   0x400003, 0]


def test_tlb_entry_put_in_translates(run):
    """Linear 210000h maps to 220000h, independent of the tables; INVLPG removes the entry."""
    _, got = run(PAGING + """
main:
    PAGING_ON
    mov dword [0x210000], 0x1111
    mov dword [PHYSICAL], 0x2222
    invlpg [0x210000]
    SET MSR_TR7, PHYSICAL | 0x10 | 1 << 2
    SET MSR_TR6, 0x210f02
    mov eax, [0x210000]
    call print
    LOOK_UP 0x210003
    invlpg [0x210000]
    mov eax, [0x210000]
    call print
    ret
""")
    # Way 1 was used last: the root points right (bit 0 set), the left pair to way 0 (bit 1 clear).
    # Node 3, the right pair, was never used.
    assert got == [0x2222, 0x210000 | VALID | DIRTY | USER | WRITABLE | DATA_TLB | LOOKUP,
                   0x220000 | HIT | 1 << 2 | 0b001 << 7, 0x1111]


def test_tlb_entry_taken_out_is_walked_for(run):
    """Event 02h: no miss while the entry exists, one after a write without the valid bit."""
    _, got = run(PAGING + """
main:
    PAGING_ON
    mov eax, [0x200000]
    COUNT 0x02, {mov eax, [0x200000]}
    SET MSR_TR7, 0x10
    SET MSR_TR6, 0x200002
    COUNT 0x02, {mov eax, [0x200000]}
    ret
""")
    assert got == [0, 1]


# ---- branch target buffer -----------------------------------------------------------------------

LOOP = """
align 64
    times 20 nop
turn:
    dec ebx
    jnz turn
behind:
"""


def in_btb(symbols):
    """Returns TR11's set and TR9's tag of the branch, both from the address of its last byte."""
    last = symbols["behind"] - 1
    return last % 64 << 6, last & ~63


def test_branch_is_found_in_the_btb(run):
    """The branch runs ten times: nine times taken, then not. It is in way 0 of its set, which was
    empty; the history is the last two outcomes: taken, not taken (2). TR10 is the target. Cleared,
    everything reads 0."""
    symbols, got = run("""
main:
    SET MSR_TR11, FLUSH
    mov ebx, 10
""" + LOOP + """
    mov esi, behind - 1
    and esi, 63
    shl esi, 6
%assign way 0
%rep 2
    lea eax, [esi + (way << 2 | READ)]
    SET_MSR MSR_TR11
    GET_MSR MSR_TR9
    push eax
    GET_MSR MSR_TR10
    push eax
%assign way way + 1
%endrep
    SET MSR_TR11, FLUSH
    lea eax, [esi + READ]
    SET_MSR MSR_TR11
    GET_MSR MSR_TR9
    push eax
    GET_MSR MSR_TR10
    push eax
    mov ecx, 6
.next:
    pop eax
    call print
    loop .next
    ret
""")
    _, tag = in_btb(symbols)
    assert got == [0, 0, 0, 0, symbols["turn"], tag | 2]


@pytest.mark.parametrize("clear, hits", [("", 10), ("SET MSR_TR11, FLUSH", 9)])
def test_cleared_btb_knows_no_branch(run, clear, hits):
    """Event 13h over ten iterations: all of them, or all but the first."""
    _, got = run(f"""
main:
    mov edi, 2
again:
    mov ebx, 10
    cmp edi, 1
    jne counted
    {clear}
    mov ebx, 10
    SET MSR_CESR, 0
    SET MSR_CTR0, 0
    SET MSR_CESR, 0xc0 | {BTB_HIT}
counted:
""" + LOOP + """
    dec edi
    jz done
    jmp again
done:
    SET MSR_CESR, 0
    GET_MSR MSR_CTR0
    call print
    ret
""")
    assert got == [hits]


@pytest.mark.parametrize("history, target, flushes", [
    (3, "turn", 0), (1, "turn", 0), (2, "turn", 0),
    (0, "turn", 1),       # the last two outcomes not taken: predicted to fall through
    (3, "turn + 1", 1),   # predicted to go elsewhere
])
@pytest.mark.parametrize("way", range(4))
def test_branch_put_in_is_predicted(run, history, target, flushes, way):
    """JNZ runs twice and is taken the first time; CTR0 is read at its target. Event 15h."""
    _, got = run(f"""
main:
    SET MSR_TR11, FLUSH
    mov eax, behind - 1
    and eax, 0xffffffc0
    or eax, {history}
    SET_MSR MSR_TR9
    SET MSR_TR10, {target}
    mov eax, behind - 1
    and eax, 63
    shl eax, 6
    or eax, {way} << 2 | WRITE
    SET_MSR MSR_TR11
    SET MSR_CESR, 0xc0 | {FLUSHES}
    SET MSR_CTR0, 0
    mov ebx, 1
    jmp enter
align 64
turn:
    GET_MSR MSR_CTR0
    call print
    ret
align 64
enter:
    nop
    test ebx, ebx
    jnz turn
behind:
    ret
""")
    # The JMP is not in the BTB and causes a flush, too.
    assert got == [1 + flushes]


# ---- registers and bits that do not exist --------------------------------------------------------

GENERAL_PROTECTION = """
fault:                                  ; RDMSR and WRMSR have two bytes
    inc dword [faults]
    add esp, 4
    add dword [esp], 2
    iret
section .data
faults: dd 0
section .text
"""


@pytest.mark.parametrize("instruction", ["rdmsr", "wrmsr"])
@pytest.mark.parametrize("msr, faults", [
    (0x02, 0), (0x03, 1), (0x04, 0), (0x05, 0), (0x06, 0), (0x07, 0), (0x08, 0), (0x09, 0),
    (0x0a, 1), (0x0b, 0), (0x0c, 0), (0x0d, 0), (0x0f, 1),
])
def test_which_there_are(guest, instruction, msr, faults):
    """03h, 0Ah and 0Fh do not exist (RBIL)."""
    assert guest(GENERAL_PROTECTION + f"""
main:
    GATE 13, fault
    xor eax, eax
    xor edx, edx
    mov ecx, {msr}
    {instruction}
    mov eax, [faults]
    call print
    ret
""").numbers() == [faults]


def test_reserved_bits_read_as_zero(run):
    """TR2 has 4 bits, TR5 on the P54C 15, TR11 has no bits 4 and 5. TR1 always reads as zero."""
    _, got = run("""
main:
    SET MSR_TR2, -1
    SHOW MSR_TR2
    SET 2, -1
    SHOW 2
    SET MSR_TR5, -4
    SHOW MSR_TR5
    SET MSR_TR11, -4
    SHOW MSR_TR11
    ret
""")
    assert got == [0xf, 0, 0x7ffc, 0xfcc]


# ---- P55C ---------------------------------------------------------------------------------------

def test_four_ways_and_longer_histories(run):
    """TR5 has two bits for the way, then the cache (bit 14); TR4 three LRU bits, and the use of way
    0 sets the lower two. TR7 has six bits for the entry, then the hit bit (8), and no LRU. TR9 has
    the last four outcomes: entered as taken, twice taken, once not (1110b)."""
    symbols, got = run(PAGING + """
main:
    wbinvd
    mov eax, [scratch + 0x800]
    SET MSR_TR5, 1 << 14 | SET64 | READ
    SHOW MSR_TR4
    PAGING_ON
    mov eax, [0x200000]
    SET MSR_TR6, 0x200003
    SHOW MSR_TR6
    GET_MSR MSR_TR7
    and eax, ~(63 << 2)                 ; one of 64 entries, by how many came before it
    call print
    SET MSR_TR11, FLUSH
    mov ebx, 3
""" + LOOP + """
    mov eax, behind - 1
    and eax, 63
    shl eax, 6
    or eax, READ
    SET_MSR MSR_TR11
    SHOW MSR_TR9
    ret
""", "-cpu", "p55c")
    assert got == [symbols["scratch"] | 0b011 << 2 | 2,
                   0x200000 | VALID | USER | WRITABLE | DATA_TLB | LOOKUP, 0x200000 | 1 << 8,
                   in_btb(symbols)[1] | 0b1110]
