/*
 * SPDX-License-Identifier: MIT
 * Applies the settings of an experiment by name: valid values, and messages about invalid ones.
 */
#pragma once

#include "kernel/settings/config.h"
#include "kernel/settings/word.h"
#include "pmc/families.h"

#define SETTINGS_COMMAND_LINE "command line" /* a source that is not a file */

/* State of reading settings: the source, and the first error. */
struct settings {
    struct config *config;
    const struct pmc *pmc;
    char *error;        /* [CONFIG_ERROR_BYTES]; empty while there is no error */
    const char *source; /* SETTINGS_COMMAND_LINE, "monitor", or the name of a file */
    unsigned line;      /* line of the file; 0 for the command line */
    uint64_t seen;      /* settings given by this source, a bit for each row of the table */
    bool names_events;  /* this source has named an event, so the others are off */
    bool seen_event[FAMILIES_MOST_EVENTS +
                    1]; /* by index in the event table, followed by time_stamp */

    uint64_t defined; /* settings given by any source, in the same way */
    bool defined_event[FAMILIES_MOST_EVENTS + 1];
    enum warn defined_twice, not_used;
    char warn_file[CONFIG_FILE_BYTES];
    const struct config_listener *listener; /* NULL: warnings are dropped */
};

/* Starts another source for the settings that follow. */
void settings_from(struct settings *settings, const char *source);

/*
 * Applies name = value. Returns 0, or -1 with a sentence in settings->error that names the source,
 * the line, the key, its value and the valid values; only the first of several errors is kept. A
 * duplicate or unknown name is an error, a warning or ignored, according to settings->defined_twice
 * and not_used; the second value has precedence.
 */
int settings_apply(struct settings *settings, struct word name, struct word value);

/* Reports a setting without a value, with the valid values. Returns -1. */
int settings_no_value(struct settings *settings, struct word name);

/* Stores a sentence, preceded by its place, if it is the first error. Returns -1. */
int settings_error(struct settings *settings, const char *sentence, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns how many characters of a word a message shows, so that it fits its buffer. */
int settings_shown(struct word word);

/* Reports whether a setting has that name; names of events are not included. */
bool settings_known(struct word name);

/* Reports whether any source gave that setting. */
bool settings_given(const struct settings *settings, const char *name);

/* Reports whether any source selected events, by `events` or by an event's own name. */
bool settings_events_given(const struct settings *settings);

/* Emits a warning for each of run_p5mon's parameters that no source gave. */
void settings_warn_not_defined(struct settings *settings);

/* Writes all current settings as an experiment file, line by line. */
void settings_dump(const struct config *config, const struct pmc *pmc,
                   void (*line)(void *to, const char *text), void *to);

/* Selects the events that are counted by default: kernel/settings/event_list.c. */
void event_list_default(struct config *config, const struct pmc *pmc);

/* Parses the value of `events`. */
int event_list_read(struct settings *settings, const char *allowed, struct word value);

/*
 * Reports an error if the name is an event that only another processor counts; returns 0 if it is
 * not. Not in the small image.
 */
int foreign_event_refuse(struct settings *settings, struct word name) __attribute__((weak));

/*
 * Switches one event on or off as a separate setting (thesis, Table C.1): yes, no, or, separated by
 * commas, u, k, uk for the rings.
 */
int event_list_switch(struct settings *settings, const struct event *event, struct word value);

/* Writes that value; returns its length. */
int event_list_write(const struct config *config, const struct pmc *pmc, const struct event *event,
                     char *text, size_t size);
