/*
 * SPDX-License-Identifier: MIT
 * Registers: those of 32 bits as a stop has printed them, or through `regs`. Numbers and names are
 * those of gdb's feature org.gnu.gdb.i386.core. `g` returns the first sixteen registers; gdb reads
 * those of the x87 one by one.
 */
#include "host/machines/gdb/gdb_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define CORE       16 /* registers of 32 bits */
#define X87_BYTES  10
#define WORD_BYTES 4
#define ERROR      "E01"

static const struct {
    const char *name, *type;
    unsigned bytes;
} registers[] = {
    {"eax", "int32", 4},          {"ecx", "int32", 4},     {"edx", "int32", 4},
    {"ebx", "int32", 4},          {"esp", "data_ptr", 4},  {"ebp", "data_ptr", 4},
    {"esi", "int32", 4},          {"edi", "int32", 4},     {"eip", "code_ptr", 4},
    {"eflags", "i386_eflags", 4}, {"cs", "int32", 4},      {"ss", "int32", 4},
    {"ds", "int32", 4},           {"es", "int32", 4},      {"fs", "int32", 4},
    {"gs", "int32", 4},           {"st0", "i387_ext", 10}, {"st1", "i387_ext", 10},
    {"st2", "i387_ext", 10},      {"st3", "i387_ext", 10}, {"st4", "i387_ext", 10},
    {"st5", "i387_ext", 10},      {"st6", "i387_ext", 10}, {"st7", "i387_ext", 10},
    {"fctrl", "int", 4},          {"fstat", "int", 4},     {"ftag", "int", 4},
    {"fiseg", "int", 4},          {"fioff", "int", 4},     {"foseg", "int", 4},
    {"fooff", "int", 4},          {"fop", "int", 4},
};
#define REGISTERS (sizeof registers / sizeof registers[0])

/* gdb predefines no i386_eflags, so the description has to define it. */
static const char head[] =
    "<?xml version=\"1.0\"?>\n"
    "<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
    "<target version=\"1.0\"><architecture>i386</architecture>\n"
    "<feature name=\"org.gnu.gdb.i386.core\">\n"
    "<flags id=\"i386_eflags\" size=\"4\">\n"
    "<field name=\"CF\" start=\"0\" end=\"0\"/><field name=\"\" start=\"1\" end=\"1\"/>\n"
    "<field name=\"PF\" start=\"2\" end=\"2\"/><field name=\"AF\" start=\"4\" end=\"4\"/>\n"
    "<field name=\"ZF\" start=\"6\" end=\"6\"/><field name=\"SF\" start=\"7\" end=\"7\"/>\n"
    "<field name=\"TF\" start=\"8\" end=\"8\"/><field name=\"IF\" start=\"9\" end=\"9\"/>\n"
    "<field name=\"DF\" start=\"10\" end=\"10\"/><field name=\"OF\" start=\"11\" end=\"11\"/>\n"
    "<field name=\"NT\" start=\"14\" end=\"14\"/><field name=\"RF\" start=\"16\" end=\"16\"/>\n"
    "<field name=\"VM\" start=\"17\" end=\"17\"/><field name=\"AC\" start=\"18\" end=\"18\"/>\n"
    "<field name=\"VIF\" start=\"19\" end=\"19\"/><field name=\"VIP\" start=\"20\" end=\"20\"/>\n"
    "<field name=\"ID\" start=\"21\" end=\"21\"/>\n"
    "</flags>\n";

