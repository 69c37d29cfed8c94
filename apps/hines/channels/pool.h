/* Calcium inside: a shell under the membrane that calcium currents fill, and from which it is taken at a constant rate,
 *
 *     dCa/dt = -10^4 gamma I / (2 F depth) - (Ca - rest) / tau        I in mA/cm^2, outward
 *
 * A step is exact for the current of its middle: Ca follows NEURON's order of updates, of first order in the time step.
 * The reversal potential of calcium is that of Nernst. A. Destexhe et al., J. Neurophysiol. 72 (1994) 803; E. Hay et
 * al., PLoS Comput. Biol. 7 (2011) e1002107. */
#pragma once
#include "apps/hines/channels/channel.h"

enum { POOL_CONCENTRATION, POOL_CURRENT }; /* its gates, mM and nA */

extern const struct channel_type channel_pool;
