# SPDX-License-Identifier: MIT
"""`bareprobe profile`: shares, names, listings and other tools' formats, from logs written here
with addresses of the built image. The expected functions and lines come from binutils."""
import csv
import gzip
import io
import json
import math
import os
import pathlib
import re
import subprocess

import jsonschema
import pytest

from logs import hit_record, run_log, sampling_record

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
IMAGE = BUILD / "bareprobe.elf"
SCHEMAS = pathlib.Path(__file__).parent / "schemas"


def binutil(*command):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True).stdout


@pytest.fixture(name="image", scope="module")
def fixture_image():
    """Symbols of the image, its build and the number of benchmarks that `run` reports."""
    symbols = {name: int(address, 16) for address, name in
               re.findall(r"^(\w+) [tT] (\S+)$", binutil("nm", IMAGE), re.M)}
    start = subprocess.run([BUILD / "vpentium", "-kernel", IMAGE, "-append", "command=thesis/hello "
                            "events=branches repetitions=1 exit=qemu"], capture_output=True,
                           text=True, check=True, timeout=60).stdout
    return {"symbols": symbols, "build": re.search(r"build=(\"[^\"]*\"|\S+)", start)[1],
            "benches": re.search(r"benches=(\d+)", start)[1]}


def listing(function):
    """Returns (address, instruction) of a function, from objdump."""
    text = binutil("objdump", "-d", "-M", "intel", "--no-show-raw-insn",
                   f"--disassemble={function}", IMAGE)
    return [(int(address, 16), code) for address, code in
            re.findall(r"^\s+([0-9a-f]+):\s+(\S.*)$", text, re.M)]


def place(address):
    """Returns the file, relative to the root, and the line, from addr2line."""
    file, line = binutil("addr2line", "-e", IMAGE, hex(address)).split()[0].rsplit(":", 1)
    return os.path.relpath(file, ROOT) if file.startswith("/") else file, line


@pytest.fixture(name="log")
def fixture_log(tmp_path, image):
    """log(*records): writes a log of the image's build and returns its name."""
    def write(*records, benches=image["benches"], build=image["build"]):
        text = run_log(*records, build=build, platform="virtual", name="Intel Pentium (P54C)",
                       benches=benches)
        (tmp_path / "a.log").write_text(text)
        return "a.log"
    return write


def example(image):
    """60 samples after strlen's second instruction, 30 before memchr's first, whose caller is
    unknown, 10 in the kernel."""
    return [sampling_record(samples=100, events="data_read_miss,branches"),
            hit_record(listing("strlen")[2][0], 60, 30, 7),
            hit_record(image["symbols"]["memchr"], 30, 10, 0),
            hit_record(image["symbols"]["launch_make_cold"], 10, 0, 1)]


def table(shown):
    """Returns the rows of the table by function, each a list of cells."""
    lines = [line for line in shown.splitlines() if "%" in line and "[" in line]
    return {re.split(r"  +", line.strip())[2]: re.split(r"  +", line.strip()) for line in lines}


def wilson(n, of, most=None):
    """Newcombe (1998), method 3, as its roots: |p - n/N| = z sqrt(p (1 - p) / N); for n, or for n
    to `most`."""
    ends = []
    for number, sign in ((n, -1), (n if most is None else most, 1)):
        z, share = 1.959964, number / of
        a, b, c = 1 + z * z / of, -(2 * share + z * z / of), share * share
        root = math.sqrt(max(0, b * b - 4 * a * c))
        ends.append(abs(-b + sign * root) / (2 * a) * 100)
    return f"[{ends[0]:.1f}, {ends[1]:.1f}]"


