/*
 * SPDX-License-Identifier: MIT
 * The console is one serial port.
 */
#include "kernel/console.h"

#include "kernel/x86.h"
#include "serial/uart.h"

/* QEMU's isa-debug-exit, at the address its documentation uses; the virtual Pentium has it too. */
#define PORT_DEBUG_EXIT 0xF4

static struct uart console;

static void send(void *to, const char *line, size_t length)
{
    struct uart *uart = to;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\n')
            uart_put(uart, '\r');
        uart_put(uart, line[i]);
    }
}

void console_open(const struct config *config, struct report *report)
{
    static const struct report_form *const forms[] = {
        [REPORT_RECORDS] = &report_records,
        [REPORT_TEXT] = &report_text,
        [REPORT_P5MON_FILE] = &report_p5mon_file,
    };
    uart_open(&console, config->console_port, config->console_baud);
    *report = (struct report){
        .form = forms[config->report],
        .wire = {.send = send, .to = &console},
    };
}

void console_exit(const struct config *config, bool failed)
{
    uart_drain(&console);
    if (config->exit == EXIT_QEMU)
        port_write32(PORT_DEBUG_EXIT, failed);
    halt_forever();
    __builtin_unreachable();
}
