# SPDX-License-Identifier: MIT
"""`bareprobe run`: the report equals the kernel's own, no file or process remains, and wrong names
are found before a boot."""
import fcntl
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import termios

import pytest

from bounds import HANG_BOUND
from tiers import fast_cases, full
from processes import children, is_running, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
TOOL = BUILD / "bareprobe"
PROGRAMS = "command=thesis/program?"
BRANCHES = (PROGRAMS, "-e", "branches", "-r", "2")
KEPT = "bareprobe run: run 1 of bareprobe.db\n"  # the only line of a run on stderr


def run(*arguments, cwd):
    return subprocess.run([TOOL, "run", *arguments], capture_output=True, text=True, check=False,
                          cwd=cwd, timeout=HANG_BOUND, stdin=subprocess.DEVNULL)


def without_times(report):
    """A longer command line, and records instead of text, change the clocks of the harness. A dump
    of the settings also contains the form of the report."""
    return re.sub(r"(arguments:|report =|started at|over a whole run:|elapsed time:|"
                  r"execution time of) .*", r"\1", report)


def without_places(report):
    """Only the host knows the source line of a fault (test_fault_places.py)."""
    in_source = r"in (code outside the image|\S+( at \S+:\d+|, which is data .*)?)"
    return re.sub(rf"^    (    .*|{in_source})\n", "", report, flags=re.M)


def test_p55c_report_is_the_kernels_own(vpentium, tmp_path):
    words = ["command=thesis/program1", "repetitions=2", "events=0x2b,data_read:u,0x2d"]
    ours = run("--cpu", "p55c", "--report", "text", *words, cwd=tmp_path)
    kernels = vpentium(" ".join([*words, "report=text", "exit=qemu"]), "-cpu", "p55c")
    assert without_times(ours.stdout) == without_times(kernels.stdout.replace("\r\n", "\n"))
    assert "not heard" not in ours.stdout and ours.stderr == KEPT


@pytest.mark.parametrize("bench", fast_cases(
    4, ("fault/[dlns]*", "fault/open_region,fault/overflow", "region/[bentuvw]*", "libp5mon/modes",
        "fault/*", "region/*", "libp5mon/*")))
def test_report_of_trouble_is_the_kernels_own(bench, vpentium, tmp_path):
    """Benchmarks that fault, misused regions, and the calls of libp5mon."""
    words = [f"command={bench}", "repetitions=2", "events=data_read,branches", "watchdog=1"]
    ours = run("--kernel", BUILD / "bareprobe-test.elf", "--report", "text", *words, cwd=tmp_path)
    kernels = vpentium(" ".join([*words, "report=text", "exit=qemu"]), image="bareprobe-test")
    told = without_places(without_times(ours.stdout))
    assert told == without_places(without_times(kernels.stdout.replace("\r\n", "\n")))
    assert ours.returncode == kernels.returncode and ours.stderr == KEPT

REPORTED = [
    "repetitions=3",
    "repetitions=2 events=branches,data_read state=both ablate=branch,l1",
    "repetitions=3 events=branches:u,branches:k,data_read:k privilege=user use_assembly_regions=no",
    "repetitions=2 events=branches,time_stamp",
    "repetitions=2 events=data_read output_all_results=yes confidence_level_99=yes",
    "repetitions=3 events=count_clocks output_all_results=yes skip_initialization_run=yes",
    "repetitions=2 events=branches:k,data_write,data_read:u,pipeline_flushes,branches:uk",
    "repetitions=2 events=data_read,branches,data_write verbose_level=2 batches=3 no_such=1 "
    "warn_parm_not_used=yes",
    "repetitions=5 events=data_read,time_stamp output_file=all.p5 dump_parms=yes cull=mad:3",
    "repetitions=4 events=data_read ci_target=1% state=cold privilege=user user_events=yes",
    "repetitions=2 events=data_read watchdog=5 warn_parm_not_defined=yes "
    "parm_warn_file_name=warnings",
]


