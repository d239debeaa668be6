# SPDX-License-Identifier: MIT
"""`make deb`: the packages, their installation and removal, and the listener of each processor. Its
output from the same logs is that of x86-64, byte for byte. qemu-user runs those of ARM."""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import tty

import pytest

import check_wire  # conftest.py has its directory
from places import BUILD, ROOT, VPENTIUM

pytestmark = pytest.mark.full

OUT = BUILD / "deb"  # its chroot is kept from one run to the next
CHROOT = OUT / "chroot"
KERNEL = str(BUILD / "bareprobe.elf")
ARM = {"arm64": "qemu-aarch64", "armhf": "qemu-arm"}
HOUR = 3600

# Model and settings of the virtual machine for each log: six processors, and each kind of record.
SAMPLED = "command=apps/sort samples=300 experiment="
LOGS = {
    "p54c": ("p54c", "command=thesis/program* events=all repetitions=3"),
    "p55c": ("p55c", "command=apps/md5,apps/sort events=clocks,data_read,data_read_miss"),
    "ppro": ("ppro", "command=thesis/program* events=clocks,inst_retired repetitions=3"),
    "p3": ("p3", "command=thesis/program* events=clocks,inst_retired privilege=user"),
    "k7": ("k7", "command=thesis/program* events=clocks repetitions=2"),
    "p4": ("northwood", "command=thesis/program* events=clocks repetitions=2"),
    "first": ("p54c", "experiment=first_boot"),
    "profile": ("p54c", SAMPLED + "profile"),
    "rates": ("p54c", SAMPLED + "rates events=data_read,stall"),
    "multiplex": ("p55c", SAMPLED + "multiplex events=data_read,data_write,branch,stall"),
}

# Verbs that read a log, with LOG for its name. Their output is on stdout or in a file.
FORMATS = ("csv", "ndjson", "gbench", "perf-json", "perf-csv", "bmf", "likwid-csv", "p5mon",
           "callgrind", "folded", "speedscope", "gnuplot", "findings", "markdown", "junit",
           "series", "chrome-trace")
VERBS = [
    "show LOG", "show LOG -a --raw", "show LOG --report text", "show LOG --report machine",
    "show LOG --report records", "show LOG --multiplex", "profile LOG", "breakdown LOG",
    "compare LOG p54c.log --any-platform", "compare LOG silicon:any", "fit LOG -o -",
    "profile LOG --kernel KERNEL",
    "html LOG -o out", "score LOG", "plot bars LOG -o out.svg", "plot timeline LOG -o out.gp",
    "plot stack LOG -o out.svg",
    *(f"export LOG -f {name}" for name in FORMATS)]


# ---- the packages --------------------------------------------------------------------------------

def committed(folder):
    """A clone of the tree, with its uncommitted changes as a commit."""
    subprocess.run(["git", "clone", "-q", ROOT, folder], check=True)
    changed = subprocess.run(["git", "diff", "--name-only", "--diff-filter=d", "HEAD"], cwd=ROOT,
                             capture_output=True, text=True, check=True).stdout.split()
    for name in changed:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x", "commit", "-qam", "x"],
                   cwd=folder, check=False, capture_output=True)
    return folder


@pytest.fixture(name="packages", scope="module")
def fixture_packages(tmp_path_factory):
    """{(package, architecture): file}"""
    if os.getuid() != 0 or subprocess.run(["unshare", "--mount", "true"], check=False,
                                          capture_output=True).returncode:
        pytest.skip("packages of other architectures need root and name spaces, for mmdebstrap")
    clone = committed(tmp_path_factory.mktemp("deb") / "clone")
    for old in (*OUT.glob("*.deb"), *OUT.glob("*.changes")):
        old.unlink()
    done = subprocess.run([clone / "tools/make_deb.sh", OUT], cwd=clone, capture_output=True,
                          text=True, timeout=HOUR, check=False)
    assert done.returncode == 0, done.stderr
    made = {tuple(re.split("[_.]", path.name)[i] for i in (0, -2)): path
            for path in OUT.glob("*.deb")}
    assert all(path.name in done.stdout for path in made.values())
    return made


def test_all_packages_are_made(packages):
    assert set(packages) == {
        ("bareprobe", "amd64"), ("bareprobe-media", "all"), ("bareprobe-listener", "amd64"),
        ("bareprobe-listener", "arm64"), ("bareprobe-listener", "armhf")}
    assert re.search(r"Built-Using: grub2 \(= ", field_text(packages["bareprobe-media", "all"]))


def field_text(package):
    return subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True,
                          check=True).stdout


