/*
 * SPDX-License-Identifier: MIT
 * Measures one instruction form: builds stretches of code that contain it N and 2 N times, counts
 * both, and infers the values from the difference. Both include the cost of calling a stretch.
 */
#include "bench/instr.h"

#include "bench/bench.h"
#include "bench/overlap.h"

#include <stdlib.h>
#include <string.h>

/* Each measure has two regions: N units and 2 N. */
enum measure { DEPENDENT, BASE, INDEPENDENT, IN_U, IN_V, INTEGERS_BEHIND, MEASURES };

enum { PARTS = 3, OVERLAP_UNITS = 2, LINE = 32, WAY = 4096, STRETCHES_BYTES = 32 * 1024 };

_Static_assert(2 * MEASURES == INSTR_STRETCHES, "two of each");

struct unit {
    const struct code *parts[PARTS]; /* NULL: none */
};

struct operands {
    uint32_t self, unused[3];
    float m32fp;
    uint32_t unused_1;
    double m64fp;
    long double m80fp;
    uint32_t unused_2;
    int16_t m16int;
    uint16_t unused_3;
    int32_t m32int;
    int64_t m64int;
    uint8_t mbcd[10];
    uint16_t unused_4[3];
    uint16_t extended, double_, single, unused_5;
    int32_t bounds[2];
};

_Static_assert(offsetof(struct operands, m80fp) == 32 && offsetof(struct operands, mbcd) == 64 &&
                   offsetof(struct operands, bounds) == 88,
               "must match instr.inc");

static const struct instr_class *class;
static const struct form *form;
static const char *words;   /* the documented values for this processor */
static const char *missing; /* what the form needs but setup()'s ring lacks, or NULL */
static bool overlaps;
static unsigned units[MEASURES];
const uint8_t *instr_stretches[INSTR_STRETCHES];
uint8_t *instr_workspace, *instr_stack_top;

/* ---- what a form needs ----------------------------------------------------------------------- */

static int ring(void)
{
    uint16_t cs;
    __asm__("mov %%cs, %0" : "=r"(cs));
    return cs & 3;
}

static int has_mmx(void)
{
    uint32_t eax = 1, ebx, ecx, edx;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    return edx >> 23 & 1;
}

/* P6, K7 and Pentium 4 (family 15) have other registers than CESR. */
static int lacks_cesr(void)
{
    uint32_t eax = 1, ebx, ecx, edx;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    return overlaps || (eax >> 8 & 15) == 15;
}

static const char *missing_for(uint8_t needs, int mmx)
{
    if ((needs == IN_RING_0 || needs == CESR_IN_RING_0) && ring() != 0)
        return "ring 0";
    if (needs == CESR_IN_RING_0 && lacks_cesr())
        return "CESR";
    if (needs == THE_P55C && !mmx)
        return "MMX";
    return NULL;
}

/* ---- documented values ----------------------------------------------------------------------- */

static size_t word_length(const char *word)
{
    size_t length = 0;
    while (word[length] != '\0' && word[length] != ' ')
        length++;
    return length;
}

/* Returns documented word `n`, from 0, and the words after it; "" if it does not exist. */
static const char *documented(unsigned n)
{
    const char *word = words;
    for (; n > 0 && *word; n--)
        word += word_length(word) + (word[word_length(word)] == ' ');
    return word;
}

enum { LATENCY_WORD, THROUGHPUT_WORD, PAIRS_WORD, OVERLAP_WORD };

static int is_asked(unsigned word)
{
    char first = documented(word)[0];
    return first != '\0' && first != '-';
}

/* ---- processors on which instructions overlap ------------------------------------------------ */

enum { WIDE_FORM, WIDE_INDEPENDENTS, WIDE_CODE, WIDE_HEAD, WIDE_END = 255 };

/* Places code after all benchmarks, so that their addresses do not change. */
#define BEHIND_ALL __attribute__((section(".wide_text"), noinline))

