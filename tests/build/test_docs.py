# SPDX-License-Identifier: MIT
"""docs/: each setting and each status word is described, examples are accepted, shown output is
current, and anchors exist."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

# What an example needs besides, and settings that `bareprobe run` refuses since it sets them.
NEEDS = {"pebs_enable": ["--cpu", "northwood", "pebs_matrix_vert=0x1"],
         "pebs_matrix_vert": ["--cpu", "northwood", "pebs_enable=0x01000001"],
         **dict.fromkeys(("source", "interval", "samples", "sample_registers", "spread",
                           "seed"),
                         ["experiment=profile"]),
         **dict.fromkeys(("order", "weights", "multiplex_regions"),
                         ["experiment=multiplex"]),
         "hook": ["experiment=channels"],
         **dict.fromkeys(("stdin", "environment"), ["--program", BUILD / "programs/words"])}
SET_BY_RUN = ("report", "console", "exit")


def test_every_setting_is_in_the_table():
    text = (ROOT / "docs/settings.md").read_text()
    for name, start in (("settings.c", "static const struct setting table"),
                        ("further_settings.c", "const struct setting further_settings")):
        code = (ROOT / "kernel/settings" / name).read_text()
        names = re.findall(r'^    \{"(\w+)",', code[code.index(start):], re.M)
        assert len(names) >= 8
        for setting in names:
            assert f"\n| `{setting}` |" in text
            assert re.search(rf"^(- | ).*`{setting}`", text, re.M), f"{setting}: not in the index"


def test_every_example_is_accepted():
    """`run --print` reads the settings and runs nothing."""
    text = (ROOT / "docs/settings.md").read_text()
    examples = re.findall(r"^\| `(\w+)` \|(?:[^|]*\|){2} `(\w+)=([^`]+)` \|$", text, re.M)
    assert len(examples) > 40
    for setting, name, value in examples:
        assert setting == name
        given = f"{name}={value}"
        command = [BUILD / "bareprobe", "run", "--print", "--sweep", "--seed=1", given,
                   *NEEDS.get(name, [])]
        if name in SET_BY_RUN:
            command = [BUILD / "vpentium", "-kernel", BUILD / "bareprobe.elf", "-screen", "-append",
                       f"command=thesis/hello events=clocks repetitions=1 {given}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, (given, done.stderr)
        assert name not in SET_BY_RUN or " 0 errors: ok" in done.stderr, (given, done.stderr)


def test_every_status_of_a_result_is_described():
    code = (ROOT / "serial/result_words.c").read_text()
    [names] = re.findall(r"\*result_status_name\(.*?names\[\] = \{(.*?)\};", code, re.S)
    words = re.findall(r'"([^"]+)"', names)
    assert len(words) == 8
    for word in words:
        assert f"\n| `{word}` |" in (ROOT / "docs/measurement.md").read_text()


@pytest.mark.parametrize("page", [page for page in sorted(ROOT.glob("docs/cli/*.md"))
                                  if "```console\n" in page.read_text()],
                         ids=lambda page: page.stem)
def test_shown_output_is_current(page):
    """`tools/shown_output.py --write PAGE` replaces an output that has changed."""
    done = subprocess.run([ROOT / "tools/shown_output.py", page], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def anchors(text):
    """The anchors that GitHub gives to headings, and explicit ones."""
    found = set(re.findall(r'<a id="([^"]+)">', text))
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        anchor = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w -]", "", anchor).replace(" ", "-")
        while anchor in found:
            anchor += "-1"
        found.add(anchor)
    return found


@pytest.mark.parametrize("page", sorted(path.relative_to(ROOT).as_posix() for path in
                                        [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]))
def test_anchors_exist(page):
    """test_rooms.py checks the files of links; this test checks the headings in them."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(), flags=re.S)
    broken = []
    for link, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)]*)\)", text):
        target = (ROOT / page).parent / link if link else ROOT / page
        if not target.exists() or anchor not in anchors(target.read_text()):
            broken.append(f"{link}#{anchor}")
    assert not broken
