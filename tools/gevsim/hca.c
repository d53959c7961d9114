// SPDX-License-Identifier: GPL-2.0
/*
 * RDMA devices that come and go while the process lives.
 *
 * librdmacm opens each device once for the whole process, and closes it only
 * when it next looks at the list of devices and finds others in it. The kernel
 * waits for that before it lets a device such as rxe go, so that the one device
 * of a machine could never be removed. Hence the file behind a removed device
 * is taken away from under librdmacm, as soon as nothing of ours is left on it.
 */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
#include <rdma/rdma_cma.h>
#include "hca.h"
#include "log.h"
#include "wire/shim.h"

#define HCA_MAX		8

static struct hca {
	struct ibv_context *verbs;
	unsigned int users;
	bool removed;
} hcas[HCA_MAX];

static bool hca_stale;
/* Protects all of the above: cameras share the devices. */
static pthread_mutex_t hca_lock = PTHREAD_MUTEX_INITIALIZER;

static struct hca *hca_find(const struct ibv_context *verbs)
{
	for (size_t i = 0; i < HCA_MAX; i++)
		if (hcas[i].verbs == verbs)
			return &hcas[i];
	return NULL;
}

/**
 * sim_hca_get() - one more CM id on a device
 * @verbs: the device
 */
void sim_hca_get(struct ibv_context *verbs)
{
	struct hca *hca;

	pthread_mutex_lock(&hca_lock);
	hca = hca_find(verbs);
	if (!hca) {
		hca = hca_find(NULL);
		if (hca)
			hca->verbs = verbs;
	}
	if (hca)
		hca->users++;
	pthread_mutex_unlock(&hca_lock);
}

/* librdmacm goes on to own the numbers; there is nothing behind them any more. */
static void hca_abandon(struct hca *hca)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null >= 0) {
		dup2(null, hca->verbs->cmd_fd);
		dup2(null, hca->verbs->async_fd);
		close(null);
	}
	hca->verbs = NULL;
	hca->removed = false;
	hca_stale = true;
}

/**
 * sim_hca_put() - a CM id and all that hung on it is destroyed
 * @verbs: its device
 */
void sim_hca_put(struct ibv_context *verbs)
{
	struct hca *hca;

	pthread_mutex_lock(&hca_lock);
	hca = verbs ? hca_find(verbs) : NULL;
	if (hca && !--hca->users) {
		if (hca->removed)
			hca_abandon(hca);
		else
			hca->verbs = NULL;
	}
	pthread_mutex_unlock(&hca_lock);
}

/**
 * sim_hca_removed() - a device is about to go
 * @verbs: the device
 */
void sim_hca_removed(struct ibv_context *verbs)
{
	struct hca *hca;

	pthread_mutex_lock(&hca_lock);
	hca = verbs ? hca_find(verbs) : NULL;
	if (hca)
		hca->removed = true;
	pthread_mutex_unlock(&hca_lock);
}

/**
 * sim_hca_refresh() - after a removal: let librdmacm look at the devices again
 *
 * Otherwise it would take a device that came back for the one that went.
 */
void sim_hca_refresh(void)
{
	struct ibv_context **list;
	int n;

	pthread_mutex_lock(&hca_lock);
	if (hca_stale) {
		list = rdma_get_devices(&n);
		hca_stale = !list;
		if (list)
			rdma_free_devices(list);
	}
	pthread_mutex_unlock(&hca_lock);
}
