# SPDX-License-Identifier: MIT
"""`bareprobe explain --html`: the page has the contents of the terminal output and no external
parts."""
import html
import re

import pytest

from test_explain import LOOPS


@pytest.fixture(name="page")
def fixture_page(bareprobe, tmp_path):
    """page(*words): the page that explain writes."""
    def run(*words):
        done = bareprobe("explain", *words, "--html", "page.html")
        assert (done.returncode, done.stderr, done.stdout) == (0, "", "page.html\n")
        return (tmp_path / "page.html").read_text()
    return run


def cells(text, name):
    """Returns the rows of the table of that class, each a list of the texts of its cells."""
    table = re.search(rf'<table class="?{name}[^>]*>.*?</table>', text, re.S)[0]
    return [[html.unescape(re.sub("<[^>]*>", "", cell))
             for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)]
            for row in re.findall(r"<tr.*?</tr>", table, re.S)[1:]]


def test_code_and_diagram(page):
    """ADD, a lost clock, MOV with DEC, JNZ: two iterations are 6 rectangles in U, 2 in V and 2
    waits."""
    text = page("-c", "add esi,4; mov eax,[esi]; dec ecx; jnz -")
    rows = cells(text, "loop")
    assert [row[1:5] for row in rows] == [
        ["add esi, 0x04", "alone", "1", "1"], ["mov eax, [esi]", "U", "1", "2"],
        ["dec ecx", "V", "1", "0"], ["jnz -", "alone", "1", "1"]]
    assert "AGI: ESI is written one clock before" in rows[1][5]
    boxes = re.findall(r'<rect class="(\w+)"', text)
    assert {kind: boxes.count(kind) for kind in boxes} == {"u": 6, "v": 2, "waits": 2}
    assert [row[:3] for row in cells(text, "causes")] == [
        ["address-generation interlock", "1", "25.0 %"],
        ["instructions that issue alone in U", "1", "25.0 %"],
        ["paired instructions, two per clock", "2", "50.0 %"],
        ["all, per iteration", "4", "100.0 %"]]
    assert ("<li>move mov eax, [esi] down by 1, after dec ecx: 3 clocks per iteration instead of 4"
            in text)


def test_it_needs_nothing_else(page):
    text = page("-c", "nop").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|src=|<link|@import|url\(", text)
    assert "default-src 'none'" in text and "prefers-color-scheme: dark" in text


def test_source_lines_by_share(page, tmp_path):
    """MOV; ADD, whose result is not used, with DEC; JNZ: 3 clocks. ADD gets the clock of its
    pair."""
    (tmp_path / "sum.asm").write_text("turn:\n mov eax, [ebx] ; <i>\n add edx, eax\n dec ecx\n"
                                      " jnz turn\n")
    text = page("sum.asm")
    assert [row[0] for row in cells(text, "loop") if len(row) == 1] == [
        "sum.asm:2 33 % mov eax, [ebx] ; <i>", "sum.asm:3 33 % add edx, eax",
        "sum.asm:4 0 % dec ecx", "sum.asm:5 33 % jnz turn"]
    assert re.findall(r'class=source title="sum.asm:\d, ([\d.]+) % of', text) == [
        "33.3", "33.3", "0.0", "33.3"]


@pytest.mark.full
def test_a_benchmark(page):
    """The causes cover all clocks of the benchmark, and its loops show their source."""
    text = page("apps/checksum:variant=before", "--what-if", "no-agi")
    region, all_ = (row for row in cells(text, "causes") if row[0].startswith(("prefixes", "all")))
    assert region[1] == "24,576" and all_[0] == "all, of its instructions"
    sources = [row[0] for row in cells(text, "loop") if len(row) == 1]
    assert any("sum += *word;" in source for source in sources)
    assert "<svg" in text and "no-agi" in text.split("What if (hypothetical processors)")[1]
    assert "<svg" not in page("apps/checksum:variant=before", "--causes")


def test_other_regions_are_named(page):
    text = page("apps/lu:variant=before", "--causes")
    other = re.search(r"not shown: region (\d)", text)
    assert other and "not shown" not in page(f"apps/lu:variant=before:{other[1]}", "--causes")


def test_a_processor_without_pipes(page):
    text = page("--cpu", "p2", "-c", "dec ecx; jnz -")
    assert [row[1] for row in cells(text, "loop")] == ["dec ecx", "jnz -"]
    assert "<svg" not in text and "model does not attribute them to causes" in text


def test_nothing_is_written_of_what_is_wrong(bareprobe, tmp_path):
    done = bareprobe("explain", "-c", "foo eax", "--html", "page.html")
    assert done.returncode == 2 and "instruction expected" in done.stderr
    assert not (tmp_path / "page.html").exists()
    done = bareprobe("explain", "apps/chekcsum", "--html", "page.html")
    assert done.returncode and done.stderr and not (tmp_path / "page.html").exists()
    assert bareprobe("explain", "-c", "nop", "--html", "no/page.html").returncode


def test_lessons(page):
    """Each loop of the file has its remedy, in order and with its clocks. Paragraphs are complete,
    and no note or picture of the file appears."""
    text = html.unescape(page("--lessons"))
    heads = re.findall(r"<h2 id=lesson\d+>(\d+)\. (.*): ([\d.]+) clocks per iteration</h2>", text)
    assert heads == [(str(i), name, f"{loop[1]:g}")
                     for i, (name, loop) in enumerate(LOOPS.items(), 1)]
    helps = re.findall(r"<h3>Improved: ([\d.]+) clocks (.*)</h3>", text)
    assert [clocks for clocks, _ in helps] == [f"{loop[5]:g}" for loop in LOOPS.values() if loop[4]]
    assert sum(does == "for two iterations" for _, does in helps) == 3
    assert text.count("<svg") == 18
    assert ("<p>The data cache can be accessed twice per clock, since it consists of eight banks "
            "of four bytes. Two accesses to the same bank cannot be simultaneous: the access of "
            "the V pipe is one clock later. Address bits 2 to 4 select the bank: two addresses "
            "whose distance is a multiple of 32 are in the same bank.</p>") in text
    assert "Another bank" not in text and "better clocks" not in text


@pytest.mark.parametrize("words, said", [
    (["--lessons"], "--lessons writes an HTML page and needs --html FILE"),
    (["--lessons", "apps/lu", "--html", "x"], "--lessons cannot be combined with other code"),
    (["--lessons", "--cpu", "p2", "--html", "x"], "--lessons: not available for --cpu p2"),
])
def test_lessons_are_asked_for_as_a_page(bareprobe, words, said):
    done = bareprobe("explain", *words)
    assert done.returncode == 2 and said in done.stderr and done.stdout == ""
