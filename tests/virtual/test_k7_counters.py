# SPDX-License-Identifier: MIT
"""The counters of a virtual Athlon: counts of small programs that are known by hand, writing,
enabling, counting of clocks, and interrupts."""
import pytest

E, INT, INV = 1 << 18, 1 << 20, 1 << 23


def cmask(n):
    return n << 24


@pytest.fixture
def count(guest):
    """count(body, *selects): the count of each select while `body` runs, minus the count of an
    empty body. The selects use the four counters in turn. The body runs `turns` times, each time
    after `before` and with the counter cleared; the last run is used. ESI is the start of an
    untouched page, another one for each run."""
    def run(body, *selects, before="", turns=2, options=()):
        source = ['%include "k7.inc"', "main:", "finit"]
        for n, select in enumerate(selects):
            for code in ("", body):
                source += ["%push", f"mov ebp, {turns}", "%$again:", "mov esi, [next_page]",
                           "add dword [next_page], 4096", before,
                           f"START {n % 4}, {select} | SEL_OS", code, f"STOP {n % 4}", "dec ebp",
                           "jnz %$again", f"mov ecx, MSR_PERFCTR + {n % 4}", "rdmsr", "call print",
                           "%pop"]
        numbers = guest("\n".join([*source, "ret", "section .data", "next_page: dd pages",
                                   "section .bss", "alignb 32768", "area: resb 32768 * 20",
                                   "pages: resb 4096 * 256"])).numbers("-cpu", "k7", *options)
        return [counted - empty for empty, counted in zip(numbers[::2], numbers[1::2])]
    return run


# ---- instructions, branches ----------------------------------------------------------------------

def test_instructions_and_branches_of_a_loop(count):
    """MOV, then a hundred iterations of ADD, DEC, JNZ: 301 instructions, 100 branches, 99 of them
    taken, none far. Once the eight outcomes before each branch are learned, all but the last, which
    falls through, are predicted."""
    assert count("""
    mov ecx, 100
%$turn:
    add eax, ebx
    dec ecx
    jnz %$turn""", 0xc0, 0xc2, 0xc4, 0xc3, 0xc5, 0xc6, turns=6) == [301, 100, 99, 1, 0, 0]


def test_calls_and_returns(count):
    """CALL and RET are two branches, both taken. The return stack predicts RET."""
    body = "call %$sub\njmp %$end\n%$sub:\nret\n%$end:"
    assert count(body, 0xc2, 0xc4, 0xc8, 0x88, 0xc9, 0xc3, 0x89) == [3, 3, 1, 1, 0, 0, 0]


def test_the_return_stack_has_twelve_entries(count):
    """Thirteen nested calls: the thirteenth overwrites the oldest entry, and that return is
    mispredicted."""
    body = """
    mov ecx, 13
    call %$sub
    jmp %$end
%$sub:
    dec ecx
    jz %$back
    call %$sub
%$back:
    ret
%$end:"""
    assert count(body, 0xc8, 0x88, 0xc9, 0x89, turns=3) == [13, 12, 1, 1]


def test_an_indirect_branch_goes_where_it_went(count):
    """The branch goes twice to one place, then to another. The last is mispredicted, and so is the
    first of the next iteration, because the branch went elsewhere before."""
    body = """
    mov edi, 3
    mov eax, %$back
%$turn:
    jmp eax
%$other:
%$back:
    cmp edi, 2
    jne %$same
    mov eax, %$there
%$same:
    dec edi
    jnz %$turn
    jmp %$end
%$there:
    jmp %$back
%$end:"""
    assert count(body, 0xca, turns=3) == [2]


EXCEPTION = """
    GATE 6, .skip
    START 0, %d | SEL_OS
    %s
    STOP 0
    mov ecx, MSR_PERFCTR
    rdmsr
    call print
    ret
.skip:
    add dword [esp], 2
    iret"""


@pytest.fixture
def numbers(guest):
    """numbers(source): the numbers printed by a guest that includes k7.inc and protected.inc."""
    def run(source, *options):
        return guest('%include "k7.inc"\n%include "protected.inc"\nmain:\n' + source +
                     "\nret\nsection .bss\nalignb 4096\narea: resb 4096").numbers(
                         "-cpu", "k7", *options)
    return run


