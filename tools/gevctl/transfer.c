// SPDX-License-Identifier: GPL-2.0
/*
 * Command "file": files in the camera, by SFNC's file access features. The
 * child operates them; bytes that it reads, and how many it has written, come
 * as it goes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "camera.h"
#include "command.h"
#include "evaluation.h"
#include "file.h"
#include "json.h"
#include "node.h"
#include "table.h"

#define BUFFER_MAX	65536u
#define BYTES_MAX	(256u << 20)	/* of a file */

enum action {
	ACTION_LIST,
	ACTION_READ,
	ACTION_WRITE,
	ACTION_DELETE,
};

static const struct {
	const char *name;
	unsigned int arguments;
} actions[] = {
	[ACTION_LIST] = { "list", 2 },
	[ACTION_READ] = { "read", 4 },
	[ACTION_WRITE] = { "write", 4 },
	[ACTION_DELETE] = { "delete", 3 },
};

/**
 * struct transfer - what to do, and how far it is
 * @action: what
 * @name: of the camera's file
 * @data: bytes to write, or those that were read
 * @done: bytes so far
 * @progress: say how many
 * @outcome: of taking them
 */
struct transfer {
	enum action action;
	const char *name;
	GByteArray *data;
	guint32 done;
	bool progress;
	enum outcome outcome;
};

static ArvGcNode *find(struct evaluation *ev, const char *name, GError **error)
{
	ArvGcNode *node = arv_gc_get_node(ev->genicam, name);

	if (node_kind(node) != NODE_NONE)
		return node;
	g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_NODE_NOT_FOUND,
		    "the camera has no %s, so no files can be reached", name);
	return NULL;
}

static bool set(struct evaluation *ev, const char *name, const char *value, GError **error)
{
	ArvGcNode *node = find(ev, name, error);

	return node && node_set(node, value, error);
}

static bool set_number(struct evaluation *ev, const char *name, guint64 value, GError **error)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return set(ev, name, text, error);
}

/* -1 where it cannot be read. */
static gint64 get_number(struct evaluation *ev, const char *name, GError **error)
{
	g_autofree char *text = NULL;
	ArvGcNode *node = find(ev, name, error);

	if (node)
		text = node_text(node, error);
	return text ? g_ascii_strtoll(text, NULL, 0) : -1;
}

/* One operation of the file that is selected. */
static bool operate(struct evaluation *ev, const char *operation, GError **error)
{
	g_autofree char *status = NULL;
	ArvGcNode *node;

	if (!set(ev, "FileOperationSelector", operation, error) ||
	    !set(ev, "FileOperationExecute", NULL, error))
		return false;
	node = find(ev, "FileOperationStatus", error);
	status = node ? node_text(node, error) : NULL;
	if (!status)
		return false;
	if (!strcmp(status, "Success"))
		return true;
	g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_OUT_OF_RANGE,
		    "the camera's answer to %s is %s", operation, status);
	return false;
}

/* One operation that moves bytes: their number by the camera's account, or -1. */
static gint64 move(struct evaluation *ev, const char *operation, guint64 offset, guint64 length,
		   GError **error)
{
	gint64 moved;

	if (!set_number(ev, "FileAccessOffset", offset, error) ||
	    !set_number(ev, "FileAccessLength", length, error) || !operate(ev, operation, error))
		return -1;
	moved = get_number(ev, "FileOperationResult", error);
	if (moved < 0 || (guint64)moved <= length)
		return moved;
	g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_OUT_OF_RANGE,
		    "%s of more bytes than asked for", operation);
	return -1;
}

static ArvGcRegister *find_buffer(struct evaluation *ev, guint64 *length, GError **error)
{
	ArvGcNode *node = find(ev, "FileAccessBuffer", error);

	if (!node)
		return NULL;
	if (node_kind(node) != NODE_REGISTER) {
		g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_OUT_OF_RANGE,
			    "FileAccessBuffer is no register");
		return NULL;
	}
	*length = arv_gc_register_get_length(ARV_GC_REGISTER(node), error);
	*length = MIN(*length, BUFFER_MAX);
	if (*length)
		return ARV_GC_REGISTER(node);
	if (error && !*error)
		g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_INVALID_LENGTH,
			    "FileAccessBuffer has no bytes");
	return NULL;
}

