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


def bits_counted(second):
    """Counts the bits of 8 bytes, or of the difference of two vectors, by halving in MMX registers;
    MM4 to MM7 have the masks."""
    body = ["movq mm1, [eax + ecx*8 - 8]"] + (["pxor mm1, [edx + ecx*8 - 8]"] if second else [])
    gap = ["nop"] if second else []
    body += ["movq mm0, mm1", "pand mm1, mm7", "psrlq mm1, 1", *gap, "psubd mm0, mm1", *gap]
    for shift, mask in ((2, "mm6"), (4, "mm5")):
        body += ["movq mm1, mm0", f"psrlq mm0, {shift}", f"pand mm0, {mask}", f"pand mm1, {mask}",
                 "paddd mm0, mm1"]
    body += ["movq mm1, mm0", "psrlq mm0, 8", "paddb mm0, mm1",
             "movq mm1, mm0", "psrlq mm0, 16", "paddd mm0, mm1", "pand mm0, mm4"]
    return body + ["paddd mm2, mm0", "psrlq mm0, 32", "paddd mm2, mm0", "loop top"]


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
    Loop("shift by MMX", 4, 1.75, GMP + "p6/README, mpn_lshift of the Pentium II", lines("""
        movq mm0, [ebx + eax*4 + 8]
        psllq mm2, mm6
        movq mm1, mm0
        psrlq mm0, mm7
        movq [edx + eax*4 + 24], mm3
        por mm0, mm2
        movq mm3, [ebx + eax*4]
        psllq mm1, mm6
        movq [edx + eax*4 + 16], mm0
        movq mm2, mm3
        psrlq mm3, mm7
        sub eax, 4
        por mm3, mm1
        jnc top""")),
    Loop("copy downwards", 2, 1.75, GMP + "p6/copyd.asm", lines("""
        mov [edi + ecx*4 + 8], eax
        mov eax, [esi + ecx*4]
        mov [edi + ecx*4 + 4], edx
        mov edx, [esi + ecx*4 - 4]
        sub ecx, 2
        ja top"""), offset=6),
    Loop("three sums with carry", 3, 2.0, GMP + "p6/mod_34lsub1.asm", lines("""
        add eax, [edx + 12]
        adc ebx, [edx + 16]
        adc esi, [edx + 20]
        lea edx, [edx + 12]
        adc edi, 0
        sub ecx, 3
        jg top""")),
    Loop("carry across DEC", 3, 3.66, GMP + "mod_34lsub1.asm", lines("""
        lea edx, [edx + 12]
        lea ecx, [ecx - 2]
        adc eax, [edx - 12]
        adc ebx, [edx - 8]
        adc esi, [edx - 4]
        dec ecx
        jg top""")),
    Loop("division by 3, SBB chain", 1, 8.5, GMP + "p6/diveby3.asm", lines("""
        imul ebp, eax, 0xaaaaaaab
        cmp ebp, 0x55555556
        mov eax, [edi + edx*4]
        sbb ebx, -1
        cmp esi, ebp
        mov eax, [ecx + edx*4 + 4]
        sbb eax, ebx
        mov ebx, 0
        adc ebx, 0
        mov [edi + edx*4], ebp
        inc edx
        jnz top""")),
    Loop("division by 3, SETC", 1, 14.0, GMP + "diveby3.asm", lines("""
        mov eax, [ecx + ebp*4]
        sub eax, ebx
        setc bl
        imul esi
        cmp eax, 0x55555556
        mov [edi + ebp*4], eax
        sbb ebx, -1
        cmp eax, 0xaaaaaaab
        sbb ebx, -1
        inc ebp
        jnz top""")),
    Loop("exact remainder", 1, 10.0, GMP + "p6/mode1o.asm", lines("""
        mov eax, [esi + ebx*4]
        sub eax, ecx
        sbb ecx, ecx
        sub eax, edx
        sbb ecx, 0
        imul eax, edi
        neg ecx
        mul dword [esp + 24]
        inc ebx
        jnz top""")),
    Loop("exact quotient, odd divisor", 1, 10.0, GMP + "p6/dive_1.asm", lines("""
        mul dword [esp + 24]
        mov eax, [esi + ebx*4]
        sub eax, ecx
        sbb ecx, ecx
        sub eax, edx
        sbb ecx, 0
        imul eax, [esp + 4]
        mov [edi + ebx*4], eax
        neg ecx
        inc ebx
        jnz top""")),
    Loop("exact quotient, even divisor", 1, 12.0, GMP + "p6/dive_1.asm", lines("""
        mov edi, [esi + ebx*4]
        mul dword [esp + 24]
        mov eax, [esi + ebx*4 - 4]
        shrd eax, edi, cl
        sub eax, ebp
        sbb ebp, ebp
        sub eax, edx
        sbb ebp, 0
        imul eax, [esp + 4]
        mov edi, [esp + 16]
        neg ebp
        mov [edi + ebx*4 - 4], eax
        inc ebx
        jnz top""")),
    Loop("exact quotient, any divisor", 1, 12.5, GMP + "dive_1.asm: 13 and 12", lines("""
        mov eax, [esi + ebp*4 - 4]
        sub edx, ebx
        mov ebx, [esi + ebp*4]
        shrd eax, ebx, cl
        sub eax, edx
        mov edx, [esp + 4]
        sbb ebx, ebx
        imul eax, edx
        mov [edi + ebp*4 - 4], eax
        mov edx, [esp + 24]
        mul edx
        inc ebp
        jnz top""")),
    Loop("quotient by DIV", 1, 39.0, GMP + "divrem_1.asm", lines("""
        mov eax, [edi + ecx*4 - 4]
        div esi
        mov [ebx + ecx*4], eax
        dec ecx
        jnz top""")),
    Loop("fraction by an inverse", 1, 17.5, GMP + "p6/mmx/divrem_1.asm", lines("""
        mul dword [esp + 12]
        mov eax, ebp
        sub ecx, 4
        lea ebx, [edi + 1]
        add ebx, edx
        mul ebx
        neg eax
        sbb edi, edx
        lea edx, [ebp + eax]
        cmovc eax, edx
        sbb ebx, 0
        mov edi, eax
        cmp ecx, esi
        mov [ecx], ebx
        jne top""")),
    Loop("bits counted", 2, 11.0, GMP + "p6/mmx/popham.asm: approximately", bits_counted(False)),
    Loop("different bits counted", 2, 11.5, GMP + "p6/mmx/popham.asm: approximately",
         bits_counted(True)),
    # The address of the constant needs no register.
    Loop("five groups decoded", 1, 6.0, "Agner Fog 2000, instruction fetch", lines("""
        mov [esi], eax
        mov dword [0x9000], 0
        lea ebx, [eax + 200]
        mov byte [esi], 0
        bsr edx, eax
        mov byte [esi + 1], 0
        dec ecx
        jnz top"""), offset=5),
]
