/* SPDX-License-Identifier: GPL-2.0 */
/* A verified map, as the files in features/ see it. Private to features/. */
#ifndef GEV_MAP_VIEW_H
#define GEV_MAP_VIEW_H

#include <linux/gev_map.h>

#include "gevmap.h"
#include "shim.h"

/**
 * struct gev_map_view - a verified map
 * @header: start of the map
 * @strings: table GEV_MAP_STRINGS; the next ones likewise
 * @constants: integers and bits of floats
 * @registers: where features live
 * @subs: subprograms
 * @code: their instructions
 * @variables: what the driver remembers
 * @entries: of enumerations
 * @features: what applications see
 * @lists: numbers of features, for those above
 * @count: rows of each table
 * @key: of the header, with a NUL
 * @role: feature of each role, or -1
 * @depth: the verifier's own: stack depth before each instruction of a subprogram;
 *	then hashes of labels
 */
struct gev_map_view {
	const struct gev_map_header *header;
	const char *strings;
	const __le64 *constants;
	const struct gev_map_register *registers;
	const struct gev_map_sub *subs;
	const __le32 *code;
	const struct gev_map_variable *variables;
	const struct gev_map_entry *entries;
	const struct gev_map_feature *features;
	const __le16 *lists;
	u32 count[GEV_MAP_TABLES];
	char key[GEV_MAP_KEY_LEN + 1];
	int role[GEV_ROLES];
	u16 depth[GEV_MAP_SUB_CODE_MAX];
};

/* Who may change a feature, by its name; see owned.c */
enum gev_name_class {
	GEV_NAME_FREE,		/* anybody who may open the node */
	GEV_NAME_OWNED,		/* the driver alone */
	GEV_NAME_PRIVILEGED,	/* gevctl with CAP_NET_ADMIN */
};

enum gev_name_class gev_name_classify(const char *name, enum gev_feature_kind kind);
bool gev_address_owned(u64 address, u64 length);
bool gev_standard_control(u32 cid, const char **label, enum gev_feature_kind kind);
bool gev_label_equal(const char *a, const char *b);
u16 gev_label_hash(const char *label);

int gev_map_verify_features(struct gev_map_view *map, char *why, size_t why_size);

#endif /* GEV_MAP_VIEW_H */
