/*
 * SPDX-License-Identifier: MIT
 * Reads an experiment file, and assigns registers to each experiment.
 */
#include "host/pentium4/xml/experiment_file.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/pentium4/xml/event_instance.h"

#define ROOT      "exp_config"
#define MOST_TEXT 1200

static const char *experiment_file_store(struct experiments *experiments, const char *text)
{
    return string_set_add(&experiments->strings, text, strlen(text));
}

/* ---- programs ------------------------------------------------------------------------------- */

static void experiment_file_processor(struct experiments *experiments, const xmlNode *node)
{
    char *type = xml_attribute(node, "type");
    experiments->processor = experiment_file_store(experiments, type ? type : "");
    if (!type || !xml_same(type, "pentium4"))
        xml_error_refuse(&experiments->errors, xml_line(node),
                         "<processor type=\"%s\">: the only type is pentium4", type ? type : "");
    free(type);
}

static void experiment_file_program(struct experiments *experiments, const xmlNode *node)
{
    char *command = xml_attribute(node, "command");
    if (!command || !*command) {
        xml_error_refuse(&experiments->errors, xml_line(node),
                         "<%s> needs an attribute command=\"PROGRAM\"", xml_name(node));
    } else {
        struct experiment_program *program =
            allocate_element(&experiments->programs, &experiments->n_programs, sizeof *program);
        program->name = experiment_file_store(experiments, xml_name(node));
        program->command = experiment_file_store(experiments, command);
        program->line = xml_line(node);
        for (unsigned i = 0; i + 1 < experiments->n_programs; i++)
            if (xml_same(experiments->programs[i].name, xml_name(node)))
                xml_error_refuse(&experiments->errors, xml_line(node),
                                 "<%s> is defined twice, also in line %ld", xml_name(node),
                                 experiments->programs[i].line);
    }
    free(command);
}

/* ---- experiments ---------------------------------------------------------------------------- */

static void experiment_file_check_names(struct experiments *experiments,
                                        const struct experiment *experiment)
{
    for (unsigned i = 0; i < experiment->n; i++)
        for (unsigned j = 0; j < i; j++)
            if (!experiment->instances[i].upstream && !experiment->instances[j].upstream &&
                experiment->instances[i].name == experiment->instances[j].name)
                xml_error_refuse(&experiments->errors, experiment->instances[i].line,
                                 "%s: <%s> is defined twice, also in line %ld", experiment->name,
                                 experiment->instances[i].name, experiment->instances[j].line);
}

static void experiment_file_experiment(struct experiments *experiments, const xmlNode *node)
{
    struct experiment *experiment = allocate_element(
        &experiments->experiments, &experiments->n_experiments, sizeof *experiment);
    experiment->name = experiment_file_store(experiments, xml_name(node));
    experiment->line = xml_line(node);
    for (unsigned i = 0; i + 1 < experiments->n_experiments; i++)
        if (xml_same(experiments->experiments[i].name, experiment->name))
            xml_error_refuse(&experiments->errors, experiment->line,
                             "<%s> is defined twice, also in line %ld", experiment->name,
                             experiments->experiments[i].line);
    XML_FOR(child, node)
    event_instance_read(experiments, experiment, child);
}

static void experiment_file_experiments(struct experiments *experiments, const xmlNode *node)
{
    struct xml_errors *errors = &experiments->errors;
    XML_FOR(child, node)
    if (xml_is(errors, child, "default"))
        experiments->usual = child;
    XML_FOR(child, node)
    if (child != experiments->usual)
        experiment_file_experiment(experiments, child);
}

/*
 * Reads the elements after the root's end. They are events of the last experiment whose closing
 * tags came too early, so they are added to it.
 */
static void experiment_file_read_after(struct experiments *experiments)
{
    struct xml_errors *errors = &experiments->errors;
    struct experiment *last = experiments->n_experiments
                                  ? &experiments->experiments[experiments->n_experiments - 1]
                                  : NULL;
    XML_FOR(node, experiments->xml.after)
    {
        if (!last || !xmlHasProp(node, (const xmlChar *)"base")) {
            xml_error_refuse(errors, xml_line(node),
                             "<%s> is after </" ROOT ">, which ends the file", xml_name(node));
            continue;
        }
        xml_error_correct(errors, xml_line(node),
                          "<%s> is after </" ROOT
                          ">; read as an event of %s, whose closing tag comes too early",
                          xml_name(node), last->name);
        event_instance_read(experiments, last, node);
    }
}

static void experiment_file_check(struct experiments *experiments)
{
    struct xml_errors *errors = &experiments->errors;
    if (!experiments->processor)
        xml_error_note(errors, 0,
                       "there is no <processor type=\"pentium4\"/>; a Pentium 4 is assumed");
    if (!experiments->n_experiments)
        xml_error_refuse(
            errors, 0, "the file defines no experiment; experiments are defined in <experiments>");
    for (unsigned i = 0; i < experiments->n_experiments; i++) {
        const struct experiment *experiment = &experiments->experiments[i];
        if (!experiment->n && !errors->refused)
            xml_error_refuse(errors, experiment->line, "<%s> has no event", experiment->name);
        experiment_file_check_names(experiments, experiment);
    }
}

