/*
 * SPDX-License-Identifier: MIT
 * The table of settings: a row has the name, the valid values, the kind and the destination of
 * each.
 */
#include "kernel/settings/setting_row.h"

#include <stdarg.h>

#include "kernel/lib/format.h"
#include "kernel/settings/grouped_events.h"
#include "kernel/lib/string.h"
#include "kernel/settings/suggestions.h"

#define MEMBER(member) offsetof(struct config, member), sizeof((struct config *)0)->member
_Static_assert(CONFIG_PROGRAM_BYTES == 1001, "must match the texts of 'command', 'environment'");
#define FILE_ALLOWED "a name of 1 to 31 characters without blanks, ':' and ';'"

static const struct setting table[] = {
    {"command",
     "names of benchmarks or globs, separated by commas, such as thesis/*,program1, or ./PROGRAM "
     "ARGUMENTS; 1 to 255 characters, of a program 1 to 1000",
     &setting_command, MEMBER(command), 0, 0, THESIS},
    {"events",
     "all, names from the event table, codes such as 0x12, cache, branch, pipe, stall, bus, mmx, "
     "time_stamp; separated by commas, with :u, :k or :uk appended for the rings",
     &setting_events, 0, 0, 0, 0, OURS},
    {"experiment", "measure, overhead, first_boot, score, profile, rates, multiplex, channels",
     &setting_choice, MEMBER(experiment), 0, 0, OURS},
    {"repetitions", "a number from 1 to 10000000", &setting_number, MEMBER(repetitions), 1,
     CONFIG_MOST_REPETITIONS, THESIS},
    {"max_repetitions", "a number from 1 to 10000000", &setting_number, MEMBER(max_repetitions), 1,
     CONFIG_MOST_REPETITIONS, OURS},
    {"ci_target",
     "off, or a percentage above 0 and below 100, such as 1% or 0.5%, a number of counts such as "
     "0.5, or both, as in 1%,0.5",
     &setting_target, MEMBER(ci_target), 0, 0, OURS},
    {"batches", "a number from 1 to 100", &setting_number, MEMBER(batches), 1, CONFIG_MOST_BATCHES,
     OURS},
    {"cull", "off, or mad:N, where N is a number from 1 to 1000", &setting_cull, MEMBER(cull), 1,
     1000, OURS},
    {"confidence_level_99", "no, yes", &setting_choice, MEMBER(confidence_level_99), 0, 0, THESIS},
    {"output_all_results", "no, yes", &setting_choice, MEMBER(output_all_results), 0, 0, THESIS},
    {"skip_initialization_run", "no, yes", &setting_choice, MEMBER(skip_initialization_run), 0, 0,
     THESIS},
    {"repeat_first_run", "no, yes", &setting_choice, MEMBER(repeat_first_run), 0, 0, THESIS},
    {"use_assembly_regions", "no, yes", &setting_choice, MEMBER(use_assembly_regions), 0, 0,
     THESIS},
    {"max_regions", "a number from 1 to 256", &setting_number, MEMBER(max_regions), 1,
     CONFIG_MOST_REGIONS, THESIS},
    {"privilege", "kernel, user", &setting_choice, MEMBER(privilege), 0, 0, OURS},
    {"paging", "mixed, off, 4k, 4m", &setting_choice, MEMBER(paging), 0, 0, OURS},
    {"user_events", "no, yes", &setting_switch, MEMBER(user_events), 0, 0, THESIS},
    {"kernel_events", "no, yes", &setting_switch, MEMBER(kernel_events), 0, 0, THESIS},
    {"probes", "rdmsr, rdpmc", &setting_probes, MEMBER(probes), 0, 0, OURS},
    {"trust", "off, near, all", &setting_choice, MEMBER(trust), 0, 0, OURS},
    {"state", "warm, cold, both", &setting_choice, MEMBER(state), 0, 0, OURS},
    {"ablate", "none, or branch, vpipe, l1, separated by commas", &setting_ablate, MEMBER(ablate),
     0, 0, OURS},
    {"watchdog", "a number of seconds from 0 (off) to 3600", &setting_number, MEMBER(watchdog), 0,
     CONFIG_MOST_WATCHDOG, OURS},
    {"report", "records, text, p5mon_file", &setting_choice, MEMBER(report), 0, 0, OURS},
    {"output_file", FILE_ALLOWED, &setting_file, MEMBER(output_file), 0, 0, THESIS},
    {"verbose_level", "a number from 0 to 2", &setting_number, MEMBER(verbose_level), 0, 2, THESIS},
    {"dump_parms", "no, yes", &setting_choice, MEMBER(dump_parms), 0, 0, THESIS},
    {"warn_parm_not_defined", "no, yes", &setting_choice, MEMBER(warn_not_defined), 0, 0, THESIS},
    {"warn_parm_defined_twice", "error, yes, no", &setting_choice, MEMBER(warn_defined_twice), 0, 0,
     THESIS},
    {"warn_parm_not_used", "error, yes, no", &setting_choice, MEMBER(warn_not_used), 0, 0, THESIS},
    {"parm_warn_file_name", FILE_ALLOWED, &setting_file, MEMBER(warn_file), 0, 0, THESIS},
    {"parm_dump_file_name", FILE_ALLOWED, &setting_file, MEMBER(dump_file), 0, 0, THESIS},
    {"console",
     "none, com1 to com4 or a port such as 0x3f8, then a comma and a speed of 300 to 115200 that "
     "divides 115200",
     &setting_console, 0, 0, 0x100, 0xFFF8, OURS},
    {"flow", "none, rtscts, xonxoff", &setting_choice, MEMBER(flow), 0, 0, OURS},
    {"noise", "a number of seconds from 0 (2000000 clocks) to 60", &setting_noise, MEMBER(noise), 0,
     CONFIG_MOST_NOISE, OURS},
    {"page", "a number of seconds from 0 to 3600", &setting_number, MEMBER(page), 0,
     CONFIG_MOST_PAGE, OURS},
    {"runs", "a number from 1 to 10000", &setting_number, MEMBER(runs), 1, CONFIG_MOST_RUNS, OURS},
    {"exit", "halt, reboot, poweroff, qemu, loop, monitor, 86box", &setting_choice, MEMBER(exit), 0,
     0, OURS},
};
#define IN_TABLE (sizeof table / sizeof table[0])
#define SETTINGS (IN_TABLE + FURTHER_SETTINGS)
_Static_assert(CONFIG_MOST_REPETITIONS == 10000000, "must match the text of 'repetitions' above");
_Static_assert(CONFIG_MOST_RUNS == 10000, "must match the text of 'runs' above");
_Static_assert(CONFIG_MOST_REGIONS == 256, "must match the text of 'max_regions' above");
_Static_assert(CONFIG_FILE_BYTES == 32, "must match FILE_ALLOWED");
_Static_assert(SETTINGS <= 64, "seen and defined have 64 bits");

