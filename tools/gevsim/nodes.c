// SPDX-License-Identifier: GPL-2.0
/*
 * Nodes of a GenICam description over a camera's registers, by libaravis.
 *
 * A node that cannot be evaluated is for its caller as if it were not there:
 * descriptions have many whose registers make no sense at power-up.
 */
#include "device.h"
#include "nodes.h"

struct _SimNodes {
	ArvDevice parent_instance;
	struct sim_device *dev;
	ArvGc *genicam;
};

G_DEFINE_TYPE(SimNodes, sim_nodes, ARV_TYPE_DEVICE)

/* Some descriptions have the address of another bus, whose last 32 bits count. */
static gboolean nodes_read(ArvDevice *device, guint64 address, guint32 size, void *buffer,
			   GError **error)
{
	(void)error;
	sim_register_peek(SIM_NODES(device)->dev, (u32)address, buffer, size);
	return TRUE;
}

static gboolean nodes_write(ArvDevice *device, guint64 address, guint32 size, void *buffer,
			    GError **error)
{
	(void)error;
	sim_register_poke(SIM_NODES(device)->dev, (u32)address, buffer, size);
	return TRUE;
}

static gboolean nodes_read_register(ArvDevice *device, guint64 address, guint32 *value,
				    GError **error)
{
	u8 data[4];

	nodes_read(device, address, sizeof(data), data, error);
	*value = get_unaligned_be32(data);
	return TRUE;
}

static gboolean nodes_write_register(ArvDevice *device, guint64 address, guint32 value,
				     GError **error)
{
	u8 data[4];

	put_unaligned_be32(value, data);
	return nodes_write(device, address, sizeof(data), data, error);
}

static ArvGc *nodes_get_genicam(ArvDevice *device)
{
	return SIM_NODES(device)->genicam;
}

static void sim_nodes_finalize(GObject *object)
{
	g_clear_object(&SIM_NODES(object)->genicam);
	G_OBJECT_CLASS(sim_nodes_parent_class)->finalize(object);
}

static void sim_nodes_init(SimNodes *self)
{
	self->genicam = NULL;
}

static void sim_nodes_class_init(SimNodesClass *class)
{
	ArvDeviceClass *device = ARV_DEVICE_CLASS(class);

	G_OBJECT_CLASS(class)->finalize = sim_nodes_finalize;
	device->read_memory = nodes_read;
	device->write_memory = nodes_write;
	device->read_register = nodes_read_register;
	device->write_register = nodes_write_register;
	device->get_genicam = nodes_get_genicam;
}

/**
 * sim_nodes_create() - parse a description
 * @dev: the camera whose registers it is about
 * @xml: the text
 * @len: its bytes
 *
 * Return: the nodes, to be released by g_object_unref(), or NULL if the text is
 * no GenICam description.
 */
ArvDevice *sim_nodes_create(struct sim_device *dev, const void *xml, size_t len)
{
	SimNodes *self = g_object_new(SIM_TYPE_NODES, NULL);

	self->dev = dev;
	self->genicam = arv_gc_new(ARV_DEVICE(self), xml, len);
	if (self->genicam)
		return ARV_DEVICE(self);
	g_object_unref(self);
	return NULL;
}

/**
 * sim_node_find() - a node by its name
 * @nodes: as created
 * @name: attribute Name, or NULL
 *
 * Return: the node or NULL.
 */
ArvGcNode *sim_node_find(ArvDevice *nodes, const char *name)
{
	return name ? arv_gc_get_node(SIM_NODES(nodes)->genicam, name) : NULL;
}

/**
 * sim_node_text() - text of an element in a node
 * @node: the node
 * @tag: name of the element; the first one counts
 *
 * Return: the text or NULL.
 */
const char *sim_node_text(void *node, const char *tag)
{
	ArvDomNode *child, *text;

	for (child = arv_dom_node_get_first_child(node); child;
	     child = arv_dom_node_get_next_sibling(child)) {
		if (strcmp(arv_dom_node_get_node_name(child), tag))
			continue;
		text = arv_dom_node_get_first_child(child);
		return text && ARV_IS_DOM_CHARACTER_DATA(text) ?
			arv_dom_character_data_get_data(ARV_DOM_CHARACTER_DATA(text)) : NULL;
	}
	return NULL;
}

/**
 * sim_node_refer() - the node that an element in a node names
 * @nodes: as created
 * @node: the node
 * @tag: name of the element, such as pValue
 *
 * Return: the node or NULL.
 */
ArvGcNode *sim_node_refer(ArvDevice *nodes, void *node, const char *tag)
{
	return sim_node_find(nodes, sim_node_text(node, tag));
}

