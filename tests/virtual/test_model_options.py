# SPDX-License-Identifier: MIT
"""Options that change the machine: --pm0-nmi, --snoop, --errata, --set."""
import re

import pytest

from tiers import fast_cases

EVENT_SNOOPS, EVENT_SNOOP_HITS, EVENT_WRITTEN_BACK = 0x07, 0x08, 0x06
EVENT_READ_MISS = 0x03

# Tolerance in snoops. The counters are set and read up to 62 clocks apart, and a snoop waits for
# the end of a block.
SLACK = 2

# ---- --pm0-nmi -----------------------------------------------------------------------------------

SAMPLING = """
PERIOD equ 100
main:
    GATE 2, sampled
    mov eax, {cesr}
    SET_MSR MSR_CESR
    mov eax, -PERIOD
    SET_MSR MSR_CTR0
    mov ebx, 1000
align 32
turn:
    mov ecx, [scratch]
    dec ebx
    jnz turn
behind:
    mov eax, 0
    SET_MSR MSR_CESR
    mov eax, [samples]
    call print
    mov eax, [strays]
    call print
    ret

; Counts an interrupted EIP within the loop, or where the loop is just left; sets the counter again.
sampled:
    pusha
    inc dword [samples]
    mov eax, [esp + 32]
    sub eax, turn
    cmp eax, behind - turn
    jbe .inside
    inc dword [strays]
.inside:
    mov eax, -PERIOD
    SET_MSR MSR_CTR0
    popa
    iret

section .bss
samples: resd 1
strays: resd 1
"""

READS_ON_OVERFLOW = 0x02c0   # event 0 on counter 0, in every ring, pin on overflow
READS_ON_INCREMENT = 0x00c0
AT_ONCE = ("--pm0-nmi", "--set", "overflow_pin_lag=0")


def test_overflows_of_counter_0_raise_nmi(guest):
    """The loop makes 1000 reads. The handler's own reads count while the counter still runs: eight
    of POPA, three of IRET, and the read of EIP before the counter is set again. So 11 of each 100
    reads are the handler's, except for the first interval: a sample is taken after 100 + 89 n reads
    of the loop, 11 times up to 1000 (100 + 89 * 10 = 990; the twelfth would need 1079)."""
    samples, strays = guest(SAMPLING.format(cesr=READS_ON_OVERFLOW)).numbers(*AT_ONCE)
    assert (samples, strays) == (11, 0)


def test_no_nmi_without_the_socket_or_the_pin(guest):
    """PM0 is not connected to NMI, or is configured to signal increments."""
    assert guest(SAMPLING.format(cesr=READS_ON_OVERFLOW)).numbers() == [0, 0]
    assert guest(SAMPLING.format(cesr=READS_ON_INCREMENT)).numbers("--pm0-nmi") == [0, 0]


def test_sampling_hits_within_a_long_block(guest):
    """The block has twenty instructions without a branch. The sample is taken after the instruction
    that made the counter overflow, not at the end of the block. Preset to -3, the counter overflows
    at the third read. Reads never pair with each other here, because all load EAX."""
    source = """
main:
    GATE 2, sampled
    mov eax, 0x02c0
    SET_MSR MSR_CESR
    mov eax, -3
    SET_MSR MSR_CTR0
    jmp reads
align 32
reads:
""" + "    mov eax, [scratch]\n" * 20 + """
    mov eax, [place]
    call print
    ret
sampled:
    push eax
    mov eax, [esp + 4]
    sub eax, reads
    mov [place], eax
    pop eax
    iret
section .bss
place: resd 1
"""
    # MOV EAX, moffs32 is 5 bytes and takes a clock: NMI comes five instructions after the third.
    assert guest(source).numbers(*AT_ONCE) == [3 * 5]
    assert guest(source).numbers("--pm0-nmi") == [(3 + 5) * 5]


def test_nmi_waits_for_iret(guest):
    """Overflows inside the handler raise one NMI after its IRET; handlers do not nest."""
    source = """
main:
    GATE 2, handler
    mov eax, 0x02c0
    SET_MSR MSR_CESR
    mov eax, -1
    SET_MSR MSR_CTR0
    mov eax, [scratch]
    nop
    mov eax, [entered]
    call print
    mov eax, [deepest]
    call print
    ret
handler:
    pusha
    inc dword [depth]
    inc dword [entered]
    mov eax, [depth]
    cmp eax, [deepest]
    jbe .not_deeper
    mov [deepest], eax
.not_deeper:
    mov eax, -1
    cmp dword [entered], 3
    jb .again
    mov eax, 0
.again:
    SET_MSR MSR_CTR0
    mov eax, [scratch]
    dec dword [depth]
    popa
    iret
section .bss
entered: resd 1
depth: resd 1
deepest: resd 1
"""
    assert guest(source).numbers(*AT_ONCE) == [3, 1]


