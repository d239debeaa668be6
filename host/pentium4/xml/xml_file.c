/*
 * SPDX-License-Identifier: MIT
 * Reads XML with libxml2, which continues after an error (XML_PARSE_RECOVER). This file decides
 * which errors can be corrected.
 */
#include "host/pentium4/xml/xml_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/pentium4/xml/xml_text.h"
#include "kernel/settings/suggestions.h"

#define AFTER   "after"
#define OPTIONS (XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_BIG_LINES)

/* The state of a parse, for the error handler. */
struct parsing {
    struct xml_file *xml;
    size_t after;    /* offset of content after the root; 0: none */
    long after_line; /* its line */
    bool broken;     /* an error was refused; errors after it are not meaningful */
};

/* ---- closing tags --------------------------------------------------------------------------- */

static bool xml_file_is_open(const xmlParserCtxt *context, const char *name)
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
static void xml_file_wrong_end(struct parsing *parsing, const xmlError *error)
{
    struct xml_errors *errors = parsing->xml->errors;
    const char *open = error->str1 ? error->str1 : "", *closing = error->str2 ? error->str2 : "";
    struct suggestion suggestion = {0};
    suggestions_offer(&suggestion, closing, strlen(closing), open);
    if (xml_file_is_open(error->ctxt, closing)) {
        parsing->broken = true;
        xml_error_refuse(errors, error->line,
                         "</%s> while <%s> of line %d is still open: </%s> is missing before it",
                         closing, open, error->int1, open);
    } else if (suggestion.best) {
        xml_error_correct(errors, error->line, "</%s> closes <%s> of line %d: corrected to </%s>",
                          closing, open, error->int1, open);
    } else {
        parsing->broken = true;
        xml_error_refuse(
            errors, error->line,
            "</%s> has no opening tag; the open element is <%s> of line %d, which </%s> closes",
            closing, open, error->int1, open);
    }
}

/* ---- other errors --------------------------------------------------------------------------- */

/* Returns " (open: <exp_config> <experiments>)". The caller frees it. */
static char *xml_file_open_elements(const xmlParserCtxt *context)
{
    char *text = allocate_copy("");
    for (int i = 0; context && i < context->nameNr; i++) {
        char *longer = allocate_text("%s%s<%s>", text,
                                     i ? " " : " (open: ", (const char *)context->nameTab[i]);
        free(text);
        text = longer;
    }
    char *whole = allocate_text("%s%s", text, *text ? ")" : "");
    free(text);
    return whole;
}

static void xml_file_broken(struct parsing *parsing, const xmlError *error)
{
    char *open = xml_file_open_elements(error->ctxt);
    int length = (int)strcspn(error->message ? error->message : "", "\n");
    xml_error_refuse(parsing->xml->errors, error->line, "not well-formed XML: %.*s%s", length,
                     error->message ? error->message : "", open);
    free(open);
    parsing->broken = true;
}

static void xml_file_unfinished(struct parsing *parsing, const xmlError *error)
{
    char *open = xml_file_open_elements(error->ctxt);
    xml_error_refuse(parsing->xml->errors, error->line,
                     "the file ends while <%s> of line %d is still open: </%s> is missing%s",
                     error->str1 ? error->str1 : "", error->int1, error->str1 ? error->str1 : "",
                     open);
    free(open);
    parsing->broken = true;
}

static void xml_file_on_error(void *context, xmlErrorPtr error)
{
    struct parsing *parsing = context;
    xmlParserCtxt *parser = error->ctxt;
    if (parsing->broken || error->level == XML_ERR_WARNING)
        return;
    switch (error->code) {
    case XML_ERR_TAG_NAME_MISMATCH:
        xml_file_wrong_end(parsing, error);
        break;
    case XML_ERR_DOCUMENT_END:
        if (!parser || !parser->input || parser->nameNr || parser->instate == XML_PARSER_START)
            xml_file_broken(parsing, error);
        else
            parsing->after = (size_t)xmlByteConsumed(parser);
        parsing->after_line = error->line;
        break;
    case XML_ERR_TAG_NOT_FINISHED:
        xml_file_unfinished(parsing, error);
        break;
    default:
        xml_file_broken(parsing, error);
    }
}

