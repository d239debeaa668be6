/*
 * SPDX-License-Identifier: MIT
 * words [-n N]: prints the words of the input by frequency, then alphabetically.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

#define LONGEST 63

static struct node *tree;

static int read_word(char *word)
{
    int c, length = 0;

    do
        c = getchar();
    while (c != EOF && !isalpha(c));
    for (; isalpha(c); c = getchar())
        if (length < LONGEST)
            word[length++] = (char)tolower(c);
    word[length] = '\0';
    return length;
}

static int by_count(const void *a, const void *b)
{
    const struct node *first = *(struct node *const *)a, *second = *(struct node *const *)b;

    if (first->count != second->count)
        return second->count - first->count;
    return strcmp(first->word, second->word);
}

int main(int argc, char **argv)
{
    char word[LONGEST + 1];
    struct node **list;
    int most = 0;

    if (argc == 3 && strcmp(argv[1], "-n") == 0)
        most = atoi(argv[2]);
    while (read_word(word) > 0)
        tree = tree_add(tree, word);
    if ((list = malloc(nodes * sizeof *list)) == NULL)
        return EXIT_FAILURE;
    tree_list(tree, list);
    qsort(list, nodes, sizeof *list, by_count);
    for (int i = 0; i < nodes && (most == 0 || i < most); i++)
        printf("%-10s %4d\n", list[i]->word, list[i]->count);
    free(list);
    tree_free(tree);
    return EXIT_SUCCESS;
}
