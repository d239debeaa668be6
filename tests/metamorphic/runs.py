# SPDX-License-Identifier: MIT
"""Makes a run in one of several ways and reads its results from the report."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

sys.path.insert(0, str(ROOT / "tests" / "wire"))
import check_wire  # requires the directory added to the path above

from bounds import HANG_BOUND


class RunFailed(Exception):
    """The message has the command and the end of its output."""


# ---- settings -----------------------------------------------------------------------------------

def settings_of(run):
    """All settings of a run, by name."""
    return {"command": ",".join(run.benches), "events": ",".join(run.events),
            "repetitions": str(run.repetitions), **dict(run.subject.settings)}


def words_of(run, *omitted):
    return [f"{name}={value}" for name, value in settings_of(run).items() if name not in omitted]


def experiment_of(run):
    lines = "".join(f"    {name} = {value};\n" for name, value in settings_of(run).items())
    return f"(p5mon\n{lines}end)\n"


# ---- ways ---------------------------------------------------------------------------------------

def kernel_of(run):
    return BUILD / f"{run.subject.image}.elf"


def simulator(run, *options, append):
    return [BUILD / "vpentium", "-cpu", run.subject.cpu, "-kernel", kernel_of(run), *options,
            "-append", f"{append} report={run.form} exit=qemu"]


def by_boot(run, _folder):
    """The kernel's command line."""
    return simulator(run, append=" ".join(words_of(run)))


def by_suite(run, folder):
    """The second of two experiment files."""
    (folder / "first.parms").write_text("(p5mon\n    command = thesis/program1;\n    "
                                        "events = branches;\n    repetitions = 2;\nend)\n")
    (folder / "second.parms").write_text(experiment_of(run))
    modules = f"{folder}/first.parms,{folder}/second.parms"
    return simulator(run, "-initrd", modules, append="")


def by_command(run, _folder, *options):
    """`bareprobe run`, which adds settings."""
    return [BUILD / "bareprobe", "run", "--sim", "--cpu", run.subject.cpu, "--kernel",
            kernel_of(run), "--no-store", "--no-log", "--report", "records", *options,
            *words_of(run)]


def by_jobs(jobs):
    return lambda run, folder: by_command(run, folder, "--jobs", jobs)


def by_monitor(run, commands):
    return [BUILD / "bareprobe", "monitor", "--cpu", run.subject.cpu, "--kernel", kernel_of(run),
            "--records", "-c", commands]


def by_prompt(run, _folder):
    """At the prompt, after another benchmark."""
    return by_monitor(run, "count branches thesis/program2 repetitions=2; run "
                           + " ".join([run.subject.bench, *words_of(run, "command")]))


def by_load(run, _folder):
    """Code that is loaded over the line instead of the image's."""
    (file,) = BUILD.glob(f"kernel/**/bench/{run.subject.bench}.o")
    return by_monitor(run, f"load {file}; run " + " ".join(["loaded", *words_of(run, "command")]))

WAYS = {"boot": by_boot, "suite": by_suite, "command": by_command, "jobs 2": by_jobs("2"),
        "jobs 3": by_jobs("3"), "prompt": by_prompt, "loaded": by_load}


# ---- results ------------------------------------------------------------------------------------

def results_of_records(text, _run):
    """Results by benchmark, region, event, state and switched-off feature."""
    results = {}
    for line in text.splitlines():
        if not line.startswith("BP "):
            continue
        record = check_wire.parse_line(line)
        if record["ev"] == "result":
            key = tuple(record.get(name) for name in ("bench", "region", "event", "state",
                                                      "ablate"))
            results[key] = {name: record.get(name) for name in (
                "status", "mean", "ci", "min", "max", "entries", "exits", "overhead")}
    return results

BENCH = re.compile(r"(?P<bench>\w+/\w+(?::[^: ]+)*): ")
SETTING = re.compile(r"[# ].* counted, (?P<state>warm|cold)(?P<rest>(?:, [\w ]+)*)$")
REGION = re.compile(r"[# ] +Region (?P<region>\d+)(?: \(.*\))?[,:] entered (?P<entries>\d+)"
                    r"(?: times and)? exited (?P<exits>\d+)")
TEXT_RESULT = re.compile(r"(?:  | {8})\S.*?: (?:(?P<mean>-?[\d.]+) \+/- (?P<ci>[\d.]+) "
                         r"\(.*|(?P<status>[a-z]+))$")
FILE_RESULT = re.compile(r"(?:\d+ )?0x[0-9a-fA-F]+ -1 +(?P<mean>-?[\d.]+) (?P<ci>[\d.]+) ")
FEATURES = {"L1 caches off": "l1", "V pipe off": "vpipe", "branch prediction off": "branch"}


def results_of_lines(text, result, run):
    """Reads a report that has the results of a region in the order of events=. Its numbers have
    one digit after the point."""
    results, place = {}, {"region": "whole", "entries": "1", "exits": "1"}
    n = 0
    for line in text.replace("\r", "").splitlines():
        bench = BENCH.match(line.removeprefix("# "))
        if bench:
            place |= bench.groupdict()
        setting, region, found = SETTING.match(line), REGION.match(line), result.match(line)
        if setting:
            off = [FEATURES[words] for words in setting["rest"].split(", ") if words in FEATURES]
            place |= {"state": setting["state"], "ablate": "".join(off) or "none"}
        if region:
            place |= region.groupdict()
        if setting or region:
            n = 0
        elif found and "state" in place and n < len(run.events):
            key = (place["bench"], place["region"], run.events[n], place["state"],
                   place["ablate"])
            results[key] = {"status": "ok", "entries": place["entries"], "exits": place["exits"],
                            **{name: value for name, value in found.groupdict().items() if value}}
            n += 1
    return results


def results_of_text(text, run):
    return results_of_lines(text, TEXT_RESULT, run)


def results_of_p5mon_file(text, run):
    return results_of_lines(text, FILE_RESULT, run)

FORMS = {"records": results_of_records, "text": results_of_text,
         "p5mon_file": results_of_p5mon_file}


def results_of(run):
    """Makes the run and returns its results; raises RunFailed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(word) for word in WAYS[run.way](run, pathlib.Path(folder))]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", timeout=HANG_BOUND, cwd=ROOT, check=False)
    if done.returncode:
        raise RunFailed(f"{' '.join(command)}\n{done.stdout[-500:]}{done.stderr[-500:]}")
    return FORMS[run.form](done.stdout, run)
