/*
 * SPDX-License-Identifier: MIT
 * Infers parameter values from findings by the rules of rules.def. A value is reported if exactly
 * one remains.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/fit/finding_intervals.h"
#include "host/analysis/fit/fit.h"
#include "host/base/allocation.h"

enum rule_kind { RULE_NUMBER, RULE_SAYS, RULE_GIVEN, RULE_IDLE };

struct inference_rule {
    enum rule_kind kind;
    const char *parameter, *finding; /* RULE_IDLE: another parameter */
    const char *minus, *per;         /* RULE_NUMBER: findings, or "" */
    unsigned part;
    double offset, factor;
    const char *answer; /* RULE_SAYS, RULE_GIVEN */
    const char *value;  /* RULE_SAYS */
};

static const struct inference_rule rules[] = {
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
#include "host/analysis/fit/rules.def"
#undef NUMBER
#undef SAYS
#undef GIVEN
#undef IDLE
};
#define RULES (sizeof rules / sizeof rules[0])

struct unknown_parameter {
    const char *parameter, *on, *values, *sources, *decided_by;
};

static const struct unknown_parameter unknowns[] = {
#define UNKNOWN(parameter, on, values, sources, decided_by)                                        \
    {parameter, on, values, sources, decided_by},
#include "host/analysis/fit/unknowns.def"
#undef UNKNOWN
};
#define UNKNOWNS (sizeof unknowns / sizeof unknowns[0])

/* The state of a parameter while its rules are evaluated. */
struct inference {
    const struct run *run;
    struct fit_answer *answer;
    bool applies;   /* a rule applied */
    bool conflicts; /* rules contradict each other */
};

__attribute__((format(printf, 2, 3))) static void infer_reason(struct fit_answer *answer,
                                                               const char *format, ...)
{
    va_list arguments;
    if (*answer->reason)
        return; /* only the first reason is recorded */
    va_start(arguments, format);
    vsnprintf(answer->reason, sizeof answer->reason, format, arguments);
    va_end(arguments);
}

/* Returns whether the finding exists and is settled. */
static bool infer_finding(struct inference *inference, const char *name,
                          struct finding_interval *found)
{
    *found = finding_interval_find(inference->run, name);
    switch (found->state) {
    case FINDING_KNOWN:
        return true;
    case FINDING_UNSETTLED:
        infer_reason(inference->answer, "%s is not settled in %s: run it with more repetitions",
                     name, found->bench);
        return false;
    case FINDING_DIFFERS:
        infer_reason(inference->answer, "measurements of %s differ", name);
        return false;
    default:
        infer_reason(inference->answer, "%s was not measured", name);
        return false;
    }
}

static bool infer_finding_number(struct inference *inference, const char *name,
                                 struct fit_interval *value)
{
    struct finding_interval found;
    if (!infer_finding(inference, name, &found))
        return false;
    if (found.text)
        infer_reason(inference->answer, "%s: %s", name, found.text);
    *value = found.value;
    return !found.text;
}

static void infer_narrow_interval(struct inference *inference, unsigned part,
                                  struct fit_interval value)
{
    struct fit_interval *known = &inference->answer->parts[part ? part - 1 : 0];
    if (isnan(known->low)) {
        *known = value;
        return;
    }
    known->low = fmax(known->low, value.low);
    known->high = fmin(known->high, value.high);
    inference->conflicts |= known->low > known->high;
}

static void infer_number(struct inference *inference, const struct inference_rule *rule)
{
    struct fit_interval value, minus = {0, 0}, per = {1, 1};
    if (!infer_finding_number(inference, rule->finding, &value) ||
        (*rule->minus && !infer_finding_number(inference, rule->minus, &minus)) ||
        (*rule->per && !infer_finding_number(inference, rule->per, &per)) || per.low <= 0)
        return;
    value = (struct fit_interval){value.low - minus.high + rule->offset,
                                  value.high - minus.low + rule->offset};
    const double below = value.low < 0 ? per.low : per.high;
    infer_narrow_interval(inference, rule->part,
                          (struct fit_interval){value.low / rule->factor / below,
                                                value.high / rule->factor / per.low});
    inference->applies = true;
}

static bool infer_is_answer(const struct finding_interval *found, const char *answer)
{
    char *end;
    if (*answer == '>')
        return !found->text && found->value.low > strtod(answer + 1, NULL);
    const double number = strtod(answer, &end);
    if (found->text || *end)
        return found->text && !strcmp(found->text, answer);
    return found->value.low <= number && number <= found->value.high;
}

static void infer_answer(struct inference *inference, const struct inference_rule *rule)
{
    struct finding_interval found;
    struct fit_answer *answer = inference->answer;
    if (!infer_finding(inference, rule->finding, &found) || !infer_is_answer(&found, rule->answer))
        return;
    inference->conflicts |= *answer->value && strcmp(answer->value, rule->value) != 0;
    inference->applies = true;
    snprintf(answer->value, sizeof answer->value, "%s", rule->value);
}

/* Finds the only integer in an interval; otherwise returns false and records the reason. */
static bool infer_integer(struct fit_answer *answer, struct fit_interval part, long *number)
{
    *number = (long)ceil(part.low);
    const long last = (long)floor(part.high);
    if (*number > last)
        infer_reason(answer, "no integer from %.2f to %.2f", part.low, part.high);
    else if (*number < last)
        infer_reason(answer, "it is between %ld and %ld", *number, last);
    else if (*number < 0)
        infer_reason(answer, "it would be %ld, which is not possible", *number);
    return *number == last && last >= 0;
}

