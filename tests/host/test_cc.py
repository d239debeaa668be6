# SPDX-License-Identifier: MIT
"""bareprobe cc: programs that it compiles run on this Linux host, and have no instruction that a
Pentium lacks."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()

# Division of 64-bit integers, conversions, products and quotients of complex numbers, and integer
# powers call gcc's library; the rest calls musl.
PROGRAM = r"""
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local int threads_own = 5;
static int constructed;
__attribute__((constructor)) static void construct(void) { constructed = 7; }

int main(int argc, char **argv)
{
    long long large = 1000000000000LL * argc;
    double complex z = (3 + 4 * I) * (argc - 2 * I), q = z / (1 + argc * I);
    printf("%s %d\n", argv[argc - 1], argc);
    printf("%lld %lld\n", large / 7, large % 7);
    printf("%.1f %.1f %.1f %.1f\n", creal(z), cimag(z), creal(q), cimag(q));
    printf("%llu %.3f\n", (unsigned long long)(argc * 1e19), sqrt(argc + 1));
    printf("%g %d\n", __builtin_powi(2.0, -argc), constructed + threads_own++);
    char *text = malloc(100000);
    return text ? 3 : 1;
}
"""

# 10^12 / 7 = 142857142857 rest 1; (3+4i)(1-2i) = 11-2i; (11-2i)/(1+i) = (11-2i)(1-i)/2 = 4.5-6.5i.
OUTPUT = ("./program 1\n142857142857 1\n11.0 -2.0 4.5 -6.5\n10000000000000000000 1.414\n"
          "0.5 12\n")


def cc(*arguments, cwd, program=BUILD / "bareprobe", **environment):
    return subprocess.run([program, "cc", *arguments], cwd=cwd, text=True, capture_output=True,
                          env={**os.environ, **environment}, timeout=120, check=False)


def gate(path):
    """The findings of the scan for instructions after the Pentium's. musl divides with FDIV."""
    return subprocess.run([BUILD / "p5gate", "--allow-fdiv", "*", path], text=True, check=False,
                          capture_output=True, timeout=60)


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    (tmp_path / "program.c").write_text(PROGRAM)
    return tmp_path


@pytest.mark.parametrize("options", ([], ["-O2"], ["-O2", "-static"], ["-Os", "-flto"],
                                     ["-O2", "-static-pie"], ["-static", "-static-pie"]),
                         ids=" ".join)
def test_program_runs_and_is_a_pentiums(options, folder):
    done = cc(*options, "-Wall", "-Werror", "-o", "program", "program.c", "-lm", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    run = subprocess.run(["./program"], cwd=folder, text=True, capture_output=True, check=False)
    assert (run.returncode, run.stdout) == (3, OUTPUT)
    found = gate(folder / "program")
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
    headers = subprocess.run(["readelf", "-hlW", folder / "program"], text=True, check=True,
                             capture_output=True).stdout
    assert ("Type:                              DYN" in headers) == ("-static-pie" in options)
    assert "INTERP" not in headers


def test_gate_sees_later_instructions(folder):
    """The test above can fail: the same program for a Pentium Pro has FUCOMI."""
    assert cc("-O2", "-march=i686", "program.c", "-lm", cwd=folder).returncode == 0
    found = gate(folder / "a.out")
    assert found.returncode == 1 and "fucomi" in found.stdout


# Each function of tools/musl/pentium_libgcc.c with ordinary and extreme values.
LIBGCC = r"""
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define COMPLEX(type, format)                                                            \
    for (int i = 0; i < 2401; i++) {                                                     \
        volatile type complex x =                                                        \
            __builtin_complex((type)value[i % 7], (type)value[i / 7 % 7]);               \
        volatile type complex y =                                                        \
            __builtin_complex((type)value[i / 49 % 7], (type)value[i / 343]);            \
        type complex p = x * y, q = x / y;                                               \
        printf("%d " format "\n", i, creal(p), cimag(p), creal(q), cimag(q));            \
    }
#define POWERS(type, power)                                                              \
    for (int i = -20; i < 20; i++)                                                       \
        printf("%.5g ", (double)power((type)1.5, i));
#define INTEGERS(type)                                                                   \
    for (int i = 0; i < 64; i++) {                                                       \
        volatile type up = (type)(1ull << i) * (type)1.75;                               \
        printf("%llu %u %lld\n", i < 63 ? (unsigned long long)up : 0,                    \
               i < 31 ? (unsigned)up : 0, i < 62 ? (long long)-up : 0);                  \
    }

int main(void)
{
    static const double value[7] = {0, -0.0, 1.5, -3, INFINITY, -INFINITY, NAN};
    volatile unsigned long long bits = 1ull << 40;
    COMPLEX(float, "%.4g %.4g %.4g %.4g")
    COMPLEX(double, "%.4g %.4g %.4g %.4g")
    POWERS(float, __builtin_powif)
    POWERS(double, __builtin_powi)
    POWERS(long double, __builtin_powil)
    INTEGERS(float)
    INTEGERS(double)
    INTEGERS(long double)
    printf("%d %d\n", __builtin_ffsll((long long)bits), __builtin_ffs((int)bits));
}
"""


def test_functions_of_gccs_library(folder):
    """The same results as gcc's own library gives on this host."""
    (folder / "library.c").write_text(LIBGCC)
    outputs = []
    for command in (["gcc"], [BUILD / "bareprobe", "cc"]):
        subprocess.run([*command, "-O0", "-o", "library", "library.c", "-lm"], cwd=folder,
                       check=True)
        printed = subprocess.run(["./library"], cwd=folder, text=True, capture_output=True,
                                 check=True).stdout
        # The sign of a NaN is undefined, that of a zero part depends on the order of operations.
        outputs.append(re.sub(r"-(nan\b|0\b(?!\.))", r"\1", printed).splitlines())
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) == 2 * 2401 + 3 * 64 + 1


