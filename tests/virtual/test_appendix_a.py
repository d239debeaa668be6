# SPDX-License-Identifier: MIT
"""Each rule of the thesis's Appendix A: the count of an event while a guest's code runs, minus that
of no code. The rule is quoted in the comment above its cases. Hardware interrupts are tested in
test_pic.py, matches in test_debug.py, snoops in tests/unit/test_model_snoop.c."""
import pytest

RINGS = 0xC0  # CESR: count in all rings
(READ, WRITE, DATA_TLB, READ_MISS, WRITE_MISS, WRITE_HIT, WRITTEN_BACK, SNOOPS, SNOOP_HITS,
 BOTH_PIPES, BANK, MISALIGNED, CODE_READ, CODE_TLB, CODE_MISS, SEGMENT) = range(16)
BRANCH, BTB_HIT, TAKEN_OR_HIT, FLUSH, INSTRUCTION, V_PIPE, BUS, WRITE_STALL, READ_STALL, \
    EWBE_STALL, LOCKED, IO, NONCACHEABLE, AGI = range(0x12, 0x20)
FLOPS, MATCH_DR0 = 0x22, 0x23
INTERRUPT, READ_OR_WRITE, MISS = 0x27, 0x28, 0x29

SOURCE = """
%include "protected.inc"
%include "devices.inc"
%include "translated.inc"
%macro EVICT 1                          ; two other lines of its set replace the line of %1
    mov eax, [%1 + 4096]
    mov eax, [%1 + 8192]
%endmacro
main:
    call protect
    fninit
    {before}
    {measures}
    ret
    {more}
section .data
align 8
zero: dq 0.0
one: dq 1.0
minus: dq -1.0
huge: dq 1.0e300
small: dq 1.0e-300
third: dq 0.3333
quiet: dq 0x7ff8000000000001
signalling: dq 0x7ff0000000000001
infinite: dq 0x7ff0000000000000
denormal: dq 1
two: dd 2
all_unmasked: dw 0x360
far_pointer: dd 0
    dw DATA_0
gdt_image: dw $ - protected_gdt - 1
    dd protected_gdt
idt_image: dw 0x40 * 8 - 1
    dd idt
section .bss
alignb 4096
area: resb 16384
turns: resd 1
section .text
"""

MEASURE = """
%push
    mov dword [turns], {turns}
%$again:
    {setup}
    mov eax, {select}
    SET_MSR MSR_CESR
    xor eax, eax
    SET_MSR MSR_CTR0
    {code}
    xor eax, eax
    SET_MSR MSR_CESR
    dec dword [turns]
    jnz near %$again
    GET_MSR MSR_CTR0
    call print
%pop
"""


@pytest.fixture(name="count")
def count_fixture(guest):
    """count(code, event, ...): the counts. The code runs `turns` times, each time after `setup`,
    and the last run is used, which `without` in place of the code is subtracted from."""
    def run(code, *events, setup="", without="", before="", more="", turns=2, options=()):
        measures = "".join(MEASURE.format(code=each, setup=setup, select=event | RINGS, turns=turns)
                           for event in events for each in (without, code))
        source = SOURCE.format(before=before, measures=measures, more=more)
        numbers = guest(source).numbers(*options)
        signed = [number - (number >> 31 << 32) for number in numbers]
        return [full - empty for empty, full in zip(signed[::2], signed[1::2])]
    return run


ERRATA_OFF = ("-errata", "off")
PAGED = "PAGING_ON"
DIRTY = "wbinvd\nmov eax, [area]\nmov [area], eax"
AWAY_MISSING = "mov dword [AWAY_PTE], 0\ninvlpg [AWAY]"

NE = "mov eax, cr0\nor eax, 0x20\nmov cr0, eax"

