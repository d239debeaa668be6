# SPDX-License-Identifier: MIT
"""tools/scoreboard.py writes docs/scoreboard.md from the logs of emulators. The runs themselves
take minutes; here the logs exist, or the emulator is missing."""
import re
import subprocess

import pytest

from places import BUILD, ROOT
from logs import score_log, score_row

FAMILY = {"group": "identity", "unit": "text"}
NAMES = ("qemu", "qemu-icount", "bochs", "dosbox", "v86",
         *(f"vpentium-{cpu}" for cpu in ("p54c", "p55c", "ppro", "p2", "p3", "k7")))


def text_of(name):
    """A log: the Pentium Pro has 6 as its family, the others 5, and only v86 differs."""
    pro = name == "vpentium-ppro"
    row = (score_row(1, "cpuid_family", 5, 6, "differs", **FAMILY) if name == "v86"
           else score_row(1, "cpuid_family", 6 if pro else 5, 6 if pro else 5, **FAMILY))
    return score_log(row, score_row(29, "imul_r32_latency", verdict="not_settled"),
                     chip="ppro" if pro or name == "v86" else "p54c", platform="emulator",
                     machine={"machine": f"{name} 1.0"})


@pytest.fixture(name="scoreboard")
def fixture_scoreboard(tmp_path):
    """scoreboard(*names, by_hand=""): the page made of logs of these names and no emulators."""
    def run(*names):
        logs = tmp_path / "build" / "scoreboard"
        logs.mkdir(parents=True, exist_ok=True)
        (tmp_path / "build" / "bareprobe").symlink_to((BUILD / "bareprobe").resolve())
        for name in names:
            (logs / f"{name}.log").write_text(text_of(name))
        page = tmp_path / "page.md"
        page.write_text("before\n<!-- scores -->\nold\n<!-- end of scores -->\nafter\n")
        empty = tmp_path / "empty"
        empty.mkdir()
        done = subprocess.run(["/usr/bin/python3", ROOT / "tools/scoreboard.py", "--keep",
                               tmp_path / "build", page], text=True, capture_output=True,
                              timeout=100, check=False, env={"PATH": str(empty)})
        assert done.returncode == 0, done.stderr
        return page.read_text(), done.stderr
    return run


def test_the_page(scoreboard):
    page, said = scoreboard(*NAMES)
    assert page.startswith("before\n<!-- scores -->\n") and page.endswith(
        "<!-- end of scores -->\nafter\n") and "old" not in page
    assert not said
    for name in NAMES:
        strict = "0/1 (0 %)" if name == "v86" else "1/1 (100 %)"
        chip = "Pentium Pro" if name in ("v86", "vpentium-ppro") else "Pentium P54C"
        shares = re.escape(f"{strict} | {strict} | 1/2 (50 %)")
        assert re.search(rf"^\| {name} 1\.0 \| \d{{4}}-\d\d-\d\d \| {chip} \| {shares} \| "
                         r"`make scoreboard` \|$", page, re.M), name
    # A table for each chip, with its values.
    first, second = page.split("### ")[1:]
    assert first.startswith("Compared with a real Pentium P54C\n")
    assert "| 1 | cpuid_family | text | 5 | 5 | 5 | 5 | 5 |" in first and "v86" not in first
    assert second.startswith("Compared with a real Pentium Pro\n")
    assert "| 1 | cpuid_family | text | 6 | 5 **differs** | 6 |" in second


@pytest.mark.full
def test_a_missing_emulator_is_named(scoreboard):
    page, said = scoreboard(*NAMES[5:])
    for title, package in (("QEMU, TCG", "qemu-system-x86"), ("Bochs", "bochs"),
                           ("DOSBox", "dosbox"), ("v86", "nodejs")):
        assert f"| {title} | | | | | | not installed here (Debian package {package}) |\n" in page
        assert f"scoreboard: {title}: not installed here" in said


def test_the_published_page_has_the_rows_of_the_score():
    """A row's number and name are permanent; `make scoreboard` adds new ones."""
    rows = dict(re.findall(r"^SCORE_ROW\((\d+), \w+, (\w+),",
                           (ROOT / "score/rows.def").read_text(), re.M))
    page = (ROOT / "docs/scoreboard.md").read_text()
    shown = re.findall(r"^\| (\d+) \| (\w+) \|", page, re.M)
    assert len(set(shown)) == len(rows) >= 60
    assert all(rows[number] == name for number, name in shown)
