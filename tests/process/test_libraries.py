# SPDX-License-Identifier: MIT
"""Programs of programs/, and libp5mon and libpcl compiled with musl, on each processor.
tests/process/test_libp4pm.py has libp4pm."""
import pathlib
import re
import subprocess
import sys

import pytest

import programs
from tiers import fast_cases

ROOT = programs.ROOT
BUILT = programs.BUILD / "programs"
sys.path.insert(0, str(ROOT / "tests" / "virtual"))
import test_libpcl  # requires the directory added to the path above

# Each processor at its slowest: what the kernel waits for in real time is the fewest clocks then.
CPUS = tuple(test_libpcl.MHZ)


@pytest.fixture(name="printed")
def fixture_printed(measure):
    """printed("wc -l", ...): what a program of programs/ prints, which must end with status 0."""
    def run(words, *, folder=BUILT, cpu="p54c", **more):
        name, *arguments = words.split()
        done = measure(folder, [f"./{name}", *arguments], cpu=cpu, events="time_stamp",
                       options=("-mhz", test_libpcl.MHZ[cpu]), **more)
        assert (done.program["end"], done.program["status"]) == ("exit", "0")
        return done.written["stdout"].decode("latin-1")
    return run


# ---- the thesis's programs -----------------------------------------------------------------------

def text_of(characters, words, lines):
    return subprocess.run([BUILT / "text", str(characters), str(words), str(lines)],
                          capture_output=True, check=True).stdout


@pytest.fixture(name="book", scope="module")
def fixture_book(tmp_path_factory):
    """The text of thesis/wc: sections 5.6's numbers of lines and characters."""
    path = tmp_path_factory.mktemp("book") / "book.txt"
    path.write_bytes(text_of(105196, 16325, 4036))
    return path


def test_text_has_the_words_that_it_is_asked_for(book):
    text = book.read_bytes()
    assert (len(text), len(text.split()), text.count(b"\n")) == (105196, 16325, 4036)


def test_wc_of_the_thesis(printed, book):
    """`./wc -l book.txt` of section 4.2.1."""
    files = {"modules": [f"{book} file=book.txt"]}
    assert printed("wc -l book.txt", **files) == "   4036 book.txt\n"
    assert printed("wc book.txt", **files) == "   4036   16325  105196 book.txt\n"


@pytest.mark.parametrize("size", ((32768, 5085, 1257), (2, 1, 1)))
def test_lzw_is_undone(printed, tmp_path, size):
    """The text of thesis/lzw; and "x\\n", two codes of 9 bits in 3 bytes."""
    (tmp_path / "text").write_bytes(text_of(*size))
    packed = printed("lzw", stdin=tmp_path / "text").encode("latin-1")
    assert len(packed) < size[0] or len(packed) == 3
    (tmp_path / "packed").write_bytes(packed)
    assert printed("lzw -d", stdin=tmp_path / "packed").encode() == (tmp_path / "text").read_bytes()


def test_words_are_sorted_by_frequency(printed, tmp_path):
    """26 words: "the" 5 times, "and" 3 times, "cat" and "dog" twice."""
    (tmp_path / "text").write_text("The cat and the dog went to the river, and the cat swam;\n"
                                   "but a dog, wet and tired, ran home along the same old road.\n")
    assert printed("words -n 4", stdin=tmp_path / "text") == (
        "the           5\nand           3\ncat           2\ndog           2\n")


def test_figure_3_6_is_as_figure_3_4(printed):
    """Through the library more data is read between the two system calls than in Figure 3.4."""
    reads = {}
    for name in ("figure_3_4", "figure_3_6"):
        misses, reads[name] = map(float, re.fullmatch(
            r"Counter 0 value: (\d+)\.0+\nCounter 1 value: (\d+)\.0+\nRatio: \S+\n",
            printed(name)).groups())
        assert misses <= reads[name]
    assert 0 < reads["figure_3_4"] < reads["figure_3_6"] < 100


def test_p5montest_prints_figure_b_1(printed):
    """The first descriptor is 3, in the figure 5. Between two samples there are 2,000 data reads of
    the program, and those of two printf."""
    text = printed("p5montest")
    samples = re.findall(r"^p5montest: CESR: 00800083, PMC0: \d+, PMC1: (\d+)$", text, re.M)
    expected = FIGURE_B_1.format(samples="".join(
        "p5montest: read successful\np5montest: CESR: 00800083, PMC0: N, PMC1: N\n"
        for _ in range(5)))
    assert re.sub(r"(PMC\d): \d+", r"\1: N", text) == expected
    reads = [int(n) for n in samples]
    assert all(2000 < after - before < 5000 for before, after in zip(reads, reads[1:]))


