/*
 * SPDX-License-Identifier: MIT
 * The dialogue. After a frame the peer is a program: nothing is echoed. A line without a frame,
 * which may be a frame damaged by noise, is not executed but ends this mode.
 */
#include "kernel/monitor/line/dialogue.h"

#include <stdarg.h>

#include "kernel/console/console.h"
#include "kernel/console/screen.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/monitor/line/ask_frame.h"
#include "kernel/monitor/line/scan_codes.h"
#include "kernel/monitor/line/typed_line.h"
#include "kernel/settings/word.h"
#include "serial/report_lines.h"

#define CTRL_C 0x03

/* At this speed a FIFO of 16 bytes has 17 ms, which is longer than any part of the monitor takes
 * between two reads of the receiver. */
#define SPEED_WITHOUT_OVERRUNS 9600u

#define KEPT_BYTES (64 * 1024u)
#define KEPT_LEAST (8 * 1024u)

#define RECORD_MARK "BP seq=" /* starts every record; no line of text starts with it */

_Static_assert(TYPED_BYTES == DIALOGUE_LINE_BYTES, "a typed line must fit a line that is read");

static struct report_stream *report;
/* The report on the screen, if the main report goes elsewhere. */
static struct report_stream *beside;
/* The report's original send function. */
static void (*send_on)(void *to, const char *text, size_t length);
static struct typed_line from_port, from_keyboard;
static bool framed, local;
/* The frame being answered or answered last; the first record of its answer. */
static uint32_t asked, first;
static bool any_asked;
static bool answering;
static const struct report_form *form_of_person, *form_asked; /* form_asked: from `set report=` */

/* ---- output --------------------------------------------------------------------------------- */

static void dialogue_send_record(const char *text)
{
    struct record record;
    record_begin(&record, &report->wire, "text");
    record_unsigned(&record, "ask", asked);
    record_text(&record, "text", text);
    record_end(&record);
}

/* Sends a text report in a frame: each line becomes a record. */
static void dialogue_send_text(const char *text, size_t length)
{
    static char part[LINE_BYTES];
    static size_t n;
    for (; length; length--, text++) {
        if (*text != '\n' && n < sizeof part - 1) {
            part[n++] = *text;
        } else if (*text == '\n') {
            part[n] = 0;
            n = 0;
            dialogue_send_record(part);
        }
    }
}

static void dialogue_send(void *to, const char *text, size_t length)
{
    bool is_record =
        length > sizeof RECORD_MARK - 1 && !strncmp(text, RECORD_MARK, sizeof RECORD_MARK - 1);
    if (framed && answering && !is_record) {
        dialogue_send_text(text, length);
        return;
    }
    if (framed && answering)
        ask_frame_store(text, length);
    send_on(to, text, length);
}

static void echo_to_port(const char *text, size_t length)
{
    if (!framed)
        send_on(report->wire.to, text, length);
}

void dialogue_open(struct report_stream *to)
{
    size_t room = memory_left() > 16 * KEPT_BYTES ? KEPT_BYTES : KEPT_LEAST;
    report = to;
    beside = to->beside;
    send_on = report->wire.send;
    report->wire.send = dialogue_send;
    form_of_person = console_uart() ? &report_text : report->form;
    if (console_uart())
        from_port.echo = echo_to_port;
    ask_frame_set_buffer(memory_allocate(room), room);
}

static void dialogue_vprint(const char *text, va_list arguments)
{
    char buffer[LINE_BYTES];
    vformat(buffer, sizeof buffer, text, arguments);
    report_line(report, "%s", buffer);
    if (beside)
        report_line(beside, "%s", buffer);
}

void dialogue_print(const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    dialogue_vprint(text, arguments);
    va_end(arguments);
}

/* Returns the characters of the text for a line of the machine's screen. */
static size_t dialogue_line_length(const char *text, size_t most)
{
    size_t length = strlen(text);
    if (length <= most)
        return length;
    for (length = most; length && text[length] != ' ';)
        length--;
    return length ? length : most;
}

