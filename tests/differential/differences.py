# SPDX-License-Identifier: MIT
"""The table of rules for results where QEMU 7.2 and Bochs 2.7 differ: which reference is not
followed, and why. "Volume 3" is that of the Pentium Processor Family Developer's Manual; a name in
brackets after it is an instruction's page. If the manual is silent both references are excused."""
import re

from differential import extension_rules, layout
from differential.case import RF, VIF, VIP
from differential.rules import (OURS, Rule, all_of, always, both, ended_in, holds, judge,
                                limited, of_class, qemu_ended_in, status, tagged, x87)

PAGES = "p[0-9a-f]+"
MEMORY = "m[0-9a-f]+"
STACK = "st[0-7]"
POINTERS = "fip|fcs|fop|fdp|fds"
UNTOUCHED = layout.page(layout.GDT, layout.SEGMENTS["untouched_code"].selector & ~7 | 4)
C0, C1, C3 = 0x100, 0x200, 0x4000  # of the x87 status word
ERROR_SUMMARY, STACK_FAULT, PRECISION, UNDERFLOW, DENORMAL = 0x80, 0x40, 0x20, 0x10, 0x02
HINTS = tuple(f"undefined 0f{byte:02x}" for byte in (0x0D, *range(0x18, 0x20)))
SEGMENT_PUSH = holds("push 06", "push 0e", "push 16", "push 1e", "push 0fa0", "push 0fa8")
STORES = holds("fist", "fst", "fbstp", "fisttp")
PAGE_FAULT = ended_in(14)


def stack_read_first(case, results):
    """In virtual-8086 mode Bochs raises a stack or page fault, and QEMU #GP."""
    other = results.get("qemu") or results[OURS]
    return case.v86 and results["bochs"]["v"] in (12, 14) and other["v"] == 13


def sp_wraps(case, _):
    """SP is near enough to 0 for one push or a few to take it below."""
    return case.registers[4] & 0xFFFF < 64


def same_task(_, results):
    """The case did not end through the task gate that some cases have for #TS."""
    return judge(results).get("tr") != 0x148


def nan_left(_, results):
    return judge(results)["st0"] >> 64 & 0x7FFF == 0x7FFF


def denormal_missed(_, results):
    return judge(results)["fsw"] & ~results["qemu"]["fsw"] & DENORMAL != 0


def underflow_unmasked(case, _):
    return not case.fpu[0] & UNDERFLOW


def no_denormal(case, _):
    return not case.tags & {"denormal", "denormal factor"}


def least_normal_towards_0(case, _):
    """ST0 is 2^-16382 or its negative, and bits 10 and 11 of the control word are set: chop."""
    exponent = case.fpu[36] | (case.fpu[37] & 0x7F) << 8
    return exponent == 1 and case.fpu[28:36] == bytes(7) + b"\x80" and case.fpu[1] >> 2 & 3 == 3


def denormal_unmasked(case, results):
    return not case.fpu[0] & DENORMAL and judge(results)["fsw"] & DENORMAL != 0


def bochs_denormal_unmasked(case, results):
    return not case.fpu[0] & DENORMAL and results["bochs"]["fsw"] & DENORMAL != 0


def walked_ahead(_, results):
    """Only the virtual Pentium has accessed the second page of code."""
    ahead = f"p{layout.CODE_2:x}"
    return ahead in results.get(OURS, ()) and ahead not in (results.get("bochs") or results["qemu"])


def rounds_short(case, _):
    """The precision control selects less than 64 bits."""
    return case.fpu[1] & 3 != 3


