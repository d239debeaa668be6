/*
 * SPDX-License-Identifier: MIT
 * Tests the report on a program: records that carry any bytes, and the text form.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "serial/crc32.h"
#include "serial/program_report.h"
#include "serial/written_text.h"

static char sent[32768];

static void send(void *to, const char *line, size_t length)
{
    (void)to;
    assert_true(strlen(sent) + length < sizeof sent);
    strncat(sent, line, length);
}

static struct report_stream open_report(const struct report_form *form)
{
    sent[0] = 0;
    return (struct report_stream){.form = form, .wire = {.send = send}};
}

static void copy(const struct report_written *written, uint32_t at, void *to, size_t count)
{
    assert_true(at + count <= written->size);
    memcpy(to, (const char *)written->source + at, count);
}

/* Returns the program with that standard output; it made three kinds of calls. */
static struct report_program program(const struct report_written *written, unsigned n)
{
    static const struct report_call_site site = {{0x8049212, 0x8049170}, 2};
    static const struct report_system_call calls[] = {
        {4, "write", 3, 0, NULL}, {5, "open", 2, 1, NULL}, {999, NULL, 1, 1, &site}};
    static const char *const missing[] = {"/etc/a \"b\"", "x%y"};
    return (struct report_program){
        .bench = "programs/wc",
        .state = "warm",
        .ablate = "none",
        .command = "./wc -l book.txt",
        .file_bytes = 67000,
        .entry = 0x8049000,
        .memory_kb = 96,
        .system_calls = calls,
        .n_system_calls = 3,
        .missing_files = missing,
        .n_missing_files = 2,
        .written = written,
        .n_written = n,
    };
}

static struct report_written text_written(const char *name, const char *text)
{
    return (struct report_written){
        .name = name, .size = (uint32_t)strlen(text), .read = copy, .source = text};
}

/* The check value of RFC 1952's CRC, whole and in two parts. */
static void crc_is_gzip_s(void **state)
{
    (void)state;
    assert_int_equal(crc32_continue(0, "123456789", 9), 0xCBF43926);
    assert_int_equal(crc32_continue(crc32_continue(0, "1234", 4), "56789", 5), 0xCBF43926);
    assert_int_equal(crc32_continue(0, "", 0), 0);
}

/* The test vectors of RFC 4648, section 10. */
static void base64_is_the_rfc_s(void **state)
{
    (void)state;
    static const char *const vectors[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                          "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    char text[WRITTEN_TEXT];
    for (unsigned n = 0; n <= 6; n++) {
        written_text_base64("foobar", n, text);
        assert_string_equal(text, vectors[n]);
    }
    written_text_base64("\xFF\xEF\xBE", 3, text); /* 63, 62, 62, 62 */
    assert_string_equal(text, "/+++");
}

static void percent_form_fills_its_room_exactly(void **state)
{
    (void)state;
    char text[8];
    assert_true(written_text_percent("a\n\"%", 2, text, 5));
    assert_string_equal(text, "a%0A");
    assert_false(written_text_percent("a\n", 2, text, 4));
    assert_true(written_text_percent("\"%", 2, text, sizeof text));
    assert_string_equal(text, "%22%25");
}

static void records_have_the_program_s_end_and_calls(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_records);
    struct report_program exited = program(NULL, 0);
    exited.status = 3;
    program_report(&report, &exited);
    assert_non_null(
        strstr(sent,
               "BP seq=0 ev=program bench=programs/wc state=warm ablate=none "
               "command=\"./wc -l book.txt\" file_bytes=67000 entry=0x8049000 memory_kb=96 "
               "system_calls=6 end=exit status=3 crc="));
    assert_non_null(strstr(sent,
                           "BP seq=2 ev=system_call bench=programs/wc state=warm ablate=none "
                           "number=5 name=open calls=2 errors=1 status=ok crc="));
    assert_non_null(strstr(sent,
                           "number=999 calls=1 errors=1 from=0x08049212,0x08049170 "
                           "status=unknown crc="));
    assert_non_null(strstr(sent,
                           "ev=missing_file bench=programs/wc state=warm ablate=none "
                           "name=\"/etc/a %22b%22\" crc="));
    assert_non_null(strstr(sent, "name=x%25y crc="));
    assert_null(strstr(sent, "ev=written"));
}

/* A record has 1024 bytes at most, and 500 of them are for the command. */
static void a_long_command_leaves_room_for_other_keys(void **state)
{
    (void)state;
    char command[1001];
    memset(command, 'x', 1000);
    command[1000] = 0;
    struct report_stream report = open_report(&report_records);
    struct report_program ended = program(NULL, 0);
    ended.command = command;
    program_report(&report, &ended);
    command[497] = 0;
    const char *found = strstr(sent, command);
    assert_non_null(found);
    assert_memory_equal(found + 497, "... file_bytes=", 15);
    assert_non_null(strstr(sent, " end=exit status=0 crc="));
}

static void records_name_a_signal(void **state)
{
    (void)state;
    struct report_stream report = open_report(&report_records);
    struct report_program ended = program(NULL, 0);
    ended.end = PROGRAM_SIGNAL;
    ended.status = 11;
    ended.signal = "SIGSEGV";
    ended.what = "page fault at 0x0";
    program_report(&report, &ended);
    assert_non_null(
        strstr(sent, "end=signal status=11 signal=SIGSEGV what=\"page fault at 0x0\" crc="));
}

