# SPDX-License-Identifier: MIT
"""The instruction gate p5gate over a linked image: it refuses and names each instruction that a
plain P5 lacks, accepts those that it has, and refuses a damaged ELF file with an error message."""
import pathlib
import re
import shlex
import struct
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
GATE = ROOT / "build" / "p5gate"


def gate(*arguments):
    return subprocess.run([GATE, *map(str, arguments)], capture_output=True, text=True, timeout=30,
                          check=False)


def link(folder, source, name="image"):
    """Assembles and links an i386 ELF executable from nasm source, with code at 100000h."""
    assembly, object_file, image = (folder / f"{name}.{suffix}" for suffix in ("asm", "o", "elf"))
    assembly.write_text(source)
    subprocess.run(["nasm", "-f", "elf32", "-o", object_file, assembly], check=True)
    subprocess.run(["ld", "-m", "elf_i386", "-Ttext=0x100000", "-e", "0x100000", "-o", image,
                    object_file], check=True)
    return image


@pytest.fixture(name="routine")
def fixture_routine(tmp_path):
    """Links a routine of these instructions between two other routines."""
    def make(*instructions):
        body = "\n".join(instructions)
        return link(tmp_path, f"""
            section .text
            global before:function, routine:function, behind:function
            before: nop
                    ret
            routine:
                    {body}
                    ret
            behind: nop
                    ret
            """)
    return make


# One or more instructions of each Zydis instruction set that the P5 has, and instructions that are
# specific to the P5.
PLAIN = """
add eax, 1|aaa|rep movsd|lock inc dword [eax]|imul eax, ebx, 3|shld eax, ebx, 3|pusha|enter 8, 0
lgdt [eax]|ltr ax|clts|smsw ax|arpl ax, bx|bsf eax, ebx|bt [eax], ebx|movzx eax, bl|sete al
lar eax, ebx|bswap eax|xadd [eax], ebx|cmpxchg [eax], ebx|invd|wbinvd|invlpg [eax]|cpuid|rsm
cmpxchg8b [eax]|rdtsc|rdmsr|wrmsr|mov eax, cr4|mov cr4, eax|mov dr7, eax|lahf|sahf|hlt|iret|int3
fld1|fadd st0, st1|fsin|fprem1|fucompp|fcomp st1|fnstsw ax|fnsave [eax]|fxch st1|fbstp [eax]|fwait
jecxz behind|call before|jnz near before|xchg eax, eax|lea esi, [esi + 0]
""".strip().replace("\n", "|").split("|")


@pytest.mark.parametrize("instruction", PLAIN)
def test_what_a_p5_has_passes(routine, instruction):
    result = gate(routine(instruction))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


# Maps an instruction to the word by which the message must name it.
LACKING = {
    # P6: 0F 40 to 4F, DA C0 to DB DF, DB E8 to DF F7, 0F 34 and 35, 0F 1F
    "cmovne eax, ebx": "cmovnz", "cmovb eax, [ebx]": "cmovb", "fcmovb st0, st1": "fcmovb",
    "fcmovnu st0, st1": "fcmovnu", "fcomi st1": "fcomi", "fcomip st1": "fcomip",
    "fucomi st1": "fucomi", "fucomip st1": "fucomip", "sysenter": "sysenter",
    "sysexit": "sysexit", "db 0x0f, 0x1f, 0": "nop", "ud1 eax, ebx": "ud1",
    "db 0x0f, 0x18, 0xc0": "nop",
    # Processors after the P6.
    "movss xmm0, xmm1": "movss", "movaps [eax], xmm0": "movaps", "ldmxcsr [eax]": "ldmxcsr",
    "prefetcht0 [eax]": "prefetcht0", "movntq [eax], mm0": "movntq",
    "pavgb mm0, mm1": "pavgb", "movsd xmm0, [eax]": "movsd", "paddq mm0, mm1": "paddq",
    "mfence": "mfence", "lfence": "lfence", "clflush [eax]": "clflush", "pause": "pause",
    "fisttp dword [eax]": "fisttp", "lddqu xmm0, [eax]": "lddqu", "monitor": "monitor",
    "pshufb mm0, mm1": "pshufb", "pinsrd xmm0, eax, 1": "pinsrd", "crc32 eax, bl": "crc32",
    "popcnt eax, ebx": "popcnt", "lzcnt eax, ebx": "lzcnt", "tzcnt eax, ebx": "tzcnt",
    "movbe eax, [ebx]": "movbe", "rdtscp": "rdtscp", "rdrand eax": "rdrand",
    "vaddps xmm0, xmm1, xmm2": "vaddps", "andn eax, ebx, ecx": "andn", "xgetbv": "xgetbv",
    "db 0xf3, 0x0f, 0x1e, 0xfb": "endbr32", "femms": "femms", "syscall": "syscall",
}


