/*
 * SPDX-License-Identifier: MIT
 * Executable memory, and an encoder for the host instructions that surround translated guest
 * instructions. Zydis encodes the guest instructions themselves (guest_insn.c).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Host registers by their encoding. */
enum host_register {
    HOST_RAX,
    HOST_RCX,
    HOST_RDX,
    HOST_RBX,
    HOST_RSP,
    HOST_RBP,
    HOST_RSI,
    HOST_RDI,
    HOST_R8,
    HOST_R9,
    HOST_R10,
    HOST_R11,
    HOST_R12,
    HOST_R13,
    HOST_R14,
    HOST_R15,
    HOST_NONE,
};

/* Operations on a register and a register or memory. The opcodes are those that write the
 * register. */
enum host_operation {
    HOST_ADD = 0x03,
    HOST_OR = 0x0b,
    HOST_ADC = 0x13,
    HOST_SBB = 0x1b,
    HOST_AND = 0x23,
    HOST_SUB = 0x2b,
    HOST_XOR = 0x33,
    HOST_CMP = 0x3b,
    HOST_MOV = 0x8b,
    HOST_LEA = 0x8d,
    HOST_MOVZX8 = 0x0fb6,
    HOST_MOVZX16 = 0x0fb7,
    HOST_MOVSXD = 0x63,
    HOST_CMOVB = 0x0f42,
    HOST_CMOVA = 0x0f47,
    /* these write memory */
    HOST_ADD_TO = 0x01,
    HOST_STORE = 0x89,
    HOST_STORE8 = 0x88,
};

/* Operations with an immediate: ModRM.reg of opcode 81h. */
enum host_immediate {
    HOST_ADD_I = 0,
    HOST_OR_I = 1,
    HOST_ADC_I = 2,
    HOST_AND_I = 4,
    HOST_SUB_I = 5,
    HOST_XOR_I = 6,
    HOST_CMP_I = 7
};

enum host_condition {
    HOST_IF_BELOW = 2,
    HOST_IF_NOT_BELOW = 3,
    HOST_IF_EQUAL = 4,
    HOST_IF_NOT_EQUAL = 5,
    HOST_IF_NOT_ABOVE = 6,
};

/* Operand sizes in bytes. */
#define HOST_16 2u
#define HOST_32 4u
#define HOST_64 8u

struct host_memory {
    enum host_register base, index; /* HOST_NONE: no index */
    unsigned scale;                 /* as a shift count */
    int32_t displacement;
};

static inline struct host_memory host_at(enum host_register base, int32_t displacement)
{
    return (struct host_memory){base, HOST_NONE, 0, displacement};
}

struct host_code {
    uint8_t *begin, *at, *end;
};

/* Returns 0, or -1 if the host provides no memory that is writable and executable. */
int host_code_create(struct host_code *code, size_t bytes);
void host_code_destroy(struct host_code *code);

void host_code_bytes(struct host_code *code, const void *bytes, unsigned count);

/* Emits `first op second`; 32 bits, or 64 if `size` is HOST_64. */
void host_code_registers(struct host_code *code, enum host_operation operation, unsigned size,
                         enum host_register first, enum host_register second);
void host_code_memory(struct host_code *code, enum host_operation operation, unsigned size,
                      enum host_register reg, struct host_memory memory);
void host_code_register_immediate(struct host_code *code, enum host_immediate operation,
                                  unsigned size, enum host_register reg, int32_t value);
void host_code_memory_immediate(struct host_code *code, enum host_immediate operation,
                                unsigned size, struct host_memory memory, int32_t value);
/* Compares 16 bits. */
void host_code_compare16(struct host_code *code, struct host_memory memory, uint16_t value);
void host_code_memory_immediate8(struct host_code *code, enum host_immediate operation,
                                 struct host_memory memory, int8_t value);
void host_code_store_immediate(struct host_code *code, unsigned size, struct host_memory memory,
                               int32_t value);
void host_code_load_constant(struct host_code *code, enum host_register reg, uint64_t value);
void host_code_load_address(struct host_code *code, enum host_register reg, const void *address);
/* `operation` is ModRM.reg of opcode C1h. */
void host_code_shift(struct host_code *code, unsigned operation, enum host_register reg,
                     unsigned count);
void host_code_shift_right(struct host_code *code, enum host_register reg, unsigned count);
void host_code_shift_left(struct host_code *code, enum host_register reg, unsigned count);
/* Copies the bit of `reg` that `bit` numbers to the carry flag, then keeps, sets, clears or inverts
 * it. */
enum host_bit {
    HOST_BIT_KEEP = 0xa3,
    HOST_BIT_SET = 0xab,
    HOST_BIT_CLEAR = 0xb3,
    HOST_BIT_TURN = 0xbb
};
void host_code_bit(struct host_code *code, enum host_bit operation, enum host_register reg,
                   enum host_register bit);
/* Stores a byte: 1 if the condition is met, otherwise 0. */
void host_code_set_if(struct host_code *code, unsigned condition, struct host_memory memory);
void host_code_test(struct host_code *code, enum host_register a, enum host_register b);
void host_code_test64(struct host_code *code, enum host_register a, enum host_register b);
void host_code_test_immediate16(struct host_code *code, struct host_memory memory, uint16_t mask);

/* Emits an x87 instruction with a memory operand; `opcode` is D8h to DFh, `reg` ModRM.reg. */
void host_code_x87(struct host_code *code, unsigned opcode, unsigned reg,
                   struct host_memory memory);

/* Emit forward jumps and return them; host_code_land() sets their target. */
uint8_t *host_code_jump(struct host_code *code);
uint8_t *host_code_jump_if(struct host_code *code, unsigned condition);
void host_code_land(uint8_t *jump, const uint8_t *target);
/* Emit jumps and calls to code that already exists. */
void host_code_jump_to(struct host_code *code, const uint8_t *target);
void host_code_call(struct host_code *code, const uint8_t *target);
void host_code_jump_register(struct host_code *code, enum host_register reg);
void host_code_call_register(struct host_code *code, enum host_register reg);
void host_code_return(struct host_code *code);
