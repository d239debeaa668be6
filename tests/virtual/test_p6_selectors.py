# SPDX-License-Identifier: MIT
"""The registers of the P6's counters in the virtual machine: writing, enabling, counting of clocks,
and interrupts."""
import pytest

from p6_guest import ALL, E, EN, INV, OS, cmask, count, numbers # pylint: disable=unused-import

# ---- the registers ------------------------------------------------------------------------------

def test_a_write_extends_bit_31(numbers):
    """SDM 18.22.2: EDX is ignored, bits 39 to 32 become copies of bit 31, 63 to 40 read as 0."""
    source = "".join(f"WRITE_MSR MSR_PERFCTR{n}, {low}, {high}\nPRINT_MSR MSR_PERFCTR{n}\n"
                     for n, low, high in ((0, 0x7fffffff, 0), (1, 0x80000000, 0),
                                          (0, 0x12345678, 0xff), (1, 0xfffffffb, 0x7fffffff)))
    assert numbers(source) == [0, 0x7fffffff, 0xff, 0x80000000, 0, 0x12345678, 0xff, 0xfffffffb]
    full = numbers(source, "-set", "counters.write_full=on")
    assert full == [0, 0x7fffffff, 0, 0x80000000, 0xff, 0x12345678, 0xff, 0xfffffffb]


def test_counters_wrap_at_40_bits(numbers):
    """-5 and seven references: the counter wraps around to 2."""
    assert numbers("""
    START 0x43 | SEL_OS
    WRITE_MSR MSR_PERFCTR0, -5
%rep 7
    mov eax, [area]
%endrep
    STOP
    PRINT_MSR MSR_PERFCTR0""") == [0, 2]


def test_enable_is_selector_0s(numbers):
    """Counter 1 counts its ten references while bit 22 of selector 0 is set, independent of that
    selector's event, and none before or after."""
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
    """Returns the vector and error code of each attempt."""
    tried = "".join(f"TRY\n{one}\nCAUGHT\nPRINT_FAULT\n" for one in tries)
    found = numbers(f"call protect\n{tried}", **how)
    return list(zip(found[::2], found[1::2]))


NONE, GP, BACK = (0xffffffff, 0), (13, 0), (0x30, 0) # BACK: INT 30h, no fault


def test_reserved_bits_and_registers_fault(numbers):
    """Reserved are bit 21 and the bits above 31 in either selector, bit 22 in selector 1, a third
    counter, writes to the list of events, and MSRs that do not exist."""
    assert faults(numbers, "WRITE_MSR MSR_EVNTSEL0, 1 << 21", "WRITE_MSR MSR_EVNTSEL0, 0, 1",
                  "WRITE_MSR MSR_EVNTSEL1, SEL_EN", "WRITE_MSR MSR_EVNTSEL0, 0xffdfffff & ~SEL_EN",
                  "mov ecx, 2\nrdpmc", "mov ecx, 1\nrdpmc", "WRITE_MSR MSR_COUNTED, 0",
                  "mov ecx, MSR_COUNTED + 4\nrdmsr", "mov ecx, 0x11\nrdmsr",
                  "WRITE_MSR 0x1b, 0xfee00901") == \
        [GP, GP, GP, NONE, GP, NONE, GP, GP, GP, GP]


@pytest.mark.parametrize("cpu", ALL)
def test_rdpmc_and_rings(numbers, cpu):
    """SDM volume 2, RDPMC: #GP outside ring 0 while CR4.PCE is clear, and for a counter that does
    not exist; in ring 0 it always works. WRMSR and RDMSR require ring 0."""
    def outer(name, body):
        return (f"ENTER_RING CODE_3, DATA_3, {name}, ring3_stack_end\n{name}:\n{body}\n"
                "int BACK_VECTOR")
    read = "mov ecx, {}\nrdpmc"
    enable = "mov eax, cr4\nor eax, 0x100\nmov cr4, eax\n"
    assert faults(numbers, read.format(0), outer(".one", read.format(0)),
                  enable + outer(".two", read.format(0)), outer(".three", read.format(1)),
                  outer(".four", read.format(2)), outer(".five", "mov ecx, 0xc1\nrdmsr"),
                  cpu=cpu) == [NONE, GP, BACK, BACK, GP, GP]


