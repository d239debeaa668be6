# SPDX-License-Identifier: MIT
"""Writes logs for tests: records of the wire format with seq and CRC."""
import math
import re

import check_wire

T_95_4 = 2.776445105  # t(0.975, 4), from a table of Student's distribution


def log_text(*records):
    """Returns the text of a log: the records numbered from 0, each with its CRC."""
    lines = []
    for seq, record in enumerate(records):
        line = f"BP seq={seq} {record}"
        lines.append(f"{line} crc={check_wire.crc16(line.encode()):04x}\n")
    return "".join(lines)


def start_records(build="1.0", platform="silicon", signature="0x52c", name="Pentium", mhz=100,
                  paging=None, benches=1):
    return [f"ev=start proto=1 build={build} platform={platform} benches={benches} "
            'arguments="events=all"',
            f'ev=cpu vendor=GenuineIntel signature={signature} name="{name}" mhz={mhz} '
            "mhz_source=pit features=0x1bf",
            'ev=plan experiment="command line" command=* benches=1 events=1 passes=1 '
            "passes_lower_bound=1 variants=1 repetitions=5 batches=1"
            + (f" paging={paging}" if paging else "")]


def result_record(mean=100, sd=0.0, bench="apps/one", region=0, event="branches", code="0x12", n=5,
                  state="warm", suspect=None):
    ci = T_95_4 * sd / math.sqrt(n) if n == 5 else 0
    return (f"ev=result bench={bench} region={region} event={event} code={code} counter=0 "
            f"ring=kernel state={state} ablate=none n={n} mean={mean} sd={sd} ci={ci:.6f} level=95 "
            f"min={mean - 2 * sd} med={mean} max={mean + 2 * sd} mode={mean} entries=1 exits=1 "
            f"raw={mean} overhead=0 per_entry={mean} outliers=0 "
            + (f'suspect="{suspect}" ' if suspect else "") + "status=ok")


def run_log(*records, **start):
    """Returns the log of a whole run with these results and findings, after the records of their
    benchmarks."""
    names = dict.fromkeys(re.search(r'bench=("[^"]*"|\S+)', record)[1] for record in records
                          if not record.startswith("ev=plan "))
    benches = [f'ev=bench bench={name} text="a text"' for name in names]
    results = sum(record.startswith("ev=result ") for record in records)
    return log_text(*start_records(**start), *benches, *records,
                    f"ev=done results={results} errors=0 status=ok")


def finding_record(name, value=None, unit=None, text=None, documented=None, bench="instr/one",
                   state="warm", ablate="none"):
    """A finding of a benchmark: a value with its unit, or a text."""
    said = f'text="{text}"' if value is None else f"value={value}"
    return (f"ev=finding bench={bench} state={state} ablate={ablate} name={name} {said}"
            + (f' unit="{unit}"' if unit else "")
            + (f' documented="{documented}"' if documented is not None else ""))


def sampling_record(experiment="profile", bench="apps/one", state="warm", ring="kernel", pass_=0,
                    events="data_read_miss", source="rtc", unit="clocks", every=12207.03125,
                    spread="fixed", repetitions=10, samples=100, lost=0, clocks=1000000,
                    hidden=6100, handler=61, least=60, most=70):
    """One pass of a sampled benchmark."""
    return (f"ev=sampling bench={bench} state={state} ablate=none ring={ring} "
            f"experiment={experiment} pass={pass_} " + (f"events={events} " if events else "")
            + f"count_ring=kernel source={source} unit={unit} every={every} spread={spread} seed=1 "
            f"repetitions={repetitions} samples={samples} lost={lost} clocks={clocks} "
            f"hidden={hidden} handler={handler} handler_min={least} handler_max={most}")


def hit_record(address, n, *gains, bench="apps/one", state="warm", pass_=0, ring="kernel"):
    """Samples at an address, and the counts of the intervals that ended there."""
    listed = f"gains={','.join(map(str, gains))}" if gains else 'gains=""'
    return (f"ev=hit bench={bench} state={state} pass={pass_} address=0x{address:08x} ring={ring} "
            f"n={n} {listed}")


def series_record(event, values, of="gain", rep=0, first=0, bench="apps/one", state="warm",
                  pass_=0):
    """Values of a series, starting at a given one."""
    return (f"ev=series bench={bench} state={state} pass={pass_} event={event} of={of} rep={rep} "
            f"first={first} values={','.join(map(str, values))}")


def multiplex_record(event, group=0, groups=2, slice_=50000, unit="clocks", order="random",
                     rounds=4, bench="apps/one", state="warm", share=1, slices=None):
    """The multiplexing of an event."""
    return (f"ev=multiplex bench={bench} state={state} event={event} group={group} "
            f"groups={groups} slice={slice_} unit={unit} order={order} seed=1 rounds={rounds} "
            f"share={share} slices={slices or groups}")


def channels_record(samples, bench="apps/one", repetitions=1, lost=0, clocks=10000, hidden=100,
                    **more):
    """One pass of a benchmark with channels."""
    return sampling_record("channels", bench, events=None, source="stamps", every=100,
                           samples=samples, repetitions=repetitions, lost=lost, clocks=clocks,
                           hidden=hidden, handler=33, least=33, most=33, **more)


def channel_record(key, n, name=None, bench="apps/one", cost=33):
    """A channel or hook with stamps."""
    return (f"ev=channel bench={bench} state=warm ablate=none pass=0 channel={key} "
            + (f'name="{name}" ' if name else "") + f"n={n} cost={cost}")


def stamps_record(values, rep=0, first=0, bench="apps/one"):
    """Stamps of a repetition, starting at a given one."""
    return (f"ev=stamps bench={bench} state=warm ablate=none pass=0 rep={rep} first={first} "
            f"values={values}")


def slices(events):
    """Slices of a trace in the Trace Event Format: (name, pid, tid, begin, end) of each pair of B
    and E, which do not nest."""
    found, is_open = [], {}
    for event in events:
        track = event["pid"], event.get("tid")
        if event["ph"] == "B":
            assert track not in is_open
            is_open[track] = event
        elif event["ph"] == "E":
            begin = is_open.pop(track)
            assert begin["name"] == event["name"] and begin["ts"] < event["ts"]
            found.append((event["name"], *track, begin["ts"], event["ts"]))
    assert not is_open
    return found


def score_row(number, name, measured=None, real=None, verdict="same", group="timing", unit="clocks",
              what=None):
    """A row of the score."""
    return (f"ev=score_row row={number} group={group} name={name} unit={unit}"
            + (f" measured={measured}" if measured is not None else "")
            + (f" real={real}" if real is not None else "") + f" verdict={verdict}"
            + (f' what="{what}"' if what else ""))


def score_log(*rows, chip="p54c", rows_there=None, totals=None, machine=None, **start):
    """The log of experiment=score with these rows. The totals are those of the rows, unless
    `totals` is (strict, near, settled) or "" for a lost record. `machine` is the description."""
    verdicts = [re.search(r"verdict=(\w+)", row)[1] for row in rows]
    strict = verdicts.count("same")
    near = strict + verdicts.count("near")
    settled = near + verdicts.count("differs")
    if totals is None:
        totals = strict, near, settled
    total = [] if totals == "" else [
        f"ev=score suite=1 chip={chip} strict={totals[0]} near={totals[1]} settled={totals[2]} "
        f"rows={rows_there or len(rows)}"]
    head = "".join(f"# {key}: {value}\n" for key, value in (machine or {}).items())
    return head + log_text(*start_records(**start), *rows, *total,
                           "ev=done results=0 errors=0 status=ok")
