/*
 * SPDX-License-Identifier: MIT
 * Writes texts from the top of the stack down, then the vectors that point to them.
 */
#include "kernel/process/image/process_stack.h"

#include <stdbool.h>

#include "kernel/lib/string.h"
#include "kernel/process/memory/user_memory.h"
#include "kernel/settings/word.h"

/* Entries of the auxiliary vector (Linux's include/uapi/linux/auxvec.h). */
enum {
    AT_NULL = 0,
    AT_PHDR = 3,
    AT_PHENT = 4,
    AT_PHNUM = 5,
    AT_PAGESZ = 6,
    AT_BASE = 7,
    AT_FLAGS = 8,
    AT_ENTRY = 9,
    AT_UID = 11,
    AT_EUID = 12,
    AT_GID = 13,
    AT_EGID = 14,
    AT_PLATFORM = 15,
    AT_HWCAP = 16,
    AT_CLKTCK = 17,
    AT_SECURE = 23,
    AT_RANDOM = 25,
    AT_EXECFN = 31,
};

#define CLOCK_TICKS  100 /* a second, in times() */
#define CPUID_CMOV   (1u << 15)
#define RANDOM_BYTES 16
#define TERMINATOR   4 /* bytes of zeros above the first text */

/* ---- words ----------------------------------------------------------------------------------- */

static int process_words_store(struct process_words *words, char c)
{
    if (words->bytes == sizeof words->text)
        return -1;
    words->text[words->bytes++] = c;
    return 0;
}

/* Stores what a backslash and the text after it stand for. Returns its last character. */
static const char *process_words_escape(struct process_words *words, const char *at, int *full)
{
    char byte;
    const bool numbered = at[1] == 'x' && word_hex_byte(at + 2, &byte);
    *full |= process_words_store(words, numbered ? byte : at[1]);
    return at + (numbered ? 3 : 1);
}

/* Reads a word up to a blank outside quotation marks. Returns its end, or NULL if it has none. */
static const char *process_words_read(struct process_words *words, const char *at, int *full)
{
    char quote = 0;
    for (; *at && (quote || *at != ' '); at++) {
        if (*at == quote)
            quote = 0;
        else if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
        else if (*at == '\\' && quote != '\'' && at[1])
            at = process_words_escape(words, at, full);
        else
            *full |= process_words_store(words, *at);
    }
    *full |= process_words_store(words, 0);
    return quote ? NULL : at;
}

const char *process_words_split(struct process_words *words, const char *text)
{
    int full = 0;
    words->n = words->bytes = 0;
    for (;;) {
        while (*text == ' ')
            text++;
        if (!*text)
            return full ? "the words are too long" : NULL;
        if (words->n == sizeof words->start / sizeof words->start[0])
            return "it has too many words";
        words->start[words->n++] = (uint16_t)words->bytes;
        text = process_words_read(words, text, &full);
        if (!text)
            return "a quotation mark is not closed";
    }
}

/* ---- the stack ------------------------------------------------------------------------------- */

struct stack_writer {
    uint32_t at; /* the lowest address written so far */
    int missing; /* a page was not mapped */
};

static void stack_push_bytes(struct stack_writer *stack, const void *bytes, uint32_t size)
{
    stack->at -= size;
    stack->missing |= user_write(stack->at, bytes, size) != size;
}

static void stack_push(struct stack_writer *stack, uint32_t word)
{
    stack_push_bytes(stack, &word, sizeof word);
}

static void stack_push_entry(struct stack_writer *stack, uint32_t type, uint32_t value)
{
    stack_push(stack, value);
    stack_push(stack, type);
}

/* Pushes the words' addresses and a NULL after them; `texts` is where the words' texts are. */
static void stack_push_words(struct stack_writer *stack, const struct process_words *words,
                             uint32_t texts)
{
    stack_push(stack, 0);
    for (unsigned i = words->n; i-- > 0;)
        stack_push(stack, texts + words->start[i]);
}

static void stack_push_auxiliary(struct stack_writer *stack, const struct elf_image *image,
                                 const struct elf_image *interpreter, uint32_t features,
                                 uint32_t platform, uint32_t random, uint32_t name)
{
    stack_push_entry(stack, AT_NULL, 0);
    stack_push_entry(stack, AT_PLATFORM, platform);
    stack_push_entry(stack, AT_EXECFN, name);
    stack_push_entry(stack, AT_RANDOM, random);
    stack_push_entry(stack, AT_SECURE, 0);
    stack_push_entry(stack, AT_EGID, 0);
    stack_push_entry(stack, AT_GID, 0);
    stack_push_entry(stack, AT_EUID, 0);
    stack_push_entry(stack, AT_UID, 0);
    stack_push_entry(stack, AT_ENTRY, image->entry);
    stack_push_entry(stack, AT_FLAGS, 0);
    stack_push_entry(stack, AT_BASE, interpreter ? interpreter->base : 0);
    stack_push_entry(stack, AT_PHNUM, image->n_headers);
    stack_push_entry(stack, AT_PHENT, image->header_bytes);
    stack_push_entry(stack, AT_PHDR, image->headers);
    stack_push_entry(stack, AT_CLKTCK, CLOCK_TICKS);
    stack_push_entry(stack, AT_PAGESZ, 4096);
    stack_push_entry(stack, AT_HWCAP, features);
}

#define AUXILIARY_WORDS (2 * 18)

uint32_t process_stack_write(const struct elf_image *image, const struct elf_image *interpreter,
                             const struct process_words *arguments,
                             const struct process_words *environment, uint32_t features)
{
    struct stack_writer stack = {.at = PROCESS_STACK_TOP};
    const char *processor = features & CPUID_CMOV ? "i686" : "i586";
    uint8_t random[RANDOM_BYTES];
    for (unsigned i = 0; i < RANDOM_BYTES; i++)
        random[i] = (uint8_t)i;

    stack.at -= TERMINATOR;
    stack_push_bytes(&stack, arguments->text, (uint32_t)strlen(arguments->text) + 1);
    const uint32_t name = stack.at;
    stack_push_bytes(&stack, environment->text, environment->bytes);
    const uint32_t environment_texts = stack.at;
    stack_push_bytes(&stack, arguments->text, arguments->bytes);
    const uint32_t argument_texts = stack.at;
    stack_push_bytes(&stack, processor, sizeof "i686");
    const uint32_t platform = stack.at;
    stack.at &= ~15u;
    stack_push_bytes(&stack, random, sizeof random);
    const uint32_t at_random = stack.at;

    /* ESP at the entry is a multiple of 16. */
    const uint32_t words = AUXILIARY_WORDS + environment->n + 1 + arguments->n + 1 + 1;
    stack.at -= (stack.at - 4 * words) & 15;
    stack_push_auxiliary(&stack, image, interpreter, features, platform, at_random, name);
    stack_push_words(&stack, environment, environment_texts);
    stack_push_words(&stack, arguments, argument_texts);
    stack_push(&stack, arguments->n);
    return stack.missing ? 0 : stack.at;
}
