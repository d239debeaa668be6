/*
 * SPDX-License-Identifier: MIT
 * Tests the pairing rules one by one, each cell of the pair-time matrix, and instructions that pair
 * only in U or never.
 */
#include "test_model.h"

/* A piece of code and the number of its instructions that go through V. */
struct pairing_case {
    const char *text;
    const char *bytes;
    size_t size;
    unsigned in_v;
};

#define CASE(text, bytes, in_v)                                                                    \
    {                                                                                              \
        text, bytes, sizeof(bytes) - 1, in_v                                                       \
    }

static void check(const struct model *model, const struct pairing_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct code code = code_at(model, CODE_ADDRESS, cases[i].bytes, cases[i].size);
        const unsigned in_v = code.insns[code.count - 1].timing.v_so_far;

        if (in_v != cases[i].in_v)
            fail_msg("%s: %u in V, expected %u", cases[i].text, in_v, cases[i].in_v);
    }
}

#define CHECK(model, cases) check(model, cases, sizeof(cases) / sizeof *(cases))

/* AP-500, Appendix A: UV pairs with UV and PV; PU only as the first, PV only as the second. */
static void classes(void **state)
{
    static const struct pairing_case cases[] = {
        CASE("UV UV", /* add eax,ebx / mov ecx,edx */ "\x01\xd8\x89\xd1", 1),
        CASE("UV PV", /* cmp eax,ebx / jnz $+20 */ "\x39\xd8\x75\x12", 1),
        CASE("UV, near JMP", /* mov eax,ebx / jmp $+20 */ "\x89\xd8\xeb\x12", 1),
        CASE("UV, near CALL", /* mov eax,ebx / call $+20 */ "\x89\xd8\xe8\x0f\x00\x00\x00", 1),
        CASE("UV, long Jcc: its 0F is no prefix",
             /* cmp eax,ebx / jnz $+2000 */ "\x39\xd8\x0f\x85\xca\x07\x00\x00", 1),
        CASE("PU UV", /* adc eax,ebx / mov ecx,edx */ "\x11\xd8\x89\xd1", 1),
        CASE("UV PU", /* mov ecx,edx / adc eax,ebx */ "\x89\xd1\x11\xd8", 0),
        CASE("PU PU", /* adc eax,ebx / sbb ecx,edx */ "\x11\xd8\x19\xd1", 0),
        CASE("shift by an immediate in U", /* shl eax,4 / mov ecx,edx */ "\xc1\xe0\x04\x89\xd1", 1),
        CASE("shift by one in U", /* shl eax,1 / mov ecx,edx */ "\xd1\xe0\x89\xd1", 1),
        CASE("no shift in V", /* mov ecx,edx / shl eax,4 */ "\x89\xd1\xc1\xe0\x04", 0),
        CASE("rotate by one in U", /* rol eax,1 / mov ecx,edx */ "\xd1\xc0\x89\xd1", 1),
        CASE("rotate by more never", /* rol eax,4 / mov ecx,edx */ "\xc1\xc0\x04\x89\xd1", 0),
        CASE("rotate through carry by one in U", /* rcl eax,1 / mov ebx,edx */ "\xd1\xd0\x89\xd3",
             1),
        CASE("shift by CL never", /* shl eax,cl / mov ebx,edx */ "\xd3\xe0\x89\xd3", 0),
        CASE("branch never first", /* jnz $+2 / mov eax,ebx */ "\x75\x00\x89\xd8", 0),
        CASE("NP first", /* mul ebx / mov ecx,esi */ "\xf7\xe3\x89\xf1", 0),
        CASE("NP second", /* mov ecx,esi / neg ebx */ "\x89\xf1\xf7\xdb", 0),
        CASE("LEA and PUSH", /* lea eax,[ebx+4] / push ecx */ "\x8d\x43\x04\x51", 1),
        CASE("three of them: one pair", /* inc eax / inc ebx / inc ecx */ "\x40\x43\x41", 1),
        CASE("four of them: two pairs",
             /* inc eax / inc ebx / inc ecx / inc edx */ "\x40\x43\x41\x42", 2),
        CASE("TEST r,r", /* test eax,ebx / mov ecx,edx */ "\x85\xd8\x89\xd1", 1),
        CASE("TEST acc,imm", /* test eax,1 / mov ecx,edx */ "\xa9\x01\x00\x00\x00\x89\xd1", 1),
        CASE("TEST r,imm never", /* test ebx,1 / mov ecx,edx */ "\xf7\xc3\x01\x00\x00\x00\x89\xd1",
             0),
        CASE("XCHG never", /* xchg eax,ebx / mov ecx,edx */ "\x93\x89\xd1", 0),
        CASE("MOV from a segment register never", /* mov eax,ds / mov ecx,edx */ "\x8c\xd8\x89\xd1",
             0),
        CASE("PUSH of memory never", /* push dword [esi] / mov ecx,edx */ "\xff\x36\x89\xd1", 0),
        CASE("POP to memory never", /* pop dword [esi] / mov ecx,edx */ "\x8f\x06\x89\xd1", 0),
        CASE("MOV moffs", /* mov eax,[0x1000] / mov ecx,edx */ "\xa1\x00\x10\x00\x00\x89\xd1", 1),
        CASE("MOVZX never", /* movzx eax,bl / mov ecx,edx */ "\x0f\xb6\xc3\x89\xd1", 0),
        CASE("RET never", /* mov eax,ebx / ret */ "\x89\xd8\xc3", 0),
    };

    CHECK(*state, cases);
}