@pytest.mark.parametrize("cpu", ("p54c", "p55c"))
def test_a_p5_has_none_of_these_registers(numbers, cpu):
    """A P5 has neither the family's selectors and counters nor this machine's list of events."""
    assert faults(numbers, *(f"mov ecx, {msr}\nrdmsr" for msr in (
        "MSR_EVNTSEL0", "MSR_PERFCTR0", "MSR_COUNTED", "MSR_COUNTED + 3")), cpu=cpu) == [GP] * 4


@pytest.mark.parametrize("start,events,low,high", (
    (-1, 1, 0, 0), (-3, 2, 0xffffffff, 0xff), (0x7fffffff, 1, 0x80000000, 0),
    (0x7fffffff, 3, 0x80000002, 0), (0x80000000, 1, 0x80000001, 0xff)))
def test_carries(numbers, start, events, low, high):
    """All 40 bits continue to count after any write of 32 bits."""
    assert numbers(f"""
    START 0x43 | SEL_OS
    WRITE_MSR MSR_PERFCTR0, {start}
%rep {events}
    mov eax, [area]
%endrep
    STOP
    PRINT_MSR MSR_PERFCTR0""") == [high, low]


def test_both_counters_stop_with_selector_0(numbers):
    """EN of selector 0 controls both counters: a threshold, an edge or a ring in selector 1 does
    not change that, and a selector 0 that has only EN set lets counter 1 count alone."""
    ten = "%rep 10\nmov eax, [area]\ncpuid\n%endrep\n"
    found = numbers("".join(f"""
    WRITE_MSR MSR_PERFCTR1, 0
    WRITE_MSR MSR_EVNTSEL1, 0x43 | {select}
    WRITE_MSR MSR_EVNTSEL0, {enabled}
    {ten}
    WRITE_MSR MSR_EVNTSEL0, 0
    PRINT_MSR MSR_PERFCTR1""" for select in (OS, OS | cmask(1), OS | E, 1 << 16)
                             for enabled in (EN, 0)))
    assert found[1::2] == [10, 0, 10, 0, 10, 0, 0, 0]


def test_rdpmc_reads_what_rdmsr_does(numbers):
    """Tested after CPUID, which waits for all retirements, and with a stopped counter."""
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
    """Ten references in ring 3, not counting what the return to ring 0 reads first. The counter of
    ring 0 sees none of them."""
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
    """Returns the event selects that the machine reports as counted."""
    words = numbers("".join(f"PRINT_MSR MSR_COUNTED + {n}\n" for n in range(4)), cpu=cpu)
    bits = [words[2 * n] << 32 | words[2 * n + 1] for n in range(4)]
    return {64 * n + bit for n in range(4) for bit in range(64) if bits[n] >> bit & 1}


def test_the_machine_says_what_it_counts(numbers):
    """MMX events are counted on processors with MMX, B0h and CEh only on the Pentium II, SSE's on
    the III; never counted are selects without an event, undocumented ones, and events that the
    model lacks."""
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
    """At most three retire per clock: the clocks with at least one, with at least two, and with
    three add up to the total. There is never a clock with four, so every clock has fewer."""
    total, *clocks = count(LOOP, event, *(event | cmask(n) for n in (1, 2, 3, 4)), turns=3)
    assert sum(clocks[:3]) == total and clocks[3] == 0
    assert total > clocks[0] >= clocks[1] >= clocks[2]
    (cycles,) = count(LOOP, 0x79, turns=3)
    for n in (1, 2, 3, 4):
        assert count(LOOP, event | cmask(n) | INV, turns=3) == [cycles - clocks[n - 1]]
    assert count(LOOP, event | INV, turns=3) == [total]


