/*
 * SPDX-License-Identifier: MIT
 * Directories, names and links.
 */
#include "call_frame.h"

static char buffer[6000];

static void show_directories(void)
{
    SHOW(umask, 022);
    SHOW(umask, 01022);
    SHOW(mkdir, "d", 0777);
    SHOW(mkdir, "d", 0777);
    SHOW(mkdir, "d/", 0777);
    SHOW(mkdir, "numbers/", 0777);
    SHOW(mkdir, "numbers/x", 0777);
    SHOW(mkdir, "d/e/", 0777);
    SHOW(mkdir, "missing/e", 0777);
    SHOW(mkdir, "", 0777);
    SHOW(mkdir, "/", 0777);
    SHOW(mkdir, "d/.", 0777);
    SHOW(mkdir, "d/..", 0777);
    SHOW(mkdir, "missing/.", 0777);
    SHOW(mkdir, BAD, 0777);
    SHOW(mkdirat, HERE, "d/f", 0700);
    SHOW(mkdirat, 99, "x", 0700);
    SHOW(mkdirat, 0, "x", 0700);
    SHOW(rmdir, "d");
    SHOW(rmdir, "d/f/.");
    SHOW(rmdir, "d/f/..");
    SHOW(rmdir, "/");
    SHOW(rmdir, "numbers");
    SHOW(rmdir, "numbers/");
    SHOW(rmdir, "missing");
    SHOW(rmdir, "");
    SHOW(rmdir, BAD);
    SHOW(rmdir, "d/f/");
    SHOW(unlink, "d");
    SHOW(unlink, "d/");
    SHOW(unlink, "d/.");
    SHOW(unlink, "missing");
    SHOW(unlink, "missing/");
    SHOW(unlink, "numbers/");
    SHOW(unlink, BAD);
    SHOW(unlinkat, HERE, "d", 0x200);
    SHOW(unlinkat, HERE, "d", 1);
    SHOW(unlinkat, 99, "d", 0);
    SHOW(unlinkat, HERE, "d/e", 0x200);
    SHOW(unlinkat, HERE, "d/e", 0);
}

static void show_current(void)
{
    SHOW(chdir, "/tmp");
    SHOW(getcwd, buffer, 6000);
    print_bytes("buffer", buffer, 5);
    SHOW(getcwd, buffer, 5);
    SHOW(getcwd, buffer, 4);
    SHOW(getcwd, buffer, 0);
    SHOW(getcwd, BAD, 100);
    SHOW(chdir, "../tmp/./..//");
    SHOW(getcwd, buffer, 6000);
    SHOW(chdir, "/..");
    SHOW(getcwd, buffer, 6000);
    print_bytes("buffer", buffer, 2);
    SHOW(chdir, "missing");
    SHOW(chdir, "");
    SHOW(chdir, BAD);
    SHOW(chdir, "/dev/null");
    SHOW(fchdir, 99);
    SHOW(fchdir, 0);
    SHOW(fchdir, 3);
    SHOW(chdir, "d");
    SHOW(open, "../numbers", 0);
    SHOW(close, 4);
    SHOW(mkdir, "inner", 0777);
    SHOW(chdir, "inner");
    SHOW(rmdir, "../inner");
    SHOW(getcwd, buffer, 6000);
    SHOW(creat, "x", 0600);
    SHOW(open, ".", 0);
    SHOW(getdents64, 4, buffer, 1000);
    SHOW(close, 4);
    SHOW(chdir, "..");
    SHOW(chdir, "..");
    SHOW(open, "numbers", 0);
    SHOW(close, 4);
}

static void make(const char *name)
{
    long file = CALL(creat, name, 0600);

    CALL(close, file);
}

static void show_renaming(void)
{
    make("a");
    make("b");
    CALL(mkdir, "full", 0700);
    make("full/x");
    CALL(mkdir, "empty", 0700);
    SHOW(rename, "a", "c");
    SHOW(rename, "a", "c");
    SHOW(rename, "c", "b");
    SHOW(rename, "b", "b");
    SHOW(rename, "b", "empty");
    SHOW(rename, "empty", "b");
    SHOW(rename, "empty", "full");
    SHOW(rename, "full", "empty");
    SHOW(rename, "empty", "empty/below");
    SHOW(rename, "empty/x", "empty");
    SHOW(rename, "empty/x", "full/x");
    SHOW(rename, "b", "new/");
    SHOW(rename, "b/", "new");
    SHOW(rename, "empty/", "dir/");
    SHOW(rename, ".", "dir");
    SHOW(rename, "b", "dir/..");
    SHOW(rename, "b", BAD);
    SHOW(rename, BAD, "b");
    SHOW(rename, "", "b");
    SHOW(rename, "b", "");
    SHOW(rename, "missing/x", "b");
    SHOW(rename, "b", "missing/x");
    SHOW(renameat, HERE, "b", HERE, "dir/b");
    SHOW(renameat, 99, "b", HERE, "dir/b");
    SHOW(renameat, HERE, "b", 99, "dir/b");
    make("b");
    SHOW(renameat2, HERE, "b", HERE, "dir/b", 1);
    SHOW(renameat2, HERE, "b", HERE, "dir/c", 1);
    SHOW(renameat2, HERE, "b", HERE, "dir/c", 64);
    SHOW(unlink, "dir/b");
    SHOW(unlink, "dir/c");
    SHOW(unlink, "dir/x");
    SHOW(rmdir, "dir");
}

