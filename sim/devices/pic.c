/*
 * SPDX-License-Identifier: MIT
 * 8259A interrupt controllers: requests, priorities and command words.
 */
#include "sim/devices/pic.h"

#define CASCADE 2u /* the slave's output is the master's input 2 */

#define ICW1_INIT   0x10u
#define ICW1_ICW4   0x01u
#define ICW1_SINGLE 0x02u
#define ICW1_LEVEL  0x08u
#define ICW4_AEOI   0x02u
#define ICW4_SFNM   0x10u
#define OCW3        0x08u

#define POLL_INTERRUPT 0x80u

void pic_reset(struct pic *pic)
{
    const struct pic_chip chip = {.mask = 0xff, .lowest = 7};

    pic->master = pic->slave = chip;
    pic->master.vector_base = 0x08;
    pic->slave.vector_base = 0x70;
}

/* Inputs in order of priority, highest first. */
static unsigned by_priority(const struct pic_chip *chip, unsigned rank)
{
    return (chip->lowest + 1u + rank) & 7u;
}

/*
 * Returns the input to be served next, or -1. An input in service blocks those of its priority and
 * below. In special mask mode it blocks only itself. In special fully nested mode the slave's input
 * can be served again.
 */
static int pic_pending_input(const struct pic_chip *chip)
{
    if (!(chip->request & ~chip->mask))
        return -1;
    for (unsigned rank = 0; rank < 8; rank++) {
        const unsigned input = by_priority(chip, rank);
        const bool requested = chip->request & ~chip->mask & 1u << input;
        const bool in_service = chip->service & 1u << input;
        const bool again = chip->fully_nested && input == CASCADE;
        if (requested && (!in_service || again))
            return (int)input;
        if (in_service && !chip->special_mask)
            return -1;
    }
    return -1;
}

static void pic_chip_line(struct pic_chip *chip, unsigned input, bool level)
{
    const uint8_t bit = (uint8_t)(1u << input);

    if (level && (chip->level_triggered || !(chip->lines & bit)))
        chip->request |= bit;
    if (!level)
        chip->request &= (uint8_t)~bit;
    chip->lines = (uint8_t)(level ? chip->lines | bit : chip->lines & ~bit);
}

static void update_cascade(struct pic *pic)
{
    pic_chip_line(&pic->master, CASCADE, pic_pending_input(&pic->slave) >= 0);
}

/* True if the line already has that level and its request is up to date. */
static bool pic_line_unchanged(const struct pic_chip *chip, unsigned input, bool level)
{
    const unsigned bit = 1u << input;

    if (level)
        return chip->lines & bit && (!chip->level_triggered || chip->request & bit);
    return !((chip->lines | chip->request) & bit);
}

/* Devices report their levels at every update; most have not changed. */
void pic_line(struct pic *pic, unsigned irq, bool level)
{
    struct pic_chip *chip = irq < 8 ? &pic->master : &pic->slave;

    if (pic_line_unchanged(chip, irq & 7, level))
        return;
    pic_chip_line(chip, irq & 7, level);
    update_cascade(pic);
}

bool pic_interrupt(const struct pic *pic)
{
    return pic_pending_input(&pic->master) >= 0;
}

bool pic_unmasked(const struct pic *pic, unsigned irq)
{
    if (irq < 8)
        return !(pic->master.mask >> irq & 1);
    return !(pic->slave.mask >> (irq & 7) & 1) && !(pic->master.mask >> CASCADE & 1);
}

/* If no request is pending any more, the response is input 7, the spurious interrupt. */
static uint8_t pic_chip_acknowledge(struct pic_chip *chip, int input)
{
    if (input < 0)
        return chip->vector_base + 7;
    if (!chip->level_triggered)
        chip->request &= (uint8_t) ~(1u << input);
    if (!chip->auto_eoi)
        chip->service |= (uint8_t)(1u << input);
    else if (chip->rotate_on_auto_eoi)
        chip->lowest = (uint8_t)input;
    return (uint8_t)(chip->vector_base + input);
}

