/*
 * SPDX-License-Identifier: MIT
 * Parses step files. Columns are separated by tabs; lines with '#' are for readers.
 */
#include "host/loop/step_log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"

enum { ADDRESS, UNIT, FROM, ENTERS, UNTIL, END, LOST, X87, BYTES, TEXT, COLUMNS };

static uint64_t number(const char *text)
{
    return strtoull(text, NULL, 10);
}

static void take_lost(struct step *step, char *text)
{
    for (char *item; (item = strsep(&text, ","));) {
        char *value = strchr(item, '=');
        for (unsigned i = 0; value && i < LOST_CAUSES; i++)
            if ((size_t)(value - item) == strlen(lost_names[i]) &&
                !strncmp(item, lost_names[i], (size_t)(value - item)))
                step->lost[i] = number(value + 1);
    }
}

static void take_x87(struct step *step, char *text)
{
    for (char *item; (item = strsep(&text, ","));) {
        if (!strncmp(item, "ready=", 6))
            step->x87_ready = number(item + 6);
        else if (strcmp(item, "-") != 0)
            snprintf(step->x87_wait, sizeof step->x87_wait, "%s",
                     !strncmp(item, "operand=", 8) ? item + 8 : item);
    }
}

static void take_bytes(struct step *step, const char *text)
{
    for (unsigned value; step->length < sizeof step->bytes && sscanf(text, "%2x", &value) == 1;
         text += 2)
        step->bytes[step->length++] = (uint8_t)value;
}

static bool take_line(struct step *step, char *line)
{
    char *columns[COLUMNS] = {0}, *rest = line;
    unsigned n = 0;
    while (n < COLUMNS && (columns[n] = strsep(&rest, "\t")))
        n++;
    if (n < COLUMNS)
        return false;
    step->address = (uint32_t)strtoul(columns[ADDRESS], NULL, 16);
    step->unit = !strcmp(columns[UNIT], "U")   ? STEP_U
                 : !strcmp(columns[UNIT], "V") ? STEP_V
                                               : STEP_ALONE;
    step->from = number(columns[FROM]);
    step->enters = number(columns[ENTERS]);
    step->until = number(columns[UNTIL]);
    step->raised = strcmp(columns[END], "done") != 0;
    take_lost(step, columns[LOST]);
    take_x87(step, columns[X87]);
    take_bytes(step, columns[BYTES]);
    snprintf(step->text, sizeof step->text, "%s", columns[TEXT]);
    return true;
}

int step_log_read(struct step_log *log, const char *path)
{
    FILE *from = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    bool whole = true;
    *log = (struct step_log){0};
    if (!from) {
        say("%s: %s", path, strerror(errno));
        return -1;
    }
    while (whole && getline(&line, &room, from) >= 0) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#')
            continue;
        whole = take_line(memory_add(&log->steps, &log->n, sizeof *log->steps), line);
    }
    free(line);
    fclose(from);
    if (whole)
        return 0;
    say("%s: line %u does not have %u columns", path, log->n, (unsigned)COLUMNS);
    step_log_free(log);
    return -1;
}

void step_log_free(struct step_log *log)
{
    free(log->steps);
    *log = (struct step_log){0};
}
