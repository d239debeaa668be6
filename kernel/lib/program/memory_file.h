/*
 * SPDX-License-Identifier: MIT
 * Files in memory, and the streams of <stdio.h> that are files. A run begins with the files of
 * HOSTED_FILE. Written data is in memory of malloc() and is released with it.
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

/* The contents of a file. A file without a name exists until it is closed. */
struct content {
    struct content *next;
    char *name, *bytes;
    /* If room is 0, the bytes are not malloc()'s and are copied before the first write. */
    size_t length, room;
    unsigned streams;
};

/* The parsed second argument of fopen(). */
struct file_mode {
    bool reads, writes, appends, empties, creates, must_be_new;
};

/*
 * The stream's `next` is the read or write position. `end` is the end of reading; for a stream that
 * may not read it is the write position.
 */
struct file {
    FILE stream;
    struct file *next;
    struct content *content;
    struct file_mode mode;
};

/* Returns the file of a stream, or NULL for one of the three standard streams. */
struct file *memory_file_of(FILE *stream);

/*
 * memory_file_find() returns the content of this name, or NULL and ENOENT. memory_file_unname()
 * removes the name.
 */
struct content *memory_file_find(const char *name);
void memory_file_unname(struct content *content);

/* Returns the content for a stream of this mode, or NULL. */
struct content *file_names_content(const char *name, const struct file_mode *mode);

/* Creates an empty file. NULL for the name makes one that is deleted when it is closed. */
struct content *memory_file_create(const char *name);

/*
 * memory_file_open() returns a stream of the content, at its start; NULL if no memory is left, in
 * which case the content may be deleted. memory_file_exchange() gives a stream another content, or
 * the same one again.
 */
FILE *memory_file_open(struct content *content, const struct file_mode *mode);
void memory_file_empty(struct content *content);
void memory_file_exchange(struct file *file, struct content *content, const struct file_mode *mode);
void memory_file_place(struct file *file, size_t position);

/*
 * memory_file_begin_write() returns room for `bytes` and a terminator, or NULL;
 * memory_file_end_write() records the end of the written bytes.
 */
char *memory_file_begin_write(struct file *file, size_t bytes);
void memory_file_end_write(struct file *file, const char *end);
bool memory_file_write(struct file *file, const void *from, size_t bytes);

/* Resets the set of files before a run. */
void memory_files_reset(const struct hosted_file *first, const struct hosted_file *end);

/* Functions of <stdio.h> for a stream that may be a file. */
int program_fputc(int c, FILE *stream);
int program_putc(int c, FILE *stream);
int program_fputs(const char *text, FILE *stream);
size_t program_fwrite(const void *from, size_t bytes, size_t count, FILE *stream);
int program_vfprintf(FILE *stream, const char *fmt, va_list arguments);
int program_fprintf(FILE *stream, const char *fmt, ...);
int program_fclose(FILE *stream);
void program_rewind(FILE *stream);
