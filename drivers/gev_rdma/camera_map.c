// SPDX-License-Identifier: GPL-2.0
/* A camera's feature map: how it comes to it, and features by role. */
#include <crypto/sha2.h>
#include <linux/firmware.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <linux/gev_map.h>

#include "camera.h"
#include "camera_map.h"
#include "registry.h"
#include "gvcp/control.h"

#define WHY_SIZE	128
#define URL_SIZE	512
#define MAP_DELAY_FIRST	(5 * HZ)	/* until a camera that cannot be read is asked again */
#define MAP_DELAY_LAST	(300 * HZ)

static int port_read(void *ctx, u64 address, void *data, u32 len)
{
	return address > U32_MAX ? -ERANGE : gev_control_read(ctx, address, data, len);
}

static int port_write(void *ctx, u64 address, const void *data, u32 len)
{
	return address > U32_MAX ? -ERANGE : gev_control_write(ctx, address, data, len);
}

/* The version word of the manifest's first entry, or 0 without a manifest. */
static int read_manifest(struct gev_camera *cam, u32 *version)
{
	u32 capability, table;
	int ret;

	*version = 0;
	ret = gev_control_read_reg(cam, GEV_REG_GVCP_CAPABILITY, &capability);
	if (ret || !(capability & GEV_GVCP_CAP_MANIFEST))
		return ret;
	ret = gev_control_read_reg(cam, GEV_REG_MANIFEST, &table);
	if (ret || !(table >> 26))	/* the number of entries */
		return ret;
	return gev_control_read_reg(cam, GEV_REG_MANIFEST + 8, version);
}

/* What names a model, as its registers hold it: each string with its NUL. */
struct identity {
	char manufacturer[32 + 1];
	char model[32 + 1];
	char device_version[32 + 1];
	char url[URL_SIZE + 1];
	u32 manifest;
};

static int read_identity(struct gev_camera *cam, struct identity *id)
{
	int ret;

	memset(id, 0, sizeof(*id));
	ret = gev_control_read(cam, GEV_REG_MANUFACTURER, id->manufacturer, 32);
	if (!ret)
		ret = gev_control_read(cam, GEV_REG_MODEL, id->model, 32);
	if (!ret)
		ret = gev_control_read(cam, GEV_REG_DEVICE_VERSION, id->device_version, 32);
	if (!ret)
		ret = gev_control_read(cam, GEV_REG_FIRST_URL, id->url, URL_SIZE);
	if (!ret)
		ret = read_manifest(cam, &id->manifest);
	return ret;
}

static u8 *add_string(u8 *p, const char *s)
{
	return memcpy(p, s, strlen(s) + 1) + strlen(s) + 1;
}

/*
 * The name of the map for this camera's description; how it is made is part
 * of the map format, see uapi/linux/gev_map.h.
 */
static int make_key(struct gev_camera *cam)
{
	u8 digest[SHA256_DIGEST_SIZE], *text, *p;
	struct identity *id;
	int ret = -ENOMEM;

	id = kmalloc(sizeof(*id), GFP_KERNEL);
	text = kmalloc(sizeof(*id), GFP_KERNEL);
	if (!id || !text)
		goto free;
	ret = read_identity(cam, id);
	if (ret)
		goto free;

	p = add_string(text, id->manufacturer);
	p = add_string(p, id->model);
	p = add_string(p, id->device_version);
	p = add_string(p, id->url);
	put_unaligned_be32(id->manifest, p);
	sha256(text, p + sizeof(u32) - text, digest);

	mutex_lock(&cam->lock);
	snprintf(cam->map_key, sizeof(cam->map_key), "%8phN", digest);
	mutex_unlock(&cam->lock);
free:
	kfree(text);
	kfree(id);
	return ret;
}

static int install_firmware(struct gev_camera *cam)
{
	const struct firmware *fw;
	char name[48], why[WHY_SIZE];
	int ret;

	snprintf(name, sizeof(name), "gev_rdma/%s.gevmap", cam->map_key);
	ret = firmware_request_nowarn(&fw, name, &cam->dev);
	if (ret)
		return ret;
	ret = gev_camera_map_install(cam, fw->data, fw->size, why, sizeof(why));
	if (ret)
		gev_camera_warn(cam, "feature map %s: %s", name, why);
	release_firmware(fw);
	return ret;
}

