# SPDX-License-Identifier: MIT
"""Debugs benchmarks with Debian's gdb through `bareprobe monitor --gdb`: breakpoints, registers,
steps, watchpoints, a fault, Ctrl-C; on a line that loses bytes; in QEMU over a pseudo-terminal. The
counts of later runs do not change.
Program 1 (bench/thesis/program1.asm) sets EAX to 99; each of its 100 iterations is INC EDX, DEC
EAX, JNS, in lines 36 to 38. It has 100 branches, and reads data once."""
import os
import re
import shutil
import socket
import subprocess
import time
from binascii import crc_hqx

import pytest

from test_monitor_verb import BUILD, MONITOR, fixture_box, monitor  # noqa: F401, a fixture

COUNT = "count branches,data_read thesis/program1 repetitions=1"
COUNTED = "thesis/program1 0 branches: 100 (100 to 100, n=1)\n" \
          "thesis/program1 0 data_read: 1 (1 to 1, n=1)\n"


def gdb(tmp_path, lines, image="bareprobe", timeout=120):
    script = tmp_path / "script.gdb"
    script.write_text("set pagination off\nset debuginfod enabled off\n" + lines)
    return subprocess.run(["gdb", "-nx", "-batch", "-x", script, BUILD.resolve() /
                           f"{image}.elf"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=timeout, check=False, stdin=subprocess.DEVNULL,
                          cwd=tmp_path, env={**os.environ, "HOME": str(tmp_path)})


def served(*words):
    return " ".join(map(str, ["|", *MONITOR, "--gdb", *words]))


SESSION = f"""monitor {COUNT}
break program1.loop
run {COUNT}
info registers
stepi
step
print $eax
print/x *(int *)0x100000
watch -l *(int *)$ebp
delete 1
continue
delete
continue
monitor {COUNT}
"""


def check_session(text):
    # It is counted before, after, and by the run itself, which was stopped only before its counted
    # repetition.
    assert text.count(COUNTED) == 3
    assert re.search(r"Breakpoint 1, .*program1.asm:36\n36\t", text)
    assert re.search(r"^eax +0x63 +99$", text, re.M) and re.search(r"^cs +0x8 +8$", text, re.M)
    assert "\n37\t    dec eax\n38\t    jns .loop\n$1 = 98\n$2 = 0x1badb002\n" in text
    assert "[Inferior 1 (Remote target) exited normally]" in text
    assert "stops: the counts include more than the benchmark" in text


def test_a_session(tmp_path):
    """The word that EBP points to is free after LEAVE, and the following probe writes it."""
    done = gdb(tmp_path, f"target extended-remote {served()}\n{SESSION}")
    check_session(done.stdout)
    assert re.search(r"^Hardware watchpoint 2: .*\n\nOld value = ", done.stdout, re.M), done.stdout


@pytest.mark.full
def test_a_line_that_loses_bytes(tmp_path):
    words = ("--silicon", "uart-drops=2000", "-o", tmp_path / "log")
    done = gdb(tmp_path, f"target extended-remote {served(*words)}\n{SESSION}")
    check_session(done.stdout)
    lines = [line.rpartition(" crc=") for line in (tmp_path / "log").read_text().splitlines()]
    assert any(f"{crc_hqx(line[0].encode(), 0xFFFF):04x}" != line[2].strip() for line in lines)


def test_what_runs_may_be_named_by_us(tmp_path):
    """`target remote` does not support `run`: the last command is stopped at the beginning of its
    benchmark."""
    run = served("-c", f"'set repetitions=1; {COUNT} privilege=user'")
    done = gdb(tmp_path, f"target remote {run}\nprint $cs & 3\nx/i $pc\nhbreak program1.loop\n"
               "continue\nprint $eax\ndelete\ncontinue\n")
    assert "$1 = 3\n" in done.stdout and "<program1>:" in done.stdout and "$2 = 99" in done.stdout
    done = gdb(tmp_path, f"target remote {served()}\n")
    assert done.returncode == 1 and "no longer" not in done.stdout


def test_source_lines_variables_and_calls_of_c(tmp_path):
    """lzw.c's run() calls no library function before its first line."""
    done = gdb(tmp_path, f"target extended-remote {served()}\nbreak bench/thesis/lzw.c:run\n"
               "run thesis/lzw\nbacktrace\nnext\nprint abs(-5)\nprint $st0\nset var $st0 = 1.5\n"
               "print $st0\nset var $eflags |= 1\nprint $eflags\nkill\nmonitor touched\n")
    assert re.search(r"^#0 .* at bench/thesis/lzw.c:\d+$", done.stdout, re.M), done.stdout
    assert "in contain_run ()" in done.stdout and "$1 = 5\n" in done.stdout
    assert "$3 = 1.5\n" in done.stdout and re.search(r"^\$4 = \[ CF ", done.stdout, re.M)
    assert done.stdout.endswith("nothing was changed by hand\n")


def test_a_fault_is_a_signal_and_the_runs_then(tmp_path):
    image = BUILD.resolve() / "bareprobe-test.elf"
    done = gdb(tmp_path, f"target extended-remote {served('--kernel', image)}\nrun fault/null\n"
               "x/i $pc\ncontinue\nrun fault/opcode\ncontinue\n", "bareprobe-test")
    assert "Program received signal SIGSEGV" in done.stdout
    assert "fault/null: ended by page fault" in done.stdout
    assert "Program received signal SIGILL" in done.stdout
    assert done.stdout.count("exited with code 01]") == 2


def test_wrong_use(tmp_path):
    for words, says in [(["--gdb", "file"], "give the command to debug with -c"),
                        (["--gdb=x"], "'x' is not a port"),
                        (["--gdb=70000"], "'70000' is not a port")]:
        done = monitor(*words)
        assert done.returncode == 2 and says in done.stderr, done.stderr
    done = gdb(tmp_path, f"target extended-remote {served()}\nmonitor go\nmonitor rdmsx\n"
               "run nothing/here\n")
    assert "go: use gdb's command 'continue'" in done.stdout
    assert "did you mean rdmsr?" in done.stdout
    assert "no benchmark matches 'nothing/here'" in done.stdout
    done = gdb(tmp_path, f"target extended-remote {served()}\nbreak kernel_main\nrun {COUNT}\n")
    assert "is in the kernel's code" in done.stdout and "exited normally" in done.stdout


# ---- packets -----------------------------------------------------------------------------------

class Packets:
    """gdb's side of the protocol; it sends no acknowledgements once they are negotiated away."""

    @staticmethod
    def start(*words):
        """A server, and the port at which it listens."""
        child = subprocess.Popen([*MONITOR, "--gdb=0", *words], stdin=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
        return child, int(re.search(r"localhost:(\d+)", child.stderr.readline())[1])

    def __init__(self, *words):
        self.child, port = self.start(*words)
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(60)
        self.heard = b""

    def __enter__(self):
        self.send_raw(b"$QStartNoAckMode#b0")
        assert self.receive_raw() == b"OK"
        self.send_raw(b"+")
        return self

    def __exit__(self, *unused):
        self.socket.close()
        assert self.child.wait(60) == 0
        self.child.stderr.close()

    def send_raw(self, data):
        self.socket.sendall(data)

    def receive_raw(self):
        while not (found := re.search(rb"\$([^#]*)#(..)", self.heard, re.S)):
            more = self.socket.recv(65536)
            assert more
            self.heard += more
        self.heard = self.heard[found.end():]
        assert sum(found[1]) & 0xFF == int(found[2], 16)
        return found[1]

    def send(self, text):
        data = text.encode("latin-1")
        self.send_raw(b"$" + data + b"#%02x" % (sum(data) & 0xFF))

    def ask(self, text):
        """Returns the answer that follows the printed output."""
        self.send(text)
        while (answer := self.receive_raw().decode()).startswith("O") and answer != "OK":
            pass
        return answer


def test_packets():
    command = COUNT.replace("repetitions=1", "repetitions=2")
    with Packets("-c", command) as packets:
        assert packets.ask("?").startswith("T05")
        assert packets.ask("m100000,4") == "02b0ad1b"
        # Page 0 is not mapped. A read across the end of memory returns the existing part.
        assert packets.ask("m0,4") == "E0e" and packets.ask("mffffffff,1") == "E0e"
        assert packets.ask("M0,1:00") == "E0e"
        assert packets.ask("M90000,5:1122334455") == "OK"
        assert packets.ask("m90000,5") == "1122334455"
        assert packets.ask("X90001,3:" + chr(0x7d) + chr(0x03) + "ab") == "OK"  # 23h, escaped
        assert packets.ask("m90000,5") == "1123616255"
        registers = packets.ask("g")
        assert len(registers) == 16 * 8
        assert packets.ask("P0=78563412") == "OK"
        assert packets.ask("p0") == "78563412" and packets.ask("g")[:8] == "78563412"
        assert packets.ask("G" + registers) == "OK" and packets.ask("g") == registers
        # CS; no such register
        assert packets.ask("Pa=10000000") == "E01" and packets.ask("p99") == "E01"
        assert packets.ask("qXfer:features:read:target.xml:0,20")[0] == "m"
        assert packets.ask("Z3,90000,4") == "" and packets.ask("foo") == ""
        assert packets.ask("Z2,90001,8") == "OK"  # 1, 2, 4 and 1 bytes: all debug registers
        assert packets.ask("Z2,90010,4") == "E01" and packets.ask("z2,90001,8") == "OK"
        packets.send_raw(b"$g#00")  # a wrong checksum without acknowledgements: no answer
        assert packets.ask("s")[:3] == "T05"
        assert packets.ask("c") == "W00"


def test_copies_of_a_packet_are_answered_once():
    """gdb sends its first packet again while the machine boots; gdb 13.1 takes the second answer
    for that to its next packet (findings/gdb-late-answers-shift.sh)."""
    packets = Packets()
    packets.send_raw(b"$qSupported:swbreak+#8b" * 3)
    assert packets.receive_raw().startswith(b"PacketSize=")
    assert packets.heard.count(b"+") <= 1
    packets.send("vMustReplyEmpty")
    assert packets.receive_raw() == b""
    packets.send("k")
    packets.__exit__()


def test_ctrl_c_stops_what_never_ends():
    image = BUILD.resolve() / "bareprobe-test.elf"
    with Packets("--kernel", image, "-c", "count data_read fault/hang") as packets:
        for _ in range(2):
            packets.send("c")
            time.sleep(0.3)  # so that it runs; an earlier Ctrl-C would also stop it
            packets.send_raw(b"\x03")
            while (answer := packets.receive_raw()).startswith(b"O"):
                pass
            assert answer.startswith(b"T02")
        packets.send("k")


# ---- QEMU ----------------------------------------------------------------------------------------

@pytest.mark.full
def test_a_box_on_a_pseudo_terminal(box, tmp_path):
    """Nothing counts in QEMU. The machine stays at its prompt after gdb has disconnected."""
    device, _ = box
    run = served("--serial", f"{device},9600")
    done = gdb(tmp_path, f"target extended-remote {run}\nbreak program1.loop\n"
               "run count time_stamp thesis/program1 repetitions=1\nprint $eax\nstepi\n"
               "info registers eip\ndelete\ncontinue\nmonitor break 90000\n")
    assert "$1 = 99\n" in done.stdout and "\n37\t    dec eax\n" in done.stdout
    assert "exited normally" in done.stdout
    done = monitor("--serial", f"{device},9600", "-c", "break; peek d 100000")
    assert done.stdout == "no breakpoints\n00100000 = 1badb002\n"


# ---- what gdb and other clients do ---------------------------------------------------------------

VERSION = subprocess.run(["gdb", "--version"], capture_output=True, text=True,
                         check=False).stdout.split("\n", maxsplit=1)[0]


def address_of(symbol, image="bareprobe"):
    lines = subprocess.run(["nm", BUILD / f"{image}.elf"], capture_output=True, text=True,
                           check=True).stdout
    return int(re.search(rf"^(\w+) \w {re.escape(symbol)}$", lines, re.M)[1], 16)


def test_detach(tmp_path):
    """The run goes on to its end. gdb 13.1 accepts only a reply, no output, to the packet D."""
    done = gdb(tmp_path, f"target extended-remote {served()}\nset confirm off\n"
               f"starti thesis/program1\nbreak program1.loop\ndetach\nmonitor {COUNT}\n"
               "delete\nstarti thesis/program1\nkill\n")
    assert "[Inferior 1 (Remote target) detached]" in done.stdout, f"{VERSION}: {done.stdout}"
    assert COUNTED in done.stdout and "can't" not in done.stdout.lower()
    assert done.stdout.count("Program stopped.") == 2
    with Packets("-c", COUNT) as packets:
        assert packets.ask("!") == "OK"
        packets.send("D")
        assert packets.receive_raw() == b"OK"
        packets.send("?")
        assert packets.receive_raw() == b"W00"


def test_a_run_that_does_not_begin_prints_its_reason_once(tmp_path):
    done = gdb(tmp_path, f"target extended-remote {served()}\n" + "run nosuch/one\n" * 3)
    assert done.stdout.count("no benchmark matches 'nosuch/one'") <= 1  # -batch ends there
    child = Packets()
    with child as packets:
        name = "nosuch/one".encode().hex()
        for _ in range(3):
            assert packets.ask(f"vRun;;{name}") == "E01"
        packets.socket.close()
        assert child.child.wait(60) == 0
        said = child.child.stderr.read()
    assert said.count("no benchmark matches 'nosuch/one'") == 3, said


def test_output_of_monitor_comes_at_once_and_ctrl_c_ends_it():
    """gdb 13.1 sends no Ctrl-C during `monitor`, but other clients may; then it waits for OK."""
    with Packets() as packets:
        line = "log 10ms data_read thesis/hello for 1000s"
        packets.send("qRcmd," + line.encode().hex())
        printed = b""
        while printed.count(b"\n") < 3:
            answer = packets.receive_raw()
            assert answer[:1] == b"O" and answer != b"OK"
            printed += bytes.fromhex(answer[1:].decode())
        packets.send_raw(b"\x03")
        while (answer := packets.receive_raw()) != b"OK":
            assert answer[:1] == b"O"
        assert packets.ask("m100000,4") == "02b0ad1b"
        packets.send("qRcmd," + "watch data_read thesis/hello".encode().hex())
        printed = bytes.fromhex(packets.receive_raw()[1:].decode())
        assert b"add an end, as in 'for 5s'" in printed
        assert packets.receive_raw() == b"OK"


def test_a_lost_target_stays_lost(tmp_path):
    """Without a target, gdb runs the file on this computer (auto-connect-native-target): images are
    not executable."""
    for image in ("bareprobe", "bareprobe-test", "bareprobe-quick"):
        assert not (BUILD / f"{image}.elf").stat().st_mode & 0o111
    done = gdb(tmp_path, f"target extended-remote {served()}\ndisconnect\nstarti\n")
    assert "Permission denied" in done.stdout and "Program stopped" not in done.stdout, VERSION


@pytest.mark.parametrize("ring", ["kernel", "user"])
def test_a_step_does_not_show_in_the_pushed_flags(tmp_path, ring):
    """PUSHF and POPF, written over INC and DEC: TF, bit 8, is not pushed, so that POPF does not set
    it. QEMU and gdbserver hide it, too."""
    done = gdb(tmp_path, f"target extended-remote {served()}\nbreak program1.loop\n"
               f"run {COUNT} privilege={ring}\nset var *(unsigned short *)$pc = 0x9d9c\n"
               "delete\nstepi\nprint/x *(int *)$esp & 0x100\nstepi\nstepi\n"
               "print $pc == &'program1.loop'\nset var $eax = 0\nset var *(unsigned short *)$pc = "
               "0x4842\ncontinue\n")
    assert "$1 = 0x0\n" in done.stdout, f"{VERSION}: {done.stdout}"
    assert "SIGTRAP" not in done.stdout and "exited normally" in done.stdout


def test_memory_goes_in_blocks(tmp_path):
    """512 bytes are two requests, and a step with its registers is one, of less than a second at
    9,600 baud: gdb waits for a reply for 2 seconds."""
    log = tmp_path / "log"
    with Packets("-o", log, "-c", COUNT) as packets:
        def requests():
            """The requests since the last call, and the bytes of their answers."""
            text = log.read_bytes()[requests.at:]
            requests.at += len(text)
            return text.count(b" ev=asked "), len(text)
        requests.at = 0
        data = bytes(range(256)) * 2
        requests()
        assert packets.ask("M90000,200:" + data.hex()) == "OK"
        assert packets.ask("m90000,200") == data.hex()
        assert packets.ask("X90000,0:") == "OK"  # a probe whether X is supported
        asked = requests()  # the log may end before the last answer
        assert asked[0] <= 3 and asked[1] < 3 * len(data)
        assert packets.ask("Z0,%x,1" % address_of("program1.loop")) == "OK"
        assert packets.ask("c")[:3] == "T05"
        packets.ask("m90000,1")
        requests()
        assert packets.ask("z0,%x,1" % address_of("program1.loop")) == "OK"
        assert packets.ask("Z0,%x,1" % address_of("program1.loop")) == "OK"
        stopped = packets.ask("vCont;s:1")
        assert packets.ask("g") == "".join(re.findall(r"[0-9a-f]{2}:([0-9a-f]{8});", stopped))
        assert packets.ask("m%x,4" % address_of("program1.loop"))
        packets.ask("m%x,4" % (address_of("program1.loop") + 1))
        packets.ask("ma0000,1")
        count, size = requests()
        assert count <= 3 and size < 960 * 1.5, (count, size)


def test_the_running_kernel_is_not_overwritten(tmp_path):
    done = gdb(tmp_path, f"target extended-remote {served()}\nstarti thesis/program1\nload\n")
    assert "00100000 is the running kernel's memory: it is not written" in done.stdout, VERSION
    assert "Load failed" in done.stdout or "error" in done.stdout.lower()
    with Packets("-c", COUNT) as packets:
        assert packets.ask("M100000,4:00000000") == "E01"
        assert packets.ask("m100000,4") == "02b0ad1b"
        code = address_of("program1.loop")
        assert packets.ask(f"M{code:x},1:42") == "OK"  # a benchmark's, INC EDX as it is


def test_steps_in_a_range():
    """The loop's 100 iterations are one request; EAX is then -1. A breakpoint in the range
    stops."""
    loop = address_of("program1.loop")
    with Packets("-c", COUNT) as packets:
        assert "r" in packets.ask("vCont?").split(";")
        assert packets.ask(f"Z0,{loop:x},1") == "OK"
        assert "swbreak:" in packets.ask("c")
        stopped = packets.ask(f"vCont;r{loop:x},{loop + 4:x}:1")
        assert f"08:{(loop + 1).to_bytes(4, 'little').hex()};" not in stopped
        assert "swbreak:" in stopped  # the second iteration
        assert packets.ask(f"z0,{loop:x},1") == "OK"
        assert packets.ask(f"Z1,{loop + 1:x},1") == "OK"
        stopped = packets.ask(f"vCont;r{loop:x},{loop + 4:x}:1")
        assert f"08:{(loop + 1).to_bytes(4, 'little').hex()};" in stopped
        assert "hwbreak:" in stopped
        assert packets.ask(f"z1,{loop + 1:x},1") == "OK"
        stopped = packets.ask(f"vCont;r{loop:x},{loop + 4:x}:1")
        assert stopped[:3] == "T05" and "00:ffffffff;" in stopped
        assert f"08:{(loop + 4).to_bytes(4, 'little').hex()};" in stopped
        assert packets.ask("c") == "W00"


def test_the_end_of_a_connection_is_reported():
    packets = Packets()
    with packets:
        pass
    packets = Packets()
    packets.socket.close()
    assert packets.child.wait(60) == 0
    assert "gdb has disconnected" in packets.child.stderr.read()


@pytest.mark.full
def test_packets_fit_the_line(box):
    """At 9,600 baud a packet takes at most 1.5 seconds: 960 * 1.5 / 2.3 = 626 = 272h bytes."""
    device, _ = box
    with Packets("--serial", f"{device},9600") as packets:
        assert "PacketSize=272;" in packets.ask("qSupported")


@pytest.mark.full
def test_lldb():
    """lldb 14 stops at a breakpoint, steps, reads memory, and detaches from the run, which goes on
    to its end."""
    program = shutil.which("lldb-14") or shutil.which("lldb")
    version = subprocess.run([program, "--version"], capture_output=True, text=True,
                             check=True).stdout
    packets = Packets.start("-c", COUNT)
    loop = address_of("program1.loop")
    done = subprocess.run(
        [program, "-b", "-o", f"gdb-remote {packets[1]}", "-o", f"breakpoint set -a {loop:#x}",
         "-o", "continue", "-o", "register read eip eax", "-o", "stepi", "-o",
         "memory read -c 4 0x100000", "-o", "breakpoint delete -f", "-o", "detach",
         BUILD / "bareprobe.elf"], capture_output=True, text=True, timeout=120, check=False)
    said = f"{version}{done.stdout}{done.stderr}"
    assert re.search(rf"eip = {loop:#010x}", done.stdout) and "eax = 0x00000063" in said, said
    assert "program1.asm:37" in said and "02 b0 ad 1b" in said, said
    assert "Process 1 detached" in said, said
    assert packets[0].wait(60) == 0
    assert COUNTED in packets[0].stderr.read()
    packets[0].stderr.close()
