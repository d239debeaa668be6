# SPDX-License-Identifier: MIT
"""`bareprobe experiments`: parses files in the XML of Brink & Abyss and derives the register
values."""
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "experiments"


@pytest.fixture(name="experiments")
def fixture_experiments(bareprobe, tmp_path):
    """experiments(events, *options): a file of one experiment with these lines from line 8 on."""
    def run(events, *options, usual="<usr/>"):
        (tmp_path / "mine.xml").write_text(
            '<exp_config>\n<processor type="pentium4"/>\n<programs>\n<sort command="./bin/sort"/>\n'
            f'</programs>\n<experiments><default><set>{usual}</set></default>\n<e1>\n{events}\n'
            "</e1>\n</experiments>\n</exp_config>\n")
        return bareprobe("experiments", "mine.xml", "--print", *options)
    return run


def registers(done):
    """Returns [(event, base, counter, CCCR, ESCR's name, ESCR)] from --print."""
    assert done.returncode == 0, done.stderr
    rows = [re.split(r"  +", line) for line in done.stdout.splitlines() if "  0x" in line]
    return [(event, base, int(counter), cccr, where, escr)
            for event, base, counter, cccr, where, escr in rows]


def said(done):
    return [line.removeprefix("bareprobe experiments: ") for line in done.stderr.splitlines()]


# An input error and its message: line, and words of the explanation.
SLIPS = [
    (4, 'line 2 ends in "->": corrected to "-->"'),
    (41, "</expl> closes <exp2> of line 35: corrected to </exp2>"),
    (25, "<nbogusntag/> is a part of instr_retired, not of uops_retired; corrected to the latter's "
         "<nbogus/>"),
    (28, 'base="x87_FP_retired": corrected to x87_fp_retired'),
    (30, "<nbogus/> is not a part of execution_event, which counts x87_fp_retired by its tags"),
    (38, "<nbogusntag/> is a part of instr_retired, not of uops_retired; corrected to the latter's "
         "<nbogus/>"),
    (46, "<sampled_loads> is after </exp_config>; read as an event of exp2"),
    (51, "<user_loads> is after </exp_config>; read as an event of exp2"),
]


def test_each_slip_of_the_sample_is_explained_and_mended(bareprobe):
    done = bareprobe("experiments", DATA / "slips.xml", "--print")
    lines = said(done)
    assert len(lines) == len(SLIPS)
    for line, (number, words) in zip(lines, SLIPS):
        assert line.startswith(f"{DATA / 'slips.xml'}:{number}: ") and words in line
    # uops_retired is select 1, nbogus bit 9, usr bit 2: 02000204. x87_fp_uop is select 4 with bit
    # 24, tag enable 4 and tag 5: 09000034. execution_event is select 0Ch: 18000204. front_end_event
    # is select 8: 10000204; uop_type is select 2 with bit 10: 04000404. Precise samples use counter
    # 16.
    rows = registers(done)
    assert [(event, base, escr) for event, base, _, _, _, escr in rows] == [
        ("user_uops", "uops_retired", "0x02000204"),
        ("user_x87", "x87_FP_retired", "0x18000204"),
        ("user_x87", "x87_fp_uop, tags", "0x09000034"),
        ("uops", "uops_retired", "0x02000204"),
        ("sampled_loads", "loads_retired", "0x10000204"),
        ("user_loads", "front_end_event", "0x10000204"),
        ("sampled_loads", "uop_type, tags", "0x04000404")]
    assert [row[2] for row in rows if row[0] == "sampled_loads"][0] == 16


def test_strict_refuses_the_sample(bareprobe):
    done = bareprobe("experiments", DATA / "slips.xml", "--print", "--strict")
    assert (done.returncode, done.stdout) == (2, "")
    assert any(line.startswith(f"{DATA / 'slips.xml'}:41: </expl>") for line in said(done))


@pytest.mark.parametrize("text, line, words", [
    ("<exp_config>\n<programs>\n<a command='x'/>\n</exp_config>\n", 4,
     "</exp_config> while <programs> of line 2 is still open: </programs> is missing before it"),
    ("<exp_config>\n<programs>\n</pages>\n</programs>\n</exp_config>\n", 3,
     "</pages> has no opening tag; the open element is <programs> of line 2"),
    ("<exp_config>\n<experiments>\n<e1>\n", 4,
     "<e1> of line 3 is still open: </e1> is missing (open: <exp_config> <experiments> <e1>)"),
    ("<exp_config>\n<programs a=3/>\n</exp_config>\n", 2, "not well-formed XML: "),
    ("here\n", 1, "not well-formed XML: "),
    ("<other/>\n", 1, "the outermost element is <other>; expected <exp_config>"),
    ("<exp_config>\n</exp_config>\n<stray/>\n", 3, "<stray> is after </exp_config>"),
])
def test_what_is_not_clear_is_refused(bareprobe, tmp_path, text, line, words):
    (tmp_path / "broken.xml").write_text(text)
    done = bareprobe("experiments", "broken.xml", "--print")
    assert done.returncode == 2
    assert said(done)[0].startswith(f"broken.xml:{line}: ") and words in said(done)[0]


