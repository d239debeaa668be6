/*
 * SPDX-License-Identifier: MIT
 * The terminal taken for a screen and given back: at the end, at die(), and when a signal ends us.
 */
#pragma once

/* 0, or -1 after a message: stdout is no terminal, or TERM is not known. */
int terminal_check(void);

void terminal_open(void);

/* Also says on stderr all that was said since terminal_open(). May be called twice. */
void terminal_close(void);

/* What was said last; "" for nothing. */
const char *terminal_last_said(void);
