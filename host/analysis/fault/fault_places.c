/*
 * SPDX-License-Identifier: MIT
 * Finds the source locations of a run's faults. Builds of a modified tree have the same name, so
 * the code itself is compared too.
 */
#include "host/analysis/fault/fault_places.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/call_chain.h"
#include "host/analysis/fault/stub_calls.h"
#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/data/wire/wire_line.h"

#define MOST_CODE  16 /* bytes in a fault record, and dwords of the stack */
#define MOST_STACK 64
#define BREAKPOINT 3 /* a trap: EIP is after the instruction, also for INTO */
#define OVERFLOW   4

/* Converts hexadecimal digits to bytes and returns their number. */
static unsigned fault_place_bytes(const struct wire_record *record, const char *key, uint8_t *bytes,
                                  unsigned most)
{
    struct text text = wire_line_text(record, key);
    unsigned n = 0;
    for (; n < most && 2 * n + 1 < text.length; n++) {
        char digits[3] = {text.start[2 * n], text.start[2 * n + 1], 0};
        bytes[n] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return n;
}

/* Returns whether the image has the machine's bytes at EIP. */
static bool same_code(const struct debug_image *image, const struct wire_record *record,
                      uint32_t eip)
{
    uint8_t code[MOST_CODE];
    return debug_image_has(image, eip, code, fault_place_bytes(record, "code", code, MOST_CODE));
}

static struct debug_frame fault_place_frame(const struct wire_record *record,
                                            uint32_t stack[MOST_STACK])
{
    static const char *const names[FRAME_REGISTERS] = {"eax", "ecx", "edx", "ebx", "esp",
                                                       "ebp", "esi", "edi", "eip"};
    struct debug_frame frame = {.stack = stack};
    for (unsigned i = 0; i < FRAME_REGISTERS; i++)
        frame.known[i] = wire_line_unsigned(record, names[i], &frame.registers[i]) == 0;
    frame.stack_at = frame.registers[FRAME_ESP];
    frame.n_stack = fault_place_bytes(record, "stack", (uint8_t *)stack, MOST_STACK * 4) / 4;
    return frame;
}

static void fault_place_print(const struct debug_image *image, const struct wire_record *record,
                              uint32_t vector, FILE *to)
{
    uint32_t stack[MOST_STACK];
    struct debug_frame frame = fault_place_frame(record, stack);
    uint32_t eip = frame.registers[FRAME_EIP];
    if (!frame.known[FRAME_EIP] || !same_code(image, record, eip))
        return;
    char *place = debug_image_place(image, eip - (vector == BREAKPOINT || vector == OVERFLOW));
    fputs(place ? place : "code outside the image", to);
    free(place);
    call_chain_print(image, frame, to);
}

/*
 * For a misused region: prints the probe that reported it, or otherwise the probes that began and
 * ended the region last.
 */
static void fault_place_print_probes(const struct debug_image *image,
                                     const struct wire_record *record, FILE *to)
{
    static const struct {
        const char *key, *how;
    } probes[] = {{"eip", ""}, {"entered_at", "entered in "}, {"left_at", "left in "}};
    uint32_t address = 0, before = 0;
    const char *between = "";
    for (unsigned i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        char *place =
            !wire_line_unsigned(record, probes[i].key, &address) && address && address != before
                ? debug_image_place(image, address)
                : NULL;
        if (place) {
            fprintf(to, "%s%s", between, probes[i].how);
            if (!stub_calls_print(image, address, to))
                fputs(place, to);
            between = "\n";
        }
        free(place);
        before = address;
    }
}

/* Appends the lines of the place to the sentence. */
static const char *fault_place_sentence(struct string_set *strings, const char *sentence,
                                        char *place)
{
    const char *between = "; in ";
    for (char *line; (line = strsep(&place, "\n")); between = ", ")
        sentence = string_set_print(strings, "%s%s%s", sentence, between, line);
    return sentence;
}

/* The executables by their names, with the characters that a benchmark's name may have. */
static struct program_path {
    char *bench, *path;
} * programs;
static unsigned n_programs;

void fault_places_add_program(const char *name, const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-";
    char *bench = allocate_text("programs/%s", name);
    for (char *c = strchr(bench, '/') + 1; *c; c++)
        if (!strchr(plain, *c))
            *c = '_';
    struct program_path *program = allocate_element(&programs, &n_programs, sizeof *program);
    *program = (struct program_path){bench, allocate_copy(path)};
}

/* Returns whether the benchmark is that program, or its further experiment: programs/wc-2. */
static bool fault_place_matches(const char *bench, const char *program, bool further)
{
    const size_t length = strlen(program);
    const char *rest = bench + length;
    if (strncmp(bench, program, length) != 0)
        return false;
    return further ? rest[0] == '-' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")]
                   : !rest[0];
}

struct debug_image *fault_places_open_program(const char *bench)
{
    char error[200];
    for (unsigned further = 0; bench && further < 2; further++)
        for (unsigned i = 0; i < n_programs; i++)
            if (fault_place_matches(bench, programs[i].bench, further))
                return debug_image_open_program(programs[i].path, error, sizeof error);
    return NULL;
}

static void fault_place_locate_in(struct run *run, struct fault_record *fault,
                                  const struct debug_image *image)
{
    struct wire_record record;
    uint32_t vector;
    char *text;
    size_t length;
    if (wire_line_parse(fault->line, strlen(fault->line), &record, NULL, NULL))
        return;
    FILE *to = open_memstream(&text, &length);
    if (wire_line_unsigned(&record, "vector", &vector) == 0)
        fault_place_print(image, &record, vector, to);
    else
        fault_place_print_probes(image, &record, to);
    fclose(to);
    if (*text) {
        fault->place = string_set_add(&run->strings, text, length);
        fault->what = fault_place_sentence(&run->strings, fault->what, text);
    }
    free(text);
}

static void fault_place_locate(struct run *run, struct fault_record *fault,
                               struct debug_image *image)
{
    struct debug_image *program = fault_places_open_program(fault->bench);
    debug_image_add_program(image, program);
    fault_place_locate_in(run, fault, image);
    debug_image_add_program(image, NULL);
    if (program)
        debug_image_close(program);
}

static bool is_placeless(const struct fault_record *fault)
{
    return !strcmp(fault->kind, "fault") && !fault->place;
}

/* Uses the file if it is the image that ran. Returns whether it is. */
static bool fault_places_use_image(struct run *run, const char *path, bool named)
{
    char error[200];
    struct debug_image *image = debug_image_open(path, error, sizeof error);
    if (!image) {
        if (named)
            message_print("--kernel: %s: faults are shown by address only", error);
        return false;
    }
    bool right = bench_image_is(debug_image_benches(image), run->build, run->benches_there);
    for (unsigned i = 0; right && i < run->n_faults; i++)
        if (is_placeless(&run->faults[i]))
            fault_place_locate(run, &run->faults[i], image);
    if (!right && named)
        message_print(
            "--kernel: %s is build %s with %u benchmarks, but the run is of build %s with %u: "
            "faults are shown by address only",
            path, bench_image_build(debug_image_benches(image)),
            debug_image_benches(image)->benchmarks.count, run->build[0] ? run->build : "(unknown)",
            run->benches_there);
    debug_image_close(image);
    return right;
}

void fault_places_find(struct run *run, const char *kernel)
{
    static const char *const usual[] = {"bareprobe.elf", "bareprobe-quick.elf",
                                        "bareprobe-test.elf"};
    bool wanted = false;
    for (unsigned i = 0; i < run->n_faults; i++)
        wanted = wanted || is_placeless(&run->faults[i]);
    if (!wanted)
        return;
    if (kernel) {
        fault_places_use_image(run, kernel, true);
        return;
    }
    for (unsigned i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        char *path = installed_file_find(usual[i]);
        bool found = path && fault_places_use_image(run, path, false);
        free(path);
        if (found)
            return;
    }
}
