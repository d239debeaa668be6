/*
 * SPDX-License-Identifier: MIT
 * Finds the callers of a fault. Callers from the compiler's frame information are certain; return
 * addresses that are only found on the stack are reported as guesses.
 */
#include "host/fault/call_chain.h"

#include <stdlib.h>

#define MOST_CALLERS 16
#define MOST_GUESSES 4

static void put_caller(const struct debug_image *image, const char *how, uint32_t behind, FILE *to)
{
    char *place = debug_image_place(image, behind - 1); /* of the call instruction */
    fprintf(to, "\n%s ", how);
    if (place)
        fputs(place, to);
    else
        fprintf(to, "0x%08x", (unsigned)behind);
    free(place);
}

/*
 * Returns whether a call ends at the address: E8 and a displacement; or FF with 2 in the middle of
 * its ModR/M byte, of 2, 3, 4, 6 or 7 bytes (Intel SDM volume 2, CALL).
 */
static bool is_behind_call(const struct debug_image *image, uint32_t address)
{
    static const uint8_t lengths[] = {2, 3, 4, 6, 7};
    size_t left;
    const uint8_t *bytes = debug_image_bytes(image, address - 5, &left);
    if (!debug_image_runs(image, address - 1))
        return false;
    if (bytes && left >= 5 && bytes[0] == 0xE8)
        return true;
    for (unsigned i = 0; i < sizeof lengths; i++) {
        bytes = debug_image_bytes(image, address - lengths[i], &left);
        if (bytes && left >= lengths[i] && bytes[0] == 0xFF && (bytes[1] >> 3 & 7) == 2)
            return true;
    }
    return false;
}

/*
 * Searches the stack word by word from the last known frame up to the code that called the
 * benchmark.
 */
static void put_guesses(const struct debug_image *image, const struct frame *frame, FILE *to)
{
    uint32_t word, last = 0;
    unsigned n = 0;
    for (uint32_t at = frame->registers[FRAME_ESP]; n < MOST_GUESSES; at += 4) {
        if (!frame_word(frame, at, &word) || debug_image_launches(image, word))
            break;
        if (word != last && is_behind_call(image, word)) {
            put_caller(image, "perhaps called from", word, to);
            n++;
        }
        last = word;
    }
}

void call_chain_put(const struct debug_image *image, struct frame frame, FILE *to)
{
    uint32_t at = frame.registers[FRAME_EIP];
    for (unsigned n = 0; n < MOST_CALLERS && debug_image_unwind(image, at, &frame); n++) {
        uint32_t behind = frame.registers[FRAME_EIP];
        if (!debug_image_runs(image, behind))
            return; /* the code that called the benchmark, or an address that cannot be right */
        put_caller(image, "called from", behind, to);
        at = behind - 1;
    }
    put_guesses(image, &frame, to);
}
