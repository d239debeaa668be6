/*
 * SPDX-License-Identifier: MIT
 * Tests the files of a program with an array as its memory: limits of memory, the state before a
 * run, and the report. tests/process/test_calls.py compares their behaviour with Linux's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernel/process/files/file_naming.c"
#include "kernel/process/files/file_node.c"
#include "kernel/process/files/file_opening.c"
#include "kernel/process/files/file_path.c"
#include "kernel/process/files/file_system.c"
#include "kernel/process/files/files_state.c"
#include "kernel/process/files/node_contents.c"
#include "kernel/process/files/open_file.c"
#include "kernel/process/files/pipe_buffer.c"
#include "kernel/process/files/ready_events.c"
#include "kernel/process/files/standard_devices.c"

/* ---- memory that the files use -----------------------------------------------------------------
 */

#define FRAMES 4096

static _Alignas(16) uint8_t kernel_memory[1 << 20];
static _Alignas(4096) uint8_t frame_memory[FRAMES][FRAME_BYTES];
static size_t kernel_used;
static unsigned frames_used, frames_most;
static bool frame_is_free[FRAMES];

void *memory_allocate(size_t bytes)
{
    void *start = kernel_memory + kernel_used;

    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > sizeof kernel_memory - kernel_used)
        return NULL;
    kernel_used += bytes;
    return memset(start, 0, bytes);
}

/* Single pages are used again, so that a page that is freed twice is found. */
void *frames_allocate(uint32_t pages)
{
    for (unsigned start = 0, run = 0; start + run < frames_most;) {
        if (!frame_is_free[start + run]) {
            start += run + 1;
            run = 0;
        } else if (++run == pages) {
            for (unsigned i = 0; i < pages; i++)
                frame_is_free[start + i] = false;
            frames_used += pages;
            return memset(frame_memory[start], 0, pages * FRAME_BYTES);
        }
    }
    return NULL;
}

void frames_free(void *page)
{
    size_t number = (size_t)((uint8_t *)page - frame_memory[0]) / FRAME_BYTES;

    assert_true(number < frames_most);
    assert_false(frame_is_free[number]);
    frame_is_free[number] = true;
    frames_used--;
    memset(page, 0xee, FRAME_BYTES);
}

uint32_t frames_left(void)
{
    return frames_most - frames_used;
}

/* As K's loader does before a run: what the last run had is overwritten. */
static void begin_run(unsigned frames)
{
    memset(frame_memory, 0xdd, sizeof frame_memory);
    memset(frame_is_free, true, sizeof frame_is_free);
    frames_most = frames;
    frames_used = 0;
    assert_null(process_files_reset(NULL));
}

/* ---- the program's memory: addresses from USER on ----------------------------------------------
 */

#define USER 0x8000000u

static uint8_t user_memory[1 << 20];

uint32_t user_accessible(uint32_t address, uint32_t bytes, bool write)
{
    uint32_t left = address >= USER && address - USER < sizeof user_memory
                        ? (uint32_t)sizeof user_memory - (address - USER)
                        : 0;

    (void)write;
    return bytes < left ? bytes : left;
}

uint32_t user_read(void *to, uint32_t from, uint32_t bytes)
{
    bytes = user_accessible(from, bytes, false);
    memcpy(to, user_memory + (from - USER), bytes);
    return bytes;
}

uint32_t user_write(uint32_t to, const void *from, uint32_t bytes)
{
    bytes = user_accessible(to, bytes, true);
    memcpy(user_memory + (to - USER), from, bytes);
    return bytes;
}

int32_t user_read_text(char *to, uint32_t from, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        if (user_read(to + i, from + i, 1) != 1)
            return -LINUX_EFAULT;
        if (to[i] == '\0')
            return (int32_t)i;
    }
    return -LINUX_ENAMETOOLONG;
}

/* ---- the rest of the kernel --------------------------------------------------------------------
 */

static const char *ended_with;
static jmp_buf end_of_run;
static int signal_sent;

void process_end_with(const char *sentence)
{
    ended_with = sentence;
    longjmp(end_of_run, 1);
}

