# SPDX-License-Identifier: MIT
"""Lists the definitions of a tree (C functions and types, nasm labels), with Universal Ctags."""
import collections
import pathlib
import shutil
import subprocess

# Benchmarks and tests are small programs, and each may have a function `run`.
LEFT_OUT = ("bench/", "tests/", "findings/")
SUFFIXES = (".c", ".h", ".asm", ".inc")

# Words of nasm that ctags takes for labels.
DIRECTIVES = {"align", "alignb", "bits", "extern", "global", "section"}

Definition = collections.namedtuple("Definition", "name path line lines kind")


def tracked_files(root):
    names = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True,
                           text=True).stdout.split("\0")
    return [name for name in names if name.endswith(SUFFIXES) and not name.startswith(LEFT_OUT)
            and (pathlib.Path(root) / name).is_file()]


def list_definitions(root):
    """All definitions below `root`, a git work tree. `lines` is the length of a function with its
    head, or 0 if ctags does not know it."""
    if not shutil.which("ctags"):
        raise SystemExit("ctags is missing: apt-get install universal-ctags")
    command = ["ctags", "--languages=C,Asm", "--langmap=C:.c.h,Asm:.asm.inc", "--kinds-C=fsut",
               "--kinds-Asm=l", "--fields=+neK", "-u", "-L", "-", "-f", "-"]
    output = subprocess.run(command, input="\n".join(tracked_files(root)), cwd=root, check=True,
                            capture_output=True, text=True).stdout
    found = [parse_tag(row) for row in output.splitlines() if not row.startswith("!")]
    return [each for each in found if each.name not in DIRECTIVES]


def parse_tag(row):
    name, path, *_ = row.split("\t")
    fields = dict(word.split(":", 1) for word in row.split("\t")[3:] if ":" in word)
    kind = next((word for word in row.split("\t")[3:] if ":" not in word), "")
    line, end = int(fields.get("line", 0)), int(fields.get("end", 0))
    return Definition(name, path, line, end - line + 1 if end else 0, kind)
