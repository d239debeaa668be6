# SPDX-License-Identifier: MIT
"""Mutation operators: the changes that each allows on one line of a C source."""
import re

from mutation.source import find_closing

NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+|\d+[eE][-+]?\d+"
                    r"|\d+)([uUlLfF]*)(?![\w.])")
BOOLEAN = re.compile(r"\b(true|false)\b")
COMPARISON = re.compile(r"(?<![<>=!+\-*/%&|^])(<=|>=|==|!=|<|>)(?![<>=])")
COMPARED = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
            "==": ("!=",), "!=": ("==",)}
OPERAND = re.compile(r"[ \n]*(?:\([^()]*\)|[A-Za-z_]\w*|\d\w*)"
                     r"(?:->\w+|\.\w+|\[[^\[\]]*\]|\([^()]*\))*")
LOOP_START = re.compile(r"\bfor \([^;=]*=(?!=)([^;,]+)")
# The brackets after a declared name hold a size: a larger array is no fault.
DECLARED = re.compile(r"\b(?!return\b|else\b|case\b)[A-Za-z_]\w*[ *]+[A-Za-z_]\w*(?:\[[^\]]*\])*$")
NO_STATEMENT = re.compile(r"(?:if|for|while|do|else|switch|case|default|goto|struct|union|enum"
                          r"|static|const|typedef|unsigned|int|bool|char|double|float|long|\w+_t)\b"
                          r"|\w+:|[{}]")


def edit(place, old, new):
    return place, place + len(old), new


def changed_numbers(digits, suffix):
    """A number in the notation of the given one: one more, one less, and zero."""
    if "." in digits or (re.search("[eE]", digits) and not digits.lower().startswith("0x")):
        return [f"({digits}{suffix} + 1)"]
    base = 16 if digits[:2].lower() == "0x" else 8 if len(digits) > 1 and digits[0] == "0" else 10
    try:
        value = int(digits, base)
    except ValueError:
        return []
    form = {16: "0x{:x}", 8: "0{:o}", 10: "{}"}[base]
    values = {value + 1, max(value - 1, 0), 0} - {value}
    return [form.format(other) + suffix for other in sorted(values)]


def is_size(source, place):
    """Whether the place is in the brackets after a declared name."""
    opening = source.code.rfind("[", 0, place)
    if opening < 0 or "]" in source.code[opening:place]:
        return False
    return bool(DECLARED.search(source.code[source.code.rfind("\n", 0, opening) + 1:opening]))


def change_constants(source, start, end):
    for match in NUMBER.finditer(source.code, start, end):
        if not is_size(source, match.start()):
            for new in changed_numbers(match[1], match[2]):
                yield edit(match.start(), match[0], new)
    for match in BOOLEAN.finditer(source.code, start, end):
        yield edit(match.start(), match[0], "false" if match[0] == "true" else "true")


def change_comparisons(source, start, end):
    for match in COMPARISON.finditer(source.code, start, end):
        for new in COMPARED[match[0]]:
            yield edit(match.start(), match[0], new)


def drop_statement(source, start, end):
    """The statement that begins on the line, up to its semicolon; an empty block replaces it."""
    code = source.code
    first = start + len(code[start:end]) - len(code[start:end].lstrip())
    before = code[:first].rstrip()
    begins = before.endswith((";", "{", "}", ")", ":")) or re.search(r"\b(else|do)$", before)
    if not begins or first >= end or not source.in_function(first):
        return
    if NO_STATEMENT.match(code, first):
        return
    if re.match(r"\w+ [\w*]", code[first:]) and not code.startswith("return ", first):
        return  # a declaration
    last = code.find(";", first)
    statement = code[first:last]
    if last < 0 or not balanced(statement) or open_head(code, first):
        return
    yield first, last + 1, "{ }"


def balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def open_head(code, place):
    """Whether the place is in parentheses, as the later parts of a for's head are."""
    begin = max(code.rfind("{", 0, place), code.rfind("}", 0, place)) + 1
    text = code[begin:place]
    return text.count("(") != text.count(")")


def add_one(operand, sign, after):
    """The operand with 1 added or taken, in parentheses where the next operator binds closer."""
    simple = re.fullmatch(r"\w+(?:(?:\.|->)\w+)*", operand)
    text = f"{operand} {sign} 1" if simple else f"({operand}) {sign} 1"
    return f"({text})" if re.match(r"\s*(?:[-+*/%]|<<|>>|&(?!&)|\|(?!\|)|\^)", after) else text


def shift_bounds(source, start, end):
    """+1 and -1 in an index, on the right of a comparison, and in the start of a loop."""
    code = source.code
    for match in re.compile(r"(?<=[\w\])])\[").finditer(code, start, end):
        close = find_closing(code, match.start()) - 1
        if close < end and code[match.end():close].strip() and not is_size(source, match.end()):
            yield from shift_operand(source, match.end(), close)
    for match in COMPARISON.finditer(code, start, end):
        operand = OPERAND.match(code, match.end()) if match[0] in ("<", "<=", ">", ">=") else None
        if operand:
            yield from shift_operand(source, operand.start(), operand.end())
    for match in LOOP_START.finditer(code, start, end):
        yield from shift_operand(source, match.start(1), match.end(1))


def shift_operand(source, start, end):
    start += len(source.code[start:end]) - len(source.code[start:end].lstrip())
    for sign in "+-":
        yield start, end, add_one(source.text[start:end], sign, source.code[end:end + 4])


OPERATORS = {"constant": change_constants, "comparison": change_comparisons,
             "statement": drop_statement, "off-by-one": shift_bounds}


def find_changes(source, line):
    """{operator: edits} for the line, where an edit is (start, end, new text); only operators that
    apply."""
    start, end = source.line_span(line)
    found = {name: [one for one in operator(source, start, end) if source.in_region(one[0])]
             for name, operator in OPERATORS.items()}
    return {name: edits for name, edits in found.items() if edits}
