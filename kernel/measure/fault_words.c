/*
 * SPDX-License-Identifier: MIT
 * Explains faults: a page fault's address and error code (Intel SDM volume 3, section 4.7) identify
 * the access. A double fault also results from a page fault when the stack that should report it is
 * used up.
 */
#include "kernel/measure/fault_words.h"

#include "boot/descriptors.h"
#include "kernel/lib/format.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"

#define VECTOR_DOUBLE_FAULT 8
#define VECTOR_STACK_FAULT  12
#define VECTOR_PAGE_FAULT   14

#define PAGE_FAULT_PRESENT (1u << 0) /* the page is present, but access is not allowed */
#define PAGE_FAULT_WRITE   (1u << 1)
#define PAGE_FAULT_USER    (1u << 2)

#define NEAR_STACK   (64 * 1024u)
#define PUSHED_BYTES 4
#define ABORT_BYTES  8 /* from its start to after its INT3 */

/*
 * Returns the bytes of stack that were asked for, if the fault is an overrun of the stack: the
 * stack pointer is below its start, or an access is just below. A frame larger than the stack may
 * be accessed anywhere. Without paging, an overrun far below may end in any exception.
 */
static uint32_t fault_words_overrun(const struct report_fault *fault)
{
    bool by_page = fault->vector == VECTOR_PAGE_FAULT || fault->vector == VECTOR_DOUBLE_FAULT;
    bool by_segment = fault->vector == VECTOR_STACK_FAULT || fault->vector == VECTOR_DOUBLE_FAULT;
    uint32_t pointer = paging_stack_overrun(fault->esp);
    if (!paging_guards_stack()) {
        if (by_segment) /* it refused a push, which leaves ESP unchanged */
            pointer = paging_stack_overrun(fault->esp - PUSHED_BYTES);
        return by_segment || by_page || !(fault->cr0 & CR0_PG) ? pointer : 0;
    }
    uint32_t accessed = by_page ? paging_stack_overrun(fault->cr2) : 0;
    if (pointer && by_page)
        return accessed > pointer ? accessed : pointer;
    return accessed <= NEAR_STACK ? accessed : 0;
}

void fault_words(const struct report_fault *fault, char *text, size_t size)
{
    bool page_fault = fault->vector == VECTOR_PAGE_FAULT;
    text[0] = 0;
    uint32_t overrun = fault_words_overrun(fault);
    if (overrun)
        format(text, size, "stack overrun: more than %u KB: %u bytes", PAGING_STACK_BYTES / 1024,
               (unsigned)overrun);
    else if (page_fault)
        format(text, size, "%s 0x%08x in ring %u, %s",
               fault->error & PAGE_FAULT_WRITE ? "write to" : "read of", (unsigned)fault->cr2,
               fault->error & PAGE_FAULT_USER ? 3 : 0,
               fault->cr2 < PAGE_BYTES             ? "through a NULL pointer"
               : fault->error & PAGE_FAULT_PRESENT ? "which that ring must not access"
                                                   : "where no memory is mapped");
    else if (fault->vector == VECTOR_WATCHDOG)
        format(text, size, "did not end within %u second%s; watchdog=SECONDS sets the limit",
               watchdog_seconds(), watchdog_seconds() == 1 ? "" : "s");
    else if (fault->eip - (uint32_t)abort <= ABORT_BYTES) /* in ring 3 INT3 is not allowed */
        format(text, size, "abort() was called");
}