@pytest.mark.parametrize("form, settings", [
    *(("text", settings) for settings in REPORTED),
    *fast_cases(3, [("p5mon_file", settings) for settings in
                    sorted(REPORTED, key=lambda one: not re.search("state|output", one))])])
def test_report_is_the_kernels_own(form, settings, vpentium, tmp_path):
    words = [PROGRAMS, *settings.split()]
    ours = run("--report", form, *words, cwd=tmp_path)
    kernels = vpentium(" ".join([*words, f"report={form}", "exit=qemu"]))
    assert ours.returncode == 0, ours.stderr
    # A machine has one output; the host prints the announcements of verbose_level to stderr.
    theirs = kernels.stdout.replace("\r\n", "\n")
    line = r"^(?:# )?(?:execution|repetition) \d+[: ].*\n"
    announced = "".join(re.findall(line, theirs, re.M))
    theirs = re.sub(line, "", theirs, flags=re.M)
    assert without_times(ours.stdout) == without_times(theirs)
    assert bool(announced) == ("verbose_level" in settings)
    if form == "p5mon_file":
        announced = ours.stderr.removesuffix(KEPT)
    assert ours.stderr == announced + KEPT  # no progress bar without a terminal


def test_switches_of_run_p5mon(tmp_path):
    """-P names a parameter file, -F precedes a setting, verbose_level prints to stderr (thesis,
    sections 4.3.1, 4.3.3.5 and C)."""
    (tmp_path / "STD_PARMS").write_text(
        "(p5mon\n command = hello; repetitions = 2; branches = yes; output_file = out.p5;\nend)\n")
    done = run("-P", "STD_PARMS", "-Frepetitions=3", "-F", "verbose_level=1", "--files-to", "made",
               "--report", "text", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "for 3 regions, 3 repetitions" in done.stdout and "repetition 1" not in done.stdout
    assert done.stderr.splitlines()[:3] == [
        f"repetition {n} of 3: thesis/hello, warm" for n in (1, 2, 3)]
    written = (tmp_path / "made" / "out.p5").read_text().splitlines()
    assert written[1] == "# run_p5mon results file" and written[-1].startswith("2 0x12 -1 ")
    label = run("-b", "hello", "-F", "repetitions=1", "--report", "none", "--label", "-Fa=b",
                cwd=tmp_path)
    assert label.returncode == 0 and "-Fa=b" in tool("list", "runs", cwd=tmp_path).stdout
    wrong = run("-Fnonsense", cwd=tmp_path)
    assert wrong.returncode == 2 and "'-Fnonsense' is not an option" in wrong.stderr


def test_table_of_overheads_is_the_kernels_own(vpentium, tmp_path):
    settings = "repetitions=2 experiment=overhead command=thesis/program1 " \
               "events=data_read,branches,time_stamp"
    ours = run("--report", "text", *settings.split(), cwd=tmp_path)
    kernels = vpentium(f"{settings} report=text exit=qemu")
    assert ours.returncode == 0, ours.stderr
    assert without_times(ours.stdout) == without_times(kernels.stdout.replace("\r\n", "\n"))
    refused = run("--report", "p5mon_file", *settings.split(), cwd=tmp_path)
    assert refused.returncode == 2
    assert "'p5mon_file' cannot represent experiment=overhead" in refused.stderr


def test_options_are_settings(tmp_path):
    done = run("-b", "thesis/program1", "-e", "data_read", "-g", "branch", "-r", "2", "--state",
               "cold", "--ablate", "vpipe", "ci_target=1%", "--report", "text", cwd=tmp_path)
    assert done.returncode == 0
    assert ("command=thesis/program1 events=data_read,branch,instructions_executed repetitions=2 "
            "state=cold ablate=vpipe ci_target=1%") in done.stdout


def tool(*arguments, cwd):
    return subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False, cwd=cwd,
                          timeout=HANG_BOUND, stdin=subprocess.DEVNULL)


