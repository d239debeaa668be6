/*
 * SPDX-License-Identifier: MIT
 * Listens on the loopback address only: gdb has full control over the machine.
 */
#include "host/machines/gdb/gdb_connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host/base/message.h"

#define USUAL_PORT 1234 /* as QEMU's -s */

static int gdb_connection_listen(unsigned long port)
{
    struct sockaddr_in here = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)port),
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    int yes = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (listener < 0 || bind(listener, (struct sockaddr *)&here, sizeof here) ||
        listen(listener, 1) || getsockname(listener, (struct sockaddr *)&here, &length)) {
        message_print("--gdb: cannot listen on port %lu: %s", port, strerror(errno));
        if (listener >= 0)
            close(listener);
        return -1;
    }
    message_print("waiting for gdb: target extended-remote localhost:%u", ntohs(here.sin_port));
    return listener;
}

static int gdb_connection_open_port(struct gdb_line *line, const char *where)
{
    char *end;
    unsigned long port = where ? strtoul(where, &end, 10) : USUAL_PORT;
    if (where && (!*where || *end || port > 65535)) {
        message_print(
            "--gdb: '%s' is not a port; allowed: 0 (any free port) to 65535, or - for standard "
            "input and output",
            where);
        return -1;
    }
    int yes = 1, listener = gdb_connection_listen(port);
    if (listener < 0)
        return -1;
    line->in = line->out = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    close(listener);
    if (line->in < 0) {
        message_print("--gdb: cannot accept a connection: %s", strerror(errno));
        return -1;
    }
    setsockopt(line->in, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return 0;
}

static int gdb_connection_open_pipe(struct gdb_line *line)
{
    line->in = dup(STDIN_FILENO);
    line->out = dup(STDOUT_FILENO);
    fflush(stdout);
    /* the terminal sends it to gdb's whole process group; gdb's protocol has its own Ctrl-C */
    signal(SIGINT, SIG_IGN);
    if (line->in < 0 || line->out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        message_print("--gdb: standard input and output: %s", strerror(errno));
        return -1;
    }
    return 0;
}

int gdb_connection_open(struct gdb_line *line, const char *where)
{
    bool pipe = where ? !strcmp(where, "-") : !isatty(STDIN_FILENO);
    *line = (struct gdb_line){.in = -1, .out = -1};
    return pipe ? gdb_connection_open_pipe(line) : gdb_connection_open_port(line, where);
}

void gdb_connection_close(struct gdb_line *line)
{
    if (line->out >= 0 && line->out != line->in)
        close(line->out);
    if (line->in >= 0)
        close(line->in);
}