static void show_removed(void)
{
    SHOW(open, "t", O_CREATE | O_READ_WRITE, 0600);
    SHOW(write, 4, "hello", 5);
    SHOW(unlink, "t");
    SHOW(open, "t", 0);
    SHOW(pread64, 4, buffer, 10, 0, 0);
    print_bytes("buffer", buffer, 5);
    SHOW(close, 4);
}

static void show_links(void)
{
    make("target");
    SHOW(symlink, "target", "l");
    SHOW(symlink, "target", "l");
    SHOW(symlink, "", "l2");
    SHOW(symlink, "x", "");
    SHOW(symlink, BAD, "l2");
    SHOW(symlink, "x", BAD);
    SHOW(symlink, "x", "new/");
    SHOW(symlink, "x", "d/");
    SHOW(symlinkat, "loop2", HERE, "loop1");
    SHOW(symlinkat, "loop1", HERE, "loop2");
    SHOW(symlinkat, "x", 99, "y");
    SHOW(symlink, "d/", "to_d");
    SHOW(symlink, "made", "dangling");
    fill(buffer, '#', 20);
    SHOW(readlink, "l", buffer, 20);
    print_bytes("buffer", buffer, 20);
    SHOW(readlink, "l", buffer, 3);
    SHOW(readlink, "l", buffer, 0);
    SHOW(readlink, "l", buffer, -1);
    SHOW(readlink, "l", BAD, 3);
    SHOW(readlink, "numbers", buffer, 20);
    SHOW(readlink, "d", buffer, 20);
    SHOW(readlink, "missing", buffer, 20);
    SHOW(readlink, BAD, buffer, 20);
    SHOW(readlinkat, HERE, "to_d", buffer, 20);
    SHOW(readlinkat, HERE, "to_d/", buffer, 20);
    SHOW(readlinkat, 99, "to_d", buffer, 20);
    SHOW(open, "loop1", 0);
    SHOW(open, "l", O_NO_LINKS);
    SHOW(open, "l", O_NO_LINKS | O_PATHS);
    SHOW(close, 4);
    SHOW(open, "l/", 0);
    SHOW(open, "dangling", 0);
    SHOW(open, "dangling", O_CREATE | O_EXCLUSIVE, 0600);
    SHOW(open, "dangling", O_CREATE | O_WRITE, 0600);
    SHOW(write, 4, "through", 7);
    SHOW(close, 4);
    SHOW(open, "made", 0);
    SHOW(read, 4, buffer, 20);
    SHOW(close, 4);
    SHOW(mkdir, "to_d/inside", 0700);
    SHOW(rmdir, "d/inside");
    SHOW(rmdir, "to_d");
    SHOW(rename, "l", "l3");
    SHOW(unlink, "l3");
    SHOW(unlink, "loop1");
    SHOW(unlink, "loop2");
    SHOW(unlink, "to_d/");
    SHOW(rmdir, "to_d/");
    SHOW(rename, "to_d/", "other");
    SHOW(mkdir, "to_d/", 0700);
    SHOW(rename, "d", "to_d/");
    SHOW(unlink, "to_d");
    SHOW(unlink, "dangling");
    SHOW(unlink, "made");
    SHOW(unlink, "target");
}

/* Prints the number of a file's names, and whether it is that inode. Returns the inode. */
static uint32_t show_names_of(const char *path, uint32_t inode)
{
    uint32_t status[24]; /* struct stat64: the mode is word 4, the number of names word 5 */

    SHOW(stat64, path, status);
    print_call(path, (long)status[5]);
    SHOW_TRUE(inode == 0 || status[22] == inode);
    return status[22];
}

