# SPDX-License-Identifier: MIT
"""`bareprobe compare RUN silicon:NAME`: compares a run of instruction forms with a chip's table."""
import pathlib
import re
import struct

import pytest

from logs import finding_record, log_text, result_record, run_log, start_records
from places import BUILD

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "tests" / "data" / "silicon"
ROW = re.compile(r" (same|differs|doubtful|board|not measured)(?: \((\d+)\))?$")


def table_rows(path):
    lines = [line.split("\t") for line in path.read_text().splitlines() if line[0] != "#"]
    return lines[0], lines[1:]


def findings(**forms):
    """unary__aad=(10, 10) is latency and throughput of instr/unary:form=aad; None means missing."""
    return [finding_record(name, value, "clocks",
                           bench=f'"instr/{form.replace("__", ":form=")}"', state="warm")
            for form, pair in forms.items()
            for name, value in zip(("latency", "throughput"), pair) if value is not None]


@pytest.fixture(name="compared")
def fixture_compared(bareprobe, tmp_path):
    """compared(name, *options, **forms): the finished command, and {row: (verdict, reason)}."""
    def run(name, *options, **forms):
        (tmp_path / "a.log").write_text(run_log(result_record(), *findings(**forms)))
        done = bareprobe("compare", "a.log", f"silicon:{name}", *options)
        reasons = dict(re.findall(r"^\((\d+)\) (.*)$", done.stdout, re.M))
        rows = {}
        for line in done.stdout.splitlines():
            found = ROW.search(line)
            if found and ";" not in line:
                row = re.split("  +", line)[0]
                rows[row] = (found[1], reasons.get(found[2]))
        return done, rows
    return run


# ---- the data ------------------------------------------------------------------------------------

def test_each_row_of_both_pentiums_is_a_form():
    header, matches = table_rows(TABLES / "rows.tsv")
    assert header == ["row", "form", "standing", "of", "on", "reason"]
    of = {match[0]: match for match in matches}
    assert len(of) == len(matches)
    for chip, many in (("p54c-100", 449), ("p55c-200", 529)):
        _, rows = table_rows(TABLES / f"{chip}_inst.tsv")
        assert len(rows) == many
        assert not [row[0] for row in rows if row[0] not in of]
    chips = {path.name.removesuffix("_inst.tsv") for path in TABLES.glob("*_inst.tsv")}
    assert len(chips) == 14
    for row, _, standing, facts, on, reason in matches:
        assert standing in ("", "board", "doubtful", "ring", "code"), row
        assert bool(standing) == bool(facts) == (len(reason.split()) >= 3), row
        assert facts in ("", "latency", "throughput", "both"), row
        assert set(on.split()) <= {"p54c", "ppro", "p6", "k7"}, row


# ---- verdicts ------------------------------------------------------------------------------------

# A user's table: the rows have the names of InstLatx64, so that rows.tsv contains them.
OWN = """# Mine, made by hand
form\tlatency\tthroughput
ADC r32, r32\t1.0\t1.0
SBB r1_32, r2_32\t1.0\t1.0
NEG r32\t1.0\t1.08
NOT r32\t2.1\t
NOP\t\t0.5
AAD\t5.0\t5.0
PUSH r32\t\t7.67
FSQRT80 (1.0l)\t70.0\t69.17
FSQRT32 st\t70.0\t69.17
CWDE\t3.0\t3.0
RDTSC\t\t12.0
PFADD mm, mm\t4.0\t2.0
"""

FORMS = {
    "alu__adc_r32_r32": (1, 1),           # both equal to silicon
    "alu__sbb_r32_r32": (1, 1.101),       # 0.101 off
    "unary__neg_r32": (0.9, 1.18),        # 0.1 off in both
    "unary__not_r32": (2, 5),             # silicon has no throughput
    "unary__nop": (None, 0.5),            # neither side has a latency
    "unary__aad": (10, 10),               # doubtful
    "stack__push_r32": (None, 0.5),       # depends on the board
    "x87_arith__fsqrt": (70, None),       # only the latency is compared and measured
    "x87_value__fsqrt_single": (71, 69),  # differs in the compared figure
    "system__rdtsc": (None, 12),          # in ring 0
}


