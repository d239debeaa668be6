#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/scoreboard.md: scoreboard.py [--only NAME,NAME] [--keep] BUILD PAGE. Runs the suite
`score` in each emulator that is installed and in six models of the virtual Pentium.

Logs are stored below BUILD/scoreboard; with --keep an existing log is not measured again. An
emulator that is missing, or whose run fails, is named on the page with the reason."""
import argparse
import contextlib
import csv
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

BOUND = 1800  # seconds for one emulator, on a slow host
os.environ["HANG_BOUND"] = str(BOUND)  # read by tests/bounds.py
ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests"))
from boot import machines  # requires the directory added to the path above

V86 = "0.5.462"
CPUS = ("p54c", "p55c", "ppro", "p2", "p3", "k7")
CHIPS = {"p54c": "Pentium P54C", "p55c": "Pentium MMX P55C", "ppro": "Pentium Pro",
         "p2": "Pentium II", "p3": "Pentium III", "k7": "Athlon"}
BEGIN, END = "<!-- scores -->\n", "<!-- end of scores -->\n"


class Missing(Exception):
    """The text names what is missing."""


def need(command, package):
    if not shutil.which(command):
        raise Missing(f"not installed here (Debian package {package})")


def output(*command, **more):
    """Returns the command's output and messages. After BOUND it ends with all that it started."""
    with subprocess.Popen([*map(str, command)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True,
                          **more) as process:
        try:
            return process.communicate(timeout=BOUND)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise Missing(f"the run did not end within {BOUND} s") from None


def version_in(text, pattern):
    match = re.search(pattern, text)
    return match[1] if match else "of unknown version"


# ---- emulators: each function returns the version and COM1's output ------------------------------


def qemu(_, settings):
    """QEMU with the kernel as a multiboot image, without a medium."""
    need("qemu-system-i386", "qemu-system-x86")
    version = version_in(output("qemu-system-i386", "--version")[0], r"version (\S+)")
    return version, output(ROOT / "iso/run_qemu.sh", settings.build / "bareprobe.elf", "-append",
                           "experiment=score exit=qemu", *settings.options)[0]


def bochs(_, settings):
    need("bochs", "bochs")
    version = version_in("".join(output("bochs", "--help")), r"Bochs x86 Emulator (\S+)")
    return version, machines.boot_bochs("cd", settings.medium("iso"), "pentium", 16)


def dosbox(folder, settings):
    need("dosbox", "dosbox")
    version = version_in(output("dosbox", "--version")[0], r"DOSBox version (\S+?),")
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = (ROOT / "iso/emulators/dosbox.conf").read_text()
        (folder / "dosbox.conf").write_text(
            text.replace("port:5000", f"port:{server.getsockname()[1]}"))
        with (folder / "said").open("wb") as said, subprocess.Popen(
                ["dosbox", "-conf", "dosbox.conf", "-noconsole", "-c",
                 f"boot {settings.medium('floppy')} -l a"], cwd=folder, stdin=subprocess.DEVNULL,
                stdout=said, stderr=said,
                env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
                     "HOME": str(folder)}) as process:
            try:
                return version, received(server, process)
            finally:
                process.kill()


def received(server, process):
    """The bytes that a connection to the server sends, up to the end of the run."""
    sent, deadline = b"", time.monotonic() + BOUND
    server.settimeout(60)
    line, _ = server.accept()
    line.settimeout(1)
    with line:
        while time.monotonic() < deadline and process.poll() is None:
            with contextlib.suppress(TimeoutError):
                sent += line.recv(65536)
            if b" ev=done " in sent and sent.endswith(b"\n"):
                break
    return sent.decode("ascii", "replace")


def v86(_, settings):
    """v86 in Node.js; its package is installed once, in a fixed version."""
    need("node", "nodejs")
    need("npm", "npm")
    if not pathlib.Path("/usr/share/seabios/bios.bin").exists():
        raise Missing("its BIOS is not installed here (Debian package seabios)")
    folder = settings.build / "npm"
    package = folder / "node_modules/v86/package.json"
    if not (package.exists() and f'"version": "{V86}"' in package.read_text()):
        folder.mkdir(parents=True, exist_ok=True)
        _, said = output("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix",
                         folder, f"v86@{V86}")
        if not package.exists():
            raise Missing(f"cannot be installed by npm: {said.strip() or 'no message'}")
    return V86, output("node", ROOT / "iso/emulators/v86.mjs", "floppy", settings.medium("floppy"),
                       cwd=folder)[0]


def virtual(folder, settings):
    """The virtual Pentium, by `bareprobe run`."""
    log = folder / "log"
    _, complaints = output(settings.build / "bareprobe", "run", "--suite", "score", "--cpu",
                           settings.cpu, "--report", "none", "--no-store", "-o", log)
    if not log.exists():
        raise Missing(complaints.strip())
    said, _ = output(settings.build / "bareprobe", "--version")
    version = version_in(said, r"bareprobe ([0-9.]+)")
    return version, log.read_text()


# ---- one log of each -----------------------------------------------------------------------------


class Settings:
    """The directory of the build, and the options of an emulator."""

    def __init__(self, build, options=(), cpu=None):
        self.build, self.options, self.cpu = build, options, cpu

    def medium(self, kind):
        """A floppy or a CD that starts the score without waiting."""
        folder = self.build / "scoreboard/medium"
        image = folder / {"floppy": "score.img", "iso": "score.iso"}[kind]
        kernel = self.build / "bareprobe.elf"
        newest = max(path.stat().st_mtime for path in (kernel, ROOT / "iso/grub.cfg"))
        if not (image.exists() and image.stat().st_mtime > newest):
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run([ROOT / f"iso/make_{kind}.sh", kernel, image], check=True,
                           timeout=BOUND, env={**os.environ, "START": "score"})
        return image.resolve()


