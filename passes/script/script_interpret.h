// Points applied by the interpreter of the transform dialect, in this process: a script may crash
// it, hang, or leave its payload half rewritten.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_INTERPRET_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_INTERPRET_H

#include "passes/script/script_space.h"

// Selects the point in the script and transforms the payload, a module, by it. STATUS_REJECTED with
// the interpreter's first error; the payload is then to be thrown away.
Status script_interpret(const ScriptSpace *space, const ScriptPoint *point, MlirOperation payload);

#endif
