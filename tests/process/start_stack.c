/*
 * SPDX-License-Identifier: MIT
 * Builds the stack in memory and copies it. Its layout is Linux's (fs/binfmt_elf.c), from the top
 * down: a word of 0, the command, environment, arguments, platform, random bytes, auxiliary vector,
 * pointers, the number of arguments.
 */
#include "tests/process/start_stack.h"

#include <elf.h>
#include <string.h>
#include <sys/mman.h>

#define STACK_TOP    0xBFFFF000u
#define STACK_BYTES  (8u << 20)
#define CPUID_CMOV   (1u << 15)
#define MMAP2        192
#define MOST_BYTES   65536
#define MOST_ENTRIES 64
#define MOST_WORDS   256

struct stack_image {
    uint8_t bytes[MOST_BYTES]; /* the last one is at STACK_TOP - 1 */
    uint32_t at;               /* address of the lowest byte in use */
};

static void image_push_bytes(struct stack_image *image, const void *bytes, size_t size)
{
    if (size > image->at - (STACK_TOP - MOST_BYTES))
        tracee_fail("arguments and environment have more than %d bytes", MOST_BYTES);
    image->at -= (uint32_t)size;
    memcpy(&image->bytes[image->at - (STACK_TOP - MOST_BYTES)], bytes, size);
}

static uint32_t image_push_text(struct stack_image *image, const char *text)
{
    image_push_bytes(image, text, strlen(text) + 1);
    return image->at;
}

static void image_push(struct stack_image *image, uint32_t word)
{
    image_push_bytes(image, &word, sizeof word);
}

/* The last text is the first one from the top. Returns their number. */
static unsigned image_push_texts(struct stack_image *image, char **texts, uint32_t *addresses)
{
    unsigned n = 0;
    while (texts[n])
        n++;
    if (n > MOST_WORDS)
        tracee_fail("more than %d words", MOST_WORDS);
    for (unsigned i = n; i-- > 0;)
        addresses[i] = image_push_text(image, texts[i]);
    return n;
}

static void image_push_pointers(struct stack_image *image, const uint32_t *addresses, unsigned n)
{
    image_push(image, 0);
    while (n-- > 0)
        image_push(image, addresses[n]);
}

/* Returns an entry of the auxiliary vector that Linux wrote for the program. */
static uint32_t auxiliary_value(const Elf32_auxv_t *entries, unsigned n, uint32_t type)
{
    for (unsigned i = 0; i < n; i++)
        if (entries[i].a_type == type)
            return entries[i].a_un.a_val;
    tracee_fail("Linux gives no entry %u of the auxiliary vector", type);
}

/* Reads Linux's auxiliary vector, after the pointers above ESP. Returns the number of entries. */
static unsigned auxiliary_read(const struct tracee *tracee, uint32_t esp, Elf32_auxv_t *entries)
{
    uint32_t words[2 * MOST_WORDS] = {0};
    tracee_read(tracee, esp, words, sizeof words);
    unsigned at = 1 + words[0] + 1;
    while (at < MOST_WORDS && words[at])
        at++;
    unsigned n = 0;
    tracee_read(tracee, esp + 4 * (at + 1), entries, MOST_ENTRIES * sizeof *entries);
    while (n < MOST_ENTRIES && entries[n].a_type != AT_NULL)
        n++;
    return n;
}

/* Pushes the vector: the entries and their order are a contract with kernel/process. */
static void image_push_auxiliary(struct stack_image *image, const Elf32_auxv_t *linux_entries,
                                 unsigned n, const Elf32_auxv_t *own, unsigned n_own)
{
    static const uint32_t order[] = {
        AT_HWCAP, AT_PAGESZ, AT_CLKTCK, AT_PHDR,   AT_PHENT,    AT_PHNUM,
        AT_BASE,  AT_FLAGS,  AT_ENTRY,  AT_UID,    AT_EUID,     AT_GID,
        AT_EGID,  AT_SECURE, AT_RANDOM, AT_EXECFN, AT_PLATFORM,
    };
    image_push(image, 0);
    image_push(image, AT_NULL);
    for (unsigned i = sizeof order / sizeof order[0]; i-- > 0;) {
        uint32_t value = 0;
        bool found = false;
        for (unsigned j = 0; j < n_own; j++)
            if (own[j].a_type == order[i])
                value = own[j].a_un.a_val, found = true;
        image_push(image, found ? value : auxiliary_value(linux_entries, n, order[i]));
        image_push(image, order[i]);
    }
}

#define AUXILIARY_WORDS 36

/* Returns the finished stack in `image`; image->at is ESP. */
static void image_build(struct stack_image *image, const struct start_stack *stack,
                        const Elf32_auxv_t *entries, unsigned n_entries)
{
    uint32_t arguments[MOST_WORDS], environment[MOST_WORDS];
    static const uint8_t random[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    image->at = STACK_TOP;
    image_push(image, 0);
    const uint32_t command = image_push_text(image, stack->arguments[0]);
    const unsigned n_environment = image_push_texts(image, stack->environment, environment);
    const unsigned n_arguments = image_push_texts(image, stack->arguments, arguments);
    const uint32_t platform =
        image_push_text(image, stack->features & CPUID_CMOV ? "i686" : "i586");
    image->at &= ~15u;
    image_push_bytes(image, random, sizeof random);
    const Elf32_auxv_t own[] = {
        {AT_HWCAP, {stack->features}},
        {AT_PAGESZ, {4096}},
        {AT_CLKTCK, {100}},
        {AT_BASE, {0}},
        {AT_FLAGS, {0}},
        {AT_UID, {0}},
        {AT_EUID, {0}},
        {AT_GID, {0}},
        {AT_EGID, {0}},
        {AT_SECURE, {0}},
        {AT_RANDOM, {image->at}},
        {AT_EXECFN, {command}},
        {AT_PLATFORM, {platform}},
    };
    const uint32_t words = AUXILIARY_WORDS + n_environment + 1 + n_arguments + 1 + 1;
    while ((image->at - 4 * words) % 16)
        image_push_bytes(image, "", 1);
    image_push_auxiliary(image, entries, n_entries, own, sizeof own / sizeof own[0]);
    image_push_pointers(image, environment, n_environment);
    image_push_pointers(image, arguments, n_arguments);
    image_push(image, n_arguments);
}

void start_stack_replace(struct tracee *tracee, const struct start_stack *stack)
{
    static struct stack_image image;
    struct user_regs_struct registers;
    Elf32_auxv_t entries[MOST_ENTRIES] = {0};
    tracee_get_registers(tracee, &registers);
    if (registers.cs != 0x23)
        tracee_fail("%s is not a program of 32 bits", stack->arguments[0]);
    unsigned n = auxiliary_read(tracee, (uint32_t)registers.rsp, entries);

    const uint32_t map[6] = {STACK_TOP - STACK_BYTES,
                             STACK_BYTES,
                             PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
                             UINT32_MAX,
                             0};
    if (tracee_system_call(tracee, MMAP2, map) != (int32_t)map[0])
        tracee_fail("the stack cannot be mapped at %08x", map[0]);
    image_build(&image, stack, entries, n);
    tracee_write(tracee, image.at, &image.bytes[image.at - (STACK_TOP - MOST_BYTES)],
                 STACK_TOP - image.at);
    registers.rsp = image.at;
    tracee_set_registers(tracee, &registers);
}
