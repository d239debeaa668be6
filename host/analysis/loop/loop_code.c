/*
 * SPDX-License-Identifier: MIT
 * Assembles a loop in a temporary directory, and runs it.
 */
#include "host/analysis/loop/loop_code.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define ORIGIN          0x100000u
#define FACTS           32u /* offset of the facts in loop_wrapper.asm */
#define WATCH_ITERATION (2 * LOOP_ITERATIONS + 1)
#define DIVIDEND        2 /* index of EDX among the registers */
#define NASM_SECONDS    20
#define RUN_SECONDS     20
#define EXCEPTION       0x40

enum fact { HEAD, END, PASS, BUFFER, REGISTERS, SELECT_MSR = REGISTERS + 7, SELECT, COUNT, PASSES };

static uint32_t loop_code_fact(const struct loop_code *code, unsigned number)
{
    uint32_t value;
    memcpy(&value, code->image + FACTS + 4 * number, sizeof value);
    return value;
}

static void loop_code_set_fact(uint8_t *image, unsigned number, uint32_t value)
{
    memcpy(image + FACTS + 4 * number, &value, sizeof value);
}

static char *loop_code_path(const struct loop_code *code, const char *name)
{
    return allocate_text("%s/%s", code->folder, name);
}

static int loop_code_write_file(const char *path, const void *bytes, size_t size)
{
    FILE *to = fopen(path, "wb");
    if (to && fwrite(bytes, 1, size, to) == size && fclose(to) == 0)
        return 0;
    message_print("%s: %s", path, strerror(errno));
    return -1;
}

static int loop_code_read_file(const char *path, uint8_t **bytes, size_t *size)
{
    FILE *from = fopen(path, "rb");
    *bytes = NULL;
    *size = 0;
    if (!from) {
        message_print("%s: %s", path, strerror(errno));
        return -1;
    }
    fseek(from, 0, SEEK_END);
    *size = (size_t)ftell(from);
    rewind(from);
    *bytes = allocate_zeroed(*size + 1);
    *size = fread(*bytes, 1, *size, from);
    fclose(from);
    return 0;
}

static int loop_code_make_directory(struct loop_code *code)
{
    const char *temporary = getenv("TMPDIR");
    code->folder = allocate_text("%s/bareprobe-XXXXXX", temporary ? temporary : "/tmp");
    if (mkdtemp(code->folder))
        return 0;
    message_print("%s: cannot create directory: %s", code->folder, strerror(errno));
    free(code->folder);
    code->folder = NULL;
    return -1;
}

static int loop_code_run_nasm(const struct loop_code *code, const char *name)
{
    char *folder = allocate_text("-I%s/", code->folder), *source = loop_code_path(code, "loop.asm");
    char *listing = loop_code_path(code, "loop.lst"), *image = loop_code_path(code, "loop.bin");
    char *words[] = {"nasm", "-f", "bin", folder, "-l", listing, "-o", image, source, NULL};
    struct child child;
    child_run(&child, words, NASM_SECONDS);
    if (child.status == CHILD_MISSING)
        message_print("nasm, which assembles the code, is not installed: apt install nasm");
    else if (child.status || *child.errors) /* warnings, too */
        loop_source_report_errors(&code->source, child.errors, name);
    free(folder);
    free(listing);
    free(source);
    free(image);
    int status = child.status ? -1 : 0;
    child_free(&child);
    return status;
}

static int loop_code_read_image(struct loop_code *code)
{
    char *path = loop_code_path(code, "loop.bin");
    int status = loop_code_read_file(path, &code->image, &code->size);
    free(path);
    if (status)
        return -1;
    code->head = loop_code_fact(code, HEAD);
    code->end = loop_code_fact(code, END);
    if (code->end <= code->head) {
        message_print("the loop has no instruction");
        return -1;
    }
    code->line_at = allocate_zeroed((code->end - code->head) * sizeof *code->line_at);
    path = loop_code_path(code, "loop.lst");
    loop_source_lines(path, code->head - ORIGIN, code->end - code->head, code->line_at);
    free(path);
    return 0;
}