void signals_send(int signal)
{
    signal_sent = signal;
}

static int64_t now;

void program_clock_reset(void)
{
}

struct program_time program_clock_real(void)
{
    return (struct program_time){now, 0};
}

/* ---- helpers -----------------------------------------------------------------------------------
 */

static const uint8_t module[10000] = {[0] = 'm', [4095] = 'a', [4096] = 'b', [9999] = 'z'};

static int set_up(void **state)
{
    (void)state;
    kernel_used = 0;
    assert_null(process_files_install());
    assert_null(process_files_add("data/module", module, sizeof module));
    assert_null(process_files_add("/etc/name", "root", 4));
    begin_run(FRAMES);
    return 0;
}

static int32_t open_path(const char *path, uint32_t flags)
{
    memcpy(process_files->path[0], path, strlen(path) + 1);
    return file_open(AT_FDCWD, flags, 0644);
}

static int32_t write_at(int32_t descriptor, int64_t at, const void *bytes, uint32_t count)
{
    memcpy(user_memory, bytes, count);
    return open_file_write(descriptor_file((uint32_t)descriptor), USER, count, &at);
}

static int32_t read_at(int32_t descriptor, int64_t at, uint32_t count)
{
    memset(user_memory, 0xbb, count);
    return open_file_read(descriptor_file((uint32_t)descriptor), USER, count, &at);
}

static void assert_file_is(const char *path, const uint8_t *bytes, uint32_t size)
{
    int32_t descriptor = open_path(path, O_RDONLY);

    assert_true(descriptor >= 0);
    assert_int_equal(read_at(descriptor, 0, 20000), size);
    assert_memory_equal(user_memory, bytes, size);
    assert_int_equal(descriptor_close((uint32_t)descriptor), 0);
}

/* ---- tests -------------------------------------------------------------------------------------
 */

static void a_module_is_used_in_place(void **state)
{
    unsigned before = frames_used;

    (void)state;
    assert_file_is("data/module", module, sizeof module);
    assert_file_is("/home/data/../data/module", module, sizeof module);
    assert_file_is("/etc/name", (const uint8_t *)"root", 4);
    assert_true(frames_used <= before + 1); /* of open files */
}

static void a_write_to_a_module_copies_one_block(void **state)
{
    int32_t descriptor = open_path("data/module", O_RDWR);
    unsigned before = frames_used;

    (void)state;
    assert_int_equal(write_at(descriptor, 5000, "x", 1), 1);
    assert_int_equal(frames_used, before + 1);
    assert_int_equal(read_at(descriptor, 4096, 4096), 4096);
    assert_int_equal(user_memory[0], 'b');
    assert_int_equal(user_memory[5000 - 4096], 'x');
    assert_int_equal(user_memory[5001 - 4096], 0);
    assert_int_equal(module[5000], 0);
}

static void a_new_run_finds_the_files_as_installed(void **state)
{
    int32_t descriptor = open_path("data/module", O_RDWR);
    uint32_t number = node_child(node_child(process_files->home, "data"), "module")->number;

    (void)state;
    now = 77;
    assert_int_equal(write_at(descriptor, 0, "changed", 7), 7);
    contents_resize(&descriptor_file((uint32_t)descriptor)->node->contents, 10);
    assert_true(open_path("data/new", O_CREAT | O_WRONLY) >= 0);
    memcpy(process_files->path[0], "/etc/name", 10);
    assert_int_equal(file_remove(AT_FDCWD, 0), 0);
    memcpy(process_files->path[0], "data/module", 12);
    memcpy(process_files->path[1], "/etc/moved", 11);
    assert_int_equal(file_rename(AT_FDCWD, AT_FDCWD, 0), 0);
    process_files->mask = 0;
    begin_run(FRAMES);
    assert_file_is("data/module", module, sizeof module);
    assert_file_is("/etc/name", (const uint8_t *)"root", 4);
    assert_int_equal(open_path("data/new", O_RDONLY), -LINUX_ENOENT);
    assert_int_equal(open_path("/etc/moved", O_RDONLY), -LINUX_ENOENT);
    assert_int_equal(node_child(node_child(process_files->home, "data"), "module")->number, number);
    assert_int_equal(process_files->mask, 022);
    assert_null(process_files_written(NULL));
    assert_int_equal(open_path("data/module", O_RDONLY), 3);
}