def test_overflow_behind_which_the_processor_halts_wakes_it(guest):
    assert guest("""
main:
    GATE 2, woken
    mov eax, 0x02c0
    SET_MSR MSR_CESR
    mov eax, -1
    SET_MSR MSR_CTR0
    mov eax, [scratch]
    hlt
    mov eax, [entered]
    call print
    ret
woken:
    inc dword [entered]
    iret
section .bss
entered: resd 1
""").numbers("--pm0-nmi") == [1]


# ---- --snoop -------------------------------------------------------------------------------------

SNOOPED = """
main:
    mov eax, {event} | 0xc0 | 0x01c00000 ; counter 1: clocks
    SET_MSR MSR_CESR
    mov eax, [scratch]                  ; into the cache, exclusive
    mov eax, 0
    SET_MSR MSR_CTR1
    mov eax, 0
    SET_MSR MSR_CTR0
    mov ebx, 10000
align 32
.turn:
    {access}
    dec ebx
    jnz .turn
    GET_MSR MSR_CTR0
    mov esi, eax
    GET_MSR MSR_CTR1
    xchg eax, esi
    call print
    mov eax, esi
    call print
    ret
"""


def snooped(guest, event, access, *options, place=None):
    kernel = guest(SNOOPED.format(event=event, access=access))
    symbols = kernel.symbols()
    address = symbols[place or "scratch"]
    options = [option.format(address) for option in options]
    return kernel.numbers(*options)


def test_snoops_count(guest):
    """A snoop comes every 100 clocks, independent of the contents of the cache; without the option
    none."""
    assert snooped(guest, EVENT_SNOOPS, "nop")[0] == 0
    count, clocks = snooped(guest, EVENT_SNOOPS, "nop", "--snoop", "0x300000,100")
    assert abs(count - clocks / 100) <= SLACK
    assert count > 100


def test_snoop_hits_count(guest):
    count, clocks = snooped(guest, EVENT_SNOOP_HITS, "nop", "--snoop", "{:#x},100")
    assert abs(count - clocks / 100) <= SLACK
    assert snooped(guest, EVENT_SNOOP_HITS, "nop", "--snoop", "0x300000,100")[0] == 0


def test_snooped_modified_line_is_written_back(guest):
    """The loop writes the line in each iteration. The first write after a snoop makes the shared
    line exclusive, the next makes it modified, and the next snoop writes it back. Nothing else
    writes it back."""
    count, clocks = snooped(guest, EVENT_WRITTEN_BACK, "mov [scratch], eax",
                            "--snoop", "{:#x},100")
    assert abs(count - clocks / 100) <= SLACK
    assert snooped(guest, EVENT_WRITTEN_BACK, "mov [scratch], eax")[0] == 0


def test_snoop_that_writes_takes_the_line_away(guest):
    """After a snoop that writes, the next access is a read miss. A snoop that reads invalidates
    nothing."""
    count, clocks = snooped(guest, EVENT_READ_MISS, "mov eax, [scratch]",
                            "--snoop", "{:#x},100,write")
    assert abs(count - clocks / 100) <= SLACK
    assert snooped(guest, EVENT_READ_MISS, "mov eax, [scratch]", "--snoop", "{:#x},100")[0] == 0


# ---- --set, --errata -----------------------------------------------------------------------------

CLOCKS_OF = """
main:
    mov eax, {cesr}
    SET_MSR MSR_CESR
    mov ebp, 2
.again:
    GET_MSR MSR_CTR0
    mov edi, eax
    {code}
    GET_MSR MSR_CTR0
    sub eax, edi
    dec ebp
    jnz .again
    call print
    ret
"""


def clocks_of(guest, code, *options, cesr=0x01c0):
    return guest(CLOCKS_OF.format(code=code, cesr=cesr)).numbers(*options)[0]


@pytest.mark.parametrize("setting, code, more", [
    ("cache.misaligned=7", "mov ebx, [scratch + 1]", 7 - 3),
    ("clocks.rdmsr_counter=30", "nop", 30 - 27),
    ("clocks.multiply32=10", "mul ebx", 10 - 9),
    # NEG never pairs and takes a clock; they use up the 27 clocks of RDMSR that could hide a prefix
    ("prefix.size=3", "times 4 neg ebx\n times 4 db 0x66\n nop", 4 * 2),
    ("branch.direct=12", "mov ecx, 0x0e\n mov eax, 1\n xor edx, edx\n wrmsr\n jmp $ + 2", 12 - 2),
])
def test_a_parameter_changes_what_it_says(guest, setting, code, more):
    """Each parameter changes one cost of an instruction that occurs once. (No branch is predicted
    if bit 0 of TR12 is set.)"""
    assert clocks_of(guest, code, "--set", setting) - clocks_of(guest, code) == more


