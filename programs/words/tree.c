/*
 * SPDX-License-Identifier: MIT
 * A binary tree of words; it is not balanced.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

int nodes;

static struct node *new_node(const char *word)
{
    struct node *node = calloc(1, sizeof *node);

    if (node == NULL || (node->word = strdup(word)) == NULL) {
        fprintf(stderr, "words: out of memory\n");
        exit(EXIT_FAILURE);
    }
    nodes++;
    return node;
}

struct node *tree_add(struct node *tree, const char *word)
{
    int order;

    if (tree == NULL)
        tree = new_node(word);
    order = strcmp(word, tree->word);
    if (order == 0)
        tree->count++;
    else if (order < 0)
        tree->left = tree_add(tree->left, word);
    else
        tree->right = tree_add(tree->right, word);
    return tree;
}

struct node **tree_list(struct node *tree, struct node **list)
{
    if (tree == NULL)
        return list;
    list = tree_list(tree->left, list);
    *list++ = tree;
    return tree_list(tree->right, list);
}

void tree_free(struct node *tree)
{
    if (tree == NULL)
        return;
    tree_free(tree->left);
    tree_free(tree->right);
    free(tree->word);
    free(tree);
}
