/*
 * SPDX-License-Identifier: MIT
 * The two sides of the prompt: lines that are typed, over the port or at the keyboard, and lines
 * that answer them. A program asks in frames, whose answers are records (kernel/monitor/README.md).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/settings/config.h"
#include "serial/report.h"

#define DIALOGUE_LINE_BYTES 800 /* longest line that is read, its end not counted */

/* Answers go to the report from now on. What can be kept of one is in the arena. */
void dialogue_open(struct report *report);

/* The next line, without blanks at its ends; waits for it as long as it takes. `prompt` stands
 * before it where a person types. */
char *dialogue_read(const char *prompt);

/* One line of an answer. */
__attribute__((format(printf, 1, 2))) void say(const char *text, ...);

/* The same of what is wrong; returns -1. */
__attribute__((format(printf, 1, 2))) int refuse(const char *text, ...);

/* The answer is complete. `status` 0 or -1, `prompt` the next one. */
void dialogue_answered(int status, const char *prompt);

/* Whether the line that is being answered came in a frame, and whether from the keyboard. */
bool dialogue_is_framed(void);
bool dialogue_is_local(void);

/* Whether anything was typed since; it is taken. */
bool dialogue_stop_asked(void);

/* The form of that setting. */
const struct report_form *dialogue_form(enum report_choice choice);

/* Reports are told so from now on; until then as text to a person and as records to a program. */
void dialogue_report_as(const struct report_form *form);

/* The first port of the UART that carries it; 0: the keyboard and the screen do. */
uint16_t dialogue_port(void);

/* A line at the bottom of the screen alone. */
void dialogue_state(const char *text);
