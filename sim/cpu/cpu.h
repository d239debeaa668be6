/*
 * SPDX-License-Identifier: MIT
 * The state of the virtual processor: what an instruction handler sees and changes.
 * A register file of nine: the ninth is always 0, so that an address is formed without a branch.
 */
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/model/insn.h"
#include "sim/cpu/fpu/fpu.h"
#include "sim/cpu/kind.h"
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

/* In the order of their encoding. */
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
#define ACCESS_BYTE_CONFORMING 0x04u /* of code */
#define ACCESS_BYTE_DOWN       0x04u /* of data: expands down */
#define ACCESS_BYTE_RW         0x02u /* code: readable; data: writable */
#define ACCESS_BYTE_ACCESSED   0x01u

/* What `flat` of a segment grants without looking at base, limit or rights. */
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
 * A stretch of linear addresses known to map to guest RAM at `physical`, as the TLB said last.
 * Empty when size is 0. There is one for each TLB set, so that a hit in it is a hit on the most
 * recently used way of the set and leaves the replacement state as it is.
 */
struct window {
    uint32_t start;
    uint32_t size;
    uint32_t physical;
    bool large; /* from a 4 MB page */
};

/*
 * Where the data TLB is one set, all the pages that it holds may have windows, and each use of
 * another page than that used last is told to it: the replacement state is this tree.
 */
#define ONE_SET_WAYS 64
#define NO_WAY       ONE_SET_WAYS /* of a window whose use says nothing to that TLB */

struct one_set {
    struct tlb_shape shape;
    uint64_t *tree;               /* NULL where there are more sets */
    uint32_t last;                /* the way used last */
    uint32_t pages[ONE_SET_WAYS]; /* that got windows being in that way */
    struct tlb_touch touch[ONE_SET_WAYS + 1];
};

#define STORED_MSRS 192

#define WINDOW_COUNT 16 /* sets of the P5's data TLB for 4 KB pages */

/*
 * The arithmetic flags, kept as what they are computed from.
 * result: of the last operation, sign-extended. ZF is its low half being 0, SF its bit 63, PF the
 *   parity of byte 0 xor byte 4 (sign extension makes byte 4 00 or FF, both even). Any combination
 *   of the three can be written that way.
 * carry: the carries out of each bit. CF is bit 31, OF bit 31 xor bit 30, AF bit 3.
 */
struct lazy_flags {
    int64_t result;
    uint32_t carry;
};

/*
 * In translated code flags are kept as what they are to be computed from: an operation and its
 * operands. The interpreter never sees that; flags_settle() comes first.
 */
enum pending_kind {
    PENDING_NONE, /* nothing: the flags are in struct lazy_flags */
    PENDING_ADD,
    PENDING_ADC, /* a, b and the carry that went in */
    PENDING_SUB,
    PENDING_SBB,
    PENDING_LOGIC, /* a is the result */
    PENDING_INC,   /* a is the result, carry the flag as it was before and is */
    PENDING_DEC,
    PENDING_SHL, /* b is the count, 1 to 31 */
    PENDING_SHR,
    PENDING_SAR,
    PENDING_MULTIPLY, /* a is the low half of the result, carry whether there is more */
};

/* An operation: the kind above the size, which is 0 to 2 as SIZE_8 to SIZE_32. */
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

/* An exception or interrupt whose handler is being entered: a fault meanwhile makes it worse. */
struct delivery {
    bool active;
    bool external; /* from outside the program or by an exception: EXT in error codes */
    uint8_t vector;
};

/* What waits until the next instruction is over. */
enum shadow {
    SHADOW_NONE,
    SHADOW_STI, /* maskable interrupts */
    SHADOW_SS,  /* behind a load of SS: NMI, debug exceptions and breakpoints too */
};

/* The single step in progress. */
struct step {
    bool active;
    bool resume; /* RF was set */
    bool trap;   /* TF was set */
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
    STOP_ENOUGH, /* who watches has seen what was wanted */
};

struct block_cache;
struct translator;
struct devices;
struct observer;