def test_verdicts(compared, tmp_path):
    (tmp_path / "own.tsv").write_text(OWN)
    done, rows = compared("own.tsv", **FORMS)
    assert done.returncode == 0, done.stderr
    assert list(rows) == [line.split("\t")[0] for line in OWN.splitlines()[2:]]
    assert {row: verdict for row, (verdict, _) in rows.items()} == {
        "ADC r32, r32": "same", "SBB r1_32, r2_32": "differs", "NEG r32": "same",
        "NOT r32": "same", "NOP": "same", "AAD": "doubtful", "PUSH r32": "board",
        "FSQRT80 (1.0l)": "same", "FSQRT32 st": "differs", "CWDE": "not measured",
        "RDTSC": "not measured", "PFADD mm, mm": "not measured"}
    reasons = {row: reason for row, (_, reason) in rows.items() if reason}
    assert set(reasons) == {"AAD", "PUSH r32", "FSQRT32 st", "CWDE", "RDTSC", "PFADD mm, mm"}
    assert "ring 3" in reasons["RDTSC"] and "goes to the bus" in reasons["PUSH r32"]
    assert "has no such form" in reasons["PFADD mm, mm"]
    # 5 of the 7 compared rows agree: 71.4 %.
    assert done.stdout.splitlines()[-1] == (
        "own: 5 of 7 rows equal within 0.1 clocks (71.4 %), 2 differ; 1 board, 1 doubtful, "
        "3 not measured")
    assert "silicon own: Mine, made by hand" in done.stdout


def test_a_standing_may_be_of_some_chips_alone(compared):
    """ADD r32, imm32 does not fit in the P54C's code cache; the P55C's is twice as large."""
    assert compared("p54c-100", alu__add_r32_imm32=(None, 0.5))[1]["ADD r32, imm32"][0] == "board"
    assert compared("p55c-200", alu__add_r32_imm32=(None, 0.5))[1]["ADD r32, imm32"][0] == "same"


def all_forms(clocks):
    """Findings for each form of rows.tsv, so that each row of a table has a verdict."""
    return {row[1].replace("/", "__"): (clocks, clocks)
            for row in table_rows(TABLES / "rows.tsv")[1]}


WITH_REASONS_OF_FAMILIES = {"p54c-100", "p55c-200", "p6-200", "k7-thunderbird"}
CHIPS = sorted(path.name.removesuffix("_inst.tsv") for path in TABLES.glob("*_inst.tsv"))


@pytest.mark.parametrize("chip", [
    pytest.param(chip, marks=[] if chip in WITH_REASONS_OF_FAMILIES else pytest.mark.full)
    for chip in CHIPS])
def test_a_copy_of_a_table_has_the_same_verdicts(compared, tmp_path, chip):
    """The copy has another name, as the table of a user's chip of that family has."""
    (tmp_path / "mine.tsv").write_text((TABLES / f"{chip}_inst.tsv").read_text())
    done, rows = compared(chip, **all_forms(1))
    copy, copied = compared("mine.tsv", **all_forms(1))
    assert len(rows) > 400 and copied == rows
    assert copy.stdout.splitlines()[-1] == done.stdout.splitlines()[-1].replace(chip, "mine", 1)


IMM32, FDIV, NOP = "ADD r32, imm32", "FDIV32 st(i), st", "14x 0x66 NOP"
BY_FAMILY = f"form\tlatency\tthroughput\n{IMM32}\t1.0\t1.25\n{FDIV}\t19.0\t18.0\n{NOP}\t\t18.0\n"