static unsigned settings_here(void)
{
    return further_settings ? SETTINGS : IN_TABLE;
}

static const struct setting *settings_row(unsigned i)
{
    return i < IN_TABLE ? &table[i] : &further_settings[i - IN_TABLE];
}

/* Alternative names of settings. */
static const struct {
    const char *name, *meant;
} aliases[] = {
    {"conf_level_99", "confidence_level_99"}, /* thesis, section 4.4.1 and Figure C.1 */
};

/* ---- messages ------------------------------------------------------------------------------- */

void settings_from(struct settings *settings, const char *source)
{
    settings->source = source;
    settings->line = 0;
    settings->seen = 0;
    memset(settings->seen_event, 0, sizeof settings->seen_event);
    settings->names_events = false;
}

int settings_shown(struct word word)
{
    return word.length < 64 ? (int)word.length : 64;
}

/* Keeps the first sentence, preceded by its place. */
static void settings_store_sentence(struct settings *settings, const char *sentence,
                                    va_list arguments)
{
    char *text = settings->error;
    if (text[0])
        return;
    int length = format(text, CONFIG_ERROR_BYTES, "%s:", settings->source);
    if (settings->line)
        length += format(text + length, CONFIG_ERROR_BYTES - (size_t)length, "%u:", settings->line);
    text[length++] = ' ';
    vformat(text + length, CONFIG_ERROR_BYTES - (size_t)length, sentence, arguments);
}

