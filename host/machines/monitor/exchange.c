/*
 * SPDX-License-Identifier: MIT
 * Frames to and from the monitor. Records of an answer that arrive early are stored by number until
 * the missing ones have arrived.
 */
#include "host/machines/monitor/exchange.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/allocation.h"
#include "host/base/host_clock.h"
#include "host/base/message.h"
#include "host/data/checksum/crc16_fast.h"
#include "host/machines/listener.h"

#define POLL_MS    100
#define FIRST_WAIT 1.0 /* seconds to wait for an answer, plus the time of the request */
#define GAP_WAIT   0.2 /* seconds to wait for missing records after the end of an answer */
#define LATER_WAIT                                                                                 \
    0.7 /* seconds of silence before a repeated request; doubles each time, up to LONGEST_WAIT */
#define LONGEST_WAIT 5.0
#define MOST_TRIES   8
#define LEAVE_TRIES  4 /* tries for a line that may end the machine */
#define MOST_RECORDS 20000
#define MOST_STOPS   2 /* Ctrl-C goes to the machine; the second one ends the program */
#define CTRL_C       "\003"

/* After an overrun of the machine's receiver a byte is sent in the time that it takes at this
 * speed, as 8N1; each further overrun doubles that time, up to SLOWEST_BYTE seconds. */
#define SLOW_BAUD        9600
#define SLOW_BYTE        (10.0 / SLOW_BAUD)
#define SLOWEST_BYTE     0.020
#define MOST_ONLY_SLOWLY 2 /* then all requests are sent slowly, without an overrun reported */

struct exchange_wait {
    struct monitor_exchange *exchange;
    const struct exchange_answer *answer;
    char *lines[MOST_RECORDS]; /* by number from `first` on; NULL: not received */
    uint32_t first, last;      /* last: number of the `answered` record, once received */
    uint32_t next;             /* the first record that was not passed on */
    bool asked, answered, again, refused;
    bool leaves;               /* the machine may end before its answer arrives */
    bool gone;                 /* the device has disappeared */
    unsigned forgets;          /* times in a row that the machine did not know the request */
    unsigned stops;            /* times that Ctrl-C was typed */
    double received, patience; /* time of the last input; seconds of silence to wait */
    double data;               /* time of the last byte, or of the request */
};

void exchange_open(struct monitor_exchange *exchange, struct target *target, FILE *log)
{
    *exchange = (struct monitor_exchange){.target = target, .log = log};
    /* differs from earlier programs' numbers */
    exchange->ask = (uint32_t)(clock_seconds() * 1000) % 1000000 + 1;
}

/* Sends bytes with a pause of that many seconds after each, so that the machine can read it. */
static void exchange_send_slowly(struct monitor_exchange *exchange, const char *bytes,
                                 double seconds)
{
    const struct timespec pause = {.tv_nsec = (long)(seconds * 1e9)};
    for (; *bytes && !listen_interrupted(); bytes++) {
        target_write(exchange->target, bytes, 1);
        nanosleep(&pause, NULL);
    }
}

/* Slows down, for that reason: the machine's receiver was overrun, or seems to be. */
static void exchange_slow_down(struct monitor_exchange *exchange, const char *why)
{
    unsigned baud = target_baud(exchange->target);
    const char *remedy = baud && baud <= SLOW_BAUD
                             ? ""
                             : "; 9600 baud on both sides needs no pauses (console=com1,9600 and "
                               "--serial DEV,9600)";
    exchange->byte_seconds *= 2;
    if (exchange->byte_seconds > SLOWEST_BYTE)
        exchange->byte_seconds = SLOWEST_BYTE;
    if (exchange->byte_seconds > 0)
        return;
    message_print("%s: %s: sending slowly from now on%s", target_name(exchange->target), why,
                  remedy);
    exchange->byte_seconds = SLOW_BYTE;
}

/* After a request that was not answered, the next one is sent slowly: a UART without a FIFO may
 * have lost even the end of the line. */
static void exchange_send_frame(struct monitor_exchange *exchange, const char *what)
{
    char *body = allocate_text("BP ask=%u %s", exchange->ask, what);
    char *frame = allocate_text("\n%s crc=%04x\n", body, crc16_fast(body, strlen(body)));
    if (exchange->byte_seconds > 0 || exchange->unanswered)
        exchange_send_slowly(exchange, frame,
                             exchange->byte_seconds > 0 ? exchange->byte_seconds : SLOW_BYTE);
    else
        target_write(exchange->target, frame, strlen(frame));
    free(frame);
    free(body);
}

