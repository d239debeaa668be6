# SPDX-License-Identifier: MIT
"""Programs that try to harm the kernel (hostile.asm): each ends with a message or its own status,
and the benchmark and the program after it, in the same run, have their right counts."""
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

SURVIVED = 42

# Privileged instructions (Intel SDM volume 2: #GP in ring 3), and those that no processor has.
PRIVILEGED = ("cli", "sti", "hlt", "in al, 0x60", "out 0x20, al", "insb", "rdmsr", "wrmsr", "invd",
              "wbinvd", "clts", "lmsw ax", "mov cr0, eax", "mov eax, cr3", "mov cr3, eax",
              "mov cr4, eax", "mov dr7, eax", "mov eax, dr7", "lgdt [data]", "lidt [data]",
              "lldt ax", "ltr ax", "invlpg [data]", "mov ds, cx", "mov ss, cx", "mov fs, dx",
              "rsm", "ud2", "lock nop", "int3", "db 0xF1")

# Definitions, and how the program ends: a fault of that name, the status, or a sentence.
ENDS = {
    "wild_calls": SURVIVED,
    "kernel_pointers": SURVIVED,
    "recursion": "page fault",
    "frame": "page fault",
    "kernel_write": "page fault",
    "kernel_read": "page fault",
    "kernel_jump": "page fault",
    "top_jump": "page fault",
    "screen": "page fault",
    "window": "page fault",
    "popf_all": "debug",
    "nested_task": "invalid TSS",
    "nested_exit": SURVIVED,
    "alignment": SURVIVED,
    "no_segments": SURVIVED,
    "no_stack": "page fault",
    "kernels_stack": "page fault",
    "far_call": "general protection",
    "far_jump": "general protection",
    "interrupts": SURVIVED,
    "return_gate": "general protection",
    "counter_gate": "general protection",
    "sigreturn=119": None,
    "sigreturn=173": None,
    "sigreturn_nowhere=119": "SIGSEGV",
    "sigreturn_nowhere=173": "SIGSEGV",
    "endless": "watchdog",
    "endless_calls": "watchdog",
    "x87_pending": SURVIVED,
    "handler_in_kernel": "invalid opcode",
    "handler_without_stack": "page fault",
    "map_everything": "page fault",
    "unmap_everything": "page fault",
    "protect_everything": "page fault",
    "fill_memory": SURVIVED,
    "sparse_output": SURVIVED,
    "thread_area": "page fault",
    "area_in_use": None,
}

FAST = ("wild_calls", "kernel_pointers", "recursion", "kernel_write", "interrupts", "sigreturn=173",
        "endless", "x87_pending", "unmap_everything")

# Calls that end or replace the program, wait, or change its memory.
ALONE = (1, 2, 7, 11, 26, 29, 37, 42, 45, 72, 82, 90, 91, 114, 119, 120, 125, 142, 162,
         163, 168, 173, 177, 179, 190, 192, 238, 240, 252, 267, 270, 284, 308, 309, 331,
         358, 407, 413, 414, 422, 435)


def assemble(folder, name, definition):
    writable = ("-N",) if definition == "interrupts" else ()  # it changes the number of an INT
    subprocess.run(["nasm", "-f", "elf32", f"-D{definition}", "-o", folder / f"{name}.o",
                    HERE / "hostile.asm"], check=True, timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", *writable, "-Ttext", "0x8048000", "-o", folder / name,
                    folder / f"{name}.o"], check=True, timeout=60)


@pytest.fixture(name="run")
def fixture_run(vpentium, records, tmp_path):
    """run(definition): the records of the hostile program, after the benchmark and the program that
    follow were found right."""
    def run(definition, cpu="p54c", settings=""):
        assemble(tmp_path, "hostile", definition)
        assemble(tmp_path, "good", "good")
        modules = []
        for i, text in enumerate((f"command = ./hostile; watchdog = 1; {settings}",
                                  "command = thesis/program1;", "command = ./good;",
                                  "command = thesis/program1; privilege = user;")):
            parms = tmp_path / f"{i}.parms"
            parms.write_text(f"(p5mon\nevents = instructions_executed, data_write;\n"
                             f"repetitions = 2;\n{text}\nend)\n")
            modules.append(str(parms))
        done = vpentium("exit=qemu report=records", "-cpu", cpu, "-initrd",
                        ",".join([*modules, f"{tmp_path}/hostile program=hostile",
                                  f"{tmp_path}/good program=good"]))
        assert done.stdout, done.stderr
        sent = records(done.stdout)
        counts = [(r["bench"], r["ring"], r["event"], r["mean"]) for r in sent
                  if r["ev"] == "result" and r["bench"] != "programs/hostile"]
        # program1: bench/thesis/program1.asm. `good`: two MOVs; its INT ends it.
        assert counts == [("thesis/program1", "kernel", "instructions_executed", "305"),
                          ("thesis/program1", "kernel", "data_write", "1"),
                          ("programs/good", "user", "instructions_executed", "2"),
                          ("programs/good", "user", "data_write", "0"),
                          ("thesis/program1", "user", "instructions_executed", "305"),
                          ("thesis/program1", "user", "data_write", "1")]
        return [r for r in sent if r["ev"] in ("fault", "error", "program")
                and "good" not in r.get("bench", "")]
    return run


def test_executables_past_the_limit(vpentium, records, tmp_path):
    """The first one is named at the end, and the experiment runs."""
    (tmp_path / "module").write_bytes(b"\x7fELF")
    modules = ",".join(f"{tmp_path}/module program=name{i}" for i in range(18))
    done = vpentium("command=thesis/program1 events=branches repetitions=1 report=records "
                    "exit=qemu", "-initrd", modules)
    sent = records(done.stdout)
    assert [r["status"] for r in sent if r["ev"] == "result"] == ["ok"]
    assert [r["what"] for r in sent if r["ev"] == "error"] == \
        ["module 'name16' was ignored: at most 16 executables and 64 files can be loaded"]


def check(found, end):
    faults = [r["name"] for r in found if r["ev"] == "fault"]
    sentences = [r["what"] for r in found if r["ev"] == "error"]
    statuses = [int(r["status"]) for r in found if r["ev"] == "program" and r["end"] == "exit"]
    if isinstance(end, int):
        assert (faults, sentences, statuses) == ([], [], [end])
    elif end is None:
        assert faults or sentences or statuses
    elif end.startswith("SIG"):
        assert any(end in sentence for sentence in sentences)
    else:
        assert faults == [end]


@pytest.mark.parametrize("definition", [name if name in FAST else
                                        pytest.param(name, marks=pytest.mark.full)
                                        for name in ENDS])
def test_hostile_programs(definition, run):
    check(run(definition), ENDS[definition])


@pytest.mark.full
@pytest.mark.parametrize("definition", ENDS)
@pytest.mark.parametrize("cpu", ("p55c",))
def test_hostile_programs_elsewhere(cpu, definition, run):
    check(run(definition, cpu), ENDS[definition])


@pytest.mark.full
@pytest.mark.parametrize("instruction", PRIVILEGED)
def test_privileged_instructions(instruction, run):
    found = run(f"instruction={instruction}")
    assert [r["name"] for r in found if r["ev"] == "fault"]


@pytest.mark.full
@pytest.mark.parametrize("number", ALONE)
def test_calls_alone(number, run):
    assert run(f"alone={number}")
