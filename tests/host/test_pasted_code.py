# SPDX-License-Identifier: MIT
"""`bareprobe explain` of code as people have it: 21 texts in the styles of Abrash's Zen of Code
Optimization, Agner Fog's manual, forums, and gcc 12.2 (-m32 -O2 -S, also -g, -O0 and -masm=intel),
in nasm's, MASM's and TASM's, and AT&T's syntax. The clocks are derived from the pairing rules and
tables of AP-500 and Agner Fog (1997), with the branch predicted and the data in the cache."""
import pathlib
import re
import shutil
import subprocess

import pytest

from tests.tiers import fast_cases

PASTED = pathlib.Path(__file__).resolve().parents[1] / "data" / "pasted"
NASM, INTEL, ATT = "nasm", "Intel syntax (GNU as)", "AT&T syntax (GNU as)"

# File, syntax, first and last line of the loop, clocks of an iteration.
LOOPS = [
    # LODSW 2, its prefix is decoded during LOOP; ADD 1; LOOP 5
    ("abrash_checksum.asm", INTEL, 11, 13, 8),
    # MOV BYTE pairs with INC, CMP with JNE
    ("explorer_copy.asm", INTEL, 10, 15, 3),
    # MOV alone (its result is read next), MOV and INC, JNZ alone
    ("agner_copy.asm", NASM, 10, 13, 3),
    # FLD 1; ADD, ADD 1; FMUL 1; FADD waits 2; FSTP waits 3 and takes 2; CMP, JNE 1
    ("gcc_saxpy_intel.s", INTEL, 20, 27, 12),
    # ADD of memory 2, with ADD in V; CMP, JNE 1
    ("gcc_sum_att.s", ATT, 18, 21, 3),
    # MOV 1, IMUL 10, ADD and DEC 1, JNS 1
    ("forum_dot_att.s", ATT, 3, 7, 13),
    # XOR, MOV 1; DIV 41; ADD, DEC 1; AGI of EDI 1; MOV, TEST 1; JNZ 1
    ("forum_divide.asm", NASM, 2, 9, 46),
    # FLD 1, FMUL 1, ADD and ADD 1, FADDP waits 1 for the product, CMP and JNE 1
    ("gcc_dot_att.s", ATT, 22, 28, 6),
    # MOV AX 2 and MOV BX 2 with prefixes, the second with ADD in V; ADD, ADD; DEC, JNZ
    ("abrash_pairs.asm", INTEL, 14, 20, 6),
    # LODSB 2; TEST, JZ 1; XLAT 4; STOSB 3; JMP 1
    ("abrash_translate.asm", INTEL, 10, 15, 11),
    # MOV, ADD 1; AGI of EBX 1; LEA, XOR 1; AND 1; AND, JZ 1
    ("agner_length.asm", NASM, 5, 11, 5),
    # FLD 1; FMUL waits 0, 1; FADD waits 2, 1; FSTP waits 3, 2; INC, JNZ 1; AGI of ECX 1
    ("agner_daxpy.asm", NASM, 5, 10, 12),
    # MOV, MOV (other banks) 1; ADD, TEST 1; JNZ alone 1
    ("agner_reverse.asm", NASM, 3, 7, 3),
    # ADD of memory 2, with SUB in V; JNZ alone 1
    ("manual_sum.asm", INTEL, 4, 6, 3),
    # MOV 1, BSWAP 1, STOSD 3, LOOP 5
    ("forum_swap_att.s", ATT, 5, 8, 10),
    # ADD to memory 3; MOV 1; AGI 1; MOVZX 3; TEST, JNE 1
    ("gcc_length_unoptimized_att.s", ATT, 20, 25, 9),
    # MOV, ADD 1; TEST, JE 1; CMP of memory 2, with JNE in V
    ("gcc_list_att.s", ATT, 18, 24, 4),
    ("gcc_sum_intel.s", INTEL, 19, 22, 3),
    # As no number of the buffer is greater, the outer loop: five pairs of 1; CMP of memory 2, JNE
    ("gcc_insertion_debug_att.s", ATT, 49, 88, 7),
    # MOV, XOR 1; DIV 41; MOV, TEST 1; JNE alone 1
    ("gcc_gcd_intel.s", INTEL, 20, 25, 44),
]


