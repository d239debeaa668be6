# SPDX-License-Identifier: MIT
"""Pages of 4 KB and 4 MB: rights, accessed and dirty bits, and restart after page faults. Rules:
Pentium Developer's Manual volume 3, chapter 11; the error code is P 1, W/R 2, U/S 4, RSV 8."""
import pytest

NONE = 0xFFFFFFFF
PF = 14
P, W, U, A, D, LARGE = 1, 2, 4, 0x20, 0x40, 0x80

# 0 to 4 MB: mapped to itself by a large page for all rings. 4 MB: the pages of TABLE; the first two
# are 300000h and 301000h. 8 MB: a large page, 0 to 4 MB again.
PAGING = """
DIRECTORY equ 0x310000
TABLE equ 0x311000
SMALL equ 0x400000
BIG equ 0x800000
%macro PAGING_ON 3                      ; PTE of SMALL, PDE of SMALL, PDE of BIG
    mov dword [DIRECTORY], 0x87
    mov dword [DIRECTORY + 4], TABLE | %2
    mov dword [DIRECTORY + 8], %3
    mov dword [TABLE], 0x300000 | %1
    mov dword [TABLE + 4], 0x301000 | %1
    mov eax, 0x10
    mov cr4, eax
    mov eax, DIRECTORY
    mov cr3, eax
    mov eax, cr0
    or eax, 1 << 31
    mov cr0, eax
%endmacro
"""


def test_accessed_and_dirty(protected):
    """A read sets A, also in the directory entry of a small page. A write sets D, which the
    directory entry does not have; also if the TLB already contains the page from a read."""
    assert protected(PAGING + """
main:
    PAGING_ON 3, 3, 0x83
    mov dword [0x301000], 0x5678
    mov edx, [SMALL]
    PRINT [TABLE]
    PRINT [DIRECTORY + 4]
    mov [SMALL], edx
    PRINT [TABLE]
    PRINT [DIRECTORY + 4]
    PRINT [TABLE + 4]
    PRINT [DIRECTORY + 8]
    PRINT [BIG + 0x301000]
    PRINT [DIRECTORY + 8]
    mov dword [BIG + 0x300004], 0x1234
    PRINT [DIRECTORY + 8]
    PRINT [SMALL + 4]
    ret
""") == [0x300003 | A, 0x311003 | A, 0x300003 | A | D, 0x311003 | A, 0x301003,
         0x83, 0x5678, 0x83 | A, 0x83 | A | D, 0x1234]


@pytest.mark.parametrize("pte, pde", [(u | w, v | x) for u in (0, U) for w in (0, W)
                                      for v in (0, U) for x in (0, W)])
@pytest.mark.parametrize("wp", [0, 1 << 16])
def test_rights(protected, pte, pde, wp):
    """Both levels must allow the access. Ring 0 may write everywhere unless CR0.WP is set. A
    faulting access reports the error code and leaves A and D of the page unchanged."""
    got = protected(PAGING + f"""
%macro ATTEMPT 2                        ; ring, instruction
    mov dword [TABLE], 0x300000 | {P | pte}
    mov eax, cr3
    mov cr3, eax
    TRY
%if %1 == 3
    ENTER_RING CODE_3, DATA_3, %%inside, ring3_stack_end
%endif
%%inside:
    %2
%if %1 == 3
    int BACK_VECTOR
%endif
    CAUGHT
    PRINT_FAULT
    mov eax, [TABLE]
    and eax, 0x60
    call print
%endmacro
main:
    call protect
    PAGING_ON {P | pte}, {P | pde}, 0x83
    mov eax, cr0
    or eax, {wp}
    mov cr0, eax
    ATTEMPT 0, {{mov edx, [SMALL]}}
    ATTEMPT 0, {{mov [SMALL], edx}}
    ATTEMPT 3, {{mov edx, [SMALL]}}
    ATTEMPT 3, {{mov [SMALL], edx}}
    mov eax, cr2
    call print
    ret
""")
    user, writable = pte & pde & U, pte & pde & W
    fine_0, fine_3 = [NONE, 0], [0x30, 0]
    assert got[:12] == [
        *fine_0, A,
        *(fine_0 + [A | D] if writable or not wp else [PF, P | W, 0]),
        *(fine_3 + [A] if user else [PF, P | U, 0]),
        *(fine_3 + [A | D] if user and writable else [PF, P | W | U, 0])]
    faulted = PF in got[0:12:3]
    assert got[12] == (0x400000 if faulted else 0)


