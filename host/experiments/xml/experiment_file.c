/*
 * SPDX-License-Identifier: MIT
 * Reads an experiment file, and assigns registers to each experiment.
 */
#include "host/experiments/xml/experiment_file.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"

#define ROOT      "exp_config"
#define MOST_TEXT 1200

static const char *keep(struct experiments *experiments, const char *text)
{
    return strings_keep(&experiments->strings, text, strlen(text));
}

/* ---- programs ------------------------------------------------------------------------------- */

static void read_processor(struct experiments *experiments, const xmlNode *node)
{
    char *type = xml_attribute(node, "type");
    experiments->processor = keep(experiments, type ? type : "");
    if (!type || !xml_same(type, "pentium4"))
        slip_refuse(&experiments->slips, xml_line(node),
                    "<processor type=\"%s\">: the only type is pentium4", type ? type : "");
    free(type);
}

static void read_program(struct experiments *experiments, const xmlNode *node)
{
    char *command = xml_attribute(node, "command");
    if (!command || !*command) {
        slip_refuse(&experiments->slips, xml_line(node),
                    "<%s> needs an attribute command=\"PROGRAM\"", xml_name(node));
    } else {
        struct program *program =
            memory_add(&experiments->programs, &experiments->n_programs, sizeof *program);
        program->name = keep(experiments, xml_name(node));
        program->command = keep(experiments, command);
        program->line = xml_line(node);
        for (unsigned i = 0; i + 1 < experiments->n_programs; i++)
            if (xml_same(experiments->programs[i].name, xml_name(node)))
                slip_refuse(&experiments->slips, xml_line(node),
                            "<%s> is defined twice, also in line %ld", xml_name(node),
                            experiments->programs[i].line);
    }
    free(command);
}

/* ---- experiments ---------------------------------------------------------------------------- */

static void check_names(struct experiments *experiments, const struct experiment *experiment)
{
    for (unsigned i = 0; i < experiment->n; i++)
        for (unsigned j = 0; j < i; j++)
            if (!experiment->instances[i].upstream && !experiment->instances[j].upstream &&
                experiment->instances[i].name == experiment->instances[j].name)
                slip_refuse(&experiments->slips, experiment->instances[i].line,
                            "%s: <%s> is defined twice, also in line %ld", experiment->name,
                            experiment->instances[i].name, experiment->instances[j].line);
}

static void read_experiment(struct experiments *experiments, const xmlNode *node)
{
    struct experiment *experiment =
        memory_add(&experiments->experiments, &experiments->n_experiments, sizeof *experiment);
    experiment->name = keep(experiments, xml_name(node));
    experiment->line = xml_line(node);
    for (unsigned i = 0; i + 1 < experiments->n_experiments; i++)
        if (xml_same(experiments->experiments[i].name, experiment->name))
            slip_refuse(&experiments->slips, experiment->line,
                        "<%s> is defined twice, also in line %ld", experiment->name,
                        experiments->experiments[i].line);
    XML_FOR(child, node)
    instance_read(experiments, experiment, child);
}

static void read_experiments(struct experiments *experiments, const xmlNode *node)
{
    struct slips *slips = &experiments->slips;
    XML_FOR(child, node)
    if (xml_is(slips, child, "default"))
        experiments->usual = child;
    XML_FOR(child, node)
    if (child != experiments->usual)
        read_experiment(experiments, child);
}

/*
 * Reads the elements after the root's end. They are events of the last experiment whose closing
 * tags came too early, so they are added to it.
 */
static void read_behind(struct experiments *experiments)
{
    struct slips *slips = &experiments->slips;
    struct experiment *last = experiments->n_experiments
                                  ? &experiments->experiments[experiments->n_experiments - 1]
                                  : NULL;
    XML_FOR(node, experiments->xml.behind)
    {
        if (!last || !xmlHasProp(node, (const xmlChar *)"base")) {
            slip_refuse(slips, xml_line(node), "<%s> is after </" ROOT ">, which ends the file",
                        xml_name(node));
            continue;
        }
        slip_mend(slips, xml_line(node),
                  "<%s> is after </" ROOT
                  ">; read as an event of %s, whose closing tag comes too early",
                  xml_name(node), last->name);
        instance_read(experiments, last, node);
    }
}

