/*
 * SPDX-License-Identifier: MIT
 * A frame holds the registers, the x87's state, and code that returns by sigreturn or rt_sigreturn,
 * for programs that name no restorer.
 */
#include "kernel/process/signals/signal_frames.h"

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/process/process.h"
#include "kernel/process/process_end.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/memory/user_memory.h"

struct registers {
    uint32_t gs, fs, es, ds, edi, esi, ebp, esp, ebx, edx, ecx, eax;
    uint32_t trap, error, eip, cs, eflags, esp_at_signal, ss;
    uint32_t x87; /* address of struct x87_state */
    uint32_t blocked, cr2;
};

struct x87_state {
    uint8_t fnsave[108];
    uint16_t status, magic; /* magic FFFFh: no FXSAVE area follows */
};

struct context {
    uint32_t flags, link;
    struct signal_stack stack;
    struct registers registers;
    uint64_t blocked;
} __attribute__((packed));

struct plain_frame {
    uint32_t returns_to;
    int32_t signal;
    struct registers registers;
    struct x87_state unused;
    uint32_t blocked_high;
    uint8_t code[8];
    struct x87_state x87;
};

struct info_frame {
    uint32_t returns_to;
    int32_t signal;
    uint32_t info_at, context_at;
    struct signal_info info;
    struct context context;
    uint8_t code[8];
    struct x87_state x87;
} __attribute__((packed));

/* POP EAX; MOV EAX,119; INT 80h, and MOV EAX,173; INT 80h. */
static const uint8_t plain_return[8] = {0x58, 0xB8, 119, 0, 0, 0, 0xCD, 0x80};
static const uint8_t info_return[8] = {0xB8, 173, 0, 0, 0, 0xCD, 0x80, 0};

#define EFLAGS_TF (1u << 8)
#define EFLAGS_DF (1u << 10)
#define EFLAGS_RF (1u << 16)
#define EFLAGS_OF_USER                                                                             \
    0x00040DD5u /* AC, OF, DF, TF, SF, ZF, AF, PF, CF: sigreturn restores these */

/* DS and ES are below the frame: boot/exception_stubs.asm. */
static uint32_t *frame_ds(struct trap_frame *frame)
{
    return (uint32_t *)frame - 1;
}

static uint32_t *frame_es(struct trap_frame *frame)
{
    return (uint32_t *)frame - 2;
}

static struct registers registers_of(struct trap_frame *frame, const struct signal_cause *cause,
                                     uint32_t x87)
{
    uint32_t fs, gs;
    __asm__("mov %%fs, %0; mov %%gs, %1" : "=r"(fs), "=r"(gs));
    return (struct registers){
        .gs = gs & 0xFFFF,
        .fs = fs & 0xFFFF,
        .es = *frame_es(frame) & 0xFFFF,
        .ds = *frame_ds(frame) & 0xFFFF,
        .edi = frame->edi,
        .esi = frame->esi,
        .ebp = frame->ebp,
        .esp = frame->esp,
        .ebx = frame->ebx,
        .edx = frame->edx,
        .ecx = frame->ecx,
        .eax = frame->eax,
        .trap = cause->vector,
        .error = cause->error,
        .eip = frame->eip,
        .cs = frame->cs,
        .eflags = frame->eflags,
        .esp_at_signal = frame->esp,
        .ss = frame->ss,
        .x87 = x87,
        .blocked = (uint32_t)signals_mask_after_call(),
        .cr2 = cause->vector == 14 ? cause->address : 0,
    };
}

/* Saves the x87, which the handler then finds initialised. */
static struct x87_state x87_save(void)
{
    struct x87_state state = {.magic = 0xFFFF};
    __asm__ volatile("fnsave %0" : "=m"(state.fnsave) : : "memory");
    memcpy(&state.status, state.fnsave + 4, sizeof state.status);
    return state;
}

/* Returns the address for a frame of that size: (address + 4) is a multiple of 16, as at a call. */
static uint32_t frame_place(const struct trap_frame *frame, const struct signal_action *action,
                            uint32_t bytes)
{
    uint32_t top = frame->esp;
    const struct signal_stack *stack = &signals->stack;
    const bool on_stack = top - stack->address < stack->bytes;
    if (action->flags & SIGNAL_ON_STACK && !(stack->flags & SIGNAL_STACK_OFF) && !on_stack)
        top = stack->address + stack->bytes;
    return ((top - bytes + 4) & ~15u) - 4;
}

struct signal_info signal_frames_info(const struct signal_cause *cause)
{
    if (cause->has_info)
        return cause->info;
    if (cause->code == SIGNAL_CODE_TIMER)
        return (struct signal_info){.signal = cause->signal,
                                    .code = cause->code,
                                    .address_or_sender = cause->address,
                                    .user_or_overrun = cause->overrun,
                                    .value = cause->value};
    return (struct signal_info){
        .signal = cause->signal,
        .code = cause->code,
        .address_or_sender = cause->code <= SIGNAL_CODE_USER ? PROCESS_NUMBER : cause->address,
    };
}

