/*
 * SPDX-License-Identifier: MIT
 * Runs lines of a session: commands of the host, event names of PCL and PAPI, and commands of the
 * machine.
 */
#include "host/machines/monitor/monitor_lines.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/machines/listener.h"
#include "host/machines/monitor/local_commands.h"
#include "host/machines/monitor/named_line.h"
#include "tools/plain_text.h"

/* A frame cannot carry lines that are too long or contain certain characters. */
static bool monitor_line_is_sendable(const char *line)
{
    if (strlen(line) > EXCHANGE_MOST_LINE) {
        message_print("line too long: at most %u characters are allowed", EXCHANGE_MOST_LINE);
        return false;
    }
    for (const char *c = line; *c; c++)
        if (*c == '"' || !isprint((unsigned char)*c)) {
            message_print("'%s': only printable ASCII characters without \" are allowed", line);
            return false;
        }
    return true;
}

static bool monitor_line_is_command(const char *line, const char *name)
{
    size_t length = strlen(name);
    return !strncasecmp(line, name, length) && (!line[length] || line[length] == ' ');
}

enum exchange_status monitor_line_run(struct monitor_session *session, const char *line)
{
    enum exchange_status done;
    line += strspn(line, " \t");
    listen_forget_interrupt(); /* ignore a Ctrl-C from before the line was complete */
    if (listen_terminated())
        return EXCHANGE_LOST;
    if (!*line || *line == '#')
        return EXCHANGE_OK;
    if (local_command_run(session, line, &done))
        return done;
    if (!monitor_line_is_sendable(line))
        return EXCHANGE_REFUSED;
    if (named_line_is(line))
        return named_line(session, line);
    bool leaves = monitor_line_is_command(line, "bye") || monitor_line_is_command(line, "reboot") ||
                  monitor_line_is_command(line, "poweroff");
    done = leaves ? monitor_session_leave(session, line) : monitor_session_ask(session, line);
    session->sent_bye |= leaves && done != EXCHANGE_REFUSED;
    if (monitor_line_is_command(line, "help"))
        local_commands_help(line);
    return done;
}

/* Returns the exit status after one more line; *go_on: whether the session continues. */
static int monitor_lines_status(const struct monitor_session *session, enum exchange_status done,
                                int status, bool *go_on)
{
    *go_on = !session->sent_bye && !session->exchange.interrupted && done != EXCHANGE_LOST &&
             !(session->stop && done == EXCHANGE_REFUSED);
    if (listen_terminated())
        return EXIT_TARGET;
    if (done == EXCHANGE_LOST) {
        message_print("%s no longer answers", target_name(session->exchange.target));
        return EXIT_TARGET;
    }
    return done == EXCHANGE_REFUSED ? EXIT_REGRESSION : status;
}

static int monitor_lines_run_next(struct monitor_session *session, const char *line, int status,
                                  bool *go_on)
{
    if (session->show_lines)
        printf("%s%s\n", session->exchange.prompt, line);
    return monitor_lines_status(session, monitor_line_run(session, line), status, go_on);
}

int monitor_lines_run_commands(struct monitor_session *session, const char *commands)
{
    char *copy = allocate_copy(commands), *rest = copy, *line;
    int status = EXIT_FINE;
    bool go_on = true;
    while (go_on && (line = strsep(&rest, ";\n")))
        status = monitor_lines_run_next(session, line + strspn(line, " \t"), status, &go_on);
    free(copy);
    return status;
}

/* Opens a file of commands with the lines and letters of any editor; another one than a regular
 * file is read line by line. NULL after a message. */
static FILE *monitor_lines_open(const char *path, char **text)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
    struct stat status;
    *text = NULL;
    if (!file)
        message_print("'%s' cannot be read: %s", path, strerror(errno));
    if (!file || file == stdin || fstat(fileno(file), &status) || !S_ISREG(status.st_mode))
        return file;
    *text = allocate_zeroed((size_t)status.st_size + 2);
    size_t length = plain_text(*text, fread(*text, 1, (size_t)status.st_size, file));
    if (!length || (*text)[length - 1] != '\n')
        (*text)[length++] = '\n'; /* fmemopen() refuses an empty text */
    fclose(file);
    return fmemopen(*text, length, "r");
}

int monitor_lines_run_file(struct monitor_session *session, const char *path)
{
    char *line = NULL, *text;
    FILE *file = monitor_lines_open(path, &text);
    size_t size = 0;
    int status = EXIT_FINE;
    bool go_on = true;
    if (!file)
        return EXIT_USAGE;
    while (go_on && getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\r\n")] = 0;
        status = monitor_lines_run_next(session, line, status, &go_on);
    }
    free(line);
    if (file != stdin)
        fclose(file);
    free(text);
    return status;
}