# (machine, reason, tag): cases that a machine is not given.
SKIPS = [
    ("qemu", "LOCK with a bit instruction on a register makes TCG abort; volume 3 (LOCK) says #UD",
     "locked bit register"),
    ("qemu", "PG without PE is taken, and the machine dies of it; volume 3 (MOV CRn) says #GP",
     "paging without protection"),
    ("qemu", "reserved bits of CR4 are taken, and the machine may die of it; volume 3 says #GP",
     "reserved bits of CR4"),
    ("qemu", "VIF and VIP that IRET sets stay set for ever", "IRET sets VIF or VIP"),
    ("qemu", "an instruction breakpoint in a code segment not based at 0 is taken for ever",
     "breakpoint in based code"),
    ("qemu", "an instruction that meets a data breakpoint is run twice; the trap may come later",
     "data breakpoint"),
    ("bochs", "its Pentium II is the first, without FXSAVE", "fxsr of p2"),
    ("bochs", "Debian's has no 3DNow!, and dies of it", "3dnow of k7"),
    ("bochs", "its Athlon is one with SSE and SSE2", "lacking on k7"),
]

FAULTS = [
    Rule("qemu", "no fault sets RF in the pushed EFLAGS; volume 3: every fault does but an "
         "instruction breakpoint's", always, "fl", ~RF),
    Rule("qemu", "a read-modify-write operand is checked for reading first: its page fault says "
         "'read' and comes after the A bits of a page before it; the Pentium asks for write "
         "access at once", qemu_ended_in(14), f"err|{PAGES}"),
    Rule("qemu", "RCL, RCR and SETcc whose write faults push EFLAGS with bits of their result, VM "
         "even", all_of(holds("rcl", "rcr", "setcc"), qemu_ended_in(14))),
    Rule("qemu", "CMPS reads ES:EDI first, and so faults there first", holds("cmps"), "cr2"),
    Rule("qemu", "segment limits and rights are not checked when memory is accessed",
         all_of(limited, ended_in(12, 13))),
    Rule("qemu", "alignment is not checked", ended_in(17)),
    Rule("bochs", "FBLD reads the upper two bytes first, and so walks to the page before it finds "
         "the other eight not aligned", all_of(holds("fbld"), ended_in(17)), PAGES),
    Rule("bochs", "and so that walk's page fault comes first",
         lambda case, results: holds("fbld")(case, results) and
         (results["bochs"]["v"], results[OURS]["v"]) == (14, 17)),
    Rule("qemu", "LOCK is accepted before any instruction; volume 3 (LOCK): #UD but for a list "
         "of those that write memory", all_of(tagged("lock"), ended_in(6))),
    Rule("qemu", "the next page is fetched before the opcode in front of it is found not to "
         "exist", all_of(ended_in(6), qemu_ended_in(14))),
    Rule("qemu", "encodings that other processors, or none, gave a meaning run as something else",
         of_class("undefined")),
    Rule("qemu", "an instruction's operand is read before it is found to be too long",
         of_class("too long"), PAGES),
    *both("a prefetch may walk to the next page of code, and set its A bit", walked_ahead,
          f"p{layout.CODE_2:x}"),
    *both("0F 0D and 0F 18 to 0F 1F do nothing, as on later processors", holds(*HINTS)),
    Rule("qemu", "F6/1 and F7/1 raise #UD; they are TEST, as in Bochs (volume 3 leaves them "
         "blank)", holds("test f6/1", "test f7/1")),
]

STACKS = [
    Rule("qemu", "POPA has loaded the registers before the one whose read faults",
         all_of(holds("popa"), ended_in(12, 14))),
    *both("in which order PUSHA stores, and what is stored before it faults, is not in the "
          "manual", all_of(holds("pusha"), ended_in(12, 14)), f"cr2|{MEMORY}|{PAGES}"),
    Rule("qemu", "ENTER with a 16-bit stack whose SP wraps borrows from ESP's upper half; volume 3 "
         "(ENTER): SP alone is the pointer then", all_of(holds("enter"), sp_wraps),
         f"ebp|{MEMORY}"),
    Rule("qemu", "ENTER does not touch the final stack pointer's page", holds("enter"), PAGES),
    Rule("qemu", "ENTER does not check that its final stack pointer can be written (volume 3, "
         "ENTER)", all_of(holds("enter"), PAGE_FAULT)),
    Rule("bochs", "a segment register pushed as a dword leaves its upper half alone, as on a "
         "P6; the Pentium writes zeros (SDM volume 3, 'Selector Pushes and Pops')", SEGMENT_PUSH,
         MEMORY),
    *both("a segment register pushed as a dword is checked as a word, or not at all (as above)",
          all_of(tagged("stack at an edge"), SEGMENT_PUSH)),
    Rule("bochs", "POPF in virtual-8086 mode with IOPL below 3 reads the stack before its #GP(0); "
         "QEMU does not, and ours is as QEMU: no document at hand says which a Pentium does",
         holds("popf"), PAGES),
    Rule("bochs", "and so that read's fault comes first there (seen: seed 7006, case 1924)",
         all_of(holds("popf"), stack_read_first), "v|err|cr2"),
]

