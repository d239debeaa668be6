/*
 * SPDX-License-Identifier: MIT
 * Work queue shared by several simulators: a counter in shared memory.
 */
#include "sim/devices/dealer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool dealer_open(struct dealer *dealer, const char *path)
{
    struct stat status;
    const int file = open(path, O_RDWR | O_CLOEXEC);
    void *shared = MAP_FAILED;

    if (file < 0)
        return false;
    if (fstat(file, &status) == 0 && status.st_size >= (off_t)sizeof *dealer->next)
        shared = mmap(NULL, sizeof *dealer->next, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared == MAP_FAILED)
        return false;
    dealer->next = shared;
    return true;
}

uint32_t dealer_next(struct dealer *dealer)
{
    return dealer->next ? atomic_fetch_add(dealer->next, 1) : UINT32_MAX;
}
