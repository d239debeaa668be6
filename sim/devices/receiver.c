/*
 * SPDX-License-Identifier: MIT
 * Slow serial receiver: a buffer with two watermarks, as in a terminal. Above the upper one it
 * requests a stop, at the lower one it lets the sender continue. The space above the upper
 * watermark only has room for the bytes that a UART without a FIFO still sends.
 */
#include "sim/devices/receiver.h"

#define XON  0x11
#define XOFF 0x13

#define BUFFER 64u
#define STOP   60u
#define GO_ON  16u

void receiver_reset(struct receiver *receiver, enum receiver_kind kind)
{
    *receiver = (struct receiver){.kind = kind, .stops = kind == RECEIVER_DEAF};
}

static void receiver_process(struct receiver *receiver, uint64_t now, uint64_t byte_clocks)
{
    for (; receiver->waiting && now >= receiver->worked + 2 * byte_clocks; receiver->waiting--)
        receiver->worked += 2 * byte_clocks;
    if (!receiver->waiting)
        receiver->worked = now;
}

bool receiver_accept(struct receiver *receiver, uint64_t now, uint64_t byte_clocks)
{
    if (receiver->kind == RECEIVER_FAST)
        return true;
    receiver_process(receiver, now, byte_clocks);
    if (receiver->waiting == BUFFER)
        return false;
    receiver->waiting++;
    return receiver->kind != RECEIVER_DEAF;
}

uint8_t receiver_advance(struct receiver *receiver, uint64_t now, uint64_t byte_clocks)
{
    const bool before = receiver->stops;

    if (receiver->kind == RECEIVER_FAST)
        return 0;
    receiver_process(receiver, now, byte_clocks);
    if (receiver->kind != RECEIVER_DEAF && receiver->waiting > STOP)
        receiver->stops = true;
    if (receiver->kind != RECEIVER_DEAF && receiver->waiting <= GO_ON)
        receiver->stops = false;
    if (receiver->kind != RECEIVER_XON_XOFF || receiver->stops == before)
        return 0;
    return receiver->stops ? XOFF : XON;
}

bool receiver_clear_to_send(const struct receiver *receiver)
{
    const bool by_line = receiver->kind == RECEIVER_RTS_CTS || receiver->kind == RECEIVER_DEAF;

    return !by_line || !receiver->stops;
}