def test_group_of_metrics(tmp_path):
    """Program 1 of the thesis takes 212 clocks for 305 instructions (Figure 4.3: 101 of them in the
    V pipe), which is 0.70 clocks for each, and 2 * 101 / 305 = 66 % are paired."""
    assert run("-b", "thesis/program1", "-g", "cpi", "-r", "2", cwd=tmp_path).returncode == 0
    shown = tool("show", "-m", "cpi", "last", cwd=tmp_path)
    assert re.search(r"region 0 +0\.(69|70) +66\.23\n", shown.stdout), shown.stdout


@pytest.mark.parametrize("group, event, count", [
    ("cpi,mmx", "emms_instructions_executed", 3 + 16),
    ("stall:u", "data_cache_tlb_miss_stall_duration", 14),
])
def test_p55c(group, event, count, tmp_path):
    """mmx has 16 events and stall 14 (pmc/p5), cpi needs 3 (host/data/metrics/cpi.metric)."""
    done = run("-b", "thesis/program1", "-g", group, "-r", "2", "--cpu", "p55c", "--report", "text",
               cwd=tmp_path)
    assert done.returncode == 0 and "Pentium MMX" in done.stdout
    assert f" events: {count}, passes: " in done.stdout
    shown = tool("show", "-e", event, "last", cwd=tmp_path)
    assert event in shown.stdout


def test_simulators_options_are_passed_on(tmp_path):
    """Program 1 has 101 pairs; none if everything goes through U. The written file is complete when
    run ends."""
    words = ("-b", "thesis/program1", "-e", "instructions_executed_in_v_pipe", "--no-store",
             "--report", "text")
    pairs = "Instructions Executed in the v-pipe: {}.0 +/- 0.0"
    assert pairs.format(101) in run(*words, cwd=tmp_path).stdout
    ours = run(*words, "--set", "pairing.enabled=off", "--set", "branch.direct=9", "--mhz", "75",
               "--errata", "off", "--silicon", "tr12-fault", "--seed", "7", "--annotate", "where",
               "--account", "whose", cwd=tmp_path)
    assert pairs.format(0) in ours.stdout and "75.0 MHz" in ours.stdout
    assert all((tmp_path / name).read_text().count("thesis") for name in ("where", "whose"))
    assert ours.returncode == 0


def test_run_goes_to_the_store(tmp_path):
    words = ("--no-log", "-e", "branches", "-r", "2", "-b")
    run(*words, "thesis/program1", cwd=tmp_path)
    assert tool("show", "last", cwd=tmp_path).stdout.count("thesis/program1 ") == 1
    again = run(*words, "thesis/program1", cwd=tmp_path)
    assert "run 2 of bareprobe.db; its records are identical to those of run 1" in again.stderr
    run("--db", "other.db", *words, "thesis/program2", cwd=tmp_path)
    assert "thesis/program2" in tool("show", "last", "--db", "other.db", cwd=tmp_path).stdout
    run("--no-store", *words, "thesis/program2", cwd=tmp_path)
    assert "thesis/program2" not in tool("show", "last", cwd=tmp_path).stdout


def test_store_that_fails_costs_a_warning(tmp_path):
    done = run("--db", "none/x.db", "-o", "raw.log", *BRANCHES, cwd=tmp_path)
    assert done.returncode == 0 and "results, 0 errors: ok" in done.stdout
    assert "none/x.db: " in done.stderr
    assert "the run was not stored; import it from its raw log, raw.log" in done.stderr


def test_raw_log_is_what_came(tmp_path):
    done = run("--report", "records", *BRANCHES, cwd=tmp_path)
    (log,) = (tmp_path / "bareprobe-logs").iterdir()
    assert done.stdout == log.read_text() and "ev=done" in done.stdout
    named = run("--report", "none", "-o", "my.log", *BRANCHES, cwd=tmp_path)
    assert named.stdout == "" and "ev=done" in (tmp_path / "my.log").read_text()
    run("--no-log", "--no-store", *BRANCHES, cwd=tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"bareprobe-logs", "my.log",
                                                          "bareprobe.db"}


