# SPDX-License-Identifier: MIT
"""`bareprobe explain` of code as other tools write it: listings, quoted text, dialects, and C
around assembly. The clocks are derived as in test_pasted_code.py."""
import pathlib
import re
import shutil
import subprocess

import pytest

from tests.tiers import fast_cases

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
NASM, INTEL, ATT = "nasm", "Intel syntax (GNU as)", "AT&T syntax (GNU as)"

# File, syntax, first and last line of the loop, clocks of an iteration.
LISTINGS = [
    # MOV and ADD 1; DEC and JNZ 1
    ("nasm.lst", NASM, 6, 9, 2), ("as.lst", ATT, 8, 11, 2), ("masm.lst", INTEL, 4, 7, 2),
    ("ndisasm.txt", NASM, 1, 4, 2),
    # ADD of memory 2, with ADD in V; DEC and JNZ 1
    ("objdump_att.txt", ATT, 11, 14, 3), ("objdump_intel.txt", INTEL, 11, 14, 3),
    ("gdb.txt", ATT, 5, 8, 3), ("ollydbg.txt", INTEL, 4, 7, 3), ("ida.txt", INTEL, 8, 11, 3),
    ("ghidra.txt", INTEL, 2, 5, 3), ("lldb.txt", ATT, 4, 7, 3), ("perf.txt", ATT, 1, 4, 3),
    ("radare2.txt", NASM, 2, 5, 3),
    # MOV, ADD, MOV 1; CMP of memory with displacement and immediate 2, alone; JGE 1; MOV 1; ADD of
    # memory 2; MOV, with JMP in V, 1
    ("visual_studio_source.txt", INTEL, 4, 13, 10),
    # MOV and ADD 1; ADD and DEC 1; JNE alone 1
    ("visual_studio.txt", INTEL, 1, 5, 3),
]

DIALECTS = [
    # ADD of memory 2, with ADD in V; DEC and JNZ 1
    ("masm_uses.asm", INTEL, 8, 11, 3),
    # ADD of memory 2, with ADD in V; LOOP 5
    ("masm_parameters.asm", INTEL, 10, 12, 7),
    # ADD 2, ADD 2 (writes EAX, too); MOV and ADD 1; DEC and JNZ 1
    ("masm_structure.asm", INTEL, 17, 22, 6),
    # CMP of memory 2, with JGE in V; ADD and MOV 1; DEC and JNZ 1
    ("masm_macro.asm", INTEL, 18, 22, 4),
    # Four times ADD of memory 2, with ADD in V, and three times an AGI 1; DEC and JNZ 1
    ("masm_rept.asm", INTEL, 8, 12, 12),
    # MOV 1; AGI 1; MOV 1; MOV and INC 1; CMP and JNE 1
    ("tasm_ideal.asm", INTEL, 13, 18, 5),
    # MOV and ADD 1; DEC and JNZ 1
    ("tasm_fill.asm", INTEL, 8, 11, 2), ("fasm.asm", NASM, 6, 9, 2), ("upper.asm", NASM, 3, 6, 2),
    ("watcom_pragma.c", NASM, 3, 6, 2),
    # MOV and ADD 1; MOV and ADD 1; DEC and JNZ 1; the lines are those of the macro, too
    ("macro_nasm.asm", NASM, 2, 9, 3),
    # ADD of memory 2, with ADD in V; DEC and JNE 1
    ("delphi.pas", INTEL, 7, 10, 3), ("clang.s", ATT, 14, 17, 3), ("att_comments.s", ATT, 7, 10, 3),
    ("masm_comment.asm", INTEL, 13, 16, 3),
    # MOV 1 (XOR reads AL); XOR 1 (MOV reads AL); MOV and INC 1; DEC and JNZ 1
    ("masm_program.asm", INTEL, 19, 24, 4),
    # MOV alone, MOV and INC 1; INC and DEC 1; JNZ alone 1
    ("borland_block.c", INTEL, 10, 15, 4),
    ("msvc_output.asm", INTEL, 34, 37, 3), ("msvc_block.c", INTEL, 9, 12, 3),
    # The loop is one statement for the compiler.
    ("gnu_inline.c", "C (gcc)", 4, 4, 3),
    # MOV 1 (MOV reads EAX); MOV and ADD 1; ADD and DEC 1; JNZ alone 1
    ("gnu_statement.txt", ATT, 2, 7, 4),
]


def clocks(text):
    return float(re.search(r", ([\d.]+) clocks each", text)[1])


@pytest.fixture(name="explain")
def fixture_explain(bareprobe):
    """explain(*words): the output of the command, which has no message."""
    def run(*words, **options):
        done = bareprobe("explain", "--ascii", "--width", 200, *words, **options)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout
    return run


def check_loop(explain, name, syntax, first, last, expected):
    text = explain(name)
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    assert clocks(text) == expected
    assert re.search(rf"^  {re.escape(syntax)}; .*the loop is {lines} of {name}$", text, re.M), text
    return text


@pytest.mark.parametrize("name, syntax, first, last, expected", fast_cases(3, LISTINGS))
def test_listing(explain, tmp_path, name, syntax, first, last, expected):
    shutil.copy(DATA / "listings" / name, tmp_path)
    check_loop(explain, name, syntax, first, last, expected)


@pytest.mark.parametrize("name, syntax, first, last, expected", fast_cases(4, DIALECTS))
def test_dialect(explain, tmp_path, name, syntax, first, last, expected):
    shutil.copy(DATA / "dialects" / name, tmp_path)
    text = check_loop(explain, name, syntax, first, last, expected)
    assert "placed in the buffer" not in text


