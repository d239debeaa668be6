/*
 * SPDX-License-Identifier: MIT
 * VGA and MDA text mode: CRT controller registers and the text screen.
 */
#include "sim/devices/vga.h"

#define COLUMNS   80u
#define ROWS      25u
#define PAGE_MASK 0x7fffu /* 32 KB of text memory, in which addresses wrap */

#define MONOCHROME_MEMORY 0xb0000u
#define COLOUR_MEMORY     0xb8000u

#define PORT_MONOCHROME_INDEX  0x3b4
#define PORT_MONOCHROME_STATUS 0x3ba
#define PORT_COLOUR_INDEX      0x3d4
#define PORT_COLOUR_STATUS     0x3da

#define CRTC_CURSOR_START 0x0a
#define CRTC_CURSOR_END   0x0b
#define CRTC_START_HIGH   0x0c

#define STATUS_BLANK    0x01u /* horizontal or vertical retrace */
#define STATUS_VERTICAL 0x08u

/* 720 x 400 text: 449 lines at 31.469 kHz, 400 of them displayed; 900 dots, 720 of them
 * displayed. */
#define LINE_HZ       31469u
#define LINES         449u
#define LINES_SHOWN   400u
#define RETRACE_FIRST 412u
#define RETRACE_LAST  413u
#define SHOWN_OF_TEN  8u

void vga_reset(struct vga *vga)
{
    *vga = (struct vga){0};
    for (unsigned i = 0; i < 2; i++) {
        vga->crtc[i][CRTC_CURSOR_START] = 0x0d;
        vga->crtc[i][CRTC_CURSOR_END] = 0x0e;
    }
}

bool vga_owns(uint16_t port)
{
    return (port >= 0x3b0 && port <= 0x3bb) || (port >= 0x3c0 && port <= 0x3df);
}

static uint8_t vga_status(uint64_t now, uint32_t hz)
{
    const uint64_t tenths = (uint64_t)((unsigned __int128)now * LINE_HZ * 10 / hz);
    const unsigned line = (unsigned)(tenths / 10 % LINES);
    const bool blank = line >= LINES_SHOWN || tenths % 10 >= SHOWN_OF_TEN;
    const bool vertical = line >= RETRACE_FIRST && line <= RETRACE_LAST;

    return (blank ? STATUS_BLANK : 0) | (vertical ? STATUS_VERTICAL : 0);
}

uint8_t vga_in(const struct vga *vga, uint16_t port, uint64_t now, uint32_t hz)
{
    const unsigned adapter = port >= 0x3c0;
    const uint8_t index = vga->index[adapter];

    switch (port) {
    case PORT_MONOCHROME_INDEX:
    case PORT_COLOUR_INDEX:
        return index;
    case PORT_MONOCHROME_INDEX + 1:
    case PORT_COLOUR_INDEX + 1:
        return index < VGA_CRTC_REGISTERS ? vga->crtc[adapter][index] : 0xff;
    case PORT_MONOCHROME_STATUS:
    case PORT_COLOUR_STATUS:
        return vga_status(now, hz);
    default:
        return 0xff;
    }
}

void vga_out(struct vga *vga, uint16_t port, uint8_t value)
{
    const unsigned adapter = port >= 0x3c0;

    if (port == PORT_MONOCHROME_INDEX || port == PORT_COLOUR_INDEX)
        vga->index[adapter] = value;
    else if ((port == PORT_MONOCHROME_INDEX + 1 || port == PORT_COLOUR_INDEX + 1) &&
             vga->index[adapter] < VGA_CRTC_REGISTERS)
        vga->crtc[adapter][vga->index[adapter]] = value;
}

/* ---- the screen ---------------------------------------------------------------------------- */

/* Code page 437 outside ASCII, as Unicode. Codes 0 and 255 are blanks. */
static const uint16_t control_glyphs[] = {
    0x0020, 0x263a, 0x263b, 0x2665, 0x2666, 0x2663, 0x2660, 0x2022, 0x25d8, 0x25cb, 0x25d9,
    0x2642, 0x2640, 0x266a, 0x266b, 0x263c, 0x25ba, 0x25c4, 0x2195, 0x203c, 0x00b6, 0x00a7,
    0x25ac, 0x21a8, 0x2191, 0x2193, 0x2192, 0x2190, 0x221f, 0x2194, 0x25b2, 0x25bc,
};