def test_lintian(packages):
    """No error. The output of a failed test shows the warnings too."""
    done = subprocess.run(["lintian", "--fail-on", "error", *packages.values()],
                          capture_output=True, text=True, timeout=HOUR, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def files_of(package):
    listing = subprocess.run(["dpkg-deb", "-c", package], capture_output=True, text=True,
                             check=True).stdout
    return {line.split()[5][1:] for line in listing.splitlines() if line[0] != "d"}


def test_contents(packages):
    whole = files_of(packages["bareprobe", "amd64"])
    media = files_of(packages["bareprobe-media", "all"])
    listener = files_of(packages["bareprobe-listener", "amd64"])
    suites = {f"/usr/lib/bareprobe/experiments/{path.name}"
              for path in (ROOT / "iso/experiments").glob("*.parms")}
    assert listener > suites | {"/usr/bin/bareprobe", "/usr/share/man/man1/bareprobe-capture.1.gz",
                                "/usr/share/bash-completion/completions/bareprobe"}
    assert not [name for name in listener if "vpentium" in name or name.endswith(".elf")]
    simulators = {f"/usr/bin/vpentium{model}" for model in ("", "-p6", "-k7", "-netburst")}
    common = {name for name in listener if "/doc/" not in name}
    assert whole > common | simulators | {"/usr/lib/bareprobe/bareprobe.elf",
                                          "/usr/share/man/man1/vpentium.1.gz"}
    assert {f"/usr/share/bareprobe/{name}" for name in (
        "bareprobe.img", "bareprobe.iso", "bareprobe-floppy.iso", "netboot/bareprobe.0")} < media
    for architecture in ARM:
        assert files_of(packages["bareprobe-listener", architecture]) == listener


# ---- installed in a Debian ------------------------------------------------------------

class Debian:
    """A minimal Debian in a directory. Its /proc is mounted for one command at a time, in a name
    space that ends with the command."""

    def __init__(self, root):
        self.root = root
        mirror = subprocess.run([ROOT / "tools/host_mirror.sh"], capture_output=True, text=True,
                                check=True).stdout.strip()
        suite = re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(),
                          re.M)[1]
        subprocess.run(["mmdebstrap", "--variant=apt", "--skip=cleanup/apt/lists", suite, root,
                        mirror], check=True, capture_output=True, timeout=HOUR)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")

    def run(self, *words):
        script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
        return subprocess.run(["unshare", "--mount", "sh", "-c", script, self.root, *words],
                              env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                                   "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"},
                              capture_output=True, text=True, timeout=HOUR, check=False,
                              stdin=subprocess.DEVNULL)

    def install(self, package):
        """Installs the file with its dependences, and returns the files that it brought."""
        shutil.copy(package, self.root)
        done = self.run("apt-get", "install", "-q", "-y", "--no-install-recommends",
                        f"/{package.name}")
        assert done.returncode == 0, done.stdout + done.stderr
        return {name for name in files_of(package)
                if "/doc/" not in name and "/man/" not in name}  # dpkg may be configured without

    def has(self, name):
        return (self.root / name[1:]).exists()


@pytest.fixture(name="debian", scope="module")
def fixture_debian(tmp_path_factory):
    debian = Debian(tmp_path_factory.mktemp("debian") / "root")
    yield debian
    shutil.rmtree(debian.root, ignore_errors=True)


def test_installed_and_removed(packages, debian):
    """Installs the listener, the whole package in its place, and the media."""
    listener = debian.install(packages["bareprobe-listener", "amd64"])
    assert all(map(debian.has, listener))
    shown = debian.run("bareprobe", "list", "suites")
    assert shown.returncode == 0 and "quick" in shown.stdout
    lacking = debian.run("bareprobe", "run", "-b", "thesis/program1")
    assert lacking.returncode == 3 and "not part of the listener" in lacking.stderr

    whole = debian.install(packages["bareprobe", "amd64"])
    assert all(map(debian.has, whole))
    status = debian.run("dpkg-query", "-W", "-f", "${Status}", "bareprobe-listener").stdout
    assert "installed" not in status.split()
    ran = debian.run("bareprobe", "run", "--no-log", "--no-store", "-b", "thesis/program1", "-e",
                     "branches", "-r", "2", "--report", "text")
    assert ran.returncode == 0, ran.stderr
    assert "Branches: 100.0 +/- 0.0" in ran.stdout  # a hundred iterations with a branch each

    media = debian.install(packages["bareprobe-media", "all"])
    removed = debian.run("apt-get", "purge", "-q", "-y", "bareprobe", "bareprobe-media")
    assert removed.returncode == 0, removed.stderr
    assert [name for name in sorted(listener | whole | media) if debian.has(name)] == []
    assert not debian.has("/usr/lib/bareprobe") and not debian.has("/usr/share/bareprobe")


# ---- the listeners of all processors -------------------------------------------------------------

@pytest.fixture(name="listeners", scope="module")
def fixture_listeners(packages, tmp_path_factory):
    """{architecture: words of the command}. The libraries of the ARM processors are those that the
    packages were linked with."""
    folder = tmp_path_factory.mktemp("listeners")
    words = {}
    for architecture in ("amd64", *ARM):
        subprocess.run(["dpkg-deb", "-x", packages["bareprobe-listener", architecture],
                        folder / architecture], check=True)
        program = folder / architecture / "usr/bin/bareprobe"
        emulator = [ARM[architecture], "-L", CHROOT] if architecture in ARM else []
        words[architecture] = [*emulator, program]
    return words


