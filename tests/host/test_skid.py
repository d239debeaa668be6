# SPDX-License-Identifier: MIT
"""Skid of samples, as a table and as a plot, from logs written here with addresses of the loop in
the built image."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from logs import hit_record, run_log, sampling_record

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
IMAGE = BUILD / "bareprobe.elf"
SKID = {"bench": "sampled/skid"}
PLAN = 'ev=plan experiment="{}" command=* benches=1 events=1 passes=1 variants=1 repetitions=5'


@pytest.fixture(name="image", scope="module")
def fixture_image():
    """Symbols of the image, its build and the number of benchmarks that `run` reports."""
    names = subprocess.run(["nm", IMAGE], capture_output=True, text=True, check=True).stdout
    start = subprocess.run([BUILD / "vpentium", "-kernel", IMAGE, "-append", "command=thesis/hello "
                            "events=branches repetitions=1 exit=qemu"], capture_output=True,
                           text=True, check=True, timeout=60).stdout
    return {"build": re.search(r"build=(\"[^\"]*\"|\S+)", start)[1],
            "benches": re.search(r"benches=(\d+)", start)[1],
            **{name: int(address, 16) for address, name in re.findall(r"^(\w+) [tT] (\S+)$",
                                                                      names, re.M)}}


@pytest.fixture(name="log")
def fixture_log(tmp_path, image):
    def write(*records, build=image["build"]):
        (tmp_path / "a.log").write_text(run_log(*records, build=build, platform="virtual",
                                                benches=image["benches"]))
        return "a.log"
    return write


def two_sources(image):
    """Offsets from the beginning of the loop: DIV is 3 bytes long, an INC and the DEC 1 each. So
    the first INC is at 3 (distance 1), the second at 4, DEC at 3 + 128 and JNZ at 3 + 129, distance
    130. For events all samples are at 2, except for one in other code."""
    loop = image["skid_turn"]
    assert image["skid_behind"] - loop == 3 + 129 + 6  # JNZ beyond 128 bytes has 6
    return [sampling_record(source="pit", samples=15, every=20000, **SKID),
            *(hit_record(loop + offset, n, 1, **SKID) for offset, n in
              ((0, 2), (3, 3), (4, 4), (3 + 129, 1))),
            hit_record(image["launch_make_cold"], 5, 1, **SKID),
            PLAN.format("other"),
            sampling_record(source="pm0", unit="data_read", every=101, samples=8, **SKID),
            hit_record(loop + 4, 7, 1, **SKID), hit_record(loop - 1, 1, 1, **SKID)]


def test_a_table_by_source(bareprobe, log, image):
    """Two of ten samples are at 0 and 3 at 1, so half of them are at 1 or before."""
    done = bareprobe("profile", log(*two_sources(image)), "--skid")
    assert (done.returncode, done.stderr) == (0, "")
    assert [re.split(r"  +", line.strip()) for line in done.stdout.splitlines()
            if line.startswith("sampled/skid")] == [
        ["sampled/skid", "warm", "by the timer (PIT), every 20000 clocks", "10", "1", "20.0 %",
         "30.0 %", "0", "130", "5"],
        ["sampled/skid", "warm", "by the pin PM0, every 101 data_read", "7", "2", "0.0 %", "0.0 %",
         "2", "2", "1"]]


def test_the_script_of_the_picture(bareprobe, log, image, tmp_path):
    done = bareprobe("plot", "skid", log(*two_sources(image)), "-o", "a.gp")
    assert (done.returncode, done.stderr) == (0, "")
    script = (tmp_path / "a.gp").read_text()
    panels = [dict(tuple(map(float, line.split("\t"))) for line in body.splitlines()) for body in
              re.findall(r"^\$p\d << END\n(.*?)^END$", script, re.M | re.S)]
    assert [len(panel) for panel in panels] == [131, 131]
    assert [{at: share for at, share in panel.items() if share} for panel in panels] \
        == [{0: 20, 1: 30, 2: 40, 130: 10}, {2: 100}]
    assert ("'by the timer (PIT), every 20000 clocks:  median 1,  20.0 % at 0,  30.0 % at 1,  of "
            "10 samples'" in script)
    assert "median 2,  0.0 % at 0,  0.0 % at 1,  of 7 samples'" in script


@pytest.mark.parametrize("ending, begin", [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_it_is_drawn(bareprobe, log, image, tmp_path, ending, begin):
    if not shutil.which("gnuplot"):
        pytest.skip("no gnuplot here")
    done = bareprobe("plot", "skid", log(*two_sources(image)), "-o", f"a.{ending}")
    assert done.returncode == 0 and done.stderr == ""
    assert (tmp_path / f"a.{ending}").read_bytes().startswith(begin)


def test_of_what_is_stored(bareprobe, log, image):
    shown = bareprobe("profile", log(*two_sources(image)), "--skid").stdout
    bareprobe("import", "a.log")
    assert bareprobe("profile", "last", "--skid").stdout == shown


def test_nothing_on_the_loop(bareprobe, log, image):
    records = sampling_record(samples=1, **SKID), hit_record(image["launch_make_cold"], 1, 1,
                                                             **SKID)
    for verb in (("plot", "skid", log(*records)), ("profile", log(*records), "--skid")):
        done = bareprobe(*verb)
        assert done.returncode == 2 and "in a loop named skid_turn" in done.stderr


def test_without_its_image(bareprobe, log, image):
    for verb in (("plot", "skid", log(*two_sources(image), build="0.0-other")),
                 ("profile", "a.log", "--skid")):
        done = bareprobe(*verb)
        assert done.returncode == 2
        assert "the kernel image is required to find the sampled loop" in done.stderr


def test_a_table_of_its_own(bareprobe, log, image):
    done = bareprobe("profile", log(*two_sources(image)), "--skid", "--by", "line")
    assert done.returncode == 2 and "--skid cannot be combined with --by" in done.stderr
