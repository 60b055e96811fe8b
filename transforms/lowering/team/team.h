// Team: what the threads of a parallel region do, as a function of a thread's number.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_TEAM_TEAM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_TEAM_TEAM_H

#include "transforms/ir.h"
#include "transforms/lowering/share/outline.h"

typedef struct Team {
  char name[OUTLINE_NAME_BYTES]; // of the function
  MlirValue *captures;           // owned: its arguments, before the thread and the team
  int capture_count;
} Team;

// Moves `loop`, a marked scf.parallel of one dimension in the func.func `function`, into a private
// function. Its arguments are the captures, the number of the thread that calls, and how many
// threads call, both of type index: each does its share of the iterations, and one alone does all.
// What is left is to call it, and to free the captures. `number` counts names.
void team_create(MlirOperation function, MlirOperation loop, int *number, Team *out_team);

// Calls the function at the insertion point.
void team_call(IrBuilder *ir, const Team *team, MlirValue thread, MlirValue thread_count);

#endif