/* Returns the wide forms of this class, which follow the class's address, or NULL. */
BEHIND_ALL static const uint8_t *wide_forms(void)
{
    const uint8_t *at = wide_start;
    while (at < wide_end) {
        const uint8_t *forms = at + sizeof class;
        if (memcmp(at, &class, sizeof class) == 0)
            return forms;
        for (at = forms; at[WIDE_FORM] != WIDE_END; at += WIDE_HEAD + at[WIDE_CODE]) {
        }
        at++;
    }
    return NULL;
}

/* Returns the wide code of the chosen form, for its chain or not, or NULL. */
BEHIND_ALL static const uint8_t *wide(int chain)
{
    const uint8_t *at = overlaps ? wide_forms() : NULL;
    for (; at && at[WIDE_FORM] != WIDE_END; at += WIDE_HEAD + at[WIDE_CODE])
        if (at[WIDE_FORM] == *class->chosen && (at[WIDE_INDEPENDENTS] == 0) == chain)
            return at;
    return NULL;
}

BEHIND_ALL static const struct code *wide_or(int chain, const struct code *otherwise)
{
    const uint8_t *at = wide(chain);
    return at ? (const struct code *)(at + WIDE_CODE) : otherwise;
}

static unsigned __attribute__((noinline)) independents(void)
{
    const uint8_t *at = wide(0);
    return at ? at[WIDE_INDEPENDENTS] : form->independents;
}

/* The total number of instructions is that on other processors or a little larger. */
BEHIND_ALL static unsigned units_of(enum measure which)
{
    if (which == INDEPENDENT && wide(0))
        return (form->units * form->independents + independents() - 1) / independents() + 1;
    if (which == INTEGERS_BEHIND && form->units > OVERLAP_UNITS)
        return OVERLAP_UNITS;
    return form->units;
}

/* ---- building -------------------------------------------------------------------------------- */

static struct unit unit_of(enum measure which)
{
    switch (which) {
    case DEPENDENT:
        return (struct unit){{wide_or(1, form->chain ? form->chain : form->single)}};
    case BASE:
        return (struct unit){{form->base}};
    case INDEPENDENT:
        return (struct unit){{wide_or(0, form->independent)}};
    case IN_U:
        return (struct unit){{form->single, class->behind, class->apart}};
    case IN_V:
        return (struct unit){{class->before, form->single, class->apart}};
    default:
        return (struct unit){{form->single, &instr_integers}};
    }
}

static int is_measured(enum measure which)
{
    switch (which) {
    case DEPENDENT:
        return is_asked(LATENCY_WORD);
    case BASE:
        return is_asked(LATENCY_WORD) && form->base;
    case INDEPENDENT:
        return is_asked(THROUGHPUT_WORD);
    case IN_U:
    case IN_V:
        return is_asked(PAIRS_WORD) && !overlaps;
    default:
        return is_asked(OVERLAP_WORD) && !overlaps;
    }
}

static uint8_t *append(uint8_t *to, const struct code *code)
{
    if (code == NULL)
        return to;
    memcpy(to, code->bytes, code->length);
    return to + code->length;
}

static uint8_t *aligned(uint8_t *at)
{
    return (uint8_t *)(((uintptr_t)at + LINE - 1) / LINE * LINE);
}

/* Builds a stretch at `to`; returns the address after it. */
static uint8_t *build(uint8_t *to, const struct unit *unit, unsigned count)
{
    to = append(to, overlaps ? &instr_head_alone : &instr_head);
    to = append(to, form->prologue);
    while (count-- > 0)
        for (unsigned part = 0; part < PARTS; part++)
            to = append(to, unit->parts[part]);
    return aligned(append(to, overlaps ? &instr_tail_alone : &instr_tail));
}

static void build_all(uint8_t *to)
{
    memset(instr_stretches, 0, sizeof instr_stretches);
    if (missing)
        return;
    for (enum measure which = 0; which < MEASURES; which++) {
        if (!is_measured(which))
            continue;
        struct unit unit = unit_of(which);
        units[which] = units_of(which);
        for (unsigned twice = 0; twice < 2; twice++) {
            instr_stretches[2 * which + twice] = to;
            to = build(to, &unit, units[which] << twice);
        }
    }
}

