/*
 * SPDX-License-Identifier: MIT
 * Which operations on an open file would not wait, as poll(2) reports them, and the watches of
 * epoll(7), which are notified when that may have changed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/process/files/open_file.h"

/* include/uapi/asm-generic/poll.h */
enum poll_events {
    POLLIN = 1,
    POLLOUT = 4,
    POLLERR = 8,
    POLLHUP = 16,
    POLLNVAL = 32,
    POLLRDNORM = 64,
    POLLWRNORM = 256,
};

uint32_t open_file_events(const struct open_file *file);

/* A descriptor that an epoll watches. It ends when its open file is closed. */
struct event_watch {
    struct event_watch *next; /* of all, the newest first */
    struct file_node *epoll;
    struct open_file *file;
    uint32_t descriptor; /* at the registration */
    uint32_t events;     /* wanted, with epoll's flags; without events it is off */
    uint64_t data;       /* the program's */
    uint32_t turn;       /* in the list of possibly ready watches, from 1 on; 0: not listed */
};

/* The device of the nodes that epoll_create() makes. */
extern const struct device epoll_device;

static inline bool open_file_is_epoll(const struct open_file *file)
{
    return file->node->device == &epoll_device;
}

struct event_watch *event_watch_find(const struct file_node *epoll, const struct open_file *file,
                                     uint32_t descriptor);

/* Returns NULL without memory. The watch is in no list yet. */
struct event_watch *event_watch_add(struct file_node *epoll, struct open_file *file,
                                    uint32_t descriptor);
void event_watch_remove(struct event_watch *watch);

/* Returns the events that the program waits for and that are ready. */
uint32_t event_watch_events(const struct event_watch *watch);

/* Appends a watch to the list of possibly ready ones, and notifies the watches of its epoll. */
void event_watch_list(struct event_watch *watch);

/* Returns the watch of the epoll with the lowest turn from `turn` on, or NULL. */
struct event_watch *event_watch_from(const struct file_node *epoll, uint32_t turn);

/* Returns the turn that the next watch gets. */
uint32_t event_watch_next_turn(void);

/* Lists the watches of a node that want one of the events; 0: all. */
void event_watches_notify(const struct file_node *node, uint32_t events);

/* Removes the watches of an open file, and those of an epoll, that are closed. */
void event_watches_close(const struct open_file *file);

/* Reports whether the epoll watches the other one, itself or by others. */
bool event_watches_reach(const struct file_node *epoll, const struct file_node *other);
