# SPDX-License-Identifier: MIT
"""Counts of the P6 family's counters in the virtual machine, for small programs known by hand."""
import pytest

from p6_guest import ALL, E, count # pylint: disable=unused-import

# ---- instructions, uops, branches ---------------------------------------------------------------

@pytest.mark.parametrize("cpu", ALL)
def test_instructions_uops_and_branches_of_a_loop(count, cpu):
    """MOV, then a hundred iterations of ADD, DEC, JNZ: 301 instructions of one uop each (p6_uops:
    MOV r,i, ADD r,r, DEC r, Jcc), 100 branches, 99 of them taken. Warm, the branch is in the BTB:
    its history of four taken iterations predicts all but the last. Both counters have all of these
    events."""
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
    """Cold code, each branch once. Forward and taken: the decoder predicts it as not taken, which
    is wrong. Forward and not taken: right. JMP: the decoder knows the target; the same holds for
    CALL, and for RET through the return stack. None is in the BTB: 5 misses, 3 redirections, 1
    misprediction."""
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
    """Taken, taken, not: each position is determined by the four outcomes before it, which two
    levels learn; only the end of the loop itself is mispredicted. Six taken and one not: the four
    outcomes before the not taken one are all taken, as are those before the two preceding ones, so
    it is mispredicted each of 140 / 7 times."""
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


# Ten lines of a page that is in no cache. In the second run the code is in L1.
READ_TEN = "\n".join(f"mov eax, [esi + {i * 32}]" for i in range(10))
WRITE_TEN = "\n".join(f"mov [esi + {i * 32}], eax" for i in range(10))
MESI = {"m": 8, "e": 4, "s": 2, "i": 1}


def umask(event, states):
    return event | sum(MESI[state] for state in states) << 8


@pytest.mark.parametrize("cpu", ALL)
def test_ten_lines_from_memory(count, cpu):
    """Ten lines into L1, ten misses of L2, lines into it, bursts of the bus with four pieces of
    data each. A unit mask of 0 selects no state. A second read of the lines hits L1."""
    events = (0x45, 0x46, umask(0x29, "i"), umask(0x29, "mes"), umask(0x2e, "mesi"), 0x2e, 0x24,
              0x26, 0x65, 0x6e, 0x6f, 0x70, 0x2070, 0x66, 0x64)
    wanted = [10, 0, 10, 0, 10, 0, 10, 0, 10, 10, 10, 10, 10, 0, 40]
    assert count(READ_TEN, *events, cpu=cpu) == wanted
    assert count(READ_TEN, *events, cpu=cpu, before=READ_TEN) == [0] * len(events)


