// CollectPlanner: one plan for each target of this machine, into one store.
#include "tools/collect/collect_planner.h"

#include "base/text.h"
#include "runtime/codegen/compile.h"
#include "tools/ops/constant_weights.h"
#include "tools/ops/module_paths.h"
#include "tools/ops/payload.h"

#include <inttypes.h>
#include <stdio.h>

Status collect_planner_create(const CollectPlan *plan, int64_t target_count,
                              CollectPlanner *out_planner) {
  char target[OPTION_TARGET_BYTES];
  const char *limit;
  *out_planner = (CollectPlanner){.context = compile_context_create()};
  for (int t = 0; t < target_count && t < COLLECT_MAX_TARGETS &&
                  collect_target(t, target, sizeof target, &limit);
       t++) {
    OptionTexts texts;
    CollectPlan *own = &out_planner->plans[out_planner->count];
    option_texts_init(&texts);
    texts.target = target;
    *own = *plan;
    own->store = &out_planner->store;
    own->limit = limit;
    Status status = options_parse(&texts, &own->tune);
    if (status != STATUS_OK)
      return status;
    out_planner->count++;
  }
  return STATUS_OK;
}

void collect_planner_destroy(CollectPlanner *planner) {
  store_close(planner->store);
  mlirContextDestroy(planner->context);
}

int64_t collect_planner_tasks(const CollectPlanner *planner) {
  int64_t tasks = 0;
  for (int t = 0; t < planner->count; t++)
    tasks += planner->plans[t].tasks;
  return tasks;
}

void collect_planner_tell(const CollectPlanner *planner, const char *source, int64_t before) {
  if (!planner->is_quiet)
    fprintf(stderr, "%s: %" PRId64 " tasks\n", TEXT_LINE(source),
            collect_planner_tasks(planner) - before);
}

// Reads the module once, whatever the number of targets: it may come through a pipe.
static Status plan_file(CollectPlanner *planner, const char *path) {
  char source[128];
  MlirModule module;
  Status status = payload_parse(planner->context, path, &module);
  if (status != STATUS_OK)
    return status;
  module_source_name(path, source, sizeof source);
  if (planner->plans[0].has_constant_weights)
    status = constant_weights_mark_file(module, path);
  for (int t = 0; status == STATUS_OK && t < planner->count; t++)
    status = collect_plan_module(&planner->plans[t], module, source);
  mlirModuleDestroy(module);
  return status;
}

Status collect_planner_modules(CollectPlanner *planner, const char *modules) {
  ModulePaths paths = {0};
  Status status = module_paths_list("--modules", modules, &paths);
  for (int i = 0; status == STATUS_OK && i < paths.count; i++) {
    int64_t before = collect_planner_tasks(planner);
    status = plan_file(planner, paths.items[i]);
    if (status == STATUS_OK)
      collect_planner_tell(planner, paths.items[i], before);
  }
  module_paths_destroy(&paths);
  if (status == STATUS_OK && collect_planner_tasks(planner) == 0)
    status = status_fail(STATUS_USAGE, "--modules %s: no op in it is tuned, nothing is planned",
                         modules);
  return status;
}