@pytest.fixture(name="explain")
def fixture_explain(bareprobe):
    """explain(*words, **options): the output of the command, which has no message."""
    def run(*words, **options):
        done = bareprobe("explain", "--ascii", "--width", 200, *words, **options)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def failing(*words):
        done = bareprobe("explain", *words)
        assert done.returncode and not done.stdout
        return done.stderr
    run.failing = failing
    return run


def clocks(text):
    return float(re.search(r", ([\d.]+) clocks each", text)[1])


def part(text, name):
    """The lines of the last part of the output, `code`."""
    lines = text.split(f"\n{name}\n")[1].splitlines()
    return [line.strip() for line in lines]


@pytest.mark.parametrize("name, syntax, first, last, expected", fast_cases(6, LOOPS))
def test_loop_pasted_unchanged(explain, tmp_path, name, syntax, first, last, expected):
    shutil.copy(PASTED / name, tmp_path)
    text = explain(name)
    assert clocks(text) == expected
    assert part(text, "code")[0].startswith(f"{syntax}; ")
    assert f"the loop is lines {first} to {last} of {name}" in part(text, "code")[0]
    rows = [int(row) for row in re.findall(rf"^ +{re.escape(name)}:(\d+) ", text, re.M)]
    assert min(rows) == first and max(rows) == last


def test_pasted_loops_are_in_three_syntaxes():
    assert len(LOOPS) == 20 and {loop[1] for loop in LOOPS} == {NASM, INTEL, ATT}
    files = {path.name for path in PASTED.iterdir() if path.suffix != ".md"}
    assert files == {"abrash_search.asm", *(loop[0] for loop in LOOPS)}


def test_function_without_a_loop(explain, tmp_path):
    """REPNE SCASB takes 9 + 4 n clocks, here for 128 bytes; the rest of the function,
    11 instructions of 1 or 2 clocks, and CALL and RET take less than 30."""
    shutil.copy(PASTED / "abrash_search.asm", tmp_path)
    text = explain("abrash_search.asm")
    assert 9 + 4 * 128 < clocks(text) < 9 + 4 * 128 + 30
    assert text.startswith("no loop in the code: added a loop of CALL, DEC EBX and JNZ\n")
    assert "initial values: EAX 1, arg1 buffer+1280, arg2 128, arg3 128" in text


# ---- the cases in which it failed --------------------------------------------------------------

@pytest.mark.parametrize("words, expected, syntax", fast_cases(7, [
    (["-c", ".L3: mov eax,[esi]; add esi,4; dec ecx; jne .L3"], 2, NASM),
    (["-c", "mov eax,[esi]; add esi,4; dec ecx; jne -"], 2, NASM),
    (["-c", "x: mov eax,[esi]; add esi,4; dec edx; jne short x"], 2, NASM),
    # MOV and FADD 2, whose result FADD of the next iteration awaits: 3
    (["-c", "mov eax, DWORD PTR [esi]; fadd st(0), st(1)"], 3, INTEL),
    (["-c", "movl (%esi),%eax; addl $4,%esi; decl %ecx; jnz -"], 2, ATT),
    (["-c", "mov eax, arr[esi*4]; dec ecx; jnz -"], 2, INTEL),
    (["-c", "1: mov eax,[esi]; add esi,4; dec ecx; jnz 1b"], 2, INTEL),
    (["-c", "__asm { mov eax,[esi]\n l1: add esi,4\n dec ecx // next\n __asm jnz l1\n}"], 2, INTEL),
    (["-c", "nop", "-c", "inc eax"], 2, NASM),
    (["-c", "stosd"], 4, NASM),
    (["-c", "stosd; mov edx,[edi]"], 5, NASM),
    (["-c", "lodsd"], 3, NASM),
]))
def test_statements(explain, words, expected, syntax):
    text = explain(*words)
    assert clocks(text) == expected and part(text, "code")[0].startswith(f"{syntax}; ")