int loop_code_assemble(struct loop_code *code, const char *text, const char *name)
{
    extern const char loop_wrapper_builtin_start[];
    const char *wrapper = loop_wrapper_builtin_start + strlen(loop_wrapper_builtin_start) + 1;
    *code = (struct loop_code){0};
    loop_source_split(&code->source, text, name);
    if (!code->source.n_lines) {
        message_print("%s: no instruction to explain", name ? name : "-c");
        return -1;
    }
    if (loop_code_make_directory(code))
        return -1;
    size_t length;
    char *source = loop_source_text(&code->source, name, &length);
    char *source_path = loop_code_path(code, "code.asm"),
         *wrapper_path = loop_code_path(code, "loop.asm");
    int status = loop_code_write_file(source_path, source, length) ||
                 loop_code_write_file(wrapper_path, wrapper, strlen(wrapper)) ||
                 loop_code_run_nasm(code, name) || loop_code_read_image(code);
    free(source);
    free(source_path);
    free(wrapper_path);
    return status ? -1 : 0;
}

void loop_code_free(struct loop_code *code)
{
    static const char *const files[] = {"code.asm", "loop.asm", "loop.lst",
                                        "loop.bin", "steps",    "run.bin"};
    for (unsigned i = 0; code->folder && i < sizeof files / sizeof files[0]; i++) {
        char *path = loop_code_path(code, files[i]);
        unlink(path);
        free(path);
    }
    if (code->folder)
        rmdir(code->folder);
    loop_source_free(&code->source);
    free(code->folder);
    free(code->image);
    free(code->line_at);
    *code = (struct loop_code){0};
}

unsigned loop_code_forms(const struct loop_code *code, const struct model *model,
                         struct code_form forms[CODE_MOST])
{
    unsigned n = 0;
    for (uint32_t at = code->head; at < code->end; n++) {
        if (n == CODE_MOST) {
            message_print("the loop has more than %u instructions", CODE_MOST);
            return 0;
        }
        if (!code_form_read(model, at, code->image + (at - ORIGIN), code->end - at, &forms[n])) {
            message_print("the bytes at %08x are not an instruction", at);
            return 0;
        }
        at += forms[n].insn.length;
    }
    return n;
}

void loop_code_registers(struct loop_code *code, const struct code_form *forms, unsigned n)
{
    /* Numbers of EAX, ECX, EDX, EBX, EBP, ESI and EDI, and the place of each in the buffer */
    static const uint8_t numbers[7] = {0, 1, 2, 3, 5, 6, 7};
    static const uint32_t places[8] = {1024, 3072, 5120, 2048, 0, 6144, 0, 4096};
    bool base[9] = {0}, index[9] = {0};
    for (unsigned i = 0; i < n; i++) {
        base[forms[i].base_number] = true;
        index[forms[i].index_number] = true;
    }
    for (unsigned i = 0; i < 7; i++) {
        unsigned reg = numbers[i];
        uint32_t value = reg == 2 || index[reg] ? 0 : 1; /* EDX is a dividend's upper half */
        if (reg == 1)
            value = LOOP_ITERATIONS;
        else if (base[reg])
            value = loop_code_fact(code, BUFFER) + places[reg];
        loop_code_set_fact(code->image, REGISTERS + i, value);
    }
}

/* ---- running --------------------------------------------------------------------------------- */

static int loop_code_report_exception(int status)
{
    static const char *const names[] = {
        [0] = "divide error", [3] = "breakpoint",          [4] = "overflow",
        [5] = "BOUND",        [6] = "undefined opcode",    [7] = "no x87",
        [8] = "double fault", [13] = "general protection", [14] = "page fault",
        [16] = "x87 error",   [17] = "alignment check"};
    unsigned vector = (unsigned)status - EXCEPTION;
    if (vector < sizeof names / sizeof names[0] && names[vector])
        message_print("the code raised exception %u: %s", vector, names[vector]);
    else if (vector < 32)
        message_print("the code raised exception %u", vector);
    else
        return 0;
    return -1;
}

/* Writes an image with changed loop bytes or facts to a file. */
static char *loop_code_image_file(const struct loop_code *code, const uint8_t *image)
{
    char *path = loop_code_path(code, "run.bin");
    if (loop_code_write_file(path, image, code->size) == 0)
        return path;
    free(path);
    return NULL;
}

