# SPDX-License-Identifier: MIT
"""Logs written by hand: records of the wire with seq and CRC."""
import math
import re

import check_wire

T_95_4 = 2.776445105  # t(0.975, 4), any table of Student's distribution


def log_text(*records):
    """A wire's text: the records numbered from 0, each with its CRC."""
    lines = []
    for seq, record in enumerate(records):
        line = f"BP seq={seq} {record}"
        lines.append(f"{line} crc={check_wire.crc16(line.encode()):04x}\n")
    return "".join(lines)


def start_records(build="1.0", platform="silicon", signature="0x52c", name="Pentium", mhz=100,
                  paging=None):
    return [f"ev=start proto=1 build={build} platform={platform} benches=1 "
            'arguments="events=all"',
            f'ev=cpu vendor=GenuineIntel signature={signature} name="{name}" mhz={mhz} '
            "mhz_source=pit features=0x1bf",
            'ev=plan experiment="command line" command=* benches=1 events=1 passes=1 '
            "passes_lower_bound=1 variants=1 repetitions=5 batches=1"
            + (f" paging={paging}" if paging else "")]


def result_record(mean=100, sd=0.0, bench="apps/one", region=0, event="branches", code="0x12", n=5,
                  state="warm"):
    ci = T_95_4 * sd / math.sqrt(n) if n == 5 else 0
    return (f"ev=result bench={bench} region={region} event={event} code={code} counter=0 "
            f"ring=kernel state={state} ablate=none n={n} mean={mean} sd={sd} ci={ci:.6f} level=95 "
            f"min={mean - 2 * sd} med={mean} max={mean + 2 * sd} mode={mean} entries=1 exits=1 "
            f"raw={mean} overhead=0 per_entry={mean} outliers=0 status=ok")


def run_log(*records, **start):
    """A whole run's log with these results and findings; their benchmarks are announced first."""
    names = dict.fromkeys(re.search(r'bench=("[^"]*"|\S+)', record)[1] for record in records
                          if not record.startswith("ev=plan "))
    benches = [f'ev=bench bench={name} text="a text"' for name in names]
    results = sum(record.startswith("ev=result ") for record in records)
    return log_text(*start_records(**start), *benches, *records,
                    f"ev=done results={results} errors=0 status=ok")


def finding_record(name, value=None, unit=None, text=None, documented=None, bench="instr/one",
                   state="warm", ablate="none"):
    """What a benchmark inferred: a value with its unit, or a text."""
    said = f'text="{text}"' if value is None else f"value={value}"
    return (f"ev=finding bench={bench} state={state} ablate={ablate} name={name} {said}"
            + (f' unit="{unit}"' if unit else "")
            + (f' documented="{documented}"' if documented is not None else ""))
