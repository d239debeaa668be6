/*
 * SPDX-License-Identifier: MIT
 * Signal handlers, masks, and signals that a program sends to itself.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/linux_errno.h"
#include "kernel/process/process.h"
#include "kernel/process/signals/queued_signals.h"
#include "kernel/process/signals/signal_frames.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/system_call.h"
#include "kernel/process/memory/user_memory.h"

/* Layouts of rt_sigaction and of the old sigaction (Linux's arch/x86/include/uapi/asm/signal.h). */
struct new_action {
    uint32_t handler, flags, restorer, mask[2];
};
struct old_action {
    uint32_t handler, mask, flags, restorer;
};

static int cannot_be_caught(int signal)
{
    return signal == SIGNAL_KILL || signal == SIGNAL_STOP;
}

static int32_t check_signal(uint32_t signal)
{
    return signal >= 1 && signal <= SIGNALS ? 0 : -LINUX_EINVAL;
}

static int32_t set_action(int signal, const struct signal_action *action)
{
    if (cannot_be_caught(signal))
        return -LINUX_EINVAL;
    signals->action[signal] = *action;
    signals->action[signal].mask &= ~(signals_bit(SIGNAL_KILL) | signals_bit(SIGNAL_STOP));
    if (signals_is_ignored(signal))
        signals_forget(signal);
    return 0;
}

static int32_t call_rt_sigaction(const uint32_t argument[])
{
    struct new_action new, old;
    const uint32_t signal = argument[0];
    if (argument[3] != sizeof(uint64_t))
        return -LINUX_EINVAL;
    if (argument[1] && user_read(&new, argument[1], sizeof new) != sizeof new)
        return -LINUX_EFAULT;
    int32_t wrong = check_signal(signal);
    if (wrong || (argument[1] && cannot_be_caught((int)signal)))
        return -LINUX_EINVAL;
    const struct signal_action before = signals->action[signal];
    if (argument[1]) {
        const struct signal_action action = {new.handler, new.flags, new.restorer,
                                             (uint64_t) new.mask[1] << 32 | new.mask[0]};
        set_action((int)signal, &action);
    }
    old = (struct new_action){before.handler,
                              before.flags,
                              before.restorer,
                              {(uint32_t)before.mask, (uint32_t)(before.mask >> 32)}};
    if (argument[2] && user_write(argument[2], &old, sizeof old) != sizeof old)
        return -LINUX_EFAULT;
    return 0;
}

static int32_t call_sigaction(const uint32_t argument[])
{
    struct old_action new, old;
    const uint32_t signal = argument[0];
    if (argument[1] && user_read(&new, argument[1], sizeof new) != sizeof new)
        return -LINUX_EFAULT;
    if (check_signal(signal) || (argument[1] && cannot_be_caught((int)signal)))
        return -LINUX_EINVAL;
    const struct signal_action before = signals->action[signal];
    if (argument[1]) {
        const struct signal_action action = {new.handler, new.flags, new.restorer, new.mask};
        set_action((int)signal, &action);
    }
    old = (struct old_action){before.handler, (uint32_t)before.mask, before.flags, before.restorer};
    if (argument[2] && user_write(argument[2], &old, sizeof old) != sizeof old)
        return -LINUX_EFAULT;
    return 0;
}

/* signal(): a handler that is reset when it is called. */
static int32_t call_signal(const uint32_t argument[])
{
    if (check_signal(argument[0]))
        return -LINUX_EINVAL;
    const uint32_t before = signals->action[argument[0]].handler;
    const struct signal_action action = {argument[1], SIGNAL_RESET | SIGNAL_NO_DEFER, 0, 0};
    const int32_t wrong = set_action((int)argument[0], &action);
    return wrong ? wrong : (int32_t)before;
}

/* Changes the mask as sigprocmask's first argument says: 0 block, 1 unblock, 2 set. */
static int32_t change_mask(uint32_t how, uint64_t mask)
{
    if (how > 2)
        return -LINUX_EINVAL;
    signals->blocked = how == 0   ? signals->blocked | mask
                       : how == 1 ? signals->blocked & ~mask
                                  : mask;
    signals->blocked &= ~(signals_bit(SIGNAL_KILL) | signals_bit(SIGNAL_STOP));
    return 0;
}

static int32_t call_rt_sigprocmask(const uint32_t argument[])
{
    uint64_t mask;
    const uint64_t before = signals->blocked;
    if (argument[3] != sizeof mask)
        return -LINUX_EINVAL;
    if (argument[1]) {
        if (user_read(&mask, argument[1], sizeof mask) != sizeof mask)
            return -LINUX_EFAULT;
        const int32_t wrong = change_mask(argument[0], mask);
        if (wrong)
            return wrong;
    }
    if (argument[2] && user_write(argument[2], &before, sizeof before) != sizeof before)
        return -LINUX_EFAULT;
    return 0;
}

static int32_t call_sigprocmask(const uint32_t argument[])
{
    uint32_t mask;
    const uint32_t before = (uint32_t)signals->blocked;
    if (argument[1]) {
        if (user_read(&mask, argument[1], sizeof mask) != sizeof mask)
            return -LINUX_EFAULT;
        const uint64_t high = argument[0] == 2 ? signals->blocked & ~(uint64_t)UINT32_MAX : 0;
        const int32_t wrong = change_mask(argument[0], high | mask);
        if (wrong)
            return wrong;
    }
    if (argument[2] && user_write(argument[2], &before, sizeof before) != sizeof before)
        return -LINUX_EFAULT;
    return 0;
}

