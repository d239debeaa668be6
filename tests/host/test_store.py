# SPDX-License-Identifier: MIT
"""The store as seen by a user: importing logs, finding and deleting runs, killing an import."""
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import time

import pytest

from tiers import fast_cases
from logs import result_record, run_log

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"


def test_a_run_is_found_by_number_and_from_the_end(bareprobe, write_run):
    for name, mean in ("a.log", 100), ("b.log", 200), ("c.log", 300):
        done = bareprobe("import", write_run(name, result_record(mean)).name)
        assert done.returncode == 0 and not done.stderr
    assert done.stdout == "c.log: run 3 of bareprobe.db\n"
    for name, mean in (("1", "100.0"), ("2", "200.0"), ("last", "300.0"), ("last~0", "300.0"),
                       ("last~2", "100.0"), ("b.log", "200.0")):
        shown = bareprobe("show", name)
        assert shown.returncode == 0 and mean in shown.stdout, name


@pytest.mark.parametrize("name, said", [
    ("last~7", "the store bareprobe.db has 1 run, but not run last~7; see "),
    ("4", "the store bareprobe.db has 1 run, but not run 4; see "),
    ("last~", "'last~' is neither a file nor a run in the store"),
    ("last~99999999999999999999", "neither a file nor a run"),
    ("99999999999999999999999", "is not a run in the store"),
    ("a.log#2", "a.log#2: run number out of range (1 to 1)"),
    ("no.log", "'no.log' is neither a file nor a run in the store"),
])
def test_a_run_that_is_not_there(bareprobe, write_run, name, said):
    bareprobe("import", write_run("a.log", result_record()).name)
    shown = bareprobe("show", name)
    assert shown.returncode == 2 and said in shown.stderr and not shown.stdout


def test_show_gives_from_the_store_what_it_gives_from_the_log(bareprobe, vpentium, tmp_path):
    run = vpentium("command=thesis/program*,apps/copy:size=2K:variant=pairs events=all "
                   "repetitions=3 output_all_results=yes report=records exit=qemu")
    (tmp_path / "run.log").write_text(run.stdout)
    bareprobe("import", "run.log")
    for view in ([], ["--raw"], ["-a"], ["--across"], ["-m", "all"]):
        of_log, of_store = bareprobe("show", "run.log", *view), bareprobe("show", "last", *view)
        assert of_log.stdout == of_store.stdout != ""


def test_the_same_run_is_not_taken_twice(bareprobe, write_run, tmp_path):
    first, second = write_run("a.log", result_record(1)), write_run("b.log", result_record(2))
    bareprobe("import", first.name, second.name)
    noisy = tmp_path / "noisy.log"
    noisy.write_text("GRUB loading...\n" + first.read_text())
    again = bareprobe("import", noisy.name)
    assert again.stdout == ("noisy.log: run 1 of bareprobe.db, already imported; "
                            "it is now the latest run\n")
    listed = bareprobe("list", "runs").stdout.splitlines()
    assert [line.split()[0] for line in listed[1:]] == ["2", "1"]  # run 1 was imported last


def test_the_same_measurement_is_a_run_of_its_own(bareprobe):
    """The virtual Pentium has the same counts each time, and so have two runs: last~1 is the
    first."""
    said = []
    for _ in range(2):
        done = bareprobe("run", "-b", "thesis/program1", "-e", "branches", "-r", "2", "--report",
                         "none", "-o", "one.log")
        said.append((done.returncode, done.stderr))
    assert said == [
        (0, "bareprobe run: run 1 of bareprobe.db\n"),
        (0, "bareprobe run: run 2 of bareprobe.db; its records are identical to those of run 1\n")]
    compared = bareprobe("compare", "last~1", "last").stdout.splitlines()
    assert compared[0].startswith("before  run 1 of bareprobe.db")
    assert compared[1].startswith("after   run 2 of bareprobe.db")


def test_labels_and_suites_are_listed(bareprobe, write_run):
    done = bareprobe("run", "--suite", "quick", "-b", "thesis/program1", "-e", "branches",
                     "-r", "2", "--report", "none", "--no-log", "--label", "before the change")
    assert done.returncode == 0, done.stderr
    bareprobe("import", write_run("a.log", result_record()).name)
    listed = bareprobe("list", "runs").stdout.splitlines()
    assert listed[0].split()[:2] == ["run", "label"]
    assert listed[1].startswith("  1  before the change  ")
    assert listed[1].endswith(" suite quick command=thesis/program1 events=branches repetit…")
    assert listed[2].endswith("events=all")
    # The log is already imported: its run gets the label.
    bareprobe("import", "a.log", "--label", "after")
    assert bareprobe("list", "runs", "after").stdout.splitlines()[1].startswith("  2  after  ")


