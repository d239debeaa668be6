# SPDX-License-Identifier: MIT
# Converts a page of docs/cli from Markdown to roff, for man_page.awk: paragraphs, lists, tables,
# blocks of code, headings. Comments, pictures, the title and the section Options are left out.

# The inline forms: code, strong, links. Text between backquotes is literal.
function inline(text,    link, parts, n, i, out) {
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART + 1, RLENGTH - 1)
        text = substr(text, 1, RSTART - 1) substr(link, 1, index(link, "](") - 1) \
            substr(text, RSTART + RLENGTH)
    }
    n = split(text, parts, "`")
    for (i = 1; i <= n; i++)
        out = out (i % 2 ? strong(escape(parts[i])) : "\\fB" escape(parts[i]) "\\fR")
    return guard(out)
}

function strong(text,    n, parts, i, out) {
    n = split(text, parts, /\*\*/)
    for (i = 1; i <= n; i++)
        out = out (i % 2 ? parts[i] : "\\fB" parts[i] "\\fR")
    n = split(out, parts, /\*/)
    if (n % 2 == 0)
        return out
    for (i = 1; i <= n; i++)
        text = (i == 1 ? "" : text) (i % 2 ? parts[i] : "\\fI" parts[i] "\\fR")
    return text
}

# Prints the paragraph, item or row that has been read.
function flush() {
    if (held != "") {
        if (kind == "item")
            print ".IP \\(bu 2"
        else if (!at_heading)
            print ".PP"
        print wrap(inline(held))
        at_heading = 0
    }
    held = ""
}

function print_row(line,    cells, n, i, text) {
    gsub(/^\| *| *\|$/, "", line)
    n = split(line, cells, / *\| */)
    if (!in_table) {
        split(line, titles, / *\| */)
        in_table = 1
        return
    }
    if (cells[1] ~ /^-+:?$/)
        return
    print ".TP"
    text = inline(cells[1])
    print text ~ /^\\fB/ ? text : "\\fB" text "\\fR"
    text = ""
    for (i = 2; i <= n; i++)
        if (cells[i] != "")
            text = text (text == "" ? "" : "; ") \
                (n > 2 && titles[i] != "" ? titles[i] ": " : "") cells[i]
    print text == "" ? "\\&" : wrap(inline(text))
    at_heading = 0
}

function code_line(line) {
    if (!in_code) {
        flush()
        if (!at_heading)
            print ".PP"
        print ".EX"
        in_code = 1
        at_heading = 0
    }
    print line == "" ? "\\&" : "    " escape(line)
}

function end_code() {
    if (in_code)
        print ".EE"
    in_code = blank_code = 0
}

/^<!-- help -->/, /^<!-- end of help -->/ { next }
/^```/ { flush(); fenced = !fenced; if (!fenced) end_code(); next }
fenced { code_line($0); next }
/^<!--.*-->$/ || /^!\[.*\)$/ || /^# / { flush(); next }
/^ +/ && in_code || /^    / && held == "" && kind != "item" {
    for (; blank_code; blank_code--)
        code_line("")
    code_line(substr($0, 5))
    next
}
!NF && in_code { blank_code++; next }
in_code { end_code() }
!/^\|/ { in_table = 0 }
!NF { flush(); kind = ""; next }

/^##+ / {
    flush()
    level = index($0, " ") - 1
    title = substr($0, level + 2)
    if (title == "Options")
        next
    print level == 2 ? ".SH " toupper(inline(title)) : ".SS " inline(title)
    at_heading = 1
    next
}
/^\|/ { flush(); print_row($0); next }
/^(- |[0-9]+\. )/ { flush(); kind = "item"; sub(/^(- |[0-9]+\. )/, ""); held = $0; next }
{ sub(/^ +/, ""); held = held (held == "" ? "" : " ") $0 }

END { flush(); end_code() }
