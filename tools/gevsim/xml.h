/* SPDX-License-Identifier: GPL-2.0 */
/* The GenICam description of the camera, plain and zipped. */
#ifndef GEVSIM_XML_H
#define GEVSIM_XML_H

#include "wire/shim.h"

struct sim_options;

#define SIM_XML_VERSION_MINOR	0u

/**
 * struct sim_xml - the description files
 * @name: file name without its ending
 * @file: it is another camera's: where it comes from; else NULL
 * @vendor: ManufacturerName of the camera
 * @model: ModelName of it
 * @skip: bytes of other text before the XML
 * @plain: XML text
 * @plain_len: bytes
 * @zip: zip archive that holds it
 * @zip_len: bytes
 */
struct sim_xml {
	char name[32];
	const char *file;
	char vendor[32];
	char model[32];
	size_t skip;
	u8 *plain;
	size_t plain_len;
	u8 *zip;
	size_t zip_len;
};

int sim_xml_create(struct sim_xml *xml, const struct sim_options *options);
void sim_xml_free(struct sim_xml *xml);

#endif /* GEVSIM_XML_H */
