# SPDX-License-Identifier: MIT
# Reads messages of gcc, nasm, GNU as and ld and prints OBJECT<TAB>PLACE<TAB>REASON for the first error of
# each benchmark; the reason ends with a remedy. With -v object=OBJECT -v source=FILE all messages are about
# that object; else ld's messages name the objects. -v folder= is the current directory with a slash. With
# -v owner=programs/NAME they are about a program.

BEGIN { given = object }

# bench/group/name of an object, and the place of its flags.
function bench_of(object,    name) {
    name = object
    sub(/^.*\/kernel\//, "", name)
    sub(/\.o$/, "", name)
    if (split(name, parts, "/") > 3) # a file of a directory
        name = parts[1] "/" parts[2] "/" parts[3]
    return name
}

function is_folder(bench) { return system("test -d '" bench "'") == 0 }
function flags_of(bench) { return bench (is_folder(bench) ? "/flags" : ".flags") }

function missing_file(text, bench,    from) {
    if (text ~ /bench\/hosted\.h/)
        return "this header no longer exists: a program with a main() is measured without it; move its sources to " \
            "programs/NAME/ (programs/README.md)"
    if (owner)
        return "add the file to " owner "/; headers of musl are the only others"
    if (is_folder(bench))
        return "add the file to " bench "/, or name its directory there by the line 'include FOLDER' in " bench "/flags"
    from = bench
    sub(/\/[^\/]*$/, "/", from)
    if (text ~ /unable to open include file/)
        return "add the file and write its path from the directory with bench/, as in " from "NAME.inc"
    return "add the file to " from ", or make " bench "/ a directory with both files"
}

function undefined_symbol(text, bench) {
    if (owner)
        return "define it in a source file of " owner "/"
    if (text ~ /undefined reference to .main[^a-zA-Z0-9_]/)
        return "a benchmark of one file of GNU as, or of one object file, is a whole program: define main"
    return "define it in " (is_folder(bench) ? bench "/, or add its file by the line 'sources FILE' in " bench "/flags" : \
        "the same file, or make " bench "/ a directory with all files") \
        "; code that needs a C library is measured as a program (programs/README.md)"
}

function twice(bench) {
    if (owner)
        return "rename one of them or make it static, or move a file out of " owner "/"
    if (!is_folder(bench))
        return "rename it"
    return "rename one of them or make it static, or leave a file out by the line 'except FILE' in " flags_of(bench)
}

# The line at a place, FILE:LINE; "" without one.
function source_line(place,    file, line, i) {
    file = place
    sub(/:[0-9]+$/, "", file)
    sub(/^.*:/, "", place)
    for (i = 0; i < place + 0 && (getline line < file) > 0; i++)
        ;
    close(file)
    return i && i == place + 0 ? line : ""
}

function remedy(text, bench, place) {
    if (text ~ /not available; .*bareprobe cc/)
        return ""
    if (text ~ /unrecognized command.line option/)
        return "correct the line 'option' in " flags_of(bench)
    if (text ~ /No such file or directory|unable to open include file/)
        return missing_file(text, bench)
    if (text ~ /undefined reference to/)
        return undefined_symbol(text, bench)
    if (text ~ /multiple definition of/)
        return twice(bench)
    if (text ~ /bad register name .%r[a-z0-9]/ || text ~ /not supported in 32-bit mode/ || text ~ /64-bit mode/ || \
        text ~ /invalid instruction suffix for .(push|pop|call|ret)/ || text ~ /(x86-64|elf64)/)
        return "it is 64-bit code; generate 32-bit code, as in 'gcc -m32 -O2 -S FILE' or 'gcc -m32 -O2 -c FILE'"
    if (text ~ /plugin needed to handle lto object/)
        return "it is code for the linker only; compile it without -flto"
    if (text ~ /parser: instruction expected/ && source_line(place) ~ /^[ \t]*\[?[oO][rR][gG][ \t]/)
        return "remove ORG: the linker chooses the addresses, and only 32-bit code is supported"
    if (text ~ /stray |null character/)
        return "convert the file to plain text, as in 'iconv -f utf-16 -t utf-8', or correct the line"
    if (text ~ /\[-Werror/)
        return "correct the line, or add the line 'option -Wno-error' to " flags_of(bench)
    if (text ~ /file not recognized|file format not recognized/)
        return "provide a 32-bit ELF object file"
    if (text ~ /RWX permissions/)
        return "a section is writable and executable: remove 'write' from the section of its code"
    return "correct the line"
}

# The file and line at the start of a message, without the columns; "" without a line number.
function place_of(line) {
    sub(/^[^ ]*ld: /, "", line)
    if (!match(line, /^[^ :()]+:[0-9]+[:,]/))
        return ""
    line = substr(line, 1, RLENGTH - 1)
    if (index(line, folder) == 1)
        line = substr(line, length(folder) + 1)
    sub(/^\.\//, "", line)
    return line
}

# The message without its place and severity.
function message_of(line) {
    sub(/^[^ :()]+:([0-9]+:)*(\([^)]*\):)? */, "", line)
    sub(/^([^ ]*\/)?(ld|gcc|cc1|as|nasm|collect2): /, "", line)
    sub(/^((fatal )?error|Error|warning): */, "", line)
    gsub(/\t/, " ", line)
    gsub(folder, "", line)
    sub(/; [^ ]*\.o:.*first defined here.*/, "; it is defined in another file too", line)
    return line
}

function report(about, line,    bench, place, text, cure) {
    if (about == "" || about in reported)
        return
    reported[about] = 1
    bench = bench_of(about)
    place = place_of(line)
    if (place ~ /^[^ ]*\/missing\// && included)
        place = included
    text = message_of(line)
    cure = remedy(text, bench, place)
    if (place == "")
        place = source != "" ? source : bench
    print about "\t" place "\t" text (cure ? "; " cure : "")
}

{
    if (first == "" && $0 != "")
        first = $0
    if (given == "" && match($0, /[^ :()`']*\/kernel\/bench\/[^ :()`']*\.o/))
        object = substr($0, RSTART, RLENGTH)
}
/^In file included from/ {
    included = $0
    sub(/^In file included from /, "", included)
    included = place_of(included ":")
}
/ in function / { next }
/#error/ { sub(/#error "?/, ""); sub(/" *$/, "") }
/[: ](fatal )?[eE]rror:|undefined reference to|multiple definition of|defined in discarded section|relocation truncated|incompatible|not recognized|ld: / {
    report(object, $0)
}
END {
    if (given != "" && !(given in reported))
        report(given, first == "" ? "the command failed" : first)
}