static const uint16_t high_glyphs[] = {
    0x2302, 0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7, 0x00ea, 0x00eb, 0x00e8,
    0x00ef, 0x00ee, 0x00ec, 0x00c4, 0x00c5, 0x00c9, 0x00e6, 0x00c6, 0x00f4, 0x00f6, 0x00f2, 0x00fb,
    0x00f9, 0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3, 0x00a5, 0x20a7, 0x0192, 0x00e1, 0x00ed, 0x00f3,
    0x00fa, 0x00f1, 0x00d1, 0x00aa, 0x00ba, 0x00bf, 0x2310, 0x00ac, 0x00bd, 0x00bc, 0x00a1, 0x00ab,
    0x00bb, 0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551,
    0x2557, 0x255d, 0x255c, 0x255b, 0x2510, 0x2514, 0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e,
    0x255f, 0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c, 0x2567, 0x2568, 0x2564, 0x2565,
    0x2559, 0x2558, 0x2552, 0x2553, 0x256b, 0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590,
    0x2580, 0x03b1, 0x00df, 0x0393, 0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4, 0x03a6, 0x0398, 0x03a9,
    0x03b4, 0x221e, 0x03c6, 0x03b5, 0x2229, 0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7,
    0x2248, 0x00b0, 0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x0020,
};

_Static_assert(sizeof control_glyphs / sizeof control_glyphs[0] == 0x20, "codes 0 to 1Fh");
_Static_assert(sizeof high_glyphs / sizeof high_glyphs[0] == 0x100 - 0x7f, "codes 7Fh to FFh");

static uint16_t glyph(uint8_t code)
{
    if (code < 0x20)
        return control_glyphs[code];
    return code < 0x7f ? code : high_glyphs[code - 0x7f];
}

static void vga_put_utf8(uint16_t character, FILE *output)
{
    if (character < 0x80) {
        putc(character, output);
    } else if (character < 0x800) {
        putc(0xc0 | character >> 6, output);
        putc(0x80 | (character & 0x3f), output);
    } else {
        putc(0xe0 | character >> 12, output);
        putc(0x80 | (character >> 6 & 0x3f), output);
        putc(0x80 | (character & 0x3f), output);
    }
}

struct vga_page {
    const uint8_t *memory;
    uint32_t start; /* of the first character, in characters */
};

static uint16_t character_at(const struct vga_page *page, unsigned row, unsigned column)
{
    const uint32_t at = (page->start + row * COLUMNS + column) * 2;

    return glyph(page->memory[at & PAGE_MASK]);
}

static struct vga_page vga_page_of(const struct vga *vga, const uint8_t *memory, bool colour)
{
    const uint8_t *crtc = vga->crtc[colour];

    return (struct vga_page){
        .memory = memory + (colour ? COLOUR_MEMORY : MONOCHROME_MEMORY),
        .start = (uint32_t)crtc[CRTC_START_HIGH] << 8 | crtc[CRTC_START_HIGH + 1],
    };
}

static unsigned line_length(const struct vga_page *page, unsigned row)
{
    unsigned length = COLUMNS;

    while (length && character_at(page, row, length - 1) == ' ')
        length--;
    return length;
}

static bool blank(const struct vga_page *page)
{
    for (unsigned row = 0; row < ROWS; row++)
        if (line_length(page, row))
            return false;
    return true;
}

void vga_print(const struct vga *vga, const uint8_t *memory, FILE *output)
{
    const struct vga_page monochrome = vga_page_of(vga, memory, false);
    struct vga_page page = vga_page_of(vga, memory, true);

    if (blank(&page) && !blank(&monochrome))
        page = monochrome;
    for (unsigned row = 0; row < ROWS; row++) {
        const unsigned length = line_length(&page, row);
        for (unsigned column = 0; column < length; column++)
            vga_put_utf8(character_at(&page, row, column), output);
        putc('\n', output);
    }
}
