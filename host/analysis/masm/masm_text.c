/*
 * SPDX-License-Identifier: MIT
 * Converts words first, then the statement by its first words.
 */
#include "host/analysis/masm/masm_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/masm/masm_blocks.h"
#include "host/analysis/masm/masm_c_variables.h"
#include "host/analysis/masm/masm_data.h"
#include "host/analysis/masm/masm_letters.h"
#include "host/analysis/masm/masm_names.h"
#include "host/analysis/masm/masm_procedure.h"
#include "host/analysis/masm/masm_structure.h"
#include "host/analysis/masm/masm_variables.h"
#include "host/analysis/masm/masm_words.h"
#include "host/base/allocation.h"

struct masm_text {
    struct masm_variables variables;
    struct masm_structures structures;
    struct masm_procedures procedures;
    struct masm_names names;
    struct masm_blocks blocks;
    bool has_segments;
    bool *omitted; /* of each line: it generates no code by itself */
    unsigned number;
};

/* ---- statements ------------------------------------------------------------------------------ */

static const char *const omitted[] = {
    ".model", ".stack", ".mmx",     ".xmm",  ".387",   ".386",      ".386p",      ".486",
    ".486p",  ".586",   ".586p",    ".686",  ".686p",  "assume",    "title",      "page",
    "subttl", "option", "include",  "extrn", "extern", "externdef", "includelib", "end",
    "ideal",  "masm",   "locals",   "jumps", "p386",   "p386n",     "p486",       "p486n",
    "p586",   "p586n",  "nolocals", "name",  "model",  "stack",     NULL};

/* A directive at the beginning of a statement. Returns false for another statement. */
static bool masm_text_write_directive(const char *word, size_t n, const char *rest, FILE *to)
{
    if (masm_word_is_among(word, n, omitted))
        return true;
    if (masm_word_is_among(word, n, (const char *const[]){".code", "codeseg", NULL}))
        fputs(".text", to);
    else if (masm_word_is_among(
                 word, n, (const char *const[]){".data?", ".const", "dataseg", "udataseg", NULL}))
        fputs(".data", to);
    else if (masm_word_is_among(word, n, (const char *const[]){"public", "global", NULL}))
        fprintf(to, ".globl %s", rest + (!strncmp(rest, "c ", 2) ? 2 : 0)); /* a language */
    else if (masm_word_is_among(word, n, (const char *const[]){"align", NULL}))
        fprintf(to, ".balign %s", rest);
    else if (masm_word_is_among(word, n, (const char *const[]){"npad", NULL}))
        fprintf(to, ".skip %s, 0x90", rest);
    else if (masm_word_is_among(word, n, (const char *const[]){"even", NULL}))
        fputs(".balign 2", to);
    else
        return false;
    return true;
}

static bool is_data_segment(const char *name, size_t n)
{
    static const char *const parts[] = {"data", "const", "bss", "stack"};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *part = strstr(name, parts[i]);
        if (part && part < name + n)
            return true;
    }
    return false;
}

/* A statement that begins with the name that it defines. Returns false for another statement. */
static bool masm_text_write_definition(struct masm_text *text, const char *name, size_t n,
                                       const char *rest, FILE *to)
{
    size_t second = 0;
    while (masm_is_word(rest[second]))
        second++;
    const struct masm_data_type *type = masm_data_type_named(rest, second);
    const char *more = rest + second + strspn(rest + second, " \t");
    if (type && *more != '[' && strncmp(more, "ptr", 3) != 0) { /* not `inc dword ptr [esi]` */
        fprintf(to, "%s%.*s: ", text->has_segments ? "" : ".data; ", (int)n, name);
        masm_data_write(type, more, to);
        fprintf(to, "%.*s.end:%s", (int)n, name, text->has_segments ? "" : "; .text");
    } else if (masm_word_is_among(rest, second, (const char *const[]){"label", NULL})) {
        fprintf(to, "%.*s:", (int)n, name);
    } else if (masm_word_is_among(rest, second, (const char *const[]){"proc", NULL})) {
        const struct masm_procedure *one = masm_procedures_at(&text->procedures, text->number);
        fprintf(to, "%.*s: %s", (int)n, name, one && one->prologue ? one->prologue : "");
    } else if (masm_word_is_among(rest, second, (const char *const[]){"equ", NULL})) {
        fprintf(to, "%.*s = %s", (int)n, name, more);
    } else if (*rest == '=' && strstr(rest, " ptr ")) { /* IDA: arg_0 = dword ptr 8 */
        fprintf(to, "%.*s = %s", (int)n, name, strstr(rest, " ptr ") + 5);
    } else if (masm_structure_named(&text->structures, rest, second)) {
        const char *dup = strstr(more, "dup");
        fprintf(to, "%.*s: .skip %u * (%.*s)", (int)n, name,
                masm_structure_named(&text->structures, rest, second)->size,
                dup ? (int)(dup - more) : 1, dup ? more : "1");
    } else if (masm_word_is_among(rest, second, (const char *const[]){"segment", NULL})) {
        fputs(is_data_segment(name, n) ? ".data" : ".text", to);
    } else {
        return masm_word_is_among(rest, second,
                                  (const char *const[]){"endp", "ends", "group", "proto", NULL});
    }
    return true;
}