@pytest.mark.parametrize("text, kind", fast_cases(3, [
    ("bits 16\nmov ax,[si]\nadd ax,cx\n", "16-bit"), ("[bits 16]\nnop\n", "16-bit"),
    (".8086\nmov ax,[si]\n", "16-bit"), ("cpu 286\nnop\n", "16-bit"),
    ("org 100h\nmov ah,9\nint 21h\n", "16-bit"),
    (".model small\n.code\nmov ax,[si]\n", "16-bit"), ("\t.code16\n\tmovw %ax,%bx\n", "16-bit"),
    ("mov rax,[rsi]\n", "64-bit"), ("\tmovq (%rdi),%rax\n", "64-bit"),
]))
def test_code_that_is_not_32_bit_is_refused(bareprobe, tmp_path, text, kind):
    (tmp_path / "b.asm").write_text(text)
    done = bareprobe("explain", "b.asm")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert f"this is {kind} code; only 32-bit code can be explained" in done.stderr


def test_model_after_a_processor_is_32_bit(explain, tmp_path):
    (tmp_path / "f.asm").write_text(".386\n.model small\n.code\n"
                                    "l: mov eax,dword ptr [esi]\nloop l\n")
    assert clocks(explain("f.asm")) == 1 + 5


def test_sizes_in_masm(explain, tmp_path):
    """ECX is 258 - 129 - 127 = 2: MOV and INC pair, LOOP 5. With 128 instead, it is 1."""
    text = (".386\n.data\nt dw 128 dup(5), 7\n.code\nmov esi, offset t\nmov ecx, sizeof t\n"
            "sub ecx, lengthof t\nsub ecx, {}\nl: mov al, [esi]\ninc esi\nloop l\nret\n")
    (tmp_path / "s.asm").write_text(text.format(120))
    assert clocks(explain("s.asm")) == 6 and "lines 9 to 11" in explain("s.asm")
    (tmp_path / "s.asm").write_text(text.format(128))
    assert "left before its second" in explain.failing("s.asm")


def test_program_of_masm(explain, tmp_path):
    """MOV alone, ADD alone, MOV and ADD, LOOP 5; what is invoked ends the code."""
    (tmp_path / "p.asm").write_text("""
.586
.data
array DWORD 10 DUP(0)
.code
main PROC
    mov esi, OFFSET array
    mov ecx, LENGTHOF array
L1: mov eax, [esi]
    add eax, 5
    mov [esi], eax
    add esi, TYPE array
    loop L1
    INVOKE ExitProcess, 0
main ENDP
END main
""")
    text = explain("p.asm")
    assert clocks(text) == 3 + 5 and "the loop is lines 9 to 13 of p.asm" in text
    assert "which ends where it calls them: exitprocess" in text


def test_directives_of_other_systems(explain, tmp_path):
    """Output of gcc for Windows and macOS."""
    (tmp_path / "w.s").write_text('\t.section .rdata,"dr"\nLC0:\t.ascii "a\\0"\n\t.text\n'
                                  "\t.globl _f\n\t.def _f; .scl 2; .type 32; .endef\n"
                                  "_f:\tmovl 4(%esp),%ecx\nL3:\tdecl %ecx\n\tjne L3\n\tret\n"
                                  "\t.subsections_via_symbols\n")
    text = explain("w.s")
    assert clocks(text) == 1 and "function _f, the loop is lines 7 to 8" in text


def test_idioms_of_masm(explain, tmp_path):
    """FLD 1; FMUL of memory 1; FADDP waits 2 for the product, 1; INC 1; CMP and JB 1. Sizes are
    those of the variables."""
    (tmp_path / "scale.asm").write_text("""
        .386
        .model  flat, stdcall
        .const
Scale   real4   2.5
        .data
Values  dd      100 dup (1.0)
Text    db      'Hello; world', 0Dh, 0Ah, 0
Count   equ     100
Total   dd      ?
        .code
start:  xor     ecx, ecx
        fldz
Again:  fld     Values[ecx*4]           ; a comment
        fmul    [Scale]
        faddp   st(1), st
        inc     ecx
        cmp     ecx, Count
        jb      SHORT Again
        fstp    Total
        ret     0
end start
""")
    text = explain("scale.asm")
    assert clocks(text) == 7 and "the loop is lines 14 to 19 of scale.asm" in text


# ---- C, objects, standard input ----------------------------------------------------------------

C_TEXT = """\
static int square(int x) { return x * x; }
double unused;
int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
unsigned length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}
"""


