/*
 * SPDX-License-Identifier: MIT
 * Where the report goes, and how the run ends: over a serial port, and as text to the screen; or,
 * where no port works or none is wanted, to the screen alone.
 */
#pragma once

#include "kernel/settings/config.h"
#include "serial/report.h"

/*
 * Opens the port, the screen and the form of report that the configuration asks for. `stop` ends
 * the run, between two passes, when somebody presses Esc. A screen full of the report waits as
 * `page` says; beside a port from the first key on, since a capture has nobody at this keyboard.
 */
void console_open(const struct config *config, struct report *report,
                  void (*stop)(const char *why));

/* The chip behind the port, "16550A"; NULL where the report goes to the screen. */
const char *console_uart(void);

/* Where it is; 0 where the report goes to the screen. */
uint16_t console_port(void);

/* A byte that came over the port, -1: none has. Never waits. */
int console_read(void);

/*
 * A person is at a prompt now: who asked last sits at this keyboard, so that pages wait, or at the
 * other end of the line. Esc, or Ctrl-C over the line, calls `stop` between two passes, once.
 */
void console_prompt(bool at_keyboard, void (*stop)(const char *why));

/*
 * Lets the last byte leave, and says on the screen how the run has ended: as failed too where a
 * port has stopped taking the report. Whether it has failed.
 */
bool console_end(bool failed);
