/*
 * SPDX-License-Identifier: MIT
 * State of the virtual processor, which instruction handlers read and write. The register file has
 * nine entries; the ninth is always 0, so that an address is computed without a branch.
 */
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/model/insn.h"
#include "sim/cpu/fpu/fpu.h"
#include "sim/cpu/cpu_kind.h"
#include "sim/cpu/sse/sse.h"
#include "sim/model/model.h"
#include "sim/model/near_line.h"
#include "sim/devices/apic.h"
#include "sim/devices/smi.h"
#include "sim/devices/snooper.h"

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the register file and guest memory are accessed in place: little-endian hosts only"
#endif

/* General registers in the order of their encoding. */
enum {
    REG_EAX,
    REG_ECX,
    REG_EDX,
    REG_EBX,
    REG_ESP,
    REG_EBP,
    REG_ESI,
    REG_EDI,
    REG_NONE,
    REG_COUNT,
};

enum {
    SEG_ES,
    SEG_CS,
    SEG_SS,
    SEG_DS,
    SEG_FS,
    SEG_GS,
    SEG_LDTR,
    SEG_TR,
    SEG_COUNT,
};

/* EFLAGS (Pentium Developer's Manual volume 3, section 3.3.4). */
#define FLAG_CF   0x00000001u
#define FLAG_ONE  0x00000002u /* always set */
#define FLAG_PF   0x00000004u
#define FLAG_AF   0x00000010u
#define FLAG_ZF   0x00000040u
#define FLAG_SF   0x00000080u
#define FLAG_TF   0x00000100u
#define FLAG_IF   0x00000200u
#define FLAG_DF   0x00000400u
#define FLAG_OF   0x00000800u
#define FLAG_IOPL 0x00003000u
#define FLAG_NT   0x00004000u
#define FLAG_RF   0x00010000u
#define FLAG_VM   0x00020000u
#define FLAG_AC   0x00040000u
#define FLAG_VIF  0x00080000u
#define FLAG_VIP  0x00100000u
#define FLAG_ID   0x00200000u

#define FLAG_ARITHMETIC (FLAG_CF | FLAG_PF | FLAG_AF | FLAG_ZF | FLAG_SF | FLAG_OF)
#define FLAG_ALL        0x003f7fd5u

/* Control registers (volume 3, section 10.1.3). */
#define CR0_PE 0x00000001u
#define CR0_MP 0x00000002u
#define CR0_EM 0x00000004u
#define CR0_TS 0x00000008u
#define CR0_ET 0x00000010u
#define CR0_NE 0x00000020u
#define CR0_WP 0x00010000u
#define CR0_AM 0x00040000u
#define CR0_NW 0x20000000u
#define CR0_CD 0x40000000u
#define CR0_PG 0x80000000u

#define CR4_VME        0x00000001u
#define CR4_PVI        0x00000002u
#define CR4_TSD        0x00000004u
#define CR4_DE         0x00000008u
#define CR4_PSE        0x00000010u
#define CR4_MCE        0x00000040u
#define CR4_PAE        0x00000020u /* P6 */
#define CR4_PGE        0x00000080u /* P6 */
#define CR4_PCE        0x00000100u /* P55C and P6 */
#define CR4_OSFXSR     0x00000200u
#define CR4_OSXMMEXCPT 0x00000400u

/* Exception vectors (volume 3, table 14-1). */
enum {
    VECTOR_DE = 0,
    VECTOR_DB = 1,
    VECTOR_NMI = 2,
    VECTOR_BP = 3,
    VECTOR_OF = 4,
    VECTOR_BR = 5,
    VECTOR_UD = 6,
    VECTOR_NM = 7,
    VECTOR_DF = 8,
    VECTOR_TS = 10,
    VECTOR_NP = 11,
    VECTOR_SS = 12,
    VECTOR_GP = 13,
    VECTOR_PF = 14,
    VECTOR_MF = 16,
    VECTOR_AC = 17,
    VECTOR_XM = 19, /* SSE */
};

