/*
 * SPDX-License-Identifier: MIT
 * A jump to `-` goes to `turn`. A line is never divided, so that messages and debug information
 * have the user's line numbers.
 */
#include "host/analysis/loop/loop_source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/analysis/masm/masm_text.h"
#include "host/analysis/pasted/pasted_text.h"
#include "host/analysis/toolchain/code_origin.h"
#include "host/analysis/toolchain/nasm_text.h"
#include "host/analysis/loop/loop_setup.h"
#include "host/base/allocation.h"

static char *loop_source_trim(const char *from, size_t length)
{
    while (length && isspace((unsigned char)*from)) {
        from++;
        length--;
    }
    while (length && isspace((unsigned char)from[length - 1]))
        length--;
    char *text = allocate_zeroed(length + 1);
    memcpy(text, from, length);
    return text;
}

/* Returns whether the line, without its comment, is only the label. */
static bool is_label(const char *line)
{
    size_t length = strcspn(line, ";#");
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    return length == 5 && !strncasecmp(line, "turn:", 5);
}

/* Returns the position of a jump's `-`; NULL if the line has none. */
static const char *loop_source_jump_target(const char *line)
{
    const char *at = line;
    while (isalnum((unsigned char)*at) || *at == '_')
        at++;
    if (at == line || !isspace((unsigned char)*at) || !strchr("jJlL", *line))
        return NULL;
    while (isspace((unsigned char)*at))
        at++;
    size_t distance = strcspn(at, " \t"); /* `short -` */
    if (at[distance] && (!strncasecmp(at, "short", distance) || !strncasecmp(at, "near", distance)))
        at += distance + strspn(at + distance, " \t");
    const char *after = at + 1;
    while (*at == '-' && isspace((unsigned char)*after))
        after++;
    return *at == '-' && (!*after || *after == ';' || *after == '#') ? at : NULL;
}

/* Returns whether the line is a jump to the label by its name. */
static bool loop_source_jumps_to_label(const char *line)
{
    const char *at = strpbrk(line, " \t");
    if (!at || !strchr("jJlL", *line))
        return false;
    size_t length = strcspn(line, ";#");
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    return length > 5 && !strncmp(line + length - 4, "turn", 4) &&
           isspace((unsigned char)line[length - 5]);
}

/* Returns the last line that jumps to the beginning, or the number of lines if none does. */
static unsigned loop_source_closing_line(const struct loop_source *source)
{
    for (unsigned i = source->n_lines; i-- > 0;)
        if (loop_source_jump_target(source->lines[i]) ||
            loop_source_jumps_to_label(source->lines[i]))
            return i;
    return source->n_lines;
}

/* A semicolon ends a statement on the command line, and begins a comment in a file. */
void loop_source_split(struct loop_source *source, const char *text, const char *name)
{
    const char *ends = name ? "\n" : ";\n";
    while (*text) {
        size_t length = strcspn(text, ends);
        char *line = loop_source_trim(text, length);
        text += length + (text[length] != 0);
        if (*line || name)
            *(char **)allocate_element(&source->lines, &source->n_lines, sizeof *source->lines) =
                line;
        else
            free(line);
    }
    if (pasted_text_clean(source->lines, source->n_lines) && source->syntax == SYNTAX_C)
        source->syntax = SYNTAX_UNKNOWN;
    source->detected = source->syntax == SYNTAX_UNKNOWN;
    if (source->detected)
        source->syntax = code_syntax_detect(source->lines, source->n_lines);
    source->marked = source->syntax != SYNTAX_C && source->syntax != SYNTAX_OBJECT &&
                     loop_source_closing_line(source) < source->n_lines;
}

void loop_source_free(struct loop_source *source)
{
    for (unsigned i = 0; i < source->n_lines; i++)
        free(source->lines[i]);
    free(source->lines);
    free(source->repeat_lines);
    *source = (struct loop_source){0};
}

/* ---- nasm ------------------------------------------------------------------------------------ */

