# SPDX-License-Identifier: MIT
"""Compares every system call with Linux's: the programs in calls/ print results, errors and memory,
and must print the same on the host, on the virtual Pentium, and with the kernel's tables compiled
for the host."""
import base64
import os
import pathlib
import re
import subprocess
import urllib.parse

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALLS = ROOT / "tests/process/calls"
LINUX_NUMBERS = pathlib.Path("/usr/include/x86_64-linux-gnu/asm/unistd_32.h")

FLAGS = ["-m32", "-march=pentium", "-std=gnu11", "-O1", "-ffreestanding", "-fno-builtin",
         "-fno-pic", "-no-pie", "-fno-stack-protector", "-fcf-protection=none",
         "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror", "-nostdlib", "-static", f"-I{ROOT}",
         f"-I{CALLS}", "-Wl,--build-id=none"]
# The tables compiled for the host serve these. The others need a program in ring 3.
TABLE_PROGRAMS = ["contents", "names", "status", "descriptors", "machine", "clocks", "epolls"]
PROGRAMS = [*TABLE_PROGRAMS, "memory", "signals", "timers"]

# Calls after which a run ends, and the sentence.
SECOND = "the program starts a second process or thread, which cannot run here"
ANOTHER = "the program executes another program, which cannot run here"
FOREVER = "the program waits for ever: "
ENDS = {
    "CALL(fork)": SECOND, "CALL(vfork)": SECOND, "CALL(clone, 17, 0)": SECOND,
    "CALL(clone3, 0, 0)": SECOND, 'CALL(execve, "numbers", 0, 0)': ANOTHER,
    'CALL(execveat, -100, "numbers", 0, 0, 0)': ANOTHER,
    "int end[2]; CALL(pipe, end); CALL(read, end[0], end, 1)":
        FOREVER + "it alone could fill the pipe that it reads",
    "int end[2]; CALL(pipe, end); while (1) CALL(write, end[1], end, 8)":
        FOREVER + "it alone could empty the pipe that it writes to",
    "CALL(poll, 0, 0, -1)": FOREVER + "no descriptor can become ready",
    "CALL(_newselect, 0, 0, 0, 0, 0)": FOREVER + "no descriptor can become ready",
    "long file = CALL(eventfd, 0); CALL(read, file, &file, 8)":
        FOREVER + "it alone could add to the eventfd",
    "long at = CALL(epoll_create1, 0); int event[3]; CALL(epoll_wait, at, event, 1, -1)":
        FOREVER + "no descriptor can become ready",
    "CALL(pause)": FOREVER + "no signal can come",
    "CALL(sigsuspend, 0, 0, 0)": FOREVER + "no signal can come",
    "unsigned set[2] = {8192, 0}; CALL(rt_sigtimedwait, set, 0, 0, 8)":
        FOREVER + "no signal can come",
    "int word = 5; CALL(futex, &word, 0, 5, 0)": FOREVER + "no other thread can wake it",
}

# These rows only end a run.
ENDING_CALLS = {"fork", "vfork", "clone", "clone3", "execve", "execveat", "exit"}


def compiled(path, sources, *options):
    subprocess.run(["gcc", *FLAGS, *options, "-o", path, *sources], check=True, timeout=120)
    return path


def combined(path, sources):
    """Sources that several programs share, as one object."""
    return path if path.exists() else compiled(path, sources, "-r")


def frame(folder):
    return combined(folder / "frame.o", [CALLS / "call_frame.c", CALLS / "linux_call.c"])


def linux_program(folder, source):
    return compiled(folder / source.stem, [source, frame(folder), CALLS / "linux_entry.c"])


def table_program(folder, source):
    process = ROOT / "kernel/process"
    other = {"memory_calls.c", "process_calls.c", "signal_calls.c", "signal_waits.c",
             "timer_calls.c"}
    tables = combined(folder / "tables.o", [
        CALLS / "table_entry.c", process / "program_clock.c", ROOT / "kernel/lib/string.c",
        ROOT / "kernel/lib/div64.c", *(process / "files").glob("*.c"),
        *(path for path in (process / "calls").glob("*.c") if path.name not in other)])
    return compiled(folder / f"{source.stem}_table", [source, frame(folder), tables])


def write_files(folder):
    (folder / "numbers").write_bytes(bytes(i * 7 & 255 for i in range(10000)))
    (folder / "input").write_bytes(b"abcdefghijklmnopqrstuvwxyz")
    for name in ("numbers", "input"):
        (folder / name).chmod(0o644)