/* Nobody has the map yet: user space may make one from the camera's XML. */
static void ask_user_space(struct gev_camera *cam)
{
	gev_camera_set_reason(cam, "no feature map yet: gevctl map install %s",
			      dev_name(&cam->dev));
	kobject_uevent(&cam->dev.kobj, KOBJ_CHANGE);
}

/* The camera is busy, or its answers get lost: less and less often. */
static void look_later(struct gev_camera *cam)
{
	mutex_lock(&cam->lock);
	if (cam->state == GEV_CAMERA_FOUND) {
		schedule_delayed_work(&cam->map_work, cam->map_delay);
		cam->map_delay = min_t(unsigned long, 2 * cam->map_delay, MAP_DELAY_LAST);
	}
	mutex_unlock(&cam->lock);
}

static void map_work(struct work_struct *work)
{
	struct gev_camera *cam = container_of(to_delayed_work(work), struct gev_camera,
					      map_work);
	int ret;

	if (READ_ONCE(cam->map)) {
		if (gev_camera_publish(cam))
			look_later(cam);
		return;
	}
	ret = make_key(cam);
	if (ret) {
		gev_camera_warn(cam, "its description's address cannot be read: error %d", ret);
		look_later(cam);
		return;
	}
	if (install_firmware(cam) == -ENOENT)
		ask_user_space(cam);
}

/**
 * gev_camera_map_wanted() - is it known which map the camera needs, and not there?
 * @cam: the camera
 *
 * Context: any.
 * Return: whether that is so.
 */
bool gev_camera_map_wanted(const struct gev_camera *cam)
{
	return READ_ONCE(cam->map_key[0]) && !READ_ONCE(cam->map);
}

/**
 * gev_camera_map_look() - see to a camera's map and node
 * @cam: the camera, which answers; nothing happens when it has its node
 *
 * Context: cam->lock held.
 */
void gev_camera_map_look(struct gev_camera *cam)
{
	lockdep_assert_held(&cam->lock);
	if (cam->video)
		return;
	cam->map_delay = MAP_DELAY_FIRST;
	cancel_delayed_work(&cam->map_work);
	schedule_delayed_work(&cam->map_work, 0);
}

/**
 * gev_camera_map_init() - a new camera has no map
 * @cam: the camera
 */
void gev_camera_map_init(struct gev_camera *cam)
{
	INIT_DELAYED_WORK(&cam->map_work, map_work);
}

/**
 * gev_camera_map_free() - the camera goes
 * @cam: the camera; from its release
 */
void gev_camera_map_free(struct gev_camera *cam)
{
	kvfree(cam->upload.data);
	kvfree(cam->features.variables);
	gev_map_put(cam->map);
}

static int attach_map(struct gev_camera *cam, struct gev_map *map)
{
	struct gev_features fs = {
		.map = map->view,
		.port = { .ctx = cam, .read = port_read, .write = port_write },
	};

	fs.variables = kvzalloc(gev_map_variables_size(map->view), GFP_KERNEL);
	if (!fs.variables)
		return -ENOMEM;
	gev_features_reset(&fs);
	cam->features = fs;
	WRITE_ONCE(cam->map, map);
	return 0;
}

/**
 * gev_camera_map_install() - give a camera its feature map, and so its node
 * @cam: the camera
 * @data: the map
 * @size: bytes
 * @why: on failure, a sentence
 * @why_size: room there
 *
 * Context: process, may sleep.
 * Return: 0; -EEXIST when the camera has a map; -EINVAL for a map that is
 * refused; or -errno.
 */
int gev_camera_map_install(struct gev_camera *cam, const void *data, size_t size,
			   char *why, size_t why_size)
{
	struct gev_map *map;
	int ret;

	map = gev_map_get_loaded(data, size, why, why_size);
	if (IS_ERR(map))
		return PTR_ERR(map);

	mutex_lock(&cam->feature_lock);
	if (cam->map) {
		snprintf(why, why_size, "the camera has a feature map already");
		ret = -EEXIST;
	} else if (strcmp(gev_map_key(map->view), cam->map_key)) {
		snprintf(why, why_size, "the map %s is for another camera (%s %s), here is %s",
			 gev_map_key(map->view), gev_map_manufacturer(map->view),
			 gev_map_model(map->view), cam->map_key);
		ret = -EINVAL;
	} else {
		ret = attach_map(cam, map);
	}
	mutex_unlock(&cam->feature_lock);
	if (ret) {
		gev_map_put(map);
		return ret;
	}

	ret = gev_camera_publish(cam);
	if (ret) {
		snprintf(why, why_size, "no video node yet: error %d", ret);
		look_later(cam);
	}
	return ret;
}