def test_c_source(explain, tmp_path):
    (tmp_path / "sum.c").write_text(C_TEXT)
    text = explain("sum.c")
    assert "C (gcc); function sum, the loop is lines 6 to 7 of sum.c" in text
    assert "initial values: arg1 buffer+1280, arg2 128" in text
    assert re.search(r"^ +sum.c:7 +s \+= a\[i\];$", text, re.M)
    assert "function length, the loop is lines 13 to 14" in explain("sum.c", "--function", "length")
    assert "the function square: added a loop of CALL" in explain("sum.c", "--function", "square")


def test_calls_after_the_loop(explain, tmp_path):
    """A function that is not defined, and a system call."""
    (tmp_path / "main.c").write_text("""\
int printf(const char *, ...);
int numbers[1000];
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += numbers[i] * i;
    printf("%d", sum);
}
""")
    text = explain("main.c")
    assert "the loop is lines 6 to 7 of main.c" in text
    assert "not defined in the code, which ends where it calls them: printf" in text
    (tmp_path / "a.asm").write_text("mov ecx, 9\nl: lodsb\ndec ecx\njnz l\nmov eax,1\nint 0x80\n")
    assert clocks(explain("a.asm")) == 2 + 1


def test_object_file(explain, bareprobe, tmp_path):
    (tmp_path / "sum.c").write_text(C_TEXT)
    subprocess.run(["gcc", "-m32", "-O2", "-c", "sum.c"], cwd=tmp_path, check=True)
    assert "object file; function length, the loop is length+0x" in explain(
        "sum.o", "--function", "length")
    done = bareprobe("explain", "sum.o", "--function", "lenght")
    assert "the code has no function 'lenght'; it has sum, length" in done.stderr
    subprocess.run(["gcc", "-m64", "-O2", "-c", "sum.c"], cwd=tmp_path, check=True)
    assert "sum.o: not 32-bit x86 code; compile it with -m32" in bareprobe("explain",
                                                                           "sum.o").stderr


@pytest.mark.parametrize("text, words, expected", [
    ("l: movl (%esi), %eax # next\n addl $4, %esi\n decl %ecx; jnz l\n", [],
     f"{ATT}; the loop is lines 1 to 3 of standard input"),
    (C_TEXT, [], "C (gcc); function sum, the loop is lines 6 to 7 of standard input"),
    ("l: mov eax, [esi] ; next\n add esi, 4\n dec ecx\n jnz l\n", ["--syntax", "intel"],
     f"{INTEL}; the loop is lines 1 to 4 of standard input"),
])
def test_standard_input(explain, text, words, expected):
    assert expected in explain("-", *words, input=text)


# ---- registers, ends ---------------------------------------------------------------------------

def test_initial_values_are_given(explain):
    """From an odd address each load is divided: 3 more clocks."""
    loop = "mov eax,[esi]; dec ecx; jnz -"
    assert clocks(explain("-c", loop)) == 2
    text = explain("-c", loop, "--init", "esi=buffer+1, ecx=10h")
    assert clocks(text) == 5 and "initial values: ECX 16, ESI buffer+1" in text
    assert "ESI buffer-4" in explain("-c", loop, "--init", "esi = buffer - 4")
    assert "ECX 16, ESI buffer+1" in explain("-c", loop, "--init", "esi=buffer+1", "--init",
                                             "ecx=16")


@pytest.mark.parametrize("code, values", fast_cases(4, [
    ("l: add eax,[esi+ecx*4]; inc ecx; cmp ecx, ebx; jl l",
     "EAX 1, ECX 0, EBX 128, ESI buffer+512"),
    ("l: add eax,[esi]; add esi,4; cmp esi, edi; jb l", "EAX 1, ESI buffer+512, EDI buffer+1024"),
    ("l: add eax,[esi]; sub esi,4; cmp esi, edi; ja l", "EAX 1, ESI buffer+512, EDI buffer+0"),
    ("l: mov eax,[esi+ecx*4]; inc ecx; jnz l", "ECX -64, ESI buffer+512"),
    ("l: add eax,[esi]; sub edx,2; jg l", "EAX 1, EDX 256, ESI buffer+512"),
    ("mov ebx,[esp+4]; mov ecx,[esp+8]; l: mov al,[ebx]; inc ebx; loop l",
     "arg1 buffer+1280, arg2 128"),
    ("mov esi,[ebp+8]; mov edi,[ebp+12]; l: lodsb; dec edi; jnz l",
     "EBP the frame of the arguments, arg1 buffer+1280, arg2 128"),
    ("l: add eax,[esi]; add esi,4; cmp esi,[finish]; jb l", "EAX 1, ESI buffer+512"),
    ("fld qword [esp+4]; mov edi,[esp+12]; l: fst qword [edi]; add edi,8; dec ecx; jnz l",
     "ECX 128, arg1 1.0 (double), arg3 buffer+3328"),
]))
def test_initial_values_are_derived(explain, code, values):
    assert f"initial values: {values}" in part(explain("-c", code), "code")


