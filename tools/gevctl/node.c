// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "node.h"

#define DEPTH_MAX	16	/* categories within categories */
#define NODES_MAX	8192	/* features in the whole tree; the largest known has 395 */

/* GenApi's element names. */
static const struct {
	const char *element;
	enum node_kind kind;
} elements[] = {
	{ "Category", NODE_CATEGORY },
	{ "Integer", NODE_INTEGER },
	{ "IntReg", NODE_INTEGER },
	{ "MaskedIntReg", NODE_INTEGER },
	{ "StructEntry", NODE_INTEGER },
	{ "IntSwissKnife", NODE_INTEGER },
	{ "IntConverter", NODE_INTEGER },
	{ "Float", NODE_FLOAT },
	{ "FloatReg", NODE_FLOAT },
	{ "SwissKnife", NODE_FLOAT },
	{ "Converter", NODE_FLOAT },
	{ "Boolean", NODE_BOOLEAN },
	{ "Enumeration", NODE_ENUMERATION },
	{ "Command", NODE_COMMAND },
	{ "String", NODE_STRING },
	{ "StringReg", NODE_STRING },
	{ "Register", NODE_REGISTER },
};

/* Values of "kind" in JSON. */
static const char *const kind_names[] = {
	[NODE_CATEGORY] = "category",
	[NODE_INTEGER] = "integer",
	[NODE_FLOAT] = "float",
	[NODE_BOOLEAN] = "boolean",
	[NODE_ENUMERATION] = "enumeration",
	[NODE_COMMAND] = "command",
	[NODE_STRING] = "string",
	[NODE_REGISTER] = "register",
};

static const char *const visibilities[] = {
	[ARV_GC_VISIBILITY_INVISIBLE] = "invisible",
	[ARV_GC_VISIBILITY_GURU] = "guru",
	[ARV_GC_VISIBILITY_EXPERT] = "expert",
	[ARV_GC_VISIBILITY_BEGINNER] = "beginner",
};

/**
 * node_name() - as in the description
 * @node: a feature
 */
const char *node_name(ArvGcNode *node)
{
	return arv_gc_feature_node_get_name(ARV_GC_FEATURE_NODE(node));
}

/**
 * node_kind() - what a node is to the user
 * @node: any node, or NULL
 */
enum node_kind node_kind(ArvGcNode *node)
{
	const char *element;
	size_t i;

	if (!node || !ARV_IS_GC_FEATURE_NODE(node))
		return NODE_NONE;
	element = arv_dom_node_get_node_name(ARV_DOM_NODE(node));
	for (i = 0; i < G_N_ELEMENTS(elements); i++) {
		if (!strcmp(elements[i].element, element))
			return elements[i].kind;
	}
	return NODE_NONE;
}

/**
 * node_words() - what an error says
 * @error: from libaravis, which puts "[Node] " before it for each node on the way
 */
const char *node_words(const GError *error)
{
	const char *words = error->message, *end;

	while (*words == '[' && (end = strstr(words, "] ")))
		words = end + 2;
	return words;
}

/**
 * node_find() - a feature by its name
 * @genicam: the tree
 * @name: as in the description
 * @error: gets why not
 */
ArvGcNode *node_find(ArvGc *genicam, const char *name, GError **error)
{
	ArvGcNode *node = arv_gc_get_node(genicam, name);
	enum node_kind kind = node_kind(node);

	if (kind == NODE_NONE)
		g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_NODE_NOT_FOUND,
			    "the camera has no feature '%s'; 'gevctl features' lists them", name);
	else if (kind == NODE_CATEGORY)
		g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_NODE_NOT_FOUND,
			    "%s is a category, not a feature", name);
	else
		return node;
	return NULL;
}

/**
 * node_access() - what may be done with a feature now
 * @feature: the feature
 *
 * Errors of the conditions themselves count as not available.
 *
 * Return: "rw", "ro", "wo"; "na" not available now; "ni" not implemented.
 */
const char *node_access(ArvGcNode *feature)
{
	ArvGcFeatureNode *node = ARV_GC_FEATURE_NODE(feature);

	if (!arv_gc_feature_node_is_implemented(node, NULL))
		return "ni";
	if (!arv_gc_feature_node_is_available(node, NULL))
		return "na";
	switch (arv_gc_feature_node_get_actual_access_mode(node)) {
	case ARV_GC_ACCESS_MODE_RO:
		return "ro";
	case ARV_GC_ACCESS_MODE_WO:
		return "wo";
	default:
		return arv_gc_feature_node_is_locked(node, NULL) ? "ro" : "rw";
	}
}

static void set_text(json_t *json, const char *key, const char *text)
{
	if (text && *text)
		json_object_set_new(json, key, json_text(text));
}

