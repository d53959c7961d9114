// SPDX-License-Identifier: GPL-2.0
/* Which camera gevctl takes for which word, and what it says about one. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kselftest_harness.h"

#include "tools/gevctl/camera.h"

FIXTURE(cameras)
{
	struct camera list[4];
	struct cameras all;
	const struct camera *found[4];
};

FIXTURE_SETUP(cameras)
{
	static const struct camera list[] = {
		{ .name = "gev0", .video = "video0", .mac = { 2, 0, 0, 0, 0, 1 },
		  .ip = 0xc0000201, .serial = "A1", .user_name = "left", .ifname = "eth1" },
		{ .name = "gev1", .video = "video3", .mac = { 2, 0, 0, 0, 0, 2 },
		  .ip = 0xc0000202, .serial = "A2", .user_name = "left", .ifname = "eth1" },
		{ .name = "gev2", .mac = { 2, 0, 0, 0, 0, 1 }, .ip = 0xa9fe0001,
		  .serial = "", .user_name = "gev0", .ifname = "eth2" },
		{ .name = "gev3", .mac = { 2, 0, 0, 0, 0, 4 }, .ip = 0xc0000204,
		  .serial = "192.0.2.1", .user_name = "video3", .ifname = "eth2" },
	};

	memcpy(self->list, list, sizeof(list));
	self->all = (struct cameras){ self->list, 4 };
}

FIXTURE_TEARDOWN(cameras)
{
}

#define MATCH(who) cameras_match(&self->all, who, self->found, 4)

TEST_F(cameras, kernel_names)
{
	ASSERT_EQ(1, MATCH("gev1"));
	EXPECT_EQ(&self->list[1], self->found[0]);
	ASSERT_EQ(1, MATCH("video3"));
	EXPECT_EQ(&self->list[1], self->found[0]);
	ASSERT_EQ(1, MATCH("/dev/video0"));
	EXPECT_EQ(&self->list[0], self->found[0]);
	EXPECT_EQ(0, MATCH("gev"));
	EXPECT_EQ(0, MATCH("video"));
	EXPECT_EQ(0, MATCH("/dev/video9"));
	EXPECT_EQ(0, MATCH(""));
}

/* A camera whose owner called it "gev0" must not stand in for the real one. */
TEST_F(cameras, borrowed_name)
{
	ASSERT_EQ(1, MATCH("gev0"));
	EXPECT_EQ(&self->list[0], self->found[0]);
}

TEST_F(cameras, own_names)
{
	ASSERT_EQ(1, MATCH("A2"));
	EXPECT_EQ(&self->list[1], self->found[0]);
	ASSERT_EQ(1, MATCH("02-00-00-00-00-04"));
	EXPECT_EQ(&self->list[3], self->found[0]);
	ASSERT_EQ(1, MATCH("169.254.0.1"));
	EXPECT_EQ(&self->list[2], self->found[0]);
	EXPECT_EQ(0, MATCH("a2"));
	EXPECT_EQ(0, MATCH("192.0.2.9"));
}

TEST_F(cameras, several)
{
	EXPECT_EQ(2, MATCH("left"));
	EXPECT_EQ(2, MATCH("02:00:00:00:00:01"));
	ASSERT_EQ(2, MATCH("192.0.2.1"));	/* address of one, serial of another */
	EXPECT_EQ(&self->list[0], self->found[0]);
	EXPECT_EQ(&self->list[3], self->found[1]);
	EXPECT_EQ(2, cameras_match(&self->all, "left", self->found, 1));
}

/* As those that udev makes in /dev/v4l/by-id. */
TEST_F(cameras, links)
{
	char folder[] = "/tmp/gevctl_camera.XXXXXX", link[64];

	strcpy(self->list[1].video, "null");
	ASSERT_NE(NULL, mkdtemp(folder));
	snprintf(link, sizeof(link), "%s/video0", folder);
	ASSERT_EQ(0, symlink("/dev/null", link));
	EXPECT_EQ(1, MATCH(link));
	EXPECT_EQ(&self->list[1], self->found[0]);
	unlink(link);
	EXPECT_EQ(0, MATCH(link));
	rmdir(folder);
}

static void build(struct nlmsghdr *nlh)
{
	mnl_nlmsg_put_header(nlh);
	mnl_attr_put_strz(nlh, GEV_A_CAMERA, "gev5");
	mnl_attr_put_u32(nlh, GEV_A_STATE, GEV_CAMERA_READY);
	mnl_attr_put_u32(nlh, GEV_A_IP, 0xc0000205);
	mnl_attr_put(nlh, GEV_A_MAC, 6, "\x02\x00\x00\x00\x00\x05");
	mnl_attr_put_u32(nlh, GEV_A_SPEC_VERSION, 0x00020002);
	mnl_attr_put_u32(nlh, GEV_A_MAP_LOADED, 1);
	mnl_attr_put(nlh, GEV_A_MODEL, 4, "cam\xff");		/* no NUL, no UTF-8 */
	mnl_attr_put(nlh, GEV_A_CONFLICTS, 2, "ab");		/* too short */
	mnl_attr_put_strz(nlh, GEV_A_VIDEO, "video_with_a_very_long_name");
}

static int sort(const struct nlattr *attr, void *data)
{
	((const struct nlattr **)data)[mnl_attr_get_type(attr)] = attr;
	return MNL_CB_OK;
}

TEST(attributes)
{
	const struct nlattr *attrs[GEV_A_MAX + 1] = { NULL };
	char message[1024] = "", *text;
	struct camera cam;
	json_t *json;

	build((void *)message);
	mnl_attr_parse((void *)message, 0, sort, attrs);
	camera_parse(&cam, attrs);
	EXPECT_STREQ("gev5", cam.name);
	EXPECT_STREQ("video_with_a_ve", cam.video);
	EXPECT_EQ(0, cam.conflicts);

	json = camera_json(&cam);
	EXPECT_EQ(camera_fields_count, json_object_size(json));
	EXPECT_STREQ("ready", json_string_value(json_object_get(json, "state")));
	EXPECT_STREQ("192.0.2.5", json_string_value(json_object_get(json, "ip")));
	EXPECT_STREQ("02:00:00:00:00:05", json_string_value(json_object_get(json, "mac")));
	EXPECT_STREQ("2.2", json_string_value(json_object_get(json, "gige_vision")));
	EXPECT_STREQ("cam?", json_string_value(json_object_get(json, "model")));
	EXPECT_TRUE(json_is_true(json_object_get(json, "map_loaded")));
	EXPECT_TRUE(json_is_null(json_object_get(json, "serial")));
	EXPECT_TRUE(json_is_null(json_object_get(json, "heartbeat_ms")));
	text = json_dumps(json, 0);
	EXPECT_NE(NULL, text);
	free(text);
	json_decref(json);
}

TEST_HARNESS_MAIN
