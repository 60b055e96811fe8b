// ScriptChoice: which point of a user's script is predicted to make a module fastest. Points are
// tried on clones of the module, in this process.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_CHOOSE_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_CHOOSE_H

#include "machine/target.h"
#include "passes/script/script_prices.h"

// The module, and the machine that its functions are for.
typedef struct ScriptPayload {
  MlirOperation root;   // a module
  MlirOperation outer;  // around the op that it is a clone of; null when there is none
  const Target *target; // lent; NULL: what the attributes around each function name
} ScriptPayload;

typedef struct ScriptPick {
  ScriptPoint point;
  int64_t priced, unpriced; // points
  char reason[256];         // why the last one has no price; "": all have
  // Of the functions that some point changes, in sum; infinite: no price.
  double seconds, untouched_seconds;
} ScriptPick;

// The cheapest point, of equal ones the first. The script is one that script_watch has seen.
// STATUS_USAGE with the last reason when no point has a price.
Status script_choose(const ScriptPayload *payload, const ScriptSpace *space, int64_t seed,
                     ScriptPick *out_pick);

#endif
