/*
 * SPDX-License-Identifier: MIT
 * The state of all files, in memory that is allocated when a program is present.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/process/files/file_node.h"
#include "kernel/process/files/linux_files.h"

#define DESCRIPTORS   1024u /* RLIMIT_NOFILE */
#define MISSING_NAMES 16u

struct open_file;
struct event_watch;
struct installed_node;

/* Memory in pieces of one size from frames. */
struct pool {
    void *free; /* the first word of a free piece points to the next */
    uint8_t *next;
    uint32_t left; /* pieces at `next` */
    uint32_t bytes;
};

/* pool_take() returns a piece of zeros, or NULL without memory. */
void *pool_take(struct pool *pool);
void pool_return(struct pool *pool, void *piece);
void pool_reset(struct pool *pool, uint32_t bytes);

struct descriptor {
    struct open_file *file; /* NULL: closed */
    bool close_on_exec;
};

struct process_files {
    struct file_node *root, *home, *current;
    struct file_node *standard[3]; /* input, output, error */
    struct installed_node *installed, **last_installed;
    uint32_t last_number, last_order;
    struct pool nodes, names, open_files, pipes, watch_pool;
    struct event_watch *watches; /* of epolls */
    uint32_t last_turn;          /* of a watch */
    struct descriptor descriptor[DESCRIPTORS];
    uint32_t descriptor_limit; /* RLIMIT_NOFILE; at most DESCRIPTORS */
    uint32_t mask;             /* of umask() */
    uint32_t frames_at_start;  /* frames_left() before the run */
    uint32_t random_state;     /* of /dev/urandom and getrandom() */
    uint32_t restartable[3];   /* of rseq(): area, size, signature; area 0: none */
    int32_t nice;              /* of setpriority() */
    uint32_t policy;           /* of sched_setscheduler() */
    int32_t priority;          /* of sched_setparam() */
    char process_name[16];     /* of prctl() */
    char path[2][PATH_SIZE];   /* arguments of the call that is running */
    char rest[PATH_SIZE];      /* what is left of a path */
    char last[2][NAME_SIZE];   /* last names of those paths */
    char missing[MISSING_NAMES][NAME_SIZE];
    uint32_t missing_names;
    uint8_t zeros[BLOCK_BYTES];
};

/* NULL without a program. */
extern struct process_files *process_files;