static void check_whole(struct experiments *experiments)
{
    struct slips *slips = &experiments->slips;
    if (!experiments->processor)
        slip_tell(slips, 0, "there is no <processor type=\"pentium4\"/>; a Pentium 4 is assumed");
    if (!experiments->n_experiments)
        slip_refuse(slips, 0,
                    "the file defines no experiment; experiments are defined in <experiments>");
    for (unsigned i = 0; i < experiments->n_experiments; i++) {
        const struct experiment *experiment = &experiments->experiments[i];
        if (!experiment->n && !slips->refused)
            slip_refuse(slips, experiment->line, "<%s> has no event", experiment->name);
        check_names(experiments, experiment);
    }
}

int experiments_open(struct experiments *experiments, const struct config *config, const char *path,
                     bool strict)
{
    *experiments =
        (struct experiments){.slips = {.file = path, .strict = strict}, .config = config};
    struct slips *slips = &experiments->slips;
    if (xml_open(&experiments->xml, slips, path, ROOT))
        return -1;
    XML_FOR(child, experiments->xml.root)
    {
        if (xml_is(slips, child, "processor"))
            read_processor(experiments, child);
        else if (xml_is(slips, child, "programs"))
            XML_FOR(program, child)
        read_program(experiments, program);
        else if (xml_is(slips, child, "experiments")) read_experiments(experiments, child);
        else slip_refuse(slips, xml_line(child),
                         "<%s>: allowed in <" ROOT ">: <processor/>, <programs>, <experiments>",
                         xml_name(child));
    }
    if (experiments->xml.behind)
        read_behind(experiments);
    check_whole(experiments);
    return slips->refused ? -1 : 0;
}

void experiments_close(struct experiments *experiments)
{
    free(experiments->programs);
    free(experiments->experiments);
    strings_free(&experiments->strings);
    xml_close(&experiments->xml);
}

/* ---- registers ------------------------------------------------------------------------------ */

/* Returns how an event is tagged; NETBURST_NOTHING if it is not tagged. */
static enum netburst_tagging way_of(const struct netburst_count *count)
{
    if (count->tagged)
        return count->tagged->way;
    return count->event == &netburst_events[NETBURST_EVENT_front_end_event]   ? NETBURST_FRONT_END
           : count->event == &netburst_events[NETBURST_EVENT_execution_event] ? NETBURST_EXECUTION
           : count->event == &netburst_events[NETBURST_EVENT_replay_event]    ? NETBURST_REPLAY
                                                                              : NETBURST_NOTHING;
}

/*
 * Checks that at most one event is sampled, and that no other kind of tag is used together with a
 * precisely sampled event.
 */
static void check_sampling(struct experiments *experiments, const struct experiment *experiment)
{
    const struct instance *sampled = experiment_sampled(experiment);
    for (unsigned i = 0; sampled && i < experiment->n; i++) {
        const struct instance *instance = &experiment->instances[i];
        enum netburst_tagging way = way_of(&experiment->counts[i]);
        enum netburst_tagging other = way_of(&experiment->counts[sampled - experiment->instances]);
        if (instance != sampled && instance->sampling.kind != SAMPLING_NONE)
            slip_refuse(&experiments->slips, instance->sampling.line,
                        "%s: a second event with <ebs/>; only one event can be sampled, and %s is",
                        experiment->name, sampled->name);
        if (sampled->sampling.kind == SAMPLING_PRECISE && way != NETBURST_NOTHING && way != other)
            slip_refuse(&experiments->slips, instance->line,
                        "%s: %s is tagged by another method than %s, which is sampled precisely: "
                        "the processor uses one tagging method at a time",
                        experiment->name, instance->name, sampled->name);
    }
}

static void check_counts(struct experiments *experiments, const struct netburst_machine *machine,
                         const struct experiment *experiment)
{
    char error[MOST_TEXT];
    for (unsigned i = 0; i < experiment->n; i++)
        if (netburst_check_count(machine, &experiment->counts[i], error, sizeof error))
            slip_refuse(&experiments->slips, experiment->instances[i].line, "%s: %s: %s",
                        experiment->name, experiment->instances[i].name, error);
}

int experiments_assign(struct experiments *experiments, const struct netburst_machine *machine)
{
    char error[MOST_TEXT];
    for (unsigned i = 0; i < experiments->n_experiments; i++) {
        struct experiment *experiment = &experiments->experiments[i];
        check_sampling(experiments, experiment);
        check_counts(experiments, machine, experiment);
        unsigned refused = netburst_assign(machine, experiment->counts, experiment->n,
                                           &experiment->plan, error, sizeof error);
        if (refused)
            slip_refuse(&experiments->slips, experiment->instances[refused - 1].line, "%s: %s: %s",
                        experiment->name, experiment->instances[refused - 1].name, error);
    }
    return experiments->slips.refused ? -1 : 0;
}