static void a_full_memory_is_an_error_and_can_be_freed(void **state)
{
    static uint8_t block[65536];
    int32_t descriptor, written = 0, result;

    (void)state;
    begin_run(97);
    descriptor = open_path("big", O_CREAT | O_RDWR);
    while ((result = write_at(descriptor, written, block, sizeof block)) == (int32_t)sizeof block)
        written += result;
    assert_in_range(result, 1, sizeof block - 1); /* the part that fits */
    written += result;
    assert_int_equal(write_at(descriptor, written, block, 1), -LINUX_ENOSPC);
    assert_int_equal(frames_left(), FRAMES_RESERVED);
    assert_int_equal(written % FRAME_BYTES, 0);
    contents_resize(&descriptor_file((uint32_t)descriptor)->node->contents, 1);
    assert_true(frames_left() > 87);
    assert_int_equal(write_at(descriptor, 1, block, 4096), 4096);
    contents_resize(&descriptor_file((uint32_t)descriptor)->node->contents, 0);
    assert_true(frames_left() >= 92);
}

static void all_levels_of_tables_are_used_and_freed(void **state)
{
    static const uint32_t offsets[] = {0, DIRECT_BLOCKS * BLOCK_BYTES,
                                       (DIRECT_BLOCKS + BLOCK_POINTERS) * BLOCK_BYTES - 1,
                                       (DIRECT_BLOCKS + BLOCK_POINTERS) * BLOCK_BYTES,
                                       (DIRECT_BLOCKS + 3 * BLOCK_POINTERS) * BLOCK_BYTES + 5};
    int32_t descriptor = open_path("sparse", O_CREAT | O_RDWR);
    struct file_node *node = descriptor_file((uint32_t)descriptor)->node;
    unsigned before = frames_used;

    (void)state;
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(write_at(descriptor, offsets[i], &"12345"[i], 1), 1);
    /* One block each, a table, a table of tables with two tables. */
    assert_int_equal(frames_used, before + 5 + 1 + 1 + 2);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(read_at(descriptor, offsets[i], 1), 1);
        assert_int_equal(user_memory[0], "12345"[i]);
    }
    assert_int_equal(read_at(descriptor, offsets[1] + BLOCK_BYTES, 10), 10);
    assert_memory_equal(user_memory, process_files->zeros, 10);
    assert_int_equal(node->contents.size, offsets[4] + 1);
    contents_resize(&node->contents, 0);
    assert_int_equal(frames_used, before);
}

static void an_unlinked_file_is_freed_when_it_is_closed(void **state)
{
    int32_t descriptor = open_path("gone", O_CREAT | O_RDWR);
    unsigned before = frames_used;

    (void)state;
    assert_int_equal(write_at(descriptor, 0, "abc", 3), 3);
    memcpy(process_files->path[0], "gone", 5);
    assert_int_equal(file_remove(AT_FDCWD, 0), 0);
    assert_int_equal(read_at(descriptor, 0, 10), 3);
    assert_int_equal(frames_used, before + 1);
    assert_int_equal(descriptor_close((uint32_t)descriptor), 0);
    assert_int_equal(frames_used, before);
    for (unsigned i = 0; i < 1000; i++) { /* the memory of nodes and names is used again */
        assert_int_equal(open_path("gone", O_CREAT | O_RDWR), descriptor);
        descriptor_close((uint32_t)descriptor);
        memcpy(process_files->path[0], "gone", 5);
        assert_int_equal(file_remove(AT_FDCWD, 0), 0);
    }
    assert_int_equal(frames_used, before);
}

