/*
 * SPDX-License-Identifier: MIT
 * A list in the order of arrival. A signal up to LAST_UNQUEUED has one entry at most.
 */
#include "kernel/process/signals/queued_signals.h"

#include "kernel/process/linux_errno.h"
#include "kernel/process/signals/signal_frames.h"
#include "kernel/process/signals/signal_state.h"

#define MOST_QUEUED 64u

static struct signal_info queued[MOST_QUEUED];
static unsigned n;

void queued_signals_reset(void)
{
    n = 0;
}

static void queued_signal_remove(unsigned at)
{
    for (n--; at < n; at++)
        queued[at] = queued[at + 1];
}

void queued_signals_forget(int signal)
{
    for (unsigned i = n; i-- > 0;)
        if (queued[i].signal == signal)
            queued_signal_remove(i);
}

bool queued_signal_waits(int signal)
{
    for (unsigned i = 0; i < n; i++)
        if (queued[i].signal == signal)
            return true;
    return false;
}

int32_t queued_signal_send(int signal, const struct signal_info *info)
{
    const bool was_pending = signals->pending & signals_bit(signal);
    if (was_pending && signal <= LAST_UNQUEUED)
        return 0;
    if (n == MOST_QUEUED)
        return -LINUX_EAGAIN;
    signals_send(signal);
    if (!(signals->pending & signals_bit(signal)))
        return 0; /* it was ignored */
    queued[n] = *info;
    queued[n++].signal = signal;
    return 0;
}

bool queued_signal_take(int signal, struct signal_cause *cause, bool *more)
{
    unsigned found = n;
    *more = false;
    for (unsigned i = n; i-- > 0;)
        if (queued[i].signal == signal) {
            *more = found < n;
            found = i;
        }
    if (found == n)
        return false;
    cause->has_info = true;
    cause->info = queued[found];
    queued_signal_remove(found);
    return true;
}