def test_all_runs_of_a_log_or_one(bareprobe, tmp_path):
    (tmp_path / "two.log").write_text(run_log(result_record(1)) + run_log(result_record(2)))
    one = bareprobe("import", "two.log#2")
    assert one.stdout == "two.log: run 1 of bareprobe.db\n"
    assert "2.0" in bareprobe("show", "1").stdout
    both = bareprobe("import", "-", stdin=open(tmp_path / "two.log", encoding="ascii"))
    assert both.stdout == ("stdin: run 2 of bareprobe.db\n"
                           "stdin: run 1 of bareprobe.db, already imported; it is now "
                           "the latest run\n")


def test_what_is_lost_is_said_and_kept(bareprobe, tmp_path):
    lines = run_log(result_record(1), result_record(2, region=1)).splitlines(True)
    (tmp_path / "lost.log").write_text("".join(lines[:4] + lines[5:]))
    done = bareprobe("import", "lost.log")
    assert "1 of 2 results lost" in done.stderr and done.returncode == 0
    assert "1 lost" in bareprobe("list", "runs").stdout
    (tmp_path / "half.log").write_text("".join(lines[:5]))
    bareprobe("import", "half.log")
    assert "incomplete" in bareprobe("list", "runs").stdout


def test_files_that_cannot_be_taken_in(bareprobe, write_run, tmp_path):
    (tmp_path / "noise").write_text("no record\n")
    good = write_run("a.log", result_record())
    done = bareprobe("import", "noise", "absent", good.name, "a.log#3")
    assert done.returncode == 2
    assert "noise: contains no records of a run" in done.stderr
    assert "absent: cannot be opened: No such file" in done.stderr
    assert "a.log#3: run number out of range (1 to 1)" in done.stderr
    assert done.stdout == "a.log: run 1 of bareprobe.db\n"  # the other files do not prevent it


def test_a_deleted_run_can_be_brought_back(bareprobe, write_run):
    for name, mean in ("a.log", 1), ("b.log", 2), ("c.log", 3):
        bareprobe("import", write_run(name, result_record(mean)).name)
    assert bareprobe("delete", "last", "1").returncode == 0
    shown = bareprobe("show", "3")
    assert "run 3 of bareprobe.db is deleted; 'bareprobe delete --undo 3'" in shown.stderr
    assert "2.0" in bareprobe("show", "last").stdout
    assert len(bareprobe("list", "runs").stdout.splitlines()) == 2
    assert len(bareprobe("list", "runs", "--deleted").stdout.splitlines()) == 3
    assert bareprobe("delete", "--undo", "3").stdout == "run 3 of bareprobe.db is restored\n"
    assert "3.0" in bareprobe("show", "last").stdout


def test_only_what_was_deleted_is_removed_for_good(bareprobe, write_run, tmp_path):
    bareprobe("import", write_run("a.log", result_record(1)).name)
    bareprobe("import", write_run("b.log", result_record(2)).name)
    refused = bareprobe("delete", "--forever", "1")
    assert refused.returncode == 2 and "run 1 of bareprobe.db is not deleted" in refused.stderr
    bareprobe("delete", "1")
    assert bareprobe("delete", "--forever", "1").returncode == 0
    assert "but not run 1; see" in bareprobe("delete", "--undo", "1").stderr
    with sqlite3.connect(tmp_path / "bareprobe.db") as db:
        for table in "results", "plans", "samples":
            assert db.execute(f"SELECT count(*) FROM {table} WHERE run = 1").fetchone() == (0,)
    again = bareprobe("import", "a.log")
    assert "run 3" in again.stdout  # a run number is never reused


def test_deleting_is_all_or_nothing(bareprobe, write_run):
    bareprobe("import", write_run("a.log", result_record(1)).name)
    assert bareprobe("delete", "1", "9").returncode == 2
    assert bareprobe("show", "1").returncode == 0
    assert bareprobe("delete").returncode == 2
    assert bareprobe("delete", "--undo", "--forever", "1").returncode == 2
    assert "name a deleted run by its number" in bareprobe("delete", "--undo", "last").stderr


def test_which_file_is_the_store(bareprobe, write_run, tmp_path):
    absent = bareprobe("show", "last")
    assert absent.returncode == 2
    assert "bareprobe.db: the store does not exist yet; 'bareprobe import'" in absent.stderr
    assert not (tmp_path / "bareprobe.db").exists()
    assert bareprobe("delete", "1").returncode == 2
    assert not (tmp_path / "bareprobe.db").exists()
    bareprobe("import", write_run("a.log", result_record()).name, "--db", "other.db")
    assert bareprobe("show", "1", "--db", "other.db").returncode == 0
    by_environment = subprocess.run(
        [BAREPROBE, "show", "1"], cwd=tmp_path, env={"BAREPROBE_DB": "other.db"},
        capture_output=True, check=False)
    assert by_environment.returncode == 0


