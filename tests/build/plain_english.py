# SPDX-License-Identifier: MIT
"""Counts markers of unusual English in comments, documents and strings.

`plain_english.py [PATH]...` lists them; `--update` lowers the limits in plain_english_limits.tsv
to the present counts.

A marker is a hint: a word order or a private word that makes a reader of this field stumble. Text
in backticks is a name and is not counted.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMITS = pathlib.Path(__file__).with_name("plain_english_limits.tsv")
ITSELF = {"tests/build/plain_english.py", "tests/build/test_plain_english.py"}

WORDS = """behind|beside|so many|so much|dearest|dearer|likewise|alike|wherever|whoever|whatever
    |somebody|nobody|anybody|in the end|with what|by what|from what|to what|of what|for what|at what
    |than what|as what|the more so|ever again|again and again|each time that|as long as|not those
    |no such one|such a one|one's|hangs? on|what comes|held to|hold (?:it|them|that) to"""
PHRASES = """(?:is|are|be|was|were) (?:told|said)|(?:says|said|say) so
    |says? (?:what|which|how|where|whether|that|it|of|no)
    |tells? (?:what|which|how|where|whether|of|so|them|it)|told (?:apart|by|of|so)
    |(?:is|are) (?-i:none)|comes? of (?:it|this|that)
    |stands? (?:in|at|there|here|by|with|on|below|above|before|after|twice|once|first|last|apart)
    |lies? (?:in|at|there|here|by|with|on|below|above|before|after)
    |of (?:its|their|one's|his|my) own|of (?:which|whom)
    |one (?:has|types|wants|sees|gives|says|asks|can|may|knows|reads)
    |(?:is|are) (?:not )?there(?=\\s*(?:[,.;:)]|$|too|and|or|but|yet|already|still))
    |knows? (?:of|nothing|what|no|that)
    |what (?:is|was|are|it|they|one|a|an|the) \\w+ (?:is|are|was|has|have)
    |(?:gives?|given|gave) back|brings? into|brought into"""
BEGINNINGS = """(?:^|(?<=[.:;!?] )|(?<=["(|]))
    (?-i:What|Of|Behind|Beside|Whose|Where|Who|With|How many|How much)
    \\ (?!(?:to|is|are|does|do)\\b[^.]*\\?)[a-z]"""


def joined(text):
    """The alternatives on one line, their blanks kept in spite of re.VERBOSE."""
    return re.sub(r"\n\s*", "", text).replace(" ", r"\ ")


MARKERS = re.compile(rf"\b(?:{joined(WORDS)}|{joined(PHRASES)})\b|{BEGINNINGS}", re.X | re.I)

COMMENT_OR_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"|/\*(.*?)(\*/|$)|//(.*)$')
PYTHON_STRING = re.compile(r'"""(.*?)(?:"""|$)|"([^"\\]* [^"\\]*)"|\'([^\'\\]* [^\'\\]*)\'')
HASH_COMMENTS = {".py", ".sh", ".mk", ".awk", ".cfg", ".parms", ".ld"}


def prose_of_markdown(text):
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, line


def prose_of_c(text):
    """Comments, and strings with a blank in them."""
    in_comment = False
    for number, line in enumerate(text.split("\n"), 1):
        parts = []
        if in_comment:
            comment, end, line = line.partition("*/")
            parts.append(comment)
            in_comment = not end
        for string, block, end, rest in COMMENT_OR_STRING.findall("" if in_comment else line):
            if " " in string and "#include" not in line:
                parts.append(string)
            parts += [block, rest]
            in_comment |= bool(block) and not end
        yield number, " ".join(filter(None, parts))


def prose_of_script(text):
    for number, line in enumerate(text.split("\n"), 1):
        comment = re.search(r"(?:^|\s)#+ (.*)$", line)
        strings = ["".join(found) for found in PYTHON_STRING.findall(line)]
        yield number, " ".join(([comment[1]] if comment else []) + strings)


def prose(name, text):
    """(line, prose of that line)."""
    suffix = pathlib.PurePath(name).suffix
    if suffix in (".md", ".txt"):
        return prose_of_markdown(text)
    if suffix in (".c", ".h", ".def"):
        return prose_of_c(text)
    if suffix in (".asm", ".inc"):
        return ((number, line.partition(";")[2]) for number, line in enumerate(text.split("\n"), 1))
    if suffix in HASH_COMMENTS or name.endswith("Makefile"):
        return prose_of_script(text)
    return ()


def markers_in(line):
    """The markers in a line of prose."""
    text = re.sub(r"`[^`]*`", "`", line).lstrip(" *")
    return [found[0].strip() for found in MARKERS.finditer(text)]


def find_markers(names):
    """(file, line, marker, prose) for each marker."""
    for name in names:
        if name in ITSELF or name.startswith("tests/data/"):
            continue
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, IsADirectoryError, FileNotFoundError):
            continue
        for number, line in prose(name, text):
            for marker in markers_in(line):
                yield name, number, marker, line.strip()


def tracked(paths=()):
    listed = subprocess.run(["git", "ls-files", "-z", "--", *paths], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout
    return [name for name in listed.split("\0") if name]


def top_of(name):
    return name.split("/")[0] if "/" in name else "."


def counts(found):
    """{top-level directory: number of markers}."""
    return collections.Counter(top_of(name) for name, *_ in found)


def limits():
    rows = [line.split("\t") for line in LIMITS.read_text().splitlines() if line[:1] != "#"]
    return {row[0]: int(row[1]) for row in rows}


def update():
    now, before = counts(find_markers(tracked())), limits()
    rows = {top: min(now[top], before.get(top, now[top])) for top in {*now, *before}}
    LIMITS.write_text("# Markers that plain_english.py may find below each top-level directory.\n" +
                      "".join(f"{top}\t{rows[top]}\n" for top in sorted(rows)))


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update()
    else:
        for file, number, marker, line in find_markers(tracked(sys.argv[1:])):
            print(f"{file}:{number}: [{marker}] {line[:120]}")
