/*
 * SPDX-License-Identifier: MIT
 * The kinds of setting values. Each kind reads a word into the configuration, and writes it back
 * for a dump.
 */
#include "kernel/settings/setting_row.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

int setting_kind_refuse(struct settings *settings, const struct setting *setting, struct word value)
{
    return settings_error(settings, "%s: '%.*s' is not allowed; allowed: %s", setting->name,
                          settings_shown(value), value.text, setting->allowed);
}

static void *member_of(struct settings *settings, const struct setting *setting)
{
    return (char *)settings->config + setting->offset;
}

static unsigned number_in(const struct config *config, const struct setting *setting)
{
    return *(const unsigned *)((const char *)config + setting->offset);
}

/* ---- text ----------------------------------------------------------------------------------- */

int setting_kind_read_text(struct settings *settings, const struct setting *setting,
                           struct word value)
{
    if (value.length == 0 || value.length >= setting->size)
        return setting_kind_refuse(settings, setting, value);
    char *text = member_of(settings, setting);
    memcpy(text, value.text, value.length);
    text[value.length] = 0;
    return 0;
}

static int setting_kind_write_text(const struct config *config, const struct setting *setting,
                                   char *text, size_t size)
{
    return format(text, size, "%s", (const char *)config + setting->offset);
}

const struct setting_kind setting_text = {setting_kind_read_text, setting_kind_write_text};

static int setting_kind_read_command(struct settings *settings, const struct setting *setting,
                                     struct word value)
{
    return program_settings_read ? program_settings_read(settings, setting, value)
                                 : setting_kind_read_text(settings, setting, value);
}

static int setting_kind_write_command(const struct config *config, const struct setting *setting,
                                      char *text, size_t size)
{
    return config->program[0] ? format(text, size, "%s", config->program)
                              : setting_kind_write_text(config, setting, text, size);
}

const struct setting_kind setting_command = {setting_kind_read_command, setting_kind_write_command};

/*
 * A file's name precedes lines on the wire, so it must be printable and must not contain a
 * delimiter.
 */
static int setting_kind_read_file(struct settings *settings, const struct setting *setting,
                                  struct word value)
{
    for (size_t i = 0; i < value.length; i++)
        if (value.text[i] <= ' ' || value.text[i] > '~' || value.text[i] == ':' ||
            value.text[i] == ';')
            return setting_kind_refuse(settings, setting, value);
    return setting_kind_read_text(settings, setting, value);
}

const struct setting_kind setting_file = {setting_kind_read_file, setting_kind_write_text};

/* ---- numbers -------------------------------------------------------------------------------- */

static int setting_kind_read_number(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    uint32_t number;
    if (word_number(value, setting->least, setting->most, &number))
        return setting_kind_refuse(settings, setting, value);
    *(unsigned *)member_of(settings, setting) = number;
    return 0;
}

static int setting_kind_write_number(const struct config *config, const struct setting *setting,
                                     char *text, size_t size)
{
    return format(text, size, "%u", number_in(config, setting));
}

const struct setting_kind setting_number = {setting_kind_read_number, setting_kind_write_number};

/* Reads a hexadecimal number, with or without 0x. */
static int setting_kind_read_hex(struct settings *settings, const struct setting *setting,
                                 struct word value)
{
    char text[11];
    bool prefixed = value.length > 2 && value.text[0] == '0' && (value.text[1] | 0x20) == 'x';
    int length =
        format(text, sizeof text, "%s%.*s", prefixed ? "" : "0x", (int)value.length, value.text);
    uint32_t number;
    if (!value.length || length >= (int)sizeof text ||
        word_number(word_from_text(text), 0, UINT32_MAX, &number))
        return setting_kind_refuse(settings, setting, value);
    *(uint32_t *)member_of(settings, setting) = number;
    return 0;
}

static int setting_kind_write_hex(const struct config *config, const struct setting *setting,
                                  char *text, size_t size)
{
    uint32_t number = *(const uint32_t *)((const char *)config + setting->offset);
    return number ? format(text, size, "0x%08x", (unsigned)number) : 0;
}

const struct setting_kind setting_hex = {setting_kind_read_hex, setting_kind_write_hex};

static int setting_kind_write_noise(const struct config *config, const struct setting *setting,
                                    char *text, size_t size)
{
    return config->noise == CONFIG_NOISE_DEFAULT
               ? 0
               : setting_kind_write_number(config, setting, text, size);
}

const struct setting_kind setting_noise = {setting_kind_read_number, setting_kind_write_noise};

