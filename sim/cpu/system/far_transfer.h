/*
 * SPDX-License-Identifier: MIT
 * Transfers that change CS: far JMP, CALL and RET, IRET, interrupts and exceptions, task switches.
 * Each takes a checkpoint first, so that a fault in the middle leaves the state unchanged.
 */
#pragma once

#include "sim/cpu/system/segment.h"

/* `bytes` is the operand size, 2 or 4. */
void far_transfer_jump(struct cpu *cpu, const struct insn *insn, uint16_t selector,
                       uint32_t offset);
void far_transfer_call(struct cpu *cpu, const struct insn *insn, uint16_t selector, uint32_t offset,
                       unsigned bytes);
void far_transfer_return(struct cpu *cpu, const struct insn *insn, unsigned bytes,
                         uint32_t release);
void interrupt_return(struct cpu *cpu, const struct insn *insn, unsigned bytes);

enum event_kind {
    EVENT_EXTERNAL,  /* INTR or NMI */
    EVENT_EXCEPTION, /* fault or trap */
    EVENT_SOFTWARE,  /* INT n, INT3, INTO */
};

struct event {
    enum event_kind kind;
    uint8_t vector;
    bool has_error;
    uint32_t error;
    bool int_n; /* INT n: subject to IOPL in virtual-8086 mode */
};

/* Enters the handler; cpu->eip is saved as the return address. */
void interrupt_deliver(struct cpu *cpu, const struct event *event);

/* Loads CS:EIP at privilege level `cpl`; the descriptor has been checked. #GP(0) beyond the
 * limit. */
void far_transfer_enter_code(struct cpu *cpu, uint16_t selector,
                             const struct descriptor *descriptor, uint32_t eip, unsigned cpl);
/* Loads CS:EIP as in real and virtual-8086 mode. */
void far_transfer_enter_real(struct cpu *cpu, uint16_t selector, uint32_t eip);

struct stack_pointer {
    uint16_t selector;
    uint32_t esp;
};

/* Fetches and checks the code descriptor to which a far RET or IRET returns. */
struct descriptor far_transfer_return_target(struct cpu *cpu, uint16_t selector);
/*
 * Returns to an outer ring: loads its stack and CS:EIP, and clears data segments that it must not
 * access. A stack segment that is not present raises `absent`, which differs between RET and IRET.
 */
void far_transfer_return_outer(struct cpu *cpu, uint16_t cs, const struct descriptor *target,
                               uint32_t eip, struct stack_pointer outer, uint8_t absent);

/* Reads SS:ESP for an inner ring from the current TSS. Raises #TS. */
struct stack_pointer task_inner_stack(struct cpu *cpu, unsigned cpl);

/* True if the I/O permission bitmap permits access to all of these ports. */
bool task_io_allowed(struct cpu *cpu, uint16_t port, unsigned bytes);

/* True if the TSS redirects INT n of virtual-8086 mode to the 8086 handler. #GP(0) beyond the
 * TSS. */
bool task_interrupt_redirected(struct cpu *cpu, uint8_t vector);

enum task_reason {
    TASK_JUMP,
    TASK_CALL,   /* also interrupts and exceptions: nested */
    TASK_RETURN, /* IRET with NT */
};

/* Switches to the task of a TSS descriptor, whose type has been checked. */
void task_switch(struct cpu *cpu, uint16_t selector, const struct descriptor *descriptor,
                 enum task_reason reason, uint32_t return_eip);
/* Switches task through a task gate. */
void task_gate(struct cpu *cpu, const struct descriptor *gate, enum task_reason reason,
               uint32_t return_eip);

void far_transfer_set_cpl(struct cpu *cpu, unsigned cpl);

/*
 * far_checkpoint_save() saves registers, segments and flags. A fault before
 * far_checkpoint_discard() restores them: the run loop calls far_checkpoint_restore() for every
 * fault.
 */
void far_checkpoint_save(struct cpu *cpu);
void far_checkpoint_discard(struct cpu *cpu);
void far_checkpoint_restore(struct cpu *cpu);
