/*
 * SPDX-License-Identifier: MIT
 * Tracks changed values. A port's value cannot be restored, nor an original value that was
 * unreadable.
 */
#include "kernel/monitor/manual_changes.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/machine_state.h"
#include "kernel/monitor/line/dialogue.h"

#define MOST       64
#define TEXT_BYTES 72

static struct manual_change {
    enum manual_change_kind kind;
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
    [CHANGED_MSR] = {"msr:%x", ACCESS_READ_MSR, ACCESS_WRITE_MSR},
    [CHANGED_CR] = {"cr%x", ACCESS_READ_CR, ACCESS_WRITE_CR},
    [CHANGED_DR] = {"dr%x", ACCESS_READ_DR, ACCESS_WRITE_DR},
    [CHANGED_MEMORY] = {"mem:%x", ACCESS_READ_MEMORY, ACCESS_WRITE_MEMORY},
    [CHANGED_PORT] = {"port:%x", ACCESS_READ_PORT, ACCESS_WRITE_PORT},
};

static void manual_changes_remove(unsigned i)
{
    memmove(&list[i], &list[i + 1], (n - i - 1) * sizeof list[0]);
    n--;
}

static int manual_change_name(const struct manual_change *change, char *text, size_t size)
{
    return format(text, size, kinds[change->kind].name, (unsigned)change->number);
}

void manual_changes_record(enum manual_change_kind kind, uint32_t number, unsigned bytes,
                           bool known, uint64_t before, uint64_t after)
{
    unsigned i = 0;
    while (i < n && (list[i].kind != kind || list[i].number != number || list[i].bytes != bytes))
        i++;
    if (i == n && n == MOST) {
        more = true;
        return;
    }
    if (i == n)
        list[n++] = (struct manual_change){kind, number, bytes, known, before};
    if (list[i].known && list[i].before == after)
        manual_changes_remove(i);
}

void manual_changes_set_stopped(bool yes)
{
    was_stopped = yes;
}

const char *manual_changes_text(void)
{
    static char text[TEXT_BYTES];
    int length = 0;
    if (!n && !more && !was_stopped)
        return NULL;
    if (was_stopped)
        length = format(text, sizeof text, n || more ? "stopped," : "stopped");
    for (unsigned i = 0; i < n; i++) {
        char name[24];
        int bytes = manual_change_name(&list[i], name, sizeof name);
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

void manual_changes_recheck(void)
{
    for (unsigned i = n; i-- > 0;) {
        uint64_t value = 0;
        if (!list[i].known || list[i].kind == CHANGED_PORT)
            continue;
        if (contained_access(kinds[list[i].kind].read, list[i].number, list[i].bytes, &value) ==
                0 &&
            value == list[i].before)
            manual_changes_remove(i);
    }
}

/* Returns false if the value cannot be restored. */
static bool manual_change_undo(const struct manual_change *change)
{
    uint64_t value = change->before;
    return change->known && change->kind != CHANGED_PORT &&
           contained_access(kinds[change->kind].write, change->number, change->bytes, &value) == 0;
}

void manual_changes_restore(void)
{
    for (unsigned i = n; i-- > 0;) {
        char name[24];
        manual_change_name(&list[i], name, sizeof name);
        if (manual_change_undo(&list[i]))
            dialogue_print("%s: restored to %llx", name, (unsigned long long)list[i].before);
        else
            dialogue_print("%s: not restored: %s", name,
                           list[i].kind == CHANGED_PORT ? "a port has no value to restore"
                           : list[i].known
                               ? contained_access_reason()
                               : "its old value could not be read; a reset restores it");
    }
    if (more)
        dialogue_print("changes after the first %u were not recorded; a reset undoes them", MOST);
    if (!n && !more)
        dialogue_print("nothing was changed by hand");
    n = 0;
    more = false;
    machine_state_save_control();
}

void manual_changes_list(void)
{
    for (unsigned i = 0; i < n; i++) {
        char name[24];
        uint64_t now = 0;
        const struct manual_change *change = &list[i];
        manual_change_name(change, name, sizeof name);
        if (change->kind == CHANGED_PORT ||
            contained_access(kinds[change->kind].read, change->number, change->bytes, &now))
            dialogue_print("%s: written", name);
        else
            dialogue_print("%s: was %llx, is %llx", name, (unsigned long long)change->before,
                           (unsigned long long)now);
    }
    if (!n && !more)
        dialogue_print("nothing was changed by hand");
}
