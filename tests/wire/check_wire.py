#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the records on the serial wire: check_wire.py [FILE], or standard input.

Each line is `BP seq=<n> ev=<kind> key=value ... crc=<4 hex>`; seq counts up from 0. As a module:
parse() returns a dict of strings for each line, output() the text that a benchmark printed. No
output and exit 0 mean that the wire is undamaged.
"""
import binascii
import re
import sys

LINE = re.compile(r'(BP seq=(?:\d+) ev=(?:\w+)(?: \w+=(?:"[^"]*"|[^\s"=]+))*) crc=([0-9a-f]{4})')
PAIR = re.compile(r'(\w+)=(?:"([^"]*)"|([^\s"=]+))')


class Damage(ValueError):
    """The message names the line and its damage."""


def crc16(data):
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, most significant bit first."""
    return binascii.crc_hqx(data, 0xFFFF)


def parse_line(line):
    """The record's keys and values; raises Damage."""
    match = LINE.fullmatch(line)
    if not match:
        raise Damage(f"not a record: {line[:60]!r}")
    body, said = match.groups()
    crc = f"{crc16(body.encode('ascii', 'replace')):04x}"
    if crc != said:
        raise Damage(f"damaged (crc {crc}, line says {said})")
    pairs = [(key, quoted or plain) for key, quoted, plain in PAIR.findall(body[3:])]
    if len(dict(pairs)) != len(pairs):
        raise Damage("a key stands twice")
    return dict(pairs)


def parse(text):
    """All records of a whole wire, in order; raises Damage with the line's number."""
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            records.append(parse_line(line))
            if int(records[-1]["seq"]) != number - 1:
                raise Damage(f"seq={records[-1]['seq']} where {number - 1} was due")
        except Damage as damage:
            raise Damage(f"line {number}: {damage}") from None
    if not records:
        raise Damage("line 1: nothing came")
    return records


def output(records, **keys):
    """The text that a benchmark printed, joined from the ev=output records that have these keys."""
    return "".join(record["text"] + ("" if record.get("newline") == "0" else "\n")
                   for record in records
                   if record["ev"] == "output" and keys.items() <= record.items())


def main(arguments):
    if len(arguments) > 1:
        sys.exit("usage: check_wire.py [FILE]")
    try:
        with open(arguments[0] if arguments else 0, encoding="ascii", errors="replace") as stream:
            parse(stream.read())
    except (Damage, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
