/* SPDX-License-Identifier: GPL-2.0 */
/* Controls that are read again from time to time while the node is open. */
#ifndef GEV_POLLING_H
#define GEV_POLLING_H

struct gev_video;

/* No control is read more often, whatever the description says. */
#define GEV_POLLING_MS_MIN	100

void gev_polling_init(struct gev_video *video);
void gev_polling_open(struct gev_video *video);
void gev_polling_close(struct gev_video *video);
void gev_polling_presence(struct gev_video *video);
void gev_polling_end(struct gev_video *video);

#endif /* GEV_POLLING_H */