static void the_parent_of_a_removed_directory_remains(void **state)
{
    struct file_node *outer, *inner;
    struct resolved_path resolved;

    (void)state;
    memcpy(process_files->path[0], "outer", 6);
    assert_int_equal(node_create_at(0, AT_FDCWD, S_IFDIR | 0755, &outer), 0);
    memcpy(process_files->path[0], "outer/inner", 12);
    assert_int_equal(node_create_at(0, AT_FDCWD, S_IFDIR | 0755, &inner), 0);
    node_release(process_files->current);
    process_files->current = inner;
    node_use(inner);
    assert_int_equal(file_remove(AT_FDCWD, 1), -LINUX_ENOENT); /* outer/inner, from inner */
    memcpy(process_files->path[0], "/home/outer/inner", 18);
    assert_int_equal(file_remove(AT_FDCWD, 1), 0);
    memcpy(process_files->path[0], "/home/outer", 12);
    assert_int_equal(file_remove(AT_FDCWD, 1), 0);
    memcpy(process_files->path[0], "../..", 6);
    assert_int_equal(path_resolve(0, process_files->current, LINK_FOLLOWED, &resolved), 0);
    assert_ptr_equal(resolved.node, process_files->home);
}

static void missing_names_are_listed_once(void **state)
{
    char name[] = "name00";

    (void)state;
    assert_null(process_files_missing(0));
    assert_int_equal(open_path("no", O_RDONLY), -LINUX_ENOENT);
    assert_int_equal(open_path("no", O_RDONLY), -LINUX_ENOENT);
    assert_int_equal(open_path("no/file", O_RDONLY), -LINUX_ENOENT);
    assert_int_equal(open_path("made/file", O_CREAT | O_RDWR), -LINUX_ENOENT);
    assert_string_equal(process_files_missing(0), "no");
    assert_string_equal(process_files_missing(1), "no/file");
    assert_null(process_files_missing(2));
    for (unsigned i = 0; i < 30; i++) {
        name[4] = (char)('0' + i / 10);
        name[5] = (char)('0' + i % 10);
        open_path(name, O_RDONLY);
    }
    assert_string_equal(process_files_missing(15), "name13");
    assert_null(process_files_missing(16));
}

static void the_report_has_output_and_written_files(void **state)
{
    struct file_node *file;
    uint32_t run;

    (void)state;
    assert_int_equal(write_at(1, 0, "to output", 9), 9);
    assert_int_equal(write_at(2, 0, "error", 5), 5);
    assert_int_equal(process_file_size(process_files_output()), 9);
    assert_memory_equal(process_file_bytes(process_files_output(), 3, &run), "output", 6);
    assert_int_equal(run, 6);
    assert_int_equal(process_file_size(process_files_error()), 5);
    assert_null(process_files_written(NULL));
    assert_true(open_path("/tmp/a", O_CREAT | O_RDWR) >= 0);
    assert_int_equal(write_at(open_path("data/module", O_RDWR), 0, "1", 1), 1);
    file = process_files_written(NULL);
    assert_string_equal(process_file_path(file), "/tmp/a");
    file = process_files_written(file);
    assert_string_equal(process_file_path(file), "data/module");
    assert_int_equal(*(const char *)process_file_bytes(file, 0, &run), '1');
    assert_int_equal(run, 4096);
    assert_int_equal(*(const char *)process_file_bytes(file, 4096, &run), 'b');
    assert_null(process_files_written(file));
}

static void standard_input_is_a_file_or_empty(void **state)
{
    (void)state;
    assert_int_equal(read_at(0, 0, 10), 0);
    assert_non_null(process_files_reset("nothing"));
    assert_non_null(process_files_reset("data"));
    assert_null(process_files_reset("./data/module"));
    assert_int_equal(read_at(0, 9999, 10), 1);
    assert_int_equal(user_memory[0], 'z');
}

