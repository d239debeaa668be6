# SPDX-License-Identifier: MIT
"""The sources never name a model-specific register from 2 to 0Dh, because reading 0Ah is reported
to hang a Pentium. RDMSR and WRMSR access only registers that are named here, registers in the
family's tables, and the counters that a benchmark selects through libp5mon."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORBIDDEN = range(0x02, 0x0E)
NAMED = re.compile(r"^\s*(?:#define\s+(MSR_\w+)\s+|(MSR_\w+)\s+equ\s+|(MSR_\w+)\s*=\s*)"
                   r"(0x[0-9A-Fa-f]+|\d+)", re.M)
USED = re.compile(r"\b(?:rdmsr|wrmsr)(?:_safe)?\(([^,()]+)")
IN_ECX = re.compile(r"\b(?:mov ecx, |\.first_msr = |first_msr\s*=\s*)(0x[0-9A-Fa-f]+|\d+)")
# msr is the parameter of x86.h and the register of libp5mon's driver (CESR and counters); idle is
# CTR0 or CTR1 in choice/promises; frame->ecx is a register of counters that a benchmark's WRMSR is
# about to write (kernel/measure/experiment/counter_writes.c).
VARIABLES = {"msr", "uint32_t msr", "idle", "frame->ecx"}


def sources():
    for room in ("boot", "kernel", "pmc", "libp5mon", "bench", "serial", "stats"):
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".c", ".h", ".asm", ".inc"):
                yield path, path.read_text()


def test_none_of_them_has_a_name():
    names = {}
    for _, text in sources():
        for match in NAMED.finditer(text):
            names[next(name for name in match.groups()[:3] if name)] = int(match[4], 0)
    assert names["MSR_P5_CESR"] == 0x11  # checks that the search finds names at all
    assert not {name: value for name, value in names.items() if value in FORBIDDEN}


def test_nothing_else_is_read_or_written():
    used = {word.strip() for _, text in sources() for word in USED.findall(text)}
    assert "MSR_P5_CESR" in used
    assert not {word for word in used if not word.startswith("MSR_")} - VARIABLES


def test_a_register_that_a_benchmark_names_is_a_counters():
    """The only such read is after the check that returns for every other register."""
    reads = [text for _, text in sources() if re.search(r"(rdmsr|wrmsr)\w*\(frame->ecx", text)]
    assert len(reads) == 1
    checked = (r"if \(!counter_registers_include\(pmc, frame->ecx\)\)\s+return;\s+"
               r"const uint32_t before = \(uint32_t\)rdmsr\(frame->ecx\);")
    assert len(re.findall(checked, reads[0])) == reads[0].count("msr(frame->ecx") == 1


def test_no_assembly_gives_one_to_an_instruction_behind_it():
    """Checks each number that is loaded into ECX and has an RDMSR or WRMSR in the same five
    lines."""
    seen = 0
    for path, text in sources():
        lines = text.splitlines()
        for at, line in enumerate(lines):
            near = "\n".join(lines[at:at + 5])
            for number in IN_ECX.findall(line):
                if "rdmsr" in near or "wrmsr" in near or "first_msr" in line:
                    seen += 1
                    assert int(number, 0) not in FORBIDDEN, f"{path}:{at + 1}"
    assert seen > 0
