/*
 * SPDX-License-Identifier: MIT
 * Emits the transitions between C and translated code: entry, exit, and calls of slow paths.
 */
#include "sim/cpu/translator/translator.h"

static struct host_memory guest_register(unsigned guest)
{
    return host_at(HOST_CPU, (int32_t)(offsetof(struct cpu, reg) + guest * sizeof(uint32_t)));
}

/* Guest registers that a C function preserves. */
#define KEPT_BY_C (1u << REG_EBX | 1u << REG_EBP)

static void host_frame_store_guest(struct host_code *code, unsigned but)
{
    for (unsigned guest = 0; guest < REG_NONE; guest++)
        if (!(but >> guest & 1))
            host_code_memory(code, HOST_STORE, HOST_32, host_of(guest), guest_register(guest));
}

static void host_frame_load_guest(struct host_code *code, unsigned but)
{
    for (unsigned guest = 0; guest < REG_NONE; guest++)
        if (!(but >> guest & 1))
            host_code_memory(code, HOST_MOV, HOST_32, host_of(guest), guest_register(guest));
}

static void host_frame_push(struct host_code *code, enum host_register reg)
{
    const uint8_t bytes[] = {0x41, (uint8_t)(0x50 | (reg & 7))};

    host_code_bytes(code, reg < HOST_R8 ? bytes + 1 : bytes, reg < HOST_R8 ? 1 : 2);
}

static void host_frame_pop(struct host_code *code, enum host_register reg)
{
    const uint8_t bytes[] = {0x41, (uint8_t)(0x58 | (reg & 7))};

    host_code_bytes(code, reg < HOST_R8 ? bytes + 1 : bytes, reg < HOST_R8 ? 1 : 2);
}

/* Registers that a function preserves according to the System V ABI. */
static const enum host_register kept[] = {HOST_RBX, HOST_RBP, HOST_R12,
                                          HOST_R13, HOST_R14, HOST_R15};

#define KEPT (sizeof kept / sizeof kept[0])

/*
 * Emits enter(cpu, model, body). Six saved registers and the return address are 56 bytes, so a call
 * inside a block aligns the stack as the ABI requires for a slow path.
 */
static void host_frame_enter(struct translator *translator, struct host_memory clock)
{
    struct host_code *code = &translator->code;
    const uint8_t jump_r11[] = {0x41, 0xff, 0xe3};

    translator->enter = (const struct block_exit *(*)(struct cpu *, struct model *,
                                                      const uint8_t *))(uintptr_t)code->at;
    for (unsigned i = 0; i < KEPT; i++)
        host_frame_push(code, kept[i]);
    host_code_registers(code, HOST_MOV, HOST_64, HOST_CPU, HOST_RDI);
    host_code_registers(code, HOST_MOV, HOST_64, HOST_MODEL, HOST_RSI);
    host_code_registers(code, HOST_MOV, HOST_64, HOST_R11, HOST_RDX);
    host_code_memory(code, HOST_MOV, HOST_64, HOST_CLOCK, clock);
    host_frame_load_guest(code, 0);
    host_code_bytes(code, jump_r11, sizeof jump_r11);
}

static void host_frame_leave(struct translator *translator, struct host_memory clock)
{
    struct host_code *code = &translator->code;

    translator->leave = code->at;
    host_frame_store_guest(code, 0);
    host_code_memory(code, HOST_STORE, HOST_64, HOST_CLOCK, clock);
    host_code_registers(code, HOST_MOV, HOST_64, HOST_RAX, HOST_INFO);
    for (unsigned i = KEPT; i-- > 0;)
        host_frame_pop(code, kept[i]);
    host_code_return(code);
}

/* True for a slow path that neither reads nor writes guest registers. */
static bool is_lean(enum slow slow)
{
    return slow == SLOW_READ || slow == SLOW_WRITE;
}

static void host_frame_slow_path(struct translator *translator, enum slow slow,
                                 struct host_memory clock)
{
    struct host_code *code = &translator->code;
    const unsigned but = is_lean(slow) ? KEPT_BY_C : 0;

    translator->slow[slow] = code->at;
    host_frame_store_guest(code, but);
    if (!is_lean(slow))
        host_code_memory(code, HOST_STORE, HOST_32, HOST_PAIR, HAS_CPU(pair_address));
    host_code_memory(code, HOST_STORE, HOST_64, HOST_CLOCK, clock);
    host_code_registers(code, HOST_MOV, HOST_64, HOST_RDI, HOST_CPU);
    host_code_registers(code, HOST_MOV, HOST_64, HOST_RSI, HOST_INFO);
    host_code_registers(code, HOST_MOV, HOST_32, HOST_RDX, HOST_ADDRESS);
    host_code_load_constant(code, HOST_RAX, (uint64_t)(uintptr_t)slow_paths[slow]);
    host_code_call_register(code, HOST_RAX);
    host_code_registers(code, HOST_MOV, HOST_64, HOST_ADDRESS, HOST_RAX);
    host_code_memory(code, HOST_MOV, HOST_64, HOST_CLOCK, clock);
    host_frame_load_guest(code, but);
    host_code_return(code);
}

void host_frames_emit(struct translator *translator, struct model *model)
{
    const char *clock = (const char *)translator->places.clock;
    const struct host_memory at = host_at(HOST_MODEL, (int32_t)(clock - (const char *)model));

    host_frame_enter(translator, at);
    host_frame_leave(translator, at);
    for (unsigned slow = 0; slow < SLOW_PATHS; slow++)
        host_frame_slow_path(translator, slow, at);
}
