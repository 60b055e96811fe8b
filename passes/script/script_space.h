// ScriptSpace: a transform script as a search space. Every transform.tune.knob and
// transform.tune.alternatives that has nothing selected yet is a choice; a point selects one option
// or region of each.
//
// Invariant: a point has option 0 wherever a choice has no effect, because it stands in a region
// that is not selected; so points that differ are scripts that differ.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_SPACE_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_SPACE_H

#include "base/rng.h"
#include "base/status.h"
#include "mlir-c/IR.h"

#include <stdbool.h>

enum { SCRIPT_MAX_CHOICES = 64, SCRIPT_NAME_BYTES = 64, SCRIPT_POINT_BYTES = 2048 };

typedef struct ScriptChoice {
  MlirOperation op; // lent by the script
  char name[SCRIPT_NAME_BYTES];
  bool is_region;         // an alternatives op
  int count;              // of options or regions, at least 1
  MlirAttribute *options; // owned; NULL of regions
  int parent;             // the choice in whose region this one stands, always before it; -1: none
  int parent_region;      // which region of the parent
} ScriptChoice;

typedef struct ScriptSpace {
  MlirModule script;  // owned
  MlirOperation main; // @__transform_main
  ScriptChoice choices[SCRIPT_MAX_CHOICES];
  int count;
  uint64_t size; // points
} ScriptSpace;

typedef struct ScriptPoint {
  int options[SCRIPT_MAX_CHOICES]; // by choice
} ScriptPoint;

// Reads the script into `context`; `opens`: what is selected already is open again. Without a
// choice the space has one point. STATUS_USAGE names what is wrong with it. Destroy with
// script_space_destroy, whatever the result.
Status script_space_read(MlirContext context, const char *path, bool opens, ScriptSpace *space);
// STATUS_USAGE where there is nothing to choose.
Status script_space_require_choice(const ScriptSpace *space, const char *path);
void script_space_destroy(ScriptSpace *space); // of zeros: does nothing

// Point number `number`, less than the size: a bijection.
void script_point_at(const ScriptSpace *space, uint64_t number, ScriptPoint *out_point);
// Brings the point into the form of the invariant.
void script_point_normalize(const ScriptSpace *space, ScriptPoint *point);
uint64_t script_point_key(const ScriptSpace *space, const ScriptPoint *point);
// A neighbour: about one choice of `point` has another option, drawn.
void script_point_mutate(const ScriptSpace *space, Rng *rng, ScriptPoint *point);
// Every choice from one of both, drawn.
void script_point_cross(const ScriptSpace *space, Rng *rng, const ScriptPoint *other,
                        ScriptPoint *point);

// "tile = 8 : i64, order = region 1": the choices that have an effect, in the order of the script.
// Less than SCRIPT_POINT_BYTES.
void script_point_print(const ScriptSpace *space, const ScriptPoint *point, char *text);
// STATUS_USAGE where the text of some point would be longer; a space that was read has passed it.
Status script_point_check(const ScriptSpace *space);
// False where it is no point of this space.
bool script_point_parse(const ScriptSpace *space, const char *text, ScriptPoint *out_point);

// Writes the point into the script: `selected` and `selected_region` of every choice that has an
// effect.
void script_point_select(const ScriptSpace *space, const ScriptPoint *point);

#endif
