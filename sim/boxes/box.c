/*
 * SPDX-License-Identifier: MIT
 * Parses machine profile files into settings. Each line is checked against a model as it is read,
 * so an error is reported with its line number and no setting is rejected later.
 */
#include "sim/boxes/box.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "sim/boxes/machine_range.h"
#include "sim/model/near_name.h"
#include "sim/chosen_model.h"
#include "sim/model/parameter_table.h"

#define BLANKS " \t\r"

static __attribute__((format(printf, 2, 3))) int wrong(char error[BOX_ERROR_BYTES],
                                                       const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error, BOX_ERROR_BYTES, format, arguments);
    va_end(arguments);
    return -1;
}

/* ---- built-in machine profiles --------------------------------------------------------------- */

#define BOX(symbol, name)                                                                          \
    __asm__(                                                                                       \
        ".pushsection .rodata\n\t"                                                                 \
        ".global " #symbol "\n" #symbol                                                            \
        ":\n\t"                                                                                    \
        ".incbin \"sim/boxes/" name                                                                \
        ".box\"\n\t"                                                                               \
        ".byte 0\n\t"                                                                              \
        ".popsection");                                                                            \
    extern const char symbol[];
#include "sim/boxes/boxes.def"
#undef BOX

static const struct {
    const char *name, *text;
} own[] = {
#define BOX(symbol, name) {name, symbol},
#include "sim/boxes/boxes.def"
#undef BOX
};

enum { OWN = sizeof own / sizeof own[0] };

void boxes_list(FILE *to)
{
    for (unsigned i = 0; i < OWN; i++) {
        const char *line = own[i].text + strspn(own[i].text, "# ");

        fprintf(to, "%-10s %.*s\n", own[i].name, (int)strcspn(line, "\n"), line);
    }
}

/* ---- parsing a line -------------------------------------------------------------------------- */

static bool is_mhz(const char *value)
{
    unsigned mhz;

    return range_mhz(value, &mhz);
}

static bool is_memory(const char *value)
{
    unsigned megabytes;

    return range_memory(value, &megabytes);
}

static const struct {
    const char *name;
    size_t at; /* offset of the text pointer in struct box */
    bool (*allowed)(const char *value);
    const char *range;
} machine[] = {
    {"cpu", offsetof(struct box, cpu), range_cpu, RANGE_CPU},
    {"mhz", offsetof(struct box, mhz), is_mhz, RANGE_MHZ},
    {"m", offsetof(struct box, memory), is_memory, RANGE_MEMORY},
};

enum { MACHINE = sizeof machine / sizeof machine[0] };

/* Suggests names near `setting`: those of the machine, which the model does not know. */
static const char *suggested(const char *setting, char words[NEAR_NAME_WORDS])
{
    const size_t length = strcspn(setting, "=");
    struct near_name near = {0};

    for (unsigned i = 0; i < MACHINE; i++)
        near_name_offer(&near, setting, length, machine[i].name);
    return near_name_words(&near, words);
}

static int take_setting(struct box *box, const char *place, const char *setting, char *error)
{
    struct model_config tried = model_config_default();
    char why[SETTING_ERROR_BYTES], words[NEAR_NAME_WORDS];

    if (box->setting_count == BOX_SETTINGS_MAX)
        return wrong(error, "%s: '%s': more than %d parameters", place, setting, BOX_SETTINGS_MAX);
    if (!strchr(setting, '='))
        return wrong(error, "%s: '%s': expected NAME=VALUE, or a comment after #", place, setting);
    if (setting_take(&tried, setting, why) != 0)
        return wrong(error, "%s: '%s': %s%s", place, setting, why, suggested(setting, words));
    box->settings[box->setting_count++] = setting;
    return 0;
}

/* Parses one non-empty line, without comment and blanks. The box stores a pointer to it. */
static int take_line(struct box *box, const char *place, const char *line, char *error)
{
    const size_t length = strcspn(line, "=");

    for (unsigned i = 0; i < MACHINE; i++) {
        if (strlen(machine[i].name) != length || memcmp(machine[i].name, line, length) != 0)
            continue;
        if (!line[length] || !machine[i].allowed(line + length + 1))
            return wrong(error, "%s: '%s': expected %s=VALUE, %s", place, line, machine[i].name,
                         machine[i].range);
        *(const char **)((char *)box + machine[i].at) = line + length + 1;
        return 0;
    }
    return take_setting(box, place, line, error);
}

/* ---- reading a file -------------------------------------------------------------------------- */

/* Copies the line without blanks into the box's text buffer; NULL if the buffer is full. */
static const char *keep(struct box *box, const char *line, size_t length)
{
    char *kept = box->text + box->used;
    char *to = kept;

    if (length >= sizeof box->text - box->used)
        return NULL;
    for (size_t i = 0; i < length; i++)
        if (!strchr(BLANKS, line[i]))
            *to++ = line[i];
    *to++ = 0;
    box->used = (size_t)(to - box->text);
    return kept;
}

int box_take_text(struct box *box, const char *name, const char *text, size_t size,
                  char error[BOX_ERROR_BYTES])
{
    unsigned number = 0;

    if (memchr(text, 0, size))
        return wrong(error, "'%s': not a text file: it contains a byte 0", name);
    for (const char *end = text + size; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const size_t length = (size_t)((stop ? stop : end) - text);
        const char *comment = memchr(text, '#', length);
        const char *line = keep(box, text, comment ? (size_t)(comment - text) : length);
        char place[200];

        number++;
        text = stop ? stop + 1 : end;
        if (!line)
            return wrong(error, "'%s': more than %d bytes of parameters", name, BOX_BYTES_MAX);
        snprintf(place, sizeof place, "%s:%u", name, number);
        if (*line && take_line(box, place, line, error) != 0)
            return -1;
    }
    box->last = name;
    return 0;
}

/* Reports a name that is neither a built-in profile nor a readable file. */
static int unknown(const char *name, int reason, char error[BOX_ERROR_BYTES])
{
    struct near_name near = {0};
    char words[NEAR_NAME_WORDS];

    for (unsigned i = 0; i < OWN; i++)
        near_name_offer(&near, name, strlen(name), own[i].name);
    return wrong(
        error,
        "'%.200s': not a built-in profile, and not a readable file: %s%s; '-machine help' lists "
        "the profiles",
        name, strerror(reason), near_name_words(&near, words));
}

int box_take(struct box *box, const char *name, char error[BOX_ERROR_BYTES])
{
    char text[2 * BOX_BYTES_MAX]; /* comments are not stored */
    size_t size;
    FILE *file;

    for (unsigned i = 0; i < OWN; i++)
        if (strcmp(own[i].name, name) == 0)
            return box_take_text(box, name, own[i].text, strlen(own[i].text), error);
    file = fopen(name, "r");
    if (!file)
        return unknown(name, errno, error);
    size = fread(text, 1, sizeof text, file);
    if (ferror(file)) {
        const int reason = errno;

        fclose(file);
        return wrong(error, "'%.200s': cannot be read: %s", name, strerror(reason));
    }
    fclose(file);
    if (size == sizeof text)
        return wrong(error, "'%.200s': too long: a profile has less than %zu bytes", name,
                     sizeof text);
    return box_take_text(box, name, text, size, error);
}
