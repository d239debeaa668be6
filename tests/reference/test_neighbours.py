# SPDX-License-Identifier: MIT
"""Behaviours of Debian 12's tools that a user of Bareprobe may not expect; docs/neighbours.md lists
them with their consequences. Each is seen by running the tool. A failure names the version that
behaves differently: then the row there is out of date."""
import re
import subprocess

import pytest

VERSIONS = {"as": ["as", "--version"], "nasm": ["nasm", "--version"], "gcc": ["gcc", "--version"],
            "objdump": ["objdump", "--version"], "valgrind": ["valgrind", "--version"],
            "gnuplot": ["gnuplot", "--version"]}


def version(tool):
    text = subprocess.run(VERSIONS[tool], capture_output=True, text=True, check=True).stdout
    return text.splitlines()[0]


@pytest.fixture(name="run")
def fixture_run(tmp_path):
    """run(*command, **files): the output of a command, after the files were written; a name's
    last _ is the dot before its extension."""
    def run_command(*command, status=0, **files):
        for name, text in files.items():
            stem, _, kind = name.rpartition("_")
            (tmp_path / f"{stem}.{kind}").write_text(text)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60,
                              check=False)
        assert done.returncode == status, (command, done.stderr)
        return done.stdout + done.stderr
    return run_command


def code(run, name):
    """The bytes of .text of an object."""
    text = run("objdump", "-s", "-j", ".text", name)
    words = "".join(re.findall(r"^ \w{4,8} ((?:\w+ ){1,4})", text, re.M))
    return bytes.fromhex(words.replace(" ", ""))


# ---- alignment ----------------------------------------------------------------------------------


def test_gas_aligns_by_loads_of_an_address(run):
    """Fifteen bytes are LEA ESI,[ESI] twice and a NOP: they write ESI."""
    run("as", "--32", "a.s", "-o", "a.o", a_s="nop\n.balign 16\nnop\n")
    lea = bytes.fromhex("8db42600000000")
    assert code(run, "a.o") == b"\x90" + lea + lea + b"\x90\x90", version("as")


def test_gas_jumps_over_long_alignment(run):
    run("as", "--32", "a.s", "-o", "a.o", a_s="nop\n.balign 32\nnop\n")
    assert code(run, "a.o")[1:3] == b"\xeb\x1d", version("as")


def test_nasms_smartalign_jumps(run):
    """JMP over thirteen NOPs."""
    run("nasm", "-f", "elf32", "a.asm", "-o", "a.o",
        a_asm="%use smartalign\nnop\nalign 16\nnop\n")
    assert code(run, "a.o") == b"\x90\xeb\x0d" + b"\x90" * 14, version("nasm")


# ---- what an assembler accepts ------------------------------------------------------------------


@pytest.mark.parametrize("instruction, status", [
    ("rdpmc", 1), ("cmovz eax, ebx", 1), ("ud2", 0), ("pause", 0), ("emms", 0)])
def test_nasms_cpu_586_is_no_pentium(run, instruction, status):
    run("nasm", "-f", "elf32", "a.asm", "-o", "a.o", status=status,
        a_asm=f"cpu 586\nbits 32\n{instruction}\n")


def test_a_section_of_nasm_is_not_executable(run):
    """Only standard names imply flags."""
    run("nasm", "-f", "elf32", "a.asm", "-o", "a.o", a_asm="section .text.hot\nnop\n")
    flags = re.search(r"\.text\.hot +PROGBITS +\w+ +\w+ +\w+ +\w+ +(\w+)",
                      run("readelf", "-SW", "a.o"))[1]
    assert flags == "A", version("nasm")


def test_the_prefixes_of_rep_movsw_have_two_orders(run):
    run("as", "--32", "a.s", "-o", "a.o", a_s="rep movsw\n")
    run("nasm", "-f", "elf32", "b.asm", "-o", "b.o", b_asm="bits 32\nrep movsw\n")
    assert (code(run, "a.o"), code(run, "b.o")) == (b"\x66\xf3\xa5", b"\xf3\x66\xa5"), \
        (version("as"), version("nasm"))