BRANCHES = '<first base="branch_retired"><set><mmnp/><mmtp/></set>{}</first>'
SECOND = '<second base="instr_retired"><set><nbogusntag/><cascade/></set></second>'


def test_start_values(experiments, bareprobe, tmp_path):
    """2^40 - 200 is FFFFFFFF38h. The cascaded event does not have the default of enable, bit 12."""
    binary = f"{2**40 - 200:040b}"
    for value in ("-200", binary):
        done = experiments(BRANCHES.format(f'<counter val="{value}"/>') + SECOND, "--strict")
        assert done.stdout.endswith(
            "first: counter 12 starts at 0xffffffff38 and overflows with event 200\n")
        second = registers(done)[1]
        assert int(second[3], 16) & 1 << 30 and not int(second[3], 16) & 1 << 12
    bareprobe("experiments", f"--write-config={tmp_path / 'c.xml'}")
    text = (tmp_path / "c.xml").read_text()
    changed = re.sub(r'(<counter bits="0-39" default=)"0*"', rf'\1"{binary}"', text)
    assert changed != text
    (tmp_path / "c.xml").write_text(changed)
    done = experiments(BRANCHES.format(""), "--config", tmp_path / "c.xml")
    assert "first: counter 12 starts at 0xffffffff38" in done.stdout
    assert "starts at" not in experiments(BRANCHES.format("")).stdout
    experiments(BRANCHES.format('<counter val="-200"/>') + SECOND)
    bareprobe("experiments", "mine.xml", "--registers-only", "--outdir=r")
    assert ("\nstart  1111 1111 1111 1111 1111 1111 1111 1111 0011 1000\n"
            in (tmp_path / "r" / "e1.txt").read_text())


@pytest.mark.parametrize("events, words", [
    (BRANCHES.format("") + SECOND, 'needs 2^40 events; <counter val="-N"/> in first'),
    (BRANCHES.format('<counter val="-0"/>'), "or -N to overflow with the N-th event"),
    (BRANCHES.format('<counter val="2"/>'), "expected a binary number of at most 40 digits"),
    (BRANCHES.format('<counter val="1"/>'), "overflows with event 1099511627775"),
    (BRANCHES.format('<counter val="-9"/><ebs type="imprecise" interval="9"/>'),
     "<ebs/> sets the start value by its interval")])
def test_start_values_that_cannot_be(bareprobe, tmp_path, events, words):
    (tmp_path / "mine.xml").write_text(
        '<exp_config><processor type="pentium4"/><programs><sort command="sort"/></programs>'
        f"<experiments><default><set><usr/></set></default><e1>{events}</e1></experiments>"
        "</exp_config>")
    done = bareprobe("experiments", "mine.xml", "--print")
    assert words in done.stderr
    assert done.returncode == (0 if "2^40" in words else 2)


@pytest.mark.parametrize("events, line, words", [
    ('<a base="branch_retired"/>', 8, "set one or more of mmnp, mmnm, mmtp, mmtm"),
    ('<a base="branch_retird"/>', 8, "did you mean branch_retired?"),
    ('<a base="branch_retired"><set><mmtpp/></set></a>', 8, "did you mean <mmtp/>?"),
    ('<a base="branch_retired"><set><mmtp/>\n<sbfull/></set></a>', 9,
     "except in the event resource_stall"),
    ('<a base="uops_retired"><set><nbogus/></set><threshold val="01102"/></a>', 8,
     "expected a binary number of at most 4 digits"),
    ('<a base="uops_retired"><set><nbogus/><ovf_pmi/></set></a>', 8, "use <ebs/> to sample"),
    ('<a base="uops_retired"><set><nbogus/><escr_select/></set></a>', 8, "cannot be set"),
    ('<a base="uops_retired"><set><nbogus/></set>\n<ebs type="precise" interval="9"/></a>', 9,
     "not for uops_retired"),
    ('<a base="uops_retired"><set><nbogus/></set><ebs type="imprecise"/></a>', 8,
     'has no interval="EVENTS"'),
    ('<a base="loads_retired"><ebs type="precise" interval="9"/></a>\n<b base="x87_fp_retired"/>',
     9, "b is tagged by another method than a"),
    ('<a base="uops_retired"><set><nbogus/></set></a>\n<a base="branch_retired"><set><mmtp/></set>'
     "</a>", 9, "<a> is defined twice, also in line 8"),
    ('<a base="instr_completed"><set><nbogus/></set></a>', 8, "needs model 3"),
])
def test_events_that_cannot_be(experiments, events, line, words):
    done = experiments(events)
    assert (done.returncode, done.stdout) == (2, "")
    assert said(done)[0].startswith(f"mine.xml:{line}: ") and words in said(done)[0]