/* The next piece of a map; the caller holds cam->lock. */
static int take_piece(struct gev_camera *cam, u32 total, u32 offset, const void *data,
		      size_t len)
{
	lockdep_assert_held(&cam->lock);
	if (!offset) {
		kvfree(cam->upload.data);
		memset(&cam->upload, 0, sizeof(cam->upload));
		cam->upload.data = kvmalloc(total, GFP_KERNEL);
		if (!cam->upload.data)
			return -ENOMEM;
		cam->upload.size = total;
	}
	if (!cam->upload.data || total != cam->upload.size ||
	    offset != cam->upload.filled || len > total - offset)
		return -EINVAL;
	memcpy(cam->upload.data + offset, data, len);
	cam->upload.filled += len;
	return 0;
}

/**
 * gev_camera_map_upload() - a piece of a map from netlink
 * @cam: the camera
 * @total: bytes of the whole map
 * @offset: where the piece belongs; pieces come in order, 0 begins anew
 * @data: the piece
 * @len: its bytes
 * @why: on failure, a sentence
 * @why_size: room there
 *
 * The last piece installs the map.
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int gev_camera_map_upload(struct gev_camera *cam, u32 total, u32 offset,
			  const void *data, size_t len, char *why, size_t why_size)
{
	void *whole = NULL;
	int ret;

	if (!total || total > GEV_MAP_SIZE_MAX || !len) {
		snprintf(why, why_size, "a map has 1 to %u bytes", GEV_MAP_SIZE_MAX);
		return -EINVAL;
	}

	mutex_lock(&cam->lock);
	ret = take_piece(cam, total, offset, data, len);
	if (!ret && cam->upload.filled == total) {
		whole = cam->upload.data;
		memset(&cam->upload, 0, sizeof(cam->upload));
	}
	mutex_unlock(&cam->lock);

	if (ret)
		snprintf(why, why_size, "this piece of the map does not follow the last one");
	if (whole)
		ret = gev_camera_map_install(cam, whole, total, why, why_size);
	kvfree(whole);
	return ret;
}

/**
 * gev_camera_has() - does the camera's map have a feature with this role?
 * @cam: the camera
 * @role: the role
 *
 * Return: whether it has; false without a map.
 */
bool gev_camera_has(const struct gev_camera *cam, enum gev_role role)
{
	return READ_ONCE(cam->map) && gev_map_role(cam->features.map, role) >= 0;
}

/* The first evaluator. Pages as needed: kmalloc() would round up. */
static int make_scratch(struct gev_camera *cam)
{
	lockdep_assert_held(&cam->feature_lock);
	if (!cam->map)
		return -ENOENT;
	cam->features.scratch = vzalloc(gev_map_scratch_size(cam->features.map));
	if (!cam->features.scratch)
		return -ENOMEM;
	refcount_set(&cam->evaluators, 1);
	return 0;
}

/**
 * gev_camera_eval_get() - features are going to be evaluated
 * @cam: the camera
 *
 * The evaluator's memory is there until gev_camera_eval_put(). An idle camera
 * has none.
 *
 * Context: process, may sleep; takes feature_lock if nobody else evaluates.
 * Return: 0, -ENOENT without a map, or -ENOMEM.
 */
int gev_camera_eval_get(struct gev_camera *cam)
{
	int ret = 0;

	if (refcount_inc_not_zero(&cam->evaluators))
		return 0;
	mutex_lock(&cam->feature_lock);
	if (!refcount_inc_not_zero(&cam->evaluators))
		ret = make_scratch(cam);
	mutex_unlock(&cam->feature_lock);
	return ret;
}

/**
 * gev_camera_eval_put() - no more evaluations
 * @cam: the camera; gev_camera_eval_get() has succeeded
 *
 * Context: process, may sleep; takes feature_lock if nobody else evaluates.
 */
void gev_camera_eval_put(struct gev_camera *cam)
{
	if (!refcount_dec_and_mutex_lock(&cam->evaluators, &cam->feature_lock))
		return;
	vfree(cam->features.scratch);
	cam->features.scratch = NULL;
	mutex_unlock(&cam->feature_lock);
}

