/*
 * SPDX-License-Identifier: MIT
 * Explains faults: a page fault's address and error code (Intel SDM volume 3, section 4.7) identify
 * the access. A double fault also results from a page fault when the stack that should report it is
 * used up.
 */
#include "kernel/measure/fault_words.h"

#include "boot/descriptors.h"
#include "kernel/lib/format.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"

#define VECTOR_DOUBLE_FAULT 8
#define VECTOR_PAGE_FAULT   14

#define PAGE_FAULT_PRESENT (1u << 0) /* the page is present, but access is not allowed */
#define PAGE_FAULT_WRITE   (1u << 1)
#define PAGE_FAULT_USER    (1u << 2)

void fault_words(const struct report_fault *fault, char *text, size_t size)
{
    bool page_fault = fault->vector == VECTOR_PAGE_FAULT;
    text[0] = 0;
    if ((page_fault || fault->vector == VECTOR_DOUBLE_FAULT) && paging_is_guard(fault->cr2))
        format(text, size, "stack overrun: more than %u KB", PAGING_STACK_BYTES / 1024);
    else if (page_fault)
        format(text, size, "%s 0x%08x in ring %u, %s",
               fault->error & PAGE_FAULT_WRITE ? "write to" : "read of", (unsigned)fault->cr2,
               fault->error & PAGE_FAULT_USER ? 3 : 0,
               fault->cr2 < PAGE_BYTES             ? "through a NULL pointer"
               : fault->error & PAGE_FAULT_PRESENT ? "which that ring must not access"
                                                   : "where no memory is mapped");
    else if (fault->vector == VECTOR_WATCHDOG)
        format(text, size, "did not end within %u seconds", watchdog_seconds());
}