/* Prints a message. On the machine's own screen, words are not divided at its edge. */
int dialogue_refuse(const char *text, ...)
{
    char buffer[LINE_BYTES];
    va_list arguments;
    va_start(arguments, text);
    vformat(buffer, sizeof buffer, text, arguments);
    va_end(arguments);
    const char *rest = buffer, *indent = "";
    do {
        const size_t most = local ? SCREEN_COLUMNS - 1 - strlen(indent) : sizeof buffer;
        const size_t length = dialogue_line_length(rest, most);
        dialogue_print("%s%.*s", indent, (int)length, rest);
        rest += length;
        rest += strspn(rest, " ");
        indent = "  ";
    } while (*rest);
    return -1;
}

void dialogue_set_status(const char *text)
{
    screen_set_status(text);
}

/* ---- frames --------------------------------------------------------------------------------- */

/* `overruns`: of the receiver, in the frame or before it. */
static void dialogue_send_again(unsigned overruns)
{
    struct record record;
    record_begin(&record, &report->wire, "again");
    if (overruns)
        record_unsigned(&record, "overruns", overruns);
    record_end(&record);
}

/* Handles a frame. Returns the line if the frame is new, else NULL. */
static char *dialogue_accept_frame(char *text)
{
    struct frame frame;
    unsigned overruns = console_take_overruns();
    framed = true;
    answering = false;
    report->form = form_asked ? form_asked : &report_records;
    if (!ask_frame_parse(text, &frame)) {
        dialogue_send_again(overruns);
        return NULL;
    }
    if (any_asked && frame.ask == asked) {
        ask_frame_repeat(frame.again ? frame.from : first, send_on, report->wire.to);
        return NULL;
    }
    if (frame.again) {
        dialogue_send_again(0);
        return NULL;
    }
    struct record record;
    ask_frame_clear_answer();
    any_asked = answering = true;
    asked = frame.ask;
    first = report->wire.seq;
    record_begin(&record, &report->wire, "asked");
    record_unsigned(&record, "ask", asked);
    if (overruns)
        record_unsigned(&record, "overruns", overruns);
    record_end(&record);
    return frame.line;
}

void dialogue_end_answer(int status, const char *prompt)
{
    struct record record;
    if (!framed || !answering)
        return;
    record_begin(&record, &report->wire, "answered");
    record_unsigned(&record, "ask", asked);
    record_unsigned(&record, "from", first);
    record_text(&record, "status", status ? "error" : "ok");
    record_text(&record, "prompt", prompt);
    record_end(&record);
    answering = false;
}

const struct report_form *dialogue_form(enum report_choice choice)
{
    static const struct report_form *const forms[] = {[REPORT_RECORDS] = &report_records,
                                                      [REPORT_TEXT] = &report_text,
                                                      [REPORT_P5MON_FILE] = &report_p5mon_file};
    return console_uart() ? forms[choice] : report->form;
}

void dialogue_report_as(const struct report_form *form)
{
    if (!console_uart())
        return;
    form_asked = form;
    report->form = form;
}

uint16_t dialogue_port(void)
{
    return console_port();
}

bool dialogue_is_framed(void)
{
    return framed;
}

bool dialogue_is_local(void)
{
    return local;
}

/* ---- input ---------------------------------------------------------------------------------- */

/*
 * Returns a character typed at the keyboard, or -1. Arrows are converted to a terminal's sequences.
 */
static int dialogue_read_key(void)
{
    static char arrow[2];
    if (arrow[0]) {
        char c = arrow[0];
        arrow[0] = arrow[1];
        arrow[1] = 0;
        return c;
    }
    int code = screen_scan_code();
    int typed = code < 0 ? 0 : scan_code_typed((unsigned char)code);
    if (typed < SCAN_ARROW)
        return typed ? typed : -1;
    arrow[0] = '[';
    arrow[1] = (char)typed;
    return 0x1B;
}