static int push_plain(struct trap_frame *frame, const struct signal_cause *cause,
                      const struct signal_action *action, uint32_t at)
{
    struct plain_frame plain = {
        .signal = cause->signal,
        .registers = registers_of(frame, cause, at + __builtin_offsetof(struct plain_frame, x87)),
        .blocked_high = (uint32_t)(signals_mask_after_call() >> 32),
        .x87 = x87_save(),
    };
    memcpy(plain.code, plain_return, sizeof plain.code);
    plain.returns_to = action->flags & SIGNAL_RESTORER
                           ? action->restorer
                           : at + __builtin_offsetof(struct plain_frame, code);
    return user_write(at, &plain, sizeof plain) == sizeof plain ? 0 : -1;
}

static int push_info(struct trap_frame *frame, const struct signal_cause *cause,
                     const struct signal_action *action, uint32_t at)
{
    struct info_frame with = {
        .signal = cause->signal,
        .info_at = at + __builtin_offsetof(struct info_frame, info),
        .context_at = at + __builtin_offsetof(struct info_frame, context),
        .info = signal_frames_info(cause),
        .context = {.stack = signals->stack,
                    .registers =
                        registers_of(frame, cause, at + __builtin_offsetof(struct info_frame, x87)),
                    .blocked = signals_mask_after_call()},
        .x87 = x87_save(),
    };
    memcpy(with.code, info_return, sizeof with.code);
    with.returns_to = action->flags & SIGNAL_RESTORER
                          ? action->restorer
                          : at + __builtin_offsetof(struct info_frame, code);
    return user_write(at, &with, sizeof with) == sizeof with ? 0 : -1;
}

int signal_frames_push(struct trap_frame *frame, const struct signal_cause *cause)
{
    struct signal_action *action = &signals->action[cause->signal];
    const bool with_info = action->flags & SIGNAL_WITH_INFO;
    const uint32_t at = frame_place(
        frame, action, with_info ? sizeof(struct info_frame) : sizeof(struct plain_frame));
    if (with_info ? push_info(frame, cause, action, at) : push_plain(frame, cause, action, at))
        return -1;
    frame->eip = action->handler;
    frame->esp = at;
    frame->eax = (uint32_t)cause->signal;
    frame->edx = with_info ? at + __builtin_offsetof(struct info_frame, info) : 0;
    frame->ecx = with_info ? at + __builtin_offsetof(struct info_frame, context) : 0;
    frame->cs = SELECTOR_USER_CODE;
    frame->ss = *frame_ds(frame) = *frame_es(frame) = SELECTOR_USER_DATA;
    frame->eflags &= ~(EFLAGS_TF | EFLAGS_DF | EFLAGS_RF);
    signals->restores = false;
    signals->blocked |= action->mask;
    if (!(action->flags & SIGNAL_NO_DEFER))
        signals->blocked |= signals_bit(cause->signal);
    if (action->flags & SIGNAL_RESET)
        action->handler = SIGNAL_DEFAULT;
    return 0;
}

/* ---- return ---------------------------------------------------------------------------------- */

static void x87_restore(uint32_t from)
{
    struct x87_state state;
    if (!from)
        __asm__ volatile("fninit");
    else if (user_read(&state, from, sizeof state) == sizeof state)
        __asm__ volatile("frstor %0" : : "m"(state.fnsave));
    else
        process_kill(SIGNAL_SEGMENT);
}

/* Returns a selector that ring 3 may load: 0, or one of the program's segments. */
static uint32_t own_selector(uint32_t selector)
{
    selector &= 0xFFFF;
    return (selector & 3) == 3 ? selector : 0;
}

static void registers_restore(struct trap_frame *frame, const struct registers *from)
{
    frame->edi = from->edi;
    frame->esi = from->esi;
    frame->ebp = from->ebp;
    frame->ebx = from->ebx;
    frame->edx = from->edx;
    frame->ecx = from->ecx;
    frame->eax = from->eax;
    frame->eip = from->eip;
    frame->esp = from->esp;
    frame->cs = SELECTOR_USER_CODE;
    frame->ss = SELECTOR_USER_DATA;
    *frame_ds(frame) = own_selector(from->ds) ? SELECTOR_USER_DATA : 0;
    *frame_es(frame) = own_selector(from->es) ? SELECTOR_USER_DATA : 0;
    frame->eflags = (frame->eflags & ~EFLAGS_OF_USER) | (from->eflags & EFLAGS_OF_USER);
    x87_restore(from->x87);
}

void signals_return(struct trap_frame *frame, bool with_info)
{
    struct registers registers;
    uint64_t blocked;
    if (with_info) {
        struct context context;
        const uint32_t at = frame->esp - 4 + __builtin_offsetof(struct info_frame, context);
        if (user_read(&context, at, sizeof context) != sizeof context)
            process_kill(SIGNAL_SEGMENT);
        registers = context.registers;
        blocked = context.blocked;
    } else {
        struct plain_frame plain;
        if (user_read(&plain, frame->esp - 8, sizeof plain) != sizeof plain)
            process_kill(SIGNAL_SEGMENT);
        registers = plain.registers;
        blocked = (uint64_t)plain.blocked_high << 32 | registers.blocked;
    }
    signals->blocked = blocked & ~(signals_bit(SIGNAL_KILL) | signals_bit(SIGNAL_STOP));
    registers_restore(frame, &registers);
}
