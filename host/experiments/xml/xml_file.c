/*
 * SPDX-License-Identifier: MIT
 * Reads XML with libxml2, which continues after an error (XML_PARSE_RECOVER). This file decides
 * which errors can be corrected.
 */
#include "host/experiments/xml/xml_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/experiments/xml/xml_text.h"
#include "kernel/settings/suggest.h"

#define BEHIND  "behind"
#define OPTIONS (XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_BIG_LINES)

/* The state of a parse, for the error handler. */
struct parsing {
    struct xml_file *xml;
    size_t behind;    /* offset of content after the root; 0: none */
    long behind_line; /* its line */
    bool broken;      /* an error was refused; errors after it are not meaningful */
};

/* ---- closing tags --------------------------------------------------------------------------- */

static bool is_open(const xmlParserCtxt *context, const char *name)
{
    for (int i = 0; i < context->nameNr; i++)
        if (!strcmp((const char *)context->nameTab[i], name))
            return true;
    return false;
}

/*
 * Handles a closing tag that does not match, such as </expl> for <exp2>. A similar name is accepted
 * as the open element's.
 */
static void wrong_end(struct parsing *parsing, const xmlError *error)
{
    struct slips *slips = parsing->xml->slips;
    const char *open = error->str1 ? error->str1 : "", *closing = error->str2 ? error->str2 : "";
    struct suggestion suggestion = {0};
    suggest_offer(&suggestion, closing, strlen(closing), open);
    if (is_open(error->ctxt, closing)) {
        parsing->broken = true;
        slip_refuse(slips, error->line,
                    "</%s> while <%s> of line %d is still open: </%s> is missing before it",
                    closing, open, error->int1, open);
    } else if (suggestion.best) {
        slip_mend(slips, error->line, "</%s> closes <%s> of line %d: corrected to </%s>", closing,
                  open, error->int1, open);
    } else {
        parsing->broken = true;
        slip_refuse(
            slips, error->line,
            "</%s> has no opening tag; the open element is <%s> of line %d, which </%s> closes",
            closing, open, error->int1, open);
    }
}

/* ---- other errors --------------------------------------------------------------------------- */

/* Returns " (open: <exp_config> <experiments>)". The caller frees it. */
static char *open_elements(const xmlParserCtxt *context)
{
    char *text = memory_text("");
    for (int i = 0; context && i < context->nameNr; i++) {
        char *longer =
            memory_print("%s%s<%s>", text, i ? " " : " (open: ", (const char *)context->nameTab[i]);
        free(text);
        text = longer;
    }
    char *whole = memory_print("%s%s", text, *text ? ")" : "");
    free(text);
    return whole;
}

static void broken(struct parsing *parsing, const xmlError *error)
{
    char *open = open_elements(error->ctxt);
    int length = (int)strcspn(error->message ? error->message : "", "\n");
    slip_refuse(parsing->xml->slips, error->line, "not well-formed XML: %.*s%s", length,
                error->message ? error->message : "", open);
    free(open);
    parsing->broken = true;
}

static void unfinished(struct parsing *parsing, const xmlError *error)
{
    char *open = open_elements(error->ctxt);
    slip_refuse(parsing->xml->slips, error->line,
                "the file ends while <%s> of line %d is still open: </%s> is missing%s",
                error->str1 ? error->str1 : "", error->int1, error->str1 ? error->str1 : "", open);
    free(open);
    parsing->broken = true;
}

static void take_error(void *context, xmlErrorPtr error)
{
    struct parsing *parsing = context;
    xmlParserCtxt *parser = error->ctxt;
    if (parsing->broken || error->level == XML_ERR_WARNING)
        return;
    switch (error->code) {
    case XML_ERR_TAG_NAME_MISMATCH:
        wrong_end(parsing, error);
        break;
    case XML_ERR_DOCUMENT_END:
        if (!parser || !parser->input || parser->nameNr || parser->instate == XML_PARSER_START)
            broken(parsing, error);
        else
            parsing->behind = (size_t)xmlByteConsumed(parser);
        parsing->behind_line = error->line;
        break;
    case XML_ERR_TAG_NOT_FINISHED:
        unfinished(parsing, error);
        break;
    default:
        broken(parsing, error);
    }
}

