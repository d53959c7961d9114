/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The only place where kernel versions differ. In order of preference: avoid
 * the API, ask for the type or the macro, ask for the header, ask for a
 * version.
 */
#ifndef GEV_COMPAT_H
#define GEV_COMPAT_H

#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "gev_rdma needs Linux 6.1 or later"
#endif

/* moved in 6.12; sparse does not know __has_include */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

/* vb2_queue: buffers that must be queued before streaming starts */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 8, 0)
#define min_queued_buffers min_buffers_needed
#define vb2_get_num_buffers(q) ((q)->num_buffers)
#endif

/* vb2_ops: waiting without q->lock is the core's own job from 7.0 on */
#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 0, 0)
#define GEV_VB2_WAIT_OPS \
	.wait_prepare = vb2_ops_wait_prepare, \
	.wait_finish = vb2_ops_wait_finish,
#else
#define GEV_VB2_WAIT_OPS
#endif

/* bus_type: uevent() may not change the device from 6.3 on */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
#define GEV_UEVENT_CONST
#else
#define GEV_UEVENT_CONST const
#endif

/* __assign_str() lost its second argument in 6.10 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 10, 0)
#define gev_assign_str(dst, src) __assign_str(dst, src)
#else
#define gev_assign_str(dst, src) __assign_str(dst)
#endif

/* A message made at run time reaches the requester from 6.2 on. */
#ifdef NL_SET_ERR_MSG_FMT
#define gev_extack_text(extack, fallback, text) \
	NL_SET_ERR_MSG_FMT(extack, "%s", text)
#else
#define gev_extack_text(extack, fallback, text) NL_SET_ERR_MSG(extack, fallback)
#endif

#ifndef timer_container_of
#define timer_container_of from_timer
#endif

/*
 * The UDP tunnel functions take a struct sock from 7.1.5 on, and elsewhere by
 * backport: their type tells. The caller includes <net/udp_tunnel.h>.
 */
#define gev_tunnel_sock(sock_ptr)						\
	__builtin_choose_expr(__same_type(&udp_tunnel_sock_release,		\
					  (void (*)(struct socket *))NULL),	\
			      (sock_ptr), (sock_ptr)->sk)

#endif /* GEV_COMPAT_H */
