# SPDX-License-Identifier: MIT
"""The manual pages and docs/cli: a page for each program and verb, all of --help and of docs/cli in
the manual page, without warnings of groff or mandoc. (mandoc's linter is used if installed.)"""
import functools
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
PAGES = BUILD / "man"
DOCS = ROOT / "docs/cli"
PROGRAMS = ("bareprobe", "vpentium")


@functools.cache
def shown(page):
    """Returns the page as `man` shows it, with unlimited line length, and its warnings."""
    done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", page], text=True,
                          capture_output=True, timeout=60, check=False,
                          env={**os.environ, "MANWIDTH": "5000", "LC_ALL": "C.UTF-8",
                               "MANPAGER": "cat", "MANROFFOPT": ""})
    assert (done.returncode, done.stderr) == (0, ""), page
    return re.sub(r".\x08|\x1b\[[0-9;]*m", "", done.stdout)


def helps(bareprobe):
    """Yields (page, --help) of each program and verb."""
    main = bareprobe("--help").stdout
    yield "bareprobe", main
    for verb in re.findall(r"^  ([a-z]+) ", main, re.M):
        yield f"bareprobe-{verb}", bareprobe(verb, "--help").stdout
    yield "vpentium", subprocess.run([BUILD / "vpentium", "--help"], text=True, check=True,
                                     capture_output=True).stdout


def test_there_is_a_page_for_each(bareprobe):
    assert {f"{name}.1" for name, _ in helps(bareprobe)} == {page.name for page in PAGES.iterdir()}


def test_docs_have_a_page_for_each_with_its_help(bareprobe, tmp_path):
    """`make cli-pages` writes the help into docs/cli."""
    names = {name.removeprefix("bareprobe-") for name, _ in helps(bareprobe)}
    assert names == {page.stem for page in DOCS.iterdir()}
    shutil.copytree(DOCS, tmp_path / "cli")
    subprocess.run([ROOT / "tools/cli_pages.sh", tmp_path / "cli", BUILD / "bareprobe",
                    BUILD / "vpentium"], check=True)
    for page in DOCS.iterdir():
        text = page.read_text()
        assert text.startswith(f"# {'' if page.stem in PROGRAMS else 'bareprobe '}{page.stem}\n")
        assert "\n## Options\n\n<!-- help -->\n" in text, page
        assert (tmp_path / "cli" / page.name).read_text() == text, f"{page}: make cli-pages"


def test_text_of_docs_is_in_the_page():
    """Every word outside links, pictures and heads of tables; the section Options is --help."""
    for page in DOCS.iterdir():
        name = page.stem if page.stem in PROGRAMS else f"bareprobe-{page.stem}"
        text = re.sub(r"<!-- help -->.*?<!-- end of help -->", "", page.read_text(), flags=re.S)
        text = re.sub(r"^\|.*\n\|[ :|-]+\|$", "", text, flags=re.M)
        text = re.sub(r"^(#+ Options|# .*|!\[.*|```.*|\d+\. )", "", text, flags=re.M)
        text = re.sub(r"\]\([^)]*\)", "", text)
        there = {word.strip("*|.,;").upper() for word in words(shown(PAGES / f"{name}.1"))}
        wanted = {word.strip("*|.,;").upper() for word in words(text)}
        assert not {word for word in wanted - there if re.search(r"\w", word)}, name


def words(text):
    return re.sub(r"[^\w/.,;=~*<>|%+-]+", " ", text.replace("‐", "-").replace("−", "-")).split()


def test_every_word_of_help_is_in_the_page(bareprobe):
    for name, said in helps(bareprobe):
        text = shown(PAGES / f"{name}.1")
        there = " ".join(words(text))
        for line in said.splitlines():
            line = re.sub(r"^(usage|Example|Exit status|Environment): ", "", line)
            for part in re.split(r"  +", line.strip()):
                assert " ".join(words(part)) in there, (name, part)


def test_every_option_has_an_entry(bareprobe):
    for name, said in helps(bareprobe):
        entries = re.findall(r"^ +(-.*)", shown(PAGES / f"{name}.1"), re.M)
        for item in re.findall(r"^ {2,6}(-.*?)(?:  |$)", said, re.M):
            assert any(words(entry)[:len(words(item))] == words(item) for entry in entries), \
                (name, item)


def test_sections(bareprobe):
    for name, said in helps(bareprobe):
        text = shown(PAGES / f"{name}.1")
        sections = re.findall(r"^([A-Z][A-Z ]+)$", text, re.M)
        assert sections[:2] == ["NAME", "SYNOPSIS"], name
        assert "EXIT STATUS" in sections and sections[-1] == "SEE ALSO", name
        assert ("EXAMPLE" in sections) == ("Example: " in said), name
        summary = said.split("\n\n")[0].split("\n")[-1]
        assert f"{name} - {summary}" in text.replace("‐", "-").replace("−", "-"), name


def test_pages_named_are_there(bareprobe):
    for name, _ in helps(bareprobe):
        for other in re.findall(r"([a-z-]+)\(1\)", shown(PAGES / f"{name}.1").replace("‐", "-")):
            assert (PAGES / f"{other}.1").exists(), (name, other)


def test_mandoc_has_nothing_to_say():
    if not shutil.which("mandoc"):
        pytest.skip("mandoc is not installed")
    done = subprocess.run(["mandoc", "-Tlint", *sorted(PAGES.iterdir())], text=True, check=False,
                          capture_output=True, timeout=60)
    assert done.stdout + done.stderr == ""