def test_experiment_files(tmp_path):
    for name, bench in ("one.parms", "thesis/program1"), ("two.parms", "thesis/program2"):
        (tmp_path / name).write_text(f"(p5mon\n command = {bench};\n repetitions = 2;\n"
                                     " data_read = yes;\n end)\n")
    done = run("--parms", "one.parms", "--parms", "two.parms", "--report", "text", cwd=tmp_path)
    assert done.returncode == 0
    assert re.findall(r"parameter file: .*?(\w+\.parms)", done.stdout) == ["one.parms", "two.parms"]
    assert done.stdout.count("Data Read:") == 2


@pytest.mark.parametrize("arguments, status, message", [
    (["-e", "data_raed"], 2, "'data_raed' is not an event; did you mean data_read?"),
    (["--state", "wram"], 2, "state: 'wram' is not allowed; allowed: warm, cold, both"),
    (["repetition=5"], 2, "'repetition' is not a setting (value '5'); did you mean repetitions?"),
    (["thesis/hello"], 2, "'thesis/hello': neither an option nor SETTING=VALUE; select "
     "benchmarks with -b"),
    (["-b", "a b"], 2, "'a b': a setting must not contain a space"),
    (["report=text"], 2, "select the report with --report"),
    (["--report", "txet"], 2, "'txet' is not a form of report; did you mean text?"),
    (["--parms", "bad.parms"], 2, "bad.parms:2: events: 'data_raed' is not an event"),
    (["--parms", "none.parms"], 2, "'none.parms' cannot be read: No such file"),
    (["--sim", "--qemu"], 2, "select only one target"),
    (["--timeout", "soon"], 2, "--timeout: 'soon' is not a number"),
    (["--cpu", "p66"], 2, "--cpu: 'p66' is not a processor; allowed: p54c, p55c"),
    (["--qemu", "--cpu", "p55c"], 2, "--cpu applies to the virtual Pentium only"),
    (["-b", "thesis/progam1"], 2, "'thesis/progam1'; did you mean thesis/program1?"),
    (["-b", "apps/checksum:variant=befor"], 2,
     "'apps/checksum:variant=befor': variant: 'befor' is not a value; did you mean before? "
     "Allowed: before,after\n"),
    (["-b", "checksum:varient=before"], 2,
     "'checksum:varient=before': 'varient' is not argument 1; did you mean variant? "
     "Arguments, in this order: variant=before,after\n"),
    (["-b", "apps/checksum:variant"], 2, "variant: '' is not a value; allowed: before,after\n"),
    (["-b", "apps/copy:size=5K:variant=movsb"], 2, "size: '5K' is not a value; did you mean 2K? "
                                                   "Allowed: 2K,16K\n"),
    (["-b", "apps/copy:size=2K"], 2, "variant is missing; allowed: movsb,bytes,movsd,dwords,pairs,"
                                     "x87,ahead,allocate, or 'apps/copy:size=2K:*' for all\n"),
    (["-b", "apps/copy:variant=movsb"], 2, "'variant' is not argument 1; arguments, in this order: "
                                           "size=2K,16K variant=movsb,"),
    (["-b", "apps/copy:size=2K:variant=movsb:x=1"], 2, "'x' is not argument 3; arguments, in "),
    (["-b", "thesis/program1:a=1"], 2, "'a' is not argument 1; arguments, in this order: none\n"),
    (["-b", "memory/latency:size=3K:stride=4"], 2, "'3K' is not a value; did you mean 1K? "
                                                   "Allowed: 1K..8M*2\n"),
    (["-b", "thesis/hello,progam1"], 2, "matches 'progam1'; did you mean thesis/program1?"),
    (["-b", "nonesuch"], 2, "matches 'nonesuch'; see 'bareprobe list benches'"),
    (["-e", "misaligned"], 2, "did you mean misaligned_data_memory_or_IO_references?"),
    (["--qemu", "--seed", "1"], 2, "--seed applies to the virtual Pentium only"),
    (["--serial", "/dev/null", "--set", "a=b"], 2, "--set applies to the virtual Pentium only"),
    (["--set", "branch.dirct=9"], 2, "--set 'branch.dirct=9': no such parameter; did you mean "),
    (["--set", "bus.io=0"], 2, "--set 'bus.io=0': "),
    (["--silicon", "tr12"], 2, "--silicon 'tr12': no such part"),
    (["--silicon", "a20=3"], 2, "--silicon 'a20=3': a20 takes no value"),
    (["--silicon", "a20", "--suite", "quick"], 2, "--silicon 'a20': requires -kernel"),
    (["--seed", "x"], 2, "--seed 'x': expected a number from 0 to 4294967295"),
    (["--mhz", "5"], 2, "--mhz '5': "),
    (["--errata", "yes"], 2, "--errata 'yes': expected a comma-separated list of on, off and fdiv"),
    (["--machine", "p54c-101"], 2, "--machine 'p54c-101': not a built-in profile"),
    (["-g", "breakdown", "--cpu", "northwood"], 2, "--group: 'breakdown': a breakdown needs a "
     "Pentium, a Pentium Pro, II or III, or an Athlon (p54c, p55c, ppro, p2, p3, k7), not "
     "northwood"),
    (["-g", "agi", "--cpu", "p2"], 2, "--group: 'agi': p2 lacks an event of each of its metrics; "
     "'bareprobe list metrics --cpu p2' lists groups of this processor"),
    (["-g", "p4_uops"], 2, "--group: 'p4_uops': p54c lacks an event of each of its metrics; "),
    (["-g", "cip"], 2, "--group: 'cip' is not a group; did you mean cpi?"),
    (["-g", "mmx"], 2, "'mmx': this processor has no such event"),
    (["--db", "x.db", "--no-store"], 2, "--db and --no-store cannot be combined"),
    (["--bnech", "x"], 2, "did you mean --bench?"),
    (["--sim=/none/vpentium"], 3, "'/none/vpentium' cannot be read"),
    (["--kernel", "bad.parms"], 3, "no multiboot header"),
    (["--serial", "/dev/ttyNONE9"], 3, "/dev/ttyNONE9: No such file"),
])
def test_wrong_use(arguments, status, message, tmp_path):
    (tmp_path / "bad.parms").write_text("(p5mon\n events = data_raed;\n end)\n")
    done = run("--no-log", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (status, "")
    assert message in done.stderr


@pytest.mark.parametrize("option", ["--set", "--seed", "--silicon", "--machine"])
def test_wrong_values_boot_and_keep_nothing(option, tmp_path):
    done = run(option, "none", PROGRAMS, cwd=tmp_path)
    assert done.returncode == 2 and option in done.stderr and "'none'" in done.stderr, done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option, line", [("--set", "bus.io"), ("--silicon", "tr12-fault"),
                                          ("--machine", "p54c-100")])
