/*
 * SPDX-License-Identifier: MIT
 * Detects a wrong line speed: whether received bytes can be text. If the sender uses another speed,
 * at least a third of all bytes are not characters of a text (tests/host/test_speeds.py measures
 * each pair of speeds).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct baud_check {
    unsigned bytes, strange; /* in the current window; strange: not characters of a text */
    bool reported;
};

/* Counts received bytes; returns true once, when they should be reported as not being text. */
bool baud_check_received(struct baud_check *check, const char *bytes, size_t count);

/* Called at the end of input: returns true if the few received bytes should be reported. */
bool baud_check_at_end(struct baud_check *check);
