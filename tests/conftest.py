# SPDX-License-Identifier: MIT
"""Shared parts of all tests: boots of the kernel in vpentium and QEMU, parsing of records, cmocka
programs as tests, and the last line of a run, `N passed, N failed`."""
import collections
import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pytest

# Programs keep ignored signals ignored, so a test run in the background, or by nohup, does not pass
# these on to the programs that it interrupts.
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT
                      else signal.default_int_handler)

# A `make` started by a test must behave like one that a user typed, not like a part of the
# enclosing `make check`. It inherits the variables, but not -s, -j or the printing of directory
# names.
_, dashes, variables = os.environ.pop("MAKEFLAGS", "").partition("-- ")
if dashes:
    os.environ["MAKEFLAGS"] = dashes + variables
for name in ("MAKELEVEL", "MFLAGS"):
    os.environ.pop(name, None)

# A Python that a test starts in another directory uses the same compiled modules.
if "PYTHONPYCACHEPREFIX" in os.environ:
    os.environ["PYTHONPYCACHEPREFIX"] = os.path.abspath(os.environ["PYTHONPYCACHEPREFIX"])

TESTS = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(TESTS / "wire"))
sys.path.insert(1, str(TESTS))
import check_wire  # requires the directories added to the path above
import rewriting

from bounds import HANG_BOUND
from places import BUILD, ROOT


# ---- machines -----------------------------------------------------------------------------------

@dataclasses.dataclass
class Run:
    """The output of a machine on COM1, the stderr of its host program, and the exit status: 0 is
    ok, 1 is failed, any other value is the host program's own status, negative for a signal."""
    stdout: str
    stderr: str
    returncode: int


def run_vpentium(append, *options, image="bareprobe", timeout=HANG_BOUND):
    """Runs build/<image>.elf in the virtual Pentium. The run ends only if the settings contain
    exit=qemu."""
    command = [BUILD / "vpentium", "-kernel", BUILD / f"{image}.elf", "-append", append, *options]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT,
                              text=True, errors="replace", timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        pytest.fail(f"the virtual Pentium did not end within {timeout} s: {append}")
    return Run(done.stdout, done.stderr, done.returncode)


def run_qemu(append, *options, image="bareprobe", timeout=HANG_BOUND):
    """Boots build/<image>.elf in QEMU, without GRUB. The run ends only if the settings contain
    exit=qemu."""
    return boot_qemu(["-kernel", BUILD / f"{image}.elf", "-append", append, *options], timeout)


def run_qemu_medium(*options, timeout=HANG_BOUND):
    """Boots in QEMU from the medium that the options name."""
    return boot_qemu(list(options), timeout)


def boot_qemu(options, timeout):
    with tempfile.TemporaryDirectory() as folder:
        wire = pathlib.Path(folder, "wire")
        said = pathlib.Path(folder, "said")
        command = ["qemu-system-i386", "-cpu", "pentium", "-m", "16", "-no-reboot",
                   "-display", "none", "-monitor", "none", "-serial", f"file:{wire}",
                   "-device", "isa-debug-exit,iobase=0xf4,iosize=4", *options]
        with said.open("w") as stderr:
            status = watch_qemu(command, stderr, timeout)
        sent = wire.read_text(errors="replace") if wire.exists() else ""
        complaints = said.read_text(errors="replace")
    if status is None:
        pytest.fail(f"QEMU did not end within {timeout} s: {options}\n{sent[-2000:]}{complaints}")
    # isa-debug-exit ends QEMU with 2 * value + 1. When QEMU refuses its options it also exits with
    # 1, but prints an error message.
    if status in (1, 3) and not complaints:
        return Run(sent, complaints, status >> 1)
    return Run(sent, complaints, 100 + status if status >= 0 else status)


