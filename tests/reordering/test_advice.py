# SPDX-License-Identifier: MIT
"""The moves that `bareprobe explain` prints, for loops of random lines: each is applied to the
lines as a user would, and both orders are executed from the same random states."""
import random
import re
import struct
import subprocess

import pytest

from test_reordering import BUILD, HANG_BOUND, Tried, check_no_difference

# Instruction forms, with registers and memory that are chosen at random.
FORMS = """
mov R,R|mov R,M|mov M,R|mov B,M|mov R,5|lea R,[P+R*2+4]|movzx R,B|movsx R,word M|xchg R,R|bswap R
add R,R|add R,M|add M,R|add P,4|sub R,R|sub P,8|cmp R,M|cmp R,R|neg R|adc R,R|adc R,M|adc R,0
sbb R,R|sbb R,0|inc R|dec R|inc dword M|mul R|imul R,R|imul R,M|imul R,R,7|aaa|das|aam|aad
and R,R|or R,M|xor R,R|xor M,R|test R,R|not R|not dword M|shl R,cl|shr R,cl|sar R,1|shl R,3
shr R,32|shld R,R,cl|shrd R,R,5|rol R,1|ror R,cl|rcl R,1|rcr R,cl|rcr R,3|bt R,R|bts R,3|bsf R,R
bsr R,M|setc B|setz B|seta B|setl M|clc|stc|cmc|lahf|sahf|cbw|cwde|cdq|xlatb|nop|salc
lodsd|lodsb|stosd|stosw|movsd|movsb|cmpsd|cmpsb|scasd|scasb|rep movsd|rep stosb|repe cmpsb
repne scasb|rep lodsd|cld|std|xadd R,R|cmpxchg R,R|cmpxchg M,R|mov ax,M|add ax,bx|inc dx
fld dword M|fild dword M|fadd st0,st1|fmul dword M|fsub st0,st2|faddp st1,st0|fxch st1|fchs|fabs
fstp dword M|fst st2|fistp dword M|fcom st1|fnstsw ax|fld1|fldz|fnstcw M|wait
push R|pop R
"""
SPELLED = [form for line in FORMS.split("\n") for form in line.split("|") if form]
REGISTERS = ("eax", "ecx", "edx", "ebx", "esi", "edi", "ebp")
POINTERS = ("esi", "edi", "ebx", "ebp")
PUSHA = ("edi", "esi", "ebp", "esp", "ebx", "edx", "ecx", "eax")
ITERATIONS, STATES = 4, 2
MOVE = re.compile(r"mov(?:e (?P<text>.+?)|ed) (?P<way>up|down) by (?P<by>\d+), "
                  r"(?:to the beginning of the loop|after .*?)"
                  r"(?P<flags> \(changes [A-Z, ]+ after the loop\))?(?=; then|$|: [\d.]+ clocks)")
FLAGS = {"CF": 1, "PF": 4, "AF": 16, "ZF": 64, "SF": 128, "DF": 1024, "OF": 2048}


def line(chance):
    """One line, with its operands chosen."""
    text = chance.choice(SPELLED)
    free = ("eax", "edx", "ecx", *(POINTERS if chance.random() < 0.2 else ()))
    text = re.sub(r"\bR\b", lambda _: chance.choice(free), text)
    text = re.sub(r"\bP\b", lambda _: chance.choice(POINTERS), text)
    text = re.sub(r"\bB\b", lambda _: chance.choice(("al", "dl", "ah", "dh")), text)
    place = f"[{chance.choice(POINTERS)}+{4 * chance.randrange(8)}]"
    return re.sub(r"\bM\b", place, text)


def loop(chance):
    lines = [line(chance) for _ in range(chance.randint(3, 8))]
    return [*lines, chance.choice(("dec ecx", "dec ebp", "sub ecx,1", "cmp esi,edi")), "jnz -"]


def table_rows(text):
    """The instructions that the table shows: [(text, notes)]."""
    lines = text.splitlines()
    first = next(at for at, line_ in enumerate(lines) if line_.startswith("    U "))
    v, clocks, why = (lines[first].index(word) for word in (" V ", "clocks", "why"))
    rows = []
    for row in lines[first + 1:lines.index("", first)]:
        if re.match(r" *\d+ ", row[:4]):
            rows.append([row[4:v + 1].strip(), []])
            last = rows[-1]
            if row[v + 1:clocks].strip():
                rows.append([row[v + 1:clocks].strip(), []])
        last[1].append(row[why:].strip())
    return rows


def flags_of(found):
    return sum(FLAGS[name] for name in re.findall(r"[A-Z]F", found["flags"] or ""))


def moved(order, at, found):
    """The order after a move of its place `at`."""
    to = at + int(found["by"]) * (1 if found["way"] == "down" else -1)
    rest = order[:at] + order[at + 1:]
    return rest[:to] + [order[at]] + rest[to:]


