/*
 * SPDX-License-Identifier: MIT
 * Installs the files, resets them before a run, and lists the files that a run has written.
 */
#include "kernel/process/process_files.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/files/pipe_buffer.h"
#include "kernel/process/files/ready_events.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/linux_errno.h"

#define RANDOM_SEED 2463534242u /* that of Marsaglia's paper on xorshift generators */

static struct file_node *install_directory(struct file_node *in, const char *name)
{
    return node_install(in, name, S_IFDIR | (strcmp(name, "tmp") == 0 ? 01777 : 0755), NULL, NULL);
}

/* Copies the next name of *path; false after the last one. Too long a name is cut. */
static bool install_name(char name[NAME_SIZE], const char **path)
{
    uint32_t length = 0;

    while (**path == '/')
        ++*path;
    while (**path != '\0' && **path != '/') {
        if (length < NAME_SIZE - 1)
            name[length++] = **path;
        ++*path;
    }
    name[length] = '\0';
    return length > 0;
}

/* Installs a node and the directories of its path. */
static int32_t install_path(struct file_node *directory, const char *path, uint32_t mode,
                            const struct file_contents *contents, const struct device *device)
{
    char name[NAME_SIZE];
    const char *rest = path;
    bool last;

    if (path[0] == '/')
        directory = process_files->root;
    if (!install_name(name, &rest) || rest[-1] == '/')
        return -LINUX_EINVAL;
    do {
        struct file_node *child = node_child(directory, name);

        last = *rest == '\0';
        if (strcmp(name, ".") == 0)
            continue;
        if (strcmp(name, "..") == 0) {
            directory = directory->parent != NULL ? directory->parent : directory;
            continue;
        }
        if (child != NULL && last)
            return -LINUX_EEXIST;
        if (child == NULL)
            child = last ? node_install(directory, name, mode, contents, device)
                         : install_directory(directory, name);
        if (child == NULL)
            return -LINUX_ENOMEM;
        if (!last && !node_is_directory(child))
            return -LINUX_ENOTDIR;
        directory = child;
    } while (install_name(name, &rest));
    return node_is_directory(directory) ? -LINUX_EINVAL : 0;
}

static const char *install_result(int32_t error)
{
    switch (error) {
    case 0:
        return NULL;
    case -LINUX_EEXIST:
        return "two files have the same path";
    case -LINUX_ENOTDIR:
        return "a file's path leads through another file";
    case -LINUX_EINVAL:
        return "a file's path does not end with a name";
    default:
        return "not enough memory for the list of files";
    }
}

const char *process_files_add(const char *path, const void *bytes, uint32_t size)
{
    struct file_contents contents = {.size = size, .module = bytes, .module_size = size};

    return install_result(install_path(process_files->home, path, S_IFREG | 0644, &contents, NULL));
}

const char *process_files_add_device(const struct device *device)
{
    struct file_node *directory = node_child(process_files->root, "dev");

    return install_result(install_path(directory, device->name, S_IFCHR | 0666, NULL, device));
}

static bool install_standard_files(struct process_files *files)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    struct file_node *directory = node_child(files->root, "dev");

    for (unsigned i = 0; i < 3; i++) {
        files->standard[i] = node_install(directory, names[i], S_IFREG | 0644, NULL, NULL);
        if (files->standard[i] == NULL)
            return false;
    }
    for (const struct device *const *each = standard_devices; *each != NULL; each++)
        if (process_files_add_device(*each) != NULL)
            return false;
    return true;
}

static bool install_tree(struct process_files *files)
{
    files->last_installed = &files->installed;
    files->root = install_directory(NULL, "");
    if (files->root == NULL || install_directory(files->root, "dev") == NULL ||
        install_directory(files->root, "tmp") == NULL)
        return false;
    files->home = install_directory(files->root, FILES_HOME + 1);
    return files->home != NULL && install_standard_files(files);
}

const char *process_files_install(void)
{
    process_files = memory_allocate(sizeof *process_files);
    return process_files != NULL && install_tree(process_files) ? NULL
                                                                : install_result(-LINUX_ENOMEM);
}

static void files_clear(struct process_files *files)
{
    pool_reset(&files->nodes, sizeof(struct file_node));
    pool_reset(&files->names, NAME_SIZE);
    pool_reset(&files->open_files, sizeof(struct open_file));
    pool_reset(&files->pipes, sizeof(struct pipe_buffer));
    pool_reset(&files->watch_pool, sizeof(struct event_watch));
    files->watches = NULL;
    files->last_turn = 0;
    memset(files->descriptor, 0, sizeof files->descriptor);
    files->last_order = FIRST_ORDER - 1;
    nodes_reset();
    files->descriptor_limit = DESCRIPTORS;
    files->mask = 022;
    files->random_state = RANDOM_SEED;
    memset(files->process_name, 0, sizeof files->process_name);
    files->nice = 0;
    files->policy = 0;
    files->priority = 0;
    memset(files->restartable, 0, sizeof files->restartable);
    files->missing_names = 0;
    files->frames_at_start = frames_left();
    files->current = files->home;
    node_use(files->current);
}