/* Access byte of a descriptor: byte 5. */
#define ACCESS_BYTE_PRESENT    0x80u
#define ACCESS_BYTE_DPL(a)     (((a) >> 5) & 3u)
#define ACCESS_BYTE_S          0x10u /* code or data, not system */
#define ACCESS_BYTE_CODE       0x08u
#define ACCESS_BYTE_CONFORMING 0x04u /* code: conforming */
#define ACCESS_BYTE_DOWN       0x04u /* data: expands down */
#define ACCESS_BYTE_RW         0x02u /* code: readable; data: writable */
#define ACCESS_BYTE_ACCESSED   0x01u

/* Bits of struct segment's `flat`: accesses that need no check of base, limit and rights. */
#define FLAT_READ  1u
#define FLAT_WRITE 2u

struct segment {
    uint32_t base;
    uint32_t limit; /* in bytes, granularity applied */
    uint16_t selector;
    uint8_t access; /* access byte; 0 for a null selector */
    uint8_t flat;   /* FLAT_READ | FLAT_WRITE: see segment_update_flat() */
    bool big;       /* D or B bit */
};

struct table_register {
    uint32_t base;
    uint16_t limit;
};

/*
 * A range of linear addresses that maps to guest RAM at `physical`, according to the last TLB
 * lookup. It is empty if size is 0. There is one window for each TLB set, so a hit in the window is
 * a hit on the most recently used way of the set and leaves the replacement state unchanged.
 */
struct window {
    uint32_t start;
    uint32_t size;
    uint32_t physical;
};

/*
 * Replacement state for a data TLB that has only one set. All pages in the TLB may then have
 * windows. A use of a page other than the last one used is reported to the TLB, whose replacement
 * state is `tree`.
 */
#define ONE_SET_WAYS 64
#define NO_WAY       ONE_SET_WAYS /* a window whose use does not affect that TLB */

struct one_set {
    struct tlb_shape shape;
    uint64_t *tree;               /* NULL if the TLB has several sets */
    uint32_t last;                /* the way used last */
    uint32_t pages[ONE_SET_WAYS]; /* pages whose windows were set up in that way */
    struct tlb_touch touch[ONE_SET_WAYS + 1];
};

#define STORED_MSRS 192

#define WINDOW_COUNT 16 /* sets of the P5's data TLB for 4 KB pages */

/*
 * The arithmetic flags, stored as the values they are computed from.
 *
 * result: result of the last operation, sign-extended. ZF is set if its low half is 0, SF is its
 *   bit 63, PF is the parity of byte 0 xor byte 4 (sign extension makes byte 4 00 or FF, both
 *   even). Every combination of the three can be represented this way.
 * carry: the carries out of each bit. CF is bit 31, OF is bit 31 xor bit 30, AF is bit 3.
 */
struct lazy_flags {
    int64_t result;
    uint32_t carry;
};

/*
 * Translated code stores flags as the operation and operands they will be computed from. The
 * interpreter never sees this form, because flags_settle() is called first.
 */
enum pending_kind {
    PENDING_NONE, /* nothing: the flags are in struct lazy_flags */
    PENDING_ADD,
    PENDING_ADC, /* a, b and the carry in */
    PENDING_SUB,
    PENDING_SBB,
    PENDING_LOGIC, /* a is the result */
    PENDING_INC,   /* a is the result, carry is CF, which the operation does not change */
    PENDING_DEC,
    PENDING_SHL, /* b is the count, 1 to 31 */
    PENDING_SHR,
    PENDING_SAR,
    PENDING_MULTIPLY, /* a is the result's low half, carry: the high half is significant */
};

/* Encodes an operation: the kind above the size, which is 0 to 2 for SIZE_8 to SIZE_32. */
#define PENDING_SIZE_SHIFT  2
#define PENDING(kind, size) ((kind) << PENDING_SIZE_SHIFT | (size))

struct pending_flags {
    uint32_t operation, a, b;
    uint8_t carry;
};

struct fault {
    uint8_t vector;
    bool has_error;
    uint32_t error;
};

/* The exception or interrupt that is being delivered. A fault during delivery escalates it. */
struct delivery {
    bool active;
    bool external; /* external event, or caused by an exception: EXT in error codes */
    uint8_t vector;
};

