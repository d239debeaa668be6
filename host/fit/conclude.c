/*
 * SPDX-License-Identifier: MIT
 * Infers parameter values from findings by the rules of rules.def. A value is reported if exactly
 * one remains.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/fit/facts.h"
#include "host/fit/fit.h"

enum rule_kind { RULE_NUMBER, RULE_SAYS, RULE_GIVEN, RULE_IDLE };

struct rule {
    enum rule_kind kind;
    const char *parameter, *finding; /* RULE_IDLE: another parameter */
    const char *minus, *per;         /* RULE_NUMBER: findings, or "" */
    unsigned part;
    double offset, factor;
    const char *answer; /* RULE_SAYS, RULE_GIVEN */
    const char *value;  /* RULE_SAYS */
};

static const struct rule rules[] = {
#define NUMBER(parameter_, part_, finding_, minus_, offset_, factor_, per_)                        \
    {.kind = RULE_NUMBER,                                                                          \
     .parameter = parameter_,                                                                      \
     .finding = finding_,                                                                          \
     .minus = minus_,                                                                              \
     .per = per_,                                                                                  \
     .part = part_,                                                                                \
     .offset = offset_,                                                                            \
     .factor = factor_},
#define SAYS(parameter_, finding_, answer_, value_)                                                \
    {.kind = RULE_SAYS,                                                                            \
     .parameter = parameter_,                                                                      \
     .finding = finding_,                                                                          \
     .answer = answer_,                                                                            \
     .value = value_},
#define GIVEN(parameter_, finding_, answer_)                                                       \
    {.kind = RULE_GIVEN, .parameter = parameter_, .finding = finding_, .answer = answer_},
#define IDLE(parameter_, other_, value_)                                                           \
    {.kind = RULE_IDLE, .parameter = parameter_, .finding = other_, .value = value_},
#include "host/fit/rules.def"
#undef NUMBER
#undef SAYS
#undef GIVEN
#undef IDLE
};
#define RULES (sizeof rules / sizeof rules[0])

struct unknown {
    const char *parameter, *on, *values, *sources, *told_by;
};

static const struct unknown unknowns[] = {
#define UNKNOWN(parameter, on, values, sources, told_by) {parameter, on, values, sources, told_by},
#include "host/fit/unknowns.def"
#undef UNKNOWN
};
#define UNKNOWNS (sizeof unknowns / sizeof unknowns[0])

/* The state of a parameter while its rules are evaluated. */
struct asked {
    const struct run *run;
    struct answer *answer;
    bool applies;   /* a rule applied */
    bool conflicts; /* rules contradict each other */
};

__attribute__((format(printf, 2, 3))) static void because(struct answer *answer, const char *format,
                                                          ...)
{
    va_list arguments;
    if (*answer->why)
        return; /* only the first reason is recorded */
    va_start(arguments, format);
    vsnprintf(answer->why, sizeof answer->why, format, arguments);
    va_end(arguments);
}

/* Returns whether the finding exists and is settled. */
static bool there(struct asked *asked, const char *name, struct fact_found *found)
{
    *found = facts_find(asked->run, name);
    switch (found->state) {
    case FACT_THERE:
        return true;
    case FACT_UNSETTLED:
        because(asked->answer, "%s is not settled in %s: run it with more repetitions", name,
                found->bench);
        return false;
    case FACT_DIFFERS:
        because(asked->answer, "measurements of %s differ", name);
        return false;
    default:
        because(asked->answer, "%s was not measured", name);
        return false;
    }
}

static bool number_there(struct asked *asked, const char *name, struct interval *value)
{
    struct fact_found found;
    if (!there(asked, name, &found))
        return false;
    if (found.text)
        because(asked->answer, "%s: %s", name, found.text);
    *value = found.value;
    return !found.text;
}

static void cut(struct asked *asked, unsigned part, struct interval value)
{
    struct interval *known = &asked->answer->parts[part ? part - 1 : 0];
    if (isnan(known->low)) {
        *known = value;
        return;
    }
    known->low = fmax(known->low, value.low);
    known->high = fmin(known->high, value.high);
    asked->conflicts |= known->low > known->high;
}

static void ask_number(struct asked *asked, const struct rule *rule)
{
    struct interval value, minus = {0, 0}, per = {1, 1};
    if (!number_there(asked, rule->finding, &value) ||
        (*rule->minus && !number_there(asked, rule->minus, &minus)) ||
        (*rule->per && !number_there(asked, rule->per, &per)) || per.low <= 0)
        return;
    value = (struct interval){value.low - minus.high + rule->offset,
                              value.high - minus.low + rule->offset};
    const double below = value.low < 0 ? per.low : per.high;
    cut(asked, rule->part,
        (struct interval){value.low / rule->factor / below, value.high / rule->factor / per.low});
    asked->applies = true;
}

static bool is_answer(const struct fact_found *found, const char *answer)
{
    char *end;
    if (*answer == '>')
        return !found->text && found->value.low > strtod(answer + 1, NULL);
    const double number = strtod(answer, &end);
    if (found->text || *end)
        return found->text && !strcmp(found->text, answer);
    return found->value.low <= number && number <= found->value.high;
}

