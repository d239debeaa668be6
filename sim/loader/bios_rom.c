/*
 * SPDX-License-Identifier: MIT
 * Loads a BIOS ROM into guest memory below 1 MB, which cpu->rom_size protects from writes. The same
 * bytes are also visible below 4 GB (see guest_memory.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/loader/bios_rom.h"
#include "sim/loader/file_contents.h"
#include "sim/cpu/guest_memory.h"

bool bios_rom_load(struct cpu *cpu, const char *path)
{
    size_t size;
    uint8_t *file = file_contents_read(path, &size);

    if (!file)
        return false;
    if (size != 64 << 10 && size != 128 << 10) {
        fprintf(stderr, "vpentium: %s: %zu bytes; a BIOS ROM must have 65536 or 131072\n", path,
                size);
        free(file);
        return false;
    }
    memcpy(cpu->ram + ROM_END - size, file, size);
    cpu->rom_size = (uint32_t)size;
    free(file);
    page_walk_flush_windows(cpu);
    return true;
}
