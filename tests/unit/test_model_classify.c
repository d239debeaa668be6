/*
 * SPDX-License-Identifier: MIT
 * Tests what timing_classify() reads from an encoding: registers, prefixes, x87 operands, block
 * limits; and that no instruction of the P5 is missing from timing.def.
 */
#include "test_model.h"

#include "sim/model/p5/timing_table.h"
#include "tools/insn_decoder.h"

enum { EAX = 1, ECX = 2, EDX = 4, EBX = 8, ESP = 16, EBP = 32, ESI = 64, EDI = 128 };
#define STACK TIMING_IMPLICIT_ESP

static struct insn_timing timing_of(const struct model *model, const char *bytes, size_t size)
{
    return code_at(model, CODE_ADDRESS, bytes, size).insns[0].timing;
}

#define TIMING(model, bytes) timing_of(model, bytes, sizeof(bytes) - 1)

/* Registers read (including those of addresses), written, and used in addresses. */
static void registers(void **state)
{
    static const struct {
        const char *text, *bytes;
        size_t size;
        unsigned reads, writes, addresses;
    } cases[] = {
#define REGISTERS(text, bytes, ...) {text, bytes, sizeof(bytes) - 1, __VA_ARGS__}
        REGISTERS("MOV", /* mov eax,ebx */ "\x89\xd8", EBX, EAX, 0),
        REGISTERS("ADD", /* add eax,ebx */ "\x01\xd8", EAX | EBX, EAX, 0),
        REGISTERS("CMP", /* cmp ah,bl */ "\x38\xdc", EAX | EBX, 0, 0),
        REGISTERS("load", /* mov cx,[edx+esi*2+8] */ "\x66\x8b\x4c\x72\x08", EDX | ESI, ECX,
                  EDX | ESI),
        REGISTERS("store", /* mov [edx],al */ "\x88\x02", EDX | EAX, 0, EDX),
        REGISTERS("LEA", /* lea eax,[ebp+edi] */ "\x8d\x44\x3d\x00", EBP | EDI, EAX, EBP | EDI),
        REGISTERS("MUL", /* mul ebx */ "\xf7\xe3", EAX | EBX, EAX | EDX, 0),
        REGISTERS("CDQ", /* cdq */ "\x99", EAX, EDX, 0),
        REGISTERS("STOSD: its pointer moves by itself", /* stosd */ "\xab", EAX | EDI, 0, EDI),
        REGISTERS("XLAT", /* xlatb */ "\xd7", EAX | EBX, EAX, EAX | EBX),
        REGISTERS("SHL by CL", /* shl edx,cl */ "\xd3\xe2", EDX | ECX, EDX, 0),
        REGISTERS("PUSH", /* push eax */ "\x50", EAX | ESP, STACK, ESP),
        REGISTERS("POP", /* pop eax */ "\x58", ESP, EAX | STACK, ESP),
        REGISTERS("RET", /* ret */ "\xc3", ESP, STACK, ESP),
        REGISTERS("RET n", /* ret 4 */ "\xc2\x04\x00", ESP, ESP, ESP),
        REGISTERS("LEAVE", /* leave */ "\xc9", EBP | ESP, EBP | STACK, EBP),
        REGISTERS("ADD ESP", /* add esp,4 */ "\x83\xc4\x04", ESP, ESP, 0),
        REGISTERS("[ESP]", /* mov eax,[esp] */ "\x8b\x04\x24", ESP, EAX, ESP | STACK),
        REGISTERS("PUSH of memory", /* push dword [ebx] */ "\xff\x33", EBX | ESP, STACK, EBX | ESP),
        REGISTERS("16-bit address", /* mov eax,[bx+si] */ "\x67\x8b\x00", EBX | ESI, EAX,
                  EBX | ESI),
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct insn_timing timing = timing_of(*state, cases[i].bytes, cases[i].size);

        if (timing.reads != cases[i].reads || timing.writes != cases[i].writes ||
            timing.addresses != cases[i].addresses)
            fail_msg("%s: reads %x, writes %x, addresses %x", cases[i].text, timing.reads,
                     timing.writes, timing.addresses);
    }
}

/* Decode clocks: one for each prefix byte and for 0F, except for near Jcc and instructions that end
 * a block. */
