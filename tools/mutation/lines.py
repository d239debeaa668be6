# SPDX-License-Identifier: MIT
"""Finds which test files execute a line, from the recorded maps and the programs' line tables."""
import bisect
import collections
import os
import re
import subprocess

HOST_START = 0x400000
HOST_CALL = 5  # bytes of a call: the map has the address after it
GUEST_START = 0x100000

Row = collections.namedtuple("Row", "unit file line start end")


def tool_output(*command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace",
                          check=True).stdout


def read_line_table(program, wanted):
    """The rows of the wanted files and units, from objdump. Base names identify files: the project
    has no two sources of one name."""
    rows, unit, file, before = [], "", "", None
    for text in tool_output("objdump", "--dwarf=decodedline", program).splitlines():
        if text.startswith("File name"):
            unit = file
        elif text.endswith(":"):
            file = os.path.basename(text[:-1].removeprefix("CU: "))
        else:
            parts = text.split()
            if len(parts) < 3 or not parts[2].startswith("0x"):
                continue
            address = int(parts[2], 16)
            if before:
                rows.append(Row(*before, address))
                before = None
            if parts[1].isdigit() and (file in wanted or unit in wanted):
                before = unit, file, int(parts[1]), address
    return rows


def read_units(program):
    """Base names of the sources that the program is made of, also of those without code."""
    told = tool_output("readelf", "-wi", "--dwarf-depth=1", program)
    return {os.path.basename(name.strip()) for name in re.findall(r"DW_AT_name .*:(.*)", told)}


class Program:
    """A host program or kernel image: which bytes of its map stand for which lines."""

    def __init__(self, path, guest, wanted):
        self.guest = guest
        least = GUEST_START if guest else HOST_START
        self.rows = [row for row in read_line_table(path, wanted) if row.start >= least]
        symbols = [row.split() for row in tool_output("nm", path).splitlines()]
        self.functions = sorted(int(row[0], 16) for row in symbols
                                if len(row) == 3 and row[1] in "tTwW")
        self.units = read_units(path)
        self.calls = [] if guest else self.find_calls(path)

    def find_calls(self, path):
        """Finds the program's calls of __sanitizer_cov_trace_pc in the bytes of its code."""
        sections = tool_output("objdump", "-h", "-w", path)
        size, address, offset = re.search(r" \.text +(\w+) +(\w+) +\w+ +(\w+)", sections).groups()
        with open(path, "rb") as file:
            file.seek(int(offset, 16))
            code = file.read(int(size, 16))
        base = int(address, 16)
        target = next((int(row.split()[0], 16) for row in tool_output("nm", path).splitlines()
                       if row.endswith(" __sanitizer_cov_trace_pc")), None)
        return [] if target is None else [
            base + match.start() for match in re.finditer(b"(?=\xe8....)", code, re.S)
            if (base + match.start() + HOST_CALL + int.from_bytes(
                code[match.start() + 1:match.start() + HOST_CALL], "little", signed=True))
            & 0xffffffff == target]

    def places(self, rows):
        """The map's bytes for the rows: one of them is set if a row was executed."""
        found = set()
        for row in rows:
            found.update(self.guest_places(row) if self.guest else self.call_places(row))
        return found

    @staticmethod
    def guest_places(row):
        return range(row.start, max(row.end, row.start + 1))

    def call_places(self, row):
        """Calls within the row, and the nearest before it in its function. A row of an inlined
        function may be empty and still have a call at its address."""
        first = bisect.bisect_left(self.calls, row.start)
        last = bisect.bisect_left(self.calls, max(row.end, row.start + 1))
        function = bisect.bisect_right(self.functions, row.start) - 1
        start = self.functions[function] if function >= 0 else 0
        calls = self.calls[first:last]
        if first > 0 and self.calls[first - 1] >= start:
            calls = [*calls, self.calls[first - 1]]
        return [(call + HOST_CALL - HOST_START) >> 2 for call in calls]

    def places_of(self, mutant):
        """Places for the mutant's line; for its function, if the line has no code; for
        its unit, if it is outside of functions. True if the program has the unit as data only."""
        name = os.path.basename(mutant["file"])
        mine = [row for row in self.rows if row.file == name]
        found = self.places([row for row in mine if row.line == mutant["line"]])
        if found:
            return found
        if mutant["function"]:
            first, last = mutant["function"]
            return self.places([row for row in mine if first <= row.line <= last])
        found = self.places([row for row in self.rows if row.unit == name])
        return found or name in self.units


def is_set(data, places):
    if places is True:
        return True
    return any(place < len(data) and data[place] for place in places)


def find_program(build, name):
    """(path, whether it is a kernel) of the program that wrote the map of this name."""
    guest = name.startswith("guest.")
    for folder in (build, build / "tests/unit", build / "speed"):
        path = folder / name.removeprefix("guest.")
        if path.is_file():
            return path, guest
    return None, guest


def find_executing(recording, tier, mutants):
    """{mutant id: test files that execute its line}."""
    wanted = {os.path.basename(mutant["file"]) for mutant in mutants}
    writers = collections.defaultdict(list)
    for name, result in recording.results(tier).items():
        for written in result["maps"]:
            writers[written].append(name)
    executing = {mutant["id"]: set() for mutant in mutants}
    for written, names in sorted(writers.items()):
        path, guest = find_program(recording.tree / "build", written)
        if not path:
            continue
        program = Program(path, guest, wanted)
        places = {mutant["id"]: program.places_of(mutant) for mutant in mutants}
        for name in names:
            data = (recording.place(tier, name) / "maps" / written).read_bytes()
            for number, found in places.items():
                if found and is_set(data, found):
                    executing[number].add(name)
    return executing
