/*
 * SPDX-License-Identifier: MIT
 * Tests the rules of the P6's core, each with code whose time depends on that rule only; the
 * derivation of the clocks is next to each case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "tests/unit/p6_code.h"
#include "tools/insn_decoder.h"

/* 4-1-1: a load-operation of two uops has to be first. If two instructions of one uop follow it,
 * three are decoded per clock. */
static void decoders(void **state)
{
    static const struct line first[] = {
        LINE(/* add eax,[esi] */ "\x03\x06"),
        LINE(/* fxch */ "\xd9\xc9"),
        LINE(/* fxch */ "\xd9\xca"),
    };
    static const struct line last[] = {
        LINE(/* mov ecx,ebx */ "\x89\xd9"),
        LINE(/* add eax,[esi] */ "\x03\x06"),
        LINE(/* add edx,[esi] */ "\x03\x16"),
        LINE(/* add ebp,[esi] */ "\x03\x2e"),
    };

    (void)state;
    about(CLOCKS(first), 4.0 / 3); /* four uops, three renamed per clock */
    /* 16 bytes are two bodies: MOV, ADD, ADD, ADD with the next MOV, ADD, ADD, ADD. */
    about(CLOCKS(last), 7.0 / 2);
}

#define ADD_TO(place, text)                                                                        \
    DOES(text, .access = {LOAD(DATA + (place), 4), STORE(DATA + (place), 4)}, .accesses = 2)

/*
 * ADD [m],r has four uops, which the first decoder handles: three are renamed per clock, 8 clocks
 * for six instructions. The microcode sequencer would need 2 clocks for each. The chain through
 * each address takes 6 clocks.
 */
static void four_uops(void **state)
{
    static const struct line lines[] = {
        ADD_TO(0, /* add [esi],eax */ "\x01\x06"), ADD_TO(4, /* [esi+4] */ "\x01\x46\x04"),
        ADD_TO(8, /* [esi+8] */ "\x01\x46\x08"),   ADD_TO(12, /* [esi+12] */ "\x01\x46\x0c"),
        ADD_TO(16, /* [esi+16] */ "\x01\x46\x10"), ADD_TO(20, /* [esi+20] */ "\x01\x46\x14"),
    };

    (void)state;
    about(CLOCKS(lines), 6 * 4 / 3);
}

/* The second and third decoder handle at most 8 bytes. */
static void long_instruction(void **state)
{
    /* mov dword [esi+12345678],1 of 10 bytes has two uops anyway; lea of 7 and 8 bytes has one. */
    static const struct line seven[] = {
        LINE(/* lea eax,[ebx*4+12345678] */ "\x8d\x04\x9d\x78\x56\x34\x12"),
        LINE(/* nop */ "\x90"),
    };

    (void)state;
    about(CLOCKS(seven), 1); /* port 0 */
}

/* 66 before an immediate: the length decoder takes 7 clocks for 16 bytes, 4 of these
 * instructions. */
static void length_changing(void **state)
{
    static const struct line lines[] = {LINE(/* mov cx,1234 */ "\x66\xb9\x34\x12")};
    static const struct line harmless[] = {LINE(/* mov cx,dx */ "\x66\x89\xd1")};

    (void)state;
    about(CLOCKS(lines), 7.0 / 4);
    about(CLOCKS(harmless), 0.5);
}

/* NOP with n prefixes takes n + 1 clocks if n is at least 2. */
static void prefixes(void **state)
{
    static const struct line one[] = {LINE("\x66\x90")}, three[] = {LINE("\x66\x66\x66\x90")};

    (void)state;
    about(CLOCKS(one), 0.5);
    about(CLOCKS(three), 4);
}

/* The retirement file delivers two registers per clock: three uops that need three wait one clock
 * more. */
static void register_reads(void **state)
{
    static const struct line three[] = {
        LINE(/* mov eax,esi */ "\x89\xf0"),
        LINE(/* mov ecx,edi */ "\x89\xf9"),
        LINE(/* fxch, which takes no port */ "\xd9\xc9"),
    };
    static const struct line cmp[] = {
        LINE(/* cmp eax,ecx */ "\x39\xc8"),
        LINE(/* cmp edx,ebx */ "\x39\xda"),
        LINE(/* cmp esi,edi */ "\x39\xfe"),
    };

    (void)state;
    /* Two from the retirement file: no wait. Eight instructions of 16 bytes are decoded 3, 3 and
     * 2. */
    about(CLOCKS(three), 9.0 / 8);
    about(CLOCKS(cmp), 3); /* six registers */
}

