// SPDX-License-Identifier: GPL-2.0
/* Giving features values. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "node.h"

static bool refuse(GError **error, ArvGcNode *node, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, format);
	text = g_strdup_vprintf(format, ap);
	va_end(ap);
	g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_OUT_OF_RANGE, "%s: %s",
		    node_name(node), text);
	return false;
}

static bool set_integer(ArvGcNode *node, const char *text, GError **error)
{
	ArvGcInteger *integer = ARV_GC_INTEGER(node);
	gint64 value, min, max, inc;
	char *end;

	errno = 0;
	value = g_ascii_strtoll(text, &end, 0);
	if (!*text || *end || errno)
		return refuse(error, node, "'%s' is not a whole number", text);
	min = arv_gc_integer_get_min(integer, NULL);
	max = arv_gc_integer_get_max(integer, NULL);
	inc = arv_gc_integer_get_inc(integer, NULL);
	if (min <= max && (value < min || value > max))
		return refuse(error, node, "%" G_GINT64_FORMAT " is outside of %" G_GINT64_FORMAT
			      " to %" G_GINT64_FORMAT, value, min, max);
	if (inc > 1 && ((guint64)value - (guint64)min) % inc)
		return refuse(error, node, "%" G_GINT64_FORMAT " is not in steps of %"
			      G_GINT64_FORMAT " from %" G_GINT64_FORMAT, value, inc, min);
	arv_gc_integer_set_value(integer, value, error);
	return true;
}

static bool set_float(ArvGcNode *node, const char *text, GError **error)
{
	ArvGcFloat *real = ARV_GC_FLOAT(node);
	double value, min, max;
	char *end;

	value = g_ascii_strtod(text, &end);
	if (!*text || *end || !isfinite(value))
		return refuse(error, node, "'%s' is not a number", text);
	min = arv_gc_float_get_min(real, NULL);
	max = arv_gc_float_get_max(real, NULL);
	if (min <= max && (value < min || value > max))
		return refuse(error, node, "%g is outside of %g to %g", value, min, max);
	arv_gc_float_set_value(real, value, error);
	return true;
}

/**
 * node_parse_boolean() - one of the words for true and false
 * @text: the word
 *
 * Return: 1 or 0, -1 for another word.
 */
int node_parse_boolean(const char *text)
{
	static const char *const words[] = { "0", "1", "false", "true", "off", "on", "no", "yes" };
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(words); i++) {
		if (!g_ascii_strcasecmp(words[i], text))
			return i & 1;
	}
	return -1;
}

static bool set_boolean(ArvGcNode *node, const char *text, GError **error)
{
	int value = node_parse_boolean(text);

	if (value < 0)
		return refuse(error, node, "'%s' is neither true nor false", text);
	arv_gc_boolean_set_value(ARV_GC_BOOLEAN(node), value, error);
	return true;
}

/* By the entry's name or its number. */
static bool is_entry(ArvGcNode *entry, const char *text)
{
	gint64 number;
	char *end;

	if (!strcmp(arv_gc_feature_node_get_name(ARV_GC_FEATURE_NODE(entry)), text))
		return true;
	number = g_ascii_strtoll(text, &end, 0);
	return *text && !*end && number == arv_gc_enum_entry_get_value(ARV_GC_ENUM_ENTRY(entry),
								       NULL);
}

static bool set_enumeration(ArvGcNode *node, const char *text, GError **error)
{
	g_autoptr(GString) names = g_string_new(NULL);
	ArvGcEnumeration *enumeration = ARV_GC_ENUMERATION(node);
	const GSList *item;

	for (item = arv_gc_enumeration_get_entries(enumeration); item; item = item->next) {
		const char *name = arv_gc_feature_node_get_name(item->data);

		if (!node_is_there(item->data))
			continue;
		if (is_entry(item->data, text)) {
			arv_gc_enumeration_set_string_value(enumeration, name, error);
			return true;
		}
		if (names->len)
			g_string_prepend(names, ", ");
		g_string_prepend(names, name);	/* the list has the last one first */
	}
	if (!names->len)
		return refuse(error, node, "none of its entries can be set now");
	return refuse(error, node, "'%s' is none of %s", text, names->str);
}

static bool set_register(ArvGcNode *node, const char *text, GError **error)
{
	g_autofree guint8 *bytes = NULL;
	ArvGcRegister *reg = ARV_GC_REGISTER(node);
	guint64 i, length = arv_gc_register_get_length(reg, error);

	if (*error)
		return false;
	if (strlen(text) != 2 * length || strspn(text, "0123456789abcdefABCDEF") != 2 * length)
		return refuse(error, node, "wants %" G_GUINT64_FORMAT " bytes as %"
			      G_GUINT64_FORMAT " hexadecimal digits", length, 2 * length);
	bytes = g_malloc0(length);
	for (i = 0; i < length; i++)
		bytes[i] = g_ascii_xdigit_value(text[2 * i]) << 4 |
			   g_ascii_xdigit_value(text[2 * i + 1]);
	arv_gc_register_set(reg, bytes, length, error);
	return true;
}

static bool set_string(ArvGcNode *node, const char *text, GError **error)
{
	gint64 max = arv_gc_string_get_max_length(ARV_GC_STRING(node), NULL);

	if (max > 0 && strlen(text) > (size_t)max)
		return refuse(error, node, "longer than %" G_GINT64_FORMAT " bytes", max);
	arv_gc_string_set_value(ARV_GC_STRING(node), text, error);
	return true;
}

static bool set_value(ArvGcNode *node, enum node_kind kind, const char *text, GError **error)
{
	switch (kind) {
	case NODE_INTEGER:
		return set_integer(node, text, error);
	case NODE_FLOAT:
		return set_float(node, text, error);
	case NODE_BOOLEAN:
		return set_boolean(node, text, error);
	case NODE_ENUMERATION:
		return set_enumeration(node, text, error);
	case NODE_STRING:
		return set_string(node, text, error);
	case NODE_REGISTER:
		return set_register(node, text, error);
	default:
		return refuse(error, node, "cannot be set");
	}
}

/**
 * node_set() - give a feature a value, or execute a command
 * @node: the feature, from node_find()
 * @text: the value, NULL for a command
 * @error: gets why not
 *
 * Return: false with an error.
 */
bool node_set(ArvGcNode *node, const char *text, GError **error)
{
	const char *access = node_access(node);
	enum node_kind kind = node_kind(node);
	GError *first = NULL;

	if (*access == 'n')
		return refuse(error, node, "not available %s", strcmp(access, "ni") ?
			      "now" : "in this camera");
	if (!strcmp(access, "ro"))
		return refuse(error, node, "not writable now");
	if (kind == NODE_COMMAND && text)
		return refuse(error, node, "is a command and takes no value");
	if (kind != NODE_COMMAND && !text)
		return refuse(error, node, "wants a value");

	if (kind == NODE_COMMAND)
		arv_gc_command_execute(ARV_GC_COMMAND(node), &first);
	else
		set_value(node, kind, text, &first);
	if (!first)
		return true;
	g_propagate_error(error, first);
	return false;
}
