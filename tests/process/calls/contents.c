/*
 * SPDX-License-Identifier: MIT
 * Reads, writes, seeks and truncates files. `numbers` is a file of 10,000 bytes, each of them its
 * offset times 7; standard input is the file `input` of 26 letters.
 */
#include "call_frame.h"

static char buffer[20000];
static uint32_t vector[8];
static int64_t offset;

static void piece(int i, void *address, unsigned bytes)
{
    vector[2 * i] = (uint32_t)address;
    vector[2 * i + 1] = bytes;
}

static void show_opening(void)
{
    SHOW(open, "missing", 0);
    SHOW(open, "missing/", 0);
    SHOW(open, "missing/x", 0);
    SHOW(open, "", 0);
    SHOW(open, 0, 0);
    SHOW(open, BAD, 0);
    SHOW(open, "numbers/", 0);
    SHOW(open, "numbers/x", 0);
    SHOW(open, ".", O_WRITE);
    SHOW(open, ".", O_READ_WRITE);
    SHOW(open, "/", O_CREATE, 0600);
    SHOW(open, "new/", O_CREATE, 0600);
    SHOW(open, "numbers/", O_CREATE, 0600);
    SHOW(open, "numbers", O_DIRECTORIES);
    SHOW(open, "numbers", O_CREATE | O_EXCLUSIVE, 0600);
    SHOW(open, ".", O_CREATE | O_EXCLUSIVE, 0600);
    SHOW(open, "new", O_CREATE | O_DIRECTORIES, 0600);
    SHOW(open, "missing/new", O_CREATE, 0600);
    SHOW(creat, "missing/new", 0600);
    SHOW(openat, 99, "numbers", 0);
    SHOW(openat, 0, "numbers", 0);
    SHOW(openat, 99, "/missing", 0);
    SHOW(openat, HERE, BAD, 0);
    fill(buffer, 'a', 5000);
    buffer[4999] = 0;
    SHOW(open, buffer, 0);
    buffer[300] = 0;
    SHOW(open, buffer, 0);
    SHOW(open, buffer, O_CREATE, 0600);
    buffer[255] = 0;
    SHOW(open, buffer, 0);
}

static void show_reading(void)
{
    char *guard = guarded_page();

    SHOW(open, "numbers", 0);
    SHOW(read, 3, buffer, 16);
    print_bytes("buffer", buffer, 16);
    SHOW(read, 3, buffer, 20000);
    SHOW(read, 3, buffer, 1);
    SHOW(read, 3, BAD, 1);
    SHOW(read, 3, BAD, 0);
    SHOW(lseek, 3, 0, 0);
    SHOW(read, 3, BAD, 0);
    SHOW(read, 3, 0xfffff000, 0);
    SHOW(read, 3, BAD, 5);
    SHOW(read, 3, guard - 100, 8192);
    SHOW(lseek, 3, 0, 1);
    SHOW(read, 3, guard, 10);
    SHOW(write, 3, buffer, 4);
    SHOW(write, 3, BAD, 0);
    SHOW(read, 99, buffer, 4);
    SHOW(read, -1, BAD, 4);
    SHOW(pread64, 3, buffer, 8, 9990, 0);
    print_bytes("buffer", buffer, 8);
    SHOW(pread64, 3, buffer, 50, 9990, 0);
    SHOW(pread64, 3, buffer, 8, 0, 1);
    SHOW(pread64, 3, buffer, 8, -1, -1);
    SHOW(pread64, 99, buffer, 8, 0, 0);
    SHOW(pread64, 3, BAD, 8, 0, 0);
    SHOW(lseek, 3, 0, 1);
    piece(0, buffer, 10);
    piece(1, buffer + 100, 0);
    piece(2, buffer + 200, 20);
    SHOW(readv, 3, vector, 3);
    print_bytes("buffer", buffer, 10);
    print_bytes("buffer + 200", buffer + 200, 20);
    piece(1, BAD, 5);
    SHOW(readv, 3, vector, 3);
    piece(0, BAD, 5);
    SHOW(readv, 3, vector, 3);
    SHOW(readv, 3, BAD, 1);
    SHOW(readv, 3, BAD, 0);
    SHOW(readv, 3, vector, 1025);
    SHOW(readv, 3, vector, -1);
    SHOW(readv, 99, vector, 1);
    piece(0, buffer, 0x80000000);
    SHOW(readv, 3, vector, 1);
    SHOW(open, ".", 0);
    SHOW(read, 4, buffer, 10);
    SHOW(read, 4, BAD, 0);
    SHOW(pread64, 4, buffer, 10, 0, 0);
    SHOW(close, 4);
    SHOW(close, 4);
    SHOW(close, -1);
    SHOW(open, "numbers", O_NO_ACCESS);
    SHOW(read, 4, buffer, 10);
    SHOW(write, 4, buffer, 10);
    SHOW(close, 4);
    SHOW(close, 3);
}

