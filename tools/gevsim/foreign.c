// SPDX-License-Identifier: GPL-2.0
/*
 * A camera that somebody else's description describes.
 *
 * Its registers keep what is written; what is more than that is here: commands
 * that start and stop, the geometry that frames follow, PayloadSize. GRS-1 and
 * the stream are the simulator's own: what the description says is copied into
 * the registers that its own description would have been about.
 */
#include <arpa/inet.h>
#include "bootstrap.h"
#include "contents.h"
#include "device.h"
#include "features.h"
#include "foreign.h"
#include "log.h"

#define FOREIGN_CATEGORIES	16	/* one in the other */

/**
 * struct foreign_write - a write that is being looked at
 * @address: first address
 * @len: bytes
 * @names: features that it was about, with commas between
 * @command: one of them that is a command and was given, or NULL
 */
struct foreign_write {
	u32 address;
	u32 len;
	GString *names;
	const struct sim_foreign_feature *command;
};

static const char * const moving_tags[] = { "pAddress", "pIndex", "IntSwissKnife", "pLength" };

static bool foreign_moves(ArvGcNode *reg)
{
	ArvDomNode *at = ARV_DOM_NODE(reg);

	if (ARV_IS_GC_STRUCT_ENTRY_NODE(reg))
		at = arv_dom_node_get_parent_node(at);
	for (at = arv_dom_node_get_first_child(at); at; at = arv_dom_node_get_next_sibling(at))
		for (size_t i = 0; i < ARRAY_SIZE(moving_tags); i++)
			if (!strcmp(arv_dom_node_get_node_name(at), moving_tags[i]))
				return true;
	return false;
}

static void foreign_add(struct sim_foreign *foreign, ArvGcNode *node)
{
	struct sim_foreign_feature f = {
		.name = arv_gc_feature_node_get_name(ARV_GC_FEATURE_NODE(node)),
		.node = node,
		.reg = sim_node_register(foreign->nodes, node),
	};

	if (f.reg)
		f.moves = foreign_moves(f.reg);
	if (f.reg && !f.moves && !sim_node_range(f.reg, &f.address, &f.length))
		f.reg = NULL;
	g_array_append_val(foreign->features, f);
}

static void foreign_collect(struct sim_foreign *foreign, ArvGcNode *category, int depth)
{
	const GSList *name = arv_gc_category_get_features(ARV_GC_CATEGORY(category));

	for (; name; name = name->next) {
		ArvGcNode *node = sim_node_find(foreign->nodes, name->data);

		if (!node)
			continue;
		if (!ARV_IS_GC_CATEGORY(node))
			foreign_add(foreign, node);
		else if (depth < FOREIGN_CATEGORIES)
			foreign_collect(foreign, node, depth + 1);
	}
}

static ArvGcNode *foreign_node(const struct sim_device *dev, const char *name)
{
	return sim_node_find(dev->foreign.nodes, name);
}

/**
 * sim_foreign_create() - parse the description
 * @dev: the camera, before its threads are started
 *
 * Return: 0 or a negative error code, after a message.
 */
int sim_foreign_create(struct sim_device *dev)
{
	struct sim_foreign *foreign = &dev->foreign;
	const struct sim_xml *xml = dev->xml;
	ArvGcNode *root;

	sim_store_init(&foreign->store);
	foreign->features = g_array_new(FALSE, FALSE, sizeof(struct sim_foreign_feature));
	foreign->nodes = sim_nodes_create(dev, xml->plain + xml->skip, xml->plain_len - xml->skip);
	root = foreign->nodes ? foreign_node(dev, "Root") : NULL;
	if (!root || !ARV_IS_GC_CATEGORY(root)) {
		sim_log(SIM_LOG_ERROR, dev->index, "%s: no GenICam description", xml->file);
		return -EINVAL;
	}
	foreign_collect(foreign, root, 0);
	return 0;
}

/**
 * sim_foreign_free() - release the description
 * @dev: the camera, without threads
 */