/* The second may neither read nor write what the first writes; it may write what the first
 * reads. */
static void dependences(void **state)
{
    static const struct pairing_case cases[] = {
        CASE("read after write", /* mov eax,1 / add ebx,eax */ "\xb8\x01\x00\x00\x00\x01\xc3", 0),
        CASE("write after write", /* mov eax,1 / mov eax,ebx */ "\xb8\x01\x00\x00\x00\x89\xd8", 0),
        CASE("write after read", /* mov eax,ebx / mov ebx,2 */ "\x89\xd8\xbb\x02\x00\x00\x00", 1),
        CASE("read after read", /* mov eax,ebx / mov ecx,ebx */ "\x89\xd8\x89\xd9", 1),
        CASE("parts are the whole", /* mov al,1 / mov ah,2 */ "\xb0\x01\xb4\x02", 0),
        CASE("address after write", /* mov eax,ebx / mov ecx,[eax] */ "\x89\xd8\x8b\x08", 0),
        CASE("index after write", /* mov eax,ebx / mov ecx,[edx+eax*4] */ "\x89\xd8\x8b\x0c\x82",
             0),
        CASE("CMP writes no register", /* cmp eax,ebx / mov eax,ecx */ "\x39\xd8\x89\xc8", 1),
        CASE("flags twice", /* add eax,1 / add ebx,1 */ "\x83\xc0\x01\x83\xc3\x01", 1),
        CASE("memory is no dependence", /* mov [esi],eax / mov ebx,[esi] */ "\x89\x06\x8b\x1e", 1),
        CASE("ESP read behind PUSH", /* push eax / mov ebp,esp */ "\x50\x89\xe5", 0),
        CASE("ESP address behind PUSH", /* push eax / mov ebx,[esp] */ "\x50\x8b\x1c\x24", 0),
        CASE("PUSH PUSH", /* push eax / push ebx */ "\x50\x53", 1),
        CASE("POP POP", /* pop eax / pop ebx */ "\x58\x5b", 1),
        CASE("PUSH CALL", /* push eax / call $+20 */ "\x50\xe8\x0f\x00\x00\x00", 1),
        CASE("PUSH POP", /* push eax / pop ebx */ "\x50\x5b", 0),
        CASE("POP PUSH", /* pop eax / push ebx */ "\x58\x53", 0),
        CASE("POP of a register, PUSH of it", /* pop eax / pop eax */ "\x58\x58", 0),
        CASE("POP ESP, POP", /* pop esp / pop eax */ "\x5c\x58", 0),
    };

    CHECK(*state, cases);
}