FIGURE_B_1 = """\
p5montest: Attempting to open p5mon
p5montest: p5mon device opened with ID 3
p5montest: attempt to write p5mon device
p5montest: write of 0x00800083 to CESR successful
p5montest: attempting to read p5mon device 5 times
{samples}p5montest: attempting to close p5mon device
p5montest: device closed normally
"""


@pytest.mark.parametrize("figure, instructions, branches", [("5_10", 306, 100), ("5_11", 19, 3)])
def test_stubs_mark_regions(measure, tmp_path, figure, instructions, branches):
    """The thesis's programs, with the counts that they have as benchmarks (tests/bench/libp5mon),
    and the RET of the first stub and the CALL of the second in addition."""
    source = (ROOT / f"tests/bench/libp5mon/figure_{figure}.s").read_text()
    (tmp_path / "program.s").write_text(re.sub(r"^WORK .*\n", "", source, flags=re.M))
    subprocess.run([programs.BUILD / "bareprobe", "cc", "-o", tmp_path / "program",
                    tmp_path / "program.s", "-lp5mon"], check=True)
    done = measure(tmp_path, ["./program"], events="instructions_executed,branches",
                   settings="use_assembly_regions = yes;")
    counts = {r["event"]: (r["region"], r["mean"]) for r in done.records if r["ev"] == "result"}
    assert counts == {"instructions_executed": ("0", str(instructions + 2)),
                      "branches": ("0", str(branches + 2))}


# ---- the examples of PCL's manual ----------------------------------------------------------------

@pytest.mark.parametrize("name", ("simple", "nested", "low_level"))
def test_examples_are_the_manuals(name):
    """After our first two lines the files are identical to the printed listings, except for
    tabs."""
    ours = (ROOT / f"programs/pcl_{name}/{name}.c").read_text()
    manuals = (ROOT / "tests" / "data" / "pcl" / "examples" / f"{name}.c").read_text()
    assert ours.split("\n", 2)[2] == manuals.expandtabs(8)


@pytest.mark.parametrize("cpu", fast_cases(2, CPUS))
def test_simple_example(printed, cpu):
    """A pair of calls counts its own ends. In ring 0 nothing counts in user mode."""
    instructions, cycles = map(float, re.fullmatch(r"(\S+) instructions in (\S+) cycles\n",
                                                   printed("pcl_simple", cpu=cpu)).groups())
    assert 100 < instructions < 300 and 100 < cycles < 3000
    assert printed("pcl_simple", cpu=cpu, settings="privilege = kernel;") == \
        "0.000000 instructions in 0.000000 cycles\n"


@pytest.mark.parametrize("cpu", fast_cases(2, CPUS))
def test_nested_example(printed, cpu):
    """The counts of the outer level include the inner ones and the calls."""
    text = printed("pcl_nested", cpu=cpu)
    *inner, total = map(float, re.findall(r"\d+\.\d+", text))
    assert len(inner) == 4 and text.startswith("used cycles: ")
    assert 0 < min(inner) and sum(inner) < total < 10 * sum(inner)


@pytest.mark.parametrize("column, cpu", fast_cases(1, list(enumerate(
    ("p54c", "p55c", "p2", "k7", "northwood")))))
def test_numbers_of_the_readme(column, cpu):
    """The table of libpcl/README.md, by the command that it names: instructions of an empty pair,
    and clocks of the third inner pair, which finds its code and data in the caches."""
    def printed(name):
        done = subprocess.run([programs.BUILD / "bareprobe", "run", "--program", BUILT / name, "-e",
                               "time_stamp", "-r", "1", "--cpu", cpu, "--no-log", "--no-store"],
                              capture_output=True, text=True, check=True)
        return [float(number) for number in re.findall(r"\d+\.\d+", done.stdout.split("stdout")[1])]

    rows = re.findall(r"^\| `pcl_(?:simple|nested)`[^|]*\|(.*)\|$",
                      (ROOT / "libpcl/README.md").read_text(), re.M)
    instructions, clocks = ([int(cell) for cell in row.split("|")] for row in rows)
    assert printed("pcl_simple")[0] == instructions[column]
    assert printed("pcl_nested")[2] == clocks[column]