/* Index of the feature; when this returns one, unlock_role() has to follow. */
static int lock_role(struct gev_camera *cam, enum gev_role role)
{
	int index;

	index = gev_camera_eval_get(cam);
	if (index)
		return index;
	index = gev_map_role(cam->features.map, role);
	if (index < 0)
		gev_camera_eval_put(cam);
	else
		mutex_lock(&cam->feature_lock);
	return index;
}

static void unlock_role(struct gev_camera *cam)
{
	mutex_unlock(&cam->feature_lock);
	gev_camera_eval_put(cam);
}

/**
 * gev_camera_read() - value of a feature by role
 * @cam: the camera
 * @role: the role
 * @value: where it goes
 *
 * Context: process, may sleep for the camera. Takes feature_lock.
 * Return: 0, -ENOENT without such a feature, -ENOMEM, or the evaluator's error.
 */
int gev_camera_read(struct gev_camera *cam, enum gev_role role, s64 *value)
{
	int index = lock_role(cam, role), ret;

	if (index < 0)
		return index;
	ret = gev_feature_read(&cam->features, index, value);
	unlock_role(cam);
	return ret;
}

/**
 * gev_camera_write() - set a feature by role
 * @cam: the camera
 * @role: the role
 * @value: what to
 *
 * Context: as gev_camera_read().
 * Return: as gev_camera_read().
 */
int gev_camera_write(struct gev_camera *cam, enum gev_role role, s64 value)
{
	int index = lock_role(cam, role), ret;

	if (index < 0)
		return index;
	ret = gev_feature_write(&cam->features, index, value);
	unlock_role(cam);
	return ret;
}

/**
 * gev_camera_select() - set an enumeration by role to an entry by name
 * @cam: the camera
 * @role: the role
 * @name: the entry's name
 *
 * Context: as gev_camera_read().
 * Return: as there, and -EINVAL when there is no such entry.
 */
int gev_camera_select(struct gev_camera *cam, enum gev_role role, const char *name)
{
	int index = lock_role(cam, role), ret = -EINVAL;
	struct gev_feature f;
	struct gev_entry e;
	unsigned int i;

	if (index < 0)
		return index;
	gev_map_feature(cam->features.map, index, &f);
	for (i = 0; i < f.entries; i++) {
		gev_map_entry(cam->features.map, index, i, &e);
		if (strcmp(e.name, name))
			continue;
		ret = gev_feature_write(&cam->features, index, e.value);
		break;
	}
	unlock_role(cam);
	return ret;
}

/**
 * gev_camera_limits() - limits of a feature by role
 * @cam: the camera
 * @role: the role
 * @l: where they go
 *
 * Context: as gev_camera_read().
 * Return: as gev_camera_read().
 */
int gev_camera_limits(struct gev_camera *cam, enum gev_role role, struct gev_limits *l)
{
	int index = lock_role(cam, role), ret;

	if (index < 0)
		return index;
	ret = gev_feature_limits(&cam->features, index, l);
	unlock_role(cam);
	return ret;
}

/**
 * gev_camera_execute() - execute a command by role
 * @cam: the camera
 * @role: the role
 *
 * Context: as gev_camera_read().
 * Return: as gev_camera_read().
 */
int gev_camera_execute(struct gev_camera *cam, enum gev_role role)
{
	int index = lock_role(cam, role), ret;

	if (index < 0)
		return index;
	ret = gev_feature_execute(&cam->features, index);
	unlock_role(cam);
	return ret;
}

/**
 * gev_camera_read_register() - contents of a register feature by role
 * @cam: the camera
 * @role: the role
 * @data: where they go
 * @room: bytes there
 * @size: bytes that the register has
 *
 * Context: as gev_camera_read().
 * Return: as there, and -EMSGSIZE when the register is larger than @room.
 */
int gev_camera_read_register(struct gev_camera *cam, enum gev_role role, void *data,
			     size_t room, size_t *size)
{
	int index = lock_role(cam, role), ret;
	u64 address, len;

	if (index < 0)
		return index;
	ret = gev_feature_register(&cam->features, index, &address, &len);
	unlock_role(cam);
	if (ret)
		return ret;
	if (!len || len > room || address > U32_MAX)
		return -EMSGSIZE;
	*size = len;
	return gev_control_read(cam, address, data, len);
}
