/*
 * SPDX-License-Identifier: MIT
 * Input of COM1 from the host. It never blocks for longer than a millisecond, so the machine
 * continues while nothing is typed.
 */
#include "sim/devices/serial_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define IDLE_MOST 1000 /* empty polls after which a poll waits */
#define WAIT_MS   1

static struct termios modes; /* original terminal modes, restored at exit */

static void serial_input_restore(void)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

/* Sets raw mode, so the terminal behaves as a cable: each key arrives at once and is not echoed.
 * Ctrl-C still ends the simulator. */
static void serial_input_make_raw(struct serial_input *input)
{
    struct termios raw;

    if (input->file != STDIN_FILENO || tcgetattr(STDIN_FILENO, &modes))
        return;
    raw = modes;
    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    input->is_terminal = true;
    atexit(serial_input_restore);
}

bool serial_input_open(struct serial_input *input, const char *path)
{
    *input = (struct serial_input){0};
    if (!path)
        return true;
    input->file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->file < 0) {
        fprintf(stderr, "vpentium: -input '%s': %s\n", path, strerror(errno));
        return false;
    }
    input->open = true;
    serial_input_make_raw(input);
    return true;
}

void serial_input_close(struct serial_input *input)
{
    if (input->open && input->file != STDIN_FILENO)
        close(input->file);
    input->open = false;
}

/* Polls the host; waits if the machine only polls. */
static void serial_input_fetch(struct serial_input *input)
{
    struct pollfd state = {.fd = input->file, .events = POLLIN};

    if (poll(&state, 1, input->idle > IDLE_MOST ? WAIT_MS : 0) <= 0)
        return;

    const ssize_t got = read(input->file, input->bytes, sizeof input->bytes);

    if (got > 0) {
        input->at = 0;
        input->count = (size_t)got;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        input->ended = true;
    }
}

int serial_input_next(struct serial_input *input)
{
    if (!input->open)
        return -1;
    if (input->at == input->count && !input->ended)
        serial_input_fetch(input);
    if (input->at < input->count) {
        input->idle = 0;
        return input->bytes[input->at++];
    }
    input->idle++;
    return -1;
}

bool serial_input_is_over(const struct serial_input *input)
{
    return input->ended && input->idle > IDLE_MOST;
}