def test_shares_by_function(bareprobe, log, image):
    done = bareprobe("profile", log(*example(image)))
    assert done.returncode == 0 and done.stderr == ""
    assert ("apps/one   warm   100 samples by the real-time clock, every 12207 clocks   virtual "
            "Intel Pentium (P54C) 100 MHz\nhandler 61 clocks per sample, 0.61 % of the time, "
            "subtracted\n" in done.stdout)
    rows = table(done.stdout)
    file, line = place(listing("strlen")[1][0])
    # Of 40 misses 30 and 10, of 8 branches 7 and 1. 40 samples cannot be attributed, so strlen has
    # 60 to 100, memchr 0 to 30 plus the kernel's 10, and the kernel 0 to 10 plus 30.
    assert "\n40.0 % of the samples could not be attributed" in done.stdout
    assert rows["strlen"] == ["60.0 %", wilson(60, 100, 100), "strlen",
                              f"{file.split('/')[-1]}:{line}", "75.0 %", "87.5 %"]
    assert rows["memchr"][:2] == ["30.0 %", wilson(0, 100, 40)] and rows["memchr"][4:] == \
        ["25.0 %", "0.0 %"]
    assert rows["[kernel] launch_make_cold"][:2] == ["10.0 %", wilson(0, 100, 40)]
    assert list(rows) == ["strlen", "memchr", "[kernel] launch_make_cold"]


def test_the_interval_of_a_published_case():
    """Newcombe, "Two-sided confidence intervals for the single proportion" (1998), Table I: 81 of
    263 are 30.8 % [25.5, 36.6], 0 of 20 are 0 % [0.0, 16.1] by method 3 (Wilson's)."""
    assert wilson(81, 263) == "[25.5, 36.6]"
    assert wilson(0, 20) == "[0.0, 16.1]"


def test_lines_add_up_to_their_function(bareprobe, log, image):
    code = [address for address, _ in listing("strlen")]
    hits = [hit_record(address, 1 + i, i, 1) for i, address in enumerate(code)]
    n = sum(1 + i for i in range(len(code)))
    file = log(sampling_record(samples=n, events="data_read_miss,branches"), *hits)
    rows = list(csv.DictReader(io.StringIO(
        bareprobe("profile", file, "-f", "csv", "--next").stdout)))
    assert {row["function"] for row in rows} == {"strlen"}
    for row in rows:
        assert (row["file"], row["line"]) == place(int(row["address"], 16))
    assert sum(int(row["samples"]) for row in rows if row["event"] == "branches") == n
    by_line = bareprobe("profile", file, "--by", "line", "--next").stdout
    shares = [float(share) for share in re.findall(r"^ *([\d.]+) %", by_line, re.M)]
    assert abs(sum(shares) - 100) < 0.06 * len(shares)
    instructions = bareprobe("profile", file, "--by", "instruction", "-a", "--next").stdout
    assert instructions.count("strlen") == len(code)


@pytest.fixture(name="call", scope="module")
def fixture_call():
    """A CALL of memcpy: its function, its address, and its return address."""
    text = binutil("objdump", "-d", "-M", "intel", "--no-show-raw-insn", IMAGE)
    for function, body in re.findall(r"^[0-9a-f]+ <(\w+)>:\n(.*?)^$", text, re.M | re.S):
        found = re.search(r"^ +(\w+):\s+call +\w+ <memcpy>\n +(\w+):", body, re.M)
        if found and function != "memcpy":
            return function, int(found[1], 16), int(found[2], 16)
    raise AssertionError("nothing calls memcpy")


def by_address(shown):
    return {int(row["address"], 16): int(row["samples"])
            for row in csv.DictReader(io.StringIO(shown.stdout))}


def test_what_was_under_way_around_a_call(bareprobe, log, image, call):
    """Before memcpy's first instruction the running instruction was the CALL, according to the
    stack; after the CALL it was memcpy's last RET; after memcpy's first instruction it was that
    instruction."""
    _, at, behind = call
    code = listing("memcpy")
    ret = [address for address, text in code if text.startswith("ret")][-1]
    file = log(sampling_record(samples=60, events=""),
               hit_record(code[0][0], 10) + f" return_to=0x{behind:08x}",
               hit_record(behind, 20), hit_record(code[1][0], 30))
    assert by_address(bareprobe("profile", file, "-f", "csv")) \
        == {at: 10, ret: 20, code[0][0]: 30}
    assert by_address(bareprobe("profile", file, "-f", "csv", "--next")) \
        == {code[0][0]: 10, behind: 20, code[1][0]: 30}
    assert "shares are of the sampled instruction" in bareprobe("profile", file, "--next").stdout


