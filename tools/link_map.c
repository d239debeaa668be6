/*
 * SPDX-License-Identifier: MIT
 * Parses ld's map. A line of its part "memory map" is " .text.name  0xADDRESS  0xSIZE  FILE"; after
 * a long name the rest is on the next line. Sections of the image begin in the first column.
 */
#include "tools/link_map.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int link_map_by_address(const void *left, const void *right)
{
    const struct link_map_part *a = left, *b = right;

    return a->address < b->address ? -1 : a->address > b->address;
}

static bool link_map_read_part(const char *line, struct link_map_part *part)
{
    const char *numbers = strstr(line, " 0x");
    uint64_t address, size;
    int at = 0;

    if (!numbers || line[0] != ' ' ||
        sscanf(numbers, " 0x%" SCNx64 " 0x%" SCNx64 " %n", &address, &size, &at) != 2 || !at ||
        !numbers[at] || !size || address + size > UINT32_MAX)
        return false;
    part->address = (uint32_t)address;
    part->size = (uint32_t)size;
    part->object = strdup(numbers + at);
    if (part->object)
        part->object[strcspn(part->object, "\n")] = '\0';
    return part->object;
}

static int link_map_read_lines(struct link_map *map, FILE *stream)
{
    char *line = NULL;
    size_t capacity = 0, parts = 0;
    bool debugging = false; /* unloaded sections start at 0 and would overlap addresses at 1 MB */
    int status = 0;

    while (status == 0 && getline(&line, &capacity, stream) >= 0) {
        struct link_map_part part;

        if (line[0] == '.')
            debugging = strncmp(line, ".debug", 6) == 0;
        if (debugging || !link_map_read_part(line, &part))
            continue;
        if (map->count == parts) {
            struct link_map_part *grown =
                reallocarray(map->parts, parts * 2 + 64, sizeof *map->parts);

            status = grown ? 0 : -1;
            if (grown) {
                map->parts = grown;
                parts = parts * 2 + 64;
            }
        }
        if (status == 0)
            map->parts[map->count++] = part;
        else
            free(part.object);
    }
    free(line);
    return status;
}

int link_map_load(struct link_map *map, const char *path, char *error, size_t error_size)
{
    FILE *stream = fopen(path, "r");

    *map = (struct link_map){0};
    if (!stream) {
        snprintf(error, error_size, "%s", strerror(errno));
        return -1;
    }
    int status = link_map_read_lines(map, stream);

    fclose(stream);
    if (status == 0 && map->count) {
        qsort(map->parts, map->count, sizeof *map->parts, link_map_by_address);
        return 0;
    }
    snprintf(error, error_size, status ? "out of memory for the map" : "is not a map of GNU ld");
    link_map_free(map);
    return -1;
}

void link_map_free(struct link_map *map)
{
    for (size_t i = 0; i < map->count; i++)
        free(map->parts[i].object);
    free(map->parts);
    *map = (struct link_map){0};
}

const struct link_map_part *link_map_part(const struct link_map *map, uint32_t address)
{
    size_t low = 0, high = map->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (map->parts[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address - map->parts[low - 1].address >= map->parts[low - 1].size)
        return NULL;
    return &map->parts[low - 1];
}

size_t link_map_benchmark(const char *object, char *name, size_t size)
{
    static const char folder[] = "/bench/";
    const char *found = strstr(object, folder);

    if (!found)
        return 0;
    found += sizeof folder - 1;
    const char *end = strrchr(found, '.');
    size_t length = end ? (size_t)(end - found) : strlen(found);

    if (!memchr(found, '/', length) || length >= size)
        return 0;
    memcpy(name, found, length);
    name[length] = '\0';
    return length;
}
