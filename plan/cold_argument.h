// Cold arguments: weights of a network, when an op of it is timed by itself. Every call takes other
// copies of them, as the caches of a network keep none from call to call.
#ifndef AUTOTUNE_PLAN_COLD_ARGUMENT_H
#define AUTOTUNE_PLAN_COLD_ARGUMENT_H

// The attribute of such arguments of a task's function. Its value, an integer of 64 bits: how many
// bytes all copies of all of them take together.
#define COLD_ARGUMENT_ATTRIBUTE "autotune.cold"

#endif
