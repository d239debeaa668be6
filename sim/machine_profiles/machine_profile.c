/*
 * SPDX-License-Identifier: MIT
 * Parses machine profile files into settings. Each line is checked against a model as it is read,
 * so an error is reported with its line number and no setting is rejected later.
 */
#include "sim/machine_profiles/machine_profile.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "sim/machine_profiles/machine_range.h"
#include "sim/model/near_name.h"
#include "sim/chosen_model.h"
#include "sim/model/parameter_table.h"
#include "tools/plain_text.h"

#define BLANKS " \t\r"

static __attribute__((format(printf, 2, 3))) int
machine_profile_error(char error[PROFILE_ERROR_BYTES], const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error, PROFILE_ERROR_BYTES, format, arguments);
    va_end(arguments);
    return -1;
}

/* ---- built-in machine profiles --------------------------------------------------------------- */

#define PROFILE(symbol, name)                                                                      \
    __asm__(                                                                                       \
        ".pushsection .rodata\n\t"                                                                 \
        ".global " #symbol "\n" #symbol                                                            \
        ":\n\t"                                                                                    \
        ".incbin \"sim/machine_profiles/" name                                                     \
        ".box\"\n\t"                                                                               \
        ".byte 0\n\t"                                                                              \
        ".popsection");                                                                            \
    extern const char symbol[];
#include "sim/machine_profiles/machine_profiles.def"
#undef PROFILE

static const struct {
    const char *name, *text;
} own[] = {
#define PROFILE(symbol, name) {name, symbol},
#include "sim/machine_profiles/machine_profiles.def"
#undef PROFILE
};

enum { OWN = sizeof own / sizeof own[0] };

void machine_profiles_list(FILE *to)
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

    return machine_range_mhz(value, &mhz);
}

static bool is_memory(const char *value)
{
    unsigned megabytes;

    return machine_range_memory(value, &megabytes);
}

static const struct {
    const char *name;
    size_t at; /* offset of the text pointer in struct machine_profile */
    bool (*allowed)(const char *value);
    const char *range;
} machine[] = {
    {"cpu", offsetof(struct machine_profile, cpu), machine_range_cpu, RANGE_CPU},
    {"mhz", offsetof(struct machine_profile, mhz), is_mhz, RANGE_MHZ},
    {"m", offsetof(struct machine_profile, memory), is_memory, RANGE_MEMORY},
};

enum { MACHINE = sizeof machine / sizeof machine[0] };

/* Suggests names near `setting`: those of the machine, which the model does not know. */
static const char *machine_profile_suggestion(const char *setting, char words[NEAR_NAME_WORDS])
{
    const size_t length = strcspn(setting, "=");
    struct near_name near = {0};

    for (unsigned i = 0; i < MACHINE; i++)
        near_name_offer(&near, setting, length, machine[i].name);
    return near_name_words(&near, words);
}

static int machine_profile_parse_setting(struct machine_profile *profile, const char *place,
                                         const char *setting, char *error)
{
    struct model_config tried = model_config_default();
    char why[SETTING_ERROR_BYTES], words[NEAR_NAME_WORDS];

    if (profile->setting_count == PROFILE_SETTINGS_MAX)
        return machine_profile_error(error, "%s: '%s': more than %d parameters", place, setting,
                                     PROFILE_SETTINGS_MAX);
    if (!strchr(setting, '='))
        return machine_profile_error(error, "%s: '%s': expected NAME=VALUE, or a comment after #",
                                     place, setting);
    if (parameter_table_set(&tried, setting, why) != 0)
        return machine_profile_error(error, "%s: '%s': %s%s", place, setting, why,
                                     machine_profile_suggestion(setting, words));
    profile->settings[profile->setting_count++] = setting;
    return 0;
}

