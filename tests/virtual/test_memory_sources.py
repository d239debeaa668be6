# SPDX-License-Identifier: MIT
"""A loader, BIOS or CMOS that reports a wrong size of memory (-silicon e820, mem-upper, cmos); the
memory's end reads as ones or wraps around. Processors without CR4 or CPUID."""
import pytest

from tiers import full

SETTINGS = "command=thesis/program1 events=count_clocks repetitions=1 report=records exit=qemu"
UD, NONE = 6, 0xFFFFFFFF

# (MB, -silicon, memory_kb, memory_source, memory_wrong). Sizes after the first MB: a machine of 4
# MB has 3072 KB, one of 16 MB 15360. A source is wrong if it exceeds what was verified, or lacks
# more than 1024 KB of it; mem_upper and the CMOS may stop at 15 MB. The CMOS is used only if no
# other source has the kernel's memory. Zero stands for a source that does not exist. Memory of 12
# MB wraps at 16 MB.
LIES = [
    (4, "e820=14336,mem-upper=14336", 4096, "map", "map:15360,mem_upper:15360"),
    full((4, "e820=14336", 4096, "map", "map:15360")),
    (4, "e820=14336,mem-upper=14336,cmos=14336,memory-wraps", 4096, "map",
     "map:15360,mem_upper:15360,cmos:15360"),
    full((8, "e820=65535,memory-wraps", 8192, "map", "map:66559")),
    full((12, "e820=65535,memory-wraps", 12288, "map", "map:66559")),
    full((4, "e820=512", 4096, "mem_upper", "map:1536")),
    (16, "e820=4608", 16384, "map", "map:5632"),
    full((16, "e820=4608,mem-upper=4608", 5632, "map", "cmos:16384")),
    full((16, "e820=0,mem-upper=4608", 5632, "mem_upper", "cmos:16384")),
    full((4, "e820=0", 4096, "mem_upper", None)),
    full((4, "e820=0,mem-upper=0", 4096, "cmos", None)),
    full((4, "e820=0,mem-upper=0,cmos=14336", 4096, "cmos", "cmos:15360")),
    full((4, "e820=0,mem-upper=0,cmos=0", 4096, "assumed", None)),
    full((4, "e820=0,mem-upper=14336,cmos=40000", 4096, "mem_upper",
          "mem_upper:15360,cmos:41024")),
    full((4, "cmos=0", 4096, "map", None)),
    full((64, "mem-upper=15360,cmos=15360", 65536, "map", None)),
    full((64, "mem-upper=14000,cmos=14000", 65536, "map", "mem_upper:15024,cmos:15024")),
    full((16, "e820=14336,mem-upper=14336", 15360, "map", None)),
]


def machine(run, records):
    [record] = [record for record in records(run.stdout) if record["ev"] == "machine"]
    return record


@pytest.mark.parametrize("megabytes, lies, kb, source, wrong", LIES)
def test_size_is_verified(vpentium, records, megabytes, lies, kb, source, wrong):
    run = vpentium(SETTINGS, "-m", str(megabytes), "-silicon", lies)
    assert run.returncode == 0
    found = machine(run, records)
    assert (found["memory_kb"], found["memory_source"], found.get("memory_wrong")) == (
        str(kb), source, wrong)


@pytest.mark.full
def test_reports_name_the_source(vpentium):
    text = vpentium(SETTINGS.replace("records", "text"), "-m", "8", "-silicon", "e820=14336").stdout
    assert " memory: wrong sizes in KB: map:15360; 8192 KB were verified\n" in text


TRIED = """
%include "protected.inc"
main:
    call protect
    TRY
    mov eax, cr4
    CAUGHT
    PRINT [fault.vector]
    TRY
    rdtsc
    CAUGHT
    PRINT [fault.vector]
    TRY
    mov ecx, 10h
    rdmsr
    CAUGHT
    PRINT [fault.vector]
    TRY
    xor eax, eax
    cpuid
    CAUGHT
    PRINT [fault.vector]
    pushf
    pop ebx
    xor ebx, 1 << 21
    push ebx
    popf
    pushf
    pop eax
    xor eax, ebx
    PRINT eax
    ret
"""


def test_early_processors(guest):
    """CR4, RDTSC, RDMSR, CPUID; then the bits of EFLAGS that cannot be changed: bit 21 is ID."""
    tried = guest(TRIED)
    assert tried.numbers() == [NONE, NONE, NONE, NONE, 0]
    assert tried.numbers("-silicon", "no-cr4") == [UD, UD, UD, NONE, 0]
    assert tried.numbers("-silicon", "no-cpuid") == [UD, UD, UD, UD, 1 << 21]


@pytest.mark.parametrize("part, name", [
    ("no-cr4", "Intel 486 DX2"),
    full(("no-cpuid", "a Cyrix 486, 5x86 or 6x86 with CPUID disabled"))])
def test_early_processors_are_told_in_one_sentence(vpentium, records, part, name):
    run = vpentium(SETTINGS, "-silicon", part)
    assert run.returncode == 1
    said = records(run.stdout)
    assert [record["ev"] for record in said] == ["start", "cpu", "machine", "error", "done"]
    assert said[3]["what"].startswith(f"this processor ({name}, family 4 ")
    assert "cannot be measured: it has no" in said[3]["what"]
    screen = vpentium(SETTINGS, "-silicon", part, "-screen").stderr
    assert "".join(said[3]["what"].split()) in "".join(screen.split())
