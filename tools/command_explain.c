// autotune explain: why an op got its schedule, beside the one that came next.
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/describe.h"
#include "tools/explanation.h"
#include "tools/op_list.h"
#include "tools/payload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 64, SIDES = 2 };

// Both schedules of one op.
typedef struct Duel {
  const OpEntry *entry;
  const TuneOptions *tune;
  int position;
  bool has_runner_up;
  Explanation sides[SIDES]; // chosen, runner-up
  int row_count;
  Feature rows[MAX_ROWS]; // that differ
} Duel;

static const char *const side_names[SIDES] = {"chosen", "runner_up"};

static const struct {
  const char *name, *meaning;
} part_names[] = {
#define X(field, meaning) {#field, meaning},
    ANALYTICAL_PARTS(X)
#undef X
};
enum { PART_COUNT = sizeof(part_names) / sizeof(part_names[0]) };

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
static Status find_runner_up(MlirModule module, Duel *duel, Schedule *out_schedule) {
  Listener listener = {.entry = duel->entry};
  TuneOptions options = *duel->tune;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  options.emit = EMIT_ANNOTATE;
  Status status = tune_payload(mlirModuleGetOperation(module), &options, &statistics, hear,
                               &listener, &changed, &location);
  duel->has_runner_up =
      status == STATUS_OK && listener.runner_up[0] &&
      schedule_parse(&duel->entry->workload, listener.runner_up, out_schedule) == STATUS_OK;
  return status;
}

static Status duel_fill(MlirModule module, Duel *duel, int rows) {
  Status status = STATUS_OK;
  SearchSpace *space = NULL;
  Schedule runner_up;
  const LearnedModel *model = duel->tune->model.learned;
  TRY(space_create(&duel->entry->workload, &duel->entry->target, &space));
  TRY(explanation_make(space, model, &duel->entry->schedule, &duel->sides[0]));
  TRY(find_runner_up(module, duel, &runner_up));
  duel->sides[1] = duel->sides[0];
  if (duel->has_runner_up)
    TRY(explanation_make(space, model, &runner_up, &duel->sides[1]));
  duel->row_count = explanation_compare(&duel->sides[0], &duel->sides[1], duel->rows, rows);
cleanup:
  space_destroy(space);
  return status;
}

static int side_count(const Duel *duel) { return duel->has_runner_up ? SIDES : 1; }

// --- as a table

static void print_schedules(const Duel *duel) {
  for (int side = 0; side < side_count(duel); side++) {
    char text[SCHEDULE_TEXT_BYTES], words[512];
    double part;
    const Explanation *explanation = &duel->sides[side];
    schedule_print(&duel->entry->workload, &explanation->schedule, text, sizeof text);
    schedule_describe(&duel->entry->workload, &explanation->schedule, words, sizeof words);
    const char *limit = explanation_limit(explanation, &part);
    printf("\n%s: %s\n    %s\n", side == 0 ? "chosen" : "runner-up", text, words);
    printf("    predicted %.4f ms", explanation->seconds * 1e3);
    if (duel->tune->model.learned)
      printf(", score %.4f; analytical model %.4f ms", (double)explanation->score,
             explanation->parts.total_seconds * 1e3);
    printf("\n    limit: %s, %.0f %% of the analytical estimate\n", limit, 100 * part);
  }
}

static void print_parts(const Duel *duel) {
  printf("\nanalytical estimate, microseconds\n");
  for (int part = 0; part < PART_COUNT; part++) {
    size_t length = strlen(part_names[part].name) - strlen("_seconds");
    printf("  %-8.*s", (int)length, part_names[part].name);
    for (int side = 0; side < side_count(duel); side++)
      printf(" %12.3f", part_seconds(&duel->sides[side].parts, part) * 1e6);
    printf("  %s\n", part_names[part].meaning);
  }
}

static void print_features(const Duel *duel) {
  bool has_model = duel->tune->model.learned != NULL;
  if (!duel->has_runner_up)
    return;
  printf("\nfeatures that differ%s\n",
         has_model ? ", and what they add to the score of each (SHAP)" : "");
  printf("  %-34s %10s %10s", "feature", "chosen", "runner-up");
  if (has_model)
    printf(" %9s %9s %9s", "adds", "adds", "gap");
  printf("  unit: meaning\n");
  for (int n = 0; n < duel->row_count; n++) {
    Feature f = duel->rows[n];
    const Explanation *a = &duel->sides[0], *b = &duel->sides[1];
    printf("  %-34s %10.4g %10.4g", feature_name(f), (double)a->row[f], (double)b->row[f]);
    if (has_model)
      printf(" %+9.4f %+9.4f %+9.4f", (double)a->contributions[f], (double)b->contributions[f],
             (double)(a->contributions[f] - b->contributions[f]));
    printf("  %s: %s\n", feature_unit(f), feature_meaning(f));
  }
}

static void print_duel(const Duel *duel) {
  char work[256];
  const LearnedModel *model = duel->tune->model.learned;
  workload_describe(&duel->entry->workload, work, sizeof work);
  printf("op %d: %s %s, %d use%s, for %s\n", duel->position, duel->entry->name, work,
         duel->entry->uses, duel->entry->uses == 1 ? "" : "s", duel->entry->target.name);
  printf("by %s%s%s\n", duel->tune->model.title, model ? ": " : "",
         model ? learned_model_note(model) : "");
  print_schedules(duel);
  print_parts(duel);
  print_features(duel);
}

// --- as JSON

static void print_json_text(const char *name, const char *text) {
  printf("\"%s\": \"", name);
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      printf("\\%c", *text);
    else if ((unsigned char)*text >= ' ')
      putchar(*text);
  printf("\"");
}

