/*
 * SPDX-License-Identifier: MIT
 * Checks the sequence of records.
 */
#pragma once

#include "host/data/wire/wire_troubles.h"

/* Delivers a checked record; reports records that are lost, late or repeated. */
void wire_reader_accept(struct wire_reader *reader, struct wire_record *record);
