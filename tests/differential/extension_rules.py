# SPDX-License-Identifier: MIT
"""Rules like those of differences.py for the instructions of extensions.py. "Volume 2" is that of
the Intel Architecture Software Developer's Manual of 1999; 21928 and 22466 are AMD's 3DNow!
manuals."""
import re

from differential.case import CR0_EM, CR0_TS
from differential.rules import OURS, Rule, all_of, both, ended_in, holds, judge, qemu_ended_in

MEMORY = "m[0-9a-f]+"
PAGES = "p[0-9a-f]+"
STACK = "st[0-7]"
X87_STATE = "fcw|fsw|ftw|fip|fcs|fop|fdp|fds"
SIGNIFICAND = (1 << 64) - 1
FLAGS_OF_FCOMI = 0x45  # ZF, PF, CF
DENORMAL, PRECISION = 2, 0x20
CONVERSIONS = holds("cvtpi2ps", "cvtps2pi")
ESTIMATES = holds("rcpps", "rsqrtps")
AMD_ESTIMATES = holds("pfr 0f0f96", "pfr 0f0f97", "pfr 0f0fa6", "pfr 0f0fa7", "pfr 0f0fb6")
SSE = ("sse", "sse2", "ps", "pd")
SIMD = ("mmx", "mmxq", "3dnow", *SSE)
DOUBLE_CONVERSIONS = holds("cvtpi2pd", "cvtpd2pi")


def extended(case, _):
    return case.kind is not None


def of_names(*names):
    return lambda case, _: case.kind is not None and case.name in names


def prefixed(case, _):
    return "size prefix" in case.tags


def lacking(case, _):
    return "lacking" in case.tags


def both_cr0_bits(case, _):
    return case.cr0 & CR0_EM and case.cr0 & CR0_TS


def unmasked(case, results):
    """An unmasked SSE exception occurred: #XM, or #UD if the system does not enable #XM."""
    result = judge(results)
    after = result.get("mxcsr", int.from_bytes(case.sse[:4], "little")) if case.sse else 0
    return result["v"] == 19 or result["v"] == 6 and after & ~(after >> 7) & 0x3F != 0


def misaligned(case, _):
    return "misaligned" in case.tags


def no_osfxsr(case, _):
    return not case.cr4 & 0x200


def nan_in_qemu(_, results):
    return any(re.fullmatch("x[0-9a-f]+", field) and value & 0x7FFFFFFF > 0x7F800000
               for field, value in results["qemu"].items())


def zero_answered(_, results):
    return any(field.startswith("st") and (value >> shift & 0xFFFFFFFF) == 0
               for field, value in results[OURS].items() for shift in (0, 32))


def zeros_for_denormals(case, _):
    return case.sse[0] & 0x40


def flushes_to_zero(case, _):
    return case.sse[1] & 0x80


def emulated(case, _):
    return bool(case.cr0 & (CR0_EM | CR0_TS))


def sse_forbidden(case, _):
    return no_osfxsr(case, _) or case.cr0 & (CR0_EM | CR0_TS)


def on(kind):
    return lambda case, _: case.kind == kind


