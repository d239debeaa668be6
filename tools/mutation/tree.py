# SPDX-License-Identifier: MIT
"""A work tree for mutants: a clone of one commit, built once, that is put back to the built state
after each mutant by copying the files that changed."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from mutation.draw import apply_edit
from mutation.processes import run_bounded

MAKE = ("make", "-s", "SIM_LTO=")
BUILD_LIMIT = 300  # seconds: only a build that hangs takes longer


class BuildError(Exception):
    """A build failed; the text is the end of make's output."""


def checked(command, cwd):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


class WorkTree:
    """`path` is the clone, `path`.built a copy of its build directory."""

    def __init__(self, path):
        self.path = path
        self.built = path.with_name(path.name + ".built")
        self.times = {}  # tracked file -> time of its last change in the built state

    # ---- making one ------------------------------------------------------------------------------

    def check_out(self, root, commit):
        """Clones the commit, or brings the clone of another commit to it; make then builds less."""
        if (self.path / ".git").exists():
            self.mark_files("--no-assume-unchanged")
            checked(["git", "fetch", "-q", str(root), commit], self.path)
        else:
            checked(["git", "clone", "-q", "--no-checkout", str(root), str(self.path)], root)
        checked(["git", "checkout", "-q", "-f", "--detach", commit], self.path)
        self.mark_files("--assume-unchanged")

    def mark_files(self, mark):
        """`git describe --dirty` ignores marked files, so a mutant does not change the build's name
        and cause objects that contain it to be built again."""
        names = checked(["git", "ls-files", "-z"], self.path)
        subprocess.run(["git", "update-index", "-z", mark, "--stdin"], input=names, cwd=self.path,
                       check=True, text=True)

    def ensure_built(self, root, commit, template=None):
        """Clones and builds, or copies the template, unless the tree has the commit built."""
        if not self.has(commit):
            if self.built.is_dir():
                self.note_times()
                self.restore()
                shutil.rmtree(self.built)
            if template:
                shutil.rmtree(self.path, ignore_errors=True)
                checked(["cp", "-a", template.path, self.path], root)
            else:
                self.check_out(root, commit)
                self.make(["products"], limit=None)
            self.keep_built()
        self.note_times()
        self.restore()

    def has(self, commit):
        if not self.built.is_dir() or not (self.path / ".git").exists():
            return False
        return checked(["git", "rev-parse", "HEAD"], self.path).strip() == commit

    def keep_built(self):
        """Copies build/, under another name until the copy is whole."""
        partial = self.built.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        checked(["cp", "-a", str(self.path / "build"), str(partial / "build")], self.path)
        names = checked(["git", "ls-files", "-z"], self.path).split("\0")
        times = [f"{(self.path / name).lstat().st_mtime_ns} {name}\n" for name in names if name]
        (partial / "times").write_text("".join(times))
        partial.rename(self.built)

    def note_times(self):
        rows = (self.built / "times").read_text().splitlines()
        self.times = {name: int(time) for time, name in (row.split(" ", 1) for row in rows)}

    # ---- a mutant --------------------------------------------------------------------------------

    def apply(self, mutant):
        path = self.path / mutant["file"]
        path.write_text(apply_edit(path.read_text(), mutant["edit"]))

    def restore(self):
        """Puts sources and build/ back, with the times they had, so that make has nothing to do."""
        for name, time in self.times.items():
            path = self.path / name
            if not path.is_symlink() and (not path.exists() or path.stat().st_mtime_ns != time):
                data = subprocess.run(["git", "show", f"HEAD:{name}"], cwd=self.path, check=True,
                                      capture_output=True).stdout
                path.write_bytes(data)
                os.utime(path, ns=(time, time))
        restore_folder(self.built / "build", self.path / "build")

    def make(self, goals, limit=BUILD_LIMIT):
        """Builds the goals. Raises BuildError if that fails."""
        status, output = run_bounded([*MAKE, *goals], self.path, limit)
        if status != 0:
            raise BuildError(output[-3000:] if status is not None else "the build hangs")

    # ---- objects ---------------------------------------------------------------------------------

    def find_dependents(self):
        """{source or header: objects that are compiled from it}, by the compiler's own lists."""
        found = {}
        for path in (self.path / "build").rglob("*.d"):
            if path.is_relative_to(self.path / "build/fuzz"):
                continue
            target, _, prerequisites = path.read_text().partition(":")
            if target.endswith(".o") and (self.path / target).exists():
                for name in re.findall(r"[^\s\\]+", prerequisites):
                    found.setdefault(os.path.normpath(name.rstrip(":")), set()).add(target)
        return {name: sorted(targets) for name, targets in found.items()}

    def code_of(self, target):
        """A digest of an object without its debug information."""
        with tempfile.NamedTemporaryFile() as stripped:
            checked(["objcopy", "--strip-debug", str(self.path / target), stripped.name], self.path)
            return hashlib.sha256(pathlib.Path(stripped.name).read_bytes()).digest()

    def reject_mutant(self, mutant, targets):
        """Why the mutant is not used, or None. A header's objects are compiled one by one, up to
        the first that differs."""
        if not targets:
            return "not compiled"
        steps = [[one] for one in targets] if mutant["file"].endswith(".h") else [targets]
        try:
            self.apply(mutant)
            for step in steps:
                before = [self.code_of(target) for target in step]
                self.make(step)
                if before != [self.code_of(target) for target in step]:
                    return None
            return "same object code"
        except BuildError:
            return "does not compile"
        finally:
            self.restore()


def restore_folder(kept, folder):
    """Makes the folder equal to the kept one: copies files that differ in size or time, and removes
    those that it does not have."""
    wanted = {entry.name: entry for entry in os.scandir(kept)}
    present = {entry.name: entry for entry in os.scandir(folder)} if folder.is_dir() else {}
    folder.mkdir(exist_ok=True)
    for name, entry in present.items():
        if name not in wanted or is_folder(entry) != is_folder(wanted[name]):
            shutil.rmtree(entry.path) if is_folder(entry) else os.unlink(entry.path)
    for name, entry in wanted.items():
        if is_folder(entry):
            restore_folder(kept / name, folder / name)
        elif name not in present or differs(entry, present[name]):
            (folder / name).unlink(missing_ok=True)
            shutil.copy2(entry.path, folder / name, follow_symlinks=False)
    time = kept.stat().st_mtime_ns
    os.utime(folder, ns=(time, time))


def is_folder(entry):
    return entry.is_dir(follow_symlinks=False)


def differs(entry, other):
    one, two = entry.stat(follow_symlinks=False), other.stat(follow_symlinks=False)
    return (one.st_mtime_ns, one.st_size) != (two.st_mtime_ns, two.st_size)
