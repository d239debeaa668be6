/*
 * SPDX-License-Identifier: MIT
 * strtod() for programs, which also reads hexadecimal numbers and nan(...).
 */
#pragma once

double program_strtod(const char *restrict text, char **restrict end);
double program_atof(const char *text);
