# SPDX-License-Identifier: MIT
"""Finds the code in a C file: blanks out what is no code, and finds function bodies, initialisers
and statements."""
import bisect
import re

# Everything but code: comments, strings, characters, preprocessor lines with their continuations.
NO_CODE = re.compile(r"""
      /\*.*?\*/ | //[^\n]*
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | ^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*
    """, re.X | re.S | re.M)
ASSERTION = re.compile(r"\b_Static_assert\b[^;]*;")


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def blank_string(match):
    """Keeps the quotes of a string, so that an operand stays an operand."""
    text = match[0]
    if text[0] not in "\"'":
        return blank(match)
    return text[0] + " " * (len(text) - 2) + text[0]


def mask_source(text):
    """The text with blanks instead of everything but code; each character keeps its place."""
    return ASSERTION.sub(blank, NO_CODE.sub(blank_string, text))


def find_closing(code, start):
    """The place after the bracket that closes the one at `start`."""
    depth = 0
    for match in re.compile(r"[(){}\[\]]").finditer(code, start):
        depth += 1 if match[0] in "({[" else -1
        if depth == 0:
            return match.end()
    return len(code)


def find_regions(code):
    """(functions, initialisers): each a list of (start, body start, end) in the masked text.

    A brace at the outermost level opens a function body after a `)`, and an initialiser or a list
    of enumerators after `=` or an enum's name; other braces there hold declarations."""
    functions, initialisers = [], []
    at = declaration = 0
    while match := re.compile(r"[;{]|=(?!=)").search(code, at):
        before = code[declaration:match.start()]
        if match[0] == "{":
            end = find_closing(code, match.start())
            if before.rstrip().endswith(")"):
                functions.append((declaration, match.start(), end))
                declaration = end
            elif re.search(r"\benum\b\s*\w*\s*$", before):
                initialisers.append((declaration, match.start(), end))
            at = end
        elif match[0] == "=":
            end = find_initialiser_end(code, match.end())
            initialisers.append((declaration, match.end(), end))
            at = end
        else:
            at = declaration = match.end()
    return functions, initialisers


def find_initialiser_end(code, at):
    while match := re.compile(r"[;,({\[]").search(code, at):
        if match[0] in ";,":
            return match.start()
        at = find_closing(code, match.start())
    return len(code)


class Source:
    """A C file: its text, the same with blanks instead of all but code, and the regions of code."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.code = mask_source(text)
        self.functions, self.initialisers = find_regions(self.code)
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]
        # A header's tables and constants are left out: only its function bodies are drawn from.
        self.drawn = self.functions + ([] if name.endswith(".h") else self.initialisers)

    def line_of(self, place):
        return bisect.bisect_right(self.starts, place)

    def line_span(self, line):
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        return self.starts[line - 1], end

    def function_lines(self, line):
        """First and last line of the function that holds the line; None outside of functions."""
        start, end = self.line_span(line)
        for first, body, last in self.functions:
            if body < end and start < last:
                stripped = first + len(self.code[first:]) - len(self.code[first:].lstrip())
                return [self.line_of(stripped), self.line_of(last - 1)]
        return None

    def in_function(self, place):
        return any(body < place < end for _, body, end in self.functions)

    def code_lines(self):
        """Lines with code of a function body or an initialiser, more than brackets alone."""
        lines = []
        for _, body, end in self.drawn:
            for line in range(self.line_of(body), self.line_of(end - 1) + 1):
                first, last = self.line_span(line)
                if re.search(r"[^\s{}();]", self.code[max(first, body):min(last, end)]):
                    lines.append(line)
        return sorted(set(lines))

    def in_region(self, place):
        return any(body <= place < end for _, body, end in self.drawn)
