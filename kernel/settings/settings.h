/*
 * SPDX-License-Identifier: MIT
 * The settings of an experiment by name: what each may be, and what is said of a wrong one.
 */
#pragma once

#include "kernel/settings/config.h"
#include "kernel/settings/word.h"
#include "pmc/families.h"

/* Where settings are being read from, and what was found wrong first. */
struct settings {
    struct config *config;
    const struct pmc *pmc;
    char *error;        /* [CONFIG_ERROR_BYTES]; empty while nothing was wrong */
    const char *source; /* "command line", or the name of a file */
    unsigned line;      /* of the file; 0 for the command line */
    uint64_t seen;      /* settings given by this source, a bit for each row of the table */
    bool names_events;  /* this source has named an event, so the others are off */
    bool seen_event[FAMILIES_MOST_EVENTS +
                    1]; /* by place in the event table, time_stamp behind it */

    uint64_t defined; /* given by any source, likewise */
    bool defined_event[FAMILIES_MOST_EVENTS + 1];
    enum warn defined_twice, not_used;
    char warn_file[CONFIG_FILE_BYTES];
    const struct config_listener *listener; /* NULL: nobody hears warnings */
};

/* The settings that follow are those of another source. */
void settings_from(struct settings *settings, const char *source);

/*
 * Applies name = value. 0, or -1 with a sentence in settings->error that names the source, the
 * line, the key, its value and what is allowed; of several errors the first is kept. A name given
 * twice, or not known, is an error, a warning or nothing, as settings->defined_twice and not_used
 * say; the second value counts.
 */
int settings_apply(struct settings *settings, struct word name, struct word value);

/* A setting without a value: says what would do. Returns -1. */
int settings_no_value(struct settings *settings, struct word name);

/* Keeps a sentence, with the place before it, if it is the first error. Returns -1. */
int settings_error(struct settings *settings, const char *sentence, ...)
    __attribute__((format(printf, 2, 3)));

/* How much of a word a message shows, so that no word makes it too long for its buffer. */
int settings_shown(struct word word);

/* Whether any source gave that setting. */
bool settings_given(const struct settings *settings, const char *name);

/* Whether any source said which events: by `events`, or by an event's own name. */
bool settings_events_given(const struct settings *settings);

/* Warns of each of run_p5mon's parameters that no source gave. */
void settings_warn_not_defined(struct settings *settings);

/* All settings in force, as an experiment file that gives them again, line by line. */
void settings_dump(const struct config *config, const struct pmc *pmc,
                   void (*line)(void *to, const char *text), void *to);

/* All events that are counted without being asked for: kernel/settings/event_list.c. */
void event_list_default(struct config *config, const struct pmc *pmc);

/* Reads the value of `events`. */
int event_list_read(struct settings *settings, const char *allowed, struct word value);

/* The name of an event that only another processor counts: says so. 0 where it is none. */
int event_list_refuse_foreign(struct settings *settings, struct word name);

/*
 * Turns one event on or off, as a setting of its own (thesis, Table C.1): yes, no, or with commas
 * between u, k, uk for the rings.
 */
int event_list_switch(struct settings *settings, const struct event *event, struct word value);

/* The same value back; its length. */
int event_list_write(const struct config *config, const struct pmc *pmc, const struct event *event,
                     char *text, size_t size);