/* What a fault half way through a far transfer or an interrupt's delivery puts back. */
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
    uint32_t eip; /* while a block runs: where execution goes on after it */
    struct lazy_flags flags;
    struct pending_flags pending;
    uint16_t next_states[2][4]; /* by outcome, state of a branch: see translate/prediction.c */
    uint32_t eflags;            /* without the arithmetic flags */
    bool jumped;                /* the block being run ended in a taken branch */
    bool halted;
    uint8_t shadow; /* enum shadow: of the instruction before the next one to be executed */
    bool stepping;  /* blocks of one instruction: TF, RF, or a breakpoint is armed */
    bool
        retired; /* the block's instructions have been retired ahead of its end; see run_retire() */
    bool in_block; /* a block is being run: cpu->current is what a fault restarts */
    uint8_t cpl;
    const struct insn *current;
    struct block *block;
    struct model *model;
    uint8_t *ram;
    uint32_t ram_size;
    uint32_t rom_size;      /* of a BIOS ROM, which ends at ROM_END and again at 4 GB; 0 for none */
    uint32_t address_lines; /* that are driven: all, or all but A20 while its gate is closed */
    uint32_t window_mask;   /* the data TLB's sets - 1, or WINDOW_COUNT - 1 */
    struct window read_window[WINDOW_COUNT];
    struct window write_window[WINDOW_COUNT];
    uint32_t window_way[WINDOW_COUNT]; /* where the data TLB is one set */
    struct one_set one_set;
    struct window code_window;
    struct near_line near[NEAR_LINES];
    unsigned near_mask; /* of those, as many as the data cache has sets, less one */
    uint64_t near_used[WINDOW_COUNT][NEAR_LINES / 64]; /* which of them are a window's */
    uint8_t bounce[16];            /* what a slow path reads or writes for translated code */
    uint32_t slow_address;         /* where to, linear */
    uint32_t pair_address;         /* where the U half of the pair that is at work went, linear */
    uint16_t x87_seen;             /* host's status word behind the last x87 instruction */
    uint64_t turns, turns_booked;  /* of a loop of translated code; of those, in the counts */
    bool x87_plain;                /* nothing is unmasked or pending, and the unit is there */
    uint8_t plain_segments;        /* a bit for each that translated code may take for flat */
    struct translator *translator; /* NULL where nothing is translated */
    uint32_t translate_after;      /* a block is, when it is run for the so-manieth time */
    uint64_t *code_granules; /* per page of RAM, a bit for each 64 bytes that hold decoded code */
    struct {
        uint32_t physical;
        uint32_t physical_end;
    } rmw; /* of the read-modify-write in progress */

    struct segment seg[SEG_COUNT];
    struct table_register gdtr, idtr;
    uint32_t cr0, cr2, cr3, cr4;
    uint64_t directory_pointer[4]; /* with CR4.PAE: see system/page_walk.h */
    uint32_t dr[8];
    bool counts_matches;    /* a counter counts breakpoint matches: see debug_registers.h */
    uint32_t pending_debug; /* DR6 bits of breakpoints hit by the current instruction */
    struct fpu fpu;
    struct sse sse;

    uint64_t deadline; /* model clock at which the run loop must look at events; 0 for at once */
    uint64_t
        due; /* when a timer interrupts, behind `deadline`; UINT64_MAX: none is what comes next */
    struct devices *devices;
    struct apic *apic; /* its own, or NULL */
    bool enough;       /* see STOP_ENOUGH */
    bool overflowed;   /* a counter has, and interrupts: see MODEL_INTERRUPTS */
    struct block_cache *blocks;
    struct observer *observer; /* NULL where nobody watches */
    struct snooper snooper;
    struct smi smi;
    bool nmi_blocked; /* from an NMI to the next IRET */
    struct fault fault;
    struct delivery delivery;
    uint64_t stored_msr[STORED_MSRS]; /* see system/msr_store.h */
    struct step step;
    uint8_t flatness; /* what forbade flat segments when last looked at */
    struct checkpoint checkpoint;
    bool in_new_task; /* faults are those of a task switched to half way: at cpu->eip */
    enum stop_reason stop;
    int exit_status;
    const struct processor_kind *kind;
    jmp_buf unwind;
};

void cpu_reset(struct cpu *cpu);

/* Executes until the machine stops; returns why. */
enum stop_reason cpu_run(struct cpu *cpu);

/* Recomputes what depends on CR0, CR4, EFLAGS, CPL and the DRs: call after changing any of them. */
void cpu_mode_changed(struct cpu *cpu);

/*
 * Books the block's instructions up to the current one, which is about to change the ring: they are
 * counted in the ring they were executed in.
 */
void run_retire(struct cpu *cpu);

/* Makes the run loop look at events before the next block. */
static inline void cpu_attention(struct cpu *cpu)
{
    cpu->deadline = 0;
}

/* The run ends behind the instruction's block. */
static inline void cpu_has_done_enough(struct cpu *cpu)
{
    cpu->enough = true;
    cpu_attention(cpu);
}

/* Whether a timer's interrupt is near: behind `deadline`, and not there yet. */
static inline bool cpu_awaits_timer(const struct cpu *cpu)
{
    return cpu->deadline && cpu->due != UINT64_MAX;
}

/* At `deadline`, in the middle of an instruction: whether nothing waits for the processor. Then the
 * devices have been told of that clock, and the deadline is the next. */
bool cpu_goes_on(struct cpu *cpu, uint64_t clock);

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

static inline unsigned iopl(const struct cpu *cpu)
{
    return (cpu->eflags & FLAG_IOPL) >> 12;
}
