/*
 * SPDX-License-Identifier: MIT
 * Reads the map that GNU ld writes (-Map): which object file the code at an address came from.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct link_map_part {
    uint32_t address, size; /* bytes */
    char *object;           /* the file as ld was given it */
};

struct link_map {
    struct link_map_part *parts; /* by address */
    size_t count;
};

/* 0, or -1 with a sentence in `error`. link_map_free() is needed after success only. */
int link_map_load(struct link_map *map, const char *path, char *error, size_t error_size);
void link_map_free(struct link_map *map);

/* The part that holds the address; NULL where none does. */
const struct link_map_part *link_map_part(const struct link_map *map, uint32_t address);

/*
 * The benchmark that an object file below .../bench/ is, "group/name", in `name`; its length, or 0
 * where it is none or has no room.
 */
size_t link_map_benchmark(const char *object, char *name, size_t size);
