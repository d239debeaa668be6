/*
 * SPDX-License-Identifier: MIT
 * strerror() and perror() of programs, which know all of <errno.h>.
 */
#pragma once

char *program_strerror(int error);
void program_perror(const char *who);
