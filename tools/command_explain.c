// autotune explain: why an op got its schedule, beside the one that came next.
#include "base/documents.h"
#include "base/text.h"
#include "records/json.h"
#include "search/chooser.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/op_list.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"
#include "tools/report/explanation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 64, SIDES = 2 };

// Both schedules of one op.
typedef struct ScheduleComparison {
  const OpEntry *entry;
  const TuneOptions *tune;
  int position;
  bool has_runner_up;
  Explanation sides[SIDES]; // chosen, runner-up
  int row_count;
  Feature rows[MAX_ROWS]; // that differ
} ScheduleComparison;

static const char *const side_names[SIDES] = {"chosen", "runner_up"};

static const struct {
  const char *name, *meaning;
} part_names[] = {
#define X(field, meaning) {#field, meaning},
    ANALYTICAL_PARTS(X)
#undef X
};
enum { PART_COUNT = sizeof(part_names) / sizeof(part_names[0]), TOTAL_PART = PART_COUNT - 1 };

static double part_seconds(const AnalyticalParts *parts, int part) {
  const double seconds[PART_COUNT] = {
#define X(field, meaning) parts->field,
      ANALYTICAL_PARTS(X)
#undef X
  };
  return seconds[part];
}

// --- finding the two

// What the pass says of the op that gets the schedule of the entry.
typedef struct Listener {
  const OpEntry *entry;
  char runner_up[SCHEDULE_TEXT_BYTES];
} Listener;

static void hear(const TuneRemark *remark, void *user) {
  Listener *listener = user;
  if (remark->kind == REMARK_PASSED && remark->runner_up[0] &&
      !strcmp(remark->schedule, listener->entry->schedule_text) &&
      mlirStringRefEqual(remark->op, mlirStringRefCreateFromCString(listener->entry->name)))
    snprintf(listener->runner_up, sizeof listener->runner_up, "%s", remark->runner_up);
}

// Lets the pass choose for the whole module once more, and listens.
static Status find_runner_up(MlirModule module, ScheduleComparison *comparison,
                             Schedule *out_schedule) {
  Listener listener = {.entry = comparison->entry};
  TuneOptions options = *comparison->tune;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  options.emit = EMIT_ANNOTATE;
  options.script[0] = '\0';
  Status status = tune_payload(mlirModuleGetOperation(module), &options, &statistics, hear,
                               &listener, &changed, &location);
  comparison->has_runner_up =
      status == STATUS_OK && listener.runner_up[0] &&
      schedule_parse(&comparison->entry->workload, listener.runner_up, out_schedule) == STATUS_OK;
  return status;
}

static Status comparison_fill(MlirModule module, ScheduleComparison *comparison, int rows) {
  Status status = STATUS_OK;
  SearchSpace *space = NULL;
  Schedule runner_up;
  const LearnedModel *model = comparison->tune->model.learned;
  TRY(space_create(&comparison->entry->workload, &comparison->entry->target, &space));
  TRY(explanation_make(space, model, &comparison->entry->schedule, &comparison->sides[0]));
  TRY(find_runner_up(module, comparison, &runner_up));
  comparison->sides[1] = comparison->sides[0];
  if (comparison->has_runner_up)
    TRY(explanation_make(space, model, &runner_up, &comparison->sides[1]));
  comparison->row_count =
      explanation_compare(&comparison->sides[0], &comparison->sides[1], comparison->rows, rows);
cleanup:
  space_destroy(space);
  return status;
}

static int side_count(const ScheduleComparison *comparison) {
  return comparison->has_runner_up ? SIDES : 1;
}

// --- as a table

// By which the learned models choose.
static double both_score(const Explanation *explanation) {
  return learned_model_score(&explanation->rank_trust,
                             explanation->warm_share * (double)explanation->score,
                             explanation->seconds);
}