@pytest.mark.parametrize("event,wanted", ((0xc0, 3), (0xc2, 2), (0xc4, 2), (0xc6, 2), (0xcf, 0)))
def test_an_exception_counts(numbers, event, wanted):
    """UD2 does not retire. Its exception counts as an instruction and as a taken far branch, as
    does IRET. ADD is an instruction."""
    empty, full = (numbers(EXCEPTION % (event, body))[0] for body in ("", "ud2"))
    assert full - empty == wanted


# ---- memory --------------------------------------------------------------------------------------

@pytest.mark.parametrize("body,accesses,misaligned", (
    ("mov eax, [area]", 1, 0),
    ("mov [area], eax", 1, 0),
    ("add [area], eax", 2, 0),
    ("mov eax, [area + 6]", 1, 1),      # crosses 8 bytes
    ("mov eax, [area + 4]", 1, 0),
    ("mov ax, [area + 3]", 1, 0),       # crosses 4 only
    ("mov eax, [area + 62]", 1, 1),     # crosses a line
    ("push eax\npop eax", 2, 0),
    ("lea eax, [area]", 0, 0),
    ("mov edi, area\nmov ecx, 8\nxor eax, eax\nrep stosd", 8, 0),
))
def test_accesses(count, body, accesses, misaligned):
    assert count(body, 0x40, 0x47) == [accesses, misaligned]


READ_TEN = "\n".join(f"mov eax, [esi + {i * 64}]" for i in range(10))
WRITE_TEN = "\n".join(f"mov [esi + {i * 64}], eax" for i in range(10))
MOESI = {"m": 0x10, "o": 8, "e": 4, "s": 2, "i": 1}


def umask(event, states):
    return event | sum(MOESI[state] for state in states) << 8


def test_ten_lines_from_memory(count):
    """Ten lines of 64 bytes that are in no cache come from the system, exclusive. A mask of 0
    selects no state. A second read finds the lines in the cache."""
    events = (0x40, 0x41, umask(0x43, "e"), umask(0x43, "mosi"), 0x43, umask(0x42, "moesi"))
    assert count(READ_TEN, *events) == [10, 10, 10, 0, 0, 0]
    assert count(READ_TEN, *events, before=READ_TEN) == [10, 0, 0, 0, 0, 0]


def test_ten_lines_written(count):
    """A store fetches its line, modified."""
    assert count(WRITE_TEN, 0x41, umask(0x43, "m"), umask(0x43, "oesi")) == [10, 10, 0]


# The sets of the first level repeat every 32 KB. These two lines occupy both ways.
OTHERS = "mov eax, [area + 32768]\nmov eax, [area + 65536]"


def test_what_a_full_set_puts_out(count):
    """One line is written and two others of its set are read. The written line is evicted,
    modified, and so is one of the two earlier lines. Read again, the line comes from L2, still
    modified; then the older of the others is evicted, exclusive."""
    before = f"{OTHERS}\nmov [area], eax\nmov eax, [area + 98304]"
    assert count("mov eax, [area + 32768]", umask(0x44, "m"), umask(0x44, "oesi"), before=before,
                 turns=3) == [1, 0]
    again = f"{before}\n{OTHERS}"
    assert count("mov eax, [area]", umask(0x42, "m"), umask(0x42, "oesi"), umask(0x43, "moesi"),
                 umask(0x44, "e"), umask(0x44, "m"), before=again, turns=3) == [1, 0, 0, 1, 0]


def test_the_second_level_has_what_the_first_has_not(count):
    """Eighteen lines of one set of both levels: two are in the first level and sixteen in the
    second, which is exclusive. Each read evicts the oldest and finds its line in L2; nothing comes
    from the system. One line more than that makes something come from the system."""
    def lines(n):
        return "\n".join(f"mov eax, [area + {i * 32768}]" for i in range(n))
    events = (0x41, umask(0x42, "moesi"), umask(0x43, "moesi"))
    assert count(lines(18), *events, turns=5) == [18, 18, 0]
    assert count(lines(19), *events, turns=5)[2] > 0


def test_lines_of_code(count):
    """128 bytes from an aligned address are two lines of code, and eight fetches of 16 bytes. The
    jumps to and from them add up to two more each."""
    body = "jmp %$code\nalign 64\n%$code:\n" + "nop\n" * 126 + "jmp short %$out\nalign 64\n%$out:"
    misses, system, l2, fetches = count(body, 0x81, 0x83, 0x82, 0x80, turns=1)
    assert 2 <= misses <= 4 and misses == system and l2 == 0
    assert 8 <= fetches <= 10
    assert count(body, 0x81, 0x82, 0x83) == [0, 0, 0]


