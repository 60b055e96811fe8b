// ScriptOption: a user's script as the option `script` names it: read, its point chosen by the
// model, and applied to a module.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_OPTION_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_OPTION_H

#include "passes/script/script_choose.h"

typedef struct ScriptOption {
  const char *path;  // lent
  ScriptSpace space; // owned
  ScriptPick pick;
  bool is_done; // the module was transformed by a script before, so it stays as it is
  int64_t function_count, op_count; // that applying it has changed, and has made the script's
} ScriptOption;

// Reads the script, and chooses where something is open. STATUS_USAGE names what is wrong with
// it. Destroy with script_option_destroy, whatever the result.
Status script_option_choose(const ScriptPayload *payload, const char *path, int64_t seed,
                            ScriptOption *out_option);
void script_option_destroy(ScriptOption *option); // of zeros: does nothing

// Transforms the module. Functions that are changed and the ops that are the script's get the
// attribute SCRIPT_ATTRIBUTE. On failure the module is as it was.
Status script_option_apply(ScriptOption *option, MlirOperation root);

enum { SCRIPT_OPTION_TEXT_BYTES = SCRIPT_POINT_BYTES + 1536 };
// What was chosen, in a sentence.
void script_option_print(const ScriptOption *option, char text[SCRIPT_OPTION_TEXT_BYTES]);

#endif
