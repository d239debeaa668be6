/*
 * SPDX-License-Identifier: MIT
 * Tracks changed values. A port's value cannot be restored, nor an original value that was
 * unreadable.
 */
#include "kernel/monitor/touched.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/machine_state.h"
#include "kernel/monitor/line/dialogue.h"

#define MOST       64
#define TEXT_BYTES 72

static struct touched {
    enum touched_kind kind;
    uint32_t number;
    unsigned bytes;
    bool known;
    uint64_t before;
} list[MOST];
static unsigned n;
static bool more; /* the table is full */
static bool was_stopped;

static const struct {
    const char *name; /* format of the entry's name and number */
    enum access read, write;
} kinds[] = {
    [TOUCHED_MSR] = {"msr:%x", ACCESS_READ_MSR, ACCESS_WRITE_MSR},
    [TOUCHED_CR] = {"cr%x", ACCESS_READ_CR, ACCESS_WRITE_CR},
    [TOUCHED_DR] = {"dr%x", ACCESS_READ_DR, ACCESS_WRITE_DR},
    [TOUCHED_MEMORY] = {"mem:%x", ACCESS_READ_MEMORY, ACCESS_WRITE_MEMORY},
    [TOUCHED_PORT] = {"port:%x", ACCESS_READ_PORT, ACCESS_WRITE_PORT},
};

static void forget(unsigned i)
{
    memmove(&list[i], &list[i + 1], (n - i - 1) * sizeof list[0]);
    n--;
}

static int name_of(const struct touched *touched, char *text, size_t size)
{
    return format(text, size, kinds[touched->kind].name, (unsigned)touched->number);
}

void touched_note(enum touched_kind kind, uint32_t number, unsigned bytes, bool known,
                  uint64_t before, uint64_t after)
{
    unsigned i = 0;
    while (i < n && (list[i].kind != kind || list[i].number != number || list[i].bytes != bytes))
        i++;
    if (i == n && n == MOST) {
        more = true;
        return;
    }
    if (i == n)
        list[n++] = (struct touched){kind, number, bytes, known, before};
    if (list[i].known && list[i].before == after)
        forget(i);
}

void touched_stopped(bool yes)
{
    was_stopped = yes;
}

const char *touched_text(void)
{
    static char text[TEXT_BYTES];
    int length = 0;
    if (!n && !more && !was_stopped)
        return NULL;
    if (was_stopped)
        length = format(text, sizeof text, n || more ? "stopped," : "stopped");
    for (unsigned i = 0; i < n; i++) {
        char name[24];
        int bytes = name_of(&list[i], name, sizeof name);
        if (length + bytes > TEXT_BYTES - 12) {
            format(text + length, sizeof text - (size_t)length, ",%u_more", n - i);
            return text;
        }
        length += format(text + length, sizeof text - (size_t)length, "%s%s", i ? "," : "", name);
    }
    if (more)
        format(text + length, sizeof text - (size_t)length, ",more");
    return text;
}

void touched_look(void)
{
    for (unsigned i = n; i-- > 0;) {
        uint64_t value = 0;
        if (!list[i].known || list[i].kind == TOUCHED_PORT)
            continue;
        if (contained_access(kinds[list[i].kind].read, list[i].number, list[i].bytes, &value) ==
                0 &&
            value == list[i].before)
            forget(i);
    }
}

/* Returns false if the value cannot be restored. */
static bool put_back(const struct touched *touched)
{
    uint64_t value = touched->before;
    return touched->known && touched->kind != TOUCHED_PORT &&
           contained_access(kinds[touched->kind].write, touched->number, touched->bytes, &value) ==
               0;
}

void touched_restore(void)
{
    for (unsigned i = n; i-- > 0;) {
        char name[24];
        name_of(&list[i], name, sizeof name);
        if (put_back(&list[i]))
            say("%s: restored to %llx", name, (unsigned long long)list[i].before);
        else
            say("%s: not restored: %s", name,
                list[i].kind == TOUCHED_PORT ? "a port has no value to restore"
                : list[i].known              ? contained_why()
                                : "its old value could not be read; a reset restores it");
    }
    if (more)
        say("changes after the first %u were not recorded; a reset undoes them", MOST);
    if (!n && !more)
        say("nothing was changed by hand");
    n = 0;
    more = false;
    machine_keep_control();
}

void touched_list(void)
{
    for (unsigned i = 0; i < n; i++) {
        char name[24];
        uint64_t now = 0;
        const struct touched *touched = &list[i];
        name_of(touched, name, sizeof name);
        if (touched->kind == TOUCHED_PORT ||
            contained_access(kinds[touched->kind].read, touched->number, touched->bytes, &now))
            say("%s: written", name);
        else
            say("%s: was %llx, is %llx", name, (unsigned long long)touched->before,
                (unsigned long long)now);
    }
    if (!n && !more)
        say("nothing was changed by hand");
}
