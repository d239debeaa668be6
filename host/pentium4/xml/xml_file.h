/*
 * SPDX-License-Identifier: MIT
 * Reads XML files, including files that are not well-formed: misspelt closing tags, elements after
 * the root's end, comments that end in "->", Latin-1 letters. Each correction is reported
 * (xml_errors.h). The parser is libxml2.
 */
#pragma once

#include <libxml/tree.h>

#include "host/pentium4/xml/xml_errors.h"

struct xml_file {
    struct xml_errors *errors;
    char *text; /* the original text */
    size_t length;
    xmlDoc *document;
    xmlNode *root;
    xmlDoc *after_document;
    xmlNode *after; /* contains the elements after the root's end; NULL if none exist */
};

/*
 * Reads a file, "-" for standard input. The root must have the name `root`; NULL: any name. Returns
 * 0, or -1 after a message.
 */
int xml_file_open(struct xml_file *xml, struct xml_errors *errors, const char *path,
                  const char *root);

/* The same for a text; its name in messages is errors->file. */
int xml_file_open_text(struct xml_file *xml, struct xml_errors *errors, const char *text,
                       size_t length, const char *root);
void xml_file_close(struct xml_file *xml);

/* Returns the first element among a node and the siblings after it; NULL if none exists. */
xmlNode *xml_element(xmlNode *node);
#define XML_FOR(child, node)                                                                       \
    for (xmlNode *child = xml_element((node)->children); child; child = xml_element(child->next))

static inline const char *xml_name(const xmlNode *node)
{
    return (const char *)node->name;
}

static inline long xml_line(const xmlNode *node)
{
    return xmlGetLineNo(node);
}

/*
 * Returns whether the element has this name. A difference in case is reported and then ignored. A
 * "_" before a digit is ignored, since XML names cannot begin with a digit.
 */
bool xml_is(struct xml_errors *errors, const xmlNode *node, const char *name);

/* Compares names without regard to case and to a "_" before a digit. */
bool xml_same(const char *a, const char *b);

/*
 * Return an attribute's value, or the text of an element without surrounding blanks; NULL if it has
 * none. The caller frees it.
 */
char *xml_attribute(const xmlNode *node, const char *name);
char *xml_file_text_of(const xmlNode *node);

/* Returns the first child of that name; NULL if none exists. */
xmlNode *xml_child(struct xml_errors *errors, const xmlNode *node, const char *name);