@pytest.mark.parametrize("processor, imm32, fdiv, nop", [
    ("GenuineIntel000052C", "board", "differs", "board"),   # a P54C of another stepping
    ("GenuineIntel0000517", "board", "differs", "board"),   # a Pentium 60/66: 8 KB too
    ("GenuineIntel0001532", "differs", "differs", "differs"),  # OverDrive for a 486: 16 KB
    ("GenuineIntel0000544", "differs", "differs", "differs"),  # Pentium MMX: 16 KB
    ("GenuineIntel0000619", "board", "doubtful", "differs"),   # Pentium Pro: 8 KB
    ("GenuineIntel0000673", "differs", "doubtful", "differs"),  # Pentium III: 16 KB
    ("AuthenticAMD0000662", "differs", "doubtful", "differs"),  # Athlon: 64 KB
    ("CyrixInstead0000600", "differs", "differs", "differs"),
])
def test_a_users_table_gets_the_reasons_of_its_family(compared, tmp_path, processor, imm32, fdiv,
                                                      nop):
    """The run has 0.5 where the table has 1.25, 9 where it has 18, and 15 where it has 18."""
    (tmp_path / "mine.tsv").write_text(f"# {processor}_mine.txt; 133 MHz\n{BY_FAMILY}")
    done, rows = compared("mine.tsv", alu__add_r32_imm32=(None, 0.5), prefix__nop_66_14=(None, 15),
                          x87_arith__fdiv_st_i_st_single=(9, 9))
    assert (rows[IMM32][0], rows[FDIV][0], rows[NOP][0]) == (imm32, fdiv, nop)
    assert "names no processor" not in done.stdout


@pytest.mark.parametrize("first", ["# Mine, of 2026", "# P54C-100 0000525", "# GenuineIntel",
                                   "form\tlatency\tthroughput"])
def test_a_table_without_a_processor_is_reported(compared, tmp_path, first):
    (tmp_path / "mine.tsv").write_text(BY_FAMILY if first[0] != "#" else f"{first}\n{BY_FAMILY}")
    done, rows = compared("mine.tsv", alu__add_r32_imm32=(None, 0.5))
    assert rows[IMM32][0] == "differs"
    assert "first line names no processor, such as # GenuineIntel0000525" in done.stdout


@pytest.mark.parametrize("chip, run, verdict", [
    (15, 15, "same"), (15.1, 15, "same"), (15.2, 15, "board"), (14.8, 15, "differs")])
def test_code_misses_excuse_only_a_slower_chip(compared, tmp_path, chip, run, verdict):
    (tmp_path / "mine.tsv").write_text(
        f"# GenuineIntel000052C\nform\tlatency\tthroughput\n{NOP}\t\t{chip}\n")
    _, rows = compared("mine.tsv", prefix__nop_66_14=(None, run))
    assert rows[NOP][0] == verdict


def object_section(path, name):
    """Returns the bytes of a section of an ELF32 file (System V ABI, section header: 40 bytes)."""
    data = path.read_bytes()
    [table], [size, count, names] = struct.unpack_from("<I", data, 32), struct.unpack_from(
        "<3H", data, 46)
    headers = [struct.unpack_from("<10I", data, table + size * i) for i in range(count)]
    start = headers[names][4]
    for header in headers:
        if data[start + header[0]:].startswith(name.encode() + b"\0"):
            return data[header[4]:header[4] + header[5]]
    raise KeyError(name)


def form_bytes():
    """{form: bytes of machine code}; bench/instr/instr.inc defines the layout of .rodata.forms:
    seven pointers, the third to the code, which follows its length; then four bytes, the second of
    which is the number of instructions in that code."""
    found = {}
    for path in (BUILD / "kernel" / "bench" / "instr").glob("*.o"):
        names = object_section(path, ".rodata.names").split(b"\0")[0].decode().split(",")
        forms, code = object_section(path, ".rodata.forms"), object_section(path, ".rodata")
        for i, name in enumerate(names):
            fields = struct.unpack_from("<7I4B", forms, 32 * i)
            found[f"{path.stem}/{name}"] = code[fields[2]] / fields[8]
    return found


