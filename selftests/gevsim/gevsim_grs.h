/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests of gevsim's GRS-1 side share. */
#ifndef SELFTESTS_GEVSIM_GRS_H
#define SELFTESTS_GEVSIM_GRS_H

#include "grs_session.h"
#include "sim_format.h"

/**
 * struct rig - the camera under test, set up anew for each test
 * @address: of the camera
 * @client: GVCP host with control
 * @session: connection; closed after the test
 * @format: pixel format
 * @width: pixels
 * @height: lines
 * @payload: PayloadSize
 * @port: RdmaStreamPort
 * @why: what the test failed at
 */
struct rig {
	const char *address;
	struct gvcp_client client;
	struct grs_session session;
	const struct sim_format *format;
	uint32_t width;
	uint32_t height;
	uint32_t payload;
	uint32_t port;
	char why[256];
};

struct rig_test {
	const char *name;
	bool (*run)(struct rig *rig);
};

/* Ends the test function with a message when @condition does not hold. */
#define EXPECT(rig, condition) do {						\
	if (!(condition))							\
		return rig_fail(rig, __FILE__, __LINE__, #condition);		\
} while (0)

bool rig_fail(struct rig *rig, const char *file, int line, const char *what);
bool rig_note(struct rig *rig, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool rig_geometry(struct rig *rig, const char *format, uint32_t width, uint32_t height);
bool rig_connect(struct rig *rig, unsigned int frames);
bool rig_start(struct rig *rig, unsigned int frames);
bool rig_frame(struct rig *rig, struct grs_frame *f);
bool rig_good(struct rig *rig, const struct grs_frame *f);
bool rig_frames(struct rig *rig, uint64_t first, unsigned int n);
uint32_t rig_read(struct rig *rig, uint32_t address);
bool rig_wait(struct rig *rig, uint32_t address, uint32_t value, int ms);
bool rig_rate(struct rig *rig, double fps);
void rig_sleep(int ms);

extern const struct rig_test frame_tests[];
extern const struct rig_test connect_tests[];
extern const struct rig_test credit_tests[];
extern const struct rig_test fault_tests[];

#endif /* SELFTESTS_GEVSIM_GRS_H */
