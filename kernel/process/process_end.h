/*
 * SPDX-License-Identifier: MIT
 * Ends the running program from a system call.
 */
#pragma once

/* Ends the run; the reason is in `process` already. */
void process_end_now(void) __attribute__((noreturn));

/* The program has exited with that status, as Linux reports it: 0 to 255. */
void process_exit(int status) __attribute__((noreturn));

/* A signal has ended it, by Linux's number. */
void process_kill(int signal) __attribute__((noreturn));

/* This kernel cannot go on: the sentence is in the report, and the run is an error. */
void process_end_with(const char *sentence) __attribute__((noreturn));
