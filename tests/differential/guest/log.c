/*
 * SPDX-License-Identifier: MIT
 * Logs how a case ended. Values that the case left unchanged are omitted, since the host knows how
 * the case started.
 */
#include "tests/differential/guest/log.h"

#include <stddef.h>

#include "kernel/lib/x86.h"
#include "serial/uart.h"

#define COM1          0x3F8
#define EXIT_PORT     0xF4   /* isa-debug-exit in the tests' QEMU; the virtual Pentium's */
#define SHUTDOWN_PORT 0x8900 /* Bochs ends when "Shutdown" is written to this port */

static struct uart uart;

struct field {
    const char *name;
    size_t final, start; /* offsets in struct final_state and in struct test_case */
};

#define FROM(name, member)                                                                         \
    {                                                                                              \
        name, offsetof(struct final_state, member), offsetof(struct test_case, image.member)       \
    }

static const struct field fields[] = {
    FROM("eax", eax),
    FROM("ecx", ecx),
    FROM("edx", edx),
    FROM("ebx", ebx),
    FROM("esp", esp),
    FROM("ebp", ebp),
    FROM("esi", esi),
    FROM("edi", edi),
    FROM("cs", cs),
    FROM("ss", ss),
    FROM("ds", ds),
    FROM("es", es),
    FROM("fs", fs),
    FROM("gs", gs),
    {"cr0", offsetof(struct final_state, cr0), offsetof(struct test_case, cr0)},
    {"cr4", offsetof(struct final_state, cr4), offsetof(struct test_case, cr4)},
    {"ldt", offsetof(struct final_state, ldt), offsetof(struct test_case, ldt)},
};

void log_open(void)
{
    uart_open(&uart, COM1, 115200, UART_FLOW_NONE);
}

void log_text(const char *text)
{
    for (; *text; text++)
        uart_put(&uart, *text);
}

void log_hex(uint32_t value)
{
    unsigned shift = 28;

    while (shift > 0 && value >> shift == 0)
        shift -= 4;
    for (;; shift -= 4) {
        uart_put(&uart, "0123456789abcdef"[value >> shift & 15]);
        if (shift == 0)
            return;
    }
}

void log_field(const char *name, uint32_t value)
{
    log_text(" ");
    log_text(name);
    log_text("=");
    log_hex(value);
}

void log_dword(uint32_t address, uint32_t now)
{
    log_text(" m");
    log_hex(address);
    log_text("=");
    log_hex(now);
}

void log_page(uint32_t number, uint32_t flags)
{
    log_text(" p");
    log_hex(number);
    log_text("=");
    log_hex(flags);
}

static uint32_t dword_at(const void *object, size_t offset)
{
    return *(const uint32_t *)((const char *)object + offset);
}

static void log_if_not(const char *name, uint32_t value, uint32_t usual)
{
    if (value != usual)
        log_field(name, value);
}

static void log_fpu(const struct test_case *test, const struct final_state *final)
{
    const uint32_t *before = (const uint32_t *)(test + 1);

    for (unsigned i = 0; i < 27; i++) {
        if (final->fpu[i] == before[i])
            continue;
        log_text(" f");
        log_hex(i);
        log_text("=");
        log_hex(final->fpu[i]);
    }
}

static void log_sse(const struct test_case *test, const struct final_state *final)
{
    const uint32_t *before = (const uint32_t *)(test + 1);

    if (test->flags & CASE_USES_FPU)
        before += 27;
    if (test->flags & CASE_USES_DEBUG)
        before += 6;
    log_if_not("mxcsr", final->sse[0], before[0]);
    for (unsigned i = 0; i < 32; i++) {
        if (final->sse[1 + i] == before[1 + i])
            continue;
        log_text(" x");
        log_hex(i);
        log_text("=");
        log_hex(final->sse[1 + i]);
    }
}

static void log_debug(const struct test_case *test, const struct final_state *final)
{
    log_if_not("dr6", final->dr[6], 0xFFFF0FF0);
    if (!(test->flags & CASE_USES_DEBUG)) {
        log_if_not("dr7", final->dr[7], 0x400);
        return;
    }
    log_field("dr0", final->dr[0]);
    log_field("dr1", final->dr[1]);
    log_field("dr2", final->dr[2]);
    log_field("dr3", final->dr[3]);
    log_field("dr7", final->dr[7]);
}

void log_case(const struct world *world, const struct test_case *test,
              const struct final_state *final)
{
    log_hex(test->number);
    log_field("v", final->vector);
    log_field("eip", final->eip);
    log_field("fl", final->eflags);
    log_if_not("err", final->error, 0);
    log_if_not("cr2", final->cr2, 0);
    log_if_not("cr3", final->cr3, 0);
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++)
        log_if_not(fields[i].name, dword_at(final, fields[i].final),
                   dword_at(test, fields[i].start));
    log_debug(test, final);
    log_if_not("tr", final->task, SELECTOR_TASK);
    log_if_not("gl", final->gdt_limit, world->gdt_limit);
    log_if_not("gb", final->gdt_base, world->gdt);
    log_if_not("il", final->idt_limit, 256 * 8 - 1);
    log_if_not("ib", final->idt_base, world->idt);
    if (test->flags & CASE_USES_FPU)
        log_fpu(test, final);
    if (test->flags & CASE_USES_SSE)
        log_sse(test, final);
}

void log_close(uint8_t status)
{
    uart_drain(&uart);
    for (const char *letter = "Shutdown"; *letter; letter++)
        port_write8(SHUTDOWN_PORT, (uint8_t)*letter);
    port_write32(EXIT_PORT, status);
    halt_forever();
}