/* A register that was just written is not read from the retirement file, so chains have no such
 * stalls. */
static void young_registers(void **state)
{
    static const struct line lines[] = {
        LINE(/* add eax,1 */ "\x83\xc0\x01"),
        LINE(/* add ecx,1 */ "\x83\xc1\x01"),
        LINE(/* fxch */ "\xd9\xc9"),
    };

    (void)state;
    about(CLOCKS(lines), 1);
}

/* AL, then EAX: AL's writer, 1 clock, has to retire, 2 more; then 3 stages up to the ports. */
static void partial_register(void **state)
{
    static const struct line stall[] = {
        LINE(/* add al,bl */ "\x00\xd8"),
        LINE(/* add ecx,eax */ "\x01\xc1"),
        LINE(/* mov eax,ecx */ "\x89\xc8"),
    };
    static const struct line cleared[] = {
        LINE(/* xor eax,eax */ "\x31\xc0"),
        LINE(/* mov al,bl */ "\x88\xd8"),
        LINE(/* add ecx,eax */ "\x01\xc1"),
    };
    static const struct line apart[] = {
        LINE(/* mov al,bl */ "\x88\xd8"),
        LINE(/* mov ch,ah */ "\x88\xe5"),
    };

    (void)state;
    about(CLOCKS(stall), 1 + 5 + 1 + 1);
    /* XOR, MOV, ADD: each depends on the one before, but XOR reads EAX only from the previous
     * XOR. */
    about(CLOCKS(cleared), 1.5);
    about(CLOCKS(apart), 1);
}

/* INC leaves CF unchanged: an instruction that reads CF, alone or with others, waits; one that
 * reads ZF does not (AGN 19.2). */
static void partial_flags(void **state)
{
    static const struct line adc[] = {
        LINE(/* inc ecx */ "\x41"),
        LINE(/* adc eax,ebx */ "\x11\xd8"),
        LINE(/* mov ecx,eax */ "\x89\xc1"),
    };
    static const struct line setz[] = {
        LINE(/* inc ecx */ "\x41"),
        LINE(/* setz al */ "\x0f\x94\xc0"),
    };
    static const struct line shifted[] = {
        LINE(/* shl ecx,2 */ "\xc1\xe1\x02"),
        LINE(/* setz cl */ "\x0f\x94\xc1"),
    };
    static const struct line by_one[] = {
        LINE(/* shl ecx,1 */ "\xd1\xe1"),
        LINE(/* setz al */ "\x0f\x94\xc0"),
    };

    struct p6_core_parameters at_dispatch;

    (void)state;
    p6_core_defaults(&at_dispatch);
    at_dispatch.ports_at_allocation = 0;
    about(CLOCKS(adc), 1 + 5 + 2 + 1);
    /* Chain of INC; SETZ, on port 0, and INC have a second port. */
    about(clocks_of(&at_dispatch, setz, 2, false), 1);
    /* Groups alternate. In INC, SETZ, INC the second INC gets port 0; in SETZ, INC, SETZ the INC
     * gets port 1. So port 0 has four of six uops. */
    about(CLOCKS(setz), 4.0 / 3);
    about(CLOCKS(by_one), 2); /* both on port 0 */
    assert_true(CLOCKS(shifted) > 6 * BODIES);
}

/* A store's data reaches a load of the same bytes in 5 clocks; a larger load waits for the
 * write. */
