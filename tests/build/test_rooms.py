# SPDX-License-Identifier: MIT
"""The source agrees with the directory table of docs/architecture.md: small directories, unique
file names, no include that the table does not allow. Links in Markdown lead to files and headings.
"""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = re.compile(r"\.(c|h|asm|s|inc|def|ld)$")
MOST_SIDE_BY_SIDE = 30
MANY = 10

# These directories may hold many files: a reader does not search C's own headers or the tests.
CROWDS = ("kernel/lib", "tests")

# Directories below these are not rows of the map. Groups below bench/ and programs belong to the
# user, and the name of a benchmark leads to its file.
OPEN = ("bench/", "programs/", "tests/")


def tracked():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: the list of files is unknown")
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def rows():
    """The table: {directory: directories that it may include}, in its order."""
    text = (ROOT / "docs/architecture.md").read_text()
    table = text[text.index("| directory | contents | may include |"):]
    found = {}
    for row in re.findall(r"^\| (\S+)/ \| .* \| (.*) ?\|$", table[:table.index("\n\n")], re.M):
        room, uses = row[0], row[1].strip()
        whole = re.match(r"all of ([\w/]+)/", uses)
        found[room] = [use for use in re.split(r", ", uses) if use]
        if whole:
            found[room][0] = whole[1] + "/*"
    return found


ROWS = rows()


def room_of(name):
    """Returns the innermost directory of the map that contains the file."""
    room = os.path.dirname(name)
    while room and room not in ROWS:
        room = os.path.dirname(room)
    return room


def includes():
    """Yields (file, included file) for each include of a file in the tree."""
    names = set(tracked())
    for name in sorted(names):
        if not SOURCE.search(name) or name.startswith("tests/"):
            continue
        text = (ROOT / name).read_text()
        for word in re.findall(r'^\s*[#%]\s*include\s+"([^"]+)"', text, re.M):
            beside = os.path.normpath(os.path.join(os.path.dirname(name), word))
            target = beside if beside in names else word
            if target in names:
                yield name, target


def allowed(room, target):
    return target == room or any(
        use == "all" or use == target or (use.endswith("/*") and target.startswith(use[:-1]))
        for use in ROWS[room])


def test_the_map_has_every_room():
    with_files = {os.path.dirname(name) for name in tracked()} - {""}
    missing = {folder for folder in with_files
               if folder not in ROWS and not folder.startswith((".", *OPEN))
               and folder not in ("host/pictures", "sim/pictures")}
    assert not missing
    assert not [room for room in ROWS if not (ROOT / room).is_dir()]
    uses = {use for each in ROWS.values() for use in each if use != "all" and use[-1] != "*"}
    assert not uses - set(ROWS)


def test_no_include_goes_where_the_map_says_nothing_of():
    edges = list(includes())
    assert len(edges) > 1000
    wrong = [f"{name}: {target}" for name, target in edges
             if not allowed(room_of(name), room_of(target))]
    assert not wrong


def test_nothing_is_allowed_that_is_not_used():
    used = {(room_of(name), room_of(target)) for name, target in includes()}
    idle = [f"{room}: {use}" for room, uses in ROWS.items() for use in uses
            if use != "all" and use[-1] != "*" and (room, use) not in used]
    assert not idle


def test_only_the_circles_that_the_map_names():
    """Two directories that can reach each other through includes form a cycle."""
    uses = {room: {use for use in uses if use in ROWS and use != room}
            for room, uses in ROWS.items() if room not in ("kernel", "sim", "tests")}
    uses["sim"] = set(ROWS) & {"sim/cpu", "sim/devices", "sim/loader", "sim/inspection"}

    def reached(room):
        seen, todo = set(), set(uses.get(room, ()))
        while todo:
            seen |= todo
            todo = {use for one in todo for use in uses.get(one, ())} - seen
        return seen
    circles = {room for room in uses if room in reached(room)}
    assert circles == {"pmc", "pmc/p5", "pmc/p6", "pmc/k7", "pmc/evntsel",
                       "pmc/netburst", "sim", "sim/cpu",
                       "sim/cpu/decoder", "sim/cpu/integer", "sim/cpu/fpu", "sim/cpu/sse",
                       "sim/cpu/system", "sim/cpu/translator", "sim/devices", "sim/loader",
                       "sim/inspection", "sim/inspection/account"}


