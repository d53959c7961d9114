// SPDX-License-Identifier: GPL-2.0
/* Bootstrap registers of GigE Vision 2.2. */
#include <arpa/inet.h>
#include <stdio.h>
#include "bootstrap.h"
#include "device.h"
#include "features.h"
#include "log.h"

#define BOOT_VERSION		0x00020002u
#define BOOT_MODE		0x80000001u	/* big-endian, transmitter, single link, UTF-8 */
#define BOOT_NIC		0x00000007u	/* LLA, DHCP, persistent */
#define BOOT_GVSP_CAPABILITY	(GEV_GVSP_CAP_SCSP | GEV_GVSP_CAP_BLOCK16 | GEV_GVSP_CAP_SCEBA)
#define BOOT_SCC \
	(GEV_SCC_GENDC | GEV_SCC_MULTI_PART | GEV_SCC_ALL_IN | GEV_SCC_CHUNKS)
#define BOOT_HEARTBEAT		3000u
#define BOOT_HEARTBEAT_MIN	500u
#define BOOT_PENDING		1000u
/*
 * User name, serial, heartbeat off, link speed, CCP application registers,
 * manifest, discovery delay (writable), status codes of 1.1, switchover,
 * PENDING_ACK, PACKETRESEND, WRITEMEM, concatenation.
 */
#define BOOT_GVCP_CAPABILITY	0xfde00027u

static u16 boot_name_written(struct sim_device *dev)
{
	/* The last byte is always a NUL: readers may count on it. */
	sim_register_memory(dev, GEV_REG_USER_NAME)[15] = 0;
	return GEV_GVCP_SUCCESS;
}

static u16 boot_nic_written(struct sim_device *dev)
{
	/* Link-local addressing can not be switched off. */
	sim_register_set(dev, GEV_REG_NIC_CONFIGURATION,
			 (sim_register_get(dev, GEV_REG_NIC_CONFIGURATION) & BOOT_NIC) | 0x4);
	return GEV_GVCP_SUCCESS;
}

static u16 boot_heartbeat_written(struct sim_device *dev)
{
	if (sim_register_get(dev, GEV_REG_HEARTBEAT_TIMEOUT) < BOOT_HEARTBEAT_MIN)
		sim_register_set(dev, GEV_REG_HEARTBEAT_TIMEOUT, BOOT_HEARTBEAT_MIN);
	return GEV_GVCP_SUCCESS;
}

static u16 boot_timestamp_written(struct sim_device *dev)
{
	u32 what = sim_register_get(dev, GEV_REG_TIMESTAMP_CONTROL);
	u64 ticks = sim_device_ticks(dev);

	if (what & 0x2) {
		sim_register_set(dev, GEV_REG_TIMESTAMP_HIGH, ticks >> 32);
		sim_register_set(dev, GEV_REG_TIMESTAMP_LOW, (u32)ticks);
	}
	if (what & 0x1)
		dev->epoch += sim_device_time(dev);
	sim_register_set(dev, GEV_REG_TIMESTAMP_CONTROL, 0);
	return GEV_GVCP_SUCCESS;
}

static u16 boot_delay_written(struct sim_device *dev)
{
	return sim_register_get(dev, GEV_REG_DISCOVERY_ACK_DELAY) > 1000 ?
		GEV_GVCP_INVALID_PARAMETER : GEV_GVCP_SUCCESS;
}

static u16 boot_conf_written(struct sim_device *dev)
{
	u32 known = GEV_GVCP_CONF_PENDING_ACK | GEV_GVCP_CONF_STATUS_1_1 |
		SIM_CONF_HEARTBEAT_OFF;

	return sim_register_get(dev, GEV_REG_GVCP_CONFIGURATION) & ~known ?
		GEV_GVCP_INVALID_PARAMETER : GEV_GVCP_SUCCESS;
}

static u16 boot_key_written(struct sim_device *dev)
{
	dev->control.key = (u16)sim_register_get(dev, SIM_REG_CCP_KEY);
	sim_register_set(dev, SIM_REG_CCP_KEY, 0);
	return GEV_GVCP_SUCCESS;
}

static u16 boot_ccp_written(struct sim_device *dev)
{
	u16 status = sim_device_ccp(dev, sim_register_get(dev, GEV_REG_CCP));

	if (status == GEV_GVCP_SUCCESS)
		sim_register_set(dev, GEV_REG_CCP, dev->control.ccp);
	return status;
}

