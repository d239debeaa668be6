# SPDX-License-Identifier: MIT
"""Uses of things that the machine lacks are reported with file and line: system calls, abort(),
the status of a void main(), headers."""
import os
import pathlib
import subprocess

import pytest

import tiers

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()

# Numbers of i386 calls: arch/x86/entry/syscalls/syscall_32.tbl of Linux 6.1: 117 ipc,
# 332 inotify_init1, 400 msgsnd.
LACKS = r"""
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/sem.h>
#include <unistd.h>
static int (*make)(int) = inotify_init1;
static int indirect(int flags)
{
    return make(flags); /* 9 */
}
__attribute__((noinline)) static int direct(int n)
{
    char old[200]; /* with old return addresses in it */
    snprintf(old, sizeof old, "%d %g", n, n * 0.5);
    return semget(n, 1, 0) + old[0]; /* 15 */
}
int main(int argc, char **argv)
{
    long sum = direct(argc) + indirect(argc) + syscall(400); /* 19 */
    return sum == 0 || !argv;
}
"""
STOPS = {
    "fork": ("#include <unistd.h>\nint main(void)\n{\n    return fork();\n}\n",
             "stopped: the program starts a second process or thread, which cannot run here: "
             "fork() called by main at fork.c:4"),
    "abort": ("#include <stdlib.h>\nstatic void stop(int n)\n{\n    if (n)\n        abort();\n}\n"
              "int main(int n, char **v)\n{\n    stop(n);\n    return !v;\n}\n",
              "ended by signal 6 (SIGABRT): abort() called by stop at abort.c:5, inlined in main "
              "at abort.c:9"),
    "claim": ("#include <assert.h>\nint main(int n, char **v)\n{\n    assert(n == 2);\n"
              "    return !v;\n}\n",
              "ended by signal 6 (SIGABRT): __assert_fail() called by main at claim.c:4"),
    "empty": ("#include <stdio.h>\nvoid main()\n{\n    printf(\"%s\\n\", \"seven .\");\n"
              "    int n = 5;\n    printf(\"%d\\n\", n);\n}\n",
              "exit status 2 has no meaning, because main() is void at empty.c:2; declare it as "
              "int main(void)"),
}


@pytest.fixture(name="compiled", scope="module")
def fixture_compiled(tmp_path_factory):
    """compiled(name, source, *options): the program; the messages of the compiler are dropped."""
    folder = tmp_path_factory.mktemp("programs")

    def build(name, source, *options):
        (folder / f"{name}.c").write_text(source)
        done = subprocess.run([BUILD / "bareprobe", "cc", "-O2", "-w", *options, "-o", name,
                               f"{name}.c"], cwd=folder, capture_output=True, text=True, timeout=60,
                              check=False)
        assert done.returncode == 0, done.stderr
        return folder / name
    return build


def measure(bareprobe, program, *options):
    return bareprobe("run", "--program", program, "-e", "clocks", "-r", "1", "--no-log",
                     *options)


def test_calls_that_the_kernel_lacks(bareprobe, compiled):
    """One message for each number: a CALL of the function, a CALL through a pointer, syscall(). The
    stored run has the places too."""
    done = measure(bareprobe, compiled("lacks", LACKS, "-g"))
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line.partition("programs/lacks: ")[2] for line in done.stderr.splitlines()
             if "ENOSYS" in line]
    returned = "is unknown: it returned ENOSYS:"
    assert lines == [
        f"system call 117 (ipc) {returned} semget() called by direct at lacks.c:15",
        f"system call 332 (inotify_init1) {returned} inotify_init1() called by indirect at "
        "lacks.c:9, inlined in main at lacks.c:19",
        f"system call 400 (msgsnd) {returned} syscall() called by main at lacks.c:19"]
    shown = bareprobe("show", "last")
    assert "117 returned ENOSYS: semget() called by direct at lacks.c:15" in shown.stdout


@pytest.mark.full
def test_without_lines_the_functions_are_named(bareprobe, compiled):
    done = measure(bareprobe, compiled("bare", LACKS), "--no-store")
    assert ("system call 117 (ipc) is unknown: it returned ENOSYS: semget() called by direct() "
            "called by main() (compile with -g for the line)") in done.stderr
    done = measure(bareprobe, compiled("stripped", LACKS, "-s"), "--no-store")
    assert "system call 117 (ipc) is unknown: it returned ENOSYS\n" in done.stderr


@pytest.mark.parametrize("name", [*tiers.fast_cases(1, list(STOPS)[:3]), "empty"])
def test_the_call_that_ends_a_program(bareprobe, compiled, name):
    """The status of a void main() is the result of its last printf(), 2 characters. It is no
    failure."""
    source, message = STOPS[name]
    done = measure(bareprobe, compiled(name, source, "-g"), "--no-store")
    assert message in done.stderr, done.stderr
    assert done.returncode == (0 if name == "empty" else 1)


@pytest.mark.full
def test_a_status_is_a_failure_if_main_returns_it(bareprobe, compiled):
    done = measure(bareprobe, compiled("three", "int main(void) { return 3; }\n", "-g"),
                   "--no-store")
    assert done.returncode == 1 and "programs/three (warm): exit status 3\n" in done.stderr


def test_the_compiler_names_what_is_missing(bareprobe, tmp_path):
    (tmp_path / "empty.c").write_text("void main() {}\n")
    done = bareprobe("cc", "empty.c")
    assert done.returncode == 0 and "empty.c:1:6: warning: return type of" in done.stderr
    (tmp_path / "header.c").write_text("int x;\n#include <execinfo.h>\n")
    done = bareprobe("cc", "header.c")
    assert done.returncode == 1 and "header.c:2:10: fatal error: execinfo.h: No such" in done.stderr