@pytest.mark.parametrize("folder, rows", [("listings", LISTINGS), ("dialects", DIALECTS)])
def test_each_file_has_a_row(folder, rows):
    assert {path.name for path in (DATA / folder).iterdir()} == {"README.md",
                                                                 *(row[0] for row in rows)}


# ---- text that other programs have changed -------------------------------------------------------

LOOP = ["l:  mov eax, [esi]", "    add esi, 4", "    dec ecx", "    jnz l"]  # 2 clocks


@pytest.mark.parametrize("text, first", fast_cases(2, [
    ("```asm\n" + "\n".join(LOOP) + "\n```\n", 2),
    ("\n".join("> " + line for line in LOOP), 1),
    ("\n".join("> > " + line for line in LOOP), 1),
    ("\n".join(f"{i + 10}  {line}" for i, line in enumerate(LOOP)), 1),
    ("\n".join(f"{i + 1}: {line}" for i, line in enumerate(LOOP)), 1),
    ("\n".join(LOOP).replace(" ", "\u00a0"), 1),
    ("\n".join(LOOP).replace("[esi]", "[esi \u2013 4]").replace("l:", "\u200bl:"), 1),
    ("[code]\n" + "\n".join(LOOP) + "\n[/code]\n", 2),
    ("\n".join(f"{4 * i + 0x401000:08X} 90 {line}" for i, line in enumerate(LOOP)), 1),
]))
def test_quoted_text(explain, text, first):
    shown = explain("-", input=text)
    assert clocks(shown) == 2 and f"the loop is lines {first} to {first + 3}" in shown


def test_numeric_labels_are_no_numbers_of_lines(explain):
    """ADD and DEC 1; JNZ alone 1."""
    text = explain("-", input="1: mov eax,[esi]\n2: add esi,4\n3: dec ecx\njnz 2b\n")
    assert "lines 2 to 4" in text and clocks(text) == 2


# ---- 16-bit code, data, other files --------------------------------------------------------------

@pytest.mark.parametrize("text", fast_cases(2, [
    "push bp\nmov bp,sp\nl: lodsb\nloop l\n", "l: add ax,[si]\ninc si\ninc si\nloop l\n",
    "les di,[bp+6]\nl: mov es:[di],al\nloop l\n", "mov ax,@data\nmov ds,ax\nl: lodsb\nloop l\n",
    "1: movw (%bx,%si),%ax\nincw %si\ndecw %cx\njnz 1b\n",
]))
def test_code_with_16_bit_addresses_only_is_refused(bareprobe, text):
    done = bareprobe("explain", "-", input=text)
    assert done.returncode == 2 and "this is 16-bit code" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_hexadecimal_numbers_of_nasm(explain):
    """AND alone, as XOR reads EAX; XOR and DEC 1; JNZ alone 1."""
    text = explain("-", input="l: and eax, 0FFh\nxor eax, $0F\ndec ecx\njnz l\n")
    assert f"  {NASM}; " in text and clocks(text) == 3


def test_other_files_are_named(bareprobe, tmp_path):
    (tmp_path / "lib.a").write_bytes(b"!<arch>\nsum.o/          0           \n" + bytes(40))
    (tmp_path / "a.cpp").write_text("#include <vector>\n")
    (tmp_path / "w.obj").write_bytes(b"\x4c\x01" + bytes(60))
    (tmp_path / "d.asm").write_text("x dd 1, 2\ny: times 4 db 0\n")
    (tmp_path / "l.c").write_text("int f(int x) { return x + 1; }\n")
    subprocess.run(["gcc", "-m32", "-O2", "-flto", "-c", "l.c"], cwd=tmp_path, check=True)
    for name, message in (("lib.a", "a library; extract an object file"),
                          ("a.cpp", "the output of 'g++ -m32 -O2 -S'"),
                          ("w.obj", "'objcopy -I pe-i386 -O elf32-i386'"),
                          ("d.asm", "d.asm: no instruction to explain"),
                          ("l.o", "compile it without -flto")):
        done = bareprobe("explain", name)
        assert done.returncode == 2 and message in done.stderr, done.stderr


@pytest.mark.parametrize("code, cpu", fast_cases(1, [
    ("l: movaps xmm0,[esi]; addps xmm0,xmm1; dec ecx; jnz l", "p3"),
    ("l: cmp eax,ebx; cmovl eax,ebx; dec ecx; jnz l", "ppro"),
    ("l: paddb mm0,[esi]; dec ecx; jnz l", "p55c"),
]))
def test_processor_that_the_message_names(bareprobe, explain, code, cpu):
    done = bareprobe("explain", "-c", code)
    assert f"the instruction needs --cpu {cpu}; " in done.stderr
    assert f"virtual {cpu.upper()}" in explain("-c", code, "--cpu", cpu)


def test_a_size_after_a_mnemonic_is_no_datum(explain):
    """NEG of memory 3, DEC and JNZ 1."""
    assert clocks(explain("-c", "neg dword [esi]")) == 4


def test_a_loop_that_changes_its_data(explain):
    """The string is written anew before each pass. MOV and INC 1; AGI 1; CMP of memory 2, with JNE
    in V."""
    text = explain("-c", "l: mov byte [esi], 0; inc esi; cmp byte [esi], 0; jne l")
    assert "the loop is statements 1 to 4" in text and clocks(text) == 4
