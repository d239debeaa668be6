/*
 * SPDX-License-Identifier: MIT
 * Words in a binary tree, in alphabetical order, each with how often it was added.
 */
#ifndef TREE_H
#define TREE_H

struct node {
    char *word;
    int count;
    struct node *left, *right;
};

extern int nodes; /* how many there are */

struct node *tree_add(struct node *tree, const char *word);
struct node **tree_list(struct node *tree, struct node **list); /* returns its end */
void tree_free(struct node *tree);

#endif
