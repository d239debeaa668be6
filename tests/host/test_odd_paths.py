# SPDX-License-Identifier: MIT
"""Every verb accepts any characters in every path that a user can give, and runs from a directory
with any name."""
import os
import shutil
import subprocess

import pytest

from line_damage import BUILD
from test_line import Box, Capture
from logs import finding_record, result_record, run_log
from tiers import full

ODD = "my folder's =odd,\"x\" %20 [b]* $HOME #2"
HANG_BOUND = 120
ONE = ("-b", "thesis/program1", "-e", "clocks")
NOWHERE = ("--no-log", "--no-store")
PARTS = ("bareprobe", "vpentium", "vpentium-p6", "bareprobe.elf", "experiments", "silicon")
TEXT = "one two\nthree\n"  # 2 lines, 3 words, 14 bytes
BOX = "cpu=p54c\nmhz=66\n"
FORM = "form\tlatency\tthroughput\nAAD\t10\t10\n"


@pytest.fixture(name="odd", scope="module")
def fixture_odd(tmp_path_factory):
    """A directory with an installation, and another one with files of each kind, in which odd.run()
    runs a command; {D} in a word is that directory."""
    top = tmp_path_factory.mktemp("paths") / ODD
    build, work = top / "build", top / "w d,="
    build.mkdir(parents=True)
    work.mkdir()
    for part in PARTS:
        copy = shutil.copytree if (BUILD / part).is_dir() else shutil.copy
        copy(BUILD / part, build / part)
    shutil.copy(BUILD / "programs" / "wc", work / "w c,='x")
    (work / "in =,\"'put.txt").write_text(TEXT)
    (work / "e x.parms").write_text(
        "(p5mon\n command = thesis/program1;\n events = clocks;\nend)\n")
    (work / "l =oop.asm").write_text("add eax, ebx\n")
    (work / "com=mands").write_text("cpuid 1\n")
    (work / "b ox,=.box").write_text(BOX)
    (work / "f =,orms.tsv").write_text(FORM)
    (work / "lat ency.log").write_text(run_log(result_record(), finding_record(
        "latency", 10, "clocks", bench='"instr/unary:form=aad"', state="warm")))
    environment = {name: value for name, value in os.environ.items() if name != "BAREPROBE_DB"}
    environment |= {"TMPDIR": str(work), "XDG_CONFIG_HOME": str(work), "LC_ALL": "C.UTF-8"}

    class Place:
        folder = work

        @staticmethod
        def run(*words):
            return subprocess.run(
                [build / "bareprobe", *(word.replace("{D}", str(work)) for word in words)],
                cwd=work, text=True, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=HANG_BOUND, check=False, env=environment)
    done = Place.run("run", *ONE, "-o", "{D}/r un.log", "--db", "{D}/s =tore.db")
    assert done.returncode == 0, done.stderr
    done = Place.run("run", "-b", "thesis/program1", "-g", "breakdown", "-o", "b =r.log",
                     "--no-store")
    assert done.returncode == 0, done.stderr
    return Place