/**
 * sim_node_register() - the register that keeps a node's value
 * @nodes: as created
 * @node: the node
 *
 * Return: a register, an entry of a structure, or NULL.
 */
ArvGcNode *sim_node_register(ArvDevice *nodes, ArvGcNode *node)
{
	for (int depth = 0; node && depth < SIM_NODE_DEPTH; depth++) {
		if (ARV_IS_GC_REGISTER_NODE(node) || ARV_IS_GC_STRUCT_ENTRY_NODE(node))
			return node;
		node = sim_node_refer(nodes, node, "pValue");
	}
	return NULL;
}

/**
 * sim_node_is_masked() - does it share its bytes with others?
 * @reg: as of sim_node_register()
 *
 * Return: whether it does.
 */
bool sim_node_is_masked(ArvGcNode *reg)
{
	return ARV_IS_GC_STRUCT_ENTRY_NODE(reg) || ARV_IS_GC_MASKED_INT_REG_NODE(reg);
}

/**
 * sim_node_range() - where a register is at present
 * @reg: as of sim_node_register()
 * @address: set to its first address
 * @length: set to its bytes
 *
 * Return: whether that is known.
 */
bool sim_node_range(ArvGcNode *reg, u32 *address, u32 *length)
{
	void *at = reg;
	GError *error = NULL;

	if (ARV_IS_GC_STRUCT_ENTRY_NODE(reg))
		at = arv_dom_node_get_parent_node(ARV_DOM_NODE(reg));
	*address = (u32)arv_gc_register_get_address(at, &error);
	if (!error)
		*length = arv_gc_register_get_length(at, &error);
	if (!error)
		return true;
	g_error_free(error);
	return false;
}

static bool node_fine(GError *error)
{
	if (!error)
		return true;
	g_error_free(error);
	return false;
}

/**
 * sim_node_get() - value of a node that is or stands for an integer
 * @node: the node or NULL
 * @value: set to its value
 *
 * Return: whether it has one.
 */
bool sim_node_get(ArvGcNode *node, s64 *value)
{
	GError *error = NULL;

	if (node && ARV_IS_GC_BOOLEAN(node))
		*value = arv_gc_boolean_get_value(ARV_GC_BOOLEAN(node), &error);
	else if (node && ARV_IS_GC_ENUMERATION(node))
		*value = arv_gc_enumeration_get_int_value(ARV_GC_ENUMERATION(node), &error);
	else if (node && ARV_IS_GC_INTEGER(node))
		*value = arv_gc_integer_get_value(ARV_GC_INTEGER(node), &error);
	else if (node && ARV_IS_GC_FLOAT(node))
		*value = arv_gc_float_get_value(ARV_GC_FLOAT(node), &error);
	else
		return false;
	return node_fine(error);
}

/**
 * sim_node_set() - change the registers behind a node
 * @node: the node or NULL
 * @value: new value
 *
 * Return: whether it could be set.
 */
bool sim_node_set(ArvGcNode *node, s64 value)
{
	GError *error = NULL;

	if (node && ARV_IS_GC_BOOLEAN(node))
		arv_gc_boolean_set_value(ARV_GC_BOOLEAN(node), value, &error);
	else if (node && ARV_IS_GC_ENUMERATION(node))
		arv_gc_enumeration_set_int_value(ARV_GC_ENUMERATION(node), value, &error);
	else if (node && ARV_IS_GC_INTEGER(node))
		arv_gc_integer_set_value(ARV_GC_INTEGER(node), value, &error);
	else if (node && ARV_IS_GC_FLOAT(node))
		arv_gc_float_set_value(ARV_GC_FLOAT(node), value, &error);
	else
		return false;
	return node_fine(error);
}

/**
 * sim_node_get_float() - value of a node that is a number
 * @node: the node or NULL
 * @value: set to its value
 *
 * Return: whether it has one.
 */
bool sim_node_get_float(ArvGcNode *node, double *value)
{
	GError *error = NULL;
	s64 integer;

	if (node && ARV_IS_GC_FLOAT(node)) {
		*value = arv_gc_float_get_value(ARV_GC_FLOAT(node), &error);
		return node_fine(error);
	}
	if (!sim_node_get(node, &integer))
		return false;
	*value = integer;
	return true;
}

/**
 * sim_node_set_float() - change the registers behind a node that is a number
 * @node: the node or NULL
 * @value: new value
 *
 * Return: whether it could be set.
 */
bool sim_node_set_float(ArvGcNode *node, double value)
{
	GError *error = NULL;

	if (!node || !ARV_IS_GC_FLOAT(node))
		return sim_node_set(node, value);
	arv_gc_float_set_value(ARV_GC_FLOAT(node), value, &error);
	return node_fine(error);
}