static void prefixes(void **state)
{
    const struct model *model = *state;

    assert_int_equal(TIMING(model, /* mov eax,ebx */ "\x89\xd8").prefixes, 0);
    assert_int_equal(TIMING(model, /* mov ax,bx */ "\x66\x89\xd8").prefixes, 1);
    assert_int_equal(TIMING(model, /* mov ax,[es:bx] */ "\x26\x66\x67\x8b\x07").prefixes, 3);
    assert_int_equal(TIMING(model, /* lock inc dword [eax] */ "\xf0\xff\x00").prefixes, 1);
    assert_int_equal(TIMING(model, /* movzx eax,bx */ "\x0f\xb7\xc3").prefixes, 1);
    assert_int_equal(TIMING(model, /* movzx ax,bl */ "\x66\x0f\xb6\xc3").prefixes, 2);
    assert_int_equal(TIMING(model, /* jz near $+2000 */ "\x0f\x84\xca\x07\x00\x00").prefixes, 0);
    assert_int_equal(TIMING(model, /* rdmsr */ "\x0f\x32").prefixes, 0);
    assert_int_equal(TIMING(model, /* rep stosd */ "\xf3\xab").prefixes, 0); /* in its clocks */
    assert_int_equal(TIMING(model, /* rep stosw */ "\xf3\x66\xab").prefixes, 1);
}

static void block_limits(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        bool starts, ends;
    } cases[] = {
#define LIMITS(bytes, starts, ends) {bytes, sizeof(bytes) - 1, starts, ends}
        LIMITS(/* add eax,ebx */ "\x01\xd8", false, false),
        LIMITS(/* jz $+10 */ "\x74\x08", false, true),
        LIMITS(/* jmp $+10 */ "\xeb\x08", false, true),
        LIMITS(/* call $+10 */ "\xe8\x05\x00\x00\x00", false, true),
        LIMITS(/* ret */ "\xc3", false, true),
        LIMITS(/* retf */ "\xcb", false, true),
        LIMITS(/* jmp [eax] */ "\xff\x20", false, true),
        LIMITS(/* loop $ */ "\xe2\xfe", false, true),
        LIMITS(/* int 0x80 */ "\xcd\x80", false, true),
        LIMITS(/* int3 */ "\xcc", false, true),
        LIMITS(/* into */ "\xce", false, true),
        LIMITS(/* iret */ "\xcf", false, true),
        LIMITS(/* hlt */ "\xf4", true, true),
        LIMITS(/* rdmsr */ "\x0f\x32", true, true),
        LIMITS(/* wrmsr */ "\x0f\x30", true, true),
        LIMITS(/* rdtsc */ "\x0f\x31", true, true),
        LIMITS(/* cpuid */ "\x0f\xa2", true, true),
        LIMITS(/* in al,dx */ "\xec", true, true),
        LIMITS(/* out 0x80,al */ "\xe6\x80", true, true),
        LIMITS(/* rep outsb */ "\xf3\x6e", true, true),
        LIMITS(/* cli */ "\xfa", false, true),
        LIMITS(/* sti */ "\xfb", false, true),
        LIMITS(/* popf */ "\x9d", false, true),
        LIMITS(/* mov cr3,eax */ "\x0f\x22\xd8", false, true),
        LIMITS(/* mov eax,cr0 */ "\x0f\x20\xc0", false, true),
        LIMITS(/* lgdt [eax] */ "\x0f\x01\x10", false, true),
        LIMITS(/* lidt [eax] */ "\x0f\x01\x18", false, true),
        LIMITS(/* invlpg [eax] */ "\x0f\x01\x38", false, true),
        LIMITS(/* wbinvd */ "\x0f\x09", false, true),
        LIMITS(/* ltr ax */ "\x0f\x00\xd8", false, true),
        LIMITS(/* mov ds,ax */ "\x8e\xd8", false, false),
        LIMITS(/* pushf */ "\x9c", false, false),
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct insn_timing timing = timing_of(*state, cases[i].bytes, cases[i].size);

        if (timing.starts_block != cases[i].starts || timing.ends_block != cases[i].ends)
            fail_msg("case %u: starts %d, ends %d", (unsigned)i, timing.starts_block,
                     timing.ends_block);
    }
}

