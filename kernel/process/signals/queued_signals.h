/*
 * SPDX-License-Identifier: MIT
 * Signals that the program sends with a siginfo (sigqueue(3)).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct signal_cause;
struct signal_info;

/* Forgets all, before a run, or those of one signal. */
void queued_signals_reset(void);
void queued_signals_forget(int signal);

/* Sends the signal. Returns 0, or -LINUX_EAGAIN if too many are pending. It may end the program. */
int32_t queued_signal_send(int signal, const struct signal_info *info);

/*
 * Takes the oldest siginfo of a pending signal. Returns false if it was sent without one. `*more`:
 * another one is pending.
 */
bool queued_signal_take(int signal, struct signal_cause *cause, bool *more);

/* Returns whether a siginfo of the signal is in the list. */
bool queued_signal_waits(int signal);
