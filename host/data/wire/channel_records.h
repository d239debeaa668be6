/*
 * SPDX-License-Identifier: MIT
 * Parses the records of stamps.
 */
#pragma once

#include "host/data/wire/record_fields.h"

void channel_record_parse(struct record_fields *fields);
void channel_record_parse_stamps(struct record_fields *fields);