/* Events that are inhibited until the next instruction has completed. */
enum shadow {
    SHADOW_NONE,
    SHADOW_STI, /* maskable interrupts */
    SHADOW_SS,  /* after a load of SS: also NMI, debug exceptions and breakpoints */
};

/* The single step in progress. */
struct step_state {
    bool active;
    bool resume;             /* RF was set */
    bool trap;               /* TF was set */
    uint64_t branches_taken; /* before the step */
};

/* Why the run loop was unwound. */
enum unwind {
    UNWIND_NONE,
    UNWIND_FAULT, /* cpu->fault is to be delivered at the current instruction */
    UNWIND_AGAIN, /* the current instruction has not begun; execute from cpu->eip */
    UNWIND_LEAVE, /* the current instruction has been completed; execute from cpu->eip */
    UNWIND_STOP,  /* end of the run */
};

enum stop_reason {
    STOP_EXIT_PORT,
    STOP_HALTED,
    STOP_RESET,
    STOP_TRIPLE_FAULT,
    STOP_ENOUGH, /* the observer has seen everything it needs */
};

struct block_cache;
struct translator;
struct devices;
struct observer;

/* State that is restored after a fault during a far transfer or the delivery of an interrupt. */
struct checkpoint {
    bool active;
    uint8_t cpl;
    uint32_t reg[REG_COUNT];
    uint32_t eip, eflags;
    struct lazy_flags flags;
    struct segment seg[SEG_COUNT];
};

struct cpu {
    uint32_t reg[REG_COUNT];
    uint32_t eip; /* while a block runs: the address where execution continues after it */
    struct lazy_flags flags;
    struct pending_flags pending;
    uint16_t next_states[2][4]; /* by outcome and state of a branch: see translator/prediction.c */
    uint32_t eflags;            /* without the arithmetic flags */
    bool jumped;                /* the block being run ended in a taken branch */
    bool halted;
    uint8_t shadow; /* enum shadow: set by the previously executed instruction */
    bool stepping;  /* blocks of one instruction: TF, RF, or an armed breakpoint */
    bool retired;  /* the block's instructions were retired before its end; see run_loop_retire() */
    bool in_block; /* a block is running: a fault restarts cpu->current */
    uint8_t cpl;
    const struct insn *current;
    struct block *block;
    struct model *model;
    uint8_t *ram;
    uint32_t ram_size;
    uint32_t ram_lines;     /* mask of the lines that memory decodes; the others are ignored */
    uint32_t rom_size;      /* of a BIOS ROM that ends at ROM_END and again at 4 GB; 0: no ROM */
    uint32_t address_lines; /* mask of driven lines: all, or all but A20 while its gate is closed */
    uint32_t window_mask;   /* the data TLB's sets - 1, or WINDOW_COUNT - 1 */
    struct window read_window[WINDOW_COUNT];
    struct window write_window[WINDOW_COUNT];
    uint32_t large_windows;            /* a bit per set: its windows are of a 4 MB page */
    uint32_t window_way[WINDOW_COUNT]; /* way of the page, if the data TLB has one set */
    struct one_set one_set;
    struct window code_window;
    struct near_line near[NEAR_LINES];
    unsigned near_mask; /* index mask of `near`: the data cache's sets - 1 */
    uint64_t near_used[WINDOW_COUNT][NEAR_LINES / 64]; /* entries of `near` by window */
    uint8_t bounce[16];       /* data that a slow path reads or writes for translated code */
    uint32_t slow_address;    /* its linear address */
    uint32_t pair_address;    /* linear address that the U half of the current pair accessed */
    uint16_t x87_host_status; /* host's status word after the last x87 instruction */
    uint64_t iterations,
        iterations_counted;        /* iterations of a translated loop; those counted so far */
    bool x87_plain;                /* no exception unmasked or pending, and the unit is available */
    uint8_t plain_segments;        /* a bit per segment that translated code may treat as flat */
    struct translator *translator; /* NULL if nothing is translated */
    uint32_t translate_after;      /* number of executions after which a block is translated */
    uint64_t *code_granules; /* per page of RAM, a bit for each 64 bytes that hold decoded code */
    struct {
        uint32_t physical;
        uint32_t physical_end;
    } rmw; /* operand addresses of the current read-modify-write */

