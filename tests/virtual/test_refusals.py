# SPDX-License-Identifier: MIT
"""Errors of the virtual Pentium: one line on stderr that names the cause, nothing on stdout, and
exit status 2; 3 if the guest ends in a triple fault. It never ends by a signal."""
import os
import pathlib
import struct
import subprocess

import pytest

from bounds import HANG_BOUND

ROOT = pathlib.Path(__file__).resolve().parents[2]
VPENTIUM = ROOT / os.environ.get("BUILD", "build") / "vpentium"

MAGIC, ADDRESSES = 0x1BADB002, 0x10000
EXIT_0 = bytes.fromhex("31c0e6f4f4")  # XOR EAX,EAX; OUT F4h,AL; HLT
BASE = 0x100000


def run(*command, shell_limit=None):
    line = [VPENTIUM, *command]
    if shell_limit:
        line = ["sh", "-c", f'ulimit -v {shell_limit}; exec "$@"', "sh", *line]
    return subprocess.run(line, capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, timeout=HANG_BOUND, check=False)


def refused(done, *words):
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("vpentium: ") and done.stderr.count("\n") == 1
    for word in words:
        assert str(word) in done.stderr


def header(flags=0, *addresses, checksum=None):
    checksum = -(MAGIC + flags) if checksum is None else checksum
    return struct.pack("<III", MAGIC, flags, checksum & 0xFFFFFFFF) + struct.pack(
        f"<{len(addresses)}I", *addresses)


def elf(payload=header() + EXIT_0, **fields):
    """Makes an ELF file with one segment at 1 MB that starts with a multiboot header and is entered
    after it; `fields` override values."""
    entry = {"machine": 3, "type": 2, "elfclass": 1, "entry": BASE + 12, "phoff": 52,
             "phentsize": 32, "phnum": 1, "offset": 84, "paddr": BASE, "filesz": len(payload),
             "memsz": len(payload)} | fields
    ident = b"\x7fELF" + bytes([entry["elfclass"], 1, 1]) + bytes(9)
    return ident + struct.pack(
        "<HHIIIIIHHHHHH", entry["type"], entry["machine"], 1, entry["entry"], entry["phoff"], 0, 0,
        52, entry["phentsize"], entry["phnum"], 40, 0, 0) + struct.pack(
        "<IIIIIIII", 1, entry["offset"], BASE, entry["paddr"], entry["filesz"], entry["memsz"], 7,
        4) + payload


def flat(flags, header_addr, load, load_end, bss_end, start):
    return header(flags, header_addr, load, load_end, bss_end, start) + EXIT_0

FLAT = (BASE, BASE, 0, 0, BASE + 32)


@pytest.fixture
def kernel(tmp_path):
    path = tmp_path / "kernel"

    def run_it(contents, *options):
        path.write_bytes(contents)
        return run("-kernel", path, *options)
    return run_it


@pytest.mark.parametrize("image", [elf(), flat(ADDRESSES, *FLAT),
                                   bytes(8192 - 32) + flat(ADDRESSES, BASE + 8160, *FLAT[1:4],
                                                           BASE + 8192)[:32] + EXIT_0])
def test_the_images_below_run_when_nothing_is_wrong(kernel, image):
    done = kernel(image)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("length", [0, 1, 12, 51, 52, 83, 84, 95, 100])
def test_truncated_elf(kernel, length):
    """Cut at different lengths: no header, no program header, no multiboot header, half a
    segment."""
    refused(kernel(elf()[:length]), "kernel: ")


