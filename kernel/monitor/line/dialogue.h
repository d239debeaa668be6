/*
 * SPDX-License-Identifier: MIT
 * The dialogue at the prompt: reads lines from the port or the keyboard, and sends lines as
 * answers. A program sends frames, whose answers are records (kernel/monitor/README.md).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/settings/config.h"
#include "serial/report.h"

#define DIALOGUE_LINE_BYTES 800 /* longest input line without its end */

/* Directs answers to the report from now on. The storage for an answer is in the arena. */
void dialogue_open(struct report_stream *report);

/*
 * Waits for the next line and returns it without blanks at its ends. `prompt` is shown before a
 * line that is typed by a person.
 */
char *dialogue_read(const char *prompt);

/* Sends one line of an answer. */
__attribute__((format(printf, 1, 2))) void dialogue_print(const char *text, ...);

/* Sends one line of an error message; returns -1. */
__attribute__((format(printf, 1, 2))) int dialogue_refuse(const char *text, ...);

/* Completes the answer. `status` is 0 or -1, `prompt` the next prompt. */
void dialogue_end_answer(int status, const char *prompt);

/*
 * dialogue_is_framed() reports whether the current line came in a frame, dialogue_is_local()
 * whether it came from the keyboard.
 */
bool dialogue_is_framed(void);
bool dialogue_is_local(void);

/* Reports whether anything was typed since the last call, and discards it. */
bool dialogue_stop_asked(void);

/* The report format for that setting. */
const struct report_form *dialogue_form(enum report_choice choice);

/*
 * Sets the format of reports from now on; the default is text for a person and records for a
 * program.
 */
void dialogue_report_as(const struct report_form *form);

/* The first port of the UART that carries the dialogue; 0: keyboard and screen do. */
uint16_t dialogue_port(void);

/* Shows a line at the bottom of the screen only. */
void dialogue_set_status(const char *text);
