/* Wisdom of FFTW as a text. */
#pragma once

/* Strikes out of `old`, a wisdom as FFTW writes it, all entries of problems that `now` has entries of. */
void wisdom_strike(char *old, const char *now);