@pytest.mark.parametrize("image, says", [
    (b"", "no multiboot header"),
    (bytes(10000), "no multiboot header"),
    (bytes(8192) + elf(), "no multiboot header in the first 8192 bytes"),
    (elf(header(checksum=1) + EXIT_0), "no multiboot header"),
    (elf(header(1 << 2) + EXIT_0), "requires an unsupported feature"),
    (elf(header(1 << 15) + EXIT_0), "requires an unsupported feature"),
    (header() + bytes(100), "not an ELF file"),
    (header(), "too short for an ELF header"),
    (elf(machine=62), "not a 32-bit x86 ELF executable"),
    (elf(elfclass=2), "not a 32-bit x86 ELF executable"),
    (elf(type=3), "not a 32-bit x86 ELF executable"),
    (elf(phoff=0xFFFFFFF0), "beyond the end of the file"),
    (elf(phnum=0xFFFF), "beyond the end of the file"),
    (elf(phentsize=31), "beyond the end of the file"),
    (elf(phnum=0), "has no segment to load"),
    (elf(memsz=0, filesz=0), "has no segment to load"),
    (elf(filesz=1 << 20, memsz=1 << 20), "beyond the end of the file: truncated?"),
    (elf(offset=0xFFFFFFFF), "beyond the end of the file: truncated?"),
    (elf(memsz=4), "larger in the file than in memory"),
    (elf(memsz=0xFFFFFFFF), "does not fit into the guest's memory"),
    (elf(paddr=0xFFFFFFFF), "does not fit into the guest's memory"),
    (elf(paddr=16 << 20), "does not fit into the guest's memory"),
    (elf(paddr=0x9000), "between 9000h and 80000h"),
    (flat(ADDRESSES, BASE, BASE + 4, 0, 0, BASE), "load_addr is outside the file"),
    (flat(ADDRESSES, BASE + 64, BASE, 0, 0, BASE), "load_addr is outside the file"),
    (flat(ADDRESSES, BASE, BASE, BASE - 4, 0, BASE), "load_end_addr is before load_addr"),
    (flat(ADDRESSES, BASE, BASE, BASE + 64, 0, BASE),
     "load_end_addr is beyond the end of the file"),
    (flat(ADDRESSES, BASE, BASE, 0, 0xFFFFFFFF, BASE), "does not fit into the guest's memory"),
])
def test_bad_headers(kernel, image, says):
    refused(kernel(image), "kernel: ", says)


def test_files_that_are_not_there(tmp_path, kernel):
    refused(run("-kernel", tmp_path / "none"), tmp_path / "none", "No such file")
    refused(run("-kernel", tmp_path), tmp_path, "Is a directory")
    refused(run("-bios", tmp_path / "none"), tmp_path / "none", "No such file")
    refused(kernel(elf(), "-initrd", str(tmp_path / "none")), tmp_path / "none", "No such file")
    refused(kernel(elf(), "-annotate", str(tmp_path / "no" / "file")), "no/file", "No such file")


def test_modules_that_are_too_much(kernel, tmp_path):
    module = tmp_path / "module"
    module.write_bytes(bytes(1 << 20))
    refused(kernel(elf(), "-m", "2", "-initrd", str(module)), module, "does not fit")
    refused(kernel(elf(), "-initrd", ",".join(["/dev/null"] * 65)), "-initrd", "more than 64")
    refused(kernel(elf(), "-initrd", "n" * 5000), "-initrd", "4095")


@pytest.mark.skipif("BUILD" in os.environ, reason="a sanitizer's own maps need more than that")
def test_more_memory_than_the_host_gives(tmp_path):
    """3 GB are requested in an address space of 1 GB."""
    path = tmp_path / "kernel"
    path.write_bytes(elf())
    refused(run("-kernel", path, "-m", "3072", shell_limit=1 << 20), "-m 3072", "the host")


@pytest.mark.skipif("BUILD" in os.environ, reason="a sanitizer's own maps need more than that")
@pytest.mark.parametrize("cpu", ["p54c", "p2", "k7", "northwood"])
def test_each_allocation_can_fail(tmp_path, cpu):
    """The guest's memory is 4 MB, the cache of decoded blocks 32 MB, and the model has its tables.
    With less address space than that, one of them cannot be allocated; which one depends on the
    limit. Status 127 is the dynamic loader's, which cannot load the libraries."""
    path = tmp_path / "kernel"
    path.write_bytes(elf())
    statuses = []
    for megabytes in range(6, 100, 2):
        done = run("-cpu", cpu, "-m", "4", "-kernel", path, shell_limit=megabytes << 10)
        statuses.append(done.returncode)
        if done.returncode == 0:
            break
        if done.returncode != 127:
            refused(done, "-m 4", "the host")
    assert statuses == sorted(statuses, key=[127, 2, 0].index)
    assert statuses[-1] == 0 and statuses.count(2) >= 36 / 2 - 1