static void a_terminal_collects_output(void **state)
{
    const struct device *device;
    struct open_file *file;
    int32_t terminal;

    (void)state;
    terminal = open_path("/dev/tty", O_RDWR);
    assert_int_equal(write_at(1, 0, "one ", 4), 4);
    assert_int_equal(write_at(terminal, 0, "two", 3), 3);
    assert_int_equal(process_file_size(process_files_output()), 7);
    file = descriptor_file((uint32_t)terminal);
    device = file->node->device;
    assert_ptr_equal(device, &console_device);
    assert_int_equal(device->ioctl(file, TIOCGWINSZ, USER), 0);
    assert_int_equal(user_memory[0], 25);
    assert_int_equal(user_memory[2], 80);
    assert_int_equal(device->ioctl(file, TCGETS, USER), 0);
    assert_int_equal(device->ioctl(file, TCGETS, 0), -LINUX_EFAULT);
    assert_int_equal(device->ioctl(file, 1, 0), -LINUX_ENOTTY);
    assert_int_equal(open_file_seek(file, 0, SEEK_SET), -LINUX_ESPIPE);
}

static void random_numbers_are_the_same_in_each_run(void **state)
{
    uint8_t first[40];

    (void)state;
    assert_int_equal(read_at(open_path("/dev/urandom", O_RDONLY), 0, 40), 40);
    memcpy(first, user_memory, 40);
    begin_run(FRAMES);
    assert_int_equal(read_at(open_path("/dev/random", O_RDONLY), 0, 40), 40);
    assert_memory_equal(user_memory, first, 40);
    /* xorshift32 of 2463534242: 723471715, the first of Marsaglia's paper on xorshift generators */
    assert_int_equal(*(uint32_t *)first, 723471715);
}

static int32_t word_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    return file->offset == 8 && user_write(to, "device", 6) == 6 ? (int32_t)bytes : -LINUX_EIO;
}

static int64_t any_seek(struct open_file *file, int64_t offset, uint32_t origin)
{
    (void)origin;
    return file->offset = offset;
}

static void another_device_can_be_added(void **state)
{
    static const struct device device = {
        .name = "cpu/0/msr", .number = 0xca00, .read = word_read, .seek = any_seek};
    int32_t descriptor;

    (void)state;
    assert_null(process_files_add_device(&device));
    begin_run(FRAMES);
    descriptor = open_path("/dev/cpu/0/msr", O_RDONLY);
    assert_int_equal(open_file_seek(descriptor_file((uint32_t)descriptor), 8, SEEK_SET), 8);
    assert_int_equal(read_at(descriptor, 8, 6), 6);
    assert_memory_equal(user_memory, "device", 6);
}

static void paths_that_cannot_be_installed(void **state)
{
    (void)state;
    assert_non_null(process_files_add("data/module", module, 1));
    assert_non_null(process_files_add("data/module/x", module, 1));
    assert_non_null(process_files_add("data/", module, 1));
    assert_non_null(process_files_add("", module, 1));
    assert_non_null(process_files_add("/", module, 1));
    assert_non_null(process_files_add("data", module, 1));
    assert_non_null(process_files_add("data/..", module, 1));
    assert_null(process_files_add("./data/./second", module, 1));
    assert_null(process_files_add("../home/third", module, 1));
    begin_run(FRAMES);
    assert_file_is("data/second", module, 1);
    assert_file_is("third", module, 1);
    kernel_used = sizeof kernel_memory - 100; /* without memory */
    assert_non_null(process_files_add("fourth", module, 1));
}

static void descriptors_are_limited(void **state)
{
    (void)state;
    for (int32_t i = 3; i < (int32_t)DESCRIPTORS; i++)
        assert_int_equal(open_path("/dev/null", O_RDONLY), i);
    assert_int_equal(open_path("/dev/null", O_RDONLY), -LINUX_EMFILE);
    descriptor_close(500);
    assert_int_equal(open_path("/dev/null", O_RDONLY), 500);
}

static void mapped_files_are_copied_without_a_position(void **state)
{
    char bytes[10] = "";

    (void)state;
    assert_int_equal(process_files_read_at(50, bytes, 1, 0), -LINUX_EBADF);
    assert_false(process_files_is_open(50));
    assert_int_equal(process_files_read_at(1, bytes, 1, 0), -LINUX_EACCES);
    assert_int_equal(process_files_read_at(open_path("/dev", O_RDONLY), bytes, 1, 0),
                     -LINUX_ENODEV);
    assert_int_equal(open_path("data/module", O_RDONLY), 4);
    assert_true(process_files_is_open(4));
    assert_int_equal(process_files_read_at(4, bytes, 10, 4095), 10);
    assert_memory_equal(bytes, "ab", 3);
    assert_int_equal(process_files_read_at(4, bytes, 10, 9999), 1);
    assert_int_equal(process_files_read_at(4, bytes, 10, 1ull << 32), 0);
}