def test_files_that_are_no_store(bareprobe, write_run, tmp_path):
    log = write_run("a.log", result_record()).name
    text = (tmp_path / log).read_bytes()
    for use in (["show", "1"], ["import", log]):
        done = bareprobe(*use, "--db", log)
        assert done.returncode == 2 and "it is not an SQLite database" in done.stderr
    assert (tmp_path / log).read_bytes() == text
    with sqlite3.connect(tmp_path / "other.db") as db:
        db.execute("CREATE TABLE mine (x)")
    for use in (["show", "1"], ["import", log]):
        done = bareprobe(*use, "--db", "other.db")
        assert done.returncode == 2 and "a database of another program" in done.stderr
    (tmp_path / "empty.db").touch()
    assert "the store is empty" in bareprobe("show", "1", "--db", "empty.db").stderr
    assert bareprobe("import", log, "--db", "empty.db").returncode == 0


def test_a_newer_store_is_refused(bareprobe, write_run, tmp_path):
    log = write_run("a.log", result_record()).name
    bareprobe("import", log)
    with sqlite3.connect(tmp_path / "bareprobe.db") as db:
        version, = db.execute("PRAGMA user_version").fetchone()
        db.execute(f"PRAGMA user_version = {version + 1}")
    for use in (["show", "1"], ["import", log], ["delete", "1"], ["list", "runs"]):
        done = bareprobe(*use)
        assert done.returncode == 2
        assert f"schema {version + 1}; this version supports up to {version}" in done.stderr


def test_reading_does_not_write(bareprobe, write_run, tmp_path):
    bareprobe("import", write_run("a.log", result_record()).name)
    store = tmp_path / "bareprobe.db"
    before = store.read_bytes(), store.stat().st_mtime_ns
    store.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        for use in (["show", "last"], ["list", "runs"], ["history", "apps/one", "0", "branches"]):
            assert bareprobe(*use).returncode == 0
    finally:
        tmp_path.chmod(0o755)
    assert (store.read_bytes(), store.stat().st_mtime_ns) == before


@pytest.mark.parametrize("imports", fast_cases(1, (8, 25)))
def test_killed_imports(bareprobe, write_run, tmp_path, imports):
    """A unit test kills the import at each write. Here the whole command is killed at any point."""
    bareprobe("import", write_run("a.log", result_record(1)).name)
    kept = bareprobe("show", "1").stdout
    results = [result_record(i, region=i % 256, bench=f"apps/b{i // 256}") for i in range(4000)]
    (tmp_path / "big.log").write_text(run_log(*results, build="2.0"))
    whole = time.monotonic()
    bareprobe("import", "big.log", "--db", "timing.db")
    whole = time.monotonic() - whole
    chance = random.Random(1)
    killed = 0
    for _ in range(imports):
        with subprocess.Popen([BAREPROBE, "import", "big.log"], cwd=tmp_path,
                              stdout=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0, whole))
            process.send_signal(signal.SIGKILL)
        killed += process.returncode == -signal.SIGKILL
        assert bareprobe("show", "1").stdout == kept
        listed = bareprobe("list", "runs").stdout.splitlines()[1:]
        assert len(listed) == 1 or (len(listed) == 2 and "4000  ok" in listed[1])
        if len(listed) == 2:
            bareprobe("delete", "last")
            bareprobe("delete", "--forever", listed[1].split()[0])
    assert killed > imports / 5
    with sqlite3.connect(tmp_path / "bareprobe.db") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_several_imports_at_once(bareprobe, write_run, tmp_path):
    names = [write_run(f"{i}.log", result_record(i)).name for i in range(1, 9)]
    together = [subprocess.Popen([BAREPROBE, "import", name], cwd=tmp_path,
                                 stdout=subprocess.DEVNULL) for name in names]
    assert [process.wait(60) for process in together] == [0] * len(names)
    assert len(bareprobe("list", "runs").stdout.splitlines()) == 1 + len(names)


def test_the_example_of_the_page(tmp_path):
    text = (ROOT / "docs/cli/import.md").read_text()
    section = text.split("## The store", 1)[1].split("\n## ", 1)[0]
    block = [line[4:] for line in section.splitlines() if line.startswith("    ")]
    (tmp_path / "build").symlink_to(BAREPROBE.parent)
    printed = []
    for command in (line[2:] for line in block if line.startswith("$ ")):
        done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True,
                              timeout=120, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command
        printed += [untimed(line) for line in done.stdout.splitlines()]
    promised = [line for line in block if not line.startswith("$ ")]
    assert len(promised) > 4
    assert [line for line in promised if untimed(line) not in printed] == []


def untimed(line):
    """Removes the time and build, which differ from day to day, and their width."""
    varying = r"\d{4}-\d\d-\d\d \d\d:\d\d +\S+ gcc-\S+ -O2( image \w+)?"
    return re.sub(r"\s+", " ", re.sub(varying, "", line))
