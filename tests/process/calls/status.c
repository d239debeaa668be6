/*
 * SPDX-License-Identifier: MIT
 * The stat and access families, permissions, owners and times.
 */
#include "call_frame.h"

static uint32_t status[64], again[64];

/* Offsets of fields in bytes. */
enum { OLD_MODE = 8, OLD_LINKS = 10, OLD_OWNER = 12, OLD_SIZE = 20, OLD_TIMES = 32 };
enum { MODE_64 = 16, LINKS_64 = 20, OWNER_64 = 24, SIZE_64 = 44, TIMES_64 = 64 };
enum { X_LINKS = 16, X_OWNER = 20, X_MODE = 28, X_SIZE = 40, X_TIMES = 64, X_CHANGED = 96 };

static const uint8_t *at(unsigned offset)
{
    return (const uint8_t *)status + offset;
}

static void show_old(long result, bool size)
{
    if (result != 0)
        return;
    print_bytes("mode, links", at(OLD_MODE), 4);
    print_bytes("owner, group", at(OLD_OWNER), 4);
    if (size)
        print_bytes("size", at(OLD_SIZE), 4);
}

static void show_64(long result, bool size)
{
    if (result != 0)
        return;
    print_bytes("mode, links", at(MODE_64), 8);
    print_bytes("owner, group", at(OWNER_64), 8);
    if (size)
        print_bytes("size", at(SIZE_64), 8);
}

static void show_x(long result, bool size)
{
    if (result != 0)
        return;
    SHOW_TRUE((status[0] & 0x7ff) == 0x7ff);
    print_bytes("mode", at(X_MODE), 2);
    print_bytes("links", at(X_LINKS), 4);
    print_bytes("owner, group", at(X_OWNER), 8);
    if (size)
        print_bytes("size", at(X_SIZE), 8);
}

static void show_status(void)
{
    SHOW(open, "numbers", 0);
    show_old(SHOW(stat, "numbers", status), true);
    show_old(SHOW(lstat, "numbers", status), true);
    show_old(SHOW(fstat, 3, status), true);
    show_64(SHOW(stat64, "numbers", status), true);
    show_64(SHOW(lstat64, "numbers", status), true);
    show_64(SHOW(fstat64, 3, status), true);
    show_64(SHOW(fstatat64, HERE, "numbers", status, 0), true);
    show_x(SHOW(statx, HERE, "numbers", 0, 0x7ff, status), true);
    SHOW(symlink, "numbers", "link");
    show_old(SHOW(stat, "link", status), true);
    show_old(SHOW(lstat, "link", status), true);
    show_64(SHOW(lstat64, "link", status), true);
    show_64(SHOW(fstatat64, HERE, "link", status, 0x100), true);
    show_x(SHOW(statx, HERE, "link", 0x100, 0x7ff, status), true);
    SHOW(mkdir, "dir", 0750);
    SHOW(mkdir, "dir/sub", 0750);
    show_old(SHOW(stat, "dir", status), false);
    show_64(SHOW(stat64, "dir/", status), false);
    show_x(SHOW(statx, HERE, "dir", 0, 0x7ff, status), false);
    show_64(SHOW(fstatat64, 3, "", status, 0x1000), true);
    show_64(SHOW(fstatat64, HERE, "", status, 0x1000), false);
    show_x(SHOW(statx, 3, "", 0x1000, 0x7ff, status), true);
    show_x(SHOW(statx, 0, "", 0x1000, 0x7ff, status), true);
    SHOW(stat64, "/dev/null", status);
    print_bytes("mode", at(MODE_64), 4);
    print_bytes("device", at(32), 8);
    SHOW(statx, HERE, "/dev/zero", 0, 0x7ff, status);
    print_bytes("mode", at(X_MODE), 2);
    print_bytes("device", at(128), 8);
    SHOW(stat64, "numbers", status);
    SHOW(statx, HERE, "numbers", 0, 0x7ff, again);
    SHOW_TRUE(is_equal(at(88), (uint8_t *)again + 32, 8)); /* inode numbers */
    SHOW_TRUE(is_equal(at(56), (uint8_t *)again + 48, 8)); /* blocks */
    SHOW_TRUE(is_equal(at(52), (uint8_t *)again + 4, 4));  /* size of a block */
    print_bytes("block size, blocks", at(52), 12);
}

