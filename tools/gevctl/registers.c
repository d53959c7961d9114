// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "registers.h"

struct answer {
	void *data;
	size_t length;
	int got;
};

static int take_data(const struct genlmsghdr *header, const struct nlattr **attrs, void *ctx)
{
	const struct nlattr *data = attrs[GEV_A_DATA];
	struct answer *answer = ctx;

	(void)header;
	if (!data || mnl_attr_get_payload_len(data) != answer->length)
		return -EBADMSG;
	memcpy(answer->data, mnl_attr_get_payload(data), answer->length);
	answer->got = 1;
	return 0;
}

static int in_range(uint32_t address, size_t length)
{
	return length && length - 1 <= UINT32_MAX - address;
}

/**
 * registers_read() - read any number of bytes
 * @nl: the connection
 * @camera: "gevN"
 * @address: of the first byte
 * @data: gets them, as the camera sends them (big-endian as a rule)
 * @length: their number
 *
 * Return: 0 or -errno, then with the kernel's words in @nl->why.
 */
int registers_read(struct netlink *nl, const char *camera, uint32_t address, void *data,
		   size_t length)
{
	nl->why[0] = '\0';
	if (!in_range(address, length))
		return -EINVAL;

	while (length) {
		struct answer answer = {
			.data = data,
			.length = length < GEV_REG_ACCESS_MAX ? length : GEV_REG_ACCESS_MAX,
		};
		struct nlmsghdr *nlh = netlink_request(nl, GEV_CMD_REG_READ);
		int ret;

		mnl_attr_put_strz(nlh, GEV_A_CAMERA, camera);
		mnl_attr_put_u32(nlh, GEV_A_ADDRESS, address);
		mnl_attr_put_u32(nlh, GEV_A_LENGTH, answer.length);
		ret = netlink_run(nl, nlh, take_data, &answer);
		if (ret)
			return ret;
		if (!answer.got)
			return -EBADMSG;
		address += answer.length;
		data = (char *)data + answer.length;
		length -= answer.length;
	}
	return 0;
}

/**
 * registers_write() - write any number of bytes
 * @nl: the connection
 * @camera: "gevN"
 * @address: of the first byte
 * @data: the bytes, in the camera's order
 * @length: their number
 *
 * Return: 0 or -errno, then with the kernel's words in @nl->why.
 */
int registers_write(struct netlink *nl, const char *camera, uint32_t address,
		    const void *data, size_t length)
{
	nl->why[0] = '\0';
	if (!in_range(address, length))
		return -EINVAL;

	while (length) {
		size_t now = length < GEV_REG_ACCESS_MAX ? length : GEV_REG_ACCESS_MAX;
		struct nlmsghdr *nlh = netlink_request(nl, GEV_CMD_REG_WRITE);
		int ret;

		mnl_attr_put_strz(nlh, GEV_A_CAMERA, camera);
		mnl_attr_put_u32(nlh, GEV_A_ADDRESS, address);
		mnl_attr_put(nlh, GEV_A_DATA, now, data);
		ret = netlink_run(nl, nlh, NULL, NULL);
		if (ret)
			return ret;
		address += now;
		data = (const char *)data + now;
		length -= now;
	}
	return 0;
}

/**
 * registers_read_u32() - read a bootstrap register
 * @nl: the connection
 * @camera: "gevN"
 * @address: of the register
 * @value: gets its value
 *
 * Return: 0 or -errno, then with the kernel's words in @nl->why.
 */
int registers_read_u32(struct netlink *nl, const char *camera, uint32_t address,
		       uint32_t *value)
{
	uint32_t wire;
	int ret = registers_read(nl, camera, address, &wire, sizeof(wire));

	if (!ret)
		*value = ntohl(wire);
	return ret;
}

/**
 * registers_write_u32() - write a bootstrap register
 * @nl: the connection
 * @camera: "gevN"
 * @address: of the register
 * @value: its new value
 *
 * Return: 0 or -errno, then with the kernel's words in @nl->why.
 */
int registers_write_u32(struct netlink *nl, const char *camera, uint32_t address,
			uint32_t value)
{
	uint32_t wire = htonl(value);

	return registers_write(nl, camera, address, &wire, sizeof(wire));
}