static void ask_answer(struct asked *asked, const struct rule *rule)
{
    struct fact_found found;
    struct answer *answer = asked->answer;
    if (!there(asked, rule->finding, &found) || !is_answer(&found, rule->answer))
        return;
    asked->conflicts |= *answer->value && strcmp(answer->value, rule->value) != 0;
    asked->applies = true;
    snprintf(answer->value, sizeof answer->value, "%s", rule->value);
}

/* Finds the only integer in an interval; otherwise returns false and records the reason. */
static bool whole(struct answer *answer, struct interval part, long *number)
{
    *number = (long)ceil(part.low);
    const long last = (long)floor(part.high);
    if (*number > last)
        because(answer, "no integer from %.2f to %.2f", part.low, part.high);
    else if (*number < last)
        because(answer, "it is between %ld and %ld", *number, last);
    else if (*number < 0)
        because(answer, "it would be %ld, which is not possible", *number);
    return *number == last && last >= 0;
}

/* Returns the character between the two parts of a value, as in the sources' values. */
static char joint(const char *values)
{
    return values[strspn(values, "0123456789")];
}

static void tell_number(struct answer *answer)
{
    long first, second;
    const bool two = !isnan(answer->parts[1].low);
    if (!whole(answer, answer->parts[0], &first))
        return;
    if (!two) {
        snprintf(answer->value, sizeof answer->value, "%ld", first);
    } else if (whole(answer, answer->parts[1], &second)) {
        snprintf(answer->value, sizeof answer->value, "%ld%c%ld", first, joint(answer->values),
                 second);
    }
}

/* Returns whether all parts are known; a value of two parts requires both. */
static bool complete(const struct answer *answer)
{
    const bool two = strchr("-x", joint(answer->values)) && joint(answer->values);
    return !isnan(answer->parts[0].low) && (!two || !isnan(answer->parts[1].low));
}

/* Returns whether the parameter's conditions are met. */
static bool is_given(struct asked *asked)
{
    struct fact_found found;
    for (unsigned i = 0; i < RULES; i++) {
        const struct rule *rule = &rules[i];
        if (rule->kind != RULE_GIVEN || strcmp(rule->parameter, asked->answer->parameter))
            continue;
        const bool not = *rule->answer == '!';
        if (!there(asked, rule->finding, &found))
            return false;
        if (is_answer(&found, rule->answer + not ) == not ) {
            because(asked->answer, "%s is %s'%s'", rule->finding, not ? "" : "not ",
                    rule->answer + not );
            return false;
        }
    }
    return true;
}

static void ask(struct answer *answer, const struct run *run)
{
    struct asked asked = {.run = run, .answer = answer};
    bool any = false;
    if (!is_given(&asked))
        return;
    for (unsigned i = 0; i < RULES; i++) {
        if (rules[i].kind >= RULE_GIVEN || strcmp(rules[i].parameter, answer->parameter))
            continue;
        any = true;
        if (rules[i].kind == RULE_NUMBER)
            ask_number(&asked, &rules[i]);
        else
            ask_answer(&asked, &rules[i]);
    }
    if (asked.conflicts) {
        *answer->value = 0;
        snprintf(answer->why, sizeof answer->why, "its findings contradict each other");
    } else if (!any) {
        because(answer, "%s", answer->told_by);
    } else if (!*answer->value && complete(answer)) {
        tell_number(answer);
    } else if (!asked.applies) {
        because(answer, "the finding matches no known value");
    }
}

static const char *value_of(const struct answers *answers, const char *parameter)
{
    for (unsigned i = 0; i < answers->n; i++)
        if (!strcmp(answers->answers[i].parameter, parameter))
            return answers->answers[i].value;
    return "";
}

/*
 * Clears the value of an idle parameter: the finding that it was inferred from has another cause.
 */
static void set_idle(struct answers *answers, struct answer *answer)
{
    for (unsigned i = 0; i < RULES; i++) {
        const struct rule *rule = &rules[i];
        if (rule->kind != RULE_IDLE || strcmp(rule->parameter, answer->parameter) ||
            strcmp(value_of(answers, rule->finding), rule->value))
            continue;
        answer->idle = true;
        *answer->value = 0;
        snprintf(answer->why, sizeof answer->why, "has no effect if %s is %s", rule->finding,
                 rule->value);
    }
}

void fit(struct answers *answers, const struct run *run)
{
    const char *cpu = run_cpu(run);
    bool mmx = cpu && !strcmp(cpu, "p55c"); /* the unknowns are those of a Pentium */
    *answers = (struct answers){.cpu = mmx ? "p55c" : "p54c"};
    for (unsigned i = 0; i < UNKNOWNS; i++) {
        const struct unknown *unknown = &unknowns[i];
        if (*unknown->on && strcmp(unknown->on, answers->cpu))
            continue;
        struct answer *answer = memory_add(&answers->answers, &answers->n, sizeof *answer);
        *answer = (struct answer){.parameter = unknown->parameter,
                                  .values = unknown->values,
                                  .sources = unknown->sources,
                                  .told_by = unknown->told_by,
                                  .parts = {{NAN, NAN}, {NAN, NAN}}};
        ask(answer, run);
        if (*answer->value)
            *answer->why = 0;
    }
    for (unsigned i = 0; i < answers->n; i++) {
        set_idle(answers, &answers->answers[i]);
        answers->told += *answers->answers[i].value != 0;
        answers->idle += answers->answers[i].idle;
    }
}

void fit_free(struct answers *answers)
{
    free(answers->answers);
    *answers = (struct answers){0};
}
