/*
 * SPDX-License-Identifier: MIT
 * Parses the records of sampled runs.
 */
#pragma once

#include "host/data/wire/record_fields.h"

void sampling_record_parse(struct record_fields *fields);
void sampling_record_parse_hit(struct record_fields *fields);
void sampling_record_parse_registers(struct record_fields *fields);
void sampling_record_parse_series(struct record_fields *fields);
void sampling_record_parse_multiplex(struct record_fields *fields);
void sampling_record_parse_region_count(struct record_fields *fields); /* region_count_record.c */

/* Returns the last pass of the benchmark and state; -1 after rejecting the record. */
int sampling_record_last_pass(struct record_fields *fields);

/* Returns the pass of a sampled run that the record belongs to; -1 after rejecting it. */
int sampling_record_pass(struct record_fields *fields);
