// SPDX-License-Identifier: GPL-2.0
/*
 * Sends what no camera should to the port of a stream: noise, packets of GVSP
 * with anything wrong, fragments, floods. What is sent, and in which order,
 * depends on the seed and the options alone; how much, on the time. Prints how
 * many packets of which kind as one line of KEY=VALUE words.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <popt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LENGTH_MAX	9000u
#define HEADER		8u
#define HEADER_EXTENDED	20u
#define FLOOD		200u	/* packets of one flood */
#define FRAGMENTS_MAX	12u
#define NS		1000000000ull

enum kind { NOISE, VALID, FIELDS, MUTATED, IDS, SHORT, LONG, FRAGMENTS, FLOODS, KINDS };

static const char *const names[KINDS] = {
	"noise", "valid", "fields", "mutated", "ids", "short", "long", "fragments", "flood",
};

static char *source = "", *kinds = "";
static double seconds = 1;
static long long rate = 1000, seed = 1, limit;
static long long first_block = 1, last_block = 65535;
static int source_port, payload = 1464;

static const struct poptOption options[] = {
	{ "source", 's', POPT_ARG_STRING, &source, 0, "address to send from", "ADDRESS" },
	{ "source-port", 'p', POPT_ARG_INT, &source_port, 0, "port to send from", "PORT" },
	{ "seconds", 't', POPT_ARG_DOUBLE, &seconds, 0, "how long", "S" },
	{ "rate", 'r', POPT_ARG_LONGLONG, &rate, 0, "packets a second; 0: all that go", "N" },
	{ "packets", 'n', POPT_ARG_LONGLONG, &limit, 0, "packets at most; 0: no limit", "N" },
	{ "seed", 0, POPT_ARG_LONGLONG, &seed, 0, "of the random numbers", "N" },
	{ "first-block", 0, POPT_ARG_LONGLONG, &first_block, 0, "smallest block id", "ID" },
	{ "last-block", 0, POPT_ARG_LONGLONG, &last_block, 0, "largest block id", "ID" },
	{ "payload", 0, POPT_ARG_INT, &payload, 0, "bytes in a payload packet", "N" },
	{ "kinds", 'k', POPT_ARG_STRING, &kinds, 0,
	  "some of noise,valid,fields,mutated,ids,short,long,fragments,flood", "LIST" },
	POPT_AUTOHELP
	POPT_TABLEEND
};

static struct packet {
	uint8_t data[LENGTH_MAX];
	size_t len;
} packet;

static struct sockaddr_in from, to;
static int udp, raw;
static unsigned long sent[KINDS], errors;
static int last_error;
static uint64_t state;

static uint64_t draw(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1dull;
}

/* 0 ... @n - 1 */
static uint64_t below(uint64_t n)
{
	return n ? (draw() >> 16) % n : 0;
}

static void put(uint8_t *at, unsigned int size, uint64_t value)
{
	for (; size; size--, value >>= 8)
		at[size - 1] = value;
}

static void noise(uint8_t *at, size_t len)
{
	for (size_t i = 0; i < len; i++)
		at[i] = draw() >> 24;
}

/* Returns where the rest of the packet begins. */
static uint8_t *header(bool extended, unsigned int format, uint64_t id, uint64_t block)
{
	uint8_t *at = packet.data;

	memset(at, 0, HEADER_EXTENDED);
	packet.len = extended ? HEADER_EXTENDED : HEADER;
	at[4] = format | (extended ? 0x80 : 0);
	if (extended) {
		put(at + 8, 8, block);
		put(at + 16, 4, id);
	} else {
		put(at + 2, 2, block);
		put(at + 5, 3, id);
	}
	return at + packet.len;
}

/* What follows a leader's header. */
static size_t leader(uint8_t *at, unsigned int type)
{
	static const uint8_t lengths[] = { 0, 36, 20, 27, 12, 36, 32, 32, 20, 40, 60, 28 };
	size_t len = type < sizeof(lengths) ? lengths[type] : 20;

	memset(at, 0, len);
	put(at + 2, 2, type | (below(4) ? 0 : 0x4000));
	put(at + 4, 8, draw() >> 8);
	if (type == 1 || type == 5) {
		put(at + 12, 4, 0x01080001);
		put(at + 16, 4, 640);
		put(at + 20, 4, 480);
	} else if (type == 10) {
		put(at + 12, 2, 1);
		put(at + 16, 4, 640 * 480);
		put(at + 20, 4, 0x01080001);
		put(at + 36, 4, 640);
		put(at + 40, 4, 480);
	} else {
		put(at + 12, 8, 640 * 480);
	}
	return len;
}

static size_t trailer(uint8_t *at, unsigned int type)
{
	memset(at, 0, 20);
	put(at + 2, 2, type);
	put(at + 4, 4, 480);
	return type == 10 ? 20 : type == 1 ? 8 : 4;
}

