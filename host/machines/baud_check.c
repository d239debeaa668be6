/*
 * SPDX-License-Identifier: MIT
 * Detects a wrong line speed. Bytes are counted in windows, so that a later change of speed is
 * detected too.
 */
#include "host/machines/baud_check.h"

#define WINDOW 256 /* bytes; three lines of a screen */
#define FEWEST 16  /* fewer prove nothing: power-on may send some */

static bool baud_check_is_strange(char byte)
{
    return (byte < ' ' || byte > '~') && !(byte >= '\a' && byte <= '\r') && byte != 27;
}

static bool baud_check_judge(struct baud_check *check)
{
    bool report = check->strange * 4 >= check->bytes && !check->reported;
    check->reported |= report;
    check->bytes = check->strange = 0;
    return report;
}

bool baud_check_received(struct baud_check *check, const char *bytes, size_t count)
{
    bool report = false;
    for (size_t i = 0; i < count; i++) {
        check->strange += baud_check_is_strange(bytes[i]);
        if (++check->bytes == WINDOW)
            report |= baud_check_judge(check);
    }
    return report;
}

bool baud_check_at_end(struct baud_check *check)
{
    return check->bytes >= FEWEST && baud_check_judge(check);
}