/* Prefixes, and displacements combined with an immediate, on the P5 (Agner 8 to 10). */
static void encodings(void **state)
{
    static const struct pairing_case cases[] = {
        CASE("prefixed in U", /* mov ax,bx / mov ecx,edx */ "\x66\x89\xd8\x89\xd1", 1),
        CASE("prefixed in V", /* mov ecx,edx / mov ax,bx */ "\x89\xd1\x66\x89\xd8", 0),
        CASE("segment prefix in V", /* mov ecx,edx / mov eax,[es:ebx] */ "\x89\xd1\x26\x8b\x03", 0),
        CASE("displacement and immediate",
             /* mov dword [esi+4],1 / mov ecx,edx */ "\xc7\x46\x04\x01\x00\x00\x00\x89\xd1", 0),
        CASE("as the second",
             /* mov ecx,edx / mov dword [esi+4],1 */ "\x89\xd1\xc7\x46\x04\x01\x00\x00\x00", 0),
        CASE("immediate alone",
             /* mov dword [esi],1 / mov ecx,edx */ "\xc7\x06\x01\x00\x00\x00\x89\xd1", 1),
        CASE("displacement alone", /* mov [esi+4],eax / mov ecx,edx */ "\x89\x46\x04\x89\xd1", 1),
    };

    CHECK(*state, cases);
}

/* The same on a P55C: 66 in V and displacement with immediate in U pair, nothing longer than 7
 * bytes does. */
static void encodings_p55c(void **unused)
{
    static const struct pairing_case cases[] = {
        CASE("66 in V", /* mov ecx,edx / mov ax,bx */ "\x89\xd1\x66\x89\xd8", 1),
        CASE("segment prefix in V", /* mov ecx,edx / mov eax,[es:ebx] */ "\x89\xd1\x26\x8b\x03", 0),
        CASE("displacement and immediate",
             /* mov byte [esi+4],1 / mov ecx,edx */ "\xc6\x46\x04\x01\x89\xd1", 1),
        CASE("8 bytes", /* mov byte [esi+edi+0x1000],1 / mov ecx,edx */
             "\xc6\x84\x3e\x00\x10\x00\x00\x01\x89\xd1", 0),
    };
    struct model_config config;
    struct model *model;

    (void)unused;
    assert_int_equal(model_config_named("p55c", &config), 0);
    model = model_create(&config);
    assert_non_null(model);
    CHECK(model, cases);
    model_destroy(model);
}

/* FX pairs with an FXCH if another x87 instruction follows. */
static void exchanges(void **state)
{
    static const struct pairing_case cases[] = {
        CASE("FADD FXCH FMUL",
             /* fadd st0,st1 / fxch st2 / fmul st0,st1 */ "\xd8\xc1\xd9\xca\xd8\xc9", 1),
        CASE("no x87 behind",
             /* fadd st0,st1 / fxch st2 / mov eax,ebx */ "\xd8\xc1\xd9\xca\x89\xd8", 0),
        CASE("the block's end behind", /* fadd st0,st1 / fxch st2 */ "\xd8\xc1\xd9\xca", 0),
        CASE("FADD FADD", /* fadd st0,st1 / fadd st0,st2 */ "\xd8\xc1\xd8\xc2", 0),
        CASE("FST FXCH", /* fst dword [esi] / fxch st2 / fmul st0,st1 */ "\xd9\x16\xd9\xca\xd8\xc9",
             0),
        CASE("MOV FXCH", /* mov eax,ebx / fxch st2 / fmul st0,st1 */ "\x89\xd8\xd9\xca\xd8\xc9", 0),
        CASE("FTST FXCH", /* ftst / fxch st2 / fmul st0,st1 */ "\xd9\xe4\xd9\xca\xd8\xc9", 0),
    };

    CHECK(*state, cases);
}