static void boot_frequency_refresh(struct sim_device *dev)
{
	u64 frequency = sim_device_frequency(dev);

	sim_register_set(dev, GEV_REG_TICK_FREQUENCY_HIGH, frequency >> 32);
	sim_register_set(dev, GEV_REG_TICK_FREQUENCY_LOW, (u32)frequency);
}

static void boot_capability_refresh(struct sim_device *dev)
{
	bool absent = sim_fault_state(&dev->faults, SIM_FAULT_RESEND_ABSENT);

	sim_register_set(dev, GEV_REG_GVCP_CAPABILITY,
			 BOOT_GVCP_CAPABILITY & ~(absent ? GEV_GVCP_CAP_RESEND : 0));
}

static void boot_ccp_refresh(struct sim_device *dev)
{
	const struct sim_control *control = &dev->control;

	sim_register_set(dev, GEV_REG_CCP, control->ccp);
	sim_register_set(dev, GEV_REG_PRIMARY_PORT,
			 control->ccp ? ntohs(control->owner.sin_port) : 0);
	sim_register_set(dev, GEV_REG_PRIMARY_IP,
			 control->ccp ? ntohl(control->owner.sin_addr.s_addr) : 0);
}

static u16 boot_link_written(struct sim_device *dev)
{
	return sim_register_get(dev, GEV_REG_PHYSICAL_LINK_CONF) ?
		GEV_GVCP_INVALID_PARAMETER : GEV_GVCP_SUCCESS;
}

static u16 boot_gvsp_conf_written(struct sim_device *dev)
{
	return sim_register_get(dev, GEV_REG_GVSP_CONFIGURATION) & ~GEV_GVSP_CONF_BLOCK64 ?
		GEV_GVCP_INVALID_PARAMETER : GEV_GVCP_SUCCESS;
}

/* Interface 0, and the direction is not for the host to choose. */
static u16 boot_scp_written(struct sim_device *dev)
{
	u32 value = sim_register_get(dev, GEV_REG_SCP0);

	if (value & ~GEV_SCP_PORT)
		return GEV_GVCP_INVALID_PARAMETER;
	sim_log(SIM_LOG_INFO, dev->index, "stream channel %s", value ? "opened" : "closed");
	sim_device_wake(dev);
	return GEV_GVCP_SUCCESS;
}

static u64 boot_fault(struct sim_device *dev, enum sim_fault_id id, u64 otherwise)
{
	const struct sim_armed *fault = sim_fault_state(&dev->faults, id);

	return fault ? fault->value : otherwise;
}

static void boot_scps_refresh(struct sim_device *dev)
{
	sim_register_set(dev, GEV_REG_SCPS0, boot_fault(dev, SIM_FAULT_SCPS_READS, dev->scps));
}

/* Sizes are multiples of 4 within limits; a host reads back what became of its own. */
static void boot_scps_set(struct sim_device *dev, u32 value)
{
	u32 step = boot_fault(dev, SIM_FAULT_SCPS_STEP, 4);
	u64 max = boot_fault(dev, SIM_FAULT_SCPS_MAX, SIM_GVSP_SIZE_MAX);
	u32 size = value & GEV_SCPS_SIZE;

	size = size < SIM_GVSP_SIZE_MIN ? SIM_GVSP_SIZE_MIN : size;
	size = size > max ? max : size;
	size = size > SIM_GVSP_SIZE_MAX ? SIM_GVSP_SIZE_MAX : size;
	dev->scps = (value & GEV_SCPS_DO_NOT_FRAGMENT) | (size - size % step);
	boot_scps_refresh(dev);
}

static u16 boot_scps_written(struct sim_device *dev)
{
	u32 value = sim_register_get(dev, GEV_REG_SCPS0);

	boot_scps_set(dev, value);
	if (value & GEV_SCPS_FIRE && sim_register_get(dev, GEV_REG_SCP0) &&
	    !sim_fault_state(&dev->faults, SIM_FAULT_NO_TEST_PACKET)) {
		dev->gvsp.test = true;
		sim_device_wake(dev);
	}
	return GEV_GVCP_SUCCESS;
}

static u16 boot_sccfg_written(struct sim_device *dev)
{
	return sim_register_get(dev, GEV_REG_SCCFG0) & ~BOOT_SCC ?
		GEV_GVCP_INVALID_PARAMETER : GEV_GVCP_SUCCESS;
}

