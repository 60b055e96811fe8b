// Docs/report.md describes the members.
#include "records/json.h"
#include "tools/profile/profile_report.h"

static Json *roof_json(const Roof *roof) {
  Json *json = json_make_object(), *levels = json_make_array();
  json_put_number(json, "flops_per_second", roof->flops_per_second);
  for (int i = 0; i < roof->level_count; i++) {
    Json *level = json_make_object();
    json_put_text(level, "name", roof->levels[i].name);
    json_put_number(level, "bytes_per_second", roof->levels[i].bytes_per_second);
    json_append(levels, level);
  }
  json_put(json, "levels", levels);
  return json;
}

// What is not known has no member.
static void put_known(Json *json, const char *key, double number) {
  if (number > 0)
    json_put_number(json, key, number);
}

static void put_said(Json *json, const char *key, const char *text) {
  if (*text)
    json_put_text(json, key, text);
}

// At most so many of them.
static void put_places(Json *json, const char *key, const int *places, int count) {
  double numbers[64];
  int most = sizeof numbers / sizeof *numbers;
  for (int i = 0; i < count && i < most; i++)
    numbers[i] = places[i];
  json_put_numbers(json, key, numbers, count < most ? count : most);
}

static void put_choice(Json *json, const ProfileKernel *kernel) {
  put_said(json, "schedule", kernel->schedule);
  put_said(json, "in_words", kernel->words);
  put_said(json, "source", kernel->source);
  put_said(json, "threads", kernel->threads);
  put_said(json, "reason", kernel->reason);
  put_said(json, "runner_up", kernel->runner_up);
  put_known(json, "runner_up_seconds", kernel->runner_up_seconds);
  put_known(json, "candidates", (double)kernel->candidates);
}

static Json *kernel_json(const Profile *profile, const ProfileKernel *kernel) {
  Json *json = json_make_object();
  json_put_text(json, "op", kernel->name);
  json_put_text(json, "location",
                kernel->op_count ? profile->ops.items[kernel->ops[0]].location : "");
  put_said(json, "work", kernel->work);
  json_put_integer(json, "runs", kernel->runs);
  json_put_number(json, "seconds", kernel->seconds);
  json_put_number(json, "share", kernel->seconds / profile->seconds);
  put_known(json, "flops", kernel->flops);
  put_known(json, "bytes", kernel->bytes);
  put_known(json, "flops_per_second", profile_kernel_speed(kernel));
  if (kernel->bytes > 0 && kernel->seconds > 0)
    json_put_number(json, "bytes_per_second", kernel->bytes * kernel->runs / kernel->seconds);
  put_known(json, "peak_flops_per_second", kernel->peak_flops);
  put_known(json, "roof_seconds", kernel->roof_seconds);
  put_known(json, "share_of_roof", profile_kernel_share_of_roof(kernel));
  put_said(json, "limit", kernel->limit);
  put_known(json, "predicted_seconds", kernel->predicted_seconds);
  if (kernel->untuned_seconds >= 0)
    json_put_number(json, "untuned_seconds", kernel->untuned_seconds);
  put_places(json, "ops", kernel->ops, kernel->op_count);
  put_choice(json, kernel);
  return json;
}

static Json *ops_json(const OpNumbers *ops) {
  Json *array = json_make_array();
  for (int i = 0; i < ops->count; i++) {
    Json *op = json_make_object();
    json_put_text(op, "name", ops->items[i].name);
    put_said(op, "location", ops->items[i].location);
    put_places(op, "inputs", ops->items[i].inputs, ops->items[i].input_count);
    if (ops->items[i].untuned_seconds >= 0)
      json_put_number(op, "untuned_seconds", ops->items[i].untuned_seconds);
    json_append(array, op);
  }
  return array;
}

static Json *spans_json(const Profile *profile) {
  Json *array = json_make_array();
  for (int i = 0; i < profile->span_count; i++) {
    const ProfileSpan *span = &profile->spans[i];
    Json *json = json_make_object();
    json_put_integer(json, "kernel", span->kernel);
    json_put_number(json, "start", span->start);
    json_put_number(json, "seconds", span->seconds);
    json_append(array, json);
  }
  return array;
}

bool profile_write_json(const Profile *profile, const char *module, FILE *file) {
  Json *json = json_make_object(), *kernels = json_make_array();
  json_put_text(json, "module", module);
  json_put_text(json, "function", profile->function);
  json_put_text(json, "target", profile->target.name);
  json_put_integer(json, "threads", profile->threads);
  json_put_integer(json, "calls", profile->calls);
  json_put_number(json, "seconds", profile->seconds);
  json_put_number(json, "rest_seconds", profile->rest_seconds);
  if (profile->untuned_seconds >= 0)
    json_put_number(json, "untuned_seconds", profile->untuned_seconds);
  put_said(json, "noise", profile->noise);
  put_said(json, "untuned_noise", profile->untuned_noise);
  json_put(json, "roof", roof_json(&profile->roof));
  for (int i = 0; i < profile->kernel_count; i++)
    json_append(kernels, kernel_json(profile, &profile->kernels[i]));
  json_put(json, "kernels", kernels);
  json_put(json, "ops", ops_json(&profile->ops));
  json_put(json, "spans", spans_json(profile));
  bool is_written = json_write(json, file, 2, 6);
  json_free(json);
  return is_written;
}
