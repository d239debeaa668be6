# SPDX-License-Identifier: MIT
"""The commands and outputs of README.md and of the tutorials are true. test_bench_build.py has the
example."""
import os
import pathlib
import re
import subprocess

import pytest

from tiers import full

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
TUTORIALS = sorted((ROOT / "docs/tutorials").glob("*.md"))
PAGES = [ROOT / "README.md", *TUTORIALS]
SHOWN = [page for page in PAGES if "```console\n" in page.read_text()]


def test_readme_is_short():
    assert len(README.splitlines()) <= 110
    assert len(README.split()) <= 900


@pytest.mark.parametrize("page", [full(page) if page.stem == "tuning" else page for page in SHOWN],
                         ids=[page.stem for page in SHOWN])
def test_outputs_are_the_ones_printed(page):
    """`tools/shown_output.py --write PAGE` replaces an output that has changed."""
    if "BUILD" not in os.environ:  # what was built before the last commit is built again
        subprocess.run(["make", "-s", "build/bareprobe.elf", "build/vpentium", "build/bareprobe"],
                       cwd=ROOT, capture_output=True, check=True)
    done = subprocess.run([ROOT / "tools/shown_output.py", page], cwd=ROOT, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_outputs_are_shown():
    assert [page.stem for page in SHOWN] == ["README", "first-run", "tuning"]
    assert "bareprobe explain" in README


def test_the_index_lists_every_page():
    index = (ROOT / "docs/README.md").read_text()
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in ROOT.glob("docs/**/*.md")}
    assert [page for page in sorted(pages - {"README.md"}) if f"]({page}" not in index] == []


def test_a_changed_output_is_found_and_replaced(tmp_path):
    page = tmp_path / "page.md"
    text = "Save this as `a`:\n\n```\none\n```\n\n```console\n$ cat a\n{}\n$ echo 2\n2\n```\n"
    page.write_text(text.format("two"))
    tool = [ROOT / "tools/shown_output.py", page]
    wrong = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "-two\n" in wrong.stdout and "+one\n" in wrong.stdout
    subprocess.run([*tool, "--write"], check=True)
    assert page.read_text() == text.format("one")
    subprocess.run(tool, check=True)


def code(text):
    """What a page sets as code: blocks, and words in backquotes."""
    return re.findall(r"^```\w*\n.*?^```|`[^`\n]+`", text, re.M | re.S)


def test_commands_are_targets():
    targets = {target for page in PAGES
               for target in re.findall(r"\bmake ([a-z-]+)", "".join(code(page.read_text())))}
    assert targets >= {"run", "check", "floppy", "iso", "netboot", "new-bench"}
    subprocess.run(["make", "-n", *sorted(targets), "NO_INSTALL=1"], cwd=ROOT, check=True,
                   stdout=subprocess.DEVNULL)


def test_every_event_has_a_name_of_the_thesis():
    names = re.findall(r"^EVENT\([^,]+, (\w+)", (ROOT / "pmc/p5/p5.def").read_text(), re.M)
    assert len(names) == len(set(names)) == 39
