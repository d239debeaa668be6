/*
 * SPDX-License-Identifier: MIT
 * Parses the records of experiment=score.
 */
#pragma once

#include "host/data/wire/record_fields.h"

void score_record_parse_row(struct record_fields *fields);
void score_record_parse_total(struct record_fields *fields);
