# SPDX-License-Identifier: MIT
"""Checks that block boundaries do not affect results.
The simulator decodes straight-line code in blocks of up to 32 instructions; a processor does not.
Every rule that looks at neighbouring instructions is tested after 0 to 63 NOTs, so that the end of
a block falls before, between and after the tested instructions, and again with a page end among
them. NOT never pairs and takes 1 clock. Another NOT follows each piece of code, so that the code
does not pair with the read of the counters. The expected values are the clocks and the V-pipe
instructions in excess of those of the NOTs alone. Each is derived next to it, from the rules of the
model's README.
"""
import pytest

from tiers import fast_cases

NOTS = 64

# n NOTs and the code run between the write to CESR and the read of a counter. They start at the
# beginning of a line, which the first run fills.
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

# A page ends within the NOTs.
ALIGNS = {"in a page": "align 32",
          "across a page": "align 4096\n times 4096 - 128 db 0xcc"}


def run(guest, code, aligned, *options):
    """Returns [(clocks, in V) of the first run, (clocks, in V) of the second run] by number of
    NOTs."""
    macro = "\n".join(["%macro BODY 0", code, "%endmacro"])
    calls = "\n".join(f"    call case_{n}\n    call case_{n}" for n in range(NOTS))
    cases = "\n".join(f"CASE {n}, {n}, BODY" for n in range(NOTS))
    source = SOURCE.format(calls=calls, cases=cases, align=ALIGNS[aligned])
    numbers = guest(f"{macro}\n{source}").numbers(*options)
    assert len(numbers) == 4 * NOTS
    return [[tuple(numbers[i:i + 2]) for i in (4 * n, 4 * n + 2)] for n in range(NOTS)]


ALONE = {}  # {(alignment, *options): run of the NOTs without code}


def beyond(guest, code, aligned, again, *options):
    """Returns {number of NOTs: (clocks, in V)} that `code` adds to the NOTs, in the first or second
    run."""
    with_code = run(guest, code, aligned, *options)
    key = aligned, *options
    ALONE[key] = ALONE.get(key) or run(guest, "", aligned, *options)
    return [tuple(a - b for a, b in zip(some[again], none[again]))
            for some, none in zip(with_code, ALONE[key])]