def run_on_linux(program, folder):
    """Standard output is a file, as in a shell with `>`; the program leads a session."""
    as_root = [] if os.geteuid() == 0 else ["unshare", "--map-root-user"]
    folder.mkdir()
    write_files(folder)
    output = folder.with_suffix(".output")
    with open(folder / "input", "rb") as standard_input, open(output, "wb") as standard_output:
        subprocess.run([*as_root, program], cwd=folder, stdin=standard_input,
                       stdout=standard_output, start_new_session=True, check=True, timeout=60)
    return output.read_text().splitlines()


def run_on_pentium(vpentium, records, program, *options):
    modules = ",".join([f"{program} program={program.name}",
                        f"{program.parent}/numbers file=numbers",
                        f"{program.parent}/input file=input"])
    return records(vpentium(f"command=./{program.name} stdin=input events=branches repetitions=2 "
                            "report=records exit=qemu", "-initrd", modules, *options).stdout)


def text_of(record):
    if "base64" in record:
        return base64.b64decode(record["base64"]).decode()
    return urllib.parse.unquote(record["text"])


def written(found, name):
    """Returns the text that the program wrote to a file."""
    return "".join(text_of(record) for record in found
                   if record["ev"] == "written" and record["name"] == name)


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("calls")
    write_files(folder)
    return folder


@pytest.fixture(name="on_linux", scope="module")
def fixture_on_linux(folder):
    """Maps each program to its output on the host, by lines."""
    return {name: run_on_linux(linux_program(folder, CALLS / f"{name}.c"), folder / f"run_{name}")
            for name in PROGRAMS}


@pytest.fixture(name="on_pentium", scope="module")
def fixture_on_pentium(folder, on_linux, vpentium, records):
    """Maps each program to its records."""
    return {name: run_on_pentium(vpentium, records, folder / name) for name in on_linux}


def compare(linux, ours):
    different = [(number, *lines) for number, lines in enumerate(zip(linux, ours), 1)
                 if lines[0] != lines[1]]
    if different or len(linux) != len(ours):
        pytest.fail(f"{len(different)} of {len(linux)} lines differ, {len(ours)} lines here:\n" +
                    "\n".join(f"{number}: Linux {a}\n    here {b}"
                              for number, a, b in different[:20]),
                    pytrace=False)
    assert len(linux) > 20


@pytest.mark.parametrize("name", PROGRAMS)
def test_calls_are_linuxs_on_the_virtual_pentium(on_linux, on_pentium, name):
    compare(on_linux[name], written(on_pentium[name], "stdout").splitlines())


@pytest.mark.parametrize("name", TABLE_PROGRAMS)
def test_tables_compiled_for_the_host(on_linux, folder, name):
    done = subprocess.run([table_program(folder, CALLS / f"{name}.c")], capture_output=True,
                          text=True, check=True, timeout=60)
    compare(on_linux[name], done.stdout.splitlines())


@pytest.mark.parametrize("statement", ENDS)
def test_a_call_that_cannot_exist_ends_the_run(folder, vpentium, records, statement):
    source = folder / f"ends_{list(ENDS).index(statement)}.c"
    source.write_text(f'#include "call_frame.h"\nvoid program(void)\n{{\n{statement};\n}}\n')
    found = run_on_pentium(vpentium, records, linux_program(folder, source))
    sentences = [value for record in found for value in record.values() if ENDS[statement] in value]
    assert sentences
    assert not written(found, "stdout")


def table_rows():
    """Returns {number: name} of all tables."""
    row = re.compile(r'\{(\d+),\s+\d,\s+"(\w+)",\s+\w+\}')
    found = [(int(number), name) for path in (ROOT / "kernel/process/calls").glob("*.c")
             for number, name in row.findall(path.read_text())]
    assert len(found) == len(dict(found)) > 150
    return dict(found)


def test_names_and_numbers_are_linuxs():
    if not LINUX_NUMBERS.exists():
        pytest.skip("no headers of Linux here (Debian package linux-libc-dev)")
    numbers = dict(re.findall(r"__NR_(\w+) (\d+)", LINUX_NUMBERS.read_text()))
    assert {name: number for number, name in table_rows().items()} == \
        {name: int(numbers.get(name, -1)) for name in table_rows().values()}


def test_every_row_is_called(on_pentium):
    called = {int(record["number"]) for found in on_pentium.values() for record in found
              if record["ev"] == "system_call"}
    assert not {name for number, name in table_rows().items() if number not in called} \
        - ENDING_CALLS