static void forwarding(void **state)
{
    static const struct line same[] = {
        DOES(/* mov [esi],eax */ "\x89\x06", ACCESSES(STORE(DATA, 4))),
        DOES(/* mov eax,[esi] */ "\x8b\x06", ACCESSES(LOAD(DATA, 4))),
    };
    static const struct line larger[] = {
        DOES(/* mov [esi],al */ "\x88\x06", ACCESSES(STORE(DATA, 1))),
        DOES(/* mov eax,[esi] */ "\x8b\x06", ACCESSES(LOAD(DATA, 4))),
    };
    static const struct line elsewhere[] = {
        DOES(/* mov [esi],eax */ "\x89\x06", ACCESSES(STORE(DATA, 4))),
        DOES(/* mov eax,[esi+4] */ "\x8b\x46\x04", ACCESSES(LOAD(DATA + 4, 4))),
    };

    (void)state;
    about(CLOCKS(same), 5);
    /* Data 1, retired 2 later, written 1 later, the load 3 more: 7. */
    about(CLOCKS(larger), 7);
    about(CLOCKS(elsewhere), 1);
}

/* A load that is dispatched before the address of an earlier store is known waits for it, although
 * it reads other bytes, and takes its 3 clocks afterwards. Only the address matters, not the data.
 */
static void unknown_address(void **state)
{
    static const struct line late[] = {
        DOES(/* mov esi,[edi] */ "\x8b\x37", ACCESSES(LOAD(DATA, 4))),
        LINE(/* imul esi,esi */ "\x0f\xaf\xf6"),
        DOES(/* mov [esi],ecx */ "\x89\x0e", ACCESSES(STORE(DATA + 64, 4))),
    };
    static const struct line one_later[] = {
        LINE(/* lea edi,[esi+4] */ "\x8d\x7e\x04"),
        DOES(/* mov [edi],ecx */ "\x89\x0f", ACCESSES(STORE(DATA + 64, 4))),
        DOES(/* mov esi,[esi] */ "\x8b\x36", ACCESSES(LOAD(DATA, 4))),
    };
    static const struct line same_clock[] = {
        DOES(/* mov [esi],ecx */ "\x89\x0e", ACCESSES(STORE(DATA + 64, 4))),
        DOES(/* mov esi,[esi] */ "\x8b\x36", ACCESSES(LOAD(DATA, 4))),
    };
    static const struct line late_data[] = {
        DOES(/* mov [edi],ecx */ "\x89\x0f", ACCESSES(STORE(DATA + 64, 4))),
        DOES(/* mov ecx,[edi+4] */ "\x8b\x4f\x04", ACCESSES(LOAD(DATA, 4))),
        LINE(/* imul ecx,ecx */ "\x0f\xaf\xc9"),
    };
    static const struct line same_bytes[] = {
        DOES(/* mov ebx,[ebx] */ "\x8b\x1b", ACCESSES(LOAD(DATA, 4))),
        DOES(/* mov [ebx],ebx */ "\x89\x1b", ACCESSES(STORE(DATA, 4))),
    };
    static const struct line just_known[] = {
        DOES(/* mov [ebx],ecx */ "\x89\x0b", ACCESSES(STORE(DATA, 4))),
        LINE(/* lea ebx,[ebx+4] */ "\x8d\x5b\x04"),
        DOES(/* mov ebx,[ebx] */ "\x8b\x1b", ACCESSES(LOAD(DATA, 4))),
    };
    struct p6_core *core = p6_core_create(NULL);
    struct p6_core_parameters large;

    (void)state;
    p6_core_defaults(&large);
    large.reservation_station = 40; /* the data waits there for IMUL */
    about(CLOCKS(late), 3 + 4 + 1); /* load, IMUL, address */
    about(CLOCKS(one_later), 1 + 1 + 3);
    about(CLOCKS(same_clock), 3);
    about(clocks_of(&large, late_data, 3, false), 4.0 / 3); /* four uops, three renamed per clock */
    about(CLOCKS(same_bytes), 12); /* ILAT: MOV r32,[m32] and MOV [m32],r32 */
    about(CLOCKS(just_known), 1 + 3);
    play(core, late, 3, 30, false);
    p6_core_settle(core);
    /* Before the first of 30 loads there is no store. */
    assert_int_equal(p6_clock_tally(core, P6_CORE_LD_BLOCKS)->total, 29);
    p6_core_destroy(core);
}

