# SPDX-License-Identifier: MIT
# Reads lines TYPE<TAB>PATH of all that is below bench/ (find's types: f, d, l for a link to nothing; F
# for a directory's flags; E, with the reason, for a path that find rejects) and prints the paths that
# are benchmarks. With -v refused=FILE it writes PATH<TAB>REASON of the others.

BEGIN {
    FS = "\t"
    sources = "^(c|asm|nasm|s|S|o)$"
    other_case = "^(asm|nasm|o)$"
    languages = "^(cpp|cc|cxx|c\\+\\+|cp|C|CPP|CC|CXX|f|f90|for|pas|rs|go|zig|a|so|obj|lib)$"
    longest = 127 # CASE_NAME_BYTES of kernel/measure/cases.h, less the end of the string
    if (refused)
        printf "" > refused
}

function refuse(path, reason) {
    if (path in refused_paths)
        return
    refused_paths[path] = 1
    if (refused)
        print path "\t" reason > refused
}

function ending(path) {
    sub(/.*\//, "", path)
    return path ~ /\./ ? substr(path, match(path, /\.[^.]*$/) + 1) : ""
}

# The path without the ending of its last part.
function stem(path) {
    sub(/\.[^.\/]*$/, "", path)
    return path
}

# The reason why a source file cannot be compiled; "" if it can. `where` ends the sentence.
function fault(path, type, where,    end) {
    end = ending(path)
    if (type !~ /^[fdlFE]$/ && end ~ sources)
        return "a pipe, socket or device, not a file; remove it" where
    if (type == "l" && (end == "" || end ~ sources || end ~ languages))
        return "it is a link to a file that does not exist; correct or remove the link"
    if (end == "a" || end == "lib")
        return "a library; extract the object files that are needed from it, as in 'ar x FILE'" where
    if (end ~ languages)
        return "only C, nasm (.asm, .nasm), GNU as (.s, .S) and object files (.o) are supported; " \
               "translate it, as in 'g++ -m32 -O2 -fno-exceptions -S FILE' for C++, and move it out of bench/" \
               where
    if (end !~ sources && tolower(end) ~ other_case)
        return "the ending is in capitals; rename it to ." tolower(end) where
    return ""
}

# ---- flags of a directory ---------------------------------------------------------------------------

function read_flags(folder,    line, words, n, i) {
    if (!((folder "/flags") in readable))
        return
    while ((getline line < (folder "/flags")) > 0) {
        sub(/\r$/, "", line)
        n = split(line, words, /[ \t]+/)
        for (i = 1; i <= n && words[i] == ""; i++)
            ;
        kind = words[i++]
        for (; i <= n; i++)
            if (kind == "except")
                except[folder "/" words[i]] = 1
            else if (kind == "sources" && words[i] != "") {
                used[folder "/" words[i]] = 1
                parts[folder] += words[i] ~ /\.\./ # outside the directory
            }
    }
    close(folder "/flags")
}

# ---- a file below a directory that is a benchmark -----------------------------------------------------

function part(folder, path, type,    above, reason, last) {
    above = path
    sub(/\/[^\/]*$/, "", above)
    if (path in except || (above != folder && !(above in used) && !(path in used)))
        return
    reason = fault(path, type, "; or add the line 'except " substr(path, length(folder) + 2) "' to " folder "/flags")
    last = substr(path, length(above) + 2)
    if (reason == "" && ending(path) ~ sources) {
        if (substr(path, length(folder) + 2) !~ /^[A-Za-z0-9_.+\/-]+$/)
            reason = "a source file's name is of letters, digits, _, -, + and .; rename it"
        else if (length(last) > 200)
            reason = "the file's name has " length(last) " characters; rename it to at most 200"
        else
            parts[folder]++
    }
    if (reason != "" && !(folder in bad))
        bad[folder] = path "\t" reason
}

# ---- names ------------------------------------------------------------------------------------------

function name_fault(name) {
    if (name !~ /^[a-z0-9_]+\/[a-z0-9_]+$/)
        return "a name is group/name, of lower-case letters, digits and _; rename it"
    if (length(name) > longest)
        return "the name '" substr(name, 1, 30) "...' has " length(name) " characters; rename it to at most " longest
    return ""
}

{
    type = $1
    path = substr($0, 3)
    depth = split(path, folders, "/")
}

type == "F" {
    readable[path] = 1
    type = "f"
}

type == "E" {
    if (split($2, folders, "/") <= 3)
        refuse($2, tolower($3) "; correct or remove it")
    next
}

# Shared code, or a benchmark without a group.
depth == 2 && type == "f" && ending(path) ~ /^(c|asm|nasm|s|S|o)$/ && path != "bench/program.c" {
    declares = ending(path) !~ /^(c|asm)$/
    while (!declares && (getline line < path) > 0)
        declares = line ~ /^[ \t]*BENCHMARK[ \t]*[(" ]/
    close(path)
    if (declares)
        refuse(path, "a benchmark is in a group; move it to a directory of bench/, as in bench/mine/" folders[2])
    else
        print path
}

depth == 3 {
    end = type == "d" ? "" : ending(path)
    if (type == "d")
        read_flags(path)
    reason = type == "d" ? "" : fault(path, type, "")
    if (end == "flags")
        flag_files[path] = 1
    if (path == "bench/" folders[2] "/flags")
        refuse(path, "flags are of one benchmark; move the file to bench/" folders[2] "/NAME/flags or bench/" folders[2] \
               "/NAME.flags")
    if (type != "d" && end !~ sources && reason == "")
        next
    if (reason == "")
        reason = name_fault(substr(type == "d" ? path : stem(path), 7))
    if (reason != "") {
        refuse(path, reason)
        next
    }
    key = type == "d" ? path : stem(path)
    found[++count] = path
    name_of[path] = key
    is_folder[path] = type == "d"
    same[key] = same[key] (same[key] == "" ? "" : ", ") path
    times[key]++
}

depth > 3 && type != "d" {
    part(folders[1] "/" folders[2] "/" folders[3], path, type)
}

END {
    for (path in flag_files)
        if (!(stem(path) in times) || is_folder[stem(path)])
            refuse(path, "there is no file of that benchmark; rename it to the benchmark's NAME.flags, or to flags in " \
                   "a benchmark's directory")
    for (i = 1; i <= count; i++) {
        path = found[i]
        if (times[name_of[path]] > 1) {
            refuse(path, same[name_of[path]] ": each of them would be benchmark " substr(name_of[path], 7) \
                   "; rename or remove all but one")
        } else if (path in bad) {
            split(bad[path], fields, "\t")
            refuse(fields[1], fields[2])
        } else if (is_folder[path] && !parts[path]) {
            group = path
            sub(/\/[^\/]*$/, "", group)
            refuse(path, "no source file in it; add one (.c, .asm, .nasm, .s, .S or .o), name its directory by the line " \
                   "'sources FOLDER' in " path "/flags, or move its files to " group "/ if benchmarks share them")
        } else {
            print path
        }
    }
}
