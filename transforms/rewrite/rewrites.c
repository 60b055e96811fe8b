// Rewrites: what happens to the payload before anything is chosen.
#include "transforms/rewrite/rewrites.h"

typedef struct Rewrite {
  const char *name, *meaning;
  bool (*is_wanted)(const RewriteOptions *options);
  RewriteFunction *run;
} Rewrite;

#define REWRITE(name, when, meaning)                                                               \
  static bool name##_is_wanted(const RewriteOptions *options) {                                    \
    (void)options;                                                                                 \
    return when;                                                                                   \
  }
#include "transforms/rewrite/rewrites.def"

static const Rewrite rewrites[] = {
#define REWRITE(name, when, meaning) {#name, meaning, name##_is_wanted, name##_rewrite},
#include "transforms/rewrite/rewrites.def"
};
enum { REWRITE_COUNT = sizeof(rewrites) / sizeof(rewrites[0]) };

Status rewrites_run(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  Status status = STATUS_OK;
  for (int i = 0; i < REWRITE_COUNT && status == STATUS_OK; i++)
    if (rewrites[i].is_wanted(options))
      status = rewrites[i].run(root, options, report);
  return status;
}

bool rewrite_describe(int index, const char **out_name, const char **out_meaning) {
  if (index >= REWRITE_COUNT)
    return false;
  *out_name = rewrites[index].name;
  *out_meaning = rewrites[index].meaning;
  return true;
}