def test_objdump_shows_rep_bsr_as_lzcnt(run):
    """A Pentium executes BSR."""
    run("as", "--32", "a.s", "-o", "a.o", a_s=".byte 0xf3, 0x0f, 0xbd, 0xc3\n")
    assert "lzcnt" in run("objdump", "-d", "a.o"), version("objdump")


# ---- compiled code ------------------------------------------------------------------------------

GCC = ["gcc", "-m32", "-march=pentium", "-O2", "-fno-pic", "-S", "-o", "-"]


def test_gcc_changes_the_rounding_twice_for_each_conversion(run):
    text = run(*GCC, "a.c", a_c="int f(double x) { return (int)x; }\n")
    words = re.findall(r"^\t(fnstcw|fldcw|fistpl)", text, re.M)
    assert words == ["fnstcw", "fldcw", "fistpl", "fldcw"], version("gcc")


def test_gcc_calls_one_function_for_quotient_and_remainder(run):
    text = run(*GCC, "a.c", a_c="typedef unsigned long long u;\n"
               "u f(u a, u b, u *rest) { *rest = a % b; return a / b; }\n")
    assert re.findall(r"call\t(\w+)", text) == ["__udivmoddi4"], version("gcc")


# ---- counts of valgrind -------------------------------------------------------------------------

REP = """\
.globl _start
_start: mov $to, %edi
    mov $from, %esi
    mov $100, %ecx
    rep movsb
    mov $1, %eax
    xor %ebx, %ebx
    int $0x80
.bss
from: .space 200
to: .space 200
"""


@pytest.fixture(name="rep")
def fixture_rep(run):
    """Seven instructions: the fourth repeats 100 times."""
    run("as", "--32", "rep.s", "-o", "rep.o", rep_s=REP)
    run("ld", "-m", "elf_i386", "rep.o", "-o", "rep")


@pytest.mark.usefixtures("rep")
def test_lackey_counts_each_repetition(run):
    """And one more, which finds ECX 0."""
    text = run("valgrind", "--tool=lackey", "--basic-counts=yes", "./rep")
    assert re.search(r"guest instrs: +([\d,]+)", text)[1] == "107", version("valgrind")


@pytest.mark.usefixtures("rep")
def test_bbv_counts_an_instruction_once(run):
    text = run("valgrind", "--tool=exp-bbv", "--bb-out-file=bb.out", "./rep")
    numbers = re.findall(r"(?:Total instructions|Total reps|Unique reps): (\d+)", text)
    assert numbers == ["7", "101", "1"], version("valgrind")


# ---- gnuplot ------------------------------------------------------------------------------------


def points(run, separator, text):
    """Points and blank lines of a drawn line; u marks an undefined point."""
    run("gnuplot", "-e", f"{separator}set table 'out'; plot 'data.txt' using 1:2 with lines",
        data_txt=text)
    return [line.split() for line in run("cat", "out").splitlines() if line[:1] != "#"]


def test_gnuplot_joins_the_points_around_an_empty_field(run):
    """An empty field of a CSV file is no point, so the line is drawn over it; NaN, which
    `export -f gnuplot` writes, breaks the line."""
    csv = points(run, "set datafile separator comma; ", "1,10\n2,\n3,30\n")
    nan = points(run, "", "1 10\n2 NaN\n3 30\n")
    assert [row for row in csv if row] == [["1", "10", "i"], ["3", "30", "i"]], version("gnuplot")
    assert ["2", "NaN", "u"] in nan, version("gnuplot")


def test_gnuplot_takes_no_number_in_quotes(run):
    """`export -f gnuplot` has regions in quotes: they are labels (xticlabels), not numbers."""
    text = run("gnuplot", "-e", "set table 'out'; plot 'data.txt' using 1:2", status=1,
               data_txt='"3" 5\n"4" 6\n')
    assert "no valid points" in text, version("gnuplot")
