# SPDX-License-Identifier: MIT
"""x87 registers and exceptions that translated code keeps in host registers, in loops that hold
them across iterations, at every point where other code needs them. Translated and interpreted code
have the same results."""
import pytest

TURNS = 40
INNER = 64

# Operations of a loop on [ESI], which advances by 8 bytes per iteration; [EDI] is aligned and
# present.
LOOPS = {
    "dot product": "fld qword [esi]\n fmul qword [edi]\n add esi, 8\n faddp st1, st0",
    "sum": "fadd qword [esi]\n add esi, 8",
    "sum of floats": "fadd dword [esi]\n add esi, 8",
    "difference": "fld qword [esi]\n fsubrp st2, st0\n add esi, 8",
    "ends with a push": "fstp st0\n add esi, 8\n fld qword [esi]",
    "ends with a constant": "fstp st1\n fadd qword [esi]\n fldz\n add esi, 8",
    "scale": "fld qword [esi]\n fmul st0, st1\n fstp qword [esi]\n add esi, 8",
    "inexact store": "fld st1\n fstp dword [esi]\n add esi, 8",
    "store that stays": "fadd st0, st1\n fst dword [esi]\n add esi, 8",
    "exchange": "fxch st1\n add esi, 8\n fxch st2\n fld qword [esi]\n fstp st3",
    "two popped": "fld qword [esi]\n fld st0\n fucompp\n add esi, 8",
    "compare": "fld qword [esi]\n fcom st1\n fnstsw ax\n fstp st0\n add esi, 8",
    "compare memory": "fadd st0, st1\n fcom qword [esi]\n fnstsw ax\n add ebx, eax\n add esi, 8",
    "sign": "fchs\n fadd qword [esi]\n fabs\n add esi, 8",
    "integers": "fild dword [esi]\n fistp qword [esi]\n add esi, 8",
    "divide": "fld qword [esi]\n fdiv st0, st1\n faddp st1, st0\n add esi, 8",
    "load beside": "fadd st0, st1\n mov eax, [esi]\n fadd st0, st2\n add esi, 8",
    "load first": "mov eax, [esi]\n fadd st0, st1\n add esi, 8",
    "modify beside": "fadd st0, st1\n inc dword [esi]\n fsub st0, st2\n add esi, 8",
    "full stack": "fld qword [esi]\n fld st1\n fld st2\n fld st3\n fadd st0, st5\n fstp st4\n"
                  "fstp st0\n fstp st0\n fstp st0\n add esi, 8",
}


# Pairs of events that translated code counts itself.
EVENTS = [(0x16, 0x17), (0x00, 0x01), (0x12, 0x14), (0x22, 0x0c), (0x28, 0x13), (0x0b, 0x1f)]
COUNTED = [EVENTS[i % len(EVENTS)] for i in range(len(LOOPS))]


@pytest.mark.parametrize("options", ["", "-translate-after 1"])
@pytest.mark.parametrize("loop, events", [
    *zip(LOOPS, COUNTED),
    *((loop, two) for loop in ("sum", "dot product") for two in EVENTS)])
