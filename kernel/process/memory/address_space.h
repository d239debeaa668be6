/*
 * SPDX-License-Identifier: MIT
 * A program's address space: 4 KB pages from the end of the memory that the kernel maps to itself
 * up to SPACE_END. A page is free, reserved (no access and no memory), or backed by memory with the
 * rights of mmap()'s PROT_ bits.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SPACE_END        0xC0000000u /* as Linux divides 4 GB by default */
#define SPACE_PAGE_BYTES 4096u

/* Linux's PROT_ bits (include/uapi/asm-generic/mman-common.h). A page table has no execute bit. */
#define SPACE_READ    1u
#define SPACE_WRITE   2u
#define SPACE_EXECUTE 4u

/* Unmaps everything. `start` is the lowest address, a multiple of 4 MB. */
void space_clear(uint32_t start);

/* Returns the lowest address. */
uint32_t space_start(void);

/*
 * Maps pages of zeros, or with rights of 0 reserves them. Address and size are multiples of the
 * page size. Older mappings there are removed first. Returns 0, or -1 if memory is exhausted: pages
 * before the failing one are then mapped.
 */
int space_map(uint32_t address, uint32_t bytes, unsigned rights);

void space_unmap(uint32_t address, uint32_t bytes);

/* Changes the rights. Returns 0, or a negated error number: LINUX_ENOMEM if a page is free. */
int32_t space_protect(uint32_t address, uint32_t bytes, unsigned rights);

/* Moves a page to another address, where nothing is mapped, without copying it. Returns 0 or -1. */
int space_move(uint32_t from, uint32_t to);

/* Reports whether no page of the range is mapped or reserved, and the range is in the space. */
bool space_is_free(uint32_t address, uint32_t bytes);

/* Reports whether the page is backed and grants all of these rights; 0: whether it is mapped. */
bool space_allows(uint32_t address, unsigned rights);

/* Returns the kernel's address of a byte of the program, or NULL if its page is not backed. */
uint8_t *space_kernel_address(uint32_t address);

/*
 * Returns the highest free range of that size that ends at or below `below`, or 0 if no range is
 * free.
 */
uint32_t space_find_free(uint32_t bytes, uint32_t below);
