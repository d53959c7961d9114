// SPDX-License-Identifier: GPL-2.0
/*
 * Makes, on purpose, the mistake named by the parameter "plant" when it is
 * loaded. A rig that does not end red for it is blind.
 */
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

static char *plant = "nothing";
module_param(plant, charp, 0444);
MODULE_PARM_DESC(plant, "use-after-free, lock-inversion, sleep-in-atomic, leak, warning or nothing");

/* They protect nothing; plant_lock_inversion() takes them in both orders. */
static DEFINE_MUTEX(first_lock);
static DEFINE_MUTEX(second_lock);

/* Protects nothing; plant_sleep_in_atomic() sleeps below it. */
static DEFINE_SPINLOCK(spin_lock_held);

/* Told to the compiler, it would warn of what the functions below do. */
static void *hide(void *p)
{
	OPTIMIZER_HIDE_VAR(p);
	return p;
}

static noinline int plant_use_after_free(void)
{
	int *p = kmalloc(128, GFP_KERNEL);
	int *gone = hide(p);

	if (!p)
		return -ENOMEM;
	kfree(p);
	return READ_ONCE(gone[1]) == 1 ? -EAGAIN : 0;
}

static noinline int plant_lock_inversion(void)
{
	mutex_lock(&first_lock);
	mutex_lock(&second_lock);
	mutex_unlock(&second_lock);
	mutex_unlock(&first_lock);

	mutex_lock(&second_lock);
	mutex_lock(&first_lock);
	mutex_unlock(&first_lock);
	mutex_unlock(&second_lock);
	return 0;
}

static noinline int plant_sleep_in_atomic(void)
{
	spin_lock(&spin_lock_held);
	msleep(20);
	spin_unlock(&spin_lock_held);
	return 0;
}

/* More than one, because the last address may stay in a register. */
static noinline int plant_leak(void)
{
	int i;

	for (i = 0; i < 8; i++)
		if (!hide(kzalloc(200 + i, GFP_KERNEL)))
			return -ENOMEM;
	return 0;
}

static noinline int plant_warning(void)
{
	WARN(1, "planted");
	return 0;
}

static noinline int plant_nothing(void)
{
	return 0;
}

static const struct {
	const char *name;
	int (*plant)(void);
} plants[] = {
	{ "use-after-free", plant_use_after_free },
	{ "lock-inversion", plant_lock_inversion },
	{ "sleep-in-atomic", plant_sleep_in_atomic },
	{ "leak", plant_leak },
	{ "warning", plant_warning },
	{ "nothing", plant_nothing },
};

static int __init gev_canary_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(plants); i++)
		if (!strcmp(plant, plants[i].name))
			return plants[i].plant();
	return -EINVAL;
}

static void __exit gev_canary_exit(void)
{
}

module_init(gev_canary_init);
module_exit(gev_canary_exit);

MODULE_DESCRIPTION("gev_rdma: proof that the test rigs see mistakes");
MODULE_LICENSE("GPL");