def advised(text):
    """The orders that explain's output advises, as numbers of the loop's instructions, each with
    the flags that may differ."""
    rows = table_rows(text)
    start = list(range(len(rows)))
    for at, (_, notes) in enumerate(rows):
        for note in re.split(r"(?=pairs if |saves )", " ".join(notes)):
            found = MOVE.search(note)
            if found and " if moved" in note:
                yield moved(start, at, found), flags_of(found)
    order, flags = start, 0
    for sentence in re.findall(r"^  (move .*\(simulated\))$", text, re.M):
        for found in MOVE.finditer(sentence):
            places = [at for at, number in enumerate(order) if rows[number][0] == found["text"]]
            if len(places) != 1: # two equal lines: the sentence is ambiguous
                return
            order = moved(order, places[0], found)
            flags |= flags_of(found)
        yield order, flags


def state(chance):
    """The bytes of struct trial_state (trial_file.h)."""
    values = {name: chance.getrandbits(32) for name in PUSHA}
    for name in POINTERS:
        values[name] = 256 + 4 * chance.randrange(176)
    values["ecx"] = chance.choice((0, 1, 2, 5, 32))
    x87 = struct.pack("<7I", 0x37f, 0x1800, 0, 0, 0, 0, 0) + b"".join(
        struct.pack("<QH", chance.getrandbits(63) | 1 << 63, 0x3ff8 + chance.randrange(16))
        for _ in range(8))
    flags = 2 | chance.getrandbits(32) & 0xcd5
    return struct.pack("<8I2I", *(values[name] for name in PUSHA), flags,
                       chance.getrandbits(32)) + x87


def module(orders, chance):
    """nasm source of a module with the orders of loops: {lines: [order]}."""
    table, code = [], []
    for number, (lines, all_orders) in enumerate(orders.items()):
        for one in range(STATES):
            code.append(f"state{number}_{one}: db " + ",".join(map(str, state(chance))))
        for version, order in enumerate(all_orders):
            label = f"order{number}_{version}"
            table += [f"dd {label} - $$, state{number}_{one} - $$" for one in range(STATES)]
            code.append(f"{label}:")
            for turn in range(ITERATIONS):
                code += [lines[at] for at in order[:-1]]
                code += [f"jnz short {label}.{turn}", f"jmp near {label}.end", f"{label}.{turn}:"]
            code += [f"{label}.end: int 0x30"]
    return "\n".join(["bits 32", f"dd {len(table)}", *table, *code, ""])


def explained(lines):
    done = subprocess.run([BUILD / "bareprobe", "explain", "--ascii", "--width", "400", "-c",
                           "; ".join(lines)], capture_output=True, text=True, timeout=HANG_BOUND,
                          check=False)
    return done.stdout if done.returncode == 0 else None


def tried_advice(folder, seed, loops):
    """Executes every order that is advised for the loops."""
    chance = random.Random(seed)
    orders, plan = {}, []
    for _ in range(loops):
        lines = tuple(loop(chance))
        text = explained(lines)
        if not text or "added MOV ECX" in text: # explain gave REP a count: it is another loop
            continue
        advice = list(advised(text))
        orders[lines] = [list(range(len(lines))), *(order for order, _ in advice)]
        plan += ["loop " + "; ".join(lines), "order old 0 -"]
        plan += [f"order move {flags:x} advice {order}" for order, flags in advice]
    (folder / "trials.asm").write_text(module(orders, chance))
    subprocess.run(["nasm", "-f", "bin", "-o", folder / "trials", folder / "trials.asm"],
                   check=True, timeout=HANG_BOUND)
    run = subprocess.run([BUILD / "vpentium", "-kernel", BUILD / "trial_guest.elf", "-initrd",
                          folder / "trials"], capture_output=True, text=True, timeout=HANG_BOUND,
                         check=True)
    found = Tried()
    found.add(plan, run.stdout.splitlines())
    print(f"{found.loops} loops, {found.moved['advice']} orders advised, "
          f"{found.compared['move']} results compared")
    return found


def test_advice_is_read():
    """The reading of explain's output, on a text written by hand."""
    text = ("the loop\n\n    U             V            clocks  why\n"
            "  1 add ax, bx                     1  alone: x\n"
            "                                       pairs if moved down by 1,\n"
            "                                       after cdq (changes CF after the loop)\n"
            "  2 cdq           dec ecx          1\n"
            "  4 jnz -                          1\n\nto do\n"
            "  move cdq up by 1, to the beginning of the loop; then move dec ecx up by 1, after cdq"
            " (changes CF, OF after the loop): 2 clocks per iteration instead of 3 (simulated)\n")
    assert list(advised(text)) == [([1, 0, 2, 3], 1), ([1, 2, 0, 3], 0x801)]


def test_advice_gives_the_same(tmp_path):
    found = tried_advice(tmp_path, 1, 12)
    check_no_difference(found)
    assert found.compared["move"] > 5


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10, 16))
def test_advice_of_many_loops_gives_the_same(tmp_path, seed):
    found = tried_advice(tmp_path, seed, 100)
    check_no_difference(found)
    assert found.compared["move"] > 50