def test_no_room_is_a_hall():
    crowded = {}
    for name in tracked():
        folder = os.path.dirname(name)
        if SOURCE.search(name) and not any(folder == crowd or folder.startswith(crowd + "/")
                                           for crowd in CROWDS):
            crowded[folder] = crowded.get(folder, 0) + 1
    assert not {folder: n for folder, n in crowded.items() if n > MOST_SIDE_BY_SIDE}


def test_a_room_of_many_files_says_what_it_is_for():
    counted = {}
    for name in tracked():
        folder = os.path.dirname(name)
        if SOURCE.search(name) and folder in ROWS:
            counted[folder] = counted.get(folder, 0) + 1
    silent = [folder for folder, n in counted.items()
              if n > MANY and not (ROOT / folder / "README.md").exists()]
    assert not silent


def test_one_file_creates_decoders():
    """A decoder created elsewhere would decode REP BSF as TZCNT."""
    creators = [name for name in tracked() if name.endswith((".c", ".h"))
                and "ZydisDecoderInit(" in (ROOT / name).read_text(encoding="utf-8")]
    assert creators == ["tools/insn_decoder.c"]


# Standards define the names of these files.
NAMED_BY_POSIX = ("kernel/lib/memory.h", "kernel/lib/strings.h", "kernel/lib/sys/",
                  "tools/musl/include/sys/")

# Headers that programs include as <bareprobe/...>.
FOR_PROGRAMS = ("pmc/program/",)


def test_a_name_means_one_file():
    """Two sources may not have the same name, or names that differ only in a plural s."""
    where = {}
    for name in tracked():
        stem, suffix = os.path.splitext(os.path.basename(name))
        if suffix in (".c", ".h", ".asm") and not name.startswith((*OPEN, "tools/new_bench")) \
                and stem != "main" and not name.startswith(NAMED_BY_POSIX + FOR_PROGRAMS):
            where.setdefault(stem, set()).add(os.path.dirname(name))
    assert len(where) > 200
    assert not {stem: folders for stem, folders in where.items() if len(folders) > 1}
    assert not [stem for stem in where if stem + "s" in where]


def test_paths_in_texts_exist():
    """Every path in a text exists. This finds texts that still use the old name of a moved file."""
    names = tracked()
    tops = "|".join(sorted({name.split("/")[0] for name in names if "/" in name} - {".ci"}))
    endings = "c|h|asm|inc|def|py|sh|md|ld|mk"
    path = re.compile(rf"(?<![\w/.$\"<>{{}}-])((?:{tops})/[\w./-]*\.(?:{endings}))(?![\w*])")
    stale = []
    for name in names:
        if name.startswith("tests/") or name.startswith("bench/README"):
            continue  # tests write files with other paths
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for word in path.findall(text):
            if not (ROOT / word).exists() and not (ROOT / os.path.dirname(name) / word).exists() \
                    and not word.startswith(("bench/demo", "bench/NAME", "bench/apps/fft.c")):
                stale.append(f"{name}: {word}")
    assert not stale