def test_help_of_the_simulators_options(option, line, tmp_path):
    done = run(option, "help", PROGRAMS, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "") and line in done.stdout
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("glob, cases", (
    ("apps/checksum:variant=before", ["variant=before"]),
    full(("checksum:variant=after", ["variant=after"])),
    ("apps/copy:size=2K:*s", ["size=2K:variant=pairs", "size=2K:variant=dwords",
                              "size=2K:variant=bytes"]),
    ("apps/copy:size=2K:variant=a*", ["size=2K:variant=ahead", "size=2K:variant=allocate"]),
    ("memory/latency:size=2K:stride=4", ["size=2K:stride=4"]),
    ("apps/c[h]ecksum:variant=before", ["variant=before"])))
def test_cases_are_measured(glob, cases, tmp_path):
    done = run("--no-log", "--no-store", "-b", glob, "-e", "clocks", "-r", "1", "--report", "text",
               cwd=tmp_path)
    measured = re.findall(r"^\w+/\w+:(\S+):", done.stdout, re.M)
    assert done.returncode == 0 and sorted(measured) == sorted(cases), done.stdout + done.stderr


def test_failed_run(tmp_path):
    done = run("--no-log", "-b", "apps/copy:size=5*", cwd=tmp_path)
    assert done.returncode == 1 and "no benchmark matches 'apps/copy:size=5*'" in done.stdout
    assert "nothing was measured: the run is not stored" in done.stderr
    assert "the store does not exist yet" in tool("list", "runs", cwd=tmp_path).stderr


