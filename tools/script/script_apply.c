// Points applied by the interpreter of the transform dialect, each in a process of its own: a
// script may hang, crash or leave its payload half rewritten.
#include "tools/script/script_apply.h"

#include "passes/script/script_interpret.h"
#include "tools/collect/child.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Application {
  const ScriptSubject *subject;
  const ScriptPoint *point;
  FILE *file; // that the child leaves the module in
} Application;

// --- in the child

Status script_apply_here(const ScriptSubject *subject, const ScriptPoint *point) {
  alarm(SCRIPT_APPLY_SECONDS);
  return script_interpret(subject->space, point, mlirModuleGetOperation(subject->payload->module));
}

// What is written to here is the child's own copy.
static Status apply(void *user) {
  const Application *application = user;
  Status status = script_apply_here(application->subject, application->point);
  if (status == STATUS_OK)
    ir_write(mlirModuleGetOperation(application->subject->payload->module), application->file);
  return status == STATUS_OK && fflush(application->file)
             ? status_fail(STATUS_SYSTEM, "no room for a transformed module")
             : status;
}

// --- in the parent

static Status read_all(FILE *file, char **out_text) {
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
  rewind(file);
  if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    return status_fail(STATUS_SYSTEM, "a transformed module cannot be read back");
  }
  text[size] = '\0';
  *out_text = text;
  return STATUS_OK;
}

Status script_apply_in_child(Status (*work)(void *user), void *user) {
  char crashed[80];
  snprintf(crashed, sizeof crashed, "the interpreter crashed, or took longer than %d s",
           SCRIPT_APPLY_SECONDS);
  Status status = child_run(work, user, crashed);
  return status == STATUS_WORKER ? STATUS_REJECTED : status; // the text is there already
}

Status script_apply(const ScriptSubject *subject, const ScriptPoint *point, char **out_module) {
  Application application = {subject, point, tmpfile()};
  if (!application.file)
    return status_fail(STATUS_SYSTEM, "no temporary file can be made");
  Status status = script_apply_in_child(apply, &application);
  if (status == STATUS_OK)
    status = read_all(application.file, out_module);
  fclose(application.file);
  return status;
}

Status script_build(const void *context, const char *text, char **out_module) {
  const ScriptSubject *subject = context;
  ScriptPoint point;
  if (!*text)
    return ir_print(mlirModuleGetOperation(subject->payload->module), out_module);
  if (!script_point_parse(subject->space, text, &point))
    return status_fail(STATUS_REJECTED, "no point of this script: %s", text);
  return script_apply(subject, &point, out_module);
}
