/*
 * SPDX-License-Identifier: MIT
 * What text mode needs of an adapter: the CRT controller's registers, kept as written, and the
 * retrace bits. The characters are plain memory at B8000h (colour) and B0000h (monochrome).
 * Registers and addresses: IBM VGA and Monochrome Display Adapter Technical References.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define VGA_CRTC_REGISTERS 0x19

struct vga {
    uint8_t index[2]; /* of the monochrome and the colour controller */
    uint8_t crtc[2][VGA_CRTC_REGISTERS];
};

void vga_reset(struct vga *vga);
/* Whether the port is one of the adapters'. */
bool vga_owns(uint16_t port);
/* `now` in clocks, `hz` of them a second: the retrace bits come from it. */
uint8_t vga_in(const struct vga *vga, uint16_t port, uint64_t now, uint32_t hz);
void vga_out(struct vga *vga, uint16_t port, uint8_t value);
/*
 * The 25 lines of 80 characters in UTF-8, without blanks at the end of a line: the colour page, or
 * the monochrome one where only that has text. `memory` is the guest's, from address 0.
 */
void vga_print(const struct vga *vga, const uint8_t *memory, FILE *output);
