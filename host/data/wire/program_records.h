/*
 * SPDX-License-Identifier: MIT
 * Parses the records of programs from executable files.
 */
#pragma once

#include "host/data/wire/record_fields.h"

void program_record_parse(struct record_fields *fields);

/* The following belong to the last program record of the same benchmark and variant. */
void program_record_parse_system_call(struct record_fields *fields);
void program_record_parse_missing_file(struct record_fields *fields);
void program_record_parse_written(struct record_fields *fields);
