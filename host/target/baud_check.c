/*
 * SPDX-License-Identifier: MIT
 * Detects a wrong line speed. Bytes are counted in windows, so that a later change of speed is
 * detected too.
 */
#include "host/target/baud_check.h"

#define WINDOW 256 /* bytes; three lines of a screen */
#define FEWEST 16  /* fewer prove nothing: power-on may send some */

static bool strange(char byte)
{
    return (byte < ' ' || byte > '~') && !(byte >= '\a' && byte <= '\r') && byte != 27;
}

static bool judge(struct legible *legible)
{
    bool tell = legible->strange * 4 >= legible->bytes && !legible->told;
    legible->told |= tell;
    legible->bytes = legible->strange = 0;
    return tell;
}

bool legible_not(struct legible *legible, const char *bytes, size_t count)
{
    bool tell = false;
    for (size_t i = 0; i < count; i++) {
        legible->strange += strange(bytes[i]);
        if (++legible->bytes == WINDOW)
            tell |= judge(legible);
    }
    return tell;
}

bool legible_not_at_end(struct legible *legible)
{
    return legible->bytes >= FEWEST && judge(legible);
}
