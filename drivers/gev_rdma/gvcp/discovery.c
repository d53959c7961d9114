// SPDX-License-Identifier: GPL-2.0
/*
 * The interfaces that we look for cameras on, held by index.
 *
 * What happens to network interfaces reaches us with RTNL held, so it is only
 * noted there: a work compares what we have with what there is.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/refcount.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "../camera.h"
#include "../gev_rdma.h"
#include "../netlink.h"
#include "../registry.h"
#include "discovery.h"
#include "search.h"

/**
 * struct gev_interface - an interface that we look for cameras on
 * @ref: holders: the list; whoever works with it
 * @entry: in the list, by ifindex
 * @ifindex: the interface
 * @name: its name
 * @up: it is up and has a link, as far as its cameras know
 * @search: looks for cameras
 */
struct gev_interface {
	refcount_t ref;
	struct list_head entry;
	int ifindex;
	char name[IFNAMSIZ];
	bool up;
	struct gev_search search;
};

/* A name from the module's parameter: its interface may come, go and come. */
struct wanted {
	struct list_head entry;
	char name[IFNAMSIZ];
};

/* Protects both lists, names and @up of interfaces, and @closed. Outside RTNL. */
static DEFINE_MUTEX(interfaces_lock);
static LIST_HEAD(interfaces);
static LIST_HEAD(wanted_names);
static bool closed = true;

static void interface_put(struct gev_interface *intf)
{
	if (refcount_dec_and_test(&intf->ref))
		kfree(intf);
}

static struct gev_interface *find_interface(int ifindex)
{
	struct gev_interface *intf;

	lockdep_assert_held(&interfaces_lock);
	list_for_each_entry(intf, &interfaces, entry)
		if (intf->ifindex == ifindex)
			return intf;
	return NULL;
}

static struct gev_interface *get_interface(int ifindex)
{
	struct gev_interface *intf;

	mutex_lock(&interfaces_lock);
	intf = find_interface(ifindex);
	if (intf)
		refcount_inc(&intf->ref);
	mutex_unlock(&interfaces_lock);
	return intf;
}

/* Steps through the list in the order of ifindex; whoever goes meanwhile does not matter. */
static struct gev_interface *interface_above(int ifindex)
{
	struct gev_interface *intf, *found = NULL;

	mutex_lock(&interfaces_lock);
	list_for_each_entry(intf, &interfaces, entry) {
		if (intf->ifindex > ifindex) {
			found = intf;
			refcount_inc(&found->ref);
			break;
		}
	}
	mutex_unlock(&interfaces_lock);
	return found;
}

/* Name and state of an interface, as they are now; false: there is none. */
static bool look_at_device(int ifindex, char name[IFNAMSIZ], bool *up)
{
	struct net_device *dev;

	rtnl_lock();
	dev = __dev_get_by_index(&init_net, ifindex);
	if (dev) {
		strscpy(name, dev->name, IFNAMSIZ);
		*up = netif_running(dev) && netif_carrier_ok(dev);
	}
	rtnl_unlock();
	return dev;
}

static void insert_interface(struct gev_interface *intf)
{
	struct gev_interface *other;

	lockdep_assert_held(&interfaces_lock);
	list_for_each_entry(other, &interfaces, entry)
		if (other->ifindex > intf->ifindex)
			break;
	list_add_tail(&intf->entry, &other->entry);
}

static int add_interface(int ifindex, const char **why)
{
	struct gev_interface *intf;
	int ret = -ENODEV;

	lockdep_assert_held(&interfaces_lock);
	if (closed) {
		*why = "the module is being unloaded";
		return -ENODEV;
	}
	if (find_interface(ifindex)) {
		*why = "cameras are looked for there already";
		return -EEXIST;
	}
	intf = kzalloc(sizeof(*intf), GFP_KERNEL);
	if (!intf)
		return -ENOMEM;
	refcount_set(&intf->ref, 1);
	intf->ifindex = ifindex;
	if (!look_at_device(ifindex, intf->name, &intf->up)) {
		*why = "there is no such interface in the initial network namespace";
		goto put;
	}
	ret = gev_search_start(&intf->search, ifindex, intf->name);
	if (ret) {
		*why = "the kernel could not start a thread";
		goto put;
	}
	insert_interface(intf);
	return 0;

put:
	interface_put(intf);
	return ret;
}

/**
 * gev_interface_add() - look for cameras on an interface
 * @ifindex: the interface, in the initial network namespace
 * @why: result: one sentence, after an error; NULL if there is none
 *
 * Context: process, may sleep. Takes RTNL.
 * Return: 0, -EEXIST, -ENODEV or another -errno.
 */
