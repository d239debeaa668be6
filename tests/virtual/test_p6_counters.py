# SPDX-License-Identifier: MIT
"""The counters of the P6 family in the virtual machine: what they count of small programs, known by
hand; how they are written, enabled, told to count clocks, and how they interrupt."""
import pytest

ALL = ("ppro", "p2", "p3")
OS, E, INT, EN, INV = 1 << 17, 1 << 18, 1 << 20, 1 << 22, 1 << 23


def cmask(n):
    return n << 24


@pytest.fixture
def count(guest):
    """count(body, *selects): what each of them counts while `body` runs, on counter 0 or, for those
    in a list, counter 1; what an empty body counts is taken off. It runs `turns` times, each behind
    `before`, from a counter of 0, and the last counts. ESI is a page's beginning that nothing has
    touched, another for each turn."""
    def run(body, *selects, cpu="p2", before="", turns=2, options=()):
        source = ['%include "p6.inc"', "main:", "finit"]
        for select in selects:
            zero, one = (0, select[0]) if isinstance(select, list) else (select, 0)
            for code in ("", body):
                source += ["%push", f"mov ebp, {turns}", "%$again:", "mov esi, [next_page]",
                           "add dword [next_page], 4096", before, f"START {zero | OS}, {one | OS}",
                           code, "STOP", "dec ebp", "jnz %$again",
                           f"mov ecx, {0xc2 if one else 0xc1}", "rdmsr", "call print", "%pop"]
        numbers = guest("\n".join([*source, "ret", "section .data", "next_page: dd pages",
                                   "section .bss", "alignb 4096", "area: resb 65536",
                                   "pages: resb 4096 * 128"])).numbers("-cpu", cpu, *options)
        return [counted - empty for empty, counted in zip(numbers[::2], numbers[1::2])]
    return run


# ---- instructions, uops, branches ---------------------------------------------------------------

@pytest.mark.parametrize("cpu", ALL)
def test_instructions_uops_and_branches_of_a_loop(count, cpu):
    """MOV, then a hundred turns of ADD, DEC, JNZ: 301 instructions of one uop each
    (p6_uops: MOV r,i, ADD r,r, DEC r, Jcc), 100 branches, 99 of them taken. Warm, the BTB knows it:
    its history of four taken turns foresees all but the last. Both counters count all of these."""
    body = """
    mov ecx, 100
%$turn:
    add eax, ebx
    dec ecx
    jnz %$turn"""
    events = (0xc0, 0xc2, 0xc4, 0xc9, 0xc5, 0xca, 0xe2, 0xe6, 0xe0, 0xd0)
    wanted = [301, 301, 100, 99, 1, 0, 0, 0, 100, 301]
    assert count(body, *events, cpu=cpu) == wanted
    assert count(body, *([event] for event in events), cpu=cpu) == wanted


@pytest.mark.parametrize("body,uops", (
    ("mov [area], eax", 2),             # address, data
    ("add eax, [area]", 2),             # load, ALU
    ("add [area], eax", 4),             # load, ALU, address, data
    ("push eax\npop eax", 5),           # ALU, address, data; ALU, load
    ("xchg eax, ebx", 3),
    ("adc eax, ebx", 2),
    ("cmove eax, ebx", 2),
    ("fxch", 1),
))
def test_uops(count, body, uops):
    assert count(body, 0xc2) == [uops]


def test_branches_that_the_btb_does_not_know(count):
    """Cold code, each branch once. Forward and taken: the decoder takes it for not taken, which is
    wrong. Forward and not taken: right. JMP: the decoder knows where to; CALL likewise, and RET by
    the return stack. None is in the BTB: 5 misses, 3 redirections, 1 misprediction."""
    body = """
    xor eax, eax
    jz %$taken
    nop
%$taken:
    jnz %$jump
%$jump:
    jmp %$call
    nop
%$call:
    call %$sub
    jmp %$end
%$sub:
    ret
%$end:"""
    assert count(body, 0xc4, 0xc9, 0xe2, 0xe6, 0xc5, 0xca, turns=1) == [6, 5, 6, 4, 1, 1]
    assert count(body, 0xe2, 0xe6, 0xc5) == [0, 0, 0]


