// Points applied by the interpreter of the transform dialect, each in a process of its own: a
// script may hang, crash or leave its payload half rewritten.
#ifndef AUTOTUNE_TOOLS_SCRIPT_SCRIPT_APPLY_H
#define AUTOTUNE_TOOLS_SCRIPT_SCRIPT_APPLY_H

#include "passes/script/script_space.h"
#include "tools/ops/payload.h"

enum { SCRIPT_APPLY_SECONDS = 60 };

typedef struct ScriptSubject {
  const Payload *payload;   // lent
  const ScriptSpace *space; // lent
} ScriptSubject;

// The payload as text, transformed by the point; neither it nor the script is changed.
// STATUS_REJECTED with the interpreter's first error or when it crashed; another status tells of
// this machine, not of the point. The caller frees the text.
Status script_apply(const ScriptSubject *subject, const ScriptPoint *point, char **out_module);
// Work in a process of its own: STATUS_REJECTED when it crashes or takes too long.
Status script_apply_in_child(Status (*work)(void *user), void *user);
// In such a process: transforms the payload of the subject itself.
Status script_apply_here(const ScriptSubject *subject, const ScriptPoint *point);
// The same of a point as text, "" for the untouched payload: as a MeasureSubject builds.
Status script_build(const void *subject, const char *point, char **out_module);

#endif