def test_several_files_objects_and_definitions(folder):
    (folder / "include").mkdir()
    (folder / "include/answer.h").write_text("int answer(void);\n")
    (folder / "answer.c").write_text('#include "answer.h"\nint answer(void) { return ANSWER; }\n')
    (folder / "main.c").write_text('#include <stdio.h>\n#include <answer.h>\n'
                                   'int main(void) { return printf("%d\\n", answer()) != 3; }\n')
    for words in (["-c", "answer.c", "-DANSWER=42", "-Iinclude"],
                  ["-Iinclude", "main.c", "answer.o", "-o", "both"]):
        done = cc(*words, cwd=folder)
        assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run(["./both"], cwd=folder, capture_output=True, text=True,
                          check=True).stdout == "42\n"


def test_the_library_is_musl(folder):
    """No header of the host: features.h of glibc defines __GLIBC__."""
    (folder / "which.c").write_text("#include <stdlib.h>\n#include <stddef.h>\n"
                                    "#ifdef __GLIBC__\n#error glibc\n#endif\n"
                                    "int main(void) { return (int)sizeof(size_t); }\n")
    done = cc("-H", "which.c", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert f"{BUILD}/musl/include/stdlib.h" in done.stderr
    assert " /usr/include" not in done.stderr


def test_status_and_messages_are_gccs(folder):
    (folder / "wrong.c").write_text("int main(void) { return undefined_name; }\n")
    done = cc("wrong.c", cwd=folder)
    assert done.returncode == 1 and "wrong.c:1:" in done.stderr and "undefined_name" in done.stderr
    assert cc("nothing.c", cwd=folder).returncode == 1


def test_print(folder):
    done = cc("--print", "-O2", "program.c", cwd=folder)
    assert done.stdout == (f"BAREPROBE_MUSL={BUILD}/musl gcc -Wmain -m32 -march=pentium "
                           f"-specs={BUILD}/musl/cc.specs -static -fno-pie -O2 program.c\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in folder.iterdir()] == ["program.c"]


def test_no_file(folder):
    done = cc(cwd=folder)
    assert done.returncode == 2
    assert done.stderr.startswith("bareprobe cc: no source file given\nusage: bareprobe cc ")


def test_gcc_is_missing(folder):
    done = cc("program.c", cwd=folder, PATH=str(folder))
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == ("bareprobe cc: the compiler gcc is not installed; install Debian's "
                           "package gcc\n")


@pytest.fixture(name="moved")
def fixture_moved(folder):
    """An installed program, in a directory with a blank."""
    moved = folder / "an install"
    (moved / "bin").mkdir(parents=True)
    shutil.copy(BUILD / "bareprobe", moved / "bin")
    return moved


def test_installed_program_finds_musl(moved, folder):
    shutil.copytree(BUILD / "musl", moved / "lib/bareprobe/musl")
    done = cc("-O2", "-o", "program", "program.c", "-lm", cwd=folder,
              program=moved / "bin/bareprobe")
    assert (done.returncode, done.stderr) == (0, "")
    run = subprocess.run(["./program"], cwd=folder, text=True, capture_output=True, check=False)
    assert (run.returncode, run.stdout) == (3, OUTPUT)


def test_musl_is_missing(moved, folder):
    done = cc("program.c", cwd=folder, program=moved / "bin/bareprobe")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (f"bareprobe cc: musl, the C library of programs, is neither in "
                           f"{moved}/bin nor in {moved}/bin/../lib/bareprobe; 'make musl' fetches "
                           f"it, and 'make install' then installs it\n")


@pytest.mark.parametrize("source", [
    "#include <sys/param.h>\n#include <sys/times.h>\n#include <stdio.h>\n"
    "extern clock_t times(struct tms *);\n",
    "#include <sys/times.h>\n#include <stdio.h>\nextern int times ();\n",
    "#include <sys/times.h>\n#include <stdio.h>\n",
])
def test_times_of_old_programs(folder, source):
    """HZ is what Linux has, 100. Dhrystone 2.1 declares times() itself, and so do newer programs in
    another way; its address is a function's."""
    (folder / "old.c").write_text(
        source + "int main(void)\n{\n    struct tms a;\n    clock_t (*by)(struct tms *) = times;\n"
        "    long first = times(&a), second = times (&a);\n"
        "    printf(\"%d %d\\n\", HZ, second - first < HZ && by(&a) - first < HZ);\n"
        "    return 0;\n}\n")
    for options in (["-Wall", "-Wextra", "-Werror"], ["-ansi"]):
        done = cc(*options, "-o", "old", "old.c", cwd=folder)
        assert (done.returncode, done.stderr) == (0, "")
        done = subprocess.run([folder / "old"], capture_output=True, text=True, timeout=30,
                              check=True)
        assert done.stdout == "100 1\n"
