# SPDX-License-Identifier: MIT
"""completion/bareprobe: completions that bash offers. Names must be those of the tables."""
import os
import pathlib
import re
import shlex
import subprocess

import pytest

from logs import result_record, run_log

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
SCRIPT = ROOT / "completion" / "bareprobe"


@pytest.fixture(name="offered")
def fixture_offered(tmp_path):
    """offered(*words): the completions of the last word."""
    environment = {name: value for name, value in os.environ.items() if name != "BAREPROBE_DB"}

    def offer(*words):
        typed = shlex.join([str(BUILD.resolve() / "bareprobe"), *words])
        script = (f"source {shlex.quote(str(SCRIPT))}; COMP_WORDS=({typed}); "
                  f"COMP_CWORD={len(words)}; _bareprobe; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment, text=True,
                              capture_output=True, timeout=30, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.split()
    return offer


def test_verbs(offered, bareprobe):
    verbs = re.findall(r"^  ([a-z]+) ", bareprobe("--help").stdout, re.M)
    assert offered("") == [*verbs, "--help", "--version"]
    assert offered("hist") == ["history"]


def test_every_option_of_every_verb(offered, bareprobe):
    for verb in re.findall(r"^  ([a-z]+) ", bareprobe("--help").stdout, re.M):
        items = re.findall(r"^ +(-.*?)(?:  |$)", bareprobe(verb, "--help").stdout, re.M)
        options = [option for item in items for option in re.findall(r"--[a-z][\w-]*", item)]
        assert options and offered(verb, "--") == [*options, "--help"], verb


def table_events():
    text = "".join((ROOT / "pmc" / "p5" / name).read_text() for name in ("p5.def", "p55c.def"))
    return re.findall(r"^EVENT\(\w+,\s+(\w+),", text, re.M)


@pytest.mark.parametrize("words", (["run", "-e"], ["run", "--events"], ["run", "--events", "="],
                                   ["show", "--event"], ["compare", "x", "-e"],
                                   ["history", "thesis/hello", "0"]))
def test_events(words, offered):
    assert set(offered(*words, "")) == {*table_events(), "time_stamp"}
    assert offered(*words, "btb_h") == ["btb_hits"]


def test_events_of_a_list(offered):
    assert offered("run", "-e", "branches,btb_h") == ["branches,btb_hits"]


@pytest.mark.parametrize("words", (["run", "-b"], ["show", "--bench"], ["compare", "-b"],
                                   ["show", "last", "--bench", "="], ["history"]))
def test_benchmarks(words, offered):
    assert offered(*words, "thesis/prog") == ["thesis/program1", "thesis/program2"]


@pytest.mark.parametrize("words, values", [
    (["run", "-g", "b"], "branch bus breakdown breakdown_k7 breakdown_p6"),  # events and metrics
    (["run", "-g", "cache,cp"], "cache,cpi"),
    (["show", "-m", "c"], "code_cache cpi"),
    (["show", "-m", "cpi,st"], "cpi,stalls"),
    (["show", "--sort", "r"], "run region"),
    (["show", "--report", "=", ""],
     "text table p5mon_file machine machine_all variants instr_table perfex"),
    (["run", "--report", ""],
     "table text p5mon_file machine machine_all variants instr_table perfex records none"),
    (["run", "--state", ""], "warm cold both"),
    (["run", "--ablate", ""], "branch vpipe l1"),
    (["run", "--ablate", "branch,l"], "branch,l1"),
    (["compare", "--ring", ""], "kernel user both"),
    (["compare", "last", "silicon:k"], "silicon:k5 silicon:k6 silicon:k7-thunderbird"),
    (["compare", "last", "silicon", ":", "p5"], "p54c-100 p55c-200"),
    (["run", "-e", "pcl", ":", "PCL_MF"], "PCL_MFLOPS"),
    (["run", "-e", "clocks,papi", ":", "PAPI_TOT"], "PAPI_TOT_CYC PAPI_TOT_INS PAPI_TOT_IIS"),
    (["compare", "last", "silicon", ":", "a"], "any"),
    (["compare", "last", "silicon", ":"], "k5 k6 k7-thunderbird mii p2-deschutes p3-coppermine "
     "p3-katmai-dp p3-tanner p4-northwood p4-willamette "
     "p54c-100 p55c-200 p6-200 winchip-c6 any"),
    (["list", "m"], "metrics"),
    (["list", "s"], "suites"),
    (["run", "--suite", "m"], "machine"),
    (["plot", ""],
     "bars stack sweep ablation compare latency timeline channels skid multiplex breakdown"),
    (["plot", "-b", "thesis/*", "s"], "stack sweep skid"),
    (["plot", "stack", "l"], "last last~1"),
    (["plot", "--output", "=", "x.svg", "a"], "ablation"),
    (["list", "groups", "st"], "stall"),
    (["export", "-f", "gb"], "gbench"),
    (["profile", "-f", "sp"], "speedscope"),
    (["profile", "--by", ""], "function line instruction"),
    (["profile", "l"], "last last~1"),
    (["show", "--nothing", "last"], "last last~1"),
    (["show", "--raw", "l"], "last last~1"),  # a word after a flag is an argument
    (["run", "--pm"], "--pm0-nmi"),
    (["no-such-verb", ""], ""),
])
def test_values(words, values, offered):
    assert offered(*words) == values.split()


def test_runs_are_those_of_the_store_and_logs(offered, bareprobe, tmp_path):
    for number in (1, 2, 3):
        (tmp_path / f"{number}.log").write_text(run_log(result_record(mean=number)))
        assert bareprobe("import", f"{number}.log").returncode == 0
    assert {"1", "2", "3", "last", "1.log", "2.log"} <= set(offered("show", ""))
    assert sorted(offered("compare", "last", "2")) == ["2", "2.log"]
    assert offered("import", "2") == ["2.log"]


def test_files_and_folders(offered, tmp_path):
    (tmp_path / "my.parms").touch()
    (tmp_path / "my.logs").mkdir()
    assert sorted(offered("run", "--parms", "my")) == ["my.logs", "my.parms"]
    assert offered("run", "--logs", "my") == ["my.logs"]
    assert sorted(offered("experiments", "my")) == ["my.logs", "my.parms"]
    assert offered("experiments", "--outdir", "my") == ["my.logs"]
    assert offered("run", "--no-log", "my") == []