/* The limits that an integer states; the others are those of 64 bits. */
static void add_integer_limits(json_t *json, ArvGcInteger *node)
{
	gint64 min = arv_gc_integer_get_min(node, NULL);
	gint64 max = arv_gc_integer_get_max(node, NULL);
	gint64 inc = arv_gc_integer_get_inc(node, NULL);

	if (min != INT64_MIN && min <= max)
		json_object_set_new(json, "min", json_integer(min));
	if (max != INT64_MAX && min <= max)
		json_object_set_new(json, "max", json_integer(max));
	if (inc > 1)
		json_object_set_new(json, "increment", json_integer(inc));
}

static void add_float_limits(json_t *json, ArvGcFloat *node)
{
	double min = arv_gc_float_get_min(node, NULL);
	double max = arv_gc_float_get_max(node, NULL);

	if (min > -G_MAXDOUBLE && min <= max)
		json_object_set_new(json, "min", json_real(min));
	if (max < G_MAXDOUBLE && min <= max)
		json_object_set_new(json, "max", json_real(max));
}

static void add_entries(json_t *json, ArvGcEnumeration *node)
{
	json_t *entries = json_array();
	const GSList *item;

	for (item = arv_gc_enumeration_get_entries(node); item; item = item->next) {
		ArvGcFeatureNode *entry = item->data;
		json_t *one;

		if (!arv_gc_feature_node_is_implemented(entry, NULL))
			continue;
		one = json_pack("{s:o,s:I,s:b}", "name",
				json_text(arv_gc_feature_node_get_name(entry)), "number",
				(json_int_t)arv_gc_enum_entry_get_value(item->data, NULL),
				"available", arv_gc_feature_node_is_available(entry, NULL));
		json_array_insert_new(entries, 0, one);	/* libaravis has the last one first */
	}
	json_object_set_new(json, "entries", entries);
}

static json_t *register_value(ArvGcRegister *node, GError **error)
{
	g_autoptr(GString) text = NULL;
	g_autofree guint8 *bytes = NULL;
	guint64 i, length = arv_gc_register_get_length(node, error);

	if (*error)
		return NULL;
	if (!length || length > 4096) {
		g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_INVALID_LENGTH,
			    "%" G_GUINT64_FORMAT " bytes are too many to show", length);
		return NULL;
	}
	bytes = g_malloc0(length);
	arv_gc_register_get(node, bytes, length, error);
	text = g_string_new(NULL);
	for (i = 0; i < length; i++)
		g_string_append_printf(text, "%02x", bytes[i]);
	return json_text(text->str);
}

/**
 * node_value() - the value as JSON; an enumeration's is the name of its entry
 * @node: the feature, from node_find()
 * @error: where NULL is; gets why it cannot be read
 *
 * Return: the value, to be freed also when there is an error.
 */
json_t *node_value(ArvGcNode *node, GError **error)
{
	const char *text = NULL;
	double number;

	switch (node_kind(node)) {
	case NODE_INTEGER:
		return json_integer(arv_gc_integer_get_value(ARV_GC_INTEGER(node), error));
	case NODE_FLOAT:
		number = arv_gc_float_get_value(ARV_GC_FLOAT(node), error);
		return isfinite(number) ? json_real(number) : json_null();
	case NODE_BOOLEAN:
		return json_boolean(arv_gc_boolean_get_value(ARV_GC_BOOLEAN(node), error));
	case NODE_ENUMERATION:
		text = arv_gc_enumeration_get_string_value(ARV_GC_ENUMERATION(node), error);
		return text ? json_text(text) : json_null();
	case NODE_STRING:
		text = arv_gc_string_get_value(ARV_GC_STRING(node), error);
		return text ? json_text(text) : json_null();
	case NODE_REGISTER:
		return register_value(ARV_GC_REGISTER(node), error);
	default:
		return json_null();
	}
}

/**
 * node_text() - the value as node_set() takes it
 * @node: the feature, from node_find()
 * @error: gets why it cannot be read
 *
 * Return: the text, for g_free(); NULL when there is none.
 */
char *node_text(ArvGcNode *node, GError **error)
{
	GError *first = NULL;
	json_t *json = node_value(node, &first);
	char buf[64], *text = NULL;

	if (first)
		g_propagate_error(error, first);
	else if (json_is_null(json))
		g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_INVALID_SYNTAX, "no value to read");
	else
		text = g_strdup(json_value_text(json, buf, sizeof(buf)));
	json_decref(json);
	return text;
}

static bool readable(ArvGcNode *node, const char *access)
{
	return *access == 'r' && node_kind(node) != NODE_COMMAND;
}