def watch_qemu(command, stderr, timeout):
    """Returns QEMU's exit status, or None if it was killed after the timeout."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=stderr, cwd=ROOT, timeout=timeout, check=False).returncode
    except subprocess.TimeoutExpired:
        return None


def parse_records(text):
    """Returns the records on the wire as dicts of strings. A damaged or lost line fails the
    test."""
    try:
        return check_wire.parse(text)
    except check_wire.Damage as damage:
        pytest.fail(f"the wire: {damage}")


@pytest.fixture(scope="session")
def vpentium():
    return run_vpentium


@pytest.fixture(scope="session")
def qemu():
    return run_qemu


@pytest.fixture(scope="session")
def qemu_medium():
    return run_qemu_medium


@pytest.fixture(scope="session")
def records():
    return parse_records


# ---- cmocka programs: each of their tests is a pytest item --------------------------------------

class CmockaProgram(pytest.File):
    """The program build/tests/unit/NAME of tests/unit/NAME.c. It runs once, during collection."""

    def collect(self):
        program = BUILD / self.path.relative_to(ROOT).with_suffix("")
        results, complaint = shared_cmocka_run(program)
        named = collections.Counter()
        for name, failure, skipped in results:
            named[name] += 1
            if named[name] > 1:  # pytest identifies an item by its name
                name = f"{name}-{named[name]}"
            yield CmockaTest.from_parent(self, name=name, failure=failure, skipped=skipped)
        if complaint:
            yield CmockaTest.from_parent(self, name="(program)", failure=complaint, skipped=False)


class CmockaTest(pytest.Item):
    def __init__(self, *, failure, skipped, **inherited):
        super().__init__(**inherited)
        self.failure = failure
        self.skipped = skipped

    def runtest(self):
        if self.skipped:
            pytest.skip("skipped by the program")
        if self.failure:
            pytest.fail(self.failure, pytrace=False)

    def reportinfo(self):
        return self.path, None, f"{self.path.stem}: {self.name}"

TAP_PLAN = re.compile(r"1\.\.(\d+)")
TAP_TEST = re.compile(r"(ok|not ok) \d+ (- )?(# SKIP )?(\S+)")


def shared_cmocka_run(program):
    """run_cmocka(), once for all workers of a run: each of them collects every program. A worker
    that waits for another worker's result runs the next program in the meantime."""
    run_id = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if not run_id:
        return run_cmocka(program)
    folder = pathlib.Path(tempfile.gettempdir(), f"cmocka-{run_id}")
    folder.mkdir(exist_ok=True)
    waiting = [program, *sorted(path for path in program.parent.glob("test_*") if not path.suffix)]
    result = folder / f"{program.name}.json"
    bound = time.monotonic() + 2 * HANG_BOUND
    while not result.exists():
        claimed = next((path for path in waiting if claim(folder / path.name)), None)
        if claimed:
            written = folder / f"{claimed.name}.new"
            written.write_text(json.dumps(run_cmocka(claimed)))
            written.rename(folder / f"{claimed.name}.json")
        elif time.monotonic() > bound:
            return [], "another worker ran it and did not end"
        else:
            time.sleep(0.05)
    results, complaint = json.loads(result.read_text())
    return [tuple(row) for row in results], complaint


def remove_shared_cmocka_runs():
    run_id = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run_id:
        shutil.rmtree(pathlib.Path(tempfile.gettempdir(), f"cmocka-{run_id}"), ignore_errors=True)


