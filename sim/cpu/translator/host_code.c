/*
 * SPDX-License-Identifier: MIT
 * Encodes the host instructions that surround translated guest instructions, and allocates
 * executable memory.
 */
#include "sim/cpu/translator/host_code.h"

#include <string.h>
#include <sys/mman.h>

int host_code_create(struct host_code *code, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED)
        return -1;
    code->begin = code->at = memory;
    code->end = code->begin + bytes;
    return 0;
}

void host_code_destroy(struct host_code *code)
{
    if (code->begin)
        munmap(code->begin, (size_t)(code->end - code->begin));
    *code = (struct host_code){0};
}

void host_code_bytes(struct host_code *code, const void *bytes, unsigned count)
{
    memcpy(code->at, bytes, count);
    code->at += count;
}

static void byte(struct host_code *code, unsigned value)
{
    *code->at++ = (uint8_t)value;
}

static void dword(struct host_code *code, uint32_t value)
{
    host_code_bytes(code, &value, sizeof value);
}

#define REX   0x40u
#define REX_W 0x08u

static void host_code_prefixes(struct host_code *code, unsigned size, unsigned reg, unsigned index,
                               unsigned base, bool bytes)
{
    unsigned rex = (size == HOST_64 ? REX_W : 0) | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 |
                   (base >> 3 & 1);

    if (size == HOST_16)
        byte(code, 0x66);
    if (rex || (bytes && reg >= 4)) /* SPL to DIL instead of AH to BH */
        byte(code, REX | rex);
}

static void opcode(struct host_code *code, enum host_operation operation)
{
    if (operation > 0xff)
        byte(code, operation >> 8);
    byte(code, operation & 0xff);
}

static void host_code_modrm_memory(struct host_code *code, unsigned reg, struct host_memory memory)
{
    const bool sib = memory.index != HOST_NONE || (memory.base & 7) == HOST_RSP;
    const bool near = memory.displacement == (int8_t)memory.displacement;
    const unsigned index = memory.index == HOST_NONE ? HOST_RSP : memory.index;

    byte(code, (near ? 0x40u : 0x80u) | (reg & 7) << 3 | (sib ? 4 : memory.base & 7));
    if (sib)
        byte(code, memory.scale << 6 | (index & 7) << 3 | (memory.base & 7));
    if (near)
        byte(code, (uint8_t)memory.displacement);
    else
        dword(code, (uint32_t)memory.displacement);
}

static unsigned host_code_index(struct host_memory memory)
{
    return memory.index == HOST_NONE ? 0 : memory.index;
}

void host_code_registers(struct host_code *code, enum host_operation operation, unsigned size,
                         enum host_register first, enum host_register second)
{
    host_code_prefixes(code, size, first, 0, second, false);
    opcode(code, operation);
    byte(code, 0xc0u | (first & 7) << 3 | (second & 7));
}

void host_code_memory(struct host_code *code, enum host_operation operation, unsigned size,
                      enum host_register reg, struct host_memory memory)
{
    host_code_prefixes(code, size, reg, host_code_index(memory), memory.base,
                       operation == HOST_STORE8);
    opcode(code, operation);
    host_code_modrm_memory(code, reg, memory);
}

static void immediate(struct host_code *code, unsigned size, int32_t value)
{
    if (size == HOST_16)
        host_code_bytes(code, &value, 2);
    else
        dword(code, (uint32_t)value);
}

void host_code_register_immediate(struct host_code *code, enum host_immediate operation,
                                  unsigned size, enum host_register reg, int32_t value)
{
    const bool near = value == (int8_t)value;

    host_code_prefixes(code, size, 0, 0, reg, false);
    byte(code, near ? 0x83 : 0x81);
    byte(code, 0xc0u | operation << 3 | (reg & 7));
    if (near)
        byte(code, (uint8_t)value);
    else
        immediate(code, size, value);
}

void host_code_memory_immediate(struct host_code *code, enum host_immediate operation,
                                unsigned size, struct host_memory memory, int32_t value)
{
    const bool near = value == (int8_t)value;

    host_code_prefixes(code, size, 0, host_code_index(memory), memory.base, false);
    byte(code, near ? 0x83 : 0x81);
    host_code_modrm_memory(code, operation, memory);
    if (near)
        byte(code, (uint8_t)value);
    else
        immediate(code, size, value);
}

void host_code_compare16(struct host_code *code, struct host_memory memory, uint16_t value)
{
    host_code_prefixes(code, HOST_16, 0, host_code_index(memory), memory.base, false);
    byte(code, 0x81);
    host_code_modrm_memory(code, HOST_CMP_I, memory);
    host_code_bytes(code, &value, sizeof value);
}

void host_code_memory_immediate8(struct host_code *code, enum host_immediate operation,
                                 struct host_memory memory, int8_t value)
{
    host_code_prefixes(code, HOST_32, 0, host_code_index(memory), memory.base, false);
    byte(code, 0x80);
    host_code_modrm_memory(code, operation, memory);
    byte(code, (uint8_t)value);
}

