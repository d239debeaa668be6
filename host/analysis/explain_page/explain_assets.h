/*
 * SPDX-License-Identifier: MIT
 * Files of this directory that are embedded in the program.
 */
#pragma once

/* The style sheet of the page; it follows that of host/output/html. */
extern const char explain_style[];

/* lessons.txt */
extern const char lessons_file[];