// What a learned model and the analytical one say, and what follows.
static void print_learned(const Explanation *explanation) {
  char trust[TRUST_TEXT_BYTES];
  trust_describe(&explanation->trust, trust, sizeof trust);
  printf("; by the analytical model alone %.4f ms\n    %s\n",
         analytical_in_full(explanation->parts.total_seconds, &explanation->parts) * 1e3, trust);
  printf(
      "    score %.4f (the higher the better), from the predicted time and the rank %.4f that the "
      "learned model gives",
      both_score(explanation), (double)explanation->score);
}

static void print_schedules(const ScheduleComparison *comparison) {
  for (int side = 0; side < side_count(comparison); side++) {
    char text[SCHEDULE_TEXT_BYTES], words[512];
    double part;
    const Explanation *explanation = &comparison->sides[side];
    schedule_print(&comparison->entry->workload, &explanation->schedule, text, sizeof text);
    schedule_describe(&comparison->entry->workload, &explanation->schedule, words, sizeof words);
    const char *limit = explanation_limit(explanation, &part);
    printf("\n%s: %s\n    %s\n", side == 0 ? "chosen" : "runner-up", text, words);
    printf("    predicted %.4f ms", explanation->seconds * 1e3);
    if (comparison->tune->model.learned)
      print_learned(explanation);
    printf("\n    limit: %s, %.0f %% of the analytical estimate\n", limit, 100 * part);
  }
}

// The choice may look wrong beside its runner-up.
static void print_decision(const ScheduleComparison *comparison) {
  const Explanation *chosen = &comparison->sides[0], *runner_up = &comparison->sides[1];
  bool is_outscored = comparison->tune->model.learned &&
                      learned_model_head_start(&chosen->rank_trust) > 0 &&
                      both_score(chosen) < both_score(runner_up);
  bool is_longer = chosen->seconds > runner_up->seconds;
  if (!comparison->has_runner_up || !(is_longer || is_outscored))
    return;
  char text[512];
  documents_locate("docs/reference/cost-model.md", text, sizeof text);
  printf("\nThe runner-up has the %s: %s (%s).\n",
         is_longer ? "shorter predicted time" : "higher score",
         choose_reason(comparison->tune->top_k > 0, is_outscored), text);
}

static void print_part(const ScheduleComparison *comparison, const char *name,
                       double (*seconds)(const AnalyticalParts *parts, int part), int part,
                       const char *meaning) {
  printf("  %-9.*s", (int)strcspn(name, "_"), name);
  for (int side = 0; side < side_count(comparison); side++)
    printf(" %12.3f", seconds(&comparison->sides[side].parts, part) * 1e6);
  printf("  %s\n", meaning);
}

// What the parts before the total have in common, negative: with it they add up to the total.
static double overlap_seconds(const AnalyticalParts *parts, int total) {
  double sum = 0;
  for (int part = 0; part < total; part++)
    sum += part_seconds(parts, part);
  return part_seconds(parts, total) - sum;
}

static double cold_seconds(const AnalyticalParts *parts, int part) {
  (void)part;
  return parts->cold_seconds;
}

static double conflict_seconds(const AnalyticalParts *parts, int part) {
  (void)part;
  return parts->conflict_seconds;
}

static bool has_conflicts(const ScheduleComparison *comparison) {
  for (int side = 0; side < side_count(comparison); side++)
    if (comparison->sides[side].parts.conflict_seconds > 0)
      return true;
  return false;
}

static void print_parts(const ScheduleComparison *comparison) {
  printf("\nanalytical estimate, microseconds\n");
  for (int part = 0; part < TOTAL_PART; part++)
    print_part(comparison, part_names[part].name, part_seconds, part, part_names[part].meaning);
  print_part(comparison, "overlap", overlap_seconds, TOTAL_PART,
             "what happens at the same time as something above");
  print_part(comparison, part_names[TOTAL_PART].name, part_seconds, TOTAL_PART,
             part_names[TOTAL_PART].meaning);
  if (workload_cold_accesses(&comparison->entry->workload))
    print_part(comparison, "cold", cold_seconds, 0,
               "weights from memory, as the caches keep none from run to run; predictions have it");
  if (has_conflicts(comparison))
    print_part(comparison, "conflicts", conflict_seconds, 0,
               "lines from the second-level cache, as they share sets; predictions have it");
}

