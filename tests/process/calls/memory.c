/*
 * SPDX-License-Identifier: MIT
 * The program's memory: brk, mmap and its relatives, thread areas.
 */
#include "call_frame.h"

enum {
    READ = 1,
    WRITE = 2,
    EXECUTE = 4,
    SHARED = 1,
    PRIVATE = 2,
    FIXED = 16,
    ANONYMOUS = 32,
    NO_REPLACE = 0x100000
};

static char buffer[100];

/* Is the page readable, and writable? By calls that return an error for it. */
static void show_rights(const char *what, const void *page)
{
    long null = CALL(open, "numbers", 0), readable, writable;

    readable = CALL(utimensat, HERE, "missing", page, 0) != -14;
    writable = CALL(read, null, page, 1) == 1;
    print_text(what);
    print_call(" readable", readable);
    print_call("  writable", writable);
    CALL(close, null);
}

static bool is_zero(const char *bytes, unsigned count)
{
    while (count-- > 0)
        if (bytes[count])
            return false;
    return true;
}

static void show_break(void)
{
    char *start = (char *)CALL(brk, 0);

    SHOW_TRUE((char *)CALL(brk, 0) == start);
    SHOW_TRUE((char *)CALL(brk, start + 10001) == start + 10001);
    SHOW_TRUE((char *)CALL(brk, 0) == start + 10001);
    SHOW_TRUE(is_zero(start, 10001));
    fill(start, 'b', 10001);
    SHOW_TRUE((char *)CALL(brk, start) == start);
    SHOW_TRUE((char *)CALL(brk, start + 9000) == start + 9000);
    SHOW_TRUE(is_zero((char *)(((long)start + 4095) & -4096), 4096));
    SHOW_TRUE((char *)CALL(brk, 5) == start + 9000);
    SHOW_TRUE((char *)CALL(brk, -4096) == start + 9000);
    SHOW_TRUE((char *)CALL(mmap2, (((long)start + 4095) & -4096), 4096, 0,
                           FIXED | PRIVATE | ANONYMOUS, -1,
                           0) == (char *)(((long)start + 4095) & -4096));
    SHOW_TRUE((char *)CALL(brk, 0) == start + 9000);
}

static void show_maps(void)
{
    long at = CALL(mmap2, 0, 10000, READ | WRITE, PRIVATE | ANONYMOUS, -1, 0), place;
    char *bytes = (char *)at;
    uint32_t words[6] = {0, 4096, READ, PRIVATE | ANONYMOUS, (uint32_t)-1, 0};

    SHOW_TRUE(at % 4096 == 0);
    SHOW_TRUE(is_zero(bytes, 12288));
    fill(bytes, 'm', 12288);
    show_rights("new", bytes);
    SHOW(mprotect, at + 4096, 4096, READ);
    show_rights("first", bytes);
    show_rights("second", bytes + 4096);
    SHOW_TRUE(bytes[4096] == 'm');
    SHOW(mprotect, at, 4096, 0);
    show_rights("none", bytes);
    SHOW(mprotect, at + 1, 4096, READ);
    SHOW(mprotect, at, 0, READ);
    SHOW(mprotect, 16 * 4096, 4096, READ);
    SHOW(mprotect, at, 8192, READ | WRITE);
    SHOW_TRUE(bytes[0] == 'm' && bytes[4096] == 'm');
    SHOW(munmap, at + 4096, 4096);
    show_rights("hole", bytes + 4096);
    show_rights("after", bytes + 8192);
    SHOW(munmap, at + 4096, 4096);
    SHOW(munmap, at + 1, 4096);
    SHOW(munmap, at, 0);
    SHOW_TRUE(CALL(mmap2, at + 4096, 4096, READ | WRITE, PRIVATE | ANONYMOUS | NO_REPLACE, -1, 0) ==
              at + 4096);
    SHOW(mmap2, at + 4096, 4096, READ | WRITE, PRIVATE | ANONYMOUS | NO_REPLACE, -1, 0);
    SHOW_TRUE(CALL(mmap2, at, 4096, READ | WRITE, PRIVATE | ANONYMOUS | FIXED, -1, 0) == at);
    SHOW_TRUE(is_zero(bytes, 8192));
    SHOW_TRUE(bytes[8192] == 'm');
    SHOW(mmap2, at + 1, 4096, READ, PRIVATE | ANONYMOUS | FIXED, -1, 0);
    SHOW(mmap2, 0, 0, READ, PRIVATE | ANONYMOUS, -1, 0);
    SHOW(mmap2, 0, 4096, READ, ANONYMOUS, -1, 0);
    SHOW(mmap2, 0, 4096, READ, PRIVATE, 99, 0);
    SHOW(mmap2, 0, -4096, READ, PRIVATE | ANONYMOUS, -1, 0);
    place = CALL(mmap, words);
    SHOW_TRUE(place % 4096 == 0);
    show_rights("old call", (char *)place);
    SHOW(munmap, place, 4096);
    words[5] = 1;
    SHOW(mmap, words);
    SHOW(mmap, BAD);
    SHOW_TRUE(CALL(mmap2, at + 8192 + 12345, 4096, READ, PRIVATE | ANONYMOUS, 0, 0) % 4096 == 0);
    SHOW_TRUE(CALL(mmap2, 0, 4096, READ, SHARED | ANONYMOUS, -1, 0) % 4096 == 0);
}