/* Writes an operand, with the type of the variable in it unless it has one. */
static void masm_text_write_operand(const char *operand, size_t n,
                                    const struct masm_variables *variables, FILE *to)
{
    char *text = strndup(operand, n);
    const char *type = NULL, *at = text + strspn(text, " \t");
    bool typed = strstr(text, "ptr") || strstr(text, "offset") || strchr("'\"", *at);
    while (*at && !typed && !type) {
        size_t length = 0;
        while (masm_is_word(at[length]))
            length++;
        type = length ? masm_variables_type(variables, at, length) : NULL;
        at += length ? length : 1;
    }
    if (type)
        fprintf(to, " %s ptr ", type);
    fputs(text, to);
    free(text);
}

/* SIZEOF, LENGTHOF and TYPE of a variable, whose end has a label. Returns false for another
 * operand. */
static bool masm_text_write_size(const char *operand, size_t n, const struct masm_text *text,
                                 FILE *to)
{
    enum { SIZES = 2, TYPE = 4 };
    static const char *const words[] = {"sizeof", "size", "lengthof", "length", "type"};
    const char *name;
    operand += strspn(operand, " \t");
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t word = strlen(words[i]), length = 0;
        if (n < word || strncmp(operand, words[i], word) || !strchr(" \t", operand[word]))
            continue;
        name = operand + word + strspn(operand + word, " \t");
        while (masm_is_word(name[length]))
            length++;
        const char *type = masm_variables_type(&text->variables, name, length);
        const struct masm_structure *structure =
            masm_structure_named(&text->structures, name, length);
        if (structure || masm_data_type(name, length)) {
            fprintf(to, " %u%s",
                    structure ? structure->size : masm_data_size(masm_data_type(name, length)),
                    name + length);
            return true;
        }
        if (!type)
            return false;
        if (i == TYPE)
            fprintf(to, " %u", masm_data_size(type));
        else
            fprintf(to, " (%.*s.end - %.*s)", (int)length, name, (int)length, name);
        if (i >= SIZES && i != TYPE && masm_data_size(type) > 1)
            fprintf(to, " / %u", masm_data_size(type));
        return true;
    }
    return false;
}

/* INVOKE function, argument, ...: pushes the arguments from the last to the first. */
static void masm_text_write_invoke(const char *operands, FILE *to)
{
    size_t n = masm_datum_length(operands);
    const char *rest = operands + n + (operands[n] == ',');
    char *all = allocate_copy(rest);
    for (char *comma; *rest && (comma = strrchr(all, ',')); *comma = 0)
        fprintf(to, "push %s; ", comma + 1);
    if (*rest)
        fprintf(to, "push %s; ", all);
    fprintf(to, "call %.*s", (int)n, operands);
    free(all);
}

/* Writes RET of a procedure with a frame; RETN has none. Returns false for another instruction. */
static bool masm_text_write_return(const struct masm_text *all, const char *text, size_t n,
                                   FILE *to)
{
    const struct masm_procedure *procedure = masm_procedures_at(&all->procedures, all->number);
    if (!masm_word_is_among(text, n, (const char *const[]){"ret", "retn", NULL}))
        return false;
    const char *epilogue = procedure && n == 3 ? procedure->epilogue : NULL;
    if (!epilogue)
        fprintf(to, "ret%s", text + n);
    else if (text[n + strspn(text + n, " \t")]) /* RET with a number */
        fprintf(to, "%.*s%s", (int)(strstr(epilogue, "ret") + 3 - epilogue), epilogue, text + n);
    else
        fputs(epilogue, to);
    return true;
}

static void masm_text_write_instruction(const struct masm_text *all, const char *text, FILE *to)
{
    const struct masm_variables *variables = &all->variables;
    size_t n = strcspn(text, " \t");
    if (masm_text_write_return(all, text, n, to))
        return;
    if (!strncmp(text, "invoke", n) && n == 6) {
        masm_text_write_invoke(text + n + strspn(text + n, " \t"), to);
        return;
    }
    fwrite(text, 1, n, to);
    if (*text == 'j' || *text == '.' || !strncmp(text, "lea", 3) || !strncmp(text, "call", 4) ||
        strchr(text, '=')) {
        fputs(text + n, to);
        return;
    }
    for (text += n; *text; text += *text == ',') {
        n = masm_datum_length(text);
        if (!masm_text_write_size(text, n, all, to))
            masm_text_write_operand(text, n, variables, to);
        text += n;
        if (*text)
            fputc(',', to);
    }
}

/* Words before a block of assembly in C, or before each of its statements. */
static const char *const blocks[] = {"__asm", "_asm", "asm", NULL};