def test_what_was_stepped_over_needs_no_tracing(bareprobe, log):
    """The record states the executed instruction, independent of the code that leads to the next
    one. If neither record, code nor stack determines it, as before a function's first instruction,
    the heading reports that.
    """
    code, other = listing("memcpy"), listing("strlen")
    stepped = f" executed=0x{other[1][0]:08x}"
    file = log(sampling_record(samples=40, events=""), hit_record(code[0][0], 10) + stepped,
               hit_record(code[1][0], 20) + stepped, hit_record(code[0][0], 10))
    assert by_address(bareprobe("profile", file, "-f", "csv")) \
        == {other[1][0]: 30, code[0][0]: 10}
    shown = bareprobe("profile", file).stdout
    assert "shares are of the instruction executed there" in shown
    assert "25.0 % of the samples could not be attributed" in shown
    assert by_address(bareprobe("profile", file, "-f", "csv", "--next")) \
        == {code[0][0]: 20, code[1][0]: 20}


def test_what_was_under_way_in_a_loop(bareprobe, log):
    """A backward jump to an instruction is what led there. An interrupted REP is itself the next
    instruction and keeps its samples."""
    code = listing("memcpy")
    rep = next(address for address, text in code if text.startswith("rep"))
    loops = listing("strlen")
    jump, target = next((address, int(text.split()[1], 16)) for address, text in loops
                        if re.match(r"j\w+ ", text) and int(text.split()[1], 16) <= address)
    file = log(sampling_record(samples=3, events=""), hit_record(rep, 1), hit_record(target, 2))
    assert by_address(bareprobe("profile", file, "-f", "csv")) == {rep: 1, jump: 2}


def test_who_wrote(bareprobe, log):
    """A watched write traps after the writing instruction: it is the line above, even if the next
    one is a REP or the target of a backward jump."""
    code = listing("memcpy")
    rep = next(i for i, (_, text) in enumerate(code) if text.startswith("rep"))
    loop = listing("strlen")
    jumps = {text.split()[1] for _, text in loop if re.match(r"j\w+ ", text)}
    target = next(i for i, (address, _) in enumerate(loop) if f"{address:x}" in jumps
                  and not loop[i - 1][1].startswith(("j", "ret")))
    file = log(sampling_record(samples=3, events="", source="watch", unit='"writes to total"',
                               every=1),
               hit_record(code[rep][0], 1), hit_record(loop[target][0], 2))
    assert by_address(bareprobe("profile", file, "-f", "csv")) == {
        code[rep - 1][0]: 1, loop[target - 1][0]: 2}
    assert "3 samples by a watchpoint, on each write to total " in bareprobe("profile", file).stdout


def test_a_listing_has_each_instruction_once(bareprobe, log, image):
    shown = bareprobe("profile", log(*example(image)), "--annotate", "strlen").stdout
    assert f"strlen: 60.0 % {wilson(60, 100, 100)} of the samples" in shown
    code = listing("strlen")
    found = re.findall(r"^ *(?:([\d.]+) %)?(?: +[\d.]+ %)* +([0-9a-f]{8}) +(\w+)", shown, re.M)
    assert sorted(int(address, 16) for _, address, _ in found) == [address for address, _ in code]
    alike = {"je": "jz", "jne": "jnz"}
    assert {int(address, 16): word for _, address, word in found} \
        == {address: alike.get(text.split()[0], text.split()[0]) for address, text in code}
    assert [(share, int(address, 16)) for share, address, _ in found if share] \
        == [("60.0", code[1][0])]
    file, line = place(code[1][0])
    source = (ROOT / file).read_text().splitlines()[int(line) - 1].strip()
    assert re.search(rf"^60\.0 % +75\.0 % +87\.5 % +{line} +{re.escape(source)}$", shown, re.M)