int gev_interface_add(int ifindex, const char **why)
{
	int ret;

	*why = NULL;
	mutex_lock(&interfaces_lock);
	ret = add_interface(ifindex, why);
	mutex_unlock(&interfaces_lock);
	if (!ret)
		gev_netlink_interface_event(ifindex, GEV_EVENT_INTERFACE_ADD);
	return ret;
}

/* What is left to do for an interface that has just been taken out of the list. */
static void end_interface(struct gev_interface *intf)
{
	/* Makes no cameras from here on. */
	gev_search_stop(&intf->search);
	gev_cameras_remove_interface(intf->ifindex);
	gev_netlink_interface_event(intf->ifindex, GEV_EVENT_INTERFACE_REMOVE);
	interface_put(intf);
}

static struct wanted *find_wanted(const char *name)
{
	struct wanted *w;

	lockdep_assert_held(&interfaces_lock);
	list_for_each_entry(w, &wanted_names, entry)
		if (!strcmp(w->name, name))
			return w;
	return NULL;
}

/**
 * gev_interface_del() - look for cameras on an interface no longer
 * @ifindex: the interface
 *
 * Its cameras are removed. A name from the module's parameter is forgotten.
 *
 * Context: process, no lock of ours held, may sleep.
 * Return: 0 or -ENODEV.
 */
int gev_interface_del(int ifindex)
{
	struct gev_interface *intf;
	struct wanted *w;

	mutex_lock(&interfaces_lock);
	intf = find_interface(ifindex);
	if (intf) {
		list_del(&intf->entry);
		w = find_wanted(intf->name);
		if (w) {
			list_del(&w->entry);
			kfree(w);
		}
	}
	mutex_unlock(&interfaces_lock);
	if (!intf)
		return -ENODEV;
	end_interface(intf);
	return 0;
}

/**
 * gev_interface_next() - step through the interfaces
 * @ifindex: where to go on: the first above it is taken; 0 to begin
 * @info: result
 *
 * Context: process.
 * Return: 0, or -ENOENT at the end.
 */
int gev_interface_next(int ifindex, struct gev_interface_info *info)
{
	struct gev_interface *intf;
	int ret = -ENOENT;

	mutex_lock(&interfaces_lock);
	list_for_each_entry(intf, &interfaces, entry) {
		if (intf->ifindex > ifindex) {
			info->ifindex = intf->ifindex;
			info->up = intf->up;
			strscpy(info->name, intf->name, sizeof(info->name));
			ret = 0;
			break;
		}
	}
	mutex_unlock(&interfaces_lock);
	return ret;
}

/**
 * gev_interface_discover() - look for cameras now
 * @ifindex: the interface, or 0 for all
 *
 * Context: process. Does not wait for the result.
 * Return: 0 or -ENODEV.
 */
int gev_interface_discover(int ifindex)
{
	struct gev_interface *intf;
	int ret = ifindex ? -ENODEV : 0;

	mutex_lock(&interfaces_lock);
	list_for_each_entry(intf, &interfaces, entry) {
		if (!ifindex || intf->ifindex == ifindex) {
			gev_search_kick(&intf->search);
			ret = 0;
		}
	}
	mutex_unlock(&interfaces_lock);
	return ret;
}

/**
 * gev_interface_force_ip() - give a camera another address
 * @ifindex: the interface
 * @f: which camera, and what
 *
 * Context: process, sleeps up to three seconds for the acknowledge.
 * Return: 0; -ENODEV, -ENETDOWN; -EBUSY while another is on its way; -ETIMEDOUT
 * when nothing was heard, which a camera's new address may be the reason for;
 * or what the camera's refusal stands for.
 */
int gev_interface_force_ip(int ifindex, const struct gev_gvcp_forceip *f)
{
	struct gev_interface *intf = get_interface(ifindex);
	int ret;

	if (!intf)
		return -ENODEV;
	ret = gev_search_force_ip(&intf->search, f);
	interface_put(intf);
	return ret;
}

/* Begins with an interface that was named before it was there; its ifindex, or 0. */
static int adopt_named(void)
{
	int ifindex, adopted = 0;
	struct net_device *dev;
	const char *why;
	struct wanted *w;

	mutex_lock(&interfaces_lock);
	list_for_each_entry(w, &wanted_names, entry) {
		rtnl_lock();
		dev = __dev_get_by_name(&init_net, w->name);
		ifindex = dev ? dev->ifindex : 0;
		rtnl_unlock();
		if (ifindex && !find_interface(ifindex) && !add_interface(ifindex, &why)) {
			adopted = ifindex;
			break;
		}
	}
	mutex_unlock(&interfaces_lock);
	return adopted;
}

