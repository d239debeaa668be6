# SPDX-License-Identifier: MIT
"""A strict parser of Kanata logs, version 0004, written only from the description of the format."""
import dataclasses


@dataclasses.dataclass
class Stage:
    name: str
    begin: int
    end: int = None


@dataclasses.dataclass
class Instruction:
    label: str = ""
    detail: str = ""
    lanes: dict = dataclasses.field(default_factory=dict)  # lane: its stages in order
    began: int = 0
    retired: int = None
    flushed: bool = False

    def stages(self, lane=0):
        return self.lanes.get(lane, [])

    def stage(self, name, lane=0):
        return next((s for s in self.stages(lane) if s.name == name), None)


class Log:
    """Parses a log. Raises AssertionError at the first line that violates the format."""

    def __init__(self, text):
        self.instructions = {}
        self.clock = None
        self.retired = 0
        self.open = set()
        lines = text.split("\n")
        assert lines.pop() == "", "the last line is not ended"
        assert lines[0] == "Kanata\t0004"
        assert lines[1].startswith("C=\t")
        for line in lines[1:]:
            command, *fields = line.split("\t")
            self.COMMANDS[command](self, *fields)
        assert not self.open, f"instructions without an end: {self.open}"

    def start(self, clock):
        assert self.clock is None
        self.clock = int(clock)
        assert self.clock >= 0

    def advance(self, clocks):
        assert int(clocks) > 0
        self.clock += int(clocks)

    def begin(self, number, in_simulator, thread):
        assert int(number) == len(self.instructions), "numbers run from 0 without gaps"
        assert int(in_simulator) >= 0 and thread == "0"
        self.instructions[int(number)] = Instruction(began=self.clock)
        self.open.add(int(number))

    def opened(self, number):
        assert int(number) in self.open
        return self.instructions[int(number)]

    def label(self, number, kind, text):
        instruction = self.opened(number)
        assert kind in ("0", "1")
        if kind == "0":
            instruction.label += text
        else:
            instruction.detail += text

    def stage_begin(self, number, lane, name):
        stages = self.opened(number).lanes.setdefault(int(lane), [])
        assert not stages or stages[-1].end is not None, f"{name} begins in another stage"
        stages.append(Stage(name, self.clock))

    def stage_end(self, number, lane, name):
        stage = self.opened(number).lanes[int(lane)][-1]
        assert stage.name == name and stage.end is None and self.clock > stage.begin
        stage.end = self.clock

    def retire(self, number, place, kind):
        instruction = self.opened(number)
        assert all(s.end is not None for lane in instruction.lanes.values() for s in lane)
        assert kind in ("0", "1") and int(place) == self.retired
        self.retired += kind == "0"
        instruction.retired, instruction.flushed = self.clock, kind == "1"
        self.open.remove(int(number))

    COMMANDS = {"C=": start, "C": advance, "I": begin, "L": label, "S": stage_begin,
                "E": stage_end, "R": retire}
