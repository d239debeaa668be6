/*
 * SPDX-License-Identifier: MIT
 * Translates scan codes. Shift and Ctrl are supported; Caps Lock and the separate meanings of
 * keypad keys are not.
 */
#include "kernel/monitor/line/scan_codes.h"

#include <stdbool.h>

#define RELEASED    0x80
#define CTRL        0x1D
#define LEFT_SHIFT  0x2A
#define RIGHT_SHIFT 0x36
#define UP          0x48
#define DOWN        0x50
#define ALPHABET    0x1F /* mask for a letter with Ctrl */

static const char plain[] =
    "\0\x1b"
    "1234567890-=\b\tqwertyuiop[]\r\0asdfghjkl;'`\0\\zxcvbnm,./\0*\0 ";
static const char shifted[] =
    "\0\x1b"
    "!@#$%^&*()_+\b\tQWERTYUIOP{}\r\0ASDFGHJKL:\"~\0|ZXCVBNM<>?\0*\0 ";
_Static_assert(sizeof plain == sizeof shifted, "each key needs a character with and without Shift");

int scan_code_typed(unsigned char code)
{
    static bool shift, ctrl;
    bool pressed = !(code & RELEASED);
    unsigned key = code & ~RELEASED & 0xFFu;
    if (key == LEFT_SHIFT || key == RIGHT_SHIFT)
        shift = pressed;
    if (key == CTRL)
        ctrl = pressed;
    if (!pressed)
        return 0;
    if (key == UP || key == DOWN)
        return SCAN_ARROW + (key == UP ? 'A' : 'B');
    if (key >= sizeof plain - 1)
        return 0;
    char c = shift ? shifted[key] : plain[key];
    return ctrl && c >= 'a' && c <= 'z' ? c & ALPHABET : c;
}
