/*
 * SPDX-License-Identifier: MIT
 * Dispatches calls to the kind of target.
 */
#include "host/machines/target.h"

#include <stdlib.h>

#include "host/machines/target_kind.h"

int target_read(struct target *target, char *bytes, size_t size)
{
    return target->kind->read(target, bytes, size);
}

int target_write(struct target *target, const char *bytes, size_t count)
{
    return target->kind->write ? target->kind->write(target, bytes, count) : -1;
}

int target_descriptor(const struct target *target)
{
    return target->descriptor;
}

unsigned target_baud(const struct target *target)
{
    return target->baud;
}

const char *target_name(const struct target *target)
{
    return target->name;
}

void target_finish(struct target *target)
{
    if (target->kind->finish)
        target->kind->finish(target);
}

void target_stop(struct target *target, int complain)
{
    if (!target)
        return;
    target->kind->stop(target, complain);
    free(target->name);
    free(target);
}