def test_edges_of_a_division(count):
    """DIV occupies the divider for many clocks: three divisions, each depending on the previous
    one, have three busy periods."""
    divide = "mov eax, 1000\nmov ebx, 7\nxor edx, edx\n"
    divide += "div ebx\nxor edx, edx\nadd eax, 99\n" * 3
    busy, times = count(divide, 0x14, 0x14 | E | cmask(1), turns=3)
    assert times == 3 and busy > 30
    assert count(divide, 0x14 | cmask(2), 0x14 | E, turns=3) == [0, 3]


def test_conditions_on_clocks(count):
    """An unhalted clock is one event: a threshold of 1 changes nothing, and 2 is never reached."""
    plain, one, two = count(LOOP, 0x79, 0x79 | cmask(1), 0x79 | cmask(2), turns=3)
    assert plain == one > 100 and two == 0
    assert count(LOOP, 0x79 | cmask(1) | INV, 0x79 | cmask(2) | INV, 0x79 | cmask(1) | E,
                 turns=3) == [0, plain, 0]


def test_conditions_on_references(count):
    """CPUIDs separate these reads by at least a clock. One crosses 8 bytes, which is two references
    at once: six references, in five clocks; one clock has two."""
    reads = "\n".join(f"mov eax, [area + {at}]\n" + "cpuid\n" for at in (0, 8, 13, 16, 24))
    total, one, two, three, edges = count(reads, 0x43, *(0x43 | cmask(n) for n in (1, 2, 3)),
                                          0x43 | cmask(1) | E, turns=3)
    assert (total, one, two, three, edges) == (6, 5, 1, 0, 5)


# ---- the interrupt ------------------------------------------------------------------------------

def overflow(numbers, vector, entry, end, options=()):
    """Counter 0 counts branches from -50 on and interrupts. Returns the values in the handler:
    number of interrupts, the counter's low half, remaining iterations of 100; and the same values
    at the end."""
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
    """Delivered as a fixed vector and as NMI: one interrupt, one instruction after the fiftieth
    branch. That branch ended the fiftieth iteration, so 50 remain. A P6 does not mask the entry on
    delivery."""
    assert overflow(numbers, 0x31, 0x31, END_OF_INTERRUPT) == [1, 50, 0x31]
    assert overflow(numbers, 2, 0x400, "") == [1, 50, 0x400]


def test_overflow_does_not_interrupt_where_it_is_masked(numbers):
    assert overflow(numbers, 0x31, 0x10031, END_OF_INTERRUPT) == [0, 0, 0x10031]


def test_the_entry_may_mask_itself(numbers):
    """A -set option selects masking of the entry as on a Pentium M."""
    assert overflow(numbers, 2, 0x400, "", ("-set", "counters.overflow_masks=on")) == \
        [1, 50, 0x10400]


def test_a_reloaded_counter_interrupts_again(numbers):
    """The handler reloads -10 each time. It runs at branch 50, then after each ten: 5 more up to
    100, because IRET is a branch, too, and the handler's own are counted: 1 + 50 / 9 rounded
    down."""
    reload = """push ecx
    push edx
    WRITE_MSR MSR_PERFCTR0, -10
    pop edx
    pop ecx"""
    assert overflow(numbers, 2, 0x400, reload)[0] == 6


def test_clocks_with_interrupts_masked(count):
    """IF is clear here, so all clocks count as masked. STI still sees IF clear and CLI sees it set,
    so the code between them and CLI are not counted. An IMUL of a chain takes 4 clocks."""
    assert count("imul eax, ebx\n" * 20, 0xc6, 0xc7) == [*count("imul eax, ebx\n" * 20, 0x79), 0]

    def enabled(multiplies):
        clocks, masked = count("sti\n" + "imul eax, ebx\n" * multiplies + "cli", 0x79, 0xc6)
        return clocks - masked
    assert enabled(40) - enabled(20) == 80
    assert 60 < enabled(20) <= 120 # the first of them run during STI


def test_clocks_in_which_an_interrupt_waits(numbers):
    """The APIC's timer counts 1000 bus clocks, 3500 processor clocks. A loop of 5000 iterations of
    two clocks continues with IF clear. All masked clocks after the timer's end are clocks in which
    its interrupt waits."""
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
    """The timer is one-shot and the only event that can wake the halted processor."""
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