static int32_t call_rt_sigpending(const uint32_t argument[])
{
    const uint64_t pending = signals->pending & signals->blocked;
    const uint32_t bytes = argument[1];
    if (bytes > sizeof pending)
        return -LINUX_EINVAL;
    return user_write(argument[0], &pending, bytes) == bytes ? 0 : -LINUX_EFAULT;
}

static int32_t call_sigpending(const uint32_t argument[])
{
    const uint32_t pending = (uint32_t)(signals->pending & signals->blocked);
    return user_write(argument[0], &pending, sizeof pending) == sizeof pending ? 0 : -LINUX_EFAULT;
}

static int32_t call_sigaltstack(const uint32_t argument[])
{
    struct signal_stack new;
    const struct signal_stack before = signals->stack;
    if (argument[0]) {
        if (user_read(&new, argument[0], sizeof new) != sizeof new)
            return -LINUX_EFAULT;
        if (new.flags & ~SIGNAL_STACK_OFF)
            return -LINUX_EINVAL;
        if (!(new.flags &SIGNAL_STACK_OFF) && new.bytes < 2048)
            return -LINUX_ENOMEM;
        if (new.flags & SIGNAL_STACK_OFF)
            new.address = new.bytes = 0;
        signals->stack = new;
    }
    if (argument[1] && user_write(argument[1], &before, sizeof before) != sizeof before)
        return -LINUX_EFAULT;
    return 0;
}

/* ---- sending --------------------------------------------------------------------------------- */

static int32_t send(uint32_t signal)
{
    if (signal > SIGNALS)
        return -LINUX_EINVAL;
    if (signal)
        signals_send((int)signal);
    return 0;
}

/* The handler's si_code tells these from kill(). */
static int32_t send_to_thread(uint32_t signal)
{
    if (check_signal(signal) == 0 && !(signals->pending & signals_bit((int)signal)))
        signals->directed |= signals_bit((int)signal);
    return send(signal);
}

/* The program is the only process, alone in its group: 0 and -PROCESS_NUMBER are its group. */
static int32_t call_kill(const uint32_t argument[])
{
    const int32_t whom = (int32_t)argument[0];
    if (whom != 0 && whom != PROCESS_NUMBER && whom != -PROCESS_NUMBER)
        return argument[1] > SIGNALS ? -LINUX_EINVAL : -LINUX_ESRCH;
    return send(argument[1]);
}

static int32_t call_tkill(const uint32_t argument[])
{
    if ((int32_t)argument[0] <= 0)
        return -LINUX_EINVAL;
    return argument[0] == PROCESS_NUMBER ? send_to_thread(argument[1]) : -LINUX_ESRCH;
}

static int32_t call_tgkill(const uint32_t argument[])
{
    if ((int32_t)argument[0] <= 0 || (int32_t)argument[1] <= 0)
        return -LINUX_EINVAL;
    if (argument[0] != PROCESS_NUMBER || argument[1] != PROCESS_NUMBER)
        return -LINUX_ESRCH;
    return send_to_thread(argument[2]);
}

/* The siginfo is the program's, as of sigqueue(). */
static int32_t send_with_info(uint32_t signal, uint32_t from, bool to_this)
{
    struct signal_info info;
    if (user_read(&info, from, sizeof info) != sizeof info)
        return -LINUX_EFAULT;
    if (!to_this)
        return info.code >= 0 || info.code == SIGNAL_CODE_THREAD ? -LINUX_EPERM : -LINUX_ESRCH;
    if (signal > SIGNALS)
        return -LINUX_EINVAL;
    return signal ? queued_signal_send((int)signal, &info) : 0;
}

static int32_t call_rt_sigqueueinfo(const uint32_t argument[])
{
    return send_with_info(argument[1], argument[2], argument[0] == PROCESS_NUMBER);
}

static int32_t call_rt_tgsigqueueinfo(const uint32_t argument[])
{
    const bool positive = (int32_t)argument[0] > 0 && (int32_t)argument[1] > 0;
    const bool to_this = argument[0] == PROCESS_NUMBER && argument[1] == PROCESS_NUMBER;
    struct signal_info info;
    if (user_read(&info, argument[3], sizeof info) != sizeof info)
        return -LINUX_EFAULT;
    return positive ? send_with_info(argument[2], argument[3], to_this) : -LINUX_EINVAL;
}

static int32_t call_sigreturn(const uint32_t argument[])
{
    (void)argument;
    signals_return(process.frame, false);
    process.frame = NULL;
    return 0;
}

static int32_t call_rt_sigreturn(const uint32_t argument[])
{
    (void)argument;
    signals_return(process.frame, true);
    process.frame = NULL;
    return 0;
}

const struct system_call signal_calls[] = {
    {37, 2, "kill", call_kill},
    {48, 2, "signal", call_signal},
    {67, 3, "sigaction", call_sigaction},
    {73, 1, "sigpending", call_sigpending},
    {119, 0, "sigreturn", call_sigreturn},
    {126, 3, "sigprocmask", call_sigprocmask},
    {173, 0, "rt_sigreturn", call_rt_sigreturn},
    {174, 4, "rt_sigaction", call_rt_sigaction},
    {175, 4, "rt_sigprocmask", call_rt_sigprocmask},
    {176, 2, "rt_sigpending", call_rt_sigpending},
    {178, 3, "rt_sigqueueinfo", call_rt_sigqueueinfo},
    {186, 2, "sigaltstack", call_sigaltstack},
    {238, 2, "tkill", call_tkill},
    {270, 3, "tgkill", call_tgkill},
    {335, 4, "rt_tgsigqueueinfo", call_rt_tgsigqueueinfo},
    {0, 0, NULL, NULL},
};