static void show_file_maps(void)
{
    long file = CALL(open, "numbers", 0), at, output;
    char *bytes;

    at = CALL(mmap2, 0, 10000, READ | WRITE, PRIVATE, file, 0);
    bytes = (char *)at;
    print_bytes("start", bytes, 8);
    print_bytes("end", bytes + 9992, 16);
    SHOW_TRUE(is_zero(bytes + 10000, 2288));
    bytes[0] = 'p';
    CALL(pread64, file, buffer, 4, 0, 0);
    print_bytes("file", buffer, 4);
    SHOW(munmap, at, 10000);
    at = CALL(mmap2, 0, 4096, READ, PRIVATE, file, 2);
    print_bytes("page 2", (char *)at, 8);
    SHOW(close, file);
    print_bytes("page 2", (char *)at, 8);
    SHOW(munmap, at, 4096);
    output = CALL(open, "out", O_CREATE | O_WRITE, 0600);
    SHOW(mmap2, 0, 4096, READ, PRIVATE, output, 0);
    SHOW(close, output);
    file = CALL(open, ".", 0);
    SHOW(mmap2, 0, 4096, READ, PRIVATE, file, 0);
    SHOW(close, file);
}

static void show_moves(void)
{
    long at = CALL(mmap2, 0, 4 * 4096, READ | WRITE, PRIVATE | ANONYMOUS, -1, 0), place;

    fill((char *)at, 'r', 4 * 4096);
    SHOW_TRUE(CALL(mremap, at, 4 * 4096, 2 * 4096, 0) == at);
    show_rights("cut", (char *)at + 2 * 4096);
    place = CALL(mremap, at, 2 * 4096, 10 * 4096, 1);
    SHOW_TRUE(place % 4096 == 0);
    SHOW_TRUE(((char *)place)[0] == 'r' && ((char *)place)[8191] == 'r');
    SHOW_TRUE(is_zero((char *)place + 8192, 8 * 4096));
    SHOW(mremap, place + 1, 4096, 8192, 1);
    SHOW(mremap, place, 4096, 0, 1);
    SHOW(mremap, place, 4096, 8192, 8);
    SHOW(mremap, place, 4096, 8192, 2, place + 4096 * 5);
    SHOW(mremap, 16 * 4096, 4096, 8192, 1);
    fill((char *)place, 'd', 8192);
    SHOW(madvise, place, 4096, 4);
    SHOW_TRUE(is_zero((char *)place, 4096));
    SHOW_TRUE(((char *)place)[4096] == 'd');
    SHOW(madvise, place, 4096, 0);
    SHOW(madvise, place + 1, 4096, 0);
    SHOW(madvise, 16 * 4096, 4096, 4);
    SHOW(madvise, place, 4096, 9999);
    SHOW(msync, place, 4096, 4);
    SHOW(msync, place + 1, 4096, 4);
    SHOW(msync, 16 * 4096, 4096, 4);
    SHOW(munmap, place, 10 * 4096);
    show_rights("unmapped", (char *)place);
}

/* struct user_desc: entry, base, limit, flags: a data segment of 32 bits, limit in pages. */
static void show_areas(void)
{
    uint32_t area[4] = {(uint32_t)-1, (uint32_t)buffer, 0xfffff, 0x51}, read[4], value;

    SHOW(set_thread_area, area);
    SHOW_TRUE(area[0] < 16);
    buffer[4] = 77;
    __asm__ volatile("movw %w1, %%gs\n\tmovl %%gs:4, %0" : "=r"(value) : "r"(area[0] * 8 + 3));
    print_call("gs:4", value & 255);
    read[0] = area[0];
    SHOW(get_thread_area, read);
    SHOW_TRUE(read[1] == area[1] && read[2] == area[2]);
    print_bytes("flags", read + 3, 4);
    area[0] = 99;
    SHOW(set_thread_area, area);
    SHOW(get_thread_area, area);
    SHOW(set_thread_area, BAD);
    SHOW(get_thread_area, BAD);
    SHOW_TRUE(CALL(set_tid_address, &value) == CALL(gettid));
}

void program(void)
{
    show_break();
    show_maps();
    show_file_maps();
    show_moves();
    show_areas();
}