/* Returns the character between the two parts of a value, as in the sources' values. */
static char infer_value_separator(const char *values)
{
    return values[strspn(values, "0123456789")];
}

static void infer_format_number(struct fit_answer *answer)
{
    long first, second;
    const bool two = !isnan(answer->parts[1].low);
    if (!infer_integer(answer, answer->parts[0], &first))
        return;
    if (!two) {
        snprintf(answer->value, sizeof answer->value, "%ld", first);
    } else if (infer_integer(answer, answer->parts[1], &second)) {
        snprintf(answer->value, sizeof answer->value, "%ld%c%ld", first,
                 infer_value_separator(answer->values), second);
    }
}

/* Returns whether all parts are known; a value of two parts requires both. */
static bool infer_is_complete(const struct fit_answer *answer)
{
    const bool two = strchr("-x", infer_value_separator(answer->values)) &&
                     infer_value_separator(answer->values);
    return !isnan(answer->parts[0].low) && (!two || !isnan(answer->parts[1].low));
}

/* Returns whether the parameter's conditions are met. */
static bool infer_is_given(struct inference *inference)
{
    struct finding_interval found;
    for (unsigned i = 0; i < RULES; i++) {
        const struct inference_rule *rule = &rules[i];
        if (rule->kind != RULE_GIVEN || strcmp(rule->parameter, inference->answer->parameter))
            continue;
        const bool not = *rule->answer == '!';
        if (!infer_finding(inference, rule->finding, &found))
            return false;
        if (infer_is_answer(&found, rule->answer + not ) == not ) {
            infer_reason(inference->answer, "%s is %s'%s'", rule->finding, not ? "" : "not ",
                         rule->answer + not );
            return false;
        }
    }
    return true;
}

static void infer_parameter(struct fit_answer *answer, const struct run *run)
{
    struct inference inference = {.run = run, .answer = answer};
    bool any = false;
    if (!infer_is_given(&inference))
        return;
    for (unsigned i = 0; i < RULES; i++) {
        if (rules[i].kind >= RULE_GIVEN || strcmp(rules[i].parameter, answer->parameter))
            continue;
        any = true;
        if (rules[i].kind == RULE_NUMBER)
            infer_number(&inference, &rules[i]);
        else
            infer_answer(&inference, &rules[i]);
    }
    if (inference.conflicts) {
        *answer->value = 0;
        snprintf(answer->reason, sizeof answer->reason, "its findings contradict each other");
    } else if (!any) {
        infer_reason(answer, "%s", answer->decided_by);
    } else if (!*answer->value && infer_is_complete(answer)) {
        infer_format_number(answer);
    } else if (!inference.applies) {
        infer_reason(answer, "the finding matches no known value");
    }
}

static const char *infer_value_of(const struct fit_answers *answers, const char *parameter)
{
    for (unsigned i = 0; i < answers->n; i++)
        if (!strcmp(answers->answers[i].parameter, parameter))
            return answers->answers[i].value;
    return "";
}

/*
 * Clears the value of an idle parameter: the finding that it was inferred from has another cause.
 */
static void infer_set_idle(struct fit_answers *answers, struct fit_answer *answer)
{
    for (unsigned i = 0; i < RULES; i++) {
        const struct inference_rule *rule = &rules[i];
        if (rule->kind != RULE_IDLE || strcmp(rule->parameter, answer->parameter) ||
            strcmp(infer_value_of(answers, rule->finding), rule->value))
            continue;
        answer->idle = true;
        *answer->value = 0;
        snprintf(answer->reason, sizeof answer->reason, "has no effect if %s is %s", rule->finding,
                 rule->value);
    }
}

void infer_parameters(struct fit_answers *answers, const struct run *run)
{
    const char *cpu = run_processor_name(run);
    bool mmx = cpu && !strcmp(cpu, "p55c"); /* the unknowns are those of a Pentium */
    *answers = (struct fit_answers){.cpu = mmx ? "p55c" : "p54c"};
    for (unsigned i = 0; i < UNKNOWNS; i++) {
        const struct unknown_parameter *unknown = &unknowns[i];
        if (*unknown->on && strcmp(unknown->on, answers->cpu))
            continue;
        struct fit_answer *answer =
            allocate_element(&answers->answers, &answers->n, sizeof *answer);
        *answer = (struct fit_answer){.parameter = unknown->parameter,
                                      .values = unknown->values,
                                      .sources = unknown->sources,
                                      .decided_by = unknown->decided_by,
                                      .parts = {{NAN, NAN}, {NAN, NAN}}};
        infer_parameter(answer, run);
        if (*answer->value)
            *answer->reason = 0;
    }
    for (unsigned i = 0; i < answers->n; i++) {
        infer_set_idle(answers, &answers->answers[i]);
        answers->inferred += *answers->answers[i].value != 0;
        answers->idle += answers->answers[i].idle;
    }
}

void infer_answers_free(struct fit_answers *answers)
{
    free(answers->answers);
    *answers = (struct fit_answers){0};
}
