/*
 * SPDX-License-Identifier: MIT
 * Parses step files. Columns are separated by tabs; lines with '#' are for readers.
 */
#include "host/analysis/code/step_log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

enum { ADDRESS, UNIT, FROM, ENTERS, UNTIL, END, LOST, X87, BYTES, TEXT, COLUMNS };

static uint64_t step_log_number(const char *text)
{
    return strtoull(text, NULL, 10);
}

static void step_log_parse_lost(struct logged_step *step, char *text)
{
    for (char *item; (item = strsep(&text, ","));) {
        char *value = strchr(item, '=');
        for (unsigned i = 0; value && i < LOST_CAUSES; i++)
            if ((size_t)(value - item) == strlen(stall_cause_names[i]) &&
                !strncmp(item, stall_cause_names[i], (size_t)(value - item)))
                step->lost[i] = step_log_number(value + 1);
    }
}

static void step_log_parse_x87(struct logged_step *step, char *text)
{
    for (char *item; (item = strsep(&text, ","));) {
        if (!strncmp(item, "ready=", 6))
            step->x87_ready = step_log_number(item + 6);
        else if (strcmp(item, "-") != 0)
            snprintf(step->x87_wait, sizeof step->x87_wait, "%s",
                     !strncmp(item, "operand=", 8) ? item + 8 : item);
    }
}

static void step_log_parse_bytes(struct logged_step *step, const char *text)
{
    for (unsigned value; step->length < sizeof step->bytes && sscanf(text, "%2x", &value) == 1;
         text += 2)
        step->bytes[step->length++] = (uint8_t)value;
}

static bool step_log_parse_line(struct logged_step *step, char *line)
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
    step->from = step_log_number(columns[FROM]);
    step->enters = step_log_number(columns[ENTERS]);
    step->until = step_log_number(columns[UNTIL]);
    step->raised = strcmp(columns[END], "done") != 0;
    step_log_parse_lost(step, columns[LOST]);
    step_log_parse_x87(step, columns[X87]);
    step_log_parse_bytes(step, columns[BYTES]);
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
        message_print("%s: %s", path, strerror(errno));
        return -1;
    }
    while (whole && getline(&line, &room, from) >= 0) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#')
            continue;
        whole =
            step_log_parse_line(allocate_element(&log->steps, &log->n, sizeof *log->steps), line);
    }
    free(line);
    fclose(from);
    if (whole)
        return 0;
    message_print("%s: line %u does not have %u columns", path, log->n, (unsigned)COLUMNS);
    step_log_free(log);
    return -1;
}

void step_log_truncate(struct step_log *log, uint32_t head, unsigned iterations)
{
    unsigned visits = 0;
    for (unsigned i = 0; i < log->n; i++)
        if (log->steps[i].address == head && visits++ > iterations) {
            log->n = i;
            return;
        }
}

void step_log_free(struct step_log *log)
{
    free(log->steps);
    *log = (struct step_log){0};
}
