/*
 * SPDX-License-Identifier: MIT
 * The frame is that of MASM: EBP, local variables below it, then the registers of USES.
 */
#include "host/analysis/masm/masm_procedure.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/masm/masm_data.h"
#include "host/analysis/masm/masm_variables.h"
#include "host/analysis/masm/masm_letters.h"
#include "host/base/allocation.h"

#define MOST_SAVED      8
#define FIRST_PARAMETER 8 /* bytes from EBP, after EBP's old value and the return address */

/* A procedure while its lines are read */
struct procedure_frame {
    unsigned parameters, locals; /* bytes */
    bool removes_parameters;     /* RET n: stdcall, pascal */
    const char *saved[MOST_SAVED];
    unsigned n_saved;
};

enum list { LIST_HEADING, LIST_PARAMETERS, LIST_LOCALS, LIST_SAVED };

static const char *const registers[] = {"eax", "ebx", "ecx", "edx", "esi", "edi",
                                        "ebp", "ds",  "es",  "fs",  "gs",  "ax",
                                        "bx",  "cx",  "dx",  "si",  "di",  NULL};

const char *masm_register_named(const char *word, size_t n)
{
    for (const char *const *one = registers; *one; one++)
        if (strlen(*one) == n && !strncmp(*one, word, n))
            return *one;
    return NULL;
}

/* Reads `[64]:byte` or `:ptr dword` after a name; returns the type, and where it ends in *at. */
static const char *type_read(const char **at, unsigned *count)
{
    const char *type = "dword", *from = *at, *named;
    *count = 1;
    from += strspn(from, " \t");
    if (*from == '[') {
        *count = (unsigned)strtoul(from + 1, NULL, 0);
        from += strcspn(from, "]");
        from += *from == ']';
        from += strspn(from, " \t");
    }
    if (*from == ':') {
        bool pointer = false;
        for (from++; *from && *from != ',' && *from != '=';) {
            size_t n = masm_word_length(from);
            pointer = pointer || (n == 3 && !strncmp(from, "ptr", 3));
            named = masm_data_type(from, n);
            type = named && !pointer ? named : type;
            from += n ? n : 1;
        }
    }
    *at = from;
    return type;
}

static void variable_add(struct procedure_frame *frame, bool local, const char *name, size_t n,
                         const char *type, unsigned count, struct masm_names *names)
{
    unsigned bytes = (masm_data_size(type) * (count ? count : 1) + 3) & ~3u;
    char *text;
    if (local) {
        frame->locals += bytes;
        text = allocate_text("ebp-%u", frame->locals);
    } else {
        text = allocate_text("ebp+%u", FIRST_PARAMETER + frame->parameters);
        frame->parameters += bytes;
    }
    masm_names_add(names, name, n, text, type);
}

/* Reads the words after PROC, ARG, LOCAL or USES. */
static void list_read(struct procedure_frame *frame, enum list kind, const char *at,
                      struct masm_names *names)
{
    static const char *const plain[] = {"near",   "near32",  "far",    "c",    "basic", "syscall",
                                        "public", "private", "export", "uses", NULL};
    static const char *const removing[] = {"stdcall", "pascal", NULL};
    for (size_t n; *at && *at != '='; at += !n) {
        n = masm_word_length(at);
        const char *word = at, *saved = masm_register_named(word, n);
        at += n;
        if (!n)
            continue;
        if (kind == LIST_HEADING && masm_word_is_among(word, n, removing))
            frame->removes_parameters = true;
        else if (kind == LIST_HEADING && n == 1 && *word == 'c')
            frame->removes_parameters = false;
        if (saved && kind != LIST_PARAMETERS && frame->n_saved < MOST_SAVED) {
            frame->saved[frame->n_saved++] = saved;
        } else if (!saved && (kind != LIST_HEADING || !(masm_word_is_among(word, n, plain) ||
                                                        masm_word_is_among(word, n, removing)))) {
            unsigned count;
            const char *type = type_read(&at, &count);
            variable_add(frame, kind == LIST_LOCALS, word, n, type, count, names);
        }
    }
}

