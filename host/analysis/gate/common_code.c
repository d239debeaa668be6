/*
 * SPDX-License-Identifier: MIT
 * A table of the opcodes, and the addressing forms. Encodings: Pentium Processor Family Developer's
 * Manual, volume 3 (Intel, 1995), appendix A; CMOV and the hint NOPs: Intel 64 and IA-32 manual,
 * volume 2, appendix A.
 */
#include "host/analysis/gate/common_code.h"

#include <string.h>

#include "tools/processor_sets.h"

#define LONGEST 16 /* bytes that are read at once; no instruction has more than 15 */

/* The bytes that follow an opcode, and its effects. */
enum {
    COMMON = 1 << 0,
    MODRM = 1 << 1,
    IMM8 = 1 << 2,
    IMM32 = 1 << 3,
    WRITES = 1 << 4, /* the operand of the ModRM byte, unless it is a register */
    JUMPS = 1 << 5,  /* by the displacement IMM8 or IMM32 */
    STOPS = 1 << 6,  /* execution does not continue after it */
    GROUP = 1 << 7,  /* the ModRM byte is part of the opcode */
    OFFSET = 1 << 8, /* an address of 32 bits */
    CONDITION = JUMPS | 1 << 9,
    CALL = JUMPS | 1 << 10,
    RETURN = STOPS | 1 << 11,
    ADDRESS = 1 << 12, /* LEA: its operand is no access */
    LATER = 1 << 13,   /* the Pentium Pro has it */
    POINTER = 1 << 14, /* IMM32 may be an address of code */
};

#define ARITHMETIC(opcode, writes)                                                                 \
    [opcode] = COMMON | MODRM | (writes), [(opcode) + 1] = COMMON | MODRM | (writes),              \
    [(opcode) + 2] = COMMON | MODRM, [(opcode) + 3] = COMMON | MODRM,                              \
    [(opcode) + 4] = COMMON | IMM8, [(opcode) + 5] = COMMON | IMM32

static const uint16_t one_byte[256] = {
    ARITHMETIC(0x00, WRITES),          /* ADD */
    ARITHMETIC(0x08, WRITES),          /* OR */
    ARITHMETIC(0x10, WRITES),          /* ADC */
    ARITHMETIC(0x18, WRITES),          /* SBB */
    ARITHMETIC(0x20, WRITES),          /* AND */
    ARITHMETIC(0x28, WRITES),          /* SUB */
    ARITHMETIC(0x30, WRITES),          /* XOR */
    ARITHMETIC(0x38, 0),               /* CMP */
    [0x40 ... 0x5f] = COMMON,          /* INC, DEC, PUSH, POP */
    [0x68] = COMMON | IMM32 | POINTER, /* PUSH */
    [0x69] = COMMON | MODRM | IMM32,
    [0x6a] = COMMON | IMM8,
    [0x6b] = COMMON | MODRM | IMM8, /* IMUL */
    [0x70 ... 0x7f] = COMMON | IMM8 | CONDITION,
    [0x80] = COMMON | MODRM | IMM8 | GROUP,
    [0x81] = COMMON | MODRM | IMM32 | GROUP,
    [0x83] = COMMON | MODRM | IMM8 | GROUP,
    [0x84 ... 0x85] = COMMON | MODRM,          /* TEST */
    [0x86 ... 0x89] = COMMON | MODRM | WRITES, /* XCHG, MOV */
    [0x8a ... 0x8b] = COMMON | MODRM,
    [0x8d] = COMMON | MODRM | GROUP | ADDRESS,
    [0x90 ... 0x99] = COMMON,          /* XCHG, CWDE, CDQ */
    [0xa0 ... 0xa1] = COMMON | OFFSET, /* MOV */
    [0xa2 ... 0xa3] = COMMON | OFFSET | WRITES,
    [0xa4 ... 0xa7] = COMMON, /* MOVS, CMPS */
    [0xa8] = COMMON | IMM8,
    [0xa9] = COMMON | IMM32,
    [0xaa ... 0xaf] = COMMON, /* STOS, LODS, SCAS */
    [0xb0 ... 0xb7] = COMMON | IMM8,
    [0xb8 ... 0xbf] = COMMON | IMM32 | POINTER,
    [0xc0 ... 0xc1] = COMMON | MODRM | IMM8 | GROUP, /* shifts */
    [0xc3] = COMMON | RETURN,
    [0xc6] = COMMON | MODRM | IMM8 | GROUP,
    [0xc7] = COMMON | MODRM | IMM32 | POINTER | GROUP,
    [0xc9] = COMMON, /* LEAVE */
    [0xd0 ... 0xd3] = COMMON | MODRM | GROUP,
    [0xe8] = COMMON | IMM32 | CALL,
    [0xe9] = COMMON | IMM32 | JUMPS | STOPS,
    [0xeb] = COMMON | IMM8 | JUMPS | STOPS,
    [0xf6 ... 0xf7] = COMMON | MODRM | GROUP,
    [0xfc ... 0xfd] = COMMON, /* CLD, STD */
    [0xfe ... 0xff] = COMMON | MODRM | GROUP,
};

