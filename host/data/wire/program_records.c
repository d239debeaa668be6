/*
 * SPDX-License-Identifier: MIT
 * Parses records of programs. Damage that passes the CRC-16 by chance is rejected where the record
 * contradicts itself or its program.
 */
#include "host/data/wire/program_records.h"

#include <string.h>

#include "host/data/written/written_text_read.h"

#define NO_PROGRAM "no record of its program was received"

void program_record_parse(struct record_fields *fields)
{
    struct program_run program = {
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .bench = record_field_text_or(fields, "bench", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", "none"),
        .command = record_field_text_or(fields, "command", ""),
        .file_bytes = record_field_number(fields, "file_bytes"),
        .entry = record_field_number(fields, "entry"),
        .memory_kb = record_field_number(fields, "memory_kb"),
        .system_calls = record_field_number(fields, "system_calls"),
        .end = record_field_text_or(fields, "end", ""),
        .status = record_field_number(fields, "status"),
        .signal = record_field_text(fields, "signal"),
        .what = record_field_text(fields, "what"),
        .from = record_field_text(fields, "from"),
    };
    if (!record_fields_bench_known(fields, program.bench))
        record_fields_reject(fields, NOT_ANNOUNCED);
    else if (strcmp(program.end, "exit") && strcmp(program.end, "signal") &&
             strcmp(program.end, "stopped"))
        record_fields_reject(fields, "end is unknown");
    else
        *run_add_program(fields->run) = program;
}

/* Returns the index of the record's program; -1 after rejecting the record. */
static int program_record_program(struct record_fields *fields)
{
    const struct run *run = fields->run;
    const char *bench = record_field_text_or(fields, "bench", "");
    const char *state = record_field_text_or(fields, "state", "");
    const char *ablate = record_field_text_or(fields, "ablate", "none");
    for (unsigned i = run->n_programs; i-- > 0;) {
        const struct program_run *program = &run->programs[i];
        if (program->plan == record_fields_plan(run) && program->bench == bench &&
            program->state == state && program->ablate == ablate)
            return (int)i;
    }
    record_fields_reject(fields, NO_PROGRAM);
    return -1;
}

void program_record_parse_system_call(struct record_fields *fields)
{
    int program = program_record_program(fields);
    if (program < 0)
        return;
    const struct system_call_count call = {
        .program = (unsigned)program,
        .number = record_field_number(fields, "number"),
        .name = record_field_text(fields, "name"),
        .calls = record_field_number(fields, "calls"),
        .errors = record_field_number(fields, "errors"),
        .from = record_field_text(fields, "from"),
    };
    if (!call.calls || call.errors > call.calls)
        record_fields_reject(fields, "it has more errors than calls, or no calls");
    else
        *run_add_system_call(fields->run) = call;
}

void program_record_parse_missing_file(struct record_fields *fields)
{
    int program = program_record_program(fields);
    if (program >= 0)
        *run_add_missing_file(fields->run) =
            (struct missing_file){(unsigned)program, record_field_text_or(fields, "name", "")};
}

void program_record_parse_written(struct record_fields *fields)
{
    uint32_t size;
    int program = program_record_program(fields);
    if (program < 0)
        return;
    const struct written_part part = {
        .program = (unsigned)program,
        .name = record_field_text_or(fields, "name", ""),
        .first = record_field_number(fields, "at"),
        .text = record_field_text(fields, "text"),
        .base64 = record_field_text(fields, "base64"),
        .last = !wire_line_unsigned(fields->record, "size", &size),
        .size = record_field_number(fields, "size"),
        .crc32 = record_field_number(fields, "crc32"),
        .lost = record_field_number(fields, "lost"),
    };
    if (!part.text == !part.base64)
        record_fields_reject(fields, "it needs either text or base64");
    else if (written_text_length(part.text, part.base64) < 0)
        record_fields_reject(fields, "its bytes are not encoded correctly");
    else
        *run_add_written_part(fields->run) = part;
}