static void print_features(const ScheduleComparison *comparison) {
  bool has_model = comparison->tune->model.learned != NULL;
  if (!comparison->has_runner_up)
    return;
  printf("\nfeatures that differ%s\n",
         has_model ? ", and what they add to the score of each (SHAP)" : "");
  printf("  %-34s %10s %10s", "feature", "chosen", "runner-up");
  if (has_model)
    printf(" %9s %9s %9s", "adds", "adds", "gap");
  printf("  unit: meaning\n");
  for (int n = 0; n < comparison->row_count; n++) {
    Feature f = comparison->rows[n];
    const Explanation *a = &comparison->sides[0], *b = &comparison->sides[1];
    printf("  %-34s %10.4g %10.4g", feature_name(f), (double)a->row[f], (double)b->row[f]);
    if (has_model)
      printf(" %+9.4f %+9.4f %+9.4f", (double)a->contributions[f], (double)b->contributions[f],
             (double)(a->contributions[f] - b->contributions[f]));
    printf("  %s: %s\n", feature_unit(f), feature_meaning(f));
  }
}

static Status print_comparison(const ScheduleComparison *comparison) {
  char work[256];
  const LearnedModel *model = comparison->tune->model.learned;
  workload_describe(&comparison->entry->workload, work, sizeof work);
  printf("op %d: %s %s in @%s, %d use%s, for %s\n", comparison->position, comparison->entry->name,
         work, TEXT_SYMBOL(comparison->entry->function), comparison->entry->uses,
         plural(comparison->entry->uses), comparison->entry->target.name);
  if (comparison->entry->part[0])
    printf("it is a %s\n", comparison->entry->part);
  printf("by %s%s%s\n", comparison->tune->model.title, model ? ": " : "",
         model ? learned_model_note(model) : "");
  print_schedules(comparison);
  print_decision(comparison);
  print_parts(comparison);
  print_features(comparison);
  return STATUS_OK;
}

// --- as JSON

static Json *parts_json(const AnalyticalParts *parts) {
  Json *json = json_make_object();
  for (int part = 0; part < TOTAL_PART; part++)
    json_put_number(json, part_names[part].name, part_seconds(parts, part));
  json_put_number(json, "overlap_seconds", overlap_seconds(parts, TOTAL_PART));
  json_put_number(json, part_names[TOTAL_PART].name, part_seconds(parts, TOTAL_PART));
  json_put_number(json, "cold_seconds", parts->cold_seconds);
  json_put_number(json, "conflict_seconds", parts->conflict_seconds);
  return json;
}

static Json *side_json(const ScheduleComparison *comparison, int side) {
  char text[SCHEDULE_TEXT_BYTES];
  double part;
  const Explanation *explanation = &comparison->sides[side];
  Json *json = json_make_object();
  schedule_print(&comparison->entry->workload, &explanation->schedule, text, sizeof text);
  json_put_text(json, "schedule", text);
  json_put_number(json, "seconds", explanation->seconds);
  json_put_text(json, "limit", explanation_limit(explanation, &part));
  json_put_number(json, "limit_part", part);
  json_put(json, "parts", parts_json(&explanation->parts));
  if (!comparison->tune->model.learned)
    return json;
  json_put_number(json, "score", (double)explanation->score);
  json_put_number(json, "bias", (double)explanation->bias);
  json_put_number(json, "score_of_both", both_score(explanation));
  json_put_number(json, "trust", explanation->trust.total);
  json_put_number(json, "trust_of_machine", explanation->trust.machine);
  json_put_number(json, "trust_of_workload", explanation->trust.workload);
  return json;
}

