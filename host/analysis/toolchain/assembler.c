/*
 * SPDX-License-Identifier: MIT
 * Data that the code uses and does not define are placed in the buffer.
 */
#include "host/analysis/toolchain/assembler.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/toolchain/code_origin.h"
#include "host/analysis/toolchain/undefined_symbols.h"
#include "host/analysis/toolchain/child.h"
#include "host/analysis/toolchain/work_file.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

#define TOOL_SECONDS 20
#define TOOL_WORDS   64

static const char link_script[] =
    "SECTIONS {\n"
    "  . = 0x101000;\n"
    "  .text : { *(.text .text.*) }\n"
    "  . = ALIGN(4096) + 0xc00;\n" /* sets of the cache that pointers use least */
    "  .rodata : { *(.rodata .rodata.*) }\n"
    "  .data : { *(.data .data.*) }\n"
    "  .got : { *(.got .got.plt) }\n"
    "  .bss : { *(.bss .bss.* COMMON) }\n"
    "  /DISCARD/ : { *(.eh_frame .comment .note .note.*) }\n"
    "}\n";

/* Runs a tool; returns its exit status, or -1 after a message. The caller frees *errors. */
static int assembler_run_tool(char *const *words, const char *package, char **errors)
{
    struct child child;
    child_run(&child, words, TOOL_SECONDS);
    int status = child.status;
    if (status == CHILD_MISSING)
        message_print("%s, which %s the code, is not installed: apt install %s", words[0],
                      !strcmp(words[0], "gcc")  ? "compiles"
                      : !strcmp(words[0], "ld") ? "links"
                                                : "assembles",
                      package);
    else if (status == CHILD_LATE || status == CHILD_KILLED)
        message_print("%s did not finish within %u seconds", words[0], TOOL_SECONDS);
    *errors = allocate_copy(child.errors);
    child_free(&child);
    return status < 0 ? -1 : status;
}

/* ---- nasm ------------------------------------------------------------------------------------ */

/* Returns whether the name is between brackets in the text: the address of an operand. */
static bool is_in_brackets(const char *text, const char *name)
{
    size_t n = strlen(name);
    bool inside = false;
    for (; *text; text++) {
        inside = *text == '[' || (inside && *text != ']' && *text != '\n');
        if (inside && !strncmp(text + 1, name, n) && !strchr("_@$?.", text[0]) &&
            strchr("]+-* \t:", text[n + 1]))
            return true;
    }
    return false;
}

/*
 * Returns EXTERN lines for the names that nasm reports as undefined, if all its errors are about
 * operands in memory; otherwise NULL.
 */
static char *nasm_externs(const char *text, const char *errors)
{
    static const char before[] = "error: symbol `";
    char *lines = NULL;
    for (; *errors; errors += strcspn(errors, "\n"), errors += *errors == '\n') {
        char name[100];
        const char *at = strstr(errors, before);
        if (!at || at > errors + strcspn(errors, "\n") ||
            sscanf(at + sizeof before - 1, "%99[^']", name) != 1 ||
            strncmp(at + sizeof before - 1 + strlen(name), "' not defined", 13) != 0 ||
            !is_in_brackets(text, name)) {
            free(lines);
            return NULL;
        }
        char *line = allocate_text("extern %s\n", name);
        if (!lines || !strstr(lines, line))
            allocate_appended(&lines, "", line);
        free(line);
    }
    return lines;
}

static int nasm_run(const struct code_origin *origin, const char *object, char **messages)
{
    char *source = work_file_path(origin->folder, "code.asm"),
         *head = work_file_path(origin->folder, "head.asm"), *externs = NULL;
    char *words[] = {"nasm", "-f", "elf32", "-g",           "-F",   "dwarf",
                     "-P",   head, "-o",    (char *)object, source, NULL};
    static const char start[] =
        "bits 32\nextern buffer, wrapper_after_loop\n"
        "%macro LOOP_BEGINS 0\nalign 32\nturn:\n%endmacro\n";
    int status = work_file_write(source, origin->text, origin->length);
    for (unsigned round = 0; !status && round < 2; round++) {
        char *text = allocate_text("%s%s", start, externs ? externs : "");
        status = work_file_write(head, text, strlen(text));
        free(text);
        free(*messages);
        *messages = NULL;
        status = status ? -1 : assembler_run_tool(words, "nasm", messages);
        free(externs);
        externs = status > 0 && !round ? nasm_externs(origin->text, *messages) : NULL;
        if (!externs)
            break;
        status = 0;
    }
    free(externs);
    free(source);
    free(head);
    return status;
}

/* ---- GNU as, gcc ----------------------------------------------------------------------------- */

static int as_run(const struct code_origin *origin, const char *object, char **messages)
{
    char *source = work_file_path(origin->folder, "code.s");
    char *words[] = {"as", "--32", "-g", "-o", (char *)object, source, NULL};
    int status = work_file_write(source, origin->text, origin->length);
    if (!status)
        status = assembler_run_tool(words, "binutils", messages);
    free(source);
    return status;
}

static int gcc_run(const struct code_origin *origin, const char *object, char **messages)
{
    char flags[] = EXPLAIN_CFLAGS, *rest = flags, *words[TOOL_WORDS] = {"gcc"}, *word;
    char *source = origin->text ? work_file_path(origin->folder, "code.c") : NULL;
    unsigned n = 1;
    while ((word = strsep(&rest, " ")) && n < TOOL_WORDS - 7)
        if (*word)
            words[n++] = word;
    words[n++] = "-fkeep-static-functions";
    if (code_origin_has(origin, "inline"))
        words[n++] = "-fkeep-inline-functions";
    words[n++] = "-c";
    words[n++] = "-o";
    words[n++] = (char *)object;
    words[n++] = source ? source : (char *)origin->path;
    int status = source ? work_file_write(source, origin->text, origin->length) : 0;
    if (!status)
        status = assembler_run_tool(words, "gcc", messages);
    free(source);
    return status;
}

