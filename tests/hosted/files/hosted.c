/*
 * SPDX-License-Identifier: MIT
 * given.txt has lines of 4, 4 and 6 bytes; the byte 5 before its end is an h. The file `own` gets
 * 8 + 11 + 500 * 5 = 2519 bytes.
 */
#include "bench/hosted.h"

HOSTED_FILE("given.txt", "one\ntwo\nthree\n");
HOSTED_FILE_BYTES("bytes", 1, 0, 255);
HOSTED_FILE_FROM("source", "bench/mine/files/files.c");
HOSTED_OUTPUT(
    "order 123\n"
    "at 4 behind one\n"
    "at 8 behind two\n"
    "at 14 behind three\n"
    "end: 1\n"
    "h at 10\n"
    "Bad file descriptor: 1\n"
    "1 0 255 -1 /*\n"
    "No such file or directory\n"
    "2519 bytes, at the end 0499\n"
    "2 lines\n|he \n"
    "0 120 -1 0x0\n"
    "0 -1 0\n"
    "a? at 6\n"
    "? at 7\n"
    "destructor\n");
HOSTED_BENCHMARK("files", "files");
