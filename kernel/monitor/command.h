/*
 * SPDX-License-Identifier: MIT
 * Commands: a table of them, from which `help` is made, and what stands behind a command's name.
 * Numbers are hexadecimal, with 0x before them or not, as PMX has them; times and settings, and
 * numbers of bits, are decimal.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/settings/word.h"

struct arguments {
    const char *command; /* its name */
    struct word rest;    /* what is still to be taken */
    bool really;         /* that word stood at the end, and is gone */
};

struct command {
    const char *name, *arguments, *help, *example;
    int (*run)(struct arguments *arguments); /* 0, or -1: what is wrong was said */
};

struct command_group {
    const char *title;
    const struct command *commands;
    unsigned n;
    bool measures; /* so that it waits while a benchmark is stopped */
};

/* Ends with NULL. */
extern const struct command_group *const command_groups[];

extern const struct command_group register_commands, memory_commands, measuring_commands,
    rate_commands, loading_commands, debug_commands, session_commands;

/* Does what the line says. 0, or -1 after a line that says what is wrong. */
int command_run(char *line);

/* What is missing to the only command whose name begins so; "" where there is none, or several. */
const char *command_rest(const char *typed);

/* ---- what stands behind it --------------------------------------------------------------------
 */

/* The next word; of length 0 where there is none. */
struct word argument_next(struct arguments *arguments);

/* Whether it is that word, letter case ignored. */
bool argument_is(struct word word, const char *text);

/* The next word as a number, up to `most`; the second where one must stand there. 0, or -1 after a
 * message that calls it `what`. */
int argument_number(struct arguments *arguments, const char *what, uint64_t most, uint64_t *number);

/* A hexadecimal number of up to 16 digits; 0 or -1. */
int number_read(struct word word, uint64_t most, uint64_t *number);

/* -1 after a message where anything is left. */
int arguments_end(struct arguments *arguments);

/* How much of a word a message shows. */
int shown(struct word word);

/*
 * Where `really` was not said: -1 after a message that tells why it must be. Of what is known to
 * stop a machine, or to cut the line.
 */
int ask_really(const struct arguments *arguments, const char *why);