@pytest.mark.parametrize("pde, code, error", [
    (0x1083, "mov edx, [BIG + 0x300123]", P | 8),
    (0x200083, "mov [BIG + 0x300123], edx", P | W | 8),
    (0x82, "mov edx, [BIG + 0x300123]", 0), (0x82, "mov [BIG + 0x300123], edx", W),
    (0x81, "mov [BIG + 0x300123], edx", None),
])
def test_faults_of_large_pages(protected, pde, code, error):
    """Bits 12 to 21 are reserved. A read-only page can be written in ring 0 without WP."""
    assert protected(PAGING + f"""
main:
    call protect
    PAGING_ON 3, 3, {pde:#x}
    TRY
    {code}
    CAUGHT
    PRINT_FAULT
    PRINT cr2
    ret
""") == ([NONE, 0, 0] if error is None else [PF, error, 0xB00123])


def test_without_pse_there_are_no_large_pages(protected):
    """Bit 7 of a directory entry is ignored: the entry points to a table, here one at 311000h."""
    assert protected(PAGING + """
main:
    mov dword [DIRECTORY], 0x312003
    mov ecx, 0
.fill:
    mov eax, ecx
    shl eax, 12
    or eax, 3
    mov [0x312000 + ecx * 4], eax
    inc ecx
    cmp ecx, 1024
    jb .fill
    mov dword [DIRECTORY + 8], TABLE | 0x83
    mov dword [TABLE], 0x300003
    mov dword [0x300000], 0x9876
    mov eax, DIRECTORY
    mov cr3, eax
    mov eax, cr0
    or eax, 1 << 31
    mov cr0, eax
    PRINT [BIG]
    ret
""") == [0x9876]


@pytest.mark.parametrize("flush", ["invlpg [SMALL + 0x123]", "mov eax, cr3\n mov cr3, eax"])
def test_tlb_keeps_a_translation_until_told(protected, flush):
    """The changed table entry takes effect only after the flush. INVLPG invalidates only its
    page."""
    assert protected(PAGING + f"""
main:
    mov dword [0x300000], 0x1111
    mov dword [0x301000], 0x2222
    PAGING_ON 3, 3, 0x83
    PRINT [SMALL]
    PRINT [SMALL + 0x1000]
    mov dword [TABLE], 0x301003
    mov dword [TABLE + 4], 0x300003
    PRINT [SMALL]
    PRINT [SMALL + 0x1000]
    {flush}
    PRINT [SMALL]
    PRINT [SMALL + 0x1000]
    ret
""") == [0x1111, 0x2222, 0x1111, 0x2222, 0x2222, 0x2222 if "invlpg" in flush else 0x1111]


# ---- restart ------------------------------------------------------------------------------------

# The handler records ECX, ESI, EDI and ESP as the fault left them, makes the page present, and
# returns to the instruction. It runs in a separate task, because the faulting access may be to the
# stack.
MENDER = """
%macro MEND 0
    mov eax, cr3
    mov [tss32 + 0x1c], eax
    mov [main_tss + 0x1c], eax
    mov dword [tss32 + 0x20], mender
    mov dword [tss32 + 0x24], 2
    mov dword [tss32 + 0x38], task_stack_end
    mov dword [tss32 + 0x48], DATA_0
    mov dword [tss32 + 0x4c], CODE_SELECTOR
    mov dword [tss32 + 0x50], DATA_0
    mov dword [tss32 + 0x54], DATA_0
    mov dword [idt + 14 * 8], TASK32 << 16
    mov dword [idt + 14 * 8 + 4], 0x8500
%endmacro
mender:
    add esp, 4                          ; the error code
    PRINT [main_tss + 0x20]
    PRINT cr2
    PRINT [main_tss + 0x2c]
    PRINT [main_tss + 0x38]
    PRINT [main_tss + 0x40]
    PRINT [main_tss + 0x44]
    or byte [TABLE + 4], 1
    iret
    jmp mender                          ; where the next fault begins
"""


def mended(guest, code, setup=""):
    """Returns the state in the handler: EIP as an offset from `start`, CR2, ECX, ESP, ESI, EDI;
    then the state at the end: ECX, ESI, EDI; and the address of `scratch`."""
    kernel = guest('%include "protected.inc"\n' + PAGING + MENDER + f"""
main:
    call protect
    PAGING_ON 3, 3, 0x83
    MEND
    mov dword [TABLE + 4], 0x301002     ; the second page is not there
    mov ebp, esp
    clts
    {setup}
start:
    {code}
    mov esp, ebp
    mov edx, eax
    PRINT ecx
    PRINT esi
    PRINT edi
    ret
""")
    got = kernel.numbers()
    symbols = kernel.symbols()
    return (got[0] - symbols["start"], *got[1:6]), got[6:], symbols["scratch"]


