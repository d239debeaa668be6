/*
 * SPDX-License-Identifier: MIT
 * Tests files in memory against the host's files with the same random calls, except ungetc(), after
 * which the host (glibc 2.36) seeks from another position: tests/hosted/files has its known
 * answers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

/* Declares functions of the host, whose <stdio.h> conflicts with kernel/lib's. */
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

static void *(*const host_memory)(size_t) = host_malloc;

void *program_malloc(size_t bytes)
{
    return host_memory(bytes);
}

char *program_strdup(const char *s)
{
    return strcpy(program_malloc(strlen(s) + 1), s);
}

void lib_free(void *memory)
{
    host_free(memory);
}

void lib_abort(void)
{
    fail();
    for (;;)
        ;
}

void exit_reset(void)
{
}

static unsigned random_below(unsigned limit)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % limit;
}

static const char *const names[] = {"a", "b", "given"};
static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wbx", "ab+"};
static const char given_text[] = "given text\nof two lines\n";

#define OF(array) ((array)[random_below(sizeof(array) / sizeof *(array))])

static void write_both(FILE *ours, void *host)
{
    char text[700];
    unsigned length = 1 + (random_below(8) ? random_below(20) : random_below(sizeof text - 1));
    int c = (int)random_below(256), number = (int)random_below(100000);

    switch (random_below(3)) {
    case 0:
        assert_int_equal(program_fputc(c, ours), host_fputc(c, host));
        break;
    case 1:
        assert_int_equal(program_fprintf(ours, "<%d>", number), host_fprintf(host, "<%d>", number));
        break;
    default:
        for (unsigned i = 0; i < length; i++)
            text[i] = (char)random_below(256);
        assert_int_equal(program_fwrite(text, 1, length, ours), host_fwrite(text, 1, length, host));
    }
}

static void read_both(FILE *ours, void *host)
{
    char text[700], expected[700];
    unsigned length = random_below(sizeof text);

    if (random_below(2)) {
        memset(text, 0, sizeof text);
        memset(expected, 0, sizeof expected);
        assert_int_equal(lib_fread(text, 1, length, ours), host_fread(expected, 1, length, host));
        assert_memory_equal(text, expected, sizeof text);
    } else {
        assert_int_equal(lib_fgetc(ours), host_fgetc(host));
    }
    assert_int_equal(!lib_feof(ours), !host_feof(host));
}

/* C requires a seek between writing and reading. */
static void seek_both(FILE *ours, void *host)
{
    int whence = (int)random_below(3); /* SEEK_SET, SEEK_CUR, SEEK_END are 0, 1, 2 on both */
    long offset = (long)random_below(400) - (whence == SEEK_SET ? 0 : 200);

    assert_int_equal(lib_fseek(ours, offset, whence), host_fseek(host, offset, whence));
    assert_int_equal(lib_ftell(ours), host_ftell(host));
}

static void use_one_stream(void)
{
    const char *name = OF(names), *mode = OF(modes);
    FILE *ours = lib_fopen(name, mode);
    void *host = host_fopen(name, mode);
    bool update = strchr(mode, '+');

    assert_int_equal(!ours, !host);
    if (!ours)
        return;
    for (unsigned turn = random_below(12); turn > 0; turn--) {
        seek_both(ours, host);
        for (unsigned again = random_below(4); again > 0; again--)
            if (*mode == 'r' && (!update || turn % 2))
                read_both(ours, host);
            else if (update && turn % 2)
                read_both(ours, host);
            else
                write_both(ours, host);
    }
    assert_int_equal(program_fclose(ours), host_fclose(host));
}

static void same_calls_same_files(void **unused)
{
    static const struct hosted_file given = {"given", given_text, sizeof given_text - 1};
    char folder[] = "/tmp/files.XXXXXX";
    void *host;

    (void)unused;
    assert_non_null(host_mkdtemp(folder));
    assert_int_equal(host_chdir(folder), 0);
    host = host_fopen("given", "w");
    host_fwrite(given_text, 1, sizeof given_text - 1, host);
    host_fclose(host);
    memory_files_reset(&given, &given + 1);
    for (unsigned turn = 0; turn < 20000; turn++) {
        const char *from = OF(names), *to = OF(names);

        use_one_stream();
        if (random_below(20) == 0)
            assert_int_equal(lib_remove(from), host_remove(from));
        if (random_below(20) == 0)
            assert_int_equal(lib_rename(from, to), host_rename(from, to));
    }
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        host_remove(names[i]);
        lib_remove(names[i]);
    }
    host_chdir("/");
    host_rmdir(folder);
}

static void the_last_one_to_go_takes_the_content(void **unused)
{
    FILE *first = lib_fopen("x", "w+"), *second = lib_fopen("x", "r");
    char text[8] = "";

    (void)unused;
    program_fputs("one", first);
    assert_int_equal(lib_fgetc(second), 'o'); /* a write is visible at once */
    assert_int_equal(lib_remove("x"), 0);
    assert_null(lib_fopen("x", "r"));
    assert_int_equal(lib_errno, ENOENT);
    program_fputs("two", first);
    assert_int_equal(program_fclose(first), 0);
    assert_int_equal(lib_fread(text, 1, 8, second), 5);
    assert_string_equal(text, "netwo");
    assert_int_equal(program_fclose(second), 0);
    assert_null(contents);
    assert_null(files);
}

static void what_is_refused(void **unused)
{
    FILE *file;
    lib_fpos_t place;

    (void)unused;
    assert_null(lib_fopen("x", "q"));
    assert_int_equal(lib_errno, EINVAL);
    assert_int_equal(lib_fseek(stdout, 0, SEEK_SET), -1);
    assert_int_equal(lib_errno, ESPIPE);
    assert_null(lib_freopen("x", "w", stdout));
    file = lib_fopen("x", "w");
    assert_int_equal(lib_fgetc(file), EOF);
    assert_int_equal(lib_fseek(file, -1, SEEK_SET), -1);
    assert_int_equal(lib_errno, EINVAL);
    assert_int_equal(lib_fgetpos(file, &place), 0);
    file = lib_freopen("x", "r", file);
    assert_int_equal(program_fputc('x', file), EOF);
    assert_int_equal(lib_errno, EBADF);
    assert_true(lib_ferror(file));
    assert_int_equal(program_fclose(file), 0);
    assert_int_equal(lib_remove("x"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_calls_same_files),
        cmocka_unit_test(the_last_one_to_go_takes_the_content),
        cmocka_unit_test(what_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
