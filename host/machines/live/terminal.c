/*
 * SPDX-License-Identifier: MIT
 * Acquires and restores the terminal. ncurses restores it on request. For signals that end the
 * program immediately, this file has a copy of the terminal's modes and the sequences that undo the
 * screen.
 */
#include "host/machines/live/terminal.h"

#include <curses.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define ESCAPE_MS 25 /* how long a lone Esc waits for the rest of a key's sequence */

static struct {
    bool open;
    SCREEN *screen;
    FILE *keys;
    char **messages;
    unsigned n_messages;
    struct termios modes;
    char undo[200];
    struct sigaction ncurses_resized; /* the handler that ncurses installed */
} terminal;

static volatile sig_atomic_t resized;

static const int deadly[] = {SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction inherited[sizeof deadly / sizeof deadly[0]];

int terminal_check(void)
{
    const char *name = getenv("TERM");
    int found;
    if (!isatty(STDOUT_FILENO)) {
        message_print("--live: standard output is not a terminal; run without --live");
        return -1;
    }
    if (!name || !*name) {
        message_print("--live: TERM is not set, so the terminal type is unknown; try TERM=vt100");
        return -1;
    }
    if (setupterm(name, STDOUT_FILENO, &found) || !cursor_address) {
        message_print("--live: TERM is '%s', %s; try TERM=vt100", name,
                      found > 0 ? "a terminal whose cursor cannot be positioned"
                                : "an unknown terminal");
        return -1;
    }
    return 0;
}

/* Uses only functions that are allowed in a signal handler. */
static void terminal_on_fatal_signal(int number)
{
    ssize_t unused = write(STDOUT_FILENO, terminal.undo, strlen(terminal.undo));
    (void)unused;
    tcsetattr(STDOUT_FILENO, TCSANOW, &terminal.modes);
    raise(number); /* the default action, since the handler was reset */
}

static void terminal_catch_signals(void)
{
    const char *const undoing[] = {exit_attribute_mode, keypad_local, cursor_normal, exit_ca_mode};
    struct sigaction action = {.sa_handler = terminal_on_fatal_signal,
                               .sa_flags = (int)SA_RESETHAND};
    for (unsigned i = 0; i < sizeof undoing / sizeof undoing[0]; i++)
        if (undoing[i] && strlen(terminal.undo) + strlen(undoing[i]) < sizeof terminal.undo)
            strcat(terminal.undo, undoing[i]);
    for (unsigned i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
        sigaction(deadly[i], NULL, &inherited[i]);
        if (inherited[i].sa_handler != SIG_IGN)
            sigaction(deadly[i], &action, NULL);
    }
}

/* Sets the flag last, so that a set flag means that ncurses has seen the signal. */
static void terminal_on_resized(int number)
{
    terminal.ncurses_resized.sa_handler(number);
    resized = 1;
}

static void terminal_watch_size(void)
{
    struct sigaction action = {.sa_handler = terminal_on_resized, .sa_flags = SA_RESTART};
    sigaction(SIGWINCH, NULL, &terminal.ncurses_resized);
    if (terminal.ncurses_resized.sa_handler != SIG_DFL &&
        terminal.ncurses_resized.sa_handler != SIG_IGN)
        sigaction(SIGWINCH, &action, NULL);
}

void terminal_repaint_if_resized(void)
{
    if (!resized)
        return;
    resized = 0;
    clearok(curscr, TRUE);
}

static void terminal_store_message(const char *sentence)
{
    char **place =
        allocate_element(&terminal.messages, &terminal.n_messages, sizeof *terminal.messages);
    *place = allocate_copy(sentence);
}

const char *terminal_last_message(void)
{
    return terminal.n_messages ? terminal.messages[terminal.n_messages - 1] : "";
}

void terminal_open(void)
{
    tcgetattr(STDOUT_FILENO, &terminal.modes);
    if (isatty(STDIN_FILENO) || !(terminal.keys = fopen("/dev/tty", "re")))
        terminal.keys = stdin;
    terminal.screen = newterm(NULL, stdout, terminal.keys);
    if (!terminal.screen)
        die(EXIT_TARGET, "--live: the terminal cannot be used");
    terminal.open = true;
    atexit(terminal_close);
    terminal_catch_signals();
    terminal_watch_size();
    cbreak();
    noecho();
    nonl();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    curs_set(0);
    message_redirect(terminal_store_message);
}

void terminal_close(void)
{
    if (!terminal.open)
        return;
    terminal.open = false;
    sigaction(SIGWINCH, &terminal.ncurses_resized, NULL);
    endwin();
    delscreen(terminal.screen);
    for (unsigned i = 0; i < sizeof deadly / sizeof deadly[0]; i++)
        sigaction(deadly[i], &inherited[i], NULL);
    if (terminal.keys != stdin)
        fclose(terminal.keys);
    message_redirect(NULL);
    for (unsigned i = 0; i < terminal.n_messages; i++) {
        fprintf(stderr, "%s\n", terminal.messages[i]);
        free(terminal.messages[i]);
    }
    free(terminal.messages);
    terminal.messages = NULL;
    terminal.n_messages = 0;
}