/* A network interface is gone; false: another call was faster. */
static bool unlink_interface(struct gev_interface *intf)
{
	bool ours;

	mutex_lock(&interfaces_lock);
	ours = find_interface(intf->ifindex) == intf;
	if (ours)
		list_del(&intf->entry);
	mutex_unlock(&interfaces_lock);
	return ours;
}

static void follow_device(struct gev_interface *intf)
{
	bool up, was_up, renamed;
	char name[IFNAMSIZ];

	if (!look_at_device(intf->ifindex, name, &up)) {
		if (unlink_interface(intf)) {
			dev_info(gev_parent, "%s is gone from here, and its cameras with it\n",
				 intf->name);
			end_interface(intf);
		}
		return;
	}
	mutex_lock(&interfaces_lock);
	was_up = intf->up;
	renamed = strcmp(intf->name, name);
	intf->up = up;
	strscpy(intf->name, name, sizeof(intf->name));
	mutex_unlock(&interfaces_lock);

	if (renamed) {
		gev_search_rename(&intf->search, name);
		gev_cameras_rename_interface(intf->ifindex, name);
	}
	if (up != was_up) {
		gev_cameras_carrier(intf->ifindex, up);
		gev_search_kick(&intf->search);
	}
}

static void follow_devices(struct work_struct *work)
{
	struct gev_interface *intf;
	int ifindex;

	while ((ifindex = adopt_named()))
		gev_netlink_interface_event(ifindex, GEV_EVENT_INTERFACE_ADD);
	while ((intf = interface_above(ifindex))) {
		ifindex = intf->ifindex;
		follow_device(intf);
		interface_put(intf);
	}
}

static DECLARE_WORK(follow_work, follow_devices);

static int on_netdev(struct notifier_block *nb, unsigned long event, void *data)
{
	switch (event) {
	case NETDEV_REGISTER:
	case NETDEV_UNREGISTER:
	case NETDEV_UP:
	case NETDEV_DOWN:
	case NETDEV_CHANGE:
	case NETDEV_CHANGENAME:
		schedule_work(&follow_work);
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block netdev_notifier = {
	.notifier_call = on_netdev,
};

static void forget_names(void)
{
	struct wanted *w, *next;

	mutex_lock(&interfaces_lock);
	list_for_each_entry_safe(w, next, &wanted_names, entry) {
		list_del(&w->entry);
		kfree(w);
	}
	mutex_unlock(&interfaces_lock);
}

static int remember_name(const char *name, size_t len)
{
	struct wanted *w;

	if (!len)
		return 0;
	if (len >= IFNAMSIZ) {
		dev_err(gev_parent, "interfaces=%.*s: no interface has such a long name\n",
			(int)len, name);
		return -EINVAL;
	}
	w = kzalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return -ENOMEM;
	memcpy(w->name, name, len);
	mutex_lock(&interfaces_lock);
	list_add_tail(&w->entry, &wanted_names);
	mutex_unlock(&interfaces_lock);
	return 0;
}

static int remember_names(const char *names)
{
	size_t len;
	int ret;

	while (names && *names) {
		len = strcspn(names, ",");
		ret = remember_name(names, len);
		if (ret)
			return ret;
		names += len;
		names += *names == ',';
	}
	return 0;
}

/**
 * gev_interfaces_init() - begin with the interfaces of the module's parameter
 * @names: separated by commas, or NULL; they may come later
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int gev_interfaces_init(const char *names)
{
	int ret;

	ret = remember_names(names);
	if (ret)
		goto forget;
	mutex_lock(&interfaces_lock);
	closed = false;
	mutex_unlock(&interfaces_lock);
	/* Tells about all that are there, too. */
	ret = register_netdevice_notifier_net(&init_net, &netdev_notifier);
	if (ret)
		goto close;
	return 0;

close:
	mutex_lock(&interfaces_lock);
	closed = true;
	mutex_unlock(&interfaces_lock);
	cancel_work_sync(&follow_work);
forget:
	forget_names();
	return ret;
}

/**
 * gev_interfaces_exit() - look for cameras no longer, remove those there are
 *
 * Context: process, no lock of ours held, may sleep.
 */
void gev_interfaces_exit(void)
{
	struct gev_interface *intf;

	mutex_lock(&interfaces_lock);
	closed = true;
	mutex_unlock(&interfaces_lock);
	unregister_netdevice_notifier_net(&init_net, &netdev_notifier);
	/* Could be inside: it adds nothing any more, and may remove. */
	cancel_work_sync(&follow_work);
	forget_names();
	while ((intf = interface_above(0))) {
		if (unlink_interface(intf))
			end_interface(intf);
		interface_put(intf);
	}
}