/* Returns the seconds that a frame takes on the line. */
static double exchange_line_seconds(const struct monitor_exchange *exchange, const char *what)
{
    unsigned baud = target_baud(exchange->target);
    return baud ? (double)(strlen(what) + 30) * 10 / baud : 0;
}

/* ---- receiving ------------------------------------------------------------------------------- */

static void exchange_read_answered(struct exchange_wait *waiting, const struct wire_record *record)
{
    struct monitor_exchange *exchange = waiting->exchange;
    struct text prompt = wire_line_text(record, "prompt");
    size_t most = sizeof exchange->prompt - 1;
    size_t length = prompt.length < most ? prompt.length : most;
    if (wire_line_unsigned(record, "from", &waiting->first))
        return;
    memcpy(exchange->prompt, prompt.start ? prompt.start : "", prompt.start ? length : 0);
    exchange->prompt[prompt.start ? length : 0] = 0;
    waiting->refused = text_is(wire_line_text(record, "status"), "error");
    waiting->last = record->seq;
    waiting->answered = true;
}

static void exchange_store_record(struct exchange_wait *waiting, const struct wire_record *record)
{
    uint32_t place = record->seq - waiting->first;
    if (place >= MOST_RECORDS || waiting->lines[place])
        return;
    waiting->lines[place] = allocate_text("%.*s", (int)record->line.length, record->line.start);
}

static void exchange_read_record(struct exchange_wait *waiting, const struct wire_record *record)
{
    uint32_t ask, overruns;
    bool ours = wire_line_unsigned(record, "ask", &ask) == 0 && ask == waiting->exchange->ask;
    if (wire_line_unsigned(record, "overruns", &overruns) == 0)
        exchange_slow_down(waiting->exchange, "the machine has lost bytes (UART overrun)");
    if (text_is(record->kind, "again")) {
        waiting->again = true;
        waiting->forgets++;
        return;
    }
    waiting->forgets = 0;
    if (ours && text_is(record->kind, "asked") && !waiting->asked) {
        waiting->asked = true;
        waiting->first = record->seq;
        waiting->next = record->seq + 1;
    }
    if (ours && text_is(record->kind, "answered") && !waiting->answered) {
        bool missed_start = !waiting->asked;
        exchange_read_answered(waiting, record);
        if (missed_start)
            waiting->next = waiting->first + 1;
        waiting->asked = waiting->asked || waiting->answered;
    }
    if (waiting->asked && record->seq >= waiting->first)
        exchange_store_record(waiting, record);
}

static void exchange_pass_records(struct exchange_wait *waiting)
{
    while (waiting->asked && waiting->next - waiting->first < MOST_RECORDS &&
           waiting->lines[waiting->next - waiting->first]) {
        struct wire_record record;
        const char *line = waiting->lines[waiting->next - waiting->first];
        if (waiting->answered && waiting->next == waiting->last)
            return;
        if (wire_line_parse(line, strlen(line), &record, NULL, NULL) == 0 && waiting->answer &&
            waiting->answer->record && !text_is(record.kind, "answered"))
            waiting->answer->record(waiting->answer->context, &record);
        waiting->next++;
    }
}

static void exchange_end_line(struct exchange_wait *waiting)
{
    struct monitor_exchange *exchange = waiting->exchange;
    struct wire_record record;
    exchange->line[exchange->length] = 0;
    char *start = strstr(exchange->line, "BP seq=");
    exchange->length = 0;
    if (start && wire_line_parse(start, strlen(start), &record, NULL, NULL) == 0)
        exchange_read_record(waiting, &record);
}

/* A port that was unplugged may return. */
static void exchange_report_port(struct exchange_wait *waiting, int got)
{
    const char *name = target_name(waiting->exchange->target);
    waiting->gone |= got == TARGET_GONE;
    if (got == TARGET_BACK)
        message_print("%s has returned", name);
    if (got == TARGET_GONE && !waiting->leaves)
        message_print(
            "%s has disappeared (unplugged, or the other side was closed); waiting for "
            "it to return",
            name);
}

/* Waits briefly for input and processes it. */
static void exchange_receive(struct exchange_wait *waiting)
{
    struct monitor_exchange *exchange = waiting->exchange;
    char bytes[4096];
    struct pollfd state = {.fd = target_descriptor(exchange->target), .events = POLLIN};
    poll(&state, state.fd < 0 ? 0 : 1, POLL_MS);
    int got = target_read(exchange->target, bytes, sizeof bytes);
    if (got == TARGET_ENDED)
        exchange->ended = true;
    exchange_report_port(waiting, got);
    if (got > 0 && exchange->log)
        fwrite(bytes, 1, (size_t)got, exchange->log);
    for (int i = 0; i < got; i++) {
        if (bytes[i] == '\n')
            exchange_end_line(waiting);
        else if (bytes[i] != '\r' && exchange->length < sizeof exchange->line - 1)
            exchange->line[exchange->length++] = bytes[i];
    }
    if (got > 0) {
        waiting->received = waiting->data = clock_seconds();
        waiting->patience = LATER_WAIT;
    }
    exchange_pass_records(waiting);
}

/* ---- one answer ------------------------------------------------------------------------------ */

static bool exchange_is_complete(const struct exchange_wait *waiting)
{
    return waiting->answered && waiting->next == waiting->last;
}

/* Returns whether the machine has been silent for too long, or has sent too long without an
 * answer. */
static bool exchange_timed_out(const struct exchange_wait *waiting)
{
    const struct monitor_exchange *exchange = waiting->exchange;
    const double most = waiting->asked ? exchange->most_silence : exchange->most_wait;
    return most > 0 && clock_seconds() - (waiting->asked ? waiting->data : exchange->asked) > most;
}

static bool exchange_is_over(const struct exchange_wait *waiting)
{
    return waiting->exchange->ended || exchange_timed_out(waiting) ||
           exchange_is_complete(waiting) || waiting->stops >= MOST_STOPS ||
           (waiting->leaves && waiting->gone);
}

static void exchange_send_stop(struct exchange_wait *waiting)
{
    struct monitor_exchange *exchange = waiting->exchange;
    if (exchange->wants_stop && exchange->wants_stop(exchange->wants_stop_of))
        target_write(exchange->target, CTRL_C, 1);
    if (!listen_interrupted())
        return;
    if (listen_terminated()) {
        exchange->interrupted = true;
        waiting->stops = MOST_STOPS;
        return;
    }
    target_write(exchange->target, CTRL_C, 1);
    listen_forget_interrupt();
    exchange->interrupted = true;
    waiting->stops++;
}

/* Waits for the end of the answer; returns true when it is time to repeat the request. */
static bool exchange_wait_answer(struct exchange_wait *waiting, double seconds)
{
    double begun = clock_seconds();
    waiting->received = begun;
    waiting->again = false;
    waiting->patience *= 2;
    if (waiting->patience > LONGEST_WAIT)
        waiting->patience = LONGEST_WAIT;
    while (!exchange_is_over(waiting)) {
        exchange_receive(waiting);
        double silent = clock_seconds() - waiting->received;
        if (!waiting->asked && (waiting->again || silent > seconds))
            return true;
        if (waiting->asked &&
            silent > (waiting->answered ? GAP_WAIT + seconds - FIRST_WAIT : waiting->patience))
            return true;
        exchange_send_stop(waiting);
    }
    return false;
}

static void exchange_request_rest(struct exchange_wait *waiting)
{
    char from[32];
    snprintf(from, sizeof from, "from=%u", waiting->next);
    exchange_send_frame(waiting->exchange, from);
}

/*
 * Gives up after `tries` requests without a first record. Once an answer has begun, silence is
 * allowed for `most_silence`, except for a line that ends the machine, or after the machine has
 * restarted and no longer knows the request.
 */
static bool exchange_gives_up(const struct exchange_wait *waiting, unsigned try, unsigned tries)
{
    bool first = !waiting->asked || waiting->leaves;
    return (first && try >= tries) || waiting->forgets >= MOST_TRIES;
}

static enum exchange_status exchange_run_request(struct exchange_wait *waiting, const char *what,
                                                 unsigned tries)
{
    struct monitor_exchange *exchange = waiting->exchange;
    double seconds = FIRST_WAIT + exchange_line_seconds(exchange, what);
    exchange_send_frame(exchange, what);
    for (unsigned try = 0; exchange_wait_answer(waiting, seconds);) {
        exchange->repeated += !waiting->asked || waiting->answered;
        exchange->unanswered = !waiting->asked;
        if (exchange_gives_up(waiting, ++try, tries))
            return EXCHANGE_LOST;
        if (waiting->asked)
            exchange_request_rest(waiting);
        else
            exchange_send_frame(exchange, what);
    }
    if (waiting->asked && !exchange_is_complete(waiting) && exchange_timed_out(waiting))
        message_print("%s: no data for %g s: giving up (--timeout sets the limit)",
                      target_name(exchange->target), exchange->most_silence);
    if (!exchange_is_complete(waiting))
        return EXCHANGE_LOST;
    if (exchange->unanswered && exchange->byte_seconds <= 0 &&
        ++exchange->only_slowly == MOST_ONLY_SLOWLY)
        exchange_slow_down(exchange, "the machine answers only what is sent slowly");
    exchange->unanswered = false;
    return waiting->refused ? EXCHANGE_REFUSED : EXCHANGE_OK;
}

enum exchange_kind { EXCHANGE_STAY, EXCHANGE_LEAVE };

static enum exchange_status exchange_send_request(struct monitor_exchange *exchange,
                                                  const char *line,
                                                  const struct exchange_answer *answer,
                                                  unsigned tries, enum exchange_kind how)
{
    struct exchange_wait *waiting = allocate_zeroed(sizeof *waiting);
    char *what = allocate_text("line=\"%s\"", line);
    waiting->exchange = exchange;
    waiting->answer = answer;
    waiting->leaves = how == EXCHANGE_LEAVE;
    waiting->patience = LATER_WAIT / 2;
    waiting->data = clock_seconds();
    exchange->ask++;
    enum exchange_status result = exchange_run_request(waiting, what, tries);
    for (unsigned i = 0; i < MOST_RECORDS; i++)
        free(waiting->lines[i]);
    free(waiting);
    free(what);
    return result;
}

enum exchange_status exchange_ask(struct monitor_exchange *exchange, const char *line,
                                  const struct exchange_answer *answer)
{
    exchange->asked = clock_seconds();
    return exchange_send_request(exchange, line, answer, MOST_TRIES, EXCHANGE_STAY);
}

enum exchange_status exchange_leave(struct monitor_exchange *exchange, const char *line,
                                    const struct exchange_answer *answer)
{
    exchange->asked = clock_seconds();
    enum exchange_status done =
        exchange_send_request(exchange, line, answer, LEAVE_TRIES, EXCHANGE_LEAVE);
    exchange->leaving |= done == EXCHANGE_OK;
    return done == EXCHANGE_LOST ? EXCHANGE_OK : done;
}

void exchange_wait_end(struct monitor_exchange *exchange, double seconds)
{
    char bytes[4096];
    double end = clock_seconds() + seconds;
    while (exchange->leaving && !exchange->ended && !listen_interrupted() &&
           clock_seconds() < end) {
        struct pollfd state = {.fd = target_descriptor(exchange->target), .events = POLLIN};
        poll(&state, 1, POLL_MS);
        int got = target_read(exchange->target, bytes, sizeof bytes);
        if (got > 0 && exchange->log)
            fwrite(bytes, 1, (size_t)got, exchange->log);
        exchange->ended = got == TARGET_ENDED;
    }
}

int exchange_find_monitor(struct monitor_exchange *exchange)
{
    exchange->asked = clock_seconds();
    exchange->interrupted = false;
    while (exchange_send_request(exchange, "", NULL, 1, EXCHANGE_STAY) == EXCHANGE_LOST)
        if (exchange->ended || exchange->interrupted ||
            (exchange->most_wait > 0 && clock_seconds() - exchange->asked > exchange->most_wait))
            return -1;
    return 0;
}

static void exchange_add_text(void *context, const struct wire_record *record)
{
    char **text = context;
    struct text line = wire_line_text(record, "text");
    char *longer;
    if (!text_is(record->kind, "text") || !line.start)
        return;
    longer = allocate_text("%s%.*s\n", *text, (int)line.length, line.start);
    free(*text);
    *text = longer;
}

enum exchange_status exchange_ask_text(struct monitor_exchange *exchange, const char *line,
                                       char **text)
{
    *text = allocate_copy("");
    return exchange_ask(exchange, line, &(struct exchange_answer){exchange_add_text, text});
}

char *exchange_text(struct monitor_exchange *exchange, const char *line)
{
    char *text;
    if (exchange_ask_text(exchange, line, &text) == EXCHANGE_OK)
        return text;
    free(text);
    return NULL;
}
