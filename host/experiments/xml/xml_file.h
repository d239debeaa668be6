/*
 * SPDX-License-Identifier: MIT
 * An XML file, also one that is none by the letter of the standard: closing tags that are misspelt,
 * elements behind the end, comments that end in "->", letters of Latin-1. What is meant by each is
 * told (slips.h). The parser is libxml2's.
 */
#pragma once

#include <libxml/tree.h>

#include "host/experiments/xml/slips.h"

struct xml_file {
    struct slips *slips;
    char *text; /* as it was read */
    size_t length;
    xmlDoc *document;
    xmlNode *root;
    xmlDoc *behind_document;
    xmlNode *behind; /* holds what stands behind the root's end; NULL: nothing does */
};

/* Reads a file, "-" for standard input; its root has to be named so, NULL: as it
 * likes. 0, or -1 after a message. */
int xml_open(struct xml_file *xml, struct slips *slips, const char *path, const char *root);

/* The same of a text, that has slips->file for a name. */
int xml_open_text(struct xml_file *xml, struct slips *slips, const char *text, size_t length,
                  const char *root);
void xml_close(struct xml_file *xml);

/* The first element among a node and those behind it; NULL: there is none. */
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
 * Whether it is called so. Letter case is told and then ignored; so is
 * a "_" in front of a digit, since no name of XML begins with a digit.
 */
bool xml_is(struct slips *slips, const xmlNode *node, const char *name);

/* Names alike but for letter case, and a "_" in front of a digit. */
bool xml_same(const char *a, const char *b);

/* An attribute's value, or the text of an element without blanks around it: to be freed; NULL: it
 * has none. */
char *xml_attribute(const xmlNode *node, const char *name);
char *xml_text(const xmlNode *node);

/* Its first child of that name; NULL: it has none. */
xmlNode *xml_child(struct slips *slips, const xmlNode *node, const char *name);