static void procedure_write(struct masm_procedure *procedure, const struct procedure_frame *frame)
{
    const bool framed = frame->parameters || frame->locals;
    if (!framed && !frame->n_saved)
        return;
    if (framed)
        allocate_appended(&procedure->prologue, "", "push ebp; mov ebp, esp; ");
    if (frame->locals) {
        char *text = allocate_text("sub esp, %u; ", frame->locals);
        allocate_appended(&procedure->prologue, "", text);
        free(text);
    }
    for (unsigned i = 0; i < frame->n_saved; i++) {
        char *push = allocate_text("push %s; ", frame->saved[i]);
        char *pop = allocate_text("pop %s; ", frame->saved[frame->n_saved - 1 - i]);
        allocate_appended(&procedure->prologue, "", push);
        allocate_appended(&procedure->epilogue, "", pop);
        free(push);
        free(pop);
    }
    allocate_appended(&procedure->epilogue, "", framed ? "leave; " : "");
    char *end = frame->removes_parameters && frame->parameters
                    ? allocate_text("ret %u", frame->parameters)
                    : allocate_copy("ret");
    allocate_appended(&procedure->epilogue, "", end);
    free(end);
}

/* Returns what follows the directive at the beginning of a line; NULL if it has another one. */
static const char *after_directive(const char *line, const char *directive)
{
    size_t n = masm_word_length(line);
    return n == strlen(directive) && !strncmp(line, directive, n) ? line + n : NULL;
}

/* Returns what follows `name proc`, or NULL. */
static const char *after_proc(const char *line)
{
    size_t n = masm_word_length(line);
    const char *second = line + n + strspn(line + n, " \t");
    return n ? after_directive(second, "proc") : NULL;
}

static bool is_end(const char *line)
{
    size_t n = masm_word_length(line);
    const char *second = line + n + strspn(line + n, " \t");
    return after_directive(second, "endp") || after_directive(line, "endp");
}

/* Reads a procedure from its first line; returns the line of its end. */
static unsigned procedure_read(struct masm_procedure *procedure, struct procedure_frame frame,
                               char *const *lines, unsigned n, struct masm_names *names,
                               bool *omitted)
{
    static const char *const directives[] = {
        [LIST_PARAMETERS] = "arg", [LIST_LOCALS] = "local", [LIST_SAVED] = "uses"};
    unsigned i = procedure->first, first_name = names->n;
    bool macro = false;
    list_read(&frame, LIST_HEADING, after_proc(lines[i]), names);
    for (i++; i < n && !is_end(lines[i]) && !after_proc(lines[i]); i++) {
        macro = (macro || strstr(lines[i], " macro")) && !strstr(lines[i], "endm");
        for (enum list kind = LIST_PARAMETERS; kind <= LIST_SAVED && !macro; kind++) {
            const char *list = after_directive(lines[i], directives[kind]);
            if (list)
                list_read(&frame, kind, list, names);
            omitted[i] = omitted[i] || list;
        }
    }
    procedure->last = i < n ? i : n - 1;
    for (unsigned k = first_name; k < names->n; k++) {
        names->all[k].first = procedure->first + 1;
        names->all[k].last = procedure->last;
    }
    procedure_write(procedure, &frame);
    return i;
}

void masm_procedures_read(struct masm_procedures *procedures, char *const *lines, unsigned n,
                          struct masm_names *names, bool *omitted)
{
    struct procedure_frame frame = {0};
    *procedures = (struct masm_procedures){0};
    for (unsigned i = 0; i < n; i++) {
        if (strstr(lines[i], "prologue:none"))
            return;
        if (after_directive(lines[i], ".model") || after_directive(lines[i], "model"))
            frame.removes_parameters = strstr(lines[i], "stdcall") || strstr(lines[i], "pascal");
        if (!after_proc(lines[i]))
            continue;
        struct masm_procedure *one =
            allocate_element(&procedures->all, &procedures->n, sizeof *procedures->all);
        *one = (struct masm_procedure){.first = i};
        i = procedure_read(one, frame, lines, n, names, omitted);
        i -= i < n && after_proc(lines[i]) != NULL; /* without ENDP */
    }
}

void masm_procedures_free(struct masm_procedures *procedures)
{
    for (unsigned i = 0; i < procedures->n; i++) {
        free(procedures->all[i].prologue);
        free(procedures->all[i].epilogue);
    }
    free(procedures->all);
    *procedures = (struct masm_procedures){0};
}

const struct masm_procedure *masm_procedures_at(const struct masm_procedures *procedures,
                                                unsigned line)
{
    for (unsigned i = 0; i < procedures->n; i++)
        if (line >= procedures->all[i].first && line <= procedures->all[i].last)
            return &procedures->all[i];
    return NULL;
}
