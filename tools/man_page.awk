# SPDX-License-Identifier: MIT
# Makes a man page of a program's --help, and of the text of its page in docs/cli:
#   awk -v name=bareprobe-run -v version=... -v date=... -v also="a(1), b(1)" -v prose=FILE
#       -f man_text.awk -f man_page.awk HELP...
# FILE is that page, as man_prose.awk converts it. What precedes its first section begins the
# description; its sections follow the options.
# HELP consists of usage lines, a summary line, then paragraphs, and indented items. An item that
# begins with a dash is an option. A paragraph that begins with one of the headings below and a
# colon becomes a section with that name.

BEGIN {
    n_headings = split("EXIT STATUS,ENVIRONMENT,FILES,EXAMPLE", headings, ",")
    section = "DESCRIPTION"
}

# Options are bold, placeholders of values italic.
function item_head(text,    out) {
    while (match(text, /--?[A-Za-z][-A-Za-z0-9]*|[A-Z]+/)) {
        out = out escape(substr(text, 1, RSTART - 1)) \
            (substr(text, RSTART, 1) == "-" ? "\\fB" : "\\fI") \
            escape(substr(text, RSTART, RLENGTH)) "\\fR"
        text = substr(text, RSTART + RLENGTH)
    }
    out = out escape(text)
    return out ~ /^\\f/ ? out : "\\fB" out "\\fR"
}

function add(text) {
    if (text != "")
        body[section] = body[section] text "\n"
}

function begin_paragraph() {
    add(body[section] == "" ? "" : ".PP")
}

# A first line such as "Exit status: 0 success" opens its section, and the heading is removed from it.
function take_heading(line,    i, colon, word) {
    colon = index(line, ": ")
    word = toupper(substr(line, 1, colon - 1))
    for (i = 1; i <= n_headings && colon; i++)
        if (word == headings[i]) {
            section = word
            return substr(line, colon + 2)
        }
    return line
}

FNR == 1 { state = "usage"; section = "DESCRIPTION"; in_item = blank = 0; only = NR != 1 }

state == "usage" && (/^usage: / || /^ +/) {
    sub(/^usage: /, "")
    sub(/^ +/, "")
    if (!only) {
        usage = usage (usage == "" ? "" : "\n.br\n") item_head($0)
        runs = runs || $0 ~ /[[ ]RUN/
    }
    next
}
state == "usage" && NF { summary = only ? summary : $0; state = "body"; next }

# The second file is the program's own help: its text about all verbs belongs to this page too.
only {
    if (/^Exit status: / || (/^A RUN is / && runs && !told)) { wanted = 1; blank = 1 }
    if (!NF) wanted = 0
    if (!wanted) next
}

!NF { blank = 1; in_item = 0; section = "DESCRIPTION"; next }

/^ ? ? ? ? ? ?[^ ]/ && /^ / {
    line = $0
    sub(/^ +/, "", line)
    gap = match(line, /   */) ? RSTART : length(line) + 1
    section = line ~ /^-/ ? "OPTIONS" : "DESCRIPTION"
    add(".TP")
    add(item_head(substr(line, 1, gap - 1)))
    line = substr(line, gap)
    sub(/^ +/, "", line)
    add(wrap(escape(line)))
    in_item = 1
    blank = 0
    next
}

in_item && /^ / { line = $0; sub(/^ +/, "", line); add(wrap(escape(line))); next }

{
    told = told || /^A RUN is /
    line = take_heading($0)
    if (blank || in_item || line != $0)
        begin_paragraph()
    in_item = blank = 0
    if (section == "EXAMPLE")
        add(".EX\n" escape(line) "\n.EE")
    else
        add(wrap(escape(line)))
}

function print_section(title) {
    if (body[title] != "")
        printf ".SH %s\n%s", title, body[title]
}

# Reads the page's text: what precedes its first section, and its sections.
function read_prose(    line, section_began) {
    while ((getline line < prose) > 0) {
        section_began = section_began || line ~ /^\.SH /
        if (section_began)
            sections = sections line "\n"
        else
            about = about line "\n"
    }
}

END {
    read_prose()
    sub(/^\.PP\n/, "", about)
    if (about != "" && body["DESCRIPTION"] != "" && body["DESCRIPTION"] !~ /^\.TP/)
        about = about ".PP\n"
    body["DESCRIPTION"] = about body["DESCRIPTION"]
    printf ".\\\" Made by tools/man_pages.sh from the program's --help and docs/cli.\n"
    printf ".TH %s 1 %s \"%s\" \"User Commands\"\n", escape(toupper(name)), date, version
    printf ".SH NAME\n%s\n", wrap(escape(name) " \\- " escape(summary))
    printf ".SH SYNOPSIS\n%s\n", usage
    print_section("DESCRIPTION")
    print_section("OPTIONS")
    printf "%s", sections
    for (i = 1; i <= n_headings; i++)
        print_section(headings[i])
    if (also != "")
        printf ".SH SEE ALSO\n%s\n", wrap(escape(also))
}