def test_events_and_benchmarks_are_chosen(bareprobe, log, image):
    other = [sampling_record(samples=1, events="branches", bench="apps/two"),
             hit_record(image["symbols"]["memchr"], 1, 5, bench="apps/two")]
    file = log(*example(image), *other)
    shown = bareprobe("profile", file, "-e", "branches", "-b", "apps/one").stdout
    assert "branches" in shown and "data_read_miss" not in shown and "apps/two" not in shown
    wrong = bareprobe("profile", file, "-b", "apps/tow")
    assert wrong.returncode == 2 and "did you mean apps/two?" in wrong.stderr


def test_passes_are_put_together(bareprobe, log, image):
    address = image["symbols"]["memchr"]
    file = log(sampling_record(samples=30, events="branches"), hit_record(address, 30, 3),
               sampling_record(samples=70, events="data_read", pass_=1),
               hit_record(address, 50, 6, pass_=1),
               hit_record(image["symbols"]["memcpy"], 20, 2, pass_=1))
    rows = table(bareprobe("profile", file).stdout)
    assert rows["memchr"][0] == "80.0 %" and rows["memchr"][4:] == ["100.0 %", "75.0 %"]
    assert rows["memcpy"][0] == "20.0 %" and rows["memcpy"][4:] == ["0.0 %", "25.0 %"]


def test_what_is_missing_is_said(bareprobe, log, image):
    shown = bareprobe("profile", log(sampling_record(samples=100, lost=5),
                                     hit_record(image["symbols"]["memchr"], 60, 3))).stdout
    assert "5 samples did not fit into memory; 40 samples were lost in transmission" in shown
    assert table(shown)["memchr"][0] == "100.0 %"


def test_no_samples_no_shares(bareprobe, log):
    done = bareprobe("profile", log(sampling_record(samples=0)))
    assert done.returncode == 2 and done.stdout == ""
    assert "apps/one (warm): no samples: " in done.stderr
    done = bareprobe("profile", log(sampling_record(samples=9)))
    assert done.returncode == 2 and "all of its 9 samples were lost in transmission" in done.stderr


def test_a_fault_in_the_middle_is_said(bareprobe, log, image):
    """The table and `show` report it, also from the store."""
    file = log(sampling_record(samples=10, events="", repetitions=4) + " faulted=1",
               hit_record(image["symbols"]["memchr"], 10))
    said = "ended by a fault in repetition 4: only the samples before the fault are included"
    assert said in bareprobe("profile", file).stdout
    assert said in bareprobe("show", file).stdout
    assert bareprobe("import", file, "--db", "runs.db").returncode == 0
    assert said in bareprobe("profile", "last", "--db", "runs.db").stdout
    whole = log(sampling_record(samples=10, events=""),
                hit_record(image["symbols"]["memchr"], 10))
    assert "fault" not in bareprobe("profile", whole).stdout


def test_of_another_image_addresses_alone(bareprobe, log, tmp_path, image):
    records = sampling_record(samples=1), hit_record(0x10feee, 1, 3)
    done = bareprobe("profile", log(*records, build="0.0-other"))
    assert "shown by address only" in done.stderr and "0.0-other" in done.stderr
    assert table(done.stdout)["0x0010feee"][0] == "100.0 %"
    named = bareprobe("profile", log(*records, build="0.0-other"), "--kernel", IMAGE)
    assert f"is build {image['build'].strip(chr(34))}" in named.stderr
    (tmp_path / "bad.elf").write_bytes(b"\x7fELF" + bytes(60))
    bad = bareprobe("profile", log(*records), "--kernel", "bad.elf")
    assert "bad.elf" in bad.stderr and "shown by address only" in bad.stderr and bad.returncode == 0
    listed = bareprobe("profile", "a.log", "--kernel", "bad.elf", "--annotate", "strlen")
    assert listed.returncode == 2
    assert "the kernel image is required to show 'strlen'" in listed.stderr


def test_an_address_out_of_the_image(bareprobe, log, image):
    shown = bareprobe("profile", log(sampling_record(samples=3), hit_record(0xfffff000, 2, 1),
                                     hit_record(image["symbols"]["memchr"], 1, 1)))
    rows = table(shown.stdout)
    assert rows["0xfffff000"][0] == "66.7 %" and rows["memchr"][0] == "33.3 %"