    struct segment seg[SEG_COUNT];
    struct table_register gdtr, idtr;
    uint32_t cr0, cr2, cr3, cr4;
    uint64_t directory_pointer[4]; /* with CR4.PAE: see system/page_walk.h */
    uint32_t dr[8];
    bool counts_matches;    /* a counter counts breakpoint matches: see debug_registers.h */
    uint32_t pending_debug; /* DR6 bits of breakpoints hit by the current instruction */
    struct fpu fpu;
    struct sse sse;

    uint64_t deadline; /* model clock at which the run loop checks for events; 0: now */
    uint64_t due;      /* clock of a timer interrupt soon after `deadline`, or UINT64_MAX */
    struct devices *devices;
    struct apic *apic; /* this processor's local APIC, or NULL */
    bool enough;       /* see STOP_ENOUGH */
    bool overflowed;   /* a counter overflowed and requests an interrupt: see MODEL_INTERRUPTS */
    struct block_cache *blocks;
    struct observer *observer; /* NULL if there is no observer */
    struct snooper snooper;
    struct smi smi;
    uint32_t
        tsc_step;     /* the time-stamp counter advances in steps of this many clocks; 1: in each */
    bool nmi_blocked; /* set from an NMI to the next IRET */
    struct fault fault;
    struct delivery delivery;
    uint64_t stored_msr[STORED_MSRS]; /* see system/msr_store.h */
    struct step_state step;
    uint8_t flatness; /* conditions that forbade flat segments at the last check */
    struct checkpoint checkpoint;
    bool in_new_task; /* during a task switch: faults belong to the new task, at cpu->eip */
    enum stop_reason stop;
    int exit_status;
    const struct cpu_kind *kind;
    jmp_buf unwind;
};

void cpu_reset(struct cpu *cpu);

/* Executes until the machine stops; returns the reason. */
enum stop_reason run_loop_execute(struct cpu *cpu);

/* Recomputes the state derived from CR0, CR4, EFLAGS, CPL and DRs. Call it after changing any of
 * them. */
void run_loop_mode_changed(struct cpu *cpu);

/*
 * Counts the block's instructions up to the current one, which is about to change the privilege
 * level, so that they are counted at the level at which they were executed.
 */
void run_loop_retire(struct cpu *cpu);

/* Makes the run loop check for events before the next block. */
static inline void cpu_attention(struct cpu *cpu)
{
    cpu->deadline = 0;
}

/* Ends the run after the current instruction's block. */
static inline void cpu_has_done_enough(struct cpu *cpu)
{
    cpu->enough = true;
    cpu_attention(cpu);
}

/* True if the next event is a timer interrupt that falls due soon after `deadline`. */
static inline bool cpu_awaits_timer(const struct cpu *cpu)
{
    return cpu->deadline && cpu->due != UINT64_MAX;
}

/* Handles a deadline in the middle of a long instruction at model clock `clock`. Returns true if no
 * event is pending: the devices have then been advanced to `clock` and a new deadline is set. */
bool run_loop_poll_deadline(struct cpu *cpu, uint64_t clock);

_Noreturn void raise_fault(struct cpu *cpu, uint8_t vector);
_Noreturn void raise_error(struct cpu *cpu, uint8_t vector, uint32_t error);
_Noreturn void cpu_unwind(struct cpu *cpu, enum unwind why);

static inline bool protected_mode(const struct cpu *cpu)
{
    return (cpu->cr0 & CR0_PE) && !(cpu->eflags & FLAG_VM);
}

static inline bool v86_mode(const struct cpu *cpu)
{
    return cpu->eflags & FLAG_VM;
}

/* EFLAGS.ID, if this processor has CPUID: software can then change the bit. */
static inline uint32_t eflags_id(const struct cpu *cpu)
{
    return cpu->kind->signature ? FLAG_ID : 0;
}

static inline unsigned iopl(const struct cpu *cpu)
{
    return (cpu->eflags & FLAG_IOPL) >> 12;
}