/*
 * Agner 10.4: clocks of a pair, the first by row. Alone, registers take 1, read and modify 2, read,
 * modify and write 3; the matrix is 1 2 3 / 2 2 3 / 3 4 5.
 */
static void pair_times(void **state)
{
#define U_REG    "\x01\xc8" /* add eax, ecx */
#define U_MODIFY "\x03\x06" /* add eax, [esi] */
#define U_RMW    "\x01\x06" /* add [esi], eax */
#define V_REG    "\x01\xcb" /* add ebx, ecx */
#define V_MODIFY "\x03\x1f" /* add ebx, [edi] */
#define V_RMW    "\x01\x1f" /* add [edi], ebx */
    static const struct {
        const char *bytes;
        uint64_t clocks;
    } cells[] = {
        {U_REG V_REG, 1},    {U_REG V_MODIFY, 2},    {U_REG V_RMW, 3},
        {U_MODIFY V_REG, 2}, {U_MODIFY V_MODIFY, 2}, {U_MODIFY V_RMW, 3},
        {U_RMW V_REG, 3},    {U_RMW V_MODIFY, 4},    {U_RMW V_RMW, 5},
    };
    struct model *model = *state;

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        const struct code pair = code_at(model, CODE_ADDRESS, cells[i].bytes, 4);

        assert_int_equal(pair.insns[1].timing.pipe, PIPE_V);
        assert_int_equal(play(model, &pair), cells[i].clocks);
    }
}

/*
 * LOCK adds clocks.lock to the 3 of its instruction and their pair, and is a prefix: it keeps out
 * of V. U's 6 are followed by 0, 1 or 2 for V's 1, 2 or 3, as in the matrix's last row, and the
 * prefix takes a clock more.
 */
static void locked_pairs(void **state)
{
#define U_LOCK "\xf0\xff\x06" /* lock inc dword [esi] */
    static const struct {
        const char *bytes;
        size_t size;
        uint64_t clocks;
    } pairs[] = {
        {U_LOCK V_REG, 5, 7},
        {U_LOCK V_MODIFY, 5, 8},
        {U_LOCK V_RMW, 5, 9},
        {U_LOCK /* jnz $+2 */ "\x75\x00", 5, 7},
    };
    static const unsigned locks[] = {0, 3, 255};

    for (size_t lock = 0; lock < sizeof locks / sizeof *locks; lock++) {
        struct model_config config = ((const struct model *)*state)->config;

        config.clocks.lock = locks[lock];
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            struct model *model = model_create(&config);
            const struct code pair = code_at(model, CODE_ADDRESS, pairs[i].bytes, pairs[i].size);

            assert_int_equal(pair.insns[1].timing.pipe, PIPE_V);
            assert_int_equal(play(model, &pair), pairs[i].clocks - 3 + locks[lock]);
            model_destroy(model);
        }
    }
}

/* LOCK keeps an instruction out of V, as every prefix does. */
static void locked_alone(void **state)
{
    static const struct pairing_case cases[] = {
        CASE("LOCK in V", /* mov ecx,edx / lock inc dword [esi] */ "\x89\xd1\xf0\xff\x06", 0),
        CASE("LOCK, LOCK", /* lock inc dword [esi], twice */ "\xf0\xff\x06\xf0\xff\x06", 0),
    };

    CHECK(*state, cases);
}