/* Bytes that precede the data in a payload packet of this format. */
static size_t prefix(uint8_t *at, unsigned int format)
{
	size_t len = format == 8 ? 16 : format == 6 || format == 7 ? 8 : 0;

	memset(at, 0, len);
	if (format == 8) {
		put(at, 4, payload);
		put(at + 4, 8, below(640 * 480));
		at[12] = below(4) << 6;
		at[13] = below(4) << 6;
		put(at + 14, 2, below(3));
	} else if (len) {
		at[0] = below(3);
		put(at + 4, 4, below(640 * 480));
	}
	return len;
}

static void valid(void)
{
	static const uint8_t types[] = { 1, 1, 1, 10, 11, 2, 3, 6, 8, 9 };
	unsigned int type = types[below(sizeof(types))];
	bool extended = below(2);
	uint64_t block = first_block + below(last_block - first_block + 1);
	unsigned int format = below(8) + 1;
	uint8_t *at;

	at = header(extended, format, format == 1 || format == 4 ? 0 : 1 + below(300), block);
	if (format == 1 || format == 4)
		at += leader(at, type);
	if (format == 2 || format == 4)
		at += trailer(at, type);
	if (format == 1 && extended)
		packet.data[7] = type == 10;
	if (format > 2) {
		at += prefix(at, format);
		noise(at, payload);
		at += payload;
	}
	packet.len = at - packet.data;
}

/* A value at the edge of what fits into so many bytes, or a random one. */
static uint64_t edge(unsigned int size)
{
	uint64_t all = size == 8 ? ~0ull : (1ull << 8 * size) - 1;
	const uint64_t values[] = {
		0, 1, all, all - 1, all >> 1, (all >> 1) + 1, all & ~7ull, draw() & all,
	};

	return values[below(sizeof(values) / sizeof(*values))];
}

/* One field of the header, or of what stands at the begin of the rest. */
static void fields(void)
{
	unsigned int size = 1u << below(4), at;

	valid();
	at = below(HEADER_EXTENDED + 60) / size * size;
	if (at + size <= packet.len)
		put(packet.data + at, size, edge(size));
}

static void mutated(void)
{
	valid();
	for (unsigned int i = 1 + below(8); i; i--)
		packet.data[below(i & 1 ? HEADER_EXTENDED + 60 : packet.len)] = draw() >> 24;
	if (!below(3))
		packet.len = below(packet.len + 1);
}

static void ids(void)
{
	bool extended = below(2);

	valid();
	packet.data[4] = (packet.data[4] & 0x0f) | (extended ? 0x80 : 0);
	put(packet.data + (extended ? 8 : 2), extended ? 8 : 2, edge(extended ? 8 : 2));
	put(packet.data + (extended ? 16 : 5), extended ? 4 : 3, edge(extended ? 4 : 3));
}

static void make(enum kind kind)
{
	size_t len;

	switch (kind) {
	case NOISE:
		packet.len = below(LENGTH_MAX + 1);
		noise(packet.data, packet.len);
		break;
	case FIELDS:
		fields();
		break;
	case MUTATED:
		mutated();
		break;
	case IDS:
		ids();
		break;
	case SHORT:
		valid();
		packet.len = below(below(2) ? packet.len : HEADER_EXTENDED + 60);
		break;
	case LONG:
		valid();
		len = packet.len + below(LENGTH_MAX - packet.len + 1);
		noise(packet.data + packet.len, len - packet.len);
		packet.len = len;
		break;
	default:
		valid();
		break;
	}
}

static void count(enum kind kind, ssize_t ret)
{
	if (ret < 0) {
		last_error = errno;
		errors++;
	} else {
		sent[kind]++;
	}
}

static void fragment(const uint8_t *data, size_t at, size_t len, uint16_t id, bool more)
{
	uint8_t buf[sizeof(struct iphdr) + sizeof(struct udphdr) + LENGTH_MAX];
	struct iphdr ip = {
		.version = 4, .ihl = 5, .ttl = 64, .protocol = IPPROTO_UDP, .id = htons(id),
		.frag_off = htons(at / 8 | (more ? IP_MF : 0)), .saddr = from.sin_addr.s_addr,
		.daddr = to.sin_addr.s_addr,
	};

	memcpy(buf, &ip, sizeof(ip));
	memcpy(buf + sizeof(ip), data + at, len);
	count(FRAGMENTS, sendto(raw, buf, sizeof(ip) + len, 0, (struct sockaddr *)&to,
				sizeof(to)));
}