@pytest.mark.parametrize("arguments, why", [
    (["--by", "file"], "--by: 'file' is unknown; allowed: function, line, instruction"),
    (["-f", "prof"], "--format: 'prof' is not a format; did you mean pprof?"),
    (["--annotate", "strlne"], "no sample is in 'strlne'; did you mean strlen?"),
    (["-f", "csv", "--by", "line"], "--by applies to tables"),
    (["x.log"], "expected one RUN, got 2"),
])
def test_wrong_words(bareprobe, log, image, arguments, why):
    done = bareprobe("profile", log(*example(image)), *arguments)
    assert done.returncode == 2 and why in done.stderr and done.stdout == ""


def test_a_run_that_was_not_sampled(bareprobe, write_run):
    write_run("b.log")
    done = bareprobe("profile", "b.log")
    assert done.returncode == 2 and "experiment=profile" in done.stderr


@pytest.mark.full
def test_why_nothing_was_sampled_is_said(bareprobe):
    done = bareprobe("profile", "--sim", "thesis/hello", "--cpu", "p2", "--db", "hello.db",
                     "source=event,flops")
    assert done.returncode == 1 and done.stdout == ""
    assert "flops happens 0 times in a run" in done.stderr and "has no profile" not in done.stderr


# ---- other tools' formats -----------------------------------------------------------------------


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 128:
            return value, at


def message(data):
    """Returns the fields of a message: {number: [values]}, numbers or bytes."""
    fields, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 2:
            n, at = varint(data, at)
            value, at = data[at:at + n], at + n
        else:
            assert tag & 7 == 0
            value, at = varint(data, at)
        fields.setdefault(tag >> 3, []).append(value)
    return fields


def numbers(data):
    values, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def test_pprof(bareprobe, log, tmp_path, image):
    """Field numbers are those of github.com/google/pprof, proto/profile.proto."""
    done = bareprobe("profile", log(*example(image)), "-f", "pprof", "-o", "out.pb.gz")
    assert done.returncode == 0, done.stderr
    profile = message(gzip.decompress((tmp_path / "out.pb.gz").read_bytes()))
    texts = [text.decode() for text in profile[6]]
    assert texts[0] == "" and len(texts) == len(set(texts))
    types = [message(value) for value in profile[1]]
    assert [texts[value[1][0]] for value in types] == ["samples", "data_read_miss", "branches"]
    assert {texts[value[2][0]] for value in types} == {"count"}
    functions = {value[1][0]: value for value in map(message, profile[5])}
    locations = {value[1][0]: value for value in map(message, profile[4])}
    mappings = {value[1][0] for value in map(message, profile[3])}
    found = {}
    for sample in map(message, profile[2]):
        where, = numbers(sample[1][0])
        location = locations[where]
        assert location[2][0] in mappings
        line = message(location[4][0])
        function = functions[line[1][0]]
        labels = {texts[value[1][0]]: texts[value[2][0]] for value in map(message, sample[3])}
        assert labels == {"bench": "apps/one", "state": "warm", "ring": "kernel"}
        file, number = place(location[3][0])
        assert file.endswith(texts[function[4][0]]) and line[2][0] == int(number)
        found[texts[function[2][0]]] = numbers(sample[2][0])
    assert found == {"strlen": [60, 30, 7], "memchr": [30, 10, 0],
                     "[kernel] launch_make_cold": [10, 0, 1]}
    assert texts[numbers(profile[13][0])[0]].startswith("virtual Pentium")


def test_callgrind(bareprobe, log, tmp_path, image):
    bareprobe("profile", log(*example(image)), "-f", "callgrind", "-o", "out")
    shown = binutil("callgrind_annotate", "--show=samples,data_read_miss", tmp_path / "out")
    assert re.search(r"^ *60 \(60\.00%\) +30 \(75\.00%\) .*string\.c:strlen", shown, re.M), shown
    assert re.search(r"^ *100 \(100\.0%\) +40 \(100\.0%\) +PROGRAM TOTALS", shown, re.M)


