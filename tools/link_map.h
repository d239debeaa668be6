/*
 * SPDX-License-Identifier: MIT
 * Reads the map that GNU ld writes (-Map): finds the object file of the code at an address.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct link_map_part {
    uint32_t address, size; /* bytes */
    char *object;           /* the file name given to ld */
};

struct link_map {
    struct link_map_part *parts; /* sorted by address */
    size_t count;
};

/* Returns 0, or -1 with a sentence in `error`. link_map_free() is needed only after success. */
int link_map_load(struct link_map *map, const char *path, char *error, size_t error_size);
void link_map_free(struct link_map *map);

/* Returns the part that contains the address, or NULL. */
const struct link_map_part *link_map_part(const struct link_map *map, uint32_t address);

/*
 * Writes the benchmark of an object file below .../bench/, "group/name", to `name`. Returns its
 * length, or 0 if the file is not a benchmark or the name does not fit.
 */
size_t link_map_benchmark(const char *object, char *name, size_t size);
