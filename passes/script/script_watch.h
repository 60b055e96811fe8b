// A transform script made to tell what it finds: behind every op that gives handles of payload ops
// comes a transform.annotate of these ops.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_WATCH_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_WATCH_H

#include "mlir-c/IR.h"

// What is annotated; see script_marks.h.
#define SCRIPT_MATCHED "autotune.script_matched"

// Changes the script, a module. Matchers stay as they are, as nothing else may stand in them: what
// they find is annotated where it is given to an action.
void script_watch(MlirOperation script);

#endif
