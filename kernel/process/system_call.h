/*
 * SPDX-License-Identifier: MIT
 * Linux/i386 system calls: INT 80h with the number in EAX and arguments in EBX, ECX, EDX, ESI, EDI
 * and EBP; EAX receives the result, or a negated error number (linux_errno.h). No other register
 * and no flag changes. Numbers are those of Linux's arch/x86/entry/syscalls/syscall_32.tbl.
 */
#pragma once

#include <stdint.h>

#define SYSTEM_CALL_ARGUMENTS 6

struct system_call {
    uint16_t number;
    uint8_t arguments; /* number of arguments in use */
    const char *name;  /* as Linux calls it; NULL ends a table */
    int32_t (*function)(const uint32_t argument[SYSTEM_CALL_ARGUMENTS]);
};

/* The calls by subject, each table in one file of the same name. */
extern const struct system_call memory_calls[];        /* brk, mmap, mprotect, ... */
extern const struct system_call process_calls[];       /* exit_group, set_thread_area, ... */
extern const struct system_call signal_calls[];        /* rt_sigaction, rt_sigreturn, tgkill, ... */
extern const struct system_call file_calls[];          /* openat, read, write, lseek, ... */
extern const struct system_call descriptor_calls[];    /* dup2, fcntl64, pipe, poll, ... */
extern const struct system_call status_calls[];        /* stat64, statx, access, ... */
extern const struct system_call directory_calls[];     /* getdents64, getcwd, mkdir, rename, ... */
extern const struct system_call attribute_calls[];     /* chmod, chown, utimensat, ... */
extern const struct system_call identity_calls[];      /* getpid, getuid32, fork, execve, ... */
extern const struct system_call time_calls[];          /* clock_gettime64, time, nanosleep, ... */
extern const struct system_call limit_calls[];         /* ugetrlimit, prlimit64, getrusage, ... */
extern const struct system_call system_info_calls[];   /* uname, sysinfo, futex, ... */
extern const struct system_call waiting_calls[];       /* poll, select, ... */
extern const struct system_call timer_calls[];         /* alarm, setitimer, timer_create, ... */
extern const struct system_call signal_wait_calls[];   /* sigsuspend, rt_sigtimedwait, ... */
extern const struct system_call scheduling_calls[];    /* nice, sched_getparam, mlock, ... */
extern const struct system_call storage_calls[];       /* statfs64, fallocate, fadvise64, ... */
extern const struct system_call socket_calls[];        /* socket, connect, socketcall, ... */
extern const struct system_call extended_attributes[]; /* getxattr, setxattr, listxattr, ... */
extern const struct system_call event_counter_calls[]; /* eventfd */
extern const struct system_call epoll_calls[]; /* epoll_create, epoll_ctl, epoll_wait, ... */

/* All tables; NULL ends the list. */
extern const struct system_call *const system_call_tables[];
