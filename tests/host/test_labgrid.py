# SPDX-License-Identifier: MIT
"""iso/labgrid: several machines measured unattended. The machines are QEMUs: with labgrid's own
driver for QEMU in qemu.yaml, and as in boxes.yaml, with a serial port and commands for the power
switch."""
import os
import pathlib
import subprocess
import sys
import time

import pytest
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from boxes import HANG_BOUND, QemuBox, kernel
from line_damage import BUILD, LOG
from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB = ROOT / "iso/labgrid"
SHORT = "command=thesis/program1 events=time_stamp repetitions=2"


def labgrid(*command, cwd):
    """labgrid runs in Debian's Python."""
    return subprocess.run(["/usr/bin/python3", "-B", *command], cwd=cwd, capture_output=True,
                          text=True, timeout=2 * HANG_BOUND, check=False)


def shelf(environment, *boxes, cwd):
    return labgrid(LAB / "shelf.py", environment, *boxes, "--bareprobe", BUILD / "bareprobe",
                   cwd=cwd)


def wire(log, records):
    """QEMUDriver also has the BIOS on the line; its text precedes the first record."""
    text = log.read_text(errors="replace")
    return records(text[text.index("BP seq=0 "):])


@pytest.mark.full
def test_two_qemus_as_in_the_example(tmp_path, records):
    done = shelf(LAB / "qemu.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for place, box in enumerate(("pentium", "pentium3"), 1):
        line = done.stdout.splitlines()[place].split()
        assert (line[0], line[2]) == (box, "ok;") and f"run {place} of" in done.stdout
        ran = wire(tmp_path / f"bareprobe-logs/{box}.log", records)
        assert ran[-1]["ev"] == "done" and ran[-1]["status"] == "ok"


@pytest.mark.full
def test_one_box_by_name(tmp_path, records):
    done = shelf(LAB / "qemu.yaml", "pentium3", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in (tmp_path / "bareprobe-logs").iterdir()] == ["pentium3.log"]
    ran = wire(tmp_path / "bareprobe-logs/pentium3.log", records)
    assert ran[-1]["ev"] == "done" and ran[-1]["status"] == "ok"


def test_box_as_a_test_of_labgrid(tmp_path):
    done = labgrid("-m", "pytest", "-p", "no:cacheprovider", "--lg-env", LAB / "qemu.yaml",
                   LAB / "test_box.py", cwd=tmp_path)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout


class SwitchedBox(QemuBox):
    """A machine whose power switch is a pipe, so that a command can operate it: on, and off, which
    holds it at reset."""

    def __init__(self, folder, settings):
        folder.mkdir()
        self.folder = folder
        for end in ("switch.in", "switch.out"):
            subprocess.run(["mkfifo", folder / end], check=True)
        super().__init__(folder, *kernel(settings), "-monitor", f"pipe:{folder}/switch")

    def pressed(self, *commands):
        words = "; ".join(f"echo {command} >> {self.folder}/switch.in" for command in commands)
        return f'sh -c "{words}; echo {commands[-1]} >> {self.folder}/pressed"'

    def target(self, on, silence=HANG_BOUND):
        return {"resources": {"RawSerialPort": {"port": self.port, "speed": 115200}},
                "drivers": [{"SerialDriver": {}},
                            {"ExternalPowerDriver": {"cmd_on": self.pressed(*on), "delay": 0.0,
                                                     "cmd_off": self.pressed("system_reset",
                                                                             "stop")}},
                            {"BareprobeStrategy": {"silence": float(silence),
                                                   "bound": float(HANG_BOUND)}}]}


@pytest.mark.full
def test_serial_ports_and_switches_one_box_dead_and_one_failing(tmp_path, records):
    """The switch of the dead machine has no effect. Each machine is switched off at the end."""
    with (SwitchedBox(tmp_path / "good", SHORT) as good,
          SwitchedBox(tmp_path / "failing", "repetitions=none") as failing,
          SwitchedBox(tmp_path / "dead", SHORT) as dead):
        environment = tmp_path / "boxes.yaml"
        environment.write_text(yaml.safe_dump({
            "targets": {"good": good.target(["cont"]), "failing": failing.target(["cont"]),
                        "dead": dead.target(["stop"], silence=3)},
            "imports": [str(LAB / "bareprobe_strategy.py")]}))
        done = shelf(environment, cwd=tmp_path)
    assert done.returncode == 3, done.stdout + done.stderr
    said = {line.split()[0]: line.split(maxsplit=2)[2] for line in done.stdout.splitlines()[1:]}
    assert said["good"].startswith("ok; ") and said["failing"].startswith("failed; "), said
    assert "dead: silent for 3 s" in said["dead"], said
    presses = {box: (tmp_path / box / "pressed").read_text().split()
               for box in ("good", "failing", "dead")}
    assert presses == {"good": ["stop", "cont", "stop"], "failing": ["stop", "cont", "stop"],
                       "dead": ["stop", "stop", "stop"]}
    ran = wire(tmp_path / "bareprobe-logs/good.log", records)
    assert [ran[0]["ev"], ran[-1]["status"]] == ["start", "ok"]


# A console program: it waits for the power, sends a log and then does as its argument demands.
CONSOLE = """\
import os, sys, time
folder, then = sys.argv[1:]
while not os.path.exists(f"{folder}/on"):
    time.sleep(0.02)
log = open(f"{folder}/log", "rb").read()
os.write(1, log[:len(log) // 2] if then == "hang" else log)
time.sleep(0 if then == "end" else 1000)
"""
VERSION = "labgrid 0.4.1"


@pytest.mark.full
@pytest.mark.parametrize("then, status, said", fast_cases(1, (
    ("stay", 0, "ok; "), ("end", 0, "ok; the console was not closed: child has vanished; "),
    ("hang", 3, "no run: box: silent for 2 s"))))
def test_an_external_console(then, status, said, tmp_path):
    """ExternalConsoleDriver of labgrid 0.4.1 returns no bytes at a timeout, which it takes as
    milliseconds; and it reads nothing from a program that has ended."""
    (tmp_path / "log").write_bytes(LOG)
    (tmp_path / "console.py").write_text(CONSOLE)
    (tmp_path / "boxes.yaml").write_text(yaml.safe_dump({
        "targets": {"box": {"drivers": [
            {"ExternalConsoleDriver": {
                "cmd": f"/usr/bin/python3 {tmp_path}/console.py {tmp_path} {then}"}},
            {"ExternalPowerDriver": {"cmd_on": f"touch {tmp_path}/on", "delay": 0.0,
                                     "cmd_off": f"rm -f {tmp_path}/on"}},
            {"BareprobeStrategy": {"silence": 2.0, "bound": 20.0}}]}},
        "imports": [str(LAB / "bareprobe_strategy.py")]}))
    done = shelf(tmp_path / "boxes.yaml", cwd=tmp_path)
    assert done.returncode == status, (VERSION, done.stdout + done.stderr)
    assert said in done.stdout and "not switched off" not in done.stdout, (VERSION, done.stdout)
    received = (tmp_path / "bareprobe-logs/box.log").read_bytes()
    assert received == (LOG[:len(LOG) // 2] if then == "hang" else LOG), VERSION


def test_an_emulator_that_dies_is_not_waited_for(tmp_path):
    """The limits of the example are 30 s of silence and 300 s for a run."""
    (tmp_path / "qemu").write_text('#!/bin/sh\ntimeout --foreground -s KILL 1 '
                                   'qemu-system-i386 "$@"\n')
    (tmp_path / "qemu").chmod(0o755)
    example = yaml.safe_load((LAB / "qemu.yaml").read_text())
    example["tools"]["qemu"] = str(tmp_path / "qemu")
    example["images"]["bareprobe"] = str(BUILD.resolve() / "bareprobe.elf")
    example["imports"] = [str(LAB / "bareprobe_strategy.py")]
    driver = example["targets"]["pentium3"]["drivers"][0]["QEMUDriver"]
    driver["boot_args"] = "command=thesis/* events=time_stamp repetitions=2000 report=records"
    (tmp_path / "qemu.yaml").write_text(yaml.safe_dump(example))
    began = time.monotonic()
    done = shelf(tmp_path / "qemu.yaml", "pentium3", cwd=tmp_path)
    assert time.monotonic() - began < 25
    assert done.returncode == 3 and done.stdout.splitlines()[1].endswith(
        "no run: pentium3: the console has ended"), (VERSION, done.stdout)


@pytest.mark.full
def test_boxes_that_fail_at_once_are_each_asked(tmp_path):
    """A process must not continue with the machine of a process that has ended, or end with it: the
    switch of the last machine kills its own process."""
    terminal, line = os.openpty()
    ports = {f"box{number}": f"/dev/none-{number}" for number in range(6)}
    ports["killed"] = os.ttyname(line)
    (tmp_path / "boxes.yaml").write_text(yaml.safe_dump({
        "targets": {box: {"resources": {"RawSerialPort": {"port": port}},
                          "drivers": [{"SerialDriver": {}},
                                      {"ExternalPowerDriver": {"cmd_on": 'sh -c "kill -9 $PPID"',
                                                               "cmd_off": "true", "delay": 0.0}},
                                      {"BareprobeStrategy": {}}]} for box, port in ports.items()},
        "imports": [str(LAB / "bareprobe_strategy.py")]}))
    done = shelf(tmp_path / "boxes.yaml", "killed", *list(ports)[:-1], cwd=tmp_path)
    os.close(terminal)
    os.close(line)
    assert done.returncode == 3, done.stdout + done.stderr
    said = {text.split()[0]: text for text in done.stdout.splitlines()[1:]}
    assert said.keys() == ports.keys() and "not switched off" in said["killed"]
    assert "terminated abruptly" in said.pop("killed")
    for box, text in said.items():
        assert f"Could not open serial port {ports[box]}" in text


def test_example_of_real_boxes_has_only_what_labgrid_knows(tmp_path):
    """All classes and arguments in the example exist; the resources need no hardware until they are
    used."""
    script = ("import sys; from labgrid import Environment, target_factory\n"
              f"environment = Environment({str(LAB / 'boxes.yaml')!r})\n"
              "for name, config in environment.config.get_targets().items():\n"
              "    drivers = [item for one in config['drivers'] for item in one.items()]\n"
              "    for kind, arguments in drivers:\n"
              "        known = target_factory.drivers[kind].__attrs_attrs__\n"
              "        assert arguments.keys() <= {a.name for a in known}, (kind, arguments)\n"
              "    for kind, resource in config['resources'].items():\n"
              "        known = target_factory.resources[kind].__attrs_attrs__\n"
              "        assert resource.keys() <= {a.name for a in known}, (kind, resource)\n"
              "    print(name)\n")
    done = labgrid("-c", script, cwd=tmp_path)
    assert (done.returncode, done.stdout.split()) == (0, ["p5-90", "p55c-166"]), done.stderr
