/*
 * SPDX-License-Identifier: MIT
 * strtod() of programs, which reads hexadecimal numbers and nan(...) too.
 */
#pragma once

double program_strtod(const char *restrict text, char **restrict end);
double program_atof(const char *text);