/*
 * Reads N or N.D with one to three decimals, from 0.001 to less than `below`. Returns 0, or -1 if
 * the word is not such a number.
 */
static int setting_kind_parse_decimal(struct word word, uint32_t below, fixed_t *value)
{
    uint32_t units, thousandths = 0;
    struct word whole = word_split(&word, '.');
    if (word.length > 3 || (word.length && word_number(word, 0, 999, &thousandths)))
        return -1;
    for (size_t digits = word.length; digits < 3; digits++)
        thousandths *= 10;
    if (word_number(whole, 0, below - 1, &units) || units + thousandths == 0)
        return -1;
    *value =
        fixed_divide(fixed_from_int((int64_t)units * 1000 + thousandths), fixed_from_int(1000));
    return 0;
}

#define TARGET_COUNTS_BELOW 1000000

/* Reads off, or a percentage, a number of counts, or both separated by a comma. */
static int setting_kind_read_target(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    struct config *config = settings->config;
    struct word rest = value;
    config->ci_target = config->ci_counts = 0;
    if (word_is(value, "off"))
        return 0;
    do {
        struct word part = word_split(&rest, ',');
        bool percent = part.length && part.text[part.length - 1] == '%';
        fixed_t *target = percent ? &config->ci_target : &config->ci_counts;
        part.length -= percent;
        if (*target ||
            setting_kind_parse_decimal(part, percent ? 100 : TARGET_COUNTS_BELOW, target))
            return setting_kind_refuse(settings, setting, value);
    } while (rest.length);
    return 0;
}

static int setting_kind_write_target(const struct config *config, const struct setting *setting,
                                     char *text, size_t size)
{
    (void)setting;
    char percent[24], counts[24];
    fixed_format(percent, sizeof percent, config->ci_target, 3);
    fixed_format(counts, sizeof counts, config->ci_counts, 3);
    if (config->ci_target && config->ci_counts)
        return format(text, size, "%s%%,%s", percent, counts);
    if (config->ci_target)
        return format(text, size, "%s%%", percent);
    return format(text, size, "%s", config->ci_counts ? counts : "off");
}

const struct setting_kind setting_target = {setting_kind_read_target, setting_kind_write_target};

static int setting_kind_read_cull(struct settings *settings, const struct setting *setting,
                                  struct word value)
{
    struct word rest = value;
    uint32_t mads = 0;
    if (!word_is(value, "off") && (!word_is(word_split(&rest, ':'), "mad") ||
                                   word_number(rest, setting->least, setting->most, &mads)))
        return setting_kind_refuse(settings, setting, value);
    settings->config->cull = mads;
    return 0;
}

static int setting_kind_write_cull(const struct config *config, const struct setting *setting,
                                   char *text, size_t size)
{
    (void)setting;
    return config->cull ? format(text, size, "mad:%u", config->cull) : format(text, size, "off");
}

const struct setting_kind setting_cull = {setting_kind_read_cull, setting_kind_write_cull};

/* ---- words ---------------------------------------------------------------------------------- */

/* The choices are the words of `allowed`, in the order of the enumeration. */
static int setting_kind_read_choice(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    struct word rest = word_from_text(setting->allowed);
    for (unsigned choice = 0; rest.length; choice++) {
        struct word name = word_trim(word_split(&rest, ','));
        if (name.length == value.length && !memcmp(name.text, value.text, name.length)) {
            *(unsigned *)member_of(settings, setting) = choice;
            return 0;
        }
    }
    return setting_kind_refuse(settings, setting, value);
}

static int setting_kind_write_choice(const struct config *config, const struct setting *setting,
                                     char *text, size_t size)
{
    struct word rest = word_from_text(setting->allowed);
    struct word name = word_split(&rest, ',');
    for (unsigned choice = number_in(config, setting); choice; choice--)
        name = word_split(&rest, ',');
    name = word_trim(name);
    return format(text, size, "%.*s", (int)name.length, name.text);
}

const struct setting_kind setting_choice = {setting_kind_read_choice, setting_kind_write_choice};

/* Like a choice, but "not chosen" is a value too. */
static int setting_kind_read_switch(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    if (setting_kind_read_choice(settings, setting, value))
        return -1;
    *(unsigned *)member_of(settings, setting) += COUNT_NO;
    return 0;
}

static int setting_kind_write_switch(const struct config *config, const struct setting *setting,
                                     char *text, size_t size)
{
    bool user = setting->offset == offsetof(struct config, user_events);
    unsigned mask = user ? PMC_RING_USER : PMC_RING_KERNEL;
    return format(text, size, "%s", config_count_rings(config) & mask ? "yes" : "no");
}