def test_another_master_finds_lines(count):
    """The bus master reads a written line every 1000 clocks and finds it in the data cache, about
    twenty times in 20000 clocks of an IMUL chain (4 each). After the first time the line is owned,
    and it is evicted to L2 in that state."""
    loop = "mov [0x200000], eax\nmov ecx, 5000\n%$turn:\nimul eax, eax\ndec ecx\njnz %$turn"
    options = ("-snoop", "0x200000,1000")
    data, code, l2 = count(loop, 0x273, 0x173, 0x473, options=options)
    assert 19 <= data <= 22 and code == l2 == 0
    body = f"{loop}\nmov eax, [0x208000]\nmov eax, [0x210000]"
    assert count(body, umask(0x44, "o"), umask(0x44, "mesi"), options=options, turns=1)[0] == 1


PAGED = """
    mov edi, directory
    mov dword [edi], table + 3
    mov ecx, 1024
    mov edi, table
    mov eax, 3
.entry:
    mov [edi], eax
    add eax, 4096
    add edi, 4
    dec ecx
    jnz .entry
    mov eax, directory
    mov cr3, eax
    mov eax, cr0
    or eax, 0x80000000
    mov cr0, eax
    mov ebp, 3
.again:
    START 0, {event} | SEL_OS
    {body}
    STOP 0
    dec ebp
    jnz .again
    mov ecx, MSR_PERFCTR
    rdmsr
    call print
    mov eax, cr0
    and eax, 0x7fffffff
    mov cr0, eax
    ret
section .bss
alignb 4096
directory: resb 4096
table: resb 4096
section .text"""


@pytest.mark.parametrize("pages,second_level,walks", ((20, 0, 0), (40, 40, 0), (300, 0, 300)))
def test_two_levels_of_tlbs(numbers, pages, second_level, walks):
    """One line of each page is read repeatedly in the same order. Twenty pages fit in the 24
    entries of the first level. For forty pages, the first level has lost each page before it is
    read again, and the second level's 256 entries have it. With 300 in the second level's 64 sets
    of 4, 44 sets get 5 pages and 20 get 4. The 5 pages of each of the 44 sets need a walk each
    round under LRU; the model's pseudo-LRU tree may retain some, so only the sum is checked."""
    body = "\n".join(f"mov eax, [0x100000 + {n} * 4096 + {n % 64} * 64]" for n in range(pages))
    hits, misses = ((numbers(PAGED.format(event=event, body=body))[0] -
                     numbers(PAGED.format(event=event, body=""))[0]) for event in (0x45, 0x46))
    if pages == 300:
        assert hits + misses == 300 and misses >= 44
    else:
        assert (hits, misses) == (second_level, walks)


FLUSH = "mov ecx, cr3\nmov cr3, ecx\n"


def loads_from(pages):
    """A load from line 1, 2, ... of each of the pages. If EAX is 0, all read 0, and each waits for
    the previous one."""
    return "".join(f"mov eax, [eax + 0x200000 + {n} * 4096 + {n + 1} * 64]\n" for n in range(pages))


def jumps_to(pages):
    """Writes code: a jump at line 0, 1, ... of each of the pages to the next page, then RET."""
    return f"""
    mov edi, 0x200000
    mov ecx, {pages}
.fill:
    mov byte [edi], 0xe9                ; JMP to the distance from its end
    mov dword [edi + 1], 4096 + 64 - 5
    add edi, 4096 + 64
    dec ecx
    jnz .fill
    mov byte [edi], 0xc3
"""


def test_a_page_walk_takes_the_clocks_of_its_reads(numbers):
    """After a write to CR3, the first access to a page needs a walk, which reads an entry of the
    directory and one of the table. Both are in the data cache, so they take 3 clocks each, and the
    walk itself takes none (tlb.walk in k7_parameters.c). 10 more pages add 10 * 6 clocks to loads,
    which take 3 each, and to jumps. In the second round of loads the pages are in the TLB. Without
    a write to CR3 there is no walk: 40 pages of data, and 20 and 30 of code, are too many for the
    first level and fit in the second, where a hit costs nothing. So the loads take 3 clocks each,
    too, and the jumps as many as those of 2 and 12 pages, which fit in the first level."""
    def clocks(body, before=""):
        return numbers(before + PAGED.format(event=0x76, body=body))[0]

    def more_loads(before, fewer, more, rounds=1):
        few, many = (clocks(f"{before}xor eax, eax\n{loads_from(pages) * rounds}")
                     for pages in (fewer, more))
        return many - few

    def more_jumps(before, fewer, more):
        few, many = (clocks(before + "mov eax, 0x200000\ncall eax", jumps_to(pages))
                     for pages in (fewer, more))
        return many - few

    assert more_loads(FLUSH, 10, 20) == 10 * (3 + 6)
    assert more_loads(FLUSH, 10, 20, rounds=2) == 10 * (3 + 6) + 10 * 3
    assert more_loads("", 20, 40) == 20 * 3
    assert more_jumps(FLUSH, 20, 30) == more_jumps("", 20, 30) + 10 * 6
    assert more_jumps("", 2, 12) == more_jumps("", 20, 30)