void sim_foreign_free(struct sim_device *dev)
{
	struct sim_foreign *foreign = &dev->foreign;

	g_clear_object(&foreign->nodes);
	g_clear_pointer(&foreign->features, g_array_unref);
	sim_store_free(&foreign->store);
}

static u32 foreign_integer(const struct sim_device *dev, const char *name, u32 otherwise)
{
	s64 value;

	if (!sim_node_get(foreign_node(dev, name), &value))
		return otherwise;
	return value < 0 || value > U32_MAX ? U32_MAX : value;
}

/* The rate by whichever name the description has for it. */
static void foreign_rate(struct sim_device *dev)
{
	double rate;

	if (!sim_node_get_float(foreign_node(dev, "AcquisitionFrameRate"), &rate) &&
	    !sim_node_get_float(foreign_node(dev, "AcquisitionFrameRateAbs"), &rate))
		return;
	if (rate >= SIM_FPS_MIN && rate <= SIM_FPS_MAX)
		sim_register_set_double(dev, SIM_REG_RATE, rate);
}

static void foreign_mode(struct sim_device *dev)
{
	ArvGcNode *mode = foreign_node(dev, "AcquisitionMode");
	u32 count = foreign_integer(dev, "AcquisitionFrameCount", 1);
	const char *name = NULL;

	if (mode && ARV_IS_GC_ENUMERATION(mode))
		name = arv_gc_enumeration_get_string_value(ARV_GC_ENUMERATION(mode), NULL);
	sim_register_set(dev, SIM_REG_MODE,
			 name && !strcmp(name, "SingleFrame") ? SIM_MODE_SINGLE :
			 name && !strcmp(name, "MultiFrame") ? SIM_MODE_MULTI :
			 SIM_MODE_CONTINUOUS);
	sim_register_set(dev, SIM_REG_FRAME_COUNT, count ? count : 1);
}

/* What frames follow from now on; a geometry that cannot be is refused. */
static u16 foreign_follow(struct sim_device *dev)
{
	static const struct {
		const char *name;
		u32 address;
		bool locked;
	} geometry[] = {
		{ "Width", SIM_REG_WIDTH, true },
		{ "Height", SIM_REG_HEIGHT, true },
		{ "PixelFormat", SIM_REG_PIXEL_FORMAT, true },
		{ "OffsetX", SIM_REG_OFFSET_X, false },
		{ "OffsetY", SIM_REG_OFFSET_Y, false },
	};
	u32 value[ARRAY_SIZE(geometry)];
	const struct gev_pfnc *format;
	struct sim_geometry g;
	bool locked = sim_register_get(dev, SIM_REG_TL_LOCKED);

	for (size_t i = 0; i < ARRAY_SIZE(geometry); i++) {
		value[i] = foreign_integer(dev, geometry[i].name, 0);
		if (locked && geometry[i].locked &&
		    value[i] != sim_register_get(dev, geometry[i].address))
			return GEV_GVCP_ACCESS_DENIED;
	}
	format = gev_pfnc_find(value[2]);
	if (!format || !sim_picture_supports(format->code) || !value[0] || !value[1] ||
	    value[0] > SIM_SENSOR_WIDTH || value[1] > SIM_SENSOR_HEIGHT ||
	    value[0] % format->x_step)
		return GEV_GVCP_INVALID_PARAMETER;
	for (size_t i = 0; i < ARRAY_SIZE(geometry); i++)
		sim_register_set(dev, geometry[i].address, value[i]);
	sim_features_geometry(dev, &g);
	sim_contents_put(dev->foreign.nodes, foreign_node(dev, "PayloadSize"), g.payload);
	foreign_rate(dev);
	foreign_mode(dev);
	sim_device_wake(dev);
	return GEV_GVCP_SUCCESS;
}