char *gdb_state_description(void)
{
    char *text = allocate_copy(head);
    for (unsigned i = 0; i < REGISTERS; i++) {
        char *longer = allocate_text("%s<reg name=\"%s\" bitsize=\"%u\" type=\"%s\"/>\n", text,
                                     registers[i].name, 8 * registers[i].bytes, registers[i].type);
        free(text);
        text = longer;
    }
    char *whole = allocate_text("%s</feature></target>\n", text);
    free(text);
    return whole;
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Converts the value of `name=` in the text to gdb's digits, lowest byte first; false if it is
 * missing. */
static bool gdb_state_parse_value(const char *text, unsigned number, char *hex)
{
    char *mark = allocate_text("%s=", registers[number].name);
    unsigned bytes = registers[number].bytes;
    const char *at = text;
    while (at && (at = strstr(at, mark)) && at > text && at[-1] != ' ' && at[-1] != '\n')
        at++;
    bool found = at && strlen(at) >= strlen(mark) + 2 * bytes;
    for (unsigned i = 0; found && i < bytes; i++)
        memcpy(hex + 2 * i, at + strlen(mark) + 2 * (bytes - 1 - i), 2);
    hex[2 * bytes] = 0;
    free(mark);
    return found;
}

static char *gdb_state_ask_registers(struct gdb *gdb, const char *line)
{
    char *text;
    if (gdb_session_ask(gdb, line, &text) == EXCHANGE_OK)
        return text;
    free(text);
    return NULL;
}

/* Converts the digits of a stop to gdb's, lowest byte first; false if they are unknown. */
static bool gdb_state_stopped_register(const struct gdb *gdb, unsigned number, char *hex)
{
    const char *digits = gdb->registers + 2 * WORD_BYTES * number;
    if (number >= CORE || !gdb->registers[0])
        return false;
    for (unsigned i = 0; i < WORD_BYTES; i++)
        memcpy(hex + 2 * i, digits + 2 * (WORD_BYTES - 1 - i), 2);
    hex[2 * WORD_BYTES] = 0;
    return true;
}

char *gdb_state_stop_registers(const struct gdb *gdb)
{
    char *text = allocate_copy(""), hex[2 * WORD_BYTES + 1];
    for (unsigned i = 0; i < CORE && gdb_state_stopped_register(gdb, i, hex); i++) {
        char *longer = allocate_text("%s%02x:%s;", text, i, hex);
        free(text);
        text = longer;
    }
    return text;
}

char *gdb_state_read_registers(struct gdb *gdb)
{
    char hex[2 * WORD_BYTES * CORE + 1] = "";
    for (unsigned i = 0; gdb_state_stopped_register(gdb, i, hex + strlen(hex));)
        if (++i == CORE)
            return allocate_copy(hex);
    hex[0] = 0;
    char *text = gdb_state_ask_registers(gdb, "regs");
    bool all = text != NULL;
    for (unsigned i = 0; all && i < CORE; i++)
        all = gdb_state_parse_value(text, i, hex + strlen(hex));
    free(text);
    return allocate_copy(all ? hex : ERROR);
}

char *gdb_state_read_register(struct gdb *gdb, unsigned number)
{
    char hex[2 * X87_BYTES + 1];
    if (number >= REGISTERS)
        return allocate_copy(ERROR);
    if (gdb_state_stopped_register(gdb, number, hex))
        return allocate_copy(hex);
    char *text = gdb_state_ask_registers(gdb, number < CORE ? "regs" : "regs x87");
    bool found = text && gdb_state_parse_value(text, number, hex);
    free(text);
    if (!found && number >= CORE) /* the x87 is switched off; 'x' means unavailable to gdb */
        memset(hex, 'x', 2 * registers[number].bytes);
    return allocate_copy(found || number >= CORE ? hex : ERROR);
}

char *gdb_state_write_register(struct gdb *gdb, unsigned number, const char *hex)
{
    uint8_t bytes[X87_BYTES] = {0};
    char value[2 * X87_BYTES + 1], *text;
    if (number >= REGISTERS ||
        gdb_line_unhex(hex, bytes, registers[number].bytes) < registers[number].bytes)
        return allocate_copy(ERROR);
    for (unsigned i = 0; i < registers[number].bytes; i++)
        sprintf(value + 2 * i, "%02x", bytes[registers[number].bytes - 1 - i]);
    gdb_session_forget(gdb);
    char *line = allocate_text("regs %s %s", registers[number].name, value);
    enum exchange_status done = gdb_session_ask(gdb, line, &text);
    free(line);
    free(text);
    return allocate_copy(done == EXCHANGE_OK ? "OK" : ERROR);
}

char *gdb_state_write_registers(struct gdb *gdb, const char *hex)
{
    char *before = gdb_state_read_registers(gdb), *answer = allocate_copy("OK");
    if (strlen(hex) < 2 * WORD_BYTES * CORE || before[0] == 'E') {
        free(answer);
        answer = allocate_copy(ERROR);
    }
    for (unsigned i = 0; i < CORE && answer[0] == 'O'; i++) {
        const char *one = hex + 2 * WORD_BYTES * i;
        if (!strncasecmp(one, before + 2 * WORD_BYTES * i, 2 * WORD_BYTES))
            continue;
        free(answer);
        answer = gdb_state_write_register(gdb, i, one);
    }
    free(before);
    return answer;
}