static void nasm_write_line(const char *line, FILE *to)
{
    char *text = nasm_text_line(line);
    fprintf(to, "%s\n", text);
    free(text);
}

static void nasm_write(const struct loop_source *source, const struct loop_setup *setup,
                       const char *file, FILE *to)
{
    unsigned closing = loop_source_closing_line(source);
    bool labelled = false, masm = false;
    for (unsigned i = 0; i < source->n_lines; i++) {
        labelled = labelled || is_label(source->lines[i]);
        masm = masm || strcasestr(source->lines[i], " ptr ");
    }
    if (masm)
        fputs("%use masm\n", to);
    fputs(labelled ? "" : "LOOP_BEGINS\n", to);
    fprintf(to, "%%line %u+1 %s\n", NASM_LINE_SHIFT, file);
    for (unsigned i = 0; i < source->n_lines; i++) {
        const char *line = source->lines[i], *at = loop_source_jump_target(line);
        if (source->repeat_lines && source->repeat_lines[i])
            fprintf(to, "%%line %u+1 %s\nmov ecx,%u\n%%line %u+1 %s\n",
                    source->n_lines + NASM_LINE_SHIFT, file, LOOP_REPEATS, i + NASM_LINE_SHIFT,
                    file);
        if (is_label(line)) /* a macro that aligns the loop to a cache line */
            fputs("LOOP_BEGINS\n", to);
        else if (at)
            fprintf(to, "%.*sturn%s\n", (int)(at - line), line, at + 1);
        else
            nasm_write_line(line, to);
        if (i == closing && i + 1 < source->n_lines) /* functions that it calls may follow it */
            fprintf(to, "%%line %u+1 %s\njmp near wrapper_after_loop\n%%line %u+1 %s\n",
                    source->n_lines + NASM_LINE_SHIFT, file, i + 1 + NASM_LINE_SHIFT, file);
    }
    fprintf(to, "%%line %u+1 %s\n", source->n_lines + NASM_LINE_SHIFT, file);
    if (source->counted)
        fprintf(to, "dec %s\njnz turn\n", loop_setup_counter_name(setup));
    fputs("section .text\nwrapper_code_end: jmp near wrapper_after_loop\n", to);
}

/* ---- GNU as ---------------------------------------------------------------------------------- */

/* Directives for other systems that say nothing about the code. */
static bool gnu_is_foreign_directive(const char *line)
{
    static const char *const directives[] = {".def",
                                             ".linkonce",
                                             ".subsections_via_symbols",
                                             ".build_version",
                                             ".macosx_version_min",
                                             ".version",
                                             ".ident",
                                             ".addrsig",
                                             ".addrsig_sym"};
    for (unsigned i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        size_t length = strlen(directives[i]);
        if (!strncmp(line, directives[i], length) && (!line[length] || strchr(" \t", line[length])))
            return true;
    }
    return false;
}

/* Returns the section's name on Linux for those of Windows and macOS; else the line. */
static const char *gnu_section(const char *line)
{
    if (strncmp(line, ".section", 8) != 0)
        return line;
    return strstr(line, "__TEXT,__text") ? ".text"
           : strstr(line, ".rdata") || strstr(line, "__TEXT,__const") || strstr(line, "__literal")
               ? ".section .rodata"
           : strstr(line, "__DATA,") ? ".data"
                                     : line;
}

/* Debug information of a compiler; this program adds its own about the lines of assembly. */
struct gnu_debug {
    bool section;
};

static bool gnu_debug_has(struct gnu_debug *debug, const char *line)
{
    if (!strncmp(line, ".section", 8))
        debug->section = strstr(line, ".debug_") != NULL;
    else if (!strcmp(line, ".text") || !strcmp(line, ".data"))
        debug->section = false;
    return debug->section || !strncmp(line, ".loc ", 5) || !strncmp(line, ".loc\t", 5) ||
           !strncmp(line, ".file", 5) || gnu_is_foreign_directive(line);
}