bool dialogue_stop_asked(void)
{
    bool asked_now = false;
    int c;
    while ((c = console_read()) >= 0)
        asked_now |= !framed || c == CTRL_C;
    while (dialogue_read_key() >= 0)
        asked_now = true;
    return asked_now;
}

static void dialogue_show_typed(const char *prompt)
{
    char text[SCREEN_COLUMNS + 1];
    const char *typed = from_keyboard.text;
    from_keyboard.text[from_keyboard.length] = 0;
    size_t room = sizeof text - strlen(prompt) - 2;
    if (from_keyboard.length > room)
        typed += from_keyboard.length - room;
    format(text, sizeof text, "%s%s_", prompt, typed);
    screen_set_status(text);
}

static void dialogue_begin_prompt(const char *prompt)
{
    if (!framed && console_uart())
        send_on(report->wire.to, prompt, strlen(prompt));
    dialogue_show_typed(prompt);
}

/* Shows the line on the screen, above its answer. */
static void dialogue_show_line(const char *prompt, const char *text)
{
    report_line(console_uart() ? beside : report, "%s%s", prompt, text);
}

/* Reports that bytes of a typed line were lost. The line is not executed. */
static void dialogue_refuse_overrun(void)
{
    if (console_baud() > SPEED_WITHOUT_OVERRUNS)
        dialogue_refuse(
            "received bytes were lost (UART overrun at %u baud): type that again; send "
            "more slowly, or use %u baud (console=0x%x,%u)",
            console_baud(), SPEED_WITHOUT_OVERRUNS, console_port(), SPEED_WITHOUT_OVERRUNS);
    else
        dialogue_refuse(
            "received bytes were lost (UART overrun at %u baud): type that again; send "
            "more slowly",
            console_baud());
}

static char *dialogue_accept_plain(struct typed_line *typed, const char *prompt)
{
    bool was_framed = framed;
    bool lost = typed == &from_port && console_take_overruns();
    char *text = (char *)word_trim(word_from_text(typed->text)).text;
    size_t length = word_trim(word_from_text(text)).length;
    text[length] = 0;
    if (was_framed && !length && typed == &from_port)
        return NULL; /* an empty line, with which a program starts a frame on a new line */
    framed = false;
    report->form = form_asked ? form_asked : form_of_person;
    if (console_uart() && typed == &from_port)
        echo_to_port("\n", 1);
    dialogue_show_line(prompt, text);
    if (typed->too_long)
        dialogue_refuse("a line can have at most %u characters", (unsigned)TYPED_BYTES);
    if (was_framed && typed == &from_port)
        dialogue_refuse("a program was using this line; it is interactive now: type that again");
    else if (lost)
        dialogue_refuse_overrun();
    if (typed->too_long || (was_framed && typed == &from_port) || lost || !length) {
        dialogue_begin_prompt(prompt);
        return NULL;
    }
    typed_line_remember(text);
    return text;
}

/* Processes a received character; returns the line that it completes, or NULL. */
static char *dialogue_accept(struct typed_line *typed, char c, const char *prompt)
{
    if (!typed_line_accept(typed, c))
        return NULL;
    local = typed == &from_keyboard;
    char *text = typed_line_is_frame(typed) && !local ? dialogue_accept_frame(typed->text)
                                                      : dialogue_accept_plain(typed, prompt);
    typed_line_clear(typed);
    return text;
}

char *dialogue_read(const char *prompt)
{
    char *text = NULL;
    console_take_overruns(); /* by keys and repeated frames that nothing has read meanwhile */
    dialogue_begin_prompt(prompt);
    while (!text) {
        int c = console_read();
        if (c >= 0)
            text = dialogue_accept(&from_port, (char)c, prompt);
        else if ((c = dialogue_read_key()) >= 0) {
            text = dialogue_accept(&from_keyboard, (char)c, prompt);
            if (!text) /* else the line is still to be executed */
                dialogue_show_typed(prompt);
        }
    }
    return text;
}
