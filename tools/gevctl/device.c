// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "device.h"

struct _GevctlDevice {
	ArvDevice parent_instance;
	struct port port;
	char *xml;
	size_t size;
	ArvGc *genicam;
};

G_DEFINE_TYPE(GevctlDevice, gevctl_device, ARV_TYPE_DEVICE)

static gboolean report(GevctlDevice *self, const char *verb, guint64 address, int error,
		       GError **gerror)
{
	const char *words = self->port.words(self->port.ctx);

	if (!error)
		return TRUE;
	g_set_error(gerror, ARV_DEVICE_ERROR, ARV_DEVICE_ERROR_TRANSFER_ERROR,
		    "cannot %s register 0x%08" G_GINT64_MODIFIER "x: %s", verb, address,
		    *words ? words : g_strerror(-error));
	return FALSE;
}

static gboolean read_memory(ArvDevice *device, guint64 address, guint32 size, void *buffer,
			    GError **error)
{
	GevctlDevice *self = GEVCTL_DEVICE(device);

	return report(self, "read", address,
		      self->port.read(self->port.ctx, address, buffer, size), error);
}

static gboolean write_memory(ArvDevice *device, guint64 address, guint32 size, void *buffer,
			     GError **error)
{
	GevctlDevice *self = GEVCTL_DEVICE(device);
	int ret = -EROFS;

	if (self->port.write)
		ret = self->port.write(self->port.ctx, address, buffer, size);
	return report(self, "write", address, ret, error);
}

/* The protocol's registers are big-endian. */
static gboolean read_register(ArvDevice *device, guint64 address, guint32 *value,
			      GError **error)
{
	guint32 wire = 0;
	gboolean ok = read_memory(device, address, sizeof(wire), &wire, error);

	*value = ntohl(wire);
	return ok;
}

static gboolean write_register(ArvDevice *device, guint64 address, guint32 value,
			       GError **error)
{
	guint32 wire = htonl(value);

	return write_memory(device, address, sizeof(wire), &wire, error);
}

static ArvStream *create_stream(ArvDevice *device, ArvStreamCallback callback, void *data,
				GDestroyNotify destroy, GError **error)
{
	(void)device;
	(void)callback;
	(void)data;
	(void)destroy;
	g_set_error(error, ARV_DEVICE_ERROR, ARV_DEVICE_ERROR_NO_STREAM_CHANNEL,
		    "images come from the video node");
	return NULL;
}

static const char *get_genicam_xml(ArvDevice *device, size_t *size)
{
	GevctlDevice *self = GEVCTL_DEVICE(device);

	*size = self->size;
	return self->xml;
}

static ArvGc *get_genicam(ArvDevice *device)
{
	return GEVCTL_DEVICE(device)->genicam;
}

static void finalize(GObject *object)
{
	GevctlDevice *self = GEVCTL_DEVICE(object);

	g_clear_object(&self->genicam);
	g_free(self->xml);
	G_OBJECT_CLASS(gevctl_device_parent_class)->finalize(object);
}

static void gevctl_device_class_init(GevctlDeviceClass *class)
{
	ArvDeviceClass *device = ARV_DEVICE_CLASS(class);

	G_OBJECT_CLASS(class)->finalize = finalize;
	device->create_stream = create_stream;
	device->get_genicam_xml = get_genicam_xml;
	device->get_genicam = get_genicam;
	device->read_memory = read_memory;
	device->write_memory = write_memory;
	device->read_register = read_register;
	device->write_register = write_register;
}

static void gevctl_device_init(GevctlDevice *self)
{
	(void)self;
}

static void ignore(const char *domain, GLogLevelFlags level, const char *text, gpointer data)
{
	(void)domain;
	(void)level;
	(void)text;
	(void)data;
}

/**
 * device_silence() - no remarks of libraries on standard error
 *
 * They have many about a broken description; callers say it in one line.
 */
void device_silence(void)
{
	g_log_set_default_handler(ignore, NULL);
}

/**
 * device_new() - a camera for libaravis
 * @port: how to reach its registers; copied
 * @xml: its description; some begin with text that is not XML, which is left out
 * @size: bytes of it
 *
 * Return: the device, or NULL when @xml is no GenICam description.
 */
ArvDevice *device_new(const struct port *port, const char *xml, size_t size)
{
	const char *start = memchr(xml, '<', size);
	GevctlDevice *self;

	if (!start)
		return NULL;
	self = g_object_new(GEVCTL_TYPE_DEVICE, NULL);
	self->port = *port;
	self->size = size - (start - xml);
	self->xml = g_strndup(start, self->size);
	self->genicam = arv_gc_new(ARV_DEVICE(self), self->xml, self->size);
	if (!self->genicam) {
		g_object_unref(self);
		return NULL;
	}
	arv_device_set_range_check_policy(ARV_DEVICE(self), ARV_RANGE_CHECK_POLICY_ENABLE);
	arv_device_set_access_check_policy(ARV_DEVICE(self), ARV_ACCESS_CHECK_POLICY_ENABLE);
	return ARV_DEVICE(self);
}
