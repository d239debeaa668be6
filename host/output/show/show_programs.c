/*
 * SPDX-License-Identifier: MIT
 * Prints the programs of a run: how they ended, and their system calls.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/text_table.h"
#include "host/data/written/program_outcome.h"
#include "host/output/show/show_views.h"

static void show_programs_add_heading(struct text_table *table, const struct program_run *program)
{
    const bool ablated = strcmp(program->ablate, "none");
    text_table_line(table, "\n%s   %s%s%s   %s", program->bench, program->state,
                    ablated ? ", without " : "", ablated ? program->ablate : "", program->command);
    char *end = program_end_text(program);
    text_table_line(table, "%s", end);
    free(end);
    text_table_line(table, "%u bytes, entry 0x%08x, %u KB of memory, %u system calls",
                    program->file_bytes, program->entry, program->memory_kb, program->system_calls);
}

static void show_programs_add_calls(struct text_table *table, const struct run *run, unsigned index)
{
    for (unsigned i = 0; i < run->n_system_calls; i++) {
        const struct system_call_count *call = &run->system_calls[i];
        if (call->program != index)
            continue;
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", call->name ? call->name : "unknown");
        text_table_cell(table, 1, "%u", call->number);
        text_table_cell(table, 2, "%u", call->calls);
        text_table_cell(table, 3, "%u", call->errors);
    }
}

/* Shows where the program made calls that returned ENOSYS. */
static void show_programs_add_places(struct text_table *table, const struct run *run,
                                     unsigned index)
{
    for (unsigned i = 0; i < run->n_system_calls; i++) {
        const struct system_call_count *call = &run->system_calls[i];
        if (call->program == index && call->place)
            text_table_line(table, "system call %u returned ENOSYS: %s", call->number, call->place);
    }
}

unsigned show_programs(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[] = {"system call", "number", "calls", "errors"};
    struct text_table *table = text_table_new(4);
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        text_table_set_column(table, i, headers[i], i ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < run->n_programs; i++) {
        const struct program_run *program = &run->programs[i];
        if (!selection_matches_variant(&view->selection, program->bench, program->state,
                                       program->ablate))
            continue;
        show_programs_add_heading(table, program);
        show_programs_add_calls(table, run, i);
        show_programs_add_places(table, run, i);
        for (unsigned f = 0; f < run->n_missing_files; f++)
            if (run->missing_files[f].program == i)
                text_table_line(table, "not found: %s", run->missing_files[f].name);
        n++;
    }
    if (n) {
        fputs("\nPrograms\n", to);
        text_table_print(table, to, view->colour);
    }
    text_table_free(table);
    return n;
}
