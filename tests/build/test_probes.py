# SPDX-License-Identifier: MIT
"""The probes of pmc/region.h and pmc/region.inc assemble to the same machine code."""
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

C = """
#include "pmc/region.h"
void probe(void);
void probe(void) { region_begin(3); region_end(3); }
"""
ASM = """
bits 32
%include "pmc/region.inc"
section .text
probe:
    REGION_BEGIN 3
    REGION_END 3
    ret
"""


def disassembly(object_file):
    text = subprocess.run(["objdump", "-dr", "-M", "intel", "--no-show-raw-insn", object_file],
                          check=True, capture_output=True, text=True).stdout
    lines = re.findall(r"^\s+[0-9a-f]+:\t(.*)", text, re.M)
    return [re.sub(r"\s+", " ", line).strip() for line in lines]


def test_c_and_nasm_agree(tmp_path):
    (tmp_path / "c.c").write_text(C)
    (tmp_path / "n.asm").write_text(ASM)
    subprocess.run(["gcc", "-m32", "-march=pentium", "-Os", "-ffreestanding", "-fno-pic",
                    "-fcf-protection=none", "-fno-asynchronous-unwind-tables", f"-I{ROOT}", "-c",
                    "-o", tmp_path / "c.o", tmp_path / "c.c"], check=True)
    subprocess.run(["nasm", "-f", "elf32", f"-I{ROOT}/", "-o", tmp_path / "n.o",
                    tmp_path / "n.asm"], check=True)
    from_c, from_nasm = disassembly(tmp_path / "c.o"), disassembly(tmp_path / "n.o")
    begin = from_c.index("pusha")
    assert from_c[begin:] == from_nasm
    assert len(from_nasm) == 15 + 26 + 1  # begin, end, RET: the listing in pmc/region.inc
    assert from_nasm.count("rdmsr") == 4


def test_few_instructions_between_the_reads(tmp_path):
    """5 instructions run between the reads of the near counter and 13 between those of the far
    counter."""
    (tmp_path / "n.asm").write_text(ASM)
    subprocess.run(["nasm", "-f", "elf32", f"-I{ROOT}/", "-o", tmp_path / "n.o",
                    tmp_path / "n.asm"], check=True)
    code = disassembly(tmp_path / "n.o")
    far_begin, near_begin, near_end, far_end = [i for i, line in enumerate(code) if line == "rdmsr"]
    assert near_end - near_begin - 1 == 5
    assert far_end - far_begin - 1 == 13


def test_each_read_follows_its_counters_number(tmp_path):
    """pmc/probe_reads.c exchanges the immediate 4 bytes before a listed RDMSR:
    B9 00 00 00 00 0F 32."""
    (tmp_path / "n.asm").write_text(ASM)
    (tmp_path / "c.c").write_text(C)
    subprocess.run(["nasm", "-f", "elf32", f"-I{ROOT}/", "-o", tmp_path / "n.o",
                    tmp_path / "n.asm"], check=True)
    subprocess.run(["gcc", "-m32", "-march=pentium", "-O0", "-ffreestanding", "-fno-pic",
                    f"-I{ROOT}", "-c", "-o", tmp_path / "c.o", tmp_path / "c.c"], check=True)
    for object_file in (tmp_path / "n.o", tmp_path / "c.o"):
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.text", object_file,
                        tmp_path / "text"], check=True)
        code = (tmp_path / "text").read_bytes()
        relocations = subprocess.run(["objdump", "-r", "-j", ".probes", object_file], check=True,
                                     capture_output=True, text=True).stdout
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.probes",
                        "--set-section-flags", ".probes=alloc", object_file, tmp_path / "probes"],
                       check=True)
        listed = (tmp_path / "probes").read_bytes()
        offsets = [int.from_bytes(listed[i:i + 4], "little") for i in range(0, len(listed), 4)]
        assert relocations.count(".text") == len(offsets) == 4
        assert [code[at - 5:at + 2].hex() for at in offsets] == [
            f"b9{ctr}0000000f32" for ctr in ("01", "00", "00", "01")]


def build(tmp_path, source, language):
    """Compiles or assembles a benchmark and returns the finished process with the messages."""
    (tmp_path / f"bench.{language}").write_text(source)
    command = {
        "c": ["gcc", "-m32", "-march=pentium", "-Os", "-ffreestanding", "-fno-pic",
              '-DBENCH_NAME="a/b"', f"-I{ROOT}", "-c"],
        "asm": ["nasm", "-f", "elf32", "-DBENCH_NAME='a/b'", f"-I{ROOT}/"]}[language]
    return subprocess.run([*command, "-o", tmp_path / "bench.o", tmp_path / f"bench.{language}"],
                          capture_output=True, text=True, check=False)


BENCH_C = '#include "bench/bench.h"\nstatic void run(void) {{ {} }}\nBENCHMARK("b", run);\n'
BENCH_ASM = '%include "bench/bench.inc"\n    {}\nb: ret\nBENCHMARK "b", b\n'


@pytest.mark.parametrize("language, code, complaint", [
    ("c", 'region("a") { } region("b") { }', None),
    ("c", "region_begin(256 + 1);", "a region must be a constant from 0 to 255"),
    ("c", 'region("a") { } region_begin(0); region_end(0);',
     "region 0 is numbered, and region(name) uses that number"),
    ("c", 'region_begin(0); region_end(0); region("a") { }',
     "region 0 is numbered, and region(name) uses that number"),
    ("c", 'region_begin(1); region_end(1); region("a") { }', None),
    ("c", "".join(f'region("{n}") {{ }}' for n in range(257)),
     "too many named regions in this file: 256 at most"),
    ("c", "".join(f'region("{n}") {{ }}' for n in range(256)), None),
    ("asm", "REGION_BEGIN 255", None),
    ("asm", "REGION_BEGIN 256", "region 256: a region is a number from 0 to 255"),
    ("asm", "REGION_END 256", "region 256: a region is a number from 0 to 255"),
    ("asm", 'REGION_NAME 256, "x"', "region 256: a region is a number from 0 to 255"),
])
def test_builder_refuses_what_is_not_a_region(tmp_path, language, code, complaint):
    source = (BENCH_C if language == "c" else BENCH_ASM).format(code)
    built = build(tmp_path, source, language)
    if complaint:
        assert built.returncode != 0 and complaint in built.stderr
    else:
        assert built.returncode == 0, built.stderr
