/*
 * SPDX-License-Identifier: MIT
 * Variables of C in a block of assembly: their names become arguments of the code.
 */
#pragma once

#include "host/analysis/masm/masm_names.h"

/* Adds the operands that are neither registers nor labels of the lines, in lower case, to the
 * names. */
void masm_c_variables_read(char *const *lines, unsigned n, struct masm_names *names);
