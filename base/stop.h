/* SIGINT and SIGTERM ask a run to finish its step, write a checkpoint and end. A second signal ends the
 * program at once. */
#pragma once

void stop_install(void);
int stop_asked(void); /* the signal's number, or 0 */