static void read_all(struct evaluation *ev, GError **error)
{
	g_autofree guint8 *bytes = NULL;
	guint64 length = 0, at = 0;
	ArvGcRegister *buffer = find_buffer(ev, &length, error);
	gint64 size = get_number(ev, "FileSize", NULL), got;

	if (!buffer)
		return;
	bytes = g_malloc(length);
	while (size < 0 || at < (guint64)size) {
		got = move(ev, "Read", at, size < 0 ? length : MIN(length, size - at), error);
		if (got <= 0)
			return;
		arv_gc_register_get(buffer, bytes, length, error);
		if (*error || sandbox_output(ev->box, bytes, got))
			return;
		at += got;
	}
}

static void write_all(struct evaluation *ev, const struct transfer *t, GError **error)
{
	g_autofree guint8 *bytes = NULL;
	guint64 length = 0, now;
	ArvGcRegister *buffer = find_buffer(ev, &length, error);
	guint32 at = 0;
	gint64 put;

	if (!buffer)
		return;
	bytes = g_malloc0(length);
	while (at < t->data->len) {
		now = MIN(length, t->data->len - at);
		memcpy(bytes, t->data->data + at, now);
		arv_gc_register_set(buffer, bytes, length, error);
		put = *error ? -1 : move(ev, "Write", at, now, error);
		if (!put)
			g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_OUT_OF_RANGE,
				    "the file takes no more than %u bytes", at);
		if (put <= 0)
			return;
		at += put;
		sandbox_output(ev->box, &at, sizeof(at));
	}
}

/* Somebody may have left it open who is no more; there is but one controller. */
static bool open_file(struct evaluation *ev, GError **error)
{
	if (operate(ev, "Open", NULL))
		return true;
	operate(ev, "Close", NULL);
	return operate(ev, "Open", error);
}

static void run_opened(struct evaluation *ev, const struct transfer *t, GError **error)
{
	bool write = t->action == ACTION_WRITE;

	if (!set(ev, "FileOpenMode", write ? "Write" : "Read", error) || !open_file(ev, error))
		return;
	if (write)
		write_all(ev, t, error);
	else
		read_all(ev, error);
	/* A close that fails may mean that nothing was kept. */
	operate(ev, "Close", *error ? NULL : error);
}

static json_t *list_one(struct evaluation *ev, ArvGcNode *selector, const char *name)
{
	g_autoptr(GError) error = NULL;
	gint64 size = -1;

	if (node_set(selector, name, &error))
		size = get_number(ev, "FileSize", NULL);
	return json_pack("{s:o,s:o}", "name", json_text(name),
			 "size", size < 0 ? json_null() : json_integer(size));
}

static json_t *list_all(struct evaluation *ev, ArvGcNode *selector)
{
	json_t *list = json_array();
	const GSList *item;

	item = arv_gc_enumeration_get_entries(ARV_GC_ENUMERATION(selector));
	for (; item; item = item->next) {
		if (node_is_there(item->data))
			json_array_insert_new(list, 0,	/* libaravis has the last one first */
					      list_one(ev, selector,
						       arv_gc_feature_node_get_name(item->data)));
	}
	return list;
}

static int transfer_in_child(struct evaluation *ev)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *before = NULL;
	const struct transfer *t = ev->ctx;
	ArvGcNode *selector = find(ev, "FileSelector", &error);
	json_t *list = NULL;

	if (selector && node_kind(selector) != NODE_ENUMERATION)
		return sandbox_fail(ev->box, -EINVAL, "the camera's FileSelector has no names");
	before = selector ? node_text(selector, NULL) : NULL;
	if (selector && t->action == ACTION_LIST) {
		list = list_all(ev, selector);
	} else if (selector && node_set(selector, t->name, &error)) {
		if (t->action == ACTION_DELETE)
			operate(ev, "Delete", &error);
		else
			run_opened(ev, t, &error);
	}
	if (before)
		node_set(selector, before, NULL);
	if (error)
		return sandbox_fail(ev->box, -EINVAL, "%s", node_words(error));
	return t->action == ACTION_LIST || t->action == ACTION_DELETE ?
		evaluation_answer(ev, list ?: json_null()) : 0;
}

static void print_progress(const struct transfer *t)
{
	if (t->progress)
		fprintf(stderr, "\r%u bytes", t->done);
}

static int take(void *ctx, const char *data, size_t length)
{
	struct transfer *t = ctx;
	const void *bytes = data;

	if (t->action == ACTION_READ) {
		if (length > BYTES_MAX - t->data->len)
			t->outcome = fail(OUTCOME_FAILED, "the file is longer than %u bytes",
					  BYTES_MAX);
		if (t->outcome != OUTCOME_OK)
			return t->outcome;
		g_byte_array_append(t->data, bytes, length);
		t->done = t->data->len;
	} else if (length == sizeof(t->done)) {
		memcpy(&t->done, bytes, length);
	}
	print_progress(t);
	return 0;
}

