/*
 * SPDX-License-Identifier: MIT
 * Files in memory, and the streams of <stdio.h> that are files. A run begins with those that
 * HOSTED_FILE gave; what is written lies in memory of malloc(), and is gone with it.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/stdio.h"

struct hosted_file {
    const char *name, *bytes;
    size_t length;
};

/* What is in a file. Without a name it is there until it is closed. */
struct content {
    struct content *next;
    char *name, *bytes;
    size_t length, room; /* room 0: the bytes are not malloc()'s, and moved before one is written */
    unsigned streams;
};

/* What fopen()'s second argument asks for. */
struct file_mode {
    bool reads, writes, appends, empties, creates, must_be_new;
};

/*
 * The stream's `next` is where it reads or writes, `end` where reading ends: where it writes, if it
 * may not read.
 */
struct file {
    FILE stream;
    struct file *next;
    struct content *content;
    struct file_mode mode;
};

/* The file that a stream is, or NULL: one of the three that are always there. */
struct file *file_of(FILE *stream);

/* The content of this name, or NULL and ENOENT; and without a name from then on. */
struct content *file_find(const char *name);
void file_unname(struct content *content);

/* The content that a stream of this mode is to have, or NULL. */
struct content *file_for(const char *name, const struct file_mode *mode);

/* A new one, empty; NULL (for no name) makes one that goes when it is closed. */
struct content *file_new(const char *name);

/*
 * A stream of the content, at its start; NULL where no memory is left, and the content may go. The
 * last gives a stream another content, or the same again.
 */
FILE *file_open(struct content *content, const struct file_mode *mode);
void file_empty(struct content *content);
void file_exchange(struct file *file, struct content *content, const struct file_mode *mode);
void file_place(struct file *file, size_t position);

/* Where `bytes` and a terminator may be put, or NULL; and that so much was put there. */
char *file_begin_write(struct file *file, size_t bytes);
void file_end_write(struct file *file, const char *end);
bool file_write(struct file *file, const void *from, size_t bytes);

/* Before a run: the files are these. */
void files_reset(const struct hosted_file *first, const struct hosted_file *end);

/* Of <stdio.h>, where the stream may be a file. */
int program_fputc(int c, FILE *stream);
int program_putc(int c, FILE *stream);
int program_fputs(const char *text, FILE *stream);
size_t program_fwrite(const void *from, size_t bytes, size_t count, FILE *stream);
int program_vfprintf(FILE *stream, const char *fmt, va_list arguments);
int program_fprintf(FILE *stream, const char *fmt, ...);
int program_fclose(FILE *stream);
void program_rewind(FILE *stream);
