// SPDX-License-Identifier: GPL-2.0
/* Arrival and removal of HCAs, and who must let go of one. */
#include <linux/completion.h>
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>

#include "../gev_rdma.h"
#include "client.h"

/**
 * struct gev_ibdev - one for each HCA, in its client data
 * @ref: holders: the device's presence (from .add to .remove) and each
 *	subscriber; the last one completes @gone
 * @subs: subscribers
 * @gone: what .remove waits for
 */
struct gev_ibdev {
	struct kref ref;
	struct list_head subs;
	struct completion gone;
};

/*
 * Protects the subscriber lists and the devices' client data. Inside it:
 * nothing but queueing of work.
 */
static DEFINE_MUTEX(gev_ibdevs_lock);

static struct ib_client gev_ib_client;

static void complete_gone(struct kref *ref)
{
	complete(&container_of(ref, struct gev_ibdev, ref)->gone);
}

static int add_device(struct ib_device *device)
{
	struct gev_ibdev *ibdev;

	ibdev = kzalloc(sizeof(*ibdev), GFP_KERNEL);
	if (!ibdev)
		return -ENOMEM;
	kref_init(&ibdev->ref);
	INIT_LIST_HEAD(&ibdev->subs);
	init_completion(&ibdev->gone);

	mutex_lock(&gev_ibdevs_lock);
	ib_set_client_data(device, &gev_ib_client, ibdev);
	mutex_unlock(&gev_ibdevs_lock);
	return 0;
}

/* Does not return before every QP, CQ and PD of ours on the device is gone. */
static void remove_device(struct ib_device *device, void *client_data)
{
	struct gev_ibdev *ibdev = client_data;
	struct gev_ibsub *sub;

	if (!ibdev)
		return;

	mutex_lock(&gev_ibdevs_lock);
	ib_set_client_data(device, &gev_ib_client, NULL);
	list_for_each_entry(sub, &ibdev->subs, entry)
		sub->removed(sub);
	mutex_unlock(&gev_ibdevs_lock);

	/* Could be inside: subscribers, whose works close and unsubscribe. */
	kref_put(&ibdev->ref, complete_gone);
	wait_for_completion(&ibdev->gone);
	kfree(ibdev);
}

static struct ib_client gev_ib_client = {
	.name	= GEV_NAME,
	.add	= add_device,
	.remove	= remove_device,
};

/**
 * gev_ibdev_subscribe() - begin to use an HCA
 * @device: the HCA; the caller's CM id is bound to it
 * @sub: the subscription, with @removed set
 *
 * Context: process, may sleep.
 * Return: 0, or -ENODEV when the HCA is on its way out.
 */
int gev_ibdev_subscribe(struct ib_device *device, struct gev_ibsub *sub)
{
	struct gev_ibdev *ibdev;

	mutex_lock(&gev_ibdevs_lock);
	ibdev = ib_get_client_data(device, &gev_ib_client);
	if (ibdev) {
		kref_get(&ibdev->ref);
		list_add_tail(&sub->entry, &ibdev->subs);
		sub->ibdev = ibdev;
	}
	mutex_unlock(&gev_ibdevs_lock);
	return ibdev ? 0 : -ENODEV;
}

/**
 * gev_ibdev_unsubscribe() - everything on the HCA is destroyed
 * @sub: the subscription; one that was never made, or was ended, is fine
 *
 * Context: process, may sleep.
 */
void gev_ibdev_unsubscribe(struct gev_ibsub *sub)
{
	struct gev_ibdev *ibdev;

	mutex_lock(&gev_ibdevs_lock);
	ibdev = sub->ibdev;
	if (ibdev) {
		list_del(&sub->entry);
		sub->ibdev = NULL;
	}
	mutex_unlock(&gev_ibdevs_lock);
	if (ibdev)
		kref_put(&ibdev->ref, complete_gone);
}

/**
 * gev_ib_client_init() - hear of HCAs
 *
 * Return: 0 or -errno.
 */
int gev_ib_client_init(void)
{
	return ib_register_client(&gev_ib_client);
}

/**
 * gev_ib_client_exit() - no longer hear of HCAs
 *
 * Context: process; no stream runs any more.
 */
void gev_ib_client_exit(void)
{
	ib_unregister_client(&gev_ib_client);
}
