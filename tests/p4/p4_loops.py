# SPDX-License-Identifier: MIT
"""Loops after those of GMP 6, mpn/x86/pentium4, whose files state the clocks that their authors
measured on a Willamette or Northwood. The code is written anew: the same operations on the same
chain, other registers and order. Data is in the first-level cache. Addresses do not change, so
stores are to places that no load reads; GMP's figures are those of separate operands too.

(name, body of one iteration, clocks of an iteration, source)"""


def counted(*lines):
    """Ends an iteration: an addition and a branch."""
    return [*lines, "add ecx, 1", "jnz $+2"]


def halves(first, second, mask, shift):
    """Adds the neighbouring fields of two registers: shift, mask twice, add."""
    lines = []
    for reg, copy in (first, second):
        lines += [f"movdqa {copy}, {reg}", f"psrlq {reg}, {shift}", f"pand {copy}, {mask}",
                  f"pand {reg}, {mask}", f"paddq {reg}, {copy}"]
    return lines


LOOPS = (
    ("sum with a carry in MMX", counted(
        "movd mm3, [esi + ecx * 4]", "movd mm4, [ebx + ecx * 4]", "paddq mm4, mm3",
        "paddq mm5, mm4", "movd [edi + ecx * 4], mm5", "psrlq mm5, 32"),
     4.0, "sse2/add_n.asm"),
    ("product with one limb", counted(
        "movd mm3, [esi]", "pmuludq mm3, mm6", "lea esi, [esi + 4]", "paddq mm5, mm3",
        "movd [edi], mm5", "psrlq mm5, 32", "lea edi, [edi + 4]"),
     4.0, "sse2/mul_1.asm"),
    ("sum with a doubled operand", counted(
        "movd mm3, [esi]", "lea esi, [esi + 4]", "movd mm4, [ebx]", "lea ebx, [ebx + 4]",
        "paddq mm3, mm4", "paddq mm3, mm4", "paddq mm5, mm3", "movd [edi + ecx * 4], mm5",
        "psrlq mm5, 32"),
     4.5, "sse2/addlsh1_n.asm"),
    ("half of a sum", counted(
        "movd mm3, [esi]", "lea esi, [esi + 4]", "movd mm4, [ebx]", "lea ebx, [ebx + 4]",
        "paddq mm3, mm4", "psllq mm3, 31", "paddq mm5, mm3", "movd [edi + ecx * 4], mm5",
        "psrlq mm5, 32"),
     4.5, "sse2/rsh1add_n.asm"),
    ("three sums", [
        "movd mm3, [esi]", "movd mm4, [esi + 4]", "paddq mm5, mm3", "movd mm3, [esi + 8]",
        "paddq mm6, mm4", "paddq mm7, mm3", "add esi, 12", "sub ecx, 3", "ja $+2"],
     3.0, "sse2/mod_34lsub1.asm: 1.0 for each of three limbs"),
    ("exact remainder", counted(
        "movd mm3, [esi]", "lea esi, [esi + 4]", "psubq mm3, mm5", "psubq mm3, mm4",
        "movq mm5, mm3", "pmuludq mm3, mm6", "psrlq mm5, 63", "movq mm4, mm7", "pmuludq mm4, mm3",
        "psrlq mm4, 32"),
     19.0, "sse2/mode1o.asm"),
    ("exact division by 3", counted(
        "movd mm3, [esi]", "lea esi, [esi + 4]", "psubq mm3, mm5", "psubq mm3, mm4",
        "movq mm5, mm3", "pmuludq mm3, mm7", "psrlq mm5, 63", "movd [edi], mm3",
        "lea edi, [edi + 4]", "movq mm4, mm6", "pand mm4, mm3", "pand mm3, mm6", "psllq mm4, 1",
        "paddq mm4, mm3", "psrlq mm4, 32"),
     18.0, "sse2/diveby3.asm"),
    ("copy", [
        "mov ebx, [esi]", "add esi, 4", "mov [edi], ebx", "add edi, 4", "sub ecx, 1", "jnz $+2"],
     2.0, "copyi.asm"),
    ("sum by ADC", [
        "mov ebp, [esi]", "lea esi, [esi + 4]", "adc ebp, [ebx]", "lea ebx, [ebx + 4]",
        "mov [edi], ebp", "lea edi, [edi + 4]", "dec ecx", "jnz $+2"],
     9.0, "sse2/add_n.asm: a basic ADC loop"),
    ("bits of eight limbs", [
        "movdqa xmm0, [esi]", "movdqa xmm1, [esi + 16]", "movdqa xmm2, xmm0", "movdqa xmm3, xmm1",
        "psrld xmm0, 1", "psrld xmm1, 1", "pand xmm0, xmm6", "pand xmm1, xmm6", "psubd xmm2, xmm0",
        "psubd xmm3, xmm1", *halves(("xmm2", "xmm0"), ("xmm3", "xmm1"), "xmm7", 2),
        "paddq xmm2, xmm3", "movdqa xmm0, xmm2", "psrlq xmm2, 4", "pand xmm0, xmm5",
        "pand xmm2, xmm5", "paddq xmm2, xmm0", "pxor xmm1, xmm1", "psadbw xmm2, xmm1",
        "paddq xmm4, xmm2", "add esi, 32", "sub ecx, 8", "jnc $+2"],
     31.2, "sse2/popcount.asm: 3.9 for each limb"),
)