@pytest.mark.parametrize("cpu,clocks", (("ppro", 12), ("p2", 14), ("p3", 18)))
def test_clocks_of_data_on_the_bus(count, cpu, clocks):
    """A line is four pieces of one bus clock each, which are 3, 3.5 and 4.5 of these processors'
    own clocks (200 over 66.7, 350 and 450 over 100 MHz). The processor does not drive them when it
    reads; a write to a port is one piece."""
    assert count(READ_TEN, 0x62, 0x2062, cpu=cpu) == [0, 10 * clocks]
    assert count("out 0x80, al", 0x62, 0x2062, cpu=cpu) == [1, clocks // 4]


def test_draining_stores(count):
    """CPUID waits until the stores before it are in the cache. A store whose line comes from memory
    takes the time of a load from memory, 71 clocks; without stores there is no wait. A locked
    access also waits, once."""
    drained, times = count("mov [esi], eax\ncpuid", 0x04, 0x04 | E)
    assert 60 <= drained <= 72 and times == 1
    assert count("cpuid", 0x04) == count("mov eax, [esi]\ncpuid", 0x04) == [0]
    drained, times = count("mov [esi], eax\nlock inc dword [area]", 0x04, 0x04 | E)
    assert 60 <= drained <= 72 and times == 1


def test_ten_lines_written(count):
    """A store requests its line: read for ownership, modified in L1 at once, not in L2."""
    events = (0x45, 0x46, umask(0x2a, "i"), umask(0x29, "mesi"), 0x66, 0x65, 0x24, 0x25)
    assert count(WRITE_TEN, *events) == [10, 10, 10, 0, 10, 0, 10, 0]


@pytest.mark.parametrize("cpu,ways", (("ppro", 2), ("p2", 4), ("p3", 4)))
def test_a_modified_line_leaves_a_full_set(count, cpu, ways):
    """The sets of L1 repeat every 4 KB. A line is modified, then one other line per way is read:
    the oldest is evicted to L2, which had it as exclusive and now has it as modified. A new read
    gets it from there, in that state, without a bus cycle."""
    others = "\n".join(f"mov eax, [area + {(1 + i) * 4096}]" for i in range(ways))
    before = f"{others}\nmov [area], eax"
    # Warm, L2 has all lines. The modified line evicted the oldest of the others: read in order,
    # each read evicts the next line to be read, and the last but one evicts the modified line.
    wanted = [1, ways, ways, 0, 0]
    assert count(others, 0x47, umask(0x29, "mesi"), umask(0x29, "e"), 0x6f, 0x25, cpu=cpu,
                 before=before, turns=3) == wanted
    again = f"{before}\n{others}"
    assert count("mov eax, [area]", umask(0x29, "m"), umask(0x29, "esi"), 0x45, 0x6f, cpu=cpu,
                 before=again, turns=3) == [1, 0, 1, 0]


def test_more_lines_than_a_set_has_ways(count):
    """Sixteen lines of a set with four ways: each read of a round misses L1, and all hit L2."""
    lines = "\n".join(f"mov eax, [area + {(i % 16) * 4096}]" for i in range(16))
    assert count(lines, 0x45, umask(0x29, "e"), umask(0x29, "i")) == [16, 16, 0]


# Another bus agent accesses this line, which nothing else of the guest uses, every 1,000 clocks.
# The chain of 5,000 IMULs of 4 clocks takes 20,000.
SNOOPED = 0x200000
CHAIN = "mov ecx, 5000\n%$wait:\nimul eax, eax\ndec ecx\njnz %$wait"
READS, WRITES = ("-snoop", f"{SNOOPED:#x},1000"), ("-snoop", f"{SNOOPED:#x},1000,write")


@pytest.mark.parametrize("access, modified", ((f"mov [{SNOOPED}], eax", 1),
                                              (f"mov eax, [{SNOOPED}]", 0)))
def test_another_agent_takes_modified_lines(count, access, modified):
    """MESI: a modified line is written back, once, since it is shared or invalid afterwards; an
    exclusive or shared line is not. Event 47h includes modified lines that leave L1 through a snoop
    (SDM). The other agent's requests are those of any agent (2065h, 2066h) less the processor's
    own."""
    for options, reads, writes in ((READS, 20, 0), (WRITES, 0, 20)):
        left, written, any_read, any_write, read, write = count(
            f"{access}\n{CHAIN}", 0x47, 0x67, 0x2065, 0x2066, 0x65, 0x66, options=options)
        assert (left, written) == (modified, modified)
        assert abs(any_read - read - reads) <= 1 and abs(any_write - write - writes) <= 1


def test_what_another_agent_leaves(count):
    """After a read by another agent the line is shared: a load hits, and a store requests the line
    from L2, where it is shared, too. After a write it is in no cache."""
    load, store = f"mov eax, [{SNOOPED}]", f"mov [{SNOOPED}], eax"
    before = f"{store}\n{CHAIN}"
    assert count(load, 0x45, before=before, options=READS) == [0]
    assert count(store, umask(0x2a, "s"), umask(0x2a, "mei"), before=before,
                 options=READS) == [1, 0]
    assert count(load, 0x45, umask(0x29, "i"), umask(0x29, "mes"), before=before,
                 options=WRITES) == [1, 1, 0]


@pytest.mark.parametrize("options, written", (((), 0), (READS, 1), (WRITES, 1)))
def test_another_agent_takes_a_modified_line_of_l2(count, options, written):
    """Loads of four lines of its set evict a modified line from L1 to L2. Only L2 writes it back,
    so event 47h counts it once."""
    others = "\n".join(f"mov eax, [{SNOOPED + (1 + i) * 4096}]" for i in range(4))
    assert count(f"mov [{SNOOPED}], eax\n{others}\n{CHAIN}", 0x47, 0x67,
                 options=options) == [1, written]


def test_another_agent_takes_lines_of_code(count):
    """The chain is in the line, IMUL EAX, EAX (0F AF C0), DEC ECX (49), JNZ (75 FA), RET (C3). Each
    write of another agent makes the next fetch miss; a read does not. The first fetch always
    misses, because the line was stored to."""
    before = f"mov dword [{SNOOPED}], 0x49c0af0f\nmov dword [{SNOOPED + 4}], 0xc3fa75"
    body = f"mov ecx, 5000\nmov eax, {SNOOPED}\ncall eax"
    assert 20 <= count(body, 0x81, before=before, options=WRITES)[0] <= 22
    assert count(body, 0x81, before=before, options=READS) == [1]


def test_lines_of_code(count):
    """128 bytes from an aligned address are four lines of code, and eight fetches of 16 bytes. The
    jumps to and from them add up to two more each. Cold, L2 misses each line, too; warm it misses
    none."""
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
    """Events 10h and C1h are only on counter 0, 12h and 13h only on counter 1; the other counter
    reads 0."""
    assert count(body, 0x10, [0x12], [0x13], 0xc1) == [computing, multiplies, divides, flops]
    assert count(body, [0x10], 0x12, 0x13, [0xc1]) == [0, 0, 0, 0]


def test_mmx(count):
    """PADDSW and PACKSSWB saturate. The type bits of B3h are those of the Pentium II's table."""
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
