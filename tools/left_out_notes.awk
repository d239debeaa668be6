# SPDX-License-Identifier: MIT
# Reads lines NAME<TAB>PLACE<TAB>REASON and prints GNU assembly with a note for each benchmark that an
# image lacks, in the form of BENCH_NOTE() of bench/bench.h.

function literal(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    gsub(/[\001-\037]/, " ", text)
    return "\"" text "\""
}

BEGIN { FS = "\t"; print ".section .bench_left_out, \"\", @progbits" }
{ print ".asciz " literal($2) ", " literal($1) ", " literal($3) }
