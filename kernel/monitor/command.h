/*
 * SPDX-License-Identifier: MIT
 * Monitor commands: the table from which `help` is generated, and the parser of a command's
 * arguments. Numbers are hexadecimal, with or without 0x, as in PMX; times, settings and numbers of
 * bits are decimal.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/settings/word.h"

struct arguments {
    const char *command; /* name of the command */
    struct word rest;    /* arguments not parsed yet */
    bool really;         /* the last word was `really`; it is removed */
};

struct monitor_command {
    const char *name, *arguments, *help, *example;
    int (*run)(struct arguments *arguments); /* 0, or -1 after an error message */
};

struct command_group {
    const char *title;
    const struct monitor_command *commands;
    unsigned n;
    bool measures; /* runs benchmarks, so it is refused while a benchmark is stopped */
};

/* Terminated by NULL. */
extern const struct command_group *const command_groups[];

extern const struct command_group register_commands, memory_commands, measuring_commands,
    rate_commands, program_commands, loading_commands, debug_commands, session_commands;

/* Executes the line. Returns 0, or -1 after an error message. */
int command_run(char *line);

/*
 * Returns the rest of the only command name that begins with the text; "" if no name or several
 * names do.
 */
const char *command_rest(const char *typed);

/* ---- arguments ------------------------------------------------------------------------------ */

/* Returns the next word; its length is 0 if none is left. */
struct word argument_next(struct arguments *arguments);

/* Compares a word, ignoring letter case. */
bool argument_is(struct word word, const char *text);

/*
 * Parses the next word as a number up to `most`. Returns 0, or -1 after a message that calls the
 * number `what`.
 */
int command_argument_number(struct arguments *arguments, const char *what, uint64_t most,
                            uint64_t *number);

/* Parses a hexadecimal number of up to 16 digits; returns 0 or -1. */
int command_read_number(struct word word, uint64_t most, uint64_t *number);

/* Returns -1 after a message if any argument is left. */
int arguments_end(struct arguments *arguments);

/* Returns how many characters of a word a message shows. */
int shown(struct word word);

/*
 * Without `really`, returns -1 after a message with the reason why it is required. Used for actions
 * that are known to stop a machine or to cut the line.
 */
int ask_really(const struct arguments *arguments, const char *why);
