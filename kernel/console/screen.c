/*
 * SPDX-License-Identifier: MIT
 * Text screen and keyboard, polled without interrupts. Text memory and controller are as in IBM's
 * MDA and VGA Technical References, the keyboard controller as in the IBM AT's, the BIOS data area
 * as in Ralf Brown's MEMORY.LST.
 */
#include "kernel/console/screen.h"

#include "kernel/lib/string.h"
#include "kernel/lib/time.h"
#include "kernel/lib/x86.h"

/* The BIOS's copy of the CRT controller's port; the low byte identifies the controller. */
#define BIOS_CRT_PORT 0x463

#define BIOS_EQUIPMENT      0x410
#define EQUIPMENT_PS2_MOUSE 0x04

#define CRT_MONOCHROME    0x3B4
#define CRT_COLOUR        0x3D4
#define CRT_CURSOR_START  0x0A
#define CRT_START_HIGH    0x0C
#define CRT_START_LOW     0x0D
#define CURSOR_OFF        0x20
#define MEMORY_MONOCHROME 0xB0000
#define MEMORY_COLOUR     0xB8000

#define ROWS    25
#define LINES   (ROWS - 1) /* above the status line */
#define CELLS   (LINES * SCREEN_COLUMNS)
#define NORMAL  0x0700
#define REVERSE 0x7000
#define BLANK   (NORMAL | ' ')

#define PORT_KEYBOARD        0x60
#define PORT_KEYBOARD_STATUS 0x64
#define KEYBOARD_FULL        0x01
#define KEYBOARD_MOUSE       0x20 /* PS/2: the byte is from the mouse; AT: a transmit time-out */
#define KEY_ESC              0x01 /* in scan code set 1, to which the controller translates */
#define KEY_ENTER            0x1C
#define KEY_SPACE            0x39
#define KEY_PAGE_DOWN        0x51
#define KEY_RELEASED         0x80 /* also set in the prefixes E0h and E1h */

/* More bytes than a controller and its keyboard can buffer. */
#define MOST_KEYS 32

static volatile uint16_t *cells; /* NULL: no adapter */
static uint16_t crt;
static uint16_t scrolled[CELLS]; /* copy of the visible text: adapter memory is slow to read */
static unsigned at;              /* column in the last line of the scrolling part */
static bool ended; /* the last line is complete; the next character starts a new one */
static bool held;
static unsigned shown; /* lines since the last page wait */
static unsigned page_seconds;
static bool nobody;             /* no reader is present: pages do not wait */
static uint8_t kept[MOST_KEYS]; /* codes read while a page waited, which are for the prompt */
static unsigned n_kept;
static bool stop;
static char status_text[SCREEN_COLUMNS + 1];

/* ---- the adapter ---------------------------------------------------------------------------- */

static void screen_fill(unsigned from, unsigned to)
{
    for (; from < to; from++)
        scrolled[from] = BLANK;
}

static void screen_redraw(void)
{
    if (cells)
        memcpy((void *)cells, scrolled, sizeof scrolled);
}

static void screen_write_crt(uint8_t index, uint8_t value)
{
    port_write8(crt, index);
    port_write8(crt + 1, value);
}

/* Tests for memory at this address: without memory, the two words are not both retained. */
static bool screen_has_memory(volatile uint16_t *memory)
{
    memory[0] = 0x55AA;
    memory[1] = 0xAA55;
    return memory[0] == 0x55AA && memory[1] == 0xAA55;
}

/* BIOS data as read at the start: its page is unmapped when paging is on. */
static uint8_t bios_crt_port, bios_equipment;

static void screen_read_bios_data(void)
{
    static bool asked;
    if (asked)
        return;
    asked = true;
    bios_crt_port = x86_read8_safe(BIOS_CRT_PORT);
    bios_equipment = x86_read8_safe(BIOS_EQUIPMENT);
}

/*
 * Chooses colour, unless the BIOS found a monochrome adapter or only the monochrome address has
 * memory.
 */
static void screen_find_adapter(void)
{
    volatile uint16_t *colour = (volatile uint16_t *)MEMORY_COLOUR;
    volatile uint16_t *monochrome = (volatile uint16_t *)MEMORY_MONOCHROME;
    if (bios_crt_port != (CRT_MONOCHROME & 0xFF) && screen_has_memory(colour)) {
        crt = CRT_COLOUR;
        cells = colour;
    } else if (screen_has_memory(monochrome)) {
        crt = CRT_MONOCHROME;
        cells = monochrome;
    }
}

/* ---- the keyboard --------------------------------------------------------------------------- */

/*
 * Reports whether the waiting byte comes from a mouse that the BIOS has found, not from the
 * keyboard.
 */
static bool is_mouse(uint8_t status)
{
    return status & KEYBOARD_MOUSE && bios_equipment & EQUIPMENT_PS2_MOUSE;
}

