# SPDX-License-Identifier: MIT
"""`bareprobe explain -c` and FILE.asm: loops whose clocks were derived by hand before the
program existed, from the rules of Intel's AP-500, Agner Fog (1997, 2000) and Michael Abrash's
Black Book."""
import pathlib
import re
import time
import xml.etree.ElementTree

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(name="explain")
def fixture_explain(bareprobe):
    """explain(*words): the output of the command."""
    def run(*words):
        done = bareprobe("explain", *words)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout
    return run


def lanes(text, turns=1):
    """Returns the first iterations of the diagram, {lane: text}, with the clocks as lane `clock`. A
    lane without a name belongs to the one above."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("clock"))
    bars = [at for at, letter in enumerate(lines[first]) if letter == "|"] + [len(lines[first])]
    drawn, name = {}, ""
    for line in lines[first:]:
        if not line:
            break
        name = line[:6].strip() or name + "'"
        drawn[name] = line[bars[0] + 1:bars[turns]].rstrip()
    return drawn


def drawn(picture):
    """Returns a diagram from its text form used below: lane, then its cells."""
    rows = [line for line in picture.strip("\n").splitlines() if line.strip()]
    width = len(re.match(r"\s*", rows[0])[0])
    found, name = {}, ""
    for row in rows:
        name = row[width:width + 6].strip() or name + "'"
        found[name] = row[width + 6:].rstrip()
    return found


def lessons():
    """Returns {title: (code, clocks per iteration, explanation, iterations in the diagram, better
    code, its clocks)} from the file that the page of lessons is made from. That file has the
    derivations."""
    text = (ROOT / "host" / "analysis" / "explain_page" / "lessons.txt").read_text()
    found = {}
    for lesson in re.split(r"^= ", text, flags=re.M)[1:]:
        title, rest = lesson.split("\n", 1)
        value = dict(re.findall(r"^(code|clocks|turns|better|better clocks): (.*)$", rest, re.M))
        picture = "\n".join(re.findall(r"^    .*$", rest, re.M))
        found[title] = (value["code"], float(value["clocks"]), picture,
                        int(value.get("turns", 1)), value.get("better"),
                        float(value.get("better clocks", 0)))
    return found


LOOPS = lessons()


@pytest.mark.parametrize("name", LOOPS)
def test_diagram_is_the_one_drawn_by_hand(explain, name):
    code, clocks, picture, turns = LOOPS[name][:4]
    text = explain("--ascii", "--width", 160, "-c", code)
    assert lanes(text, turns) == drawn(picture)
    assert f"the loop, {clocks:.1f} clocks each (virtual P54C)" in text


@pytest.mark.parametrize("name", [name for name in LOOPS if LOOPS[name][4]])
def test_what_helps_takes_what_it_should(explain, name):
    code, clocks = LOOPS[name][4:]
    assert f"the loop, {clocks:.1f} clocks each (virtual P54C)" in explain("-c", code)


def test_there_are_ten():
    assert len(LOOPS) == 10 and sum(better is not None for *_, better, _ in LOOPS.values()) == 8


@pytest.mark.parametrize("name", LOOPS)
def test_causes_add_up(explain, name):
    """The causes add up to the clocks of an iteration, and so do the rows."""
    code, clocks = LOOPS[name][:2]
    text = explain("--ascii", "--width", 160, "-c", code)
    causes = [float(n) for n in re.findall(r"^ *([\d.]+) +[\d.]+ %  ", text, re.M)]
    assert sum(causes) == pytest.approx(clocks)
    assert re.search(r"^ *([\d.]+)  clocks per iteration$", text, re.M)[1] == f"{clocks:g}"
    head = next(line for line in text.splitlines() if line.startswith("    U "))
    end = head.index("clocks") + len("clocks")
    rows = [line[end - 7:end] for line in text.splitlines() if re.match(r" *\d+ [a-z]", line)]
    assert sum(map(float, rows)) == pytest.approx(clocks)


SENTENCES = [
    ("add esi,4; mov eax,[esi]; dec ecx; jnz -", "AGI: ESI is written one clock before"),
    ("mov eax,[esi]; mov ebx,[esi+32]; dec ecx; jnz -",
     "accesses the same bank as the paired instruction"),
    ("mov ax,[esi]; add esi,2; dec ecx; jnz -", "66h prefix: 1 clock to decode"),
    ("imul eax,ebx; dec ecx; jnz -", "multi-clock: imul takes 9 and does not pair"),
    ("shl eax,cl; dec ecx; jnz -", "does not pair: shl by CL is not pairable"),
    ("not eax; dec ecx; jnz -", "does not pair: not is not pairable"),
    ("mov eax,ebx; add eax,edx; dec ecx; jnz -",
     "alone: the next instruction, add, reads EAX, which this one writes"),
    ("mov eax,ebx; mov eax,edx; dec ecx; jnz -",
     "alone: the next instruction, mov, also writes EAX"),
    ("mov ebx,eax; adc edx,edx; dec ecx; jnz -",
     "alone: the next instruction, adc, issues only in U"),
    ("fadd st0,st1; dec ecx; jnz -", "x87: 1 clock lost, waiting for st0 of fadd st0, st1"),
    ("mov [esi+65536],eax; dec ecx; jnz -", "write buffer full"),
    ("mov eax,[esi+1]; dec ecx; jnz -", "accesses split by an alignment boundary"),
    ("add esi,32; mov eax,[esi+65536]; dec ecx; jnz -", "data cache miss"),
    ("test ecx,ebx; jz on; inc edx; on: dec ecx; jnz -", "mispredicted 50 % of the time"),
]


@pytest.mark.parametrize("code, sentence", SENTENCES)
def test_sentences(explain, code, sentence):
    assert sentence in explain("--width", 300, "-c", code)


@pytest.mark.parametrize("code, help_", [
    ("add esi,4; mov eax,[esi]; dec ecx; jnz -",
     "(AGI, 1 clock) place one or two instructions between"),
    ("mov ax,[esi]; add esi,2; dec ecx; jnz -", "(prefix, 1 clock) use 32-bit registers"),
    ("fadd st0,st1; dec ecx; jnz -", "(x87, 1 clock) put other work between"),
    ("mov [esi+65536],eax; dec ecx; jnz -", "write less often and wider"),
    ("imul eax,ebx; dec ecx; jnz -", "(several, 8 clocks) replace them by simple instructions"),
])
def test_what_to_do(explain, code, help_):
    assert help_ in explain("--width", 300, "-c", code).split("\nto do\n")[1]


def test_nothing_to_do(explain):
    """Two pairs per iteration: no clock is lost, so there is no cause."""
    assert "\nto do\n" not in explain("-c", "mov eax,[esi]; add esi,4; dec ecx; jnz -")


def test_a_move_is_tried(explain):
    """There is a clock between ESI and its use: DEC fills it, and MOV then pairs with JNZ."""
    text = explain("--width", 160, "-c", "add esi,4; mov eax,[esi]; dec ecx; jnz -")
    assert "saves 1 if moved down by 1, after dec ecx" in text
    assert ("move mov eax, [esi] down by 1, after dec ecx: 3 clocks per iteration instead of 4 "
            "(simulated)") in text


def test_a_move_that_would_change_what_it_does_is_none(explain):
    """ADC needs ADD's carry and goes only in U. JNZ needs the zero flag of DEC, so ADC may not
    follow DEC. Therefore ADD is alone, ADC and DEC pair, JNZ is alone, and no other order has the
    same result."""
    text = explain("-c", "add eax,ebx; adc edx,edx; dec ecx; jnz -")
    assert "the loop, 3.0 clocks each" in text
    assert "(simulated)" not in text and "if moved" not in text


UP, DOWN = "if moved up by 1, after mov ed", "if moved down by 1, after mov ebx"


@pytest.mark.parametrize("code, wrong", [
    # LODSD moves ESI, so [ESI] is another dword after it: for data[i] = i * i the sums differ.
    ("mov edi,eax; lodsd; mov ebx,[esi]; add ebx,edi; dec ecx; jnz -", (UP, DOWN, "move lodsd")),
    # STOSD and MOVSD move EDI and ESI; CMPSD and SCASD too, which Zydis 4.0 does not list.
    ("mov edx,ebp; stosd; mov ebx,edi; add ebx,edx; dec ecx; jnz -", (UP, DOWN)),
    ("mov edx,ebp; movsd; mov ebx,esi; add ebx,edx; dec ecx; jnz -", (UP, DOWN)),
    ("mov edx,ebp; cmpsd; mov ebx,edi; add ebx,edx; dec ecx; jnz -", (UP, DOWN)),
    ("mov edx,ebp; scasd; mov ebx,edi; add ebx,edx; dec ecx; jnz -", (UP, DOWN)),
    # ADC reads the carry of ADD if the count is 0.
    ("add eax,ebx; shl edx,cl; adc esi,edx; dec ecx; jnz -", ("if moved", "move")),
    ("add eax,ebx; ror edx,cl; adc esi,edx; dec ecx; jnz -", ("if moved", "move")),
])
def test_no_move_across_what_it_depends_on(explain, code, wrong):
    text = explain("--ascii", "--width", 400, "-c", code)
    assert not [words for words in wrong if words in text]


def test_flags_that_change_after_the_loop_are_named(explain):
    """NOT and NEG do not pair. ADD pairs with MOV after NEG, and DEC with JNZ: 4 clocks instead of
    5. The carry after the loop is then ADD's and not NEG's."""
    text = explain("--ascii", "--width", 400, "-c",
                   "not eax; add edx,1; neg ebx; mov edi,ebx; dec ecx; jnz -")
    assert ("move add edx, 0x01 down by 1, after neg ebx (changes CF after the loop): 4 clocks per "
            "iteration instead of 5 (simulated)") in text
    assert "pairs if moved down by 1, after neg ebx (changes CF after the loop)" in text


def test_a_move_that_leaves_the_flags_is_preferred(explain):
    """ADD ESI or ADD EDI may pair with the first instruction: 3 clocks instead of 4. ADD EDI's
    carry remains the last one if ADD ESI moves."""
    text = explain("--ascii", "--width", 400, "-c",
                   "add eax,ebx; add eax,edx; add esi,4; add edi,4; dec ecx; jnz -")
    assert re.search(r"move add (esi, 0x04 up|eax, edx down) by 1, .*: 3 clocks per iteration "
                     r"instead of 4 \(simulated\)", text)
    assert "move" in text and "changes" not in text.split("to do")[1]


def test_pairs_if_moved(explain):
    """INC is between two NOTs, which never pair. Moved after them, it pairs with MOV, and DEC with
    JNZ: one clock less."""
    text = explain("--width", 200, "-c", "not eax; inc edx; not ebx; mov edi,esi; dec ecx; jnz -")
    assert re.search(r"^ *2 inc edx .* pairs if moved down by 1, after not ebx$", text, re.M) or \
        re.search(r"^ *pairs if moved down by 1, after not ebx$", text, re.M)
    assert ("move inc edx down by 1, after not ebx: 4 clocks per iteration instead of 5 (simulated)"
            in text)


def test_two_moves_where_one_does_not_help(explain):
    """4 clocks: MOV alone, ADD and MOV EDI, MOV EBX and DEC, JNZ. In 3: MOV and MOV EDI, ADD and
    DEC, MOV EBX and JNZ, for which two instructions have to be moved."""
    text = explain("--width", 200, "-c", "mov eax,ebx; add eax,edx; mov edi,ebp; mov ebx,eax; "
                   "dec ecx; jnz -")
    assert "the loop, 4.0 clocks each" in text
    assert re.search(r"move .*; then move .*: 3 clocks per iteration instead of 4 \(simulated\)",
                     text)


# ---- code given by the user
# ------------------------------------------------------------------------

def test_an_answer_in_less_than_a_second(explain):
    explain("-c", "mov eax,[esi]; add esi,4; dec ecx; jnz -")
    begun = time.process_time()
    children = time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID)
    explain("-c", "mov eax,[esi]; add esi,4; dec ecx; jnz -")
    assert time.process_time() - begun < 1
    assert time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID) - children < 1


def test_a_file(explain, tmp_path):
    """Lines before `turn:` run once. The rows name the lines of the file."""
    (tmp_path / "sum.asm").write_text(
        "; adds up\n    mov ebx, buffer + 16\nturn:\n    mov eax, [ebx]  ; the next\n"
        "    add edx, eax\n    dec ecx\n    jnz turn\n")
    text = explain("--ascii", "--width", 120, "sum.asm")
    assert "sum.asm, 3.0 clocks each" in text
    assert "sum.asm:4  mov eax, [ebx]  ; the next" in text
    assert "sum.asm:6  dec ecx" in text
    assert lanes(text) == drawn("""
        clock 1    2    3
        U     mov  add  jnz
        V          dec
        """)


def test_a_count_is_added(explain):
    text = explain("-c", "mov eax,[esi]")
    assert "no jump to the beginning of the loop: added DEC ECX and JNZ" in text
    assert "dec ecx" in text


# Clocks of one iteration, whose data are in the cache and aligned: those of the instructions in
# AP-500 and in Agner Fog's tables, plus DEC and JNZ, which pair: 1. The instructions listed here do
# not pair, except PUSH, POP and MOV.
IMPLICIT = [
    ("stosd", 3 + 1), ("stosb", 3 + 1), ("lodsd", 2 + 1), ("lodsb", 2 + 1), ("movsd", 4 + 1),
    ("movsb", 4 + 1), ("scasd", 4 + 1), ("cmpsd", 5 + 1), ("xlatb", 4 + 1),
    ("std; lodsd; cld", 2 + 2 + 2 + 1), ("mov al,[edi]; lodsd", 1 + 2 + 1),
    # After STOSD the write of EDI and its use as an address are adjacent: an AGI of 1.
    ("stosd; mov edx,[edi]", 3 + 1 + 1),
    # PUSH and DEC pair, JNZ is alone. The same with POP, and with MOV.
    ("push eax", 2), ("pop ebx", 2), ("mov eax,[esp]", 2), ("mov eax,[ebp]", 2),
    ("pusha; popa", 5 + 5 + 1), ("pusha", 5 + 1), ("popa", 5 + 1), ("leave", 3 + 1),
    # 13 + N for MOVS, 9 + N for STOS, 9 + 4 N for CMPS and SCAS, 7 + 3 N for LODS
    ("mov ecx,16; rep movsd", 1 + 29 + 1), ("mov ecx,16; rep movsb", 1 + 29 + 1),
    ("rep movsd", 1 + 29 + 1), ("mov ecx,64; rep movsd", 1 + 77 + 1),
    ("mov ecx,16; rep stosd", 1 + 25 + 1), ("mov ecx,16; repe cmpsd", 1 + 73 + 1),
    ("mov ecx,16; repne scasd", 1 + 73 + 1), ("mov ecx,16; rep lodsd", 1 + 55 + 1),
    ("mov ecx,16; rep movsd; jmp -", 1 + 29 + 1), ("rep movsd; jmp -", 1 + 29 + 1),
    ("mov ecx,16; rep movsd; dec ebx; jnz -", 1 + 29 + 1),
    ("mov ecx,16; rep movsd; dec ecx; jnz -", 1 + 29 + 1),
    # PUSH and MOV pair; POP writes ECX, which DEC does not read: POP and DEC pair, JNZ is alone.
    ("push ecx; mov ecx,16; rep movsd; pop ecx", 1 + 29 + 2),
    # The first prefix, 67h, is decoded during the last clocks of the previous string instruction
    # (Agner 1997, chapter 13: across a predicted branch, too). MOV takes one clock and hides none.
    ("a16 stosd", 3 + 1), ("a16 lodsd", 2 + 1), ("mov eax,[si]", 1 + 2),
    ("mov eax,[bx+si]", 1 + 2), ("mov eax,[bp+di]", 1 + 2),
    ("cmpxchg8b [esi]", 10), ("div ebx", 41 + 1), ("cdq; idiv ebx", 2 + 46 + 1),
    ("idiv dword [esi]", 46 + 1), ("mul ebx", 10), ("mov eax,[esi]; sub esi,4", 2),
]


@pytest.mark.parametrize("code, clocks", IMPLICIT)
def test_implicit_operands_are_set_up(explain, code, clocks):
    text = explain("--ascii", "-c", code)
    assert float(re.search(r"the loop, ([\d.]+) clocks each", text)[1]) == clocks


@pytest.mark.parametrize("code", [code for code, _ in IMPLICIT])
@pytest.mark.parametrize("cpu", ["p55c"])
def test_no_implicit_operand_misses(explain, code, cpu):
    text = explain("--ascii", "--cpu", cpu, "-c", code)
    assert "miss" not in text.split("clocks per iteration")[1] and "misaligned" not in text


def test_a_count_of_rep_is_added(explain):
    text = explain("--ascii", "--width", 120, "-c", "rep stosd")
    assert "no count for REP in the loop: added MOV ECX, 16\n" in text
    assert "added DEC EBX and JNZ" in text
    assert "no count" not in explain("-c", "mov ecx,8; rep stosd")
    assert "added DEC EDX" in explain("-c", "mov ecx,ebx; rep stosd")


def test_a_count_in_a_file_has_no_source_line(explain, tmp_path):
    (tmp_path / "copy.asm").write_text("    mov ebx, buffer\n    rep movsd\n    mov edx, [ebx]\n")
    text = explain("--ascii", "--width", 120, "copy.asm")
    assert "copy.asm:2  rep movsd" in text and "copy.asm:3  mov edx, [ebx]" in text
    assert "copy.asm:1  mov ebx, buffer" in text and "mov ecx, 0x10  " in text


def test_a_loop_that_does_not_end(explain):
    assert "the loop, 1.0 clocks each" in explain("-c", "inc eax; jmp -")


def test_what_nasm_warns_of_is_told(bareprobe):
    """nasm takes an unknown word for a label and warns."""
    done = bareprobe("explain", "-c", "mvo; dec ecx; jnz -")
    assert done.returncode == 0 and "the loop, 1.0 clocks each" in done.stdout
    assert "-c:1: warning: label alone on a line without a colon" in done.stderr
    assert ": 'mvo'" in done.stderr


def test_what_is_called_may_stand_behind(explain):
    """The loop ends after its jump and does not run into the RET."""
    text = explain("--width", 120, "-c", "call f; dec ecx; jnz -; f: ret")
    assert re.search(r"^ +\d ret", text, re.M) and "dec ecx" in text


@pytest.mark.parametrize("words, said", [
    (["-c", "foo eax; dec ecx; jnz -"],
     "bareprobe explain: -c:1: error: parser: instruction expected: 'foo eax'"),
    (["-c", "mov eax,[esi]; mov ebx,nothing; jnz -"],
     "-c:2: error: symbol `nothing' not defined: 'mov ebx,nothing'"),
    (["-c", " ; ; "], "-c: no instruction to explain"),
    (["-c", "ud2"], "the code raised exception 6: undefined opcode"),
    (["-c", "div edx; dec ecx; jnz -"], "the code raised exception 0: divide error"),
    (["no.asm"], "no.asm: No such file or directory"),
    ([], "expected a benchmark, an assembly file, --program FILE or -c 'CODE'"),
    (["-c", "nop", "x.asm"], "give either -c CODE or 'x.asm', not both"),
    (["-c", "nop", "--what-if", "no-aig"], "--what-if: 'no-aig' is unknown; did you mean no-agi?"),
    (["-c", "nop", "--cpu", "p2", "--what-if", "no-agi"],
     "--what-if: only the P5 model (p54c, p55c) has what-if settings"),
    (["-c", "nop", "--cpu", "i486"], "--cpu: 'i486' is not a processor"),
    (["-c", "nop", "--mhz", "1"], "--mhz '1': expected 60 to 233 MHz"),
    (["-c", "xor ebx,ebx; test ebx,ebx; jnz -"], "was left before its second"),
    (["-c", "nop", "--set", "cache.what=1"], "cache.what"),
])
def test_what_is_wrong_is_said(bareprobe, words, said):
    done = bareprobe("explain", *words)
    assert done.returncode in (1, 2) and done.stdout == ""
    assert said in done.stderr


def test_bit_scans_with_rep(explain):
    """A Pentium ignores the prefix: BSF and BSR, 6 and 7 clocks and 1 for each bit that is passed
    (Intel, Pentium Processor Family Developer's Manual, volume 3, chapter 25)."""
    text = explain("--width", 160, "-c", "rep bsf eax,[esi]; rep bsr edx,[esi]; dec ecx; jnz -")
    assert "bsf takes 6 and does not pair" in text and "bsr takes 7 and does not pair" in text
    assert "tzcnt" not in text and "lzcnt" not in text


def test_widths(explain):
    """No line is wider than requested, including source and notes."""
    code = "fadd st0,st1; fmul st0,st1; mov ax,[esi]; add esi,4; fadd st0,st1; dec ecx; jnz -"
    for width in (72, 80, 120):
        text = explain("--width", width, "-c", code, "--what-if", "no-agi")
        assert max(map(len, text.splitlines())) <= width, width


def test_other_characters_only_where_there_are_some(bareprobe):
    words = ("explain", "-c", "imul eax,ebx; dec ecx; jnz -")
    assert "│" in bareprobe(*words, env={"LC_ALL": "C.UTF-8"}).stdout
    assert bareprobe(*words, env={"LC_ALL": "C"}).stdout.isascii()
    assert bareprobe(*words, "--ascii", env={"LC_ALL": "C.UTF-8"}).stdout.isascii()


def test_a_picture(explain, tmp_path):
    """Each cell is a rectangle: two iterations of FADD, DEC, JNZ and FADD's results, including that
    of the iteration before, and the lost clock in each."""
    explain("-c", "fadd st0,st1; dec ecx; jnz -", "--svg", "loop.svg")
    root = xml.etree.ElementTree.parse(tmp_path / "loop.svg").getroot()
    boxes = [box.get("class") for box in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert {name: boxes.count(name) for name in set(boxes)} == {"u": 4, "v": 2, "x87": 3,
                                                                "waits": 2}


# ---- other machines ----------------------------------------------------------------------------

def test_what_if(explain):
    """An interlock without pairs: ADD, a lost clock, MOV and DEC, JNZ. Without the interlock 3
    clocks; with only the U pipe 4 instructions and the interlock. Caches and the like change
    nothing. Without prediction each JNZ, alone in U, loses 3."""
    text = explain("-c", "add esi,4; mov eax,[esi]; dec ecx; jnz -", "--what-if",
                   "vpipe=off,no-agi,l1=huge", "--what-if", "btb=off,no-bank")
    table = dict(re.findall(r"^  (\S+) +([\d.]+)(?= )", text.split("what if")[1] + " ",
                            re.M))
    assert "actual                 4.00" in text
    assert {name: float(clocks) for name, clocks in table.items() if name != "actual"} == {
        "vpipe=off": 5, "no-agi": 3, "l1=huge": 4, "btb=off": 7, "no-bank": 4}


def test_all_of_what_if(explain, bareprobe):
    names = re.findall(r"^  (\S+) ", bareprobe("explain", "--what-if", "help").stdout, re.M)
    text = explain("-c", "mov eax,[esi]; dec ecx; jnz -", "--what-if", "all")
    assert names and re.findall(r"^  (\S+) +[\d.]+  .*", text.split("actual")[1], re.M) == names


def test_p55c(explain):
    """Prefixed instructions pair on a P55C; the first 66h of one takes 2 clocks."""
    text = explain("--cpu", "p55c", "--ascii", "--width", 120, "-c",
                   "mov ax,[esi]; add esi,2; dec ecx; jnz -")
    assert "the loop, 4.0 clocks each (virtual P55C)" in text
    assert "emms" in explain("--cpu", "p55c", "-c", "emms; dec ecx; jnz -")


def test_a_p6_says_uops(explain):
    """A load, an ADD, a DEC and a branch are one uop each; the store is two."""
    text = explain("--cpu", "p2", "-c", "mov eax,[esi]; add edx,eax; mov [edi],edx; dec ecx; jnz -")
    assert re.match(r"the loop, 5 instructions, 6 uops, [\d.]+ clocks per iteration \(virtual P2: "
                    r"estimated by its model\)", text)


def test_a_k7_says_clocks(explain):
    text = explain("--cpu", "k7", "-c", "mov eax,[esi]; dec ecx; jnz -")
    assert re.match(r"the loop, 3 instructions, [\d.]+ clocks per iteration \(virtual K7", text)
