# SPDX-License-Identifier: MIT
"""A latency or throughput that is not above 0 is suspect: from the kernel to the exit status."""
import os
import subprocess

from places import ROOT

BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
# tests/bench/instr/backwards.c: latency 0, throughput -1.8, overlap 0, which may be 0.
SETTINGS = "command=instr/backwards events=time_stamp repetitions=2 exit=qemu"


def test_an_impossible_finding_is_suspect(vpentium, records, tmp_path):
    run = vpentium(SETTINGS, image="bareprobe-test")
    found = {record["name"]: record for record in records(run.stdout)
             if record["ev"] == "finding"}
    assert run.returncode == 0
    for name, text in (("latency", "impossible: 0"), ("throughput", "impossible: -1.8")):
        assert found[name]["status"] == "suspect" and found[name]["text"] == text
        assert found[name]["suspect"] == "not above 0 clocks" and "value" not in found[name]
    assert (found["overlap"]["status"], found["overlap"]["value"]) == ("ok", "0")
    log = tmp_path / "run.log"
    log.write_text(run.stdout)
    done = subprocess.run([BAREPROBE, "import", log, "--db", tmp_path / "db"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith(
        "2 findings are suspect; the first is instr/backwards, latency: impossible: 0\n")


def test_both_text_reports_are_alike(vpentium, tmp_path):
    """The kernel's own, and the one made of its records."""
    log = tmp_path / "run.log"
    log.write_text(vpentium(SETTINGS, image="bareprobe-test").stdout)
    own = vpentium(SETTINGS + " report=text", image="bareprobe-test").stdout
    made = subprocess.run([BAREPROBE, "show", log, "--report", "text"], capture_output=True,
                          text=True, check=False).stdout
    for text in (own, made):
        assert "Finding: throughput: impossible: -1.8\n" in text.replace("\r", "")
        assert ", 2 suspect: ok" in text
