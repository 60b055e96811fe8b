// RunTell: what a run found of a function, as lines or as members of JSON.
#include "tools/run/run_tell.h"

#include "base/text.h"
#include "runtime/timing_noise.h"

#include <inttypes.h>
#include <stdio.h>

static void tell_check_json(Json *told, bool is_given, const CheckResult *result) {
  const Agreement *agreement = &result->agreement;
  json_put_bool(told, "agrees", agreement->tuned.agrees);
  json_put_number(told, "max_error", agreement->tuned.max_error);
  if (agreement->is_by_double)
    json_put_number(told, "untouched_error", agreement->untouched_error);
  if (agreement->nudged_error > 0)
    json_put_number(told, "nudged_error", agreement->nudged_error);
  if (!is_given)
    json_put_number(told, "change_with_data", result->change);
}

static void print_check(const char *function, bool is_given, const CheckResult *result) {
  const Agreement *agreement = &result->agreement;
  if (result->is_empty && agreement->tuned.agrees) {
    printf("@%s: agrees, as no result has an element\n", TEXT_SYMBOL(function));
    return;
  }
  printf("@%s: %s, max error %.2g", TEXT_SYMBOL(function),
         agreement->tuned.agrees ? "agrees" : "WRONG", agreement->tuned.max_error);
  if (agreement->is_by_double)
    printf(" from the function in double precision (untouched %.2g", agreement->untouched_error);
  if (agreement->is_by_double && agreement->nudged_error > 0)
    printf(", with quantised numbers nudged %.2g", agreement->nudged_error);
  if (agreement->is_by_double)
    printf(")");
  printf(is_given ? ", on the given arrays\n"
                  : ", where other random data change the results by up to %.3g %%\n",
         result->change * 100);
}

void run_tell_check(Json *told, const char *function, bool is_given, const CheckResult *result) {
  if (told)
    tell_check_json(told, is_given, result);
  else
    print_check(function, is_given, result);
}

void run_tell_timing(Json *told, const char *name, const Timing *timing) {
  char noise[TIMING_NOISE_BYTES];
  timing_noise_of(timing, noise);
  if (!told) {
    printf("  %-10s min %10.4f ms  median %10.4f ms  (%d repeats of %" PRId64 ")\n", name,
           timing_minimum(timing) * 1e3, timing_median(timing) * 1e3, timing->repeats,
           timing->iterations);
    if (*noise)
      printf("  %-10s %s\n", "", noise);
    return;
  }
  Json *json = json_make_object();
  json_put_number(json, "seconds", timing_median(timing));
  json_put_number(json, "least_seconds", timing_minimum(timing));
  json_put_integer(json, "repeats", timing->repeats);
  json_put_integer(json, "calls_per_repeat", timing->iterations);
  if (*noise)
    json_put_text(json, "noise", noise);
  json_put(told, name, json);
}

void run_tell_speedup(Json *told, double speedup) {
  if (told)
    json_put_number(told, "speedup", speedup);
  else
    printf("  %-10s %.2fx\n", "speed-up", speedup);
}