def without_code(text):
    """Markdown without code blocks and code spans, which may show brackets of other languages."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.M | re.S)
    text = re.sub(r"(?<=\n\n)(?:    .*\n+)+", "", text)
    return re.sub(r"(`+)[^`\n]+\1", "", text)


def anchors(text):
    """The anchors of a page: its headings as GitHub names them, and `<a id="...">`."""
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for heading in re.findall(r"^#{1,6} +(.*?) *$", prose, re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        number = 1
        while slug in found:
            slug = f"{re.sub('-[0-9]+$', '', slug) if number > 1 else slug}-{number}"
            number += 1
        found.add(slug)
    return found


def broken_links(root, names):
    """Relative links of the Markdown files that lead to no file, or to no heading in it."""
    broken = []
    for name in names:
        if not name.endswith(".md"):
            continue
        for target in re.findall(r"\]\(([^)\s]+)\)", without_code((root / name).read_text())):
            if re.match(r"\w+:", target):
                continue
            file, _, anchor = target.partition("#")
            path = root / os.path.normpath(os.path.join(os.path.dirname(name), file)) if file \
                else root / name
            if not path.exists() or anchor and path.suffix == ".md" \
                    and anchor not in anchors(path.read_text()):
                broken.append(f"{name}: {target}")
    return broken


def test_links_lead_somewhere():
    assert not broken_links(ROOT, tracked())


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "a.md").write_text("# One: `two`\n## One\n## One\n[1](#one-two) [2](b.md#three)\n"
                                   "[3](b.md) [4](#one-1) [5](#one-2) [6](c.md) [7](b.md#four)\n"
                                   "[8](https://c/d) `[9](e.md)`\n")
    (tmp_path / "b.md").write_text('<a id="three"></a>\n')
    assert broken_links(tmp_path, ["a.md", "b.md"]) == ["a.md: #one-2", "a.md: c.md",
                                                        "a.md: b.md#four"]


# Headers of the compiler, a file that the reader is asked to write
# programs.
NOT_OURS = {"float.h", "stdarg.h", "stdbool.h", "stddef.h", "iso646.h", "stdnoreturn.h",
            "stdalign.h", "bench/demo/mine.c"}


def test_files_named_in_documents_are_there():
    names = tracked()
    wrong = []
    for name in names:
        if name.startswith(OPEN) or not (name.endswith("README.md") or name.startswith("docs/")
                                         and name.endswith(".md")):
            continue
        text = (ROOT / name).read_text()
        saved = re.findall(r"[Ss]ave this as `([^`]+)`", text)
        for word in re.findall(r"`((?:[\w.]+/)*\w+\.(?:c|h|asm|def|inc))`", text):
            ours = word.removeprefix("../")
            if word not in NOT_OURS and word not in saved \
                    and not any(each == ours or each.endswith("/" + ours) for each in names):
                wrong.append(f"{name}: {word}")
    assert not wrong


def test_what_is_common_to_all_families_names_none():
    """Registers and counter numbers of a family appear only in the family's directory."""
    common = [*ROOT.glob("pmc/*.[ch]"), *ROOT.glob("kernel/**/*.[ch]"), *ROOT.glob("stats/*.[ch]"),
              *ROOT.glob("serial/*.[ch]")]
    assert len(common) > 100
    assert not [path for path in common
                if re.search(r"P5_COUNTERS|MSR_P5", path.read_text())]


def test_the_makefile_is_what_one_types():
    lines = (ROOT / "Makefile").read_text().splitlines()
    assert len(lines) <= 120
    for part in ROOT.glob("make/*.mk"):
        assert f"make/{part.name}" in "\n".join(lines) + (ROOT / "make/kernel.mk").read_text()


def test_no_two_test_files_share_a_name():
    """pytest identifies a module by its base name and refuses to collect a second one of that
    name."""
    names = [path.name for path in ROOT.glob("tests/*/test_*.py")]
    assert len(names) > 100
    assert sorted(names) == sorted(set(names))


def dependency_lists(folder):
    """The compiler's lists of objects of sim/, without those of files that have since been renamed
    or removed."""
    for path in (ROOT / folder).rglob("*.d"):
        if (ROOT / "sim" / path.relative_to(ROOT / folder).with_suffix(".c")).exists():
            yield path


def test_what_depends_on_the_model_is_compiled_for_each():
    """An object that all simulators share must not depend on the macros of sim/chosen_model.h."""
    macros = re.compile(r"\bMODEL_(P6|K7|NETBURST)\b")
    users = [name for name in tracked() if name.startswith("sim/") and SOURCE.search(name)
             and macros.search((ROOT / name).read_text())]
    assert users == ["sim/chosen_model.h", "sim/sibling.c"]
    by_model = set(re.search(r"^SIM_BY_MODEL := \$\(addprefix sim/,((?:.*\\\n)*.*)\)$",
                             (ROOT / "make/simulator.mk").read_text(), re.M)[1].split()) - {"\\"}
    for listed in dependency_lists("build/host-p5/sim"):
        depends = "sim/chosen_model.h" in listed.read_text()
        name = listed.relative_to(ROOT / "build/host-p5/sim").with_suffix(".c").as_posix()
        assert depends or name == "sibling.c", f"{name} can be compiled once for all models"
        assert name in by_model
    # The host command and the unit tests have the P5's.
    shared = [path for path in dependency_lists("build/host/sim")
              if "/sim/machine_profiles/" not in path.as_posix()
              and path.name not in ("model_creation.d", "model_settings.d")]
    assert len(shared) > 100
    assert [path for path in shared if "sim/chosen_model.h" in path.read_text()] == []