/* The size of the command line, as far as the camera has it. */
static void foreign_size(struct sim_device *dev, const char *name, u32 size)
{
	ArvGcNode *node = foreign_node(dev, name);
	s64 max, min, inc;

	if (!node || !ARV_IS_GC_INTEGER(node))
		return;
	max = arv_gc_integer_get_max(ARV_GC_INTEGER(node), NULL);
	min = arv_gc_integer_get_min(ARV_GC_INTEGER(node), NULL);
	inc = arv_gc_integer_get_inc(ARV_GC_INTEGER(node), NULL);
	max = size < max ? size : max;
	if (inc > 1 && max > min)
		max -= (max - min) % inc;
	sim_node_set(node, max);
}

static void foreign_format(struct sim_device *dev)
{
	ArvGcNode *node = foreign_node(dev, "PixelFormat");
	u32 chosen = 0;
	gint64 *codes;
	guint n = 0;

	if (!node || !ARV_IS_GC_ENUMERATION(node))
		return;
	codes = arv_gc_enumeration_dup_available_int_values(ARV_GC_ENUMERATION(node), &n, NULL);
	for (guint i = 0; i < n; i++) {
		if (!sim_picture_supports(codes[i]))
			continue;
		if (!chosen || codes[i] == dev->options->format->code)
			chosen = codes[i];
	}
	g_free(codes);
	sim_node_set(node, chosen);
}

static void foreign_number(struct sim_device *dev, const char *name, double value)
{
	ArvGcNode *node = foreign_node(dev, name);
	double min, max;

	if (!node || !ARV_IS_GC_FLOAT(node))
		return;
	min = arv_gc_float_get_min(ARV_GC_FLOAT(node), NULL);
	max = arv_gc_float_get_max(ARV_GC_FLOAT(node), NULL);
	if (min <= value && value <= max)
		sim_node_set_float(node, value);
}

/**
 * sim_foreign_reset() - all registers of the description as after power-up
 * @dev: the camera, locked; its own registers are reset before
 *
 * Return: 0 or a negative error code, after a message.
 */
int sim_foreign_reset(struct sim_device *dev)
{
	const struct sim_options *o = dev->options;

	sim_store_clear(&dev->foreign.store);
	sim_contents_settle(dev->foreign.nodes, dev->foreign.features);
	sim_contents_choose(foreign_node(dev, "AcquisitionMode"), "Continuous");
	sim_contents_choose(foreign_node(dev, "TriggerMode"), "Off");
	foreign_size(dev, "OffsetX", 0);
	foreign_size(dev, "OffsetY", 0);
	foreign_size(dev, "Width", o->width ? o->width : 640);
	foreign_size(dev, "Height", o->height ? o->height : 480);
	foreign_format(dev);
	if (o->fps) {
		foreign_number(dev, "AcquisitionFrameRate", o->fps);
		foreign_number(dev, "AcquisitionFrameRateAbs", o->fps);
	}
	foreign_number(dev, "ExposureTime", SIM_EXPOSURE_NOMINAL);
	foreign_number(dev, "ExposureTimeAbs", SIM_EXPOSURE_NOMINAL);
	if (foreign_follow(dev) == GEV_GVCP_SUCCESS)
		return 0;
	sim_log(SIM_LOG_ERROR, dev->index,
		"%s: no frame can have Width %u, Height %u and PixelFormat 0x%08x of it",
		dev->xml->file, foreign_integer(dev, "Width", 0),
		foreign_integer(dev, "Height", 0), foreign_integer(dev, "PixelFormat", 0));
	return -EINVAL;
}

static bool foreign_concerns(const struct sim_foreign_feature *f, const struct foreign_write *w)
{
	u32 address = f->address, length = f->length;

	if (!f->reg || (f->moves && !sim_node_range(f->reg, &address, &length)))
		return false;
	return address - w->address < w->len || w->address - address < length;
}

static bool foreign_is_given(struct sim_device *dev, const struct sim_foreign_feature *f)
{
	const char *text = sim_node_text(f->node, "CommandValue");
	ArvGcNode *other = sim_node_refer(dev->foreign.nodes, f->node, "pCommandValue");
	s64 wanted = 0, value;

	if (text)
		wanted = g_ascii_strtoll(text, NULL, 0);
	else if (!sim_node_get(other, &wanted))
		return false;
	return sim_node_get(sim_node_refer(dev->foreign.nodes, f->node, "pValue"), &value) &&
	       value == wanted;
}