def test_forms_of_five_bytes_depend_on_the_code_cache():
    """Forms with another standing keep it. Processors with SSE have larger code caches."""
    of = {form: size for form, size in form_bytes().items() if not form.startswith("sse")}
    assert (of["alu/add_r32_r32"], of["alu/add_r32_imm32"], of["prefix/nop_66_14"]) == (2, 6, 15)
    rows = [row for row in table_rows(TABLES / "rows.tsv")[1] if row[1] in of]
    assert {row[0] for row in rows if row[2] == "code"} == {
        row[0] for row in rows if of[row[1]] >= 5 and row[2] in ("", "code")}


def test_what_the_ring_changes_is_compared_in_ring_3(bareprobe, tmp_path):
    start = start_records()
    start[2] += " ring=user"
    bench = '"instr/system:form=rdtsc"'
    (tmp_path / "a.log").write_text(log_text(
        *start, f'ev=bench bench={bench} text="a text"',
        finding_record("throughput", 12, "clocks", bench=bench),
        "ev=done results=0 errors=0 status=ok"))
    shown = bareprobe("compare", "a.log", "silicon:p54c-100").stdout
    assert re.search(r"^RDTSC +12 +12  same$", shown, re.M)


@pytest.mark.parametrize("percent, status", [("28", 1), ("29", 0), ("100", 0), ("0", 1)])
def test_fail_above(compared, tmp_path, percent, status):
    """2 of 7 rows are 28.6 %."""
    (tmp_path / "own.tsv").write_text(OWN)
    done, _ = compared("own.tsv", "--fail-above", percent, **FORMS)
    assert done.returncode == status
    assert ("28.6 % of the rows differ" in done.stderr) == bool(status)


def test_the_chip_it_is_most_like(compared):
    """MUL r32 takes 9 on the P54C and P55C, NOT r16 takes 2 on the former and 3 on the P55C (the
    tables)."""
    p54c, _ = compared("any", muldiv__mul_r32_eax=(9, 9), narrow__not_r16=(2, 2))
    p55c, _ = compared("any", muldiv__mul_r32_eax=(9, 9), narrow__not_r16=(3, 3))
    for done, first, second in ((p54c, "p54c-100", "p55c-200"), (p55c, "p55c-200", "p54c-100")):
        lines = [line.strip() for line in done.stdout.splitlines()]
        assert lines[0] == "chips by similarity:"
        assert lines[1] == f"{first}: 2 of 2 rows equal within 0.1 clocks (100.0 %), 0 differ"
        assert f"{second}: 1 of 2 rows equal within 0.1 clocks (50.0 %), 1 differs" in lines
        assert f"silicon {first}: " in done.stdout
        assert lines[-1].startswith(f"{first}: 2 of 2 rows")


@pytest.mark.parametrize("chip, within", [("p6-200", "0.25 clocks or 10 %"),
                                          ("p2-deschutes", "0.25 clocks or 10 %"),
                                          ("p3-tanner", "0.25 clocks or 10 %"),
                                          ("k7-thunderbird", "0.25 clocks or 10 %"),
                                          ("p55c-200", "0.1 clocks"), ("p54c-100", "0.1 clocks"),
                                          ("p4-northwood", "0.25 clocks or 10 %"),
                                          ("p4-willamette", "0.25 clocks or 10 %"),
                                          ("mii", "0.1 clocks")])
def test_how_near_depends_on_the_chip(compared, chip, within):
    """P6 and K7 are of family 6 of Intel and AMD, a Pentium 4 of Intel's family 15. An MII also
    reports 600h, but is from Cyrix."""
    done, _ = compared(chip, unary__cwde=(None, 1))
    assert f" rows equal within {within} (" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("chip, verdicts", [
    # ADC 2.0, 2.0: 10 % of 2 are less than 0.25. IMUL r32, r32 4.0, 1.0: 10 % of 4 are 0.4.
    ("p6-200", "same differs same differs same differs"),
    ("p2-deschutes", "same differs same differs same differs"),
    # On the Athlon ADC has 1.0, 1.0, IMUL 4.0, 2.0.
    ("k7-thunderbird", "differs differs same differs differs differs"),
])
def test_a_quarter_or_a_tenth(compared, chip, verdicts):
    found = [compared(chip, **{form: pair})[1][row][0] for form, row, pair in (
        ("alu__adc_r32_r32", "ADC r32, r32", (2.25, 1.75)),
        ("alu__adc_r32_r32", "ADC r32, r32", (2, 2.251)),
        ("muldiv__imul_r32_r32", "IMUL r32, r32", (4.4, None)),
        ("muldiv__imul_r32_r32", "IMUL r32, r32", (4.401, None)),
        ("muldiv__imul_r32_r32", "IMUL r32, r32", (3.6, 1.25)),
        ("muldiv__imul_r32_r32", "IMUL r32, r32", (3.599, 1.251)))]
    assert found == verdicts.split()