static xmlDoc *parse(struct parsing *parsing, const char *text, size_t length)
{
    xmlParserCtxt *context = xmlNewParserCtxt();
    if (!context)
        die(EXIT_TARGET, "out of memory");
    xmlSetStructuredErrorFunc(parsing, take_error);
    xmlDoc *document = xmlCtxtReadMemory(context, text, (int)length, NULL,
                                         xml_text_encoding(text, length), OPTIONS);
    xmlSetStructuredErrorFunc(NULL, NULL);
    xmlFreeParserCtxt(context);
    return document;
}

/* Parses the content after the root as a separate document, with the same line numbers. */
static void read_behind(struct xml_file *xml, const struct parsing *before, const char *text)
{
    struct parsing parsing = {.xml = xml};
    char *lines = memory_get((size_t)before->behind_line);
    memset(lines, '\n', (size_t)before->behind_line - 1);
    char *whole = memory_print("%s<" BEHIND ">%s</" BEHIND ">", lines, text + before->behind);
    xml->behind_document = parse(&parsing, whole, strlen(whole));
    xml->behind = xml->behind_document ? xmlDocGetRootElement(xml->behind_document) : NULL;
    free(lines);
    free(whole);
}

int xml_open_text(struct xml_file *xml, struct slips *slips, const char *text, size_t length,
                  const char *root)
{
    unsigned refused = slips->refused;
    *xml = (struct xml_file){.slips = slips, .text = memory_get(length + 1), .length = length};
    memcpy(xml->text, text, length);
    struct parsing parsing = {.xml = xml};
    char *mended = xml_text_mend(slips, xml->text, &length);
    xml->document = parse(&parsing, mended, length);
    xml->root = xml->document ? xmlDocGetRootElement(xml->document) : NULL;
    if (parsing.behind && !parsing.broken)
        read_behind(xml, &parsing, mended);
    free(mended);
    if (!xml->root && slips->refused == refused)
        slip_refuse(slips, 0, "the file has no element");
    if (xml->root && root && slips->refused == refused && !xml_is(slips, xml->root, root))
        slip_refuse(slips, xml_line(xml->root), "the outermost element is <%s>; expected <%s>",
                    xml_name(xml->root), root);
    return slips->refused > refused ? -1 : 0;
}

int xml_open(struct xml_file *xml, struct slips *slips, const char *path, const char *root)
{
    size_t length;
    char *text = xml_text_read(path, &length);
    *xml = (struct xml_file){.slips = slips};
    if (!text)
        return -1;
    int status = xml_open_text(xml, slips, text, length, root);
    free(text);
    return status;
}

void xml_close(struct xml_file *xml)
{
    free(xml->text);
    xmlFreeDoc(xml->document);
    xmlFreeDoc(xml->behind_document);
}

/* ---- traversal ------------------------------------------------------------------------------ */

xmlNode *xml_element(xmlNode *node)
{
    while (node && node->type != XML_ELEMENT_NODE)
        node = node->next;
    return node;
}

static const char *plain(const char *name)
{
    return name[0] == '_' && isdigit((unsigned char)name[1]) ? name + 1 : name;
}

bool xml_same(const char *a, const char *b)
{
    return !strcasecmp(plain(a), plain(b));
}

bool xml_is(struct slips *slips, const xmlNode *node, const char *name)
{
    if (!xml_same(xml_name(node), name))
        return false;
    if (strcmp(plain(xml_name(node)), plain(name)))
        slip_mend(slips, xml_line(node), "<%s>: corrected to <%s>", xml_name(node), name);
    return true;
}

char *xml_attribute(const xmlNode *node, const char *name)
{
    xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
    char *copy = value ? memory_text((const char *)value) : NULL;
    xmlFree(value);
    return copy;
}

char *xml_text(const xmlNode *node)
{
    xmlChar *content = xmlNodeGetContent(node);
    const char *text = content ? (const char *)content : "";
    text += strspn(text, " \t\r\n");
    size_t length = strlen(text);
    while (length && strchr(" \t\r\n", text[length - 1]))
        length--;
    char *copy = length ? memory_print("%.*s", (int)length, text) : NULL;
    xmlFree(content);
    return copy;
}

xmlNode *xml_child(struct slips *slips, const xmlNode *node, const char *name)
{
    XML_FOR(child, node)
    if (xml_is(slips, child, name))
        return child;
    return NULL;
}