static xmlDoc *xml_file_parse(struct parsing *parsing, const char *text, size_t length)
{
    xmlParserCtxt *context = xmlNewParserCtxt();
    if (!context)
        die(EXIT_TARGET, "out of memory");
    xmlSetStructuredErrorFunc(parsing, xml_file_on_error);
    xmlDoc *document = xmlCtxtReadMemory(context, text, (int)length, NULL,
                                         xml_text_encoding(text, length), OPTIONS);
    xmlSetStructuredErrorFunc(NULL, NULL);
    xmlFreeParserCtxt(context);
    return document;
}

/* Parses the content after the root as a separate document, with the same line numbers. */
static void xml_file_read_after(struct xml_file *xml, const struct parsing *before,
                                const char *text)
{
    struct parsing parsing = {.xml = xml};
    char *lines = allocate_zeroed((size_t)before->after_line);
    memset(lines, '\n', (size_t)before->after_line - 1);
    char *whole = allocate_text("%s<" AFTER ">%s</" AFTER ">", lines, text + before->after);
    xml->after_document = xml_file_parse(&parsing, whole, strlen(whole));
    xml->after = xml->after_document ? xmlDocGetRootElement(xml->after_document) : NULL;
    free(lines);
    free(whole);
}

int xml_file_open_text(struct xml_file *xml, struct xml_errors *errors, const char *text,
                       size_t length, const char *root)
{
    unsigned refused = errors->refused;
    *xml =
        (struct xml_file){.errors = errors, .text = allocate_zeroed(length + 1), .length = length};
    memcpy(xml->text, text, length);
    struct parsing parsing = {.xml = xml};
    char *corrected = xml_text_correct(errors, xml->text, &length);
    xml->document = xml_file_parse(&parsing, corrected, length);
    xml->root = xml->document ? xmlDocGetRootElement(xml->document) : NULL;
    if (parsing.after && !parsing.broken)
        xml_file_read_after(xml, &parsing, corrected);
    free(corrected);
    if (!xml->root && errors->refused == refused)
        xml_error_refuse(errors, 0, "the file has no element");
    if (xml->root && root && errors->refused == refused && !xml_is(errors, xml->root, root))
        xml_error_refuse(errors, xml_line(xml->root),
                         "the outermost element is <%s>; expected <%s>", xml_name(xml->root), root);
    return errors->refused > refused ? -1 : 0;
}

int xml_file_open(struct xml_file *xml, struct xml_errors *errors, const char *path,
                  const char *root)
{
    size_t length;
    char *text = xml_text_read(path, &length);
    *xml = (struct xml_file){.errors = errors};
    if (!text)
        return -1;
    int status = xml_file_open_text(xml, errors, text, length, root);
    free(text);
    return status;
}

void xml_file_close(struct xml_file *xml)
{
    free(xml->text);
    xmlFreeDoc(xml->document);
    xmlFreeDoc(xml->after_document);
}

/* ---- traversal ------------------------------------------------------------------------------ */

xmlNode *xml_element(xmlNode *node)
{
    while (node && node->type != XML_ELEMENT_NODE)
        node = node->next;
    return node;
}

static const char *xml_file_plain_name(const char *name)
{
    return name[0] == '_' && isdigit((unsigned char)name[1]) ? name + 1 : name;
}

bool xml_same(const char *a, const char *b)
{
    return !strcasecmp(xml_file_plain_name(a), xml_file_plain_name(b));
}

bool xml_is(struct xml_errors *errors, const xmlNode *node, const char *name)
{
    if (!xml_same(xml_name(node), name))
        return false;
    if (strcmp(xml_file_plain_name(xml_name(node)), xml_file_plain_name(name)))
        xml_error_correct(errors, xml_line(node), "<%s>: corrected to <%s>", xml_name(node), name);
    return true;
}

char *xml_attribute(const xmlNode *node, const char *name)
{
    xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
    char *copy = value ? allocate_copy((const char *)value) : NULL;
    xmlFree(value);
    return copy;
}

char *xml_file_text_of(const xmlNode *node)
{
    xmlChar *content = xmlNodeGetContent(node);
    const char *text = content ? (const char *)content : "";
    text += strspn(text, " \t\r\n");
    size_t length = strlen(text);
    while (length && strchr(" \t\r\n", text[length - 1]))
        length--;
    char *copy = length ? allocate_text("%.*s", (int)length, text) : NULL;
    xmlFree(content);
    return copy;
}

xmlNode *xml_child(struct xml_errors *errors, const xmlNode *node, const char *name)
{
    XML_FOR(child, node)
    if (xml_is(errors, child, name))
        return child;
    return NULL;
}