/* ST registers read and written, numbered before the instruction; a push is -1. */
static void x87_operands(void **state)
{
    const struct model *model = *state;
    struct insn_timing timing = TIMING(model, /* fadd st0,st3 */ "\xd8\xc3");

    assert_int_equal(timing.x87.reads, 1 | 8);
    assert_int_equal(timing.x87.writes, 1);
    assert_int_equal(timing.x87.stack, 0);
    assert_int_equal(timing.x87.latency, 3);
    assert_int_equal(timing.x87.busy, 1);
    timing = TIMING(model, /* faddp st2,st0 */ "\xde\xc2");
    assert_int_equal(timing.x87.reads, 1 | 4);
    assert_int_equal(timing.x87.writes, 4);
    assert_int_equal(timing.x87.stack, 1);
    timing = TIMING(model, /* fld dword [esi] */ "\xd9\x06");
    assert_int_equal(timing.x87.reads, 0);
    assert_int_equal(timing.x87.stack, -1);
    timing = TIMING(model, /* fstp qword [esi] */ "\xdd\x1e");
    assert_int_equal(timing.x87.reads, 1);
    assert_int_equal(timing.x87.stack, 1);
    assert_int_equal(TIMING(model, /* fcompp */ "\xde\xd9").x87.stack, 2);
}

static bool added_by_sse(ZydisMnemonic mnemonic)
{
    static const ZydisMnemonic added[] = {
        ZYDIS_MNEMONIC_PSHUFW, ZYDIS_MNEMONIC_PINSRW,   ZYDIS_MNEMONIC_PEXTRW,
        ZYDIS_MNEMONIC_PMINUB, ZYDIS_MNEMONIC_PMINSW,   ZYDIS_MNEMONIC_PMAXUB,
        ZYDIS_MNEMONIC_PMAXSW, ZYDIS_MNEMONIC_PAVGB,    ZYDIS_MNEMONIC_PAVGW,
        ZYDIS_MNEMONIC_PSADBW, ZYDIS_MNEMONIC_PMULHUW,  ZYDIS_MNEMONIC_PMOVMSKB,
        ZYDIS_MNEMONIC_MOVNTQ, ZYDIS_MNEMONIC_MASKMOVQ,
    };

    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        if (added[i] == mnemonic)
            return true;
    return false;
}

static bool of_the_p5(const ZydisDecodedInstruction *decoded)
{
    switch (decoded->meta.isa_set) {
    case ZYDIS_ISA_SET_I86:
    case ZYDIS_ISA_SET_I186:
    case ZYDIS_ISA_SET_I286PROTECTED:
    case ZYDIS_ISA_SET_I286REAL:
    case ZYDIS_ISA_SET_I386:
    case ZYDIS_ISA_SET_I486:
    case ZYDIS_ISA_SET_I486REAL:
    case ZYDIS_ISA_SET_PENTIUMREAL:
        return true;
    case ZYDIS_ISA_SET_PENTIUMMMX: /* this set contains SSE's additions to MMX too */
        return !added_by_sse(decoded->mnemonic);
    case ZYDIS_ISA_SET_X87: /* except for encodings that Intel does not document */
        return decoded->mnemonic != ZYDIS_MNEMONIC_FSTPNCE &&
               decoded->mnemonic != ZYDIS_MNEMONIC_FFREEP &&
               decoded->mnemonic != ZYDIS_MNEMONIC_FENI8087_NOP &&
               decoded->mnemonic != ZYDIS_MNEMONIC_FDISI8087_NOP &&
               decoded->mnemonic != ZYDIS_MNEMONIC_FSETPM287_NOP;
    default:
        return false;
    }
}

/* All one-byte and 0F opcodes, each with every value of the next byte. */
static void table_is_complete(void **unused)
{
    ZydisDecoder decoder;
    unsigned found = 0;

    (void)unused;
    insn_decoder_init(&decoder, 32);
    for (unsigned code = 0; code < 0x20000; code++) {
        const uint8_t bytes[15] = {code >> 16 ? 0x0f : code >> 8 & 0xff,
                                   code >> 16 ? code >> 8 & 0xff : code & 0xff,
                                   code >> 16 ? code & 0xff : 0};
        ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
        ZydisDecodedInstruction decoded;
        const struct timing_row *row;

        if (!ZYAN_SUCCESS(
                ZydisDecoderDecodeFull(&decoder, bytes, sizeof bytes, &decoded, operands)))
            continue;
        row = timing_table_find((uint16_t)decoded.mnemonic, timing_table_form(&decoded, operands));
        if (of_the_p5(&decoded) && row->mnemonic != decoded.mnemonic)
            fail_msg("%s is not in timing.def", ZydisMnemonicGetString(decoded.mnemonic));
        found += of_the_p5(&decoded);
    }
    assert_true(found > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(registers),
        MODEL_TEST(prefixes),
        MODEL_TEST(block_limits),
        MODEL_TEST(x87_operands),
        cmocka_unit_test(table_is_complete),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