static void masm_text_write_statement(struct masm_text *all, const char *text, FILE *to)
{
    size_t n = 0;
    text += strspn(text, " \t{}"); /* braces of a block */
    for (n = strcspn(text, " \t{}"); masm_word_is_among(text, n, blocks);
         n = strcspn(text, " \t{}"))
        text += n + strspn(text + n, " \t{}");
    n = 0;
    while (masm_is_word(text[n]))
        n++;
    const char *rest = text + n + strspn(text + n, " \t");
    const struct masm_data_type *type = masm_data_type_named(text, n);
    if (n && *rest == ':') { /* MASM also has `name::` */
        fprintf(to, "%.*s: ", (int)n, text);
        masm_text_write_statement(all, rest + 1 + (rest[1] == ':'), to);
    } else if (type && *rest != ':') {
        masm_data_write(type, rest, to);
    } else if (!masm_blocks_write(&all->blocks, text, n, rest, to) &&
               !masm_text_write_definition(all, text, n, rest, to) &&
               !masm_text_write_directive(text, n, rest, to)) {
        masm_text_write_instruction(all, text, to);
    }
}

/* ---- text ------------------------------------------------------------------------------------ */

static bool masm_text_is_segment(const char *lower)
{
    const char *at = lower + strspn(lower, " \t");
    return !strncmp(at, ".code", 5) || !strncmp(at, ".data", 5) || !strncmp(at, ".text", 5) ||
           !strncmp(at, "codeseg", 7) || !strncmp(at, "dataseg", 7) || strstr(at, "segment");
}

/* Returns whether the first line with code begins a block of assembly in C. */
static bool masm_text_is_block(char *const *lower, unsigned n)
{
    unsigned i = 0;
    while (i < n && !lower[i][strspn(lower[i], " \t")])
        i++;
    const char *first = i < n ? lower[i] + strspn(lower[i], " \t") : "";
    return masm_word_is_among(first, strcspn(first, " \t{"), blocks);
}

/* Omits COMMENT and the text up to the line with the letter that follows it. */
static void masm_text_omit_comments(struct masm_text *text, char *const *lower, unsigned n)
{
    static const char word[] = "comment";
    for (unsigned i = 0; i < n; i++) {
        const char *at = lower[i] + strspn(lower[i], " \t");
        if (strncmp(at, word, sizeof word - 1) != 0 || !strchr(" \t", at[sizeof word - 1]))
            continue;
        at += sizeof word - 1 + strspn(at + sizeof word - 1, " \t");
        const char end = *at;
        bool found = end && strchr(at + 1, end);
        text->omitted[i] = true;
        while (!found && end && i + 1 < n) {
            found = strchr(lower[++i], end) != NULL;
            text->omitted[i] = true;
        }
    }
}

/* Reads `name equ <text>` and equates of operands, which GNU as cannot express. */
static void masm_text_read_equates(struct masm_text *text, char *const *lines, unsigned n)
{
    static const char *const equates[] = {"equ", "textequ", NULL};
    for (unsigned i = 0; i < n; i++) {
        size_t length = masm_word_length(lines[i]);
        const char *word = lines[i] + length + strspn(lines[i] + length, " \t");
        size_t second = masm_word_length(word);
        const char *value = word + second + strspn(word + second, " \t");
        if (!masm_word_is_among(word, second, equates) ||
            (*value != '<' && !strstr(value, "ptr") && !strchr(value, '[') &&
             !masm_register_named(value, strlen(value))))
            continue;
        const bool quoted = *value == '<';
        int end = (int)(quoted ? strcspn(value + 1, ">") : strlen(value));
        masm_names_add(&text->names, lines[i], length, allocate_text("%.*s", end, value + quoted),
                       NULL);
        text->omitted[i] = true;
    }
}

struct masm_text *masm_text_new(char *const *lines, unsigned n)
{
    struct masm_text *text = allocate_zeroed(sizeof *text);
    char **lower = allocate_zeroed((n + 1) * sizeof *lower);
    for (unsigned i = 0; i < n; i++) {
        lower[i] = masm_lower(lines[i]);
        text->has_segments = text->has_segments || masm_text_is_segment(lower[i]);
    }
    text->omitted = allocate_zeroed(n + 1);
    masm_text_omit_comments(text, lower, n);
    masm_structures_read(&text->structures, lower, n, &text->names, text->omitted);
    masm_text_read_equates(text, lower, n);
    if (masm_text_is_block(lower, n))
        masm_c_variables_read(lower, n, &text->names);
    masm_procedures_read(&text->procedures, lower, n, &text->names, text->omitted);
    masm_variables_read(&text->variables, lines, n);
    for (unsigned i = 0; i < n; i++)
        free(lower[i]);
    free(lower);
    return text;
}

void masm_text_free(struct masm_text *text)
{
    if (!text)
        return;
    masm_variables_free(&text->variables);
    masm_structures_free(&text->structures);
    masm_procedures_free(&text->procedures);
    masm_names_free(&text->names);
    free(text->omitted);
    free(text);
}

char *masm_text_line(struct masm_text *text, unsigned number, const char *line)
{
    if (text->omitted[number])
        return allocate_copy("");
    char *lower = masm_lower(line);
    char *words = masm_words(lower, number, &text->names, &text->structures), *converted;
    size_t length;
    FILE *to = open_memstream(&converted, &length);
    text->number = number;
    masm_text_write_statement(text, words, to);
    fclose(to);
    free(words);
    free(lower);
    return converted;
}
