/*
 * SPDX-License-Identifier: MIT
 * Files in memory against the host's, by the same random calls.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

/* The host's, whose <stdio.h> would not stand beside ours. */
#define HOST(type, name, ...) type host_##name(__VA_ARGS__) __asm__(#name);
HOST(void *, fopen, const char *, const char *)
HOST(int, fclose, void *)
HOST(int, fputc, int, void *)
HOST(int, fprintf, void *, const char *, ...)
HOST(size_t, fwrite, const void *, size_t, size_t, void *)
HOST(size_t, fread, void *, size_t, size_t, void *)
HOST(int, fgetc, void *)
HOST(int, ungetc, int, void *)
HOST(int, fseek, void *, long, int)
HOST(long, ftell, void *)
HOST(int, feof, void *)
HOST(int, fflush, void *)
HOST(void *, malloc, size_t)
HOST(void, free, void *)
HOST(int, remove, const char *)
HOST(int, rename, const char *, const char *)
HOST(char *, mkdtemp, char *)
HOST(int, chdir, const char *)
HOST(int, rmdir, const char *)

#include "lib_names.h"
#include "kernel/lib/errno.c"
#include "kernel/lib/sprintf.c"
#include "kernel/lib/stdio.c"
#include "kernel/lib/stdio_input.c"

#include "kernel/lib/program/file_names.c"
#include "kernel/lib/program/file_seek.c"
#include "kernel/lib/program/file_stream.c"
#include "kernel/lib/program/memory_file.c"
#include "host_names.h"