def test_a_pattern_of_three_is_foreseen_and_one_of_seven_is_not(count):
    """Taken, taken, not: each place is told by the four outcomes before it, which two levels learn;
    what is left is the end of the loop itself. Six taken and one not: the four before that one are
    all taken, as those before the two ahead of it: it is foreseen wrong each of 140 / 7 times."""
    def body(period, turns):
        return f"""
    mov edx, {turns}
    mov edi, {period}
%$turn:
    dec edi
    jnz %$on
    mov edi, {period}
%$on:
    dec edx
    jnz %$turn"""
    assert count(body(3, 141), 0xc5, turns=4) == [1]
    assert count(body(7, 140), 0xc5, turns=4) == [1 + 20]


# ---- memory -------------------------------------------------------------------------------------

@pytest.mark.parametrize("body,references,misaligned", (
    ("mov eax, [area]", 1, 0),
    ("mov [area], eax", 1, 0),
    ("add [area], eax", 2, 0),
    ("mov eax, [area + 6]", 2, 2),      # two halves, each a reference and a clock of event 05h
    ("mov [area + 6], eax", 2, 2),
    ("mov eax, [area + 4]", 1, 0),
    ("mov ax, [area + 3]", 1, 0),       # crosses 4 bytes, not 8
    ("fld tword [area]\nfstp st0", 2, 0),  # 80 bits are two
    ("push eax\npop eax", 2, 0),
    ("lea eax, [area]", 0, 0),
))
def test_references(count, body, references, misaligned):
    assert count(body, 0x43, 0x05) == [references, misaligned]


# Ten lines of a page that no cache has; the code is the second turn's, so L1 has that.
READ_TEN = "\n".join(f"mov eax, [esi + {i * 32}]" for i in range(10))
WRITE_TEN = "\n".join(f"mov [esi + {i * 32}], eax" for i in range(10))
MESI = {"m": 8, "e": 4, "s": 2, "i": 1}


def umask(event, states):
    return event | sum(MESI[state] for state in states) << 8


@pytest.mark.parametrize("cpu", ALL)
def test_ten_lines_from_memory(count, cpu):
    """Ten lines into L1, ten misses of L2, lines into it, bursts of the bus with four pieces of
    data each. A unit mask of 0 asks for no state. What is read again comes from L1."""
    events = (0x45, 0x46, umask(0x29, "i"), umask(0x29, "mes"), umask(0x2e, "mesi"), 0x2e, 0x24,
              0x26, 0x65, 0x6e, 0x6f, 0x70, 0x2070, 0x66, 0x64)
    wanted = [10, 0, 10, 0, 10, 0, 10, 0, 10, 10, 10, 10, 10, 0, 40]
    assert count(READ_TEN, *events, cpu=cpu) == wanted
    assert count(READ_TEN, *events, cpu=cpu, before=READ_TEN) == [0] * len(events)


