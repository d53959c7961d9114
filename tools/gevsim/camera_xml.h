/* SPDX-License-Identifier: GPL-2.0 */
/* The text of the GenICam description, camera.xml.in linked in as it is. */
#ifndef GEVSIM_CAMERA_XML_H
#define GEVSIM_CAMERA_XML_H

extern const char sim_camera_xml[];
extern const char sim_camera_xml_end[];

#endif /* GEVSIM_CAMERA_XML_H */