def test_what_does_not_fit_names_event_and_register(experiments):
    """These three events can be selected only in CRU_ESCR0 and 1."""
    done = experiments('<a base="instr_retired"><set><nbogusntag/></set></a>\n'
                       '<b base="uops_retired"><set><nbogus/></set></b>\n'
                       '<c base="mispred_branch_retired"><set><nbogus/></set></c>')
    assert done.returncode == 2
    assert said(done) == [
        "mine.xml:10: e1: c: mispred_branch_retired:u does not fit; CRU_ESCR0 is used by "
        "instr_retired:nbogusntag:u; CRU_ESCR1 is used by uops_retired:u"]


def test_a_set_that_first_come_first_served_cannot_place(experiments):
    """bsq_allocation requires BSU_ESCR0, so the event before it has to move to BSU_ESCR1."""
    rows = registers(experiments('<a base="bsq_cache_reference"><set><rd_2ndl_hits/></set></a>'
                                 '<b base="bsq_allocation"><set><req_type0/></set></b>'))
    assert [row[4] for row in rows] == ["BSU_ESCR1", "BSU_ESCR0"]


# Threshold 2 of taken branches (mmtp and mmtm, bits 11 and 12, select 6): 0C001804 and, with
# compare (bit 18) and 2 in bits 23-20, CCCR 0027B000. A guide to perfctr prints these, too, and
# PEBS_ENABLE 01000001 with PEBS_MATRIX_VERT 1.
@pytest.mark.parametrize("events, usual, values", [
    ('<a base="branch_retired"><set><mmtp/><mmtm/><compare/></set><threshold val="0010"/></a>',
     "<usr/>", [("0x0027b000", "0x0c001804")]),
    ('<a base="branch_retired"><val><threshold val="0010"/></val><set><mmtp/><mmtm/></set></a>',
     "<usr/>", [("0x0027b000", "0x0c001804")]),
    ('<a base="instr_retired"><set><nbogusntag/></set></a>', "<usr/>",
     [("0x00039000", "0x04000204")]),
    ('<a base="instr_retired"><set><nbogusntag/><os/></set><clr><usr/></clr></a>', "<usr/>",
     [("0x00039000", "0x04000208")]),
    ('<a base="x87_fp_retired"/>', "<usr/>",
     [("0x0003b000", "0x18000204"), ("0x00033000", "0x09000034")]),
    ('<a base="ld_miss_1L_retired"/>', "<usr/><os/>", [("0x0003b000", "0x1200020c")]),
    ('<a base="memory_cancel"><set><_64k_conf/></set></a>', "<usr/>",
     [("0x0003b000", "0x04001004")]),
])
def test_values(experiments, events, usual, values):
    done = experiments(events, usual=usual)
    assert [(row[3], row[5]) for row in registers(done)] == values
    assert ("PEBS_ENABLE 0x01000001, PEBS_MATRIX_VERT 0x1\n" in done.stdout) == ("1L" in events)


def test_an_event_of_ones_own(experiments):
    """Select 2Ah with bits 9 and 13 in CRU_ESCR0 (3B8h, read by CCCR select 4): 54002204. For a
    tagged event the upstream event is defined: select 3Eh, bit 24, tag enable, and tag 3, the
    highest, by default (ESCR bit 8, mask bit 12 of execution_event), or the given one."""
    own = ("--config", DATA / "own_config.xml")
    rows = registers(experiments('<a base="secret"><set><first/><second/></set></a>', *own))
    assert rows == [("a", "secret", 12, "0x00039000", "CRU_ESCR0", "0x54002204")]
    rows = registers(experiments('<a base="secret_retired"/>', *own))
    assert [(row[1], row[5]) for row in rows] == [("secret_retired", "0x18001004"),
                                                  ("secret_uop, tags", "0x7d000114")]
    rows = registers(experiments('<a base="by_tag_2"/>', *own))
    assert [row[5] for row in rows] == ["0x18000804", "0x7d000094"]
    done = experiments('<a base="l2_misses"/>', *own)
    assert "PEBS_ENABLE 0x01000002, PEBS_MATRIX_VERT 0x1\n" in done.stdout
    done = experiments('<a base="secret"><set><first/></set></a>\n'
                       '<b base="secret"><set><second/></set></b>\n'
                       '<c base="secret"><set><first/><second/></set></c>', *own)
    assert said(done) == [
        "mine.xml:10: e1: c: secret:first+second:u does not fit; CRU_ESCR0 is used by "
        "secret:first:u; CRU_ESCR1 is used by secret:second:u"]


