// SPDX-License-Identifier: GPL-2.0
/* What gevctl reads from the command line and what it lets a terminal see. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kselftest_harness.h"

#include "tools/gevctl/json.h"
#include <linux/gev_rdma.h>

#include "tools/gevctl/names.h"
#include "tools/gevctl/table.h"
#include "tools/gevctl/text.h"

TEST(numbers)
{
	uint32_t v = 7;

	EXPECT_TRUE(text_parse_u32("0", &v));
	EXPECT_EQ(0, v);
	EXPECT_TRUE(text_parse_u32("0xffffffff", &v));
	EXPECT_EQ(UINT32_MAX, v);
	EXPECT_TRUE(text_parse_u32("010", &v));
	EXPECT_EQ(8, v);
	EXPECT_FALSE(text_parse_u32("", &v));
	EXPECT_FALSE(text_parse_u32("-1", &v));
	EXPECT_FALSE(text_parse_u32(" 1", &v));
	EXPECT_FALSE(text_parse_u32("1x", &v));
	EXPECT_FALSE(text_parse_u32("0x100000000", &v));
	EXPECT_FALSE(text_parse_u32("99999999999999999999999", &v));
	EXPECT_EQ(8, v);
}

TEST(hardware_addresses)
{
	static const uint8_t want[6] = { 0x00, 0x1b, 0xC2, 0x0a, 0xff, 0x09 };
	uint8_t mac[6];
	char buf[TEXT_MAC_SIZE];

	EXPECT_TRUE(text_parse_mac("00:1b:C2:0a:ff:09", mac));
	EXPECT_EQ(0, memcmp(mac, want, 6));
	EXPECT_TRUE(text_parse_mac("00-1B-c2-0A-FF-09", mac));
	EXPECT_STREQ("00:1b:c2:0a:ff:09", text_mac(buf, mac));
	EXPECT_FALSE(text_parse_mac("", mac));
	EXPECT_FALSE(text_parse_mac("00:1b:c2:0a:ff", mac));
	EXPECT_FALSE(text_parse_mac("00:1b:c2:0a:ff:9", mac));
	EXPECT_FALSE(text_parse_mac("00:1b:c2:0a:ff:09:", mac));
	EXPECT_FALSE(text_parse_mac("00:1b-c2:0a:ff:09", mac));
	EXPECT_FALSE(text_parse_mac("001bc20aff09", mac));
	EXPECT_FALSE(text_parse_mac("00:1g:c2:0a:ff:09", mac));
}

TEST(internet_addresses)
{
	char buf[TEXT_IP_SIZE];
	uint32_t ip;

	EXPECT_TRUE(text_parse_ip("192.0.2.7", &ip));
	EXPECT_EQ(0xc0000207, ip);
	EXPECT_STREQ("192.0.2.7", text_ip(buf, ip));
	EXPECT_STREQ("255.255.255.255", text_ip(buf, UINT32_MAX));
	EXPECT_FALSE(text_parse_ip("192.0.2", &ip));
	EXPECT_FALSE(text_parse_ip("192.0.2.256", &ip));
	EXPECT_FALSE(text_parse_ip("::1", &ip));

	EXPECT_TRUE(text_is_mask(0xffffff00));
	EXPECT_TRUE(text_is_mask(0xfffffffc));
	EXPECT_TRUE(text_is_mask(0x80000000));
	EXPECT_FALSE(text_is_mask(0));
	EXPECT_FALSE(text_is_mask(0xffffffff));
	EXPECT_FALSE(text_is_mask(0xfffffffe));
	EXPECT_FALSE(text_is_mask(0xff00ff00));
}

TEST(bytes)
{
	uint8_t bytes[4];
	size_t n = 0;

	EXPECT_TRUE(text_parse_bytes("00fFa5", bytes, 4, &n));
	EXPECT_EQ(3, n);
	EXPECT_EQ(0, memcmp(bytes, "\x00\xff\xa5", 3));
	EXPECT_FALSE(text_parse_bytes("", bytes, 4, &n));
	EXPECT_FALSE(text_parse_bytes("0", bytes, 4, &n));
	EXPECT_FALSE(text_parse_bytes("0x", bytes, 4, &n));
	EXPECT_FALSE(text_parse_bytes("0011223344", bytes, 4, &n));
}

static const char *printed(const char *text)
{
	static char buf[256];
	FILE *file = fmemopen(buf, sizeof(buf), "w");

	text_print(file, text);
	fclose(file);
	return buf;
}

TEST(terminal)
{
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		SKIP(return, "no locale with UTF-8 here");
	EXPECT_STREQ("plain", printed("plain"));
	EXPECT_STREQ("Größe µ", printed("Größe µ"));
	EXPECT_STREQ("?[31mred?", printed("\033[31mred\007"));
	EXPECT_STREQ("a?z", printed("a\302\233z"));	/* U+009B: control sequence introducer */
	EXPECT_STREQ("a??", printed("a\377\302"));
	EXPECT_STREQ("?", printed("\n"));
	EXPECT_EQ(7, text_width("Größe µ"));
	EXPECT_EQ(4, text_width("相机"));
	EXPECT_EQ(3, text_width("a\377\302"));
}