@pytest.mark.parametrize("cpu,clocks", (("ppro", 12), ("p2", 14), ("p3", 18)))
def test_clocks_of_data_on_the_bus(count, cpu, clocks):
    """A line is four pieces, a bus clock each, which are 3, 3.5 and 4.5 of these processors' own
    (200 over 66.7, 350 and 450 over 100 MHz). Read, the processor drives none of them; what it
    sends to a port is one piece."""
    assert count(READ_TEN, 0x62, 0x2062, cpu=cpu) == [0, 10 * clocks]
    assert count("out 0x80, al", 0x62, 0x2062, cpu=cpu) == [1, clocks // 4]


def test_draining_stores(count):
    """CPUID waits until the stores before it are in the cache. One whose line has to come from
    memory takes what a load from there does, 71 clocks; without any there is nothing to wait for.
    So it is before a locked access, once for each."""
    drained, times = count("mov [esi], eax\ncpuid", 0x04, 0x04 | E)
    assert 60 <= drained <= 72 and times == 1
    assert count("cpuid", 0x04) == count("mov eax, [esi]\ncpuid", 0x04) == [0]
    drained, times = count("mov [esi], eax\nlock inc dword [area]", 0x04, 0x04 | E)
    assert 60 <= drained <= 72 and times == 1


def test_ten_lines_written(count):
    """A store asks for its line: read for ownership, modified in L1 at once, not in L2."""
    events = (0x45, 0x46, umask(0x2a, "i"), umask(0x29, "mesi"), 0x66, 0x65, 0x24, 0x25)
    assert count(WRITE_TEN, *events) == [10, 10, 10, 0, 10, 0, 10, 0]


@pytest.mark.parametrize("cpu,ways", (("ppro", 2), ("p2", 4), ("p3", 4)))
def test_a_modified_line_leaves_a_full_set(count, cpu, ways):
    """A set of L1 repeats each 4 KB. A line that is modified, then as many others read as there are
    ways: the oldest goes to L2, which has it as exclusive from when it came and then as modified.
    Asked for again it comes from there, in that state, and the bus has nothing to do."""
    others = "\n".join(f"mov eax, [area + {(1 + i) * 4096}]" for i in range(ways))
    before = f"{others}\nmov [area], eax"
    # Warm, L2 has all of them. The line has put out the oldest of the others: read in order, each
    # puts out the one that comes next, and the last but one the line itself.
    wanted = [1, ways, ways, 0, 0]
    assert count(others, 0x47, umask(0x29, "mesi"), umask(0x29, "e"), 0x6f, 0x25, cpu=cpu,
                 before=before, turns=3) == wanted
    again = f"{before}\n{others}"
    assert count("mov eax, [area]", umask(0x29, "m"), umask(0x29, "esi"), 0x45, 0x6f, cpu=cpu,
                 before=again, turns=3) == [1, 0, 1, 0]


def test_more_lines_than_a_set_has_ways(count):
    """Sixteen lines of a set of four: each read of a round misses L1, and L2 has them all."""
    lines = "\n".join(f"mov eax, [area + {(i % 16) * 4096}]" for i in range(16))
    assert count(lines, 0x45, umask(0x29, "e"), umask(0x29, "i")) == [16, 16, 0]


def test_lines_of_code(count):
    """128 bytes from an aligned address are four lines of code, and eight fetches of 16 bytes; with
    the jumps that lead there and on, up to two more each. Cold, L2 misses each line too; warm none
    is missed."""
    body = "jmp %$code\nalign 32\n%$code:\n" + "nop\n" * 126 + "jmp short %$out\nalign 32\n%$out:"
    misses, l2_misses, bursts, fetches = count(body, 0x81, umask(0x28, "i"), 0x68, 0x80, turns=1)
    assert 4 <= misses <= 6 and misses == l2_misses == bursts
    assert 8 <= fetches <= 10
    assert count(body, 0x81, umask(0x28, "mesi"), 0x68) == [0, 0, 0]


def test_segment_loads(count):
    assert count("push ds\npop es\nmov eax, ds\nmov fs, eax", 0x06) == [2]


@pytest.mark.parametrize("body,computing,multiplies,divides,flops", (
    ("imul eax, ebx", 1, 1, 0, 0),
    ("mov eax, 1\nxor edx, edx\nmov ecx, 3\ndiv ecx", 1, 0, 1, 0),
    ("fld1\nfld1\nfaddp\nfstp st0", 1, 0, 0, 1),
    ("fld1\nfld1\nfmulp\nfstp st0", 1, 1, 0, 1),
    ("fld1\nfld1\nfdivp\nfstp st0", 1, 0, 1, 1),
))
def test_computing(count, body, computing, multiplies, divides, flops):
    """Events 10h and C1h are counter 0's alone, 12h and 13h counter 1's; the other has 0."""
    assert count(body, 0x10, [0x12], [0x13], 0xc1) == [computing, multiplies, divides, flops]
    assert count(body, [0x10], 0x12, 0x13, [0xc1]) == [0, 0, 0, 0]


def test_mmx(count):
    """PADDSW and PACKSSWB saturate; the type bits of B3h by the Pentium II's table."""
    body = """
    movq mm0, [area]
    paddsw mm0, mm1
    packsswb mm0, mm1
    pmullw mm0, mm1
    psllw mm0, 1
    punpcklbw mm0, mm1
    pxor mm0, mm1
    paddb mm0, mm1
    movq [area], mm0
    emms"""
    types = [0xb3 | 1 << bit + 8 for bit in range(6)]
    assert count(body, 0xb0, 0xb1, 0xce, 0xcd, *types, 0x3fb3) == \
        [9, 2, 10, 1, 1, 1, 1, 1, 1, 2, 7]
    assert count(body + "\nfld1\nfstp st0", 0xcc, 0x1cc) == [1, 1]


# ---- the registers ------------------------------------------------------------------------------

@pytest.fixture
def numbers(guest):
    """numbers(source, cpu=...): what a guest with p6.inc and protected.inc prints."""
    def run(source, *options, cpu="p2"):
        return guest('%include "p6.inc"\n%include "protected.inc"\nmain:\n' + source +
                     "\nret\nsection .bss\nalignb 4096\narea: resb 4096").numbers(
                         "-cpu", cpu, *options)
    return run


def test_a_write_extends_bit_31(numbers):
    """SDM 18.22.2: EDX is lost, bits 39 to 32 become copies of bit 31, 63 to 40 read as 0."""
    source = "".join(f"WRITE_MSR MSR_PERFCTR{n}, {low}, {high}\nPRINT_MSR MSR_PERFCTR{n}\n"
                     for n, low, high in ((0, 0x7fffffff, 0), (1, 0x80000000, 0),
                                          (0, 0x12345678, 0xff), (1, 0xfffffffb, 0x7fffffff)))
    assert numbers(source) == [0, 0x7fffffff, 0xff, 0x80000000, 0, 0x12345678, 0xff, 0xfffffffb]
    full = numbers(source, "-set", "counters.write_full=on")
    assert full == [0, 0x7fffffff, 0, 0x80000000, 0xff, 0x12345678, 0xff, 0xfffffffb]


def test_counters_wrap_at_40_bits(numbers):
    """-5 and seven references: over the end, and 2."""
    assert numbers("""
    START 0x43 | SEL_OS
    WRITE_MSR MSR_PERFCTR0, -5
%rep 7
    mov eax, [area]
%endrep
    STOP
    PRINT_MSR MSR_PERFCTR0""") == [0, 2]


def test_enable_is_selector_0s(numbers):
    """Counter 1 counts its ten references while bit 22 of selector 0 is set, whatever that selects,
    and none before or after."""
    ten = "%rep 10\nmov eax, [area]\n%endrep\n"
    assert numbers(f"""
    WRITE_MSR MSR_EVNTSEL1, 0x43 | SEL_OS
    {ten}
    PRINT_MSR MSR_PERFCTR1
    WRITE_MSR MSR_EVNTSEL0, SEL_EN
    {ten}
    WRITE_MSR MSR_EVNTSEL0, 0
    PRINT_MSR MSR_PERFCTR1
    {ten}
    PRINT_MSR MSR_PERFCTR1
    PRINT_MSR MSR_PERFCTR0
    PRINT_MSR MSR_EVNTSEL1""") == [0, 0, 0, 10, 0, 10, 0, 0, 0, 0x20043]


def faults(numbers, *tries, **how):
    """Vector and error code of each try."""
    tried = "".join(f"TRY\n{one}\nCAUGHT\nPRINT_FAULT\n" for one in tries)
    found = numbers(f"call protect\n{tried}", **how)
    return list(zip(found[::2], found[1::2]))


NONE, GP = (0xffffffff, 0), (13, 0)


def test_reserved_bits_and_registers_fault(numbers):
    """Bit 21 and what is above 31 in either selector, bit 22 in selector 1, a third counter, the
    list of events for writing, and MSRs that nobody has."""
    assert faults(numbers, "WRITE_MSR MSR_EVNTSEL0, 1 << 21", "WRITE_MSR MSR_EVNTSEL0, 0, 1",
                  "WRITE_MSR MSR_EVNTSEL1, SEL_EN", "WRITE_MSR MSR_EVNTSEL0, 0xffdfffff & ~SEL_EN",
                  "mov ecx, 2\nrdpmc", "mov ecx, 1\nrdpmc", "WRITE_MSR MSR_COUNTED, 0",
                  "mov ecx, MSR_COUNTED + 4\nrdmsr", "mov ecx, 0x11\nrdmsr",
                  "WRITE_MSR 0x1b, 0xfee00901") == \
        [GP, GP, GP, NONE, GP, NONE, GP, GP, GP, GP]


def test_rdpmc_reads_what_rdmsr_does(numbers):
    """Behind CPUID, which lets everything retire, and from a counter that stands still."""
    assert numbers("""
    START 0x43 | SEL_OS, 0xc4 | SEL_OS
%rep 6
    mov eax, [area]
%endrep
    jmp $ + 2
    STOP
    xor ecx, ecx
    rdpmc
    call print
    mov ecx, 1
    rdpmc
    call print""") == [6, 1]


def test_rings(numbers):
    """Ten references in ring 3, beyond what entering ring 0 again reads there first: none is
    seen by the counter of ring 0."""
    def in_rings(references):
        return numbers(f"""
    call protect
    START 0x43 | SEL_USR, 0x43 | SEL_OS
    TRY
    ENTER_RING CODE_3, DATA_3, .outer, ring3_stack_end
.outer:
%rep {references}
    mov eax, [area]
%endrep
    int BACK_VECTOR
    CAUGHT
    STOP
    PRINT_MSR MSR_PERFCTR0
    PRINT_MSR MSR_PERFCTR1""")
    (_, user, _, kernel), (_, user_more, _, kernel_more) = in_rings(0), in_rings(10)
    assert user_more - user == 10 and user < 10
    assert kernel_more == kernel > 0


def counted(numbers, cpu):
    """The event selects that the machine says it counts."""
    words = numbers("".join(f"PRINT_MSR MSR_COUNTED + {n}\n" for n in range(4)), cpu=cpu)
    bits = [words[2 * n] << 32 | words[2 * n + 1] for n in range(4)]
    return {64 * n + bit for n in range(4) for bit in range(64) if bits[n] >> bit & 1}


def test_the_machine_says_what_it_counts(numbers):
    """MMX events on processors that have it, B0h and CEh on the Pentium II alone, SSE's on the III;
    on none what has no code, what is undocumented, and what the model knows nothing of."""
    ppro, p2, p3 = (counted(numbers, cpu) for cpu in ALL)
    everywhere = {0x04, 0x14, 0x43, 0x45, 0x48, 0x62, 0x79, 0xa2, 0xc0, 0xc2, 0xc4, 0xc6, 0xc7,
                  0xd0, 0xd2}
    assert everywhere <= ppro <= p2
    assert p2 - ppro == {0xb0, 0xb1, 0xb2, 0xb3, 0xcc, 0xcd, 0xce}
    assert p3 - ppro == {0xb1, 0xb2, 0xb3, 0xcc, 0xcd, 0x07, 0xd8, 0xd9}
    assert not {0x00, 0x02, 0x11, 0x21, 0x49, 0x63, 0x7a, 0xd4, 0xe4} & (ppro | p2 | p3)


# ---- thresholds, inversion, edges ---------------------------------------------------------------

LOOP = """
    mov ecx, 50
%$turn:
    add eax, [area]
    imul ebx, eax
    add edx, 1
    add edi, 1
    dec ecx
    jnz %$turn"""


@pytest.mark.parametrize("event", (0xc0, 0xc2))
def test_thresholds_add_up_to_the_total(count, event):
    """At most three in a clock: clocks with one at least, with two, and with three are, each clock
    once for each event in it, the total. Four there never are. Each clock has n or fewer."""
    total, *clocks = count(LOOP, event, *(event | cmask(n) for n in (1, 2, 3, 4)), turns=3)
    assert sum(clocks[:3]) == total and clocks[3] == 0
    assert total > clocks[0] >= clocks[1] >= clocks[2]
    (cycles,) = count(LOOP, 0x79, turns=3)
    for n in (1, 2, 3, 4):
        assert count(LOOP, event | cmask(n) | INV, turns=3) == [cycles - clocks[n - 1]]
    assert count(LOOP, event | INV, turns=3) == [total]


def test_edges_of_a_division(count):
    """DIV keeps the divider for clocks on end: three divisions, each of which needs the one before,
    are busy three times."""
    divide = "mov eax, 1000\nmov ebx, 7\nxor edx, edx\n"
    divide += "div ebx\nxor edx, edx\nadd eax, 99\n" * 3
    busy, times = count(divide, 0x14, 0x14 | E | cmask(1), turns=3)
    assert times == 3 and busy > 30
    assert count(divide, 0x14 | cmask(2), 0x14 | E, turns=3) == [0, 3]


def test_conditions_on_clocks(count):
    """An unhalted clock is one event: a threshold of 1 changes nothing, 2 is never reached."""
    plain, one, two = count(LOOP, 0x79, 0x79 | cmask(1), 0x79 | cmask(2), turns=3)
    assert plain == one > 100 and two == 0
    assert count(LOOP, 0x79 | cmask(1) | INV, 0x79 | cmask(2) | INV, 0x79 | cmask(1) | E,
                 turns=3) == [0, plain, 0]


def test_conditions_on_references(count):
    """CPUIDs between them keep these reads a clock apart and more. One crosses 8 bytes, which is
    two references at once: six references, in five clocks, one of which has two."""
    reads = "\n".join(f"mov eax, [area + {at}]\n" + "cpuid\n" for at in (0, 8, 13, 16, 24))
    total, one, two, three, edges = count(reads, 0x43, *(0x43 | cmask(n) for n in (1, 2, 3)),
                                          0x43 | cmask(1) | E, turns=3)
    assert (total, one, two, three, edges) == (6, 5, 1, 0, 5)


# ---- the interrupt ------------------------------------------------------------------------------

def overflow(numbers, vector, entry, end, options=()):
    """Counter 0 counts branches from -50 on and interrupts; what the handler sees: how often it
    came, the counter's low half, how many turns of 100 were left, and the same behind it all."""
    return numbers(f"""
    GATE {vector}, .handler
    mov dword [APIC + 0xf0], 0x1ff
    mov dword [APIC + 0x340], {entry}
    WRITE_MSR MSR_PERFCTR0, -50
    sti
    WRITE_MSR MSR_EVNTSEL0, 0xc4 | SEL_OS | SEL_INT | SEL_EN
    mov ebp, 100
.turn:
    add eax, ebx
    add eax, ebx
    dec ebp
    jnz .turn
    STOP
    cli
    mov eax, [came]
    call print
    mov eax, [left]
    call print
    mov eax, [APIC + 0x340]
    call print
    ret
.handler:
    push eax
    inc dword [came]
    mov [left], ebp
    {end}
    pop eax
    iret
section .bss
came: resd 1
left: resd 1
section .text""", *options)


END_OF_INTERRUPT = "mov dword [APIC + 0xb0], 0"


def test_overflow_interrupts(numbers):
    """Fixed and as NMI: once, an instruction behind the fiftieth branch. That one has been the
    fiftieth turn's, so 50 turns are left. A P6 does not mask the entry when it delivers."""
    assert overflow(numbers, 0x31, 0x31, END_OF_INTERRUPT) == [1, 50, 0x31]
    assert overflow(numbers, 2, 0x400, "") == [1, 50, 0x400]


def test_overflow_does_not_interrupt_where_it_is_masked(numbers):
    assert overflow(numbers, 0x31, 0x10031, END_OF_INTERRUPT) == [0, 0, 0x10031]


def test_the_entry_may_mask_itself(numbers):
    """As on a Pentium M, where -set says so."""
    assert overflow(numbers, 2, 0x400, "", ("-set", "counters.overflow_masks=on")) == \
        [1, 50, 0x10400]


def test_a_reloaded_counter_interrupts_again(numbers):
    """From -10 on each time: at branch 50, then after each ten: 5 more up to 100, since IRET is a
    branch too and the handler's own are counted: 1 + 50 / 9 rounded down."""
    reload = """push ecx
    push edx
    WRITE_MSR MSR_PERFCTR0, -10
    pop edx
    pop ecx"""
    assert overflow(numbers, 2, 0x400, reload)[0] == 6


def test_clocks_with_interrupts_masked(count):
    """All of them while IF is clear, as it is here. STI finds it clear, CLI finds it set: what is
    between, and CLI, is not counted. An IMUL of a chain takes 4."""
    assert count("imul eax, ebx\n" * 20, 0xc6, 0xc7) == [*count("imul eax, ebx\n" * 20, 0x79), 0]

    def enabled(multiplies):
        clocks, masked = count("sti\n" + "imul eax, ebx\n" * multiplies + "cli", 0x79, 0xc6)
        return clocks - masked
    assert enabled(40) - enabled(20) == 80
    assert 60 < enabled(20) <= 120 # the first of them run while STI does


def test_clocks_in_which_an_interrupt_waits(numbers):
    """The APIC's timer counts 1000 clocks of the bus, 3500 of the processor's; a loop of 5000 turns
    of two clocks goes on with IF clear. All masked clocks but those up to the timer's end are
    clocks in which its interrupt waits."""
    source = """
    GATE 0x33, .tick
    mov dword [APIC + 0xf0], 0x1ff
    mov dword [APIC + 0x3e0], 0xb
    mov dword [APIC + 0x320], 0x33
%macro ROUND 1
    START %1 | SEL_OS
    mov dword [APIC + 0x380], 1000
    mov ebp, 5000
%%turn:
    dec ebp
    jnz %%turn
    sti
    nop
    nop
    cli
    STOP
    mov ecx, MSR_PERFCTR0
    rdmsr
    call print
%endmacro
    ROUND 0xc6
    ROUND 0xc6
    ROUND 0xc7
    ROUND 0xc7 | SEL_E | 0x01000000
    ret
.tick:
    mov dword [APIC + 0xb0], 0
    iret"""
    _, masked, waited, times = numbers(source)
    assert masked > 10000 and 3500 <= masked - waited <= 3800 and times == 1


def test_the_timer_of_the_apic_interrupts(numbers):
    """One shot, as a halted processor's only way on."""
    assert numbers("""
    GATE 0x33, .tick
    mov dword [APIC + 0xf0], 0x1ff
    mov dword [APIC + 0x3e0], 0xb
    mov dword [APIC + 0x320], 0x33
    mov dword [APIC + 0x380], 100000
    sti
    hlt
    cli
    mov eax, [APIC + 0x390]
    call print
    ret
.tick:
    mov dword [APIC + 0xb0], 0
    iret""") == [0]