static void show_seeking(void)
{
    SHOW(open, "numbers", 0);
    SHOW(lseek, 3, 100, 0);
    SHOW(lseek, 3, -50, 1);
    SHOW(lseek, 3, -100, 1);
    SHOW(lseek, 3, 0, 1);
    SHOW(lseek, 3, -1, 2);
    SHOW(read, 3, buffer, 5);
    SHOW(lseek, 3, 50, 2);
    SHOW(read, 3, buffer, 5);
    SHOW(lseek, 3, -1, 0);
    SHOW(lseek, 3, 0, 5);
    SHOW(lseek, 3, 0, -1);
    SHOW(lseek, 3, 0, 3);
    SHOW(lseek, 3, 5, 4);
    SHOW(lseek, 3, 10000, 3);
    SHOW(lseek, 3, 10000, 4);
    SHOW(lseek, 3, -1, 3);
    SHOW(lseek, 99, 0, 0);
    SHOW(_llseek, 3, 1, 2, &offset, 0);
    print_bytes("offset", &offset, 8);
    SHOW(read, 3, buffer, 5);
    SHOW(lseek, 3, 0, 1);
    SHOW(_llseek, 3, -1, -10, &offset, 1);
    print_bytes("offset", &offset, 8);
    SHOW(_llseek, 3, -1, -10, &offset, 2);
    print_bytes("offset", &offset, 8);
    SHOW(_llseek, 3, -1, -1, &offset, 0);
    SHOW(_llseek, 3, 0, 0, BAD, 0);
    SHOW(_llseek, 3, 0, 0, &offset, 9);
    SHOW(_llseek, 99, 0, 0, &offset, 9);
    SHOW(_llseek, 0, 0, 3, &offset, 0);
    SHOW(read, 0, buffer, 4);
    print_bytes("buffer", buffer, 4);
    SHOW(close, 3);
}

static void show_contents(const char *name)
{
    int file = CALL(open, name, 0), count;
    unsigned sum = 0, total = 0;

    while ((count = CALL(read, file, buffer, 1000)) > 0) {
        for (int i = 0; i < count; i++)
            sum = sum * 31 + (uint8_t)buffer[i];
        total += (unsigned)count;
    }
    CALL(close, file);
    print_call("  size", (long)total);
    print_call("  sum", (long)(sum >> 1));
}

static void show_writing(void)
{
    char *guard = guarded_page();

    SHOW(open, "written", O_CREATE | O_READ_WRITE, 0644);
    SHOW(write, 3, "abcdefghij", 10);
    SHOW(lseek, 3, 0, 1);
    SHOW(lseek, 3, 5000, 0);
    SHOW(write, 3, "xyz", 3);
    show_contents("written");
    SHOW(pwrite64, 3, "12345", 5, 4094, 0);
    SHOW(pwrite64, 3, "12345", 5, -1, -1);
    SHOW(pwrite64, 99, "12345", 5, 0, 0);
    SHOW(pwrite64, 3, BAD, 5, 0, 0);
    SHOW(pwrite64, 3, BAD, 0, 0, 0);
    SHOW(lseek, 3, 0, 1);
    show_contents("written");
    fill(guard - 100, 'g', 100);
    SHOW(write, 3, guard - 100, 8192);
    SHOW(write, 3, guard, 10);
    SHOW(write, 3, BAD, 0);
    show_contents("written");
    piece(0, "one", 3);
    piece(1, BAD, 0);
    piece(2, "three", 5);
    piece(3, BAD, 5);
    SHOW(writev, 3, vector, 3);
    SHOW(writev, 3, vector, 4);
    SHOW(writev, 3, vector + 6, 1);
    SHOW(writev, 3, vector, 0);
    SHOW(writev, 3, BAD, 1);
    SHOW(writev, 99, BAD, 1);
    show_contents("written");
    SHOW(read, 3, buffer, 10);
    SHOW(close, 3);
    SHOW(open, "written", O_WRITE | O_APPENDING);
    SHOW(write, 3, "end", 3);
    SHOW(lseek, 3, 0, 0);
    SHOW(write, 3, "END", 3);
    SHOW(lseek, 3, 0, 1);
    SHOW(pwrite64, 3, "more", 4, 0, 0);
    SHOW(lseek, 3, 0, 1);
    SHOW(read, 3, buffer, 3);
    show_contents("written");
    SHOW(close, 3);
    SHOW(creat, "written", 0600);
    SHOW(read, 3, buffer, 1);
    show_contents("written");
    SHOW(_llseek, 3, 0, 0x7ffffffe, &offset, 0);
    SHOW(write, 3, "abc", 3);
    SHOW(write, 3, "abc", 3);
    SHOW(close, 3);
    SHOW(open, "written", O_CREATE | O_READ_WRITE);
    SHOW(close, 3);
    CALL(truncate, "written", 5);
    SHOW(open, "written", O_CREATE | O_READ_WRITE);
    SHOW(_llseek, 3, 0, 0x7ffffffe, &offset, 0);
    SHOW(write, 3, "abc", 3);
    SHOW(write, 3, "abc", 3);
    SHOW(ftruncate64, 3, 0x80000000, 0);
    SHOW(ftruncate, 3, 7);
    SHOW(close, 3);
    SHOW(unlink, "written");
}

