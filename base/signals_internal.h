/* Shared by signals.c and signals_crash.c. */
#pragma once

/* Writes the words to stderr. May be called by a signal handler, as signals_clear. */
void signals_say(const char *words);

/* Ends the child that is awaited, removes temporary files, and clears the line of progress. */
void signals_clear(void);

/* From here on a crash, or a library that calls exit(), removes temporary files first. */
void signals_watch_crashes(void);

/* In a process that was forked: crashes and exit() are left to the system again. */
void signals_forget_crashes(void);
