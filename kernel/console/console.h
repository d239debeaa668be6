/*
 * SPDX-License-Identifier: MIT
 * The console: sends the report over a serial port and shows it as text on the screen, or on the
 * screen alone if no port works or none is wanted; also shows how the run ends.
 */
#pragma once

#include "kernel/settings/config.h"
#include "serial/report.h"

/*
 * Opens the port, the screen and the report format that the configuration requests. Between two
 * passes, `stop` is called to end the run when Esc has been pressed. A full screen of the report
 * waits as the setting `page` requests; next to a serial port it waits only after the first key
 * press, since the user who captures the log is not at this keyboard.
 */
void console_open(const struct config *config, struct report_stream *report,
                  void (*stop)(const char *why));

/*
 * Returns the name of the chip of the port, such as "16550A", or NULL if the report goes to the
 * screen.
 */
const char *console_uart(void);

/* Returns the port's address, or 0 if the report goes to the screen. */
uint16_t console_port(void);

/* Returns the port's speed. */
unsigned console_baud(void);

/* Returns the number of receiver overruns since the last call: each has lost at least one byte. */
unsigned console_take_overruns(void);

/* Returns a byte received over the port, or -1 if none has arrived. Never waits. */
int console_read(void);

/*
 * Tells the console that a prompt is active. If at_keyboard, the last command came from this
 * keyboard, so full screens wait; else it came over the line. Esc, or Ctrl-C over the line, calls
 * `stop` once, between two passes.
 */
void console_prompt(bool at_keyboard, void (*stop)(const char *why));

/* Shows on the screen what to do if the BIOS does not power the machine off. */
void console_show_power_off(void);

/*
 * Waits until the last byte is sent, and shows on the screen how the run has ended. Returns true if
 * the run has failed, which includes a port that stopped accepting the report.
 */
bool console_end(bool failed);