static void show_further_names(void)
{
    uint32_t inode;

    make("first");
    inode = show_names_of("first", 0);
    SHOW(link, "first", "second");
    SHOW(link, "first", "second");
    SHOW(mkdir, "place", 0700);
    SHOW(linkat, HERE, "second", HERE, "place/third", 0);
    show_names_of("place/third", inode);
    SHOW(open, "place/third", O_WRITE);
    SHOW(write, 4, "shared", 6);
    SHOW(unlink, "first");
    SHOW(rmdir, "place");
    show_names_of("second", inode);
    SHOW(close, 4);
    SHOW(rename, "second", "place/third");
    SHOW(rename, "second", "moved");
    SHOW(open, "moved", 0);
    SHOW(read, 4, buffer, 20);
    SHOW(unlink, "moved");
    SHOW(unlink, "place/third");
    SHOW(fstat64, 4, buffer);
    print_bytes("mode, names", buffer + 16, 8);
    SHOW(close, 4);
    make("first");
    SHOW(rename, "first", "place/over");
    SHOW(link, "place/over", "over");
    SHOW(rename, "over", "place/over");
    SHOW(unlink, "over");
    SHOW(unlink, "place/over");
    SHOW(link, "place", "p");
    SHOW(link, "place", "numbers");
    SHOW(link, "missing", "p");
    SHOW(link, "missing", BAD);
    SHOW(link, "numbers", BAD);
    SHOW(link, BAD, "p");
    SHOW(link, "", "p");
    SHOW(link, "numbers", "");
    SHOW(link, "numbers", "p/");
    SHOW(link, "numbers", "place/");
    SHOW(link, "numbers", "missing/p");
    SHOW(link, "numbers/", "p");
    SHOW(linkat, 99, "numbers", HERE, "p", 0);
    SHOW(linkat, HERE, "numbers", 99, "p", 0);
    SHOW(linkat, HERE, "numbers", HERE, "p", 0x800);
    SHOW(symlink, "numbers", "soft");
    SHOW(link, "soft", "p");
    SHOW(readlink, "p", buffer, 20);
    SHOW(unlink, "p");
    SHOW(linkat, HERE, "soft", HERE, "p", 0x400);
    SHOW(readlink, "p", buffer, 20);
    show_names_of("numbers", 0);
    SHOW(unlink, "p");
    show_names_of("numbers", 0);
    SHOW(unlink, "soft");
    SHOW(rmdir, "place");
}

/* Prints the number of entries and the sum of the types, whose order is not Linux's. */
static void show_entries(const char *what, long bytes, bool is_64)
{
    long count = 0, types = 0, names = 0;

    for (long at = 0; at < bytes;) {
        const char *entry = buffer + at;
        uint16_t length = *(const uint16_t *)(entry + (is_64 ? 16 : 8));
        const char *name = entry + (is_64 ? 19 : 10);

        types += is_64 ? entry[18] : entry[length - 1];
        names += (long)length_of(name) * name[0];
        count++;
        at += length;
    }
    print_text(what);
    print_call(": entries", count);
    print_call("  types", types);
    print_call("  names", names);
}

static void show_listing(void)
{
    CALL(mkdir, "list", 0700);
    make("list/a");
    make("list/file");
    make("list/another_file");
    CALL(mkdir, "list/dir", 0700);
    CALL(symlink, "x", "list/link");
    SHOW(open, "list", 0);
    show_entries("64", SHOW(getdents64, 4, buffer, 6000), true);
    SHOW(getdents64, 4, buffer, 6000);
    SHOW(getdents64, 4, BAD, 6000);
    SHOW(lseek, 4, 0, 0);
    SHOW(getdents64, 4, buffer, 23);
    SHOW(getdents64, 4, buffer, 24);
    SHOW(lseek, 4, 0, 0);
    SHOW(getdents64, 4, BAD, 6000);
    show_entries("32", SHOW(getdents, 4, buffer, 6000), false);
    SHOW(getdents, 4, buffer, 6000);
    SHOW(lseek, 4, 0, 0);
    SHOW(getdents, 4, buffer, 11);
    SHOW(getdents, 4, BAD, 6000);
    SHOW(lseek, 4, -1, 0);
    SHOW(close, 4);
    SHOW(getdents64, 99, buffer, 6000);
    SHOW(getdents, 99, buffer, 6000);
    SHOW(getdents64, 0, buffer, 6000);
    SHOW(getdents, 0, buffer, 6000);
}

void program(void)
{
    SHOW(open, ".", 0);
    show_directories();
    show_current();
    show_renaming();
    show_removed();
    show_links();
    show_further_names();
    show_listing();
}
