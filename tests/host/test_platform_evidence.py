# SPDX-License-Identifier: MIT
"""Reports show the evidence for the platform; a run of vpentium-test is not stored or exported
without its label."""
import os
import pathlib
import subprocess

import pytest

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")

SETTINGS = "command=thesis/program2 events=count_clocks repetitions=2 exit=qemu noise=0"


@pytest.fixture(name="log")
def fixture_log(tmp_path):
    """log(switches): the name of a log of vpentium-test."""
    def run(switches):
        done = subprocess.run([BUILD / "vpentium-test", "-test", switches, "-kernel",
                               BUILD / "bareprobe.elf", "-append", SETTINGS], check=False,
                              stdin=subprocess.DEVNULL, capture_output=True)
        (tmp_path / "machine.log").write_bytes(done.stdout)
        return "machine.log"
    return run


REFUSAL = ("machine.log: its machine is a simulator that claims to be silicon; only a run with "
           "--label test is stored or exported\n")


def test_a_run_that_claims_to_be_a_chip_is_not_stored(bareprobe, log):
    name = log("leaf")
    done = bareprobe("import", name)
    assert done.returncode and REFUSAL in done.stderr
    done = bareprobe("import", name, "--label", "mine")
    assert done.returncode and REFUSAL in done.stderr
    assert "machine.log" not in bareprobe("list", "runs").stdout
    assert bareprobe("import", name, "--label", "test").returncode == 0
    assert bareprobe("export", "last", "-f", "csv").returncode == 0
    assert bareprobe("import", name, "--label", "mine").returncode
    assert bareprobe("export", "last", "-f", "csv").returncode == 0


def test_a_run_that_claims_to_be_a_chip_is_not_exported(bareprobe, log):
    name = log("leaf")
    done = bareprobe("export", name, "-f", "csv")
    assert done.returncode and done.stdout == "" and REFUSAL in done.stderr
    assert bareprobe("export", name, "-f", "csv", "--label", "test").returncode == 0


def test_a_simulator_is_not_a_chip(bareprobe, tmp_path):
    """`run` has started a simulator, which cannot be a chip."""
    simulator = tmp_path / "claims"
    simulator.write_text(f'#!/bin/sh\n"{BUILD}/vpentium-test" -test leaf "$@" '
                         "| grep -v vpentium-test\n")
    simulator.chmod(0o755)
    words = ("run", f"--sim={simulator}", "-b", "thesis/program2", "-e", "clocks", "-r", 2)
    assert "only a run with --label test is stored" in bareprobe(*words).stderr
    assert "run 1 of" in bareprobe(*words, "--label", "test").stderr


def test_reports_say_what_shows_it(bareprobe, log, tmp_path):
    name = log("leaf,bios")
    sentence = "the BIOS contains the text DOSBox"
    assert f"platform: emulator: {sentence}" in bareprobe("show", name).stdout
    bareprobe("html", name, "-o", "page.html")
    page = (tmp_path / "page.html").read_text()
    assert f"<p>Evidence: {sentence}" in page
    assert "emulator: its clocks are not" in page


def test_reports_say_that_nothing_is_known(bareprobe, log, tmp_path):
    name = log("leaf,counters")
    shown = bareprobe("show", name).stdout
    assert "not known to be a real chip" in shown
    assert "platform: unknown: 2 of 2 counters stand still" in shown
    bareprobe("html", name, "-o", "page.html")
    assert "not known to be a real chip" in (tmp_path / "page.html").read_text()