def test_errata_can_be_switched_off(guest):
    """A misaligned read that misses counts two misses with the erratum and one without."""
    code = "wbinvd\n mov ebx, [scratch + 2]"
    misses = [clocks_of(guest, code, *options, cesr=0xc0 | EVENT_READ_MISS)
              for options in ([], ["--errata=on"], ["--errata=off"], ["--set", "errata=off"])]
    assert misses == [2, 2, 1, 1]


def help_of(guest, *options):
    done = guest("main: ret").run("--set", "help", *options)
    assert done.returncode == 0
    return dict(re.findall(r"^(\S+)=(\S+)$", done.stdout, re.M)), done.stdout


def test_help_lists_every_parameter_with_its_value(guest):
    values, text = help_of(guest)
    assert len(values) == text.count("\n") / 2 >= 60
    assert values["branch.btb"] == "64x4" and values["bus.dram_read"] == "10-3"
    assert values["cache.uncached_from"] == "0xa0000" and values["errata"] == "on"
    assert values["branch.rule"] == "unless-twice-not"
    assert help_of(guest, "-cpu", "p55c")[0]["cache.data"] == "128x4"
    assert help_of(guest, "--set", "bus.io=9")[0]["bus.io"] == "9"


def test_every_listed_value_can_be_set(guest):
    values, _ = help_of(guest)
    again = [word for name, value in values.items() for word in ("--set", f"{name}={value}")]
    assert help_of(guest, *again)[0] == values


@pytest.mark.parametrize("setting", fast_cases(5, [
    "cache.data=1x1", "tlb.data=4x1", "tlb.code=1x1", "branch.btb=1x1", "bus.l2_bytes=0",
    "cache.data=64x2", "tlb.data=64x4", "branch.rule=two-levels", "pairing.enabled=off",
]))
def test_other_machines_run_the_kernel_too(vpentium, setting):
    run = vpentium("command=thesis/program* repetitions=2 exit=qemu", "--set", setting)
    assert run.returncode == 0


@pytest.mark.parametrize("options, words", [
    (["-machine", "p54c-10"], ["'p54c-10'", "did you mean 'p54c-100'?", "-machine help"]),
    (["-machine", "/no/such.box"], ["/no/such.box", "No such file", "-machine help"]),
    (["-machine"], ["needs a value"]),
    (["--set", "bus.l2bytes=1"], ["did you mean 'bus.l2_bytes'?"]),
    (["--set", "cache.size=1"], ["cache.size=1", "no such parameter", "--set help"]),
    (["--set", "bus.io"], ["bus.io", "1 to 100000"]),
    (["--set", "bus.io="], ["bus.io=", "1 to 100000"]),
    (["--set", "bus.io=0"], ["bus.io=0", "1 to 100000"]),
    (["--set", "bus.io=1e3"], ["bus.io=1e3", "1 to 100000"]),
    (["--set", "bus.io=99999999999999999999"], ["1 to 100000"]),
    (["--set", "errata=yes"], ["errata=yes", "on, off"]),
    (["--set", "cache.data=100x2"], ["cache.data=100x2", "powers of two"]),
    (["--set", "cache.data=128x128"], ["powers of two"]),
    (["--set", "cache.data=128"], ["SETSxWAYS"]),
    (["--set", "bus.l2=3"], ["FIRST-NEXT"]),
    (["--set", "branch.rule=random"], ["branch.rule=random", "saturating"]),
    (["--set", "bus.l2_bytes=100"], ["power of two"]),
    (["--set", "counter_write_bits=33"], ["32 or 40"]),
    (["--set"], ["--set", "needs a value"]),
    (["--errata=maybe"], ["maybe", "off"]),
    (["--snoop", "here,100"], ["here,100", "0x200000,1000"]),
    (["--snoop", "0x1000,1"], ["0x1000,1", "10 to"]),
    (["--snoop", "0x1000,100,read"], ["0x1000,100,read"]),
    (["--pm0-nmi=yes"], ["pm0-nmi", "no value"]),
])
def test_what_is_refused(guest, options, words):
    done = guest("main: ret").run(*options)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr
