/*
 * SPDX-License-Identifier: MIT
 * Frames to and from the monitor. Records of an answer that arrive early are stored by number until
 * the missing ones have arrived.
 */
#include "host/monitor/exchange.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/clock.h"
#include "host/target/listen.h"

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

struct waiting {
    struct exchange *exchange;
    const struct answer *answer;
    char *lines[MOST_RECORDS]; /* by number from `first` on; NULL: not received */
    uint32_t first, last;      /* last: number of the `answered` record, once received */
    uint32_t next;             /* the first record that was not passed on */
    bool asked, answered, again, refused;
    bool leaves;      /* the machine may end before its answer arrives */
    bool gone;        /* the device has disappeared */
    unsigned forgets; /* times in a row that the machine did not know the request */
    unsigned stops;   /* times that Ctrl-C was typed */
    double heard, patience;
};

void exchange_open(struct exchange *exchange, struct target *target, FILE *log)
{
    *exchange = (struct exchange){.target = target, .log = log};
    /* differs from earlier programs' numbers */
    exchange->ask = (uint32_t)(clock_seconds() * 1000) % 1000000 + 1;
}

static void send_frame(struct exchange *exchange, const char *what)
{
    char *body = memory_print("BP ask=%u %s", exchange->ask, what);
    char *frame = memory_print("\n%s crc=%04x\n", body, crc16_fast(body, strlen(body)));
    target_write(exchange->target, frame, strlen(frame));
    free(frame);
    free(body);
}

/* Returns the seconds that a frame takes on the line. */
static double line_seconds(const struct exchange *exchange, const char *what)
{
    unsigned baud = target_baud(exchange->target);
    return baud ? (double)(strlen(what) + 30) * 10 / baud : 0;
}

/* ---- receiving ------------------------------------------------------------------------------- */

static void take_answered(struct waiting *waiting, const struct wire_record *record)
{
    struct exchange *exchange = waiting->exchange;
    struct text prompt = wire_text(record, "prompt");
    size_t most = sizeof exchange->prompt - 1;
    size_t length = prompt.length < most ? prompt.length : most;
    if (wire_unsigned(record, "from", &waiting->first))
        return;
    memcpy(exchange->prompt, prompt.start ? prompt.start : "", prompt.start ? length : 0);
    exchange->prompt[prompt.start ? length : 0] = 0;
    waiting->refused = text_is(wire_text(record, "status"), "error");
    waiting->last = record->seq;
    waiting->answered = true;
}

static void keep(struct waiting *waiting, const struct wire_record *record)
{
    uint32_t place = record->seq - waiting->first;
    if (place >= MOST_RECORDS || waiting->lines[place])
        return;
    waiting->lines[place] = memory_print("%.*s", (int)record->line.length, record->line.start);
}

static void take_record(struct waiting *waiting, const struct wire_record *record)
{
    uint32_t ask;
    bool ours = wire_unsigned(record, "ask", &ask) == 0 && ask == waiting->exchange->ask;
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
        bool first_heard = !waiting->asked;
        take_answered(waiting, record);
        if (first_heard)
            waiting->next = waiting->first + 1;
        waiting->asked = waiting->asked || waiting->answered;
    }
    if (waiting->asked && record->seq >= waiting->first)
        keep(waiting, record);
}

static void hand_on(struct waiting *waiting)
{
    while (waiting->asked && waiting->next - waiting->first < MOST_RECORDS &&
           waiting->lines[waiting->next - waiting->first]) {
        struct wire_record record;
        const char *line = waiting->lines[waiting->next - waiting->first];
        if (waiting->answered && waiting->next == waiting->last)
            return;
        if (wire_parse(line, strlen(line), &record, NULL, NULL) == 0 && waiting->answer &&
            waiting->answer->record && !text_is(record.kind, "answered"))
            waiting->answer->record(waiting->answer->context, &record);
        waiting->next++;
    }
}

static void end_line(struct waiting *waiting)
{
    struct exchange *exchange = waiting->exchange;
    struct wire_record record;
    exchange->line[exchange->length] = 0;
    char *start = strstr(exchange->line, "BP seq=");
    exchange->length = 0;
    if (start && wire_parse(start, strlen(start), &record, NULL, NULL) == 0)
        take_record(waiting, &record);
}

/* Waits briefly for input and processes it. */
static void hear(struct waiting *waiting)
{
    struct exchange *exchange = waiting->exchange;
    char bytes[4096];
    struct pollfd state = {.fd = target_descriptor(exchange->target), .events = POLLIN};
    poll(&state, state.fd < 0 ? 0 : 1, POLL_MS);
    int got = target_read(exchange->target, bytes, sizeof bytes);
    if (got == TARGET_ENDED)
        exchange->ended = true;
    waiting->gone |= got == TARGET_GONE;
    if (got > 0 && exchange->log)
        fwrite(bytes, 1, (size_t)got, exchange->log);
    for (int i = 0; i < got; i++) {
        if (bytes[i] == '\n')
            end_line(waiting);
        else if (bytes[i] != '\r' && exchange->length < sizeof exchange->line - 1)
            exchange->line[exchange->length++] = bytes[i];
    }
    if (got > 0) {
        waiting->heard = clock_seconds();
        waiting->patience = LATER_WAIT;
    }
    hand_on(waiting);
}

/* ---- one answer ------------------------------------------------------------------------------ */

static bool is_complete(const struct waiting *waiting)
{
    return waiting->answered && waiting->next == waiting->last;
}

static bool is_over(const struct waiting *waiting)
{
    return waiting->exchange->ended || is_complete(waiting) || waiting->stops >= MOST_STOPS ||
           (waiting->leaves && waiting->gone);
}

static void pass_stop_on(struct waiting *waiting)
{
    struct exchange *exchange = waiting->exchange;
    if (exchange->wants_stop && exchange->wants_stop(exchange->wants_stop_of))
        target_write(exchange->target, CTRL_C, 1);
    if (!listen_interrupted())
        return;
    target_write(exchange->target, CTRL_C, 1);
    listen_forget_interrupt();
    exchange->interrupted = true;
    waiting->stops++;
}

/* Waits for the end of the answer; returns true when it is time to repeat the request. */
static bool wait_for(struct waiting *waiting, double seconds)
{
    double begun = clock_seconds();
    waiting->heard = begun;
    waiting->again = false;
    waiting->patience *= 2;
    if (waiting->patience > LONGEST_WAIT)
        waiting->patience = LONGEST_WAIT;
    while (!is_over(waiting)) {
        hear(waiting);
        double silent = clock_seconds() - waiting->heard;
        if (!waiting->asked && (waiting->again || silent > seconds))
            return true;
        if (waiting->asked &&
            silent > (waiting->answered ? GAP_WAIT + seconds - FIRST_WAIT : waiting->patience))
            return true;
        pass_stop_on(waiting);
    }
    return false;
}

static void ask_for_rest(struct waiting *waiting)
{
    char from[32];
    snprintf(from, sizeof from, "from=%u", waiting->next);
    send_frame(waiting->exchange, from);
}

/*
 * Gives up after `tries` requests without a first record. Once an answer has begun, silence is
 * allowed without limit, except for a line that ends the machine, or after the machine has
 * restarted and no longer knows the request.
 */
static bool gives_up(const struct waiting *waiting, unsigned try, unsigned tries)
{
    bool first = !waiting->asked || waiting->leaves;
    return (first && try >= tries) || waiting->forgets >= MOST_TRIES;
}

static enum exchanged converse(struct waiting *waiting, const char *what, unsigned tries)
{
    struct exchange *exchange = waiting->exchange;
    double seconds = FIRST_WAIT + line_seconds(exchange, what);
    send_frame(exchange, what);
    for (unsigned try = 0; wait_for(waiting, seconds);) {
        exchange->repeated += !waiting->asked || waiting->answered;
        if (gives_up(waiting, ++try, tries))
            return EXCHANGE_LOST;
        if (waiting->asked)
            ask_for_rest(waiting);
        else
            send_frame(exchange, what);
    }
    if (!is_complete(waiting))
        return EXCHANGE_LOST;
    return waiting->refused ? EXCHANGE_REFUSED : EXCHANGE_OK;
}

enum asked { ASK_OF_ONE_THAT_STAYS, ASK_TO_LEAVE };

static enum exchanged ask(struct exchange *exchange, const char *line, const struct answer *answer,
                          unsigned tries, enum asked how)
{
    struct waiting *waiting = memory_get(sizeof *waiting);
    char *what = memory_print("line=\"%s\"", line);
    waiting->exchange = exchange;
    waiting->answer = answer;
    waiting->leaves = how == ASK_TO_LEAVE;
    waiting->patience = LATER_WAIT / 2;
    exchange->ask++;
    enum exchanged result = converse(waiting, what, tries);
    for (unsigned i = 0; i < MOST_RECORDS; i++)
        free(waiting->lines[i]);
    free(waiting);
    free(what);
    return result;
}

enum exchanged exchange_ask(struct exchange *exchange, const char *line,
                            const struct answer *answer)
{
    return ask(exchange, line, answer, MOST_TRIES, ASK_OF_ONE_THAT_STAYS);
}

enum exchanged exchange_leave(struct exchange *exchange, const char *line,
                              const struct answer *answer)
{
    enum exchanged done = ask(exchange, line, answer, LEAVE_TRIES, ASK_TO_LEAVE);
    return done == EXCHANGE_LOST ? EXCHANGE_OK : done;
}

int exchange_meet(struct exchange *exchange, double seconds)
{
    double end = clock_seconds() + seconds;
    exchange->interrupted = false;
    while (ask(exchange, "", NULL, 1, ASK_OF_ONE_THAT_STAYS) == EXCHANGE_LOST)
        if (exchange->ended || exchange->interrupted || (seconds > 0 && clock_seconds() > end))
            return -1;
    return 0;
}

static void add_text(void *context, const struct wire_record *record)
{
    char **text = context;
    struct text line = wire_text(record, "text");
    char *longer;
    if (!text_is(record->kind, "text") || !line.start)
        return;
    longer = memory_print("%s%.*s\n", *text, (int)line.length, line.start);
    free(*text);
    *text = longer;
}

enum exchanged exchange_ask_text(struct exchange *exchange, const char *line, char **text)
{
    *text = memory_text("");
    return exchange_ask(exchange, line, &(struct answer){add_text, text});
}

char *exchange_text(struct exchange *exchange, const char *line)
{
    char *text;
    if (exchange_ask_text(exchange, line, &text) == EXCHANGE_OK)
        return text;
    free(text);
    return NULL;
}
