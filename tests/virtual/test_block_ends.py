# SPDX-License-Identifier: MIT
"""The simulator decodes straight code in blocks of up to 32 instructions, a processor does not:
where a block ends must make no difference. Every rule that looks at an instruction's neighbours is
tried behind 0 to 63 NOTs, so that the end falls before, between and behind its instructions, and
again where a page ends among them.

NOT never pairs and takes 1 clock. One stands behind each piece of code too, so that nothing of it
pairs with what reads the counters. What is expected is the clocks and the instructions in V beyond
those of as many NOTs alone. Each is worked out beside it, from the rules of the model's README.
"""
import pytest

NOTS = 64

# n NOTs and the code, between the write to CESR and the read of a counter; from a line's beginning,
# which the first time is filled for it.
SOURCE = """
main:
    fninit
    times 7 fld1
{calls}
    ret

%macro CASE 3                           ; a number, NOTs, the code
    {align}
case_%1:
    xor eax, eax
    SET_MSR MSR_CESR
    SET_MSR MSR_CTR0
    SET_MSR MSR_CTR1
    mov esi, scratch + 64
    mov edi, scratch + 128
    mov eax, [edi]
    mov ebx, 1
    mov ebp, ss
    mov eax, 0x01c0 | (0xc0 | 0x17) << 16
    xor edx, edx
    mov ecx, MSR_CESR
    wrmsr
    jmp short %%begins
    align 32
%%begins:
    times %2 not edx
    %3
    not edx
    mov ecx, MSR_CTR1
    rdmsr
    mov esi, eax
    mov ecx, MSR_CTR0
    rdmsr
    mov edi, eax
    xor eax, eax
    SET_MSR MSR_CESR
    mov eax, edi
    call print
    mov eax, esi
    jmp print
%endmacro

{cases}
"""

# A page ends in the middle of the NOTs' reach.
ALIGNS = {"in a page": "align 32",
          "across a page": "align 4096\n times 4096 - 128 db 0xcc"}


def run(guest, code, aligned, *options):
    """[(clocks, in V) the first time, (clocks, in V) the second time] by number of NOTs."""
    macro = "\n".join(["%macro BODY 0", code, "%endmacro"])
    calls = "\n".join(f"    call case_{n}\n    call case_{n}" for n in range(NOTS))
    cases = "\n".join(f"CASE {n}, {n}, BODY" for n in range(NOTS))
    source = SOURCE.format(calls=calls, cases=cases, align=ALIGNS[aligned])
    numbers = guest(f"{macro}\n{source}").numbers(*options)
    assert len(numbers) == 4 * NOTS
    return [[tuple(numbers[i:i + 2]) for i in (4 * n, 4 * n + 2)] for n in range(NOTS)]


def beyond(guest, code, aligned, again, *options):
    """What `code` adds to as many NOTs, (clocks, in V) by their number: the first time or again."""
    with_code = run(guest, code, aligned, *options)
    without = run(guest, "", aligned, *options)
    return [tuple(a - b for a, b in zip(some[again], none[again]))
            for some, none in zip(with_code, without)]


