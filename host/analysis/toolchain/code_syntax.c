/*
 * SPDX-License-Identifier: MIT
 * Recognizes a text's syntax by patterns that only one syntax has.
 */
#include "host/analysis/toolchain/code_syntax.h"

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "host/base/message.h"

#define LONGEST_LINE 1024

static const char *const words[] = {
    [SYNTAX_NASM] = "nasm", [SYNTAX_INTEL] = "intel", [SYNTAX_ATT] = "att", [SYNTAX_C] = "c"};

enum code_syntax code_syntax_named(const char *word)
{
    for (enum code_syntax i = SYNTAX_NASM; i <= SYNTAX_C; i++)
        if (!strcmp(word, words[i]))
            return i;
    return SYNTAX_UNKNOWN;
}

const char *code_syntax_text(enum code_syntax syntax)
{
    static const char *const texts[] = {[SYNTAX_UNKNOWN] = "unknown syntax",
                                        [SYNTAX_NASM] = "nasm",
                                        [SYNTAX_INTEL] = "Intel syntax (GNU as)",
                                        [SYNTAX_ATT] = "AT&T syntax (GNU as)",
                                        [SYNTAX_C] = "C (gcc)",
                                        [SYNTAX_OBJECT] = "object file"};
    return texts[syntax];
}

/* Blanks stand for begin and end of a word: each line is searched between two blanks. */
#define BEGIN "(^|[^a-z0-9_@$?.%])"
#define END   "($|[^a-z0-9_@$?])"

#define REGISTERS "(e?[abcd]x|e?[sd]i|e?[bs]p|[abcd][lh]|st|mm[0-7])"

static const char att_patterns[] = "%" REGISTERS END;
static const char att_number_patterns[] = "[ \t,][$]-?[0-9]"; /* nasm: a hexadecimal number */
static const char bare_register_patterns[] = "[ \t,[(+*]" REGISTERS END;

static const char c_patterns[] =
    "\\)[ \t]*\\{|^[ \t]*\\}[ \t;]*$|^[ \t]*#[ \t]*(include|define|if|ifdef|ifndef|pragma)" END
    "|^[ \t]*(static|struct|unsigned|typedef|int|char|float|double|void)[ \t]+[a-z_*][^:]*[;({]"
    "[ \t]*$";

static const char nasm_patterns[] =
    "^[ \t]*%(macro|i?x?define|x?define|include|if|rep|assign|use|endmacro|line|push)" END
    "|^[ \t]*\\[?(bits|use) *[0-9]+"
    "|^[ \t]*\\[?(section|segment)[ \t]+[.']|^[ \t]*format[ \t]+(elf|pe|ms|binary|coff)|" BEGIN
    "res[bwdqt][ \t]+[0-9a-z]";

static const char intel_patterns[] = BEGIN
    "(byte|[dfqt]?word|mmword|xmmword|real4|real8|real10|near|far)[ \t]+ptr" END "|" BEGIN
    "(offset|endp|proc|ends|assume)" END "|" BEGIN "dup[ \t]*\\(|" BEGIN
    "st[ \t]*\\([0-7]\\)|" BEGIN "real(4|8|10)" END
    "|^[ \t]*\\.([0-9]86p?|387|mmx|model|code|data[?]|const|stack|intel_syntax)" END
    "|^[ \t]*\\.(globl|global|p2align|align|balign|type|size|section|long|string|ascii|cfi_[a-z_]+"
    "|text|data)($|[ \t])|^[ \t]*@@|[ \t]@[bf]" END "|\\][ \t]*\\[|[0-9a-z_@$?]\\[";

/* A block of a C compiler for Windows */
static const char block_patterns[] = "^[ \t]*(__?)?asm($|[ \t{])";

static const char foreign_16_patterns[] =
    "^[ \t]*\\[?(bits|use)[ \t]*16" END "|" BEGIN "use16" END
    "|^[ \t]*\\.code16"
    "|^[ \t]*(cpu[ \t]+(8086|186|286)|\\.8086|\\.[12]86[pc]?|p8086|p[12]86n?)" END
    "|^[ \t]*org[ \t]+(0x0*100|0*100h)" END "|" BEGIN "int[ \t]+(0x21|021h|21h|0x10|10h)" END;

static const char model_16_patterns[] =
    "^[ \t]*\\.?model[ \t]+(tiny|small|medium|compact|large|huge)" END;
static const char use32_patterns[] = "^[ \t]*\\.?p?[3-6]86[pn]?" END "|" BEGIN "use32" END;

/* Marks of 16-bit code in a text without 32-bit registers */
static const char address_16_patterns[] =
    "\\[([^]]*[^]a-z0-9_@$?.%])?([bs]p|bx|[sd]i)" END
    "|[0-9]*\\(%(bp|bx|[sd]i)[,)]"
    "|^[ \t]*([a-z0-9_@$?]+:)?[ \t]*(mov[ \t]+bp[ \t]*,[ \t]*sp|push[ \t]+bp|l[de]s[ \t])"
    "|^[ \t]*([a-z0-9_@$?]+:)?[ \t]*mov[ \t]+([de]s[ \t]*,|[a-d]x[ \t]*,[ \t]*@data)";
