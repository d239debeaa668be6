/*
 * SPDX-License-Identifier: MIT
 * Other programs that use a serial port: the locks that they hold, and the processes that have the
 * port open.
 */
#pragma once

#include <sys/types.h>

/* Locks an open port with flock(), as picocom, tio and miniterm do, and reads the lock files of
 * minicom, cu and kermit. `path` is the port's path without links, `name` the path that the user
 * gave. Returns 0, or EBUSY if another program has locked the port. */
int port_users_lock(int file, const char *path, const char *name);

/* Returns the process that has locked the port, by flock() or by a lock file; 0: not found. */
pid_t port_users_locker(const char *path, const char *name);

/* Returns the first other process that has the port open for reading, of those whose open files
 * this user can see; 0: none. */
pid_t port_users_reader(const char *path);

/* Returns "picocom (process 123)". The caller frees it. */
char *port_users_text(pid_t process);
