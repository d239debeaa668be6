/*
 * SPDX-License-Identifier: MIT
 * Finds the callers of a fault. Callers from the compiler's frame information are certain; return
 * addresses that are only found on the stack are reported as guesses.
 */
#include "host/analysis/fault/call_chain.h"

#include <stdlib.h>

#define MOST_CALLERS 16
#define MOST_GUESSES 4

static void call_chain_print_caller(const struct debug_image *image, const char *how,
                                    uint32_t return_address, FILE *to)
{
    char *place = debug_image_place(image, return_address - 1); /* of the call instruction */
    fprintf(to, "\n%s ", how);
    if (place)
        fputs(place, to);
    else
        fprintf(to, "0x%08x", (unsigned)return_address);
    free(place);
}

/*
 * Returns whether a call ends at the address: E8 and a displacement; or FF with 2 in the middle of
 * its ModR/M byte, of 2, 3, 4, 6 or 7 bytes (Intel SDM volume 2, CALL).
 */
static bool call_chain_is_return(const struct debug_image *image, uint32_t address)
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
static void call_chain_print_guesses(const struct debug_image *image,
                                     const struct debug_frame *frame, FILE *to)
{
    uint32_t word, last = 0;
    unsigned n = 0;
    for (uint32_t at = frame->registers[FRAME_ESP]; n < MOST_GUESSES; at += 4) {
        if (!debug_frame_word(frame, at, &word) || debug_image_launches(image, word))
            break;
        if (word != last && call_chain_is_return(image, word)) {
            call_chain_print_caller(image, "perhaps called from", word, to);
            n++;
        }
        last = word;
    }
}

void call_chain_print(const struct debug_image *image, struct debug_frame frame, FILE *to)
{
    uint32_t at = frame.registers[FRAME_EIP];
    for (unsigned n = 0; n < MOST_CALLERS && debug_image_unwind(image, at, &frame); n++) {
        uint32_t return_address = frame.registers[FRAME_EIP];
        if (!debug_image_runs(image, return_address))
            return; /* the code that called the benchmark, or an address that cannot be right */
        call_chain_print_caller(image, "called from", return_address, to);
        at = return_address - 1;
    }
    call_chain_print_guesses(image, &frame, to);
}