static void show_modules(void)
{
    SHOW(open, "numbers", O_READ_WRITE);
    SHOW(pwrite64, 3, "changed", 7, 4093, 0);
    show_contents("numbers");
    SHOW(ftruncate, 3, 9000);
    show_contents("numbers");
    SHOW(ftruncate, 3, 9500);
    show_contents("numbers");
    SHOW(lseek, 3, 0, 2);
    SHOW(write, 3, "tail", 4);
    show_contents("numbers");
    SHOW(truncate, "numbers", 3);
    show_contents("numbers");
    SHOW(truncate64, "numbers", 100, 0);
    show_contents("numbers");
    SHOW(ftruncate64, 3, 20, 0);
    show_contents("numbers");
    SHOW(ftruncate64, 3, 0, -1);
    SHOW(ftruncate, 3, -1);
    SHOW(truncate, "numbers", -1);
    SHOW(truncate64, "numbers", 0, 0x80000000);
    SHOW(truncate, "missing", 5);
    SHOW(truncate, ".", 5);
    SHOW(truncate, "/dev/null", 5);
    SHOW(truncate, BAD, 5);
    SHOW(truncate64, "missing", 5, 0);
    SHOW(ftruncate, 99, 5);
    SHOW(ftruncate64, 99, 5, 0);
    SHOW(ftruncate, 0, 5);
    SHOW(ftruncate64, 0, 5, 0);
    SHOW(fsync, 3);
    SHOW(fdatasync, 3);
    SHOW(fsync, 99);
    SHOW(fdatasync, 99);
    SHOW(sync);
    SHOW(close, 3);
    SHOW(open, "numbers", O_WRITE | O_TRUNCATE);
    show_contents("numbers");
    SHOW(write, 3, "0123456789", 10);
    SHOW(close, 3);
}

static void show_large(void)
{
    long file = SHOW(open, "large", O_CREATE | O_READ_WRITE | O_LARGE, 0644);

    fill(buffer, 'L', 20000);
    for (int i = 0; i < 300; i++)
        CALL(write, file, buffer, 2000);
    show_contents("large");
    SHOW(ftruncate, file, 500001);
    SHOW(ftruncate, file, 550000);
    show_contents("large");
    SHOW(close, file);
    SHOW(unlink, "large");
}

static void show_sending(void)
{
    int32_t start = 4;
    int64_t start_64 = 7;

    SHOW(open, "numbers", 0);
    SHOW(creat, "copy", 0600);
    SHOW(sendfile, 4, 3, 0, 3);
    SHOW(sendfile, 4, 3, &start, 3);
    print_bytes("start", &start, 4);
    SHOW(sendfile64, 4, 3, &start_64, 100);
    print_bytes("start", &start_64, 8);
    SHOW(sendfile, 4, 3, 0, 100);
    SHOW(sendfile, 4, 3, 0, 100);
    SHOW(sendfile, 3, 4, 0, 100);
    SHOW(sendfile, 99, 3, 0, 100);
    SHOW(sendfile, 4, 99, 0, 100);
    SHOW(sendfile, 4, 3, BAD, 100);
    SHOW(sendfile64, 4, 3, BAD, 100);
    SHOW(sendfile64, 4, 3, 0, 100);
    SHOW(lseek, 4, 0, 1);
    show_contents("copy");
    SHOW(close, 3);
    SHOW(close, 4);
    SHOW(unlink, "copy");
}

