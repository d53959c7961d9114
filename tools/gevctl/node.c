// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "node.h"

#define DEPTH_MAX	16	/* categories within categories */
#define CHAIN_MAX	32	/* nodes behind a feature */
#define REGISTER_MAX	(1u << 20)	/* bytes to be read of a register */
#define LISTED_MAX	4096u	/* and of one among many */
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
	/* What libaravis says about the two kinds of port that are no registers. */
	static const char *const ports[][2] = {
		{ "Buffer not found", "its value comes with each frame, not from a register" },
		{ "Events not implemented", "its value comes with an event, not from a register" },
	};
	const char *words = error->message, *end;
	size_t i;

	while (*words == '[' && (end = strstr(words, "] ")))
		words = end + 2;
	for (i = 0; i < G_N_ELEMENTS(ports); i++) {
		if (!strcmp(words, ports[i][0]))
			return ports[i][1];
	}
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

/* Node that the value of this one is, NULL where the chain ends. */
static ArvGcNode *value_node(ArvGcNode *node)
{
	ArvDomNode *child = arv_dom_node_get_first_child(ARV_DOM_NODE(node));

	for (; child; child = arv_dom_node_get_next_sibling(child)) {
		if (ARV_IS_GC_PROPERTY_NODE(child) &&
		    arv_gc_property_node_get_node_type(ARV_GC_PROPERTY_NODE(child)) ==
		    ARV_GC_PROPERTY_NODE_TYPE_P_VALUE)
			return arv_gc_property_node_get_linked_node(ARV_GC_PROPERTY_NODE(child));
	}
	return NULL;
}

/* What one node says, without those behind it. */
static const char *own_access(ArvGcFeatureNode *node)
{
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

/* The lesser of two. */
static const char *both_access(const char *a, const char *b)
{
	if (!strcmp(a, "rw"))
		return b;
	if (!strcmp(b, "rw") || !strcmp(a, b) || *a == 'n')
		return a;
	return *b == 'n' ? b : "na";	/* one only read, the other only written */
}

/**
 * node_access() - what may be done with a feature now
 * @feature: the feature
 *
 * That is what all nodes on the way to its register allow. Errors of the
 * conditions themselves count as not available.
 *
 * Return: "rw", "ro", "wo"; "na" not available now; "ni" not implemented.
 */
const char *node_access(ArvGcNode *feature)
{
	const char *access = "rw";
	unsigned int i;

	for (i = 0; i < CHAIN_MAX && feature && ARV_IS_GC_FEATURE_NODE(feature); i++) {
		access = both_access(access, own_access(ARV_GC_FEATURE_NODE(feature)));
		feature = value_node(feature);
	}
	return access;
}

/**
 * node_is_there() - whether an entry of an enumeration can be set now
 * @entry: the entry
 */
bool node_is_there(ArvGcNode *entry)
{
	return arv_gc_feature_node_is_implemented(ARV_GC_FEATURE_NODE(entry), NULL) &&
	       arv_gc_feature_node_is_available(ARV_GC_FEATURE_NODE(entry), NULL);
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
	if (!length || length > REGISTER_MAX) {
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

/* The name of the entry, or the number where no entry has it. */
static json_t *enumeration_value(ArvGcEnumeration *node, GError **error)
{
	const GSList *item = arv_gc_enumeration_get_entries(node);
	gint64 number = arv_gc_enumeration_get_int_value(node, error);

	for (; item && !*error; item = item->next) {
		if (arv_gc_feature_node_is_implemented(item->data, NULL) &&
		    arv_gc_enum_entry_get_value(item->data, NULL) == number)
			return json_text(arv_gc_feature_node_get_name(item->data));
	}
	return json_integer(number);
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
		return enumeration_value(ARV_GC_ENUMERATION(node), error);
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

static bool is_long(ArvGcNode *node)
{
	return node_kind(node) == NODE_REGISTER &&
	       arv_gc_register_get_length(ARV_GC_REGISTER(node), NULL) > LISTED_MAX;
}

static json_t *walk_feature(ArvGcNode *node, bool values)
{
	const char *access;
	GError *error = NULL;
	json_t *json;

	if (!values)
		return node_heading(node, NULL);
	access = node_access(node);
	json = node_heading(node, access);
	if (is_long(node))
		set_text(json, "error", "long; 'gevctl get' reads it");
	else if (readable(node, access))
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