def test_the_built_in_configuration_is_a_file_that_says_the_same(bareprobe, experiments, tmp_path):
    assert bareprobe("experiments", "--write-config=own.xml").returncode == 0
    written = (tmp_path / "own.xml").read_text()
    subprocess.run(["xmllint", "--noout", "own.xml"], cwd=tmp_path, check=True)
    assert bareprobe("experiments", "--write-config").stdout == written
    names = re.findall(r"^EVENT\((\w+),", (ROOT / "pmc/netburst/netburst.def").read_text(), re.M)
    names += re.findall(r"^TAGGED\((\w+),", (ROOT / "pmc/netburst/tagged.def").read_text(), re.M)
    assert len(names) == 47 + 20
    for name in names:
        assert re.search(rf"^    <_?{name}>$", written, re.M), name
    parts = re.findall(r"^MASK\((\w+), (\d+),", (ROOT / "pmc/netburst/netburst.def").read_text(),
                       re.M)
    for event, bit in parts:
        element = re.search(rf"<_?{event}>(.*?)</_?{event}>", written, re.S)[1]
        assert f'bits="{int(bit) + 9}"' in element, (event, bit)


def test_what_is_tagged_has_the_registers_that_its_name_has(bareprobe, experiments):
    """A tagged event has the same registers in this file and in `list registers`, for both of its
    ends."""
    text = (ROOT / "pmc/netburst/tagged.def").read_text()
    for name in re.findall(r"^TAGGED\((\w+),", text, re.M):
        base = f"_{name}" if name[0].isdigit() else name
        ours = experiments(f'<a base="{base}"/>')
        theirs = bareprobe("list", "registers", f"{name}:u").stdout
        numbers = re.findall(r"0x[0-9a-f]{8}", ours.stdout)
        assert sorted(numbers) == sorted(re.findall(r"0x[0-9a-f]{8}", theirs)) and numbers, name


def test_register_files(bareprobe, tmp_path):
    """As described in libp4pm/README.md; x87: see above. 12 is 01100, 8 is 01000."""
    (tmp_path / "mine.xml").write_text(
        '<exp_config><processor type="pentium4"/><experiments>'
        '<one><fp base="x87_fp_retired"><set><usr/></set></fp></one>'
        '<two><queue base="ioq_active_entries"><set><reqa0/><usr/><os/></set></queue></two>'
        '<three><miss base="ld_miss_1L_retired"><set><usr/></set></miss></three>'
        "</experiments></exp_config>")
    done = bareprobe("experiments", "mine.xml", "--registers-only", "--outdir", "a/b")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["a/b/one.txt", "a/b/two.txt", "a/b/three.txt"]

    def lines(name):
        text = re.sub(r" *#.*", "", (tmp_path / "a" / "b" / name).read_text())
        return [re.sub(" +", " ", line) for line in text.splitlines() if line]
    assert lines("one.txt") == [
        "p4pm 1",
        "event fp",
        "escr 0001 1000 0000 0000 0000 0010 0000 0100",
        "cccr 0000 0000 0000 0011 1011 0000 0000 0000",
        "pmc 01100",
        "tags x87_fp_uop",
        "escr 0000 1001 0000 0000 0000 0000 0011 0100",
        "cccr 0000 0000 0000 0011 0011 0000 0000 0000",
        "pmc 01000"]
    # ioq_active_entries is select 1Ah; ioq_allocation, 3, must have the same settings in FSB_ESCR0.
    assert lines("two.txt")[-2:] == ["alone FSB_ESCR0",
                                     "escr 0000 0110 0000 0000 0000 0010 0000 1100"]
    assert lines("three.txt")[-2:] == [
        "pebs_enable 0000 0001 0000 0000 0000 0000 0000 0001",
        "pebs_matrix_vert 0000 0000 0000 0000 0000 0000 0000 0001"]


def test_letters_of_latin_1(experiments, tmp_path, bareprobe):
    experiments('<a base="uops_retired"><set><nbogus/></set></a>')
    text = (tmp_path / "mine.xml").read_text().replace("<e1>", "<e1><!-- ejecuci\xf3n -->")
    (tmp_path / "mine.xml").write_bytes(text.encode("latin-1"))
    done = bareprobe("experiments", "mine.xml", "--print")
    assert (done.stderr, len(registers(done))) == ("", 1)


def test_wrong_use(bareprobe, experiments):
    assert "no file of experiments" in bareprobe("experiments").stderr
    assert bareprobe("experiments", "nowhere.xml").returncode == 2
    assert "is not a Pentium 4" in experiments("", "--cpu", "p2").stderr
    assert "the file defines no experiment" not in experiments("").stderr
    assert "<e1> has no event" in experiments("").stderr