def test_help_lists_the_chips(bareprobe):
    shown = bareprobe("compare", "silicon:help")
    assert shown.returncode == 0
    for path in TABLES.glob("*_inst.tsv"):
        name, rows = path.name.removesuffix("_inst.tsv"), table_rows(path)[1]
        source = path.read_text().splitlines()[0].removeprefix("# ")
        assert re.search(rf"^{name} +{len(rows)}  {re.escape(source)}$", shown.stdout, re.M)


# ---- error messages ------------------------------------------------------------------------------

@pytest.mark.parametrize("name, said", [
    ("p54c-10", "did you mean p54c-100?"),
    ("nonsense",
     "'nonsense' is not a chip with a table; 'bareprobe compare silicon:help' lists them"),
    ("", "'' is not a chip"),
    ("no.tsv", "cannot read no.tsv"),
])
def test_no_such_chip(compared, name, said):
    done, _ = compared(name, unary__nop=(None, 1))
    assert done.returncode == 2 and said in done.stderr


TOO_LONG = "#" * ((1 << 20) + 1)


@pytest.mark.parametrize("text, said", [
    ("", "own.tsv: contains no table"),
    ("# a remark alone\n", "own.tsv: contains no table"),
    ("form\tlatency\tthroughput\n", "own.tsv: the table has no row"),
    ("form,latency,throughput\n", "own.tsv:1: expected the names of the columns"),
    ("form\tlatency\tthroughput\nNOP\t1\n", "own.tsv:2: found 2 columns, expected 3"),
    ("form\tlatency\tthroughput\nNOP\t\t1\t2\n", "own.tsv:2: found 4 columns, expected 3"),
    ("form\tlatency\tthroughput\nNOP\t\tfast\n",
     "own.tsv:2: 'fast' is not a valid number of clocks"),
    ("form\tlatency\tthroughput\nNOP\t\t-1\n", "own.tsv:2: '-1' is not a valid number of clocks"),
    ("form\tlatency\tthroughput\nNOP\t\tnan\n", "own.tsv:2: 'nan' is not a valid number of clocks"),
    ("form\tlatency\tthroughput\nNOP\0\t\t1\n", "own.tsv: contains a zero byte"),
    (TOO_LONG, "own.tsv: larger than 1048576 bytes"),
], ids=range(11))
def test_a_table_that_is_none(compared, tmp_path, text, said):
    (tmp_path / "own.tsv").write_text(text)
    done, _ = compared("own.tsv", unary__nop=(None, 1))
    assert done.returncode == 2 and said in done.stderr


def test_a_run_without_forms(bareprobe, write_run):
    write_run("a.log", result_record())
    done = bareprobe("compare", "a.log", "silicon:p54c-100")
    assert done.returncode == 2
    assert "a.log has no instruction timings to compare" in done.stderr and "instr/*" in done.stderr


def test_what_is_for_two_runs_is_refused(bareprobe, write_run):
    write_run("a.log", result_record())
    for option in (["-b", "x"], ["-e", "x"], ["--state", "warm"], ["--level", "99"]):
        done = bareprobe("compare", "a.log", "silicon:p54c-100", *option)
        assert done.returncode == 2 and "--fail-above and --db" in done.stderr
    done = bareprobe("compare", "silicon:p54c-100", "a.log")
    assert done.returncode == 2 and "compare RUN silicon:p54c-100" in done.stderr