@pytest.mark.parametrize("cpu, vendor, family, model, counters", fast_cases(2, [
    ("p54c", "GenuineIntel", "P5", "Intel Pentium (P54C)", 2),
    ("northwood", "GenuineIntel", "Pentium 4, model 2", "Intel Pentium 4 (Northwood)", 17),
    ("p55c", "GenuineIntel", "P55C", "Intel Pentium MMX (P55C)", 2),
    ("p2", "GenuineIntel", "Pentium II", "Intel Pentium II or Celeron", 2),
    ("k7", "AuthenticAMD", "K7", "AMD Athlon or Duron", 4)]))
def test_low_level_example(printed, cpu, vendor, family, model, counters):
    """Its command 0Ah selects floating-point operations on the Alpha and bank conflicts on a P5."""
    text = printed("pcl_low_level", cpu=cpu)
    assert text.startswith(f"processor vendor  : {vendor}\nprocessor family  : {family}\n"
                           f"processor model   : {model}\n"
                           f"processor speed   : {test_libpcl.MHZ[cpu]} MHz\n"
                           f"number of counters: >={counters}\n")
    if cpu == "northwood":  # its driver does not support this, as the manual says
        assert text.endswith("error on PCL_driver_start (-1)\nerror on PCL_driver_read (-7)\n"
                             "error on PCL_driver_stop (-7)\n")
    else:
        assert re.search(r"\n\d+ floating point instructions\n$", text)


# ---- the same sources as benchmark and as program ------------------------------------------------

@pytest.fixture(name="compiled", scope="module")
def fixture_compiled(tmp_path_factory):
    """compiled(name): the directory with tests/bench/pcl/NAME.c, compiled as a program."""
    folder = tmp_path_factory.mktemp("pcl")

    def compile_once(name, change=lambda text: text):
        if not (folder / name).exists():
            source = folder / f"{name}.c"
            source.write_text(change((ROOT / f"tests/bench/pcl/{name}.c").read_text()))
            subprocess.run([programs.BUILD / "bareprobe", "cc", "-O2", "-w", "-o", folder / name,
                            f"-I{pathlib.Path(__file__).parent}/shim", f"-I{ROOT}",
                            f"-I{ROOT}/libpcl", source, "-lpcl"], check=True)
        return folder
    return compile_once


@pytest.mark.parametrize("cpu", fast_cases(2, CPUS))
def test_every_return_code(printed, compiled, cpu):
    assert printed("codes", folder=compiled("codes"), cpu=cpu) == test_libpcl.codes_of(cpu)


@pytest.mark.parametrize("cpu", fast_cases(2, CPUS))
def test_nested_sums(printed, compiled, cpu):
    folder = compiled("sums", lambda text: text.replace("static long by;",
                                                        "static long by = BY_PCL;"))
    assert printed("sums", folder=folder, cpu=cpu) == test_libpcl.SUMS


def test_passes_are_not_supported(printed, compiled):
    """A program starts without results of earlier runs: PCLX_MODE_PASSES is refused by -6."""
    assert printed("passes", folder=compiled("passes")) == (
        "without: -2, with: -6\npasses: 0, answer: -7\n"
        "PCL_INSTR 0\nPCL_JUMP 0\nPCL_LOADSTORE_INSTR 0\n")


CPLUSPLUS = """
#include <stdio.h>
#include <pcl.h>

template <int N> struct Counting {
    PCL_DESCR_TYPE handle;
    PCL_CNT_TYPE counts[N];
    PCL_FP_CNT_TYPE rates[N];
    explicit Counting(int (&events)[N])
    {
        if (PCLinit(&handle) || PCLstart(handle, events, N, PCL_MODE_USER))
            failed = true;
    }
    ~Counting()
    {
        if (failed || PCLstop(handle, counts, rates, N))
            return;
        printf("%s %d\\n", PCLeventname(PCL_JUMP), counts[0] >= 1000 && counts[0] < 1100);
        PCLexit(handle);
    }
    bool failed = false;
};

int main()
{
    int events[] = {PCL_JUMP};
    Counting<1> counting(events);
    for (int i = 0; i < 1000; i++)
        asm volatile("");
}
"""


def test_pcl_from_c_plus_plus(printed, tmp_path):
    """PCL's manual has C++ among its languages. The loop has 1,000 branches."""
    (tmp_path / "jumps.cpp").write_text(CPLUSPLUS)
    subprocess.run([programs.BUILD / "bareprobe", "cc", "-O1", "-fno-exceptions", "-fno-rtti", "-o",
                    tmp_path / "jumps", f"-I{ROOT}/libpcl", f"-I{ROOT}", tmp_path / "jumps.cpp",
                    "-lpcl"], check=True)
    assert printed("jumps", folder=tmp_path) == "PCL_JUMP 1\n"