TRANSFERS = [
    Rule("qemu", "a far transfer does not set the accessed bit of the code segment's descriptor",
         always, f"m{UNTOUCHED:x}|p{layout.GDT:x}"),
    Rule("qemu", "#GP for an offset beyond the new code segment names the selector; volume 3 "
         "(CALL, JMP, RET) says 0", holds("callf", "jmpf", "retf", "iret"), "err"),
    Rule("bochs", "a call gate saves SP alone of a 16-bit stack; volume 3 (CALL) pushes ESP",
         all_of(holds("callf"), lambda case, _: not case.segments["ss"].big), MEMORY),
    Rule("bochs", "CALL pushes before it finds the target beyond the limit; volume 3 (CALL) "
         "checks first", all_of(holds("call"), ended_in(13)), f"{MEMORY}|{PAGES}"),
    *both("whether INT3 pushes an RF that IRET has just set is not in the manual", holds("iret"),
          "fl", ~RF),
    *both("in which order IRET and RETF read their frame, and others a far pointer, is not in "
          "the manual: where it crosses into an absent page, CR2 and the A bits may differ",
          all_of(holds("iret", "retf", "lxs", "callf", "jmpf"), PAGE_FAULT), f"cr2|{PAGES}"),
    Rule("qemu", "RETF to a stack segment that is absent is #NP; volume 3 (RET) says #SS",
         all_of(holds("retf"), ended_in(12)), "v"),
    Rule("qemu", "F1 raises #UD; on the Pentium it is INT1, as in Bochs", holds("icebp")),
    Rule("qemu", "an exception in the new task, after a task switch, is given the old task's EIP",
         all_of(of_class("task"), ended_in(10, 11, 12, 13))),
    Rule("bochs", "the same exception changes stacks even in ring 0; volume 3 does not define "
         "what a handler finds that is not a task",
         all_of(of_class("task"), ended_in(10, 12), same_task), "(?!(v|err)$).*"),
]

SYSTEM = [
    Rule("qemu", "VIF and VIP are always 0", always, "fl", ~(VIF | VIP)),
    Rule("qemu", "CR4.PVI does nothing", tagged("virtual interrupts")),
    *both("LAR leaves bits 16 to 19 undefined (volume 3, LAR)", holds("lar"),
          "e[a-d]x|e[sd]i|e[sb]p", ~0xF0000),
    Rule("qemu", "SGDT and SIDT with a 16-bit operand store 0 in the sixth byte, where 32-bit "
         "processors have the base's highest", tagged("16-bit table image"), MEMORY),
    Rule("qemu", "LTR takes a null selector that has an RPL", all_of(holds("ltr"), ended_in(13))),
    Rule("qemu", "NW without CD is taken by CR0 (volume 3, MOV CRn: #GP)",
         all_of(holds("mov_cr"), ended_in(13))),
    Rule("qemu", "MOV with a control or debug register that is not there is #GP in ring 3; an "
         "opcode that does not exist is #UD first", all_of(holds("mov_cr", "mov_dr"), ended_in(6)),
         "v"),
    Rule("qemu", "reserved bits 11, 12, 14 and 15 of DR7 can be set", holds("mov_dr"), "dr7",
         ~0xD800),
    Rule("bochs", "bit 11 of DR7 can be set, as on later processors", holds("mov_dr"), "dr7",
         ~0x800),
    Rule("qemu", "bit 12 of DR6 can be set; it reads as 0", holds("mov_dr"), "dr6", ~0x1000),
    Rule("qemu", "an MSR that is not there reads as 0", holds("rdmsr", "wrmsr")),
    *(rule for tag in ("input", "cpuid", "rdtsc")
      for rule in both("what is read is the machine's own", tagged(tag), "e[a-d]x")),
]

