/*
 * SPDX-License-Identifier: MIT
 * Runs lines on a monitor; answers go to stdout as they arrive.
 */
#include "host/monitor/monitor_session.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/monitor/named_line.h"
#include "host/monitor/own_commands.h"
#include "host/target/listen.h"

void session_print(const struct monitor_session *session, const struct wire_record *record)
{
    struct text text = wire_text(record, "text");
    bool plain = text_is(record->kind, "text");
    if (session->raw || !plain)
        printf("%.*s\n", (int)record->line.length, record->line.start);
    else
        printf("%.*s\n", (int)text.length, text.start ? text.start : "");
    fflush(stdout);
}

static void print_record(void *context, const struct wire_record *record)
{
    session_print(context, record);
}

/* A frame cannot carry lines that are too long or contain certain characters. */
static bool is_sendable(const char *line)
{
    if (strlen(line) > EXCHANGE_MOST_LINE) {
        say("line too long: at most %u characters are allowed", EXCHANGE_MOST_LINE);
        return false;
    }
    for (const char *c = line; *c; c++)
        if (*c == '"' || !isprint((unsigned char)*c)) {
            say("'%s': only printable ASCII characters without \" are allowed", line);
            return false;
        }
    return true;
}

static bool is_command(const char *line, const char *name)
{
    size_t length = strlen(name);
    return !strncasecmp(line, name, length) && (!line[length] || line[length] == ' ');
}

enum exchanged session_ask(struct monitor_session *session, const char *line)
{
    return exchange_ask(&session->exchange, line, &(struct answer){print_record, session});
}

enum exchanged session_line(struct monitor_session *session, const char *line)
{
    enum exchanged done;
    line += strspn(line, " \t");
    listen_forget_interrupt(); /* ignore a Ctrl-C from before the line was complete */
    if (!*line || *line == '#')
        return EXCHANGE_OK;
    if (own_command(session, line, &done))
        return done;
    if (!is_sendable(line))
        return EXCHANGE_REFUSED;
    if (named_line_is(line))
        return named_line(session, line);
    bool leaves =
        is_command(line, "bye") || is_command(line, "reboot") || is_command(line, "poweroff");
    done = leaves
               ? exchange_leave(&session->exchange, line, &(struct answer){print_record, session})
               : session_ask(session, line);
    session->said_bye |= leaves && done != EXCHANGE_REFUSED;
    if (is_command(line, "help"))
        own_commands_help(line);
    return done;
}

/* Returns the exit status after one more line; *go_on: whether the session continues. */
static int conclude(const struct monitor_session *session, enum exchanged done, int status,
                    bool *go_on)
{
    *go_on = !session->said_bye && !session->exchange.interrupted && done != EXCHANGE_LOST &&
             !(session->stop && done == EXCHANGE_REFUSED);
    if (done == EXCHANGE_LOST) {
        say("%s no longer answers", target_name(session->exchange.target));
        return EXIT_TARGET;
    }
    return done == EXCHANGE_REFUSED ? EXIT_REGRESSION : status;
}

static int do_line(struct monitor_session *session, const char *line, int status, bool *go_on)
{
    if (session->show_lines)
        printf("%s%s\n", session->exchange.prompt, line);
    return conclude(session, session_line(session, line), status, go_on);
}

int session_commands_run(struct monitor_session *session, const char *commands)
{
    char *copy = memory_text(commands), *rest = copy, *line;
    int status = EXIT_FINE;
    bool go_on = true;
    while (go_on && (line = strsep(&rest, ";\n")))
        status = do_line(session, line + strspn(line, " \t"), status, &go_on);
    free(copy);
    return status;
}

int session_file_run(struct monitor_session *session, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
    char *line = NULL;
    size_t size = 0;
    int status = EXIT_FINE;
    bool go_on = true;
    if (!file) {
        say("'%s' cannot be read: %s", path, strerror(errno));
        return EXIT_USAGE;
    }
    while (go_on && getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\r\n")] = 0;
        status = do_line(session, line, status, &go_on);
    }
    free(line);
    if (file != stdin)
        fclose(file);
    return status;
}
