/*
 * SPDX-License-Identifier: MIT
 * Transfers of several pieces: vectors, and from file to file. Results are a number of bytes or a
 * negated error number.
 */
#pragma once

#include <stdint.h>

#include "kernel/process/files/open_file.h"

typedef int32_t transfer_function(struct open_file *file, uint32_t address, uint32_t bytes,
                                  int64_t *position);

/* Transfers the `count` pieces of the vector (struct iovec) that is in the program's memory. */
int32_t transfer_vector(struct open_file *file, uint32_t vector, uint32_t count, int64_t *position,
                        transfer_function *transfer);

/* sendfile(): *position, or with NULL the offset of the input, is advanced. */
int32_t send_file(uint32_t output, uint32_t input, int64_t *position, uint32_t bytes);