@pytest.mark.skipif("BUILD" in os.environ, reason="the sanitizers find leaks themselves")
@pytest.mark.parametrize("cpu", ["p54c", "p2", "k7", "northwood"])
@pytest.mark.parametrize("code, status", [(EXIT_0, 0), (b"\x0f\x0b", 3)])  # UD2: a triple fault
def test_no_memory_leaks(tmp_path, cpu, code, status):
    """GCC's leak sanitizer, loaded into the usual program, reports memory to which nothing points
    at the end, and sets the status to 23."""
    path = tmp_path / "kernel"
    path.write_bytes(elf(header() + code))
    lsan = subprocess.run(["gcc", "-print-file-name=liblsan.so"], capture_output=True, text=True,
                          check=True).stdout.strip()
    done = subprocess.run([VPENTIUM, "-cpu", cpu, "-kernel", path], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=HANG_BOUND, check=False,
                          env=os.environ | {"LD_PRELOAD": lsan})
    assert done.returncode == status, done.stderr


def test_output_that_cannot_be_written(tmp_path):
    """The guest sends 'A' to port 3F8h, COM1, then runs EXIT_0."""
    path = tmp_path / "kernel"
    path.write_bytes(elf(header() + bytes.fromhex("66baf803b041ee") + EXIT_0))
    assert run("-kernel", path).stdout == "A"
    with open("/dev/full", "wb") as full:
        done = subprocess.run([VPENTIUM, "-kernel", path], stdout=full, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, timeout=HANG_BOUND, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"standard output" in done.stderr


def test_triple_fault(kernel):
    """UD2 runs without a descriptor table."""
    done = kernel(elf(header() + b"\x0f\x0b"))
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("vpentium: triple fault at CS:EIP 0008:0010000c")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command, says", [
    ([], "-kernel FILE or -bios FILE is required"),
    (["-nonsense"], "'-nonsense': unknown"),
    (["kernel"], "'kernel': unknown"),
    (["-"], "'-': unknown"),
    (["--"], "'--': unknown"),
    ([""], "'': unknown"),
    (["-=x"], "'-=x': unknown"),
    (["-kernel"], "'-kernel': needs a value"),
    (["-v=1"], "'-v=1': takes no value"),
    (["-screen=1"], "takes no value"),
    (["-m", "1"], "2 to 3072"),
    (["-m", "3073"], "2 to 3072"),
    (["-m", "16x"], "2 to 3072"),
    (["-m", ""], "2 to 3072"),
    (["-m", "-16"], "2 to 3072"),
    (["-m", " -16"], "2 to 3072"),
    (["-m", "99999999999999999999999"], "2 to 3072"),
    (["-mhz", "59"], "60 to 233"),
    (["-mhz", "234"], "60 to 233"),
    (["-cpu", "p7"], "p54c or p55c"),
    (["-errata", "fidv"], "on, off and fdiv"),
    (["-errata", ",on"], "on, off and fdiv"),
    (["-serial", "slow"], "fast or timed"),
    (["-uart", "16750"], "8250, 16450, 16550, 16550a, none or stuck"),
    (["-receiver", "slow"], "fast, rtscts, xonxoff or deaf"),
    (["-adapter", "cga"], "vga or mda"),
    (["-key", "a"], "esc or space"),
    (["-key", "esc,0"], "seconds from 0.001 to 1000"),
    (["-key", "esc,1x"], "seconds from 0.001 to 1000"),
    (["-rtc", "24:00:00"], "a time such as 23:59:58, none or stuck"),
    (["-rtc", "1:00:00"], "a time such as 23:59:58, none or stuck"),
    (["-smi", "999,1"], "1000 to 4294967295"),
    (["-smi", "1000"], "1000 to 4294967295"),
    (["-smi", "1000,1,1"], "1000 to 4294967295"),
    (["-post", "0"], "a port from 1 to 0xffff"),
    (["-post", "0x10000"], "a port from 1 to 0xffff"),
    (["-post", "x"], "a port from 1 to 0xffff"),
    (["-trace-clocks", "0"], "1 to 1000000"),
    (["-translate-after", "0"], "1 to 1000000"),
])
def test_options(command, says):
    refused(run(*command), says)


def test_help_names_every_status():
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Exit status: the value that the kernel writes to port F4h or gives to" in done.stdout
    assert "2 for an error" in done.stdout and "3 for a triple fault" in done.stdout