static json_t *node_heading(ArvGcNode *node, const char *access)
{
	ArvGcFeatureNode *feature = ARV_GC_FEATURE_NODE(node);
	ArvGcVisibility visibility = arv_gc_feature_node_get_visibility(feature);
	json_t *json = json_object();

	if (visibility < 0 || visibility > ARV_GC_VISIBILITY_BEGINNER)
		visibility = ARV_GC_VISIBILITY_BEGINNER;
	set_text(json, "name", node_name(node));
	set_text(json, "kind", kind_names[node_kind(node)]);
	set_text(json, "visibility", visibilities[visibility]);
	set_text(json, "access", access);
	return json;
}

/**
 * node_json() - everything about a feature
 * @node: the feature, from node_find()
 * @error: gets why its value could not be read
 *
 * Return: an object, to be freed also when there is an error.
 */
json_t *node_json(ArvGcNode *node, GError **error)
{
	ArvGcFeatureNode *feature = ARV_GC_FEATURE_NODE(node);
	const char *access = node_access(node);
	json_t *json = node_heading(node, access);
	GError *first = NULL;

	if (readable(node, access))
		json_object_set_new(json, "value", node_value(node, &first));
	switch (node_kind(node)) {
	case NODE_INTEGER:
		add_integer_limits(json, ARV_GC_INTEGER(node));
		break;
	case NODE_FLOAT:
		add_float_limits(json, ARV_GC_FLOAT(node));
		break;
	case NODE_ENUMERATION:
		add_entries(json, ARV_GC_ENUMERATION(node));
		break;
	default:
		break;
	}
	set_text(json, "unit", node_unit(node));
	set_text(json, "description", arv_gc_feature_node_get_description(feature));
	if (first)
		g_propagate_error(error, first);
	return json;
}

/**
 * node_unit() - the unit of a number
 * @node: the feature, from node_find()
 *
 * Return: the unit, or NULL.
 */
const char *node_unit(ArvGcNode *node)
{
	switch (node_kind(node)) {
	case NODE_INTEGER:
		return arv_gc_integer_get_unit(ARV_GC_INTEGER(node));
	case NODE_FLOAT:
		return arv_gc_float_get_unit(ARV_GC_FLOAT(node));
	default:
		return NULL;
	}
}

struct walk {
	ArvGc *genicam;
	bool values;
	unsigned int nodes;
};

static json_t *walk_feature(ArvGcNode *node, bool values)
{
	const char *access;
	GError *error = NULL;
	json_t *json;

	if (!values)
		return node_heading(node, NULL);
	access = node_access(node);
	json = node_heading(node, access);
	if (readable(node, access))
		json_object_set_new(json, "value", node_value(node, &error));
	if (error) {
		json_object_del(json, "value");
		set_text(json, "error", node_words(error));
		g_error_free(error);
	}
	return json;
}

static json_t *walk_category(struct walk *walk, ArvGcNode *category, unsigned int depth)
{
	json_t *json = node_heading(category, NULL), *features = json_array();
	const GSList *item = arv_gc_category_get_features(ARV_GC_CATEGORY(category));

	for (; item && walk->nodes < NODES_MAX; item = item->next) {
		ArvGcNode *node = arv_gc_get_node(walk->genicam, item->data);
		enum node_kind kind = node_kind(node);

		walk->nodes++;
		if (kind == NODE_CATEGORY && depth < DEPTH_MAX)
			json_array_append_new(features, walk_category(walk, node, depth + 1));
		else if (kind != NODE_NONE && kind != NODE_CATEGORY)
			json_array_append_new(features, walk_feature(node, walk->values));
	}
	json_object_set_new(json, "features", features);
	return json;
}

/**
 * node_tree() - all categories and features
 * @genicam: the tree
 * @values: read each value, too
 *
 * Return: the root category, NULL when the description has none.
 */
json_t *node_tree(ArvGc *genicam, bool values)
{
	struct walk walk = { .genicam = genicam, .values = values };
	ArvGcNode *root = arv_gc_get_node(genicam, "Root");

	return node_kind(root) == NODE_CATEGORY ? walk_category(&walk, root, 0) : NULL;
}

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

static bool set_enumeration(ArvGcNode *node, const char *text, GError **error)
{
	g_autoptr(GString) names = g_string_new(NULL);
	ArvGcEnumeration *enumeration = ARV_GC_ENUMERATION(node);
	const GSList *item;

	for (item = arv_gc_enumeration_get_entries(enumeration); item; item = item->next) {
		const char *name = arv_gc_feature_node_get_name(item->data);

		if (!arv_gc_feature_node_is_available(item->data, NULL))
			continue;
		if (!strcmp(name, text)) {
			arv_gc_enumeration_set_string_value(enumeration, text, error);
			return true;
		}
		if (names->len)
			g_string_prepend(names, ", ");
		g_string_prepend(names, name);	/* the list has the last one first */
	}
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