uint8_t pic_acknowledge(struct pic *pic)
{
    const int input = pic_pending_input(&pic->master);
    uint8_t vector = pic_chip_acknowledge(&pic->master, input);

    if (input == (int)CASCADE)
        vector = pic_chip_acknowledge(&pic->slave, pic_pending_input(&pic->slave));
    pic->master.lines &= (uint8_t) ~(1u << CASCADE); /* another request is a new edge */
    update_cascade(pic);
    return vector;
}

/* ---- command words ------------------------------------------------------------------------- */

static void pic_start_initialisation(struct pic_chip *chip, uint8_t icw1)
{
    *chip = (struct pic_chip){
        .lines = chip->lines,
        .vector_base = chip->vector_base,
        .icw_next = 2,
        .expect_icw4 = icw1 & ICW1_ICW4,
        .single = icw1 & ICW1_SINGLE,
        .level_triggered = icw1 & ICW1_LEVEL,
        .lowest = 7,
    };
}

static void pic_next_initialisation(struct pic_chip *chip, uint8_t value)
{
    switch (chip->icw_next) {
    case 2:
        chip->vector_base = value & 0xf8;
        chip->icw_next = !chip->single ? 3 : chip->expect_icw4 ? 4 : 0;
        break;
    case 3:
        chip->icw_next = chip->expect_icw4 ? 4 : 0;
        break;
    default:
        chip->auto_eoi = value & ICW4_AEOI;
        chip->fully_nested = value & ICW4_SFNM;
        chip->icw_next = 0;
        break;
    }
}

static int highest_in_service(const struct pic_chip *chip)
{
    for (unsigned rank = 0; rank < 8; rank++)
        if (chip->service & 1u << by_priority(chip, rank))
            return (int)by_priority(chip, rank);
    return -1;
}

/* OCW2: bit 7 rotates, bit 6 selects the input in bits 0 to 2, bit 5 ends an interrupt. */
static void pic_end_of_interrupt(struct pic_chip *chip, uint8_t value)
{
    const bool rotate = value & 0x80, specific = value & 0x40, eoi = value & 0x20;
    const int input = specific ? value & 7 : highest_in_service(chip);

    if (!eoi && !specific) {
        chip->rotate_on_auto_eoi = rotate;
        return;
    }
    if (input < 0 || (!eoi && !rotate))
        return;
    if (eoi)
        chip->service &= (uint8_t) ~(1u << input);
    if (rotate)
        chip->lowest = (uint8_t)input;
}

static void pic_command(struct pic_chip *chip, uint8_t value)
{
    if (value & ICW1_INIT) {
        pic_start_initialisation(chip, value);
    } else if (value & OCW3) {
        if (value & 0x02)
            chip->read_service = value & 0x01;
        if (value & 0x40)
            chip->special_mask = value & 0x20;
        chip->poll = value & 0x04;
    } else {
        pic_end_of_interrupt(chip, value);
    }
}

static struct pic_chip *chip_at(struct pic *pic, uint16_t port)
{
    return port & 0x80 ? &pic->slave : &pic->master;
}

/* A read after the poll command acknowledges an interrupt: bit 7 is set if there was a request. */
static uint8_t pic_poll(struct pic *pic, struct pic_chip *chip)
{
    const int input = pic_pending_input(chip);

    chip->poll = false;
    if (input < 0)
        return 0;
    pic_chip_acknowledge(chip, input);
    update_cascade(pic);
    return (uint8_t)(POLL_INTERRUPT | (unsigned)input);
}

uint8_t pic_in(struct pic *pic, uint16_t port)
{
    struct pic_chip *chip = chip_at(pic, port);

    if (chip->poll)
        return pic_poll(pic, chip);
    if (port & 1)
        return chip->mask;
    return chip->read_service ? chip->service : chip->request;
}

void pic_out(struct pic *pic, uint16_t port, uint8_t value)
{
    struct pic_chip *chip = chip_at(pic, port);

    if (!(port & 1))
        pic_command(chip, value);
    else if (chip->icw_next)
        pic_next_initialisation(chip, value);
    else
        chip->mask = value;
    update_cascade(pic);
}