/* A command is over at once, and says so by another value. */
static void foreign_finish(struct sim_device *dev, const struct sim_foreign_feature *f)
{
	const char *text = sim_node_text(f->node, "CommandValue");

	if (!text || g_ascii_strtoll(text, NULL, 0))
		sim_node_set(sim_node_refer(dev->foreign.nodes, f->node, "pValue"), 0);
}

static void foreign_name(struct foreign_write *w, const struct sim_foreign_feature *f)
{
	if (w->names->len)
		g_string_append_c(w->names, ',');
	g_string_append(w->names, f->name);
}

static u16 foreign_command(struct sim_device *dev, const char *name)
{
	if (!strcmp(name, "AcquisitionStart"))
		return sim_features_start(dev);
	if (!strcmp(name, "AcquisitionStop") || !strcmp(name, "AcquisitionAbort"))
		sim_frames_stop(dev, name);
	else if (!strcmp(name, "DeviceReset"))
		sim_device_reboot(dev, 1000);
	return GEV_GVCP_SUCCESS;
}

/* Store the bytes; find out which features that was about. */
static void foreign_store(struct sim_device *dev, const u8 *data, struct foreign_write *w)
{
	const struct sim_foreign_feature *f = (void *)dev->foreign.features->data;
	guint n = dev->foreign.features->len, i;
	s64 *before = g_new0(s64, n), after;
	bool *about = g_new0(bool, n);

	for (i = 0; i < n; i++) {
		about[i] = foreign_concerns(&f[i], w);
		if (about[i] && sim_node_is_masked(f[i].reg))
			sim_node_get(f[i].reg, &before[i]);
	}
	sim_store_write(&dev->foreign.store, w->address, data, w->len);
	for (i = 0; i < n; i++) {
		if (!about[i])
			continue;
		if (ARV_IS_GC_COMMAND(f[i].node)) {
			if (!foreign_is_given(dev, &f[i]))
				continue;
			w->command = &f[i];
		} else if (sim_node_is_masked(f[i].reg)) {
			if (!sim_node_get(f[i].reg, &after) || after == before[i])
				continue;
		}
		foreign_name(w, &f[i]);
	}
	g_free(about);
	g_free(before);
}

static void foreign_report(struct sim_device *dev, const struct foreign_write *w, const u8 *data)
{
	char peer[16];

	inet_ntop(AF_INET, &dev->control.peer.sin_addr, peer, sizeof(peer));
	sim_log_event(dev->index, "write",
		      "\"address\":\"0x%04x\",\"name\":\"%.700s\",\"length\":%u,\"value\":%u,\"peer\":\"%s:%u\"",
		      w->address, w->names->str, w->len, get_unaligned_be32(data), peer,
		      ntohs(dev->control.peer.sin_port));
}

/**
 * sim_foreign_write() - a write to a register of the description
 * @dev: the camera, locked; control.peer is the writer
 * @address: first address
 * @data: new content
 * @len: bytes, multiple of 4, at most GEV_GVCP_MEM_MAX
 *
 * Return: GVCP status; nothing has changed unless it is GEV_GVCP_SUCCESS.
 */
u16 sim_foreign_write(struct sim_device *dev, u32 address, const u8 *data, u32 len)
{
	struct foreign_write w = { .address = address, .len = len };
	u8 old[GEV_GVCP_MEM_MAX];
	u16 status;

	w.names = g_string_new("");
	sim_store_read(&dev->foreign.store, address, old, len);
	foreign_store(dev, data, &w);
	status = foreign_follow(dev);
	if (status == GEV_GVCP_SUCCESS)
		foreign_report(dev, &w, data);
	else
		sim_store_write(&dev->foreign.store, address, old, len);
	if (status == GEV_GVCP_SUCCESS && w.command) {
		foreign_finish(dev, w.command);
		status = foreign_command(dev, w.command->name);
	}
	g_string_free(w.names, TRUE);
	return status;
}
