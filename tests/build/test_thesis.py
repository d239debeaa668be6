# SPDX-License-Identifier: MIT
"""tests/THESIS.md names a test for each parameter of run_p5mon and each figure of chapter 4;
tests/thesis_tables.md has the tables of chapter 5 and Appendix D."""
import pathlib
import re
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
sys.path.insert(0, str(ROOT / "tools"))
import shown_output  # requires the directory added to the path above

TABLES = TESTS / "thesis_tables.md"
ROWS = re.findall(r"^\| (.*?) \| (\S+)::(\w+)(?:\[(\w+)\])? \|$", (TESTS / "THESIS.md").read_text(),
                  re.M)


def test_every_parameter_is_there():
    """Checks the parameters that the code marks as the thesis's, and those of the file in Figure
    C.1."""
    shown = {subject.strip("`") for subject, *_ in ROWS if subject.startswith("`")}
    table = (ROOT / "kernel/settings/settings.c").read_text()
    rows = re.findall(r'^    \{"(\w+)",(.*?)\},$', table, re.M | re.S)
    ours = {name for name, row in rows if row.rstrip().endswith("THESIS")}
    p5 = (ROOT / "pmc/p5/p5.def").read_text()
    events = set(re.findall(r"^EVENT\([^,]+, (\w+)", p5, re.M))
    figure = set(re.findall(r"^ +(\w+) =", (TESTS / "data/figure_c_1.parms").read_text(), re.M))
    assert len(events) == 39 and len(ours) == 18 and len(figure) == 12 + 39 + 6
    assert shown == ours | events | {"conf_level_99"}
    assert figure <= shown


def test_every_figure_is_there():
    shown = {match[1] for subject, *_ in ROWS if (match := re.match(r"Figure ([\w.]+)", subject))}
    assert shown == {f"4.{number}" for number in range(1, 10)} | {"C.1"}


def test_every_test_exists():
    for _, file, name, parameter in ROWS:
        source = (TESTS / file).read_text()
        if file.endswith(".c"):
            assert f"static void {name}(" in source and f"cmocka_unit_test({name})" in source
        else:
            assert re.search(rf"^def {name}\(", source, re.M)
        assert not parameter or f'"{parameter}": ' in source


# ---- tables -------------------------------------------------------------------------------------

# The number of rows in the thesis. Table 5.5 has other parameters here.
LENGTHS = {"5.1": 10, "5.2": 10, "5.3": 6, "5.4": 7, "5.5": 10, "5.6": 6, "5.6b": 6,
           "5.7": 5, "5.8": 22, "D.1": 39, "D.2": 39}
CELL = r"(?:-|N/A|not measured|-?[\d,.]+(?: \+/- [\d.]+)?(?: [A-Z]?\w+)?|[\w-]+)"
ROW = re.compile(rf"^ *([A-Za-z][\w ]*?)((?: {{2,}}{CELL})+)$", re.M)


def tables():
    """(command, text) of each table of the page, in its order."""
    for block in shown_output.BLOCK.findall(TABLES.read_text()):
        for command, shown in shown_output.steps(block):
            if re.match(r"\S*bareprobe (show|compare) ", command):
                yield command.removeprefix("build/"), shown


def rows_of(shown):
    header = re.search(r"^(event|parameter) .*$", shown, re.M)
    return ROW.findall(shown[header.end():])


def test_every_table_is_there():
    """Each has the thesis's number of rows, and a count in each row; no line is wider than a
    terminal of 100 columns, except those on the machine."""
    found = dict(zip(LENGTHS, tables(), strict=True))
    for name, (command, shown) in found.items():
        assert len(rows_of(shown)) == LENGTHS[name], (name, command)
        assert all(re.search(r"\d", cells) for _, cells in rows_of(shown) if name != "5.5")
        assert all(len(line) <= 100 for line in shown.splitlines() if " build 0." not in line)


def test_every_table_has_its_command():
    listed = re.findall(r"^\| (\S+), .* \| `(bareprobe .*)` \|$",
                        (TESTS / "THESIS.md").read_text(), re.M)
    for (name, command), (shown, _) in zip(listed, tables(), strict=True):
        assert shown.removesuffix(" ").startswith(command), name
    assert [name for name, _ in listed] == list(LENGTHS)


def numbers(text):
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]


@pytest.mark.full
def test_tables_are_current():
    """The commands print the page's tables. Counts of the kernel and of caches depend on addresses:
    they may differ by a tenth or by 20, and misses of code, which the kernel's calls displace, by
    a half."""
    text = TABLES.read_text()
    current = shown_output.with_current_output(text)
    for old, new in zip(*(shown_output.compared(page).splitlines() for page in (text, current)),
                        strict=True):
        if " build 0." in old or "have notes" in old or "has a note" in old:
            continue
        assert re.sub(r"[\d,. ]+", "", old) == re.sub(r"[\d,. ]+", "", new)
        for a, b in zip(numbers(old), numbers(new), strict=True):
            share = 0.5 if old.startswith("code_cache_miss") else 0.1
            assert abs(a - b) <= max(20, share * a), f"{old!r} is now {new!r}"
