/*
 * SPDX-License-Identifier: MIT
 * Frames in which a program sends a command line, and storage of the answer, so that a damaged
 * answer is sent again without executing the command twice:
 *
 *     BP ask=<n> line="rdmsr 11" crc=<4 hex>
 *     BP ask=<n> from=<seq> crc=<4 hex>        repeats the answer to n from that record on
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
    uint32_t ask;
    bool again;    /* the answer is requested again, */
    uint32_t from; /* from this record on; */
    char *line;    /* else this line is to be executed */
};

/*
 * Parses a frame and modifies its text. Returns false for text that is not a frame or is damaged.
 */
bool ask_frame_parse(char *text, struct frame *frame);

/* Sets the buffer for stored records; without a buffer none is stored. */
void ask_frame_set_buffer(char *room, size_t size);

/*
 * ask_frame_clear_answer() starts a new answer; ask_frame_store() stores a record of it. If the
 * buffer is full, the oldest records are dropped.
 */
void ask_frame_clear_answer(void);
void ask_frame_store(const char *record, size_t length);

/* Sends each stored record from that number on. */
void ask_frame_repeat(uint32_t from, void (*send)(void *to, const char *record, size_t length),
                      void *to);
