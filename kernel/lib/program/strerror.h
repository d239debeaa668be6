/*
 * SPDX-License-Identifier: MIT
 * strerror() and perror() for programs, with a message for every number of <errno.h>.
 */
#pragma once

char *program_strerror(int error);
void program_perror(const char *who);