@pytest.mark.parametrize("number", fast_cases(2, (signal.SIGINT, signal.SIGKILL, signal.SIGTERM)))
def test_no_simulator_is_left_behind(number, tmp_path):
    """The benchmark takes twenty seconds of a processor's time, so it does not end in time by
    itself."""
    log = tmp_path / "raw.log"
    with subprocess.Popen([TOOL, "run", "-b", "thesis/lzw", "-e", "branches", "-r", "400", "-o",
                           log], cwd=tmp_path, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            (simulator,) = wait_for(lambda: children(process.pid))
            wait_for(lambda: log.exists() and "ev=bench" in log.read_text())
            process.send_signal(number)
            _, stderr = process.communicate(timeout=HANG_BOUND)
        finally:
            process.kill()
    wait_for(lambda: not is_running(simulator))
    assert "ev=bench" in log.read_text()
    if number != signal.SIGKILL:
        assert process.returncode == 3
        assert f"the received data is kept in {log}, marked as incomplete" in stderr


def test_silence_is_bounded(tmp_path):
    done = run("-b", "thesis/hello", "-r", "10000", "--timeout", "1", "--no-log", cwd=tmp_path)
    assert done.returncode == 3 and "no data for 1 s" in done.stderr


def test_how_the_virtual_pentium_was_set_is_kept(tmp_path):
    """Neither the build nor the settings of the kernel distinguish two such machines."""
    words = ("-b", "thesis/program2", "-e", "clocks", "-r", "2", "--no-log")
    assert run(*words, cwd=tmp_path).returncode == 0
    assert run(*words, "--set", "cache.misaligned=2", "--mhz", "90", cwd=tmp_path).returncode == 0
    listed, compared, same = (
        subprocess.run([TOOL, *verb], cwd=tmp_path, capture_output=True, text=True, check=False)
        for verb in (("list", "runs"), ("compare", "1", "2"), ("compare", "1", "1")))
    assert ["--mhz 90 --set cache.misaligned=2 " in line
            for line in listed.stdout.splitlines()[1:]] == [False, True]
    assert ("the virtual Pentium ran with default settings in run 1 of bareprobe.db and with "
            "--mhz 90 --set cache.misaligned=2 in run 2 of bareprobe.db") in compared.stderr
    assert "ran with" not in same.stderr


def run_on_terminal(*words, cwd, columns=0):
    """Returns the output on the terminal, and stdout. 0 columns means that the terminal reports no
    width."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    with subprocess.Popen([TOOL, "run", *words],
                          cwd=cwd, env={**os.environ, "TERM": "xterm"}, stderr=slave,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        os.close(slave)
        said = b""
        try:
            while data := os.read(master, 4096):
                said += data
        except OSError:
            pass
        stdout, _ = process.communicate(timeout=HANG_BOUND)
    os.close(master)
    return said, stdout


@pytest.mark.parametrize("known", [False, True])
def test_progress_on_a_terminal(known, tmp_path):
    """The remaining time comes from an earlier run with the same request; without one it is not
    shown."""
    words = ["--no-log", "-r", "3", "-b", "thesis/program?"]
    if known:
        assert run(*words, cwd=tmp_path).returncode == 0
    said, stdout = run_on_terminal(*words, cwd=tmp_path)
    assert b"the virtual Pentium" in said and b"a model's counts" in said
    assert re.search(rb"\[[#-]+\] +\d+ %   thesis/program\d   pass \d+/20   \d+ s " +
                     (b"left" if known else b"elapsed"), said)
    assert b"\r\x1b[Kbareprobe run: run %d of" % (1 + known) in said  # the progress bar is erased
    assert b"results, 0 errors: ok" in stdout


@pytest.mark.parametrize("columns", fast_cases(2, [80, 200, 92, 100]))
def test_the_bar_leaves_room_for_what_is_said(columns, tmp_path):
    """The time fits in 80 columns next to a name of 28 letters, and the bar takes the rest of the
    line, up to 42."""
    said, _ = run_on_terminal("--no-log", "--no-store", "-b", "apps/checksum:variant=before",
                              "-r", "2", cwd=tmp_path, columns=columns)
    lines = re.findall(rb"\r(\[([#-]+)\] +\d+ %   apps/checksum:variant=before"
                       rb"   pass \d+/20   \d+ s elapsed)\x1b", said)
    assert lines
    for line, bar in lines:
        assert len(line) < columns
        assert len(bar) == 42 or len(line) == columns - 1


def test_box_on_a_serial_port(tmp_path):
    master, slave = pty.openpty()
    records = run("--report", "records", "--no-log", *BRANCHES, cwd=tmp_path).stdout
    with subprocess.Popen([TOOL, "run", "--serial", os.ttyname(slave), "--no-log", "-r", "2"],
                          cwd=tmp_path, text=True, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        said = next(line for line in process.stderr if "waiting for" in line)
        os.write(master, records[:2000].encode())
        os.write(master, records[2000:].encode())
        stdout, _ = process.communicate(timeout=HANG_BOUND)
    os.close(master)
    os.close(slave)
    assert "set in its boot menu: repetitions=2" in said
    assert process.returncode == 0 and "results, 0 errors: ok" in stdout


def test_qemu_counts_nothing_and_says_so(tmp_path):
    done = run("--qemu", "--no-log", PROGRAMS, "-r", "2", "-e", "branches", "--report", "text",
               cwd=tmp_path)
    assert "platform: emulator" in done.stdout
    assert done.returncode == 0
    assert re.search(r"Branches: unsupported\n +Time stamp: ", done.stdout)


def test_one_line_for_what_does_not_count(tmp_path):
    """In QEMU no event counts."""
    done = run("--qemu", "--no-log", "-b", "thesis/program1", "-r", "2", "--report", "text",
               cwd=tmp_path)
    lines = re.findall(r"^        .*(?:unsupported|counts).*$", done.stdout, re.M)
    assert len(lines) == 1
    assert re.fullmatch(r" +none of \d+ events can be counted here: unsupported", lines[0])


def test_one_line_for_what_was_not_heard(tmp_path):
    """The log ends after its third result: 36 of program1's 39 events are missing."""
    run("--report", "none", "-b", "thesis/program1", "-r", "2", "-o", "whole.log", cwd=tmp_path)
    lines = (tmp_path / "whole.log").read_text().splitlines(True)
    results = [i for i, line in enumerate(lines) if " ev=result " in line]
    assert len(results) == 39
    (tmp_path / "cut.log").write_text("".join(lines[:results[2] + 1]))
    shown = tool("show", "cut.log", "--report", cwd=tmp_path).stdout
    assert re.findall(r"^.*: not heard$", shown, re.M) == ["        36 events: not heard"]


@pytest.mark.parametrize("more, status", (((), 0), (("--no-store",), 3)))
def test_a_log_that_cannot_be_written(more, status, bareprobe):
    """The status is 0 only if the results are stored."""
    done = bareprobe("run", "-b", "thesis/program1", "-e", "clocks", "-r", "1", "-o", "/dev/full",
                     *more)
    assert done.returncode == status
    assert "/dev/full: cannot be written: No space left on device" in done.stderr