/* ---- ld -------------------------------------------------------------------------------------- */

/* Returns the address of a symbol that the code does not define, and notes its name. */
static uint32_t linker_place(const struct code_origin *origin,
                             const struct undefined_symbol *symbol, unsigned *data,
                             struct assembler_notes *notes)
{
    /* Between the places of the registers (loop_inputs.c); loop_wrapper.asm has limits there */
    static const uint16_t places[] = {1792, 2816, 3840, 4864, 5888, 6912};
    if (!strcmp(symbol->name, "buffer"))
        return origin->buffer;
    if (!strcmp(symbol->name, "wrapper_after_loop"))
        return origin->end;
    allocate_appended(symbol->called ? &notes->missing : &notes->placed, ", ", symbol->name);
    if (symbol->called)
        return origin->end;
    (*data)++;
    return origin->buffer + places[(*data - 1) % 6] + (*data - 1) / 6 * 32;
}

/* Returns whether ld can define the symbol; false after a message, except in a trial. */
static bool linker_can_define(const struct code_origin *origin,
                              const struct undefined_symbol *symbol)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        "0123456789_.$";
    if (!symbol->near && !symbol->name[strspn(symbol->name, letters)])
        return true;
    if (!origin->quiet)
        message_print("%s: '%s' is not defined", origin->name, symbol->name);
    return false;
}

/* Returns --defsym options for the symbols; NULL if they cannot be defined, after a message except
 * in a trial. */
static char **linker_symbols(const struct code_origin *origin,
                             const struct undefined_symbols *symbols, struct assembler_notes *notes)
{
    unsigned data = 0;
    for (unsigned i = 0; i < symbols->n; i++)
        if (!linker_can_define(origin, &symbols->all[i]))
            return NULL;
    char **words = allocate_zeroed((symbols->n + 1) * sizeof *words);
    for (unsigned i = 0; i < symbols->n; i++) {
        uint32_t address = linker_place(origin, &symbols->all[i], &data, notes);
        words[i] = allocate_text("--defsym=%s=0x%x", symbols->all[i].name, address);
    }
    if (!origin->quiet || (!notes->missing && !notes->placed))
        return words;
    for (unsigned i = 0; i < symbols->n; i++)
        free(words[i]);
    free(words);
    return NULL;
}

static int linker_run(const struct code_origin *origin, const char *object, const char *linked,
                      struct assembler_notes *notes)
{
    struct undefined_symbols symbols;
    char *script = work_file_path(origin->folder, "code.ld"), *errors = NULL;
    if (undefined_symbols_read(&symbols, object))
        return -1;
    char **defined = linker_symbols(origin, &symbols, notes);
    char **words = allocate_zeroed((symbols.n + 12) * sizeof *words);
    char *const front[] = {"ld",           "-m",          "elf_i386",        "-T",
                           script,         "-e0",         "--build-id=none", "-o",
                           (char *)linked, (char *)object};
    unsigned n = sizeof front / sizeof front[0];
    memcpy(words, front, sizeof front);
    for (unsigned i = 0; defined && i < symbols.n; i++)
        words[n++] = defined[i];
    int status = defined ? work_file_write(script, link_script, sizeof link_script - 1) : -1;
    if (!status)
        status = assembler_run_tool(words, "binutils", &errors);
    if (status > 0) {
        code_origin_hide_folder(origin, errors);
        code_origin_report(origin, errors);
    }
    for (unsigned i = 0; defined && i < symbols.n; i++)
        free(defined[i]);
    free(defined);
    free(words);
    free(script);
    free(errors);
    undefined_symbols_free(&symbols);
    return status ? -1 : 0;
}

/* Adds the remedy to gcc's messages about what a part of a larger file lacks. */
static void gcc_print_remedy(const struct code_origin *origin, const char *messages)
{
    static const char *const statements[] = {"before ‘for’",   "before ‘while’", "before ‘if’",
                                             "before ‘do’",    "before ‘++’",    "before ‘+=’",
                                             "before ‘switch’"};
    if (strstr(messages, ": No such file or directory"))
        message_print(
            "%s: add the header to the directory of the file, or remove the line; only "
            "headers of the C library are installed",
            origin->name);
    for (unsigned i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (strstr(messages, "expected") && strstr(messages, statements[i])) {
            message_print(
                "%s: statements need a function around them, as in "
                "'void f(int *a, int n) { ... }'",
                origin->name);
            return;
        }
}

int assembler_run(const struct code_origin *origin, const char *linked,
                  struct assembler_notes *notes)
{
    char **messages = &notes->messages;
    char *object = origin->syntax == SYNTAX_OBJECT ? allocate_copy(origin->path)
                                                   : work_file_path(origin->folder, "code.o");
    int status = origin->syntax == SYNTAX_NASM     ? nasm_run(origin, object, messages)
                 : origin->syntax == SYNTAX_C      ? gcc_run(origin, object, messages)
                 : origin->syntax == SYNTAX_OBJECT ? 0
                                                   : as_run(origin, object, messages);
    if (status > 0)
        code_origin_report(origin, *messages ? *messages : "");
    if (status > 0 && origin->syntax == SYNTAX_C && !origin->quiet && *messages)
        gcc_print_remedy(origin, *messages);
    if (!status)
        status = linker_run(origin, object, linked, notes);
    free(object);
    return status ? -1 : 0;
}
