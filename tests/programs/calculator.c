/*
 * SPDX-License-Identifier: MIT
 * calculator EXPRESSION...: parses + - * / ^ ( ) and functions into a tree on the heap, and prints
 * its value and the tree.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char operator; /* 0 for a number, 'f' for a function */
    double value, (*function)(double);
    const char *name;
    struct node *left, *right;
};

static const struct function {
    const char *name;
    double (*function)(double);
} functions[] = {
    {"sin", sin}, {"cos", cos}, {"exp", exp}, {"log", log}, {"sqrt", sqrt}, {"atan", atan},
};

static const char *at;

static struct node *parse_sum(void);

static struct node *node_new(char operator, struct node * left, struct node *right)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        abort();
    node->operator= operator;
    node->left = left;
    node->right = right;
    return node;
}

static int accept(char c)
{
    while (isspace((unsigned char)*at))
        at++;
    if (*at != c)
        return 0;
    at++;
    return 1;
}

static void parse_fail(void)
{
    fprintf(stderr, "calculator: unexpected '%s'\n", at);
    exit(2);
}

static struct node *parse_function(void)
{
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        size_t length = strlen(functions[i].name);
        if (strncmp(at, functions[i].name, length) || at[length] != '(')
            continue;
        at += length + 1;
        struct node *node = node_new('f', parse_sum(), NULL);
        node->function = functions[i].function;
        node->name = functions[i].name;
        if (!accept(')'))
            parse_fail();
        return node;
    }
    parse_fail();
    return NULL;
}

static struct node *parse_value(void)
{
    if (accept('(')) {
        struct node *inner = parse_sum();
        if (!accept(')'))
            parse_fail();
        return inner;
    }
    if (accept('-'))
        return node_new('-', node_new(0, NULL, NULL), parse_value());
    if (isalpha((unsigned char)*at))
        return parse_function();
    char *end;
    double value = strtod(at, &end);
    if (end == at)
        parse_fail();
    at = end;
    struct node *node = node_new(0, NULL, NULL);
    node->value = value;
    return node;
}

static struct node *parse_power(void)
{
    struct node *left = parse_value();
    return accept('^') ? node_new('^', left, parse_power()) : left;
}

static struct node *parse_product(void)
{
    struct node *left = parse_power();
    for (;;) {
        if (accept('*'))
            left = node_new('*', left, parse_power());
        else if (accept('/'))
            left = node_new('/', left, parse_power());
        else
            return left;
    }
}

static struct node *parse_sum(void)
{
    struct node *left = parse_product();
    for (;;) {
        if (accept('+'))
            left = node_new('+', left, parse_product());
        else if (accept('-'))
            left = node_new('-', left, parse_product());
        else
            return left;
    }
}

static double node_value(const struct node *node)
{
    double left, right;
    if (!node->operator)
        return node->value;
    left = node_value(node->left);
    if (node->operator== 'f')
        return node->function(left);
    right = node_value(node->right);
    switch (node->operator) {
    case '+':
        return left + right;
    case '-':
        return left - right;
    case '*':
        return left * right;
    case '/':
        return left / right;
    default:
        return pow(left, right);
    }
}

static void node_print(const struct node *node)
{
    if (!node->operator) {
        printf("%g", node->value);
        return;
    }
    printf("(%c ", node->operator);
    if (node->name)
        printf("%s ", node->name);
    node_print(node->left);
    if (node->right) {
        putchar(' ');
        node_print(node->right);
    }
    putchar(')');
}

static void node_free(struct node *node)
{
    if (!node)
        return;
    node_free(node->left);
    node_free(node->right);
    free(node);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        at = argv[i];
        struct node *tree = parse_sum();
        accept(0);
        if (at <= argv[i] + strlen(argv[i]))
            parse_fail();
        double value = node_value(tree);
        printf("%s = %.15g (%a, %e)\n  ", argv[i], value, value, value);
        node_print(tree);
        putchar('\n');
        node_free(tree);
    }
    return 0;
}