static int loop_code_run_machine(const struct explain_machine *machine, const char *const *words,
                                 struct child *child)
{
    if (explain_machine_run(machine, words, RUN_SECONDS, child))
        return -1;
    if (loop_code_report_exception(child->status) == 0)
        return 0;
    child_free(child);
    return -1;
}

int loop_code_run(const struct loop_code *code, const struct explain_machine *machine,
                  const uint8_t *body, struct step_log *log)
{
    uint8_t *image = allocate_zeroed(code->size);
    memcpy(image, code->image, code->size);
    if (body)
        memcpy(image + (code->head - ORIGIN), body, code->end - code->head);
    char *kernel = loop_code_image_file(code, image), *steps = loop_code_path(code, "steps");
    char head[16], end[16], nth[16], most[16];
    snprintf(head, sizeof head, "0x%x", code->head);
    snprintf(end, sizeof end, "0x%x", code->end);
    snprintf(nth, sizeof nth, "%u", WATCH_ITERATION);
    snprintf(most, sizeof most, "%u", LOOP_STEPS);
    const char *words[] = {"-kernel",      kernel,      "-steps",     steps,        "-steps-from",
                           head,           "-steps-to", end,          "-steps-nth", nth,
                           "-steps-limit", most,        "-steps-end", NULL};
    struct child child = {0};
    int status = kernel ? loop_code_run_machine(machine, words, &child) : -1;
    if (status == 0) {
        status = step_log_read(log, steps);
        child_free(&child);
    }
    free(image);
    free(kernel);
    free(steps);
    return status;
}

/* Runs the image to its end; reads the number in line `line` of its output. */
static int loop_code_run_to_end(const struct loop_code *code, const struct explain_machine *machine,
                                const uint8_t *image, unsigned line, uint32_t *number)
{
    char *kernel = loop_code_image_file(code, image);
    const char *words[] = {"-kernel", kernel, NULL};
    struct child child = {0};
    int status = kernel ? explain_machine_run(machine, words, RUN_SECONDS, &child) : -1;
    if (status == 0) {
        const char *at = child.output;
        status = child.status ? -1 : 0; /* it raised an exception */
        while (line-- && *at)
            at += strcspn(at, "\n") + 1;
        *number = (uint32_t)strtoul(at, NULL, 16);
        child_free(&child);
    }
    free(kernel);
    return status;
}

int loop_code_sum(const struct loop_code *code, const struct explain_machine *machine,
                  const uint8_t *body, uint32_t *sum)
{
    uint8_t *image = allocate_zeroed(code->size);
    memcpy(image, code->image, code->size);
    if (body)
        memcpy(image + (code->head - ORIGIN), body, code->end - code->head);
    for (unsigned i = 0; i < 7; i++) /* replace the ones by different numbers */
        if (loop_code_fact(code, REGISTERS + i) == 1)
            loop_code_set_fact(image, REGISTERS + i, 0x9e3779b1u * (i + 1));
    if (loop_code_fact(code, REGISTERS + DIVIDEND) == 0)
        loop_code_set_fact(image, REGISTERS + DIVIDEND, 5); /* less than a possible divisor */
    loop_code_set_fact(image, PASSES, 1);
    int status = loop_code_run_to_end(code, machine, image, 1, sum);
    free(image);
    return status;
}

int loop_code_count(const struct loop_code *code, const struct explain_machine *machine,
                    uint32_t iterations, const uint32_t msrs[3], uint32_t *counted)
{
    uint8_t *image = allocate_zeroed(code->size);
    memcpy(image, code->image, code->size);
    loop_code_set_fact(image, SELECT_MSR, msrs[0]);
    loop_code_set_fact(image, SELECT, msrs[1]);
    loop_code_set_fact(image, COUNT, msrs[2]);
    loop_code_set_fact(image, REGISTERS + 1, iterations);
    loop_code_set_fact(image, PASSES, 2);
    int status = loop_code_run_to_end(code, machine, image, 0, counted);
    free(image);
    return status;
}