static const char register_32_patterns[] = "[ \t,(%[+*]e([abcd]x|[sd]i|[bs]p)" END;

static const char foreign_64_patterns[] =
    "^[ \t]*\\[?(bits|use)[ \t]*64" END
    "|[ \t,(%[+*](r[abcd]x|r[sd]i|r[bs]p|r(8|9|1[0-5])[dwb]?|rip)" END;

static regex_t pattern_compiled(const char *pattern)
{
    regex_t compiled;
    if (regcomp(&compiled, pattern, REG_EXTENDED | REG_ICASE | REG_NOSUB))
        die(EXIT_TARGET, "the pattern '%s' is not a regular expression", pattern);
    return compiled;
}

/* Copies a line without its comment, except for the semicolon at its end, and with 'x' for the
 * content of strings. */
static void line_without_comment(const char *line, bool hash, char text[LONGEST_LINE])
{
    char quote = 0;
    unsigned n = 0;
    for (; *line && n < LONGEST_LINE - 1; line++) {
        if (!quote && ((*line == ';' && line[1]) || (hash && *line == '#')))
            break;
        text[n++] = quote && *line != quote ? 'x' : *line;
        if (quote ? *line == quote : *line == '"' || *line == '\'')
            quote = quote ? 0 : *line;
    }
    text[n] = 0;
}

/* Returns the number of the first line, from 1, with a pattern; 0 if none has. */
static unsigned line_with(char *const *lines, unsigned n, const char *pattern, bool hash)
{
    regex_t compiled = pattern_compiled(pattern);
    unsigned found = 0;
    for (unsigned i = 0; i < n && !found; i++) {
        char text[LONGEST_LINE];
        line_without_comment(lines[i], hash, text);
        if (!regexec(&compiled, text, 0, NULL, 0))
            found = i + 1;
    }
    regfree(&compiled);
    return found;
}

/* nasm, too, accepts a size word directly before the bracket: "dword[esi]". */
static bool is_intel(char *const *lines, unsigned n)
{
    static const char *const sizes[] = {"byte[", "word[", "near[", "far[", "short[", "to["};
    regex_t intel = pattern_compiled(intel_patterns);
    bool found = false;
    for (unsigned i = 0; i < n && !found; i++) {
        char text[LONGEST_LINE], *bracket;
        line_without_comment(lines[i], false, text);
        for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
            while ((bracket = strcasestr(text, sizes[k])))
                bracket[strlen(sizes[k]) - 1] = ' ';
        found = !regexec(&intel, text, 0, NULL, 0);
    }
    regfree(&intel);
    return found;
}

/* Returns whether the first line with code begins a block of assembly. */
static bool is_block(char *const *lines, unsigned n)
{
    unsigned first = line_with(lines, n, "[^ \t]", false);
    return first && line_with(lines + first - 1, 1, block_patterns, false);
}

enum code_syntax code_syntax_detect(char *const *lines, unsigned n)
{
    if (is_block(lines, n))
        return SYNTAX_INTEL;
    if (line_with(lines, n, c_patterns, false))
        return SYNTAX_C;
    if (line_with(lines, n, att_patterns, true) ||
        (line_with(lines, n, att_number_patterns, true) &&
         !line_with(lines, n, bare_register_patterns, false)))
        return SYNTAX_ATT;
    if (line_with(lines, n, nasm_patterns, false) || !is_intel(lines, n))
        return SYNTAX_NASM;
    return SYNTAX_INTEL;
}

static const char operand_patterns[] = "[ \t,(]%([bwhkz]?[0-9]|\\[[a-z_]+\\])([ \t,);]|$)";

unsigned code_syntax_foreign_line(char *const *lines, unsigned n, const char **reason)
{
    unsigned line = line_with(lines, n, foreign_16_patterns, true);
    unsigned model = line_with(lines, n, model_16_patterns, true);
    unsigned use32 = line_with(lines, n, use32_patterns, true);
    *reason = "this is 16-bit code; only 32-bit code can be explained";
    if (line)
        return line;
    if (model && (!use32 || use32 > model)) /* a processor before .model makes segments 32-bit */
        return model;
    line = line_with(lines, n, address_16_patterns, true);
    if (line && !use32 && !line_with(lines, n, register_32_patterns, true))
        return line;
    *reason = "this is 64-bit code; only 32-bit code can be explained";
    if ((line = line_with(lines, n, foreign_64_patterns, true)))
        return line;
    *reason = "an operand of inline assembly; explain the C file with the function around it";
    if (line_with(lines, n, nasm_patterns, false)) /* parameters of macros look like operands */
        return 0;
    return line_with(lines, n, operand_patterns, true);
}

bool code_syntax_is_data(char *const *lines, unsigned n)
{
    static const char data[] =
        "^[a-z0-9_@$?.]+:?[ \t]+(times[ \t]+[^ \t]+[ \t]+)?"
        "((d[bwdqt]|res[bwdqt])[ \t]|(byte|d?word|qword|real[48])[ \t]+[-0-9?'\"])";
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) {
        if (!line_with(lines + i, 1, "[^ \t;]", false))
            continue;
        if (!line_with(lines + i, 1, data, false))
            return false;
        found++;
    }
    return found > 0;
}
