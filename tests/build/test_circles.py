# SPDX-License-Identifier: MIT
"""tools/circles.py: the files of host/ have no circular dependency; the script finds those of a
made-up directory."""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

INCLUDED = {"a.h": '#include "part/b.h"\n', "b.h": '#include "part/c.h"\n'}
CALLING = {"a.h": "int a(void);\nint b(void);\n",
           "a.c": '#include "part/a.h"\nint a(void) { return b(); }\n',
           "b.c": '#include "part/a.h"\nint b(void) { return a(); }\n'}


def run_circles(*arguments):
    return subprocess.run([sys.executable, "-B", ROOT / "tools/circles.py", *arguments],
                          capture_output=True, text=True, timeout=60, check=False)


def write_tree(folder, sources, *flags):
    """Writes the sources into part/ and compiles them as the build does."""
    objects = folder / "build/host/part"
    (folder / "part").mkdir()
    objects.mkdir(parents=True)
    for name, text in sources.items():
        (folder / "part" / name).write_text(text)
    for name in sources:
        if name.endswith(".c"):
            subprocess.run(["gcc", "-I.", *flags, "-c", "-o", objects / f"{name[:-2]}.o",
                            f"part/{name}"], cwd=folder, check=True)


def run_on(folder):
    done = run_circles("--root", folder, "--build", folder / "build", "part")
    return done.returncode, done.stdout.splitlines()


def test_files_of_host_have_no_circular_dependency():
    done = run_circles("--build", BUILD, "host")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("host: 0 circles with 0 of "), done.stdout


def test_a_chain_of_includes_is_no_circle(tmp_path):
    write_tree(tmp_path, {**INCLUDED, "c.h": ""})
    assert run_on(tmp_path) == (0, ["part: 0 circles with 0 of 3 files"])


def test_a_circle_of_includes(tmp_path):
    """a includes b, b includes c, c includes b; a is in no circle."""
    write_tree(tmp_path, {**INCLUDED, "c.h": '#include "b.h"\n'})
    assert run_on(tmp_path) == (1, ["2 files: part/b, part/c",
                                    "    part/b -> part/c: #include",
                                    "    part/c -> part/b: #include",
                                    "part: 1 circle with 2 of 3 files"])


@pytest.mark.parametrize("flags", [[], ["-flto"]])
def test_a_circle_of_calls(tmp_path, flags):
    """The linker resolves a's call of b, which a.h declares."""
    write_tree(tmp_path, CALLING, *flags)
    assert run_on(tmp_path) == (1, ["2 files: part/a, part/b",
                                    "    part/a -> part/b: b",
                                    "    part/b -> part/a: #include, a",
                                    "part: 1 circle with 2 of 2 files"])


def test_a_source_and_its_header_are_one_file(tmp_path):
    write_tree(tmp_path, {"a.h": "int a(void);\n",
                          "a.c": '#include "part/a.h"\nint a(void) { return 0; }\n',
                          "b.c": '#include "part/a.h"\nint b(void) { return a(); }\n'})
    assert run_on(tmp_path) == (0, ["part: 0 circles with 0 of 2 files"])


def test_symbols_of_two_static_functions_are_different(tmp_path):
    """Each file has its own `same`, so a does not depend on b."""
    text = "static int same(void) { return 0; }\n"
    write_tree(tmp_path, {"a.c": text + "int a(void) { return same(); }\n",
                          "b.c": text + "int a(void);\nint b(void) { return same() + a(); }\n"},
               "-O0")
    assert run_on(tmp_path) == (0, ["part: 0 circles with 0 of 2 files"])


def test_an_object_without_a_source_is_ignored(tmp_path):
    write_tree(tmp_path, CALLING)
    (tmp_path / "part/b.c").unlink()
    assert run_on(tmp_path) == (0, ["part: 0 circles with 0 of 1 files"])


def test_a_source_without_an_object_is_an_error(tmp_path):
    write_tree(tmp_path, CALLING)
    (tmp_path / "build/host/part/b.o").unlink()
    done = run_circles("--root", tmp_path, "--build", tmp_path / "build", "part")
    assert done.returncode == 2 and "no object of part/b.c" in done.stderr


def test_a_folder_without_sources_is_an_error(tmp_path):
    done = run_circles("--root", tmp_path, "nothing")
    assert done.returncode == 2 and "nothing: no sources" in done.stderr