const struct setting_kind setting_switch = {setting_kind_read_switch, setting_kind_write_switch};

/* Without a choice, the processor's best method is used. */
static int setting_kind_read_probes(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    if (setting_kind_read_switch(settings, setting, value))
        return -1;
    if (settings->config->probes == PROBES_RDPMC && !settings->pmc->has_rdpmc)
        return settings_error(settings,
                              "probes: 'rdpmc': this processor has no RDPMC; allowed: rdmsr");
    return 0;
}
_Static_assert((int)PROBES_RDMSR == (int)COUNT_NO, "setting_kind_read_switch() starts at COUNT_NO");

static int setting_kind_write_probes(const struct config *config, const struct setting *setting,
                                     char *text, size_t size)
{
    (void)setting;
    if (config->probes == PROBES_BEST)
        return 0;
    return format(text, size, "%s", config->probes == PROBES_RDMSR ? "rdmsr" : "rdpmc");
}

const struct setting_kind setting_probes = {setting_kind_read_probes, setting_kind_write_probes};

static int setting_kind_read_ablate(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    struct word rest = value;
    memset(settings->config->ablate, 0, sizeof settings->config->ablate);
    if (word_is(value, config_ablate_name(ABLATE_NONE)))
        return 0;
    do {
        struct word name = word_split(&rest, ',');
        unsigned ablate = ABLATE_NONE + 1;
        while (ablate < ABLATIONS && !word_is(name, config_ablate_name(ablate)))
            ablate++;
        if (ablate == ABLATIONS)
            return setting_kind_refuse(settings, setting, value);
        settings->config->ablate[ablate] = true;
    } while (rest.length);
    return 0;
}

static int setting_kind_write_ablate(const struct config *config, const struct setting *setting,
                                     char *text, size_t size)
{
    (void)setting;
    int length = 0;
    for (unsigned ablate = ABLATE_NONE + 1; ablate < ABLATIONS; ablate++)
        if (config->ablate[ablate])
            length += format(text + length, size - (size_t)length, "%s%s", length ? "," : "",
                             config_ablate_name(ablate));
    return length ? length : format(text, size, "%s", config_ablate_name(ABLATE_NONE));
}

const struct setting_kind setting_ablate = {setting_kind_read_ablate, setting_kind_write_ablate};

/* ---- the console ---------------------------------------------------------------------------- */

/* The PC's four standard addresses. */
static const uint16_t ports[] = {0x3F8, 0x2F8, 0x3E8, 0x2E8};

/* Reads comN or an I/O address; returns 0 if the word is neither. */
static uint16_t port_of(const struct setting *setting, struct word name)
{
    uint32_t number;
    if (name.length == 4 && !strncmp(name.text, "com", 3))
        return word_number((struct word){name.text + 3, 1}, 1, 4, &number) ? 0 : ports[number - 1];
    return word_number(name, setting->least, setting->most, &number) ? 0 : (uint16_t)number;
}

/* Reads none, PORT or PORT,BAUD; the speed must divide 115200. */
static int setting_kind_read_console(struct settings *settings, const struct setting *setting,
                                     struct word value)
{
    struct word rest = value;
    uint16_t port = port_of(setting, word_split(&rest, ','));
    uint32_t baud = 115200;
    bool wrong = !port && !word_is(value, "none");
    if (rest.length)
        wrong |= word_number(rest, 300, 115200, &baud) || 115200 % baud;
    if (wrong)
        return setting_kind_refuse(settings, setting, value);
    settings->config->console_port = port;
    settings->config->console_baud = baud;
    return 0;
}

static int setting_kind_write_console(const struct config *config, const struct setting *setting,
                                      char *text, size_t size)
{
    (void)setting;
    if (!config->console_port)
        return format(text, size, "none");
    return format(text, size, "0x%x,%u", config->console_port, (unsigned)config->console_baud);
}

const struct setting_kind setting_console = {setting_kind_read_console, setting_kind_write_console};

/* ---- events: kernel/settings/event_list.c; a dump has each event's switch ------------------- */

static int setting_kind_read_events(struct settings *settings, const struct setting *setting,
                                    struct word value)
{
    return event_list_read(settings, setting->allowed, value);
}

static int setting_kind_write_events(const struct config *config, const struct setting *setting,
                                     char *text, size_t size)
{
    (void)config, (void)setting, (void)text, (void)size;
    return 0;
}

const struct setting_kind setting_events = {setting_kind_read_events, setting_kind_write_events};
