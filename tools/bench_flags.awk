# SPDX-License-Identifier: MIT
# Reads a benchmark's build flags, bench/GROUP/NAME/flags or bench/GROUP/NAME.flags, and prints make
# variables: FLAGS_, NASM_, PARTS_ and EXCEPT_ of bench/GROUP/NAME, and the instructions that the
# gate allows in it. bench/README.md describes the words. A wrong line gives a message, and then
# FLAGS_REFUSED has the benchmark.

BEGIN {
    name = ARGV[1]
    sub(/^bench\//, "", name)
    folder = sub(/\/flags$/, "", name)
    sub(/\.flags$/, "", name)
    count = split("define include sources except option allow needs", word_list)
    for (i = 1; i <= count; i++)
        known[word_list[i]] = 1
    # The instructions of each `needs`, as --allow-NAME of p5gate, and the compiler's option.
    gates["mmx"] = "mmx"
    gates["p6"] = "p6 rdpmc"
    gates["sse"] = gates["p6"] " mmx mmxext fxsr sse"
    gates["sse2"] = gates["sse"] " pause sse2"
    gates["sse3"] = gates["sse2"] " sse3"
    gates["k7"] = gates["p6"] " mmx mmxext fxsr 3dnow"
    options["mmx"] = "-mmmx"
    options["p6"] = "-march=i686 -mtune=pentium"
    options["sse"] = options["p6"] " -msse"
    options["sse2"] = options["p6"] " -msse2"
    options["sse3"] = options["p6"] " -msse3"
    options["k7"] = options["p6"] " -m3dnowa"
    flags = nasm = parts = except = gate = ""
}

function refuse(what) {
    printf "%s:%d: %s\n", FILENAME, FNR, what > "/dev/stderr"
    wrong = 1
}

# One argument of the compiler, with any characters in it.
function quoted(text) {
    if (text ~ /'/)
        refuse("'" text "': an apostrophe is not allowed")
    gsub(/\$/, "$$", text)
    gsub(/#/, "\\#", text)
    return " '" text "'"
}

function only_in_folder() {
    if (!folder)
        refuse("'" $1 "' is for a directory; bench/" name " is one file")
}

{ sub(/\r$/, "") }
/^[ \t]*(#|$)/ { next }
!($1 in known) {
    refuse("'" $1 "': expected define, include, sources, except, option, allow or needs")
    next
}
NF < 2 { refuse("'" $1 "' needs a value"); next }

$1 == "define" {
    text = $0
    sub(/^[ \t]*define[ \t]+/, "", text)
    sub(/[ \t]+$/, "", text)
    if (text !~ /^[A-Za-z_][A-Za-z0-9_]*(=.*)?$/)
        refuse("'" text "': define needs NAME or NAME=VALUE")
    flags = flags quoted("-D" text)
    nasm = nasm quoted("-D" text)
}
$1 == "include" {
    for (i = 2; i <= NF; i++) {
        flags = flags quoted("-Ibench/" name "/" $i)
        nasm = nasm quoted("-Ibench/" name "/" $i "/")
    }
}
$1 == "include" || $1 == "sources" || $1 == "except" { only_in_folder() }
$1 == "sources" {
    for (i = 2; i <= NF; i++)
        parts = parts " bench/" name "/" $i
}
$1 == "except" { for (i = 2; i <= NF; i++) except = except " bench/" name "/" $i }
$1 == "include" || $1 == "sources" || $1 == "except" {
    for (i = 2; i <= NF && folder; i++)
        if ($i !~ /^[A-Za-z0-9_.+\/-]+$/)
            refuse("'" $i "': a path in flags is of letters, digits, _, -, +, . and /; rename the file")
        else if (system("test -" ($1 == "include" ? "d" : "e") " bench/" name "/" $i) != 0)
            refuse("'" $i "': not found in bench/" name "; correct the path or remove the line")
}
$1 == "option" {
    for (i = 2; i <= NF; i++) {
        if ($i !~ /^-(f|O|std=|W|w$)/)
            refuse("'" $i "': an option must begin with -f, -O, -std= or -W; all benchmarks are " \
                   "compiled for a Pentium")
        flags = flags quoted($i)
    }
}
$1 == "allow" {
    for (i = 2; i <= NF; i++) {
        if ($i !~ /^(fdiv|ud2|rdpmc|pause|tzcnt|mmx|mmxext|p6|fxsr|sse|sse2|sse3|3dnow)$/)
            refuse("'" $i "': expected fdiv, ud2, rdpmc, pause, tzcnt, p6, mmx, mmxext, fxsr, sse, sse2, sse3 or 3dnow")
        gate = gate " --allow-" $i " " name
        if ($i ~ /^(fxsr|sse|sse2|sse3)$/)
            needs = needs (needs ? "|" : "") "USES_SSE"
    }
}
$1 == "needs" {
    for (i = 2; i <= NF; i++) {
        if ($i in gates) {
            count = split(gates[$i], allowed, " ")
            for (j = 1; j <= count; j++)
                gate = gate " --allow-" allowed[j] " " name
            flags = flags " " options[$i]
        } else if ($i != "paging" && $i != "netburst") {
            refuse("'" $i "': expected mmx, p6, k7, sse, sse2, sse3, paging or netburst")
        }
        needs = needs (needs ? "|" : "") "NEEDS_" toupper($i)
    }
}
END {
    if (wrong) {
        print "FLAGS_REFUSED += bench/" name
        exit
    }
    if (needs) {
        flags = flags " '-DBENCH_NEEDS=(" needs ")'"
        nasm = nasm " '-DBENCH_NEEDS=(" needs ")'"
    }
    printf "FLAGS_bench/%s :=%s\nNASM_bench/%s :=%s\n", name, flags, name, nasm
    printf "PARTS_bench/%s :=%s\nEXCEPT_bench/%s := $(wildcard%s)\n", name, parts, name, except
    printf "GATE_OPTIONS +=%s\n", gate
}