static void show_errors(void)
{
    SHOW(stat, "missing", status);
    SHOW(lstat, "missing", status);
    SHOW(stat64, "missing", status);
    SHOW(lstat64, "missing", status);
    SHOW(fstatat64, HERE, "missing", status, 0);
    SHOW(statx, HERE, "missing", 0, 0, status);
    SHOW(stat, "", status);
    SHOW(stat64, "", status);
    SHOW(stat64, "numbers/", status);
    SHOW(stat64, "numbers/x", status);
    SHOW(stat, BAD, status);
    SHOW(stat64, BAD, status);
    SHOW(stat, "numbers", BAD);
    SHOW(lstat, "numbers", BAD);
    SHOW(stat64, "numbers", BAD);
    SHOW(lstat64, "numbers", BAD);
    SHOW(fstat, 99, status);
    SHOW(fstat64, 99, status);
    SHOW(fstat, 3, BAD);
    SHOW(fstat64, 3, BAD);
    SHOW(fstatat64, 99, "numbers", status, 0);
    SHOW(fstatat64, 3, "numbers", status, 0);
    SHOW(fstatat64, HERE, "numbers", status, 1);
    SHOW(fstatat64, HERE, "", status, 0);
    SHOW(fstatat64, 99, "", status, 0x1000);
    SHOW(fstatat64, HERE, "numbers", BAD, 0);
    SHOW(statx, HERE, "numbers", 1, 0, status);
    SHOW(statx, HERE, "numbers", 0x6000, 0, status);
    SHOW(statx, HERE, "numbers", 0x2000, 0, status);
    SHOW(statx, HERE, "numbers", 0, 0x80000000, status);
    SHOW(statx, HERE, "numbers", 0, 0x7ff, BAD);
    SHOW(statx, 99, "numbers", 0, 0, status);
    SHOW(statx, HERE, "", 0, 0, status);
    SHOW(statx, HERE, BAD, 0, 0, status);
}

static void show_access(void)
{
    SHOW(access, "numbers", 0);
    SHOW(access, "numbers", 3);
    SHOW(access, "numbers", 6);
    SHOW(access, "numbers", 8);
    SHOW(access, "missing", 4);
    SHOW(access, "numbers/", 4);
    SHOW(access, "", 4);
    SHOW(access, BAD, 4);
    SHOW(access, "dir", 1);
    SHOW(faccessat, HERE, "numbers", 4);
    SHOW(faccessat, 99, "numbers", 4);
    SHOW(faccessat, 3, "numbers", 4);
    SHOW(faccessat, HERE, "missing", 4);
    SHOW(faccessat, HERE, "numbers", -1);
    SHOW(faccessat2, HERE, "numbers", 4, 0x200);
    SHOW(faccessat2, HERE, "numbers", 4, 1);
    SHOW(faccessat2, 3, "", 4, 0x1000);
    SHOW(faccessat2, HERE, "link", 4, 0x100);
}

static void show_mode(const char *name)
{
    CALL(stat64, name, status);
    print_bytes("mode", at(MODE_64), 4);
}

static void show_permissions(void)
{
    SHOW(chmod, "numbers", 0600);
    SHOW(access, "numbers", 1);
    SHOW(access, "numbers", 6);
    show_mode("numbers");
    SHOW(chmod, "link", 07755);
    SHOW(access, "numbers", 1);
    show_mode("numbers");
    SHOW(fchmod, 3, 0177777);
    show_mode("numbers");
    SHOW(fchmodat, HERE, "dir", 0700);
    show_mode("dir");
    SHOW(chmod, "missing", 0600);
    SHOW(chmod, BAD, 0600);
    SHOW(fchmod, 99, 0600);
    SHOW(fchmodat, HERE, "missing", 0600);
    SHOW(fchmodat, 99, "numbers", 0600);
    SHOW(umask, 027);
    SHOW(open, "masked", 0100, 0666);
    show_mode("masked");
    SHOW(mkdir, "masked_dir", 0777);
    show_mode("masked_dir");
    SHOW(umask, 022);
    SHOW(close, 4);
}

static void show_owner(const char *name)
{
    CALL(lstat64, name, status);
    print_bytes("owner, group", at(OWNER_64), 8);
    print_bytes("mode", at(MODE_64), 4);
}

static void show_owners(void)
{
    SHOW(chmod, "numbers", 06755);
    SHOW(chown, "numbers", 5, 6);
    show_owner("numbers");
    SHOW(chown, "numbers", 0xffff, 7);
    show_owner("numbers");
    SHOW(chmod, "numbers", 06745);
    SHOW(chown32, "numbers", 0x12345, -1);
    show_owner("numbers");
    SHOW(stat, "numbers", status);
    print_bytes("short owner, group", at(OLD_OWNER), 4);
    SHOW(lchown, "link", 8, 9);
    show_owner("link");
    SHOW(lchown32, "link", 10, 0x23456);
    show_owner("link");
    SHOW(fchown, 3, 11, 12);
    show_owner("numbers");
    SHOW(fchown32, 3, -1, 13);
    show_owner("numbers");
    SHOW(fchownat, HERE, "link", 14, 15, 0x100);
    show_owner("link");
    SHOW(fchownat, HERE, "numbers", 0, 0, 0);
    show_owner("numbers");
    SHOW(fchownat, HERE, "numbers", 0, 0, 1);
    SHOW(fchownat, 99, "numbers", 0, 0, 0);
    SHOW(chown, "missing", 0, 0);
    SHOW(chown32, "missing", 0, 0);
    SHOW(lchown, "missing", 0, 0);
    SHOW(lchown32, "missing", 0, 0);
    SHOW(fchown, 99, 0, 0);
    SHOW(fchown32, 99, 0, 0);
    SHOW(chown, BAD, 0, 0);
}