PAIR = "mov eax, 1\n mov edx, 2"
RULES = {
    # FXCH goes into V behind FADD where x87 comes behind it: (FADD FXCH) (FADD).
    "FXCH": ("fadd st0, st1\n fxch st2\n fadd st0, st1", 2, 1),
    "FXCH twice": ("fadd st0, st1\n fxch st2\n fadd st0, st1\n fxch st3\n fadd st0, st1", 3, 2),
    # Where none does it goes alone: FADD, FXCH, and the NOT.
    "FXCH last": ("fadd st0, st1\n fxch st2", 2, 0),
    "FXCH and JMP": ("fadd st0, st1\n fxch st2\n jmp $ + 2", 3, 0),
    "UV": (PAIR, 1, 1),
    "UV five times": (PAIR + "\n mov esi, 1\n mov eax, 2\n mov edx, 3", 3, 2),
    "PU first": ("adc eax, 1\n mov edx, 2", 1, 1),
    "PU second": ("mov edx, 2\n adc eax, 1", 2, 0),
    "dependent": ("mov eax, 1\n mov edx, eax", 2, 0),
    "PUSH and PUSH": ("push eax\n push edx\n pop eax\n pop edx", 2, 2),
    # Read-modify 2 and read-modify-write 3 clocks: together 3.
    "pair time": ("add eax, [esi]\n add [esi + 4], edx", 3, 1),
    "JMP": ("mov eax, 1\n jmp $ + 2", 1, 1),
    "Jcc not taken": ("cmp ebx, ebx\n jne $ + 2", 1, 1),
    "Jcc in U": ("not eax\n jne $ + 2\n mov eax, 1", 3, 0),
    # The clock before wrote what forms the address: 1 more, for the pair too.
    "AGI": ("mov esi, scratch\n mov eax, [esi]", 1 + 1 + 1, 0),
    "AGI behind V": ("mov eax, 1\n mov esi, scratch\n mov eax, [esi]", 1 + 1 + 1, 1),
    "AGI of V": ("mov esi, scratch\n mov eax, 1\n mov ebp, 2\n mov edx, [esi]", 1 + 1 + 1, 2),
    "AGI a clock later": ("mov esi, scratch\n not eax\n mov eax, [esi]", 3, 0),
    "AGI over JMP": ("mov esi, scratch\n jmp $ + 2\n mov eax, [esi]", 1 + 1 + 1, 1),
    # A prefix is a clock in U; MUL's 9 clocks hide it in the two units behind, not in the third.
    "prefix": ("mov ax, bx", 2, 0),
    "three prefixes": ("es mov ax, [esi]\n mov dx, bx", 3 + 2, 0),
    "prefix hidden": ("mul ebx\n mov ax, bx", 9 + 1, 0),
    "prefix hidden, second": ("mul ebx\n not esi\n mov ax, bx", 9 + 1 + 1, 0),
    "prefix hidden, third": ("mul ebx\n not esi\n not esi\n mov ax, bx", 9 + 1 + 1 + 2, 0),
    "prefixes hidden": ("mul ebx\n mov ax, bx\n mov bp, bx", 9 + 1 + 1, 0),
    "prefix hidden over JMP": ("mul ebx\n jmp $ + 2\n mov ax, bx", 9 + 1 + 1, 0),
    # The pair of MOVs is one unit, and the second of those behind MUL.
    "prefix behind a pair": ("mul ebx\n mov eax, 1\n mov ebp, 2\n mov dx, bx", 9 + 1 + 1, 1),
    "0F": ("movzx eax, bl", 1 + 3, 0),
    "0F hidden": ("movzx eax, bl\n movzx esi, bl", 1 + 3 + 3, 0),
    # SHLD's 4 clocks hide its successor's; the 0F rule alone keeps its successors waiting.
    "0F of SHLD": ("shld eax, ebx, 1\n shld esi, ebx, 1", 1 + 4 + 4, 0),
    # Hidden by the clock of an interlock too: MOV 1, interlock 1, MOV 1.
    "prefix and AGI": ("mov esi, scratch\n mov ax, [esi]", 3, 0),
    # FDIV by 1: FADD starts at 41; it waits in EX, and what is behind has been decoded by then.
    "prefix behind x87": ("fdiv st0, st1\n fadd st0, st1\n mov ax, bx", 41 + 1 + 1, 0),
    "FST of a fresh value": ("fld dword [esi]\n fstp dword [esi + 4]", 1 + 1 + 2, 0),
    # MOV SS 2 clocks, STI and CLI 7: nobody interrupts, and what is behind pairs as always.
    "MOV SS": ("mov ss, ebp\n" + PAIR, 2 + 1, 1),
    "MOV SS before": ("mov ss, ebp\n not eax\n not eax\n" + PAIR, 2 + 2 + 1, 1),
    "STI": ("sti\n" + PAIR + "\n cli", 7 + 1 + 7, 1),
    # REP MOVSD of 4: 13 + 4, in one go behind MOV SS too.
    "REP": ("mov ecx, 4\n rep movsd", 1 + 17, 0),
    "REP behind MOV SS": ("mov ss, ebp\n mov ecx, 4\n rep movsd", 2 + 1 + 17, 0),
    "bank conflict": ("mov eax, [esi]\n mov edx, [esi + 32]", 1 + 1, 1),
}


@pytest.mark.parametrize("aligned", ALIGNS)
@pytest.mark.parametrize("rule", RULES)
def test_no_rule_knows_where_a_block_ends(guest, rule, aligned):
    code, clocks, in_v = RULES[rule]
    assert beyond(guest, code, aligned, 1) == NOTS * [(clocks, in_v)]


ON_THE_P55C = {
    # The first 66 takes 2 clocks; IDIV's 46 hide all of two MOVs, and then they pair.
    "prefix": ("mov ax, bx", 3, 0),
    "prefixes in a row": ("mov ax, bx\n mov dx, bx\n mov si, bx", 9, 0),
    "prefixes of a pair": ("cdq\n idiv ebx\n mov ax, bx\n mov dx, bx", 2 + 46 + 1, 1),
    "FXCH": ("fadd st0, st1\n fxch st2\n fadd st0, st1", 2, 1),
    "MMX": ("paddb mm0, mm1\n paddb mm2, mm3", 1, 1),
}


@pytest.mark.parametrize("rule", ON_THE_P55C)
def test_on_the_p55c_neither(guest, rule):
    code, clocks, in_v = ON_THE_P55C[rule]
    assert beyond(guest, code, "in a page", 1, "-cpu", "p55c") == NOTS * [(clocks, in_v)]


@pytest.mark.parametrize("code, in_v", [
    # 10 of two bytes, of which none pairs on a line that was filled just now; 10 of one, which do.
    ("%rep 5\n mov eax, ebx\n mov edx, ebx\n%endrep", 0),
    ("%rep 5\n inc eax\n inc edx\n%endrep", 5),
])
@pytest.mark.parametrize("aligned", ALIGNS)
def test_a_first_execution_goes_on(guest, code, in_v, aligned):
    assert [found for _, found in beyond(guest, code, aligned, 0)] == NOTS * [in_v]