def test_speedscope(bareprobe, log, image):
    file = json.loads(bareprobe("profile", log(*example(image)), "-f", "speedscope").stdout)
    schema = json.loads((SCHEMAS / "speedscope.json").read_text())
    jsonschema.validate(file, schema)
    frames = file["shared"]["frames"]
    samples, misses, _ = file["profiles"]
    assert samples["endValue"] == sum(samples["weights"]) == 100 and misses["endValue"] == 40
    stacks = {frames[stack[0]]["name"]: weight
              for stack, weight in zip(samples["samples"], samples["weights"])}
    assert stacks == {"strlen": 60, "memchr": 30, "[kernel] launch_make_cold": 10}


def test_folded(bareprobe, log, image):
    assert bareprobe("profile", log(*example(image)), "-f", "folded").stdout.splitlines() == [
        "virtual;apps/one;strlen 60", "virtual;apps/one;memchr 30",
        "virtual;apps/one;[kernel] launch_make_cold 10"]


def compare_py(tmp_path, *files):
    return subprocess.run(["/usr/bin/python3", "/usr/share/benchmark/compare.py", "--no-color",
                           "benchmarks", *files], cwd=tmp_path, text=True, capture_output=True,
                          check=True).stdout


def test_gbench(bareprobe, log, tmp_path, image):
    """1,000,000 clocks minus the handler's 6,100 in 10 repetitions are 99,390 each, 993,900 ns at
    100 MHz: 60 %, 30 % and 10 % of it. Of 30, 10 and no misses a repetition has a tenth."""
    bareprobe("profile", log(*example(image)), "-f", "gbench", "-o", "old.json")
    data = json.loads((tmp_path / "old.json").read_text())
    found = {entry["name"]: entry for entry in data["benchmarks"]}
    assert {name: (entry["real_time"], entry["iterations"], entry["data_read_miss"],
                   entry["branches"]) for name, entry in found.items()} == {
        "apps/one/strlen": (pytest.approx(596340), 60, 3, pytest.approx(0.7)),
        "apps/one/memchr": (pytest.approx(298170), 30, 1, 0),
        "apps/one/[kernel] launch_make_cold": (pytest.approx(99390), 10, 0, pytest.approx(0.1))}
    assert {entry["time_unit"] for entry in found.values()} == {"ns"}
    file, line = place(listing("strlen")[1][0])
    assert found["apps/one/strlen"]["hottest_line"].endswith(f"/{file.split('/')[-1]}:{line}")
    assert data["context"]["platform"] == "virtual" and data["context"]["mhz_per_cpu"] == 100
    # Half of this run's samples are in memchr, the others in strlen: 85 % and 15 %.
    bareprobe("profile", log(sampling_record(samples=20, events=""),
                             hit_record(listing("strlen")[2][0], 17),
                             hit_record(image["symbols"]["memchr"], 3)),
              "-f", "gbench", "-o", "new.json")
    rows = {line.split()[0]: line.split()[1:] for line in
            compare_py(tmp_path, "old.json", "new.json").splitlines() if line[:9] == "apps/one/"}
    assert rows["apps/one/strlen"] == ["+0.4167", "+0.4167", "596340", "844815", "596340",
                                       "844815"]
    assert rows["apps/one/memchr"] == ["-0.5000", "-0.5000", "298170", "149085", "298170",
                                       "149085"]


def test_gbench_of_several_passes(bareprobe, log, image):
    """Two passes of 10 and 30 repetitions: 40 of (2 * 1,000,000 - 2 * 6,100) / 40 = 49,695 clocks,
    496,950 ns. An event is divided by the repetitions that counted it. A cold pass has its own
    name, and missing samples are in the context."""
    memchr = image["symbols"]["memchr"]
    file = log(sampling_record(samples=30, events="branches"), hit_record(memchr, 30, 30),
               sampling_record(samples=50, events="data_read", pass_=1, repetitions=30, lost=5),
               hit_record(memchr, 50, 60, pass_=1),
               sampling_record(samples=4, events="", state="cold"),
               hit_record(memchr, 3, state="cold"))
    data = json.loads(bareprobe("profile", file, "-f", "gbench").stdout)
    warm, cold = data["benchmarks"]
    assert (warm["name"], cold["name"]) == ("apps/one/memchr", "apps/one (cold)/memchr")
    assert (warm["real_time"], warm["branches"], warm["data_read"]) == (pytest.approx(496950), 3, 2)
    assert [(entry["did_not_fit"], entry["did_not_arrive"])
            for entry in data["context"]["sampled"]] == [(5, 0), (0, 1)]
    assert data["context"]["sampled"][0]["clocks"] == 2000000