int settings_error(struct settings *settings, const char *sentence, ...)
{
    va_list arguments;
    va_start(arguments, sentence);
    settings_store_sentence(settings, sentence, arguments);
    va_end(arguments);
    return -1;
}

/*
 * Emits an error, a warning, or nothing, as the experiment configures. Returns -1 only for the
 * error.
 */
__attribute__((format(printf, 3, 4))) static int
settings_complain(struct settings *settings, enum warn how, const char *sentence, ...)
{
    const struct config_listener *listener = settings->listener;
    bool unheard = how == WARN_NO || (how == WARN_YES && !listener) || settings->error[0];
    if (!unheard) {
        va_list arguments;
        va_start(arguments, sentence);
        settings_store_sentence(settings, sentence, arguments);
        va_end(arguments);
    }
    if (how == WARN_ERROR)
        return -1;
    if (!unheard) {
        listener->warning(listener->to, settings->warn_file, settings->error);
        settings->error[0] = 0; /* a warning is not an error */
    }
    return 0;
}

static int settings_report_unknown(struct settings *settings, struct word name, struct word value)
{
    char names[CONFIG_ERROR_BYTES] = "";
    size_t length = 0;
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < settings_here(); i++) {
        if (suggestions_offer)
            suggestions_offer(&suggestion, name.text, name.length, settings_row(i)->name);
        if (length < sizeof names)
            length += (size_t)format(names + length, sizeof names - length,
                                     " %s=", settings_row(i)->name);
    }
    for (unsigned i = 0; suggestions_offer && i < settings->pmc->n_events; i++)
        if (pmc_has(settings->pmc, &settings->pmc->events[i]))
            suggestions_offer(&suggestion, name.text, name.length, settings->pmc->events[i].name);
    if (suggestion.best)
        return settings_complain(settings, settings->not_used,
                                 "'%.*s' is not a setting (value '%.*s'); did you mean %s?",
                                 settings_shown(name), name.text, settings_shown(value), value.text,
                                 suggestion.best);
    return settings_complain(
        settings, settings->not_used,
        "'%.*s' is not a setting (value '%.*s'); allowed:%s, and events by name",
        settings_shown(name), name.text, settings_shown(value), value.text, names);
}

static int settings_report_given_twice(struct settings *settings, struct word name,
                                       struct word value)
{
    return settings_complain(settings, settings->defined_twice,
                             "%.*s: given twice, the second time as '%.*s'; once is allowed",
                             settings_shown(name), name.text, settings_shown(value), value.text);
}

/* ---- applying settings ---------------------------------------------------------------------- */

