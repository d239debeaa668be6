/*
 * SPDX-License-Identifier: MIT
 * The names of Linux's system calls for i386.
 */
#pragma once

/* Returns the name of a number, "ipc"; NULL if Linux has no such call. */
const char *linux_call_name(unsigned number);