/* A mispredicted branch: 1 on port 1, 7 stages to the alias table, 3 to the ports. */
static void mispredicted(void **state)
{
    static const struct line lines[] = {
        LINE(/* dec ecx */ "\x49"),
        DOES(/* jnz back */ "\x75\xfd", .taken = true, .mispredicted = true),
    };
    const unsigned clocks = LOOP(lines);

    (void)state;
    /* DEC, 1, and the branch, 1, after the 10 stages. */
    about(clocks, 1 + 1 + 7 + 3);
}

/* A taken branch every 2 clocks; a loop of three groups hides it. */
static void taken_branches(void **state)
{
    static const struct line tight[] = {
        LINE(/* dec ecx */ "\x49"),
        DOES(/* jnz back */ "\x75\xfd", .taken = true),
    };
    static const struct line wide[] = {
        LINE("\x90"),
        LINE("\x90"),
        LINE("\x90"),
        LINE("\x90"),
        LINE("\x90"),
        LINE("\x90"),
        LINE("\x90"),
        LINE(/* dec ecx */ "\x49"),
        DOES(/* jnz */ "\x75\xf6", .taken = true),
    };

    (void)state;
    about(LOOP(tight), 2);
    about(LOOP(wide), 4.5); /* nine uops on two ports */
}

/* 40 uops: a load of 100 clocks, then 39 others. The next such load waits until the first
 * retires. */
static void reorder_buffer(void **state)
{

    struct line lines[80];
    struct p6_core_parameters parameters;

    (void)state;
    p6_core_defaults(&parameters);
    for (unsigned i = 0; i < 80; i++)
        lines[i] = (struct line)LINE(/* fxch: not in the reservation station */ "\xd9\xc9");
    lines[0] = (struct line)DOES(/* mov eax,[esi] */ "\x8b\x06", ACCESSES(MISS(100)));
    about(clocks_of(&parameters, lines, 40, false), 100 + 3 + 2 + 0);
    parameters.reorder_buffer = 80;
    assert_true(clocks_of(&parameters, lines, 40, false) < 60 * BODIES);
}

/* RDTSC is not serialising: it does not wait for the load before it. */
static void reading_time(void **state)
{

    static const struct line lines[] = {
        DOES(/* mov ecx,[esi] */ "\x8b\x0e", ACCESSES(MISS(200))),
        LINE(/* rdtsc */ "\x0f\x31"),
    };
    struct p6_core *core = p6_core_create(NULL);

    (void)state;
    play(core, lines, 2, 1, false);
    assert_true(p6_core_read_clock(core) + 100 < p6_core_clock(core));
    assert_int_equal(p6_clock_tally_seen(core, P6_CORE_INST_RETIRED), 0);
    assert_int_equal(p6_clock_tally(core, P6_CORE_INST_RETIRED)->total, 2);
    p6_core_destroy(core);
}

/* Thresholds: a chain retires one uop in a clock. NOPs retire three at a time only if the ports
 * allow it. */
static void thresholds(void **state)
{
    static const struct line chain[] = {LINE(/* imul eax,eax */ "\x0f\xaf\xc0")};
    struct p6_core *core = p6_core_create(NULL);
    const struct p6_tally *tally;

    (void)state;
    play(core, chain, 1, 30, false);
    p6_core_settle(core);
    tally = p6_clock_tally(core, P6_CORE_UOPS_RETIRED);
    assert_int_equal(tally->total, 30);
    assert_int_equal(tally->clocks[1], 30); /* one every 4 clocks */
    assert_int_equal(tally->edges[1], 30);
    assert_int_equal(tally->clocks[2], 0);
    p6_core_destroy(core);
}

/* The sum over thresholds is the total. */
static void thresholds_add_up(void **state)
{
    static const struct line lines[] = {
        LINE("\x90"),
        LINE(/* add eax,[esi] */ "\x03\x06"),
        LINE("\xd9\xc9"),
        LINE("\xd9\xc9"),
        DOES(/* push eax */ "\x50", ACCESSES(STORE(DATA, 4))),
    };
    struct p6_core *core = p6_core_create(NULL);

    (void)state;
    play(core, lines, 5, 50, false);
    p6_core_settle(core);
    for (unsigned event = P6_CORE_INST_DECODED; event <= P6_CORE_UOPS_RETIRED; event++) {
        const struct p6_tally *tally = p6_clock_tally(core, event);

        assert_int_equal(tally->clocks[1] + tally->clocks[2] + tally->clocks[3], tally->total);
        assert_true(tally->edges[1] <= tally->clocks[1] && tally->edges[1] > 0);
    }
    assert_int_equal(p6_clock_tally(core, P6_CORE_INST_RETIRED)->total, 250);
    assert_int_equal(p6_clock_tally(core, P6_CORE_UOPS_RETIRED)->total, 50 * (1 + 2 + 1 + 1 + 3));
    p6_core_destroy(core);
}