@pytest.mark.parametrize("code, setup, seen, after", [
    # forwards across the end of the first page: 3 elements are done, 2 remain
    ("rep movsd", "mov ecx, 5\n mov esi, scratch\n mov edi, SMALL + 0xff4",
     (0x401000, 2, 12, 0x401000), (0, 20, 0x401008)),
    # the fourth element crosses the page end: no byte of it is written
    ("rep stosd", "mov ecx, 5\n mov esi, 0\n mov edi, SMALL + 0xff2",
     (0x401000, 2, 0, 0x400FFE), (0, 0, 0x401006)),
    # backwards into the page: it faults at once
    ("std\n rep movsb\n cld", "mov ecx, 3\n mov esi, scratch + 2\n mov edi, SMALL + 0x1001",
     (0x401001, 3, 2, 0x401001), (0, -1, 0x400FFE)),
    # the source faults: LODS, and CMPS whose elements are equal (zero)
    ("rep lodsw", "mov ecx, 4\n mov esi, SMALL + 0xffe\n mov edi, 7",
     (0x401000, 3, 0x401000, 7), (0, 0x401006, 7)),
    ("repe cmpsd", "mov ecx, 3\n mov esi, SMALL + 0xffc\n mov edi, SMALL",
     (0x401000, 2, 0x401000, 0x400004), (0, 0x401008, 0x40000C)),
])
def test_string_instructions_go_on_where_they_faulted(guest, code, setup, seen, after):
    """CR2, ECX, ESI, EDI at the fault; ECX, ESI, EDI at the end. ESI in `scratch` is given as an
    offset."""
    (eip, cr2, ecx, _, esi, edi), then, scratch = mended(guest, code, setup)
    assert eip == (1 if code.startswith("std") else 0)
    assert (cr2, ecx, esi - scratch * (esi > 0x100000 and esi < 0x400000), edi) == seen
    then[1] -= scratch * (0x100000 < then[1] < 0x400000)
    assert then == list(after)


def test_pusha_across_a_page_starts_again(guest):
    """When PUSHA faults, ESP is unchanged; then all eight registers are stored: EDI lowest, 32
    bytes down."""
    seen, then, _ = mended(guest, """
    pusha
    mov ecx, esp
    pop edi
    pop esi
""", "mov esp, SMALL + 0x1010\n mov ecx, 3\n mov esi, 0x51\n mov edi, 0xd1")
    assert seen[0] == 0 and 0x401000 <= seen[1] < 0x401010
    assert seen[2:] == (3, 0x401010, 0x51, 0xD1)
    assert then == [0x400FF0, 0x51, 0xD1]


def test_code_across_a_page(guest):
    """MOV ECX, imm32 has two bytes in the absent page: CR2 is the start of the page, EIP that of
    the instruction."""
    kernel = guest('%include "protected.inc"\n' + PAGING + MENDER + """
main:
    call protect
    PAGING_ON 3, 3, 0x83
    MEND
    mov byte [0x300ffd], 0xb9
    mov dword [0x300ffe], 0x12345678
    mov byte [0x301002], 0xc3
    mov dword [TABLE + 4], 0x301002
    mov ecx, 3
    mov eax, SMALL + 0xffd
    call eax
    PRINT ecx
    ret
""")
    got = kernel.numbers()
    assert (got[0], got[1], got[2], got[-1]) == (0x400FFD, 0x401000, 3, 0x12345678)


@pytest.mark.parametrize("code", [
    "add dword [SMALL + 0xffe], 1", "xchg [SMALL + 0xffe], ecx", "inc dword [SMALL + 0xffe]",
    "shl dword [SMALL + 0xffe], 1", "cmpxchg [SMALL + 0xffe], ecx", "xadd [SMALL + 0xffe], ecx",
    "cmpxchg8b [SMALL + 0xffe]", "bts dword [SMALL + 0xffe], 3", "fstp qword [SMALL + 0xffe]",
])
def test_write_that_faults_changes_nothing(protected, code):
    """Half of the operand is in a read-only page: memory, registers and flags do not change. (An
    x87 register stays on the stack: FNSTSW's TOP is 7.)"""
    assert protected(PAGING + f"""
main:
    call protect
    PAGING_ON 3, 3, 0x83
    mov eax, cr0
    or eax, 1 << 16
    mov cr0, eax
    mov dword [TABLE + 4], 0x301001
    mov dword [0x300ffc], 0x11223344
    mov dword [0x301000], 0x55667788
    fninit
    fld1
    mov eax, 0x77881122
    mov ecx, 0xcccc
    mov edx, 0xdddd
    push dword 0x8d7
    popfd
    TRY
    {code}
    CAUGHT
    pushfd
    push edx
    push ecx
    push eax
    fnstsw ax
    call print
    pop eax
    call print
    pop eax
    call print
    pop eax
    call print
    pop eax
    call print
    PRINT_FAULT
    PRINT cr2
    PRINT [0x300ffc]
    PRINT [0x301000]
    ret
""") == [0x77883800, 0x77881122, 0xCCCC, 0xDDDD, 0x8D7, PF, P | W, 0x401000, 0x11223344, 0x55667788]