/* Places the workspace in other sets of the data cache than the probes' counts. */
static uint8_t *place_workspace(uint8_t *memory)
{
    uint32_t wanted = (uintptr_t)&regions[INSTR_STRETCHES] % WAY;
    uint32_t there = (uintptr_t)memory % WAY;
    return memory + (wanted + WAY - there) % WAY;
}

static void fill_operands(void)
{
    memset(instr_workspace, 0, INSTR_WORKSPACE);
    *(struct operands *)instr_workspace = (struct operands){
        .self = (uintptr_t)instr_workspace,
        .m32fp = 1,
        .m64fp = 1,
        .m80fp = 1,
        .m16int = 1,
        .m32int = 1,
        .m64int = 1,
        .mbcd = {1},
        .extended = 0x37F,
        .double_ = 0x27F,
        .single = 0x07F,
        .bounds = {0, INT32_MAX},
    };
    instr_stack_top = instr_workspace + INSTR_WORKSPACE;
}

void instr_setup(const struct instr_class *of)
{
    class = of;
    form = &of->forms[*of->chosen];
    int mmx = has_mmx();
    overlaps = work_overlaps();
    words = form->documented[mmx];
    missing = missing_for(form->needs, mmx);
    instr_workspace = place_workspace(aligned(malloc(INSTR_WORKSPACE + WAY)));
    fill_operands();
    build_all(aligned(malloc(STRETCHES_BYTES)));
}

/* ---- inferring ------------------------------------------------------------------------------- */

/* The count of an event per unit, in thousandths. */
static int64_t of_unit(enum measure which, const char *event)
{
    int64_t once = finding_measured(2 * which, event),
            twice = finding_measured(2 * which + 1, event);
    if (once == NOT_MEASURED || twice == NOT_MEASURED)
        return NOT_MEASURED;
    return (twice - once + units[which] / 2) / units[which];
}

static int64_t latency(void)
{
    int64_t chain = of_unit(DEPENDENT, "clocks");
    int64_t base = form->base ? of_unit(BASE, "clocks") : 0;
    return chain == NOT_MEASURED || base == NOT_MEASURED ? NOT_MEASURED : chain - base;
}

BEHIND_ALL static int64_t throughput(void)
{
    int64_t all = of_unit(INDEPENDENT, "clocks");
    return all == NOT_MEASURED ? all : (all + independents() / 2) / independents();
}

/* The clocks of integer instructions that pass before the result is available. */
static int64_t overlap(void)
{
    int64_t with = of_unit(INTEGERS_BEHIND, "clocks"), alone = latency();
    return with == NOT_MEASURED || alone == NOT_MEASURED ? NOT_MEASURED
                                                         : alone + INSTR_INTEGERS * 1000 - with;
}

static const char *pairs(void)
{
    int64_t u = of_unit(IN_U, "instructions_executed_in_v_pipe");
    int64_t v = of_unit(IN_V, "instructions_executed_in_v_pipe");
    if (u == NOT_MEASURED || v == NOT_MEASURED)
        return NULL;
    int in_u = u >= 500, in_v = v >= 500; /* a pair is in each unit or in none */
    if (class->x87)
        return in_v ? "FXCH" : in_u ? "FX" : "NP";
    return in_u && in_v ? "UV" : in_u ? "PU" : in_v ? "PV" : "NP";
}

static void publish(const char *name, int64_t clocks)
{
    if (clocks != NOT_MEASURED)
        finding(name, clocks, "clocks");
}

/* Also reports the bytes that the form processes per clock. */
static void publish_latency(int64_t clocks)
{
    publish("latency", clocks);
    if (form->bytes && clocks > 0)
        finding("bytes_a_clock", form->bytes * 1000000 / (int32_t)clocks, "bytes");
}

void instr_conclude(void)
{
    if (missing) {
        finding_text("needs", missing);
        return;
    }
    publish_latency(latency());
    publish("throughput", throughput());
    if (overlaps) /* the rest is about two pipes and documented for a Pentium */
        return;
    publish("overlap", overlap());
    if (pairs())
        finding_text("pairs", pairs());
    finding_text("documented", words);
}