static Json *feature_json(const ScheduleComparison *comparison, Feature feature) {
  Json *json = json_make_object();
  bool has_model = comparison->tune->model.learned;
  char key[32];
  json_put_text(json, "name", feature_name(feature));
  for (int side = 0; side < side_count(comparison); side++)
    json_put_number(json, side_names[side], (double)comparison->sides[side].row[feature]);
  for (int side = 0; has_model && side < side_count(comparison); side++) {
    snprintf(key, sizeof key, "%s_adds", side_names[side]);
    json_put_number(json, key, (double)comparison->sides[side].contributions[feature]);
  }
  return json;
}

static Status print_json(const ScheduleComparison *comparison) {
  const LearnedModel *model = comparison->tune->model.learned;
  Json *json = json_make_object(), *features = json_make_array();
  json_put_integer(json, "op", comparison->position);
  json_put_text(json, "name", comparison->entry->name);
  json_put_text(json, "function", comparison->entry->function);
  json_put_text(json, "target", comparison->entry->target.name);
  json_put_text(json, "model", comparison->tune->model.title);
  json_put_text(json, "note", model ? learned_model_note(model) : "");
  for (int side = 0; side < side_count(comparison); side++)
    json_put(json, side_names[side], side_json(comparison, side));
  for (int n = 0; n < comparison->row_count; n++)
    json_append(features, feature_json(comparison, comparison->rows[n]));
  json_put(json, "features", features);
  return output_json(json);
}

// --- the command

typedef struct ExplainCommand {
  const char *path;
  int64_t op, rows;
  OutputFlags output;
  OptionTexts texts;
  TuneOptions tune;
} ExplainCommand;

static const Flag flags[] = {
    {"--op", FLAG_COUNT(0), offsetof(ExplainCommand, op), "N",
     "op of the list that autotune schedules prints (0)"},
    {"--rows", FLAG_INTEGER(0, MAX_ROWS), offsetof(ExplainCommand, rows), "N",
     "features printed, at most 64 (16)"},
    {0},
};

static Status explain_entry(const ExplainCommand *command, MlirModule module, const OpList *list) {
  if (command->op >= list->count)
    return status_fail(STATUS_USAGE, "--op %" PRId64 ": the module has %d different op%s",
                       command->op, list->count, plural(list->count));
  ScheduleComparison *comparison = calloc(1, sizeof(*comparison));
  if (!comparison)
    return status_fail(STATUS_SYSTEM, "no memory for an explanation");
  comparison->entry = &list->items[command->op];
  comparison->tune = &command->tune;
  comparison->position = (int)command->op;
  Status status = comparison_fill(module, comparison, (int)command->rows);
  if (status == STATUS_OK)
    status = (command->output.is_json ? print_json : print_comparison)(comparison);
  free(comparison);
  return status;
}

static Status explain(void *values) {
  ExplainCommand *command = values;
  Payload payload;
  OpList list = {0};
  Status status =
      command_line_options(&command->output, "explain", &command->texts, &command->tune);
  if (status == STATUS_OK)
    status = payload_read(command->path, &command->tune, &payload);
  if (status != STATUS_OK)
    return status;
  TRY(op_list_require(&payload, &command->tune, &list));
  TRY(explain_entry(command, payload.module, &list));
cleanup:
  op_list_destroy(&list);
  payload_destroy(&payload);
  return status;
}

int command_explain(int argc, char **argv) {
  ExplainCommand command = {.rows = 16};
  CommandLine line = {
      .name = "explain",
      .usage = "MODULE.mlir [flags]",
      .summary =
          "Prints why an op gets its schedule: the predictions and their parts, and the features "
          "in\nwhich it differs from the runner-up, with what each adds to the learned model's "
          "score.",
      .flags = flags,
      .values = &command,
      .positional = &command.path,
      .positional_count = 1,
      .options = &command.texts,
      .output = &command.output,
      .has_json = true};
  option_texts_init(&command.texts);
  return command_line_run(&line, argc, argv, explain);
}