/* A datagram in pieces, out of order; some are missing, twice or overlap. */
static void fragments(void)
{
	uint8_t data[sizeof(struct udphdr) + LENGTH_MAX];
	struct udphdr head = { .source = from.sin_port, .dest = to.sin_port };
	size_t step, len;
	uint16_t id = draw() >> 32;
	unsigned int n;

	make(below(2) ? MUTATED : VALID);
	len = sizeof(head) + packet.len;
	head.len = htons(below(8) ? len : below(0x10000));
	memcpy(data, &head, sizeof(head));
	memcpy(data + sizeof(head), packet.data, packet.len);
	step = (len / (1 + below(FRAGMENTS_MAX)) + 8) & ~7ul;
	n = (len + step - 1) / step;
	for (unsigned int i = below(4), end = n + below(2); i < end; i++) {
		size_t at = (below(3) ? i : below(n)) % n * step, size;

		size = len - at < step ? len - at : step;
		if (at && !below(6))
			at -= 8;
		fragment(data, at, size, id, at + size < len);
	}
}

static void one(enum kind kind)
{
	if (kind == FRAGMENTS) {
		fragments();
		return;
	}
	make(kind);
	for (unsigned int i = kind == FLOODS ? FLOOD : 1; i; i--)
		count(kind, sendto(udp, packet.data, packet.len, 0, (struct sockaddr *)&to,
				   sizeof(to)));
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NS + t.tv_nsec;
}

static unsigned long total(void)
{
	unsigned long n = errors;

	for (int i = 0; i < KINDS; i++)
		n += sent[i];
	return n;
}

/* Floods are rare, or there would be nothing else. */
static enum kind choose(const bool *wanted)
{
	enum kind kind;

	do {
		kind = below(KINDS);
	} while (!wanted[kind] || (kind == FLOODS && wanted[NOISE] && below(FLOOD / 4)));
	return kind;
}

static void storm(const bool *wanted)
{
	uint64_t begin = now(), end = begin + seconds * NS, t;

	while ((t = now()) < end && (!limit || total() < (unsigned long)limit)) {
		if (rate && total() * NS / rate > t - begin)
			usleep(1000);
		else
			one(choose(wanted));
	}
}

static bool want(bool *wanted)
{
	char *name, *list = strdup(kinds);
	bool known = true;

	for (int i = 0; i < KINDS; i++)
		wanted[i] = !*kinds;
	for (name = strtok(list, ","); name; name = strtok(NULL, ",")) {
		int i = 0;

		while (i < KINDS && strcmp(name, names[i]))
			i++;
		if (i == KINDS)
			known = false;
		else
			wanted[i] = true;
	}
	free(list);
	return known;
}

/* The address that packets to there leave from, where none was given. */
static bool find_source(void)
{
	socklen_t len = sizeof(from);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	bool found = fd >= 0 && !connect(fd, (struct sockaddr *)&to, sizeof(to)) &&
		     !getsockname(fd, (struct sockaddr *)&from, &len);

	close(fd);
	return found;
}

static bool open_sockets(bool *wanted)
{
	socklen_t len = sizeof(from);

	from.sin_family = AF_INET;
	if (*source ? inet_pton(AF_INET, source, &from.sin_addr) != 1 : !find_source())
		return false;
	from.sin_port = htons(source_port);
	/* Not connected: answers by ICMP are not errors of the next packet. */
	udp = socket(AF_INET, SOCK_DGRAM, 0);
	if (udp < 0 || bind(udp, (struct sockaddr *)&from, sizeof(from)) ||
	    getsockname(udp, (struct sockaddr *)&from, &len))
		return false;
	raw = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);
	if (raw < 0 && wanted[FRAGMENTS])
		fprintf(stderr, "gvsp_storm: no fragments: %s\n", strerror(errno));
	wanted[FRAGMENTS] = wanted[FRAGMENTS] && raw >= 0;
	return true;
}

int main(int argc, const char **argv)
{
	poptContext context = poptGetContext("gvsp_storm", argc, argv, options, 0);
	const char *address, *port;
	bool wanted[KINDS], any = false;
	int ret = poptGetNextOpt(context);

	poptSetOtherOptionHelp(context, "[OPTION]... ADDRESS PORT");
	address = poptGetArg(context);
	port = poptGetArg(context);
	to.sin_family = AF_INET;
	if (ret < -1 || !port || inet_pton(AF_INET, address, &to.sin_addr) != 1 || !want(wanted) ||
	    payload < 0 || payload > (int)LENGTH_MAX - 200 || last_block < first_block) {
		poptPrintUsage(context, stderr, 0);
		return 2;
	}
	to.sin_port = htons(atoi(port));
	state = seed * 0x9e3779b97f4a7c15ull | 1;
	if (!open_sockets(wanted)) {
		fprintf(stderr, "gvsp_storm: %s\n", strerror(errno));
		return 1;
	}
	for (int i = 0; i < KINDS; i++)
		any = any || wanted[i];
	if (any)
		storm(wanted);
	printf("packets=%lu errors=%lu errno=%d", total() - errors, errors, last_error);
	for (int i = 0; i < KINDS; i++)
		printf(" %s=%lu", names[i], sent[i]);
	printf("\n");
	poptFreeContext(context);
	return !any;
}
