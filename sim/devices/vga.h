/*
 * SPDX-License-Identifier: MIT
 * Text mode of a display adapter: the CRT controller's registers, stored as written, and the
 * retrace bits. The characters are plain memory at B8000h (colour) and B0000h (monochrome).
 * Registers and addresses: IBM VGA and Monochrome Display Adapter Technical References.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define VGA_CRTC_REGISTERS 0x19

struct vga {
    uint8_t index[2]; /* monochrome and colour controller */
    uint8_t crtc[2][VGA_CRTC_REGISTERS];
};

void vga_reset(struct vga *vga);
/* True if the port belongs to one of the adapters. */
bool vga_owns(uint16_t port);
/* The retrace bits depend on `now`, in clocks, and `hz`, clocks per second. */
uint8_t vga_in(const struct vga *vga, uint16_t port, uint64_t now, uint32_t hz);
void vga_out(struct vga *vga, uint16_t port, uint8_t value);
/*
 * Prints the 25 lines of 80 characters in UTF-8, without trailing blanks: the colour page, or the
 * monochrome page if only that has text. `memory` is the guest's, from address 0.
 */
void vga_print(const struct vga *vga, const uint8_t *memory, FILE *output);
