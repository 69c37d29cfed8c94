/* Shared by signals.c, signals_child.c and signals_crash.c. */
#pragma once

/* Writes the words to stderr. May be called by a signal handler, as signals_clear. */
void signals_say(const char *words);

/* Ends the child that is awaited, removes temporary files, and clears the line of progress. */
void signals_clear(void);

/* From here on a crash, or a library that calls exit(), removes temporary files first. */
void signals_watch_crashes(void);

/* In a process that was forked: crashes and exit() are left to the system again. */
void signals_forget_crashes(void);

/* Kills the process that is awaited, and passes a signal on to it; without one, nothing. May be called by a handler. */
void signals_child_kill(void);
void signals_child_pass(int signal_number);

/* From here on signals are passed on to the process that is awaited, which has `seconds` to end by itself. */
void signals_pass(double seconds);
/* It has ended: so does this program if a signal asked for it; else the next one ends it at once. */
void signals_passed(void);
