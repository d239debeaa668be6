/*
 * SPDX-License-Identifier: MIT
 * Collects trials and writes them as a module of trial_guest.asm.
 */
#include "tests/reordering/trial_file.h"

#include <stdlib.h>
#include <string.h>

static void *grown(void *old, size_t size)
{
    void *bytes = realloc(old, size);
    if (!bytes)
        abort();
    return bytes;
}

uint32_t trial_file_append(struct trial_file *file, const void *bytes, size_t size)
{
    const size_t place = file->size;
    file->bytes = grown(file->bytes, place + size);
    memcpy(file->bytes + place, bytes, size);
    file->size += size;
    return (uint32_t)place;
}

void trial_file_add(struct trial_file *file, uint32_t code, uint32_t state)
{
    file->trials = grown(file->trials, (file->n + 1) * sizeof *file->trials);
    file->trials[file->n++] = (struct trial){code, state};
}

int trial_file_write(const struct trial_file *file, FILE *to)
{
    const uint32_t header = (uint32_t)(sizeof file->n + file->n * sizeof *file->trials);
    fwrite(&file->n, sizeof file->n, 1, to);
    for (uint32_t i = 0; i < file->n; i++) {
        const struct trial trial = {file->trials[i].code + header, file->trials[i].state + header};
        fwrite(&trial, sizeof trial, 1, to);
    }
    fwrite(file->bytes, 1, file->size, to);
    return ferror(to) ? -1 : 0;
}

void trial_file_free(struct trial_file *file)
{
    free(file->bytes);
    free(file->trials);
}