/* Returns the row number; SETTINGS if the name is unknown. */
static unsigned settings_find(struct word name)
{
    for (unsigned i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (word_is(name, aliases[i].name))
            name = word_from_text(aliases[i].meant);
    unsigned i = 0;
    while (i < settings_here() && !word_is(name, settings_row(i)->name))
        i++;
    return i < settings_here() ? i : SETTINGS;
}

static int settings_apply_event(struct settings *settings, const struct event *event,
                                struct word name, struct word value)
{
    size_t place = settings->pmc->n_events;
    if (event != &pmc_time_stamp)
        place = (size_t)(event - settings->pmc->events);
    if (settings->seen_event[place] && settings_report_given_twice(settings, name, value))
        return -1;
    settings->seen_event[place] = settings->defined_event[place] = true;
    return event_list_switch(settings, event, value);
}

int settings_apply(struct settings *settings, struct word name, struct word value)
{
    unsigned number = settings_find(name);
    if (number < SETTINGS) {
        const struct setting *setting = settings_row(number);
        uint64_t bit = 1ull << number;
        if (settings->seen & bit && settings_report_given_twice(settings, name, value))
            return -1;
        settings->seen |= bit;
        settings->defined |= bit;
        return setting->kind->read(settings, setting, value);
    }
    const struct event *event = pmc_event_find(settings->pmc, name.text, name.length);
    if (event)
        return settings_apply_event(settings, event, name, value);
    return foreign_event_refuse && foreign_event_refuse(settings, name)
               ? -1
               : settings_report_unknown(settings, name, value);
}

int settings_no_value(struct settings *settings, struct word name)
{
    unsigned number = settings_find(name);
    if (number == SETTINGS)
        return settings_report_unknown(settings, name, word_from_text(""));
    return settings_error(settings, "%s: no value; allowed: %s", settings_row(number)->name,
                          settings_row(number)->allowed);
}

bool settings_known(struct word name)
{
    return settings_find(name) < SETTINGS;
}

bool settings_given(const struct settings *settings, const char *name)
{
    return settings->defined >> settings_find(word_from_text(name)) & 1;
}

bool settings_events_given(const struct settings *settings)
{
    bool given = settings_given(settings, "events");
    for (unsigned i = 0; i <= settings->pmc->n_events && !given; i++)
        given = settings->defined_event[i];
    return given;
}

/* ---- all settings --------------------------------------------------------------------------- */

void settings_warn_not_defined(struct settings *settings)
{
    static char value[CONFIG_PROGRAM_BYTES];
    bool events = false;
    for (unsigned i = 0; i < settings_here(); i++) {
        const struct setting *setting = settings_row(i);
        bool defined = settings->defined >> i & 1;
        if (setting->kind == &setting_events)
            events = defined;
        if (defined || setting->origin != THESIS)
            continue;
        int length = setting->kind->write(settings->config, setting, value, sizeof value);
        settings_complain(settings, WARN_YES, "%s: not defined; using %s", setting->name,
                          length ? value : "none");
    }
    for (unsigned i = 0; i < settings->pmc->n_events && !events; i++) {
        const struct event *event = &settings->pmc->events[i];
        if (settings->defined_event[i] || !pmc_has(settings->pmc, event))
            continue;
        event_list_write(settings->config, settings->pmc, event, value, sizeof value);
        settings_complain(settings, WARN_YES, "%s: not defined; using %s", event->name, value);
    }
}

void settings_dump(const struct config *config, const struct pmc *pmc,
                   void (*line)(void *to, const char *text), void *to)
{
    static char text[CONFIG_PROGRAM_BYTES + 32], value[CONFIG_PROGRAM_BYTES];
    line(to, "(p5mon");
    for (unsigned i = 0; i < settings_here(); i++) {
        if (!settings_row(i)->kind->write(config, settings_row(i), value, sizeof value))
            continue;
        format(text, sizeof text, "    %s = %s;", settings_row(i)->name, value);
        line(to, text);
    }
    const bool grouped = config->grouped && &grouped_events_write &&
                         grouped_events_write(config, pmc, value, sizeof value);
    if (grouped) {
        format(text, sizeof text, "    events = %s;", value);
        line(to, text);
    }
    for (unsigned i = 0; i <= pmc->n_events && !grouped; i++) {
        const struct event *event = i < pmc->n_events ? &pmc->events[i] : &pmc_time_stamp;
        if (event != &pmc_time_stamp && !pmc_has(pmc, event))
            continue;
        event_list_write(config, pmc, event, value, sizeof value);
        format(text, sizeof text, "    %s = %s;", event->name, value);
        line(to, text);
    }
    line(to, "end)");
}
