/*
 * SPDX-License-Identifier: MIT
 * Links objects with GNU ld and sends them to the kernel's `load` command. Each frame has a
 * checksum, and so has the whole file.
 */
#include "host/machines/monitor/file_upload.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"
#include "host/analysis/toolchain/child.h"
#include "host/data/checksum/crc16_fast.h"

#define MOST_BYTES   (256 * 1024)
#define FRAME_BYTES  300 /* bytes of the file per frame */
#define LINK_SECONDS 60
#define PLACE_MARK   "go to "

/* The header is defined in kernel/monitor/loaded_code.h; the sections are aligned as in the image.
 */
static const char script[] =
    "OUTPUT_FORMAT(elf32-i386)\n"
    "SECTIONS {\n"
    "  . = 0x%08lx;\n"
    "  .all : {\n"
    "    loaded_start = .;\n"
    "    LONG(0x324C5042) LONG(loaded_bench) LONG(loaded_probes) LONG(loaded_probes_end)\n"
    "    LONG(loaded_names) LONG(loaded_names_end)\n"
    "    LONG(loaded_end - loaded_start)\n"
    "    . = ALIGN(64);\n"
    "    *(.text .text.*) *(.user_text)\n"
    "    . = ALIGN(64); *(.rodata .rodata.*)\n"
    "    . = ALIGN(64); *(.data .data.*)\n"
    "    . = ALIGN(4); loaded_bench = .; KEEP(*(.bench.*))\n"
    "    loaded_probes = .; KEEP(*(.probes)) loaded_probes_end = .;\n"
    "    loaded_names = .; KEEP(*(.region_names)) loaded_names_end = .;\n"
    "    . = ALIGN(64); *(.bss .bss.* COMMON)\n"
    "    . = ALIGN(4); loaded_end = .;\n"
    "  }\n"
    "  /DISCARD/ : { *(.bench_source) *(.bench_work) *(.channel_names)\n"
    "                *(.comment) *(.note .note.*) *(.eh_frame) }\n"
    "}\n";

struct upload_content {
    uint8_t *bytes;
    size_t length;
};

/* Returns 0, or -1 after a message. */
static int upload_read_content(const char *path, struct upload_content *content)
{
    FILE *file = fopen(path, "re");
    content->bytes = allocate_zeroed(MOST_BYTES + 1);
    content->length = file ? fread(content->bytes, 1, MOST_BYTES + 1, file) : 0;
    bool failed = !file || ferror(file);
    if (failed)
        message_print("'%s' cannot be read: %s", path, strerror(errno));
    else if (content->length == 0 || content->length > MOST_BYTES)
        message_print("'%s': the size is not 1 to %u bytes", path, MOST_BYTES);
    if (file)
        fclose(file);
    if (!failed && content->length && content->length <= MOST_BYTES)
        return 0;
    free(content->bytes);
    return -1;
}

/* Sends a line; a refusal is reported. */
static enum exchange_status upload_ask(struct monitor_session *session, const char *line)
{
    return exchange_ask(&session->exchange, line, NULL);
}

/* Returns the address that `load begin` assigns to `length` bytes; 0 after a message. */
static unsigned long upload_begin(struct monitor_session *session, size_t length)
{
    char *line = allocate_text("load begin %zx", length);
    char *text = exchange_text(&session->exchange, line);
    const char *mark = text ? strstr(text, PLACE_MARK) : NULL;
    unsigned long place = mark ? strtoul(mark + sizeof PLACE_MARK - 1, NULL, 16) : 0;
    free(line);
    free(text);
    if (!place)
        message_print("the machine has no free memory for %zu bytes", length);
    return place;
}

static enum exchange_status upload_send_bytes(struct monitor_session *session,
                                              const struct upload_content *content)
{
    char hex[2 * FRAME_BYTES + 1], line[2 * FRAME_BYTES + 40];
    enum exchange_status done = EXCHANGE_OK;
    for (size_t at = 0; at < content->length && done == EXCHANGE_OK; at += FRAME_BYTES) {
        size_t left = content->length - at, n = left < FRAME_BYTES ? left : FRAME_BYTES;
        for (size_t i = 0; i < n; i++)
            sprintf(hex + 2 * i, "%02x", content->bytes[at + i]);
        snprintf(line, sizeof line, "load at %zx %s", at, hex);
        done = upload_ask(session, line);
    }
    if (done == EXCHANGE_OK) {
        snprintf(line, sizeof line, "load end %x",
                 crc16_fast((const char *)content->bytes, content->length));
        done = monitor_session_ask(session, line);
    }
    return done;
}