# The words of a command, a part of its output, and the file that it writes.
COMMANDS = [
    (("run", *ONE), "209", "bareprobe.db"),
    (("run", *NOWHERE, "--program", "{D}/w c,='x", "--args", "-l a.txt", "-e", "clocks",
      "--file", "a.txt={D}/in =,\"'put.txt"), "2 a.txt", None),
    (("run", *NOWHERE, "--program", "w c,='x", "--args", "-w 'in =,\"'\\''put.txt'", "-e", "clocks",
      "--file", "in =,\"'put.txt"), "3 in =,\"'put.txt", None),
    (("run", "--program", "{D}/w c,='x", "--stdin", "{D}/in =,\"'put.txt", "--files-to", "{D}/o =,",
      "-e", "clocks", *NOWHERE), "o =,: ", "o =,/stdout"),
    (("run", "--parms", "{D}/e x.parms", *NOWHERE), "209", None),
    (("monitor", "com=mands", "-o", "{D}/m =.log"), "CPUID 1", "m =.log"),
    (("list", "suites"), "\nfirst ", None),
    (("show", "{D}/r un.log"), "209", None),
    (("explain", "{D}/l =oop.asm", "--html", "{D}/e =,.html"), "", "e =,.html"),
    full((("run", *ONE, "--logs", "{D}/l =ogs", "--no-store", "--kernel",
           "{D}/../build/bareprobe.elf", "--sim={D}/../build/vpentium"), "209", "l =ogs")),
    full((("run", *ONE, "--cpu", "p2", *NOWHERE), "thesis/program1", None)),
    full((("run", *ONE, "--machine", "{D}/b ox,=.box", *NOWHERE), "66 MHz", None)),
    full((("run", "--suite", "first", *NOWHERE), "processor", None)),
    full((("run", "--jobs", "2", "-b", "thesis/*", "-e", "clocks", *NOWHERE), "program2", None)),
    full((("run", *ONE, *NOWHERE, "--account", "{D}/a =.txt"), "209", "a =.txt")),
    full((("run", *ONE, *NOWHERE, "--annotate", "{D}/n =.txt"), "209", "n =.txt")),
    full((("run", *ONE, "--sweep", "repetitions=2,3", "-o", "{D}/s =.log"), "209", "s =-1.log")),
    full((("show", "last", "--db", "{D}/s =tore.db"), "209", None)),
    full((("import", "{D}/r un.log", "--db", "{D}/n =ew.db"), "run 1", "n =ew.db")),
    full((("list", "runs", "--db", "{D}/s =tore.db"), "virtual", None)),
    full((("list", "benches", "--kernel", "{D}/../build/bareprobe.elf"), "thesis/", None)),
    full((("history", "thesis/program1", "0", "count_clocks", "--db", "{D}/s =tore.db"), "209",
          None)),
    full((("compare", "{D}/r un.log", "{D}/r un.log"), "", None)),
    full((("compare", "lat ency.log", "silicon:{D}/f =,orms.tsv"), "silicon f =,orms: ", None)),
    full((("compare", "lat ency.log", "silicon:p54c-100"), "silicon p54c-100", None)),
    full((("export", "{D}/r un.log", "-f", "csv", "-o", "{D}/x =.csv"), "", "x =.csv")),
    full((("html", "{D}/r un.log", "-o", "{D}/x =.html"), "", "x =.html")),
    full((("plot", "bars", "{D}/r un.log", "-o", "{D}/x =,'.svg"), "", "x =,'.svg")),
    full((("plot", "bars", "{D}/r un.log", "-o", "{D}/x =,'.png"), "", "x =,'.png")),
    full((("explain", "{D}/l =oop.asm", "--svg", "{D}/e =,.svg"), "", "e =,.svg")),
    full((("explain", "thesis/program1", "--kernel", "{D}/../build/bareprobe.elf"), "", None)),
    full((("explain", "--program", "w c,='x", "--stdin", "{D}/in =,\"'put.txt"), "", None)),
    full((("profile", "--sim", "thesis/program1"), "samples", None)),
    full((("profile", "--sim", "--program", "{D}/w c,='x", "--stdin", "in =,\"'put.txt"),
          "samples", None)),
    full((("breakdown", "b =r.log", "-o", "{D}/b =.txt", "--kernel",
           "{D}/../build/bareprobe.elf"), "", "b =.txt")),
    full((("monitor", "{D}/com=mands", "--program", "w c,='x", "--stdin",
           "{D}/in =,\"'put.txt"), "CPUID 1", None)),
    full((("monitor", "-c", "upload {D}/e x.parms"), "'parms' reads them", None)),
    full((("experiments", "--cpu", "p4", "--write-config={D}/c =.xml"), "", "c =.xml")),
]


@pytest.mark.parametrize("words, shown, written", COMMANDS)
def test_every_verb(odd, words, shown, written):
    done = odd.run(*words)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout + done.stderr
    assert not written or (odd.folder / written).exists()


@pytest.mark.parametrize("words, message", (
    (("fit", "{D}/r un.log"), "/r un.log has no findings"),
    (("experiments", "no =.xml"), "no =.xml: cannot read: No such file"),
    (("delete", "9", "--db", "{D}/s =tore.db"), "9"),
    (("cc", "-o", "{D}/m =", "{D}/m =.c"), ""),
))
def test_refusals_name_the_path(odd, words, message):
    done = odd.run(*words)
    assert done.returncode in (2, 3) and message in done.stderr


@pytest.mark.full
def test_capture(odd):
    """The path of a port may have a comma, after which a speed would follow."""
    log = (odd.folder / "r un.log").read_bytes()
    box = Box(odd.folder / "tty,BOX")
    capture = Capture([box.link], "-o", "c =,.log", "--db", "c =.db", cwd=odd.folder)
    capture.said("waiting for a machine")
    box.send(log)
    status, stdout, stderr = capture.end()
    assert status == 0, stderr
    assert "in c =,.log, stored as run 1 of c =.db" in stdout