/* Clocks of single instructions, from timing.def's sources. */
static void single_times(void **state)
{
    static const struct {
        const char *text, *bytes;
        size_t size;
        uint64_t clocks;
    } cases[] = {
#define SINGLE(text, bytes, clocks) {text, bytes, sizeof(bytes) - 1, clocks}
        SINGLE("PUSHA", /* pushad */ "\x60", 5),
        SINGLE("DIV r8", /* div bl */ "\xf6\xf3", 17),
        SINGLE("DIV r32", /* div ebx */ "\xf7\xf3", 41),
        SINGLE("IDIV r32", /* idiv ebx */ "\xf7\xfb", 46),
        SINGLE("MUL r32", /* mul ebx */ "\xf7\xe3", 9),
        SINGLE("MUL r8", /* mul bl */ "\xf6\xe3", 11),
        SINGLE("SHL r,CL", /* shl eax,cl */ "\xd3\xe0", 4),
        SINGLE("CMP m,r", /* cmp [esi],eax */ "\x39\x06", 2),
        SINGLE("LOOP", /* loop $ */ "\xe2\xfe", 5),
        SINGLE("CDQ", /* cdq */ "\x99", 2),
        SINGLE("STOSD", /* stosd */ "\xab", 3),
        SINGLE("RET", /* ret */ "\xc3", 2),
        SINGLE("RET n", /* ret 8 */ "\xc2\x08\x00", 3),
        SINGLE("XCHG acc,r", /* xchg eax,ebx */ "\x93", 2),
        SINGLE("XCHG r,r", /* xchg ecx,ebx */ "\x87\xcb", 3),
        SINGLE("RDMSR", /* rdmsr */ "\x0f\x32", 22),
        SINGLE("WRMSR", /* wrmsr */ "\x0f\x30", 33),
        SINGLE("RDTSC", /* rdtsc */ "\x0f\x31", 8),
        SINGLE("MOV DS,AX", /* mov ds,ax */ "\x8e\xd8", 2),
        SINGLE("MOV CR0", /* mov cr0,eax */ "\x0f\x22\xc0", 16),
        SINGLE("FADD", /* fadd st0,st1 */ "\xd8\xc1", 1), /* 3 less 2 of overlap */
        SINGLE("FDIV", /* fdiv st0,st1 */ "\xd8\xf1", 1),
        SINGLE("FST m32", /* fst dword [esi] */ "\xd9\x16", 2),
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct code code = code_at(*state, CODE_ADDRESS, cases[i].bytes, cases[i].size);

        if (code.insns[0].timing.clocks != cases[i].clocks)
            fail_msg("%s: %u clocks", cases[i].text, code.insns[0].timing.clocks);
    }
}

/* TR12 bit 2 turns V off: every instruction issues alone. A change requests a new pairing. */
static void single_pipe(void **state)
{
    struct model *model = *state;
    struct code code;

    assert_int_equal(model_write_msr(model, 0x0e, 4), MODEL_REPAIR);
    code = CODE(model, /* inc eax / inc ebx / inc ecx / inc edx */ "\x40\x43\x41\x42");
    assert_int_equal(code.insns[3].timing.v_so_far, 0);
    assert_int_equal(play(model, &code), 4);
    assert_int_equal(model_write_msr(model, 0x0e, 4), 0); /* no change, so no new pairing */
    assert_int_equal(model_write_msr(model, 0x0e, 0), MODEL_REPAIR);
}

/*
 * 32 INCs of EAX and EBX in turn all pair. After one CLC, which never pairs, the 31st of them is
 * the last of a full block and has no partner there. It would pair with the instruction after it,
 * so it is left to the next block.
 */
static void cut_blocks(void **state)
{
    char bytes[33];
    struct code code;

    bytes[0] = '\x90';
    for (unsigned i = 1; i < sizeof bytes; i++)
        bytes[i] = i & 1 ? '\x40' : '\x43';
    code = code_at(*state, CODE_ADDRESS, bytes + 1, 32);
    assert_int_equal(code.count, 32);
    assert_int_equal(code.kept, 32);
    bytes[0] = '\xf8'; /* CLC never pairs */
    code = code_at(*state, CODE_ADDRESS, bytes, 33);
    assert_int_equal(code.count, 32);
    assert_int_equal(code.kept, 31);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(classes),      MODEL_TEST(dependences),
        MODEL_TEST(encodings),    cmocka_unit_test(encodings_p55c),
        MODEL_TEST(exchanges),    MODEL_TEST(pair_times),
        MODEL_TEST(single_times), MODEL_TEST(single_pipe),
        MODEL_TEST(cut_blocks),   MODEL_TEST(locked_pairs),
        MODEL_TEST(locked_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