X87 = [
    Rule("qemu", "keeps no opcode, and other pointers than the Pentium's, of the last x87 "
         "instruction", x87, POINTERS),
    Rule("qemu", "C1 does not tell which way a result was rounded or the stack overflowed", x87,
         "fsw", ~C1),
    Rule("qemu", "the stack is not checked: no invalid operation on overflow or underflow",
         status(STACK_FAULT)),
    Rule("qemu", "an unmasked exception does not keep the result from being written",
         status(ERROR_SUMMARY)),
    Rule("qemu", "a denormal operand does not always set DE", all_of(x87, denormal_missed), "fsw",
         ~DENORMAL),
    Rule("qemu", "FST to a register does not mark it as in use", holds("fst"), "ftw"),
    Rule("qemu", "FNSTENV masks no exceptions, and it and FNSAVE store zeros where the Pentium "
         "stores ones", holds("fnstenv", "fnsave")),
    Rule("qemu", "a memory operand is rounded to the precision control as it is read",
         all_of(tagged("x87 memory"), rounds_short)),
    Rule("qemu", "FLDENV does not read the pointers", holds("fldenv"), PAGES),
    Rule("qemu", "FLDENV does not read the pointers", all_of(holds("fldenv"), PAGE_FAULT)),
    Rule("qemu", "a NaN in memory is made quiet before it is chosen whose payload survives",
         all_of(tagged("x87 memory"), nan_left), STACK),
    Rule("qemu", "FBLD computes in double precision", holds("fbld"), f"{STACK}|fsw"),
    Rule("qemu", "FSIN, FCOS, FSINCOS and FPTAN are computed in double precision",
         holds("fsin", "fsincos", "fptan")),
    Rule("qemu", "FPREM and FPREM1 round by the precision control and set other condition codes "
         "for NaNs", holds("fprem")),
    Rule("qemu", "FRNDINT rounds by the precision control", holds("frndint"), "st0|ftw|fsw"),
    Rule("qemu", "FYL2X with a denormal ST(1) comes out twice as large (14 * 0.53 * 2^-16382 has "
         "the exponent field 3; seed 50, case 626)",
         all_of(holds("fyl2x"), tagged("denormal factor")), STACK),
    Rule("qemu", "FIST has changed the status word when its write faults",
         all_of(STORES, qemu_ended_in(14))),
    Rule("bochs", "a store that faults has already changed the status word and the pointers",
         all_of(STORES, ended_in(12, 13, 14, 17)), f"fsw|{POINTERS}"),
    Rule("bochs", "FRNDINT of a denormal does not raise DE, which volume 3 (FRNDINT) lists",
         all_of(holds("frndint"), tagged("denormal"))),
    Rule("bochs", "FPATAN says DE where only its quotient is denormal, on the way (seed 59, case "
         "1026)", all_of(holds("fpatan"), no_denormal), "fsw", ~(DENORMAL | UNDERFLOW)),
    Rule("bochs", "and with DE unmasked it ends there, its operands left as they were (seed 82019, "
         "case 1339: -2^-16381 by 2^12, neither denormal)",
         all_of(holds("fpatan"), no_denormal, bochs_denormal_unmasked)),
    Rule("bochs", "FPATAN of a denormal ST(1) gives 0 where rounding up leaves the least denormal "
         "(seed 82007, case 1112: 2^-16445 by 2^70)",
         all_of(holds("fpatan"), tagged("denormal factor")), "ftw"),
    Rule("bochs", "FSIN of the least normal number, rounded towards 0, is that number; it is below "
         "it, and so denormal: x - x^3/6 (seed 92037, case 1358)",
         all_of(holds("fsin"), least_normal_towards_0), "st0|ftw"),
    Rule("bochs", "FNOP moves the instruction pointer; volume 3 (FNOP): it changes nothing but "
         "EIP", holds("fnop"), POINTERS),
    Rule("bochs", "FPATAN is wrong from about the 47th bit on, F2XM1 and FYL2X by up to some 60 "
         "units in the last place", holds("fpatan", "f2xm1", "fyl2x"), STACK),
    *both("FLD of a denormal with DE unmasked pushes it; volume 3: TOP remains unchanged",
          all_of(holds("fld"), denormal_unmasked)),
    *both("whether FPREM raises an unmasked underflow for a result that is tiny but exact: volume "
          "3 (FPREM) lists the exception, neither reference raises it",
          all_of(holds("fprem"), tagged("denormal"), underflow_unmasked)),
    Rule("bochs", "FSCALE's result of a massive underflow, the exception unmasked, is not 0 "
         "(volume 3, numeric underflow)", all_of(holds("fscale"), status(ERROR_SUMMARY))),
    *both("an FPREM or FPREM1 that gives a NaN has no quotient for C0 and C3",
          all_of(holds("fprem"), nan_left), "fsw", ~(C0 | C3)),
    *both("underflow, precision and the direction of rounding of a transcendental instruction "
          "hang on the last bit, where the manual allows an error (volume 3, appendix G)",
          tagged("transcendental"), "fsw", ~(C1 | PRECISION | UNDERFLOW)),
    *both("so does whether a denormal becomes 0, which the tag word shows",
          all_of(tagged("transcendental"), tagged("denormal")), "ftw"),
    *both("and what an unmasked underflow makes of it",
          all_of(tagged("transcendental"), tagged("denormal"), underflow_unmasked)),
    *both("F2XM1 and FYL2XP1 beyond the range the manual gives, and trigonometry beyond pi/4, "
          "for which the Pentium has 66 bits of pi (volume 3, appendix G)", tagged("out of range")),
    *both("in which order and how far ten bytes and more are stored before a page fault, and in "
          "which FBLD reads them, is not in the manual",
          all_of(holds("fst", "fbstp", "fbld", "fnstenv", "fnsave"), PAGE_FAULT),
          f"{MEMORY}|{PAGES}"),
    *both("in which order FBSTP, FBLD, FLDENV and FRSTOR touch their bytes is not in the manual",
          all_of(holds("fbstp", "fbld", "fldenv", "frstor"), PAGE_FAULT), f"cr2|{PAGES}"),
    *both("nor what FRSTOR has loaded before a page fault", all_of(holds("frstor"), PAGE_FAULT),
          f"fcw|fsw|ftw|{POINTERS}|{STACK}"),
]

RULES = [*FAULTS, *STACKS, *TRANSFERS, *SYSTEM, *X87, *extension_rules.RULES]

# (reason, condition, fields): the manual's result where no reference can be followed.
EXPECTED = [
    ("an opcode that volume 3's opcode map leaves blank is #UD", holds(*HINTS), {"v": 6}),
    ("and so is what the processor does not have", extension_rules.lacking, {"v": 6}),
]


def expected(case, field):
    """The manual's own value for a field; None if the references decide."""
    return next((values[field] for _, when, values in EXPECTED
                 if field in values and when(case, None)), None)


def skips(machine, case):
    """The reason why this machine is not given this case; None if it is given."""
    return next((reason for name, reason, tag in SKIPS
                 if name == machine and tag in case.tags), None)


def applied(machine, case, field, results):
    """The rules that limit which bits of a field this machine decides."""
    return [rule for rule in RULES if rule.machine == machine
            and re.fullmatch(rule.fields, field) and rule.when(case, results)]


def trusted_mask(machine, case, field, results):
    """The bits of a field of this machine's result that the rules leave in force."""
    mask = -1  # all bits
    for rule in applied(machine, case, field, results):
        mask &= rule.mask
    return mask
