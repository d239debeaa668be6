/*
 * SPDX-License-Identifier: MIT
 * The console: one serial port, and the screen in addition or instead.
 */
#include "kernel/console/console.h"

#include "kernel/lib/format.h"
#include "kernel/console/screen.h"
#include "kernel/lib/x86.h"
#include "serial/report_lines.h"
#include "serial/uart.h"

#pragma weak report_p5mon_file

#define CTRL_C 0x03

static struct uart console;
static bool wired; /* the report goes over the port */
static bool paged; /* full screens may wait for a key */
static struct report_form screen_form;
static struct report_stream screen = {.form = &screen_form, .wire = {.send = screen_send}};
static void (*stop_run)(const char *why);
static bool prompted; /* a user may type at the other end of the line */
static unsigned page_seconds, port_baud;

static void console_send(void *to, const char *line, size_t length)
{
    struct uart *uart = to;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\n')
            uart_put(uart, '\r');
        uart_put(uart, line[i]);
    }
}

/* ---- the screen ----------------------------------------------------------------------------- */

/* Draws a progress bar between two passes and checks for a request to end the run. */
static void console_progress(struct report_stream *report, unsigned done, unsigned total,
                             uint32_t milliseconds)
{
    static const char bar[] = "################----------------";
    unsigned bars = sizeof bar / 2, filled = bars * done / total;
    char text[SCREEN_COLUMNS + 1];
    int byte;
    (void)report;
    format(text, sizeof text, "[%.*s] %3u %%  pass %u/%u  %u s left  %sEsc: end the run", (int)bars,
           bar + bars - filled, 100 * done / total, done, total,
           (unsigned)(milliseconds / 1000) * (total - done) / done, paged ? "Space: pages  " : "");
    screen_set_status(text);
    bool asked = screen_stop_asked();
    while (prompted && !asked && (byte = console_read()) >= 0)
        asked = byte == CTRL_C;
    if (!asked || !stop_run)
        return;
    void (*stop)(const char *why) = stop_run;
    stop_run = NULL;
    stop("ended at the keyboard");
}

/* Shows the first-boot page on an empty screen, to be photographed. */
static void console_first_boot(struct report_stream *report, const struct report_page *page)
{
    screen_open();
    report_text.first_boot(report, page);
}

/* Shows the score on an empty screen, to be photographed: nothing is printed after it. */
static void console_score(struct report_stream *report, const struct report_score *score)
{
    screen_open();
    report_text.score(report, score);
    screen_form.done = NULL;
}

/*
 * Draws a benchmark's results at once, because they scroll faster than a person reads; with paging,
 * page by page.
 */
static void console_results(struct report_stream *report, const struct report_bench *bench)
{
    screen_defer_drawing(true);
    report_text.bench_end(report, bench);
    screen_defer_drawing(false);
}

/*
 * Drops the records of verbose_level and output_file, which are for the wire only: on the screen
 * they would scroll the results away.
 */
static void console_drop_wire_records(struct report_form *form)
{
    form->repetition = NULL;
    form->execution = NULL;
    form->file_line = NULL;
}

/* The speeds of termios that divide 115200. Programs that do not use others: stty and socat refuse
 * them, GNU screen 4.9 sets 9600 and minicom 2.8 sets 115200 without a message. */
static bool console_speed_is_usual(unsigned baud)
{
    return baud == 300 || baud == 600 || baud == 1200 || baud == 2400 || baud == 4800 ||
           baud == 9600 || baud == 19200 || baud == 38400 || baud == 57600 || baud == 115200;
}

static void console_print_port(const struct config *config)
{
    if (!config->console_port)
        report_line(&screen, "console: none; the report is shown here");
    else if (wired)
        report_line(&screen, "console: %s to port 0x%x: %s, %u baud",
                    config->report == REPORT_RECORDS ? "records go" : "the report goes",
                    console.port, uart_chip_name(console.chip), (unsigned)config->console_baud);
    else
        report_line(&screen, "console: port 0x%x: %s; the report is shown here", console.port,
                    console.chip ? "its UART never finishes sending" : "no UART answers");
    if (wired && !console_speed_is_usual((unsigned)config->console_baud))
        report_line(&screen, "console: stty, screen and minicom cannot receive at %u baud",
                    (unsigned)config->console_baud);
}

/* ---- port and screen ------------------------------------------------------------------------ */

void console_open(const struct config *config, struct report_stream *report,
                  void (*stop)(const char *why))
{
    static const struct report_form *const forms[] = {
        [REPORT_RECORDS] = &report_records,
        [REPORT_TEXT] = &report_text,
        [REPORT_P5MON_FILE] = &report_p5mon_file,
    };
    /* The small image lacks one. */
    const struct report_form *form = forms[config->report] ? forms[config->report] : &report_text;
    stop_run = stop;
    wired = config->console_port &&
            !uart_open(&console, config->console_port, config->console_baud, config->flow);
    bool own_text = !wired && form != &report_records;
    screen_form = own_text ? *form : report_text;
    screen_form.tick = console_progress;
    screen_form.first_boot = console_first_boot;
    screen_form.score = report_text.score ? console_score : NULL;
    *report = screen;
    if (wired) {
        screen_form.bench_end = console_results;
        console_drop_wire_records(&screen_form);
        *report = (struct report_stream){
            .form = form, .wire = {.send = console_send, .to = &console}, .beside = &screen};
    }
    screen_open();
    console_print_port(config);
    page_seconds = config->page;
    port_baud = (unsigned)config->console_baud;
    paged = page_seconds != 0;
    screen_pages(config->page, !wired); /* with a port, no reader is assumed at this keyboard */
}

const char *console_uart(void)
{
    return wired ? uart_chip_name(console.chip) : NULL;
}

uint16_t console_port(void)
{
    return wired ? console.port : 0;
}

unsigned console_take_overruns(void)
{
    unsigned overruns = console.overruns;
    console.overruns = 0;
    return overruns;
}

unsigned console_baud(void)
{
    return port_baud;
}

int console_read(void)
{
    return wired ? uart_get(&console) : -1;
}

void console_prompt(bool at_keyboard, void (*stop)(const char *why))
{
    prompted = true;
    stop_run = stop;
    screen_forget_stop();
    screen_begin_answer(at_keyboard ? page_seconds : 0, at_keyboard);
}

void console_show_power_off(void)
{
    report_line(&screen,
                "powering off by APM: if the machine stays on, its BIOS has no APM or has "
                "it disabled; switch it off");
}

bool console_end(bool failed)
{
    uart_drain(&console);
    if (wired && !console.works) {
        report_line(&screen, "console: port 0x%x stopped accepting bytes: the report is incomplete",
                    console.port);
        failed = true;
    }
    screen_set_status(failed ? "The run has ended: failed" : "The run has ended: ok");
    return failed;
}
