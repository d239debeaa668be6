/*
 * SPDX-License-Identifier: MIT
 * Prints calls, and ends the program.
 */
#include "call_frame.h"

static char printed[1 << 17];
static unsigned printed_bytes;

void print_text(const char *text)
{
    while (*text && printed_bytes < sizeof printed)
        printed[printed_bytes++] = *text++;
}

void print_number(long number)
{
    char digits[12], *at = digits + 11;
    unsigned long left = number < 0 ? -(unsigned long)number : (unsigned long)number;

    *at = 0;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    print_text(at);
}

void print_bytes(const char *label, const void *bytes, unsigned count)
{
    print_text("    ");
    print_text(label);
    print_text(":");
    for (unsigned i = 0; i < count; i++) {
        uint8_t byte = ((const uint8_t *)bytes)[i];
        char text[4] = {i % 4 ? 0 : ' ', "0123456789abcdef"[byte >> 4],
                        "0123456789abcdef"[byte & 15]};

        print_text(text[0] ? text : text + 1);
    }
    print_text("\n");
}

long call(int number, ...)
{
    uint32_t words[7] = {(uint32_t)number};
    va_list arguments;

    va_start(arguments, number);
    for (int i = 1; i < 7; i++)
        words[i] = va_arg(arguments, uint32_t);
    va_end(arguments);
    return system_call(words);
}

long print_call(const char *text, long result)
{
    print_text(text);
    print_text(result < 0 && result > -4096 ? " = error " : " = ");
    print_number(result < 0 && result > -4096 ? -result : result);
    print_text("\n");
    return result;
}

char *guarded_page(void)
{
    long page = CALL(mmap2, 0, 8192, 3, 0x22, -1, 0); /* PROT_READ | PROT_WRITE, private */

    CALL(mprotect, page + 4096, 4096, 0);
    return (char *)page + 4096;
}

void fill(void *to, int byte, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        ((volatile char *)to)[i] = (char)byte;
}

unsigned length_of(const char *text)
{
    unsigned length = 0;

    while (text[length])
        length++;
    return length;
}

bool is_equal(const void *a, const void *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (((const char *)a)[i] != ((const char *)b)[i])
            return false;
    return true;
}

/* The entry of all frames. Writes what was printed to standard output. */
void run_program(void);
void run_program(void)
{
    program();
    CALL(write, 1, printed, printed_bytes);
    CALL(exit_group, 0);
}