/* Returns the length of the name in a demangled label like "sum(int*, int):"; 0 for other lines. */
static size_t gnu_demangled_label(const char *line)
{
    size_t name = strcspn(line, "("), length = strlen(line);
    return line[name] == '(' && length > 2 && !strcmp(line + length - 2, "):") && name &&
                   name == strspn(line,
                                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                  "0123456789")
               ? name
               : 0;
}

/* Removes a comment after `//`, which GNU as does not know for x86. */
static void gnu_cut_comment(char *text)
{
    bool quoted = false;
    for (; *text; text++) {
        quoted = quoted != (*text == '"');
        if (!quoted && text[0] == '/' && text[1] == '/')
            text[0] = text[1] = '\0';
        if (!*text)
            return;
    }
}

/* `masm`: a text for MASM with this line as line `number`; NULL: the text is for GNU as. */
static void gnu_write_line(const char *line, unsigned number, struct masm_text *masm, FILE *to)
{
    const char *at = loop_source_jump_target(line);
    size_t label = gnu_demangled_label(line);
    char *given = at      ? allocate_text("%.*sturn", (int)(at - line), line)
                  : label ? allocate_text("%.*s:", (int)label, line)
                          : allocate_copy(gnu_section(line));
    char *text = masm ? masm_text_line(masm, number, given) : allocate_copy(given);
    gnu_cut_comment(text);
    fputs(is_label(line) ? ".balign 32, 0x90; turn:" : text, to);
    free(given);
    free(text);
}

static void gnu_write(const struct loop_source *source, const struct loop_setup *setup,
                      const char *file, FILE *to)
{
    const bool intel = source->syntax == SYNTAX_INTEL;
    const char *counter = loop_setup_counter_name(setup);
    unsigned closing = loop_source_closing_line(source);
    bool labelled = false, masm = intel;
    struct gnu_debug debug = {false};
    struct masm_text *text = masm_text_new(source->lines, source->n_lines);
    for (unsigned i = 0; i < source->n_lines; i++) {
        labelled = labelled || is_label(source->lines[i]);
        masm = masm && !strstr(source->lines[i], ".intel_syntax");
    }
    fputs(intel ? ".intel_syntax noprefix\n.intel_mnemonic\n" : "", to);
    fputs(labelled ? "" : ".balign 32, 0x90\nturn:\n", to);
    fprintf(to, "# 1 \"");
    for (const char *at = file; *at; at++)
        fprintf(to, strchr("\\\"", *at) ? "\\%c" : "%c", *at);
    fputs("\"\n", to);
    for (unsigned i = 0; i < source->n_lines; i++) {
        if (source->repeat_lines && source->repeat_lines[i])
            fprintf(to, intel ? "mov ecx, %u; " : "movl $%u, %%ecx; ", LOOP_REPEATS);
        if (!gnu_debug_has(&debug, source->lines[i]))
            gnu_write_line(source->lines[i], i, masm ? text : NULL, to);
        if (i == closing && i + 1 < source->n_lines)
            fputs("; jmp wrapper_after_loop", to);
        fputc('\n', to);
    }
    fputs(intel ? ".intel_syntax noprefix\n" : ".att_syntax\n", to);
    if (source->counted)
        fprintf(to, "dec %s%s\njnz turn\n", intel ? "" : "%", counter);
    fputs(".text\nwrapper_code_end: jmp wrapper_after_loop\n", to);
    masm_text_free(text);
}

char *loop_source_text(const struct loop_source *source, const struct loop_setup *setup,
                       const char *name, size_t *length)
{
    char *text;
    FILE *to = open_memstream(&text, length);
    if (source->syntax == SYNTAX_NASM)
        nasm_write(source, setup, name, to);
    else if (source->syntax == SYNTAX_C)
        fprintf(to, "#line 1 \"%s\"\n", name);
    else
        gnu_write(source, setup, name, to);
    for (unsigned i = 0; source->syntax == SYNTAX_C && i < source->n_lines; i++)
        fprintf(to, "%s\n", source->lines[i]);
    fclose(to);
    return text;
}