static enum outcome print_list(const struct camera *cam, const struct invocation *inv,
			       json_t *list)
{
	const json_t *one, *size;
	struct table table;
	char text[24];
	size_t i;

	if (inv->json)
		return json_print(json_pack("{s:s,s:O}", "name", cam->name, "files", list));
	table_init(&table, 2);
	table.right[1] = true;
	table_row(&table, "FILE", "BYTES");
	json_array_foreach(list, i, one) {
		size = json_object_get(one, "size");
		table_row(&table, json_string_value(json_object_get(one, "name")),
			  json_value_text(size, text, sizeof(text)));
	}
	return table_print(&table) ? fail(OUTCOME_FAILED, "out of memory") : OUTCOME_OK;
}

static enum outcome list_or_delete(struct netlink *nl, const struct camera *cam,
				   const struct invocation *inv, struct transfer *t)
{
	const struct evaluation_task task = {
		.job = transfer_in_child, .ctx = t, .writes = true,
	};
	enum outcome outcome;
	json_t *list;

	outcome = evaluation_run(nl, cam, &task, &list);
	if (outcome == OUTCOME_OK && t->action == ACTION_LIST)
		outcome = print_list(cam, inv, list);
	else if (outcome == OUTCOME_OK && inv->json)
		outcome = json_print(json_pack("{s:s,s:s}", "name", cam->name, "deleted", t->name));
	json_decref(list);
	return outcome;
}

static enum outcome load_data(const char *path, GByteArray *data)
{
	enum outcome outcome;
	const void *bytes;
	char *text;
	size_t size;

	outcome = file_read(path, BYTES_MAX, &text, &size);
	bytes = text;
	if (outcome == OUTCOME_OK)
		g_byte_array_append(data, bytes, size);
	free(text);
	return outcome;
}

static enum outcome read_or_write(struct netlink *nl, const struct camera *cam,
				  const struct invocation *inv, struct transfer *t)
{
	const struct sandbox_sink sink = { .take = take, .ctx = t, .stop = -1 };
	const struct evaluation_task task = {
		.job = transfer_in_child, .ctx = t, .writes = true, .sink = &sink,
	};
	enum outcome outcome = OUTCOME_OK;
	json_t *none;

	t->progress = isatty(STDERR_FILENO);
	if (t->action == ACTION_WRITE)
		outcome = load_data(inv->args[3], t->data);
	if (outcome == OUTCOME_OK)
		outcome = evaluation_run(nl, cam, &task, &none);
	if (outcome == OUTCOME_OK)
		outcome = t->outcome;
	if (t->progress && t->done)
		fputc('\n', stderr);
	if (outcome == OUTCOME_OK && t->action == ACTION_READ)
		outcome = file_write(inv->args[3], t->data->data, t->data->len);
	if (outcome == OUTCOME_OK && inv->json)
		outcome = json_print(json_pack("{s:s,s:s,s:I}", "name", cam->name, "file", t->name,
					       "bytes", (json_int_t)t->done));
	return outcome;
}

static enum outcome run(struct netlink *nl, const struct camera *cam,
			const struct invocation *inv)
{
	struct transfer t = { .name = inv->args[2] };
	enum outcome outcome;

	while (strcmp(actions[t.action].name, inv->args[1]))
		t.action++;
	if (t.action == ACTION_LIST || t.action == ACTION_DELETE)
		return list_or_delete(nl, cam, inv, &t);
	t.data = g_byte_array_new();
	outcome = read_or_write(nl, cam, inv, &t);
	g_byte_array_unref(t.data);
	return outcome;
}

/**
 * transfer_run() - command "file"
 * @inv: CAM list, CAM read NAME FILE, CAM write NAME FILE, CAM delete NAME
 */
enum outcome transfer_run(const struct invocation *inv)
{
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(actions); i++) {
		if (strcmp(actions[i].name, inv->args[1]))
			continue;
		if (actions[i].arguments != inv->count)
			return fail_usage(inv->command, "'%s' takes %u arguments",
					  actions[i].name, actions[i].arguments - 2);
		if (i == ACTION_READ && inv->json && !strcmp(inv->args[3], "-"))
			return fail_usage(inv->command, "--json and the file cannot both be '-'");
		return command_on_camera(inv, run);
	}
	return fail_usage(inv->command, "'%s' is none of list, read, write, delete",
			  inv->args[1]);
}
