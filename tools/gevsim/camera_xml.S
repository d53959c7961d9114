/* SPDX-License-Identifier: GPL-2.0 */
/* The text of the GenICam description, as a constant. */
	.section .rodata
	.global sim_camera_xml
sim_camera_xml:
	.incbin SIM_XML_FILE
	.global sim_camera_xml_end
sim_camera_xml_end:
	.section .note.GNU-stack,"",%progbits