/* 800 bytes are two pieces of 360 and one of 80, which has the size and the CRC. */
static void text_is_sent_in_pieces(void **state)
{
    (void)state;
    char text[801];
    memset(text, 'a', 800);
    text[800] = 0;
    struct report_written written = text_written("stdout", text);
    struct report_stream report = open_report(&report_records);
    struct report_program writer = program(&written, 1);
    char size[64];
    program_report(&report, &writer);
    assert_non_null(strstr(sent, "name=stdout at=0 text=aaa"));
    assert_non_null(strstr(sent, "name=stdout at=360 text=aaa"));
    snprintf(size, sizeof size, "size=800 crc32=0x%02x", crc32_continue(0, text, 800));
    char *last = strstr(sent, "name=stdout at=720 text=aaa");
    assert_non_null(last);
    assert_non_null(strstr(last, size));
    assert_true(strstr(sent, " size=") > last);
}

static void an_empty_file_has_a_record(void **state)
{
    (void)state;
    struct report_written written = text_written("out put", "");
    struct report_stream report = open_report(&report_records);
    struct report_program writer = program(&written, 1);
    program_report(&report, &writer);
    assert_non_null(strstr(sent, "name=\"out put\" at=0 text=\"\" size=0 crc32=0x00 crc="));
}

/* 360 zeros would have 1080 characters with percent signs; base64 has 480. */
static void binary_bytes_are_sent_in_base64(void **state)
{
    (void)state;
    char zeros[360] = {0};
    struct report_written written = {
        .name = "data", .size = 360, .lost = 7, .read = copy, .source = zeros};
    struct report_stream report = open_report(&report_records);
    struct report_program writer = program(&written, 1);
    program_report(&report, &writer);
    char *piece = strstr(sent, "name=data at=0 base64=AAAA");
    assert_non_null(piece);
    assert_int_equal(strspn(strstr(piece, "AAAA"), "A"), 480);
    assert_non_null(strstr(piece, " lost=7 crc="));
}

static void the_text_form_ends_with_the_last_lines(void **state)
{
    (void)state;
    char lines[13 * 3 + 1] = "";
    for (unsigned i = 0; i < 13; i++)
        snprintf(lines + 3 * i, 4, "%02u\n", i);
    struct report_written written[] = {text_written("stdout", lines), text_written("stderr", ""),
                                       text_written("/tmp/x", "abc")};
    struct report_form form = report_text; /* as the screen's, which changes some members */
    form.tick = NULL;
    struct report_stream report = open_report(&form);
    struct report_program writer = program(written, 3);
    program_report(&report, &writer);
    assert_string_equal(
        sent,
        " program: ./wc -l book.txt: exit status 0\n"
        "  67000 bytes, entry 0x08049000, 96 KB of memory\n"
        "  system calls: write 3, open 2 (1 failed), number 999 1 (unknown: ENOSYS)\n"
        "  not found: /etc/a \"b\"\n"
        "  not found: x%y\n"
        "  stdout, 39 bytes, the end:\n"
        "    01\n    02\n    03\n    04\n    05\n    06\n    07\n    08\n    09\n    10\n"
        "    11\n    12\n"
        "  wrote /tmp/x: 3 bytes\n");
}

/* A list of calls is broken between two of them, and no character is lost. */
static void the_text_form_breaks_long_lists(void **state)
{
    (void)state;
    struct report_system_call calls[12];
    for (unsigned i = 0; i < 12; i++)
        calls[i] = (struct report_system_call){i, "set_thread_area", 1, 0, NULL};
    struct report_stream report = open_report(&report_text);
    struct report_program caller = program(NULL, 0);
    caller.system_calls = calls;
    caller.n_system_calls = 12;
    caller.n_missing_files = 0;
    program_report(&report, &caller);
    unsigned found = 0;
    for (char *at = sent; (at = strstr(at, "set_thread_area 1")); at++)
        found++;
    assert_int_equal(found, 12);
    for (char *line = strtok(sent, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 90);
}

/* run_p5mon's results file has no place for it; the next report still gets it. */
static void other_forms_are_skipped(void **state)
{
    (void)state;
    struct report_stream text = open_report(&report_text), file = open_report(&report_p5mon_file);
    file.beside = &text;
    struct report_program silent = program(NULL, 0);
    program_report(&file, &silent);
    assert_non_null(strstr(sent, " program: ./wc"));
    assert_null(strstr(sent, "BP seq"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_is_gzip_s),
        cmocka_unit_test(base64_is_the_rfc_s),
        cmocka_unit_test(percent_form_fills_its_room_exactly),
        cmocka_unit_test(records_have_the_program_s_end_and_calls),
        cmocka_unit_test(a_long_command_leaves_room_for_other_keys),
        cmocka_unit_test(records_name_a_signal),
        cmocka_unit_test(text_is_sent_in_pieces),
        cmocka_unit_test(an_empty_file_has_a_record),
        cmocka_unit_test(binary_bytes_are_sent_in_base64),
        cmocka_unit_test(the_text_form_ends_with_the_last_lines),
        cmocka_unit_test(the_text_form_breaks_long_lists),
        cmocka_unit_test(other_forms_are_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
