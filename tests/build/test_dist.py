# SPDX-License-Identifier: MIT
"""`make dist`: writes one archive for distribution, with the same bytes for the same commit."""
import hashlib
import pathlib
import shutil
import subprocess
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEDIA = ("bareprobe.iso", "bareprobe-floppy.iso", "bareprobe.img", "netboot/bareprobe.0")
THEN = "2001-01-01T00:00Z"


@pytest.fixture(name="clone", scope="module")
def fixture_clone(tmp_path_factory):
    """Clones the tree. The kernel is the built one, stripped by `make dist`; the media, which are
    only copied, are short files."""
    folder = tmp_path_factory.mktemp("dist") / "one"
    subprocess.run(["git", "clone", "-q", ROOT, folder], check=True)
    shutil.copy(ROOT / "tools/make_dist.sh", folder / "tools")  # it may not be committed yet
    subprocess.run(["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x", "commit",
                    "-qam", "x", "--date", THEN], check=False, capture_output=True,
                   env={"PATH": "/usr/bin:/bin", "GIT_COMMITTER_DATE": THEN})
    (folder / "build/netboot").mkdir(parents=True)
    shutil.copy(ROOT / "build/bareprobe.elf", folder / "build")
    for medium in MEDIA:
        (folder / "build" / medium).write_text(medium)
    return folder


def dist(folder):
    return subprocess.run([folder / "tools/make_dist.sh", "build", "9.9"], cwd=folder,
                          capture_output=True, text=True, check=False)


@pytest.mark.full
def test_the_same_commit_gives_the_same_bytes(clone):
    """The second time the directory has another name, and its files other times."""
    archives, folder = [], clone
    for name in ("other", clone.name):
        folder = folder.rename(folder.with_name(name))
        for medium in (folder / "build").rglob("*"):
            medium.touch()
        done = dist(folder)
        assert done.returncode == 0, done.stderr
        assert done.stdout == ("wrote build/bareprobe-9.9.tar.gz: media, sources, "
                               "SHA256SUMS\n")
        archives.append((folder / "build/bareprobe-9.9.tar.gz").read_bytes())
    assert archives[0] == archives[1]
    with tarfile.open(clone / "build/bareprobe-9.9.tar.gz") as tar:
        files = {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
    assert str(ROOT).encode() not in files["bareprobe-9.9/media/bareprobe.elf"]
    sums = dict(line.split("  ")[::-1] for line in
                files.pop("bareprobe-9.9/SHA256SUMS").decode().splitlines())
    assert {f"bareprobe-9.9/{name}": digest for name, digest in sums.items()} == {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert {"bareprobe-9.9/Makefile", "bareprobe-9.9/host/main.c"} <= set(files)
    for medium in MEDIA:
        assert files[f"bareprobe-9.9/media/{medium}"] == medium.encode()


def test_changes_that_are_not_committed_are_refused(clone):
    (clone / "README.md").write_text("changed\n")
    done = dist(clone)
    assert done.returncode == 1
    assert done.stderr == ("make dist: there are uncommitted changes; commit them first, because "
                           "the archive has the last commit\n")