static const struct sim_register boot_table[] = {
	{ GEV_REG_VERSION, 4, SIM_READ, "Version", NULL, NULL },
	{ GEV_REG_DEVICE_MODE, 4, SIM_READ, "DeviceMode", NULL, NULL },
	{ GEV_REG_MAC_HIGH, 8, SIM_READ, "MACAddress", NULL, NULL },
	{ GEV_REG_NIC_CAPABILITY, 4, SIM_READ, "NetworkInterfaceCapability", NULL, NULL },
	{ GEV_REG_NIC_CONFIGURATION, 4, SIM_RW, "NetworkInterfaceConfiguration",
	  boot_nic_written, NULL },
	{ 0x0018, 12, SIM_READ, "reserved", NULL, NULL },
	{ GEV_REG_CURRENT_IP, 4, SIM_READ, "CurrentIP", NULL, NULL },
	{ 0x0028, 12, SIM_READ, "reserved", NULL, NULL },
	{ GEV_REG_CURRENT_MASK, 4, SIM_READ, "CurrentMask", NULL, NULL },
	{ 0x0038, 12, SIM_READ, "reserved", NULL, NULL },
	{ GEV_REG_CURRENT_GATEWAY, 4, SIM_READ, "CurrentGateway", NULL, NULL },
	{ GEV_REG_MANUFACTURER, 32, SIM_READ, "ManufacturerName", NULL, NULL },
	{ GEV_REG_MODEL, 32, SIM_READ, "ModelName", NULL, NULL },
	{ GEV_REG_DEVICE_VERSION, 32, SIM_READ, "DeviceVersion", NULL, NULL },
	{ GEV_REG_MANUFACTURER_INFO, 48, SIM_READ, "ManufacturerInfo", NULL, NULL },
	{ GEV_REG_SERIAL, 16, SIM_READ, "SerialNumber", NULL, NULL },
	{ GEV_REG_USER_NAME, 16, SIM_RW, "UserDefinedName", boot_name_written, NULL },
	{ GEV_REG_FIRST_URL, 512, SIM_READ, "FirstURL", NULL, NULL },
	{ GEV_REG_SECOND_URL, 512, SIM_READ, "SecondURL", NULL, NULL },
	{ GEV_REG_NR_INTERFACES, 4, SIM_READ, "NumberOfInterfaces", NULL, NULL },
	{ GEV_REG_PERSISTENT_IP, 4, SIM_RW, "PersistentIP", NULL, NULL },
	{ GEV_REG_PERSISTENT_MASK, 4, SIM_RW, "PersistentMask", NULL, NULL },
	{ GEV_REG_PERSISTENT_GATEWAY, 4, SIM_RW, "PersistentGateway", NULL, NULL },
	{ GEV_REG_LINK_SPEED, 4, SIM_READ, "LinkSpeed", NULL, NULL },
	{ GEV_REG_NR_MESSAGE_CHANNELS, 4, SIM_READ, "NumberOfMessageChannels", NULL, NULL },
	{ GEV_REG_NR_STREAM_CHANNELS, 4, SIM_READ, "NumberOfStreamChannels", NULL, NULL },
	{ GEV_REG_NR_ACTION_SIGNALS, 4, SIM_READ, "NumberOfActionSignals", NULL, NULL },
	{ GEV_REG_NR_ACTIVE_LINKS, 4, SIM_READ, "NumberOfActiveLinks", NULL, NULL },
	{ GEV_REG_GVSP_CAPABILITY, 4, SIM_READ, "GVSPCapability", NULL, NULL },
	{ GEV_REG_MESSAGE_CAPABILITY, 4, SIM_READ, "MessageCapability", NULL, NULL },
	{ GEV_REG_GVCP_CAPABILITY, 4, SIM_READ, "GVCPCapability", NULL,
	  boot_capability_refresh },
	{ GEV_REG_HEARTBEAT_TIMEOUT, 4, SIM_RW, "HeartbeatTimeout",
	  boot_heartbeat_written, NULL },
	{ GEV_REG_TICK_FREQUENCY_HIGH, 8, SIM_READ, "TickFrequency", NULL,
	  boot_frequency_refresh },
	{ GEV_REG_TIMESTAMP_CONTROL, 4, SIM_WRITE, "TimestampControl",
	  boot_timestamp_written, NULL },
	{ GEV_REG_TIMESTAMP_HIGH, 8, SIM_READ, "TimestampValue", NULL, NULL },
	{ GEV_REG_DISCOVERY_ACK_DELAY, 4, SIM_RW, "DiscoveryAckDelay",
	  boot_delay_written, NULL },
	{ GEV_REG_GVCP_CONFIGURATION, 4, SIM_RW, "GVCPConfiguration",
	  boot_conf_written, NULL },
	{ GEV_REG_PENDING_TIMEOUT, 4, SIM_READ, "PendingTimeout", NULL, NULL },
	{ SIM_REG_CCP_KEY, 4, SIM_WRITE, "ControlSwitchoverKey", boot_key_written, NULL },
	{ GEV_REG_GVSP_CONFIGURATION, 4, SIM_RW, "GVSPConfiguration", boot_gvsp_conf_written,
	  NULL },
	{ GEV_REG_PHYSICAL_LINK_CAP, 4, SIM_READ, "PhysicalLinkCapability", NULL, NULL },
	{ GEV_REG_PHYSICAL_LINK_CONF, 4, SIM_RW, "PhysicalLinkConfiguration",
	  boot_link_written, NULL },
	{ GEV_REG_CCP, 4, SIM_RW | SIM_ANYONE, "CCP", boot_ccp_written, boot_ccp_refresh },
	{ GEV_REG_PRIMARY_PORT, 4, SIM_READ, "PrimaryApplicationPort", NULL,
	  boot_ccp_refresh },
	{ GEV_REG_PRIMARY_IP, 4, SIM_READ, "PrimaryApplicationIP", NULL, boot_ccp_refresh },
	{ GEV_REG_SCP0, 4, SIM_RW, "SCP0", boot_scp_written, NULL },
	{ GEV_REG_SCPS0, 4, SIM_RW, "SCPS0", boot_scps_written, boot_scps_refresh },
	{ GEV_REG_SCPD0, 4, SIM_RW, "SCPD0", NULL, NULL },
	{ GEV_REG_SCDA0, 4, SIM_RW, "SCDA0", NULL, NULL },
	{ GEV_REG_SCSP0, 4, SIM_READ, "SCSP0", NULL, NULL },
	{ GEV_REG_SCC0, 4, SIM_READ, "SCC0", NULL, NULL },
	{ GEV_REG_SCCFG0, 4, SIM_RW, "SCCFG0", boot_sccfg_written, NULL },
	{ SIM_REG_SCEBA0, 4, SIM_READ, "SCEBA0", NULL, NULL },
	{ GEV_REG_MANIFEST, 512, SIM_READ, "ManifestTable", NULL, NULL },
};

