# SPDX-License-Identifier: MIT
"""Loops of the kind for which GMP publishes clocks on a P6, written for this test. GMP's figures
are clocks per limb of 32 bits, with all code and data in the first-level caches. The names of its
functions and files are the sources of the figures."""
import dataclasses

CASE_LOOP = 0x80000000  # p6_stream.c
GMP = "GMP, mpn/x86/"


@dataclasses.dataclass
class Loop:
    name: str
    units: int      # limbs in each iteration
    measured: float # clocks of one
    source: str
    body: list      # its last instruction jumps to `top`
    offset: int = 0 # address of its beginning modulo 16

    def case(self, number):
        """(prologue, body, number) as p6_rows.assemble() expects it."""
        top = f"top{number}"
        lines = [line[:-3] + top if line.endswith(" top") else line for line in self.body]
        return ["nop"] * self.offset, [f"{top}:", *lines], CASE_LOOP


def lines(text):
    return [line.strip() for line in text.strip().splitlines()]


def sum_of_each(limbs):
    """Adds two vectors, one limb after the other."""
    return [line for n in range(0, 4 * limbs, 4)
            for line in (f"mov eax, [esi + {n}]", f"adc eax, [ebx + {n}]", f"mov [edi + {n}], eax")]


def sum_of_pairs(limbs):
    """Adds two vectors; each two limbs are loaded before both are added."""
    return [line for n in range(0, 4 * limbs, 8) for line in (
        f"mov eax, [esi + {n}]", f"mov edx, [esi + {n + 4}]",
        f"adc eax, [ebx + {n}]", f"mov [edi + {n}], eax",
        f"adc edx, [ebx + {n + 4}]", f"mov [edi + {n + 4}], edx")]


def product(limbs):
    """Multiplies a vector by a limb in memory; the carry is in EBX and EBP in turn."""
    body = []
    for n in range(limbs):
        carry, following = ("ebx", "ebp") if n % 2 == 0 else ("ebp", "ebx")
        body += [f"mov eax, [esi + {4 * n}]", "mul dword [esp + 32]"]
        if n:
            body.append(f"mov [edi + {4 * n - 4}], {following}")
        body += [f"add {carry}, eax", f"mov {following}, 0", f"adc {following}, edx"]
    return body + [f"mov [edi + {4 * limbs - 4}], {'ebp' if limbs % 2 == 0 else 'ebx'}"]


def product_added(limbs):
    """Adds a multiple of a vector to another, with two carries in flight."""
    body = [f"add edi, {4 * limbs}"]
    for n in range(limbs):
        low, high = ("ecx", "ebx") if n % 2 == 0 else ("ebx", "ecx")
        body += [f"mov eax, [esi + {4 * n}]", "mul ebp", f"add [edi + {4 * n}], {low}",
                 f"adc {high}, eax", f"mov {low}, edx", f"adc {low}, 0"]
    return body + ["dec dword [esp + 4]", f"lea esi, [esi + {4 * limbs}]", "jns top"]


def product_added_simply(limbs):
    """The same with one carry and the multiplier in memory."""
    body = []
    for n in range(limbs):
        carry, following = ("ebx", "ebp") if n % 2 == 0 else ("ebp", "ebx")
        body += [f"mov eax, [esi + {4 * n}]", "mul dword [esp + 32]"]
        if n:
            body.append(f"add [edi + {4 * n - 4}], {following}")
        body += [f"{'adc' if n else 'add'} {carry}, eax", f"mov {following}, 0",
                 f"adc {following}, edx"]
    return body + [f"add [edi + {4 * limbs - 4}], ebp", "adc ebx, 0"]


FORWARD = ["lea edi, [edi + 32]", "lea esi, [esi + 32]", "lea ebx, [ebx + 32]", "dec ecx",
           "jnz top"]
PAIRS = ["dec ecx", "lea esi, [esi + 64]", "lea edi, [edi + 64]", "jns top"]
QUARTER = ["lea esi, [esi + 16]", "lea edi, [edi + 16]", "dec ecx", "jnz top"]

LOOPS = [
    Loop("add, 8 limbs", 8, 3.7, GMP + "p6/README, mpn_add_n", sum_of_each(8) + FORWARD),
    Loop("add, 16 limbs in pairs", 16, 2.7, GMP + "p6/aors_n.asm",
         ["lea ebx, [ebx + 64]"] + sum_of_pairs(16) + PAIRS),
    Loop("multiply, 4 limbs", 4, 5.5, GMP + "mul_1.asm", product(4) + QUARTER),
    Loop("multiply, 1 limb", 1, 6.2, GMP + "p6/mul_basecase.asm, first loop", lines("""
        mov eax, [esi + ecx*4]
        mul ebp
        add eax, ebx
        mov [edi + ecx*4], eax
        mov ebx, 0
        adc ebx, edx
        inc ecx
        jnz top"""), offset=3),
    Loop("multiply by memory, 1 limb", 1, 6.1, GMP + "p6/sqr_basecase.asm: just over 6", lines("""
        mov eax, ebp
        mul dword [esi + ecx*4]
        add eax, ebx
        mov ebx, 0
        adc ebx, edx
        mov [edi + ecx*4 + 4], eax
        inc ecx
        jnz top""")),
    Loop("multiply and add, 8 limbs", 8, 6.7, GMP + "p6/aorsmul_1.asm", product_added(8)),
    Loop("multiply and add, 16 limbs", 16, 6.35, GMP + "p6/aorsmul_1.asm", product_added(16)),
    Loop("multiply and add, 32 limbs", 32, 6.3, GMP + "p6/aorsmul_1.asm", product_added(32)),
    Loop("multiply and add, 4 limbs", 4, 7.5, GMP + "aorsmul_1.asm",
         product_added_simply(4) + QUARTER),
    Loop("shift by SHLD", 2, 2.5, GMP + "p6/README, mpn_lshift", lines("""
        mov ebx, [esi + edx*4]
        shld eax, ebx, cl
        mov [edi + edx*4], eax
        dec edx
        mov eax, [esi + edx*4]
        shld ebx, eax, cl
        mov [edi + edx*4], ebx
        dec edx
        jnz top""")),
    Loop("copy downwards", 2, 1.75, GMP + "p6/copyd.asm", lines("""
        mov [edi + ecx*4 + 8], eax
        mov eax, [esi + ecx*4]
        mov [edi + ecx*4 + 4], edx
        mov edx, [esi + ecx*4 - 4]
        sub ecx, 2
        ja top"""), offset=6),
    Loop("three sums with carry", 3, 2.0, GMP + "p6/mod_34lsub1.asm", lines("""
        add eax, [esi]
        adc ebx, [esi + 4]
        adc ebp, [esi + 8]
        adc edi, 0
        lea esi, [esi + 12]
        sub ecx, 3
        jg top""")),
    Loop("three sums, carry across DEC", 3, 3.66, GMP + "mod_34lsub1.asm", lines("""
        adc eax, [esi]
        adc ebx, [esi + 4]
        adc ebp, [esi + 8]
        lea esi, [esi + 12]
        lea ecx, [ecx - 2]
        dec ecx
        jg top""")),
    Loop("quotient by DIV", 1, 39.0, GMP + "divrem_1.asm", lines("""
        mov eax, [edi + ecx*4 - 4]
        div esi
        mov [ebx + ecx*4], eax
        dec ecx
        jnz top""")),
]
