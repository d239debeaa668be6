/*
 * SPDX-License-Identifier: MIT
 * The tree of files and directories. Nodes that are installed before a run come back in the next
 * run as they were; those that the program creates vanish with its memory.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/process/files/node_contents.h"
#include "kernel/process/program_clock.h"

struct device;
struct pipe_buffer;

#define EVENT_COUNT_MOST (UINT64_MAX - 1)

/* The counter of an eventfd. */
struct event_counter {
    uint64_t count;
    bool one_by_one; /* a read takes 1, instead of all */
};

struct file_node {
    struct file_node *parent, *children, *next; /* children in the order of their arrival */
    const char *name;
    uint32_t order;  /* in the directory; from FIRST_ORDER on, a position for getdents() */
    uint32_t number; /* inode number */
    uint32_t mode;   /* type and permissions, as in struct stat */
    uint32_t owner, group;
    struct program_time accessed, modified, changed;
    uint32_t users;                /* open files, and 1 for the current directory */
    bool removed;                  /* from the tree */
    bool written;                  /* created or changed by the program */
    bool is_installed;             /* its memory is not the run's */
    bool has_pool_name;            /* `name` is from process_files->names */
    struct file_node *named;       /* the node whose further name this is; NULL: itself */
    uint32_t further_names;        /* hard links to this node, without its first name */
    struct file_contents contents; /* of a file; of a symbolic link, its target */
    const struct device *device;   /* of a character device, and of an eventfd, which has no type */
    struct event_counter counter;  /* of an eventfd */
    struct pipe_buffer *pipe;      /* of a FIFO */
};

#define FIRST_ORDER 2u /* positions 0 and 1 are `.` and `..` */

static inline uint32_t node_type(const struct file_node *node)
{
    return node->mode & 0170000;
}

static inline bool node_is_directory(const struct file_node *node)
{
    return node_type(node) == 0040000;
}

/* Returns the child of that name, or NULL. */
struct file_node *node_child(const struct file_node *directory, const char *name);

/* Returns a new node that is in no directory, with one user, or NULL without memory. */
struct file_node *node_create(uint32_t mode);

/* Returns a new node in a directory, without users, or NULL without memory. */
struct file_node *node_create_in(struct file_node *directory, const char *name, uint32_t mode);

/*
 * Adds a further name of a node to a directory. The name is a separate node, which uses only the
 * members of a name. Returns 0, or -LINUX_ENOSPC without memory.
 */
int32_t node_add_name(struct file_node *node, struct file_node *directory, const char *name);

/* Returns the node that an entry of a directory names; NULL for NULL. */
static inline struct file_node *node_of_entry(struct file_node *entry)
{
    return entry && entry->named ? entry->named : entry;
}

/* Removes a node from its directory. Its memory is freed when it has no users. */
void node_remove(struct file_node *node);

/* Moves a node. Returns 0 or -LINUX_ENOSPC. */
int32_t node_move(struct file_node *node, struct file_node *directory, const char *name);

/* Adds or removes a user. */
void node_use(struct file_node *node);
void node_release(struct file_node *node);

/* Set the times of a change of contents, and of a change of the node alone, to now. */
void node_modified(struct file_node *node);
void node_changed(struct file_node *node);

/* ---- before the first run ----------------------------------------------------------------------
 */

/*
 * Installs a node in a directory (NULL: the root itself). The name is copied. `contents` and its
 * module stay where they are. Returns NULL without memory.
 */
struct file_node *node_install(struct file_node *directory, const char *name, uint32_t mode,
                               const struct file_contents *contents, const struct device *device);

/* Makes the tree what was installed. The frames of the last run are free already. */
void nodes_reset(void);