/**
 * sim_bootstrap_table() - all bootstrap registers
 * @n: set to their number
 *
 * Return: the table.
 */
const struct sim_register *sim_bootstrap_table(size_t *n)
{
	*n = ARRAY_SIZE(boot_table);
	return boot_table;
}

static void boot_serial(struct sim_device *dev)
{
	const struct sim_options *options = dev->options;
	const u8 *mac = dev->link.mac;
	char text[32];

	if (!options->serial)
		snprintf(text, sizeof(text), "GS%02X%02X%02X%02X", mac[2], mac[3], mac[4], mac[5]);
	else if (!dev->index)
		snprintf(text, sizeof(text), "%s", options->serial);
	else
		snprintf(text, sizeof(text), "%s-%u", options->serial, dev->index);
	sim_register_set_string(dev, GEV_REG_SERIAL, 16, text);
}

/*
 * Manifest: number of entries in the top 6 bits of 8 bytes, then for each file
 * versions (6, 6 and 10 bits), schema version (6, 6), file type (0 plain,
 * 1 zip) and, 64 bits wide, the address of its URL.
 */
static void boot_manifest(struct sim_device *dev)
{
	u32 version = (1u << 26) | SIM_XML_VERSION_MINOR << 20;
	u32 schema = (1u << 26) | (1u << 20);
	u32 at = GEV_REG_MANIFEST;

	sim_register_set(dev, at, 2u << 26);
	sim_register_set(dev, at + 8, version);
	sim_register_set(dev, at + 12, schema | 1);
	sim_register_set(dev, at + 20, GEV_REG_FIRST_URL);
	sim_register_set(dev, at + 24, version);
	sim_register_set(dev, at + 28, schema);
	sim_register_set(dev, at + 36, GEV_REG_SECOND_URL);
}