void host_code_store_immediate(struct host_code *code, unsigned size, struct host_memory memory,
                               int32_t value)
{
    host_code_prefixes(code, size, 0, host_code_index(memory), memory.base, false);
    byte(code, size == 1 ? 0xc6 : 0xc7);
    host_code_modrm_memory(code, 0, memory);
    if (size == 1)
        byte(code, (uint8_t)value);
    else
        immediate(code, size, value);
}

void host_code_load_constant(struct host_code *code, enum host_register reg, uint64_t value)
{
    const bool wide = value > UINT32_MAX;

    host_code_prefixes(code, wide ? HOST_64 : HOST_32, 0, 0, reg, false);
    byte(code, 0xb8u | (reg & 7));
    host_code_bytes(code, &value, wide ? 8 : 4);
}

void host_code_load_address(struct host_code *code, enum host_register reg, const void *address)
{
    host_code_load_constant(code, reg, (uint64_t)(uintptr_t)address);
}

void host_code_shift(struct host_code *code, unsigned operation, enum host_register reg,
                     unsigned count)
{
    host_code_prefixes(code, HOST_32, 0, 0, reg, false);
    byte(code, 0xc1);
    byte(code, 0xc0u | operation << 3 | (reg & 7));
    byte(code, count);
}

void host_code_shift_right(struct host_code *code, enum host_register reg, unsigned count)
{
    host_code_shift(code, 5, reg, count);
}

void host_code_shift_left(struct host_code *code, enum host_register reg, unsigned count)
{
    host_code_shift(code, 4, reg, count);
}

void host_code_bit(struct host_code *code, enum host_bit operation, enum host_register reg,
                   enum host_register bit)
{
    host_code_prefixes(code, HOST_32, bit, 0, reg, false);
    byte(code, 0x0f);
    byte(code, operation);
    byte(code, 0xc0u | (bit & 7) << 3 | (reg & 7));
}

void host_code_test(struct host_code *code, enum host_register a, enum host_register b)
{
    host_code_prefixes(code, HOST_32, a, 0, b, false);
    byte(code, 0x85);
    byte(code, 0xc0u | (a & 7) << 3 | (b & 7));
}

void host_code_set_if(struct host_code *code, unsigned condition, struct host_memory memory)
{
    host_code_prefixes(code, HOST_32, 0, host_code_index(memory), memory.base, false);
    byte(code, 0x0f);
    byte(code, 0x90u | condition);
    host_code_modrm_memory(code, 0, memory);
}

void host_code_test64(struct host_code *code, enum host_register a, enum host_register b)
{
    host_code_prefixes(code, HOST_64, a, 0, b, false);
    byte(code, 0x85);
    byte(code, 0xc0u | (a & 7) << 3 | (b & 7));
}

void host_code_test_immediate16(struct host_code *code, struct host_memory memory, uint16_t mask)
{
    host_code_prefixes(code, HOST_16, 0, host_code_index(memory), memory.base, false);
    byte(code, 0xf7);
    host_code_modrm_memory(code, 0, memory);
    host_code_bytes(code, &mask, sizeof mask);
}

void host_code_x87(struct host_code *code, unsigned operation, unsigned reg,
                   struct host_memory memory)
{
    host_code_prefixes(code, HOST_32, 0, host_code_index(memory), memory.base, false);
    byte(code, operation);
    host_code_modrm_memory(code, reg, memory);
}

/* ---- jumps --------------------------------------------------------------------------------- */

uint8_t *host_code_jump(struct host_code *code)
{
    byte(code, 0xe9);
    dword(code, 0);
    return code->at;
}

uint8_t *host_code_jump_if(struct host_code *code, unsigned condition)
{
    byte(code, 0x0f);
    byte(code, 0x80u | condition);
    dword(code, 0);
    return code->at;
}

void host_code_land(uint8_t *jump, const uint8_t *target)
{
    const int32_t distance = (int32_t)(target - jump);

    memcpy(jump - 4, &distance, sizeof distance);
}

void host_code_jump_to(struct host_code *code, const uint8_t *target)
{
    host_code_land(host_code_jump(code), target);
}

void host_code_call(struct host_code *code, const uint8_t *target)
{
    byte(code, 0xe8);
    dword(code, 0);
    host_code_land(code->at, target);
}

void host_code_jump_register(struct host_code *code, enum host_register reg)
{
    host_code_prefixes(code, HOST_32, 0, 0, reg, false);
    byte(code, 0xff);
    byte(code, 0xe0u | (reg & 7));
}

void host_code_call_register(struct host_code *code, enum host_register reg)
{
    host_code_prefixes(code, HOST_32, 0, 0, reg, false);
    byte(code, 0xff);
    byte(code, 0xd0u | (reg & 7));
}

void host_code_return(struct host_code *code)
{
    byte(code, 0xc3);
}
