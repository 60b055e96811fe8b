// The public C API of include/autotune_compile.h.
#include "include/autotune_compile.h"

#include "passes/api/api_options.h"
#include "tools/commands.h"
#include "tools/compile/link.h"
#include "tools/compile/model_build.h"

#ifdef AUTOTUNE_HAS_LLD
#include "python/native/linker_shim.h"
#endif

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Registrations and the linker are one for the whole process.
static pthread_mutex_t compiling = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void bring_linker(void) {
#ifdef AUTOTUNE_HAS_LLD
  link_set_built_in(linker_run);
#endif
}

static const char *const kinds[] = {
    [REMARK_PASSED] = "tuned",        [REMARK_MISSED] = "untouched", [REMARK_RAISED] = "raised",
    [REMARK_REWRITTEN] = "rewritten", [REMARK_REFUSED] = "refused",  [REMARK_TARGET] = "target",
    [REMARK_SCRIPT] = "script",
};

static void put_string(Json *json, const char *key, MlirStringRef string) {
  char *text = strndup(string.data, string.length);
  json_put_text(json, key, text ? text : "");
  free(text);
}

static void put_text(Json *json, const char *key, const char *text) {
  json_put_text(json, key, text ? text : "");
}

static void hear(const TuneRemark *remark, void *ops) {
  Json *json = json_make_object();
  json_put_text(json, "kind", kinds[remark->kind]);
  put_string(json, "op", remark->op);
  put_string(json, "function", remark->function);
  put_text(json, "reason", remark->reason);
  put_text(json, "source", remark->source);
  put_text(json, "trust", remark->trust);
  put_text(json, "schedule", remark->schedule);
  put_text(json, "fused", remark->fused_ops);
  put_text(json, "threads", remark->threads);
  put_text(json, "runner_up", remark->runner_up);
  json_put_number(json, "predicted_seconds", remark->seconds);
  json_put_number(json, "runner_up_seconds", remark->runner_up_seconds);
  json_append(ops, json);
}

static Status tell(Json *json, AutotuneTextCallback report, void *user) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  bool is_written = stream && json_write(json, stream, 0, 17);
  if (stream && fclose(stream) == 0 && is_written)
    report(text, user);
  else
    is_written = false;
  free(text);
  return is_written ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for the report");
}

static Status build(ModelBuildOptions *build, AutotuneTextCallback report, void *user) {
  Json *ops = json_make_array();
  ModelBuildReport made = {.tuned = {.told = hear, .told_user = ops}};
  Status status = model_build(build, &made);
  if (status == STATUS_OK) {
    Json *json = model_build_json(build, &made);
    json_put(json, "ops", ops);
    ops = NULL;
    status = tell(json, report, user);
    json_free(json);
  }
  json_free(ops);
  return status;
}

AutotuneResult autotuneCompile(const char *model, const AutotuneOptions *options,
                               const char *library, const char *header, const char *prefix,
                               int jobs, AutotuneTextCallback report, void *user) {
  ModelBuildOptions request = {.input = model,
                               .cpu = "",
                               .linker = "",
                               .library = {.form = LIBRARY_SHARED,
                                           .path = library,
                                           .header = header,
                                           .prefix = prefix,
                                           .jobs = jobs}};
  pthread_mutex_lock(&compiling);
  Status status = api_options_parse(options, &request.tune);
  if (status == STATUS_OK)
    status = build(&request, report, user);
  pthread_mutex_unlock(&compiling);
  return api_result(options, status);
}