def test_gbench_knows_no_time_of_samples_by_an_event(bareprobe, log, image):
    def of(unit):
        return bareprobe("profile", log(sampling_record(samples=1, events="", source="overflow",
                                                        unit=unit),
                                        hit_record(image["symbols"]["memchr"], 1)), "-f", "gbench")
    branches = of("branches")
    assert json.loads(branches.stdout)["benchmarks"] == []
    assert "omitted apps/one: its samples count branches, not time" \
        in branches.stderr
    clocks = of("cpu_clk_unhalted")
    assert [entry["real_time"] for entry in json.loads(clocks.stdout)["benchmarks"]] \
        == [pytest.approx(993900)] and clocks.stderr == ""


@pytest.mark.parametrize("form", ["gbench", "speedscope"])
def test_a_file_name_that_is_not_utf_8(bareprobe, log, image, tmp_path, form):
    os.rename(tmp_path / log(*example(image)), os.fsencode(tmp_path) + b"/r\xff.log")
    assert json.loads(bareprobe("profile", os.fsdecode(b"r\xff.log"), "-f", form).stdout)


# ---- profiles of real runs --------------------------------------------------------------------


def test_measured_at_once(bareprobe, tmp_path):
    """The sieve is one function. The run is in the store, and no other file is left."""
    done = bareprobe("profile", "--sim", "apps/sieve:variant=every", "-e", "data_read",
                     "samples=200", env={"TMPDIR": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert "apps/sieve:variant=every   warm" in done.stdout and "data_read" in done.stdout
    assert "[kernel] delay" not in done.stdout
    shown = bareprobe("profile", "last", "-e", "data_read")
    assert shown.returncode == 0
    assert table(shown.stdout) == table(done.stdout)
    assert [file.name for file in tmp_path.iterdir()] == ["bareprobe.db"]


def test_who_writes_measured_at_once(bareprobe):
    """stamped/phases writes `random` once at the start of a run, and once in each of four
    rounds. In ten runs every second write is the 2nd and 4th, then the 1st, 3rd and 5th: each
    five times."""
    lines = (ROOT / "bench/stamped/phases.c").read_text().splitlines()
    begun = next(i for i, line in enumerate(lines, 1) if line.strip() == "random = 1;")
    done = bareprobe("profile", "--sim", "stamped/phases", "source=watch:phases.c:random,2",
                     "samples=25", "--by", "line", "--db", "runs.db")
    assert done.returncode == 0, done.stderr
    assert " 25 samples by a watchpoint, every 2 writes to random " in done.stdout
    shares = dict(re.findall(r"^ *([\d.]+) % .*phases\.c:(\d+)", done.stdout, re.M))
    assert shares.pop("20.0") == str(begun) and list(shares) == ["80.0"]


@pytest.mark.parametrize("name, said", [
    ("watch:misplacd", "source: 'watch:misplacd': no variable of that name in "),
    ("watch:misplacd,3", "did you mean misplaced?"),
    ("watch:frames", "source: 'watch:frames': several variables have that name")])
def test_a_watch_of_no_variable(bareprobe, name, said):
    done = bareprobe("profile", "--sim", "stamped/phases", f"source={name}", "--db", "runs.db")
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize("arguments, why", [
    (["--sim"], "--sim: expected a benchmark"),
    (["--sim", "apps/seive"], "did you mean"),
    (["--sim", "apps/sieve", "sources=pit"], "did you mean source?"),
    (["last", "--cpu", "p2"], "--cpu requires --sim"),
])
def test_what_cannot_be_measured(bareprobe, arguments, why):
    done = bareprobe("profile", *arguments)
    assert done.returncode == 2 and why in done.stderr and done.stdout == ""