RULES = [
    Rule("qemu", "raises no exception of SSE", all_of(of_names(*SSE), unmasked)),
    Rule("qemu", "never notes a denormal operand", of_names(*SSE), "mxcsr", ~DENORMAL),
    Rule("qemu", "does not ask whether SSE2 is there when 66 makes an instruction one of its",
         all_of(of_names(*SIMD, "state"), prefixed)),
    Rule("qemu", "nor before SFENCE", all_of(holds("sfence"), prefixed)),
    Rule("qemu", "nor before MOVNTI and the fences", all_of(of_names("order"), prefixed)),
    Rule("qemu", "MIN and MAX compare denormals that MXCSR says are zeros",
         all_of(holds("minps", "maxps", "minpd", "maxpd"), zeros_for_denormals), "x[0-9a-f]+"),
    Rule("qemu", "flushes what is rounded up to the smallest single that is no denormal; volume 1, "
         "10.2.3.3: tiny results", all_of(holds("cvtpd2ps"), flushes_to_zero), "mxcsr|x[0-9a-f]+"),
    Rule("qemu", "of two NaNs takes the larger, as x87 does; volume 1: the first",
         all_of(holds("addps", "mulps", "subps", "divps", "addpd", "mulpd", "subpd", "divpd",
                      "hadd", "haddpd"), nan_in_qemu), "x[0-9a-f]+"),
    Rule("qemu", "does not ask whether the processor has the instruction", lacking),
    Rule("bochs", "takes PREFETCHW for a NOP, as processors do that came later",
         all_of(lacking, holds("prefetchw"))),
    Rule("qemu", "PFRCP and its kin are exact quotients, and the steps behind them moves",
         AMD_ESTIMATES, STACK),
    Rule("qemu", "does not ask for 16 bytes to be aligned", all_of(of_names(*SSE), misaligned)),
    Rule("qemu", "leaves sign and exponent of a register that MMX writes; volume 3, 8.2: ones",
         of_names(*SIMD), STACK, SIGNIFICAND),
    Rule("qemu", "and so has other tags", of_names(*SIMD), "ftw"),
    Rule("qemu", "EMMS leaves TOP", holds("emms", "femms"), f"fsw|{STACK}"),
    Rule("qemu", "makes the transition to MMX before a fault", all_of(of_names(*SIMD),
                                                                     ended_in(12, 13, 14, 17)),
         f"fsw|ftw|{STACK}"),
    Rule("qemu", "#NM comes before #UD where CR0 has EM and TS set; volume 2: EM is first",
         all_of(of_names(*SIMD), both_cr0_bits)),
    Rule("qemu", "FCOMI leaves OF, SF and AF; volume 2: they are cleared", of_names("fcomi"), "fl",
         ~0x8D5 | FLAGS_OF_FCOMI),
    Rule("qemu", "estimates are exact quotients", ESTIMATES, "x[0-9a-f]+"),
    Rule("qemu", "FXRSTOR takes what MXCSR bits do not exist",
         all_of(holds("fxrstor"), ended_in(13))),
    Rule("qemu", "LDMXCSR too", all_of(holds("ldmxcsr"), ended_in(13))),
    Rule("qemu", "FXRSTOR leaves MXCSR while CR4.OSFXSR is clear",
         all_of(holds("fxrstor"), no_osfxsr), "mxcsr"),
    Rule("qemu", "conversions with MMX registers ask neither CR4.OSFXSR nor CR0",
         all_of(CONVERSIONS, sse_forbidden)),
    Rule("qemu", "nor do those of doubles", all_of(DOUBLE_CONVERSIONS, sse_forbidden)),
    Rule("qemu", "nor do MOVDQ2Q and MOVQ2DQ", all_of(holds("movdq2q"), sse_forbidden)),
    Rule("bochs", "of a double far below any single says PE though it is exact; volume 1, 4.9.1.5, "
         "and processors do not", all_of(holds("cvtpd2ps"), unmasked), "mxcsr", ~PRECISION),
    Rule("qemu", "CVTPI2PD of memory makes the transition to MMX; volume 2: it does not",
         holds("cvtpi2pd"), f"fsw|ftw|{STACK}"),
    Rule("qemu", "CLFLUSH looks at no page; volume 2: as a load of a byte", holds("clflush")),
    Rule("bochs", "its Athlon has SSE2", all_of(on("k7"), prefixed)),
    Rule("bochs", "and SSE, so that MXCSR is part of the state",
         all_of(on("k7"), of_names("state"))),
    Rule("qemu", "SYSCALL is only in the 64-bit one", all_of(on("k7"), of_names("call"))),
    Rule("bochs", "MASKMOVQ with no bit set looks at the address; volume 2 leaves that open",
         holds("maskmovq", "maskmovdqu"), PAGES),
    Rule("bochs", "and says its first byte where another is the one that faults",
         holds("maskmovq", "maskmovdqu"), "cr2"),
    Rule("qemu", "EMMS does not look at CR0", all_of(holds("emms", "femms"), emulated)),
    Rule("qemu", "reads the operand before it looks at CR0", all_of(of_names(*SIMD), emulated),
         PAGES),
    Rule("qemu", "PI2FD rounds to nearest; 21928: truncates", holds("pi2f"), STACK),
    Rule("qemu", "PFMIN and PFMAX of zeros: 21928: the answer is the positive one",
         all_of(holds("pfminmax"), zero_answered), STACK),
    Rule("qemu", "reads 8 bytes for an unpack of the low half; volume 2: 4", holds("punpck"),
         PAGES),
    Rule("qemu", "and 16 for CVTDQ2PD; volume 2: 8", holds("cvtdq2pd"), PAGES),
    Rule("qemu", "and faults where the rest lies in a page that does",
         all_of(holds("punpck", "cvtdq2pd"), qemu_ended_in(14))),
    Rule("qemu", "FXSAVE leaves MXCSR out while CR4.OSFXSR is clear",
         all_of(holds("fxsave"), no_osfxsr), MEMORY),
    Rule("bochs", "takes the hints of 0F 18 for SSE's; 0F 18 to 0F 1F are NOPs from the P6 on",
         all_of(on("p2"), holds("prefetch"))),
    Rule("bochs", "does not ask whether 3DNow! is there", all_of(lacking, of_names("3dnow"))),
    Rule("bochs", "takes UNPCKLPS and UNPCKHPS for SSE2's", holds("unpckps")),
    Rule("bochs", "CVTPI2PS of memory leaves x87's state; volume 2: a transition to MMX",
         CONVERSIONS, f"fsw|ftw|{STACK}"),
    Rule("bochs", "FXRSTOR has loaded x87's state when MXCSR bits that do not exist fault; "
         "volume 2: a fault leaves all as it was", all_of(holds("fxrstor"), ended_in(13)),
         f"{X87_STATE}|{STACK}"),
    *both("a conversion that faults has made the transition to MMX; volume 2: a fault leaves "
          "all as it was", all_of(lambda case, results: CONVERSIONS(case, results)
                                     or DOUBLE_CONVERSIONS(case, results), unmasked),
          f"fsw|ftw|{STACK}"),
    *both("a shift of MMX by 0 leaves the exponent; volume 3, 8.2: any that writes a register "
          "sets it", all_of(holds("psh"), of_names("mmx")), STACK, SIGNIFICAND),
    *both("and so the tag", all_of(holds("psh"), of_names("mmx")), "ftw"),
]