static bool open_standard(uint32_t descriptor, struct file_node *node, uint32_t flags)
{
    struct open_file *file = open_file_create(node, flags);

    if (file == NULL)
        return false;
    descriptor_set(descriptor, file, false);
    return true;
}

/* Finds a file for standard input. Returns NULL, or what is wrong. */
static const char *standard_input_find(const char *path, struct file_node **node)
{
    struct process_files *files = process_files;
    struct resolved_path input;
    uint32_t length = path != NULL ? strlen(path) : 0;

    *node = files->standard[0];
    if (length == 0)
        return NULL;
    if (length >= PATH_SIZE)
        return "the name is longer than a path can be";
    memcpy(files->path[0], path, length + 1);
    if (path_resolve(0, files->home, LINK_FOLLOWED, &input) < 0 || input.node == NULL)
        return "no file of that name was loaded; pass it with --file, or as a module with file=";
    *node = input.node;
    if (input.node->contents.module != NULL)
        process_files_note_opened(input.node->contents.module);
    return node_is_directory(input.node) ? "is a directory; name a file in it" : NULL;
}

const char *process_files_reset(const char *standard_input)
{
    struct process_files *files = process_files;
    struct file_node *input;

    program_clock_reset();
    files_clear(files);
    const char *wrong = standard_input_find(standard_input, &input);
    if (wrong != NULL)
        return wrong;
    if (!open_standard(0, input, O_RDONLY) || !open_standard(1, files->standard[1], O_WRONLY) ||
        !open_standard(2, files->standard[2], O_WRONLY))
        return "not enough memory for open files";
    return NULL;
}

bool process_files_is_open(int32_t descriptor)
{
    return descriptor_file((uint32_t)descriptor) != NULL;
}

int32_t process_files_read_at(int32_t descriptor, void *to, uint32_t bytes, uint64_t offset)
{
    const struct open_file *file = descriptor_file((uint32_t)descriptor);
    uint32_t done = 0, run;

    if (file == NULL)
        return -LINUX_EBADF;
    if (node_type(file->node) != S_IFREG)
        return -LINUX_ENODEV;
    if (!open_file_is_readable(file))
        return -LINUX_EACCES;
    while (done < bytes && offset + done < file->node->contents.size) {
        const uint8_t *from = contents_at(&file->node->contents, (uint32_t)offset + done, &run);

        run = run < bytes - done ? run : bytes - done;
        memcpy((uint8_t *)to + done, from, run);
        done += run;
    }
    return (int32_t)done;
}

/* The node after this one in the order: directory, then its children. */
static struct file_node *node_after(struct file_node *node)
{
    if (node->children != NULL)
        return node->children;
    while (node != NULL && node->next == NULL)
        node = node->parent;
    return node == NULL ? NULL : node->next;
}

static bool is_standard(const struct file_node *node)
{
    return node == process_files->standard[0] || node == process_files->standard[1] ||
           node == process_files->standard[2];
}

/* Returns the node with the contents. */
static const struct file_node *file_named(const struct file_node *node)
{
    return node->named != NULL ? node->named : node;
}

struct file_node *process_files_written(struct file_node *previous)
{
    struct file_node *node = previous != NULL ? previous : process_files->root;

    do
        node = node_after(node);
    while (node != NULL && (!(node->written || file_named(node)->written) ||
                            node_type(node) != S_IFREG || is_standard(node)));
    return node;
}

struct file_node *process_files_output(void)
{
    return process_files->standard[1];
}

struct file_node *process_files_error(void)
{
    return process_files->standard[2];
}

const char *process_file_path(const struct file_node *file)
{
    const uint32_t home = sizeof FILES_HOME - 1;
    char *path = path_of_node(file, process_files->path[0], PATH_SIZE);

    if (path != NULL && strncmp(path, FILES_HOME "/", home + 1) == 0)
        path += home + 1;
    return path;
}

uint32_t process_file_size(const struct file_node *file)
{
    return file_named(file)->contents.size;
}

const void *process_file_bytes(const struct file_node *file, uint32_t offset, uint32_t *run)
{
    return contents_at(&file_named(file)->contents, offset, run);
}

const char *process_files_missing(uint32_t index)
{
    return index < process_files->missing_names ? process_files->missing[index] : NULL;
}