TEST(tables)
{
	char path[] = "/tmp/gevctl_text.XXXXXX", out[256] = "";
	int saved = dup(STDOUT_FILENO), fd = mkstemp(path);
	struct table table;

	ASSERT_LE(0, fd);
	unlink(path);
	fflush(stdout);
	ASSERT_EQ(STDOUT_FILENO, dup2(fd, STDOUT_FILENO));
	table_init(&table, 3);
	table.right[1] = true;
	table_row(&table, "a", "1", "x");
	table_row(&table, "long", "1000", NULL);
	table_row(&table, "", "20", "e\033nd");
	table_row(&table, "b", TABLE_EMPTY, "y");
	table_row(&table, "c", "3", TABLE_EMPTY);
	EXPECT_EQ(0, table_print(&table));
	fflush(stdout);
	dup2(saved, STDOUT_FILENO);
	ASSERT_LT(0, pread(fd, out, sizeof(out) - 1, 0));
	EXPECT_STREQ("a        1  x\nlong  1000  -\n-       20  e?nd\n"
		     "b           y\nc        3\n", out);
	EXPECT_EQ(NULL, table.cells);
}

TEST(json_of_any_bytes)
{
	json_t *json = json_text("gr\303\274n");

	EXPECT_STREQ("gr\303\274n", json_string_value(json));
	json_decref(json);
	json = json_text("bad\377\n");
	EXPECT_STREQ("bad?\n", json_string_value(json));
	json_decref(json);
	json = json_number(UINT64_MAX);
	EXPECT_EQ(INT64_MAX, json_integer_value(json));
	json_decref(json);
}

TEST(words)
{
	char buf[64], small[8];
	uint32_t transport;

	EXPECT_STREQ("away", name_of_state(GEV_CAMERA_AWAY));
	EXPECT_STREQ("unknown", name_of_state(77));
	EXPECT_STREQ("unknown", name_of_event(77));
	EXPECT_STREQ("persistent,lla", names_of_ip_config(0x80000005, buf, sizeof(buf)));
	EXPECT_STREQ("", names_of_ip_config(0, buf, sizeof(buf)));
	EXPECT_STREQ("persist", names_of_ip_config(7, small, sizeof(small)));
	EXPECT_TRUE(transport_of_name("rdma", &transport));
	EXPECT_EQ(GEV_TRANSPORT_RDMA, transport);
	EXPECT_FALSE(transport_of_name("none", &transport));
	EXPECT_FALSE(transport_of_name("RDMA", &transport));
}

TEST_HARNESS_MAIN
