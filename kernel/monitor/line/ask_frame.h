/*
 * SPDX-License-Identifier: MIT
 * A line that a program asks by, and the answer to it, kept so that what was damaged on its way is
 * sent again and nothing is done twice:
 *
 *     BP ask=<n> line="rdmsr 11" crc=<4 hex>
 *     BP ask=<n> from=<seq> crc=<4 hex>        the answer to n again, from that record on
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
    uint32_t ask;
    bool again;    /* the answer is wanted once more, */
    uint32_t from; /* from that record on; */
    char *line;    /* else this is asked */
};

/* Takes a frame's text apart, which is changed. false where it is none, or came damaged. */
bool frame_read(char *text, struct frame *frame);

/* Room for what is kept; without any nothing is. */
void frame_keep_in(char *room, size_t size);

/* A new answer begins; a record of it. Where there is no room left the oldest are dropped. */
void frame_forget(void);
void frame_keep(const char *record, size_t length);

/* Each record kept from that number on. */
void frame_repeat(uint32_t from, void (*send)(void *to, const char *record, size_t length),
                  void *to);
