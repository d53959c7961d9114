/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests of gevsim's GVSP side share. */
#ifndef SELFTESTS_GEVSIM_GVSP_H
#define SELFTESTS_GEVSIM_GVSP_H

#include "gvcp_client.h"
#include "gvsp_receive.h"
#include "kselftest.h"

#define REG_GVSP_CAP	0x092c
#define REG_GVCP_CAP	0x0934
#define REG_CONF	0x0954
#define REG_GVSP_CONF	0x0960
#define REG_CCP		0x0a00
#define REG_SCP		0x0d00
#define REG_SCPS	0x0d04
#define REG_SCPD	0x0d08
#define REG_SCDA	0x0d18
#define REG_SCSP	0x0d1c
#define REG_SCC		0x0d20
#define REG_SCCFG	0x0d24
#define REG_WIDTH	0x10110
#define REG_HEIGHT	0x10114
#define REG_MODE	0x10200
#define REG_START	0x10204
#define REG_COUNT	0x1020c
#define REG_PAYLOAD	0x10500
#define REG_PACKETS	0x10c8c

#define RESEND		0x0040
#define SIZE		576		/* packets in these tests */
#define STEP		(SIZE - 36)	/* bytes of payload in one */
#define STEP_EXTENDED	(SIZE - 48)
#define WIDTH		64
#define HEIGHT		48
#define BYTES		(WIDTH * HEIGHT)
#define LAST		7		/* trailer: six packets of payload before */

#define RESENT		0x0100
#define UNAVAILABLE	0x800c
#define OVERRUN		0x800d
#define NOT_YET		0x8010
#define REMOVED		0x8012
#define INVALID_PARAMETER 0x8002

/* Ends the test function with a message when @condition does not hold. */
#define EXPECT(condition) do {							\
	if (!(condition)) {							\
		ksft_print_msg("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
		return false;							\
	}									\
} while (0)

struct gvsp_test {
	const char *name;
	bool (*run)(void);
};

extern struct gvcp_client host, other;	/* the controller, and somebody for faults */
extern struct gvsp_receiver rx;
extern const struct gvsp_test gvsp_cases[];
extern const size_t gvsp_nr_cases;
extern const struct gvsp_test gvsp_prebuilt, gvsp_spread;
extern bool prebuilt;			/* all frames show block 1 */

void nap(int ms);
uint32_t get(uint32_t reg);
bool set(uint32_t reg, uint32_t value);
bool open_channel(void);
bool shoot(unsigned int n);
bool ramp(const uint8_t *data, size_t at, size_t len, uint64_t block);
bool payload_good(uint64_t block, uint32_t id, size_t step);
bool frame_good(uint64_t block, size_t step);
bool ask(uint64_t block, uint32_t first, uint32_t last, bool extended);
bool spoilt(const char *fault);

#endif /* SELFTESTS_GEVSIM_GVSP_H */
