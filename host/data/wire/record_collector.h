/*
 * SPDX-License-Identifier: MIT
 * Builds runs from wire records: a listener for host/data/wire/wire_reader.h.
 */
#pragma once

#include "host/data/wire/collection.h"
#include "host/data/wire/wire_reader.h"

/* `source` is the log's name for messages. The caller frees it after the collection. */
void collection_open(struct collection *collection, const char *source);
struct wire_listener collection_listener(struct collection *collection);

/* Returns the current run; NULL before the first record. */
struct run *collection_run(const struct collection *collection);

/* Frees the collection and its runs; a run whose pointer was set to NULL is not freed. */
void collection_close(struct collection *collection);