# ---- the registers -------------------------------------------------------------------------------

def test_a_write_sets_all_48_bits(numbers):
    """The write sign-extends nothing. Bits above 47 are lost."""
    source = "".join(f"WRITE_MSR MSR_PERFCTR + {n}, {low}, {high}\nPRINT_MSR MSR_PERFCTR + {n}\n"
                     for n, low, high in ((0, 0x80000000, 0), (1, 0x12345678, 0x9abc),
                                          (2, 0xfffffffb, 0xffff), (3, 1, 0xffffffff)))
    assert numbers(source) == [0, 0x80000000, 0x9abc, 0x12345678, 0xffff, 0xfffffffb, 0xffff, 1]


@pytest.mark.parametrize("n", range(4))
def test_counters_wrap_at_48_bits(numbers, n):
    """-5 in 48 bits and seven accesses: the counter wraps around to 2."""
    assert numbers(f"""
    START {n}, 0x40 | SEL_OS
    WRITE_MSR MSR_PERFCTR + {n}, 0xfffffffb, 0xffff
%rep 7
    mov eax, [area]
%endrep
    STOP {n}
    PRINT_MSR MSR_PERFCTR + {n}""") == [0, 2]


TEN = "%rep 10\nmov eax, [area]\n%endrep\n"
OWN_ENABLES = f"""
    WRITE_MSR MSR_PERFEVTSEL + 1, 0x40 | SEL_OS | SEL_EN
    WRITE_MSR MSR_PERFEVTSEL + 2, 0x40 | SEL_OS
    {TEN}
    WRITE_MSR MSR_PERFEVTSEL, 0x40 | SEL_OS | SEL_EN
    {TEN}
    WRITE_MSR MSR_PERFEVTSEL + 1, 0x40 | SEL_OS
    {TEN}
    WRITE_MSR MSR_PERFEVTSEL, 0x40 | SEL_OS
    PRINT_MSR MSR_PERFCTR
    PRINT_MSR MSR_PERFCTR + 1
    PRINT_MSR MSR_PERFCTR + 2"""


def test_each_selector_enables_its_own(numbers):
    """Counter 1 counts from the first ten to the second, counter 0 from the second to the third,
    counter 2 never."""
    assert numbers(OWN_ENABLES) == [0, 20, 0, 20, 0, 0]


def test_selector_0_may_enable_all(numbers):
    """AMD 22007, page 168: all counters count while selector 0 has its bit set. The bit is reserved
    in the others; where setting it does not fault, it stays 0."""
    assert numbers(OWN_ENABLES, "-set", "counters.one_enable=on", "-set",
                   "counters.reserved_faults=off") == [0, 20, 0, 20, 0, 20]


def faults(numbers, *tries):
    """Returns the vector and error code of each attempt."""
    tried = "".join(f"TRY\n{one}\nCAUGHT\nPRINT_FAULT\n" for one in tries)
    found = numbers(f"call protect\n{tried}")
    return list(zip(found[::2], found[1::2]))


NONE, GP = (0xffffffff, 0), (13, 0)


def test_reserved_bits_and_registers_fault(numbers):
    """Reserved are bit 21 and the bits above 31, a fifth counter, and the list of events for
    writing. The place of a fifth selector is that of counter 0."""
    assert faults(numbers, "WRITE_MSR MSR_PERFEVTSEL, 1 << 21",
                  "WRITE_MSR MSR_PERFEVTSEL + 3, 0, 1",
                  "WRITE_MSR MSR_PERFEVTSEL + 3, 0xffdfffff & ~SEL_EN", "mov ecx, 3\nrdpmc",
                  "mov ecx, 4\nrdpmc", "WRITE_MSR MSR_COUNTED, 0",
                  "mov ecx, MSR_PERFCTR + 4\nrdmsr", "mov ecx, 0xc1\nrdmsr",
                  "mov ecx, 0x186\nrdmsr") == [GP, GP, NONE, NONE, GP, GP, GP, GP, GP]