def test_innermost_loop_is_explained(explain, tmp_path):
    """The inner one: MOV alone, ADD and ADD, DEC and JNZ."""
    (tmp_path / "n.asm").write_text("mov edx, 10\nouter: mov ecx, 8\nmov edi, esi\n"
                                    "inner: mov eax, [edi]\nadd ebx, eax\nadd edi, 4\ndec ecx\n"
                                    "jnz inner\ndec edx\njnz outer\n")
    text = explain("n.asm")
    assert clocks(text) == 3
    assert part(text, "code")[0] == "nasm; the loop is lines 4 to 8 of n.asm"
    assert part(text, "code")[2] == "other loops: lines 2 to 10 of n.asm"


@pytest.mark.parametrize("words, message", fast_cases(4, [
    (["-c", "jmp eax"], "-c: the code was stopped, because it left its own instructions after "
                        "line 1, 'jmp eax'; initial values: EAX 1"),
    (["-c", "f: call f; ret"], "-c: the code did not end and was stopped after 40000 "
                               "instructions, at line 1, 'f: call f'"),
    (["-c", "xor ebx,ebx; l: test ebx,ebx; jnz l"],
     "-c: the loop was left before its second iteration; initial values: none is read; set "
     "others with --init"),
    (["-c", "call printf; dec ecx; jnz -", "--syntax", "intel"],
     "second iteration; the code ends where it calls printf, which it does not define: add the "
     "function, or remove the call; initial"),
    (["--init", "eax", "-c", "nop"], "--init: 'eax' has no valid value"),
    (["--init", "esp=1", "-c", "nop"], "--init: 'esp' is not a register (eax to edi, except esp)"),
    (["--syntax", "masm", "-c", "nop"], "--syntax: 'masm' is unknown: it is nasm, intel, att or c"),
    (["--function", "f", "apps/crc32"], "--function is for code, not for the benchmark"),
    (["-c", "movl %eax,%ebx; loop nowhere"], "-c: 'nowhere' is not defined"),
    (["-c", "l: movq mm0,[esi]; dec ecx; jnz l"], "the instruction needs --cpu p55c"),
]))
def test_reasons(bareprobe, words, message):
    done = bareprobe("explain", *words)
    assert done.returncode in (1, 2) and message in done.stderr


@pytest.mark.parametrize("name, text, message", fast_cases(3, [
    ("my file.asm", ".386\n mov eax, dword ptr [esi]\n frob eax\n",
     "my file.asm:3: Error: no such instruction: `frob eax': 'frob eax'"),
    ("a.s", "\tmovl (%esi), %eax\n\tfrob %eax\n", "a.s:2: Error: no such instruction"),
    ("a.asm", "section .text\n mov eax, nowhere\n",
     "a.asm:2: error: symbol `nowhere' not defined: 'mov eax, nowhere'"),
    ("a.c", "for (i = 0; i < n; i++)\n    s += a[i];\n",
     "a.c: statements need a function around them"),
    ("a.c", '#include "mine.h"\n', "a.c: add the header to the directory of the file"),
    ("a.c", "int f(int *a)\n{\n    return a[0] +;\n}\n", "a.c:3:18: error: expected expression"),
    ("a.asm", ".386\nmov eax, dword ptr [esi]\n.while eax < 5\n.endw\n",
     "a.asm:3: Error: .while generates code that is not supported; write its CMP and jump"),
    ("a.txt", 'asm("movl (%1), %%eax\\n" : : "r"(a));\n',
     "a.txt:1: an operand of inline assembly; explain the C file with the function around it"),
]))
def test_messages_name_the_users_line(bareprobe, tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    done = bareprobe("explain", name)
    assert done.returncode == 2 and message in done.stderr
    assert "bareprobe-" not in done.stderr and "code.s" not in done.stderr
