/*
 * SPDX-License-Identifier: MIT
 * The settings of an experiment by name: what each may be, and what is said of a wrong one.
 */
#pragma once

#include "kernel/config.h"
#include "kernel/word.h"

/* Where settings are being read from, and what was found wrong first. */
struct settings {
    struct config *config;
    const struct pmc *pmc;
    char *error;             /* [CONFIG_ERROR_BYTES]; empty while nothing was wrong */
    const char *source;      /* "command line", or the name of a file */
    unsigned line;           /* of the file; 0 for the command line */
    uint64_t seen;           /* settings given by this source, a bit for each row of the table */
    uint64_t seen_events[2]; /* likewise those that are events, by their place in the table */
    bool names_events;       /* this source has named an event, so the others are off */
};

/* The settings that follow are those of another source. */
void settings_from(struct settings *settings, const char *source);

/*
 * Applies name = value. 0, or -1 with a sentence in settings->error that names the source, the
 * line, the key, its value and what is allowed; of several errors the first is kept.
 */
int settings_apply(struct settings *settings, struct word name, struct word value);

/* A setting without a value: says what would do. Returns -1. */
int settings_no_value(struct settings *settings, struct word name);

/* Keeps a sentence, with the place before it, if it is the first error. Returns -1. */
int settings_error(struct settings *settings, const char *sentence, ...)
    __attribute__((format(printf, 2, 3)));

/* How much of a word a message shows, so that no word makes it too long for its buffer. */
int settings_shown(struct word word);

/* Reads the value of `events`: kernel/event_list.c. */
int event_list_read(struct settings *settings, const char *allowed, struct word value);

/* The name of an event that only another processor counts: says so. 0 where it is none. */
int event_list_refuse_foreign(struct settings *settings, struct word name);

/* Turns one event on or off, as a setting of its own (thesis, Table C.1). */
int event_list_switch(struct settings *settings, const struct event *event, bool on);