static struct pipe_buffer *new_pipe(void)
{
    struct pipe_buffer *pipe = pipe_create();

    pipe_opened(pipe, O_RDONLY);
    pipe_opened(pipe, O_WRONLY);
    return pipe;
}

static void a_pipe_that_nobody_fills_ends_the_run(void **state)
{
    struct pipe_buffer *pipe = new_pipe();

    (void)state;
    ended_with = NULL;
    if (setjmp(end_of_run) == 0)
        pipe_read(pipe, O_RDONLY, USER, 1);
    assert_string_equal(ended_with,
                        "the program waits for ever: it alone could fill the pipe that it reads");
    assert_int_equal(pipe_write(pipe, O_WRONLY, USER, PIPE_BYTES), PIPE_BYTES);
    if (setjmp(end_of_run) == 0)
        pipe_write(pipe, O_WRONLY, USER, 1);
    assert_string_equal(
        ended_with, "the program waits for ever: it alone could empty the pipe that it writes to");
    pipe_closed(pipe, O_RDONLY);
    signal_sent = 0;
    assert_int_equal(pipe_write(pipe, O_WRONLY, USER, 1), -LINUX_EPIPE);
    assert_int_equal(signal_sent, SIGNAL_PIPE);
}

/* The bytes of a pipe wrap around its end. */
static void a_pipe_keeps_the_order_of_its_bytes(void **state)
{
    struct pipe_buffer *pipe = new_pipe();
    uint8_t next_in = 0, next_out = 0;

    (void)state;
    for (unsigned round = 0; round < 100; round++) {
        for (unsigned i = 0; i < 5000; i++)
            user_memory[i] = next_in++;
        assert_int_equal(pipe_write(pipe, O_WRONLY, USER, 5000), 5000);
        assert_int_equal(pipe_read(pipe, O_RDONLY, USER, round < 10 ? 100 : 5000),
                         round < 10 ? 100 : 5000);
        for (unsigned i = 0; i < (round < 10 ? 100u : 5000u); i++)
            assert_int_equal(user_memory[i], next_out++);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_module_is_used_in_place, set_up),
        cmocka_unit_test_setup(a_write_to_a_module_copies_one_block, set_up),
        cmocka_unit_test_setup(a_new_run_finds_the_files_as_installed, set_up),
        cmocka_unit_test_setup(a_full_memory_is_an_error_and_can_be_freed, set_up),
        cmocka_unit_test_setup(all_levels_of_tables_are_used_and_freed, set_up),
        cmocka_unit_test_setup(an_unlinked_file_is_freed_when_it_is_closed, set_up),
        cmocka_unit_test_setup(the_parent_of_a_removed_directory_remains, set_up),
        cmocka_unit_test_setup(missing_names_are_listed_once, set_up),
        cmocka_unit_test_setup(the_report_has_output_and_written_files, set_up),
        cmocka_unit_test_setup(standard_input_is_a_file_or_empty, set_up),
        cmocka_unit_test_setup(a_terminal_collects_output, set_up),
        cmocka_unit_test_setup(random_numbers_are_the_same_in_each_run, set_up),
        cmocka_unit_test_setup(another_device_can_be_added, set_up),
        cmocka_unit_test_setup(paths_that_cannot_be_installed, set_up),
        cmocka_unit_test_setup(descriptors_are_limited, set_up),
        cmocka_unit_test_setup(mapped_files_are_copied_without_a_position, set_up),
        cmocka_unit_test_setup(a_pipe_that_nobody_fills_ends_the_run, set_up),
        cmocka_unit_test_setup(a_pipe_keeps_the_order_of_its_bytes, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