@pytest.mark.parametrize("instruction, name", LACKING.items())
def test_what_a_p5_lacks_is_refused(routine, instruction, name):
    image = routine("nop", instruction)
    result = gate(image)
    assert result.returncode == 1
    # The routine `before` takes 2 bytes and the NOP takes 1, so the instruction is at 100003h, one
    # byte into `routine`.
    [finding] = result.stdout.splitlines()
    assert re.fullmatch(rf"{image}: 00100003 <routine\+0x1>: {name}\b.*: not a P5 instruction"
                        r"(: .* \(--allow-\w+ SYMBOL allows it in SYMBOL\)|"
                        r" \(set \w+\), nor one of .*)", finding)


# Intel SDM volume 1, chapter 5, and AMD publication 21928: the set of each instruction.
SETS = {"rdpmc": "rdpmc", "ud2": "ud2", "emms": "mmx", "movd": "mmx", "paddb": "mmx",
        "fxsave": "fxsr", "fxrstor": "fxsr", "cmovz": "p6", "fcomi": "p6", "pmaxsw": "mmxext",
        "sfence": "mmxext", "addps": "sse", "addpd": "sse2", "addsubpd": "sse3", "pfadd": "3dnow",
        "pause": "pause", "tzcnt": "tzcnt"}


@pytest.mark.parametrize("instruction", [
    "fdiv dword [eax]", "fdiv st1", "fdivp st1", "fdivr qword [eax]", "fdivrp st1",
    "fidiv dword [eax]", "fidivr word [eax]", "rdpmc", "ud2", "emms", "movd mm0, eax",
    "paddb mm0, mm1", "fxsave [eax]", "fxrstor [eax]", "cmovz eax, ebx", "fcomi st1",
    "pmaxsw mm0, mm1", "sfence", "addps xmm0, xmm1", "addpd xmm0, xmm1", "addsubpd xmm0, xmm1",
    "pfadd mm0, mm1", "pause", "tzcnt eax, ebx",
])
def test_restricted_instruction_is_refused_but_where_allowed(routine, instruction):
    image = routine(instruction)
    option = "--allow-" + SETS.get(instruction.split()[0], "fdiv")
    assert gate(image).returncode == 1
    assert option in gate(image).stdout
    assert gate(option, "routine", image).returncode == 0
    assert gate(option, "before", option, "rout*", image).returncode == 0
    assert gate(option, "before", image).returncode == 1
    others = {f"--allow-{name}" for name in {"fdiv", *SETS.values()}} - {option}
    assert gate(*(word for other in others for word in (other, "routine")), image).returncode == 1


def test_local_labels_belong_to_their_routine(routine):
    image = routine(".again: fdiv st1", ".more: fdiv st1")
    assert gate("--allow-fdiv", "routine", image).returncode == 0
    assert "<routine+0x2>" in gate(image).stdout


def test_every_finding_is_reported(routine):
    result = gate(routine("emms", "nop", "cmovz eax, ebx", "emms"))
    assert len(result.stdout.splitlines()) == 3


@pytest.mark.parametrize("data", ["db 0x0f, 0x04", "db 0x0f, 0xff, 0xc0", "db 0xd6, 0xc5, 0xc0"])
def test_data_in_code_is_refused(routine, data):
    result = gate(routine("nop", data))
    assert result.returncode == 1
    assert "not an instruction" in result.stdout or "not a P5 instruction" in result.stdout


def test_instruction_may_not_run_over_a_symbol(routine):
    # B8 starts MOV EAX, imm32, whose immediate would include the bytes of the next routine and hide
    # them.
    result = gate(routine("nop", "ret", "db 0xb8"))
    assert result.returncode == 1
    assert "<routine+0x2>: byte b8" in result.stdout


def test_forbidden_instruction_behind_data_is_still_seen(tmp_path):
    image = link(tmp_path, """
        section .text
        global first, second
        first:  ret
                db 0x0f, 0x04
        second: emms
                ret
        """)
    assert "<second+0x0>: emms" in gate(image).stdout


