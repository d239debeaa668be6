/*
 * SPDX-License-Identifier: MIT
 * A few lines of assembly as a loop: assembled by nasm into a small kernel of its own
 * (loop_wrapper.asm), which the virtual Pentium runs without booting anything.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "host/loop/code_form.h"
#include "host/loop/machine.h"
#include "host/loop/step_log.h"

#define LOOP_TURNS 128   /* that ECX counts */
#define LOOP_STEPS 40000 /* that are watched at most */

struct loop_code {
    char *folder; /* of the files while it is worked with */
    char **lines; /* the source, a statement each */
    unsigned n_lines;
    uint8_t *image;
    size_t size;
    uint32_t turn, behind; /* the loop is turn..behind-1 */
    uint32_t *line_at;     /* for each of its bytes the line, from 1 */
    bool counted;          /* DEC ECX and JNZ were added, to have a loop */
};

/*
 * `text` is of one line, statements separated by ';' (`name` NULL), or the text of the file `name`,
 * with nasm's comments. 0, or -1 after a message, which has nasm's own. `-` behind a jump, or the
 * label `turn`, is the loop's beginning; what stands before a line `turn:` is done once.
 */
int loop_code_assemble(struct loop_code *code, const char *text, const char *name);
void loop_code_free(struct loop_code *code);

/* Of its bytes, decoded; how many instructions. 0 where one is none. */
unsigned loop_code_forms(const struct loop_code *code, const struct model *model,
                         struct code_form forms[CODE_MOST]);

/* Registers at the beginning: those that address memory point into a buffer, ECX counts. */
void loop_code_registers(struct loop_code *code, const struct code_form *forms, unsigned n);

/* Runs it and has a pass watched, in which all is in the caches. `body`: other bytes of the loop,
 * as many; or NULL. 0, or -1 after a message. */
int loop_code_run(const struct loop_code *code, const struct explain_machine *machine,
                  const uint8_t *body, struct step_log *log);

/* A sum of the registers and of the memory about the buffer behind a pass that begins with other
 * registers than usual, of the loop with these bytes or its own: two that do the same have the same
 * sum. The loop has to end. -1 as above. */
int loop_code_sum(const struct loop_code *code, const struct explain_machine *machine,
                  const uint8_t *body, uint32_t *sum);

/* What counter `count` gains in a pass in which ECX begins as `turns`, of a selector's MSR, what is
 * written there, and the counter's MSR; -1 as above. */
int loop_code_count(const struct loop_code *code, const struct explain_machine *machine,
                    uint32_t turns, const uint32_t msrs[3], uint32_t *counted);