static enum exchange_status upload_send_content(struct monitor_session *session,
                                                const struct upload_content *content)
{
    return upload_begin(session, content->length) ? upload_send_bytes(session, content)
                                                  : EXCHANGE_REFUSED;
}

/* Runs one program of binutils. Returns 0, or -1 after its error message. */
static int upload_run_tool(char *const *words)
{
    struct child child;
    child_run(&child, words, LINK_SECONDS);
    bool failed = child.status != 0;
    if (child.status == CHILD_MISSING)
        message_print("%s: no such program; install binutils", words[0]);
    else if (failed)
        message_print("%s", child.errors);
    child_free(&child);
    return failed ? -1 : 0;
}

/*
 * Makes all symbols of the object local, so that it shares no variable with the kernel. ld
 * allocates COMMON symbols, which objcopy would leave global. Returns 0, or -1 after a message.
 */
static int upload_localize(const char *object, const char *local)
{
    char *const allocate[] = {"ld",           "-m", "elf_i386",    "-r", "-d",
                              (char *)object, "-o", (char *)local, NULL};
    char *const localize[] = {"objcopy", "--keep-global-symbol=none", (char *)local, NULL};
    return upload_run_tool(allocate) || upload_run_tool(localize) ? -1 : 0;
}

static int upload_run_linker(const char *folder, const char *object, const char *kernel,
                             unsigned long place)
{
    char *script_name = allocate_text("%s/script", folder);
    char *elf = allocate_text("%s/elf", folder), *bytes = allocate_text("%s/bytes", folder);
    char *symbols = allocate_text("--just-symbols=%s", kernel);
    char *local = allocate_text("%s/local.o", folder);
    FILE *file = fopen(script_name, "we");
    if (file) {
        fprintf(file, script, place);
        fclose(file);
    }
    char *const link[] = {"ld", "-m",        "elf_i386", "-e",  "0",  "--no-warn-rwx-segments",
                          "-T", script_name, symbols,    local, "-o", elf,
                          NULL};
    char *const copy[] = {"objcopy", "-O", "binary", elf, bytes, NULL};
    int failed =
        !file || upload_localize(object, local) || upload_run_tool(link) || upload_run_tool(copy);
    free(script_name);
    free(symbols);
    free(local);
    free(elf);
    free(bytes);
    return failed ? -1 : 0;
}

static void upload_remove_folder(const char *folder)
{
    static const char *const names[] = {"script", "local.o", "elf", "bytes"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *name = allocate_text("%s/%s", folder, names[i]);
        unlink(name);
        free(name);
    }
    rmdir(folder);
}

/* Links the object for its address in memory. Returns 0, or -1 after a message. */
static int upload_link_object(const char *object, const char *kernel, unsigned long place,
                              struct upload_content *content)
{
    char *folder = temporary_folder_create("bareprobe");
    int failed = -1;
    if (folder) {
        failed = upload_run_linker(folder, object, kernel, place);
        char *bytes = allocate_text("%s/bytes", folder);
        failed = failed || upload_read_content(bytes, content);
        free(bytes);
        upload_remove_folder(folder);
    }
    free(folder);
    return failed ? -1 : 0;
}

static bool upload_is_object(const char *path)
{
    size_t length = strlen(path);
    return length > 2 && !strcmp(path + length - 2, ".o");
}

enum exchange_status upload_program(struct monitor_session *session, const char *path)
{
    struct upload_content content;
    char *usual = NULL;
    if (upload_is_object(path)) {
        unsigned long place = upload_begin(session, 1);
        const char *kernel =
            session->kernel ? session->kernel : (usual = installed_file_find("bareprobe.elf"));
        if (place && !kernel)
            message_print(
                "no bareprobe.elf to link the object with; name the running image with --kernel");
        int failed = !place || !kernel || upload_link_object(path, kernel, place, &content);
        free(usual);
        if (failed)
            return session->exchange.ended ? EXCHANGE_LOST : EXCHANGE_REFUSED;
    } else if (upload_read_content(path, &content)) {
        return EXCHANGE_REFUSED;
    }
    enum exchange_status done = upload_send_content(session, &content);
    free(content.bytes);
    return done;
}

enum exchange_status upload_settings(struct monitor_session *session, const char *path)
{
    struct upload_content content;
    if (upload_read_content(path, &content))
        return EXCHANGE_REFUSED;
    enum exchange_status done = upload_send_content(session, &content);
    free(content.bytes);
    return done == EXCHANGE_OK ? monitor_session_ask(session, "parms") : done;
}
