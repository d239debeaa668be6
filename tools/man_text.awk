# SPDX-License-Identifier: MIT
# Text of manual pages as roff, for man_page.awk and man_prose.awk.

# Escapes requests and escape sequences of roff.
function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/~/, "\\(ti", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/`/, "\\(ga", text)
    return guard(text)
}

function guard(text) {
    return text ~ /^[.]/ ? "\\&" text : text
}

# Wraps to lines of at most 80 bytes.
function wrap(text,    out, at) {
    while (length(text) > 80) {
        for (at = 80; at > 1 && substr(text, at, 1) != " "; at--)
            ;
        if (at == 1)
            break
        out = out substr(text, 1, at - 1) "\n"
        text = guard(substr(text, at + 1))
    }
    return out text
}