static void show_devices(void)
{
    SHOW(open, "/dev/null", O_READ_WRITE);
    SHOW(write, 3, BAD, 10);
    SHOW(read, 3, BAD, 10);
    SHOW(lseek, 3, 100, 0);
    SHOW(lseek, 3, 100, 9);
    SHOW(fsync, 3);
    SHOW(ftruncate, 3, 5);
    SHOW(close, 3);
    SHOW(open, "/dev/zero", O_READ_WRITE | O_TRUNCATE);
    fill(buffer, 'z', 16);
    SHOW(read, 3, buffer, 12);
    print_bytes("buffer", buffer, 16);
    SHOW(read, 3, BAD, 12);
    SHOW(write, 3, BAD, 12);
    SHOW(close, 3);
    SHOW(open, "/dev/full", O_READ_WRITE);
    SHOW(write, 3, buffer, 12);
    SHOW(close, 3);
    SHOW(open, "/dev/urandom", 0);
    SHOW(read, 3, buffer, 64);
    SHOW(read, 3, BAD, 64);
    SHOW(close, 3);
    SHOW(getrandom, buffer + 64, 64, 0);
    SHOW_TRUE(is_equal(buffer, buffer + 64, 64));
    SHOW(getrandom, buffer, 64, 8);
    SHOW(getrandom, buffer, 64, 6);
    SHOW(getrandom, buffer, 0, 1);
    SHOW(getrandom, BAD, 64, 0);
}

static void show_storage(void)
{
    char bytes[84];
    long file = CALL(open, "stored", O_READ_WRITE | O_CREATE | O_LARGE, 0644);
    long input = CALL(open, "numbers", 0), end[2];
    const uint32_t one[4] = {(uint32_t)bytes, 3, (uint32_t)bytes + 3, 5};
    int ends[2];

    CALL(pipe, ends);
    end[0] = ends[0];
    SHOW(preadv, input, one, 2, 7, 0);
    print_bytes("read", bytes, 8);
    SHOW(preadv, input, one, 2, 9996, 0);
    SHOW(preadv, input, one, 2, 0, -1);
    SHOW(preadv, input, BAD, 2, 0, 0);
    SHOW(preadv, 99, one, 2, 0, 0);
    SHOW(preadv, end[0], one, 2, 0, 0);
    SHOW(pwritev, input, one, 2, 0, 0);
    SHOW(pwritev, file, one, 2, 4, 0);
    SHOW(pread64, file, bytes, 20, 0, 0);
    print_bytes("written", bytes, 12);
    SHOW(fadvise64, file, 0, 0, 0, 2);
    SHOW(fadvise64, file, 0, 0, 0, 6);
    SHOW(fadvise64, 99, 0, 0, 0, 2);
    SHOW(fadvise64, end[0], 0, 0, 0, 2);
    SHOW(fadvise64_64, file, 0, 0, 5, 0, 4);
    SHOW(fadvise64_64, file, 0, 0, 0, -1, 4);
    SHOW(fallocate, file, 0, 10, 0, 90, 0);
    SHOW(lseek, file, 0, 2);
    SHOW(fallocate, file, 1, 1000, 0, 1000, 0);
    SHOW(lseek, file, 0, 2);
    SHOW(fallocate, file, 0, 0, 0, 0, 0);
    SHOW(fallocate, file, 0, 0, -1, 1, 0);
    SHOW(fallocate, file, 0x1000, 0, 0, 1, 0);
    SHOW(fallocate, input, 0, 0, 0, 1, 0);
    SHOW(fallocate, 99, 0, 0, 0, 1, 0);
    SHOW(fallocate, ends[1], 0, 0, 0, 1, 0);
    SHOW(syncfs, file);
    SHOW(syncfs, 99);
    SHOW(statfs64, ".", 84, bytes);
    print_bytes("name", bytes + 56, 4);
    SHOW(statfs64, ".", 80, bytes);
    SHOW(statfs64, "none", 84, bytes);
    SHOW(statfs64, ".", 84, BAD);
    SHOW(fstatfs64, file, 84, bytes);
    SHOW(fstatfs64, file, 88, bytes);
    SHOW(fstatfs64, 99, 84, bytes);
    SHOW(fstatfs64, 99, 80, bytes);
    CALL(close, ends[0]);
    CALL(close, ends[1]);
    CALL(close, file);
    CALL(close, input);
    CALL(unlink, "stored");
}

void program(void)
{
    show_opening();
    show_reading();
    show_seeking();
    show_writing();
    show_modules();
    show_large();
    show_sending();
    show_devices();
    show_storage();
}