CASES = {
    # "data read or write accesses, regardless of whether they hit or miss"
    "a read that hits": ("mov eax, [area]", {READ: 1, WRITE: 0, READ_MISS: 0, READ_OR_WRITE: 1}),
    "a read that misses": ("mov eax, [area]", {READ: 1, READ_MISS: 1, MISS: 1},
                           {"setup": "EVICT area"}),
    "a write that hits": ("mov [area], eax", {WRITE: 1, READ: 0, WRITE_MISS: 0, READ_OR_WRITE: 1},
                          {"setup": "mov eax, [area]"}),
    "a write that misses": ("mov [area], eax", {WRITE: 1, WRITE_MISS: 1, MISS: 1},
                            {"setup": "EVICT area"}),
    "the sums": ("mov eax, [area]\nmov [area + 64], eax\nmov [area + 64], eax",
                 {READ: 1, WRITE: 2, READ_OR_WRITE: 3}),
    # "I/O reads and writes are not included"
    "I/O": ("in al, 0x80\nout 0x80, al", {READ: 0, WRITE: 0, READ_OR_WRITE: 0, READ_MISS: 0,
                                         WRITE_MISS: 0, MISS: 0, IO: 2}),
    # "in the case of split accesses, each individual component is counted"
    "a split read": ("mov eax, [area + 2]", {READ: 2, READ_OR_WRITE: 2}),
    "a split write": ("mov [area + 2], eax", {WRITE: 2}),
    "ten bytes": ("fld tword [area]\nfstp tword [area + 16]", {READ: 2, WRITE: 2, MISALIGNED: 0}),
    "ten bytes, split": ("fld tword [area + 4]\nfstp st0", {READ: 3, MISALIGNED: 1}),
    # "data reads that are part of processing a TLB miss are not included"
    "a page walk": ("mov eax, [area]", {READ: 1, READ_MISS: 0, DATA_TLB: 1, READ_OR_WRITE: 1},
                    {"before": PAGED, "setup": "invlpg [area]"}),
    # data TLB miss: "twice if the data that misses also causes an exception"
    "a missing page": ("TRY\nmov eax, [AWAY]\nCAUGHT", {DATA_TLB: 2},
                       {"before": PAGED, "setup": AWAY_MISSING, "without": "TRY\nCAUGHT"}),
    "a missing page without errata": (
        "TRY\nmov eax, [AWAY]\nCAUGHT", {DATA_TLB: 1},
        {"before": PAGED, "setup": AWAY_MISSING, "without": "TRY\nCAUGHT", "options": ERRATA_OFF}),
    # misses: "whether or not the access is cacheable"
    "video memory": ("mov eax, [0xb8000]\nmov [0xb8004], eax",
                     {READ_MISS: 1, WRITE_MISS: 1, NONCACHEABLE: 1}),
    # "incorrectly get incremented twice if the access is misaligned"
    "a misaligned miss": ("mov eax, [area + 2]", {READ_MISS: 2, MISS: 2}, {"setup": "EVICT area"}),
    "a misaligned write miss": ("mov [area + 2], eax", {WRITE_MISS: 2}, {"setup": "EVICT area"}),
    "a misaligned miss without errata": ("mov eax, [area + 2]", {READ_MISS: 1},
                                         {"setup": "EVICT area", "options": ERRATA_OFF}),
    # "write hits to lines that are either exclusive or modified"
    "writes to an exclusive and a modified line": (
        "mov [area], eax\nmov [area + 4], eax", {WRITE_HIT: 2},
        {"setup": "EVICT area\nmov eax, [area]"}),
    "a write to a shared line": (
        "mov [area], eax", {WRITE_HIT: 0, WRITE_MISS: 0},
        {"setup": "EVICT area\nmov eax, [area]", "options": ("-set", "cache.fill_shared=on")}),
    "a write to no line": ("mov [area], eax", {WRITE_HIT: 0}, {"setup": "EVICT area"}),
    # "all dirty lines that are written back, regardless of the cause"
    "a replaced line": ("EVICT area", {WRITTEN_BACK: 1}, {"setup": DIRTY}),
    "a line written back by WBINVD": ("wbinvd", {WRITTEN_BACK: 1}, {"setup": DIRTY}),
    "a clean line": ("EVICT area", {WRITTEN_BACK: 0}, {"setup": "EVICT area\nmov eax, [area]"}),
    # "data as a result of an internal snoop"; external snoops: "no internal snoops are counted"
    "code in a modified line": ("call area", {WRITTEN_BACK: 1, SNOOPS: 0, SNOOP_HITS: 0},
                                {"setup": "mov eax, [area]\n" + "mov byte [area], 0xc3\n" * 2}),
    # "reads or writes which are paired; because of misses or bank conflicts not in parallel"
    "paired reads": ("mov eax, [area]\nmov ebx, [area + 4]", {BOTH_PIPES: 1, BANK: 0}),
    "a paired read and write": ("mov eax, [area]\nmov [area + 4], ebx", {BOTH_PIPES: 1}),
    "a bank conflict": ("mov eax, [area]\nmov ebx, [area + 32]", {BOTH_PIPES: 1, BANK: 1}),
    "paired misses": ("mov eax, [area]\nmov ebx, [area + 68]", {BOTH_PIPES: 1, READ_MISS: 2},
                      {"setup": "EVICT area\nEVICT area + 64"}),
    "reads that do not pair": ("mov eax, [area]\nnot ecx\nmov ebx, [area + 4]", {BOTH_PIPES: 0}),
    # "2 or 4 bytes when they cross a 4-byte boundary, 8 bytes across 8, 10 bytes as 8 and 2"
    "2 bytes inside": ("mov ax, [area + 1]", {MISALIGNED: 0}),
    "2 bytes across": ("mov ax, [area + 3]", {MISALIGNED: 1}),
    "4 bytes across": ("mov [area + 1], eax", {MISALIGNED: 1}),
    "8 bytes across 4": ("fld qword [area + 8]\nfstp st0", {MISALIGNED: 0}),
    "8 bytes across 8": ("fld qword [area + 4]\nfstp st0", {MISALIGNED: 1}),
    "10 bytes across twice": ("fld tword [area + 7]\nfstp st0", {MISALIGNED: 2}),
    "I/O across": ("mov dx, 0x83\nin ax, dx", {MISALIGNED: 1, IO: 2}),
    # "twice if caused by FST or FSTP"
    "FST across": ("fst dword [area + 1]", {MISALIGNED: 2}, {"before": "fld1"}),
    "FSTP across": ("fld1\nfstp qword [area + 4]", {MISALIGNED: 2}),
    "FST across without errata": ("fst dword [area + 1]", {MISALIGNED: 1},
                                  {"before": "fld1", "options": ERRATA_OFF}),
    # code read: "whether cacheable or not", of the cache's lines; so are misses
    "two more lines": ("times 128 nop", {CODE_READ: 2, CODE_MISS: 0}, {"without": "times 64 nop"}),
    "code in video memory": ("call 0xb8000", {CODE_MISS: 1, NONCACHEABLE: 1},
                             {"setup": "mov byte [0xb8000], 0xc3"}),
    # code TLB miss, "twice if it also causes an exception"
    "code of another page": ("call far_page", {CODE_TLB: 1, DATA_TLB: 0},
                             {"before": PAGED + "\nmov byte [far_page], 0xc3",
                              "setup": "invlpg [far_page]"}),
    "code of a missing page": ("TRY\njmp AWAY\nCAUGHT", {CODE_TLB: 2},
                               {"before": PAGED, "setup": AWAY_MISSING, "without": "TRY\nCAUGHT"}),
    # "writes into any segment register; the LDTR, GDTR, IDTR and TR"
    "MOV to DS, POP to ES": ("mov ds, bx\npush ds\npop es", {SEGMENT: 2},
                             {"before": "mov ebx, ds"}),
    "LDS": ("lds eax, [far_pointer]", {SEGMENT: 1}),
    "LGDT and LIDT": ("lgdt [gdt_image]\nlidt [idt_image]", {SEGMENT: 2}),
    "LLDT": ("lldt bx", {SEGMENT: 1}, {"before": "xor ebx, ebx"}),
    "LTR": ("ltr bx", {SEGMENT: 1},
            {"setup": "mov ebx, MAIN_TASK\nand byte [protected_gdt + MAIN_TASK + 5], ~2"}),
    # "far control transfers; with a change of privilege twice"
    "a far jump": ("jmp CODE_SELECTOR:%$next\n%$next:", {SEGMENT: 1}),
    "a far call and return": ("call CODE_SELECTOR:%$routine\njmp %$next\n%$routine: retf\n%$next:",
                              {SEGMENT: 2}),
    "an interrupt and its return": ("int 0x32", {SEGMENT: 2},
                                    {"before": "GATE 0x32, returns", "more": "returns: iret"}),
    # IRET 2, INT 2; DS and ES on the way there and back
    "to ring 3 and back": (
        "TRY\nENTER_RING CODE_3, DATA_3, %$there, ring3_stack_end\n"
        "%$there: int BACK_VECTOR\nCAUGHT", {SEGMENT: 2 + 2 + 2 + 2}, {"before": "cli"}),
    # "taken and not-taken branches, executed ones"
    "branches": ("test eax, 0\njnz %$a\njz %$a\n%$a: jmp %$b\n%$b: call %$c\njmp %$d\n%$c: ret\n"
                 "%$d:", {BRANCH: 6}),
    "a software interrupt and IRET": ("int 0x32", {BRANCH: 2, INTERRUPT: 0},
                                      {"before": "GATE 0x32, returns", "more": "returns: iret"}),
    # "serializing instructions, interrupts and exceptions are treated as taken branches"; "this
    # does not occur on a serializing instruction"
    "serialising instructions": ("cpuid\nmov eax, cr0\nmov cr0, eax\nlgdt [gdt_image]",
                                 {BRANCH: 3, TAKEN_OR_HIT: 3, BTB_HIT: 0, FLUSH: 0}),
    # an exception, which is a branch and a flush, and its handler's IRET, another branch. "Both
    # instructions executed and this event should be incremented when any exception is recognized";
    # the handler has two instructions that do not pair
    "an exception": ("ud2", {BRANCH: 2, FLUSH: 1, INTERRUPT: 0, INSTRUCTION: 1 + 2, V_PIPE: 1},
                     {"before": "GATE 6, skips", "more": "skips: add dword [esp], 2\niret"}),
    # "branches that hit in the BTB"; "taken branches and BTB hits"
    "a taken branch seen before": ("jmp %$next\n%$next:", {BTB_HIT: 1, TAKEN_OR_HIT: 1, FLUSH: 0}),
    "a taken branch not seen before": ("jmp %$next\n%$next:",
                                       {BTB_HIT: 0, TAKEN_OR_HIT: 1, FLUSH: 1}, {"turns": 1}),
    "a branch never taken": ("test eax, 0\njnz %$next\n%$next:",
                             {BTB_HIT: 0, TAKEN_OR_HIT: 0, FLUSH: 0, BRANCH: 1}),
    # taken in the first two of three turns, so in the BTB, and mispredicted in the last
    "a mispredicted branch": ("cmp dword [turns], 1\njne %$next\n%$next:",
                              {BTB_HIT: 1, TAKEN_OR_HIT: 1, FLUSH: 1},
                              {"turns": 3, "without": "cmp dword [turns], 1"}),
    # "all instructions with a repeat prefix are counted once"
    "REP": ("mov ecx, 50\nmov edi, area\nrep stosd", {INSTRUCTION: 3, V_PIPE: 1}),
    # "the number of instructions actually executed in the v-pipe"
    "pairs": ("inc eax\ninc ebx\ninc ecx\nnot edx\ninc eax", {INSTRUCTION: 5, V_PIPE: 1}),
    # clocks while a bus cycle is in progress; a read waits 15 clocks for L2's 3-1-1-1 and memory's
    "no bus cycle": ("times 50 nop", {BUS: 0, WRITE_STALL: 0, READ_STALL: 0, EWBE_STALL: 0}),
    # "stalls on I/O accesses are not included"
    "I/O does not stall for buffers": ("times 8 out 0x80, al", {WRITE_STALL: 0}),
    # "misaligned as 2 clocks instead of 3 unless the access misses the TLB"
    "the stall of a misaligned read": ("mov eax, [area + 2]", {READ_STALL: 2}),
    "the stall of a misaligned read without errata": ("mov eax, [area + 2]", {READ_STALL: 3},
                                                      {"options": ERRATA_OFF}),
    "the stall of a misaligned read and TLB miss": (
        "mov eax, [area + 2]", {READ_STALL: 3},
        {"before": PAGED, "setup": "invlpg [area]",
         "without": "mov eax, [area]"}),
    # "LOCK prefixes; page table and descriptor table updates; only the read portion; split locked
    # cycles count as two"
    "LOCK": ("lock inc dword [area]", {LOCKED: 1}),
    "XCHG": ("xchg eax, [area]", {LOCKED: 1}),
    "a split LOCK": ("lock inc dword [area + 2]", {LOCKED: 2}),
    "a page table update": ("mov eax, [AWAY]", {LOCKED: 1},
                            {"before": PAGED,
                             "setup": "and dword [AWAY_PTE], ~0x60\ninvlpg [AWAY]"}),
    "a descriptor table update": (
        "mov ds, bx", {LOCKED: 1},
        {"setup": "mov dword [spare], 0xffff\nmov dword [spare + 4], 0x00cf9200\n"
                  "mov ebx, SPARE"}),
    "no descriptor table update": ("mov ds, bx", {LOCKED: 0}, {"before": "mov ebx, ds"}),
    # "bus cycles directed to I/O space; misaligned two"
    "words of I/O": ("mov dx, 0x82\nin ax, dx\nmov dx, 0x87\nout dx, ax", {IO: 1 + 2}),
    # "the read cycles caused by TLB misses"; both tables are read on the bus
    "the reads of a page walk": ("mov eax, [area]", {NONCACHEABLE: 2},
                                 {"before": PAGED,
                                  "setup": "wbinvd\ninvlpg [area]"}),
    # "incorrectly incremented for reads to I/O space"
    "I/O reads": ("in al, 0x80\nout 0x80, al", {NONCACHEABLE: 1}),
    "I/O reads without errata": ("in al, 0x80", {NONCACHEABLE: 0}, {"options": ERRATA_OFF}),
    # "in both pipes during the same clock signals this event twice"
    "an interlock": ("mov esi, area\nmov eax, [esi]", {AGI: 1}),
    "an interlock in both pipes": (
        "mov esi, area\nmov edi, area\nmov eax, [esi]\nmov ebx, [edi + 4]", {AGI: 2}),
    # "adds, subtracts, multiplies, divides, remainders and square roots"
    "operations": (
        "fadd st1\nfsub st1\nfmul st1\nfdiv st1\nfprem\nfprem1\nfsqrt\nfsubr st1\nfdivr st1\n"
        "fiadd word [two]\nfmulp\n", {FLOPS: 11}, {"setup": "fninit\nfld1\nfld1"}),
    "no operations": ("fld1\nfld st0\nfchs\nfabs\nfxch\nfcompp\nfldz\nftst\nfst dword [area]\n"
                      "frndint", {FLOPS: 0}, {"setup": "fninit"}),
    # "multiple adds and multiplies, multiple times": x87.transcendental_operations, an assumption
    "a sine": ("fsin", {FLOPS: 10}, {"setup": "fninit\nfld1"}),
    # "any instructions that use the floating point arithmetic circuitry"
    "integer multiplies": ("imul eax, ecx\nmul ecx\nimul dword [two]\ndiv dword [two]", {FLOPS: 3},
                           {"setup": "xor eax, eax"}),
    # "divide by zero, negative root, special operand or stack exceptions will not be counted"
    "x / 0": ("fdiv qword [zero]", {FLOPS: 0}, {"setup": "fninit\nfld1"}),
    "x / 0, registers": ("fdivrp", {FLOPS: 0}, {"setup": "fninit\nfldz\nfld1"}),
    "x / 0, integer": ("fidiv dword [area]", {FLOPS: 0}, {"setup": "fninit\nfld1"}),
    "0 / 0": ("fdiv qword [zero]", {FLOPS: 0}, {"setup": "fninit\nfldz"}),
    "the root of -1": ("fsqrt", {FLOPS: 0}, {"setup": "fninit\nfld qword [minus]"}),
    "the root of -0": ("fsqrt", {FLOPS: 1}, {"setup": "fninit\nfldz\nfchs"}),
    "underflow of the stack": ("fadd st0, st1\nfmul dword [area]", {FLOPS: 1}, {"setup": "fninit"}),
    "overflow of the stack": ("fsincos", {FLOPS: 0}, {"setup": "fninit\ntimes 8 fld1"}),
    "a signalling NaN": ("fadd qword [signalling]\nfldz\nfmul qword [signalling]", {FLOPS: 0},
                         {"setup": "fninit\nfld1"}),
    "a quiet NaN": ("fadd qword [quiet]", {FLOPS: 1}, {"setup": "fninit\nfld1"}),
    "infinity - infinity": ("fsub st0, st1", {FLOPS: 0},
                            {"setup": "fninit\nfld qword [infinite]\nfld st0"}),
    "infinity + 1": ("fadd qword [one]", {FLOPS: 1}, {"setup": "fninit\nfld qword [infinite]"}),
    "0 * infinity": ("fmul qword [infinite]", {FLOPS: 0}, {"setup": "fninit\nfldz"}),
    "a remainder of 0": ("fprem", {FLOPS: 0}, {"setup": "fninit\nfldz\nfld1"}),
    "the sine of infinity": ("fsin", {FLOPS: 0}, {"setup": "fninit\nfld qword [infinite]"}),
    "a logarithm of -1": ("fyl2x", {FLOPS: 0}, {"setup": "fninit\nfld1\nfld qword [minus]"}),
    # x87.denormal_operations, an assumption
    "a denormal operand": ("fadd qword [denormal]", {FLOPS: 0}, {"setup": "fninit\nfld1"}),
    "a denormal operand that counts": (
        "fadd qword [denormal]", {FLOPS: 1},
        {"setup": "fninit\nfld1", "options": ("-set", "x87.denormal_operations=on")}),
    # "all other floating point exceptions will be counted": overflow, underflow, precision
    "overflow": ("fmul st0, st0", {FLOPS: 1}, {"setup": "fninit\nfld qword [huge]\n"
                                              + "fmul st0, st0\n" * 4}),
    "underflow": ("fmul st0, st0", {FLOPS: 1}, {"setup": "fninit\nfld qword [small]\n"
                                               + "fmul st0, st0\n" * 4}),
    "precision": ("fmul qword [third]", {FLOPS: 1}, {"setup": "fninit\nfld qword [third]"}),
    # the same unmasked; the exception is reported by the next instruction, which is not executed
    "x / 0, unmasked": (
        "fldcw [all_unmasked]\nTRY\nfdiv qword [zero]\nfadd qword [one]\nCAUGHT\nfnclex",
        {FLOPS: 0},
        {"before": NE, "setup": "fninit\nfld1", "without": "TRY\nCAUGHT"}),
    "overflow, unmasked": (
        "fldcw [all_unmasked]\nTRY\nfmul st0, st0\nfadd qword [one]\nCAUGHT\nfnclex",
        {FLOPS: 1},
        {"before": NE, "setup": "fninit\nfld qword [huge]\n" + "fmul st0, st0\n" * 4,
         "without": "TRY\nCAUGHT"}),
    "operands of a missing page": (
        "TRY\nfadd qword [AWAY]\nCAUGHT\nTRY\nimul dword [AWAY]\nCAUGHT", {FLOPS: 0},
        {"before": PAGED, "setup": "fninit\nfld1\n" + AWAY_MISSING,
         "without": "TRY\nCAUGHT\nTRY\nCAUGHT"}),
    # in code that is executed often enough to be translated
    "a loop": ("mov ecx, 5000\n%$l: fadd st0, st1\nfmul st0, st1\ndec ecx\njnz %$l",
               {FLOPS: 10000},
               {"setup": "fninit\nfld1\nfldz"}),
    "a loop of exceptions": (
        "mov ecx, 5000\n%$l: fld st0\nfsub st0, st1\nfstp st0\nfld st0\nfadd st0, st0\nfstp st0\n"
        "dec ecx\njnz %$l", {FLOPS: 5000}, {"setup": "fninit\nfld qword [infinite]"}),
    "a loop of exceptions in memory": (
        "mov ecx, 5000\n%$l: fldz\nfmul qword [infinite]\nfstp st0\ndec ecx\njnz %$l", {FLOPS: 0},
        {"setup": "fninit"}),
    # "breakpoint matches, whether or not the breakpoints are enabled"
    "a match of a breakpoint that is off": (
        "not ecx\n%$here: not ecx", {MATCH_DR0: 1, MATCH_DR0 + 1: 0},
        {"setup": "mov eax, %$here\nmov dr0, eax",
         "without": "jmp %$next\n%$here: nop\n%$next:"}),
}


@pytest.mark.parametrize("rule", CASES)
def test_rule(count, rule):
    code, expected, *more = CASES[rule]
    assert dict(zip(expected, count(code, *expected, **(more[0] if more else {})))) == expected