int experiment_file_open(struct experiments *experiments, const struct config *config,
                         const char *path, bool strict)
{
    *experiments =
        (struct experiments){.errors = {.file = path, .strict = strict}, .config = config};
    struct xml_errors *errors = &experiments->errors;
    if (xml_file_open(&experiments->xml, errors, path, ROOT))
        return -1;
    XML_FOR(child, experiments->xml.root)
    {
        if (xml_is(errors, child, "processor"))
            experiment_file_processor(experiments, child);
        else if (xml_is(errors, child, "programs"))
            XML_FOR(program, child)
        experiment_file_program(experiments, program);
        else if (xml_is(errors, child, "experiments"))
            experiment_file_experiments(experiments, child);
        else xml_error_refuse(errors, xml_line(child),
                              "<%s>: allowed in <" ROOT
                              ">: <processor/>, <programs>, <experiments>",
                              xml_name(child));
    }
    if (experiments->xml.after)
        experiment_file_read_after(experiments);
    experiment_file_check(experiments);
    return errors->refused ? -1 : 0;
}

void experiment_file_close(struct experiments *experiments)
{
    free(experiments->programs);
    free(experiments->experiments);
    string_set_free(&experiments->strings);
    xml_file_close(&experiments->xml);
}

/* ---- registers ------------------------------------------------------------------------------ */

/* Returns how an event is tagged; NETBURST_NOTHING if it is not tagged. */
static enum netburst_tagging experiment_file_tagging(const struct netburst_count *count)
{
    if (count->tagged)
        return count->tagged->way;
    return count->event == &netburst_events[NETBURST_EVENT_front_end_event]   ? NETBURST_FRONT_END
           : count->event == &netburst_events[NETBURST_EVENT_execution_event] ? NETBURST_EXECUTION
           : count->event == &netburst_events[NETBURST_EVENT_replay_event]    ? NETBURST_REPLAY
                                                                              : NETBURST_NOTHING;
}

const struct instance *experiment_file_sampled(const struct experiment *experiment)
{
    for (unsigned i = 0; i < experiment->n; i++)
        if (experiment->instances[i].sampling.kind != SAMPLING_NONE)
            return &experiment->instances[i];
    return NULL;
}

/*
 * Checks that at most one event is sampled, and that no other kind of tag is used together with a
 * precisely sampled event.
 */
static void experiment_file_check_sampling(struct experiments *experiments,
                                           const struct experiment *experiment)
{
    const struct instance *sampled = experiment_file_sampled(experiment);
    for (unsigned i = 0; sampled && i < experiment->n; i++) {
        const struct instance *instance = &experiment->instances[i];
        enum netburst_tagging way = experiment_file_tagging(&experiment->counts[i]);
        enum netburst_tagging other =
            experiment_file_tagging(&experiment->counts[sampled - experiment->instances]);
        if (instance != sampled && instance->sampling.kind != SAMPLING_NONE)
            xml_error_refuse(
                &experiments->errors, instance->sampling.line,
                "%s: a second event with <ebs/>; only one event can be sampled, and %s is",
                experiment->name, sampled->name);
        if (sampled->sampling.kind == SAMPLING_PRECISE && way != NETBURST_NOTHING && way != other)
            xml_error_refuse(
                &experiments->errors, instance->line,
                "%s: %s is tagged by another method than %s, which is sampled precisely: "
                "the processor uses one tagging method at a time",
                experiment->name, instance->name, sampled->name);
    }
}

static void experiment_file_check_counts(struct experiments *experiments,
                                         const struct netburst_machine *machine,
                                         const struct experiment *experiment)
{
    char error[MOST_TEXT];
    for (unsigned i = 0; i < experiment->n; i++)
        if (netburst_count_check(machine, &experiment->counts[i], error, sizeof error))
            xml_error_refuse(&experiments->errors, experiment->instances[i].line, "%s: %s: %s",
                             experiment->name, experiment->instances[i].name, error);
}

/* A counter that starts from 0 overflows after 2^40 events, so what it starts counts nothing. */
static void experiment_file_check_cascades(struct experiments *experiments,
                                           const struct experiment *experiment)
{
    for (unsigned i = 1; i < experiment->n; i++)
        if (experiment->counts[i].start != NETBURST_ENABLED && !experiment->counts[i - 1].after)
            xml_error_note(&experiments->errors, experiment->instances[i].line,
                           "%s: %s starts when %s overflows, which needs 2^40 events; "
                           "<counter val=\"-N\"/> in %s lets it overflow with its N-th event",
                           experiment->name, experiment->instances[i].name,
                           experiment->instances[i - 1].name, experiment->instances[i - 1].name);
}

int experiment_file_assign(struct experiments *experiments, const struct netburst_machine *machine)
{
    char error[MOST_TEXT];
    for (unsigned i = 0; i < experiments->n_experiments; i++) {
        struct experiment *experiment = &experiments->experiments[i];
        experiment_file_check_sampling(experiments, experiment);
        experiment_file_check_counts(experiments, machine, experiment);
        experiment_file_check_cascades(experiments, experiment);
        unsigned refused = netburst_assign(machine, experiment->counts, experiment->n,
                                           &experiment->plan, error, sizeof error);
        if (refused)
            xml_error_refuse(&experiments->errors, experiment->instances[refused - 1].line,
                             "%s: %s: %s", experiment->name,
                             experiment->instances[refused - 1].name, error);
    }
    return experiments->errors.refused ? -1 : 0;
}
