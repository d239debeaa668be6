/*
 * SPDX-License-Identifier: MIT
 * Converts the user's lines to nasm input. A jump to `-` goes to `turn`; if no line jumps there,
 * DEC and JNZ are added. A REP without a count gets one.
 */
#include "host/analysis/loop/loop_source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/analysis/loop/loop_setup.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

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
}

void loop_source_free(struct loop_source *source)
{
    for (unsigned i = 0; i < source->n_lines; i++)
        free(source->lines[i]);
    free(source->lines);
    free(source->repeat_lines);
    *source = (struct loop_source){0};
}

/* Returns whether the line, without its comment, is only the label. */
static bool is_label(const char *line)
{
    size_t length = strcspn(line, ";");
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
    const char *after = at + 1;
    while (*at == '-' && isspace((unsigned char)*after))
        after++;
    return *at == '-' && (!*after || *after == ';') ? at : NULL;
}

/* Returns whether the line is a jump to the label by its name. */
static bool loop_source_jumps_to_label(const char *line)
{
    const char *at = strpbrk(line, " \t");
    if (!at || !strchr("jJlL", *line))
        return false;
    size_t length = strcspn(line, ";");
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    return length > 5 && !strncmp(line + length - 4, "turn", 4) &&
           isspace((unsigned char)line[length - 5]);
}

static bool loop_source_is_closing(const char *line)
{
    return loop_source_jump_target(line) || loop_source_jumps_to_label(line);
}

/* Returns the last line that jumps to the beginning, or the number of lines if none does. */
static unsigned loop_source_closing_line(const struct loop_source *source)
{
    for (unsigned i = source->n_lines; i-- > 0;)
        if (loop_source_is_closing(source->lines[i]))
            return i;
    return source->n_lines;
}

/* The label becomes a macro that aligns the loop to a cache line. */
static void loop_source_write_line(const char *line, FILE *to)
{
    const char *at = loop_source_jump_target(line);
    if (is_label(line))
        fputs("LOOP_BEGINS\n", to);
    else if (at)
        fprintf(to, "%.*sturn%s\n", (int)(at - line), line, at + 1);
    else
        fprintf(to, "%s\n", line);
}

char *loop_source_text(struct loop_source *source, const struct loop_setup *setup, const char *name,
                       size_t *length)
{
    char *text;
    FILE *to = open_memstream(&text, length);
    const char *file = name ? name : "-c";
    unsigned closing = loop_source_closing_line(source);
    bool labelled = false;
    for (unsigned i = 0; i < source->n_lines; i++)
        labelled = labelled || is_label(source->lines[i]);
    if (!labelled)
        fputs("LOOP_BEGINS\n", to);
    fprintf(to, "%%line 0+1 %s\n", file);
    for (unsigned i = 0; i < source->n_lines; i++) {
        if (source->repeat_lines && source->repeat_lines[i])
            fprintf(to, "%%line %u+1 %s\nmov ecx,%u\n%%line %u+1 %s\n", source->n_lines, file,
                    LOOP_REPEATS, i, file);
        loop_source_write_line(source->lines[i], to);
        if (i == closing && i + 1 < source->n_lines) /* functions that it calls may follow it */
            fprintf(to, "jmp near wrapper_after_loop\n%%line %u+1 %s\n", i + 1, file);
    }
    source->counted = closing == source->n_lines;
    if (source->counted)
        fprintf(to, "dec %s\njnz turn\n", loop_setup_counter_name(setup));
    fclose(to);
    return text;
}

/*
 * Parses lines like "   117 00000162 83C604    <1> add esi,4": number, offset, bytes. The wrapper
 * also has %line directives, so the user's lines are recognized by their addresses.
 */
void loop_source_lines(const char *listing, uint32_t loop, uint32_t size, uint32_t *line_at)
{
    FILE *from = fopen(listing, "r");
    char *line = NULL;
    size_t room = 0;
    unsigned number, offset;
    char bytes[64];
    bool inside = false;
    while (from && getline(&line, &room, from) >= 0) {
        inside = inside || strstr(line, "<1> %line 0+1 ");
        if (!inside || !strstr(line, "<1>") ||
            sscanf(line, "%u %8x %63s", &number, &offset, bytes) != 3 || offset < loop ||
            offset >= loop + size || !isxdigit((unsigned char)bytes[0]))
            continue;
        line_at[offset - loop] = number;
    }
    for (uint32_t at = 1; at < size; at++)
        line_at[at] = line_at[at] ? line_at[at] : line_at[at - 1];
    free(line);
    if (from)
        fclose(from);
}

void loop_source_report_errors(const struct loop_source *source, const char *errors,
                               const char *name)
{
    const char *ours = name ? name : "-c";
    size_t length = strlen(ours);
    unsigned printed = 0;
    while (*errors && printed < 10) {
        size_t end = strcspn(errors, "\n");
        unsigned number = 0;
        if (!strncmp(errors, ours, length) && sscanf(errors + length, ":%u:", &number) == 1 &&
            number && number <= source->n_lines)
            message_print("%.*s: '%s'", (int)end, errors, source->lines[number - 1]);
        else
            message_print("%.*s", (int)end, errors);
        errors += end + (errors[end] == '\n');
        printed++;
    }
    if (!printed)
        message_print("nasm rejected the code without an error message");
}
