# SPDX-License-Identifier: MIT
"""`bareprobe export -f contribution`: the log as it is, with a description and without the
directories of paths."""

import pytest

import check_wire
from logs import log_text, score_log, score_row, start_records

ROWS = score_row(1, "cpuid_family", 5, 5), score_row(2, "cpuid_model", 2, 2)
DESCRIBED = ("--machine", "P5 at home", "--board", "Intel Advanced/EV", "--chip-set", "430FX",
             "--bios", "AMI 1.00")
HEAD = ("# machine: P5 at home\n# board: Intel Advanced/EV\n# chip set: 430FX\n"
        "# BIOS: AMI 1.00\n")


@pytest.fixture(name="contribute")
def fixture_contribute(bareprobe, tmp_path):
    """contribute(text, *options): the exported text of a log, and the messages."""
    def contribute(text, *options, status=0):
        (tmp_path / "a.log").write_bytes(text if isinstance(text, bytes) else text.encode())
        done = bareprobe("export", "a.log", "-f", "contribution", "-o", "out.log", *options)
        assert done.returncode == status, done.stderr
        return ((tmp_path / "out.log").read_bytes().decode() if not status else None, done.stderr)
    return contribute


def test_a_log_without_paths_is_unchanged(contribute):
    log = score_log(*ROWS)
    for ending in ("\n", "\r\n"):
        text = log.replace("\n", ending)
        noise = f"GRUB loading.{ending}and/or 1/2 n/a a:b 50 %{ending}"
        assert contribute(noise + text, *DESCRIBED) == (HEAD + noise + text, "")


def test_a_contribution_of_a_contribution_is_the_same(contribute):
    text, _ = contribute(score_log(*ROWS), *DESCRIBED)
    assert contribute(text) == (text, "")
    other, _ = contribute(text, "--board", "another")
    assert other == text.replace("Intel Advanced/EV", "another")


def test_what_is_unknown_is_said(contribute):
    text, said = contribute(score_log(*ROWS), "--board", "B")
    assert text.startswith("# machine: unknown\n# board: B\n# chip set: unknown\n# BIOS: unknown\n")
    assert "the description is incomplete; add --machine, --chip-set, --bios\n" in said


@pytest.mark.parametrize("path, left", [
    ("/home/ann/wc", "wc"), ("/home/ann/", "."), ("/home", "/home"), ("/", "/"),
    ("~/my/run.txt", "run.txt"), ("~ann/run.txt", "run.txt"), ("../ann/x.parms", "x.parms"),
    ("./x.parms", "x.parms"), ("C:\\ann\\dos\\run.bat", "run.bat"), ("c:/ann/run.bat", "run.bat"),
    ("/home/ann/my\\x20files/wc", "wc"), ("thesis/program1", "thesis/program1"),
    ("http://example.org/x", "http://example.org/x"), ("5/2", "5/2"), ("a:b", "a:b"),
    ("...", "..."), ("/a/b,/c/d:/e/f", "b,d:f"), ("(/a/b)", "(b)"),
])
def test_paths(contribute, path, left):
    """In a record, with a new checksum, and in other lines."""
    record = f'ev=error what="no {path} there"'
    log = log_text(*start_records(), record, "ev=done results=0 errors=1 status=failed")
    head = f"# label: {path}\n"
    text, said = contribute(head + log, *DESCRIBED)
    body = text.removeprefix(HEAD)
    changed = path != left
    assert body.startswith(f"# label: {left}\n")
    assert f'what="no {left} there"' in body
    assert body == (head + log if not changed else body)
    lines = [line for line in body.splitlines() if line.startswith("BP ")]
    assert [check_wire.crc16(line[:line.rindex(" crc=")].encode()) for line in lines] == [
        int(line[-4:], 16) for line in lines]
    n = 2 * (3 if "," in path else 1)
    assert said.endswith(f"removed the directories of {n} paths\n" if changed else "")


def test_a_damaged_record_stays_damaged(contribute):
    """A checksum is computed again only if it was right."""
    log = log_text(*start_records(), 'ev=error what="no /home/ann/wc"').replace("no /", "on /")
    text, _ = contribute(log, *DESCRIBED)
    [line] = [line for line in text.splitlines() if "what=" in line]
    assert 'what="on wc"' in line and line[-5:] == log.splitlines()[-1][-5:]


def test_what_a_program_wrote_is_unchanged(contribute):
    log = log_text(*start_records(), "ev=written name=stdout at=0 text=/usr/lib/x size=10")
    assert contribute(log, *DESCRIBED)[0] == HEAD + log


def test_one_run_of_a_log(bareprobe, tmp_path):
    """The lines before a run's first record are its own."""
    first, second = score_log(*ROWS), score_log(*ROWS, build="2.0")
    (tmp_path / "a.log").write_text("power on\n" + first + "again\n" + second + "the end\n")
    for number, lines in ((1, "power on\n" + first), (2, "again\n" + second + "the end\n")):
        done = bareprobe("export", f"a.log#{number}", "-f", "contribution", *DESCRIBED)
        assert done.stdout == HEAD + lines
    assert "a.log#3: run number out of range (1 to 2)" in bareprobe(
        "export", "a.log#3", "-f", "contribution").stderr
    assert bareprobe("export", "-", "-f", "contribution", *DESCRIBED,
                     input=first).stdout == HEAD + first


def test_a_run_of_the_store_needs_its_log(bareprobe, tmp_path):
    log = tmp_path / "a.log"
    log.write_text(score_log(*ROWS) + score_log(*ROWS, build="2.0"))
    assert bareprobe("import", "a.log").returncode == 0
    done = bareprobe("export", "1", "-f", "contribution", *DESCRIBED)
    assert done.stdout == HEAD + score_log(*ROWS)
    log.write_text(score_log(*ROWS, build="3.0"))
    assert "does not contain the run any more" in bareprobe("export", "1", "-f",
                                                            "contribution").stderr
    log.unlink()
    done = bareprobe("export", "last", "-f", "contribution")
    assert done.returncode == 2
    assert "its log, a.log, does not exist here, and the store has no copy" in done.stderr


def test_the_description_reaches_the_store(bareprobe, contribute):
    contribute(score_log(*ROWS), *DESCRIBED)
    assert bareprobe("import", "a.log").returncode == 0  # the same records, without it
    assert bareprobe("import", "out.log").stdout.endswith("it is now the latest run\n")
    told = bareprobe("score", "last").stdout
    assert "P5 at home, compared with" in told
    assert "board: Intel Advanced/EV\nchip set: 430FX\nBIOS: AMI 1.00\n" in told


def test_wrong_usage(contribute, bareprobe):
    log = score_log(*ROWS)
    assert "no results can be selected" in contribute(log, "-b", "x", status=2)[1]
    assert "is UTF-16; convert it with" in contribute(log.encode("utf-16"), status=2)[1]
    assert "contains no records of a run" in contribute("nothing\n", status=2)[1]
    done = bareprobe("export", "a.log", "-f", "csv", "--board", "B")
    assert done.returncode == 2 and "describe a contribution: add -f contribution" in done.stderr
    # A simulator that may claim to be a chip.
    marked = "vpentium-test: x\n" + log
    assert "only a run with --label test is stored or exported" in contribute(marked, status=2)[1]
    assert contribute(marked, "--label", "test", *DESCRIBED)[0] == HEAD + marked