PAIR = "mov eax, 1\n mov edx, 2"
RULES = {
    # FXCH goes into V after FADD if another x87 instruction follows it: (FADD FXCH) (FADD).
    "FXCH": ("fadd st0, st1\n fxch st2\n fadd st0, st1", 2, 1),
    "FXCH twice": ("fadd st0, st1\n fxch st2\n fadd st0, st1\n fxch st3\n fadd st0, st1", 3, 2),
    # If no x87 instruction follows, it goes alone: FADD, FXCH, and the NOT.
    "FXCH last": ("fadd st0, st1\n fxch st2", 2, 0),
    "FXCH and JMP": ("fadd st0, st1\n fxch st2\n jmp $ + 2", 3, 0),
    "UV": (PAIR, 1, 1),
    "UV five times": (PAIR + "\n mov esi, 1\n mov eax, 2\n mov edx, 3", 3, 2),
    "PU first": ("adc eax, 1\n mov edx, 2", 1, 1),
    "PU second": ("mov edx, 2\n adc eax, 1", 2, 0),
    "dependent": ("mov eax, 1\n mov edx, eax", 2, 0),
    "PUSH and PUSH": ("push eax\n push edx\n pop eax\n pop edx", 2, 2),
    # Read-modify takes 2 clocks and read-modify-write 3; as a pair they take 3.
    "pair time": ("add eax, [esi]\n add [esi + 4], edx", 3, 1),
    "JMP": ("mov eax, 1\n jmp $ + 2", 1, 1),
    "Jcc not taken": ("cmp ebx, ebx\n jne $ + 2", 1, 1),
    "Jcc in U": ("not eax\n jne $ + 2\n mov eax, 1", 3, 0),
    # The address register was written in the clock before: 1 clock more, also for the pair.
    "AGI": ("mov esi, scratch\n mov eax, [esi]", 1 + 1 + 1, 0),
    "AGI behind V": ("mov eax, 1\n mov esi, scratch\n mov eax, [esi]", 1 + 1 + 1, 1),
    "AGI of V": ("mov esi, scratch\n mov eax, 1\n mov ebp, 2\n mov edx, [esi]", 1 + 1 + 1, 2),
    "AGI a clock later": ("mov esi, scratch\n not eax\n mov eax, [esi]", 3, 0),
    "AGI over JMP": ("mov esi, scratch\n jmp $ + 2\n mov eax, [esi]", 1 + 1 + 1, 1),
    # A prefix takes a clock in U. MUL's 9 clocks hide it in the next two units, but not in the
    # third.
    "prefix": ("mov ax, bx", 2, 0),
    "three prefixes": ("es mov ax, [esi]\n mov dx, bx", 3 + 2, 0),
    "prefix hidden": ("mul ebx\n mov ax, bx", 9 + 1, 0),
    "prefix hidden, second": ("mul ebx\n not esi\n mov ax, bx", 9 + 1 + 1, 0),
    "prefix hidden, third": ("mul ebx\n not esi\n not esi\n mov ax, bx", 9 + 1 + 1 + 2, 0),
    "prefixes hidden": ("mul ebx\n mov ax, bx\n mov bp, bx", 9 + 1 + 1, 0),
    "prefix hidden over JMP": ("mul ebx\n jmp $ + 2\n mov ax, bx", 9 + 1 + 1, 0),
    # The pair of MOVs is one unit, and `mov dx, bx` is the second unit after MUL.
    "prefix behind a pair": ("mul ebx\n mov eax, 1\n mov ebp, 2\n mov dx, bx", 9 + 1 + 1, 1),
    "0F": ("movzx eax, bl", 1 + 3, 0),
    "0F hidden": ("movzx eax, bl\n movzx esi, bl", 1 + 3 + 3, 0),
    # SHLD's 4 clocks hide the prefix of the next instruction. Only the 0F rule delays its
    # successors.
    "0F of SHLD": ("shld eax, ebx, 1\n shld esi, ebx, 1", 1 + 4 + 4, 0),
    # The clock of an interlock also hides a prefix: MOV 1, interlock 1, MOV 1.
    "prefix and AGI": ("mov esi, scratch\n mov ax, [esi]", 3, 0),
    # FDIV by 1: FADD starts at clock 41. While it waits in EX, the following instruction is
    # decoded.
    "prefix behind x87": ("fdiv st0, st1\n fadd st0, st1\n mov ax, bx", 41 + 1 + 1, 0),
    "FST of a fresh value": ("fld dword [esi]\n fstp dword [esi + 4]", 1 + 1 + 2, 0),
    # MOV SS takes 2 clocks, STI and CLI 7. No interrupt arrives, and the following code pairs as
    # usual.
    "MOV SS": ("mov ss, ebp\n" + PAIR, 2 + 1, 1),
    "MOV SS before": ("mov ss, ebp\n not eax\n not eax\n" + PAIR, 2 + 2 + 1, 1),
    "STI": ("sti\n" + PAIR + "\n cli", 7 + 1 + 7, 1),
    # REP MOVSD of 4 elements takes 13 + 4 clocks without a break, also after MOV SS.
    "REP": ("mov ecx, 4\n rep movsd", 1 + 17, 0),
    "REP behind MOV SS": ("mov ss, ebp\n mov ecx, 4\n rep movsd", 2 + 1 + 17, 0),
    "bank conflict": ("mov eax, [esi]\n mov edx, [esi + 32]", 1 + 1, 1),
}


ACROSS = ("FXCH", "UV", "AGI over JMP", "AGI of V", "prefix", "REP", "JMP")


@pytest.mark.parametrize("rule, aligned", [
    *((rule, "in a page") for rule in RULES),
    *fast_cases(len(ACROSS), ((rule, "across a page")
                              for rule in (*ACROSS, *sorted(RULES.keys() - ACROSS))))])
def test_no_rule_knows_where_a_block_ends(guest, rule, aligned):
    code, clocks, in_v = RULES[rule]
    assert beyond(guest, code, aligned, 1) == NOTS * [(clocks, in_v)]


ON_THE_P55C = {
    # The first 66 prefix takes 2 clocks. IDIV's 46 clocks hide the prefixes of both MOVs, which
    # then pair.
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
    # 10 instructions of two bytes, which never pair on a line that was just filled, and 10 of one
    # byte, which pair.
    ("%rep 5\n mov eax, ebx\n mov edx, ebx\n%endrep", 0),
    ("%rep 5\n inc eax\n inc edx\n%endrep", 5),
])
@pytest.mark.parametrize("aligned", ALIGNS)
def test_a_first_execution_goes_on(guest, code, in_v, aligned):
    assert [found for _, found in beyond(guest, code, aligned, 0)] == NOTS * [in_v]
