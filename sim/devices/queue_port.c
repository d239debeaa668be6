/*
 * SPDX-License-Identifier: MIT
 * Work queue shared by several simulators: a counter in shared memory.
 */
#include "sim/devices/queue_port.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool queue_port_open(struct queue_port *queue, const char *path)
{
    struct stat status;
    const int file = open(path, O_RDWR | O_CLOEXEC);
    void *shared = MAP_FAILED;

    if (file < 0)
        return false;
    if (fstat(file, &status) == 0 && status.st_size >= (off_t)sizeof *queue->next)
        shared = mmap(NULL, sizeof *queue->next, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared == MAP_FAILED)
        return false;
    queue->next = shared;
    return true;
}

uint32_t queue_port_next(struct queue_port *queue)
{
    return queue->next ? atomic_fetch_add(queue->next, 1) : UINT32_MAX;
}