def emulators(build):
    """Yields (file name, name on the page, function, settings)."""
    yield "qemu", "QEMU, TCG", qemu, Settings(build)
    yield "qemu-icount", "QEMU, TCG, -icount shift=0", qemu, Settings(
        build, ("-icount", "shift=0", "-rtc", "clock=vm"))
    yield "bochs", "Bochs", bochs, Settings(build)
    yield "dosbox", "DOSBox", dosbox, Settings(build)
    yield "v86", "v86", v86, Settings(build)
    for cpu in CPUS:
        yield f"vpentium-{cpu}", f"virtual Pentium, {cpu}", virtual, Settings(build, cpu=cpu)


def measure(name, title, run, settings, log):
    """Writes the log with the emulator's name and version as its description."""
    folder = settings.build / "scoreboard" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    version, text = run(folder, settings)
    shutil.rmtree(folder)
    if " ev=score " not in text:
        raise Missing(f"version {version}: the run did not reach its score")
    product, _, rest = title.partition(",")
    log.write_text(f"# machine: {product} {version}{rest and ',' + rest}\n" + text)


# ---- the page ------------------------------------------------------------------------------------


def score(build, logs, form):
    """Returns the output of `bareprobe score`."""
    done = subprocess.run([build / "bareprobe", "score", *logs, "-f", form], capture_output=True,
                          text=True, timeout=60, check=False)
    if not done.stdout:
        sys.exit(f"scoreboard: {done.stderr}")
    return done.stdout


def share(part, whole):
    return f"{part}/{whole} ({100 * part / whole:.0f} %)" if whole else "0/0"


def by_hand():
    """The rows of results/by_hand.tsv."""
    lines = [line for line in (ROOT / "results/by_hand.tsv").read_text().splitlines()
             if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def totals(build, measured, missing):
    """The table of totals: (log, date) of each machine, and the reasons for those without a log."""
    page = ["| machine | date | compared with a real | strict | near | settled | origin |",
            "| --- | --- | --- | ---: | ---: | ---: | --- |"]
    runs = json.loads(score(build, [log for log, _ in measured], "json"))["runs"]
    for run, (log, date) in zip(runs, measured):
        origin = "`make scoreboard`" if log.parent.name == "scoreboard" else (
            f"[{log.name}](../results/{log.name})")
        settled, chip = run["settled"], CHIPS[run["chip"]]
        page.append(f"| {run['name']} | {date} | {chip} | {share(run['strict'], settled)} | "
                    f"{share(run['near'], settled)} | {share(settled, run['rows'])} | {origin} |")
    for row in by_hand():
        part = dict(re.findall(r"(\w+)=(\S+)", row["score"]))
        chip, shares = CHIPS[part["chip"]], (part[key] for key in ("strict", "near", "settled"))
        page.append(f"| {row['name']} {row['version']} | {row['date']} | {chip} | "
                    f"{' | '.join(shares)} | by hand: {row['origin']} |")
    page += [f"| {title} | | | | | | {reason} |" for title, reason in missing]
    return "\n".join(page) + "\n"


def rows(build, measured):
    """A table for each chip, with the machines that are compared with it."""
    page, chips = [], {}
    for log, _ in measured:
        [run] = json.loads(score(build, [log], "json"))["runs"]
        chips.setdefault(run["chip"], []).append(log)
    for chip in sorted(chips, key=list(CHIPS).index):
        text = score(build, chips[chip], "markdown")
        table, notes = text.partition("\n\n")[2].split("\n\n", 1)
        notes = "\n".join(line for line in notes.splitlines() if line.startswith("- "))
        page.append(f"### Compared with a real {CHIPS[chip]}\n\n{table}\n\n{notes}\n")
    return "\n".join(page)


def page_text(build, measured, missing):
    return (f"## Totals\n\n{totals(build, measured, missing)}\n"
            "Strict and near (within 10 %) are shares of the settled rows, and near includes "
            "strict; settled is a share\nof all rows. Shares of machines that settled different "
            f"rows are not comparable.\n\n## Rows\n\n{rows(build, measured)}")


def write_page(page, text):
    before, _, rest = page.read_text().partition(BEGIN)
    page.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.partition(END)[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("--only", help="names of logs, separated by commas")
    parser.add_argument("--keep", action="store_true", help="do not measure existing logs again")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    asked = parser.parse_args()
    build, measured, missing = asked.build.resolve(), [], []
    (build / "scoreboard").mkdir(parents=True, exist_ok=True)
    for name, title, run, settings in emulators(build):
        log = build / "scoreboard" / f"{name}.log"
        if not (asked.only and name not in asked.only.split(",")) and not (
                asked.keep and log.exists()):
            print(f"scoreboard: {title}", flush=True)
            try:
                measure(name, title, run, settings, log)
            except (Missing, subprocess.SubprocessError, OSError) as error:
                log.unlink(missing_ok=True)
                print(f"scoreboard: {title}: {error}", file=sys.stderr)
                missing.append((title, error))
        if log.exists():
            date = datetime.date.fromtimestamp(log.stat().st_mtime)
            measured.append((log, date))
    measured += [(log, "") for log in sorted((ROOT / "results").glob("*.log"))
                 if not log.name.startswith("example-")]
    write_page(asked.page, page_text(build, measured, missing))
    print(f"scoreboard: {asked.page}: {len(measured)} machines, {len(missing)} missing")


if __name__ == "__main__":
    main()