def test_data_section_may_hold_anything(tmp_path):
    image = link(tmp_path, "section .text\nret\nsection .data\ndb 0x0f, 0x77, 0xff, 0x0f, 0x04\n")
    assert gate(image).returncode == 0


def test_every_executable_section_is_read(tmp_path):
    image = link(tmp_path, "section .text\nret\nsection .late exec progbits alloc\nemms\n")
    assert "<.late+0x0>: emms" in gate(image).stdout


def test_verbose_counts_instructions(routine):
    # The three routines are nop ret, nop nop ret, and nop ret.
    result = gate("-v", routine("nop", "nop"))
    assert result.returncode == 0
    assert "7 instructions in 1 sections, 7 bytes of text and data, 0 find" in result.stdout


SIZED = """section .text
times 100 nop
section .data
times 50 db 1
section .bss
resb 1000
"""


def test_size_limit_counts_what_is_loaded(tmp_path):
    image = link(tmp_path, SIZED)
    # 100 + 50 bytes. The BSS and the alignment between the sections do not count.
    assert gate("--size-limit", 150, image).returncode == 0
    result = gate("--size-limit", 149, image)
    assert result.returncode == 1
    assert "text and data have 150 bytes; the limit is 149" in result.stdout


def thirty_two_bit_libgcc():
    found = subprocess.run(["gcc", "-m32", "-print-libgcc-file-name"], capture_output=True,
                           text=True, check=True).stdout.strip()
    # Without Debian's gcc-multilib the printed name is that of the 64-bit library.
    return pathlib.Path(found) if re.search(r"/(32|i.86[^/]*)/", found) else None


def test_compilers_own_library_is_refused(tmp_path):
    """Debian's 32-bit libgcc is built for an i686 with CET: __udivdi3 begins with ENDBR32, which is
    F3 0F 1E FB, an undefined opcode before the P6."""
    library = thirty_two_bit_libgcc()
    if not library or not library.exists():
        pytest.skip("no 32-bit libgcc.a here (Debian package gcc-multilib)")
    image = tmp_path / "divide.elf"
    subprocess.run(["ld", "-m", "elf_i386", "-e", "__udivdi3", "-u", "__udivdi3", "-o", image,
                    library], check=True, capture_output=True)
    listing = subprocess.run(["objdump", "-d", image], capture_output=True, text=True, check=True)
    lacking = set(re.findall(r"\b(endbr32|cmov\w+)\b", listing.stdout))
    if not lacking:
        pytest.skip("this libgcc's __udivdi3 would run on a P5")
    result = gate(image)
    assert result.returncode == 1
    for name in lacking:
        assert re.search(rf"<__udivdi3\+0x[0-9a-f]+>: {name}\b", result.stdout)


def test_what_debugs_a_benchmark_is_not_at_its_address(routine, tmp_path):
    """Sections that are not loaded start at 0 in the map, so a megabyte of .debug_info appears to
    overlap the code. The routine belongs to no benchmark and must be named by its symbol."""
    image = routine("fdivp st1, st0")
    link_map = tmp_path / "image.map"
    text = (".text           0x00100000      0x100\n"
            " .text          0x00100000      0x100 routine.o\n")
    debug = (".debug_info     0x00000000   0x200000\n"
             " .debug_info    0x00100001     0x1000 build/kernel/bench/apps/other.o\n")
    for order in (text + debug, debug + text):
        link_map.write_text(order)
        result = gate("--map", link_map, image)
        assert result.returncode == 1
        assert "<routine+0x0>" in result.stdout and "apps/other" not in result.stdout
        assert gate("--map", link_map, "--allow-fdiv", "routine", image).returncode == 0


def test_the_kernel_itself_is_clean():
    # The exceptions are two routines, and the benchmarks whose flags ask for one.
    kernel = ROOT / "build/bareprobe.elf"
    options = shlex.split(kernel.with_suffix(".elf.allowed").read_text())
    assert len([option for option in options[1::2] if "/" not in option]) == 2
    assert "*" not in "".join(options)
    result = gate("-v", "--map", kernel.with_suffix(".elf.map"), *options, kernel)
    assert result.returncode == 0, result.stdout
    assert int(re.search(r"(\d+) instructions", result.stdout)[1]) > 1000


