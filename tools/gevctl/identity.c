// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <string.h>

#include "identity.h"
#include "registers.h"

#define REG_MANUFACTURER	0x0048u
#define REG_MODEL		0x0068u
#define REG_DEVICE_VERSION	0x0088u
#define REG_FIRST_URL		0x0200u
#define REG_GVCP_CAPABILITY	0x0934u
#define REG_MANIFEST		0x9000u
#define MANIFEST_HEADER		8u
#define CAPABILITY_MANIFEST	0x04000000u

/* The version word of the manifest's first entry; 0 without a table. */
static int read_manifest(struct netlink *nl, const struct camera *cam, uint32_t *version)
{
	uint32_t capability, table[MANIFEST_HEADER / 4 + 1];
	int ret;

	*version = 0;
	ret = registers_read_u32(nl, cam->name, REG_GVCP_CAPABILITY, &capability);
	if (ret || !(capability & CAPABILITY_MANIFEST))
		return ret;
	ret = registers_read(nl, cam->name, REG_MANIFEST, table, sizeof(table));
	if (!ret && ntohl(table[0]) >> 26)
		*version = ntohl(table[MANIFEST_HEADER / 4]);
	return ret;
}

/**
 * identity_read() - read a camera's identity from its registers
 * @nl: the connection
 * @cam: the camera
 * @identity: gets it
 */
enum outcome identity_read(struct netlink *nl, const struct camera *cam,
			   struct map_identity *identity)
{
	const struct {
		uint32_t address;
		char *text;
		size_t size;
	} texts[] = {
		{ REG_MANUFACTURER, identity->manufacturer, sizeof(identity->manufacturer) },
		{ REG_MODEL, identity->model, sizeof(identity->model) },
		{ REG_DEVICE_VERSION, identity->device_version, sizeof(identity->device_version) },
		{ REG_FIRST_URL, identity->url, sizeof(identity->url) },
	};
	size_t i;
	int ret;

	memset(identity, 0, sizeof(*identity));
	ret = read_manifest(nl, cam, &identity->manifest);
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]) && !ret; i++)
		ret = registers_read(nl, cam->name, texts[i].address, texts[i].text,
				     texts[i].size - 1);
	return ret ? fail_errno(cam->name, ret, nl->why) : OUTCOME_OK;
}
