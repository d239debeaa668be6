# SPDX-License-Identifier: MIT
"""The arithmetic flags in translated code. It stores their sources instead of the flags, and a page
fault in the middle of a block requires the flags. Rules: the manual's volume 3, chapter 25."""
import pytest

CF, PF, AF, ZF, SF, OF = 1, 4, 0x10, 0x40, 0x80, 0x800


def flags_add(a, b, carry, bits):
    """Returns (result, flags) of an addition: the carry into each bit is a ^ b ^ result."""
    total = a + b + carry
    result = total & (1 << bits) - 1
    carries = a ^ b ^ total
    overflow = (carries >> bits ^ carries >> bits - 1) & 1
    return result, flags_of(result, bits) | CF * (total >> bits) | carries & AF | OF * overflow


def flags_sub(a, b, borrow, bits):
    """Returns the same for a subtraction: it adds the complement, and borrows if the addition does
    not carry."""
    ones = (1 << bits) - 1
    result, flags = flags_add(a, b ^ ones, 1 - borrow, bits)
    return result, flags ^ CF ^ AF


def flags_of(result, bits):
    return (PF * (bin(result & 0xFF).count("1") % 2 == 0) | ZF * (result == 0)
            | SF * (result >> bits - 1))


def shifted_left(a, count, bits):
    """OF is defined only for a count of 1; AF is never defined."""
    result = a << count & (1 << bits) - 1
    carry = a >> bits - count & 1
    return result, flags_of(result, bits) | CF * carry | OF * (carry ^ result >> bits - 1)


# Sources of flags: the operation on A and B, with CF and SF initially 1 and the others 0, the
# resulting flags, and the mask of defined flags.
ALL = CF | PF | AF | ZF | SF | OF
LOGIC = ALL & ~AF
ORIGINS = {
    "add {a}, {b}": (lambda a, b, n: flags_add(a, b, 0, n)[1], ALL),
    "adc {a}, {b}": (lambda a, b, n: flags_add(a, b, 1, n)[1], ALL),
    "sub {a}, {b}": (lambda a, b, n: flags_sub(a, b, 0, n)[1], ALL),
    "cmp {a}, {b}": (lambda a, b, n: flags_sub(a, b, 0, n)[1], ALL),
    "sbb {a}, {b}": (lambda a, b, n: flags_sub(a, b, 1, n)[1], ALL),
    "inc {a}": (lambda a, b, n: flags_add(a, 1, 0, n)[1] & ~CF | CF, ALL),
    "dec {a}": (lambda a, b, n: flags_sub(a, 1, 0, n)[1] & ~CF | CF, ALL),
    "neg {a}": (lambda a, b, n: flags_sub(0, a, 0, n)[1], ALL),
    "and {a}, {b}": (lambda a, b, n: flags_of(a & b, n), LOGIC),
    "or {a}, {b}": (lambda a, b, n: flags_of(a | b, n), LOGIC),
    "xor {a}, {b}": (lambda a, b, n: flags_of(a ^ b, n), LOGIC),
    "test {a}, {b}": (lambda a, b, n: flags_of(a & b, n), LOGIC),
    "not {a}": (lambda a, b, n: SF | CF, ALL),
    "shl {a}, 1": (lambda a, b, n: shifted_left(a, 1, n)[1], LOGIC),
    "shl {a}, 5": (lambda a, b, n: shifted_left(a, 5, n)[1], LOGIC & ~OF),
    "shr {a}, 1": (lambda a, b, n: flags_of(a >> 1, n) | CF * (a & 1) | OF * (a >> n - 1), LOGIC),
    "shr {a}, 3": (lambda a, b, n: flags_of(a >> 3, n) | CF * (a >> 2 & 1), LOGIC & ~OF),
    "mov cl, 0\n shl {a}, cl": (lambda a, b, n: SF | CF, ALL),
    "mov cl, 3\n shr {a}, cl": (lambda a, b, n: flags_of(a >> 3, n) | CF * (a >> 2 & 1),
                               LOGIC & ~OF),
    "mov cl, 0\n rcr {a}, cl": (lambda a, b, n: SF | CF, ALL),
    "mul {b}": (lambda a, b, n: (CF | OF) * (a * b >> n != 0), CF | OF),
}
PAIRS = ((0x7F, 1), (0x80, 0xFF), (0, 0), (0xFF, 1), (0x3C, 0xC3))
REGISTERS = {8: ("al", "bl"), 16: ("ax", "bx"), 32: ("eax", "ebx")}


@pytest.mark.parametrize("bits", REGISTERS)
def test_flags_at_a_page_fault(same, bits):
    """An instruction in a hot block sets the flags. They must be the flags on the stack of a page
    fault further on, and those after the IRET. Each instruction is tested with 5 pairs of operands;
    the byte is both the highest and the lowest of the operand."""
    a_name, b_name = REGISTERS[bits]

    def wide(value):
        return value if bits == 8 else value << bits - 8 | value & 1

    ways = [(way, wide(a), wide(b)) for way in ORIGINS for a, b in PAIRS]
    code = "".join(f"""
    mov dword [kept], 160
.turn{n}:
    mov eax, {a:#x}
    mov ebx, {b:#x}
    mov ecx, 1
    shr ecx, 1                          ; CF
    mov ecx, -255
    inc ecx                             ; FFFFFF02h: SF, and CF still
    {way.format(a=a_name, b=b_name)}
    mov esi, [AWAY]                      ; faults each 32nd turn
    mov edi, esi
    jmp .behind{n}
.behind{n}:
    pushfd
    pop dword [kept + 4]
    dec dword [kept]
    mov ecx, [kept]
    EVERY 32, .next{n}
    and dword [AWAY_PTE], ~1
    invlpg [AWAY]
.next{n}:
    test ecx, ecx
    jnz .turn{n}
    PRINT2 [kept + 8], [kept + 4]
""" for n, (way, a, b) in enumerate(ways))
    prints = same(f"""
main:
    PAGING_ON
    GATE 14, fault
    and dword [AWAY_PTE], ~1
    invlpg [AWAY]
    {code}
    PRINT2 [kept + 12], 0
    ret
fault:
    push eax
    mov eax, [esp + 16]
    mov [kept + 8], eax
    or dword [AWAY_PTE], 1
    inc dword [kept + 12]
    pop eax
    add esp, 4
    iret
""")
    seen, count = prints[:-2], prints[-2]
    assert count == len(ways) * 5
    for n, (way, a, b) in enumerate(ways):
        flags, defined = ORIGINS[way]
        expected = flags(a, b, bits)
        for found in seen[2 * n:2 * n + 2]:
            assert found & defined == expected & defined, (way, a, b)