def test_rdpmc_reads_what_rdmsr_does(numbers):
    """After six accesses RDPMC reads the same values as RDMSR from each counter."""
    assert numbers("".join(f"START {n}, 0x40 | SEL_OS\n" for n in range(4)) +
                   "%rep 6\nmov eax, [area]\n%endrep\n" +
                   "".join(f"STOP {n}\n" for n in range(4)) +
                   "".join(f"mov ecx, {n}\nrdpmc\ncall print\n" for n in range(4))) == [6] * 4


@pytest.mark.parametrize("n", range(4))
def test_matches_of_a_breakpoint(numbers, n):
    """The breakpoint matches reads and writes of four bytes (R/W 3, LEN 3 in DR7) and is not
    enabled. Five of six accesses match."""
    dr7 = 0x400 | 0xf << 16 + 4 * n
    assert numbers(f"""
    mov eax, area
    mov dr{n}, eax
    mov eax, {dr7}
    mov dr7, eax
    START 1, {0xdc + n} | SEL_OS
%rep 4
    mov eax, [area]
%endrep
    mov eax, [area + 4]
    mov [area], eax
    STOP 1
    PRINT_MSR MSR_PERFCTR + 1""") == [0, 5]


def test_rings(numbers):
    """Ten accesses in ring 3, not counting what the return to ring 0 reads first. The counter of
    ring 0 sees none of them."""
    def in_rings(accesses):
        return numbers(f"""
    call protect
    START 0, 0x40 | SEL_USR
    START 1, 0x40 | SEL_OS
    TRY
    ENTER_RING CODE_3, DATA_3, .outer, ring3_stack_end
.outer:
%rep {accesses}
    mov eax, [area]
%endrep
    int BACK_VECTOR
    CAUGHT
    STOP 0
    STOP 1
    PRINT_MSR MSR_PERFCTR
    PRINT_MSR MSR_PERFCTR + 1""")
    (_, user, _, kernel), (_, user_more, _, kernel_more) = in_rings(0), in_rings(10)
    assert user_more - user == 10 and kernel_more == kernel > 0


def test_the_machine_says_what_it_counts(numbers):
    """The list has exactly the events with a row in the model: no operations, stalls, ECC or
    resyncs."""
    words = numbers("".join(f"PRINT_MSR MSR_COUNTED + {n}\n" for n in range(4)))
    bits = [words[2 * n] << 32 | words[2 * n + 1] for n in range(4)]
    counted = {64 * n + bit for n in range(4) for bit in range(64) if bits[n] >> bit & 1}
    assert counted == {*range(0x40, 0x48), 0x73, 0x76, *range(0x80, 0x86), 0x88, 0x89, 0xc0,
                       *range(0xc2, 0xc7), 0xc8, 0xc9, 0xca, 0xcd, 0xce, 0xcf, *range(0xdc, 0xe0)}


# ---- thresholds, inversion, edges ----------------------------------------------------------------

def test_three_nops_a_clock(count):
    """Thirty NOPs (0.33 each) retire at three per clock: ten clocks each with at least one, with
    two, and with three, and none with four. Below one never; below four always. There is one edge,
    also without a body."""
    nops = "nop\n" * 30
    assert count(nops, 0x76, 0xc0, *(0xc0 | cmask(n) for n in (1, 2, 3, 4))) == \
        [10, 30, 10, 10, 10, 0]
    assert count(nops, *(0xc0 | cmask(n) | INV for n in (1, 2, 3, 4)), 0xc0 | INV) == \
        [0, 0, 0, 10, 30]
    assert count(nops, 0xc0 | cmask(1) | E) == [0]


def ten_more(count, *selects):
    """Returns the counts that ten more IMULs of a chain (4.0 each) add to ten IMULs. The chain
    alone cannot be measured: the MOVs of STOP take two clocks, because the third is dispatched two
    thirds of a clock after the first and done 0.4 later, but take one clock after a chain for which
    they waited."""
    chain = "imul ebx, ebx\n"
    return [more - less for more, less in zip(count(chain * 20, *selects),
                                              count(chain * 10, *selects))]