def claim(path):
    """True for the first one who claims it."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def run_cmocka(program):
    """Returns a list of (name, failure or None, skipped), one per test, and a message if the run as
    a whole failed, else None."""
    if not program.exists():
        return [], f"{program.relative_to(ROOT)} was not built"
    try:
        done = subprocess.run([program], env={**os.environ, "CMOCKA_MESSAGE_OUTPUT": "TAP"},
                              capture_output=True, text=True, errors="replace", cwd=ROOT,
                              timeout=HANG_BOUND, check=False)
    except subprocess.TimeoutExpired:
        return [], f"did not end within {HANG_BOUND} s"
    results, planned = parse_tap(done.stdout)
    said_so = any(failure for _, failure, _ in results)
    if planned == 0 or len(results) != planned or (done.returncode != 0 and not said_so):
        return results, (f"{len(results)} of {planned} tests reported, exit status "
                         f"{done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return results, None


def parse_tap(output):
    """Parses cmocka's TAP. A skipped test reads `not ok N # SKIP name`. The message of a failed
    test follows it in `# ` lines."""
    results, planned = [], 0
    for line in output.splitlines():
        test = TAP_TEST.fullmatch(line.strip())
        plan = TAP_PLAN.fullmatch(line.strip())
        if plan:
            planned += int(plan[1])
        elif test:
            failed = test[1] == "not ok" and not test[3]
            results.append((test[4], "failed" if failed else None, bool(test[3])))
        elif results and results[-1][1] and line.startswith("# ") and "not ok - " not in line:
            name, failure, skipped = results[-1]
            results[-1] = name, f"{failure}\n{line[2:]}", skipped
    return results, planned


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".c" and file_path.parent == ROOT / "tests" / "unit":
        return CmockaProgram.from_parent(parent, path=file_path)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    rewriting.rewrite_share(session.config)


# ---- order of the tests -------------------------------------------------------------------------

# All tests of a file run on one core. The files that take minutes start first, so that only short
# ones remain at the end and no core is idle while another finishes a long file.
LONG = ("virtual/test_roughness.py", "virtual/test_profile_shares.py",
        "virtual/test_shapes_found.py", "virtual/test_interrupted.py", "virtual/test_disturbed.py",
        "differential/test_extensions.py", "virtual/test_instr.py", "virtual/test_same_program.py",
        "virtual/test_fit.py", "build/test_optimisation.py", "boot/test_matrix.py",
        "virtual/test_instr_silicon.py", "virtual/test_determinism.py", "host/test_jobs.py",
        "virtual/test_machine_page.py", "virtual/test_boxes.py", "build/test_emulators.py")


def pytest_collection_modifyitems(items):
    places = {ROOT / "tests" / name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.path, len(LONG)))


# ---- processor time -----------------------------------------------------------------------------

# The report of a test contains the processor seconds of the test, its fixtures and their programs.
# The sums are written to build/test-times.tsv, one line per test, for `make test-times`.

def processor_seconds():
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.when != "teardown":  # the last report of a test, after all of its fixtures
        return
    now = processor_seconds()
    before = getattr(item.config, "processor_seconds", now)
    item.config.processor_seconds = now
    outcome.get_result().user_properties.append(("processor_seconds", now - before))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session):
    session.config.processor_seconds = processor_seconds()

TEST_SECONDS = collections.Counter()


def pytest_runtest_logreport(report):
    for name, value in report.user_properties:
        if name == "processor_seconds":
            TEST_SECONDS[report.nodeid] += value

TIMES_FILE = os.environ.pop("TEST_TIMES", None)  # a pytest that a test starts writes none


def write_test_times():
    path = TIMES_FILE
    if path and TEST_SECONDS:
        lines = [f"{seconds:.3f}\t{test}\n" for test, seconds in TEST_SECONDS.most_common()]
        pathlib.Path(path).write_text("".join(lines))


# ---- the last line ------------------------------------------------------------------------------

def outcome_counts(config):
    stats = config.pluginmanager.get_plugin("terminalreporter").stats
    passed, failed, errors, skipped = (len(stats.get(outcome, []))
                                       for outcome in ("passed", "failed", "error", "skipped"))
    return passed, failed + errors, skipped


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    passed, failed, _ = outcome_counts(session.config)
    if session.exitstatus == 0 and (failed or not passed):
        session.exitstatus = 1


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    remove_shared_cmocka_runs()
    if config.option.collectonly or not config.pluginmanager.get_plugin("terminalreporter"):
        return
    write_test_times()
    passed, failed, skipped = outcome_counts(config)
    line = f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
    print(line, flush=True)
