/*
 * SPDX-License-Identifier: MIT
 * A typed session with editing, history and completion by libedit. The names for completion are
 * requested from the machine.
 */
#include <editline/readline.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/machines/programs/user_folder.h"
#include "host/base/message.h"
#include "host/machines/listener.h"
#include "host/machines/monitor/local_commands.h"
#include "host/machines/monitor/monitor_lines.h"

#define HISTORY_LINES 1000

/* libedit's callbacks have no context argument. */
static struct monitor_session *typing;

static char *names[3]; /* commands, events and benchmarks, one per line; requested once */

static const char *typed_session_names(unsigned kind)
{
    static const char *const asks[] = {"names commands", "names events", "names benches"};
    if (!names[kind])
        names[kind] = exchange_text(&typing->exchange, asks[kind]);
    if (!names[kind])
        names[kind] = allocate_copy("");
    return names[kind];
}

/* Returns the next name with the typed prefix; libedit frees it. */
static char *typed_session_next_name(const char *typed, int state)
{
    static unsigned kind, first, last;
    static const char *at;
    if (state == 0) {
        bool command = strlen(typed) == (size_t)rl_point;
        first = command ? 0 : 1;
        last = command ? 0 : 2;
        kind = first;
        at = typed_session_names(kind);
    }
    for (;; at = typed_session_names(kind)) {
        while (*at) {
            const char *name = at;
            size_t length = strcspn(at, "\n");
            at += length + (at[length] == '\n');
            if (!strncasecmp(name, typed, strlen(typed)))
                return strndup(name, length);
        }
        if (++kind > last)
            return NULL;
    }
}

static char **typed_session_complete(const char *typed, int start, int end)
{
    (void)start;
    (void)end;
    rl_attempted_completion_over = 1; /* do not complete file names */
    return rl_completion_matches(typed, typed_session_next_name);
}

/* Returns the path of the history file; NULL if there is no directory for it. */
static char *typed_session_history_path(void)
{
    char *folder = user_folder_create("XDG_STATE_HOME", ".local/state");
    if (!folder)
        return NULL;
    char *name = allocate_text("%s/monitor_history", folder);
    free(folder);
    return name;
}

/* Reads a key, until SIGTERM or SIGHUP; libedit's own function would continue after the first. */
static int typed_session_key(FILE *from)
{
    unsigned char key;
    ssize_t got = -1;
    while (!listen_terminated() && (got = read(fileno(from), &key, 1)) < 0 && errno == EINTR)
        continue;
    return got == 1 && !listen_terminated() ? key : EOF;
}

static void typed_session_begin(char *history_file)
{
    rl_readline_name = "bareprobe";
    rl_getc_function = typed_session_key;
    rl_initialize();
    rl_attempted_completion_function = typed_session_complete;
    rl_completer_word_break_characters = " ,";
    using_history();
    stifle_history(HISTORY_LINES);
    if (history_file)
        read_history(history_file);
}

/* An unexpected end of the session is reported; Ctrl-D is a normal end. */
int typed_session_run(struct monitor_session *session)
{
    char *history_file = typed_session_history_path(), *line;
    enum exchange_status done = EXCHANGE_OK;
    typing = session;
    typed_session_begin(history_file);
    while (done != EXCHANGE_LOST && !session->sent_bye && !listen_terminated() &&
           (line = readline(session->exchange.prompt))) {
        if (*line)
            add_history(line);
        done = monitor_line_run(session, line);
        free(line);
    }
    if (history_file)
        write_history(history_file);
    free(history_file);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        free(names[i]);
    if (listen_terminated())
        return EXIT_TARGET;
    if (done == EXCHANGE_LOST)
        message_print("%s no longer answers", target_name(session->exchange.target));
    else if (!session->sent_bye)
        putchar('\n');
    return done == EXCHANGE_LOST ? EXIT_TARGET : EXIT_FINE;
}