def test_a_chain_of_multiplications(count):
    """One IMUL retires every fourth clock: of forty clocks ten have one, none has two, thirty have
    none, and there are ten edges. INV without a threshold has no effect. E without a threshold uses
    a threshold of 1."""
    assert ten_more(count, 0x76, 0xc0, 0xc0 | cmask(1), 0xc0 | cmask(2), 0xc0 | cmask(1) | INV,
                    0xc0 | cmask(1) | E, 0xc0 | E, 0xc0 | INV) == [40, 10, 10, 0, 30, 10, 10, 10]


def test_conditions_on_clocks(count):
    """An unhalted clock is one event: a threshold of 1 changes nothing, and 2 is never reached."""
    assert ten_more(count, 0x76 | cmask(1), 0x76 | cmask(2), 0x76 | cmask(1) | INV,
                    0x76 | cmask(2) | INV, 0x76 | cmask(1) | E) == [40, 0, 0, 40, 0]


# ---- interrupts ----------------------------------------------------------------------------------

def overflow(numbers, n, vector, entry, end, options=()):
    """Counter n counts branches from -50 on and interrupts. The guest prints the number of
    interrupts, the remaining iterations of 100 that the handler saw, and the APIC entry at the
    end."""
    return numbers(f"""
    GATE {vector}, .handler
    mov dword [APIC + 0xf0], 0x1ff
    mov dword [APIC + 0x340], {entry}
    WRITE_MSR MSR_PERFCTR + {n}, -50, 0xffff
    sti
    WRITE_MSR MSR_PERFEVTSEL + {n}, 0xc2 | SEL_OS | SEL_INT | SEL_EN
    mov ebp, 100
.turn:
    add eax, ebx
    add eax, ebx
    dec ebp
    jnz .turn
    STOP {n}
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


@pytest.mark.parametrize("n", range(4))
def test_overflow_interrupts(numbers, n):
    """Delivered as a fixed vector and as NMI: one interrupt, one instruction after the fiftieth
    branch. That branch ended the fiftieth iteration, so 50 remain. The interrupt does not mask the
    entry."""
    assert overflow(numbers, n, 0x31, 0x31, END_OF_INTERRUPT) == [1, 50, 0x31]
    assert overflow(numbers, n, 2, 0x400, "") == [1, 50, 0x400]


def test_the_entry_may_mask(numbers):
    assert overflow(numbers, 0, 0x31, 0x10031, END_OF_INTERRUPT) == [0, 0, 0x10031]
    assert overflow(numbers, 0, 2, 0x400, "", ("-set", "counters.overflow_masks=on")) == \
        [1, 50, 0x10400]


def test_hardware_interrupts(numbers):
    """One interrupt of the APIC's timer is counted by the event for taken interrupts. INT n is not
    counted."""
    assert numbers("""
    GATE 0x33, .tick
    mov dword [APIC + 0xf0], 0x1ff
    mov dword [APIC + 0x3e0], 0xb
    mov dword [APIC + 0x320], 0x33
    START 2, 0xcf | SEL_OS
    mov dword [APIC + 0x380], 100000
    int 0x33
    sti
    hlt
    cli
    STOP 2
    PRINT_MSR MSR_PERFCTR + 2
    ret
.tick:
    mov dword [APIC + 0xb0], 0
    iret""") == [0, 1]


def test_clocks_with_interrupts_masked(count):
    """IF is clear here, so all clocks count as masked and no interrupt waits. STI still sees IF
    clear and CLI sees it set, so the code between them and CLI are not counted. Each IMUL of a
    chain takes 4 clocks."""
    chain = "imul ebx, ebx\n"
    assert ten_more(count, 0xcd, 0xce) == [40, 0]

    def enabled(multiplies):
        clocks, masked = count("sti\n" + chain * multiplies + "cli", 0x76, 0xcd)
        return clocks - masked
    assert enabled(40) - enabled(20) == 80


def test_halted_clocks_do_not_count(numbers):
    """The timer takes 100000 bus clocks, each 10.5 processor clocks at 1400 MHz. The processor is
    halted meanwhile."""
    low = numbers("""
    GATE 0x33, .tick
    mov dword [APIC + 0xf0], 0x1ff
    mov dword [APIC + 0x3e0], 0xb
    mov dword [APIC + 0x320], 0x33
    START 0, 0x76 | SEL_OS
    mov dword [APIC + 0x380], 100000
    sti
    hlt
    cli
    STOP 0
    PRINT_MSR MSR_PERFCTR
    ret
.tick:
    mov dword [APIC + 0xb0], 0
    iret""")[1]
    assert 0 < low < 5000
