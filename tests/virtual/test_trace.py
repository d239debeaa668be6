# SPDX-License-Identifier: MIT
"""--trace: a well-formed Kanata log whose stages are those of the P5's pipeline."""
import sys
import pathlib

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from kanata import Log

LOOP = """
main:
    mov ebx, 100
align 32
turn:
    mov esi, scratch
    mov eax, [esi]
    dec ebx
    jnz turn
    ret
"""


def trace(guest, tmp_path, source, *options):
    out = tmp_path / "out"
    done = guest(source).run("--trace", out, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return Log(out.read_text())


@pytest.fixture(name="boot", scope="module")
def fixture_boot(vpentium, tmp_path_factory):
    """Traces the first 10,000 clocks of a benchmark."""
    out = tmp_path_factory.mktemp("trace") / "out"
    assert vpentium("command=thesis/program1 repetitions=2 exit=qemu", "--trace", out,
                    "--trace-from", "program1").stderr == ""
    return Log(out.read_text())


def test_log_is_well_formed_and_limited(boot):
    """10,000 clocks by default, and at most two instructions in each."""
    executed = [i.stage("EX").begin for i in boot.instructions.values()]
    assert len(executed) > 1000
    assert executed == sorted(executed)
    assert executed[-1] - executed[0] < 10_000 + 1000


def test_each_instruction_goes_through_the_five_stages(boot):
    order = ["PF", "D1", "D2", "EX", "WB"]
    first = True
    for instruction in boot.instructions.values():
        names = [stage.name for stage in instruction.stages()]
        assert names == order or (first and names == order[-len(names):]), instruction
        first = first and names != order
        for one, next_one in zip(instruction.stages(), instruction.stages()[1:]):
            assert one.end == next_one.begin
        assert instruction.stage("WB").end - instruction.stage("WB").begin == 1


def test_a_stage_holds_one_unit_at_a_time(boot):
    """A pair shares its stages; the next instructions enter when it has left."""
    for name in ("D1", "D2", "EX"):
        stages = [i.stage(name) for i in boot.instructions.values() if i.stage(name)]
        for one, other in zip(stages, stages[1:]):
            together = (one.begin, one.end) == (other.begin, other.end)
            assert together or one.end <= other.begin, (name, one, other)


def test_loop_takes_three_clocks_a_turn(guest, tmp_path):
    """MOV ESI goes alone, because MOV EAX reads ESI: 1 clock in EX. MOV EAX with DEC: 1, after one
    in D2 for the address. JNZ, after the pair, alone: 1. So 4 clocks are between two iterations."""
    log = trace(guest, tmp_path, LOOP)
    turns = [i for i in log.instructions.values() if " turn: " in i.label]
    assert len(turns) == 100
    for one, other in zip(turns[10:-1], turns[11:]):
        assert other.stage("EX").begin - one.stage("EX").begin == 4
    at = list(log.instructions.values()).index(turns[50])
    move, load, dec, jnz = (log.instructions[at + i] for i in range(4))
    assert [i.detail.split(", ")[0] for i in (move, load, dec, jnz)] == [
        "U alone", "U paired", "V", "U alone"]
    assert [i.stage("EX").end - i.stage("EX").begin for i in (move, load, dec, jnz)] == [1] * 4
    assert load.stage("D2").end - load.stage("D2").begin == 2
    wait, = load.stages(lane=1)
    assert (wait.name, wait.end - wait.begin) == ("AGI", 1)
    assert not move.stages(lane=1) and not jnz.stages(lane=1)


def test_misprediction_is_a_wait_and_a_refill(guest, tmp_path):
    """At the loop's end 3 clocks (branch.conditional_u) pass, in which PF, D1 and D2 are filled
    again."""
    log = trace(guest, tmp_path, LOOP)
    at = max(n for n, i in log.instructions.items() if "jnz turn" in i.label)
    jnz, ret = log.instructions[at], log.instructions[at + 1]
    wait, = jnz.stages(lane=1)
    assert (wait.name, wait.end - wait.begin) == ("mispredict", 3)
    assert "mispredict 3" in jnz.detail
    assert ret.stage("PF").begin == wait.begin
    assert ret.stage("EX").begin == wait.end


def test_from_a_clock_and_from_a_place(guest, tmp_path):
    by_place = trace(guest, tmp_path, LOOP, "--trace-from", "turn", "--trace-clocks", "20")
    first = by_place.instructions[0]
    assert "turn: mov" in first.label
    last = by_place.instructions[len(by_place.instructions) - 1]
    assert last.stage("EX").begin - first.stage("EX").begin <= 20 + 4
    clock = first.stage("EX").begin
    by_clock = trace(guest, tmp_path, LOOP, "--trace-from", str(clock), "--trace-clocks", "20")
    assert by_clock.instructions[0].stage("EX").begin >= clock


def test_exception_flushes_the_instruction(guest, tmp_path):
    log = trace(guest, tmp_path, """
main:
    GATE 6, undefined
    ud2
    ret
undefined:
    add dword [esp], 2
    iret
""")
    flushed = [i for i in log.instructions.values() if i.flushed]
    assert len(flushed) == 1
    assert "raised an exception" in flushed[0].detail and "entry 31" in flushed[0].detail