/* Parses one non-empty line, without comment and blanks. The profile stores a pointer to it. */
static int machine_profile_parse_line(struct machine_profile *profile, const char *place,
                                      const char *line, char *error)
{
    const size_t length = strcspn(line, "=");

    for (unsigned i = 0; i < MACHINE; i++) {
        if (strlen(machine[i].name) != length || memcmp(machine[i].name, line, length) != 0)
            continue;
        if (!line[length] || !machine[i].allowed(line + length + 1))
            return machine_profile_error(error, "%s: '%s': expected %s=VALUE, %s", place, line,
                                         machine[i].name, machine[i].range);
        *(const char **)((char *)profile + machine[i].at) = line + length + 1;
        return 0;
    }
    return machine_profile_parse_setting(profile, place, line, error);
}

/* ---- reading a file -------------------------------------------------------------------------- */

/* Copies the line without blanks into the profile's text buffer; NULL if the buffer is full. */
static const char *machine_profile_store_line(struct machine_profile *profile, const char *line,
                                              size_t length)
{
    char *stored = profile->text + profile->used;
    char *to = stored;

    if (length >= sizeof profile->text - profile->used)
        return NULL;
    for (size_t i = 0; i < length; i++)
        if (!strchr(BLANKS, line[i]))
            *to++ = line[i];
    *to++ = 0;
    profile->used = (size_t)(to - profile->text);
    return stored;
}

int machine_profile_read_text(struct machine_profile *profile, const char *name, const char *text,
                              size_t size, char error[PROFILE_ERROR_BYTES])
{
    unsigned number = 0;

    if (memchr(text, 0, size))
        return machine_profile_error(error, "'%s': not a text file: it contains a byte 0", name);
    for (const char *end = text + size; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const size_t length = (size_t)((stop ? stop : end) - text);
        const char *comment = memchr(text, '#', length);
        const char *line =
            machine_profile_store_line(profile, text, comment ? (size_t)(comment - text) : length);
        char place[200];

        number++;
        text = stop ? stop + 1 : end;
        if (!line)
            return machine_profile_error(error, "'%s': more than %d bytes of parameters", name,
                                         PROFILE_BYTES_MAX);
        snprintf(place, sizeof place, "%s:%u", name, number);
        if (*line && machine_profile_parse_line(profile, place, line, error) != 0)
            return -1;
    }
    profile->last = name;
    return 0;
}

/* Reports a name that is neither a built-in profile nor a readable file. */
static int machine_profile_unknown(const char *name, int reason, char error[PROFILE_ERROR_BYTES])
{
    struct near_name near = {0};
    char words[NEAR_NAME_WORDS];

    for (unsigned i = 0; i < OWN; i++)
        near_name_offer(&near, name, strlen(name), own[i].name);
    return machine_profile_error(
        error,
        "'%.200s': not a built-in profile, and not a readable file: %s%s; '-machine help' lists "
        "the profiles",
        name, strerror(reason), near_name_words(&near, words));
}

int machine_profile_read(struct machine_profile *profile, const char *name,
                         char error[PROFILE_ERROR_BYTES])
{
    char text[2 * PROFILE_BYTES_MAX]; /* comments are not stored */
    size_t size;
    FILE *file;

    for (unsigned i = 0; i < OWN; i++)
        if (strcmp(own[i].name, name) == 0)
            return machine_profile_read_text(profile, name, own[i].text, strlen(own[i].text),
                                             error);
    file = fopen(name, "r");
    if (!file)
        return machine_profile_unknown(name, errno, error);
    size = fread(text, 1, sizeof text, file);
    if (ferror(file)) {
        const int reason = errno;

        fclose(file);
        return machine_profile_error(error, "'%.200s': cannot be read: %s", name, strerror(reason));
    }
    fclose(file);
    if (size == sizeof text)
        return machine_profile_error(error, "'%.200s': too long: a profile has less than %zu bytes",
                                     name, sizeof text);
    return machine_profile_read_text(profile, name, text, plain_text(text, size), error);
}
