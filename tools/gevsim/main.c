// SPDX-License-Identifier: GPL-2.0
/* gevsim: a GigE Vision camera in software. */
#include <signal.h>
#include <stdlib.h>
#include "device.h"
#include "log.h"

static int run(const struct sim_options *options, const struct sim_xml *xml,
	       const struct sim_scene *scene, const sigset_t *signals)
{
	struct sim_device *devices = calloc(options->cameras, sizeof(*devices));
	unsigned int started = 0;
	int err = devices ? 0 : -ENOMEM, signal;

	while (!err && started < options->cameras) {
		err = sim_device_start(&devices[started], started, options, xml, scene);
		if (!err)
			started++;
	}
	if (!err)
		sigwait(signals, &signal);
	while (started)
		sim_device_stop(&devices[--started]);
	free(devices);
	sim_log_event(SIM_LOG_PROCESS, "end", "\"status\":%d", err ? SIM_EXIT_FAILURE : 0);
	return err ? SIM_EXIT_FAILURE : SIM_EXIT_OK;
}

int main(int argc, const char **argv)
{
	struct sim_options options;
	struct sim_scene scene;
	struct sim_xml xml;
	sigset_t signals;
	int status;

	status = sim_options_parse(&options, argc, argv);
	if (status >= 0)
		goto free_options;
	sim_log_setup(options.level, options.json);

	/* Blocked before the threads start, so that only sigwait() sees them. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);

	status = SIM_EXIT_FAILURE;
	if (sim_scene_load(&scene, options.source))
		goto free_options;
	if (sim_xml_create(&xml, &options))
		goto free_scene;
	status = run(&options, &xml, &scene, &signals);
	sim_xml_free(&xml);
free_scene:
	sim_scene_free(&scene);
free_options:
	sim_options_free(&options);
	return status;
}