/* After 0Fh. */
static const uint16_t two_bytes[256] = {
    [0x40 ... 0x4f] = COMMON | MODRM | LATER, /* CMOVcc */
    [0x80 ... 0x8f] = COMMON | IMM32 | CONDITION,
    [0x90 ... 0x9f] = COMMON | MODRM | WRITES, /* SETcc */
    [0xa4] = COMMON | MODRM | IMM8 | WRITES,   /* SHLD */
    [0xac] = COMMON | MODRM | IMM8 | WRITES,   /* SHRD */
    [0xaf] = COMMON | MODRM,                   /* IMUL */
    [0xb6 ... 0xb7] = COMMON | MODRM,          /* MOVZX */
    [0xbe ... 0xbf] = COMMON | MODRM,          /* MOVSX */
    [0xc8 ... 0xcf] = COMMON,                  /* BSWAP */
};

/* Returns the form of an instruction whose ModRM byte is part of its opcode; 0 for an undefined one
 * and for those that Zydis decodes. */
static unsigned common_code_group(uint8_t opcode, unsigned reg, bool in_memory, unsigned form)
{
    switch (opcode) {
    case 0x80:
    case 0x81:
    case 0x83: /* arithmetic; 7 is CMP */
        return reg == 7 ? form : form | WRITES;
    case 0x8d: /* LEA */
        return in_memory ? form : 0;
    case 0xc6:
    case 0xc7: /* MOV */
        return reg == 0 ? form | WRITES : 0;
    case 0xf6:
    case 0xf7: /* TEST; NOT, NEG; MUL, IMUL, DIV, IDIV */
        if (reg == 0)
            return form | (opcode == 0xf6 ? IMM8 : IMM32);
        return reg == 1 ? 0 : reg <= 3 ? form | WRITES : form;
    case 0xfe: /* INC, DEC */
        return reg <= 1 ? form | WRITES : 0;
    case 0xff: /* INC, DEC; CALL; JMP; PUSH */
        if (reg <= 1)
            return form | WRITES;
        return reg == 2 ? form | (CALL & ~JUMPS) : reg == 4 ? form | RETURN : reg == 6 ? form : 0;
    default: /* shifts; 6 is undefined */
        return reg == 6 ? 0 : form | WRITES;
    }
}

/* Notes what a memory operand with a displacement of 32 bits says about addresses. */
static void common_code_note(struct decoded_code *code, unsigned form, uint32_t displacement,
                             bool based, bool indexed, unsigned scale, uint32_t got)
{
    if (form & ADDRESS) {
        if (!indexed)
            code->addresses[code->n_addresses++] = displacement + (based ? got : 0);
    } else if (!indexed) {
        code->place = decoded_code_place(displacement, based);
        if (code->place && (form & WRITES))
            code->flags |= NODE_STORE;
    } else if ((code->flags & NODE_RETURN) && !based && scale == 4) {
        code->table = displacement;
    }
}

/* Reads the ModRM byte and what belongs to it. Returns the number of bytes. */
static unsigned common_code_operand(const uint8_t *at, unsigned form, uint32_t got,
                                    struct decoded_code *code)
{
    const unsigned mode = at[0] >> 6, rm = at[0] & 7;
    if (mode == 3)
        return 1;
    const bool sib = rm == 4;
    const unsigned base = sib ? at[1] & 7 : rm;
    const bool absolute = mode == 0 && base == 5;
    const unsigned bytes = sib ? 2 : 1;
    if (mode == 1)
        return bytes + 1;
    if (mode == 0 && !absolute)
        return bytes;
    uint32_t displacement;
    memcpy(&displacement, at + bytes, sizeof displacement);
    common_code_note(code, form, displacement, !absolute, sib && (at[1] >> 3 & 7) != 4,
                     sib ? 1u << (at[1] >> 6) : 1, got);
    return bytes + 4;
}

/* Sets where execution continues. */
static void common_code_flow(struct decoded_code *code, unsigned form)
{
    code->goes_on = !(form & STOPS);
    code->jumps = form & JUMPS;
    code->flags = (form & (CALL & ~JUMPS) ? NODE_CALL : 0) |
                  (form & (CONDITION & ~JUMPS) ? NODE_CONDITION : 0) |
                  (form & (RETURN & ~STOPS) ? NODE_RETURN : 0);
    code->sets = form & LATER ? SET_CMOV : 0;
}

bool common_code_decode(const uint8_t *bytes, uint32_t left, uint32_t address, uint32_t got,
                        struct decoded_code *code)
{
    if (left < LONGEST)
        return false;
    const unsigned opcodes = bytes[0] == 0x0f ? 2 : 1;
    unsigned length = opcodes;
    unsigned form = opcodes == 2 ? two_bytes[bytes[1]] : one_byte[bytes[0]];
    if (form & GROUP)
        form = common_code_group(bytes[0], bytes[1] >> 3 & 7, bytes[1] >> 6 != 3, form);
    if (!form)
        return false;
    *code = (struct decoded_code){0};
    common_code_flow(code, form);
    if (form & MODRM)
        length += common_code_operand(bytes + length, form, got, code);
    uint32_t value = 0;
    memcpy(&value, bytes + length, form & IMM8 ? 1 : sizeof value);
    if (form & OFFSET)
        common_code_note(code, form, value, false, false, 1, got);
    if (bytes[0] == 0xf7 && form & IMM32 && bytes[1] >> 6 != 3 && value == HWCAP_SSE)
        code->flags |= NODE_HWCAP; /* TEST */
    if (form & POINTER)
        code->addresses[code->n_addresses++] = value;
    length += form & IMM8 ? 1 : form & (IMM32 | OFFSET) ? 4 : 0;
    if (form & JUMPS)
        code->target = address + length + (form & IMM8 ? (uint32_t)(int8_t)value : value);
    code->length = (uint8_t)length;
    return true;
}