/* Returns the scan code of a key pressed since the last call, or 0. */
static uint8_t screen_read_key(void)
{
    for (unsigned n = 0; n < MOST_KEYS; n++) {
        uint8_t status = port_read8(PORT_KEYBOARD_STATUS);
        if (status == 0xFF || !(status & KEYBOARD_FULL))
            return 0;
        uint8_t code = port_read8(PORT_KEYBOARD);
        if (!is_mouse(status) && code && !(code & KEY_RELEASED)) {
            stop |= code == KEY_ESC;
            nobody = false;
            return code;
        }
    }
    return 0;
}

bool screen_stop_asked(void)
{
    screen_read_key();
    return stop;
}

/* Returns the keyboard's next code, or -1. */
static int screen_read_code(void)
{
    uint8_t status = port_read8(PORT_KEYBOARD_STATUS);
    if (status == 0xFF || !(status & KEYBOARD_FULL))
        return -1;
    uint8_t code = port_read8(PORT_KEYBOARD);
    return is_mouse(status) ? -1 : code;
}

int screen_scan_code(void)
{
    if (!n_kept)
        return screen_read_code();
    uint8_t code = kept[0];
    memmove(kept, kept + 1, --n_kept);
    return code;
}

void screen_forget_stop(void)
{
    stop = false;
}

/* ---- text ----------------------------------------------------------------------------------- */

void screen_open(void)
{
    screen_read_bios_data();
    for (unsigned n = 0; n < MOST_KEYS && screen_read_key(); n++)
        ;
    stop = false;
    screen_find_adapter();
    if (!cells)
        return;
    screen_write_crt(CRT_START_HIGH, 0);
    screen_write_crt(CRT_START_LOW, 0);
    screen_write_crt(CRT_CURSOR_START, CURSOR_OFF);
    screen_fill(0, CELLS);
    screen_redraw();
    for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
        cells[CELLS + column] = BLANK;
}

void screen_pages(unsigned seconds, bool reader)
{
    page_seconds = seconds;
    nobody = !reader;
}

void screen_defer_drawing(bool hold)
{
    held = hold;
    if (!held)
        screen_redraw();
}

static void screen_show_status(const char *text)
{
    for (unsigned column = 0; cells && column < SCREEN_COLUMNS; column++)
        cells[CELLS + column] = REVERSE | (uint8_t)(*text ? *text++ : ' ');
}

void screen_set_status(const char *text)
{
    strncpy(status_text, text, SCREEN_COLUMNS);
    screen_redraw();
    screen_show_status(status_text);
}

/* How a full screen waits. */
static struct pager {
    const char *rule;          /* for the status line */
    uint8_t (*read_key)(void); /* returns a key, or 0 */
} pager = {"any key: next page   Esc: end the run", screen_read_key};

/*
 * Returns a key that was pressed while a page of an answer waits, or 0. Keys that do not page are
 * kept for the prompt, and the rest of the answer does not wait. A release is kept too: it may be
 * that of Shift.
 */
static uint8_t screen_read_paging_key(void)
{
    int code = screen_read_code();
    bool pages = code == KEY_SPACE || code == KEY_ENTER || code == KEY_PAGE_DOWN || code == KEY_ESC;
    if (code < 0)
        return 0;
    stop |= code == KEY_ESC;
    if (!pages && n_kept < MOST_KEYS)
        kept[n_kept++] = (uint8_t)code;
    if (!pages && !(code & KEY_RELEASED))
        page_seconds = 0;
    return code & KEY_RELEASED ? 0 : (uint8_t)code;
}

void screen_begin_answer(unsigned seconds, bool reader)
{
    static const char rule[] = "Space: next page   Esc: end   other keys: the next command";
    pager = (struct pager){rule, screen_read_paging_key};
    screen_pages(seconds, reader);
    shown = 0;
}

static void screen_end_page(void)
{
    uint8_t pressed = pager.read_key == screen_read_key ? screen_read_key() : 0;
    shown = 0;
    if (!page_seconds || !clock_hz || nobody || stop)
        return;
    screen_redraw();
    screen_show_status(pager.rule);
    uint64_t end = rdtsc() + (uint64_t)page_seconds * clock_hz;
    do
        pressed = pager.read_key();
    while (!pressed && rdtsc() < end);
    nobody = !pressed;
    screen_show_status(status_text);
}

static void screen_new_line(void)
{
    if (++shown == LINES)
        screen_end_page();
    memmove(scrolled, scrolled + SCREEN_COLUMNS,
            sizeof scrolled - SCREEN_COLUMNS * sizeof *scrolled);
    screen_fill(CELLS - SCREEN_COLUMNS, CELLS);
    at = 0;
    ended = false;
}

void screen_send(void *to, const char *text, size_t length)
{
    (void)to;
    for (; cells && length; length--, text++) {
        bool newline = *text == '\n';
        if (ended || (at == SCREEN_COLUMNS && !newline))
            screen_new_line();
        if (newline)
            ended = true;
        else
            scrolled[CELLS - SCREEN_COLUMNS + at++] = NORMAL | (uint8_t)*text;
    }
    if (!held)
        screen_redraw();
}