static void show_times_of(const char *name)
{
    CALL(stat64, name, status);
    print_bytes("accessed, modified", at(TIMES_64), 16);
}

static void show_times(void)
{
    static int32_t seconds[2] = {1000, 2000};
    static int32_t short_times[4] = {3000, 999999, 4000, 5};
    static int32_t times[4] = {5000, 999999999, 6000, 5};
    static int64_t times_64[4] = {7000, 1, 8000, 2};

    SHOW(utime, "numbers", seconds);
    show_times_of("numbers");
    SHOW(utimes, "numbers", short_times);
    show_times_of("numbers");
    short_times[0] = 3500;
    SHOW(futimesat, HERE, "numbers", short_times);
    show_times_of("numbers");
    SHOW(utimensat, HERE, "numbers", times, 0);
    show_times_of("numbers");
    SHOW(utimensat_time64, HERE, "numbers", times_64, 0);
    show_times_of("numbers");
    SHOW(stat, "numbers", status);
    print_bytes("short times", at(OLD_TIMES), 16);
    SHOW(statx, HERE, "numbers", 0, 0x7ff, status);
    print_bytes("accessed", at(X_TIMES), 12);
    print_bytes("modified", at(112), 12);
    times[1] = 0x3ffffffe;
    times[2] = 9000;
    SHOW(utimensat, 3, 0, times, 0);
    show_times_of("numbers");
    times[3] = 0x3ffffffe;
    SHOW(utimensat, 99, "missing", times, 1);
    times[3] = 1000000000;
    SHOW(utimensat, HERE, "numbers", times, 0);
    times[3] = 5;
    SHOW(utimensat, HERE, "numbers", times, 1);
    SHOW(utimensat, 3, 0, times, 0x100);
    SHOW(utimensat, HERE, 0, times, 0);
    SHOW(utimensat, 99, 0, times, 0);
    SHOW(utimensat, HERE, "missing", times, 0);
    SHOW(utimensat, HERE, "numbers", BAD, 0);
    SHOW(utimensat_time64, HERE, "numbers", BAD, 0);
    SHOW(utimensat_time64, HERE, "missing", times_64, 0);
    SHOW(utime, "missing", seconds);
    SHOW(utime, "numbers", BAD);
    SHOW(utime, BAD, 0);
    SHOW(utimes, "missing", short_times);
    SHOW(utimes, "numbers", BAD);
    SHOW(futimesat, HERE, "missing", 0);
    short_times[1] = 1000000;
    SHOW(utimes, "numbers", short_times);
    SHOW(utime, "numbers", 0);
    SHOW(stat64, "numbers", status);
    SHOW_TRUE(status[TIMES_64 / 4] > 500000000);
    SHOW_TRUE(status[TIMES_64 / 4] == status[TIMES_64 / 4 + 2]);
}

/* No file of the host has the attribute user.bareprobe either. `nothing.` is no class of names. */
static void show_attributes(void)
{
    static char name[300];

    fill(name, 'u', 299);
    SHOW(getxattr, "numbers", "user.bareprobe", status, 9);
    SHOW(lgetxattr, "numbers", "user.bareprobe", 0, 0);
    SHOW(fgetxattr, 3, "nothing.x", status, 9);
    SHOW(getxattr, "numbers", "user.", status, 9);
    SHOW(getxattr, "numbers", "", status, 9);
    SHOW(getxattr, "numbers", name, status, 9);
    SHOW(getxattr, "numbers", BAD, status, 9);
    SHOW(getxattr, "missing", "user.bareprobe", status, 9);
    SHOW(getxattr, "missing", BAD, status, 9);
    SHOW(fgetxattr, 99, "user.bareprobe", status, 9);
    SHOW(listxattr, "numbers", status, 9);
    SHOW(llistxattr, "numbers", 0, 0);
    SHOW(flistxattr, 3, BAD, 9);
    SHOW(listxattr, "missing", status, 9);
    SHOW(llistxattr, BAD, status, 9);
    SHOW(flistxattr, 99, status, 9);
    SHOW(removexattr, "numbers", "user.bareprobe");
    SHOW(lremovexattr, "numbers", "nothing.x");
    SHOW(fremovexattr, 3, "user.bareprobe");
    SHOW(removexattr, "missing", "user.bareprobe");
    SHOW(fremovexattr, 99, "");
    SHOW(setxattr, "numbers", "nothing.x", "1", 1, 0);
    SHOW(lsetxattr, "numbers", "nothing.x", "1", 1, 1);
    SHOW(fsetxattr, 3, "nothing.x", "1", 1, 4);
    SHOW(setxattr, "numbers", "", BAD, 1, 0);
    SHOW(setxattr, "numbers", "nothing.x", BAD, 65537, 0);
    SHOW(setxattr, "numbers", "nothing.x", BAD, 1, 0);
    SHOW(setxattr, "missing", "nothing.x", "1", 1, 0);
    SHOW(fsetxattr, 99, "nothing.x", "1", 1, 0);
}

void program(void)
{
    CALL(umask, 022);
    show_status();
    show_errors();
    show_access();
    show_permissions();
    show_owners();
    show_times();
    show_attributes();
}
