// SPDX-License-Identifier: GPL-2.0
/* How gevsim sends when it is asked to be quick, or even. */
#include <string.h>
#include <time.h>
#include "gevsim_gvsp.h"

/* Packets made once: ids and time are new, what is sent again says so. */
static bool test_prebuilt(void)
{
	EXPECT(open_channel() && shoot(20) && rx.n == 20 * (LAST + 1));
	for (uint64_t block = 1; block <= 20; block++)
		EXPECT(frame_good(block, STEP));
	EXPECT(memcmp(gvsp_find(&rx, 1, 0)->data + 4, gvsp_find(&rx, 2, 0)->data + 4, 8));
	EXPECT(get(REG_PACKETS) == rx.n);
	EXPECT(ask(19, 0, 0xffffff, false) && frame_good(19, STEP));
	EXPECT(rx.packets[0].status == RESENT && rx.packets[LAST].status == RESENT);
	EXPECT(shoot(2) && frame_good(2, STEP) && !rx.packets[0].status);
	EXPECT(set(REG_GVSP_CONF, 0x40000000) && shoot(3) && frame_good(3, STEP_EXTENDED));
	EXPECT(set(REG_GVSP_CONF, 0) && set(REG_SCPS, 1500) && shoot(2) && rx.n == 2 * 5);
	EXPECT(frame_good(2, 1500 - 36) && set(REG_SCPS, SIZE));
	EXPECT(spoilt("packet-drop=3@1") && rx.n == 14 && spoilt("packet-block=9:0@1"));
	EXPECT(spoilt("geometry=32x16@1") && rx.n == 8 + 3);
	EXPECT(spoilt("trailer-y=7@1") && gvcp_get32(gvsp_find(&rx, 1, LAST)->data + 4) == 7);
	EXPECT(set(REG_HEIGHT, 7) && shoot(2) && rx.n == 2 * 3);
	EXPECT(gvcp_get32(gvsp_find(&rx, 2, 0)->data + 20) == 7);
	prebuilt = false;
	EXPECT(set(REG_HEIGHT, HEIGHT) && set(REG_SCCFG, 1) && shoot(2));
	EXPECT(payload_good(2, 1, STEP));
	return true;
}

/* Half of 200 ms for eight packets, whatever SCPD says */
static bool test_spread(void)
{
	struct timespec from, to;
	long ms;

	EXPECT(open_channel() && set(REG_SCPD, 100000000));
	clock_gettime(CLOCK_MONOTONIC, &from);
	EXPECT(shoot(1) && rx.n == LAST + 1);
	clock_gettime(CLOCK_MONOTONIC, &to);
	ms = (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000 - 150;
	EXPECT(ms >= 100 / 8 * LAST - 5 && ms < 100 * LAST - 5);
	return true;
}

const struct gvsp_test gvsp_prebuilt = { "packets made once", test_prebuilt };
const struct gvsp_test gvsp_spread = { "packets spread over half of the time", test_spread };