static void boot_urls(struct sim_device *dev)
{
	const struct sim_xml *xml = dev->xml;
	u32 window = xml->file ? SIM_FOREIGN_WINDOW : 0;
	char text[512];

	snprintf(text, sizeof(text), "Local:%s.zip;%x;%zx?SchemaVersion=1.1.0", xml->name,
		 SIM_XML_ZIP + window, xml->zip_len);
	sim_register_set_string(dev, GEV_REG_FIRST_URL, 512, text);
	snprintf(text, sizeof(text), "Local:%s.xml;%x;%zx?SchemaVersion=1.1.0", xml->name,
		 SIM_XML_PLAIN + window, xml->plain_len);
	sim_register_set_string(dev, GEV_REG_SECOND_URL, 512, text);
}

/**
 * sim_bootstrap_address() - show the link's address in the registers
 * @dev: the camera, locked
 */
void sim_bootstrap_address(struct sim_device *dev)
{
	sim_register_set(dev, GEV_REG_CURRENT_IP, dev->link.address);
	sim_register_set(dev, GEV_REG_CURRENT_MASK, dev->link.mask);
}

/**
 * sim_bootstrap_reset() - all bootstrap registers as after power-up
 * @dev: the camera, locked
 *
 * Persistent IP configuration and user-defined name survive.
 */
void sim_bootstrap_reset(struct sim_device *dev)
{
	static const struct {
		u32 address;
		u32 value;
	} values[] = {
		{ GEV_REG_VERSION, BOOT_VERSION },
		{ GEV_REG_DEVICE_MODE, BOOT_MODE },
		{ GEV_REG_NIC_CAPABILITY, BOOT_NIC },
		{ GEV_REG_NR_INTERFACES, 1 },
		{ GEV_REG_LINK_SPEED, 10000 },
		{ GEV_REG_NR_STREAM_CHANNELS, 1 },
		{ GEV_REG_NR_ACTIVE_LINKS, 1 },
		{ GEV_REG_GVSP_CAPABILITY, BOOT_GVSP_CAPABILITY },
		{ GEV_REG_HEARTBEAT_TIMEOUT, BOOT_HEARTBEAT },
		{ GEV_REG_TIMESTAMP_HIGH, 0 },
		{ GEV_REG_TIMESTAMP_LOW, 0 },
		{ GEV_REG_DISCOVERY_ACK_DELAY, 0 },
		{ GEV_REG_GVCP_CONFIGURATION, 0 },
		{ GEV_REG_GVSP_CONFIGURATION, 0 },
		{ GEV_REG_PENDING_TIMEOUT, BOOT_PENDING },
		{ GEV_REG_PHYSICAL_LINK_CAP, 1 },
		{ GEV_REG_CCP, 0 },
		{ GEV_REG_SCP0, 0 },
		{ GEV_REG_SCPD0, 0 },
		{ GEV_REG_SCDA0, 0 },
		{ GEV_REG_SCC0, BOOT_SCC },
		{ GEV_REG_SCCFG0, 0 },
		{ SIM_REG_SCEBA0, SIM_REG_SCEBA_BLOCK },
	};

	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		sim_register_set(dev, values[i].address, values[i].value);
	boot_scps_set(dev, boot_fault(dev, SIM_FAULT_SCPS_INITIAL, SIM_GVSP_SIZE));
	boot_frequency_refresh(dev);
	boot_capability_refresh(dev);
	if (!sim_register_get(dev, GEV_REG_NIC_CONFIGURATION))
		sim_register_set(dev, GEV_REG_NIC_CONFIGURATION, 0x6);
	memcpy(sim_register_memory(dev, GEV_REG_MAC_HIGH) + 2, dev->link.mac, 6);
	sim_register_set_string(dev, GEV_REG_MANUFACTURER, 32, dev->xml->vendor);
	sim_register_set_string(dev, GEV_REG_MODEL, 32, dev->xml->model);
	sim_register_set_string(dev, GEV_REG_DEVICE_VERSION, 32, SIM_VERSION);
	sim_register_set_string(dev, GEV_REG_MANUFACTURER_INFO, 48, "camera in software, GRS-1");
	boot_serial(dev);
	boot_urls(dev);
	boot_manifest(dev);
	sim_bootstrap_address(dev);
}
