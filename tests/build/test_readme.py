# SPDX-License-Identifier: MIT
"""README.md agrees with the programs: its report, its example, its commands and its settings."""
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def without_build(report):
    """Removes the build's name, which changes with each commit, and the clocks of a whole run,
    which change with the harness."""
    report = re.sub(r"^bareprobe 0\..*", "bareprobe", report.strip())
    return re.sub(r"(over a whole run:|elapsed time:) .*", r"\1", report)


def test_report_is_the_one_printed():
    command, shown = re.search(r"<!-- report: (.*?) -->\n```\n(.*?)```\n", README, re.S).groups()
    events = re.search(r"EVENTS=(\S+)", command)[1]
    pattern = re.search(r"COMMAND='(.*?)'", command)[1]
    # Files that are older than the last commit are rebuilt first, because make would report the
    # rebuild on the same output.
    subprocess.run(["make", "-s", "build/bareprobe.elf", "build/vpentium", "build/bareprobe"],
                   cwd=ROOT, capture_output=True, check=True)
    run = subprocess.run(["make", "-s", "run", f"COMMAND={pattern}", f"EVENTS={events}"], cwd=ROOT,
                         capture_output=True, text=True, check=True)
    printed = run.stdout.replace(f"{ROOT}/", "")
    assert without_build(printed) == without_build(shown)


def test_example_works_as_written(tmp_path):
    """Runs in a copy of the tree with its build directory, so that only the example is compiled."""
    name = re.search(r"Save this as `(bench/(.*?)\.c)`", README)
    source = re.search(r"```c\n(.*?)```", README, re.S)[1]
    assert source.count("\n") <= 18
    shutil.copytree(ROOT, tmp_path / "copy", ignore=shutil.ignore_patterns(".git", "unit"),
                    symlinks=True)
    example = tmp_path / "copy" / name[1]
    example.parent.mkdir()
    example.write_text(source)
    run = subprocess.run(["make", "run", f"COMMAND={name[2]}", "EVENTS=data_read"],
                         cwd=tmp_path / "copy", capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{name[2]}: adds up a thousand numbers" in run.stdout
    # Each iteration reads one number, independent of how the compiler translates the loop.
    assert re.search(r"Data Read: 1000\.0 \+/- 0\.0", run.stdout)


def test_commands_are_targets():
    for target in re.findall(r"make ([a-z-]+)", README):
        subprocess.run(["make", "-n", target, "NO_INSTALL=1"], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL)


def test_every_setting_is_in_the_table():
    code = (ROOT / "kernel/settings/settings.c").read_text()
    table = code[code.index("static const struct setting table"):]
    for name in re.findall(r'^    \{"(\w+)",', table, re.M):
        assert f"| `{name}` |" in README


def test_every_event_has_a_name_of_the_thesis():
    names = re.findall(r"^EVENT\([^,]+, (\w+)", (ROOT / "pmc/p5/p5.def").read_text(), re.M)
    assert len(names) == len(set(names)) == 39