def test_loop_that_faults(same, loop, events, options):
    """ESI reaches a page that is missing. The handler sums the bytes of FNSAVE, including empty
    registers, and the values of both counters; so does the code after the loop. The start advances
    by a byte, so that operands of all kinds cross lines and pages. Faults are counted after the
    sum."""
    prints = same(f"""
main:
    PAGING_ON
    GATE 14, fault
    mov ecx, MSR_CESR
    mov eax, {events[0] | events[1] << 16 | 0xc000c0}
    xor edx, edx
    wrmsr
    mov edi, AWAY - 1024
.fill:
    imul eax, edi, 0x9e3779b9
    mov [edi], eax
    shr eax, 12
    or eax, 0x3fe00000
    mov [edi + 4], eax
    add edi, 8
    cmp edi, AWAY + 1024
    jb .fill
    fninit
    fld qword [third]
    fldpi
    fld1
    xor ebx, ebx
    mov edi, third
    mov edx, {TURNS}
.turn:
    and dword [AWAY_PTE], ~1
    invlpg [AWAY]
    lea esi, [edx + AWAY - {INNER // 2 * 8 + TURNS}]
    mov ecx, {INNER}
.inner:
    {LOOPS[loop]}
    dec ecx
    jnz .inner
    call look
    dec edx
    jnz .turn
    PRINT2 [kept], [kept + 4]
    ret
fault:
    inc dword [kept + 4]
    call look
    or dword [AWAY_PTE], 1
    add esp, 4
    iret
look:
    pushad
    fnsave [saved]
    frstor [saved]
    mov esi, saved
    mov ecx, 27
    mov eax, [kept]
.dword:
    rol eax, 3
    add eax, [esi]
    add esi, 4
    dec ecx
    jnz .dword
    mov [kept], eax
    mov ecx, MSR_CTR0
.counter:
    rdmsr
    rol dword [kept], 5
    add [kept], eax
    inc ecx
    cmp ecx, MSR_CTR1
    jbe .counter
    fnclex
    popad
    ret
section .data
align 8
third: dq 0.333333333333333333
section .bss
saved: resb 128
""", *options.split(), alike=False)             # a P55C pairs more
    assert prints[1] == TURNS


def test_loop_sums_what_it_says(same):
    """An undisturbed loop sums 1 to 200 in a register. The product of the last iteration is still
    in the register from which it was popped, which FNSAVE shows as ST7."""
    prints = same("""
main:
    fninit
    fldz
    mov ecx, 200
    mov esi, numbers
    mov eax, 1
.fill:
    mov [esi], eax
    add esi, 4
    inc eax
    cmp eax, 201
    jb .fill
    mov esi, numbers
.turn:
    fild dword [esi]
    fmul dword [one]
    add esi, 4
    faddp st1, st0
    dec ecx
    jnz .turn
    fst dword [number]
    fnsave [saved]
    mov eax, [number]
    call print
    PRINT2 [saved + 28 + 70 + 4], [saved + 28 + 70 + 8]
    ret
section .data
one: dd 1.0
number: dd 0
section .bss
numbers: resd 200
saved: resb 128
""")
    assert prints[0] == 0x469D0800                  # 20100.0: 1.226806640625 * 2^14
    assert prints[1] == 200 << 24                   # 200 = 1.5625 * 2^7, its upper significand
    assert prints[2] & 0xFFFF == 0x3FFF + 7


@pytest.mark.parametrize("store", ["fstp dword [AWAY + 8]", "fst dword [AWAY + 8]\n fstp st0",
                                   "fistp word [AWAY + 8]"])
def test_exceptions_of_a_store_that_never_is(same, store):
    """An inexact store goes to a missing page and the handler skips it: it raises no exception,
    neither there nor in the translated code after it."""
    prints = same(f"""
main:
    PAGING_ON
    GATE 14, fault
    fninit
    mov ecx, 600
.turn:
    fld qword [third]
    test ecx, 127
    jnz .store
    fnclex
    and dword [AWAY_PTE], ~1
    invlpg [AWAY]
.store:
    {store}
.behind:
    fld1
    fadd st0, st0
    fstp dword [number]
    fnstsw ax
    test ecx, 127
    jnz .next
    or [kept + 4], eax
    or dword [AWAY_PTE], 1
    fninit
.next:
    dec ecx
    jnz .turn
    PRINT2 [kept], [kept + 4]
    ret
fault:
    add esp, 4
    inc dword [kept]
    mov dword [esp], main.behind
    iret
section .data
align 8
third: dq 0.333333333333333333
number: dd 0
""")
    # Iterations 512, 384, 256 and 128 fault. FSTP of 2.0 is exact, and the third stays on the
    # stack.
    assert prints[0] == 4 and prints[1] & 0x3F == 0
