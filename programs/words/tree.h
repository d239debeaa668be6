/*
 * SPDX-License-Identifier: MIT
 * A binary tree of words in alphabetical order, each with the number of times it was added.
 */
#ifndef TREE_H
#define TREE_H

struct node {
    char *word;
    int count;
    struct node *left, *right;
};

extern int nodes; /* number of nodes */

struct node *tree_add(struct node *tree, const char *word);
struct node **tree_list(struct node *tree, struct node **list); /* returns the end of the list */
void tree_free(struct node *tree);

#endif