@pytest.fixture(name="logs", scope="module")
def fixture_logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    for name, (cpu, settings) in LOGS.items():
        with (folder / f"{name}.log").open("w") as log:
            subprocess.run([VPENTIUM, "-cpu", cpu, "-kernel", BUILD / "bareprobe.elf", "-append",
                            f"{settings} report=records exit=qemu"], stdout=log, timeout=HOUR,
                           check=True)
    (folder / "later.log").write_text(with_year((folder / "k7.log").read_text(), 2094))
    return folder


def with_year(log, year):
    """The log with another year in its dates, such as one that 32 bits cannot hold."""
    lines = []
    for line in log.splitlines():
        if " date=" in line:
            line = re.sub(r" date=\d+", f" date={year}", line.rpartition(" crc=")[0])
            line += f" crc={check_wire.crc16(line.encode()):04x}"
        lines.append(line + "\n")
    return "".join(lines)


def run_in(folder, command, *words):
    """(status, stdout, stderr, {file: bytes}) of a listener."""
    out = [folder / name for name in ("out", "out.svg", "out.gp")]
    for path in out:
        path.unlink(missing_ok=True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8",
                   "TZ": "UTC"}
    done = subprocess.run([*command, *words], cwd=folder, env=environment, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=HOUR, check=False)
    # A message names the directories in which the program looks for its files.
    messages = done.stderr.replace(os.fsencode(command[-1].parent), b"BIN")
    return (done.returncode, done.stdout, messages,
            {path.name: path.read_bytes() for path in out if path.exists()})


@pytest.mark.parametrize("log", [*LOGS, "later"])
def test_the_same_bytes(log, listeners, logs):
    with_output = 0
    for verb in VERBS:
        words = verb.replace("LOG", f"{log}.log").replace("KERNEL", KERNEL).split()
        ours = run_in(logs, listeners["amd64"], *words)
        for architecture in ARM:
            assert run_in(logs, listeners[architecture], *words) == ours, (architecture, verb)
        with_output += ours[0] in (0, 1) and bool(ours[1] or ours[3])
    assert with_output >= 2  # most verbs need another kind of log than that of `first`


@pytest.mark.parametrize("architecture", ARM)
def test_the_same_store(architecture, listeners, logs):
    """One imports the logs, and the other reads them, in both directions."""
    both = ("amd64", architecture)
    shown = {}
    for writer in both:
        (logs / "bareprobe.db").unlink(missing_ok=True)
        done = run_in(logs, listeners[writer], "import", *(f"{log}.log" for log in LOGS))
        assert done[0] in (0, 1), done[2]
        for reader in both:
            shown[writer, reader] = [
                run_in(logs, listeners[reader], *words.split())[:3]
                for words in ("show 1", "show last", "history -b thesis/program1 -e clocks",
                              "list runs", "html last -o -")]
            assert shown[writer, reader][0][0] == 0
    for writer in both:
        assert shown[writer, both[0]] == shown[writer, both[1]]


@pytest.mark.parametrize("architecture", ("amd64", *ARM))
def test_capture_from_a_terminal(architecture, listeners, logs, tmp_path):
    """A run that arrives at a pseudo-terminal is stored, and its log is what was sent."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    sent = (logs / "p54c.log").read_bytes()
    command = subprocess.Popen(
        [*listeners[architecture], "capture", os.ttyname(slave), "-o", "run.log"], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    try:
        for line in command.stdout:
            if b"istening" in line or b"aiting" in line:
                break
        with os.fdopen(master, "wb", buffering=0) as wire:
            for at in range(0, len(sent), 1024):
                wire.write(sent[at:at + 1024])
            rest, _ = command.communicate(timeout=300)
    finally:
        command.kill()
        os.close(slave)
    assert command.returncode == 0, rest
    assert b"stored as run 1 of bareprobe.db" in rest
    assert [line for line in (tmp_path / "run.log").read_bytes().splitlines()
            if line.startswith(b"BP ")] == [line for line in sent.splitlines()
                                            if line.startswith(b"BP ")]


@pytest.mark.parametrize("architecture", ("amd64", *ARM))
@pytest.mark.parametrize("words, what", [
    (("run", "-b", "thesis/program1"), "vpentium"), (("explain", "-c", "nop"), "vpentium"),
    (("monitor", "--sim"), "vpentium"), (("list", "benches"), "bareprobe.elf"),
    (("cc", "-c", "a.c"), "musl")], ids=lambda words: words[0])
def test_what_needs_the_simulator(words, what, architecture, listeners, tmp_path):
    status, stdout, stderr, _ = run_in(tmp_path, listeners[architecture], *words)
    assert (status, stdout) == (2 if words[0] == "list" else 3, b"")
    text = stderr.decode()
    assert text.count("\n") == 1 and what in text
    assert re.search(r"not part of the listener \(make listener\); "
                     r"'make \w+' on an x86-64 computer (builds|fetches) it", text)
