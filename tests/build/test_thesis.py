# SPDX-License-Identifier: MIT
"""tests/THESIS.md names a test for each parameter of run_p5mon and each figure of chapter 4."""
import pathlib
import re

TESTS = pathlib.Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
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
