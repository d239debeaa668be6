/*
 * SPDX-License-Identifier: MIT
 * Lock files follow FHS 3.0, section 5.9: /run/lock/LCK..NAME has the process as ten characters
 * and a newline; microcom writes a binary number. NAME is the last part of the path (cu, kermit,
 * microcom), or the path below /dev with '_' for '/' (minicom).
 */
#include "host/machines/port_users.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "host/base/allocation.h"

#define LOCK_FILES "/run/lock/LCK.."
#define DEVICES    "/dev/"

/* ---- lock files ------------------------------------------------------------------------------ */

/* The binary form contains a zero byte: process numbers are below 2^22. */
static long port_users_parse_lock(const char *bytes, size_t count)
{
    int32_t number = 0;
    if (count >= sizeof number && memchr(bytes, 0, sizeof number)) {
        memcpy(&number, bytes, sizeof number);
        return number;
    }
    return strtol(bytes, NULL, 10);
}

/* Returns the living process that a lock file names; 0: none. A file without one is left over from
 * a program that was killed. */
static pid_t port_users_read_lock(const char *device)
{
    char *path = allocate_text(LOCK_FILES "%s", device), bytes[32] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    free(path);
    if (file < 0)
        return 0;
    ssize_t got = read(file, bytes, sizeof bytes - 1);
    close(file);
    long process = got > 0 ? port_users_parse_lock(bytes, (size_t)got) : 0;
    bool running =
        process > 0 && process <= INT_MAX && (kill((pid_t)process, 0) == 0 || errno == EPERM);
    return running ? (pid_t)process : 0;
}

static pid_t port_users_read_lock_of_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    pid_t process = port_users_read_lock(slash ? slash + 1 : path);
    if (process || strncmp(path, DEVICES, sizeof DEVICES - 1) != 0)
        return process;
    char *device = allocate_copy(path + sizeof DEVICES - 1);
    for (char *at = device; (at = strchr(at, '/'));)
        *at = '_';
    process = port_users_read_lock(device);
    free(device);
    return process;
}

static pid_t port_users_lock_file(const char *path, const char *name)
{
    pid_t process = port_users_read_lock_of_path(path);
    return process || !strcmp(path, name) ? process : port_users_read_lock_of_path(name);
}

int port_users_lock(int file, const char *path, const char *name)
{
    if (flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return EBUSY;
    return port_users_lock_file(path, name) ? EBUSY : 0;
}

/* Reads /proc/locks: "1: FLOCK ADVISORY WRITE 7432 00:1a:3 0 EOF". */
static pid_t port_users_flock_holder(const char *path)
{
    struct stat port;
    char line[256];
    FILE *locks = stat(path, &port) ? NULL : fopen("/proc/locks", "re");
    pid_t found = 0;
    while (locks && !found && fgets(line, sizeof line, locks)) {
        int process;
        unsigned device[2];
        unsigned long long inode;
        if (sscanf(line, "%*s FLOCK %*s %*s %d %x:%x:%llu", &process, &device[0], &device[1],
                   &inode) == 4 &&
            makedev(device[0], device[1]) == port.st_dev && inode == port.st_ino)
            found = process;
    }
    if (locks)
        fclose(locks);
    return found;
}

pid_t port_users_locker(const char *path, const char *name)
{
    pid_t process = port_users_flock_holder(path);
    return process ? process : port_users_lock_file(path, name);
}

/* ---- open files ------------------------------------------------------------------------------ */

static bool port_users_can_read(int process_folder, const char *descriptor)
{
    char *path = allocate_text("fdinfo/%s", descriptor), line[64];
    int file = openat(process_folder, path, O_RDONLY | O_CLOEXEC);
    FILE *info = file < 0 ? NULL : fdopen(file, "r");
    unsigned flags = O_WRONLY;
    free(path);
    while (info && fgets(line, sizeof line, info))
        if (sscanf(line, "flags: %o", &flags) == 1)
            break;
    if (info)
        fclose(info);
    return (flags & O_ACCMODE) != O_WRONLY;
}

static bool port_users_has_open(const char *process, const char *path)
{
    char *name = allocate_text("/proc/%s", process), target[PATH_MAX];
    int folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int descriptors = folder < 0 ? -1 : openat(folder, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = descriptors < 0 ? NULL : fdopendir(descriptors);
    bool found = false;
    free(name);
    for (struct dirent *entry; list && !found && (entry = readdir(list));) {
        ssize_t length = readlinkat(descriptors, entry->d_name, target, sizeof target - 1);
        target[length > 0 ? length : 0] = 0;
        found = !strcmp(target, path) && port_users_can_read(folder, entry->d_name);
    }
    if (list)
        closedir(list);
    if (folder >= 0)
        close(folder);
    return found;
}

pid_t port_users_reader(const char *path)
{
    DIR *processes = opendir("/proc");
    pid_t found = 0;
    for (struct dirent *entry; processes && !found && (entry = readdir(processes));) {
        pid_t process = isdigit((unsigned char)*entry->d_name) ? atoi(entry->d_name) : 0;
        if (process && process != getpid() && port_users_has_open(entry->d_name, path))
            found = process;
    }
    if (processes)
        closedir(processes);
    return found;
}

char *port_users_text(pid_t process)
{
    char *path = allocate_text("/proc/%d/comm", process), name[64] = "";
    FILE *file = fopen(path, "re");
    if (file && !fgets(name, sizeof name, file))
        *name = 0;
    if (file)
        fclose(file);
    free(path);
    name[strcspn(name, "\n")] = 0;
    return *name ? allocate_text("%s (process %d)", name, process)
                 : allocate_text("process %d", process);
}