static void print_json_side(const Duel *duel, int side) {
  char text[SCHEDULE_TEXT_BYTES];
  double part;
  const Explanation *explanation = &duel->sides[side];
  schedule_print(&duel->entry->workload, &explanation->schedule, text, sizeof text);
  printf(",\n \"%s\": {", side_names[side]);
  print_json_text("schedule", text);
  printf(", \"seconds\": %.9g, ", explanation->seconds);
  print_json_text("limit", explanation_limit(explanation, &part));
  printf(", \"limit_part\": %.4f, \"parts\": {", part);
  for (int n = 0; n < PART_COUNT; n++)
    printf("%s\"%s\": %.9g", n ? ", " : "", part_names[n].name,
           part_seconds(&explanation->parts, n));
  printf("}");
  if (duel->tune->model.learned)
    printf(", \"score\": %.9g, \"bias\": %.9g", (double)explanation->score,
           (double)explanation->bias);
  printf("}");
}

static void print_json(const Duel *duel) {
  const LearnedModel *model = duel->tune->model.learned;
  printf("{\"op\": %d, ", duel->position);
  print_json_text("name", duel->entry->name);
  printf(", ");
  print_json_text("target", duel->entry->target.name);
  printf(", ");
  print_json_text("model", duel->tune->model.title);
  printf(", ");
  print_json_text("note", model ? learned_model_note(model) : "");
  for (int side = 0; side < side_count(duel); side++)
    print_json_side(duel, side);
  printf(",\n \"features\": [");
  for (int n = 0; n < duel->row_count; n++) {
    Feature f = duel->rows[n];
    printf("%s\n  {\"name\": \"%s\"", n ? "," : "", feature_name(f));
    for (int side = 0; side < side_count(duel); side++)
      printf(", \"%s\": %.9g", side_names[side], (double)duel->sides[side].row[f]);
    for (int side = 0; model && side < side_count(duel); side++)
      printf(", \"%s_adds\": %.9g", side_names[side], (double)duel->sides[side].contributions[f]);
    printf("}");
  }
  printf("]}\n");
}

// --- the command

typedef struct Explain {
  TuneOptions tune;
  const char *path;
  int64_t op, rows;
  bool is_json;
} Explain;

static Status explain_entry(const Explain *explain, MlirModule module, const OpList *list) {
  if (list->count == 0)
    return status_fail(STATUS_USAGE, "%s has no op that is tuned", explain->path);
  if (explain->op >= list->count)
    return status_fail(STATUS_USAGE, "--op %" PRId64 ": the module has %d different ops",
                       explain->op, list->count);
  Duel *duel = calloc(1, sizeof(*duel));
  if (!duel)
    return status_fail(STATUS_SYSTEM, "no memory for an explanation");
  duel->entry = &list->items[explain->op];
  duel->tune = &explain->tune;
  duel->position = (int)explain->op;
  Status status = duel_fill(module, duel, (int)explain->rows);
  if (status == STATUS_OK)
    (explain->is_json ? print_json : print_duel)(duel);
  free(duel);
  return status;
}

static Status explain_payload(const Explain *explain) {
  Payload payload;
  OpList list = {0};
  Status status = payload_read(explain->path, &payload);
  if (status != STATUS_OK)
    return status;
  TRY(op_list_create(payload.module, &explain->tune, &list));
  TRY(explain_entry(explain, payload.module, &list));
cleanup:
  op_list_destroy(&list);
  payload_destroy(&payload);
  return status;
}

int command_explain(int argc, char **argv) {
  int64_t seed = 0;
  Explain explain = {.rows = 16};
  OptionTexts texts;
  option_texts_init(&texts);
  const Flag flags[] = {
      {"--op", FLAG_COUNT(0), &explain.op, "N",
       "op of the list that autotune schedules prints (0)"},
      {"--model", FLAG_TEXT, &texts.model, "MODEL",
       "auto (default), shipped, analytical, or the path of a model file"},
      {"--target", FLAG_TEXT, &texts.target, "NAME", "machine tuned for (default x86-64-v3)"},
      {"--fusion", FLAG_TEXT, &texts.fusion, "SET",
       "all, none, or some of init+producers+pad+epilogue"},
      {"--search", FLAG_TEXT, &texts.search, "NAME",
       "how candidates are proposed (default evolution)"},
      {"--max-candidates", FLAG_INTEGER(0, INT32_MAX), &texts.max_candidates, "N",
       "candidates looked at (0: as many as the search has by default)"},
      {"--seed", FLAG_SEED, &seed, "N", "seed of the search (0)"},
      {"--rows", FLAG_INTEGER(0, MAX_ROWS), &explain.rows, "N",
       "features printed, at most 64 (16)"},
      {"--json", FLAG_SWITCH, &explain.is_json, "", "print JSON"},
      {0},
  };
  CommandLine line = {
      "autotune explain MODULE.mlir [flags]",
      "Prints why an op gets its schedule: the predictions and their parts, and the features in\n"
      "which it differs from the runner-up, with what each adds to the learned model's score.",
      flags, &explain.path, 1};
  CommandLineResult result = command_line_read(&line, argc, argv);
  if (result != COMMAND_LINE_OK)
    return result == COMMAND_LINE_BAD ? 2 : 0;
  texts.seed = seed;
  Status status = options_parse(&texts, &explain.tune);
  if (status == STATUS_OK)
    status = explain_payload(&explain);
  if (status != STATUS_OK)
    fprintf(stderr, "autotune explain: %s\n", status_text());
  return status == STATUS_USAGE ? 2 : status != STATUS_OK;
}
