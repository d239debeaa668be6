/*
 * SPDX-License-Identifier: MIT
 * Creates, moves and removes nodes.
 */
#include "kernel/process/files/file_node.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/pipe_buffer.h"
#include "kernel/process/linux_errno.h"

struct installed_node {
    struct installed_node *next;
    struct file_node node;     /* in use */
    struct file_node as_added; /* its state before a run */
};

struct file_node *node_child(const struct file_node *directory, const char *name)
{
    struct file_node *child = directory->children;

    while (child != NULL && strcmp(child->name, name) != 0)
        child = child->next;
    return child;
}

void node_modified(struct file_node *node)
{
    node->modified = node->changed = program_clock_real();
    node->written = true;
}

void node_changed(struct file_node *node)
{
    node->changed = program_clock_real();
}

static void node_link(struct file_node *node, struct file_node *directory)
{
    struct file_node **last = &directory->children;

    while (*last != NULL)
        last = &(*last)->next;
    *last = node;
    node->next = NULL;
    node->parent = directory;
    node->order = ++process_files->last_order;
    node_use(directory);
}

static void node_unlink(struct file_node *node)
{
    struct file_node **link = &node->parent->children;

    while (*link != node)
        link = &(*link)->next;
    *link = node->next;
}

static const char *name_create(const char *name)
{
    char *copy = pool_take(&process_files->names);

    return copy == NULL ? NULL : memcpy(copy, name, strlen(name) + 1);
}

static void name_free(struct file_node *node)
{
    if (node->has_pool_name)
        pool_return(&process_files->names, (char *)node->name);
    node->has_pool_name = false;
}

struct file_node *node_create(uint32_t mode)
{
    struct file_node *node = pool_take(&process_files->nodes);

    if (node == NULL)
        return NULL;
    node->mode = mode;
    node->number = ++process_files->last_number;
    node->users = 1;
    node->removed = true;
    node_modified(node);
    node->accessed = node->modified;
    return node;
}

struct file_node *node_create_in(struct file_node *directory, const char *name, uint32_t mode)
{
    struct file_node *node = node_create(mode);

    if (node == NULL)
        return NULL;
    node->name = name_create(name);
    if (node->name == NULL) {
        node_release(node);
        return NULL;
    }
    node->has_pool_name = true;
    node->users = 0;
    node->removed = false;
    node_link(node, directory);
    node_modified(directory);
    return node;
}

void node_use(struct file_node *node)
{
    node->users++;
}

int32_t node_add_name(struct file_node *node, struct file_node *directory, const char *name)
{
    struct file_node *entry = node_create_in(directory, name, node->mode);

    if (entry == NULL)
        return -LINUX_ENOSPC;
    entry->named = node;
    entry->number = node->number;
    node->further_names++;
    node_use(node);
    node_changed(node);
    return 0;
}

/* A node uses its directory, also after its removal from it, since `..` still leads there. */
static void node_free_unused(struct file_node *node)
{
    while (node->users == 0 && node->removed) {
        struct file_node *parent = node->parent;

        contents_resize(&node->contents, 0);
        if (node->pipe != NULL)
            pipe_free(node->pipe);
        name_free(node);
        if (!node->is_installed)
            pool_return(&process_files->nodes, node);
        if (parent == NULL)
            return;
        parent->users--;
        node = parent;
    }
}

void node_release(struct file_node *node)
{
    node->users--;
    node_free_unused(node);
}

void node_remove(struct file_node *node)
{
    struct file_node *named = node->named;

    node_unlink(node);
    node->removed = true;
    node_changed(node);
    node_modified(node->parent);
    node_free_unused(node);
    if (named == NULL)
        return;
    named->further_names--;
    node_changed(named);
    node_release(named);
}

int32_t node_move(struct file_node *node, struct file_node *directory, const char *name)
{
    const char *new_name = name_create(name);
    struct file_node *old = node->parent;

    if (new_name == NULL)
        return -LINUX_ENOSPC;
    node_modified(old);
    node_unlink(node);
    name_free(node);
    node->name = new_name;
    node->has_pool_name = true;
    node_link(node, directory);
    node_changed(node);
    node->written = true;
    node_modified(directory);
    node_release(old);
    return 0;
}

struct file_node *node_install(struct file_node *directory, const char *name, uint32_t mode,
                               const struct file_contents *contents, const struct device *device)
{
    struct installed_node *installed = memory_allocate(sizeof *installed);
    char *copy = memory_allocate(strlen(name) + 1);
    struct file_node *node;

    if (installed == NULL || copy == NULL)
        return NULL;
    node = &installed->node;
    node->name = memcpy(copy, name, strlen(name) + 1);
    node->mode = mode;
    node->number = ++process_files->last_number;
    node->modified = node->accessed = node->changed = program_clock_real();
    node->is_installed = true;
    node->device = device;
    if (contents != NULL)
        node->contents = *contents;
    if (directory != NULL)
        node_link(node, directory);
    installed->as_added = *node;
    *process_files->last_installed = installed;
    process_files->last_installed = &installed->next;
    return node;
}

/* Parents were installed before their children. */
void nodes_reset(void)
{
    for (struct installed_node *each = process_files->installed; each != NULL; each = each->next) {
        each->node = each->as_added;
        each->node.children = NULL;
        if (each->node.parent != NULL)
            node_link(&each->node, each->node.parent);
        process_files->last_number = each->node.number;
    }
}
