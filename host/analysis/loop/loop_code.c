/*
 * SPDX-License-Identifier: MIT
 * Assembles a loop in a temporary directory.
 */
#include "host/analysis/loop/loop_code.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/loop/loop_image.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

#define NASM_SECONDS 20

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

static int loop_code_run_nasm(struct loop_code *code, const char *name)
{
    char *folder = allocate_text("-I%s/", code->folder),
         *source = loop_image_path(code->folder, "loop.asm");
    char *listing = loop_image_path(code->folder, "loop.lst"),
         *image = loop_image_path(code->folder, "loop.bin");
    char *words[] = {"nasm",  "-f", "bin", folder, "-l",
                     listing, "-o", image, source, code->setup.low_buffer ? "-DLOW_BUFFER" : NULL,
                     NULL};
    struct child child;
    child_run(&child, words, NASM_SECONDS);
    if (child.status == CHILD_MISSING)
        message_print("nasm, which assembles the code, is not installed: apt install nasm");
    else if (child.status)
        loop_source_report_errors(&code->source, child.errors, name);
    free(code->messages);
    code->messages = allocate_text("%s", child.status ? "" : child.errors);
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
    char *path = loop_image_path(code->folder, "loop.bin");
    free(code->image);
    free(code->line_at);
    code->line_at = NULL;
    int status = loop_code_read_file(path, &code->image, &code->size);
    free(path);
    if (status)
        return -1;
    code->head = loop_image_fact(code->image, HEAD);
    code->end = loop_image_fact(code->image, END);
    if (code->end <= code->head) {
        message_print("the loop has no instruction");
        return -1;
    }
    code->line_at = allocate_zeroed((code->end - code->head) * sizeof *code->line_at);
    path = loop_image_path(code->folder, "loop.lst");
    loop_source_lines(path, code->head - ORIGIN, code->end - code->head, code->line_at);
    free(path);
    return 0;
}

static int loop_code_build(struct loop_code *code, const char *name)
{
    extern const char loop_wrapper_builtin_start[];
    const char *wrapper = loop_wrapper_builtin_start + strlen(loop_wrapper_builtin_start) + 1;
    size_t length;
    char *source = loop_source_text(&code->source, &code->setup, name, &length);
    char *source_path = loop_image_path(code->folder, "code.asm"),
         *wrapper_path = loop_image_path(code->folder, "loop.asm");
    int status = loop_image_write_file(source_path, source, length) ||
                 loop_image_write_file(wrapper_path, wrapper, strlen(wrapper)) ||
                 loop_code_run_nasm(code, name) || loop_code_read_image(code);
    free(source);
    free(source_path);
    free(wrapper_path);
    return status ? -1 : 0;
}

int loop_code_assemble(struct loop_code *code, const char *text, const char *name)
{
    *code = (struct loop_code){.setup.counter = ECX};
    loop_source_split(&code->source, text, name);
    if (!code->source.n_lines) {
        message_print("%s: no instruction to explain", name ? name : "-c");
        return -1;
    }
    return loop_code_make_directory(code) ? -1 : loop_code_build(code, name);
}

void loop_code_free(struct loop_code *code)
{
    static const char *const files[] = {"code.asm", "loop.asm", "loop.lst",
                                        "loop.bin", "steps",    "run.bin"};
    for (unsigned i = 0; code->folder && i < sizeof files / sizeof files[0]; i++) {
        char *path = loop_image_path(code->folder, files[i]);
        unlink(path);
        free(path);
    }
    if (code->folder)
        rmdir(code->folder);
    loop_source_free(&code->source);
    free(code->folder);
    free(code->image);
    free(code->line_at);
    free(code->messages);
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

static void loop_code_set_registers(struct loop_code *code, const struct code_form *forms,
                                    unsigned n)
{
    /* The place of each register in the buffer */
    static const uint32_t places[8] = {1024, 3072, 5120, 2048, 0, 6144, 512, 4096};
    unsigned pointers = 0, zeros = 1u << EDX; /* a dividend's upper half */
    for (unsigned i = 0; i < n; i++) {
        pointers |= forms[i].effects.pointers;
        zeros |= forms[i].effects.indices | (forms[i].divides ? 1u << EAX : 0);
    }
    for (unsigned place = 0; place < sizeof loop_image_order; place++) {
        unsigned reg = loop_image_order[place];
        uint32_t value = !(zeros >> reg & 1);
        if (pointers >> reg & 1)
            value = loop_image_fact(code->image, BUFFER) + places[reg];
        else if (reg == ECX)
            value = LOOP_REPEATS;
        loop_image_set_register(code->image, place, value);
    }
    loop_image_set_iterations(code->image, code->setup.counter, LOOP_ITERATIONS);
    loop_image_set_fact(code->image, STACK_TOUCHED, code->setup.uses_stack);
}

/* Finds the lines of the REPs that need a count, before the code is assembled again. */
static void loop_code_find_repeat_lines(struct loop_code *code, const struct code_form *forms)
{
    code->source.repeat_lines =
        allocate_zeroed((code->source.n_lines + 1) * sizeof *code->source.repeat_lines);
    for (unsigned i = 0; i < code->setup.repeats; i++) {
        uint32_t at = forms[code->setup.uncounted[i]].insn.address - code->head;
        uint32_t line = code->line_at[at];
        if (line && line <= code->source.n_lines)
            code->source.repeat_lines[line - 1] = true;
    }
}

int loop_code_prepare(struct loop_code *code, const struct model *model, const char *name)
{
    struct code_form *forms = allocate_zeroed(CODE_MOST * sizeof *forms);
    unsigned n = loop_code_forms(code, model, forms);
    /* The forms end with the added DEC and JNZ */
    unsigned own = code->source.counted && n >= 2 ? n - 2 : n;
    int status = n ? 0 : -1;
    if (n)
        loop_setup_make(&code->setup, forms, own, !code->source.counted);
    if (n && (code->setup.repeats || code->setup.low_buffer || code->setup.counter != ECX)) {
        loop_code_find_repeat_lines(code, forms);
        status = loop_code_build(code, name);
        n = status ? 0 : loop_code_forms(code, model, forms);
        status = n ? 0 : -1;
    }
    if (status == 0) {
        loop_code_set_registers(code, forms, n);
        if (*code->messages)
            loop_source_report_errors(&code->source, code->messages, name); /* warnings */
    }
    free(forms);
    return status;
}

struct loop_window loop_code_window(bool ends, unsigned number)
{
    static const unsigned iterations[LOOP_WINDOWS] = {LOOP_ITERATIONS, 32, 8, 4};
    static const unsigned first[LOOP_WINDOWS] = {2 * LOOP_ITERATIONS + 1, 17, 5, 4};
    unsigned counted = iterations[number];
    return (struct loop_window){
        .iterations = counted,
        .first = ends ? 2 * counted + 1 : first[number],
        .most = ends || !number ? LOOP_STEPS : counted,
    };
}