static uint32_t next_random(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 8;
}

/* Random bytes with random accesses, waits and branches: time never goes back, and each uop of each
 * instruction retires. */
static void anything(void **state)
{
    struct p6_core *core = p6_core_create(NULL);
    uint32_t random = 17, address = CODE;
    uint64_t uops = 0, clock = 0, insns = 0;
    ZydisDecoder decoder;

    (void)state;
    insn_decoder_init(&decoder, 32);
    while (insns < 20000) {
        ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
        ZydisDecodedInstruction decoded;
        struct p6_access access[4];
        struct p6_run run = {.address = address, .accesses = 4, .access = access};
        uint8_t bytes[ZYDIS_MAX_INSTRUCTION_LENGTH];
        struct p6_insn insn;

        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)next_random(&random);
        if (!ZYAN_SUCCESS(
                ZydisDecoderDecodeFull(&decoder, bytes, sizeof bytes, &decoded, operands)))
            continue;
        p6_classify(&decoded, operands, &insn);
        for (unsigned i = 0; i < 4; i++)
            access[i] = (struct p6_access){.address = DATA + next_random(&random) % 64,
                                           .bytes = (uint8_t)(1 << next_random(&random) % 4),
                                           .write = i & 1,
                                           .clocks = next_random(&random) % 32 ? 3 : 5000};
        run.steps = next_random(&random) % 100;
        run.fetch_wait = next_random(&random) % 16 ? 0 : 100;
        run.taken = insn.attributes & P6_BRANCH && next_random(&random) & 1;
        run.mispredicted = insn.attributes & P6_BRANCH && next_random(&random) % 8 == 0;
        p6_core_instruction(core, &insn, &run);
        assert_true(p6_core_clock(core) >= clock);
        clock = p6_core_clock(core);
        uops += insn.attributes & P6_REPEATED ? insn.total + insn.step * run.steps : insn.total;
        if (insn.fast) { /* may take the fast path: use the core's count */
            p6_core_settle(core);
            uops = p6_clock_tally(core, P6_CORE_UOPS_RETIRED)->total;
        }
        insns++;
        address = run.taken ? CODE + next_random(&random) % 4096 : address + insn.length;
    }
    p6_core_settle(core);
    assert_int_equal(p6_clock_tally(core, P6_CORE_INST_RETIRED)->total, insns);
    assert_int_equal(p6_clock_tally(core, P6_CORE_INST_DECODED)->total, insns);
    assert_int_equal(p6_clock_tally(core, P6_CORE_UOPS_RETIRED)->total, uops);
    p6_core_destroy(core);
}

static void out_of_range(void **state)
{
    struct p6_core_parameters parameters;

    (void)state;
    p6_core_defaults(&parameters);
    parameters.reorder_buffer = 300;
    assert_null(p6_core_create(&parameters));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoders),          cmocka_unit_test(four_uops),
        cmocka_unit_test(long_instruction),  cmocka_unit_test(length_changing),
        cmocka_unit_test(prefixes),          cmocka_unit_test(register_reads),
        cmocka_unit_test(young_registers),   cmocka_unit_test(partial_register),
        cmocka_unit_test(partial_flags),     cmocka_unit_test(forwarding),
        cmocka_unit_test(unknown_address),   cmocka_unit_test(mispredicted),
        cmocka_unit_test(taken_branches),    cmocka_unit_test(reorder_buffer),
        cmocka_unit_test(reading_time),      cmocka_unit_test(thresholds),
        cmocka_unit_test(thresholds_add_up), cmocka_unit_test(out_of_range),
        cmocka_unit_test(anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