# ---- refusals ------------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments, words", [
    ([], "IMAGE: missing"),
    (["--such", "x"], "--such: unknown option"),
    (["--size-limit"], "--size-limit: expected a number"),
    (["--size-limit", "64K", "x"], "--size-limit 64K: expected a number"),
    (["--size-limit", "-1", "x"], "--size-limit -1: expected a number"),
    (["--allow-fdiv"], "--allow-fdiv: expected a symbol or a benchmark"),
    (["a", "b"], "b: only one image is allowed"),
    (["/no/such/file"], "/no/such/file: No such file"),
    (["/"], "/: "),
])
def test_wrong_use_is_told(arguments, words):
    result = gate(*arguments)
    assert result.returncode == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_not_an_elf_file(tmp_path):
    (tmp_path / "text").write_text("hello, hello, hello, hello, hello, hello, hello, hello, hello")
    result = gate(tmp_path / "text")
    assert (result.returncode, "is not an ELF file" in result.stderr) == (2, True)


def test_64_bit_file_is_refused():
    result = gate("/bin/sh")
    assert (result.returncode, "not a 32-bit i386 file" in result.stderr) == (2, True)


def test_file_without_code_is_refused(tmp_path):
    image = link(tmp_path, "section .data\ndb 1\n")
    result = gate(image)
    assert (result.returncode, "no executable section" in result.stderr) == (2, True)


@pytest.mark.parametrize("step", fast_cases(1, [41, 7]))
def test_every_truncation_is_refused_in_words(routine, tmp_path, step):
    whole = routine("nop").read_bytes()
    cut = tmp_path / "cut"
    for length in [*range(0, len(whole), step), len(whole) - 1]:
        cut.write_bytes(whole[:length])
        result = gate(cut)
        assert result.returncode == 2, length
        assert re.fullmatch(r"p5gate: .*/cut: .+\n", result.stderr), length


def test_mad_headers_never_crash(routine, tmp_path):
    """Sets each 32-bit word of the ELF header and the section headers to values that are likely to
    cause faults."""
    image = routine("nop").read_bytes()
    section_headers, = struct.unpack_from("<I", image, 32)
    mad = tmp_path / "mad"
    for offset in [*range(16, 52, 4), *range(section_headers, len(image) - 3, 4)]:
        for value in (0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0xFFFFF000):
            mad.write_bytes(image[:offset] + struct.pack("<I", value) + image[offset + 4:])
            result = gate(mad)
            assert result.returncode in (0, 1, 2), (offset, value)
            assert (result.returncode == 2) == bool(result.stderr), (offset, value)


def raw(folder, bits, *instructions):
    """Writes a file of code without headers."""
    source, image = folder / "raw.asm", folder / "raw.img"
    source.write_text(f"bits {bits}\n" + "\n".join(instructions))
    subprocess.run(["nasm", "-f", "bin", "-o", image, source], check=True)
    return image


@pytest.mark.parametrize("bits", [16, 32])
def test_code_without_headers(tmp_path, bits):
    plain = raw(tmp_path, bits, "mov eax, [bx]", "db 0xff, 0xff", "int 0x13", "jmp $")
    assert gate("--raw", bits, plain).stdout == ""
    late = raw(tmp_path, bits, "db 0xff, 0xff", "mov eax, 0x12345678", "cmovz ax, bx")
    result = gate("--raw", bits, late)
    assert (result.returncode, "cmovz ax, bx" in result.stdout) == (1, True)


def test_width_of_code_without_headers_matters(tmp_path):
    """In 32-bit mode the immediate includes the bytes of the CMOV."""
    image = raw(tmp_path, 16, "mov ax, 1", "cmovz ax, bx")
    assert gate("--raw", 16, image).returncode == 1
    assert gate("--raw", 32, image).returncode == 0


def test_code_without_headers_is_a_routine_named_raw(tmp_path):
    image = raw(tmp_path, 32, "fdiv st1")
    assert gate("--raw", 32, image).returncode == 1
    assert gate("--raw", 32, "--allow-fdiv", "raw", image).returncode == 0


@pytest.mark.parametrize("bits", ["", "17", "64"])
def test_other_widths_are_refused(tmp_path, bits):
    result = gate("--raw", bits, tmp_path)
    assert (result.returncode, "expected 16 or 32" in result.stderr) == (2, True)
