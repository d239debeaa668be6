/*
 * SPDX-License-Identifier: MIT
 * POST codes at port 80h, which is also written as a delay, and at a selectable port.
 */
#include <stdio.h>

#include "sim/devices/post.h"

#define PORT_POST 0x80

void post_reset(struct post *post, bool shown, uint16_t port)
{
    *post = (struct post){.shown = shown, .port = port, .last = {-1, -1}};
}

static void post_show(int *last, uint16_t port, uint8_t value)
{
    if (*last != value)
        fprintf(stderr, "vpentium: POST %02Xh: %02Xh\n", port, value);
    *last = value;
}

void post_out(struct post *post, uint16_t port, uint8_t value)
{
    if (port == PORT_POST) {
        post->code = value;
        if (post->shown)
            post_show(&post->last[0], port, value);
    } else if (port == post->port && post->port) {
        post_show(&post->last[1], port, value);
    }
}
