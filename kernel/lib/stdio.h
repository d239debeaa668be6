/*
 * SPDX-License-Identifier: MIT
 * C11's <stdio.h> (7.21) for benchmarks: streams in memory, with the formatting and copying costs
 * of real streams, but without a device. Only hosted programs have files, which are in memory too.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "kernel/lib/program_override.h"

/*
 * The contents of stdout, with stderr's text in order, are in the report. Like a libc that flushes
 * its full buffer and continues at the start, the stream starts over: text that does not fit after
 * the present text replaces it. A text longer than STDIO_SIZE - 1 is truncated to that length.
 * setvbuf() changes the size.
 */
#define STDIO_SIZE 1024

#define EOF    (-1)
#define BUFSIZ STDIO_SIZE

#define FOPEN_MAX    32 /* of a program; only memory limits the number */
#define FILENAME_MAX 256
#define L_tmpnam     16
#define TMP_MAX      10000

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

enum { _IOFBF, _IOLBF, _IONBF };

typedef struct stdio_stream {
    const char *start, *next, *end; /* range of readable text */
    int pushed_back;                /* from ungetc(), or EOF */
    _Bool at_end, failed;
} FILE;

extern FILE stdio_streams[3];
#define stdin  (&stdio_streams[0])
#define stdout (&stdio_streams[1])
#define stderr (&stdio_streams[2])

/*
 * The directives are those of kernel/lib/format.h. The functions return the length of the whole
 * text.
 */
__attribute__((format(__printf__, 1, 2))) int printf(const char *fmt, ...);
__attribute__((format(__printf__, 2, 3))) int fprintf(FILE *stream, const char *fmt, ...)
    PROGRAM_OVERRIDE(fprintf);
__attribute__((format(__printf__, 2, 3))) int sprintf(char *to, const char *fmt, ...);
__attribute__((format(__printf__, 3, 4))) int snprintf(char *to, size_t size, const char *fmt, ...);
__attribute__((format(__printf__, 1, 0))) int vprintf(const char *fmt, va_list arguments);
__attribute__((format(__printf__, 2, 0))) int vfprintf(FILE *stream, const char *fmt,
                                                       va_list arguments)
    PROGRAM_OVERRIDE(vfprintf);
__attribute__((format(__printf__, 2, 0))) int vsprintf(char *to, const char *fmt,
                                                       va_list arguments);
__attribute__((format(__printf__, 3, 0))) int vsnprintf(char *to, size_t size, const char *fmt,
                                                        va_list arguments);

int putchar(int c); /* returns c as an unsigned char */
int putc(int c, FILE *stream) PROGRAM_OVERRIDE(putc);
int fputc(int c, FILE *stream) PROGRAM_OVERRIDE(fputc);
int puts(const char *text); /* adds a newline; returns the length written */
int fputs(const char *text, FILE *stream) PROGRAM_OVERRIDE(fputs);
size_t fwrite(const void *from, size_t bytes, size_t count, FILE *stream) PROGRAM_OVERRIDE(fwrite);
void perror(const char *who) PROGRAM_OVERRIDE(perror);

int getchar(void);
int getc(FILE *stream);
int fgetc(FILE *stream);
int ungetc(int c, FILE *stream); /* one character of any value */
char *fgets(char *to, int size, FILE *stream);
size_t fread(void *to, size_t bytes, size_t count, FILE *stream);
void rewind(FILE *stream) PROGRAM_OVERRIDE(rewind);

/* All of C11 except wide characters. A number has at most 1,000 characters. */
__attribute__((format(__scanf__, 1, 2))) int scanf(const char *restrict fmt, ...);
__attribute__((format(__scanf__, 2, 3))) int fscanf(FILE *restrict stream, const char *restrict fmt,
                                                    ...);
__attribute__((format(__scanf__, 2, 3))) int sscanf(const char *restrict text,
                                                    const char *restrict fmt, ...);
__attribute__((format(__scanf__, 1, 0))) int vscanf(const char *restrict fmt, va_list arguments);
__attribute__((format(__scanf__, 2, 0))) int vfscanf(FILE *restrict stream,
                                                     const char *restrict fmt, va_list arguments);
__attribute__((format(__scanf__, 2, 0))) int vsscanf(const char *restrict text,
                                                     const char *restrict fmt, va_list arguments);

int feof(FILE *stream);
int ferror(FILE *stream);
void clearerr(FILE *stream);
int fflush(FILE *stream); /* no device to flush to */
int fclose(FILE *stream) PROGRAM_OVERRIDE(fclose);

/*
 * Files of a hosted program: those that HOSTED_FILE (bench/hosted.h) provides, and those that the
 * program writes, in memory of malloc(). Each run starts with the initial files. Text and binary
 * files are the same. freopen() works on a file, or turns stdin into a file that is read; the names
 * of tmpnam() are valid for this run.
 */
FILE *fopen(const char *restrict name, const char *restrict mode);
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream);
FILE *tmpfile(void);
char *tmpnam(char *to);
int remove(const char *name);
int rename(const char *from, const char *to);

/* The number of a stream in <unistd.h>, and the stream of a number. */
int fileno(FILE *stream);
FILE *fdopen(int descriptor, const char *mode);

/* For files and stdin; fails with ESPIPE for stdout and stderr. */
typedef struct {
    long offset;
} fpos_t;
int fseek(FILE *stream, long offset, int whence);
long ftell(FILE *stream);
int fgetpos(FILE *restrict stream, fpos_t *restrict position);
int fsetpos(FILE *stream, const fpos_t *position);

void setbuf(FILE *stream, char *buffer);

/* stdout uses `size` bytes at `buffer` until stdio_reset(); its previous text is lost. */
int setvbuf(FILE *stream, char *buffer, int mode, size_t size);

/* Sets the text that stdin reads from the start after each stdio_reset(). */
void stdin_set_text(const char *text, size_t length);

/* Reports whether the stream has started over since stdio_reset(), so that earlier text is lost. */
_Bool stdio_lost(void);

/* Empties the streams, so that every repetition does the same work at the same addresses. */
void stdio_reset(void);

/* The length of stdout so far. */
extern size_t stdio_length;

/* Returns the text since the stream last started over, terminated; stores its length in *length. */
const char *stdio_content(size_t *length);
